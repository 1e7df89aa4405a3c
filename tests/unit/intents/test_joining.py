"""Joining boxes, here sets of numbers that make one where they touch."""

from __future__ import annotations

import pytest

from tacit.errors import IntentError
from tacit.intents.joining import MOST_BOXES, joined

Numbers = frozenset[int]


def join(left: Numbers, right: Numbers) -> Numbers | None:
    if right <= left:
        return left
    near = {n + step for n in left for step in (-1, 0, 1)}
    return left | right if near & right else None


def test_what_touches_nothing_is_put_behind() -> None:
    assert joined([Numbers({1})], Numbers({5}), join) == [{1}, {5}]


def test_what_is_there_already_changes_nothing() -> None:
    boxes = [Numbers({1, 2}), Numbers({5})]
    assert joined(boxes, Numbers({2}), join) is boxes


def test_what_is_joined_may_be_joined_again() -> None:
    assert joined([Numbers({1}), Numbers({9}), Numbers({3})], Numbers({2}), join) == [
        {9},
        {1, 2, 3},
    ]


def test_too_many_are_refused() -> None:
    boxes = [Numbers({3 * i}) for i in range(MOST_BOXES)]
    assert joined(boxes, Numbers({1}), join)[-1] == {0, 1}
    with pytest.raises(IntentError, match="more than 64"):
        joined(boxes, Numbers({-9}), join)
