"""What a buyer keeps of a post: enough to repeat how it was made, and neither the want nor the draw."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from tacit.candidates.given import Given
from tacit.errors import TacitError
from tacit.intents.intent import Intent
from tacit.market.fingerprint import fingerprint
from tacit.publishing.kept import to_keep
from tacit.publishing.own_key import OwnKey
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import publish
from tacit.publishing.settings import Settings
from tests.helpers.choosing import choose
from tests.helpers.markets import line
from tests.helpers.settings import greedies, optimals, sealeds

MARKET = line([5, 1, 2, 4, 3])
GIVEN = Given.of([{"x": ["a"]}, {"x": ["b"]}, {"x": ["c"]}])
WEIGHED = Given.of(
    [{"intent": {"x": ["a"]}, "weight": 3}, {"intent": [{"x": ["b"]}, {"x": ["c"]}], "weight": 1}]
)


def through_a_file(how: Procedure) -> Procedure:
    return Procedure.from_kept(json.loads(json.dumps(how.to_kept())))


def asks_the_same(one: Procedure, other: Procedure) -> bool:
    """Whether two are the same, whether or not a limit for all was written for each."""
    return one.settings == other.settings and one.to_json() == other.to_json()


class TestRoundTrip:
    @given(greedies | optimals | sealeds)
    def test_every_method_with_any_settings(self, own: Settings) -> None:
        how = Procedure.of(method=own, against="em-f=1/10, em-c", limit="2/5")
        again = through_a_file(how)
        told = {name for name, option in own.options().items() if option.told or option.file}
        assert again.to_json() == how.to_json()
        for name in told:
            assert getattr(again.settings, name) == getattr(own, name)

    @pytest.mark.parametrize(
        "lists",
        [
            {"candidates": GIVEN},
            {"prior": WEIGHED},
            {"candidates": GIVEN, "prior": WEIGHED},
            {"prior": ("uniform", WEIGHED, "records")},
            {"prior": (GIVEN, WEIGHED)},
        ],
        ids=lambda lists: " and ".join(lists),
    )
    def test_lists_that_no_result_tells(self, lists: dict[str, Any]) -> None:
        how = Procedure.of(method="sealed", **lists)
        assert asks_the_same(through_a_file(how), how)

    @pytest.mark.parametrize("method", ["greedy", "optimal"])
    def test_pins_that_no_result_tells(self, method: str) -> None:
        pins = {"never": {"x": ["b"]}, "always": {"x": ["c", "d"]}}
        how = Procedure.of(method=method, against="em-f", limit="2/5", **pins)
        again = through_a_file(how)
        assert asks_the_same(again, how)
        true = MARKET.intent({"x": ["a"]})
        assert again.choose(MARKET, true).published == how.choose(MARKET, true).published

    def test_the_file_says_what_was_published_and_where(self) -> None:
        result = choose(MARKET, {"x": ["a"]}, method="greedy", against="em-f", limit="1/2")
        kept = json.loads(json.dumps(to_keep(result)))
        assert kept == {
            "kept": 1,
            "published": result.published.to_json(),
            "made_by": result.procedure.to_json(),
            "lists": {},
            "pins": {},
            "market": fingerprint(MARKET),
        }

    def test_what_was_drawn_can_be_reckoned_with_again(self) -> None:
        result = choose(
            MARKET, {"x": ["a"]}, candidates=GIVEN, against="informed", limit="1/2", seed=1
        )
        again = Procedure.from_kept(json.loads(json.dumps(to_keep(result))))
        chances = again.choose(MARKET, MARKET.intent({"x": ["a"]}))
        assert chances.chance_of(result.published) > 0


def test_neither_the_want_nor_the_draw_is_in_it() -> None:
    """The same is kept of another want that is drawn otherwise, once both come to the same post."""
    how = Procedure.of(method="sealed", against="informed", limit="1/2")
    key = OwnKey.read_or_make()
    kept: dict[Intent, set[str]] = {}
    wants: dict[Intent, set[str]] = {}
    for want in "abcde":
        for seed in (*range(987654300, 987654320), None):
            result = publish(how, MARKET, MARKET.intent({"x": [want]}), seed)
            text = json.dumps(to_keep(result), sort_keys=True)
            assert str(seed) not in text
            assert key.secret.hex() not in text
            kept.setdefault(result.published, set()).add(text)
            wants.setdefault(result.published, set()).add(want)
    assert any(len(some) > 1 for some in wants.values())
    assert all(len(texts) == 1 for texts in kept.values())


JUNK: list[Any] = [None, 3, True, "x", [3], [[3]], [None], {"x": 3}, ["uniform", 3]]


class TestAFileIsData:
    @pytest.mark.parametrize("junk", JUNK, ids=repr)
    @pytest.mark.parametrize("part", ["made_by", "lists", "pins"])
    def test_parts_that_are_no_such_thing_are_refused(self, part: str, junk: Any) -> None:
        kept = {"made_by": {"method": "greedy"}, "lists": {}, "pins": {}, part: junk}
        if part == "pins" and junk == {"x": 3}:
            assert Procedure.from_kept(kept) == Procedure.of(method="greedy"), "no pins at all"
            return
        with pytest.raises(TacitError):
            Procedure.from_kept(kept)

    @pytest.mark.parametrize("junk", [*JUNK, [], {}, "records"], ids=repr)
    @pytest.mark.parametrize("name", ["candidates", "prior"])
    def test_lists_that_are_none_are_refused(self, name: str, junk: Any) -> None:
        with pytest.raises(TacitError):
            Procedure.from_kept({"made_by": {"method": "sealed"}, "lists": {name: junk}})

    @pytest.mark.parametrize("name", ["method", "limit", "against", "effort", "never", "told"])
    def test_nothing_else_is_a_list(self, name: str) -> None:
        kept = {"made_by": {"method": "optimal"}, "lists": {name: [{"x": ["a"]}]}}
        with pytest.raises(TacitError, match="does not say how something was made"):
            Procedure.from_kept(kept)

    @pytest.mark.parametrize("junk", [3, "x", ["x"]], ids=repr)
    @pytest.mark.parametrize("name", ["never", "always"])
    def test_pins_that_are_none_are_refused(self, name: str, junk: Any) -> None:
        with pytest.raises(TacitError):
            Procedure.from_kept({"made_by": {"method": "greedy"}, "pins": {name: junk}})

    def test_pins_of_a_method_without_are_refused(self) -> None:
        with pytest.raises(TacitError, match="sealed has no setting 'never'"):
            Procedure.from_kept({"made_by": {"method": "sealed"}, "pins": {"never": {"x": ["a"]}}})

    def test_a_list_that_is_told_of_and_missing_is_asked_for(self) -> None:
        kept = Procedure.of(method="sealed", candidates=GIVEN).to_kept()
        with pytest.raises(TacitError, match="Give the list too"):
            Procedure.from_kept({**kept, "lists": {}})

    def test_little_is_enough(self) -> None:
        kept = {"made_by": {"method": "greedy"}}
        assert Procedure.from_kept(kept) == Procedure.of(method="greedy")
