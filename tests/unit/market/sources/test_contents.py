"""A file is known by its content; number, size and times stand for that once they are old enough."""

from __future__ import annotations

import os
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from tacit.market.sources import contents
from tacit.market.sources.cache import Cache
from tacit.market.sources.contents import contents_of


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "a.csv"
    path.write_text("a\n1\n")
    return path


def hashed(table: Path, cache: Cache) -> tuple[str, bool]:
    """What a table is known by, and whether it had to be read for that."""
    with patch.object(contents, "_digest", wraps=contents._digest) as digest:
        found = contents_of(table, cache)
    assert found is not None
    return found.digest, digest.called


def test_a_file_that_was_just_changed_is_read_again(table: Path, cache: Cache) -> None:
    first = hashed(table, cache)
    assert first[1]
    assert hashed(table, cache) == first
    assert not cache.folder.exists()


def test_an_old_one_is_not(table: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    later = time.time_ns() + 3 * 10**9
    monkeypatch.setattr(contents.time, "time_ns", lambda: later)
    digest, _ = hashed(table, cache)
    assert hashed(table, cache) == (digest, False)
    os.utime(table)
    assert hashed(table, cache) == (digest, True)
    table.write_text("a\n2\n")
    assert hashed(table, cache)[0] != digest


def test_a_change_is_seen_even_if_nothing_but_the_content_tells(table: Path, cache: Cache) -> None:
    found = contents_of(table, cache)
    assert found is not None
    assert found.are_still()
    table.write_text("a\n2\n")
    with patch.object(contents, "_seen", return_value=found.seen):
        assert not found.are_still()
    table.unlink()
    assert not found.are_still()


def test_a_file_that_changes_while_it_is_read_is_not_known(table: Path, cache: Cache) -> None:
    real = contents._digest

    def changing(*args: object) -> str:
        table.write_text("a\n2\n3\n")
        return real(*args)  # type: ignore[arg-type]

    with patch.object(contents, "_digest", changing):
        assert contents_of(table, cache) is None


def test_what_is_no_file_is_not_known(tmp_path: Path, cache: Cache) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    for name in ("pipe.csv", "nope.csv", "empty", "a\0b"):
        assert contents_of(tmp_path / name, cache) is None


def test_a_large_file_is_known_without_being_read(
    table: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "READ_UP_TO", 3)
    assert contents_of(table, cache) is None  # it changed just now, and could again
    later = time.time_ns() + 3 * 10**9
    monkeypatch.setattr(contents.time, "time_ns", lambda: later)
    digest, was_read = hashed(table, cache)
    assert not was_read
    assert hashed(table, cache) == (digest, False)
    os.utime(table)
    found = contents_of(table, cache)
    assert found is not None
    assert found.digest != digest
    assert found.are_still()
    table.write_text("a\n2\n")
    assert not found.are_still()
