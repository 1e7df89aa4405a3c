"""Classes of candidates: which true intents there could be.

* `cells`: every single cell;
* `shape`: every intent with as many values on each dimension as the true one has;
* `boxes`: every intent;
* a list that the user gives (`given.py`).

To add one, write its class and register it in `registry.py`. A class says how many candidates lie within
a box and lists them; one that can be too large to list also says how to draw from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.candidates.candidates import Candidates
from tacit.candidates.given import Given, whole_weights
from tacit.errors import SettingError
from tacit.market.stacks import stacked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tacit.intents.box import Box
    from tacit.market.market import Market
    from tacit.market.stacks import Stack

NONEMPTY = "nonempty"


@dataclass(frozen=True)
class Within:
    """Where candidates are looked for.

    Attributes:
        market: what is on offer.
        around: the box that they lie in.
        like: an intent of their shape, where that matters.
        support: "nonempty" if candidates without records do not count, or "all".
    """

    market: Market
    around: Box
    like: Box | None = None
    support: str = "all"


class CandidateClass(ABC):
    """A class of true intents that someone reckons with."""

    name: ClassVar[str]
    about: ClassVar[str]
    """The class in a few words."""

    @abstractmethod
    def how_many(self, within: Within) -> int:
        """How many candidates there are; those without records may be counted too."""

    @abstractmethod
    def every(self, within: Within) -> Candidates:
        """All candidates, each as likely as any other; those without records may be among them."""

    def some(self, within: Within, count: int, rng: np.random.Generator) -> Candidates:
        """So many candidates, drawn with replacement."""
        listed = self.every(within)
        return listed.take(rng.integers(0, len(listed), count))


class EveryCell(CandidateClass):
    """Every single cell."""

    name: ClassVar[str] = "cells"
    about: ClassVar[str] = "every single cell"

    def how_many(self, within: Within) -> int:
        """The cells of a box, or those of them that are known."""
        if within.support == "all":
            return within.around.size
        if within.around.size == within.market.space.size:
            return within.market.filled
        return len(within.market.cells(within.around).records)

    def every(self, within: Within) -> Candidates:
        """Each cell."""
        if within.support == "all":
            grid = np.meshgrid(*within.around.codes, indexing="ij")
            codes: NDArray[Any] = np.array([axis.reshape(-1) for axis in grid])
        else:
            listed = within.market.cells(within.around)
            codes = listed.codes[:, listed.records > 0]
        weights = np.ones(codes.shape[1], dtype=np.int64)
        return Candidates(within.market, weights, codes.astype(np.int64))

    def some(self, within: Within, count: int, rng: np.random.Generator) -> Candidates:
        """Cells drawn value by value, where empty ones count."""
        if within.support == NONEMPTY:
            return super().some(within, count, rng)
        return _drawn(within, [[1]] * len(within.market.space), count, rng)


class _OfSizes(CandidateClass):
    """Every box with some numbers of values on each dimension."""

    @abstractmethod
    def sizes(self, within: Within) -> list[Sequence[int]]:
        """How many values a candidate may have on each dimension."""

    def how_many(self, within: Within) -> int:
        """A product over dimensions, of choices of values."""
        pairs = zip(within.around.codes, self.sizes(within), strict=True)
        return prod(sum(comb(len(codes), size) for size in sizes) for codes, sizes in pairs)

    def every(self, within: Within) -> Candidates:
        """Every combination of one set of values per dimension."""
        pairs = zip(within.around.codes, self.sizes(within), strict=True)
        sets = [list(_choices(codes, sizes)) for codes, sizes in pairs]
        return Candidates.of_boxes(within.market, _every(sets, within.market.space.shape))

    def some(self, within: Within, count: int, rng: np.random.Generator) -> Candidates:
        """Sets of values drawn dimension by dimension."""
        return _drawn(within, self.sizes(within), count, rng)


class SameShape(_OfSizes):
    """Every intent with as many values on each dimension as the true one has."""

    name: ClassVar[str] = "shape"
    about: ClassVar[str] = "as many values on each dimension as the true intent has"

    def sizes(self, within: Within) -> list[Sequence[int]]:
        """One size per dimension."""
        if within.like is None:
            raise SettingError("candidates of one shape need a true intent to take the shape from.")
        return [[len(codes)] for codes in within.like.codes]


class EveryBox(_OfSizes):
    """Every intent that is one box."""

    name: ClassVar[str] = "boxes"
    about: ClassVar[str] = "every intent"

    def sizes(self, within: Within) -> list[Sequence[int]]:
        """Any size."""
        return [range(1, len(codes) + 1) for codes in within.around.codes]

    def how_many(self, within: Within) -> int:
        """Every set of values but the empty one, on each dimension."""
        return prod(int(2 ** len(codes)) - 1 for codes in within.around.codes)


@dataclass(frozen=True)
class GivenList(CandidateClass):
    """What the user lists."""

    name: ClassVar[str] = "given"
    about: ClassVar[str] = "a list that was given"
    given: Given

    def how_many(self, within: Within) -> int:
        """How many are listed, wherever they lie."""
        return len(self.given.intents(within.market))

    def every(self, within: Within) -> Candidates:
        """All that are listed, with their weights."""
        pairs = self.given.intents(within.market)
        weights = whole_weights(list(pairs.values()))
        boxes = [intent.one_box("candidates are single boxes.") for intent in pairs]
        return Candidates.of_boxes(within.market, stacked(boxes), weights)


def _drawn(
    within: Within, sizes: Sequence[Sequence[int]], count: int, rng: np.random.Generator
) -> Candidates:
    """Draw boxes whose sets of values have some sizes; those without records are left out if asked."""
    shape = within.market.space.shape
    stack = [
        _some_sets(np.array(codes), n, size, count, rng)
        for codes, n, size in zip(within.around.codes, shape, sizes, strict=True)
    ]
    found = Candidates.of_boxes(within.market, stack)
    if within.support == "all":
        return found
    return found.take(np.flatnonzero(found.held.records > 0))


def _some_sets(
    codes: NDArray[np.intp], n: int, sizes: Sequence[int], count: int, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Draw sets of values, of one size or, if any size will do, from all but the empty one."""
    rows = np.zeros((count, n), dtype=bool)
    if len(sizes) == 1:
        chosen = rng.permuted(np.tile(codes, (count, 1)), axis=1)[:, : sizes[0]]
        rows[np.arange(count)[:, None], chosen] = True
        return rows
    empty = np.arange(count)
    while len(empty):
        rows[np.ix_(empty, codes)] = rng.integers(0, 2, (len(empty), len(codes)), dtype=bool)
        empty = empty[~rows[empty].any(axis=1)]
    return rows


def _choices(codes: tuple[int, ...], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return (chosen for size in sizes for chosen in combinations(codes, size))


def _every(sets: list[list[tuple[int, ...]]], shape: Sequence[int]) -> Stack:
    """Every combination of one set per dimension, the last dimension running fastest."""
    at = np.unravel_index(np.arange(prod(map(len, sets))), tuple(map(len, sets)))
    stack = []
    for one, n, here in zip(sets, shape, at, strict=True):
        rows = np.zeros((len(one), n), dtype=bool)
        for i, chosen in enumerate(one):
            rows[i, list(chosen)] = True
        stack.append(rows[here])
    return stack
