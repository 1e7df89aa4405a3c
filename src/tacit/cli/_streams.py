"""Standard input, output and error, in whatever state a process finds them.

They may be closed, full, or left by their reader. None of that changes what a verb decides, nor which
files it writes:

- one that is closed leads nowhere, so that no file takes its number and is written messages into;
- where a reader went away, the rest goes nowhere: whoever reads the first line wants no more;
- an answer that can't be written for another reason is an error, which is told at the end;
- a message that can't be written is lost, since there is nobody to tell.

What an encoding lacks is written out, as what can't be seen is. This module is imported before almost
anything else, so it imports nothing that takes long.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from select import select

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    from typing import Any, TextIO

NAMES = ("stdin", "stdout", "stderr")


class Outlet(io.FileIO):
    """Where a standard stream leads; it takes everything, even where that gets lost.

    Attributes:
        lost: why something is lost that was written for someone; None while nothing is.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number, "w", closefd=False)
        self.lost: str | None = None

    def write(self, data: Any) -> int:
        """Write what can be written."""
        try:
            while (taken := super().write(data)) is None:
                select([], [self], [])
            return taken
        except OSError as error:
            if error.errno != errno.EPIPE:
                self.lost = error.strerror or "no reason is known"
            _lead_nowhere(self.fileno())
            return len(data)


def take_over() -> None:
    """Make the standard streams usable; those that were put in place of them are left alone."""
    for number, name in enumerate(NAMES):
        _require_open(number)
        stream = getattr(sys, name)
        if stream is getattr(sys, f"__{name}__"):
            setattr(sys, name, _incoming(stream) if number == 0 else _outgoing(number, stream))


def why_lost() -> str | None:
    """Why the answer did not get to where it should; None if it did, or nobody waits for it."""
    sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.lost if isinstance(raw, Outlet) else None


def _require_open(number: int) -> None:
    """Let a descriptor that is closed lead nowhere."""
    try:
        os.fstat(number)
    except OSError:
        _lead_nowhere(number)


def _lead_nowhere(number: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)


def _incoming(stream: TextIO | None) -> TextIO:
    return open(0, closefd=False) if stream is None else stream


def _outgoing(number: int, before: TextIO | None) -> TextIO:
    """A stream as it was set up, but for what it does with what can't be written."""
    encoding, by_line = None, number == 2
    if isinstance(before, io.TextIOWrapper):
        encoding, by_line = before.encoding, before.line_buffering or before.write_through
    buffer = io.BufferedWriter(Outlet(number))
    return io.TextIOWrapper(buffer, encoding, "backslashreplace", line_buffering=by_line)
