"""What an engine's errors mean, and what to do: in plain words, with nothing in them that is secret."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tacit.errors import Cancelled, TableError, TacitError
from tacit.market.sources.opened import first_line

if TYPE_CHECKING:
    from collections.abc import Sequence

HIDDEN = "***"
_IN_ADDRESSES = re.compile(r"(://[^:/@\s]*):[^@\s]*@")
_NAMED = re.compile(
    r"((?:password|passwd|pwd|token|secret)\s*[=:]\s*)('[^']*'|\"[^\"]*\"|[^\s,;&)]+)",
    re.IGNORECASE,
)
_STATES = {
    "28": "the user or the password is not accepted. Look at the user in the address, and at where "
    "the password comes from: TACIT_DB_PASSWORD, the engine's own way, or --ask-password",
    "3D000": "there is no such database. Look at the address",
    "42P01": "there is no such table. Look at --table, with its schema before a point",
    "42703": "a column is not there. Look at the query, or describe the table anew",
    "42501": "the user may not read it. Ask for the right to select, or take another user",
    "57014": "the question was stopped by the engine, as it took too long. Allow more with --timeout",
    "57P": "the engine has ended the session. Try again, or ask who runs it",
    "08": "the connection was lost or could not be made. Look at the address and whether it runs",
    "53": "the engine has no room left for this. Try again later, or ask who runs it",
}
"""What the codes of SQL's standard begin with, and what they mean."""
_WORDS = (
    ("password authentication failed", "28"),
    ("no password supplied", "28"),
    ("authentication", "28"),
    ("access denied", "28"),
    ('" does not exist', "3D000"),
    ("unknown database", "3D000"),
    ("no such table", "42P01"),
    ("table_or_view_not_found", "42P01"),
    ("table or view", "42P01"),
    ("unresolved_column", "42703"),
    ("no such column", "42703"),
    ("permission denied", "42501"),
    ("terminating connection", "57P"),
    ("server closed the connection", "57P"),
    ("connection refused", "08"),
    ("could not connect", "08"),
    ("connection failed", "08"),
    ("name or service not known", "08"),
    ("could not translate host name", "08"),
    ("timeout expired", "08"),
    ("unable to open database file", "08"),
)
"""What drivers say that give no code."""


class Withdrawn(TableError):
    """A question took longer than it may."""


def in_plain_words(
    error: Exception, timeout: float, secrets: Sequence[str] = (), *, is_discreet: bool = False
) -> Exception:
    """An error of a driver as one of ours; ours, and those of who listens, stay as they are.

    What the driver said comes along, its first line only, without secrets; nothing of it where a question
    may hold what is wanted.
    """
    if isinstance(error, TacitError | Cancelled):
        return error
    if isinstance(error, TimeoutError) and not error.args:
        return Withdrawn(
            f"the engine did not answer within {timeout:g} seconds, and the question was withdrawn. "
            "Allow more with --timeout (in Python: timeout)."
        )
    meaning = _meaning(error)
    if is_discreet:
        what = meaning or f"the engine could not answer ({type(error).__name__})"
        return TableError(f"{what}. What it said is not shown, as that could hold what is wanted.")
    said = without_secrets(first_line(error), secrets)
    if meaning is None:
        return TableError(f"the engine could not answer: {said}")
    return TableError(f"{meaning}. The engine says: {said}")


def without_secrets(text: str, secrets: Sequence[str] = ()) -> str:
    """A text in which nothing secret is left: passwords, and what looks like one."""
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    text = _IN_ADDRESSES.sub(rf"\1:{HIDDEN}@", text)
    return _NAMED.sub(rf"\1{HIDDEN}", text)


def _meaning(error: Exception) -> str | None:
    state = str(getattr(error, "sqlstate", None) or "")
    for start, meaning in _STATES.items():
        if state and state.startswith(start):
            return meaning
    said = str(error).lower()
    return next((_STATES[state] for words, state in _WORDS if words in said), None)
