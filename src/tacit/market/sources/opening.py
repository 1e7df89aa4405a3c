"""The one door to tables: a path or a frame, opened inside a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.market.sources.bounds import USUAL
from tacit.market.sources.files import open_file
from tacit.market.sources.frames import open_frame
from tacit.market.sources.opened import NOTHING_SAID, FileOptions, Opened

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds


def open_table(
    table: Any,
    progress: Listener | None = None,
    bounds: Bounds = USUAL,
    options: FileOptions = NOTHING_SAID,
) -> Opened:
    """Open a table given as a path or a frame, without reading it, and tell how far that has come."""
    if isinstance(table, str | Path):
        return open_file(table, progress, bounds, options)
    options.only()
    return open_frame(table, progress, bounds)
