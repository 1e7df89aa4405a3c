from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tacit.errors import PurchaseError
from tacit.export.letters import WIDTH
from tacit.export.sample_text import sample_text
from tacit.market.market import Market
from tacit.market.terms import Terms
from tacit.purchasing.design import STRATIFIED, Design
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.selling import PRICES, by_x, cells_of, market, post, simple

CELLS = cells_of(market(), post())
EUROS = market(Terms("EUR"), prices_per_value=PRICES)


def text(design: Design, seller: Market | None = None) -> str:
    return sample_text(seller or market(), post(), CELLS, design)


def test_a_simple_sample_of_a_post() -> None:
    assert text(simple(CELLS, 5)) == (
        "A simple random sample of 5 records of those with\n\n"
        "  - x: a or b\n"
        "  - age: up to 61\n\n"
        "Each record of this set must be as likely to be drawn as any other, and none\n"
        "is drawn twice.\n\n"
        "Please deliver the records as one table with the same columns as yours, every\n"
        "record once, in any order.\n"
    )


def test_strata_are_listed_with_how_many_of_each() -> None:
    written = text(by_x(CELLS, [3, 8]))
    assert "A random sample of 11 records, drawn in groups, of those with\n" in written
    assert "\n  - 3 of: x: a\n  - 8 of: x: b\n" in written
    assert "as any other of that group" in " ".join(written.split())


def test_a_stratum_of_several_boxes_is_a_list_of_its_own() -> None:
    corners = np.array([0, 1, 1, 1, 1, 1, 1, 0])
    design = Design(STRATIFIED, CELLS.records, corners.astype(np.intp), np.array([2, 0]))
    assert text(design).count("\n      * x: ") == 2
    assert "  - 2 of any of these:\n" in text(design)


@pytest.mark.parametrize(("before", "said"), [(1, "record"), (1_200, "1,200 records")])
def test_what_came_before_is_left_out(before: int, said: str) -> None:
    written = sample_text(market(), post(), CELLS, simple(CELLS, 5), before=before)
    assert f"\nPlease leave out the {said} that you have delivered to us before.\n" in written
    assert "leave out" not in text(simple(CELLS, 5))


def test_a_budget_says_where_to_stop() -> None:
    written = " ".join(text(simple(CELLS, 20, "1234.567"), EUROS).split())
    assert "EUR" not in written
    written = " ".join(text(simple(CELLS, 20, "3.999"), EUROS).split())
    assert "stop before the order would cost more than 3.99 EUR" in written


@pytest.mark.parametrize(
    ("minimum", "budget", "said"),
    [
        (8, "1.99", "If that leaves fewer than 8 records, your smallest order, please draw again"),
        (1, "0.2", "If that leaves none, please draw again"),
        (8, "2", "which is fine. Please deliver"),
    ],
)
def test_a_draw_that_falls_short_of_the_smallest_order_is_made_again(
    minimum: int, budget: str, said: str
) -> None:
    seller = market(Terms(minimum=minimum), prices_per_value=PRICES)
    assert said in " ".join(text(simple(CELLS, 20, budget), seller).split())


def test_a_post_of_several_boxes() -> None:
    union = market().intent([{"x": ["a"], "age": ["child"]}, {"x": ["b"], "age": ["old"]}])
    cells = cells_of(market(), union)
    written = sample_text(market(), union, cells, simple(cells, 5))
    assert (
        "of those with any of these:\n\n  - x: a; age: up to 17\n  - x: b; age: from 62\n"
        in written
    )


def test_everything() -> None:
    everything = market().intent({})
    cells = cells_of(market(), everything)
    written = sample_text(market(), everything, cells, simple(cells, 1))
    assert written.startswith("A simple random sample of 1 record of all that you have.\n")


def test_records_that_were_not_counted_are_left_out() -> None:
    seller = replace(market(), kept="age IS NOT NULL AND trim(\"Y y\") NOT IN ('', '?')")
    assert "leave out records that have no value for age or Y y.\n" in text(
        simple(CELLS, 5), seller
    )


def test_values_outside_the_post_are_never_named() -> None:
    for design in (simple(CELLS, 5), by_x(CELLS, [3, 8]), simple(CELLS, 20, "3")):
        assert "canary" not in text(design, EUROS)


def test_lines_are_short() -> None:
    words = tuple(f"value number {i}" for i in range(60))
    space = Space((Nominal("x", words), Nominal("y", ("p", "q"))))
    seller = Market.from_cells(space, [range(60), [0] * 60], [2] * 60)
    wide = seller.intent({"x": list(words[1:])})
    cells = seller.cells(wide)
    assert max(map(len, sample_text(seller, wide, cells, simple(cells, 5)).splitlines())) <= WIDTH


def test_too_many_cells_are_refused() -> None:
    space = Space((Nominal("x", tuple(range(2001))),))
    seller = Market.from_cells(space, [range(2001)], [1] * 2001)
    cells = seller.cells(seller.intent({}))
    two = (np.arange(2001) % 2).astype(np.intp)
    with pytest.raises(PurchaseError, match="plan file"):
        sample_text(
            seller,
            seller.intent({}),
            cells,
            Design(STRATIFIED, cells.records, two, np.array([1, 1])),
        )
