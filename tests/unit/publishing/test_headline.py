"""The headline: how sure the best-informed reader is, in one number, in words and for programs."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Judged, Secrets, judged
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.publishing.headline import NOT_TOLD, Headline, HiddenValue, judged_by_records
from tests.helpers.choosing import choose
from tests.helpers.markets import line

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)
SECRETS = Secrets(HALF, {"race": Fraction(2, 5), "sex": HALF})
FOUND = Judged(SECRETS, THIRD, {"race": Fraction(2, 5), "sex": Fraction(1, 4)})


class TestWhatItSays:
    def test_it_is_what_was_found_beside_the_limits(self) -> None:
        found = Headline.of(FOUND, Fraction(1, 8))
        assert (found.sure, found.limit, found.wanted) == (THIRD, HALF, Fraction(1, 8))
        assert found.hidden == (
            HiddenValue("race", Fraction(2, 5), Fraction(2, 5)),
            HiddenValue("sex", Fraction(1, 4), HALF),
        )
        assert found.known

    def test_a_sentence(self) -> None:
        assert Headline(THIRD, HALF, Fraction(1)).sentence == (
            "The best-informed reader is 33.3% sure of a record you want"
        )
        assert Headline.of(FOUND, Fraction(1)).sentence == (
            "The best-informed reader is 33.3% sure of a record you want and 40% sure of your race "
            "and 25% sure of your sex"
        )

    def test_for_programs(self) -> None:
        told = Headline.of(FOUND, Fraction(1, 8)).to_json()
        assert json.loads(json.dumps(told)) == told
        assert told == {
            "sure": 1 / 3,
            "limit": 0.5,
            "holds": True,
            "known": True,
            "wanted_share": 0.125,
            "hidden": [
                {"dimension": "race", "sure": 0.4, "limit": 0.4, "holds": True},
                {"dimension": "sex", "sure": 0.25, "limit": 0.5, "holds": True},
            ],
            "sentence": Headline.of(FOUND, Fraction(1, 8)).sentence,
        }


class TestWhetherItHolds:
    @pytest.mark.parametrize(
        ("sure", "holds"),
        [(HALF, True), (HALF + Fraction(1, 10**18), False), (Fraction(0), True)],
    )
    def test_records_are_compared_exactly(self, sure: Fraction, holds: bool) -> None:
        assert Headline(sure, HALF, Fraction(1)).holds is holds
        assert Headline.of(replace(FOUND, record=sure), Fraction(1)).holds is holds

    def test_one_hidden_value_above_its_own_limit_is_enough(self) -> None:
        surer = {"race": Fraction(2, 5) + Fraction(1, 10**18), "sex": Fraction(1, 4)}
        found = Headline.of(replace(FOUND, values=surer), Fraction(1))
        assert [one.holds for one in found.hidden] == [False, True]
        assert not found.holds
        assert [one["holds"] for one in found.to_json()["hidden"]] == [False, True]


class TestWhereNothingIsKnown:
    def test_it_is_within_no_limit(self) -> None:
        found = Headline.not_known(Fraction(1), Fraction(1, 8))
        assert (found.sure, found.known, found.holds) == (None, False, False)

    @pytest.mark.parametrize("why", [NOT_TOLD, "nobody looked"])
    def test_the_sentence_says_why(self, why: str) -> None:
        assert Headline.not_known(HALF, HALF, why).sentence == (
            f"How sure the best-informed reader is of a record you want is not known: {why}"
        )
        assert Headline.not_known(HALF, HALF).unknown == NOT_TOLD

    def test_for_programs(self) -> None:
        told = Headline.not_known(HALF, Fraction(1, 8), "nobody looked").to_json()
        assert json.loads(json.dumps(told)) == told
        assert (told["sure"], told["known"], told["holds"]) == (None, False, False)
        assert (told["limit"], told["wanted_share"], told["hidden"]) == (0.5, 0.125, [])


class TestEmptyCellsAreNoDisguise:
    """Two cells with records, four without; each could have led to the post as well as others."""

    MARKET = line([3, 5, 0, 0, 0, 0])
    LIMITS = Secrets(HALF, {"x": HALF})

    def wants(self, name: str) -> Box:
        return self.MARKET.intent({"x": [name]})

    @property
    def everyone(self) -> Candidates:
        return candidates(self.MARKET, Belief("cells"))

    def found(self, name: str, *chances: int) -> Judged:
        left = self.everyone
        weights = [Fraction(one) for one in chances or [1] * len(left)]
        return judged_by_records(left, weights, self.LIMITS, self.wants(name))

    def test_those_without_records_are_left_out(self) -> None:
        assert self.found("a").record == HALF
        assert self.found("a").values == {"x": HALF}
        by_all = judged(self.everyone, [Fraction(1)] * 6, self.LIMITS)
        assert by_all.record == Fraction(1, 6)

    def test_the_others_keep_their_chances(self) -> None:
        assert self.found("a", 1, 3, 9, 9, 9, 9).record == Fraction(3, 4)

    def test_where_what_is_wanted_has_none_itself_all_count(self) -> None:
        assert self.found("c").record == Fraction(1, 6)

    def test_where_nobody_has_any_all_count(self) -> None:
        market = line([0, 0, 0])
        left = candidates(market, Belief("cells"))
        true = market.intent({"x": ["a"]})
        found = judged_by_records(left, [Fraction(1)] * 3, Secrets(HALF), true)
        assert found.record == THIRD

    def test_one_that_is_no_candidate_is_judged_by_those_with_records(self) -> None:
        left = self.everyone
        pair = self.MARKET.intent({"x": ["a", "b"]})
        found = judged_by_records(left, [Fraction(1)] * 6, self.LIMITS, pair)
        assert found.record == HALF

    def test_every_prior_counts_and_all_within_the_factor(self) -> None:
        belief = Belief("cells", "uniform,records")
        left = candidates(self.MARKET, belief)
        secrets = Secrets(HALF, within=Fraction(2))
        found = judged_by_records(left, [Fraction(1)] * len(left), secrets, self.wants("a"))
        sure = Fraction(5, 8)
        assert found.record == 2 * sure / (1 + sure)

    def test_a_method_that_counts_them_does_not_fool_the_headline(self) -> None:
        result = choose(
            self.MARKET, {"x": ["a"]}, support="all", against="informed", limit=THIRD, seed=1
        )
        assert result.confidences[-1].within(result.limit)
        assert result.headline.sure is not None
        assert result.headline.sure >= HALF
        assert (result.held, result.holds) == (True, False)


def test_it_shows_no_value_that_is_wanted() -> None:
    market = Market.from_cube(line([1] * 3).space, [4, 4, 4])
    headline = choose(market, {"x": ["c"]}, limit=HALF, hide="x", seed=1).headline
    assert [one.dimension for one in headline.hidden] == ["x"]
    for shown in (repr(headline), headline.sentence, json.dumps(headline.to_json())):
        assert "'c'" not in shown
        assert '"c"' not in shown
