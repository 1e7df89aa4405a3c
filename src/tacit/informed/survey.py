"""Surveys: what an informed attacker makes of everything that could have been published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tacit._display import percent
from tacit.attackers.tails import interval
from tacit.market.stacks import Stack, holding, patterns, taken

if TYPE_CHECKING:
    from tacit.candidates.candidates import Candidates

SURE = 0.99
"""How sure an interval is."""
LAID_OUT = 2**12
"""On spaces of so many cells, all of them are looked at."""
AT_ONCE = 2_000
"""How many candidates are then looked at together, about."""

Covered = Iterator[tuple[NDArray[np.intp], list[int]]]


@dataclass(frozen=True)
class Survey:
    """What an informed attacker makes of everything that could have been published.

    Attributes:
        limit: the highest confidence allowed.
        candidates: how many true intents were tried.
        considered: how many there are.
        refused: for how many the method can't reach the limit; the paper's expansion ends with
            everything then, and so they count.
        exceed: how many of those tried have a wanted record of which the attacker is surer than
            the limit.
        exceed_any: the same about any record.
        alone: how many are found out: no other candidate leads to the same.
        mean: the mean confidence in the most exposed wanted record, weighed by the prior.
        worst: the highest.
        draws: of how many independent tries how many found someone exposed, where tries are blocks.
    """

    limit: Fraction
    candidates: int
    considered: int
    refused: int
    exceed: int
    exceed_any: int
    alone: int
    mean: Fraction
    worst: Fraction
    draws: tuple[int, int] | None = None

    @property
    def holds(self) -> bool:
        """Whether no candidate tried has a record of which the attacker is surer than the limit."""
        return not self.exceed_any

    @property
    def complete(self) -> bool:
        """Whether every candidate was tried."""
        return self.candidates >= self.considered

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share of exposed intents lies, with 99% chance, if only some were tried.

        Where whole blocks were tried: the share of blocks with someone exposed.
        """
        return interval(*(self.draws or (self.exceed, self.candidates)), SURE)

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        share = percent(Fraction(self.exceed, self.candidates))
        if not self.complete:
            low, high = self.interval
            share = f"{share} ({percent(low)} to {percent(high)} of {self.considered:,})"
        return (
            f"{share} of {self.candidates:,} true intents are exposed above {percent(self.limit)} "
            f"to someone who knows the method: {percent(self.mean)} on average, "
            f"{percent(self.worst)} at worst; {self.alone:,} are identified outright"
        )

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit audit --survey --json` prints."""
        return {
            "limit": float(self.limit),
            "holds": self.holds,
            "candidates": self.candidates,
            "considered": self.considered,
            "refused": self.refused,
            "exceed": self.exceed,
            "exceed_share": self.exceed / self.candidates,
            "interval": None if self.complete else list(self.interval),
            "exceed_any": self.exceed_any,
            "identified": self.alone,
            "mean": float(self.mean),
            "worst": float(self.worst),
        }


def counted(
    limit: Fraction,
    everyone: Candidates,
    own: list[Fraction],
    most: list[Fraction],
    alone: int,
    refused: int,
    considered: int,
) -> Survey:
    """A survey from how exposed each candidate is: its wanted records, and any record."""
    mean = sum((c * int(w) for c, w in zip(own, everyone.weights, strict=True)), Fraction(0))
    return Survey(
        limit=limit,
        candidates=len(everyone),
        considered=considered,
        refused=refused,
        exceed=sum(c > limit for c in own),
        exceed_any=sum(c > limit for c in most),
        alone=alone,
        mean=mean / everyone.total,
        worst=max(own),
    )


@dataclass
class Exposed:
    """How exposed one candidate is over all that may be drawn for it.

    Attributes:
        weight: how likely it is beforehand.
        mean: the mean confidence in its most exposed wanted record.
        worst: the highest.
        worst_of_any: the highest in any record.
        alone: whether something may be drawn for it that is drawn for no other.
    """

    weight: int
    mean: Fraction = Fraction(0)
    worst: Fraction = Fraction(0)
    worst_of_any: Fraction = Fraction(0)
    alone: bool = False

    def take(self, chance: Fraction, own: Fraction, most: Fraction, alone: bool) -> None:
        """Count in something that may be drawn."""
        self.mean += chance * own
        self.worst, self.worst_of_any = max(self.worst, own), max(self.worst_of_any, most)
        self.alone |= alone


def groups_of(published: Stack) -> list[NDArray[np.intp]]:
    """The candidates that lead to the same, group by group, from what each leads to."""
    packed = np.packbits(np.hstack(published), axis=1)
    _, which = np.unique(packed, axis=0, return_inverse=True)
    order = np.argsort(which, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(which[order])) + 1)


def exposed(
    everyone: Candidates, groups: list[NDArray[np.intp]]
) -> tuple[list[Fraction], list[Fraction]]:
    """For each candidate how exposed its most exposed wanted record is, and any record."""
    own, most = [Fraction(1)] * len(everyone), [Fraction(1)] * len(everyone)
    crowds = [group for group in groups if len(group) > 1]
    small = everyone.market.space.size <= LAID_OUT
    for group, covered in _by_cell(everyone, crowds) if small else _by_kind(everyone, crowds):
        total, highest = int(everyone.weights[group].sum()), max(covered)
        for i, sure in zip(group.tolist(), covered, strict=True):
            own[i], most[i] = Fraction(sure, total), Fraction(highest, total)
    return own, most


def _by_kind(everyone: Candidates, groups: list[NDArray[np.intp]]) -> Covered:
    """For each group and each of its candidates, the weight that holds its most exposed record."""
    for group in groups:
        held = patterns(taken(everyone.stack, group))
        sums = held @ everyone.weights[group]
        yield group, np.where(held, sums[:, None], 0).max(axis=0).tolist()


def _by_cell(everyone: Candidates, groups: list[NDArray[np.intp]]) -> Covered:
    """The same on a small space, where all cells are looked at: many groups at once."""
    space = everyone.market.space
    cells = np.indices(space.shape).reshape(len(space), -1)
    step = max(1, AT_ONCE // max(map(len, groups), default=1))
    for first in range(0, len(groups), step):
        some = groups[first : first + step]
        at, sizes = np.concatenate(some), [len(group) for group in some]
        starts = np.cumsum([0, *sizes[:-1]])
        held = holding(taken(everyone.stack, at), cells)
        sums = np.add.reduceat(held * everyone.weights[at][:, None], starts, axis=0)
        covered = np.where(held, np.repeat(sums, sizes, axis=0), 0).max(axis=1)
        yield from zip(some, (part.tolist() for part in np.split(covered, starts[1:])), strict=True)
