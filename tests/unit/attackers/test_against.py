"""Against: who must be held, and each one's limit; one grammar for all who ask."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.attackers.against import Against, one_observer
from tacit.attackers.confidence import Confidence
from tacit.attackers.em_f import EmF
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.registry import ATTACKERS, INFORMED, OBSERVERS
from tacit.auditing.audit import audit
from tacit.auditing.buy import purchase
from tacit.auditing.protect import protect
from tacit.auditing.purchase import audit_purchase
from tacit.auditing.survey import survey, survey_purchases
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.errors import SettingError
from tacit.informed.measure import measure
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import lowest_limit
from tacit.tradeoff import frontier
from tests.helpers.markets import bought, line

NAMES = ("pi-uniform", "em-f", "em-c", "em-fc")
KNOWN = (*ATTACKERS, *OBSERVERS, INFORMED)

limits = st.fractions(Fraction(1, 10**6), 1)
lists = st.dictionaries(st.sampled_from(KNOWN), st.none() | limits, min_size=1)


def written(asked: dict[str, Fraction | None]) -> str:
    return ",".join(name if own is None else f"{name}={own}" for name, own in asked.items())


class TestReading:
    def test_attackers_are_found_by_name_in_the_order_asked(self) -> None:
        assert [a.name for a in Against.of("em-fc,pi-uniform").posts] == ["em-fc", "pi-uniform"]
        assert [a.name for a in Against.of([" EM-F ", "em-f", "em-c"]).posts] == ["em-f", "em-c"]

    def test_observers_are_found_by_name(self) -> None:
        found = Against.of(["purchase", " purchase-f"]).observers
        assert [one.name for one in found] == ["purchase", "purchase-f"]
        found = Against.of("purchase-fc,purchase").observers
        assert [one.name for one in found] == ["purchase-fc", "purchase"]

    def test_who_looks_at_what_is_told_apart(self) -> None:
        found = Against.of("purchase-f, em-f, purchase")
        assert [one.name for one in found.posts] == ["em-f"]
        assert [one.name for one in found.observers] == ["purchase-f", "purchase"]
        assert not found.informed

    def test_the_informed_attacker_is_told_apart(self) -> None:
        assert not Against.of("em-f").informed
        found = Against.of(["Informed", "em-f"])
        assert ([one.name for one in found.posts], found.informed) == (["em-f"], True)
        alone = Against.of("informed = 1/5")
        assert (alone.posts, alone.informed, alone.limit_of(INFORMED)) == ((), True, Fraction(1, 5))

    def test_attackers_with_settings_of_their_own_stand_beside_names(self) -> None:
        mine, watching = EmF(), PurchaseF()
        assert Against.of(mine).posts == (mine,)
        found = Against.of([watching, "em-c", mine])
        assert (found.posts, found.observers) == ((ATTACKERS["em-c"], mine), (watching,))

    @pytest.mark.parametrize(
        ("asked", "nearest"),
        [
            ("em-g", "em-f"),
            ("emfc", "em-fc"),
            ("pi_uniform", "pi-uniform"),
            ("uniform", "pi-uniform"),
        ],
    )
    def test_an_unknown_attacker_is_answered_with_the_nearest(
        self, asked: str, nearest: str
    ) -> None:
        with pytest.raises(SettingError, match=f"'{asked}'. Did you mean '{nearest}'"):
            Against.of(asked)

    def test_an_attacker_like_no_other_is_answered_with_all(self) -> None:
        with pytest.raises(SettingError) as caught:
            Against.of("zzz")
        assert "Did you mean" not in str(caught.value)
        assert all(name in str(caught.value) for name in KNOWN)

    @pytest.mark.parametrize("nobody", ["", " , ", []])
    def test_at_least_one_attacker_is_needed(self, nobody: str | list[str]) -> None:
        with pytest.raises(SettingError, match="at least one"):
            Against.of(nobody)

    def test_nobody_has_a_limit_all_the_same(self) -> None:
        found = Against.nobody("0.2")
        assert (found.posts, found.observers, found.informed) == ((), (), False)
        assert found.limit == found.limit_of("em-f") == Fraction(1, 5)


class TestLimits:
    def test_an_attacker_may_have_a_limit_of_its_own(self) -> None:
        found = Against.of("em-f = 0.1, em-c, EM-FC=1/3", 0.3)
        assert [attacker.name for attacker in found.posts] == ["em-f", "em-c", "em-fc"]
        assert found.own == {"em-f": Fraction(1, 10), "em-fc": Fraction(1, 3)}
        assert found.limits == (Fraction(1, 10), Fraction(3, 10), Fraction(1, 3))

    @pytest.mark.parametrize("limit", ["0", "1.5", "-1"])
    def test_a_limit_that_is_none_is_refused(self, limit: str) -> None:
        with pytest.raises(SettingError, match="above 0 and at most 1"):
            Against.of(f"em-f={limit}", 0.3)
        with pytest.raises(SettingError, match="above 0 and at most 1"):
            Against.of("em-f", limit)
        with pytest.raises(SettingError, match="above 0 and at most 1"):
            Against.nobody(limit)

    @pytest.mark.parametrize("limit", ["", "much", "0.1=0.2", "1/0"])
    def test_a_limit_that_is_no_number_is_refused(self, limit: str) -> None:
        with pytest.raises(SettingError, match="finite number"):
            Against.of(f"em-f={limit}")

    def test_a_confidence_is_judged_by_its_own_limit(self) -> None:
        held = Against.of("em-f=0.1, em-c", 0.3)
        strict, plain = (held.bounded(Confidence(n, Fraction(1, 5))) for n in ("em-f", "em-c"))
        assert not strict.within(held.limit)
        assert plain.within(held.limit)

    def test_everyone_judges_with_its_own_limit(self) -> None:
        market = line([1, 4])
        true, everything = market.intent({"x": ["a"]}), market.intent({})
        found = Against.of("em-f=0.1, pi-uniform", 0.5).judged(market, true, everything)
        assert [(c.attacker, c.upper, c.limit) for c in found] == [
            ("em-f", Fraction(1, 5), Fraction(1, 10)),
            ("pi-uniform", Fraction(1, 2), None),
        ]


class TestWhoFitsWhere:
    def test_who_looks_at_purchases_does_not_look_at_posts(self) -> None:
        with pytest.raises(SettingError, match="purchase-f looks at purchases, not at posts"):
            Against.of("em-f, purchase-f").about_posts()
        with pytest.raises(SettingError, match="em-f looks at posts, not at purchases"):
            Against.of("purchase, em-f").about_purchases()
        with pytest.raises(SettingError, match="informed looks at posts, not at purchases"):
            Against.of("purchase, informed").about_purchases()

    def test_those_who_fit_are_left_as_they_are(self) -> None:
        posts, purchases = Against.of("em-f=0.1, informed"), Against.of("purchase=0.2")
        assert posts.about_posts() is posts
        assert purchases.about_purchases() is purchases

    def test_a_purchase_is_chosen_against_one(self) -> None:
        assert one_observer("purchase-f=0.1") == (OBSERVERS["purchase-f"], Fraction(1, 10))
        assert one_observer(OBSERVERS["purchase"], 0.2) == (OBSERVERS["purchase"], Fraction(1, 5))
        with pytest.raises(SettingError, match="against one observer"):
            one_observer("purchase, purchase-f")


class TestRoundTrip:
    @given(lists, limits)
    def test_what_is_printed_is_read_again(
        self, asked: dict[str, Fraction | None], limit: Fraction
    ) -> None:
        found = Against.of(written(asked), limit)
        assert Against.of(str(found), found.limit) == found

    @given(lists, limits)
    def test_what_is_told_holds_the_same_at_the_same_limits(
        self, asked: dict[str, Fraction | None], limit: Fraction
    ) -> None:
        found = Against.of(written(asked), limit)
        again = Against.of(found.to_json(), 1)
        assert (again.posts, again.observers) == (found.posts, found.observers)
        assert again.informed == found.informed
        assert [again.limit_of(name) for name in asked] == [found.limit_of(name) for name in asked]
        assert again.to_json() == found.to_json()

    def test_one_that_is_read_already_is_left_as_it_is(self) -> None:
        found = Against.of("em-f=0.1", 0.2)
        assert Against.of(found, 0.9) is found


MARKET = line([10, 40, 90, 60])
TRUE = MARKET.intent({"x": ["a"]})
ALL = MARKET.intent({})


EVERYONE = candidates(MARKET, Belief("cells"))

ABOUT_POSTS: dict[str, Callable[[Any], Any]] = {
    "protect": lambda against: protect(MARKET, TRUE, against=against, method="greedy"),
    "optimal": lambda against: protect(MARKET, TRUE, against=against, method="optimal"),
    "procedure": lambda against: Procedure.of(against=against, method="greedy"),
    "audit": lambda against: audit(MARKET, TRUE, ALL, against=against),
    "survey": lambda against: survey(MARKET, "greedy", against=against),
    "frontier": lambda against: frontier(MARKET, TRUE, against=against),
    "lowest_limit": lambda against: lowest_limit(MARKET, TRUE, against),
}
ABOUT_PURCHASES: dict[str, Callable[[Any], Any]] = {
    "purchase": lambda against: purchase(MARKET, TRUE, ALL, buy=20, against=against),
    "audit_purchase": lambda against: audit_purchase(TRUE, bought(MARKET, b=2), against=against),
    "survey_purchases": lambda against: survey_purchases(
        MARKET, ALL, "optimal", 20, against=against
    ),
    "measure": lambda against: measure(MARKET, ALL, EVERYONE, "optimal", 20, observer=against),
}


class TestEveryoneReadsTheSame:
    @pytest.mark.parametrize("verb", ABOUT_POSTS)
    @pytest.mark.parametrize("against", ["em-f=0.1, em-c", ["em-f = 1/10", "em-c"]])
    def test_a_limit_of_its_own_is_read_by_all_who_ask_about_posts(
        self, verb: str, against: Any
    ) -> None:
        assert ABOUT_POSTS[verb](against) is not None
        assert ABOUT_POSTS[verb](Against.of(against)) is not None

    @pytest.mark.parametrize("verb", ABOUT_PURCHASES)
    @pytest.mark.parametrize("against", ["purchase-f=0.4", ["purchase-f = 2/5"]])
    def test_and_by_all_who_ask_about_purchases(self, verb: str, against: Any) -> None:
        assert ABOUT_PURCHASES[verb](against) is not None
        assert ABOUT_PURCHASES[verb](Against.of(against)) is not None

    @pytest.mark.parametrize("verb", [*ABOUT_POSTS, *ABOUT_PURCHASES])
    def test_a_name_that_nobody_has_is_refused_by_all(self, verb: str) -> None:
        with pytest.raises(SettingError, match="there is no attacker 'em-g'"):
            {**ABOUT_POSTS, **ABOUT_PURCHASES}[verb]("em-g=0.1")

    @pytest.mark.parametrize("verb", ABOUT_POSTS)
    def test_one_who_sees_purchases_is_refused_by_all_who_ask_about_posts(self, verb: str) -> None:
        with pytest.raises(SettingError, match="looks at purchases, not at posts"):
            ABOUT_POSTS[verb]("purchase-f=0.1")

    @pytest.mark.parametrize("verb", ABOUT_PURCHASES)
    def test_and_the_other_way_round(self, verb: str) -> None:
        with pytest.raises(SettingError, match="looks at posts, not at purchases"):
            ABOUT_PURCHASES[verb]("em-f=0.1")

    def test_the_limit_of_its_own_counts(self) -> None:
        assert protect(MARKET, TRUE, against="em-f=0.1", method="greedy").confidences[
            0
        ].upper <= Fraction(1, 10)
        found = audit(MARKET, TRUE, ALL, against="em-f=0.04, pi-uniform")
        assert [c.within(found.limit) for c in found.protected[:2]] == [False, True]
        asked: dict[str, Any] = {"buy": 20, "allocate": "optimal"}
        strict = purchase(MARKET, TRUE, ALL, **asked, against="purchase-f=0.5", limit=0.9)
        loose = purchase(MARKET, TRUE, ALL, **asked, limit=0.9)
        assert strict.true_records == purchase(MARKET, TRUE, ALL, **asked, limit=0.5).true_records
        assert strict.true_records < loose.true_records


def test_limits_may_be_given_by_name() -> None:
    assert Against.of({"em-f": 0.1, "em-c": None}) == Against.of("em-f=0.1, em-c")


def test_two_limits_for_one_are_refused() -> None:
    with pytest.raises(SettingError, match="em-f is given two limits"):
        Against.of("em-f=0.1, em-f=0.9")
    assert Against.of("em-f=0.1, em-f=1/10, em-f") == Against.of("em-f=0.1")


@pytest.mark.parametrize("nonsense", [3, [3], ["em-f", None], b"em-f", {3: 0.1}.keys()])
def test_what_is_no_name_is_refused_in_plain_words(nonsense: Any) -> None:
    with pytest.raises(SettingError, match=r"by name|at least one"):
        Against.of(nonsense)
