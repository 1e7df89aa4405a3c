"""Private files that are replaced whole or not at all, by one run at a time.

A file is written beside its place and moved there (`tacit._files.private_file`): whatever stops the
machine, the old file or the new one is found. It is for its owner alone (mode 0600).

Several runs may use one file. A writer locks the file that is in place, looks whether it is still
the one that is in place, and only then replaces it. The lock ends with the process that has it and
leaves no file behind. A new file is moved to its place by a link, which never takes another's.
"""

from __future__ import annotations

import fcntl
import os
import stat
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tacit._files import MAKING, UNFINISHED, reading, unless_changed
from tacit._files.private_file import put, written_beside
from tacit.errors import VaultDamaged, VaultError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LARGEST = 256 * 2**20  # bytes
_PATIENCE = 30.0  # seconds to wait for another run that is writing
_PAUSE = 0.01
_EXISTS = "there is something at the new campaign file's place already. Open it, or name another."


def real_place(path: str | Path) -> Path:
    """Where a file is, behind any links."""
    with suppress(ValueError):
        return Path(os.path.realpath(path))
    raise VaultError("the campaign file can't be used: this is not a file's name.")


def read_whole(place: Path) -> tuple[bytes, bool]:
    """What a file holds, and whether its mode lets others at it."""
    reading(place)
    with _told("read"):
        handle = _open(place, os.O_RDONLY)
        try:
            return _read(handle), bool(os.fstat(handle).st_mode & 0o077)
        finally:
            os.close(handle)


def create_file(place: Path, make: Callable[[], bytes]) -> None:
    """Write a file where there is none; whatever is there already is left alone."""
    if os.path.lexists(place):
        raise VaultError(_EXISTS)
    _put(place, make(), _linked)


@contextmanager
def held(place: Path) -> Iterator[tuple[bytes, Callable[[bytes], None]]]:
    """Keep other writers away from a file; gives what it holds, and the way to replace it."""
    until = time.monotonic() + _PATIENCE
    while (handle := _locked(place)) is None:
        if time.monotonic() > until:
            raise VaultError("another run is busy with the campaign file; try again after it.")
        time.sleep(_PAUSE)
    try:
        with _told("read"):
            found = _read(handle)
        yield found, lambda new: _replace(place, new)
    finally:
        with suppress(OSError):
            os.close(handle)


@contextmanager
def _told(done: str) -> Iterator[None]:
    """Say in our words what the system refused."""
    try:
        yield
    except FileNotFoundError:
        problem = "it, or its folder, is not there"
        raise VaultError(f"the campaign file can't be {done}: {problem}.") from None
    except FileExistsError:
        raise VaultError(_EXISTS) from None
    except OSError as error:
        raise VaultError(f"the campaign file can't be {done}: {error.strerror}.") from None


def _open(place: Path, flags: int) -> int:
    handle = os.open(place, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise VaultError("the campaign file must be a regular file, not a folder, pipe or device.")


def _read(handle: int) -> bytes:
    if os.fstat(handle).st_size > _LARGEST:
        raise VaultDamaged("this is not a campaign file of Tacit: it is too large.")
    with open(handle, "rb", closefd=False) as file:
        return file.read()


def _locked(place: Path) -> int | None:
    """Lock the file in place; None if another run has the lock, or replaced the file just now."""
    with _told("written"):
        handle = _open(place, os.O_RDWR)
        ours = False
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            ours = os.path.samestat(os.fstat(handle), os.stat(place))
        except (BlockingIOError, FileNotFoundError):
            pass  # looked at again by the caller
        finally:
            if not ours:
                os.close(handle)
    return handle if ours else None


def _replace(place: Path, content: bytes) -> None:
    """Replace a file whose lock is held."""
    _sweep(place)
    _put(place, content, os.replace)
    UNFINISHED.pop(place, None)


def _put(place: Path, content: bytes, move: Callable[[Path, Path], None]) -> None:
    """Write what is not too large to read again; how, `put` says."""
    if len(content) > _LARGEST:
        raise VaultError(f"the campaign is too large to keep: more than {_LARGEST >> 20} MiB.")
    with _told("written"):
        put(place, content, move)


def _linked(beside: Path, place: Path) -> None:
    """Put a new file in its place; as long as nothing more is written to it, it need not be kept."""
    with MAKING:
        UNFINISHED[place] = unless_changed(beside)
        os.link(beside, place)


def _sweep(place: Path) -> None:
    """Remove what a killed run left beside the file; only who has the lock writes there."""
    left = written_beside(place)
    with suppress(OSError):
        for name in os.listdir(place.parent):
            if left.fullmatch(name):
                os.unlink(place.parent / name)
