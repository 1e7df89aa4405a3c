"""What was worked out of a user's tables before, in files that only the user can read.

Nothing depends on it. Whatever can't be read, is not whole or was not written by this user counts as
not there; whatever can't be written is not kept. The folder may be removed at any time.

An entry is a file of its own, written beside its place and moved there, so that several runs may keep the
same one at once. Its name says what it answers, and a checksum over name and content says that it is
whole. The checksum is no seal: who can write the user's files could write another.
"""

from __future__ import annotations

import logging
import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from tacit._files.own_folders import cache_folder
from tacit._files.private_file import PRIVATE_FOLDER, flags, has_modes, make_folder, put

if TYPE_CHECKING:
    from pathlib import Path

VARIABLE = "TACIT_NO_CACHE"
LARGEST_ENTRY = 64 * 10**6
LARGEST = 500 * 10**6
"""How many bytes one entry may have, and all of them together."""
MOST_ENTRIES = 2_000
_MARK = b"Tacit cache 1\n"
_OURS = re.compile(r"[0-9a-f]{64}\.[a-z]+|\.[0-9a-f]{64}\.[a-z]+\.[0-9a-f]{16}\.tmp")
_OTHERS_WRITE = 0o022

log = logging.getLogger("tacit")


@dataclass(frozen=True)
class Cache:
    """A folder of entries; none may be there yet."""

    folder: Path

    @classmethod
    def of_user(cls) -> Cache | None:
        """The user's own; None if the user has no folder for it, or does not want it."""
        folder = None if os.environ.get(VARIABLE) else cache_folder()
        return None if folder is None else cls(folder)

    def get(self, name: str) -> bytes | None:
        """What an entry holds; None if there is none that can be trusted."""
        place = self.folder / name
        with suppress(OSError, ValueError):
            found = _whole(name, _read(place))
            if found is not None:
                with suppress(OSError):
                    os.utime(place)  # what was used last is removed last
                return found
        return None

    def put(self, name: str, content: bytes) -> None:
        """Keep an entry, unless it is large or the system refuses; old ones make room for it."""
        if len(content) > LARGEST_ENTRY:
            return
        missing = [one for one in (self.folder, *self.folder.parents) if not one.exists()]
        try:
            make_folder(self.folder, PRIVATE_FOLDER)
            whole = _MARK + _checksum(name, content) + content
            # The checksum tells what a crash left half written; to wait for the disk takes long.
            put(self.folder / name, whole, os.replace, lasting=False)
            self._make_room()
        except OSError as error:
            log.info("nothing is kept of what was read: %s", error.strerror)
            for folder in missing:
                with suppress(OSError):  # not those that hold something
                    folder.rmdir()

    def _make_room(self) -> None:
        """Remove what was used longest ago, as far as there is too much."""
        found = [(path, path.lstat()) for path in self.folder.iterdir() if _is_ours(path)]
        found.sort(key=lambda one: one[1].st_mtime_ns, reverse=True)
        size = 0
        for number, (path, about) in enumerate(found):
            size += about.st_size
            if size > LARGEST or number >= MOST_ENTRIES:
                path.unlink(missing_ok=True)


def _is_ours(path: Path) -> bool:
    return _OURS.fullmatch(path.name) is not None and path.is_file()


def _read(place: Path) -> bytes:
    """The content of a file that this user wrote; nothing if it is another's, or no plain file."""
    # Without waiting: where somebody put a pipe, nobody may ever write to it.
    handle = os.open(place, flags("O_RDONLY", "O_NONBLOCK", "O_NOFOLLOW", "O_NOCTTY", "O_BINARY"))
    with open(handle, "rb") as file:
        about = os.fstat(handle)
        foreign = has_modes() and (
            about.st_uid != os.geteuid() or bool(about.st_mode & _OTHERS_WRITE)
        )
        most = LARGEST_ENTRY + len(_MARK) + sha256().digest_size
        if foreign or not stat.S_ISREG(about.st_mode) or about.st_size > most:
            return b""
        return file.read(most)


def _whole(name: str, written: bytes) -> bytes | None:
    """What was kept under a name, if all of it is there."""
    start = len(_MARK) + sha256().digest_size
    content = written[start:]
    return content if written[:start] == _MARK + _checksum(name, content) else None


def _checksum(name: str, content: bytes) -> bytes:
    found = sha256(f"{name}\n".encode())
    found.update(content)
    return found.digest()
