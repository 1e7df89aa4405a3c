"""Workbooks: one sheet is one table."""

from __future__ import annotations

import sys
from datetime import datetime, time, timedelta
from pathlib import Path

import pytest

from tacit.errors import SettingError, TableError
from tacit.market.sources import bounds
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.excel import _text, open_excel
from tacit.market.sources.opened import Opened
from tacit.market.sources.table import open_source
from tests.helpers.workbooks import workbook

ROWS = [["sex", "age", "paid"], ["F", 31, True], ["M", "n/k", None], [None, 7.5, False]]


def opened(path: Path, sheet: str | None = None) -> Opened:
    return open_excel(path, sheet, None, USUAL)


def test_cells_are_taken_as_csv_would_write_them(tmp_path: Path) -> None:
    table = opened(workbook(tmp_path / "a.xlsx", {"people": ROWS}))
    assert (table.is_text, table.notes) == (True, ())
    assert table.connection.execute(f"FROM {table.selected({})}").fetchall() == [
        ("F", "31", "true"),
        ("M", "n/k", None),
        (None, "7.5", "false"),
    ]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (3, "3"),
        (3.0, "3"),
        (1e300, "1e+300"),
        (datetime(2024, 1, 31, 12), "2024-01-31T12:00:00"),
        (time(12, 30), "12:30:00"),
        (timedelta(1), "1 day, 0:00:00"),
    ],
)
def test_a_cell_as_text(cell: object, text: str) -> None:
    assert _text(cell) == text


def test_rows_that_hold_nothing_are_no_rows(tmp_path: Path) -> None:
    rows = [[None], [None, "a", "b"], [None, 1, 2], [None], [None, 3, 4]]
    source = open_source(workbook(tmp_path / "a.xlsx", {"s": rows}))
    assert (source.names, source.rows) == (["a", "b"], 2)


def test_the_first_sheet_is_read_and_told_or_the_one_that_is_named(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", {"Q1": ROWS, "Q2": [["x"], [1]]})
    assert opened(path).notes == ("a.xlsx: the sheet 'Q1', one of 2; another is named with: sheet",)
    assert list(opened(path, "Q2").types) == ["x"]
    with pytest.raises(SettingError, match=r"no sheet 'Q3'.* It has: Q1, Q2") as caught:
        opened(path, "Q3")
    assert caught.value.setting == "sheet"


def test_an_empty_sheet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"the sheet 's' of .* is empty"):
        opened(workbook(tmp_path / "a.xlsx", {"s": []}))


def test_without_what_reads_workbooks_its_name_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(TableError, match=r"pip install 'tacit\[excel\]'"):
        opened(workbook(tmp_path / "a.xlsx", {"s": ROWS}))


def test_cells_far_apart_are_refused(tmp_path: Path) -> None:
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    with pytest.raises(TableError, match="1,048,576 rows and 16,384 columns"):
        opened(workbook(tmp_path / "a.xlsx", {"s": ROWS}, far))


def test_a_workbook_that_holds_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "ALWAYS", 10**5)
    with pytest.raises(TableError, match="--unpacked"):
        opened(workbook(tmp_path / "a.xlsx", {"s": ROWS}, " " * 10**6))
