"""Adds up what all attacks counted, in however many processes, and prints it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.attack.tally import FOUND, LONG, TALLY, TRIED

WORKERS: Counter[str] = Counter()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the counts of a worker to the process that prints."""
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        told["tally"] = dict(TALLY)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the counts of a worker."""
    WORKERS.update(getattr(node, "workeroutput", {}).get("tally", {}))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the counts."""
    if not LONG:
        return
    counts = TALLY + WORKERS
    terminalreporter.section("attacks")
    for name in TRIED:
        terminalreporter.write_line(f"{counts[name]:>12,} {name}")
    for name in FOUND:
        terminalreporter.write_line(f"{counts[name]:>12,} {name}")
