"""`python -m tacit` is the `tacit` command."""

from __future__ import annotations

import runpy
import sys

import pytest

from tacit._version import __version__


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
