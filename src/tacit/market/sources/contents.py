"""What tells the content of a table's files from any other, without reading them each time.

A file that has not changed since it was read once is known by its number, size and times, as in git.
Times are coarse: a file that changed just before it was read may change again and look the same, so it is
read again. A large one is known by them alone, and not at all while they are new: to read it only to know
it would take a good part of the time that counting takes.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from stat import S_ISREG
from typing import TYPE_CHECKING

from tacit._files import reading
from tacit.errors import TacitError
from tacit.market.sources.files import base_of, files_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tacit.market.sources.cache import Cache

JUST_NOW = 2 * 10**9
"""So many nanoseconds a change must be past to be told by its time."""
READ_UP_TO = 10 * 10**6
"""Files of more bytes than this are not read only to be known."""
_CHUNK = 2**20
_SIZE = 2
_DIGEST = 64

Seen = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Contents:
    """The files of a table at one moment.

    Attributes:
        files: where they are.
        names: what they are called, from the folder or pattern that names them.
        seen: number, size and times of each.
        digest: what tells their names and contents from any other; of large ones, names and `seen`.
        is_sure: whether a change since would be seen by size or time.
    """

    files: tuple[Path, ...]
    names: tuple[str, ...]
    seen: Seen
    digest: str
    is_sure: bool

    def are_still(self) -> bool:
        """Whether nothing has changed since."""
        try:
            if _seen(self.files) != self.seen:
                return False
            return self.is_sure or _digest(self.files, self.names) == self.digest
        except OSError:
            return False


def contents_of(table: Path, cache: Cache) -> Contents | None:
    """What the files of a table hold, all of which count as read; None if that can't be said."""
    try:
        return _contents(table, cache)
    except (OSError, ValueError, TacitError):
        return None  # whoever opens it says what is wrong


def _contents(table: Path, cache: Cache) -> Contents | None:
    files = tuple(files_of(table))
    for path in files:
        reading(path)
    before = time.time_ns()
    seen = _seen(files)
    if not seen:
        return None
    names = tuple(str(path.relative_to(base_of(table))) for path in files)
    if files == (table,):
        names = (table.name,)
    stamp = f"{sha256(json.dumps([names, seen]).encode()).hexdigest()}.stamp"
    is_sure = max(max(one[-2:]) for one in seen) < before - JUST_NOW
    if sum(one[_SIZE] for one in seen) > READ_UP_TO:
        return Contents(files, names, seen, stamp, True) if is_sure else None
    known = _known(cache.get(stamp))
    if known is not None:
        return Contents(files, names, seen, known, True)
    digest = _digest(files, names)
    if _seen(files) != seen:
        return None
    if is_sure:
        cache.put(stamp, digest.encode())
    return Contents(files, names, seen, digest, is_sure)


def _seen(files: Sequence[Path]) -> Seen:
    """Number, size and times of files; nothing if one is no plain file."""
    found = [path.stat() for path in files]
    if not all(S_ISREG(one.st_mode) for one in found):
        return ()
    return tuple(
        (one.st_dev, one.st_ino, one.st_size, one.st_mtime_ns, one.st_ctime_ns) for one in found
    )


def _known(content: bytes | None) -> str | None:
    with suppress(ValueError):
        if content is not None and len(content) == _DIGEST and bytes.fromhex(content.decode()):
            return content.decode()
    return None


def _digest(files: Sequence[Path], names: Sequence[str]) -> str:
    """One number of names and contents."""
    each = []
    for path in files:
        one = sha256()
        with path.open("rb", buffering=0) as file:
            while some := file.read(_CHUNK):
                one.update(some)
        each.append(one.hexdigest())
    return sha256(json.dumps([list(names), each]).encode()).hexdigest()
