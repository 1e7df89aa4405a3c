"""Pieces: parts of a dimension, finer than its values."""

from __future__ import annotations

import numpy as np

from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.pieces import Pieces


def test_pieces_of_names_are_the_values() -> None:
    atoms = Nominal("race", ("A", "B")).atoms(["A"])
    assert atoms.pieces(atoms.equals("A")) == Pieces((), (True, False))


def test_pieces_of_a_line_are_points_and_stretches_that_hold_anything() -> None:
    atoms = Numeric.binned("age", [10], integer=True).atoms([11])
    above = ~atoms.below(10, inclusive=True)
    assert atoms.pieces(above) == Pieces((10, 11), (False, False, False, True, True))


def test_they_show_nothing() -> None:
    atoms = Numeric.binned("age", [10]).atoms([4321])
    assert "4321" not in repr(atoms.pieces(np.ones(5, dtype=bool)))
