"""Names and texts as SQL writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def quoted(name: str) -> str:
    """A column's name in SQL."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: object) -> str:
    """A text in SQL."""
    return "'" + str(value).replace("'", "''") + "'"


def one_file(path: Path) -> str:
    """A path in SQL that means this file alone, even if its name looks like a pattern or a home."""
    return literal(pattern_of(path))


def pattern_of(path: Path) -> str:
    """What a database takes for this file alone."""
    return re.sub(r"([*?\[])", r"[\1]", str(path.absolute()))
