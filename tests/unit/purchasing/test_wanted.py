"""How many wanted records come: exact, judged by listing every draw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from tacit.attackers.tails import Count
from tacit.purchasing.wanted import Wanted

CASES: dict[str, tuple[Count, ...]] = {
    "nothing": (),
    "one stratum": (Count(9, 4, 5),),
    "all of it": (Count(6, 4, 6),),
    "some for certain": (Count(6, 5, 4),),
    "two strata": (Count(7, 3, 4), Count(6, 2, 3)),
    "one certain, one not": (Count(4, 2, 4), Count(6, 3, 2)),
    "two certain": (Count(4, 2, 4), Count(3, 3, 1)),
    "three": (Count(5, 2, 2), Count(4, 1, 3), Count(6, 5, 3)),
}


def law(parts: tuple[Count, ...]) -> dict[int, Fraction]:
    """The chance of each number, by every draw there is: the first records are the wanted ones."""
    found = {0: Fraction(1)}
    for one in parts:
        drawn = Counter(
            sum(i < one.stock for i in some) for some in combinations(range(one.total), one.drawn)
        )
        total = sum(drawn.values())
        after: dict[int, Fraction] = {}
        for came, chance in found.items():
            for more, ways in drawn.items():
                after[came + more] = after.get(came + more, Fraction(0)) + chance * ways / total
        found = after
    return found


@pytest.fixture(params=CASES)
def parts(request: pytest.FixtureRequest) -> tuple[Count, ...]:
    return CASES[request.param]


def test_mean_fewest_and_most(parts: tuple[Count, ...]) -> None:
    exact, found = law(parts), Wanted(parts)
    assert found.mean == sum(n * chance for n, chance in exact.items())
    assert (found.fewest, found.most) == (min(exact), max(exact))


def test_the_chance_of_at_least_so_many(parts: tuple[Count, ...]) -> None:
    exact, found = law(parts), Wanted(parts)
    for many in range(max(exact) + 2):
        chance = sum((c for n, c in exact.items() if n >= many), Fraction(0))
        assert found.chance(many) == pytest.approx(float(chance), abs=1e-12)
        if many <= max(exact):
            assert found.chance_exactly(many) == chance


def test_whether_odds_are_met_is_exact(parts: tuple[Count, ...]) -> None:
    """The odds of each number are met just so, and missed by next to nothing."""
    exact, found = law(parts), Wanted(parts)
    tiny = Fraction(1, 10**40)
    for many in exact:
        chance = sum((c for n, c in exact.items() if n >= many), Fraction(0))
        if chance == 1:
            assert found.reaches(many, 1 - tiny)
            continue
        assert found.reaches(many, chance)
        assert not found.reaches(many, chance + tiny)
        assert found.reached(chance) == many
        assert found.reached(chance + tiny) == many - 1
    assert not found.reaches(max(exact) + 1, tiny)


def test_what_comes_for_certain_is_always_reached(parts: tuple[Count, ...]) -> None:
    found = Wanted(parts)
    assert found.reached(1 - Fraction(1, 10**40)) == found.fewest
    assert found.chance(found.fewest) == 1
    assert found.chance(0) == 1


def test_sums_that_take_too_long_to_count_are_not_taken_as_met(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a float is as near to the odds as this, only whole numbers could tell."""
    found = Wanted(CASES["two strata"])
    odds = found.chance_exactly(2)
    assert found.reaches(2, odds)
    monkeypatch.setattr("tacit.purchasing.wanted._WORK", 0)
    assert not Wanted(CASES["two strata"]).reaches(2, odds)
    assert Wanted(CASES["two strata"]).reaches(2, odds - Fraction(1, 10**6))
