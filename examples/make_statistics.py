"""Makes what a seller may show of panel.csv instead of its records. Same seed, same files."""

from __future__ import annotations

import csv
import random
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
COLUMNS = ("country", "income", "category")
BELOW = 10
"""The catalogue leaves out smaller counts."""


def main(rate: float = 0.1, seed: int = 5) -> None:
    """Write the catalogue, a sample, and two tables of counts beside this script."""
    with (HERE / "panel.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    cells = Counter(tuple(row[name] for name in COLUMNS) for row in rows)
    catalogue = [(*cell, n if n >= BELOW else f"<{BELOW}") for cell, n in sorted(cells.items())]
    _write("catalogue.csv", (*COLUMNS, "n"), catalogue)
    some = random.Random(seed).sample(rows, round(rate * len(rows)))
    _write("panel-sample.csv", COLUMNS, [[row[name] for name in COLUMNS] for row in some])
    for pair in (("country", "income"), ("income", "category")):
        sums = Counter(tuple(row[name] for name in pair) for row in rows)
        listed = [(*names, n) for names, n in sorted(sums.items())]
        _write(f"by-{'-'.join(pair)}.csv", (*pair, "n"), listed)


def _write(name: str, header: tuple[str, ...], rows: list) -> None:
    with (HERE / name).open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerows([header, *rows])


if __name__ == "__main__":
    main()
