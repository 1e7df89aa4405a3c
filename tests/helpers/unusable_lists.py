"""Lists of intents that can not be used, and what is said of them."""

from __future__ import annotations

from typing import Any

UNUSABLE: list[tuple[Any, str]] = [
    ([{"x": ["elsewhere"]}], "is no intent"),
    ([{"elsewhere": ["a"]}], "is no intent"),
    ([{"x": [["elsewhere"]]}], "is no intent"),
    ([{"intent": {"x": []}}], "empty|no value|no cell"),
    ([{"x": ["a"]}, {"intent": {"x": ["a"]}, "weight": 2}], "twice"),
    ([{"intent": {"x": ["a"]}, "weight": -1}], "0 or more"),
    ([{"intent": {"x": ["a"]}, "weight": True}], "0 or more"),
    ([{"intent": {"x": ["a"]}, "weight": ["elsewhere"]}], "0 or more"),
    ([{"intent": {"x": ["a"]}, "weight": "elsewhere"}], "finite number"),
    ([{"intent": {"x": ["a"]}, "weight": float("nan")}], "finite number"),
    ([{"intent": {"x": ["a"]}, "weight": float("inf")}], "finite number"),
    ([{"intent": {"x": ["a"]}, "weight": 2**62}], "too large"),
    (
        [{"intent": {"x": [x]}, "weight": w} for x, w in (("a", 1), ("b", "1e-30"))],
        "too large or too fine",
    ),
    ([{"intent": {"x": ["a"]}, "weight": 0}], "no candidate is left"),
]
