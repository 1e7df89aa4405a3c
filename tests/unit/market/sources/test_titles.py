"""Titles above a table are left out where all speaks for it, and only then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tacit
from tacit.errors import MarketFileError, SettingError, TableError
from tacit.market.sources.load import propose
from tacit.market.sources.opened import FileOptions
from tacit.market.sources.table import Source, open_source
from tests.helpers.tables import written
from tests.helpers.workbooks import workbook

NAMES = ["region", "product", "units", "price"]
REPORT = "Quarterly report;;;\nGenerated 2024;;;\n\nregion;product;units;price\nN;a;1;2\nS;b;3;4\n"
WORDS = "region;product;shade\nN;a;red\nS;b;blue\n"


def opened(folder: Path, text: str, **said: Any) -> Source:
    return open_source(written(folder, text), options=FileOptions(**said))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (REPORT, 4),
        (REPORT.replace("\n", "\r\n"), 4),
        (REPORT.rstrip(), 4),
        (REPORT.replace(";", ","), 4),
        (REPORT.replace(";;;", ""), 4),
        (REPORT.replace("report;", "report, all regions;"), 4),
        (REPORT.replace(";;;", "").replace("\n\n", "\n"), 3),
        ("\n\n" + REPORT, 6),
        ("sep=;\n" + WORDS, 2),
        ("Sales;;\n" + WORDS, 2),
        ("Sales\n\n" + WORDS, 3),
        (";;\nSales;;\n;;\n" + WORDS, 4),
    ],
)
def test_titles_are_left_out_and_told(tmp_path: Path, text: str, line: int) -> None:
    source = opened(tmp_path, text)
    assert source.names[:2] == NAMES[:2]
    assert source.rows == 2
    assert source.notes[0].startswith(f"people.csv: line {line} names the columns")


@pytest.mark.parametrize(
    ("text", "names", "rows"),
    [
        ("name\nAnn\nBob\n", ["name"], 2),
        ("a;;\n1;2;3\n4;5;6\n", ["a", "column1", "column2"], 2),
        ("a,b\nx,y\n", ["a", "b"], 1),
        ("a;b\nx;hello, 5\ny;world, 6\n", ["a", "b"], 2),
        ('name\n"Doe, 5"\n"Roe, 6"\n', ["name"], 2),
    ],
)
def test_what_is_no_title_is_a_row_of_names(
    tmp_path: Path, text: str, names: list[str], rows: int
) -> None:
    source = opened(tmp_path, text)
    assert (source.names, source.rows, source.notes) == (names, rows, ())


@pytest.mark.parametrize(
    "text", ["name\nDoe, Ann\nRoe, Bob\n", "amount\n1,5\n2,5\n", "n\na, 5\nb, 6\n"]
)
def test_rows_of_a_single_column_are_not_taken_for_names(tmp_path: Path, text: str) -> None:
    with pytest.raises(TableError, match="line 2 has 2 fields"):
        opened(tmp_path, text)


def test_the_line_of_names_can_be_said(tmp_path: Path) -> None:
    text = "Report, of sales\nregion,product,units\nN,a,1\nS,b,2\n"
    source = opened(tmp_path, text, header_line=2)
    assert (source.names, source.rows, source.notes) == (NAMES[:3], 2, ())
    assert opened(tmp_path, "Sales;;\nb;c;d\nx;y;1\n", header_line=1).names[0] == "Sales"


@pytest.mark.parametrize("line", [3, 99])
def test_a_line_without_names_is_refused(tmp_path: Path, line: int) -> None:
    with pytest.raises(SettingError, match="holds no names of columns") as caught:
        opened(tmp_path, REPORT, header_line=line)
    assert caught.value.setting == "header_line"


@pytest.mark.parametrize("line", [0, -1, True, "2"])
def test_what_is_no_line_is_refused(line: Any) -> None:
    with pytest.raises(SettingError, match="a whole number from 1"):
        FileOptions(header_line=line)


def test_json_and_frames_have_no_line_of_names(tmp_path: Path) -> None:
    path = written(tmp_path, '{"a": 1}\n', "a.json")
    for table in (path, {"a": [1]}):
        with pytest.raises(SettingError, match="only goes with text tables and workbooks"):
            open_source(table, options=FileOptions(header_line=2))


def test_a_market_file_says_the_line(tmp_path: Path) -> None:
    path = written(tmp_path, "Report, of sales\n" + WORDS.replace(";", ","))
    _, recipe = propose(path, header_line=2, cache=False)
    assert recipe is not None
    text = recipe.to_toml()
    assert "header-line = 2" in text
    file = tmp_path / "a.toml"
    file.write_text(text)
    assert tacit.load(file, cache=False).space.names == ("region", "product", "shade")
    file.write_text(text.replace("header-line = 2", 'header-line = "x"'))
    with pytest.raises(MarketFileError, match=r"header-line .* a whole number from 1"):
        tacit.load(file, cache=False)


class TestWorkbooks:
    ROWS = (
        ["Quarterly report"],
        ["Generated 2024"],
        [None],
        NAMES,
        ["N", "a", 1, 2.5],
        ["S", "b", 3, 4],
    )

    def test_titles_are_left_out_and_told(self, tmp_path: Path) -> None:
        source = open_source(workbook(tmp_path / "a.xlsx", {"s": [[None], *self.ROWS]}))
        assert (source.names, source.rows) == (NAMES, 2)
        assert source.notes[0].startswith("a.xlsx: line 5 names the columns")

    def test_the_row_of_names_can_be_said(self, tmp_path: Path) -> None:
        path = workbook(tmp_path / "a.xlsx", {"s": [[None], ["Top", "x"], *self.ROWS[3:]]})
        assert open_source(path, options=FileOptions(header_line=3)).names == NAMES
        for line in (1, 9):
            with pytest.raises(SettingError, match="holds no names of columns"):
                open_source(path, options=FileOptions(header_line=line))

    def test_merged_cells_below_the_names_are_told(self, tmp_path: Path) -> None:
        merged = '</sheetData><mergeCells><mergeCell ref="A1:D1"/><mergeCell ref="A5:A6"/></mergeCells><sheetData>'
        source = open_source(workbook(tmp_path / "a.xlsx", {"s": self.ROWS}, merged))
        assert "1 merged cells" in source.notes[1]
