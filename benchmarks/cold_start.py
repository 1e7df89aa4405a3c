"""Promise: `tacit --help` answers in less than 0.4 seconds from a cold start.

Each command runs in a fresh process. The baselines are Python itself, which no command can beat,
and Python with the command-line library alone.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

RUNS = 10
MOST_SECONDS = 0.4
TACIT = str(Path(sys.executable).with_name("tacit"))
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    'python -c "import typer"': [sys.executable, "-c", "import typer"],
    "tacit --help": [TACIT, "--help"],
}


@dataclass(frozen=True)
class Measured:
    """How long a command took, in seconds."""

    command: str
    best: float
    median: float


def wall_time(command: list[str]) -> float:
    """Run a command once in a fresh process; it must succeed."""
    start = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return perf_counter() - start


def measure() -> list[Measured]:
    """Run every command in turn, several times over, so that a busy moment hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():
        wall_time(command)
    for _ in range(RUNS):
        for name, command in COMMANDS.items():
            times[name].append(wall_time(command))
    return [Measured(name, min(found), median(found)) for name, found in times.items()]


def run(console: Console) -> None:
    """Measure and print."""
    if not Path(TACIT).exists():
        console.print(f"Cold start: not measured, there is no {TACIT}.")
        return
    results = measure()
    table = Table(title=f"Cold start, {RUNS} fresh processes each")
    table.add_column("command")
    for name in ("best, s", "median, s", "best above python, s"):
        table.add_column(name, justify="right")
    for r in results:
        above = r.best - results[0].best
        table.add_row(r.command, f"{r.best:.3f}", f"{r.median:.3f}", f"{above:.3f}")
    console.print(table)
    found = results[-1]
    mark = "[green]held[/]" if found.median < MOST_SECONDS else "[red]not held[/]"
    console.print(f"  {mark}: median below {MOST_SECONDS} s ({found.median:.3f} s)")
