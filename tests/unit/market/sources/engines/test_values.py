"""What columns of an engine hold, judged by DuckDB."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb
import ibis
import pyarrow as pa
import pytest

from tacit.market.sources.engines import values


@pytest.mark.parametrize(
    ("dtype", "kind"),
    [
        ("string", "text"),
        ("int8", "integer"),
        ("uint64", "integer"),
        ("float32", "number"),
        ("decimal(9, 2)", "number"),
        ("date", "date"),
        ("timestamp('UTC')", "date"),
        ("boolean", "bool"),
        ("array<int64>", "other"),
        ("uuid", "other"),
        ("time", "other"),
    ],
)
def test_kinds(dtype: str, kind: str) -> None:
    assert values.kind_of(ibis.dtype(dtype)) == kind


def ran(rows: pa.Table, question: Callable[[Any], Any]) -> list[Any]:
    """What DuckDB answers to a question of Ibis."""
    table = ibis.table(ibis.Schema.from_pyarrow(rows.schema), name="t")
    with duckdb.connect() as connection:
        connection.register("t", rows)
        sql = str(ibis.to_sql(question(table), dialect="duckdb"))
        return [value for (value,) in connection.execute(sql).fetchall()]


def asked(column: Any, how: Callable[[Any], Any]) -> list[Any]:
    rows = pa.table({"i": range(len(column)), "c": column})
    return ran(rows, lambda t: t.order_by("i").select(v=how(t.c)))


def test_what_says_nothing_is_nothing() -> None:
    texts = ["a", " b ", "NA", " ? ", "", None]
    assert asked(texts, values.text) == ["a", "b", None, None, None, None]
    floats = [1.5, float("nan"), float("inf"), None]
    assert asked(floats, lambda c: values.clean(c, "duckdb")) == [1.5, None, None, None]
    assert asked(floats, lambda c: values.says_nothing(c, "duckdb")) == [False, True, True, True]
    assert asked(["NAPLES", "NA"], lambda c: values.head(c, 2)) == ["NA", None]


def test_single_floats_are_as_written() -> None:
    found = asked(pa.array([19.99], pa.float32()), lambda c: values.clean(c, "duckdb"))
    assert found == [19.99]


def test_none_of_no_values() -> None:
    assert asked([1, 2], lambda c: values.is_one_of(c, [])) == [False, False]
    assert asked([1, 2], lambda c: values.is_one_of(c, [2])) == [False, True]


def test_sums_are_exact() -> None:
    many = [2**53 - 1] * 3000
    found = ran(pa.table({"c": many}), lambda t: t.aggregate(s=values.exact_sum(t.c, "duckdb")))
    assert int(found[0]) == sum(many) > 2**63
