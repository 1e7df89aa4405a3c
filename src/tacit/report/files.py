"""Tables and pictures as the bytes of files."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.errors import SettingError
from tacit.report.plots import as_svg, saved

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV, with the first row's keys as its header."""
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()


def as_image(figure: Any, suffix: str, title: str = "") -> bytes:
    """A figure as PNG or SVG, the same for the same input."""
    if suffix == ".svg":
        return as_svg(figure, title).encode()
    return saved(figure, "png", dpi=150, metadata={"Software": None})


def require_image(path: str | None) -> None:
    """Refuse a name that is not one of a picture."""
    if path is not None and Path(path).suffix not in (".png", ".svg"):
        raise SettingError("a plot is written to a file that ends in .png or .svg.", "plot")
