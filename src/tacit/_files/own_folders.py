"""Where a user's own files lie: in the folder that `TACIT_HOME` names, or where the system keeps such."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

VARIABLE = "TACIT_HOME"


def data_folder() -> Path | None:
    """The folder for what has to last; None if the user has no home."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    if sys.platform == "darwin":
        return _below("Library", "Application Support", "tacit")
    if sys.platform == "win32":
        return _or_below(_local(), "AppData", "Local", "tacit")
    return _or_below(_shared("XDG_DATA_HOME"), ".local", "share", "tacit")


def cache_folder() -> Path | None:
    """The folder for what can be made again; None if the user has no home."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named) / "cache"
    if sys.platform == "darwin":
        return _below("Library", "Caches", "tacit")
    if sys.platform == "win32":
        local = _or_below(_local(), "AppData", "Local", "tacit")
        return None if local is None else local / "cache"
    return _or_below(_shared("XDG_CACHE_HOME"), ".cache", "tacit")


def _local() -> str | None:
    return os.environ.get("LOCALAPPDATA")


def _shared(variable: str) -> str | None:
    """A folder that the environment names; one that moves with the current folder does not count."""
    named = os.environ.get(variable, "")
    return named if os.path.isabs(named) else None


def _or_below(named: str | None, *parts: str) -> Path | None:
    return Path(named) / parts[-1] if named else _below(*parts)


def _below(*parts: str) -> Path | None:
    home = Path()
    with suppress(RuntimeError):
        home = Path.home()
    return home.joinpath(*parts) if home.is_absolute() else None
