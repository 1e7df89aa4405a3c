"""Unions of boxes: what one is, and what is published for one, on tables a person can compute."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.attackers.registry import ATTACKERS
from tacit.auditing.audit import audit
from tacit.auditing.buy import purchase
from tacit.errors import IntentError, SettingError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.joining import MOST_BOXES
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.publishing.notes import notes_on
from tacit.publishing.publication import Publication
from tacit.purchasing.purchase import METHODS
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tacit.tradeoff import frontier
from tests.helpers.choosing import choose
from tests.helpers.layouts import as_layout
from tests.helpers.nine_cells import CORNERS, CROSS, SPACE, X, Y, box, grid


class TestAUnion:
    def test_cells_that_boxes_share_count_once(self) -> None:
        assert CROSS.size == 3
        assert list(CROSS.cells()) == [(0, 0), (0, 1), (1, 0)]
        assert (0, 1) in CROSS
        assert (1, 1) not in CROSS

    def test_one_box_is_a_box(self) -> None:
        for boxes in (
            [box("a", "p")],
            [box("ab", "pq"), box("a", "p")],
            [box("a", "pq"), box("b", "pq")],
            [box("ab", "p"), box("a", "pq"), box("b", "q")],
            [box("", "p"), box("a", "p")],
        ):
            assert type(any_of(boxes)) is Box
        assert any_of([box("", "p")]).is_empty

    def test_a_union_needs_a_box(self) -> None:
        with pytest.raises(IntentError, match="at least one box"):
            any_of([])

    def test_boxes_of_different_spaces_are_refused(self) -> None:
        other = Box.of(Space((X,)), {"x": ["a"]})
        with pytest.raises(IntentError, match="different spaces"):
            any_of([box("a", "p"), other])

    def test_too_many_boxes_are_refused(self) -> None:
        n = MOST_BOXES + 1
        space = Space(tuple(Nominal(name, tuple(map(str, range(n)))) for name in "xy"))
        line = [Box(space, ((i,), (i,))) for i in range(n)]
        assert len(any_of(line[:-1]).boxes) == MOST_BOXES
        with pytest.raises(IntentError, match="more than 64"):
            any_of(line)

    def test_boxes_that_overlap_in_too_many_ways_are_refused(self) -> None:
        space = Space(tuple(Nominal(f"d{i}", ("a", "b")) for i in range(32)))
        pairs = [Box.of(space, {f"d{i}": ["a"], f"d{i + 1}": ["a"]}) for i in range(0, 32, 2)]
        with pytest.raises(IntentError, match="overlap in too many ways"):
            any_of(pairs)

    def test_it_is_compared_as_a_set_of_cells(self) -> None:
        again = any_of([box("b", "p"), box("a", "q"), box("a", "p")])
        assert again == CROSS
        assert hash(again) == hash(CROSS)
        for one, other in ((CROSS, CROSS.hull), (CROSS.hull, CROSS)):
            assert one != other
        assert CROSS != "a union"
        assert box("a", "pq") <= CROSS <= box("ab", "pq")
        assert not box("ab", "pq") <= CROSS
        assert CROSS & box("b", "pqr") == box("b", "p") == box("b", "pqr") & CROSS
        assert CROSS.hull | box("c", "p") == box("abc", "pq")

    def test_it_hides_its_values(self) -> None:
        assert repr(CORNERS) == "AnyOf(2 dimensions, values hidden)"
        assert repr(any_of([box("a", "p").as_public(), box("c", "r")])) == repr(CORNERS)
        shown = repr(CORNERS.as_public())
        assert shown == "AnyOf(Box(x=['a'], y=['p']), Box(x=['c'], y=['r']))"

    def test_json_and_sql(self) -> None:
        assert CORNERS.to_json() == [{"x": ["a"], "y": ["p"]}, {"x": ["c"], "y": ["r"]}]
        assert CORNERS.to_sql() == "(x IN ('a') AND y IN ('p')) OR (x IN ('c') AND y IN ('r'))"

    def test_widened_ranges_are_told_once(self) -> None:
        one, two = (
            Box(SPACE, ((i,), (i,)), widened=("x", "y")[: i + 1]).as_public() for i in (0, 1)
        )
        union = any_of([one, two])
        assert union.widened == ("x", "y")
        assert union.public
        each, other, in_all = notes_on(grid(np.ones((3, 3), int)), union)
        assert ("'x'" in each, "'y'" in other, "match" in in_all) == (True, True, True)

    def test_a_market_makes_one_from_a_list(self) -> None:
        market = grid(np.ones((3, 3), int))
        listed: list[dict[str, Any]] = [{"x": ["a"], "y": ["p"]}, {"x": ["c"], "y": ["r"]}]
        assert market.intent(listed) == CORNERS == market.as_intent(listed)
        with pytest.raises(IntentError):
            market.intent(5)  # type: ignore[arg-type]


class TestConfidence:
    MARKET = grid([[4, 3, 1], [2, 5, 1], [1, 1, 6]], prices=[[1, 2, 3], [4, 5, 6], [7, 8, 9]])

    @pytest.mark.parametrize(
        ("attacker", "expected"),
        [
            # Published: a or b, p or q, and the corner c, r. Wanted: three cells of the cross.
            ("pi-uniform", Fraction(3, 5)),
            ("em-f", Fraction(4, 4 + 3 + 2 + 5 + 6)),
            ("em-c", Fraction(4, 1 + 2 + 4 + 5 + 9)),
            ("em-fc", Fraction(8, 4 + 6 + 8 + 25 + 54)),
        ],
    )
    def test_by_hand(self, attacker: str, expected: Fraction) -> None:
        published = any_of([box("ab", "pq"), box("c", "r")])
        found = ATTACKERS[attacker].confidence(self.MARKET, CROSS, published)
        assert found.upper == expected

    def test_a_union_that_leaves_part_out_is_refused(self) -> None:
        with pytest.raises(IntentError, match="leaves out part"):
            audit(self.MARKET, CROSS, CORNERS)


class TestPublishing:
    """Two wanted corners of 10, each beside a cell of 30, and a crowded middle."""

    MARKET = grid([[10, 30, 90], [90, 90, 90], [90, 30, 10]])

    def found(self, **more: Any) -> Publication:
        asked = {"against": "em-f", "limit": "1/8", "method": "optimal", **more}
        return choose(self.MARKET, CORNERS, **asked)

    def test_one_box_must_hold_both_corners(self) -> None:
        assert self.found().published == box("ac", "pr")
        assert self.found(method="greedy").published == box("ac", "pr")
        assert self.found().mass.records == 200

    def test_two_boxes_are_cheaper(self) -> None:
        result = self.found(boxes=2)
        assert (result.mass.records, result.proof.status) == (80, "optimal")
        assert result.published == any_of([box("a", "pq"), box("c", "qr")])
        assert result.published.public
        assert result.to_json()["published"] == result.published.to_json()
        assert "union of boxes" in result.worth
        assert "; or x: c" in result._repr_html_()

    def test_never_more_boxes_than_asked_and_one_among_equals(self) -> None:
        assert len(self.found(boxes=5).published.boxes) == 2
        alike = grid(np.ones((3, 3), int))
        result = choose(alike, box("a", "p"), limit="1/3", method="optimal", boxes=3)
        assert len(result.published.boxes) == 1

    def test_a_single_box_may_be_disguised_by_a_cross(self) -> None:
        market = grid([[10, 5, 0], [5, 90, 0], [0, 0, 0]])
        asked: dict[str, Any] = {"against": "em-f", "limit": "1/2", "method": "optimal"}
        assert choose(market, box("a", "p"), **asked).mass.records == 110
        result = choose(market, box("a", "p"), **asked, boxes=2)
        assert result.published == CROSS
        assert (result.mass.records, result.proof.status) == (20, "optimal")

    def test_a_part_published_as_it_is_is_told(self) -> None:
        market = grid([[1, 0, 9], [9, 0, 20], [0, 20, 20]])
        true = any_of([box("a", "p"), box("b", "r")])
        result = choose(market, true, against="em-f", limit="1/2", method="optimal", boxes=2)
        assert any("as it is" in note for note in result.notes)

    def test_greedy_publishes_one_box(self) -> None:
        with pytest.raises(SettingError, match="greedy has no setting 'boxes'") as error:
            self.found(method="greedy", boxes=2)
        assert error.value.setting == "boxes"

    def test_pins_hold_for_every_box(self) -> None:
        result = self.found(boxes=2, never={"y": ["q"]}, always={"x": ["b"]}, limit="1/20")
        for one in result.published.boxes:
            assert "q" not in one.to_json()["y"]
            assert "b" in one.to_json()["x"]

    def test_ordered_dimensions_stay_without_gaps_box_by_box(self) -> None:
        space = Space((Ordinal("x", tuple("abcd")), Y))
        market = Market.from_cube(space, np.full((4, 3), 5))
        wanted = [{"x": ["a"], "y": ["p"]}, {"x": ["d"], "y": ["q"]}]
        asked: dict[str, Any] = {"against": "em-f", "limit": "1/4"}
        for method in ("greedy", "optimal"):
            one = choose(market, wanted, **asked, method=method)
            assert one.published.to_json() == {"x": list("abcd"), "y": ["p", "q"]}
        assert choose(market, wanted, **asked, method="optimal", boxes=2).mass.records == 20
        gaps = choose(market, wanted, **asked, method="optimal", contiguous=False)
        assert gaps.published.to_json() == {"x": ["a", "d"], "y": ["p", "q"]}

    def test_a_frontier_starts_from_the_box_around(self) -> None:
        (first, *_) = frontier(self.MARKET, CORNERS, against="em-f").curves["em-f"]
        assert first.mass.records == 200
        assert first.limit == Fraction(10, 200)


class TestOnRealSizes:
    WANTED = (
        {"race": ["Black"], "sex": ["Female"], "age": ["working adult"], "income": [">50K"]},
        {"race": ["White"], "sex": ["Male"], "age": ["retirement"], "income": [">50K"]},
    )

    def test_adult(self) -> None:
        market = load("adult")
        one = choose(market, self.WANTED, method="optimal")
        two = choose(market, self.WANTED, method="optimal", boxes=2)
        assert two.held
        assert two.mass.records < one.mass.records / 10
        assert market.intent(list(self.WANTED)) <= two.published

    def test_a_sparse_market(self) -> None:
        rng = np.random.default_rng(3)
        shape = (12, 10, 9, 8, 15)
        space = Space(
            tuple(Nominal(f"d{i}", tuple(f"v{j}" for j in range(n))) for i, n in enumerate(shape))
        )
        codes = np.unique(
            np.array([np.minimum(rng.geometric(0.2, 9000) - 1, n - 1) for n in shape]), axis=1
        )
        market = Market.from_cells(space, codes, rng.integers(1, 20, codes.shape[1]))
        assert space.size > 2**16
        true = any_of([Box(space, tuple((int(c),) for c in codes[:, i])) for i in (0, 1000, 3000)])
        one = choose(market, true, limit=0.1, method="optimal")
        two = choose(market, true, limit=0.1, method="optimal", boxes=3)
        assert two.held
        assert two.mass.records < one.mass.records
        assert two.mass == as_layout(market, "dense").mass(two.published)


class TestPurchases:
    MARKET = TestPublishing.MARKET
    POST = any_of([box("a", "pq"), box("c", "qr")])

    @pytest.mark.parametrize("published", [POST, POST.hull], ids=["union", "box"])
    @pytest.mark.parametrize("method", METHODS)
    def test_every_method_buys_from_what_is_published(self, published: Intent, method: str) -> None:
        order = purchase(
            self.MARKET, CORNERS, published, buy=30, allocate=method, limit=0.9, seed=1
        )
        cells = {tuple(int(c) for c in column) for column in order.purchase.codes.T}
        assert all(cell in published for cell in cells)
        wanted = [
            (i, n) for i, n in zip(order.purchase.codes.T, order.purchase.counts, strict=True)
        ]
        assert order.true_records == sum(int(n) for cell, n in wanted if tuple(cell) in CORNERS)
        assert type(order.purchase.seen) is Box
        assert method == "blend" or order.passes

    def test_the_observer_compares_with_the_box_around(self) -> None:
        """Who sees values a, c, p, q and r compares with all records that have them."""
        order = purchase(self.MARKET, CORNERS, self.POST, buy=40, limit=0.3, allocate="optimal")
        assert order.passes
        assert order.purchase.seen == box("ac", "pqr")
        assert order.to_json()["published"] == self.POST.to_json()

    def test_buying_only_what_is_wanted_is_told(self) -> None:
        order = purchase(self.MARKET, CORNERS, CORNERS, buy=20, limit=1)
        assert order.true_records == 20
        assert any("everything that is bought is wanted" in words for words in order.warnings)
