"""A disk whose power is cut: what may be on it afterwards, in the worst cases.

What was written to a file is sure to be there once the file was synced; until then it may be there, in
part, or not at all. What was done to names in a folder is sure once the folder was synced; until then it
may have happened or not, though in its order.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Worst = Callable[["Written"], bytes]


@dataclass(eq=False)
class Written:
    """What was written to a file, and what of it is on the disk."""

    content: bytes = b""
    on_disk: bytes = b""

    @property
    def is_synced(self) -> bool:
        return self.content == self.on_disk


@dataclass
class Disk:
    """Files by their names, as the process sees them and as they are on the disk."""

    seen: dict[str, Written]
    on_disk: dict[str, Written]
    pending: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)

    @classmethod
    def holding(cls, contents: Mapping[str, bytes]) -> Disk:
        files = {name: Written(content, content) for name, content in contents.items()}
        return cls(dict(files), dict(files))

    def do(self, call: tuple[Any, ...]) -> None:
        """What a call does; names are relative to one folder."""
        name, place, *more = call
        if name == "open" and place not in self.seen:
            self._name(place, Written())
        elif name == "write":
            self.seen[place].content += more[0]
        elif name == "fsync" and place in self.seen:
            self.seen[place].on_disk = self.seen[place].content
        elif name == "fsync":
            self._sync_folder(place)
        elif name in ("replace", "rename"):
            self._name(more[0], self.seen[place])
            self._name(place, None)
        elif name == "link":
            self._name(more[0], self.seen[place])
        elif name in ("unlink", "remove") and place in self.seen:
            self._name(place, None)
        elif name == "open" and more[0] & os.O_TRUNC:
            self.seen[place].content = b""

    def _name(self, place: str, file: Written | None) -> None:
        self.pending.append((os.path.dirname(place), (place, file)))
        _apply(self.seen, place, file)

    def _sync_folder(self, folder: str) -> None:
        folder = "" if folder == "." else folder
        for inside, change in self.pending:
            if inside == folder:
                _apply(self.on_disk, *change)
        self.pending = [one for one in self.pending if one[0] != folder]

    def after_a_cut(self) -> Iterator[dict[str, bytes]]:
        """All that may be found if the power is cut now."""
        for happened in range(len(self.pending) + 1):
            names = dict(self.on_disk)
            for _, change in self.pending[:happened]:
                _apply(names, *change)
            lost = any(not file.is_synced for file in names.values())
            for worst in WORST if lost else WORST[:1]:
                yield {name: worst(file) for name, file in names.items()}


def _apply(names: dict[str, Written], place: str, file: Written | None) -> None:
    if file is None:
        names.pop(place, None)
    else:
        names[place] = file


WORST: tuple[Worst, ...] = (
    lambda file: file.on_disk,
    lambda file: file.on_disk if file.is_synced else file.content[: len(file.content) // 2],
    lambda file: file.content,
)
"""What may be found of a file: what is sure, half of what was written, or all."""


def cuts(
    contents: Mapping[str, bytes], calls: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[int, dict[str, bytes]]]:
    """All that may be found if the power is cut after any number of calls."""
    disk = Disk.holding(contents)
    for number, call in enumerate(calls, 1):
        disk.do(call)
        for found in disk.after_a_cut():
            yield number, found
