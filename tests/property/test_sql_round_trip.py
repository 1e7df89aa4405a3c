"""SQL out and in: what is written reads back the same, and a real database agrees."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime, time, timedelta
from functools import cache
from itertools import product
from typing import Any

import duckdb
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import NotABox
from tacit.intents.box import Box
from tacit.intents.reading import parse_condition, parse_intent
from tacit.market.sources.counting import market_from_table
from tacit.market.sources.spelling import clean
from tacit.space.dimension import Dimension
from tacit.space.grouped import Grouped
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix
from tacit.space.space import Space
from tests.helpers.awkward_spaces import (
    groups,
    intents,
    matrices,
    names,
    nominals,
    numerics,
    ordinals,
    prefixes,
    spaces,
    texts,
    trees,
)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_what_is_written_as_sql_reads_back_the_same(data: st.DataObject) -> None:
    space = data.draw(spaces())
    intent = data.draw(intents(space))
    again = parse_condition(space, intent.to_sql())
    assert again.codes == intent.codes
    assert again.widened == ()


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_a_round_trip_of_what_was_read_changes_nothing(data: st.DataObject) -> None:
    space = data.draw(spaces())
    intent = data.draw(intents(space))
    text = intent.to_sql()
    assert parse_condition(space, f"NOT NOT ({text})") == intent
    assert parse_condition(space, f"\n ({text}) AND TRUE ;") == intent
    assert parse_condition(space, f"{text} AND FALSE").is_empty


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_the_column_may_be_called_otherwise(data: st.DataObject) -> None:
    name, column, other = data.draw(st.lists(names, min_size=3, max_size=3, unique_by=str.lower))
    space = Space((Nominal(name, ("a", "b"), column=column), Nominal(other, ("a", "b"))))
    intent = Box.of(space, {name: ["b"]})
    assert parse_condition(space, intent.to_sql()) == intent


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_labels_in_json_read_back_the_same(data: st.DataObject) -> None:
    space = data.draw(spaces())
    intent = data.draw(intents(space))
    assert Box.of(space, intent.to_json()) == intent


# A real database as the judge.


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


TAILS = ("", "*", " ", "%", "'", "é", "🦄x")


def raw_values(dimension: Dimension) -> tuple[str, list[Any]]:
    """A column's type, and values it could hold, on and around all that matters."""
    if isinstance(dimension, Numeric):
        edges: list[Any] = list(dimension.edges)
        if dimension.is_date:
            moments = [time(0), time(0, 0, 1), time(23, 59)]
            days = {edge + timedelta(days=n) for edge in edges for n in (-1, 0, 1)}
            return "TIMESTAMP", [
                datetime.combine(day, moment) for day in days for moment in moments
            ]
        steps = (-1, 0, 1) if dimension.integer else (-1, -0.25, 0, 0.25, 1)
        kind = "BIGINT" if dimension.integer else "DOUBLE"
        return kind, [edge + step for edge in edges for step in steps]
    if isinstance(dimension, Grouped):
        return "VARCHAR", [one for own in dimension.members for one in own]
    if isinstance(dimension, Prefix):
        heads = [str(v) for v in dimension.values if v != dimension.missing]
        longer = [
            head[:-1] + more for head in heads if len(head) > dimension.length for more in TAILS
        ]
        return "VARCHAR", [*longer, *(head for head in heads if len(head) < dimension.length)]
    special = {str(dimension.missing), str(getattr(dimension, "other", None))}
    listed = [value for value in dimension.values if str(value) not in special]
    unlisted = (
        ["unlisted", "also unlisted"] if getattr(dimension, "other", None) is not None else []
    )
    return "VARCHAR", [*listed, *(value for value in unlisted if value not in listed)]


def code_of(dimension: Dimension, raw: Any) -> int:
    """Which value of a dimension a raw one belongs to, worked out the plain way."""
    if raw is None:
        return [str(v) for v in dimension.values].index(str(dimension.missing))
    if isinstance(dimension, Grouped):
        return next(code for code, own in enumerate(dimension.members) if raw in own)
    if isinstance(dimension, Prefix):
        full = len(raw) >= dimension.length
        return dimension.values.index(raw[: dimension.length] + "*" if full else raw)
    if not isinstance(dimension, Numeric):
        other = getattr(dimension, "other", None)
        return dimension.values.index(raw if raw in dimension.values else other)  # type: ignore[arg-type]
    at = raw.date() if isinstance(raw, datetime) else raw
    passed = [at > edge if dimension.closed == "right" else at >= edge for edge in dimension.edges]
    return dimension.ranks.index(sum(passed))


@cache
def connection() -> duckdb.DuckDBPyConnection:
    return duckdb.connect(":memory:")


def selected(columns: dict[str, str], rows: Iterable[tuple[Any, ...]], where: str) -> list[int]:
    """The places of the rows that a condition selects in DuckDB."""
    typed = ", ".join(f"{quoted(name)} {kind}" for name, kind in columns.items())
    marks = ", ".join("?" for _ in range(len(columns) + 1))
    listed = [[*row, at] for at, row in enumerate(rows)]
    connection().execute(f"CREATE OR REPLACE TABLE t ({typed}, at__ INTEGER)")
    connection().executemany(f"INSERT INTO t VALUES ({marks})", listed)
    found = connection().execute(f"SELECT at__ FROM t WHERE {where} ORDER BY at__").fetchall()
    return [at for (at,) in found]


@st.composite
def table_spaces(draw: st.DrawFn) -> Space:
    """Spaces whose columns DuckDB can hold: its names don't heed upper case, its types are one."""
    found = draw(
        st.lists(
            names.filter(lambda name: name.lower() != "at__"),
            min_size=1,
            max_size=3,
            unique_by=lambda name: name.casefold(),
        )
    )
    of_text = [
        lambda name, k=kind: k(name, texts)
        for kind in (nominals, ordinals, trees, prefixes, groups, matrices)
    ]
    kinds = [*of_text, numerics, numerics]
    return Space(tuple(draw(draw(st.sampled_from(kinds))(name)) for name in found))


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_database_selects_exactly_the_rows_of_the_intent(data: st.DataObject) -> None:
    space = data.draw(table_spaces())
    intent = data.draw(intents(space))
    kinds, pools = zip(*map(raw_values, space), strict=True)
    pools = tuple(
        [*pool, None] if dimension.missing is not None else pool
        for dimension, pool in zip(space, pools, strict=True)
    )
    row = st.tuples(*(st.sampled_from(pool or [None]) for pool in pools))
    rows = data.draw(st.lists(row, min_size=1, max_size=12))
    # A dimension with no value but its special ones has no row to offer.
    rows = [
        r
        for r in rows
        if all(v is not None or d.missing is not None for v, d in zip(r, space, strict=True))
    ]
    if not rows:
        return
    codes = [tuple(map(code_of, space, row)) for row in rows]
    expected = [at for at, cell in enumerate(codes) if cell in intent]
    columns = dict(zip(space.names, kinds, strict=True))
    assert selected(columns, rows, intent.to_sql()) == expected


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_another_database_selects_the_same_groups(data: st.DataObject) -> None:
    d = data.draw(st.one_of(prefixes("c", texts), groups("c", texts)))
    intent = data.draw(intents(Space((d,))))
    raw = [*raw_values(d)[1], *([None] if d.missing is not None else [])]
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE t (c TEXT)")
        database.executemany("INSERT INTO t VALUES (?)", [[value] for value in raw])
        found = database.execute(f"SELECT c FROM t WHERE {intent.to_sql()} ORDER BY rowid")
        assert [value for (value,) in found] == [v for v in raw if (code_of(d, v),) in intent]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_market_counts_every_row_in_one_group(data: st.DataObject) -> None:
    """A row falls into one group, which is the one of its value, and SQL counts the same."""
    raw = data.draw(st.lists(texts, min_size=1, max_size=12))
    d = Prefix("c", ("none",), length=data.draw(st.integers(1, 3)), missing="none")
    market = market_from_table(pa.table({"c": raw}), dimensions=[d], missing="keep")
    assert market.total.records == len(raw)
    (made,) = market.space
    counted = Counter(int(made.select(text or "none").argmax()) for text in map(clean, raw))
    assert market.records_by_value("c") == [counted[code] for code in range(len(made))]
    intent = data.draw(intents(market.space))
    rows = [(clean(text),) for text in raw]
    assert len(selected({"c": "VARCHAR"}, rows, intent.to_sql())) == market.mass(intent).records


GRID_SPACE = Space(
    (
        Nominal("race", ("A", "B", "C", "(missing)"), missing="(missing)"),
        Numeric.binned("age", [2, 5], integer=True, missing="(missing)"),
        Numeric.binned("pay", [1.0, 2.5], closed="left"),
    )
)
GRID = list(
    product(
        ("A", "B", "C", None),
        (*range(-1, 9), None),
        [quarter / 4 for quarter in range(-3, 20)],
    )
)
whole = st.integers(0, 7).map(str)
halves = st.integers(0, 8).map(lambda n: repr(n / 2))
ops = st.sampled_from(("=", "<>", "<", "<=", ">", ">=", "!="))
nots = st.sampled_from(("", "NOT "))


def on_numbers(column: str, literals: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(literals, min_size=1, max_size=3).map(", ".join)
    return st.one_of(
        st.builds(lambda op, n: f"{column} {op} {n}", ops, literals),
        st.builds(lambda op, n: f"{n} {op} {column}", ops, literals),
        st.builds(lambda no, a, b: f"{column} {no}BETWEEN {a} AND {b}", nots, literals, literals),
        st.builds(lambda no, listed: f"{column} {no}IN ({listed})", nots, several),
    )


races = st.sampled_from(("'A'", "'B'", "'C'"))
leaves = st.one_of(
    st.builds(lambda op, race: f"race {op} {race}", st.sampled_from(("=", "<>")), races),
    st.builds(lambda no, a, b: f"race {no}IN ({a}, {b})", nots, races, races),
    st.builds(lambda c, no: f"{c} IS {no}NULL", st.sampled_from(("race", "age")), nots),
    on_numbers("age", whole),
    on_numbers("pay", halves),
    st.sampled_from(("TRUE", "FALSE")),
)
conditions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(lambda a, b: f"({a}) AND ({b})", inner, inner),
        st.builds(lambda a, b: f"({a} OR {b})", inner, inner),
        st.builds(lambda a: f"NOT ({a})", inner),
    ),
    max_leaves=5,
)


@cache
def grid() -> duckdb.DuckDBPyConnection:
    """Rows on every piece that a condition could cut the grid's space into."""
    made = duckdb.connect(":memory:")
    made.execute("CREATE TABLE t (race VARCHAR, age INTEGER, pay DOUBLE, a INT, b INT, c INT)")
    rows = [[*row, *map(code_of, GRID_SPACE, row)] for row in GRID]
    made.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", rows)
    return made


@settings(deadline=None, max_examples=400)
@given(conditions)
def test_a_condition_is_read_as_a_database_reads_it(condition: str) -> None:
    touched = set(grid().execute(f"SELECT DISTINCT a, b, c FROM t WHERE {condition}").fetchall())
    try:
        intent = parse_intent(GRID_SPACE, condition)
    except NotABox:
        intent = None
    if intent is None:
        assert " OR " in condition or "NOT (" in condition
        return
    assert set(intent.cells()) == touched
    held = " OR ".join(f"(a, b, c) = {cell}" for cell in sorted(touched)) or "FALSE"
    more = grid().execute(
        f"SELECT count(*) FROM t WHERE ({held}) AND NOT coalesce({condition}, FALSE)"
    )
    assert bool(intent.widened) == bool(more.fetchall()[0][0])
