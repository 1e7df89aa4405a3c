"""How far a search has come, told while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tacit._display import percent

EVERY = 0.1
"""Seconds between two reports at least."""


@dataclass(frozen=True)
class Progress:
    """How far a search has come; it says nothing about which values it looks at.

    Attributes:
        objective: what is made small: "records", "cost" or "cells".
        best: the objective of the best box so far, in the user's unit.
        bound: no box within the limits goes below this.
        gap: how far the best is above the bound at most, as a share of it.
        branches: how many branches were looked at.
        seconds: how long the search has taken.
    """

    objective: str
    best: int | float
    bound: int | float
    gap: float
    branches: int
    seconds: float

    def __str__(self) -> str:
        """The progress in a line.

        >>> print(Progress("records", 365, 340, 25 / 365, 1204, 3.14))
        best 365 records, at least 340 (gap 6.8%), 1,204 branches, 3.1 s
        """
        unit = "" if self.objective == "cost" else f" {self.objective}"
        best, bound = (
            f"{x:,.2f}" if isinstance(x, float) else f"{x:,}" for x in (self.best, self.bound)
        )
        return (
            f"best {best}{unit}, at least {bound} (gap {percent(self.gap)}), "
            f"{self.branches:,} branches, {self.seconds:.1f} s"
        )


Listener = Callable[[Progress], None]
"""Who wants to hear about progress."""
