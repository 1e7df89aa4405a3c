"""The paper's running example of the expansion: education level by work class."""

from __future__ import annotations

import pytest

from tacit.intents.box import Box
from tacit.publishing.greedy.expansion import Offers
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

EDUCATION = ("Pre-school", "Bachelors", "Masters", "Doctorate")
WORK = ("Federal-gov", "Without-pay", "Private", "Self-emp-not-inc")
SPACE = Space((Ordinal.of("education", EDUCATION), Nominal("workclass", WORK)))
PUBLISHED = Box.of(SPACE, {"education": ["Masters", "Doctorate"], "workclass": ["Federal-gov"]})


def names(offers: Offers) -> list[str]:
    """The offered values, in the order of dimensions and values."""
    every = [*EDUCATION, *WORK]
    return [value for value, offered in zip(every, offers.flat, strict=True) if offered]


@pytest.mark.parametrize(("value", "distance"), [("Pre-school", 5), ("Bachelors", 3)])
def test_accumulated_distance_on_the_education_level(value: str, distance: int) -> None:
    assert Offers(PUBLISHED).accumulated(0)[EDUCATION.index(value)] == distance


@pytest.mark.parametrize("value", ["Without-pay", "Private", "Self-emp-not-inc"])
def test_every_work_class_left_is_equally_far(value: str) -> None:
    assert Offers(PUBLISHED).accumulated(1)[WORK.index(value)] == 1


def test_four_neighbour_values_are_offered() -> None:
    expected = ["Bachelors", "Without-pay", "Private", "Self-emp-not-inc"]
    assert names(Offers(PUBLISHED)) == expected


def test_taking_bachelors_offers_pre_school_next() -> None:
    offers = Offers(PUBLISHED)
    assert offers.take(EDUCATION.index("Bachelors")) == (0, EDUCATION.index("Bachelors"))
    assert names(offers) == ["Pre-school", "Without-pay", "Private", "Self-emp-not-inc"]
    assert offers.accumulated(0)[EDUCATION.index("Pre-school")] == 6


def test_taking_a_work_class_leaves_the_education_level_as_it_was() -> None:
    offers = Offers(PUBLISHED)
    assert offers.take(len(EDUCATION) + WORK.index("Private")) == (1, WORK.index("Private"))
    assert names(offers) == ["Bachelors", "Without-pay", "Self-emp-not-inc"]
    assert offers.accumulated(0)[EDUCATION.index("Pre-school")] == 5


def test_nothing_is_offered_once_everything_is_published() -> None:
    assert names(Offers(Box.everything(SPACE))) == []
