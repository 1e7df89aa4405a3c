"""No file is both read and written in one run, by whatever name; and which file was where."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tacit._files import READ, TO_WRITE, one_run, reading, unless_changed, writing
from tacit.errors import InputError


@pytest.fixture(autouse=True)
def run() -> Iterator[None]:
    with one_run():
        yield


def same(path: Path) -> Path:
    return path


def hard_link(path: Path) -> Path:
    other = path.with_name("linked")
    os.link(path, other)
    return other


def symbolic_link(path: Path) -> Path:
    other = path.with_name("pointed")
    other.symlink_to(path)
    return other


def round_about(path: Path) -> Path:
    return path.parent / ".." / path.parent.name / path.name


@pytest.mark.parametrize("named", [same, hard_link, symbolic_link, round_about])
class TestBothReadAndWritten:
    def test_read_first(self, tmp_path: Path, named: Callable[[Path], Path]) -> None:
        path = tmp_path / "a.csv"
        path.touch()
        other = named(path)
        reading(path)
        with pytest.raises(InputError, match="would be written over"):
            writing(other)

    def test_named_as_an_output_first(self, tmp_path: Path, named: Callable[[Path], Path]) -> None:
        path = tmp_path / "a.csv"
        path.touch()
        other = named(path)
        writing(other)
        with pytest.raises(InputError, match=str(other.name)):
            reading(path)


def test_either_is_fine_by_itself(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for path in (first, second):
        path.touch()
    for _ in range(2):
        reading(first)
        writing(second)


def test_what_is_not_there_or_no_plain_file_may_be_both(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path / "nothing", "/dev/null", "no\0name"):
        reading(path)
        writing(path)


def test_the_next_run_is_another(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch()
    with one_run():
        reading(path)
    assert not READ
    with one_run():
        writing(path)
    assert not TO_WRITE


def test_another_file_in_the_same_place_is_told_apart(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for path in (first, second):
        path.touch()
    known = unless_changed(first)
    first.write_text("more")
    assert unless_changed(first) == known
    second.rename(first)
    assert unless_changed(first) != known


def test_the_number_of_a_file_that_is_gone_may_be_anothers(tmp_path: Path) -> None:
    """Numbers of files are used again, and a session may read and write very many."""
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("")
    writing(old)
    old.rename(new)  # what is there now has the same number, as if it were a new file
    reading(new)
    new.rename(old)
    writing(old)
