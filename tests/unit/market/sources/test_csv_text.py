"""Text tables: however they are written they are read alike, and no row is guessed."""

from __future__ import annotations

import gzip
from pathlib import Path

import duckdb
import numpy as np
import pytest

from tacit.errors import TableError
from tacit.market.sources.csv_text import load_text
from tacit.market.sources.table import open_source
from tests.helpers.tables import PLAIN, ROWS, rows_of, written


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (PLAIN, "a.csv"),
        (PLAIN, "A.CSV"),
        (PLAIN.replace(",", ";"), "a.csv"),
        (PLAIN.replace(",", "\t"), "a.tsv"),
        (PLAIN.replace(",", "|"), "a.txt"),
        (gzip.compress(PLAIN.encode(), mtime=0), "a.csv.gz"),
        (gzip.compress(PLAIN.replace(",", "\t").encode(), mtime=0), "a.tsv.gz"),
        ("\ufeff" + PLAIN, "a.csv"),
        (PLAIN.replace("\n", "\r\n"), "a.csv"),
        (PLAIN.replace("\n", "\r"), "a.csv"),
        (PLAIN.rstrip(), "a.csv"),
        (PLAIN.replace("F,", "\nF,"), "a.csv"),
        (PLAIN.replace(",", " , "), "a.csv"),
        ('"sex","job"\n"F","nurse"\n"M","cook"\n"F","cook"\n', "a.csv"),
        (PLAIN, "it's [1] *odd?.csv"),
        (PLAIN, "year=2020/a.csv"),
    ],
)
def test_text_tables_are_read_however_they_are_written(
    tmp_path: Path, content: str | bytes, name: str
) -> None:
    source = open_source(written(tmp_path, content, name))
    assert source.names == ["sex", "job"]
    assert source.ask("SELECT * FROM t") == ROWS
    assert source.rows == 3


def test_quoted_fields_hold_separators_quotes_and_line_ends(tmp_path: Path) -> None:
    content = 'sex,"job, or\nwork"\n"F","a\nb"\nM,"c, d"\nF,"say ""hi"""\n'
    source = open_source(written(tmp_path, content))
    assert source.names == ["sex", "job, or\nwork"]
    assert source.ask("SELECT * FROM t") == [("F", "a\nb"), ("M", "c, d"), ("F", 'say "hi"')]


def test_a_separator_inside_quotes_does_not_count(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, '"a,b,c";d\nx;y\n'))
    assert source.names == ["a,b,c", "d"]


def test_names_and_values_may_be_in_any_script(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, "sexe,métier\nF,été\nM,北京\n"))
    assert source.names == ["sexe", "métier"]
    assert source.ask("SELECT * FROM t") == [("F", "été"), ("M", "北京")]


def test_a_single_column_is_a_table(tmp_path: Path) -> None:
    assert rows_of(written(tmp_path, "sex\nF\nM\n")) == [("F",), ("M",)]


def test_a_column_without_a_name_is_called_by_its_place(tmp_path: Path) -> None:
    assert open_source(written(tmp_path, ",sex\n0,F\n1,M\n")).names == ["column0", "sex"]


def test_a_line_that_starts_with_a_hash_is_a_row(tmp_path: Path) -> None:
    assert rows_of(written(tmp_path, "a,b\nx,y\n#z,w\n")) == [("x", "y"), ("#z", "w")]


def test_a_gzip_file_cut_off_after_its_start_is_refused(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 10**9, 200_000)
    packed = gzip.compress(("a\n" + "\n".join(map(str, noise))).encode())
    with pytest.raises(TableError, match="can't be"):
        open_source(written(tmp_path, packed[:-1000], "a.csv.gz"))


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        ("\n\n", "a.csv", "no line with the names"),
        (bytes(range(256)), "a.csv", "binary data"),
        (bytes(range(1, 256)) * 9, "a.csv", "Save it"),
        ("1,a\n2,b\n", "a.csv", "Add a line with a name for each column"),
        ("a,b,c\n1,2,3\n4,5\n6,7,8\n", "a.csv", "line 3 has 2 fields, .* names 3 columns"),
        ("a,b\n1,2\n4,5,6\n", "a.csv", "line 3 has 3 fields, .* names 2 columns"),
        ("a,b\n" + "x,y\n" * 120_000 + "x,y,z\n", "a.csv", "line 120,002 has 3 fields"),
        ("My report\na,b\nx,y\n", "a.csv", "line 2 has 2 fields, .* names 1 columns"),
        ('a,b\nx,"y\nz,w\n', "a.csv", "a quote that is not closed"),
        ("a,b\nx,y\r\nz,w\n", "a.csv", "line ends do not follow one rule"),
        ("sex,job\nF,été\n".encode("latin-1"), "a.csv", "line 2 is not UTF-8.* as UTF-8"),
        ("sexe,métier\nF,x\n".encode("latin-1"), "a.csv", "is not UTF-8 text. Save it as UTF-8"),
        (PLAIN.encode("utf-16"), "a.csv", "UTF-16. Save it as UTF-8"),
        ("a,b,A\n1,2,3\n", "a.csv", "two columns 'a'. Rename"),
        (PLAIN, "a.csv.gz", "can't be unpacked"),
        (gzip.compress((PLAIN * 99).encode(), mtime=0)[:40], "a.csv.gz", "can't be unpacked"),
    ],
)
def test_texts_that_are_no_tables_are_refused(
    tmp_path: Path, content: str | bytes, name: str, words: str
) -> None:
    with pytest.raises(TableError, match=words):
        open_source(written(tmp_path, content, name))


def test_the_mark_used_most_between_names_is_the_separator(tmp_path: Path) -> None:
    connection = duckdb.connect()
    assert load_text(connection, written(tmp_path, "a,b;c;d\n1;2;3\n")) == ["a,b", "c", "d"]
    assert connection.execute("SELECT * FROM raw").fetchall() == [("1", "2", "3")]


def test_all_of_a_text_table_is_loaded_as_text(tmp_path: Path) -> None:
    connection = duckdb.connect()
    load_text(connection, written(tmp_path, "n,day,flag\n007,2020-01-01,true\n"))
    assert connection.execute("SELECT * FROM raw").fetchall() == [("007", "2020-01-01", "true")]


@pytest.mark.parametrize(("first", "is_header"), [("2019,2020", True), ("1819,2", False)])
def test_years_may_name_columns_other_numbers_may_not(
    tmp_path: Path, first: str, is_header: bool
) -> None:
    path = written(tmp_path, f"{first}\n1,2\n")
    if is_header:
        assert load_text(duckdb.connect(), path) == first.split(",")
    else:
        with pytest.raises(TableError, match="does not look like column names"):
            load_text(duckdb.connect(), path)
