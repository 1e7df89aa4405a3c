"""Text tables: however they are written they are read alike, and no row is guessed."""

from __future__ import annotations

import gzip
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from tacit.errors import TableError
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.files import open_file
from tacit.market.sources.opened import Opened
from tacit.market.sources.table import open_source
from tests.helpers.tables import PLAIN, ROWS, converted, rows_of, written


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
        ("\n\r\n" + PLAIN, "a.csv"),
        (PLAIN.replace("k\n", "k\r\n"), "a.csv"),
        (PLAIN.replace("k\n", "k, ,\n"), "a.csv"),
        (PLAIN.replace("k\n", "k,,\n"), "a.csv"),
        (PLAIN.encode("utf-16"), "a.csv"),
        (PLAIN.encode("utf-16-be"), "a.csv"),
        (PLAIN.encode("utf-32"), "a.csv"),
        (gzip.compress(PLAIN.encode("utf-16"), mtime=0), "a.csv.gz"),
        (gzip.compress(PLAIN.encode(), mtime=0), "a.csv"),
        (pa.compress(PLAIN.encode(), "zstd", asbytes=True), "a.csv.zst"),
        ("'sex';'job'\n'F';nurse\n'M';'cook'\nF;cook\n", "a.csv"),
        (PLAIN, "adult.data"),
        (PLAIN, "people"),
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
    assert converted(source).ask("SELECT * FROM t") == ROWS
    assert source.rows == 3


def test_quoted_fields_hold_separators_quotes_and_line_ends(tmp_path: Path) -> None:
    content = 'sex,"job, or\nwork"\n"F","a\nb"\nM,"c, d"\nF,"say ""hi"""\n'
    source = open_source(written(tmp_path, content))
    assert source.names == ["sex", "job, or\nwork"]
    assert converted(source).ask("SELECT * FROM t") == [
        ("F", "a\nb"),
        ("M", "c, d"),
        ("F", 'say "hi"'),
    ]


def test_a_separator_inside_quotes_does_not_count(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, '"a,b,c";d\nx;y\n'))
    assert source.names == ["a,b,c", "d"]


def test_names_and_values_may_be_in_any_script(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, "sexe,métier\nF,été\nM,北京\n"))
    assert source.names == ["sexe", "métier"]
    assert converted(source).ask("SELECT * FROM t") == [("F", "été"), ("M", "北京")]


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
        (bytes(range(1, 256)) * 9, "a.csv", "binary data"),
        ("1,a\n2,b\n", "a.csv", "Add a line with a name for each column"),
        ("a,b,c\n1,2,3\n4,5\n6,7,8\n", "a.csv", "line 3 has 2 fields, .* names 3 columns"),
        ("a,b\n1,2\n4,5,6\n", "a.csv", "line 3 has 3 fields, .* names 2 columns"),
        ("a,b\n" + "x,y\n" * 120_000 + "x,y,z\n", "a.csv", "line 120,002 has 3 fields"),
        ("My report\na,b\nx,y\n", "a.csv", "line 2 has 2 fields, .* names 1 columns"),
        ('a,b\nx,"y\nz,w\n', "a.csv", "a quote that is not closed"),
        ('a,b\nx,y\r\nz,"w\n', "a.csv", "line 3 has a quote that is not closed"),
        ("a,b\nx,y\r\nz\n", "a.csv", "line 3 has 1 fields, .* names 2 columns"),
        ("a,b\nx," + "y" * 3 * 10**6, "a.csv", "line 2 is longer than 2 MB"),
        ("a,b\n".encode("utf-16") + b"\x00", "a.csv", "not text in utf-16, though .*--encoding"),
        (PLAIN, "a.csv.gz", "can't be unpacked"),
        (PLAIN, "a.csv.zst", "can't be unpacked"),
        (gzip.compress((PLAIN * 99).encode(), mtime=0)[:40], "a.csv.gz", "can't be unpacked"),
    ],
)
def test_texts_that_are_no_tables_are_refused(
    tmp_path: Path, content: str | bytes, name: str, words: str
) -> None:
    with pytest.raises(TableError, match=words):
        open_source(written(tmp_path, content, name)).store()


def opened(folder: Path, content: str | bytes, name: str = "people.csv") -> Opened:
    return open_file(written(folder, content, name), None, USUAL)


def asked(table: Opened, **types: str) -> list[tuple[object, ...]]:
    sql = f"SELECT * FROM {table.selected(types)}"
    found: list[tuple[object, ...]] = table.connection.execute(sql).fetchall()
    return found


def test_the_mark_used_most_between_names_is_the_separator(tmp_path: Path) -> None:
    table = opened(tmp_path, "a,b;c;d\n1;2;3\n")
    assert list(table.types) == ["a,b", "c", "d"]
    assert asked(table) == [("1", "2", "3")]


def test_all_of_a_text_table_is_text_unless_asked(tmp_path: Path) -> None:
    table = opened(tmp_path, "n,day,flag\n007,2020-01-01,true\n?,NA,\n")
    assert asked(table) == [("007", "2020-01-01", "true"), (None, None, None)]
    assert asked(table, n="BIGINT", flag="BOOLEAN") == [(7, "2020-01-01", True), (None, None, None)]
    with pytest.raises(duckdb.ConversionException):
        asked(table, day="BIGINT")


@pytest.mark.parametrize(("first", "is_header"), [("2019,2020", True), ("1819,2", False)])
def test_years_may_name_columns_other_numbers_may_not(
    tmp_path: Path, first: str, is_header: bool
) -> None:
    if is_header:
        assert list(opened(tmp_path, f"{first}\n1,2\n").types) == first.split(",")
    else:
        with pytest.raises(TableError, match="does not look like column names"):
            opened(tmp_path, f"{first}\n1,2\n")


def test_columns_of_one_name_are_told_apart(tmp_path: Path) -> None:
    table = opened(tmp_path, "a,b,A\n1,2,3\n")
    assert list(table.types) == ["a", "b", "A_2"]
    assert table.notes == ("columns of the same name are told apart: 'A_2'",)


class TestNotUtf8:
    @pytest.mark.parametrize("far", [0, 300_000], ids=["at the start", "later"])
    def test_it_is_taken_for_what_windows_wrote_with_a_note(self, tmp_path: Path, far: int) -> None:
        content = ("sexe,cité\n" if not far else "sexe,ville\n") + "F,x\n" * far
        path = written(tmp_path, (content + "M,Orléans – €\n").encode("cp1252"))
        source = open_source(path)
        assert converted(source).ask("SELECT * FROM t")[-1] == ("M", "Orléans – €")
        assert source.rows == far + 1

    def test_the_note_names_the_option(self, tmp_path: Path) -> None:
        (note,) = opened(tmp_path, "sexe,cité\nF,x\n".encode("cp1252")).notes
        assert note.startswith("people.csv: not UTF-8, so it was read as Windows-1252")
        assert note.endswith("encoding")

    def test_bytes_that_windows_does_not_use_are_latin_1(self, tmp_path: Path) -> None:
        assert rows_of(written(tmp_path, b"a,b\nx,\x81\xe9\n")) == [("x", "\x81é")]

    def test_line_ends_may_be_mixed_too(self, tmp_path: Path) -> None:
        content = "a,b\r\nx,é\ny,z\r\n".encode("cp1252")
        assert rows_of(written(tmp_path, content)) == [("x", "é"), ("y", "z")]
        content = b"a,b\r\nx,z\n" + b"x,z\r\n" * 2**18 + b"x,\xe9\r\n"
        assert rows_of(written(tmp_path, content))[-1] == ("x", "é")


def test_line_ends_may_be_mixed_in_what_single_quotes_and_semicolons_hold(tmp_path: Path) -> None:
    content = "\n'a,b';'c'\nx;'y;\r\nz'\r\n'it''s';\"\n"
    source = open_source(written(tmp_path, content))
    assert source.names == ["a,b", "c"]
    assert converted(source).ask("SELECT * FROM t") == [("x", "y;\r\nz"), ("it's", '"')]


def test_an_empty_line_is_a_row_of_a_single_column(tmp_path: Path) -> None:
    assert rows_of(written(tmp_path, "a\nx\n\ny\n")) == [("x",), (None,), ("y",)]
    assert rows_of(written(tmp_path, "a\nx\r\n\ny\n")) == [("x",), (None,), ("y",)]
