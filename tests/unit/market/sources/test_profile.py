"""What columns hold: kinds, how many rows lack a value, and how many values there are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tacit.market.sources import profile
from tacit.market.sources.profile import Column, profiled
from tacit.market.sources.table import open_source
from tests.helpers.tables import written


def column_of(table: Any, *as_text: str, name: str = "a") -> Column:
    found = {column.name: column for column in profiled(open_source(table), as_text)}
    return found[name]


def text_column(folder: Path, values: Sequence[str]) -> Column:
    content = "a,b\n" + "".join(f'"{value}",x\n' for value in values)
    return column_of(written(folder, content))


@pytest.mark.parametrize(
    ("values", "kind", "whole"),
    [
        (["1", "2"], "number", True),
        (["+1", "-2"], "number", True),
        (["1.5", "2"], "number", False),
        (["1e3", "2"], "number", True),
        (["007", "12"], "text", False),
        (["2020-01-31", "2021-12-01"], "date", False),
        (["2020-01-31 10:00:00", "2021-12-01T23:00:00Z"], "date", False),
        (["2020-13-45", "2021-12-01"], "text", False),
        (["x", "y"], "text", False),
        (["true", "false"], "text", False),
        (["", ""], "text", False),
        (["1", "?"], "number", True),
        (["$1,234.50", "$7"], "number", False),
        (["31/12/2020", "01/02/2021"], "date", False),
        (["1.234,5", "0,5"], "number", False),
    ],
)
def test_the_kind_of_a_text_column_is_found(
    tmp_path: Path, values: list[str], kind: str, whole: bool
) -> None:
    found = text_column(tmp_path, values)
    assert (found.kind, found.whole) == (kind, whole)


def test_the_kind_looks_at_every_row(tmp_path: Path) -> None:
    found = text_column(tmp_path, ["1"] * 30_000 + ["2.5"])
    assert (found.kind, found.whole, found.high) == ("number", False, 2.5)


def test_a_code_far_down_makes_names_of_few_numbers(tmp_path: Path) -> None:
    found = text_column(tmp_path, ["12345", "54321"] * 10_000 + ["02139"])
    assert (found.kind, found.distinct) == ("text", 3)


def test_what_is_missing_and_distinct_is_counted(tmp_path: Path) -> None:
    table = written(tmp_path, "a,b\n1,x\n,y\n1,\n2,y\n NA ,y\n")
    a, b = column_of(table), column_of(table, name="b")
    assert (a.missing, a.distinct, a.counts) == (2, 2, {1: 2, 2: 1})
    assert (b.missing, b.distinct, b.counts) == (1, 2, {"x": 1, "y": 3})


def test_values_come_as_they_appear_and_those_far_down_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(profile, "HEAD", 3)
    found = column_of({"a": ["m", "b", "m", "z", "a"]})
    assert list(found.counts or ()) == ["m", "b", "a", "z"]


@pytest.mark.parametrize(
    "frame", [{"a": [1, 2, 1]}, {"a": [1.5, 2.0, 1.5]}, {"a": [date(2020, 1, 1)]}]
)
def test_a_column_declared_as_text_is_text(frame: Any) -> None:
    assert column_of(frame, "a").kind == "text"


def test_columns_that_nobody_uses_are_not_looked_at() -> None:
    found = profiled(open_source({"a": [1, 2], "b": ["x", "y"]}), unused=["a"])
    assert [column.name for column in found] == ["b"]


def test_text_of_a_typed_table_is_meant_as_such_unless_it_needs_help() -> None:
    assert column_of({"a": ["1", "2"]}).kind == "text"
    assert column_of({"a": ["$1", "$2"]}).kind == "number"
    assert column_of({"a": ["2024-01-31", "2024-02-01"]}).kind == "date"


class TestVeryManyValues:
    """More than are counted one by one: the first rows say how they are written."""

    @pytest.fixture(autouse=True)
    def few(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, value in (("HEAD", 40), ("FEW", 10), ("LISTED", 20)):
            monkeypatch.setattr(profile, name, value)

    def test_numbers_are_measured(self, tmp_path: Path) -> None:
        found = text_column(tmp_path, [*map(str, range(1000)), "NA", "inf", "1_0"])
        assert (found.kind, found.counts, found.whole) == ("number", None, True)
        assert (found.low, found.high, found.missing, found.odd) == (0, 999, 1, 2)
        assert found.distinct in (1000, 1001)  # what is no number is one more

    def test_money_is_measured(self, tmp_path: Path) -> None:
        found = text_column(tmp_path, [f"${n:,}.50" for n in range(2000)])
        assert (found.low, found.high, found.odd) == (0.5, 1999.5, 0)
        assert found.written is not None
        assert found.written.name == "$1,234.50"

    def test_a_code_far_down_makes_names_of_many_numbers(self, tmp_path: Path) -> None:
        values = [*map(str, range(10_000, 10_400)), "02139"]
        assert text_column(tmp_path, values).kind == "text"

    def test_dates_are_measured(self) -> None:
        days = [date.fromordinal(730_000 + i) for i in range(300)]
        found = column_of({"a": days})
        assert (found.kind, found.low, found.high) == ("date", days[0], days[-1])

    def test_numbers_that_are_none_are_missing(self) -> None:
        found = column_of({"a": [*map(float, range(100)), float("inf"), float("nan")]})
        assert (found.filled, found.missing, found.high) == (100, 2, 99)

    def test_where_every_fifth_is_odd_the_column_is_one_of_names(self, tmp_path: Path) -> None:
        values = [*map(str, range(100)), *(f"n{i}" for i in range(50))]
        assert text_column(tmp_path, values).kind == "text"
