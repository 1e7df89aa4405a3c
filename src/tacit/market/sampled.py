"""How well a market is known by a sample of its records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.intents.box import Box
from tacit.market.fingerprint import fingerprint
from tacit.market.intervals import (
    EACH_END,
    FINE,
    Interval,
    drawn_needed,
    money_above,
    money_below,
    money_needed,
    share_above,
    share_below,
)
from tacit.market.knowledge import MOST_NEEDED, Knowledge, held_in, laid_bare

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass


@dataclass(frozen=True, repr=False, eq=False)
class Sampled(Knowledge):
    """Known by a sample of the records, drawn blindly.

    The fullest wanted cell has an upper end without correction: it is some cell, whichever it is, and of
    that one no more was drawn than of the fullest in the sample. The lower end counts how many are wanted.

    Attributes:
        sampled: what was drawn, as a market.
        dearest: what the dearest record costs, in ticks of spend.
        one_price: the same, if every record costs that.
        stands_for: how many records each drawn one stands for, if that is a whole number.
    """

    kind: ClassVar[str] = "sample"
    by: ClassVar[str] = "Clopper-Pearson on the sampled records; Chernoff's bound for spending"

    sampled: Market
    told: str
    dearest: Fraction
    one_price: int | None
    stands_for: int | None = None

    @classmethod
    def of(cls, sampled: Market, told: str, stands_for: int | None = None) -> Sampled:
        """Known by these records."""
        everything = Box.everything(sampled.space)
        cells = sampled.cells(everything)
        filled = cells.records > 0
        listed = sampled.peak(everything).price * sampled.rule.tick / sampled.money_tick
        pairs = zip(cells.spend[filled].tolist(), cells.records[filled].tolist(), strict=True)
        dearest = max([listed, *(Fraction(spend, many) for spend, many in pairs)])
        alike = dearest.denominator == 1 and (cells.spend == cells.records * int(dearest)).all()
        return cls(sampled, told, dearest, int(dearest) if alike and dearest else None, stands_for)

    @cached_property
    def counts(self) -> Market:
        """What was drawn."""
        return replace(self.sampled, knowledge=self)

    @property
    def scale(self) -> int | None:
        """How many records each drawn one stands for."""
        return self.stands_for

    def share(self, measure: str, true: Intent, published: Intent) -> Interval:
        """By what was drawn of the fullest wanted cell, and of all that is published."""
        most: int = getattr(self.sampled.peak(true), measure)
        whole: int = getattr(self.sampled.mass(published), measure)
        each, unit = EACH_END / max(true.size, 1), self._unit(measure)
        if unit is not None:
            hits, drawn = most // unit, whole // unit
            found = Interval(share_below(hits, drawn, each), share_above(hits, drawn))
        else:
            seen = (most / self._dearest, whole / self._dearest)
            found = Interval(money_below(*seen, each), money_above(*seen))
        return laid_bare(found, true, published)

    def at_most(self, measure: str, true: Intent, whole: Mass) -> Fraction:
        """The upper end for a post of which so much was drawn."""
        most, held = getattr(self.sampled.peak(true), measure), getattr(whole, measure)
        unit = self._unit(measure)
        if unit is not None:
            return share_above(most // unit, held // unit)
        return money_above(most / self._dearest, held / self._dearest)

    def target(self, measure: str, limit: Fraction, true: Intent) -> int:
        """By what was drawn of the fullest wanted cell."""
        return self._target(measure, limit, getattr(self.sampled.peak(true), measure))

    def targets(self, measure: str, limit: Fraction, cells: NDArray[Any]) -> NDArray[Any]:
        """By what was drawn of each."""
        seen = held_in(self.sampled, measure, cells)
        kinds, which = np.unique(seen, return_inverse=True)
        needed = np.array([self._target(measure, limit, int(n)) for n in kinds], dtype=np.int64)
        return needed[which.reshape(-1)]

    def _target(self, measure: str, limit: Fraction, seen: int) -> int:
        unit = self._unit(measure)
        if unit is not None:
            return min(drawn_needed(seen // unit, limit) * unit, MOST_NEEDED)
        within = limit - Fraction(3, FINE)  # as much as rounding may add
        least = money_needed(seen / self._dearest, within) * self._dearest
        return ceil(min(least, MOST_NEEDED)) + 1

    @cached_property
    def factor(self) -> Fraction | None:
        """By the intervals of all filled cells at once, of what each is of the whole."""
        cells = self.sampled.cells(Box.everything(self.sampled.space)).records
        seen = np.unique(cells[cells > 0]).tolist()
        whole, each = int(cells.sum()), EACH_END / max(int((cells > 0).sum()), 1)
        above = max(share_above(k, whole, each) / Fraction(k, whole) for k in seen)
        below = min(share_below(k, whole, each) / Fraction(k, whole) for k in seen)
        return above / below if below else None

    def _unit(self, measure: str) -> int | None:
        """What one record weighs, if all weigh the same."""
        return 1 if measure == "records" else self.one_price

    @cached_property
    def _dearest(self) -> float:
        return float(self.dearest)

    def folded(
        self, kept: tuple[int, ...], fold: Callable[[Market], Market | None]
    ) -> Sampled | None:
        """The sample in fewer dimensions."""
        fewer = fold(self.sampled)
        return None if fewer is None else replace(self, sampled=fewer)

    @property
    def identity(self) -> str:
        """By the sample, and what its records cost."""
        return f"Sampled({fingerprint(self.sampled)}, {self.dearest}, {self.stands_for})"
