from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from tacit.export.words import values_in_words
from tacit.space.dimension import Dimension
from tacit.space.grouped import Grouped
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix
from tests.helpers.dimensions import mask_of

AGE = Numeric.binned("age", [17, 24, 61], ["child", "young", "working", "old"], integer=True)
HEIGHT = Numeric.binned("height", [0.5, 1.5])
LEFT = Numeric.binned("height", [0.5, 1.5], ["low", "mid", "high"], closed="left")
DAY = Numeric.binned("day", [date(2026, 1, 1), date(2026, 6, 30)], ["a", "b", "c"])
GAPS = Numeric.binned("age", [17], ["young", "old"], integer=True, missing="unknown")
RACE = Nominal("race", ("A", "B", "rest", "none"), other="rest", missing="none")


@pytest.mark.parametrize(
    ("dimension", "values", "words"),
    [
        (Nominal("x", ("a", "b", "c", "d")), ["a"], "a"),
        (Nominal("x", ("a", "b", "c", "d")), ["a", "b", "d"], "a, b or d"),
        (AGE, ["young", "working"], "18 to 61"),
        (AGE, ["child", "working"], "up to 17 or 25 to 61"),
        (AGE, ["old"], "from 62"),
        (HEIGHT, ["0.5 to 1.5"], "above 0.5 and up to 1.5"),
        (LEFT, ["mid", "high"], "from 0.5"),
        (LEFT, ["low"], "below 0.5"),
        (DAY, ["b"], "above 2026-01-01 and up to 2026-06-30"),
        (GAPS, ["old", "unknown"], "from 18 or no value"),
        (GAPS, ["young", "old"], "any value"),
        (RACE, ["A"], "A"),
        (RACE, ["A", "none"], "A or no value"),
        (RACE, ["A", "rest"], "any value but B"),
        (RACE, ["rest", "none"], "any value but A and B or no value"),
        (RACE, ["A", "B", "rest"], "any value"),
    ],
)
def test_values_in_words(dimension: Dimension, values: list[str], words: str) -> None:
    assert values_in_words(dimension, np.asarray(mask_of(dimension, *values))) == words


def test_groups_are_told_by_what_they_hold() -> None:
    city = Prefix("city", ("Ba*", "Å", "-"), length=2, missing="-")
    told = values_in_words(city, mask_of(city, "Ba*", "Å", "-"))
    assert told == "all that begins with Ba, Å or no value"
    group = Grouped.of("city", {"north": ["Oslo", "Bergen"], "south": ["Rome"]})
    assert values_in_words(group, mask_of(group, "north")) == "Oslo or Bergen"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("plain name", "plain name"),
        ("Portland", "Portland"),
        ("cats, dogs", '"cats, dogs"'),
        ("salt and pepper", '"salt and pepper"'),
        ("no value", '"no value"'),
        ("", '""'),
    ],
)
def test_a_name_that_could_be_misread_stands_in_quotes(name: str, words: str) -> None:
    dimension = Nominal("x", (name, "other"))
    assert values_in_words(dimension, mask_of(dimension, name)) == words
