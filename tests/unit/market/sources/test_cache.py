"""What is kept of tables: the same market as without, for the user alone, and never in anyone's way."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tacit.market.sources import cache as module
from tacit.market.sources.cache import Cache

NAME, OTHER = f"{'a' * 64}.groups", f"{'b' * 64}.groups"


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "above" / "cache")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


class TestWhereItIs:
    def test_in_the_folder_that_is_named(self, home: Path) -> None:
        assert Cache.of_user() == Cache(home / "cache")

    def test_nowhere_if_it_is_not_wanted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TACIT_NO_CACHE", "1")
        assert Cache.of_user() is None

    def test_nowhere_without_a_home(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("TACIT_HOME", "XDG_CACHE_HOME"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("HOME", "somewhere")
        assert Cache.of_user() is None


class TestEntries:
    def test_what_is_kept_is_found_under_its_name(self, cache: Cache) -> None:
        assert cache.get(NAME) is None
        cache.put(NAME, b"content")
        assert cache.get(NAME) == b"content"
        assert cache.get(OTHER) is None
        cache.put(NAME, b"")
        assert cache.get(NAME) == b""

    def test_only_its_owner_can_read_it(self, cache: Cache) -> None:
        before = os.umask(0)
        try:
            cache.put(NAME, b"content")
        finally:
            os.umask(before)
        assert mode(cache.folder) == 0o700
        assert mode(cache.folder / NAME) == 0o600
        assert os.listdir(cache.folder) == [NAME]

    @pytest.mark.parametrize("at", [0, 20, -1])
    def test_what_is_damaged_is_not_there(self, cache: Cache, at: int) -> None:
        cache.put(NAME, b"content")
        content = bytearray((cache.folder / NAME).read_bytes())
        content[at] ^= 1
        (cache.folder / NAME).write_bytes(content)
        assert cache.get(NAME) is None

    @pytest.mark.parametrize("most", [0, 5, 40, 50])
    def test_nor_what_is_cut_off(self, cache: Cache, most: int) -> None:
        cache.put(NAME, b"content")
        os.truncate(cache.folder / NAME, most)
        assert cache.get(NAME) is None

    def test_nor_what_belongs_under_another_name(self, cache: Cache) -> None:
        cache.put(NAME, b"content")
        (cache.folder / NAME).rename(cache.folder / OTHER)
        assert cache.get(OTHER) is None

    def test_nor_what_others_could_have_written(self, cache: Cache) -> None:
        cache.put(NAME, b"content")
        (cache.folder / NAME).chmod(0o622)
        assert cache.get(NAME) is None
        (cache.folder / NAME).chmod(0o600)
        with patch.object(os, "geteuid", return_value=os.geteuid() + 1):
            assert cache.get(NAME) is None

    def test_nor_what_is_no_file(self, cache: Cache) -> None:
        cache.put(OTHER, b"content")
        (cache.folder / NAME).symlink_to(OTHER)
        assert cache.get(NAME) is None
        (cache.folder / NAME).unlink()
        os.mkfifo(cache.folder / NAME)
        assert cache.get(NAME) is None
        (cache.folder / NAME).unlink()
        (cache.folder / NAME).mkdir()
        assert cache.get(NAME) is None

    def test_who_keeps_the_same_twice_replaces_it(self, cache: Cache) -> None:
        cache.put(NAME, b"old")
        cache.put(NAME, b"new")
        assert cache.get(NAME) == b"new"


class TestBounds:
    def test_a_large_answer_is_not_kept(
        self, cache: Cache, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "LARGEST_ENTRY", 5)
        cache.put(NAME, b"123456")
        assert not cache.folder.exists()
        cache.put(NAME, b"12345")
        monkeypatch.setattr(module, "LARGEST_ENTRY", 4)
        assert cache.get(NAME) is None

    @pytest.fixture
    def three(self, cache: Cache) -> Iterator[list[str]]:
        """Entries of an hour, two hours and three hours ago, the second of which was used just now."""
        names = [f"{i}{'c' * 63}.groups" for i in range(3)]
        for hours, name in enumerate(names, 1):
            cache.put(name, b"x" * 100)
            then = time.time() - 3600 * hours
            os.utime(cache.folder / name, (then, then))
        cache.get(names[1])
        return names

    @pytest.mark.parametrize(("bound", "most"), [("LARGEST", 350), ("MOST_ENTRIES", 2)])
    def test_what_was_used_longest_ago_makes_room(
        self,
        cache: Cache,
        three: list[str],
        monkeypatch: pytest.MonkeyPatch,
        bound: str,
        most: int,
    ) -> None:
        (cache.folder / "notes.txt").write_text("of somebody else")
        monkeypatch.setattr(module, bound, most)
        cache.put(NAME, b"y" * 100)
        assert sorted(os.listdir(cache.folder)) == sorted([three[1], NAME, "notes.txt"])


class TestFaults:
    @pytest.mark.parametrize(
        "call", ["mkdir", "open", "write", "fsync", "replace", "fchmod", "chmod"]
    )
    def test_what_the_system_refuses_is_not_kept(
        self, cache: Cache, tmp_path: Path, call: str
    ) -> None:
        def refused(*_: Any, **__: Any) -> Any:
            raise OSError(28, "No space left on device")

        with patch.object(os, call, refused):
            cache.put(NAME, b"content")
        assert list(tmp_path.iterdir()) == []
        cache.put(NAME, b"content")
        assert cache.get(NAME) == b"content"

    def test_a_folder_that_is_none(self, cache: Cache) -> None:
        cache.folder.parent.mkdir()
        cache.folder.write_text("a file")
        cache.put(NAME, b"content")
        assert cache.get(NAME) is None
        assert cache.folder.read_text() == "a file"
