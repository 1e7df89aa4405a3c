"""Copies of text tables by one rule: every row as it is, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.errors import TableError
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.header import header_of
from tacit.market.sources.one_rule import by_one_rule
from tacit.market.sources.text_file import TextFile
from tests.helpers.tables import written


def copied(folder: Path, content: str | bytes) -> str:
    file = TextFile.at(written(folder, content), None, USUAL, None)
    made = by_one_rule(file, header_of(file.path, file.start()))
    assert made.is_mended
    assert made.copy is not None
    text = made.place.read_text("utf-8")
    made.forget()
    assert not made.place.exists()
    return text


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("a,b\r\nx,y\nz,w\r", '"a","b"\n"x","y"\n"z","w"\n'),
        ("a,b\nx,y,, \n", '"a","b"\n"x","y"\n'),
        ('\n\na;b\n\nx;"y;\r\nz"\n', '"a","b"\n"x","y;\r\nz"\n'),
        ("'a,b';c\n'it''s';\"\n", '"a,b","c"\n"it\'s",""""\n'),
        ("a\n\nx\n", '"a"\n""\n"x"\n'),
        (b"a,b\nx,\xe9\n", '"a","b"\n"x","é"\n'),
        (
            b"a,b\n" + b"x,y\n" * 300_000 + b"x,\xe9\n",
            '"a","b"\n' + '"x","y"\n' * 300_000 + '"x","é"\n',
        ),
    ],
    ids=[
        "line ends",
        "empty fields",
        "empty lines",
        "quotes",
        "one column",
        "western",
        "western late",
    ],
)
def test_each_row_has_a_field_for_each_column(
    tmp_path: Path, content: str | bytes, text: str
) -> None:
    with_line_ends = copied(tmp_path, content).replace("\r\n", "\n")
    assert with_line_ends == text.replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("\na,b\nx,y\nz\n", "line 4 has 1 fields, but the first line names 2 columns"),
        ("a,b\nx,y,,z\n", "line 2 has 4 fields"),
        ('a,b\nx,"y\n', "line 2 has a quote that is not closed"),
        ("a,b\nx," + "y" * 200_000 + "\n", "line 2 holds a field that is far too long"),
    ],
)
def test_a_row_that_does_not_fit_is_refused_with_its_line(
    tmp_path: Path, content: str, words: str
) -> None:
    with pytest.raises(TableError, match=words):
        copied(tmp_path, content)
