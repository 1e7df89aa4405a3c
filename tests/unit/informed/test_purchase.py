"""What a purchase adds for someone who knows how it was chosen; small markets, judged by hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacit
from tacit.auditing.buy import purchase
from tacit.candidates.belief import Belief
from tacit.errors import PurchaseError, SettingError, UnreachablePurchase
from tacit.informed.likelihood import Buying
from tacit.informed.post import Informed
from tacit.informed.purchase import Mean, Watcher
from tacit.publishing.procedure import Procedure
from tacit.purchasing.purchase import allocated
from tests.unit.informed.shared import (
    ALL,
    BOXES,
    CELLS,
    SHOP,
    all_purchases,
    bought,
    everyone,
    problem,
    watcher,
)


class TestOptimalIsReplayed:
    @pytest.mark.parametrize("belief", [CELLS, BOXES], ids=["cells", "boxes"])
    @pytest.mark.parametrize("size", [6, 10, 20])
    def test_the_belief_is_that_of_replaying_by_hand(self, belief: Belief, size: int) -> None:
        one, among = watcher("optimal", size, belief), everyone(belief)
        answers: dict[int, tuple[int, ...]] = {}
        for i in range(len(among)):
            try:
                order = purchase(SHOP, among.intent(i), ALL, buy=size, allocate="optimal")
            except UnreachablePurchase:
                continue
            counts = np.zeros((2, 2), dtype=int)
            counts[tuple(order.purchase.codes.astype(int))] = order.purchase.counts
            answers[i] = tuple(counts.reshape(-1).tolist())
        known = one.known()
        assert known is not None
        for mine in answers.values():
            alike = [i for i, other in answers.items() if other == mine]
            belief_now = one.belief(known.chances(np.array(mine)))
            expected = [1 / len(alike) if i in alike else 0.0 for i in range(len(among))]
            assert belief_now.tolist() == pytest.approx(expected)

    def test_what_is_found_about_one_purchase(self) -> None:
        true = SHOP.intent({"x": ["canary"], "y": ["p"]})
        order = purchase(SHOP, true, ALL, buy=10, allocate="optimal")
        found = watcher("optimal").judge(true, order.purchase)
        same = [
            np.array_equal(
                purchase(SHOP, wanted, ALL, buy=10, allocate="optimal").purchase.bought,
                order.purchase.bought,
            )
            for wanted in map(everyone().intent, range(4))
        ]
        assert (found.exact, found.possible) == (True, True)
        assert (found.candidates, found.remaining) == (4, sum(same))
        assert found.before == found.wanted_before == 0.25
        assert found.after == found.wanted == Mean.exactly(1 / sum(same))
        assert f"of 4 intents left, {sum(same)} could have led" in found.sentence
        assert "canary" not in str(found.to_json())

    def test_a_purchase_that_nothing_leads_to_changes_no_belief(self) -> None:
        true = SHOP.intent({"x": ["canary"], "y": ["p"]})
        found = watcher("optimal").judge(true, bought([6, 4, 0, 0]))
        assert (found.remaining, found.possible) == (0, False)
        assert found.after.value == found.before == 0.25
        assert "none leads to this purchase" in found.sentence

    def test_a_true_intent_that_would_have_bought_otherwise(self) -> None:
        other, mine = (
            purchase(SHOP, everyone().intent(i), ALL, buy=10, allocate="optimal").purchase
            for i in (3, 0)
        )
        assert other.bought.tolist() != mine.bought.tolist()
        found = watcher("optimal").judge(everyone().intent(0), other)
        assert not found.possible
        assert found.wanted.value == 0
        assert "chosen in another way" in found.sentence


class TestBlendAddsNothing:
    def test_the_draw_does_not_look_at_the_true_intent(self) -> None:
        for seed in range(20):
            drawn = {
                tuple(
                    allocated(problem(everyone(BOXES).intent(i)), "blend", 10,
                              np.random.default_rng(seed))
                )
                for i in range(9)
            }  # fmt: skip
            assert len(drawn) == 1

    @pytest.mark.parametrize("counts", all_purchases(3))
    def test_no_purchase_changes_the_belief(self, counts: tuple[int, ...]) -> None:
        prior = [Fraction(n) for n in (1, 2, 3, 4)]
        found = watcher("blend", 3, prior=prior).judge(everyone().intent(1), bought(counts))
        assert found.exact
        assert found.remaining == 4
        assert found.after.value == found.before == 0.4
        assert found.wanted.value == found.wanted_before == 0.2
        assert "adds nothing" in found.sentence

    def test_replays_leave_the_belief_nearly_as_it_was(self) -> None:
        one = watcher("blend", 10)
        estimate = one.estimated(4_000, np.random.default_rng(1))
        for counts in ([3, 1, 3, 3], [2, 2, 3, 3], [1, 1, 4, 4]):
            assert one.belief(estimate.chances(np.array(counts))) == pytest.approx(0.25, abs=0.03)


class TestTheEstimate:
    def test_one_purchase_comes_with_an_interval(self) -> None:
        true = everyone().intent(0)
        order = purchase(SHOP, true, ALL, buy=10, allocate="mcmc", seed=1)
        found = watcher("mcmc").judge(true, order.purchase, replays=50, seed=3)
        assert not found.exact
        assert found.possible
        assert 0 < found.wanted.low < found.wanted.value < found.wanted.high <= 1
        assert "about" in found.sentence
        assert found == watcher("mcmc").judge(true, order.purchase, replays=50, seed=3)
        assert found != watcher("mcmc").judge(true, order.purchase, replays=50, seed=4)
        assert not found.within(Fraction(1, 4))
        assert found.within(Fraction(1))


class TestBelief:
    @settings(max_examples=30, deadline=None)
    @given(
        st.lists(st.floats(0, 1e300), min_size=4, max_size=4),
        st.lists(st.integers(0, 10**6), min_size=4, max_size=4).filter(any),
    )
    def test_beliefs_are_shares(self, chances: list[float], prior: list[int]) -> None:
        one = watcher("blend", prior=[Fraction(n) for n in prior])
        now = one.belief(np.array(chances))
        assert (now >= 0).all()
        assert now.sum() == pytest.approx(1)
        assert (now[np.array(prior) == 0] == 0).all()

    @settings(max_examples=10, deadline=None)
    @given(st.integers(0, 200), st.sampled_from(["mc", "mcmc", "g-mcmc", "blend"]))
    @pytest.mark.slow
    def test_so_are_those_after_any_purchase(self, seed: int, method: str) -> None:
        rng = np.random.default_rng(seed)
        one = watcher(method, 8, BOXES, **({"sets": 50} if method == "mc" else {}))
        estimate = one.estimated(3, rng)
        counts = rng.multivariate_hypergeometric([6, 4, 10, 10], 8)
        now = one.belief(estimate.chances(counts))
        assert (now >= 0).all()
        assert now.sum() == pytest.approx(1)

    def test_a_record_that_several_candidates_hold_is_as_sure_as_they_are_together(self) -> None:
        one = watcher("blend", 10, BOXES)
        # Each of the nine boxes holds a given cell if it has its x and its y: 2/3 of 3, twice.
        assert one.sure(one.prior, 0) == (pytest.approx(4 / 9), pytest.approx(4 / 9))

    def test_a_confidence_at_the_limit_is_within_it(self) -> None:
        """Three tenths have no float; what is exact is compared exactly."""
        prior = [Fraction(n, 10) for n in (1, 2, 3, 4)]
        for top in (Fraction(4, 10), Fraction(4, 10) - Fraction(1, 10**30)):
            found = watcher("blend", prior=prior).judge(everyone().intent(2), bought([1, 1, 4, 4]))
            assert found.within(top) == (top == Fraction(4, 10))
        assert (found.before, found.wanted.value) == (0.4, 0.3)

    def test_the_post_comes_first(self) -> None:
        """Candidates that could not have led to the post are out before the purchase."""
        market = tacit.load("adult")
        true = market.intent(
            {"race": ["Black"], "sex": ["Female"], "age": ["working adult"],
             "hours-per-week": ["full-time"], "income": [">50K"]}
        )  # fmt: skip
        how = Procedure.of(method="optimal", against="em-f")
        post = how.choose(market, true).published
        alone = Watcher.after(
            Informed(market, how, Belief("cells")), true, post, Buying.of("blend", 40)
        )
        assert len(alone.candidates) == 1
        wrong = Procedure.of(method="optimal", against="em-f", limit=0.01)
        lost = Watcher.after(
            Informed(market, wrong, Belief("cells")), true, post, Buying.of("blend", 40)
        )
        assert len(lost.candidates) == 2


class TestRefused:
    def test_records_that_were_not_on_offer(self) -> None:
        post = SHOP.intent({"x": ["b"]})
        one = Watcher(SHOP, post, everyone(), Buying.of("blend", 2))
        with pytest.raises(PurchaseError, match="outside the published"):
            one.judge(everyone().intent(3), bought([1, 0, 1, 0]))

    def test_no_candidates(self) -> None:
        with pytest.raises(SettingError, match="no candidate is left"):
            Watcher(SHOP, ALL, everyone(), Buying.of("blend", 2), [Fraction(0)] * 4)
