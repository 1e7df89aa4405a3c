"""What is put in a place is whole, its owner's alone, and leaves nothing beside it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tacit._files import UNFINISHED
from tacit._files.private_file import Draft, flags, make_folder, put, written_beside


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


class TestDraft:
    @pytest.mark.parametrize(("mode", "found"), [(0o600, 0o600), (0o644, 0o644 & ~0o027)])
    def test_its_mode_is_its_own_or_what_the_user_allows(
        self, tmp_path: Path, mode: int, found: int
    ) -> None:
        before = os.umask(0o027)
        try:
            Draft(tmp_path / "file", b"first", mode).put_in_place(os.replace)
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == found

    def test_until_it_is_in_place_it_is_beside_and_unfinished(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_bytes(b"old")
        draft = Draft(tmp_path / "file", b"new")
        assert draft.beside in UNFINISHED
        assert (tmp_path / "file").read_bytes() == b"old"
        assert draft.beside.read_bytes() == b"new"
        draft.remove()
        assert draft.beside not in UNFINISHED
        assert os.listdir(tmp_path) == ["file"]

    def test_it_is_on_the_disk_before_it_is_moved_and_so_is_the_move(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        synced: list[str] = []
        really = os.fsync

        def noted(handle: int) -> None:
            synced.append(os.readlink(f"/proc/self/fd/{handle}"))
            really(handle)

        monkeypatch.setattr(os, "fsync", noted)
        draft = Draft(tmp_path / "file", b"new")
        assert synced == [str(draft.beside)]
        draft.put_in_place(os.replace)
        assert synced == [str(draft.beside), str(tmp_path)]

    def test_a_folder_that_can_not_be_looked_into_is_no_error(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        draft, really = Draft(tmp_path / "file", b"new"), os.open

        def closed(path: Path, mode: int, *more: int) -> int:
            if mode & os.O_DIRECTORY:
                raise PermissionError
            return really(path, mode, *more)

        monkeypatch.setattr(os, "open", closed)
        draft.put_in_place(os.replace)
        assert (tmp_path / "file").read_bytes() == b"new"


class TestFolders:
    def test_it_is_made_with_those_above_it(self, tmp_path: Path) -> None:
        for _ in range(2):
            make_folder(tmp_path / "a" / "b", 0o700)
        assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700

    def test_another_run_may_be_quicker(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        really = os.mkdir

        def late(path: Path, mode: int) -> None:
            really(path, mode)
            raise FileExistsError

        monkeypatch.setattr(os, "mkdir", late)
        make_folder(tmp_path / "a")
        assert (tmp_path / "a").is_dir()

    def test_a_file_in_its_place_is_an_error(self, tmp_path: Path) -> None:
        (tmp_path / "a").touch()
        with pytest.raises(FileExistsError):
            make_folder(tmp_path / "a")
