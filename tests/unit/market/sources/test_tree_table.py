"""Trees from a table of paths."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pytest

from tacit.errors import TableError
from tacit.market.sources import tree_table
from tacit.market.sources.table import open_source
from tacit.market.sources.tree_table import paths_of


def paths(folder: Path, text: str) -> list[tuple[str, ...]]:
    path = folder / "regions.csv"
    path.write_text(text, encoding="utf-8")
    return paths_of(open_source(path))


def test_a_row_is_a_path_that_may_end_early(tmp_path: Path) -> None:
    text = "country,region,state\nUS,West,Utah\n US , West,Ohio\nUS,Guam,\nMalta,,\nUS,West,Utah\n"
    found = [("US", "West", "Utah"), ("US", "West", "Ohio"), ("US", "Guam"), ("Malta",)]
    assert paths(tmp_path, text) == found


def test_a_name_may_lie_below_itself(tmp_path: Path) -> None:
    found = [("Monaco", "Monaco", "Monaco"), ("Luxembourg", "Luxembourg"), ("Luxembourg", "Esch")]
    text = "a,b,c\nMonaco,Monaco,Monaco\nLuxembourg,Luxembourg,\nLuxembourg,Esch,\n"
    assert paths(tmp_path, text) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\nE,x\nF,x\n", "line 3 of .* lists the leaf 'x', .* another place in line 2"),
        ("a,b\nE,x\nNA,?\n", "line 3 of .* is an empty path"),
        ("a,b\nE,x\n,y\n", "line 3 of .* has a blank before a name"),
        ("a,b,c\nE,W,x\nW,F,y\nF,E,z\n", "line 4 of .* closes a circle: 'E' and 'F' and 'W' lie"),
        ("a,b\nE,W\nW,E\n", "line 3 of .* closes a circle"),
        (",".join(f"c{i}" for i in range(51)) + "\n" + "x" + "," * 50, "has 51 columns"),
    ],
)
def test_what_is_no_tree_is_told_by_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(TableError) as caught:
        paths(tmp_path, text)
    assert re.search(said, str(caught.value))


def test_far_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tree_table, "MOST_PATHS", 2)
    assert len(paths(tmp_path, "a\nx\ny\n")) == 2
    with pytest.raises(TableError, match="more than 2 paths"):
        paths(tmp_path, "a\nx\ny\nz\n")


def test_a_table_in_columns_has_rows() -> None:
    with pytest.raises(TableError, match="row 2 of"):
        paths_of(open_source(pa.table({"a": ["E", None], "b": [1, None]})))
    assert paths_of(open_source(pa.table({"a": ["E"], "b": [1]}))) == [("E", "1")]
