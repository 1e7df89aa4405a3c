"""Tables and pictures as the bytes of files."""

from __future__ import annotations

import csv
import io

import pytest

from tacit.report.files import as_csv, as_image
from tacit.report.plots import new_figure


def picture() -> object:
    figure, (axis,) = new_figure(2, 1)
    axis.set_title("a title")
    return figure


def test_rows_are_written_under_the_first_row_s_names() -> None:
    assert as_csv([{"a": 1, "b": "x"}, {"b": "y", "a": 2}]) == "a,b\n1,x\n2,y\n"


def test_no_rows_are_an_empty_file() -> None:
    assert as_csv([]) == ""


def test_what_a_row_holds_is_read_back() -> None:
    rows = [{"a": 'say "hi", you', "b": "two\nlines"}, {"a": "", "b": "été"}]
    assert list(csv.DictReader(io.StringIO(as_csv(rows)))) == rows


def test_a_row_with_a_name_the_first_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="c"):
        as_csv([{"a": 1}, {"a": 1, "c": 2}])


def test_pictures_are_what_their_suffix_says() -> None:
    assert as_image(picture(), ".png").startswith(b"\x89PNG\r\n")
    svg = as_image(picture(), ".svg", "what it shows").decode()
    assert svg.startswith("<svg ")
    assert 'aria-label="what it shows"' in svg


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_the_same_picture_is_the_same_file(suffix: str) -> None:
    assert as_image(picture(), suffix) == as_image(picture(), suffix)
