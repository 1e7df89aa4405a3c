"""The first line says how a text table is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.errors import TableError
from tacit.market.sources.header import HEAD, header_of

PATH = Path("a.csv")


@pytest.mark.parametrize(
    ("start", "names", "separator", "quote"),
    [
        ("a,b\n", ("a", "b"), ",", '"'),
        ("a;b,c;d\n", ("a", "b,c", "d"), ";", '"'),
        ('"a,b,c"|d\r\n', ("a,b,c", "d"), "|", '"'),
        ("'a;b','c'\n", ("a;b", "c"), ",", "'"),
        ("it's,b\n", ("it's", "b"), ",", '"'),
        ("'tis,b\n", ("'tis", "b"), ",", '"'),
        ("a\tb", ("a", "b"), "\t", '"'),
        ('"a\nb",c\n', ("a\nb", "c"), ",", '"'),
        ("\ufeffa\n", ("a",), ",", '"'),
    ],
)
def test_it_names_columns_separator_and_quote(
    start: str, names: tuple[str, ...], separator: str, quote: str
) -> None:
    found = header_of(PATH, start.encode())
    assert (found.names, found.separator, found.quote) == (names, separator, quote)


def test_empty_lines_before_it_are_counted() -> None:
    assert header_of(PATH, b"\r\n\n\ra,b\n").skipped == 3


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (b"", "no line with the names"),
        (b"\n \n", "no line with the names"),
        (b"a,\0\n", "binary data"),
        (b"a,\x01\n", "binary data"),
        (b"a" * HEAD, "too long to be one of column names"),
        (b"a," + b"b" * 200_000 + b"\n", "far too long"),
        (b"," * 6_000 + b"\n", "more than 5,000 columns"),
        (b"1,2\n", "does not look like column names"),
    ],
)
def test_what_is_no_line_of_names_is_refused(start: bytes, words: str) -> None:
    with pytest.raises(TableError, match=words):
        header_of(PATH, start)
