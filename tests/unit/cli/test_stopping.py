"""Ctrl-C ends the process at once, and leaves nothing behind."""

from __future__ import annotations

import os
import pty
import signal
import termios
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tacit._files import UNFINISHED, private_file, unless_changed
from tacit.cli import _stopping
from tests.helpers.signals import own_signals


@pytest.fixture
def codes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The exit codes of a process that goes on nevertheless."""
    found: list[int] = []
    monkeypatch.setattr("tacit._files.MAKING", threading.RLock())
    monkeypatch.setattr(os, "_exit", found.append)
    return found


class Heeding:
    """What the thread that heeds signals does, step by step; where it would end, it goes on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.codes: list[int] = []
        self._waits, self._done = threading.Event(), threading.Event()
        heed, lock = _stopping._heed, _stopping._writing

        def heeded(code: int) -> None:
            heed(code)
            self._done.set()

        monkeypatch.setattr(_stopping, "_heed", heeded)
        monkeypatch.setattr(_stopping, "_end", self.codes.append)
        monkeypatch.setattr(_stopping, "_writing", self)
        self._lock, self.release = lock, lock.release

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def acquire(self, timeout: float) -> bool:
        self._waits.set()
        return self._lock.acquire(timeout=timeout)

    def waits(self) -> bool:
        """Whether it gets to where it waits for what is being written."""
        return self._waits.wait(30)

    def done(self) -> bool:
        """Whether it gets to where it has done what there is to do."""
        return self._done.wait(30)


@pytest.fixture
def heeding(monkeypatch: pytest.MonkeyPatch) -> Heeding:
    return Heeding(monkeypatch)


@pytest.fixture(autouse=True)
def signals_as_before() -> Iterator[None]:
    with own_signals():
        yield


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written to standard error past Python."""
    found: list[str] = []
    monkeypatch.setattr(_stopping.os, "write", lambda fd, text: found.append(text.decode()))
    monkeypatch.setattr(_stopping, "select", lambda *_: ([], [2], []))
    return found


class TestHeeding:
    @pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
    def test_a_signal_ends_the_process_with_its_code(
        self, heeding: Heeding, number: int, code: int
    ) -> None:
        _stopping.watch()
        os.kill(os.getpid(), number)
        assert heeding.done(), "and no KeyboardInterrupt came up here"
        assert heeding.codes == [code]

    def test_what_was_ignored_stays_ignored(self) -> None:
        """As for a process that a shell put into the background."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _stopping.watch()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL

    def test_what_is_being_written_is_waited_for(self, heeding: Heeding) -> None:
        _stopping.watch()
        with _stopping.whole():
            os.kill(os.getpid(), signal.SIGINT)
            assert heeding.waits()
            assert heeding.codes == []
        assert heeding.done()
        assert heeding.codes == [130]

    def test_but_not_for_ever(self, heeding: Heeding, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_stopping, "PATIENCE", 0.01)
        _stopping.watch()
        with _stopping.whole():
            os.kill(os.getpid(), signal.SIGINT)
            assert heeding.done()
            assert heeding.codes == [130]

    def test_once_all_is_done_there_is_nothing_to_stop(self, heeding: Heeding) -> None:
        _stopping.watch()
        with _stopping.whole():
            os.kill(os.getpid(), signal.SIGINT)
            assert heeding.waits()
            _stopping.too_late()
        assert heeding.done()
        assert heeding.codes == []
        assert heeding.acquire(timeout=30), "the thread has given it back"
        heeding.release()

    def test_who_does_not_watch_leaves_signals_alone(self) -> None:
        before = signal.getsignal(signal.SIGINT)
        _stopping.too_late()
        assert signal.getsignal(signal.SIGINT) is before


class TestEnding:
    def test_it_says_so_and_ends(self, codes: list[int], said: list[str]) -> None:
        _stopping._end(130)
        assert (codes, said) == ([130], ["tacit: stopped.\n"])

    def test_nothing_comes_to_be_once_it_ends(
        self, tmp_path: Path, codes: list[int], said: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lock = threading.RLock()
        for module in ("tacit._files", "tacit._files.private_file"):
            monkeypatch.setattr(f"{module}.MAKING", lock)
        _stopping._end(130)
        for make in (
            lambda: private_file.Draft(tmp_path / "file", b""),
            lambda: private_file.make_folder(tmp_path / "folder"),
        ):
            thread = threading.Thread(target=make)
            thread.start()
            thread.join(0.05)
            assert list(tmp_path.iterdir()) == []
            lock.release()
            thread.join(30)
            assert len(list(tmp_path.iterdir())) == 1, (
                "it waited for the lock, and for nothing else"
            )
            private_file.UNFINISHED.clear()
            for path in tmp_path.iterdir():
                (os.rmdir if path.is_dir() else os.unlink)(path)
            lock.acquire()

    def test_whatever_goes_wrong_it_ends(
        self, codes: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(_: object) -> None:
            raise KeyError("a")

        monkeypatch.setattr(_stopping, "remove", broken)
        with pytest.raises(KeyError):
            _stopping._end(143)
        assert codes == [143]

    def test_nothing_is_said_where_nobody_takes_it(
        self, codes: list[int], said: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_stopping, "select", lambda *_: ([], [], []))
        _stopping._end(130)
        assert (codes, said) == ([130], [])

    def test_the_moving_line_goes_and_the_cursor_comes_back(
        self, codes: list[int], said: list[str]
    ) -> None:
        with _stopping.moving_line():
            _stopping._end(130)
        assert said == ["\r\x1b[2K\x1b[?25htacit: stopped.\n"]
        _stopping._end(130)
        assert said[-1] == "tacit: stopped.\n"

    def test_on_a_terminal_it_is_said_on_a_line_of_its_own(
        self, codes: list[int], said: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_stopping._state, "terminals", {2: []})
        monkeypatch.setattr(_stopping, "_restore_terminals", lambda: None)
        _stopping._end(130)
        assert said == ["\ntacit: stopped.\n"]

    def test_the_terminal_shows_again_what_is_typed(self) -> None:
        ours, theirs = pty.openpty()
        try:
            before = termios.tcgetattr(theirs)
            hidden = termios.tcgetattr(theirs)
            hidden[3] &= ~termios.ECHO
            termios.tcsetattr(theirs, termios.TCSANOW, hidden)
            _stopping._state.terminals = {theirs: before}
            _stopping._restore_terminals()
            assert termios.tcgetattr(theirs) == before
        finally:
            os.close(ours)
            os.close(theirs)


class TestRemoving:
    @pytest.fixture(autouse=True)
    def nothing_else(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._files.UNFINISHED", {})

    def test_a_file_that_nobody_else_uses(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tmp"
        path.touch()
        _stopping.remove({path: None, tmp_path / "gone": None})
        assert not path.exists()

    def test_a_folder_that_nobody_else_uses_with_all_that_is_in_it(self, tmp_path: Path) -> None:
        folder = tmp_path / "spilled"
        folder.mkdir()
        (folder / "a").touch()
        _stopping.remove({folder: None})
        assert not folder.exists()

    def test_another_file_only_if_it_is_still_the_same(self, tmp_path: Path) -> None:
        same, other, new = (tmp_path / name for name in ("same", "other", "new"))
        for path in (same, other, new):
            path.touch()
        known = {path: unless_changed(path) for path in (same, other)}
        new.rename(other)
        _stopping.remove(known)
        assert [path.name for path in tmp_path.iterdir()] == ["other"]

    def test_a_folder_that_others_may_use_only_if_it_is_empty(self, tmp_path: Path) -> None:
        outer, full = tmp_path / "outer", tmp_path / "full"
        for folder in (outer, outer / "inner", full):
            folder.mkdir()
        (full / "a").touch()
        known = {path: unless_changed(path) for path in (outer, outer / "inner", full)}
        _stopping.remove(known)
        assert [path.name for path in tmp_path.iterdir()] == ["full"]

    def test_it_is_what_is_unfinished_that_goes(
        self, tmp_path: Path, codes: list[int], said: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.tmp"
        path.touch()
        monkeypatch.setitem(UNFINISHED, path, None)
        monkeypatch.setattr("tacit._files.UNFINISHED", UNFINISHED)
        _stopping._end(130)
        assert not path.exists()
