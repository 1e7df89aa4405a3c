"""Table 4: what leaving out a dimension does."""

from __future__ import annotations

import numpy as np
import pytest

import tacit
from tacit.market.folding import project
from tacit.paper import table4
from tacit.paper.exhibit import Case
from tacit.paper.projection import without

EXHIBIT = table4.exhibit()
LINES = [(sheet.title.split(": ")[1], line) for sheet in EXHIBIT.sheets for line in sheet.lines]
TIED = {("em-fc", "race"), ("em-fc", "sex")}


@pytest.mark.parametrize(
    ("attacker", "line"), LINES, ids=lambda v: v if isinstance(v, str) else v.labels[0]
)
def test_every_row_is_as_printed_or_hangs_on_a_tie(attacker: str, line) -> None:
    tied = (attacker, line.labels[0]) in TIED
    assert line.agrees is not tied
    assert line.why == (table4.TIES if tied else "")
    if tied:
        differing = {
            c for c, o, p in zip(table4.COLUMNS, line.ours, line.printed, strict=True) if o != p
        }
        assert differing == {"Updated records (PI)", "Updated utility", "Updated PI size"}


def test_all_eleven_numbers_of_all_ten_rows_are_compared() -> None:
    assert len(LINES) == 10
    assert all(len(line.ours) == len(line.printed) == 11 for _, line in LINES)


def test_what_the_text_says_holds() -> None:
    assert [claim.holds for claim in EXHIBIT.claims] == [True, True, True]


def test_leaving_out_a_dimension_joins_cells_and_keeps_what_is_spent() -> None:
    space = tacit.Space((tacit.Nominal("a", ("x", "y", "z")), tacit.Nominal("b", ("u", "v"))))
    market = tacit.Market.from_cube(space, [[1, 2], [3, 4], [5, 6]], [[10, 1], [1, 1], [2, 2]])
    published = market.intent({"a": ["x", "z"]})
    small = without(market, "a", published)
    assert small.space.names == ("b",)
    by_value = [small.mass(small.intent({"b": [v]})) for v in "uv"]
    assert [mass.records for mass in by_value] == [1 + 5, 2 + 6]
    assert [small.money(mass.spend) for mass in by_value] == [1 * 10 + 5 * 2, 2 * 1 + 6 * 2]
    assert project(published, small.space).codes == ((0, 1),)


def test_one_price_stays_one_price() -> None:
    market = tacit.load("adult")
    small = without(market, "race", market.intent({}))
    assert small.total.records == small.total.spend == 30162
    assert small.total.price == small.space.size == 48


def test_a_case_of_ones_own_has_nothing_printed() -> None:
    own = Case("synthetic", {"race": ["Other"], "sex": ["Male"]}, limit=0.2)
    made = table4.exhibit(own)
    lines = [line for sheet in made.sheets for line in sheet.lines]
    assert len(lines) == 10
    assert all(line.printed is None and line.agrees is None for line in lines)
    assert not made.claims
    assert np.all([line.ours[2].endswith("%") for line in lines])
