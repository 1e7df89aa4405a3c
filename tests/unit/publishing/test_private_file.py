"""What is put in a place is whole, its owner's alone, and leaves nothing beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tacit.publishing.private_file import flags, put, written_beside


def failing(*args: object) -> None:
    raise OSError("no room")


def test_what_must_be_new_never_takes_anothers_place(tmp_path: Path) -> None:
    place = tmp_path / "file"
    put(place, b"first", os.link)
    with pytest.raises(FileExistsError):
        put(place, b"second", os.link)
    assert place.read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["file"]


def test_what_may_be_replaced_is(tmp_path: Path) -> None:
    place = tmp_path / "file"
    put(place, b"first", os.replace)
    put(place, b"second", os.replace)
    assert place.read_bytes() == b"second"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("call", ["write", "fsync", "fchmod"])
def test_what_can_not_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    monkeypatch.setattr(os, call, failing)
    with pytest.raises(OSError, match="no room"):
        put(tmp_path / "file", b"first", os.link)
    assert os.listdir(tmp_path) == []


def test_what_is_beside_is_told_from_others(tmp_path: Path) -> None:
    seen: list[str] = []
    put(tmp_path / "a+b", b"", lambda beside, _: seen.append(beside.name))
    assert written_beside(tmp_path / "a+b").fullmatch(seen[0])
    assert not written_beside(tmp_path / "aab").fullmatch(seen[0])
    assert not written_beside(tmp_path / "a+b").fullmatch("a+b")


def test_a_way_to_open_that_a_system_lacks_is_left_out() -> None:
    assert flags("O_EXCL", "O_NO_SYSTEM_HAS_THIS") == os.O_EXCL
