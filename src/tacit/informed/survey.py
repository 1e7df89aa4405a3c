"""Surveys: what an informed attacker makes of everything that could have been published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tacit._display import percent
from tacit._progress import Phase
from tacit.attackers.tails import interval
from tacit.candidates.secrets import Judged, asking, raised, shares_of
from tacit.market.products import product
from tacit.market.stacks import Stack, holding, taken

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Secrets
    from tacit.informed.finding import Finding

SURE = 0.99
"""How sure an interval is."""
LAID_OUT = 2**12
"""On spaces of so many cells, all of them are looked at."""
AT_ONCE = 2_000
"""How many candidates are then looked at together, about."""

Covered = Iterator[tuple[NDArray[np.intp], list[int]]]


@dataclass(frozen=True)
class HiddenSurvey:
    """What an informed attacker makes of one hidden dimension.

    Attributes:
        dimension: its name.
        limit: how sure of a value anyone may be.
        worst: how sure of a wanted value someone is at worst.
    """

    dimension: str
    limit: Fraction
    worst: Fraction

    def to_json(self) -> dict[str, Any]:
        """What `tacit audit --survey --json` says of it."""
        return {
            "dimension": self.dimension,
            "limit": float(self.limit),
            "worst": float(self.worst),
        }


@dataclass(frozen=True)
class Survey:
    """What an informed attacker makes of everything that could have been published.

    By the surest belief of those named, and of those within the factor.

    Attributes:
        limit: the highest confidence in a record allowed.
        candidates: how many true intents were tried.
        considered: how many there are.
        refused: for how many the method can't reach the limit; the paper's expansion ends with
            everything then, and so they count.
        exceed: how many of those tried have a wanted record, or a wanted value of a hidden dimension,
            of which the attacker is surer than its limit.
        exceed_any: the same about any record, and any value of a hidden dimension.
        alone: how many are found out: no other candidate leads to the same.
        mean: the mean confidence in the most exposed wanted record, weighed by the first prior.
        worst: the highest.
        draws: of how many independent tries how many found someone exposed, where tries are blocks.
        beliefs: how many priors were reckoned with.
        hidden: what was found of each hidden dimension.
        margin: by which factor a belief may differ from those named until, for some candidate tried,
            a limit breaks; None if that is never.
        unsure: how many of those tried were judged by some candidates only, and count by the upper
            end of what was found.
        refused_first: a few of those refused, as conditions, where it is known who they are.
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
    beliefs: int = 1
    hidden: tuple[HiddenSurvey, ...] = ()
    margin: Fraction | None = None
    unsure: int = 0
    refused_first: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether no candidate tried has a secret of which the attacker is surer than its limit."""
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
        unsure = (
            f"; how exposed {self.unsure:,} are was itself found from some, and counts by its upper end"
            if self.unsure
            else ""
        )
        limit = "a limit" if self.hidden else percent(self.limit)
        return (
            f"{share} of {self.candidates:,} true intents are exposed above {limit} "
            f"to someone who knows the method: {percent(self.mean)} on average, "
            f"{percent(self.worst)} at worst; {self.alone:,} are identified outright{unsure}"
        )

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit audit --survey --json` prints."""
        return {
            "limit": float(self.limit),
            "holds": self.holds,
            "candidates": self.candidates,
            "considered": self.considered,
            "refused": self.refused,
            "refused_first": list(self.refused_first),
            "exceed": self.exceed,
            "exceed_share": self.exceed / self.candidates,
            "interval": None if self.complete else list(self.interval),
            "exceed_any": self.exceed_any,
            "identified": self.alone,
            "mean": float(self.mean),
            "worst": float(self.worst),
            "beliefs": self.beliefs,
            "hidden": [one.to_json() for one in self.hidden],
            "margin": None if self.margin is None else float(self.margin),
            "unsure": self.unsure,
        }


@dataclass
class Exposed:
    """How exposed one candidate is over all that may be drawn for it, by the surest belief.

    Attributes:
        weight: how likely it is beforehand.
        mean: the mean confidence in its most exposed wanted record.
        worst: the highest.
        worst_of_any: the highest in any record.
        alone: whether something may be drawn for it that is drawn for no other.
        values: the highest in a wanted value of each hidden dimension.
        values_of_any: the highest in any value.
    """

    weight: int
    mean: Fraction = Fraction(0)
    worst: Fraction = Fraction(0)
    worst_of_any: Fraction = Fraction(0)
    alone: bool = False
    values: dict[str, Fraction] = field(default_factory=dict)
    values_of_any: dict[str, Fraction] = field(default_factory=dict)

    @classmethod
    def by(cls, found: Finding) -> Exposed:
        """How exposed one is that was drawn in proportion to its weight, by what was found of it."""
        wanted, sure = found.wanted, found.confidence
        values = dict(found.wanted_values or {})
        names = zip(values, found.hidden, strict=True)
        of_any = {name: one.upper for name, one in names}
        alone = found.listed and sure.remaining == 1
        return cls(1, wanted, wanted, sure.upper, alone, values, of_any)

    def take(self, chance: Fraction, own: Fraction, most: Fraction, alone: bool) -> None:
        """Count in something that may be drawn."""
        self.mean += chance * own
        self.worst, self.worst_of_any = max(self.worst, own), max(self.worst_of_any, most)
        self.alone |= alone

    def take_value(self, name: str, own: Fraction, most: Fraction) -> None:
        """Count in what something that may be drawn tells of a hidden dimension."""
        self.values[name] = max(self.values.get(name, own), own)
        self.values_of_any[name] = max(self.values_of_any.get(name, most), most)

    def exceeds(self, secrets: Secrets) -> bool:
        """Whether someone is surer of what it wants than a limit allows."""
        return self.worst > secrets.limit or any(
            sure > secrets.hidden[name] for name, sure in self.values.items()
        )

    @property
    def all_there_is(self) -> tuple[Fraction, dict[str, Fraction]]:
        """How sure someone is of any record, and of any value of each hidden dimension."""
        return self.worst_of_any, self.values_of_any


def counted(
    secrets: Secrets,
    tried: list[Exposed],
    considered: int,
    refused: int,
    beliefs: int = 1,
    unsure: int = 0,
    draws: tuple[int, int] | None = None,
) -> Survey:
    """A survey from how exposed each candidate is."""
    weight = sum(one.weight for one in tried)
    judged = [Judged(secrets, *one.all_there_is) for one in tried]
    margins = [one.margin for one in judged]
    return Survey(
        limit=secrets.limit,
        candidates=len(tried),
        considered=considered,
        refused=refused,
        exceed=sum(one.exceeds(secrets) for one in tried),
        exceed_any=sum(not one.holds for one in judged),
        alone=sum(one.alone for one in tried),
        mean=sum((one.weight * one.mean for one in tried), Fraction(0)) / weight,
        worst=max(one.worst for one in tried),
        draws=draws,
        beliefs=beliefs,
        hidden=tuple(
            HiddenSurvey(name, limit, max(one.values.get(name, Fraction(0)) for one in tried))
            for name, limit in secrets.hidden.items()
        ),
        margin=min((m for m in margins if m is not None), default=None),
        unsure=unsure,
    )


def groups_of(published: Stack) -> list[NDArray[np.intp]]:
    """The candidates that lead to the same, group by group, from what each leads to."""
    packed = np.packbits(np.hstack(published), axis=1)
    _, which = np.unique(packed, axis=0, return_inverse=True)
    order = np.argsort(which, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(which[order])) + 1)


def exposed(
    everyone: Candidates,
    groups: list[NDArray[np.intp]],
    secrets: Secrets,
    progress: Listener | None = None,
) -> list[Exposed]:
    """How exposed each candidate is to someone who can't tell those of its group apart."""
    found = [Exposed(int(weight)) for weight in everyone.weights]
    times = len(everyone.beliefs) * (1 + len(secrets.hidden))
    phase = Phase(progress, "judging every post", times * len(groups))
    for belief in everyone.beliefs:
        _count_records(found, everyone, belief, groups, secrets.within, phase)
        for name in secrets.hidden:
            _count_values(found, everyone, belief, groups, (name, secrets.within), phase)
    for one in found:
        one.mean = one.worst
    return found


def _count_records(
    found: list[Exposed],
    everyone: Candidates,
    belief: NDArray[Any],
    groups: list[NDArray[np.intp]],
    within: Fraction,
    phase: Phase,
) -> None:
    """Count in how sure a belief is of the records of each."""
    crowds = [group for group in groups if len(group) > 1 and belief[group].any()]
    for group in groups:
        if len(group) == 1:
            found[int(group[0])].take(Fraction(0), Fraction(1), Fraction(1), alone=True)
    phase(len(groups) - len(crowds))
    small = everyone.market.space.size <= LAID_OUT and not everyone.pieces
    by = _by_cell if small else _by_kind
    for group, covered in by(everyone, belief, crowds):
        total, highest = int(belief[group].sum()), max(covered)
        most = raised(Fraction(highest, total), within)
        for i, sure in zip(group.tolist(), covered, strict=True):
            own = raised(Fraction(sure, total), within)
            found[i].take(Fraction(0), own, most, alone=False)
        phase()


def _count_values(
    found: list[Exposed],
    everyone: Candidates,
    belief: NDArray[Any],
    groups: list[NDArray[np.intp]],
    about: tuple[str, Fraction],
    phase: Phase,
) -> None:
    """Count in how sure a belief is of the values of each on one hidden dimension."""
    name, within = about
    masks = asking(everyone, everyone.market.space.names.index(name))
    for group in groups:
        phase()
        if not belief[group].any():
            continue
        asked = masks[:, group]
        shares = [raised(share, within) for share in shares_of(asked, belief[group])]
        most = max(shares)
        for i, own in zip(group.tolist(), asked.T, strict=True):
            sure = max((s for s, yes in zip(shares, own, strict=True) if yes), default=Fraction(0))
            found[i].take_value(name, sure, most)


def _by_kind(everyone: Candidates, belief: NDArray[Any], groups: list[NDArray[np.intp]]) -> Covered:
    """For each group and each of its candidates, the weight that holds its most exposed record."""
    for group in groups:
        held = everyone.take(group).covers()
        sums = product(held, belief[group])
        yield group, np.where(held, sums[:, None], 0).max(axis=0).tolist()


def _by_cell(everyone: Candidates, belief: NDArray[Any], groups: list[NDArray[np.intp]]) -> Covered:
    """The same on a small space, where all cells are looked at: many groups at once."""
    space = everyone.market.space
    cells = np.indices(space.shape).reshape(len(space), -1)
    step = max(1, AT_ONCE // max(map(len, groups), default=1))
    for first in range(0, len(groups), step):
        some = groups[first : first + step]
        at, sizes = np.concatenate(some), [len(group) for group in some]
        starts = np.cumsum([0, *sizes[:-1]])
        held = holding(taken(everyone.stack, at), cells)
        sums = np.add.reduceat(held * belief[at][:, None], starts, axis=0)
        covered = np.where(held, np.repeat(sums, sizes, axis=0), 0).max(axis=1)
        yield from zip(some, (part.tolist() for part in np.split(covered, starts[1:])), strict=True)
