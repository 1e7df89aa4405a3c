"""Priors: how likely each candidate is, as whole numbers in proportion."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.candidates.prior import by_cost, by_records, halving, uniform
from tacit.errors import InputError
from tacit.intents.box import Box
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.unit.candidates.shared import SHOP, box, shares


def test_records() -> None:
    found = shares(candidates(SHOP, Belief("cells", "records")))
    assert found == {
        box("a", "s"): Fraction(4, 10),
        box("b", "s"): Fraction(1, 10),
        box("b", "q"): Fraction(2, 10),
        box("c", "q"): Fraction(3, 10),
    }


def test_cost() -> None:
    found = shares(candidates(SHOP, Belief("shape", "cost"), box("a")))
    assert found == {
        box("a"): Fraction(4, 15),
        box("b"): Fraction(8, 15),
        box("c"): Fraction(1, 5),
    }


def test_by_themselves() -> None:
    """All cells, y running fastest; those without records have no weight by records or cost."""
    every = candidates(SHOP, Belief("cells"))
    assert uniform(every).tolist() == [1, 1, 1, 1, 1, 1]
    assert by_records(every).tolist() == [4, 0, 1, 2, 0, 3]
    assert by_cost(every).tolist() == [4, 0, 2, 6, 0, 3]


def test_uniform_leaves_a_list_the_weights_it_came_with() -> None:
    given = Given.of([{"intent": {"x": ["a"]}, "weight": 3}, {"intent": {"x": ["b"]}, "weight": 1}])
    assert uniform(candidates(SHOP, Belief(given))).tolist() == [3, 1]


class TestTables:
    def test_a_table(self) -> None:
        table = [{"intent": {"x": ["a"]}, "weight": 0.3}, {"intent": {"x": ["c"]}, "weight": 0.1}]
        found = shares(candidates(SHOP, Belief("boxes", Given.of(table))))
        assert found == {box("a"): Fraction(3, 4), box("c"): Fraction(1, 4)}

    def test_a_table_and_the_support(self) -> None:
        table = Given.of(
            [
                {"intent": {"x": ["a"], "y": ["q"]}, "weight": 5},
                {"intent": {"x": ["c"], "y": ["q"]}, "weight": 1},
            ]
        )
        for kind in ("cells", "boxes"):
            found = shares(candidates(SHOP, Belief(kind, table, "nonempty")))
            assert found == {box("c", "q"): 1}

    def test_a_table_where_only_some_are_asked_for(self) -> None:
        names = {"a": 1, "b": 2, "c": 4}
        table = Given.of([{"intent": {"x": [x], "y": "q"}, "weight": w} for x, w in names.items()])
        for kind in ("cells", "boxes"):
            found = candidates(SHOP, Belief(kind, table), within=box("ac"))
            assert shares(found) == {box("a", "q"): Fraction(1, 5), box("c", "q"): Fraction(4, 5)}

    def test_one_without_a_weight_weighs_1(self) -> None:
        table = Given.of([{"x": ["a"]}, {"intent": {"x": ["c"]}, "weight": 3}])
        found = shares(candidates(SHOP, Belief("boxes", table)))
        assert found == {box("a"): Fraction(1, 4), box("c"): Fraction(3, 4)}

    def test_a_table_for_what_is_no_candidate(self) -> None:
        with pytest.raises(InputError, match="no candidate"):
            candidates(SHOP, Belief("cells", Given.of([{"x": ["a"]}])))


class TestHalving:
    def test_each_further_cell_halves_it(self) -> None:
        found = shares(candidates(SHOP, Belief("boxes", "halving")))
        assert found[box("a", "s")] == 2 * found[box("a")] == 2 * found[box("bc", "q")]
        assert found[box("a")] == 4 * found[box("ab")] == 16 * found[box("abc")]

    def test_down_to_a_floor(self) -> None:
        space = Space((Nominal("n", tuple(map(str, range(100)))),))
        market = Market.from_cube(space, [1] * 100)
        sets = [Box(space, (tuple(range(n)),)) for n in (3, 4, 43, 44, 100)]
        weights = halving(Candidates.of_intents(market, sets)).tolist()
        assert weights == [2**40, 2**39, 1, 1, 1]


def test_a_table_with_unions() -> None:
    corners = any_of([box("a", "s"), box("b", "q")])
    table = Given.of([{"intent": corners.to_json(), "weight": 3}, {"intent": {"x": ["c"]}}])
    found = shares(candidates(SHOP, Belief(table, table)))
    assert found == {corners: Fraction(3, 4), box("c"): Fraction(1, 4)}
