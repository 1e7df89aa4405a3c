"""How far some work has come, told while it runs, and how to stop it.

Whoever starts long work may pass a function that is told how far it has come: at the start of each
phase, and then a few times a second. To stop the work, raise `Cancelled` in it: nothing has been
changed, and the error comes back out of the call.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil, log
from time import monotonic
from typing import Any

from tacit._display import percent
from tacit.errors import Cancelled as Cancelled

EVERY = 0.1
"""Seconds between two reports at least: more often nobody can read them."""
TOO_SOON = 1.0
"""In so many seconds too little is done to tell how long the rest will take."""
LATELY = 6
"""By the last so many rounds of a search it is told how fast its gap shrinks: it may take off late."""
TOO_WIDE = 0.1
"""While a gap is wider than this, its pace says nothing about the end."""


@dataclass(frozen=True)
class Progress:
    """How far some work has come; printed, a line for people. It tells no value of any intent.

    Attributes:
        phase: what is being done, in a few plain words.
        seconds: how long this phase has taken so far.
        done: how much of it is done, where that is counted.
        total: of how much, where that is known.
        unit: what is counted, where the phase does not say it.
        best: in a search, the objective of the best result so far, in the user's unit.
        bound: no result within the limits goes below this.
        objective: what is made small: "records", "cost" or "cells".
        seconds_left: how long the phase will take yet, by its pace so far; None where that can't be
            told.
    """

    phase: str
    seconds: float = 0.0
    done: int | None = None
    total: int | None = None
    unit: str = ""
    best: int | float | None = None
    bound: int | float | None = None
    objective: str = "records"
    seconds_left: float | None = None

    @property
    def gap(self) -> float | None:
        """How far the best is above the bound at most, as a share of it; None without a search."""
        if self.best is None or self.bound is None:
            return None
        return max(0.0, (self.best - self.bound) / self.best) if self.best else 0.0

    def __str__(self) -> str:
        """The progress in a line.

        >>> print(Progress("searching", 3.14, 1204, unit="branches", best=365, bound=340))
        searching: best 365 records, at least 340 (gap 6.8%), 1,204 branches, 3.1 s
        >>> print(Progress("replaying candidates", 2.0, 1200, 29295, seconds_left=46.8))
        replaying candidates: 1,200 of 29,295, about 47 s left
        """
        told = ", ".join(filter(None, (self._search, self._counted, self._time)))
        return f"{self.phase}: {told}" if told else self.phase

    @property
    def _search(self) -> str:
        if self.gap is None:
            return ""
        unit = "" if self.objective == "cost" else f" {self.objective}"
        best, bound = (
            f"{x:,.2f}" if isinstance(x, float) else f"{x:,}" for x in (self.best, self.bound)
        )
        gap = "under 0.1%" if 0 < self.gap < 0.0005 else percent(self.gap)
        return f"best {best}{unit}, at least {bound} (gap {gap})"

    @property
    def _counted(self) -> str:
        if self.done is None:
            return ""
        of = "" if self.total is None else f" of {self.total:,}"
        return f"{self.done:,}{of} {self.unit}".rstrip()

    @property
    def _time(self) -> str:
        if self.seconds_left:
            return f"about {_length(self.seconds_left)} left"
        return f"{self.seconds:.1f} s" if self.seconds >= TOO_SOON else ""


def _length(seconds: float) -> str:
    """How long something takes, about.

    >>> _length(0.2), _length(100), _length(1_000), _length(10_000)
    ('1 s', '100 s', '17 min', '2.8 h')
    """
    if seconds < 120:
        return f"{ceil(seconds)} s"
    return f"{seconds / 60:.0f} min" if seconds < 7_200 else f"{seconds / 3_600:.1f} h"


Listener = Callable[[Progress], None]
"""Who wants to hear about progress."""


class Phase:
    """One phase of some work: tells a listener that it begins, and from then on how far it is.

    Args:
        listener: who is told; nobody need be.
        name: what is done, in a few plain words.
        total: how much there is to do, where that is counted and known.
        unit: what is counted, where the name does not say it.
    """

    def __init__(
        self, listener: Listener | None, name: str, total: int | None = None, unit: str = ""
    ) -> None:
        self._listener, self._name, self._total, self._unit = listener, name, total, unit
        self._done = None if total is None and not unit else 0
        self._search: dict[str, Any] = {}
        self._gaps: deque[tuple[float, float]] = deque(maxlen=LATELY)
        self._enough = 0.0
        self._began = self._told = self._counted = monotonic()
        if listener is not None:
            listener(self._now())

    def __call__(self, more: int = 1) -> None:
        """So many more are done."""
        self.reached(self.done + more)

    def reached(self, done: int) -> None:
        """So many are done in all."""
        if self._listener is None:
            return
        if done != self._done:
            self._done, self._counted = done, monotonic()
        self.beat()

    def found(
        self,
        best: float,
        bound: float,
        done: int | None = None,
        objective: str = "records",
        enough: float = 0.0,
    ) -> None:
        """A search has come so far, with so many looked at; it ends where the gap is `enough`."""
        if self._listener is None:
            return
        self._done, self._enough = done, enough
        self._search = {"best": best, "bound": bound, "objective": objective}
        self._gaps.append((monotonic(), Progress(self._name, **self._search).gap or 0.0))
        self.beat()

    def beat(self) -> None:
        """Nothing new but that time passes: so who listens sees that, and can stop the work."""
        if self._listener is None or not self.due:
            return
        self._told = monotonic()
        self._listener(self._now(self._told))

    @property
    def done(self) -> int:
        """How much is done, as far as someone listens."""
        return self._done or 0

    @property
    def due(self) -> bool:
        """Whether someone listens, and was told nothing for a while."""
        return self._listener is not None and monotonic() >= self._told + EVERY

    @property
    def inner(self) -> Listener | None:
        """Who is told about work that is a part of this phase.

        About one of many, only that time passes. Where there is but one, all of it is worth telling;
        and where nothing is counted here, what is counted there is told in its place.
        """
        listener = self._listener
        if listener is None or self._total == 1:
            return listener
        if self._done is not None:
            return lambda _: self.beat()
        return lambda progress: listener(replace(progress, phase=self._name))

    def _now(self, moment: float | None = None) -> Progress:
        """How far it is at a moment; by default, at the start."""
        taken = 0.0 if moment is None else moment - self._began
        left = None if moment is None or taken < TOO_SOON else self._left(moment)
        counted = (self._done, self._total, self._unit)
        return Progress(self._name, taken, *counted, seconds_left=left, **self._search)

    def _left(self, moment: float) -> float | None:
        """How many seconds the phase will take yet, by its pace up to what was counted last."""
        if self._done and self._total:
            each = (self._counted - self._began) / self._done
            return max(0.0, each * (self._total - self._done) - (moment - self._counted))
        return until_closed(self._gaps, self._enough)


def until_closed(gaps: Sequence[tuple[float, float]], enough: float) -> float | None:
    """How long it takes until a gap is small enough that shrinks by the same factor every second.

    Args:
        gaps: when the gap was how large; the last is the one now.
        enough: the gap that is small enough.

    >>> until_closed([(5.0, 0.1), (7.0, 0.001)], 0.00001)
    2.0
    """
    if len(gaps) < 2 or enough <= 0:
        return None
    (then, before), (now, gap) = gaps[0], gaps[-1]
    if gap <= enough:
        return 0.0
    if gap > TOO_WIDE or gap >= before:
        return None
    return (now - then) * log(gap / enough) / log(before / gap)
