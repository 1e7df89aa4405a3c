"""What a purchase adds for someone who knows how it was chosen; small markets, judged by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacit
from tacit.attackers.purchase_f import PurchaseF
from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.classes import candidates
from tacit.errors import PurchaseError, SettingError, UnreachablePurchase
from tacit.informed.likelihood import BLIND, SAME, TUNED, Buying, within_bounds
from tacit.informed.measure import measure
from tacit.informed.post import Informed
from tacit.informed.purchase import Mean, Watcher
from tacit.intents.intent import Intent
from tacit.market.cells import Ints
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.publishing.procedure import Procedure
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import ALLOCATIONS, METHODS, allocated, purchase
from tacit.space.nominal import Nominal
from tacit.space.space import Space

RECORDS = [[6, 4], [10, 10]]
CELLS, BOXES = Belief("cells"), Belief("boxes")


def shop(records: Any = RECORDS) -> Market:
    x = Nominal("x", ("canary", "b", "c")[: len(records)])
    y = Nominal("y", ("p", "q", "r")[: len(records[0])])
    return Market.from_cube(Space((x, y)), records)


SHOP = shop()
ALL = SHOP.intent({})


def everyone(belief: Belief = CELLS, market: Market = SHOP) -> Candidates:
    return candidates(market, belief)


def watcher(
    method: str, size: int = 10, belief: Belief = CELLS, prior: Any = None, **more: Any
) -> Watcher:
    return Watcher(SHOP, ALL, everyone(belief), Buying.of(method, size, **more), prior)


def problem(true: Intent, limit: str = "0.3") -> Problem:
    return Problem(SHOP, true, ALL, Fraction(limit), PurchaseF())


def bought(counts: Any, market: Market = SHOP) -> Purchase:
    return Purchase.of(market, market.cells(market.intent({})), np.array(counts))


def all_purchases(size: int) -> list[tuple[int, ...]]:
    stock = [n for row in RECORDS for n in row]
    return [c for c in product(*(range(n + 1) for n in stock)) if sum(c) == size]


def leaky(problem: Problem, size: int, rng: np.random.Generator) -> Ints:
    """Buy what is wanted and hardly anything else."""
    counts = np.where(problem.wanted, np.minimum(problem.stock, size), 0)
    counts[np.flatnonzero(~problem.wanted)[0]] += size - counts.sum()
    return counts


class TestOptimalIsReplayed:
    @pytest.mark.parametrize("belief", [CELLS, BOXES], ids=["cells", "boxes"])
    @pytest.mark.parametrize("size", [6, 10, 20])
    def test_the_belief_is_that_of_replaying_by_hand(self, belief: Belief, size: int) -> None:
        one, among = watcher("optimal", size, belief), everyone(belief)
        answers: dict[int, tuple[int, ...]] = {}
        for i in range(len(among)):
            try:
                order = purchase(SHOP, among.intent(i), ALL, buy=size)
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
        order = purchase(SHOP, true, ALL, buy=10)
        found = watcher("optimal").judge(true, order.purchase)
        same = [
            np.array_equal(
                purchase(SHOP, everyone().intent(i), ALL, buy=10).purchase.bought,
                order.purchase.bought,
            )
            for i in range(4)
        ]
        assert (found.exact, found.possible) == (True, True)
        assert (found.candidates, found.remaining) == (4, sum(same))
        assert found.before == found.wanted_before == 0.25
        assert found.after == found.wanted == Mean.exactly(1 / sum(same))
        assert f"of 4 intents left, {sum(same)} could have led" in found.sentence
        assert "canary" not in str(found.to_json())

    def test_the_survey_is_the_mean_over_all_candidates(self) -> None:
        answers = Counter(
            tuple(allocated(problem(everyone().intent(i)), "optimal", 10, np.random.default_rng()))
            for i in range(4)
        )
        found = measure(SHOP, ALL, everyone(), "optimal", 10)
        assert found.exact
        assert (found.runs, found.refused, found.before) == (4, 0, 0.25)
        assert found.after.value == pytest.approx(len(answers) / 4)
        assert found.guess.value == pytest.approx(len(answers) / 4)
        assert found.known == found.gain.value == pytest.approx(len(answers) / 4 - 0.25)

    def test_a_purchase_that_nothing_leads_to_changes_no_belief(self) -> None:
        true = SHOP.intent({"x": ["canary"], "y": ["p"]})
        found = watcher("optimal").judge(true, bought([6, 4, 0, 0]))
        assert (found.remaining, found.possible) == (0, False)
        assert found.after.value == found.before == 0.25
        assert "none leads to this purchase" in found.sentence

    def test_a_true_intent_that_would_have_bought_otherwise(self) -> None:
        other = purchase(SHOP, everyone().intent(3), ALL, buy=10).purchase
        mine = purchase(SHOP, everyone().intent(0), ALL, buy=10).purchase
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

    @pytest.mark.parametrize("belief", [CELLS, BOXES], ids=["cells", "boxes"])
    @pytest.mark.parametrize("size", [4, 10, 20])
    def test_and_it_is_measured(self, belief: Belief, size: int) -> None:
        found = measure(SHOP, ALL, everyone(belief), "blend", size, runs=300, seed=5)
        assert not found.exact
        assert found.known == 0
        assert found.gain.low < 0 < found.gain.high
        assert not found.adds
        assert abs(found.gain.value) < 0.05
        assert found.guess.low < found.guess_before < found.guess.high

    def test_replays_leave_the_belief_nearly_as_it_was(self) -> None:
        one = watcher("blend", 10)
        estimate = one.estimated(4_000, np.random.default_rng(1))
        for counts in ([3, 1, 3, 3], [2, 2, 3, 3], [1, 1, 4, 4]):
            assert one.belief(estimate.chances(np.array(counts))) == pytest.approx(0.25, abs=0.03)


class TestTheEstimate:
    @pytest.mark.parametrize("i", range(9))
    @pytest.mark.parametrize("size", [1, 7, 30])
    def test_blind_purchases_within_bounds_are_counted_right(self, i: int, size: int) -> None:
        p = problem(everyone(BOXES).intent(i), "0.6")
        most = p.most(size)
        expected = np.zeros(size + 1)
        for counts in all_purchases(size):
            held = np.array(counts)[p.wanted]
            if (held <= most).all():
                pairs = zip(p.stock.tolist(), counts, strict=True)
                expected[held.sum()] += prod(comb(n, k) for n, k in pairs) / comb(30, size)
        assert within_bounds(p, most, size) == pytest.approx(expected, abs=1e-12)

    @pytest.mark.parametrize(
        ("method", "of_method", "belief"),
        [
            ("mc", {"sets": 1}, CELLS),
            ("mc", {"sets": 4}, BOXES),
            ("mcmc", {"steps": 4}, CELLS),
            ("g-mcmc", {}, CELLS),
            ("genetic", {"parents": 4, "kept": 2, "rounds": 1}, CELLS),
        ],
    )
    def test_the_belief_is_that_of_counting_whole_purchases(
        self, method: str, of_method: dict[str, Any], belief: Belief
    ) -> None:
        """Brute force: on a tiny market each possible purchase comes up often enough to count."""
        market = shop([[3, 2], [2, 4]])
        among, size, limit = everyone(belief, market), 5, 0.7
        buying = Buying.of(method, size, limit, **of_method)
        one = Watcher(market, market.intent({}), among, buying)
        estimate = one.estimated(400, np.random.default_rng(1))
        rng, many = np.random.default_rng(2), 1_000
        seen: dict[tuple[int, ...], Ints] = {}
        for i, each in enumerate(one.problems):
            for _ in range(many):
                counts = buying.counts(each, rng)
                if counts is not None:
                    row = seen.setdefault(tuple(counts), np.zeros(len(among), dtype=np.int64))
                    row[i] += 1
        apart = []
        for counts, row in seen.items():
            if row.sum() >= 100:
                now = one.belief(estimate.chances(np.array(counts)))
                apart.append((np.abs(now - row / row.sum()).sum() / 2, row.sum()))
        assert len(apart) >= 5
        distance = np.average([a for a, _ in apart], weights=[n for _, n in apart])
        assert distance < 0.1

    def test_more_of_a_cell_than_passes_rules_it_out(self) -> None:
        one = watcher("mc", 10)
        estimate = one.estimated(5, np.random.default_rng(0))
        found = estimate.chances(np.array([6, 0, 2, 2]))
        assert found[0] == 0
        assert found[3] > 0

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

    @pytest.mark.parametrize("method", TUNED)
    def test_measuring_repeats_with_its_seed(self, method: str) -> None:
        quick = {"mc": {"sets": 5}, "genetic": {"parents": 4, "rounds": 1}}.get(method, {})
        first, again, other = (
            measure(SHOP, ALL, everyone(), method, 10, 0.6, runs=10, seed=s, **quick)
            for s in (1, 1, 2)
        )
        assert first == again
        assert first != other
        assert first.after.low <= first.after.value <= first.after.high
        assert first.known is None

    def test_a_leaky_method_gives_certainty(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(ALLOCATIONS, "leaky", leaky)
        found = measure(SHOP, ALL, everyone(), "leaky", 6, runs=100)
        assert found.after.value > 0.98
        assert found.guess.value == 1
        assert found.guess.low > 0.9
        assert found.adds
        true = everyone().intent(0)
        counts = leaky(problem(true), 6, np.random.default_rng(0))
        one = Watcher(SHOP, ALL, everyone(), Buying.of("leaky", 6))
        assert one.judge(true, bought(counts)).wanted.value > 0.98


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
        post = how.plan(market, true).published
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
    def test_methods_are_all_of_one_kind(self) -> None:
        assert sorted((*SAME, *BLIND, *TUNED)) == sorted(METHODS)

    def test_an_unknown_method(self) -> None:
        with pytest.raises(SettingError, match="no method 'magic'"):
            measure(SHOP, ALL, everyone(), "magic", 10)

    def test_records_that_were_not_on_offer(self) -> None:
        post = SHOP.intent({"x": ["b"]})
        one = Watcher(SHOP, post, everyone(), Buying.of("blend", 2))
        with pytest.raises(PurchaseError, match="outside the published"):
            one.judge(everyone().intent(3), bought([1, 0, 1, 0]))

    def test_candidates_outside_the_post_are_out(self) -> None:
        post = SHOP.intent({"x": ["b"]})
        for method in ("optimal", "blend", "mcmc"):
            found = measure(SHOP, post, everyone(), method, 10, runs=20)
            assert (found.candidates, found.refused) == (4, 2), method

    @pytest.mark.parametrize("method", ["optimal", "blend", "mc"])
    @pytest.mark.parametrize(("size", "said"), [(31, "holds 30"), (0, "at least one")])
    def test_a_size_that_can_not_be_bought(self, method: str, size: int, said: str) -> None:
        with pytest.raises(PurchaseError, match=said):
            measure(SHOP, ALL, everyone(), method, size)

    @pytest.mark.parametrize("method", ["optimal", "mc"])
    def test_a_limit_that_no_purchase_keeps(self, method: str) -> None:
        with pytest.raises(UnreachablePurchase, match="for any candidate"):
            measure(SHOP, ALL, everyone(), method, 30, 0.001, runs=2, observer="purchase")

    def test_too_many_replays(self) -> None:
        with pytest.raises(SettingError, match="fewer runs"):
            measure(SHOP, ALL, everyone(), "blend", 10, runs=10**6)

    @pytest.mark.parametrize("runs", [0, -1])
    def test_no_replays(self, runs: int) -> None:
        with pytest.raises(SettingError, match="above 0"):
            measure(SHOP, ALL, everyone(), "blend", 10, runs=runs)

    def test_no_candidates(self) -> None:
        with pytest.raises(SettingError, match="no candidate is left"):
            Watcher(SHOP, ALL, everyone(), Buying.of("blend", 2), [Fraction(0)] * 4)
