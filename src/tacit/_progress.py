"""How far some work has come, told while it runs, and how to stop it.

Whoever starts long work may pass a function that is told how far it has come, a few times a second.
To stop the work, raise `Cancelled` in it: nothing has been changed, and the error comes back out of
the call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from tacit._display import percent

EVERY = 0.1
"""Seconds between two reports at least: more often nobody can read them."""


class Cancelled(Exception):
    """Raised by who listens to progress, to stop the work."""


class Progress:
    """How far some work has come, as a line for people; it tells no value of any intent."""


@dataclass(frozen=True)
class SearchProgress(Progress):
    """How far a search has come.

    Attributes:
        objective: what is made small: "records", "cost" or "cells".
        best: the objective of the best result so far, in the user's unit.
        bound: no result within the limits goes below this.
        gap: how far the best is above the bound at most, as a share of it.
        looked_at: how much was looked at, such as "1,204 branches".
        seconds: how long the search has taken.
    """

    objective: str
    best: int | float
    bound: int | float
    gap: float
    looked_at: str
    seconds: float

    def __str__(self) -> str:
        """The progress in a line.

        >>> print(SearchProgress("records", 365, 340, 25 / 365, "1,204 branches", 3.14))
        best 365 records, at least 340 (gap 6.8%), 1,204 branches, 3.1 s
        """
        unit = "" if self.objective == "cost" else f" {self.objective}"
        best, bound = (
            f"{x:,.2f}" if isinstance(x, float) else f"{x:,}" for x in (self.best, self.bound)
        )
        return (
            f"best {best}{unit}, at least {bound} (gap {percent(self.gap)}), "
            f"{self.looked_at}, {self.seconds:.1f} s"
        )


@dataclass(frozen=True)
class CountProgress(Progress):
    """How many of some things are done.

    Attributes:
        what: what is counted, such as "candidates".
        done: how many are done.
        total: of how many.
    """

    what: str
    done: int
    total: int

    def __str__(self) -> str:
        """The progress in a line.

        >>> print(CountProgress("candidates", 1200, 29295))
        1,200 of 29,295 candidates
        """
        return f"{self.done:,} of {self.total:,} {self.what}"


Listener = Callable[[Progress], None]
"""Who wants to hear about progress."""


class Counter:
    """Counts what is done and tells a listener from time to time."""

    def __init__(self, listener: Listener | None, what: str, total: int) -> None:
        self._listener, self._what, self._total = listener, what, total
        self._done, self._told = 0, monotonic()

    def __call__(self, more: int = 1) -> None:
        """So many more are done."""
        self._done += more
        if self._listener is not None and monotonic() >= self._told + EVERY:
            self._told = monotonic()
            self._listener(CountProgress(self._what, self._done, self._total))
