"""Spaces with every kind of dimension, whose names and values are as awkward as names can be."""

from __future__ import annotations

from datetime import date
from typing import Any

from hypothesis import strategies as st

from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import any_of
from tacit.space.dimension import Dimension
from tacit.space.grouped import Grouped
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.prefix import Prefix
from tacit.space.space import Space
from tacit.space.tree import Tree

AWKWARD = (
    *("a b", "hours-per-week", "it's", 'say "hi"', "select", "order", "null", "true", "date"),
    *("Age", "AGE", "größe", "年齢", " ", "'", '"', "--", "/*", ";", "%s", "?", "a.b", "1st", "_"),
    *("user", "current_date", "if", "array", "lambda", "(missing)", "ALL", "🦄", "\t", "\n", "\\"),
    *("x-y", "left", "case", "$1", ":a", "@a", "{}", "0", "-", "IN", "x'y", "`", "[a]", "#"),
)

plain_text = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8)
names = st.sampled_from(AWKWARD) | plain_text
texts = st.sampled_from(AWKWARD) | st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), max_size=6
)
numbers = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False)
labels = texts | numbers | st.booleans()
small_days = st.dates(date(1999, 12, 1), date(2000, 3, 1))


def values(of: st.SearchStrategy[Any], fewest: int = 1) -> st.SearchStrategy[list[Any]]:
    return st.lists(of, min_size=fewest, max_size=5, unique_by=str)


@st.composite
def nominals(draw: st.DrawFn, name: str, of: st.SearchStrategy[Any] = labels) -> Dimension:
    found = draw(values(of, fewest=3))
    more: dict[str, Any] = {}
    if draw(st.booleans()):
        more["other"] = found[0]
    if draw(st.booleans()):
        more["missing"] = found[1]
    return Nominal(name, tuple(draw(st.permutations(found))), **more)


@st.composite
def ordinals(draw: st.DrawFn, name: str, of: st.SearchStrategy[Any] = labels) -> Dimension:
    found = draw(values(of, fewest=2))
    missing = found[-1] if draw(st.booleans()) else None
    return Ordinal.of(name, found, draw(st.permutations(found)), missing=missing)


@st.composite
def numerics(draw: st.DrawFn, name: str) -> Dimension:
    integer = draw(st.booleans())
    points: st.SearchStrategy[Any] = st.integers(-5, 5)
    if not integer:
        halves = st.integers(-10, 10).map(lambda n: n / 2)
        points = draw(st.sampled_from((halves, small_days, st.floats(-1e9, 1e9), points)))
    edges = sorted(draw(st.lists(points, min_size=1, max_size=4, unique=True)))
    closed = draw(st.sampled_from(("left", "right")))
    missing = draw(st.sampled_from((None, "(missing)", "it's", "up to")))
    made = Numeric.binned(name, edges, closed=closed, integer=integer, missing=missing)
    order = draw(st.permutations(made.values))
    return Numeric.binned(name, edges, order=order, closed=closed, integer=integer, missing=missing)


@st.composite
def trees(draw: st.DrawFn, name: str, of: st.SearchStrategy[Any] = texts) -> Dimension:
    found = draw(values(of, fewest=2))
    missing = found[0] if draw(st.booleans()) else None
    groups = [draw(st.sampled_from(("north", "south", "it's"))) for _ in found]
    tree: list[Any] = [
        draw(st.sampled_from((value, {group: [value]}, {"all": {group: [value]}})))
        for value, group in zip(found, groups, strict=True)
    ]
    return Tree.of(name, tree, missing=missing)


@st.composite
def prefixes(draw: st.DrawFn, name: str, of: st.SearchStrategy[Any] = texts) -> Dimension:
    length = draw(st.integers(1, 3))
    made = Prefix(name, (), length=length)
    found = draw(st.lists(of.filter(bool), min_size=1, max_size=5))
    groups = list(dict.fromkeys(map(made.group, found)))
    missing = draw(st.sampled_from((None, "no value at all")))
    return Prefix(name, (*groups, *([missing] if missing else [])), length=length, missing=missing)


@st.composite
def groups(draw: st.DrawFn, name: str, of: st.SearchStrategy[Any] = labels) -> Dimension:
    found = draw(values(of))
    lists: dict[str, list[Any]] = {}
    for value in found:
        group = draw(st.sampled_from(("first group", "it's another", "group %")))
        lists.setdefault(group, []).append(value)
    return Grouped.of(name, lists, missing=draw(st.sampled_from((None, "no value at all"))))


@st.composite
def matrices(draw: st.DrawFn, name: str, of: st.SearchStrategy[Any] = labels) -> Dimension:
    found = draw(values(of))
    missing = found[0] if draw(st.booleans()) else None
    rows = tuple(tuple(abs(i - j) / 4 for j in range(len(found))) for i in range(len(found)))
    return Matrix(name, tuple(found), rows, missing=missing)


@st.composite
def spaces(draw: st.DrawFn) -> Space:
    found = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    kinds = (nominals, ordinals, numerics, trees, prefixes, groups, matrices)
    return Space(tuple(draw(draw(st.sampled_from(kinds))(name)) for name in found))


@st.composite
def intents(draw: st.DrawFn, space: Space) -> Box:
    sets = [st.sets(st.integers(0, n - 1), min_size=1) for n in space.shape]
    return Box(space, tuple(tuple(draw(codes)) for codes in sets))


def unions(space: Space) -> st.SearchStrategy[Intent]:
    """One box, or up to three joined."""
    return st.lists(intents(space), min_size=1, max_size=3).map(any_of)
