"""The plain twin of greedy, on a line that a person can follow."""

from __future__ import annotations

from fractions import Fraction

from tacit.publishing.greedy.reference import expand

RECORDS = [5, 2, 1, 9]


def grown(
    true: int, limit: str, alpha: str, offers_one: bool = False, hide: bool = False
) -> list[int] | None:
    """Expand one value of a line against someone who counts records, or cells if they hide."""
    found = expand(
        (len(RECORDS),),
        lambda _, a, b: Fraction(abs(a - b) if offers_one else int(a != b)),
        (offers_one,),
        {(i,): Fraction(n) for i, n in enumerate(RECORDS)},
        lambda cell: Fraction(1 if hide else RECORDS[cell[0]]),
        Fraction(1 if hide else RECORDS[true]),
        hide,
        (frozenset({true}),),
        Fraction(limit),
        Fraction(alpha),
    )
    return None if found is None else sorted(found[0])


def test_who_is_within_the_limit_stays_as_it_is() -> None:
    assert grown(0, "1", "1/2") == [0]


def test_at_alpha_1_the_cheapest_comes_first() -> None:
    assert grown(1, "1/2", "1") == [0, 1, 2], "c brings 1, which is not enough, then a"


def test_at_alpha_0_the_largest_gain_comes_first() -> None:
    assert grown(1, "1/2", "0") == [1, 3]


def test_on_an_order_only_the_nearest_is_offered() -> None:
    assert grown(0, "1/2", "0", offers_one=True) == [0, 1, 2, 3]


def test_what_can_not_be_reached_is_nothing() -> None:
    assert grown(3, "1/2", "1/2") is None


def test_an_empty_cell_is_taken_at_once_where_it_hides() -> None:
    RECORDS.append(0)
    try:
        assert grown(0, "1/2", "0", hide=True) == [0, 4]
    finally:
        RECORDS.pop()
