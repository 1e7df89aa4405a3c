"""Leaves of a tree: near when they share a branch, and found by branch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tacit.errors import UnknownValue
from tacit.intents.reading import parse_intent
from tacit.space.dimension import Dimension
from tacit.space.space import Space
from tacit.space.tree import Tree
from tests.helpers.dimensions import assert_refused, chosen, sql


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


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Tree.of("x", {}), "has no values"),
        (lambda: Tree.of("x", {"a": "b"}), "made of tables and lists"),
        (lambda: Tree.of("x", {"a": 1}), "made of tables and lists"),
        (lambda: Tree.of("x", {"a": [["b"]]}), "must be text, numbers or booleans"),
        (lambda: Tree.of("x", {"a": ["c"], "b": ["c"]}), "lists a value twice"),
        (lambda: Tree("x", ("a", "b")), "which branch it is on"),
    ],
)
def test_a_tree_that_contradicts_itself_is_refused(
    make: Callable[[], Dimension], said: str
) -> None:
    assert_refused(make, said)


@pytest.mark.parametrize(
    ("dimension", "spec"),
    [
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
    ],
)
def test_a_tree_is_written_as_a_table(dimension: Dimension, spec: dict[str, Any]) -> None:
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


@pytest.mark.parametrize(
    ("condition", "leaves"),
    [
        ("country = 'Europe'", ["Norway", "Italy", "Spain"]),
        ("country IN ('South', 'Asia')", ["Italy", "Spain", "Japan"]),
        ("country <> 'Europe'", ["Japan"]),
        ('{"country": ["Europe"]}', ["Norway", "Italy", "Spain"]),
        ('{"country": "South"}', ["Italy", "Spain"]),
    ],
)
def test_a_want_may_name_a_branch(country: Tree, condition: str, leaves: list[str]) -> None:
    found = parse_intent(Space((country,)), condition)
    assert found.hull.values() == {"country": leaves}
    assert found.widened == ()


def test_paths_end_in_leaves_at_any_depth() -> None:
    made = Tree.of_paths("x", [("E", "N", "n"), ("E", "e"), ("top",)], missing="-")
    assert made.values == ("n", "e", "top", "-")
    assert made.branches == (("E", "N"), ("E",), (), ())


def test_codes_branch_by_how_they_begin() -> None:
    made = Tree.by_prefixes("naics", ["31", "3111", "3121", 52], [2, 3], missing="-")
    assert made.branches == (("31*",), ("31*", "311*"), ("31*", "312*"), ("52*",), ())
    assert chosen(made, made.select("31*")) == ["31", "3111", "3121"]
    assert chosen(made, made.select("31")) == ["31"]
    assert chosen(made, made.select("311")) == chosen(made, made.select("311*")) == ["3111"]
    assert chosen(made, made.select(52)) == [52]
    assert made.distances(1).tolist() == [0 if i == 1 else d for i, d in enumerate([3, 0, 4, 5, 4])]


@pytest.mark.parametrize("prefixes", [[], [0], [2, 2], [3, 2], ["2"], [1.5], [True]])
def test_prefixes_that_do_not_rise_are_refused(prefixes: list[Any]) -> None:
    assert_refused(lambda: Tree.by_prefixes("x", ["a"], prefixes), "from short to long")


def test_a_tree_of_a_file_or_of_codes_may_be_open() -> None:
    assert Tree.of_paths("x", (), table="regions.csv").is_open
    assert Tree.of_paths("x", (), table="regions.csv", missing="-").is_open
    assert Tree.by_prefixes("x", (), [2]).is_open
    assert not Tree.of("x", ["a"]).is_open
    read = Tree.of_paths("x", [("E", "e")], table="regions.csv")
    assert read.to_spec() == {"kind": "tree", "tree": "regions.csv"}
    codes = Tree.by_prefixes("x", ["ab"], [1])
    assert codes.to_spec() == {"kind": "tree", "prefixes": [1], "values": ["ab"]}
    assert Tree.by_prefixes("x", (), [1]).to_spec() == {"kind": "tree", "prefixes": [1]}
