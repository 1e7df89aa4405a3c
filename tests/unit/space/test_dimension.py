"""What every kind of dimension does: finding values, and refusing what makes no sense."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tacit.errors import IntentError, UnknownValue
from tacit.space.dimension import Dimension, in_list
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.tree import Tree
from tests.helpers.dimensions import assert_refused


def test_values_are_found_however_they_are_spelled() -> None:
    x = Nominal("x", (1, 2.5, True, "3", "None"))
    for asked, code in [(1, 0), ("1", 0), (1.0, 0), (2.5, 1), (True, 2), ("True", 2), (3, 3)]:
        assert np.flatnonzero(x.select(asked)).tolist() == [code], asked


@pytest.mark.parametrize("asked", ["zq", 4, None, "", "one", False, 1.5, [1]])
def test_what_is_not_a_value_is_unknown(asked: object) -> None:
    with pytest.raises(UnknownValue, match="Its 3 values are: 1, one!, None"):
        Nominal("x", (1, "one!", "None")).select(asked)


def test_true_is_not_one() -> None:
    with pytest.raises(UnknownValue):
        Nominal("x", (1, 0)).select(True)
    assert Nominal("x", (1, True)).select(True).tolist() == [False, True]


@pytest.mark.parametrize(
    ("values", "asked", "codes"),
    [
        (("TRUE", "FALSE"), True, [0]),
        (("true", "false"), False, [1]),
        (("True", "TRUE", "false"), True, [0, 1]),
        ((True, False), "true", [0]),
        ((True, False), "FALSE", [1]),
        (("true", "TRUE"), "TRUE", [1]),
    ],
)
def test_true_and_false_are_found_however_a_table_spells_them(
    values: tuple[bool | str, ...], asked: object, codes: list[int]
) -> None:
    assert np.flatnonzero(Nominal("x", values).select(asked)).tolist() == codes


def test_a_text_is_a_truth_value_only_where_the_table_has_those() -> None:
    with pytest.raises(UnknownValue):
        Nominal("x", ("TRUE", "FALSE")).select("true")
    with pytest.raises(UnknownValue):
        Nominal("x", ("yes", "no")).select(True)


def test_the_nearest_spelling_is_only_in_the_hint() -> None:
    with pytest.raises(UnknownValue) as caught:
        Nominal("race", ("White", "Black")).select("Blakc")
    assert caught.value.hint == "Did you mean 'Black'?"
    assert "Did you mean" not in str(caught.value)
    assert "Blakc" not in str(caught.value)


def test_a_long_list_of_known_values_is_cut() -> None:
    with pytest.raises(UnknownValue) as caught:
        Nominal("x", tuple(range(1000))).select("zq")
    assert "Its 1000 values are: 0, 1, " in str(caught.value)
    assert ", 199, ..." in str(caught.value)
    assert "200" not in str(caught.value)


def test_values_from_numpy_are_plain_numbers() -> None:
    assert Nominal("x", tuple(np.array([0.5, 2.5]))).values == (0.5, 2.5)
    assert repr(Nominal("x", tuple(np.array([7]))).values) == "(7,)"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Nominal("", ("a",)), "needs a name"),
        (lambda: Nominal("x", ()), "has no values"),
        (lambda: Nominal("x", ("a", "a")), "lists a value twice"),
        (lambda: Nominal("x", (1, "1")), "lists a value twice"),
        (lambda: Nominal("x", ("a", None)), "must be text, numbers or booleans"),
        (lambda: Nominal("x", ("a", ["b"])), "must be text, numbers or booleans"),
        (lambda: Nominal("x", ("a",), missing="(none)"), "must include its missing value"),
    ],
)
def test_a_dimension_that_contradicts_itself_is_refused(
    make: Callable[[], Dimension], said: str
) -> None:
    assert_refused(make, said)


def test_comparisons_need_an_order() -> None:
    for dimension in (Nominal("x", ("a",)), Tree.of("x", ["a"]), Matrix("x", ("a",), ((0,),))):
        with pytest.raises(IntentError, match="have no order"):
            dimension.atoms(()).below("a", inclusive=True)


def test_a_dimension_without_missing_values_has_none_to_find() -> None:
    with pytest.raises(IntentError, match="keeps no missing values"):
        Nominal("x", ("a",)).atoms(()).is_missing()


def test_chosen_values_are_written_as_a_list() -> None:
    x = Nominal("x", ("a", 1, "-"), missing="-")
    assert in_list("c", x, np.array([True, True, False])) == "c IN ('a', 1)"
    assert in_list("c", x, np.array([False, False, True])) == "c IS NULL"
    assert in_list("c", x, np.array([False, True, True])) == "(c IN (1) OR c IS NULL)"


def test_a_table_names_the_column_only_where_it_differs() -> None:
    assert Nominal("x", ("a",)).to_spec() == {"kind": "nominal", "values": ["a"]}
    spec = Nominal("x", ("a", "-"), column="y", missing="-").to_spec()
    assert (spec["column"], spec["missing-value"]) == ("y", "-")


def test_names_are_pieces_as_they_are() -> None:
    atoms = Nominal("x", ("a", "b", "-"), missing="-").atoms(())
    only_a = atoms.equals("a")
    assert only_a.tolist() == [True, False, False]
    assert atoms.opposite(only_a).tolist() == [False, True, False]
    covered, widened = atoms.cover(only_a)
    assert (covered.tolist(), widened) == ([True, False, False], False)
