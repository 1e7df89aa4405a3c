"""Every kind of dimension: its values, distances, bins, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import numpy as np
import pytest

from tacit.errors import IntentError, SpaceError, UnknownValue
from tacit.space import bins as _bins
from tacit.space.dimension import Dimension, Mask
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.tree import Tree

DAY = date(2020, 1, 1)
JUNE = date(2020, 6, 1)


def mask_of(dimension: Dimension, *values: object) -> Mask:
    return np.array([value in values for value in dimension.values])


def chosen(dimension: Dimension, mask: Mask) -> list[Any]:
    return [value for value, inside in zip(dimension.values, mask, strict=True) if inside]


def sql(dimension: Dimension, *values: object) -> str:
    return dimension.to_sql("c", mask_of(dimension, *values))


# Names without an order.


def test_nominal_values_are_all_one_step_apart() -> None:
    race = Nominal("race", ("A", "B", "C"))
    assert race.distances(1).tolist() == [1, 0, 1]
    assert len(race) == 3
    assert race.column == "race"
    assert race.offers_all


def test_nominal_as_sql() -> None:
    race = Nominal("race", ("A", "B", "it's", 1, 2.5, True))
    assert sql(race, "A") == "c IN ('A')"
    assert sql(race, "B", "it's") == "c IN ('B', 'it''s')"
    assert race.to_sql("c", np.array([0, 0, 0, 1, 1, 1], dtype=bool)) == "c IN (1, 2.5, TRUE)"


def test_other_is_all_that_is_not_listed() -> None:
    race = Nominal("race", ("A", "B", "(other)"), other="(other)")
    assert sql(race, "A") == "c IN ('A')"
    assert sql(race, "(other)") == "c NOT IN ('A', 'B')"
    assert sql(race, "A", "(other)") == "c NOT IN ('B')"


def test_other_and_missing_together() -> None:
    race = Nominal("race", ("A", "B", "(other)", "(none)"), other="(other)", missing="(none)")
    assert sql(race, "A") == "c IN ('A')"
    assert sql(race, "(none)") == "c IS NULL"
    assert sql(race, "A", "(none)") == "(c IN ('A') OR c IS NULL)"
    assert sql(race, "(other)") == "(c NOT IN ('A', 'B') AND c IS NOT NULL)"
    assert sql(race, "(other)", "(none)") == "(c NOT IN ('A', 'B') OR c IS NULL)"
    assert sql(race, "A", "B", "(other)") == "c IS NOT NULL"


def test_numbers_that_are_not_finite_are_written_as_sql_can_read_them() -> None:
    x = Nominal("x", (float("inf"), 1.5))
    assert x.to_sql("c", np.array([True, False])) == "c IN (CAST('inf' AS DOUBLE))"


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


# Names in an order.


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


# Bins.


@pytest.mark.parametrize(
    ("edges", "closed", "integer", "names"),
    [
        ([17, 24, 61], "right", True, ["up to 17", "18 to 24", "25 to 61", "from 62"]),
        ([17, 24, 61], "left", True, ["up to 16", "17 to 23", "24 to 60", "from 61"]),
        ([0, 1], "right", True, ["up to 0", "1", "from 2"]),
        ([17.5, 24.5], "right", True, ["up to 17", "18 to 24", "from 25"]),
        ([-2.5, -1], "left", True, ["up to -3", "-2", "from -1"]),
        ([0.5, 2], "right", False, ["up to 0.5", "0.5 to 2", "above 2"]),
        ([0.5, 2], "left", False, ["below 0.5", "0.5 up to 2", "from 2"]),
        ([DAY], "left", False, ["below 2020-01-01", "from 2020-01-01"]),
    ],
)
def test_bins_are_named_by_what_they_hold(
    edges: list[Any], closed: str, integer: bool, names: list[str]
) -> None:
    made = Numeric.binned("x", edges, closed=closed, integer=integer)
    assert list(made.values) == names


@pytest.mark.parametrize(
    ("closed", "number", "label"),
    [
        ("right", 17, "low"),
        ("right", 17.5, "middle"),
        ("right", 24, "middle"),
        ("right", 24.001, "high"),
        ("left", 16.999, "low"),
        ("left", 17, "middle"),
        ("left", 24, "high"),
        ("left", -1e300, "low"),
        ("left", 10**400, "high"),
        ("left", np.int64(24), "high"),
    ],
)
def test_a_number_lies_in_its_bin(closed: str, number: Any, label: str) -> None:
    age = Numeric.binned("age", [17, 24], ["low", "middle", "high"], closed=closed)
    assert chosen(age, age.select(number)) == [label]


def test_bins_are_found_by_label_in_any_value_order() -> None:
    age = Numeric.binned("age", [17, 24], ["low", "mid", "high"], order=["mid", "high", "low"])
    assert age.values == ("mid", "high", "low")
    assert chosen(age, age.select("low")) == ["low"]
    assert chosen(age, age.select(3)) == ["low"]
    assert age.distances(0).tolist() == [0, 1, 1]
    assert age.distances(2).tolist() == [1, 2, 0]


def test_whole_numbers_beyond_the_precision_of_floats_keep_apart() -> None:
    big = 2**60
    ids = Numeric.binned("id", [big, big + 1], ["low", "middle", "high"], integer=True)
    found = [chosen(ids, ids.select(big + step)) for step in (-1, 0, 1, 2)]
    assert found == [["low"], ["low"], ["middle"], ["high"]]


@pytest.mark.parametrize("asked", ["17", "zq", True, None, float("nan"), float("inf"), DAY])
def test_what_is_not_a_number_lies_in_no_bin(asked: object) -> None:
    with pytest.raises(UnknownValue):
        Numeric.binned("age", [17, 24]).select(asked)


@pytest.mark.parametrize(
    ("asked", "label"),
    [
        (DAY, "early"),
        ("2020-01-01", "early"),
        ("2020-01-02", "middle"),
        (datetime(2020, 6, 1), "middle"),
        ("2020-06-02 00:00:00", "late"),
        (np.datetime64("2020-06-02"), "late"),
    ],
)
def test_a_date_lies_in_its_bin(asked: object, label: str) -> None:
    day = Numeric.binned("day", [DAY, JUNE], ["early", "middle", "late"])
    assert day.is_date
    assert day.integer
    assert chosen(day, day.select(asked)) == [label]


@pytest.mark.parametrize(
    "asked",
    [20200101, "2020", "2020-13-01", "2020-01-01 12:00", datetime(2020, 1, 1, 12), "", None],
)
def test_what_is_not_a_whole_day_lies_in_no_bin(asked: object) -> None:
    with pytest.raises(UnknownValue):
        Numeric.binned("day", [DAY, JUNE], ["early", "middle", "late"]).select(asked)


def test_neighbouring_bins_become_one_range() -> None:
    age = Numeric.binned("age", [10, 20, 30], ["a", "b", "c", "d"], order=["d", "b", "a", "c"])
    assert sql(age, "a") == "c <= 10"
    assert sql(age, "b") == "c > 10 AND c <= 20"
    assert sql(age, "b", "c") == "c > 10 AND c <= 30"
    assert sql(age, "d") == "c > 30"
    assert sql(age, "a", "c") == "(c <= 10 OR c > 20 AND c <= 30)"
    assert sql(age, "a", "b", "d") == "(c <= 20 OR c > 30)"


def test_bins_closed_on_the_left_as_sql() -> None:
    age = Numeric.binned("age", [-1.5, 20], ["a", "b", "c"], closed="left")
    assert sql(age, "a") == "c < -1.5"
    assert sql(age, "b") == "c >= -1.5 AND c < 20"
    assert sql(age, "c") == "c >= 20"


def test_bins_of_days_as_sql_hold_all_moments_of_their_last_day() -> None:
    right = Numeric.binned("day", [DAY, JUNE], ["a", "b", "c"])
    assert sql(right, "a") == "c < DATE '2020-01-02'"
    assert sql(right, "b") == "c >= DATE '2020-01-02' AND c < DATE '2020-06-02'"
    left = Numeric.binned("day", [DAY, JUNE], ["a", "b", "c"], closed="left")
    assert sql(left, "b") == "c >= DATE '2020-01-01' AND c < DATE '2020-06-01'"
    last = Numeric.binned("day", [date.max], ["a", "b"])
    assert sql(last, "a") == "c <= DATE '9999-12-31'"


def test_bins_with_missing_values_as_sql() -> None:
    age = Numeric.binned("age", [10, 20], ["a", "b", "c"], missing="(none)")
    assert age.values == ("a", "b", "c", "(none)")
    assert sql(age, "(none)") == "c IS NULL"
    assert sql(age, "a", "(none)") == "(c <= 10 OR c IS NULL)"
    assert sql(age, "a", "b", "c") == "c IS NOT NULL"
    assert chosen(age, age.select("(none)")) == ["(none)"]


def test_edges_from_numpy_are_plain_numbers() -> None:
    age = Numeric.binned("age", np.array([0.5, 2.5]))  # type: ignore[arg-type]
    assert age == Numeric.binned("age", [0.5, 2.5])
    assert age.to_sql("c", np.array([True, False, False])) == "c <= 0.5"
    assert Numeric.binned("n", np.arange(1, 3)).edges == (1, 2)  # type: ignore[arg-type]
    assert Nominal("x", tuple(np.array([0.5, 2.5]))).values == (0.5, 2.5)
    assert repr(Nominal("x", tuple(np.array([7]))).values) == "(7,)"


def test_edges_that_are_midnights_are_days() -> None:
    made = Numeric.binned("day", [datetime(2020, 1, 1), JUNE], ["a", "b", "c"])
    assert made == Numeric.binned("day", [DAY, JUNE], ["a", "b", "c"])


def test_pieces_of_the_line_lie_in_their_bins() -> None:
    # below 1, 1, 1 to 2, 2, 2 to 3, 3, above 3; cut at 2 alone
    assert _bins.bins_of_pieces([1, 2, 3], [2], "right").tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert _bins.bins_of_pieces([1, 2, 3], [2], "left").tolist() == [0, 0, 0, 1, 1, 1, 1]


def test_pieces_with_whole_numbers() -> None:
    found = _bins.pieces_with_integers([1, 2, 2.5, 4])
    # below 1, 1, 1 to 2, 2, 2 to 2.5, 2.5, 2.5 to 4, 4, above 4
    assert found.tolist() == [True, True, False, True, False, False, True, True, True]


# Trees.


@pytest.fixture
def country() -> Tree:
    return Tree.of(
        "country",
        {"Europe": {"North": ["Norway"], "South": ["Italy", "Spain"]}, "Asia": ["Japan"]},
    )


def test_leaves_are_the_values(country: Tree) -> None:
    assert country.values == ("Norway", "Italy", "Spain", "Japan")
    assert country.branches == (
        ("Europe", "North"),
        ("Europe", "South"),
        ("Europe", "South"),
        ("Asia",),
    )


def test_tree_distances_count_edges_up_and_down(country: Tree) -> None:
    assert country.distances(0).tolist() == [0, 4, 4, 5]  # Norway
    assert country.distances(1).tolist() == [4, 0, 2, 5]  # Italy
    assert country.distances(3).tolist() == [5, 5, 5, 0]  # Japan


def test_a_branch_stands_for_its_leaves(country: Tree) -> None:
    assert chosen(country, country.select("Europe")) == ["Norway", "Italy", "Spain"]
    assert chosen(country, country.select("South")) == ["Italy", "Spain"]
    assert chosen(country, country.select("Japan")) == ["Japan"]
    assert sql(country, "Italy", "Spain") == "c IN ('Italy', 'Spain')"


def test_an_unknown_leaf_lists_leaves_and_branches(country: Tree) -> None:
    with pytest.raises(UnknownValue, match=r"Norway, Italy, Spain, Japan, Asia, Europe, North, So"):
        country.select("Afrika")


def test_a_leaf_named_as_a_branch_is_not_that_branch() -> None:
    tree = Tree.of("x", ["A", {"A": ["B"]}])
    assert tree.distances(0).tolist() == [0, 3]
    assert chosen(tree, tree.select("A")) == ["A"]


def test_leaves_may_hang_at_any_depth() -> None:
    tree = Tree.of("x", {"E": [{"N": ["n"]}, "e"], "A": ["a"], "": ["top"]})
    assert tree.values == ("n", "e", "a", "top")
    assert tree.branches == (("E", "N"), ("E",), ("A",), ())
    assert tree.distances(3).tolist() == [4, 3, 3, 0]


# Given distances.


def test_a_matrix_of_decimals_becomes_whole_numbers() -> None:
    x = Matrix("x", ("a", "b", "c"), ((0, 0.1, 0.25), (0.1, 0, 1), (0.25, 1, 0)))
    assert x.distances(0).tolist() == [0, 2, 5]  # in twentieths
    assert x.distances(1).tolist() == [2, 0, 20]
    assert x.distances(2).dtype == np.int64


def test_large_distances_stay_exact() -> None:
    x = Matrix("x", ("a", "b"), ((0, 1e18), (1e18, 0)))
    assert x.distances(0).tolist() == [0, 10**18]


# What makes no sense.


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
        (lambda: Nominal("x", ("a",), other="(other)"), "the one for all others"),
        (lambda: Nominal("x", ("a", "b"), other="b", missing="b"), "the one for all others"),
        (lambda: Ordinal("x", ("a", "b"), (0, 0)), "must place each value once"),
        (lambda: Ordinal("x", ("a", "b"), (0,)), "must place each value once"),
        (lambda: Ordinal("x", ("a", "b"), (1, 2)), "must place each value once"),
        (lambda: Ordinal.of("x", ["a", "b"], order=["a"]), "must list each of its values once"),
        (lambda: Ordinal.of("x", ["a", "b"], order=["a", "c"]), "must list each of its values"),
        (lambda: Ordinal.of("x", ["a", "a"]), "lists a value twice"),
        (lambda: Numeric.binned("x", []), "needs at least one edge"),
        (lambda: Numeric.binned("x", [2, 1]), "must rise"),
        (lambda: Numeric.binned("x", [1, 1]), "must rise"),
        (lambda: Numeric.binned("x", [1, 1.0]), "must rise"),
        (lambda: Numeric.binned("x", [1, "2"]), "all numbers or all"),
        (lambda: Numeric.binned("x", [1, True]), "all numbers or all"),
        (lambda: Numeric.binned("x", [1, DAY]), "all numbers or all"),
        (lambda: Numeric.binned("x", [float("nan")]), "all numbers or all"),
        (lambda: Numeric.binned("x", [float("inf")]), "all numbers or all"),
        (lambda: Numeric.binned("x", [datetime(2020, 1, 1, 12)]), "all whole days"),
        (lambda: Numeric.binned("x", [DAY, DAY]), "must rise"),
        (lambda: Numeric.binned("x", [1], closed="both"), 'must be "left" or "right"'),
        (lambda: Numeric.binned("x", [1], ["a"]), "1 edges, which make 2 bins, but 1 labels"),
        (lambda: Numeric.binned("x", [1], ["a", "b", "c"]), "2 bins, but 3 labels"),
        (lambda: Numeric.binned("x", [1], ["a", "a"]), "lists a value twice"),
        (lambda: Numeric.binned("x", [1.2, 1.5], integer=True), "no whole number between"),
        (lambda: Numeric("x", ("a", "b")), "needs at least one edge"),
        (lambda: Numeric("x", ("-", "a", "b"), missing="-", edges=(1,)), "after all its bins"),
        (lambda: Tree.of("x", {}), "has no values"),
        (lambda: Tree.of("x", {"a": "b"}), "made of tables and lists"),
        (lambda: Tree.of("x", {"a": 1}), "made of tables and lists"),
        (lambda: Tree.of("x", {"a": [["b"]]}), "must be text, numbers or booleans"),
        (lambda: Tree.of("x", {"a": ["c"], "b": ["c"]}), "lists a value twice"),
        (lambda: Tree("x", ("a", "b")), "which branch it is on"),
        (lambda: Matrix("x", ("a", "b"), ()), "must be 2 rows of 2 numbers"),
        (lambda: Matrix("x", ("a", "b"), ((0, 1),)), "must be 2 rows of 2 numbers"),
        (lambda: Matrix("x", ("a", "b"), ((0, 1), (1,))), "must be 2 rows of 2 numbers"),
        (lambda: Matrix("x", ("a", "b"), ((0, "y"), ("y", 0))), "must be 2 rows of 2 numbers"),
        (lambda: Matrix("x", ("a", "b"), ((0, -1), (-1, 0))), "none negative"),
        (lambda: Matrix("x", ("a", "b"), ((0, float("nan")),) * 2), "must be 2 rows"),
        (lambda: Matrix("x", ("a", "b"), ((0, 1), (2, 0))), "the same both ways"),
        (lambda: Matrix("x", ("a", "b"), ((1, 1), (1, 0))), "0 from a value to itself"),
        (lambda: Matrix("x", ("a", "b"), ((0, 1e19), (1e19, 0))), "too many digits"),
        (
            lambda: Matrix("x", ("a", "b", "c"), ((0, 1e9, 1e-10), (1e9, 0, 0), (1e-10, 0, 0))),
            "too many digits",
        ),
    ],
)
def test_a_dimension_that_contradicts_itself_is_refused(
    make: Callable[[], Dimension], said: str
) -> None:
    with pytest.raises(SpaceError) as caught:
        make()
    assert said in str(caught.value)


def test_comparisons_need_an_order() -> None:
    for dimension in (Nominal("x", ("a",)), Tree.of("x", ["a"]), Matrix("x", ("a",), ((0,),))):
        with pytest.raises(IntentError, match="have no order"):
            dimension.atoms(()).below("a", inclusive=True)


def test_a_dimension_without_missing_values_has_none_to_find() -> None:
    with pytest.raises(IntentError, match="keeps no missing values"):
        Nominal("x", ("a",)).atoms(()).is_missing()


# As a table of a market file.


@pytest.mark.parametrize(
    ("dimension", "spec"),
    [
        (Nominal("x", ("a", 1)), {"kind": "nominal", "values": ["a", 1]}),
        (
            Nominal("x", ("a", "o"), other="o", column="y"),
            {"kind": "nominal", "column": "y", "values": ["a", "o"], "other": "o"},
        ),
        (
            Ordinal.of("x", ["a", "b"], order=["b", "a"]),
            {"kind": "ordinal", "values": ["a", "b"], "order": ["b", "a"]},
        ),
        (
            Numeric.binned("x", [1], ["a", "b"], integer=True),
            {"kind": "numeric", "edges": [1], "closed": "right", "labels": ["a", "b"]}
            | {"integer": True},
        ),
        (
            Numeric.binned("x", [1], ["a", "b"], ["b", "a"], missing="-"),
            {"kind": "numeric", "edges": [1], "closed": "right", "labels": ["a", "b"]}
            | {"order": ["b", "a"], "missing-value": "-"},
        ),
        (
            Numeric.binned("x", [1], ["a", "b"], ["-", "b", "a"], missing="-"),
            {"kind": "numeric", "edges": [1], "closed": "right", "labels": ["a", "b"]}
            | {"order": ["-", "b", "a"], "missing-value": "-"},
        ),
        (
            Tree.of("x", {"E": {"N": ["n"], "S": ["s", "t"]}, "A": ["a"]}),
            {"kind": "tree", "tree": {"E": {"N": ["n"], "S": ["s", "t"]}, "A": ["a"]}},
        ),
        (
            Tree.of("x", {"E": [{"N": ["n"]}, "e"], "A": ["a"]}),
            {"kind": "tree", "tree": {"E": [{"N": ["n"]}, "e"], "A": ["a"]}},
        ),
        (Tree.of("x", ["a", "b"]), {"kind": "tree", "tree": ["a", "b"]}),
        (
            Tree.of("x", [{"E": ["e"]}, {"A": ["a"]}, {"E": ["f"]}]),
            {"kind": "tree", "tree": [{"E": ["e"]}, {"A": ["a"]}, {"E": ["f"]}]},
        ),
        (
            Matrix("x", ("a", "b"), ((0, 0.5), (0.5, 0))),
            {"kind": "matrix", "values": ["a", "b"], "matrix": [[0, 0.5], [0.5, 0]]},
        ),
    ],
)
def test_a_dimension_is_written_as_a_table(dimension: Dimension, spec: dict[str, Any]) -> None:
    assert dimension.to_spec() == spec


@pytest.mark.parametrize(
    "tree",
    [
        ["a", "b"],
        {"E": ["e"], "A": ["a"]},
        {"E": [{"N": ["n"]}, "e", {"S": ["s"]}], "A": ["a"]},
        [{"E": ["e"]}, {"A": ["a"]}, {"E": ["f"]}, "top"],
        {"E": {"E": {"E": ["E"]}}},
    ],
)
def test_a_tree_written_and_read_is_the_same(tree: Any) -> None:
    made = Tree.of("x", tree)
    assert Tree.of("x", made.to_spec()["tree"]) == made
