"""Mixes that the solver only nearly hits, made exact."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.publishing.sealed.exact_mix import exact_mix


def test_a_mix_is_made_exact() -> None:
    """Thirds that the solver only nearly hits, and a value that is free to be rounded."""
    held = np.array([[True, True, False, False], [False, False, True, False]])
    near = np.array([0.1, 1 / 3 - 0.1 + 1e-12, 1 / 3 - 1e-11, 1 / 3 + 1e-11])
    mix = exact_mix(held, near, Fraction(1, 3))
    assert mix is not None
    assert sum(mix) == 1
    assert mix[0] + mix[1] == mix[2] == mix[3] == Fraction(1, 3)
    assert [float(part) for part in mix] == pytest.approx(near.tolist())
    assert exact_mix(held, np.array([0.5, 0.5, 0.0, 0.0]), Fraction(1, 3)) is None


def test_chances_of_next_to_nothing_become_nothing() -> None:
    held = np.eye(3, dtype=bool)
    mix = exact_mix(held, np.array([0.5, 0.5 - 1e-12, 1e-12]), Fraction(1, 2))
    assert mix == [Fraction(1, 2), Fraction(1, 2), 0]


def test_equations_that_contradict_each_other_have_no_mix() -> None:
    """Each of two records at a third each, held by one candidate each, and nobody else."""
    held = np.eye(2, dtype=bool)
    assert exact_mix(held, np.array([0.5, 0.5]), Fraction(1, 3)) is None
