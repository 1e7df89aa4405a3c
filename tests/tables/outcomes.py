"""What comes of each real table, as the page of the documents: `python -m tests.tables.outcomes > PAGE`."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import shorten
from time import perf_counter
from unittest.mock import patch

from tests.helpers.command_line import as_a_process
from tests.tables.journey import Outcome, go
from tests.tables.real import TABLES, RealTable

AT_ONCE = 2
LONGEST = 160
TOP = """\
# Real tables

What `describe`, `protect` and `audit` make of {many} tables that packages on PyPI ship, with all defaults.
Each want is drawn from the proposed market, always the same: one to three dimensions, and on each a value
or, where values have an order, a few in a row. Where the default limit can't be reached, the one that the
refusal names is taken. {well} of {many} go all the way.

The list is `tests/tables/real.py`; the tests take every table all the way. Seconds are for all three verbs,
each a process of its own, two tables at a time. This page is written by `python -m tests.tables.outcomes`.
"""
COLUMNS = {
    **{"table": "---", "read as": "---", "rows": "--:", "columns": "--:", "dimensions": "--:"},
    **{"cells": "--:", "filled": "--:", "wanted": "--:", "limit": "--:", "published": "--:"},
    **{"seconds": "--:", "what is special": "---", "outcome": "---"},
}
"""What the page shows of each table, and how it is set."""


def outcome_of(table: RealTable) -> tuple[Outcome, float]:
    """Take a table all the way, each verb as a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        start = perf_counter()
        return go(table, as_a_process(Path(folder)), Path(folder)), perf_counter() - start


def line(outcome: Outcome, seconds: float) -> str:
    """A line of the page."""
    table = outcome.table
    numbers = (table.rows, table.columns, outcome.dimensions, outcome.cells, outcome.filled)
    cells = [
        f"`{table.name}`",
        table.ending,
        *map(_short, numbers),
        _short(outcome.wanted),
        f"{outcome.limit:g}" if outcome.limit else "",
        _short(outcome.published),
        f"{seconds:.1f}",
        table.about,
        shorten(outcome.problem.replace("|", "/"), LONGEST, placeholder=" ...") or "all the way",
    ]
    return _in_a_line(cells)


def _in_a_line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _short(number: int) -> str:
    """A number that fits in a column; nothing for what is not known."""
    if not number:
        return ""
    return f"{number:,}" if number < 10**7 else f"{float(number):.0e}".replace("e+", "e")


def main() -> None:
    """Print the page; what goes wrong is told at once, too."""
    with (
        tempfile.TemporaryDirectory() as home,
        patch.dict(os.environ, {"TACIT_HOME": home}),
        ThreadPoolExecutor(AT_ONCE) as pool,
    ):
        found = []
        for outcome, seconds in pool.map(outcome_of, TABLES):
            found.append((outcome, seconds))
            told = outcome.problem or "all the way"
            print(f"{outcome.table.name}: {seconds:.1f} s, {told}", file=sys.stderr)
    well = sum(not outcome.problem for outcome, _ in found)
    print(TOP.format(many=len(TABLES), well=well))
    print(_in_a_line(COLUMNS), _in_a_line(COLUMNS.values()), sep="\n")
    for outcome, seconds in found:
        print(line(outcome, seconds))


if __name__ == "__main__":
    main()
