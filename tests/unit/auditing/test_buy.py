"""`tacit.purchase`: by default a blind draw, judged after the post by one who knows how both were made."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tacit
from tacit._progress import Progress
from tacit.attackers.tails import Count
from tacit.auditing.buy import purchase
from tacit.auditing.protect import protect
from tacit.candidates.given import Given
from tacit.errors import NotContained, SettingError
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.publishing.publication import Publication
from tacit.space.numeric import Numeric
from tests.helpers.markets import bought, line

MARKET = line([10, 40, 90, 60])
WANT = {"x": ["a"]}
TRUE = MARKET.intent(WANT)
HALF = Fraction(1, 2)


@pytest.fixture
def sealed() -> Publication:
    return protect(MARKET, TRUE, method="sealed", limit="2/5", seed=1)


@pytest.fixture
def greedy() -> Publication:
    """a and b are published, and either could be behind it."""
    return protect(MARKET, TRUE, against="pi-uniform", limit=HALF, method="greedy")


def test_it_is_the_public_door() -> None:
    assert tacit.purchase is purchase


class TestByDefault:
    def test_it_is_drawn_blindly(self) -> None:
        order = purchase(MARKET, WANT, {}, buy=20)
        assert (order.method, order.blind, order.records) == ("blend", True, 20)
        assert order.expected == 1

    @pytest.mark.parametrize("question", [{"buy": 20}, {"need": 2}, {"budget": 30}])
    def test_it_adds_nothing_to_the_post(
        self, sealed: Publication, question: dict[str, int]
    ) -> None:
        order = purchase(MARKET, TRUE, sealed, **question)
        told = order.chain.to_json()
        assert told["sure"] == told["before"]["sure"] == float(sealed.headline.sure or 0)
        assert order.holds

    def test_who_wants_something_else_behind_the_same_post_buys_the_same(
        self, greedy: Publication
    ) -> None:
        post = greedy.published
        for question in ({"buy": 20}, {"need": 2}, {"budget": 30}):
            plans = [
                purchase(
                    MARKET, {"x": [x]}, post, made_by=greedy.procedure, **question
                ).purchase.to_plan()
                for x in "ab"
            ]
            assert plans[0] == plans[1]

    def test_asking_twice_gives_the_same(self, sealed: Publication) -> None:
        once, again = (purchase(MARKET, TRUE, sealed, buy=20) for _ in range(2))
        assert once.purchase.to_plan() == again.purchase.to_plan()

    def test_a_post_that_tells_too_much_is_not_within_though_nothing_is_added(self) -> None:
        """Greedy against em-f publishes a and b for a, and for nobody else."""
        post = protect(MARKET, TRUE, against="em-f", limit="1/4", method="greedy")
        order = purchase(MARKET, TRUE, post, buy=6)
        assert post.headline.holds == order.holds
        assert order.chain.to_json()["sure"] == float(post.headline.sure or 0)


class TestTheLimit:
    def test_is_what_the_post_was_made_for(self, sealed: Publication) -> None:
        order = purchase(MARKET, TRUE, sealed, buy=20)
        assert order.chain.to_json()["limit"] == 0.4
        assert order.limit == Fraction(3, 10), "of the observer"

    def test_may_be_said_for_reader_and_observer(self, sealed: Publication) -> None:
        order = purchase(MARKET, TRUE, sealed, buy=20, limit="1/10")
        assert (order.chain.to_json()["limit"], order.limit) == (0.1, Fraction(1, 10))
        assert not order.holds

    def test_an_observer_may_have_its_own(self, sealed: Publication) -> None:
        order = purchase(MARKET, TRUE, sealed, buy=20, against="purchase=0.9", allocate="optimal")
        assert (order.confidence.attacker, order.limit) == ("purchase", Fraction(9, 10))
        assert order.chain.to_json()["limit"] == 0.4


class TestATunedOne:
    def test_passes_its_test_and_may_tell_all(self, greedy: Publication) -> None:
        order = purchase(MARKET, TRUE, greedy, buy=12, allocate="optimal", limit=0.9)
        assert (order.passes, order.keeps_promise, order.holds) == (True, True, False)
        assert order.chain.to_json()["sure"] == 1
        blind = purchase(MARKET, TRUE, greedy, buy=12)
        assert (blind.holds, blind.chain.to_json()["sure"]) == (True, 0.5)


class TestWhatTheReaderKnows:
    def test_a_mere_intent_is_suspected_to_be_made_in_the_worst_usual_way(self) -> None:
        told = purchase(MARKET, TRUE, {}, buy=20).chain.to_json()
        assert told == purchase(MARKET, TRUE, MARKET.intent({}), buy=20).chain.to_json()
        assert told["before"]["sure"] == float(
            tacit.audit(MARKET, TRUE, MARKET.intent({})).headline.sure or 0
        )

    def test_how_the_post_was_made_may_be_said(self, sealed: Publication) -> None:
        order = purchase(MARKET, TRUE, sealed.published, buy=20, made_by=sealed.procedure)
        assert order.chain.to_json() == purchase(MARKET, TRUE, sealed, buy=20).chain.to_json()

    def test_and_what_they_reckon_with(self, greedy: Publication) -> None:
        only = Given.of([{"intent": WANT, "weight": 1}])
        asked: dict[str, Any] = {"buy": 20, "belief": {"candidates": only}}
        assert purchase(MARKET, TRUE, greedy, **asked).chain.to_json()["sure"] == 1

    def test_where_nothing_leads_to_the_post_nothing_is_known(self) -> None:
        post = MARKET.intent({"x": ["a", "c"]})
        order = purchase(MARKET, TRUE, post, buy=20, made_by="greedy", limit=1)
        assert not order.holds
        assert order.chain.to_json()["known"] is False


class TestEarlierPurchases:
    EARLIER = bought(MARKET, a=1, b=40)

    def test_it_is_drawn_from_what_they_left(self) -> None:
        order = purchase(MARKET, WANT, {}, buy=159, earlier=self.EARLIER)
        assert order.design is not None
        assert order.design.stock.tolist() == [9, 90, 60]
        assert order.true_records == 9

    def test_a_need_counts_what_they_brought(self) -> None:
        order = purchase(MARKET, WANT, {}, need=3, earlier=self.EARLIER, design="quotas")
        assert (order.needed, order.true_records) == (2, 2)

    def test_none_is_as_if_nothing_had_been_bought(self) -> None:
        none: Purchase | None = None
        order = purchase(MARKET, WANT, {}, buy=9, earlier=none)
        assert order.purchase.to_plan() == purchase(MARKET, WANT, {}, buy=9).purchase.to_plan()


def test_what_may_take_long_is_told(greedy: Publication) -> None:
    told: list[Progress] = []
    order = purchase(MARKET, TRUE, greedy, buy=12, progress=told.append)
    assert order.chain.holds
    phases = [one.phase for one in told]
    assert phases[:2] == ["choosing what to buy", "drawing a blind purchase"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({}, "ask one question"),
        ({"buy": 3, "design": "magic"}, "there is no design 'magic'"),
        ({"buy": 3, "design": "quotas"}, "say a need"),
        ({"buy": 3, "design": "simple", "allocate": "optimal"}, "goes with blend"),
        ({"buy": 3, "sets": 9}, "blend has no setting 'sets'"),
        ({"need": 3, "odds": 2}, "above 0 and below 1"),
    ],
)
def test_what_makes_no_sense_is_refused(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingError, match=words):
        purchase(MARKET, WANT, {}, **asked)


def test_a_post_that_leaves_part_out_is_refused() -> None:
    with pytest.raises(NotContained, match="leaves out part"):
        purchase(MARKET, WANT, {"x": ["b"]}, buy=3)


class TestWhatMatches:
    """A range that cuts through bins: all that the bins hold is wanted, and part of it matches."""

    @pytest.fixture
    def market(self) -> Market:
        rows = {"age": [n % 40 for n in range(400)], "team": ["ab"[n // 7 % 2] for n in range(400)]}
        age = Numeric.binned("age", [10, 20, 30], integer=True, closed="left")
        return tacit.load(rows, dimensions=[age, "team"])

    def test_of_a_simple_random_sample(self, market: Market) -> None:
        true, published = market.intent("age < 13"), market.intent("age < 30")
        matching = market.matching(true)
        assert matching is not None
        assert (matching.records, market.mass(true).records) == (130, 200)
        order = tacit.purchase(market, true, published, buy=60, seed=1)
        assert order.matching is not None
        assert order.matching.parts == (Count(total=300, stock=130, drawn=60),)
        told = order.to_json()["matching"]
        assert told == {
            "expected": 26.0,
            "reached": order.matching.reached(order.question.odds),
            "chance": None,
        }

    def test_of_strata_each_has_its_own(self, market: Market) -> None:
        true, published = market.intent("age < 13 AND team = 'a'"), market.intent("age < 30")
        order = tacit.purchase(market, true, published, need=5, design="quotas", seed=1)
        assert order.matching is not None
        assert order.design is not None
        each = [count.stock for count in order.matching.parts]
        assert sum(each) <= int(market.wanted(true).records)
        assert order.matching.mean < order.wanted.mean
        assert 0 < order.to_json()["matching"]["chance"] < 1

    def test_what_meets_its_bins_matches_as_a_whole(self, market: Market) -> None:
        order = tacit.purchase(market, market.intent("age < 20"), market.intent("age < 30"), buy=9)
        assert (order.matching, order.to_json()["matching"]) == (None, None)

    def test_of_what_others_left_it_is_not_known(self, market: Market) -> None:
        true, published = market.intent("age < 13"), market.intent("age < 30")
        first = tacit.purchase(market, true, published, buy=60, seed=1)
        more = tacit.purchase(market, true, published, buy=60, seed=1, earlier=first.purchase)
        assert more.matching is None
