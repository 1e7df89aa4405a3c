"""Candidates with their prior weights, listed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.intents.box import Box
from tacit.market.cells import Cells, places
from tacit.market.stacks import (
    Masses,
    Stack,
    box,
    masses,
    of_cells,
    patterns,
    stacked,
    taken,
    union_masses,
    union_patterns,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.market import Market

MOST_TOGETHER = 8
"""Unions of more boxes than this are added up one by one: their boxes share cells in too many ways."""


@dataclass(frozen=True, repr=False, eq=False)
class Candidates:
    """Candidates with their prior weights; each of them is possible by some belief.

    They come in one of three forms: all are cells, all are boxes, or some are unions of boxes.

    Attributes:
        market: where they could have been wanted.
        weights: how likely each is, as whole numbers in proportion, of any size.
        codes: the candidates as cells, one per column, if all of them are cells; else None.
        boxes: else, the candidates as a stack, if all of them are boxes; else None.
        others: how likely each is by further beliefs, likewise, one array each.
        pieces: else, one stack per piece: a candidate is the union of its pieces, of which some may
            be the same.
        known: what each holds, where that was found already; in the same order.
    """

    market: Market
    weights: NDArray[Any]
    codes: NDArray[Any] | None = None
    boxes: Stack | None = None
    others: tuple[NDArray[Any], ...] = ()
    pieces: tuple[Stack, ...] = ()
    known: Masses | None = None

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

    @classmethod
    def of_unions(
        cls, market: Market, pieces: Sequence[Stack], weights: NDArray[Any] | None = None
    ) -> Candidates:
        """Unions of boxes as candidates, one stack per piece. Alike, if nothing is said."""
        if len(pieces) == 1:
            return cls.of_boxes(market, pieces[0], weights)
        if weights is None:
            weights = np.ones(len(pieces[0][0]), dtype=np.int64)
        return cls(market, weights, pieces=tuple(pieces))

    @classmethod
    def of_intents(
        cls, market: Market, intents: Sequence[Intent], weights: NDArray[Any] | None = None
    ) -> Candidates:
        """Intents of one or several boxes as candidates; of those with fewer, one box counts again."""
        most = max(len(intent.boxes) for intent in intents)
        padded = [(*i.boxes, *i.boxes[:1] * (most - len(i.boxes))) for i in intents]
        pieces = [stacked(list(boxes)) for boxes in zip(*padded, strict=True)]
        return cls.of_unions(market, pieces, weights)

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def beliefs(self) -> tuple[NDArray[Any], ...]:
        """How likely each is by every belief, the first one first."""
        return (self.weights, *self.others)

    @cached_property
    def total(self) -> int:
        """The weight of all."""
        return int(self.weights.sum())

    @cached_property
    def stack(self) -> Stack:
        """The candidates as a stack of boxes; of a union, the narrowest box around it.

        A box holds a union just if it holds this one.
        """
        if self.codes is not None:
            return of_cells(self.codes, self.market.space.shape)
        if self.boxes is not None:
            return self.boxes
        return [np.logical_or.reduce(rows) for rows in zip(*self.pieces, strict=True)]

    @property
    def in_pieces(self) -> tuple[Stack, ...]:
        """The candidates as one stack per piece, whatever their form."""
        return self.pieces or (self.stack,)

    @property
    def free(self) -> frozenset[int]:
        """The dimensions on which all of them have all values, by their places."""
        each = enumerate(zip(*self.in_pieces, strict=True))
        return frozenset(d for d, pieces in each if all(rows.all() for rows in pieces))

    def covers(self) -> NDArray[np.bool_]:
        """For each kind of cell that some candidate holds, which of them do; one row per kind."""
        return union_patterns(self.pieces) if self.pieces else patterns(self.stack)

    def holding(self, codes: NDArray[Any]) -> NDArray[np.bool_]:
        """Which of some cells each candidate holds: one row per candidate, one column per cell."""
        held = np.zeros((len(self), codes.shape[1]), dtype=bool)
        if self.codes is not None:
            at = places(self.market.space, codes, self.codes.astype(codes.dtype))
            there = np.flatnonzero(at >= 0)
            held[at[there], there] = True
            return held
        for stack in self.in_pieces:
            inside = np.ones_like(held)
            for rows, code in zip(stack, codes, strict=True):
                inside &= rows[:, code]
            held |= inside
        return held

    @cached_property
    def held(self) -> Masses:
        """What each of them holds."""
        if self.known is not None:
            return self.known
        if self.codes is not None:
            return self._cells_held(self.codes)
        if len(self.pieces) > MOST_TOGETHER:
            each = [self.market.mass(self.intent(at)) for at in range(len(self))]
            columns = ("records", "spend", "cells", "price")
            return Masses(*(np.array([getattr(m, name) for m in each]) for name in columns))
        if self.pieces:
            return union_masses(self.market, self.pieces)
        return masses(self.market, self.stack)

    def _cells_held(self, codes: NDArray[Any]) -> Masses:
        market = self.market
        listed = market.cells(Box.everything(market.space))
        at = places(market.space, codes, listed.codes)
        there = np.flatnonzero(at >= 0)
        records, spend, excess = (np.zeros(len(self), dtype=np.int64) for _ in range(3))
        records[there], spend[there] = listed.records[at[there]], listed.spend[at[there]]
        if listed.excess is not None:
            excess[there] = listed.excess[at[there]]
        price = market.prices(Cells(codes.astype(np.uint32), records, spend, excess))
        return Masses(records, spend, np.ones_like(records), price)

    def intent(self, at: int) -> Intent:
        """One of them."""
        space = self.market.space
        if self.codes is not None:
            return Box(space, tuple((int(code),) for code in self.codes[:, at]))
        found = list(dict.fromkeys(Box.from_masks(space, box(one, at)) for one in self.in_pieces))
        if len(found) == 1:
            return found[0]
        return self.market.intent([one.to_json() for one in found])

    def take(self, at: Any) -> Candidates:
        """Some of them, given by their places."""
        codes = None if self.codes is None else self.codes[:, at]
        boxes = None if self.boxes is None else taken(self.boxes, at)
        others = tuple(weights[at] for weights in self.others)
        pieces = tuple(taken(one, at) for one in self.pieces)
        known = None if self.known is None else Masses(*(values[at] for values in self.known))
        return Candidates(self.market, self.weights[at], codes, boxes, others, pieces, known)

    def joined(self, *more: Candidates) -> Candidates:
        """They and others side by side, by the first belief; one of several stands there several times."""
        parts, market = (self, *more), self.market
        weights = np.concatenate([part.weights for part in parts])
        codes = [part.codes for part in parts if part.codes is not None]
        if len(codes) == len(parts):
            return Candidates(market, weights, np.concatenate(codes, axis=1))
        most = max(len(part.in_pieces) for part in parts)
        padded = [(*p.in_pieces, *p.in_pieces[:1] * (most - len(p.in_pieces))) for p in parts]
        pieces = [
            [np.concatenate(rows) for rows in zip(*stacks, strict=True)]
            for stacks in zip(*padded, strict=True)
        ]
        return Candidates.of_unions(market, pieces, weights)

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
        if not isinstance(intent, Box) and not self.pieces:
            return None
        same = np.ones(len(self), dtype=bool)
        for d, mask in enumerate(intent.hull.masks()):
            if self.codes is not None:
                single = np.flatnonzero(mask)
                same &= (self.codes[d] == single[0]) if len(single) == 1 else False
            else:
                same &= (self.stack[d] == mask).all(axis=1)
        found = np.flatnonzero(same).tolist()
        if self.pieces:
            found = [at for at in found if self.intent(at) == intent]
        return int(found[0]) if found else None

    def places(self, among: Candidates) -> NDArray[np.intp]:
        """Where each of them stands among others; -1 for one that is not there."""
        if self.codes is not None and among.codes is not None:
            return places(self.market.space, self.codes, among.codes)
        known = {key: i for i, key in reversed(list(enumerate(among.keys())))}
        found = [known.get(key, -1) for key in self.keys()]
        if self.pieces and among.pieces:  # which may be written in other ways
            found = [self._place_in(among, i) if at < 0 else at for i, at in enumerate(found)]
        return np.array(found, dtype=np.intp)

    def _place_in(self, among: Candidates, at: int) -> int:
        place = among.place(self.intent(at))
        return -1 if place is None else place

    def keys(self) -> list[Any]:
        """What tells each of them from others, by the boxes that it is written with."""
        packed = [np.packbits(np.hstack(one), axis=1) for one in self.in_pieces]
        if len(packed) == 1:
            return [row.tobytes() for row in packed[0]]
        found = [frozenset(map(bytes, rows)) for rows in zip(*packed, strict=True)]
        return [next(iter(one)) if len(one) == 1 else one for one in found]

    def __repr__(self) -> str:
        return f"Candidates({len(self):,} intents, values hidden)"
