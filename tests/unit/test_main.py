"""`python -m tacit` is the `tacit` command."""

from __future__ import annotations

import runpy
import signal
import sys
from collections.abc import Iterator

import pytest

from tacit._version import __version__
from tests.helpers.signals import own_signals


@pytest.fixture(autouse=True)
def signals_as_before() -> Iterator[None]:
    """The command takes over the signals of its process, which here is that of the tests."""
    with own_signals():
        yield


def run(monkeypatch: pytest.MonkeyPatch, *args: str) -> object:
    """Run the module with arguments; returns its exit code."""
    monkeypatch.setattr(sys, "argv", ["tacit", *args])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module("tacit", run_name="__main__")
    return stopped.value.code


def test_it_answers_as_the_command_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--version") == 0
    assert capsys.readouterr().out.strip() == __version__


def test_bad_usage_ends_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "nonsense") == 2
    assert "nonsense" in capsys.readouterr().err


def test_once_it_is_done_nothing_can_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a late Ctrl-C shows no traceback, and does not turn success into failure."""
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    run(monkeypatch, "--version")
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_a_signal_before_it_is_heeded_ends_it_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tacit.cli._stopping.watch", interrupted)
    assert run(monkeypatch, "--version") == 130
