"""What every cube answers, whether dense, sparse or far away. Inherit the suite to hold yours to it.

    class TestMine(CubeContract):
        @pytest.fixture
        def make(self) -> Make:
            return lambda cells, shape: MyCube(cells, shape)

The judge knows a cube as a plain dictionary and looks at every cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.market.cells import Added, Cells, Cube
from tacit.space.dimension import Mask
from tests.contracts.settings import SOME

Cell = tuple[int, ...]
Held = tuple[int, int, int]
"""Records, spend and excess of a cell."""
Make = Callable[[Cells, tuple[int, ...]], Cube]


@dataclass(frozen=True)
class Judge:
    """The cells as a dictionary."""

    shape: tuple[int, ...]
    held: dict[Cell, Held]
    has_excess: bool

    def cells(self) -> Cells:
        """What a cube is made from: in order, and without cells that say nothing."""
        known = [cell for cell in sorted(self.held) if self.held[cell][0] or self.held[cell][2]]
        codes = np.array(known, dtype=np.int64).reshape(-1, len(self.shape)).T
        columns = [np.array([self.held[cell][i] for cell in known], dtype=np.int64) for i in (0, 1)]
        excess = np.array([self.held[cell][2] for cell in known], dtype=np.int64)
        return Cells(codes, *columns, excess if self.has_excess else None)

    def inside(self, box: list[set[int]]) -> list[Held]:
        return [self.held[cell] for cell in product(*box)]

    def sums(self, box: list[set[int]]) -> Held:
        records, spend, excess = (sum(column) for column in zip(*self.inside(box), strict=True))
        return records, spend, excess

    def peaks(self, box: list[set[int]]) -> Held:
        records, spend, excess = (max(column) for column in zip(*self.inside(box), strict=True))
        return records, spend, excess

    def added(self, box: list[set[int]]) -> list[Held]:
        """What each value would add, by flat number; nothing for a value inside."""
        before, found = self.sums(box), []
        for d, size in enumerate(self.shape):
            for code in range(size):
                wider = [*box[:d], box[d] | {code}, *box[d + 1 :]]
                after = self.sums(wider)
                found.append((after[0] - before[0], after[1] - before[1], after[2] - before[2]))
        return found


@st.composite
def judges(draw: st.DrawFn) -> Judge:
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=4)))
    has_excess = draw(st.booleans())
    every = list(product(*(range(n) for n in shape)))
    numbers = st.one_of(st.just(0), st.integers(0, 9), st.integers(0, 10**12))
    held: dict[Cell, Held] = {}
    for cell in every:
        records = draw(numbers)
        spend = draw(numbers) if records else 0
        held[cell] = records, spend, draw(st.integers(-5, 5)) if has_excess else 0
    return Judge(shape, held, has_excess)


@st.composite
def boxes(draw: st.DrawFn, shape: tuple[int, ...]) -> list[set[int]]:
    return [draw(st.sets(st.integers(0, n - 1), min_size=1)) for n in shape]


def masks(shape: tuple[int, ...], box: list[set[int]]) -> list[Mask]:
    return [np.isin(np.arange(n), sorted(codes)) for n, codes in zip(shape, box, strict=True)]


def listed(added: Added) -> list[Held]:
    """What each value adds; a cube without excess adds none."""
    excess = np.zeros(len(added.records), dtype=int) if added.excess is None else added.excess
    columns = (added.records, added.spend, excess)
    return [(int(r), int(s), int(e)) for r, s, e in zip(*columns, strict=True)]


class CubeContract:
    """The suite; `make` gives the cube that is held to it."""

    @pytest.fixture
    def make(self) -> Make:
        raise NotImplementedError

    @SOME
    @given(judges(), st.data())
    def test_inside_is_the_sum_over_a_box(
        self, make: Make, judge: Judge, data: st.DataObject
    ) -> None:
        cube, box = make(judge.cells(), judge.shape), data.draw(boxes(judge.shape))
        assert tuple(cube.inside(masks(judge.shape, box))) == judge.sums(box)
        assert cube.shape == judge.shape
        assert cube.filled == sum(records > 0 for records, _, _ in judge.held.values())

    @SOME
    @given(judges(), st.data())
    def test_peaks_are_the_highest_in_a_box_empty_cells_included(
        self, make: Make, judge: Judge, data: st.DataObject
    ) -> None:
        cube, box = make(judge.cells(), judge.shape), data.draw(boxes(judge.shape))
        assert tuple(cube.peaks(masks(judge.shape, box))) == judge.peaks(box)

    @SOME
    @given(judges(), st.data())
    def test_cells_are_those_of_a_box_that_say_something_in_order(
        self, make: Make, judge: Judge, data: st.DataObject
    ) -> None:
        cube, box = make(judge.cells(), judge.shape), data.draw(boxes(judge.shape))
        found = cube.cells(masks(judge.shape, box))
        known = [c for c in sorted(product(*box)) if judge.held[c][0] or judge.held[c][2]]
        assert [tuple(map(int, codes)) for codes in found.codes.T] == known
        assert found.records.tolist() == [judge.held[cell][0] for cell in known]
        assert found.spend.tolist() == [judge.held[cell][1] for cell in known]
        if found.excess is not None:
            assert found.excess.tolist() == [judge.held[cell][2] for cell in known]
        assert (found.excess is None) == (not judge.has_excess)

    @SOME
    @given(judges(), st.data())
    def test_a_growing_box_knows_what_it_holds_and_what_each_value_adds(
        self, make: Make, judge: Judge, data: st.DataObject
    ) -> None:
        cube, box = make(judge.cells(), judge.shape), data.draw(boxes(judge.shape))
        start = masks(judge.shape, box)
        growth = cube.growth(start)
        values = [(d, code) for d, n in enumerate(judge.shape) for code in range(n)]
        steps = data.draw(st.lists(st.sampled_from(values), max_size=len(values)))
        for dimension, code in [(0, min(box[0])), *steps]:  # the first is inside already
            growth.add(dimension, code)
            box[dimension] = box[dimension] | {code}
            assert tuple(growth.inside) == judge.sums(box)
            assert listed(growth.added()) == judge.added(box)
