"""Widened intents as they were told: hand-made ones, from conditions, values and lists of them."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from tacit.errors import IntentError
from tacit.intents.box import Box
from tacit.intents.finer import finer
from tacit.intents.intent import Intent
from tacit.intents.reading import intent_from, parse_intent
from tacit.intents.union import any_of
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space

AGE = Numeric.binned("age", [17, 61], integer=True)
SPACE = Space((AGE, Nominal("sex", ("F", "M"))))


def told(wanted: Any) -> Intent:
    return parse_intent(SPACE, wanted) if isinstance(wanted, str) else intent_from(SPACE, wanted)


def ages(intent: Intent, sex: int) -> set[int]:
    """The ages from 0 to 99 that an intent was told with."""
    found = finer(intent)
    edges = found.intent.space.dimensions[0].edges  # type: ignore[attr-defined]
    fine = np.searchsorted(np.array(edges), np.arange(100), side="right")
    return {age for age in range(100) if (int(fine[age]), sex) in found.intent}


@pytest.mark.parametrize(
    "wanted",
    [
        "age > 20 AND age < 30 AND sex = 'F'",
        {"age": {"from": 21, "to": 29}, "sex": "F"},
        [
            {"age": {"from": 21, "to": 24}, "sex": "F"},
            {"age": {"from": 23, "to": 29}, "sex": "F"},
        ],
        [
            {"age": list(range(21, 26)), "sex": ["F"]},
            {"age": {"from": 26, "to": 29}, "sex": ["F"]},
        ],
    ],
    ids=["condition", "values", "list", "single values"],
)
def test_the_same_however_it_is_told(wanted: Any) -> None:
    intent = told(wanted)
    assert intent.widened == ("age",)
    assert ages(intent, 0) == set(range(21, 30))
    assert ages(intent, 1) == set()
    assert not finer(intent).intent.widened


def test_boxes_that_meet_bins_and_boxes_that_do_not() -> None:
    intent = told("age > 61 AND sex = 'F' OR age = 30 AND sex = 'M' OR age = 'up to 17'")
    assert ages(intent, 0) == {*range(18), *range(62, 100)}
    assert ages(intent, 1) == {*range(18), 30}


def test_a_box_inside_the_bins_of_another_is_not_lost() -> None:
    intent = told([{"age": 20}, {"age": 30}])
    assert len(intent.boxes) == 1
    assert ages(intent, 0) == {20, 30}


def test_a_box_inside_another_may_be_narrower_on_a_dimension_that_was_not_widened() -> None:
    space = Space((AGE, Numeric.binned("pay", [10], integer=True)))
    intent = parse_intent(space, "age > 30 OR age >= 30 AND pay > 50")
    assert intent.widened == ("age",)
    assert set(finer(intent).cuts) == {0, 1}


def test_cells_of_the_finer_space_lie_in_coarse_ones() -> None:
    found = finer(told("age >= 30"))
    assert found.intent.space.shape == (7, 2)
    codes = np.array([[0, 1, 2, 3, 4, 5, 6], [0] * 7])
    assert found.coarse(codes)[0].tolist() == [0, 0, 1, 1, 1, 1, 2]


def test_what_is_not_known_is_an_error() -> None:
    for intent in (told("age > 17"), Box(SPACE, ((1,), (0,)), widened=("age",))):
        with pytest.raises(IntentError, match="not known"):
            finer(intent)
    unknown = any_of([Box(SPACE, ((1,), (0,)), widened=("age",)), told("age = 20 AND sex = 'M'")])
    assert (unknown.widened, unknown.told) == (("age",), ())


def test_nothing_of_it_is_in_what_is_public_or_grown() -> None:
    for wanted in ("age = 30 AND sex = 'F'", "age = 30 AND sex = 'F' OR age < 9 AND sex = 'M'"):
        intent = told(wanted)
        assert intent.told
        assert not intent.as_public().told
        assert not any(box.told for box in intent.as_public().boxes)
    assert not Box.of(SPACE, {"age": 30}).with_value(0, 2).told
    assert not told("age = 30 AND age = 31").told


def test_it_can_be_kept() -> None:
    intent = told("age = 30")
    assert pickle.loads(pickle.dumps(intent)).told == intent.told
    assert "30" not in repr(intent) + repr(intent.told)
