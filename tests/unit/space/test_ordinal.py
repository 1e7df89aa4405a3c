"""Names in an order: distances and comparisons go by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tacit.errors import UnknownValue
from tacit.space.dimension import Dimension
from tacit.space.ordinal import Ordinal
from tests.helpers.dimensions import assert_refused, chosen


def test_ordinal_distances_follow_the_natural_order_not_the_value_order() -> None:
    size = Ordinal.of("size", ["S", "M", "L", "XL"], order=["L", "S", "XL", "M"])
    assert size.values == ("L", "S", "XL", "M")
    assert size.ranks == (2, 0, 3, 1)
    assert size.natural == (1, 3, 0, 2)
    assert size.distances(0).tolist() == [0, 2, 1, 1]  # L to L, S, XL, M
    assert size.distances(1).tolist() == [2, 0, 3, 1]  # S to L, S, XL, M
    assert not size.offers_all


def test_ordinal_without_an_order_is_lowest_first() -> None:
    assert Ordinal("size", ("S", "M", "L")).ranks == (0, 1, 2)
    assert Ordinal.of("size", ["S", "M", "L"]) == Ordinal("size", ("S", "M", "L"))


def test_ordinal_comparisons_go_by_rank() -> None:
    size = Ordinal.of("size", ["S", "M", "L"], order=["M", "L", "S"])
    atoms = size.atoms(())
    assert chosen(size, atoms.below("M", inclusive=False)) == ["S"]
    assert chosen(size, atoms.below("M", inclusive=True)) == ["M", "S"]
    with pytest.raises(UnknownValue):
        atoms.below("XS", inclusive=True)


def test_ordinal_numbers_compare_with_numbers_between_them() -> None:
    level = Ordinal.of("level", [1, 2, 3, "(none)"], order=[2, "(none)", 3, 1], missing="(none)")
    atoms = level.atoms(())
    assert chosen(level, atoms.below(2.5, inclusive=False)) == [2, 1]
    assert chosen(level, atoms.below(2, inclusive=False)) == [1]
    assert chosen(level, atoms.below(99, inclusive=True)) == [2, 3, 1]


def test_missing_is_neither_below_nor_above() -> None:
    size = Ordinal.of("size", ["(none)", "S", "M"], missing="(none)")
    atoms = size.atoms(())
    below = atoms.below("M", inclusive=False)
    assert chosen(size, below) == ["S"]
    assert chosen(size, atoms.opposite(below)) == ["M"]
    assert chosen(size, atoms.is_missing()) == ["(none)"]


def test_the_value_order_keeps_the_values_own_types() -> None:
    assert Ordinal.of("x", [1, 2], order=["2", "1"]).values == (2, 1)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Ordinal("x", ("a", "b"), (0, 0)), "must place each value once"),
        (lambda: Ordinal("x", ("a", "b"), (0,)), "must place each value once"),
        (lambda: Ordinal("x", ("a", "b"), (1, 2)), "must place each value once"),
        (lambda: Ordinal.of("x", ["a", "b"], order=["a"]), "must list each of its values once"),
        (lambda: Ordinal.of("x", ["a", "b"], order=["a", "c"]), "must list each of its values"),
        (lambda: Ordinal.of("x", ["a", "a"]), "lists a value twice"),
    ],
)
def test_an_order_that_does_not_place_each_value_once_is_refused(
    make: Callable[[], Dimension], said: str
) -> None:
    assert_refused(make, said)


@pytest.mark.parametrize(
    ("dimension", "spec"),
    [
        (
            Ordinal.of("x", ["a", "b"], order=["b", "a"]),
            {"kind": "ordinal", "values": ["a", "b"], "order": ["b", "a"]},
        ),
    ],
)
def test_names_in_an_order_are_written_as_a_table(
    dimension: Dimension, spec: dict[str, Any]
) -> None:
    assert dimension.to_spec() == spec
