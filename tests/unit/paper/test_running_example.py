"""The running example, recomputed from its dimensions."""

from __future__ import annotations

from tacit.paper import running_example


def test_distances_are_added_up_over_what_is_published() -> None:
    """Pre-school is 2 from Masters and 3 from Doctorate; Bachelors 1 and 2."""
    education = running_example.SPACE.dimensions[0]
    inside = [education.values.index(v) for v in running_example.PUBLISHED["education"]]
    by_hand = {
        str(value): sum(int(education.distances(code)[at]) for at in inside)
        for code, value in enumerate(education.values)
        if code not in inside
    }
    assert running_example.run().distances == by_hand == {"Pre-school": 5, "Bachelors": 3}


def test_education_offers_its_nearest_and_work_class_all_that_is_left() -> None:
    found = running_example.run().candidates
    work = running_example.SPACE.dimensions[1]
    left = [v for v in work.values if v not in running_example.PUBLISHED["work class"]]
    assert found == ("Bachelors", *left)
