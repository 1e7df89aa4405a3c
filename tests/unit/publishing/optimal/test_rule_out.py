"""For which candidates a published intent may be optimal, on tables a person can compute."""

from __future__ import annotations

from fractions import Fraction

from tacit.attackers.against import Against
from tacit.market.market import Market
from tacit.market.stacks import stacked
from tacit.publishing.optimal.rule_out import may_be_optimal
from tacit.publishing.rules import Rules
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.candidate_stacks import singles
from tests.helpers.small_markets import line

HALF = Fraction(1, 2)


class TestMayBeOptimal:
    def test_a_value_that_was_not_needed_rules_a_candidate_out(self) -> None:
        """For a, b and c are cover enough, so d was taken in for c or d, or at will."""
        market = line([2, 2, 2, 1])
        left = may_be_optimal(
            market, singles(market), market.intent({}), Against.of("em-f").posts,
            [Fraction(1, 3)], Rules(),
        )  # fmt: skip
        assert left.tolist() == [False] * 4

    def test_a_value_that_costs_nothing_may_be_there_at_will(self) -> None:
        market = line([2, 2, 2, 0])
        left = may_be_optimal(
            market, singles(market), market.intent({}), Against.of("em-f").posts,
            [Fraction(1, 3)], Rules(),
        )  # fmt: skip
        assert left.tolist() == [True, True, True, False]

    def test_the_middle_of_an_order_can_not_be_left_out(self) -> None:
        market = Market.from_cube(Space((Ordinal("x", ("a", "b", "c")),)), [2, 9, 2])
        ends = stacked([market.intent({"x": ["a"]})])
        asked = (market, ends, market.intent({}), Against.of("em-f").posts, [HALF])
        assert may_be_optimal(*asked, Rules()).tolist() == [False], "c can"
        two = market.intent({"x": ["a", "c"]})
        asked = (market, stacked([two]), market.intent({}), Against.of("em-f").posts, [HALF])
        assert may_be_optimal(*asked, Rules()).tolist() == [True]
        assert may_be_optimal(*asked, Rules(contiguous=False)).tolist() == [False]

    def test_what_must_always_be_published_can_not_be_left_out(self) -> None:
        market = line([2, 2, 2, 1])
        asked = (market, singles(market), market.intent({}), Against.of("em-f").posts)
        always = Rules(always={"x": ["a", "b", "c", "d"]})
        assert may_be_optimal(*asked, [Fraction(1, 3)], always).all()

    def test_what_does_not_hold_the_attackers_is_out(self) -> None:
        market = line([2, 2, 2, 1])
        small = market.intent({"x": ["a", "b"]})
        left = may_be_optimal(
            market, singles(market), small, Against.of("em-f").posts, [Fraction(1, 3)], Rules()
        )
        assert not left.any()
