"""Given: lists of intents, and what is no such list."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.given import Given, whole_weights
from tacit.candidates.listing import candidates
from tacit.errors import InputError
from tests.helpers.unusable_lists import UNUSABLE
from tests.unit.candidates.shared import SHOP, box, shares


def test_intents_with_and_without_weights() -> None:
    given = Given.of([{"x": ["a"]}, {"intent": {"x": ["b"]}, "weight": "1/2"}])
    assert given.intents(SHOP) == {box("a"): None, box("b"): "1/2"}


def test_a_dimension_may_be_called_intent_or_weight() -> None:
    """Only an entry whose `intent` is an intent has its weight beside it."""
    assert Given.of([{"intent": ["a"], "weight": ["p"]}]).entries == (
        ({"intent": ["a"], "weight": ["p"]}, None),
    )


def test_free_is_where_all_that_are_listed_have_all_values() -> None:
    assert Given.of([{"x": ["a"]}, {"x": ["b", "c"]}]).free(SHOP) == {1}
    assert Given.of([{"x": ["a"]}, {"x": ["b"], "y": ["q"]}]).free(SHOP) == frozenset()


def test_the_list_comes_back() -> None:
    told = [{"intent": {"x": ["a"]}}, {"intent": {"x": ["b"]}, "weight": 0.5}]
    assert Given.of(told).to_json() == told
    assert Given.of(Given.of(told).to_json()) == Given.of(told)


def test_printing_shows_no_value() -> None:
    given = Given.of([{"y": ["secret"]}, {"y": ["q"]}])
    assert repr(given) == "Given(2 intents, values hidden)"


def test_weights_are_exact() -> None:
    """A tenth and a third have no float."""
    given = {"a": 0.1, "b": "1/3", "c": 1e-9}
    entries = [{"intent": {"x": [x]}, "weight": w} for x, w in given.items()]
    found = candidates(SHOP, Belief(Given.of(entries)))
    whole = Fraction(1, 10) + Fraction(1, 3) + Fraction(1, 10**9)
    parts = [Fraction(1, 10) / whole, Fraction(1, 3) / whole, Fraction(1, 10**9) / whole]
    assert list(shares(found).values()) == parts


def test_whole_weights_keep_the_proportion() -> None:
    assert whole_weights([None, "1/2", 0.25, 0]).tolist() == [4, 2, 1, 0]


class TestRefusals:
    @pytest.mark.parametrize("listed", [["elsewhere"], [{"x": ["a"]}, 3], [None]])
    def test_what_is_no_list_of_intents(self, listed: Any) -> None:
        with pytest.raises(InputError, match="expected a list") as error:
            Given.of(listed)
        assert "elsewhere" not in str(error.value)

    def test_an_empty_list(self) -> None:
        with pytest.raises(InputError, match="no intent"):
            Given.of([])

    @pytest.mark.parametrize("role", ["candidates", "prior"])
    @pytest.mark.parametrize(("listed", "match"), UNUSABLE)
    def test_lists_that_can_not_be_used(self, role: str, listed: Any, match: str) -> None:
        given = Given.of(listed)
        belief = Belief(given) if role == "candidates" else Belief("boxes", given)
        with pytest.raises(InputError, match=match) as error:
            candidates(SHOP, belief)
        # What a list names is as secret as an intent: only what is allowed is listed.
        assert "elsewhere" not in str(error.value)
