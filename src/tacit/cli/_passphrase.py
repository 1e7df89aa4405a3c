"""Where a passphrase comes from: a file, the environment, or the person at the terminal.

Never from the command line itself, which others on the machine can see and shells write down.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

from tacit.cli._options import OVER_TIME
from tacit.cli._terminal import tell
from tacit.errors import InputError, PassphraseError

VARIABLE = "TACIT_PASSPHRASE"

PassphraseFile = Annotated[
    str | None,
    typer.Option(
        "--passphrase-file",
        metavar="FILE",
        help=f"The file whose first line is the passphrase, or - for standard input. Without it, "
        f"{VARIABLE} counts, and else you are asked.",
        rich_help_panel=OVER_TIME,
        show_default=False,
    ),
]

_HOW = (
    f"Give it in a file with --passphrase-file FILE, in the environment variable {VARIABLE}, or run "
    "the command at a terminal and be asked for it."
)


def known_passphrase(file: str | None) -> str:
    """The passphrase of a campaign file that exists: from `file`, the environment or a prompt."""
    given = _given(file)
    return _checked(_typed("Passphrase of the campaign: ") if given is None else given)


def new_passphrase(file: str | None) -> str:
    """The passphrase for a campaign file to be made; typed twice if it is typed at all."""
    given = _given(file)
    if given is not None:
        return _checked(given)
    typed = _checked(_typed("New passphrase for the campaign: "))
    if _typed("The same passphrase again: ") != typed:
        raise PassphraseError("the two passphrases differ, so nothing was made. Try again.")
    return typed


def _given(file: str | None) -> str | None:
    return os.environ.get(VARIABLE) if file is None else _first_line(file)


def _checked(passphrase: str) -> str:
    if not passphrase.strip():
        raise PassphraseError(f"the passphrase is empty. {_HOW}")
    return passphrase


def _first_line(file: str) -> str:
    """The first line of a file, which is not named: it may be the passphrase, in the wrong place."""
    from tacit.intents.reading import read_text, readable_by_others

    text, problem = "", ""
    try:
        text = read_text(file, "passphrase")
    except InputError as error:
        problem = str(error)
    if problem:  # raised out here, since the error of bytes that are no text carries the bytes
        raise PassphraseError(problem)
    if readable_by_others(file):
        tell("others on this machine can read the passphrase's file; chmod 600 would keep them out")
    return text.partition("\n")[0].removesuffix("\r")


def _typed(prompt: str) -> str:
    return asked(prompt, f"a campaign file needs its passphrase. {_HOW}")


def asked(prompt: str, otherwise: str) -> str:
    """Ask without showing what is typed; where that can't be done, don't ask but say what to do."""
    import warnings
    from getpass import GetPassWarning, getpass

    typed = None
    if sys.stdin.isatty() or sys.stderr.isatty():
        with warnings.catch_warnings():
            warnings.simplefilter("error", GetPassWarning)
            with suppress(GetPassWarning, EOFError, OSError, ValueError):
                typed = getpass(prompt)
    if typed is None:
        raise PassphraseError(otherwise)
    return typed
