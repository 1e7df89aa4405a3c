"""A file of text on its way to a database, which reads UTF-8 and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.market.sources.header import HEAD
from tacit.market.sources.opened import READING, connect
from tacit.market.sources.packing import start_of
from tacit.market.sources.text_encoding import UTF8, Encoding, encoding_of, utf8_copy

if TYPE_CHECKING:
    from pathlib import Path

    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds
    from tacit.market.sources.private_copy import PrivateCopy


@dataclass(frozen=True)
class TextFile:
    """A file of text on its way to a database.

    Attributes:
        path: the file, as messages call it.
        packing: how it is packed, if it is.
        bounds: what reading may take.
        progress: who wants to hear how far it is.
        encoding: how it is written.
        copy: what is read in its place, if it could not be read as it is.
        is_mended: whether the copy follows one rule for line ends and fields.
        header_line: which line names the columns, if that is known.
        told: what there is to tell of the lines above it.
    """

    path: Path
    packing: str | None
    bounds: Bounds
    progress: Listener | None
    encoding: Encoding
    copy: PrivateCopy | None = None
    is_mended: bool = False
    header_line: int | None = None
    told: tuple[str, ...] = ()

    @classmethod
    def at(
        cls,
        path: Path,
        packing: str | None,
        bounds: Bounds,
        progress: Listener | None,
        said: str | None = None,
        header_line: int | None = None,
    ) -> TextFile:
        """A file that can be read as UTF-8: itself, or a copy of it."""
        if packing is not None:
            bounds.require_small(path, Phase(progress, "looking at what is packed"), packing)
        encoding = encoding_of(start_of(path, packing, HEAD), said)
        made = cls(path, packing, bounds, progress, encoding, header_line=header_line)
        return made if encoding.name == UTF8 else made.in_utf8(encoding)

    def in_utf8(self, encoding: Encoding) -> TextFile:
        """The same file, written in UTF-8."""
        phase = Phase(self.progress, READING)
        copy = utf8_copy(self.path, self.packing, encoding, phase)
        return replace(self, encoding=encoding, copy=copy)

    @property
    def place(self) -> Path:
        """Where it is read."""
        return self.path if self.copy is None else self.copy.path

    @property
    def place_packing(self) -> str | None:
        """How that is packed."""
        return self.packing if self.copy is None else None

    @property
    def notes(self) -> tuple[str, ...]:
        """What to tell about it."""
        noted = (f"{self.path.name}: {self.encoding.note}",) if self.encoding.note else ()
        return (*noted, *self.told)

    @property
    def may_be_western(self) -> bool:
        """Whether, if it is not UTF-8, it may be what Windows wrote."""
        return self.copy is None and not self.encoding.is_said

    def start(self) -> bytes:
        """Its first bytes."""
        return start_of(self.place, self.place_packing, HEAD)

    def forget(self) -> None:
        """Remove the copy, if there is one; a database that reads it must be done."""
        if self.copy is not None:
            self.copy.remove()

    def connect(self) -> Any:
        """A database that sees it; a copy lasts no longer than that."""
        connection = connect(self.bounds, self.place)
        if self.copy is not None:
            self.copy.lasts_for(connection)
        return connection
