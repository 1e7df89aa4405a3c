"""The chain: what a purchase adds to a post, on lines of four cells that a person can follow."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from tacit.attackers.purchase_f import PurchaseF
from tacit.auditing import chain as chains
from tacit.auditing.chain import (
    NOTHING,
    UNKNOWN,
    Chain,
    chain_of_order,
    chain_of_tuned,
    is_same_for_all,
    not_known,
    nothing_added,
    sizes_by_want,
)
from tacit.auditing.reader import Reader
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.informed.likelihood import Buying
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.publishing.headline import Headline
from tacit.purchasing.blind import Answer, answered
from tacit.purchasing.order import Order
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import blindly, tuned
from tacit.purchasing.question import BuyingQuestion
from tacit.purchasing.quotas import quotas
from tests.helpers.markets import bought, line

UNLIKE = line([10, 40, 90, 60])
ALIKE = line([10, 10, 90, 90])
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
TWO = BuyingQuestion.of(need=2)


def problem(market: Market = UNLIKE, want: str = "a", **more: Any) -> Problem:
    """All of a line is published."""
    true = market.intent({"x": [want]})
    limit = more.pop("limit", Fraction(9, 10))
    return Problem(market, true, market.intent({}), limit, PurchaseF(), **more)


def reader(asked: Problem, limit: Fraction = HALF, prior: str = "uniform") -> Reader:
    """One to whom each of the four cells is left."""
    among = candidates(asked.market, Belief("cells", prior=prior))
    left = among, [Fraction(1)] * len(among)
    headline = Headline(QUARTER, limit, Fraction(1, 20))
    return Reader(asked.true, Secrets(limit), headline, find=lambda: left)


def order(asked: Problem, question: BuyingQuestion = TWO, kind: str = "simple") -> Order:
    """A blind order."""
    if kind == "quotas":
        among = candidates(asked.market, Belief("cells"))
        found = quotas(asked, among, question.records)
        answer = Answer(found.design, found.proven, question.records)
    else:
        answer = answered(asked, question, kind)
    return blindly(asked, question, answer, np.random.default_rng(1))


def enough(stock: int, total: int, need: int, odds: Fraction) -> int:
    """The smallest simple sample that holds so many of a cell with given odds, by counting."""
    for size in range(need, total + 1):
        ways = [comb(stock, j) * comb(total - stock, size - j) for j in range(need)]
        if 1 - Fraction(sum(ways), comb(total, size)) >= odds:
            return size
    raise AssertionError


class TestTheChain:
    def test_where_nothing_is_added_the_reader_is_the_same(self) -> None:
        before = reader(problem())
        found = nothing_added(before)
        assert found.reader is before
        assert (found.before, found.after, found.adds) == (
            before.headline,
            before.headline,
            NOTHING,
        )
        assert found.holds

    def test_what_is_not_known_is_not_within(self) -> None:
        found = not_known(reader(problem(), Fraction(1)), "nobody saw it")
        assert not found.holds
        assert (found.before.sure, found.after.sure) == (QUARTER, None)
        assert (found.adds, found.after.unknown) == (UNKNOWN, "nobody saw it")

    def test_what_it_says_for_programs(self) -> None:
        found = nothing_added(reader(problem()))
        told = found.to_json()
        assert (told["sure"], told["holds"], told["adds"]) == (0.25, True, NOTHING)
        assert told["before"] == found.before.to_json()
        assert told["replayed"] is None
        assert repr(found) == (
            f"Chain(holds: True; The best-informed reader is 25% sure of a record you want; {NOTHING})"
        )


class TestABlindOrder:
    @pytest.mark.parametrize("question", [{"buy": 20}, {"budget": 20}])
    @pytest.mark.parametrize("kind", ["simple", "stratified", "weighted"])
    def test_that_does_not_look_at_the_want_adds_nothing(
        self, question: dict[str, int], kind: str
    ) -> None:
        asked = problem()
        before = reader(asked)
        found = chain_of_order(before, asked, order(asked, BuyingQuestion.of(**question), kind))
        assert (found.reader, found.adds) == (before, NOTHING)

    def test_nor_do_quotas(self) -> None:
        asked = problem()
        before = reader(asked)
        assert chain_of_order(before, asked, order(asked, kind="quotas")).reader is before

    def test_after_a_post_of_which_nothing_is_known_it_is_not_within_either(self) -> None:
        asked = problem()
        unknown = reader(asked).unsure("who knows")
        found = chain_of_order(unknown, asked, order(asked, BuyingQuestion.of(buy=20)))
        assert found.reader is unknown
        assert not found.holds


class TestTheSizeOfAnOrderForANeed:
    @pytest.mark.parametrize("market", [UNLIKE, ALIKE], ids=["unlike", "alike"])
    def test_each_candidate_would_have_asked_for_its_own(self, market: Market) -> None:
        asked = problem(market)
        among = candidates(market, Belief("cells"))
        stock = market.cells(market.intent({})).records.tolist()
        expected = [enough(n, 200, 2, TWO.odds) for n in stock]
        assert sizes_by_want(asked, TWO, "simple", among) == expected

    def test_so_a_size_of_its_own_tells_it(self) -> None:
        asked = problem()
        found = chain_of_order(reader(asked), asked, order(asked))
        assert (found.before.sure, found.after.sure, found.holds) == (QUARTER, 1, False)
        assert found.adds == (
            "the size of the purchase tells more than the post, after which the reader was 25% sure"
        )

    def test_and_one_that_another_would_have_asked_for_tells_half(self) -> None:
        asked = problem(ALIKE)
        found = chain_of_order(reader(asked), asked, order(asked))
        assert (found.after.sure, found.holds) == (HALF, True)
        assert found.reader.left is not None
        assert len(found.reader.left[0]) == 2

    def test_one_that_all_would_have_asked_for_tells_nothing(self) -> None:
        same = line([50, 50, 50, 50])
        asked = problem(same)
        found = chain_of_order(reader(asked), asked, order(asked))
        assert found.after == found.before
        assert found.adds == "the size of the purchase adds nothing to the post"

    def test_what_came_before_counts_for_each(self) -> None:
        """a has its two, and needs none; the others need what they have not got."""
        earlier = bought(UNLIKE, a=2, b=1)
        asked = problem(want="b", earlier=earlier)
        among = candidates(UNLIKE, Belief("cells"))
        assert sizes_by_want(asked, TWO, "simple", among) == [
            0,
            enough(39, 197, 1, TWO.odds),
            enough(90, 197, 2, TWO.odds),
            enough(60, 197, 2, TWO.odds),
        ]

    @pytest.mark.parametrize("known", [True, False])
    def test_what_can_not_be_told_is_not_known(
        self, known: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = problem()
        before = reader(asked) if known else Reader(
            asked.true, Secrets(HALF), Headline(QUARTER, HALF, Fraction(1, 20))
        )  # fmt: skip
        monkeypatch.setattr(chains, "MOST_PAIRS", 3)
        found = chain_of_order(before, asked, order(asked))
        assert not found.after.known
        assert "too many candidates" in found.after.unknown

    def test_after_a_post_of_which_nothing_is_known(self) -> None:
        asked = problem()
        found = chain_of_order(reader(asked).unsure("who knows"), asked, order(asked))
        assert (found.after.known, found.after.unknown) == (False, "who knows")


class TestASecondOrder:
    """That one orders again tells that one did not have what was needed."""

    EARLIER = bought(UNLIKE, a=2, b=1)

    def test_who_had_enough_is_out(self) -> None:
        asked = problem(want="b", earlier=self.EARLIER)
        found = chain_of_order(reader(asked), asked, order(asked, kind="quotas"))
        assert found.after.sure == Fraction(1, 3)
        assert found.adds.startswith("that you order again tells more than the post")
        assert found.reader.left is not None
        left = found.reader.left[0]
        assert [left.intent(i).to_json()["x"] for i in range(len(left))] == [["b"], ["c"], ["d"]]

    def test_but_not_where_nothing_is_said_of_a_need(self) -> None:
        asked = problem(want="b", earlier=self.EARLIER)
        before = reader(asked)
        found = chain_of_order(before, asked, order(asked, BuyingQuestion.of(buy=20)))
        assert found.reader is before


class TestATunedOrder:
    @staticmethod
    def bought_by(method: str, asked: Problem) -> Order:
        return tuned(asked, BuyingQuestion.of(buy=12), method, np.random.default_rng(1))

    def test_optimal_is_replayed_for_each_candidate(self) -> None:
        asked = problem(ALIKE)
        plans = []
        for want in "abcd":
            mine = self.bought_by("optimal", problem(ALIKE, want))
            plans.append(mine.purchase.to_plan())
        alike = plans.count(plans[0])
        found = chain_of_order(reader(asked), asked, self.bought_by("optimal", asked))
        assert found.after.sure == Fraction(1, alike)
        assert found.finding is not None
        assert (found.finding.candidates, found.finding.remaining) == (4, alike)

    def test_what_the_true_want_would_not_have_bought_was_chosen_in_another_way(self) -> None:
        asked, other = problem(), problem(want="c")
        buying = Buying("optimal", 12, asked.limit, asked.observer)
        theirs = self.bought_by("optimal", other).purchase
        found = chain_of_tuned(reader(asked), asked, buying, theirs)
        assert (found.holds, found.after.unknown) == (
            False,
            "the purchase was chosen in another way",
        )

    def test_of_what_draws_the_upper_end_of_an_interval_counts(self) -> None:
        asked = problem()
        mine = self.bought_by("mcmc", asked).purchase
        buying = Buying("mcmc", 12, asked.limit, asked.observer)
        found = chain_of_tuned(reader(asked, Fraction(1)), asked, buying, mine, 50, 3)
        assert found.finding is not None
        assert not found.finding.exact
        assert found.after.sure == found.finding.upper
        assert found.reader.left is None, "an estimate leaves no exact chances"
        again = chain_of_tuned(reader(asked, Fraction(1)), asked, buying, mine, 50, 3)
        assert again.to_json() == found.to_json()

    def test_of_hidden_values_an_estimate_says_nothing(self) -> None:
        asked = problem()
        hiding = Reader(
            asked.true,
            Secrets(Fraction(1), {"x": Fraction(1)}),
            Headline(QUARTER, Fraction(1), Fraction(1, 20)),
            find=reader(asked).find,
        )
        mine = self.bought_by("mcmc", asked).purchase
        buying = Buying("mcmc", 12, asked.limit, asked.observer)
        found = chain_of_tuned(hiding, asked, buying, mine, 20)
        assert (found.holds, found.after.unknown) == (
            False,
            "mcmc draws, and what it tells is only estimated",
        )

    @pytest.mark.parametrize("case", ["unknown post", "too many", "not the first"])
    def test_what_can_not_be_replayed_is_not_known(self, case: str) -> None:
        earlier: Purchase | None = bought(UNLIKE, b=1) if case == "not the first" else None
        asked = problem(earlier=earlier)
        before = reader(asked)
        if case == "unknown post":
            before = before.unsure("who knows")
        elif case == "too many":
            before = Reader(asked.true, Secrets(HALF), before.headline)
        found: Chain = chain_of_order(before, asked, self.bought_by("optimal", asked))
        assert not found.after.known
        assert found.finding is None


class TestTheSameForAll:
    """Whether a simple sample may be taken for a need: asked of all, so that the answer tells nothing."""

    @pytest.mark.parametrize(
        ("market", "limit", "expected"),
        [
            (UNLIKE, HALF, False),
            (UNLIKE, Fraction(1), False),
            (ALIKE, HALF, False),
            (line([50] * 4), QUARTER, True),
            (line([50] * 4), Fraction(1, 10), True),
        ],
    )
    def test_where_sizes_are_the_same_whatever_the_limit(
        self, market: Market, limit: Fraction, expected: bool
    ) -> None:
        for want in "abcd":
            asked = problem(market, want)
            assert is_same_for_all(reader(asked, limit), asked, TWO, "simple") is expected

    def test_who_needs_nothing_more_does_not_count(self) -> None:
        """a and b have their two; c and d have as many left, and need as many."""
        asked = problem(ALIKE, "c", earlier=bought(ALIKE, a=2, b=2))
        assert is_same_for_all(reader(asked), asked, TWO, "simple")

    def test_not_where_that_is_not_known(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = problem(line([50] * 4))
        assert not is_same_for_all(reader(asked).unsure("who knows"), asked, TWO, "simple")
        without = Reader(asked.true, Secrets(HALF), Headline(QUARTER, HALF, QUARTER))
        assert not is_same_for_all(without, asked, TWO, "simple")
        monkeypatch.setattr(chains, "MOST_PAIRS", 3)
        assert not is_same_for_all(reader(asked), asked, TWO, "simple")
