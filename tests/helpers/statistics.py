"""Markets known by statistics, as files in a folder."""

from __future__ import annotations

from pathlib import Path

from tacit.market.market import Market
from tacit.market.sources.load import load

DIMENSIONS = """
[dimensions.sex]
kind = "nominal"
values = ["F", "M"]

[dimensions.age]
kind = "ordinal"
values = ["young", "old"]
"""


def written(folder: Path, statistics: str, more: str = "", **tables: str) -> Path:
    """A market file with this under [statistics], beside these tables, each a text by its name."""
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text)
    path = folder / "own.market.toml"
    path.write_text(f"{more}\n[statistics]\n{statistics}\n{DIMENSIONS}")
    return path


def loaded(folder: Path, statistics: str, more: str = "", **tables: str) -> Market:
    """The market of such a file."""
    return load(written(folder, statistics, more, **tables), cache=False)


def counts(market: Market) -> dict[tuple[str, ...], int]:
    """What each filled cell holds."""
    cells = market.cells(market.intent({}))
    return {
        tuple(str(v) for v in market.space.cell(tuple(map(int, cells.codes[:, i]))).values()): int(
            n
        )
        for i, n in enumerate(cells.records)
        if n
    }
