"""Tables written to files, and read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tacit.market.sources.table import Source, open_source

PLAIN = "sex,job\nF,nurse\nM,cook\nF,cook\n"
ROWS = [("F", "nurse"), ("M", "cook"), ("F", "cook")]


def written(folder: Path, content: str | bytes, name: str = "people.csv") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def converted(source: Source) -> Source:
    """A source that has `t`, with text as it is."""
    source.convert({})
    return source


def rows_of(table: Any) -> list[tuple[Any, ...]]:
    return converted(open_source(table)).ask("SELECT * FROM t")
