"""The same is asked however it is written; whatever differs is another question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tacit.candidates.given import Given
from tacit.errors import InputError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import AnyOf, any_of
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tacit.publishing.question import question
from tacit.publishing.registry import METHODS
from tacit.publishing.sealed.method import Sealed
from tacit.publishing.settings import SETTINGS, SealedSettings, Settings, setting
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.layouts import as_layout
from tests.helpers.nine_cells import CORNERS, SPACE, box, grid
from tests.helpers.settings import greedies, optimals, sealeds

COUNTS = [[4, 1, 2], [3, 6, 5], [2, 2, 7]]
MARKET = grid(COUNTS)
CELL = box("a", "p")
LISTED = [
    {"intent": {"x": [x], "y": ["p"]}, "weight": w} for x, w in zip("abc", (1, 2, 3), strict=True)
]

sets = st.sets(st.integers(0, 2), min_size=1)
boxes = st.builds(lambda x, y: Box(SPACE, (tuple(x), tuple(y))), sets, sets)
counts = st.lists(st.integers(0, 9), min_size=9, max_size=9).map(lambda n: np.reshape(n, (3, 3)))


def sealed(**more: Any) -> Procedure:
    return Procedure.of(method="sealed", **more)


def asked(true: Intent = CELL, market: Market = MARKET, **more: Any) -> bytes:
    return question(market, sealed(**more), true)


class TestTheWant:
    @given(st.lists(boxes, min_size=1, max_size=4), st.randoms(use_true_random=False))
    def test_the_order_of_boxes_does_not_matter(self, some: list[Box], chance: Any) -> None:
        other = list(some)
        chance.shuffle(other)
        assert asked(AnyOf(some)) == asked(AnyOf(other))

    @given(boxes, boxes)
    def test_another_want_is_another_question(self, one: Box, other: Box) -> None:
        assert (asked(one) == asked(other)) == (one == other)

    @given(st.lists(boxes, min_size=2, max_size=3), st.lists(boxes, min_size=2, max_size=3))
    def test_so_is_another_union(self, some: list[Box], others: list[Box]) -> None:
        one, other = any_of(some), any_of(others)
        assume(one != other)
        assert asked(one) != asked(other)

    def test_neither_order_of_values_nor_who_may_see_it_matters(self) -> None:
        want = Box.of(SPACE, {"x": ["c", "a"], "y": ["q"]})
        same = Box(SPACE, ((np.int64(0), np.int64(2)), (1,)), widened=("y",))  # type: ignore[arg-type]
        assert asked(want) == asked(want.as_public()) == asked(same)

    def test_boxes_are_told_apart_from_their_values(self) -> None:
        """What joins two boxes is not what has the values of both."""
        assert asked(CORNERS) != asked(CORNERS.hull)


class TestTheMarket:
    @given(counts, counts)
    def test_other_cells_are_another_question(self, some: Any, others: Any) -> None:
        same = bool((some == others).all())
        assert (asked(market=grid(some)) == asked(market=grid(others))) == same

    def test_how_its_cells_are_kept_does_not_matter(self) -> None:
        kept = {asked(market=as_layout(MARKET, layout)) for layout in ("dense", "sparse")}
        assert kept == {asked()}
        assert asked(market=replace(MARKET, name="another", notes=("read today",))) == asked()

    def test_prices_and_the_order_of_values_do(self) -> None:
        names = tuple("pqr")
        ordered = Ordinal("y", names), Ordinal.of("y", names, order=("q", "p", "r"))
        x, y = SPACE.dimensions
        spaces = [
            Space((x, y)),
            *(Space((x, one)) for one in ordered),
            Space((x, Nominal("z", names))),
        ]
        markets = [Market.from_cube(space, COUNTS) for space in spaces]
        markets += [grid(COUNTS, each=2), grid(COUNTS, prices=np.arange(9).reshape(3, 3))]
        found = [asked(Box(m.space, CELL.codes), m) for m in markets]
        assert len(set(found)) == len(found)


OTHERS: dict[str, dict[str, Any]] = {
    "limit": {"limit": 0.4},
    "its limit": {"against": "informed=0.4"},
    "another held": {"against": "em-f"},
    "two held": {"against": "em-f,em-c"},
    "one with a limit": {"against": "em-f=0.2"},
    "objective": {"objective": "cost"},
    "gaps": {"contiguous": False},
    "candidates": {"candidates": "boxes"},
    "up to": {"candidates": "upto:3"},
    "a mixture": {"candidates": "cells+boxes"},
    "another mixture": {"candidates": "2*cells+boxes"},
    "a list": {"candidates": LISTED},
    "a shorter list": {"candidates": LISTED[:2]},
    "a list of one weight": {"candidates": [one["intent"] for one in LISTED]},
    "prior": {"prior": "records"},
    "two priors": {"prior": "uniform,records"},
    "the other first": {"prior": "records,uniform"},
    "weights": {"prior": LISTED},
    "weights beside": {"prior": ("uniform", Given.of(LISTED))},
    "other weights": {"prior": [{**one, "weight": 5} for one in LISTED[:1]] + LISTED[1:]},
    "factor": {"within": 2},
    "hide": {"hide": "x"},
    "hide another": {"hide": "y"},
    "hide both": {"hide": "x,y"},
    "hide with a limit": {"hide": "x=1/2"},
    "hold": {"hold": "estimate"},
    "hold the other": {"hold": "upper"},
    "support": {"support": "all"},
    "bare": {"bare": True},
    "effort": {"effort": 19_999},
}


class TestTheSettings:
    def test_each_makes_another_question(self) -> None:
        found = {name: asked(**more) for name, more in {"plain": {}, **OTHERS}.items()}
        alike = [pair for pair in combinations(found, 2) if found[pair[0]] == found[pair[1]]]
        assert alike == []

    def test_none_is_left_out(self) -> None:
        """One that comes to be later fails here until it makes another question too."""
        tried = {name for more in OTHERS.values() for name in more}
        assert set(SealedSettings.options()) <= tried

    @settings(max_examples=60)
    @given(greedies | optimals | sealeds, greedies | optimals | sealeds, boxes)
    def test_those_that_differ_ask_differently(
        self, one: Settings, other: Settings, true: Box
    ) -> None:
        first, second = (Procedure.of(method=own, against="em-f") for own in (one, other))
        same = first.settled(true) == second.settled(true)
        assert (question(MARKET, first, true) == question(MARKET, second, true)) == same

    @pytest.mark.parametrize(
        ("true", "named"),
        [(CELL, "cells"), (box("ab", "p"), "shape"), (CORNERS, "unions")],
        ids=["cell", "box", "union"],
    )
    def test_the_usual_candidates_may_be_named_or_not(self, true: Intent, named: str) -> None:
        assert asked(true) == asked(true, candidates="usual") == asked(true, candidates=named)
        assert asked(true) != asked(true, candidates="boxes")

    @pytest.mark.parametrize(
        ("one", "same"),
        [
            ({"limit": 0.4}, {"limit": "2/5"}),
            ({"within": 2}, {"within": "2.0"}),
            ({"against": "em-f,em-c"}, {"against": "em-c, EM-F"}),
            ({"against": "em-f"}, {"against": "em-f=0.3,informed"}),
            ({"hide": "x=0.5,y"}, {"hide": {"y": None, "x": Fraction(1, 2)}}),
            ({"candidates": "2*cells+boxes"}, {"candidates": " 2 * cells + boxes"}),
            ({"prior": "records"}, {"prior": (" records",)}),
            ({"prior": "records,cost"}, {"prior": ("records", "cost ")}),
            ({"candidates": LISTED}, {"candidates": LISTED[::-1]}),
            ({"prior": LISTED}, {"prior": [{**o, "weight": str(o["weight"])} for o in LISTED]}),
        ],
    )
    def test_how_they_are_written_does_not_matter(
        self, one: dict[str, Any], same: dict[str, Any]
    ) -> None:
        assert asked(**one) == asked(**same) != asked()

    def test_settings_made_by_hand_ask_the_same(self) -> None:
        by_hand = SealedSettings(within=2, prior="records,cost")  # type: ignore[arg-type]
        how = Procedure.of(method=by_hand)
        assert question(MARKET, how, CELL) == asked(within=2, prior="records,cost")

    @pytest.mark.parametrize("pins", ["never", "always"])
    def test_pins_count_by_what_they_pin(self, pins: str) -> None:
        def pinned(**values: Any) -> bytes:
            how = Procedure.of(method="optimal", **{pins: values})
            return question(MARKET, how, CELL)

        assert pinned(x=["b", "c"], y=["r"]) == pinned(y=["r"], x=["c", "b"])
        some = [
            pinned(),
            pinned(x=["b"]),
            pinned(x=["b", "c"]),
            pinned(y=["q"]),
            pinned(x=["b"], y=["q"]),
        ]
        assert len(set(some)) == len(some)

    def test_what_must_and_what_must_not_be_published_are_told_apart(self) -> None:
        one, other = (
            Procedure.of(method="optimal", **{pins: {"x": ["b"]}}) for pins in ("never", "always")
        )
        assert question(MARKET, one, CELL) != question(MARKET, other, CELL)

    def test_a_list_that_can_not_be_used_is_refused_as_ever(self) -> None:
        with pytest.raises(InputError, match="list has an intent twice"):
            asked(candidates=LISTED + LISTED[:1])
        with pytest.raises(InputError, match="a weight must be a number"):
            asked(prior=[{**one, "weight": -1} for one in LISTED])


@dataclass(frozen=True)
class Odd:
    """A kind of setting that Tacit does not have."""

    size: int


@dataclass(frozen=True)
class OddSettings(SealedSettings):
    method: ClassVar[str] = "odd"

    seconds: float = setting(1.0, "", "", float, told=False)
    kinds: Any = setting("1", "", "", lambda value: value)


class OddMethod(Sealed):
    settings: ClassVar[type[Settings]] = OddSettings


@dataclass(frozen=True)
class TwinSettings(SealedSettings):
    method: ClassVar[str] = "twin"


class Twin(Sealed):
    settings: ClassVar[type[Settings]] = TwinSettings


class TestAnotherMethod:
    @pytest.fixture(autouse=True)
    def registered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for one in (OddMethod(), Twin()):
            monkeypatch.setitem(METHODS, one.name, one)
            monkeypatch.setitem(SETTINGS, one.name, one.settings)

    def asked(self, **more: Any) -> bytes:
        return question(MARKET, Procedure.of(method="odd", **more), CELL)

    def test_its_name_counts(self) -> None:
        assert question(MARKET, Procedure.of(method="twin"), CELL) != asked()

    def test_so_does_what_a_result_does_not_tell(self) -> None:
        assert self.asked(seconds=2) != self.asked()

    def test_kinds_of_values_are_told_apart(self) -> None:
        kinds = [
            "1",
            1,
            True,
            1.5,
            ("1",),
            (1,),
            ("1", "1"),
            (("1",), "1"),
            {"1": 1},
            {"number": "1"},
        ]
        kinds += ["", (), {}, {"list": ()}, {"each": {}}, Odd(1), Odd(2), "Odd(size=1)"]
        found = [self.asked(kinds=kind) for kind in kinds]
        assert len(set(found)) == len(found)


def test_a_question_shows_no_value_and_stays_what_it_was() -> None:
    """Were it made otherwise, or of one setting more, every user's next question would be drawn for anew."""
    assert (
        asked(against="informed").hex()
        == "97e452727a6bbcf63f2a52cc62bd15878563e758d77a4da61d07821233ea1e24"
    )
