"""Standard streams in any state: what is lost goes nowhere, and only a lost answer is an error."""

from __future__ import annotations

import fcntl
import io
import os
import sys
from collections.abc import Iterator

import pytest

from tacit.cli._streams import Outlet, take_over, why_lost


@pytest.fixture
def number() -> Iterator[int]:
    """A descriptor that is free to be led elsewhere."""
    made = os.open(os.devnull, os.O_RDWR)
    yield made
    os.close(made)


def leads_nowhere(number: int) -> bool:
    return os.path.samestat(os.fstat(number), os.stat(os.devnull))


class TestOutlet:
    def test_what_can_be_written_is(self, number: int) -> None:
        heard, told = os.pipe()
        os.dup2(told, number)
        os.close(told)
        assert Outlet(number).write(b"answer") == 6
        assert os.read(heard, 10) == b"answer"
        os.close(heard)

    def test_a_reader_that_left_is_no_error(self, number: int) -> None:
        heard, told = os.pipe()
        os.close(heard)
        os.dup2(told, number)
        os.close(told)
        outlet = Outlet(number)
        assert outlet.write(b"answer") == 6
        assert outlet.lost is None
        assert leads_nowhere(number)

    def test_what_is_lost_for_another_reason_is_known(self, number: int) -> None:
        full = os.open("/dev/full", os.O_WRONLY)
        os.dup2(full, number)
        os.close(full)
        outlet = Outlet(number)
        assert outlet.write(b"answer") == 6
        assert outlet.lost == "No space left on device"
        assert outlet.write(b"more") == 4
        assert leads_nowhere(number)

    def test_one_that_does_not_wait_is_waited_for(
        self, number: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        heard, told = os.pipe()
        os.set_blocking(told, False)
        fcntl.fcntl(told, fcntl.F_SETPIPE_SZ, 4096)
        os.write(told, b" " * 4096)
        os.dup2(told, number)
        os.close(told)
        waited: list[object] = []

        def emptied(*streams: object) -> None:
            waited.append(streams)
            os.read(heard, 65536)

        monkeypatch.setattr("tacit.cli._streams.select", emptied)
        assert Outlet(number).write(b"answer") == 6
        assert len(waited) == 1
        os.close(heard)


class TestTakingOver:
    def test_what_was_put_in_place_is_left_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        mine = io.StringIO()
        monkeypatch.setattr(sys, "stdout", mine)
        monkeypatch.setattr(sys, "stderr", mine)
        take_over()
        assert sys.stdout is mine
        assert why_lost() is None

    def test_the_process_own_are_kept_as_they_were_set_up(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("stdin", "stdout", "stderr"):
            monkeypatch.setattr(sys, name, getattr(sys, f"__{name}__"))
        before = sys.stdout.encoding
        take_over()
        assert isinstance(sys.stdout, io.TextIOWrapper)
        assert isinstance(sys.stdout.buffer.raw, Outlet)
        assert (sys.stdout.encoding, sys.stdout.errors) == (before, "backslashreplace")
        assert why_lost() is None

    def test_one_that_was_closed_leads_nowhere(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("stdin", "stdout", "stderr"):
            monkeypatch.setattr(sys, name, None)
            monkeypatch.setattr(sys, f"__{name}__", None)
        kept = os.dup(2)
        os.close(2)
        try:
            take_over()
            assert leads_nowhere(2)
            sys.stderr.write("né\udcff\n")
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        assert sys.stdin.fileno() == 0
