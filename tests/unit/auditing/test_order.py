"""Orders: which blind design answers a question, where its draw comes from, and when it is judged."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tacit.attackers.purchase_f import PurchaseF
from tacit.auditing.order import QUOTAS_WHY, ordered
from tacit.auditing.reader import Reader
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.errors import NoKey, PurchaseError, SettingError
from tacit.market.market import Market
from tacit.publishing.headline import Headline
from tacit.publishing.own_key import OwnKey
from tacit.purchasing.blind import answered
from tacit.purchasing.order import Order
from tacit.purchasing.problem import Problem
from tacit.purchasing.question import BuyingQuestion
from tests.helpers.markets import bought, line

UNLIKE = line([10, 40, 90, 60])
ALIKE = line([50, 50, 50, 50])
LIMIT = Fraction(1, 2)
CELLS = Belief("cells")


def problem(market: Market = UNLIKE, want: str = "a", **more: Any) -> Problem:
    """All of a line is published."""
    true = market.intent({"x": [want]})
    return Problem(market, true, market.intent({}), Fraction(9, 10), PurchaseF(), **more)


def reader(asked: Problem) -> Callable[[], Reader]:
    """One to whom each of the four cells is left."""
    among = candidates(asked.market, CELLS)
    left = among, [Fraction(1)] * len(among)
    headline = Headline(Fraction(1, 4), LIMIT, Fraction(1, 20))
    return lambda: Reader(asked.true, Secrets(LIMIT), headline, CELLS, lambda: left)


def nobody() -> Reader:
    pytest.fail("nobody is to be asked")


def order(asked: Problem, **how: Any) -> Order:
    question = BuyingQuestion.of(**{n: how.pop(n) for n in ("buy", "need", "budget") if n in how})
    return ordered(asked, question, how.pop("reader", None) or reader(asked), **how)


def plan(found: Order) -> list[dict[str, Any]]:
    return found.purchase.to_plan()


class TestWhichDesign:
    @pytest.mark.parametrize("question", [{"buy": 20}, {"budget": 20}])
    def test_a_simple_sample_for_a_size_or_a_budget(self, question: dict[str, int]) -> None:
        found = order(problem(), **question)
        assert found.design is not None
        assert (found.method, found.design.kind, found.notes) == ("blend", "simple", ())

    def test_quotas_for_a_need_whose_size_would_tell(self) -> None:
        """Two of each of the four cells; a simple sample would need far more for a."""
        found = order(problem(), need=2)
        simple = answered(problem(), BuyingQuestion.of(need=2), "simple").design.size
        assert found.design is not None
        assert (found.design.kind, found.records, found.true_records) == ("quotas", 8, 2)
        assert (found.proven, found.reached, found.chance) == (True, 2, 1)
        assert found.notes == (QUOTAS_WHY.format(size=simple),)

    def test_whoever_is_behind_the_post_orders_the_same(self) -> None:
        plans = [plan(order(problem(want=want), need=2, seed=1)) for want in "abcd"]
        assert plans == plans[:1] * 4

    def test_a_simple_sample_for_a_need_whose_size_tells_nothing(self) -> None:
        sizes = set()
        for want in "abcd":
            found = order(problem(ALIKE, want), need=2)
            assert found.design is not None
            assert (found.design.kind, found.notes) == ("simple", ())
            assert found.chance >= 0.95
            assert (found.same_for_all, found.sized_by_want) == (True, False)
            assert found.chain.to_json()["adds"] == "the purchase adds nothing to the post"
            sizes.add(found.records)
        assert len(sizes) == 1

    def test_a_design_that_was_asked_for_is_taken(self) -> None:
        for kind in ("simple", "stratified", "weighted"):
            found = order(problem(), need=2, design=kind)
            assert found.design is not None
            assert (found.design.kind, found.notes) == (kind, ())
            assert not found.holds, "its size tells who asked"
        named = order(problem(ALIKE), need=2, design="quotas")
        assert named.design is not None
        assert (named.design.kind, named.records, named.notes) == ("quotas", 8, ())
        assert named.holds

    def test_quotas_of_what_is_still_needed(self) -> None:
        """a has its two already; b needs one more, c and d two each."""
        found = order(problem(want="b", earlier=bought(UNLIKE, a=2, b=1)), need=2)
        assert found.design is not None
        assert (found.design.kind, found.needed) == ("quotas", 1)
        counts = {line["cell"]["x"]: line["count"] for line in plan(found)}
        assert counts == {"b": 1, "c": 2, "d": 2}

    def test_where_candidates_are_too_many_every_cell_is_served(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tacit.auditing.order.LISTED", 3)
        found = order(problem(), need=2, design="quotas")
        assert found.design is not None
        assert found.design.take.tolist() == [2, 2, 2, 2]
        assert not found.proven


class TestWhereADrawComesFrom:
    def test_a_seed_decides_it(self) -> None:
        plans = [plan(order(problem(), buy=40, seed=seed)) for seed in (1, 1, 2)]
        assert plans[0] == plans[1] != plans[2]

    def test_asking_twice_gives_the_same(self) -> None:
        assert plan(order(problem(), buy=40)) == plan(order(problem(), buy=40))

    def test_whatever_is_wanted(self) -> None:
        plans = [plan(order(problem(want=want), buy=40)) for want in "abcd"]
        assert plans == plans[:1] * 4

    def test_what_was_bought_before_makes_it_another_draw(self) -> None:
        """Else a second order would be the first one again, as far as there is enough."""
        firsts = [order(problem(), buy=size).purchase for size in range(40, 46)]
        seconds = [order(problem(earlier=one), buy=one.size).purchase for one in firsts]
        plans = zip(firsts, seconds, strict=True)
        assert any(one.to_plan() != other.to_plan() for one, other in plans)

    def test_a_fresh_one_is_drawn_anew(self) -> None:
        plans = {str(plan(order(problem(), buy=40, fresh=True))) for _ in range(8)}
        assert len(plans) > 1

    def test_another_user_has_another_key(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        plans = set()
        for i in range(6):
            monkeypatch.setenv("TACIT_HOME", str(tmp_path / f"user{i}"))
            plans.add(str(plan(order(problem(), buy=40))))
        assert len(plans) > 1

    def test_without_a_key_it_is_drawn_anew(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def none() -> OwnKey:
            raise NoKey("there is none")

        monkeypatch.setattr(OwnKey, "read_or_make", none)
        plans = {str(plan(order(problem(), buy=40))) for _ in range(8)}
        assert len(plans) > 1

    @pytest.mark.parametrize("method", ["blend", "mcmc"])
    @pytest.mark.parametrize("seed", [-1, 1.5, True, "1"])
    def test_a_seed_that_is_none_is_refused(self, method: str, seed: Any) -> None:
        with pytest.raises(SettingError, match="the seed must be a whole number"):
            order(problem(), buy=40, seed=seed, allocate=method)


class TestATunedOrder:
    def test_a_seed_decides_what_the_papers_methods_draw(self) -> None:
        plans = [
            plan(order(problem(), buy=40, allocate="mcmc", seed=seed)) for seed in (1, 1, 2, 3, 4)
        ]
        assert plans[0] == plans[1]
        assert any(other != plans[0] for other in plans)

    def test_settings_reach_the_method(self) -> None:
        few = order(problem(), buy=12, allocate="mc", seed=1, sets=1)
        many = order(problem(), buy=12, allocate="mc", seed=1, sets=500)
        assert few.true_records <= many.true_records
        assert plan(few) != plan(many)


class TestTheVerdict:
    @pytest.mark.parametrize("how", [{"allocate": "blend"}, {"allocate": "optimal"}])
    def test_the_reader_is_asked_only_when_the_verdict_is(self, how: dict[str, str]) -> None:
        found = order(problem(), buy=12, reader=nobody, **how)
        assert found.records == 12
        with pytest.raises(pytest.fail.Exception, match="nobody is to be asked"):
            _ = found.chain

    def test_and_once(self) -> None:
        asked, known = [], problem()

        def counted() -> Reader:
            asked.append(1)
            return reader(known)()

        found = order(known, buy=12, reader=counted)
        assert found.chain is found.chain
        assert (found.holds, asked) == (True, [1])


class TestRefused:
    def test_a_need_above_all_that_is_published(self) -> None:
        with pytest.raises(PurchaseError, match=r"201 wanted records .* holds 200\. Ask for fewer"):
            order(problem(), need=201)

    def test_a_need_above_what_is_wanted_is_for_all_of_it(self) -> None:
        """Whoever refused it would tell how many are wanted."""
        found = order(problem(), need=15)
        assert (found.needed, found.true_records) == (10, 10)
        assert any("holds only 10 wanted records" in note for note in found.notes)

    def test_a_need_that_is_met(self) -> None:
        asked = problem(earlier=bought(UNLIKE, a=3))
        for need in (1, 3):
            with pytest.raises(PurchaseError, match="nothing more is needed: 3 wanted"):
                order(asked, need=need)
