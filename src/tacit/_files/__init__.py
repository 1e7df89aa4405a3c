"""The files of a run: what is read and must not be written over, and what must not be left behind.

A file is known by its device and number, so that it is the same one by whatever name. Whoever reads a
file for a user says so (`reading`), and so does whoever is about to write one (`writing`): the second
of the two that meets the first is refused, before anything is lost. What is no plain file, such as a
pipe or a terminal, may be both.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from stat import S_ISREG
from threading import RLock
from typing import TYPE_CHECKING

from tacit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

READ: dict[tuple[int, int], str] = {}
"""The files that were read, with a name that leads to each."""
TO_WRITE: dict[tuple[int, int], str] = {}
"""The files that are there and will be replaced, with what the user calls them."""
UNFINISHED: dict[Path, tuple[int, int] | None] = {}
"""What must not be left behind where a process ends at once.

What has a name that nobody else uses goes with all that is in it. Of other files and folders it is
known which one is meant, by device and number: that one goes, if nothing was put in it since.
"""
UNANSWERED: dict[int, Callable[[], None]] = {}
"""Questions that an engine elsewhere is working on, each with what withdraws it."""
MAKING = RLock()
"""Held while something unfinished comes to be; who ends the process takes it first, and keeps it."""


def reading(path: str | Path) -> None:
    """A file is about to be read, and so is not to be written over."""
    which = _plain_file(path)
    if which is None:
        return
    if _still_there(TO_WRITE, which):
        raise _both(TO_WRITE[which])
    READ[which] = os.path.abspath(path)


def writing(path: str | Path) -> None:
    """A file is about to be written or replaced, and so is not to be read."""
    which = _plain_file(path)
    if which is None:
        return
    if _still_there(READ, which):
        raise _both(str(path))
    TO_WRITE[which] = str(path)


def _still_there(known: dict[tuple[int, int], str], which: tuple[int, int]) -> bool:
    """Whether a file is known, and still the one; the numbers of files that are gone are used again."""
    return which in known and _plain_file(known[which]) == which


@contextmanager
def one_run() -> Iterator[None]:
    """What is read and written within is a run of its own."""
    READ.clear()
    TO_WRITE.clear()
    try:
        yield
    finally:
        READ.clear()
        TO_WRITE.clear()


def unless_changed(path: Path) -> tuple[int, int]:
    """Which file or folder is at a place now."""
    found = path.lstat()
    return found.st_dev, found.st_ino


def _plain_file(path: str | Path) -> tuple[int, int] | None:
    """Which file a path leads to; None if there is none, or it is no plain file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if S_ISREG(found.st_mode) else None


def _both(output: str) -> InputError:
    return InputError(
        f"{output} would be written over, but it is read for this, or lies behind what is. Name another "
        "file to write to."
    )
