"""How well a market is known by tables of some dimensions each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit.intents.box import Box
from tacit.market.intervals import Interval
from tacit.market.knowledge import Knowledge, laid_bare

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.market import Market

MOST_CELLS = 10_000
"""So many wanted cells are looked at one by one; of more, the whole intent stands for each."""


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
        return laid_bare(Interval(min(lower, upper), upper), true, published)

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


def _cells_of(box: Box) -> list[Box]:
    """The cells of a box, each as a box."""
    codes = np.indices([len(one) for one in box.codes]).reshape(len(box.codes), -1)
    return [
        Box(box.space, tuple((own[at],) for own, at in zip(box.codes, place, strict=True)))
        for place in codes.T.tolist()
    ]
