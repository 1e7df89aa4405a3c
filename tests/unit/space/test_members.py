"""Pieces that are finer than values."""

from __future__ import annotations

import numpy as np

from tacit.space.members import MemberAtoms
from tacit.space.nominal import Nominal

ATOMS = MemberAtoms(Nominal("x", ("a", "b", "c")), np.array([0, 0, 1, 2, 2]))


def pieces(*inside: int) -> np.ndarray:
    return np.isin(np.arange(5), inside)


def test_values_hold_the_pieces_that_lie_in_them() -> None:
    assert ATOMS.of(np.array([True, False, True])).tolist() == pieces(0, 1, 3, 4).tolist()


def test_pieces_are_covered_by_whole_values() -> None:
    mask, wider = ATOMS.cover(pieces(0, 1, 2))
    assert (mask.tolist(), wider) == ([True, True, False], False)
    mask, wider = ATOMS.cover(pieces(1))
    assert (mask.tolist(), wider) == ([True, False, False], True)


def test_what_no_row_can_lie_in_does_not_widen() -> None:
    atoms = MemberAtoms(Nominal("x", ("a",)), np.array([0, 0]))
    atoms.real[1] = False
    assert not atoms.cover(np.array([True, False]))[1]
