"""Laws of the two engines: they agree with each other and with adding up every cell.

Each market is drawn as a plain table of counts and prices; the judge looks at every cell of it and
knows nothing of boxes, rules or frontiers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.frontier import Frontier
from tacit.market.market import Market
from tacit.market.mass import Mass
from tacit.market.sources.counting import market_from_table
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.layouts import as_layout

Cell = tuple[int, ...]
MANY = settings(deadline=None, max_examples=150)
CENTS = st.integers(0, 500).map(lambda cents: Fraction(cents, 100))
SOURCES = ("none", "each", "per value", "listed", "listed with empty", "some listed")


@dataclass(frozen=True)
class Drawn:
    """A market twice, and what each cell holds and costs by plain reckoning."""

    dense: Market
    sparse: Market
    counts: dict[Cell, int]
    prices: dict[Cell, Fraction]

    def mass(self, intent: Intent) -> tuple[int, Fraction, int, Fraction]:
        """Records, cost, cells and prices of a box, cell by cell."""
        cells = list(intent.cells())
        return (
            sum(self.counts[cell] for cell in cells),
            sum((self.counts[cell] * self.prices[cell] for cell in cells), Fraction(0)),
            len(cells),
            sum((self.prices[cell] for cell in cells), Fraction(0)),
        )


def in_units(market: Market, mass: Mass) -> tuple[int, Fraction, int, Fraction]:
    """A mass in the user's units."""
    spend, price = mass.spend * market.money_tick, mass.price * market.rule.tick
    return mass.records, spend, mass.cells, price


def parts(frontier: Frontier) -> list[list[int]]:
    found = (frontier.records, frontier.spend, frontier.cells, frontier.price)
    return [[int(number) for number in array] for array in found]


@st.composite
def spaces(draw: st.DrawFn) -> Space:
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    return Space(tuple(Nominal(f"d{i}", tuple("abcd"[:n])) for i, n in enumerate(sizes)))


@st.composite
def markets(draw: st.DrawFn) -> Drawn:
    space = draw(spaces())
    everything = list(product(*(range(n) for n in space.shape)))
    numbers = st.lists(
        st.one_of(st.just(0), st.integers(0, 9), st.integers(0, 10**9)),
        min_size=space.size,
        max_size=space.size,
    )
    counts = dict(zip(everything, draw(numbers), strict=True))
    options, prices, listed = _priced(draw, space, counts)
    codes = np.array(listed, dtype=np.int64).reshape(-1, len(space)).T
    records = [counts[cell] for cell in listed]
    made = [
        Market.from_cells(space, codes, records, layout=layout, **options)
        for layout in ("dense", "sparse")
    ]
    return Drawn(made[0], made[1], counts, prices)


def _priced(
    draw: st.DrawFn, space: Space, counts: dict[Cell, int]
) -> tuple[dict[str, Any], dict[Cell, Fraction], list[Cell]]:
    """A source of costs, the price it means in each cell, and the cells that are listed."""
    cells = draw(st.permutations(list(counts)))
    filled = [cell for cell in cells if counts[cell]]
    source = draw(st.sampled_from(SOURCES))
    if source == "none":
        return {}, dict.fromkeys(counts, Fraction(1)), filled
    if source == "each":
        one = draw(CENTS)
        return {"each": one}, dict.fromkeys(counts, one), filled
    if source == "per value":
        base = draw(CENTS)
        tables = {d.name: {str(v): draw(CENTS) for v in d.values} for d in space}
        prices = {
            cell: base + sum(tables[n][str(v)] for n, v in space.cell(cell).items())
            for cell in counts
        }
        return {"prices_per_value": tables, "base": base}, prices, filled
    if source == "some listed":
        cells = filled
    given = {cell: draw(CENTS) for cell in cells}
    if source == "listed":
        return {"prices": [given[cell] for cell in cells]}, given, cells
    empty = draw(CENTS)
    prices = {cell: given.get(cell, empty) for cell in counts}
    return {"prices": [given[cell] for cell in cells], "empty": empty}, prices, cells


@st.composite
def boxes(draw: st.DrawFn, space: Space) -> Box:
    codes = [
        draw(st.sets(st.integers(0, n - 1), min_size=1, max_size=n).map(tuple)) for n in space.shape
    ]
    return Box(space, tuple(codes))


@MANY
@given(st.data())
def test_the_mass_of_a_box_is_the_sum_over_its_cells(data: st.DataObject) -> None:
    drawn = data.draw(markets())
    box = data.draw(boxes(drawn.dense.space))
    assert drawn.dense.mass(box) == drawn.sparse.mass(box)
    assert in_units(drawn.dense, drawn.dense.mass(box)) == drawn.mass(box)


@MANY
@given(st.data())
def test_the_peak_is_the_highest_over_all_cells_of_a_box(data: st.DataObject) -> None:
    drawn = data.draw(markets())
    box = data.draw(boxes(drawn.dense.space))
    cells = list(box.cells())
    # With prices per value the peak of a box is that of its dearest cell too: it is a box's sum of
    # the dearest value on each dimension.
    for market in (drawn.dense, drawn.sparse):
        peak = market.peak(box)
        assert peak.records == max(drawn.counts[cell] for cell in cells)
        assert peak.spend * market.money_tick == max(
            drawn.counts[cell] * drawn.prices[cell] for cell in cells
        )
        assert peak.price * market.rule.tick == max(drawn.prices[cell] for cell in cells)


@MANY
@given(st.data())
def test_cells_are_listed_alike_and_hold_what_they_hold(data: st.DataObject) -> None:
    drawn = data.draw(markets())
    box = data.draw(boxes(drawn.dense.space))
    dense, sparse = drawn.dense.cells(box), drawn.sparse.cells(box)
    assert dense.codes.tolist() == sparse.codes.tolist()
    assert dense.records.tolist() == sparse.records.tolist()
    assert dense.spend.tolist() == sparse.spend.tolist()
    prices = drawn.dense.prices(dense)
    assert prices.tolist() == drawn.sparse.prices(sparse).tolist()
    listed = [tuple(map(int, cell)) for cell in dense.codes.T]
    assert [int(p) * drawn.dense.rule.tick for p in prices] == [drawn.prices[c] for c in listed]
    assert dense.records.tolist() == [drawn.counts[cell] for cell in listed]
    assert {cell for cell in box.cells() if drawn.counts[cell]} <= set(listed)


@MANY
@given(st.data())
def test_the_frontier_is_the_difference_each_value_makes(data: st.DataObject) -> None:
    drawn = data.draw(markets())
    box = data.draw(boxes(drawn.dense.space))
    found = parts(drawn.dense.frontier(box))
    assert found == parts(drawn.sparse.frontier(box))
    before = drawn.dense.mass(box)
    values = [(d, code) for d, n in enumerate(drawn.dense.space.shape) for code in range(n)]
    for flat, (d, code) in enumerate(values):
        after = drawn.dense.mass(box.with_value(d, code))
        assert [part[flat] for part in found] == [
            after.records - before.records,
            after.spend - before.spend,
            after.cells - before.cells,
            after.price - before.price,
        ]


@MANY
@given(st.data())
def test_the_engines_agree_however_a_box_grows(data: st.DataObject) -> None:
    drawn = data.draw(markets())
    space = drawn.dense.space
    box = data.draw(boxes(space))
    values = [(d, code) for d, n in enumerate(space.shape) for code in range(n)]
    steps = data.draw(st.lists(st.sampled_from(values), max_size=2 * len(values)))
    growths = [market.growth(box) for market in (drawn.dense, drawn.sparse)]
    for step in steps:
        box = box.with_value(*step)
        for growth in growths:
            growth.add(*step)
            assert growth.intent == box
            assert in_units(drawn.dense, growth.mass) == drawn.mass(box)
        assert parts(growths[0].frontier) == parts(growths[1].frontier)
        assert parts(growths[0].frontier) == parts(drawn.dense.frontier(box))


@MANY
@given(markets())
def test_a_market_knows_its_whole(drawn: Drawn) -> None:
    for market in (drawn.dense, drawn.sparse):
        assert market.total.cells == prod(market.space.shape)
        assert market.total.records == sum(drawn.counts.values())
        assert market.filled == sum(count > 0 for count in drawn.counts.values())
        for at, name in enumerate(market.space.names):
            assert market.records_by_value(name) == [
                sum(n for cell, n in drawn.counts.items() if cell[at] == code)
                for code in range(market.space.shape[at])
            ]


@MANY
@given(markets(), st.sampled_from(["dense", "sparse"]))
def test_changing_the_layout_changes_nothing(drawn: Drawn, layout: str) -> None:
    for market in (drawn.dense, drawn.sparse):
        other = as_layout(market, layout)
        everything = Box.everything(market.space)
        assert other.total == market.total
        assert other.peak(everything) == market.peak(everything)
        assert other.cells(everything).records.tolist() == market.cells(everything).records.tolist()


ROWS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("uvw"), st.integers(0, 9999)),
    min_size=1,
    max_size=30,
)


@settings(deadline=None, max_examples=40)
@given(ROWS)
def test_a_cost_column_is_spent_exactly_and_priced_by_its_mean(
    rows: list[tuple[str, str, int]],
) -> None:
    space = Space((Nominal("x", ("a", "b")), Nominal("y", ("u", "v", "w"))))
    table = {
        "x": [x for x, _, _ in rows],
        "y": [y for _, y, _ in rows],
        "c": [cents / 100 for _, _, cents in rows],
    }
    market = market_from_table(table, dimensions=space.dimensions, cost="c")
    mean = Fraction(sum(cents for *_, cents in rows), 100 * len(rows))
    for cell in Box.everything(space).cells():
        named = tuple(space.cell(cell).values())
        costs = [Fraction(cents, 100) for x, y, cents in rows if (x, y) == named]
        mass = market.mass(Box(space, tuple((code,) for code in cell)))
        assert mass.records == len(costs)
        assert mass.spend * market.money_tick == sum(costs)
        expected = sum(costs) / len(costs) if costs else mean
        assert abs(mass.price * market.rule.tick - expected) <= market.rule.tick / 2
