"""The one door to tables that our own database reads: a path, a frame, or a place in a file of DuckDB."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.market.sources.bounds import USUAL
from tacit.market.sources.duckdb_file import open_duckdb
from tacit.market.sources.engines.address import Place
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
    if isinstance(table, Place):
        return open_duckdb(table, progress, bounds)
    return open_frame(table, progress, bounds)
