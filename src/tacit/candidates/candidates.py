"""Candidates with their prior weights, listed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.intents.box import Box
from tacit.market.cells import Cells, places
from tacit.market.stacks import Masses, Stack, box, masses, of_cells, taken

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.market import Market


@dataclass(frozen=True, repr=False, eq=False)
class Candidates:
    """Candidates with their prior weights, none of them 0.

    Attributes:
        market: where they could have been wanted.
        weights: how likely each is, as whole numbers in proportion, of any size.
        codes: the candidates as cells, one per column, if all of them are cells; else None.
        boxes: else, the candidates as a stack.
    """

    market: Market
    weights: NDArray[Any]
    codes: NDArray[Any] | None = None
    boxes: Stack | None = None

    @classmethod
    def of_boxes(
        cls, market: Market, stack: Stack, weights: NDArray[Any] | None = None
    ) -> Candidates:
        """Boxes as candidates; where each is a single cell, as cells. Alike, if nothing is said."""
        if weights is None:
            weights = np.ones(len(stack[0]), dtype=np.int64)
        if all((rows.sum(axis=1) == 1).all() for rows in stack):
            return cls(market, weights, np.array([rows.argmax(axis=1) for rows in stack]))
        return cls(market, weights, boxes=stack)

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def total(self) -> int:
        """The weight of all."""
        return int(self.weights.sum())

    @cached_property
    def stack(self) -> Stack:
        """The candidates as a stack of boxes."""
        if self.codes is None:
            assert self.boxes is not None
            return self.boxes
        return of_cells(self.codes, self.market.space.shape)

    @cached_property
    def held(self) -> Masses:
        """What each of them holds."""
        market = self.market
        if self.codes is None:
            return masses(market, self.stack)
        listed = market.cells(Box.everything(market.space))
        at = places(market.space, self.codes, listed.codes)
        there = np.flatnonzero(at >= 0)
        records, spend, excess = (np.zeros(len(self), dtype=np.int64) for _ in range(3))
        records[there], spend[there] = listed.records[at[there]], listed.spend[at[there]]
        if listed.excess is not None:
            excess[there] = listed.excess[at[there]]
        price = market.prices(Cells(self.codes.astype(np.uint32), records, spend, excess))
        return Masses(records, spend, np.ones_like(records), price)

    def intent(self, at: int) -> Box:
        """One of them."""
        if self.codes is None:
            return Box.from_masks(self.market.space, box(self.stack, at))
        return Box(self.market.space, tuple((int(code),) for code in self.codes[:, at]))

    def take(self, at: Any) -> Candidates:
        """Some of them, given by their places."""
        codes = None if self.codes is None else self.codes[:, at]
        boxes = None if self.boxes is None else taken(self.boxes, at)
        return Candidates(self.market, self.weights[at], codes, boxes)

    def within(self, intent: Intent) -> NDArray[np.bool_]:
        """Which of them lie in an intent."""
        inside = self._within_box(intent.hull)
        if not isinstance(intent, Box):
            for at in np.flatnonzero(inside).tolist():
                inside[at] = self.intent(at) <= intent
        return inside

    def _within_box(self, box: Box) -> NDArray[np.bool_]:
        inside = np.ones(len(self), dtype=bool)
        for d, mask in enumerate(box.masks()):
            if self.codes is not None:
                inside &= mask.take(self.codes[d].astype(np.intp))
            else:
                inside &= ~(self.stack[d] & ~mask).any(axis=1)
        return inside

    def place(self, intent: Intent) -> int | None:
        """Where an intent stands among them, if it does."""
        if not isinstance(intent, Box):  # candidates are single boxes
            return None
        same = np.ones(len(self), dtype=bool)
        for d, mask in enumerate(intent.masks()):
            if self.codes is not None:
                single = np.flatnonzero(mask)
                same &= (self.codes[d] == single[0]) if len(single) == 1 else False
            else:
                same &= (self.stack[d] == mask).all(axis=1)
        found = np.flatnonzero(same)
        return int(found[0]) if len(found) else None

    def places(self, among: Candidates) -> NDArray[np.intp]:
        """Where each of them stands among others; -1 for one that is not there."""
        if self.codes is not None and among.codes is not None:
            return places(self.market.space, self.codes, among.codes)
        one, other = (np.packbits(np.hstack(c.stack), axis=1) for c in (self, among))
        known = {row.tobytes(): i for i, row in reversed(list(enumerate(other)))}
        return np.array([known.get(row.tobytes(), -1) for row in one], dtype=np.intp)

    def __repr__(self) -> str:
        return f"Candidates({len(self):,} intents, values hidden)"
