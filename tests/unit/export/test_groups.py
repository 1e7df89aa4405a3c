from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tacit.export.groups import few_boxes
from tests.helpers.selling import market


@pytest.mark.parametrize("seed", range(30))
def test_boxes_hold_the_cells_and_each_once(seed: int) -> None:
    rng = np.random.default_rng(seed)
    every = list(product(range(3), range(2), range(4)))
    cells = [every[i] for i in rng.permutation(len(every))[: int(rng.integers(1, 24))]]
    boxes = few_boxes(cells)
    held = [cell for box in boxes for cell in product(*box)]
    assert sorted(held) == sorted(cells)
    assert len(boxes) <= len(cells)


def test_a_whole_box_is_one() -> None:
    whole = list(product(range(3), range(2), range(4)))
    assert few_boxes(whole) == [((0, 1, 2), (0, 1), (0, 1, 2, 3))]


def test_of_no_cells_there_are_no_boxes() -> None:
    assert few_boxes([]) == []


def test_a_market_of_one_box_needs_one() -> None:
    cells = market().cells(market().intent({"x": ["a"]}))
    assert len(few_boxes(cells.codes.T.tolist())) == 1
