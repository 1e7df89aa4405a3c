"""How much of a machine may be taken to read a table that comes from elsewhere.

Memory beyond the bound goes to the disk. A packed file may hold a thousand times its size, so it is
unpacked once to see how much there is, before anything is made of it.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.errors import SettingError, TableError
from tacit.market.sources.packing import stream

if TYPE_CHECKING:
    from tacit._progress import Phase

SHARE = 4
"""One part in so many of the machine's memory may be taken."""
LEAST = 2**28
"""Less memory than this is of no use to a database."""
PACKED, ALWAYS = 50, 10**9
"""A packed file may become so many times as large, or so many bytes: tables seldom pack better."""
TIGHTEST = 1032
"""No gzip file can be packed by more."""
_CHUNK = 2**20
_SIZE = re.compile(r"([0-9]{1,9})(\.[0-9]{1,3})? *([KMGT]?)B?", re.IGNORECASE)
_STEPS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


@dataclass(frozen=True)
class Bounds:
    """What reading may take.

    Attributes:
        memory: how many bytes of memory; None for a quarter of the machine's.
        unpacked: how many bytes a packed file may hold; None for what is usual.
    """

    memory: int | None = None
    unpacked: int | None = None

    @classmethod
    def of(cls, memory: str | int | None = None, unpacked: str | int | None = None) -> Bounds:
        """Read sizes as people write them."""
        return cls(
            None if memory is None else size_of(memory, "memory"),
            None if unpacked is None else size_of(unpacked, "unpacked"),
        )

    @property
    def bytes(self) -> int:
        """How much memory may be taken."""
        return max(machine_memory() // SHARE if self.memory is None else self.memory, LEAST)

    def require_small(self, path: Path, phase: Phase, packing: str = "gzip") -> None:
        """Refuse a packed file that holds too much.

        Raises:
            TableError: if it does, or can't be unpacked.
        """
        packed = path.stat().st_size
        most = self.most_of(packed)
        if packing == "gzip" and packed * TIGHTEST <= most:
            return
        found = 0
        with stream(path, packing) as content:
            while found <= most and (some := len(content.read(_CHUNK))):
                found += some
                phase.beat()
        if found > most:
            raise self.too_much(path, packed)

    def most_of(self, packed: int) -> int:
        """How much a file of some size may hold when it is unpacked."""
        return max(ALWAYS, PACKED * packed) if self.unpacked is None else self.unpacked

    def too_much(self, path: Path, packed: int) -> TableError:
        """That a packed file holds too much."""
        return TableError(
            f"{path} holds more than {self.most_of(packed) / 10**9:,.1f} GB when it is unpacked, where "
            f"it has {packed / 10**6:,.1f} MB. If that is as it should be, say how much it may hold "
            "with --unpacked (in Python: unpacked), such as 20GB."
        )


USUAL = Bounds()


def size_of(written: str | int, name: str) -> int:
    """A number of bytes as people write it.

    >>> size_of("1.5 GB", "memory"), size_of("64M", "memory"), size_of(512, "memory")
    (1500000000, 64000000, 512)
    """
    found = None
    with suppress(ValueError):  # numbers of thousands of digits have no text
        found = _SIZE.fullmatch(str(written).strip())
    if found is None or isinstance(written, bool) or not float(found[1] + (found[2] or "")):
        raise SettingError(
            f"{name} is a size, written as 800MB or 1.5GB, more than 0 and below a billion TB.",
            name,
        )
    return int(float(found[1] + (found[2] or "")) * 1000 ** _STEPS[found[3].upper()])


def machine_memory() -> int:
    """How many bytes of memory there are for this process."""
    found = [2**33]  # where nothing is known
    with suppress(AttributeError, ValueError, OSError):
        found = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    with suppress(OSError, ValueError):  # what a container may take
        found.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(found)
