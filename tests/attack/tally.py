"""How much was tried, and what was found: counted by every attack, printed by `make attack`."""

from __future__ import annotations

import os
from collections import Counter

LONG = os.environ.get("TACIT_ATTACK") == "long"
"""Whether to try for half an hour, rather than as part of all tests."""
TRIED = ("inputs", "kills", "faults", "histories", "posteriors")
"""What is counted of what was tried."""
FOUND = ("tracebacks", "leaks", "lost files", "over the limit")
"""What must stay at nothing."""

TALLY: Counter[str] = Counter()
"""The counts of this process."""


def attempts(short: int, long: int) -> int:
    """How often to try: the short way, or the long one."""
    return long if LONG else short


def tried(what: str, many: int = 1) -> None:
    """Count what was tried."""
    assert what in TRIED
    TALLY[what] += many


def found(what: str, *, when: bool) -> bool:
    """Count a fault where there is one; gives whether there is none, to assert."""
    assert what in FOUND
    TALLY[what] += when
    return not when
