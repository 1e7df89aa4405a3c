"""How well a market is known, where its counts are not counted but told by statistics.

A market counted row by row has none of this. Whoever goes by records or by spending is then as sure as
the counts say; else that is an interval, and it is told how the interval was made. What goes by cells or
by prices stays exact.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.intents.box import Box
from tacit.market.cells import places
from tacit.market.fingerprint import fingerprint
from tacit.market.intervals import (
    EACH_END,
    FINE,
    LEVEL,
    Interval,
    drawn_needed,
    money_above,
    money_below,
    money_needed,
    share_above,
    share_below,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass

COUNTED = frozenset({"records", "spend"})
"""The measures that depend on counts."""
MOST_NEEDED = 2**62


class Knowledge(ABC):
    """How well the counts of a market are known.

    Contract:
        promises: where `share` gives an interval, the share lies in it as often as `level` says, for a
            post that was chosen without looking at the counts.

    Attributes:
        told: what is assumed, in a sentence for people.
    """

    kind: ClassVar[str]
    by: ClassVar[str]
    """How intervals are made, in a few words."""
    proportional: ClassVar[bool] = True
    """Whether `counts` are in proportion to what is estimated."""
    told: str

    @property
    def level(self) -> Fraction | None:
        """How often an interval holds at least, 1 for always; None where nothing is known."""
        return LEVEL

    @property
    def counts(self) -> Market | None:
        """The counts that limits are held by, as a market of the same space and prices; None if none can be.

        It knows what it is a part of, so that both are folded together.
        """
        return None

    @property
    def scale(self) -> int | None:
        """How many records one of `counts` stands for, if each stands for as many."""
        return None

    @property
    def factor(self) -> Fraction | None:
        """Within which factor the odds between any two counts are known, all at once; None if within none."""
        return None

    @staticmethod
    def speaks_of(measure: str | None) -> bool:
        """Whether a measure depends on counts; of one that is not known it is taken to."""
        return measure is None or measure in COUNTED

    @abstractmethod
    def share(self, measure: str, true: Intent, published: Intent) -> Interval | None:
        """Where the highest share of a wanted cell in a post lies, by records or spend; None if unknown."""

    def at_most(self, measure: str, true: Intent, whole: Mass) -> Fraction:
        """The upper end for a post that holds so much of `counts`."""
        raise NotImplementedError

    def target(self, measure: str, limit: Fraction, true: Intent) -> int:
        """How much of `counts` must be published for the upper end to be within a limit."""
        raise NotImplementedError

    def targets(self, measure: str, limit: Fraction, cells: NDArray[Any]) -> NDArray[Any]:
        """How much of `counts` must be published for each of some cells, for its upper end to be within a limit.

        Args:
            measure: by records or by spend.
            limit: the highest share allowed.
            cells: the codes of the cells, one per column.
        """
        raise NotImplementedError

    def folded(
        self, kept: tuple[int, ...], fold: Callable[[Market], Market | None]
    ) -> Knowledge | None:
        """The same in the dimensions that are kept, given by their places; None where that can't be told."""
        return self

    def to_json(self) -> dict[str, Any]:
        """How well it is known, as `tacit describe --json` prints it."""
        level = None if self.level is None else float(self.level)
        return {"kind": self.kind, "told": self.told, "interval": self.by, "level": level}


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
        return _laid_bare(found, true, published)

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
        seen = _held(self.sampled, measure, cells)
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

    def __repr__(self) -> str:
        return f"Sampled({fingerprint(self.sampled)}, {self.dearest}, {self.stands_for})"


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
        return _laid_bare(Interval(lower, upper), true, published)

    def at_most(self, measure: str, true: Intent, whole: Mass) -> Fraction:
        """The upper end for a post that holds so much at least."""
        low, high = self._wanted(measure, true)
        return self._upper(low, high, getattr(whole, measure))

    def target(self, measure: str, limit: Fraction, true: Intent) -> int:
        """What the most demanding wanted cell asks for."""
        return int(self.targets(measure, limit, self.most.cells(true).codes).max(initial=0))

    def targets(self, measure: str, limit: Fraction, cells: NDArray[Any]) -> NDArray[Any]:
        """Such that the most of a cell is within the limit of that with the least of all others."""
        low, high = _held(self.least, measure, cells), _held(self.most, measure, cells)
        pairs = zip(low.tolist(), high.tolist(), strict=True)
        needed = [min(ceil(b / limit) - b + a, MOST_NEEDED) for a, b in pairs]
        return np.array(needed, dtype=np.int64)

    @cached_property
    def factor(self) -> Fraction | None:
        """By the least and the most of every cell, beside the middle of both."""
        high = self.most.cells(Box.everything(self.most.space))
        low = _held(self.least, "records", high.codes)
        if not low.all():
            return None
        return max(map(Fraction, high.records.tolist(), low.tolist())) ** 2

    def _wanted(self, measure: str, true: Intent) -> tuple[NDArray[Any], NDArray[Any]]:
        """The least and the most that each wanted cell holds."""
        cells = self.most.cells(true)
        return _held(self.least, measure, cells.codes), self.most.measured(cells, measure)

    def _upper(self, low: NDArray[Any], high: NDArray[Any], held: int) -> Fraction:
        pairs = zip(low.tolist(), high.tolist(), strict=True)
        return max((Fraction(b, held + b - a) for a, b in pairs if b), default=Fraction(0))

    def folded(
        self, kept: tuple[int, ...], fold: Callable[[Market], Market | None]
    ) -> Bounded | None:
        """The bounds in fewer dimensions: those of the sums."""
        least, most = fold(self.least), fold(self.most)
        return None if least is None or most is None else replace(self, least=least, most=most)

    def __repr__(self) -> str:
        return f"Bounded({fingerprint(self.least)}, {fingerprint(self.most)})"


@dataclass(frozen=True, repr=False, eq=False)
class Assumed(Knowledge):
    """Not known how well: only that the values exist. Counts are what is assumed of them."""

    kind: ClassVar[str] = "dictionary"
    by: ClassVar[str] = "not known how well"

    told: str

    @property
    def level(self) -> None:
        """Nothing is known."""
        return

    def share(self, measure: str, true: Intent, published: Intent) -> None:
        """Nobody knows."""
        return

    def __repr__(self) -> str:
        return "Assumed()"


@dataclass(frozen=True, repr=False, eq=False)
class Fitted(Knowledge):
    """Known by tables of some dimensions each, fitted together; what these allow is an interval.

    A cell holds no more than each table says of all that it lies in, and no less than these must have in
    common (the bounds of Frechet).

    Attributes:
        tables: each with the places of its dimensions and its counts, one axis a dimension.
        total: how many records there are.
    """

    kind: ClassVar[str] = "marginals"
    by: ClassVar[str] = "Frechet's bounds: what the tables allow"

    tables: tuple[tuple[tuple[int, ...], NDArray[np.int64]], ...]
    total: int
    told: str

    @property
    def level(self) -> Fraction:
        """Always, if the tables are right."""
        return Fraction(1)

    def share(self, measure: str, true: Intent, published: Intent) -> Interval | None:
        """By the widest counts of the wanted cells and of the post; of spending nothing is known."""
        if measure != "records":
            return None
        posted = [self._between(box) for box in published.pieces]
        least = max(low for low, _ in posted)
        most = min(sum(high for _, high in posted), self.total)
        cells = [between for piece in true.pieces for between in self._wanted(piece)]
        upper = max(Fraction(high, max(high, least, 1)) for _, high in cells)
        lower = max((Fraction(low, max(most, 1)) for low, _ in cells), default=Fraction(0))
        return _laid_bare(Interval(min(lower, upper), upper), true, published)

    def _wanted(self, piece: Box) -> list[tuple[int, int]]:
        """The fewest and the most that each wanted cell may hold; of far too many, what all may."""
        if piece.size > MOST_CELLS:
            return [(0, self._between(piece)[1])]
        return [self._between(cell) for cell in _cells_of(piece)]

    def _between(self, box: Box) -> tuple[int, int]:
        """The fewest and the most records that a box may hold."""
        held = [
            int(table[np.ix_(*(box.codes[d] for d in dimensions))].sum())
            for dimensions, table in self.tables
        ]
        return max(sum(held) - (len(held) - 1) * self.total, 0), min(held)

    def folded(self, kept: tuple[int, ...], fold: Callable[[Market], Market | None]) -> Fitted:
        """The tables without what is folded away; one that says nothing of the rest says the total."""
        place = {d: i for i, d in enumerate(kept)}
        tables = []
        for dimensions, table in self.tables:
            away = tuple(i for i, d in enumerate(dimensions) if d not in place)
            left = tuple(place[d] for d in dimensions if d in place)
            tables += [(left, table.sum(axis=away))] if left else []
        return replace(self, tables=tuple(tables))

    def __repr__(self) -> str:
        return "Fitted()"


def _laid_bare(found: Interval, true: Intent, published: Intent) -> Interval:
    """An interval, where all that is published is wanted: one of the cells has the mean share at least."""
    if true != published:
        return found
    lower = max(found.lower, Fraction(1, published.size))
    return Interval(lower, max(found.upper, lower))


MOST_CELLS = 10_000
"""So many wanted cells are looked at one by one; of more, the whole intent stands for each."""


def _cells_of(box: Box) -> list[Box]:
    """The cells of a box, each as a box."""
    codes = np.indices([len(one) for one in box.codes]).reshape(len(box.codes), -1)
    return [
        Box(box.space, tuple((own[at],) for own, at in zip(box.codes, place, strict=True)))
        for place in codes.T.tolist()
    ]


def _held(market: Market, measure: str, cells: NDArray[Any]) -> NDArray[np.int64]:
    """What each of some cells has of a measure."""
    listed = market.cells(Box.everything(market.space))
    at = places(market.space, cells, listed.codes)
    if not len(listed.records):
        return np.zeros(cells.shape[1], dtype=np.int64)
    return np.where(at >= 0, market.measured(listed, measure)[at], 0)
