"""How well a market is known between two counts for each cell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.intents.box import Box
from tacit.market.fingerprint import fingerprint
from tacit.market.intervals import LEVEL, Interval
from tacit.market.knowledge import MOST_NEEDED, Knowledge, held_in, laid_bare

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass


@dataclass(frozen=True, repr=False, eq=False)
class Bounded(Knowledge):
    """Known between two counts for each cell: released with noise, or with small ones left out.

    Attributes:
        least: the fewest records that each cell holds.
        most: the most.
        surely: whether all counts lie between them, or all of them together at 95%.
    """

    kind: ClassVar[str] = "released"
    by: ClassVar[str] = "the least and the most that each cell holds, for all cells at once"

    proportional: ClassVar[bool] = False

    least: Market
    most: Market
    told: str
    surely: bool = True

    @property
    def level(self) -> Fraction:
        """Always, where the bounds are sure."""
        return Fraction(1) if self.surely else LEVEL

    @cached_property
    def counts(self) -> Market:
        """The fewest records that each cell holds."""
        return replace(self.least, knowledge=self)

    def share(self, measure: str, true: Intent, published: Intent) -> Interval:
        """Whatever the counts are between the least and the most."""
        low, high = self._wanted(measure, true)
        upper = self._upper(low, high, getattr(self.least.mass(published), measure))
        whole: int = getattr(self.most.mass(published), measure)
        pairs = zip(low.tolist(), high.tolist(), strict=True)
        lower = max((Fraction(a, a + whole - b) for a, b in pairs if a), default=Fraction(0))
        return laid_bare(Interval(lower, upper), true, published)

    def at_most(self, measure: str, true: Intent, whole: Mass) -> Fraction:
        """The upper end for a post that holds so much at least."""
        low, high = self._wanted(measure, true)
        return self._upper(low, high, getattr(whole, measure))

    def target(self, measure: str, limit: Fraction, true: Intent) -> int:
        """What the most demanding wanted cell asks for."""
        return int(self.targets(measure, limit, self.most.cells(true).codes).max(initial=0))

    def targets(self, measure: str, limit: Fraction, cells: NDArray[Any]) -> NDArray[Any]:
        """Such that the most of a cell is within the limit of that with the least of all others."""
        low, high = held_in(self.least, measure, cells), held_in(self.most, measure, cells)
        pairs = zip(low.tolist(), high.tolist(), strict=True)
        needed = [min(ceil(b / limit) - b + a, MOST_NEEDED) for a, b in pairs]
        return np.array(needed, dtype=np.int64)

    @cached_property
    def factor(self) -> Fraction | None:
        """By the least and the most of every cell, beside the middle of both."""
        high = self.most.cells(Box.everything(self.most.space))
        low = held_in(self.least, "records", high.codes)
        if not low.all():
            return None
        return max(map(Fraction, high.records.tolist(), low.tolist())) ** 2

    def _wanted(self, measure: str, true: Intent) -> tuple[NDArray[Any], NDArray[Any]]:
        """The least and the most that each wanted cell holds."""
        cells = self.most.cells(true)
        return held_in(self.least, measure, cells.codes), self.most.measured(cells, measure)

    def _upper(self, low: NDArray[Any], high: NDArray[Any], held: int) -> Fraction:
        pairs = zip(low.tolist(), high.tolist(), strict=True)
        return max((Fraction(b, held + b - a) for a, b in pairs if b), default=Fraction(0))

    def folded(
        self, kept: tuple[int, ...], fold: Callable[[Market], Market | None]
    ) -> Bounded | None:
        """The bounds in fewer dimensions: those of the sums."""
        least, most = fold(self.least), fold(self.most)
        return None if least is None or most is None else replace(self, least=least, most=most)

    @property
    def identity(self) -> str:
        """By both bounds."""
        return f"Bounded({fingerprint(self.least)}, {fingerprint(self.most)})"
