"""The optimal publication: the paper's cases, and tables whose answer a person can compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from itertools import count, pairwise
from typing import Any

import numpy as np
import pytest

from tacit._progress import Progress
from tacit.attackers.against import Against
from tacit.attackers.registry import ATTACKERS
from tacit.errors import SettingError, UnreachableLimit
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.paper.expansion import TRUE_INTENT_1, TRUE_INTENT_2
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.search import Search, optimal
from tacit.publishing.publication import Publication
from tacit.publishing.rules import Rules
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tacit.space.tree import Tree
from tests.helpers.choosing import choose
from tests.helpers.layouts import as_layout

Values = Mapping[str, Sequence[Any]]
PAPER = {
    ("adult", 1): (58, 225, 58, 225),
    ("adult", 2): (85, 365, 84, 365),
    ("synthetic", 1): (3222, 5053, 3222, 4969),
    ("synthetic", 2): (7182, 5092, 3954, 5724),
}
ORDER = ("pi-uniform", "em-f", "em-c", "em-fc")


@pytest.fixture(scope="module")
def markets() -> dict[str, Market]:
    return {name: load(name) for name in ("adult", "synthetic")}


@pytest.fixture(params=["dense", "sparse"])
def layout(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def line(records: Sequence[int], kind: type[Dimension] = Nominal, **more: Any) -> Market:
    """A market of one dimension, its values named a, b, c, ..."""
    names = tuple("abcdefghij"[: len(records)])
    return Market.from_cube(Space((kind("x", names),)), records, **more)


def grid(records: Sequence[Sequence[int]], **more: Any) -> Market:
    """A market of two nominal dimensions: x with values a, b, c, ... and y with p, q, r, ..."""
    x = Nominal("x", tuple("abcdef"[: len(records)]))
    y = Nominal("y", tuple("pqrstu"[: len(records[0])]))
    return Market.from_cube(Space((x, y)), records, **more)


def best(
    market: Market, want: Values, against: str, limit: Any = "1/2", **more: Any
) -> Publication:
    """What optimal publishes."""
    true = market.intent(want)
    return choose(market, true, against=against, limit=Fraction(limit), method="optimal", **more)


class TestThePaper:
    @pytest.mark.parametrize("attacker", ORDER)
    @pytest.mark.parametrize("case", PAPER, ids=lambda case: f"{case[0]}-{case[1]}")
    def test_the_fewest_records_are_found_and_proven(
        self, markets: dict[str, Market], case: tuple[str, int], attacker: str
    ) -> None:
        market = markets[case[0]]
        want = TRUE_INTENT_1 if case[1] == 1 else TRUE_INTENT_2
        result = best(market, want, attacker, "0.3")
        expected = PAPER[case][ORDER.index(attacker)]
        assert (result.mass.records, result.proof.status) == (expected, "optimal")
        assert result.proof.bound == expected
        assert result.held

    def test_with_gaps_allowed_adult_1_takes_57_records(self, markets: dict[str, Market]) -> None:
        result = best(markets["adult"], TRUE_INTENT_1, "pi-uniform", "0.3", contiguous=False)
        assert (result.mass.records, result.proof.status) == (57, "optimal")

    def test_with_gaps_allowed_adult_2_takes_83_records(self, markets: dict[str, Market]) -> None:
        result = best(markets["adult"], TRUE_INTENT_2, "em-c", "0.3", contiguous=False)
        assert (result.mass.records, result.proof.status) == (83, "optimal")

    @pytest.mark.parametrize("case", PAPER, ids=lambda case: f"{case[0]}-{case[1]}")
    def test_all_four_attackers_cost_no_less_than_the_dearest(
        self, markets: dict[str, Market], case: tuple[str, int]
    ) -> None:
        want = TRUE_INTENT_1 if case[1] == 1 else TRUE_INTENT_2
        result = best(markets[case[0]], want, ",".join(ORDER), "0.3")
        assert result.mass.records >= max(PAPER[case])
        assert result.held
        assert result.proof.status == "optimal"

    def test_a_sparse_market_gives_the_same(self, markets: dict[str, Market]) -> None:
        sparse = as_layout(markets["synthetic"], "sparse")
        found = [best(sparse, TRUE_INTENT_2, name, "0.3").mass.records for name in ORDER]
        assert tuple(found) == PAPER["synthetic", 2]


class TestByHand:
    def test_two_small_values_can_be_better_than_a_large_one(self, layout: str) -> None:
        """4 records must hide among 8: 3 and 1 do exactly, 9 alone is too much."""
        market = line([4, 3, 9, 1], layout=layout)
        result = best(market, {"x": ["a"]}, "em-f")
        assert result.published.to_json() == {"x": ["a", "b", "d"]}
        assert (result.mass.records, result.steps, result.proof.bound) == (8, 2, 8)

    def test_a_true_intent_that_hides_already_is_published_as_it_is(self, layout: str) -> None:
        market = line([4, 4, 1], layout=layout)
        result = best(market, {"x": ["a", "b"]}, "em-f")
        assert (result.published.to_json(), result.steps) == ({"x": ["a", "b"]}, 0)
        assert result.proof.status == "optimal"

    def test_where_greedy_overpays_optimal_does_not(self, layout: str) -> None:
        """Greedy at alpha 0 goes for the largest gain: 20 records where 5 are enough."""
        market = line([5, 5, 20], layout=layout)
        true = market.intent({"x": ["a"]})
        far = choose(market, true, against="em-f", limit=Fraction(1, 2), alpha=0, method="greedy")
        assert far.mass.records == 25
        assert best(market, {"x": ["a"]}, "em-f").mass.records == 10

    def test_a_pair_that_is_only_cheap_together_is_found(self, layout: str) -> None:
        """b and q add 1 record each and 4 in the cell that they share; r alone would add 30."""
        market = grid([[6, 1, 30], [1, 4, 50]], layout=layout)
        result = best(market, {"x": ["a"], "y": ["p"]}, "em-f")
        assert result.published.to_json() == {"x": ["a", "b"], "y": ["p", "q"]}
        assert result.mass.records == 12

    def test_objectives_choose_differently(self, layout: str) -> None:
        """b is one dear record, c two cheap ones; both are one cell, so records decide there."""
        market = line([2, 1, 2, 0], prices=[1, 9, 1, 1], layout=layout)
        chosen = {
            objective: best(market, {"x": ["a"]}, "em-fc", objective=objective).published
            for objective in ("records", "cost", "cells")
        }
        assert chosen["records"].to_json() == {"x": ["a", "b"]}
        assert chosen["cost"].to_json() == {"x": ["a", "c"]}
        assert chosen["cells"].to_json() == {"x": ["a", "b"]}

    def test_between_equals_the_cheaper_is_taken(self, layout: str) -> None:
        market = line([2, 2, 2], prices=[1, 5, 3], layout=layout)
        assert best(market, {"x": ["a"]}, "em-f").published.to_json() == {"x": ["a", "c"]}

    def test_between_equals_in_records_and_cost_the_fewer_cells_are_taken(
        self, layout: str
    ) -> None:
        market = line([2, 1, 1, 2], layout=layout)
        assert best(market, {"x": ["a"]}, "em-f").published.to_json() == {"x": ["a", "d"]}

    def test_empty_cells_hide_from_some_attackers_for_nothing(self, layout: str) -> None:
        market = line([5, 1, 0, 9], layout=layout)
        result = best(market, {"x": ["a"]}, "pi-uniform")
        assert result.published.to_json() == {"x": ["a", "c"]}
        assert (result.mass.records, result.proof.bound) == (5, 5)

    def test_every_attacker_is_held_at_once(self, layout: str) -> None:
        """pi-uniform alone takes the empty c and d, and e; em-f alone b and e; together b too."""
        market = line([5, 10, 0, 0, 5], layout=layout)
        alone = [best(market, {"x": ["a"]}, name, "1/4") for name in ("pi-uniform", "em-f")]
        assert alone[0].published.to_json() == {"x": ["a", "c", "d", "e"]}
        assert alone[1].published.to_json() == {"x": ["a", "b", "e"]}
        both = best(market, {"x": ["a"]}, "pi-uniform,em-f", "1/4")
        assert (both.mass.records, both.mass.cells, both.proof.status) == (20, 4, "optimal")

    def test_values_of_a_tree_are_free(self) -> None:
        tree = Tree.of("x", {"low": ["a", "b"], "high": ["c", "d"]})
        market = Market.from_cube(Space((tree,)), [4, 9, 8, 4])
        assert best(market, {"x": ["a"]}, "em-f").published.to_json() == {"x": ["a", "d"]}

    def test_limits_may_differ_from_attacker_to_attacker(self) -> None:
        market = line([4, 0, 0, 2, 4, 9])
        true, attackers = market.intent({"x": ["a"]}), Against.of("pi-uniform,em-f").posts
        plan = optimal(market, true, attackers, [Fraction(1, 4), Fraction(1, 2)])
        assert plan.published.to_json() == {"x": ["a", "b", "c", "e"]}
        swapped = optimal(market, true, attackers, [Fraction(1, 2), Fraction(1, 4)])
        assert swapped.published.to_json() == {"x": ["a", "e", "f"]}

    def test_more_cells_than_a_machine_word_counts(self) -> None:
        """40 dimensions of 4 values: 10^24 cells, counted exactly."""
        space = Space(tuple(Nominal(f"d{i}", ("a", "b", "c", "e")) for i in range(40)))
        codes = np.zeros((40, 3), dtype=np.int64)
        codes[0] = [0, 1, 2]
        market = Market.from_cells(space, codes, [5, 1, 9])
        cell = {name: ["a"] for name in space.names}
        hidden = best(market, cell, "pi-uniform", Fraction(1, 10**20), objective="cells", seconds=0)
        assert hidden.mass.cells >= 10**20 >= hidden.proof.bound
        assert hidden.proof.bound == 10**20
        wide = best(market, {"d0": ["a"]}, "em-f,pi-uniform")
        assert (wide.mass.records, wide.mass.cells) == (14, 2 * 4**39)


class TestRanges:
    def test_an_ordered_dimension_keeps_no_gap(self, layout: str) -> None:
        """c would do alone, but b lies between."""
        market = line([4, 9, 4, 1], Ordinal, layout=layout)
        kept = best(market, {"x": ["a"]}, "em-f")
        free = best(market, {"x": ["a"]}, "em-f", contiguous=False)
        assert kept.published.to_json() == {"x": ["a", "b"]}
        assert free.published.to_json() == {"x": ["a", "c"]}
        assert (kept.mass.records, free.mass.records) == (13, 8)

    def test_order_means_rank_not_the_order_of_listing(self) -> None:
        dimension = Ordinal("x", ("a", "b", "c"), (0, 2, 1))
        market = Market.from_cube(Space((dimension,)), [4, 4, 9])
        assert best(market, {"x": ["a"]}, "em-f").published.to_json() == {"x": ["a", "c"]}

    def test_bins_of_numbers_keep_no_gap(self) -> None:
        bins = Numeric.binned("x", [10, 20, 30], ["a", "b", "c", "d"])
        market = Market.from_cube(Space((bins,)), [4, 9, 4, 1])
        assert best(market, {"x": ["a"]}, "em-f").published.to_json() == {"x": ["a", "b"]}

    def test_a_true_intent_with_a_gap_frees_its_dimension(self) -> None:
        market = line([4, 9, 4, 9, 4], Ordinal)
        result = best(market, {"x": ["a", "c"]}, "em-f", "1/3")
        assert result.published.to_json() == {"x": ["a", "c", "e"]}

    def test_both_ends_may_grow(self) -> None:
        market = line([1, 3, 4, 3, 9], Ordinal)
        result = best(market, {"x": ["c"]}, "em-f", "2/5")
        assert result.published.to_json() == {"x": ["b", "c", "d"]}


class TestPins:
    def test_what_is_never_to_be_published_is_not(self, layout: str) -> None:
        market = line([4, 4, 9, 30], layout=layout)
        result = best(market, {"x": ["a"]}, "em-f", never={"x": ["b"]})
        assert result.published.to_json() == {"x": ["a", "c"]}
        assert result.proof.status == "optimal"

    def test_what_is_always_to_be_published_is(self, layout: str) -> None:
        market = line([4, 4, 9, 30], layout=layout)
        result = best(market, {"x": ["a"]}, "em-f", always={"x": ["c"]})
        assert result.published.to_json() == {"x": ["a", "c"]}
        assert (result.steps, result.proof.status) == (1, "optimal")

    def test_a_refused_value_ends_a_range(self) -> None:
        """Beyond b nothing can be reached, so the range grows the other way."""
        market = line([50, 4, 4, 9], Ordinal)
        result = best(market, {"x": ["c"]}, "em-f", never={"x": ["b"]})
        assert result.published.to_json() == {"x": ["c", "d"]}

    def test_values_between_those_that_are_always_published_come_along(self) -> None:
        market = line([4, 1, 2, 3, 90], Ordinal)
        result = best(market, {"x": ["a"]}, "em-f", always={"x": ["d"]})
        assert result.published.to_json() == {"x": ["a", "b", "c", "d"]}

    def test_a_range_may_be_pinned(self) -> None:
        bins = Numeric.binned("x", [10, 20, 30], ["a", "b", "c", "d"])
        market = Market.from_cube(Space((bins,)), [9, 4, 4, 9])
        result = best(market, {"x": ["b"]}, "em-f", never={"x": {"from": 21}})
        assert result.published.to_json() == {"x": ["a", "b"]}

    @pytest.mark.parametrize("empty", ["never", "always"])
    def test_naming_no_value_of_a_dimension_leaves_other_pins_alone(self, empty: str) -> None:
        market = grid([[4, 4], [4, 9]])
        want, pins = {"x": ["a"], "y": ["p"]}, {"x": [], "y": ["q"]}
        result = best(market, want, "em-f", **{empty: pins})
        expected = ["p"] if empty == "never" else ["p", "q"]
        assert result.published.to_json()["y"] == expected
        assert result.held

    @pytest.mark.parametrize(
        "pins",
        [
            {"never": {"x": ["b"]}},
            {"never": {"x": ["d"]}, "always": {"x": ["d"]}},
            {"never": {"x": ["c"]}, "always": {"x": ["d"]}},
            {"never": {"x": "ALL"}},
        ],
        ids=["wanted", "always", "between", "everything"],
    )
    def test_pins_that_can_not_be_kept_are_refused(self, pins: dict[str, Any]) -> None:
        market = line([4, 4, 9, 30], Ordinal)
        with pytest.raises(SettingError, match="must never be published"):
            best(market, {"x": ["b"]}, "em-f", **pins)

    def test_the_message_names_no_value(self) -> None:
        market = line([4, 4, 9, 30])
        with pytest.raises(SettingError) as caught:
            best(market, {"x": ["b"]}, "em-f", never={"x": ["b"]})
        assert "'b'" not in str(caught.value)

    def test_without_the_order_a_refused_value_between_is_no_trouble(self) -> None:
        market = line([4, 4, 9, 30], Ordinal)
        result = best(
            market, {"x": ["b"]}, "em-f", never={"x": ["c"]}, always={"x": ["d"]}, contiguous=False
        )
        assert result.published.to_json() == {"x": ["b", "d"]}

    def test_what_refusing_leaves_may_not_be_enough(self) -> None:
        """Without c, 4 of 4 + 1 records are the most that can be hidden among."""
        market = line([4, 1, 30])
        with pytest.raises(UnreachableLimit) as caught:
            best(market, {"x": ["a"]}, "em-f", never={"x": ["c"]})
        assert caught.value.lowest == Fraction(4, 5)
        assert caught.value.attacker == "em-f"
        at_lowest = best(market, {"x": ["a"]}, "em-f", Fraction(4, 5), never={"x": ["c"]})
        assert at_lowest.published.to_json() == {"x": ["a", "b"]}

    def test_beyond_a_refused_value_a_range_reaches_nothing(self) -> None:
        market = line([4, 1, 2, 30], Ordinal)
        with pytest.raises(UnreachableLimit) as caught:
            best(market, {"x": ["a"]}, "em-f", never={"x": ["c"]})
        assert caught.value.lowest == Fraction(4, 5)


class TestTheProof:
    def test_without_time_the_result_holds_and_the_bound_is_honest(
        self, markets: dict[str, Market]
    ) -> None:
        for (data, number), expected in PAPER.items():
            want = TRUE_INTENT_1 if number == 1 else TRUE_INTENT_2
            for attacker, least in zip(ORDER, expected, strict=True):
                result = best(markets[data], want, attacker, "0.3", seconds=0)
                assert result.held
                assert result.proof.bound <= least <= result.mass.records

    def test_a_search_cut_short_says_so(self, markets: dict[str, Market]) -> None:
        result = best(markets["synthetic"], TRUE_INTENT_2, "pi-uniform", "0.3", seconds=0)
        assert result.proof.status == "bounded"
        assert 0 < result.proof.bound < 7182
        assert 0 < result.proof.gap(result.mass.records) < 1

    def test_wherever_a_search_is_cut_short_the_bound_is_honest(
        self, markets: dict[str, Market], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It starts from the whole space; the clock moves on whenever it is looked at."""
        market = markets["synthetic"]
        true, attackers = market.intent(TRUE_INTENT_2), Against.of("pi-uniform").posts
        limits = [Fraction(3, 10)]
        found = []
        for ticks in range(0, 120, 3):
            clock = count().__next__
            monkeypatch.setattr(
                import_module("tacit.publishing.optimal.search"), "monotonic", clock
            )
            boxes = Boxes(market, true, attackers, limits, Rules())
            search = Search(boxes, true, limits, ticks)
            proof = search.prove()
            assert proof.bound <= 7182 <= search.cost[0]
            found.append((proof.status, search.cost[0]))
        assert found[0] == ("bounded", market.total.records)
        assert found[-1] == ("optimal", 7182)
        assert len(set(found)) > 3

    def test_the_floor_is_what_an_attacker_asks_for(self) -> None:
        market = line([4, 3, 9, 1])
        attackers = Against.of("em-f,pi-uniform").posts
        true, limits = market.intent({"x": ["a"]}), [Fraction(3, 10), Fraction(1, 2)]
        floors = {
            objective: Boxes(market, true, attackers, limits, Rules(objective)).floor
            for objective in ("records", "cells", "cost")
        }
        assert floors == {"records": 14, "cells": 2, "cost": 4}

    def test_the_same_question_gets_the_same_answer(self, markets: dict[str, Market]) -> None:
        for against in (*ORDER, ",".join(ATTACKERS)):
            asked = (markets["synthetic"], TRUE_INTENT_2, against, "0.3")
            assert best(*asked).published == best(*asked).published

    @pytest.mark.parametrize("objective", ["records", "cost", "cells"])
    def test_a_true_intent_without_records_needs_no_hiding_from_those_who_count_them(
        self, objective: str
    ) -> None:
        market = line([0, 5, 9])
        result = best(market, {"x": ["a"]}, "em-f,em-fc", objective=objective)
        assert (result.steps, result.proof.status) == (0, "optimal")

    def test_an_unknown_objective_is_refused(self) -> None:
        with pytest.raises(SettingError, match="records, cost, cells"):
            best(line([4, 4]), {"x": ["a"]}, "em-f", objective="beauty")


class TestProgress:
    """What is told while a search runs; the clock moves on whenever it is looked at."""

    @staticmethod
    def moving(monkeypatch: pytest.MonkeyPatch, tick: float) -> None:
        clock = (tick * i for i in count())
        for module in ("tacit._progress", "tacit.publishing.optimal.search"):
            monkeypatch.setattr(import_module(module), "monotonic", clock.__next__)

    @classmethod
    def told(
        cls, market: Market, monkeypatch: pytest.MonkeyPatch, tick: float, **more: Any
    ) -> tuple[list[Any], Publication]:
        told: list[Progress] = []
        cls.moving(monkeypatch, tick)
        asked = (market, TRUE_INTENT_2, "pi-uniform", "0.3")
        result = best(*asked, seconds=1e6, progress=told.append, **more)
        assert next(iter(told)).phase == "finding a good start"
        return [one for one in told if one.best is not None], result

    def test_best_and_bound_close_in_on_the_optimum(
        self, markets: dict[str, Market], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found, result = self.told(markets["synthetic"], monkeypatch, 1)
        assert len(found) > 20
        assert {(p.phase, p.unit) for p in found} == {("searching", "branches")}
        assert all(p.bound <= 7182 <= p.best for p in found)
        assert all(p.gap == (p.best - p.bound) / p.best for p in found)
        for one, next_ in pairwise(found):
            assert next_.best <= one.best
            assert next_.done >= one.done
            assert next_.seconds > one.seconds
        assert (found[-1].best, found[-1].objective) == (result.mass.records, "records")

    def test_nobody_is_told_more_than_ten_times_a_second(
        self, markets: dict[str, Market], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found, _ = self.told(markets["synthetic"], monkeypatch, 0.03)
        assert len(found) > 2
        assert all(b.seconds - a.seconds >= 0.0999 for a, b in pairwise(found))

    def test_costs_are_told_in_money(self, monkeypatch: pytest.MonkeyPatch) -> None:
        market = line([4, 3, 9, 1], each=Fraction(1, 2))
        told: list[Progress] = []
        self.moving(monkeypatch, 1)
        best(market, {"x": ["a"]}, "em-f", objective="cost", seconds=1e6, progress=told.append)
        found = [one for one in told if one.best is not None]
        assert {p.best for p in found} == {4.0}
        line_ = "searching: best 4.00, at least 2.00 (gap 50%), 1 branches"
        assert str(found[0]).startswith(line_)
