"""Mixes that the solver only nearly hits, made exact."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.publishing.sealed.exact_mix import exact_mix
from tacit.publishing.sealed.lines import Lines
from tests.helpers.tiny_lines import HALF, QUESTIONS, THIRD, lines


def made(of: Lines, near: list[float]) -> tuple[list[int], list[Fraction]] | None:
    return exact_mix(of, of.rows(np.arange(len(near))), np.array(near))


def test_a_mix_is_made_exact() -> None:
    """Thirds that the solver only nearly hits, and a value that is free to be rounded."""
    of = lines([1] * 4, limit=THIRD, cover=[[1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    near = [0.1, 1 / 3 - 0.1 + 1e-12, 1 / 3 - 1e-11, 1 / 3 + 1e-11]
    found = made(of, near)
    assert found is not None
    mix = dict(zip(*found, strict=True))
    assert sum(mix.values()) == 1
    assert mix[0] + mix[1] == mix[2] == mix[3] == THIRD
    assert [float(mix[v]) for v in range(4)] == pytest.approx(near)


def test_what_is_far_above_a_limit_is_no_mix() -> None:
    of = lines([1] * 4, limit=THIRD, cover=[[1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    assert made(of, [0.5, 0.5, 0.0, 0.0]) is None


def test_chances_of_next_to_nothing_become_nothing() -> None:
    found = made(lines([1] * 3, limit=HALF), [0.5, 0.5 - 1e-12, 1e-12])
    assert found == ([0, 1], [HALF, HALF])


def test_equations_that_contradict_each_other_have_no_mix() -> None:
    """Each of two records at a third each, held by one candidate each, and nobody else."""
    assert made(lines([1] * 2, limit=THIRD), [0.5, 0.5]) is None


def test_a_second_belief_is_kept_to_the_last_digit() -> None:
    """By the second, 0 is three times as likely: a half of 1/4 + 1/4 + 1/2 by the first."""
    of = lines([1] * 3, [3, 1, 1], limit=HALF)
    found = made(of, [0.25 + 1e-12, 0.25, 0.5 - 1e-12])
    assert found is not None
    mix = dict(zip(*found, strict=True))
    assert mix == {0: Fraction(1, 4), 1: Fraction(1, 4), 2: HALF}
    (_, second) = of.by_belief(list(mix), list(mix.values()))
    assert dict(zip(mix, second, strict=True))[0] * 2 == sum(second)


def test_whom_the_first_belief_does_not_count_is_made_exact_too() -> None:
    of = QUESTIONS["zeros in the first belief"]
    near = [0.1, 0.2, 0.2, 0.2, 0.15, 0.15]
    found = made(of, near)
    assert found is not None
    assert of.kept(*found)
    assert sum(found[1]) == 1
    mix = dict(zip(*found, strict=True))
    assert [float(mix[v]) for v in range(6)] == pytest.approx(near)


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_found_adds_up_and_keeps_every_line(name: str, seed: int) -> None:
    of, rng = QUESTIONS[name], np.random.default_rng(seed)
    near = rng.random(6) * rng.integers(0, 2, 6) + 1e-3
    near = near / near.sum()
    found = made(of, near.tolist())
    if found is not None:
        assert sum(found[1]) == 1
        assert min(found[1]) > 0
        assert of.kept(*found)
