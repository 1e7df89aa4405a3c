"""Where a passphrase comes from, and that it goes nowhere else."""

from __future__ import annotations

import getpass
import io
import os
import pty
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from tacit.cli._passphrase import known_passphrase, new_passphrase
from tacit.errors import PassphraseError

SECRET = "correct horse"
Source = Callable[[str | None], str]
both = pytest.mark.parametrize("ask", [known_passphrase, new_passphrase])


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable and no terminal."""
    monkeypatch.delenv("TACIT_PASSPHRASE", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(getpass, "getpass", lambda _: pytest.fail("asked without a terminal"))


def typing(monkeypatch: pytest.MonkeyPatch, *typed: str) -> list[str]:
    """Put someone at the terminal; the list gathers what they are asked."""
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return typed[len(asked) - 1]

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(getpass, "getpass", answer)
    return asked


def private(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    path.chmod(0o600)
    return str(path)


@both
@pytest.mark.parametrize(
    "content",
    [
        b"correct horse",
        b"correct horse\n",
        b"correct horse\r\nmore\n",
        b"\xef\xbb\xbfcorrect horse\n",
    ],
    ids=["bare", "line", "first of several", "byte order mark"],
)
def test_the_first_line_of_a_file(tmp_path: Path, ask: Source, content: bytes) -> None:
    assert ask(private(tmp_path / "p", content)) == SECRET


@both
def test_spaces_count(tmp_path: Path, ask: Source) -> None:
    assert ask(private(tmp_path / "p", " a\u2028b \n".encode())) == " a\u2028b "


@both
def test_standard_input(monkeypatch: pytest.MonkeyPatch, ask: Source) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse\n"))
    assert ask("-") == SECRET


@both
def test_the_environment_and_a_file_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Source
) -> None:
    monkeypatch.setenv("TACIT_PASSPHRASE", "from the environment")
    assert ask(None) == "from the environment"
    assert ask(private(tmp_path / "p", b"correct horse")) == SECRET


def test_a_file_that_others_can_read_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = private(tmp_path / "p", b"correct horse")
    known_passphrase(name)
    assert capsys.readouterr().err == ""
    os.chmod(name, 0o644)
    known_passphrase(name)
    told = capsys.readouterr()
    assert "chmod 600" in told.err
    assert SECRET not in told.err + told.out


@both
def test_without_any_source_the_ways_are_named(ask: Source) -> None:
    with pytest.raises(PassphraseError, match="TACIT_PASSPHRASE") as caught:
        ask(None)
    assert "--passphrase-file" in str(caught.value)
    assert caught.value.exit_code == 2


@both
@pytest.mark.parametrize("blank", ["", "  "])
def test_an_empty_passphrase_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Source, blank: str
) -> None:
    with pytest.raises(PassphraseError, match="empty"):
        ask(private(tmp_path / "p", blank.encode() + b"\nsecond line"))
    monkeypatch.setenv("TACIT_PASSPHRASE", blank)
    with pytest.raises(PassphraseError, match="empty"):
        ask(None)
    monkeypatch.delenv("TACIT_PASSPHRASE")
    typing(monkeypatch, blank)
    with pytest.raises(PassphraseError, match="empty"):
        ask(None)


def test_a_passphrase_in_the_place_of_its_file_is_not_repeated() -> None:
    with pytest.raises(PassphraseError, match="no such passphrase file") as caught:
        known_passphrase(SECRET)
    assert SECRET not in str(caught.value)


def test_bytes_that_are_no_text_are_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(PassphraseError, match="not UTF-8") as caught:
        known_passphrase(private(tmp_path / "p", b"correct \xff horse"))
    assert caught.value.__context__ is None


def test_asked_once_for_a_file_that_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = typing(monkeypatch, SECRET)
    assert known_passphrase(None) == SECRET
    assert len(asked) == 1


def test_asked_twice_for_a_new_file(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = typing(monkeypatch, SECRET, SECRET)
    assert new_passphrase(None) == SECRET
    assert len(asked) == 2
    typing(monkeypatch, SECRET, "corect horse")
    with pytest.raises(PassphraseError, match="differ") as caught:
        new_passphrase(None)
    assert "horse" not in str(caught.value)


def test_where_typing_would_show_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def shows(_: str) -> str:
        warnings.warn("it would show", getpass.GetPassWarning, stacklevel=1)
        return SECRET

    typing(monkeypatch)
    monkeypatch.setattr(getpass, "getpass", shows)
    with pytest.raises(PassphraseError, match="terminal"):
        known_passphrase(None)


@pytest.mark.process
def test_a_real_terminal_does_not_show_what_is_typed() -> None:
    code = "from tacit.cli._passphrase import *; print(len(new_passphrase(None)))"
    ours, theirs = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key != "TACIT_PASSPHRASE"}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=env,
        start_new_session=True,
    ) as run:
        os.close(theirs)
        shown = b""
        for prompt in (b"campaign: ", b"again: "):
            while prompt not in shown:
                shown += os.read(ours, 1000)
            os.write(ours, b"correct horse\n")
        while b"13" not in shown:
            shown += os.read(ours, 1000)
    os.close(ours)
    assert run.returncode == 0
    assert b"horse" not in shown
