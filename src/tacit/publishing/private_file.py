"""Files that are their owner's alone, and that are there whole or not at all.

A file is written beside its place, brought to the disk, and only then moved there: whatever stops
the machine, nobody finds half of it. It is never open to others (mode 0600), not even for a moment.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from tacit._progress import unfinished

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def put(place: Path, content: bytes, move: Callable[[Path, Path], None]) -> None:
    """Write beside the place and move there: by `os.link` if it must be free, else `os.replace`."""
    beside = place.with_name(f".{place.name}.{secrets.token_hex(8)}.tmp")
    with unfinished(beside):
        try:
            _write(beside, content)
            move(beside, place)
        finally:
            with suppress(OSError):
                os.unlink(beside)
    _sync(place.parent)


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


def _write(beside: Path, content: bytes) -> None:
    new = flags("O_WRONLY", "O_CREAT", "O_EXCL", "O_NOFOLLOW", "O_BINARY")
    handle = os.open(beside, new, 0o600)
    try:
        if has_modes():
            os.fchmod(handle, 0o600)  # a strict umask may have taken too much
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync(folder: Path) -> None:
    """Bring the move itself to the disk, where a folder can be opened for that."""
    if not flags("O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
