"""Cells in a list: which lie in a box, and where each stands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tacit.intents.box import Box
from tacit.market.cells import Cells, cell_keys, offsets, places
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import SEX_HOURS, of_hours

HUGE = Space(tuple(Nominal(f"d{i}", tuple("abcd")) for i in range(40)))


def codes(*cells: tuple[int, ...]) -> Any:
    """Cells as an array with one column each."""
    return np.array(cells, dtype=np.uint32).T


@pytest.fixture
def listed() -> Cells:
    """F few, F many, M some, M many."""
    records = np.array([1, 4, 2, 8])
    return Cells(codes((0, 0), (0, 2), (1, 1), (1, 2)), records, records, None)


def test_offsets_number_all_values_in_a_row() -> None:
    assert offsets((2, 3)) == [0, 2, 5]


def test_cells_within_a_box(listed: Cells) -> None:
    women, all_hours = np.array([True, False]), np.ones(3, dtype=bool)
    assert listed.within([women, all_hours]).tolist() == [True, True, False, False]
    at_most_some = np.array([True, True, False])
    assert listed.within([~women, at_most_some]).tolist() == [False, False, True, False]


def test_cells_of_an_intent_of_two_boxes(listed: Cells) -> None:
    either = of_hours().intent(
        [{"sex": ["F"], "hours": ["few"]}, {"sex": ["M"], "hours": ["many"]}]
    )
    assert listed.of(either).tolist() == [True, False, False, True]
    assert listed.of(Box.everything(SEX_HOURS)).all()


def test_some_of_the_cells_keep_their_sums(listed: Cells) -> None:
    some = listed.where(np.array([False, True, False, True]))
    assert some.codes.tolist() == [[0, 1], [2, 2]]
    assert some.records.tolist() == [4, 8]
    assert some.spend is some.records, "what is the same is kept once"
    priced = listed._replace(spend=listed.records * 3, excess=np.array([0, 1, 2, 3]))
    last = priced.where(np.array([False, False, False, True]))
    assert last.excess is not None
    assert (last.spend.tolist(), last.excess.tolist()) == ([24], [3])


def test_keys_number_the_cells_with_the_last_dimension_fastest() -> None:
    assert cell_keys(SEX_HOURS, codes((0, 0), (0, 2), (1, 0), (1, 2))).tolist() == [0, 2, 3, 5]


def test_keys_rise_as_the_codes_do_even_where_numbers_run_out() -> None:
    cells = np.zeros((40, 3), dtype=np.uint32)
    cells[0, 0], cells[39, 1] = 1, 3
    first, middle, lowest = cell_keys(HUGE, cells).tolist()
    assert lowest < middle < first
    many = np.random.default_rng(7).integers(0, 3, (40, 200), dtype=np.uint32)
    many[:20] = many[:20, :1]  # so that many are the same for long
    order = sorted(range(200), key=lambda i: tuple(many[:, i].tolist()))
    assert np.argsort(cell_keys(HUGE, many), kind="stable").tolist() == order


def test_places_of_cells_among_others() -> None:
    among = codes((1, 2), (0, 0), (0, 2))
    asked = codes((0, 0), (1, 1), (1, 2), (0, 1))
    assert places(SEX_HOURS, asked, among).tolist() == [1, -1, 0, -1]
    assert places(SEX_HOURS, asked, among[:, :0]).tolist() == [-1] * 4


def test_places_in_a_space_whose_cells_no_number_can_key() -> None:
    cells = np.zeros((40, 2), dtype=np.uint32)
    cells[:, 1] = 3
    assert places(HUGE, cells[:, ::-1], cells).tolist() == [1, 0]
