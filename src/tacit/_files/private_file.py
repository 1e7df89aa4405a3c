"""Files that are there whole or not at all, and those that are their owner's alone.

A file is written beside its place, brought to the disk, and only then moved there: whatever stops
the machine, nobody finds half of it. A private one (mode 0600, which is usual) is never open to others,
not even for a moment.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from tacit._files import MAKING, UNFINISHED, unless_changed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
"""The modes of what only its owner may read."""


class Draft:
    """A file that is written, and on the disk, but beside its place yet.

    Attributes:
        place: where it belongs.
        beside: where it is, under a name that nobody else uses.
        lasting: whether it must be there after a crash; what is not may be half of itself then.
    """

    def __init__(
        self, place: Path, content: bytes, mode: int = PRIVATE, *, lasting: bool = True
    ) -> None:
        self.place, self.lasting = place, lasting
        self.beside = place.with_name(f".{place.name}.{secrets.token_hex(8)}.tmp")
        UNFINISHED[self.beside] = None
        try:
            _write(self.beside, content, mode, lasting)
        except BaseException:
            self.remove()
            raise

    def put_in_place(self, move: Callable[[Path, Path], None]) -> None:
        """Move it to its place: by `os.link` if that must be free, else by `os.replace`."""
        try:
            move(self.beside, self.place)
        finally:
            self.remove()
        if self.lasting:
            sync_folder(self.place.parent)

    def remove(self) -> None:
        """Leave nothing of it where it was written."""
        with suppress(OSError):
            os.unlink(self.beside)
        UNFINISHED.pop(self.beside, None)


def put(
    place: Path, content: bytes, move: Callable[[Path, Path], None], *, lasting: bool = True
) -> None:
    """Write a private file beside its place and move it there."""
    Draft(place, content, lasting=lasting).put_in_place(move)


def written_beside(place: Path) -> re.Pattern[str]:
    """The names of what is written beside a place before it is moved there."""
    return re.compile(rf"\.{re.escape(place.name)}\.[0-9a-f]{{16}}\.tmp")


def flags(*names: str) -> int:
    """Ways to open a file, as far as the system has them."""
    found = 0
    for name in names:
        found |= getattr(os, name, 0)
    return found


def has_modes() -> bool:
    """Whether files have owners and modes here; where not, a user's own folder is closed anyway."""
    return hasattr(os, "geteuid")


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, and those above it that are missing; while they are empty, they need not be kept."""
    missing = [one for one in (folder, *folder.parents) if not one.is_dir()]
    for one in reversed(missing):
        try:
            with MAKING:
                one.mkdir(mode)
                UNFINISHED[one.absolute()] = unless_changed(one)
        except FileExistsError:
            if not one.is_dir():
                raise
            continue  # another run was quicker
        if mode == PRIVATE_FOLDER:
            one.chmod(mode)  # a strict umask may have taken too much
        sync_folder(one.parent)


def _write(beside: Path, content: bytes, mode: int, lasting: bool) -> None:
    new = flags("O_WRONLY", "O_CREAT", "O_EXCL", "O_NOFOLLOW", "O_BINARY")
    with MAKING:
        handle = os.open(beside, new, mode)
    try:
        if mode == PRIVATE and has_modes():
            os.fchmod(handle, mode)  # a strict umask may have taken too much
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(handle, rest) :]
        if lasting:
            os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Bring what was moved or made in a folder to the disk, where it can be opened for that."""
    if not flags("O_DIRECTORY"):
        return
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return  # whoever may write in a folder may not always look into it
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
