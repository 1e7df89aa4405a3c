"""What a rival makes of sealed posts: asked of the product for every candidate, then Bayes' rule.

Only the chances are taken from the product. Someone who knows them, all settings and the market, and
sees a post, weighs each candidate by how likely it was beforehand and to lead there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import tacit
from tacit.errors import SettingError, UnreachableLimit
from tacit.intents.intent import Intent
from tests.attack.crowds import KINDS, Cells, Place, Weights, candidates, place, table, weighed

LIMITS = tuple(map(Fraction, ("1/2", "1/3", "1/4", "3/10", "2/5", "7/10", "1/7")))
FACTORS = tuple(map(Fraction, ("1", "1", "1", "3/2", "2", "4")))
ROOM = tuple(map(Fraction, ("0", "1/20", "1/5", "1/3", "1/2")))
"""How much of what is left to certainty a limit is raised above what is known beforehand."""
AGAINST = ("informed",) * 5 + ("em-f", "pi-uniform", "em-fc", "em-f=1/2,pi-uniform=2/3")


class Sure(NamedTuple):
    """How sure someone is of a secret, and how sure one may be."""

    chance: Fraction
    limit: Fraction


@dataclass(frozen=True)
class Crowd:
    """Who could be behind a post in a tiny market, by whose belief, and what must stay unlikely.

    Attributes:
        wants: each candidate by its cells.
        beliefs: how likely each is by each belief that was named.
        limit: how sure someone may be of a record.
        hidden: how sure someone may be of a value, by the place of its dimension.
        within: for all beliefs within this factor of a named one.
        settings: what the product is told.
    """

    place: Place
    wants: dict[Cells, Intent]
    beliefs: tuple[Weights, ...]
    limit: Fraction
    hidden: dict[int, Fraction]
    within: Fraction
    settings: dict[str, Any]

    @property
    def market(self) -> tacit.Market:
        return self.place.market

    @property
    def everything(self) -> Cells:
        return frozenset(self.place.records)

    @property
    def disguisable(self) -> list[Cells]:
        """The candidates that something wider can be published for."""
        return [one for one in self.wants if self.settings["bare"] or one != self.everything]

    def surest(self, chances: Mapping[Cells, Fraction]) -> Iterator[Sure]:
        """How sure each belief is of each secret, given how likely each candidate leads to a post."""
        for belief in self.beliefs:
            weights = {
                one: belief[one] * chance for one, chance in chances.items() if one in belief
            }
            total = sum(weights.values())
            for held, limit in self._held(weights):
                # Of all beliefs within the factor, the surest holds just those of the secret likelier.
                more = self.within * held
                yield Sure(more / (more + total - held), limit)

    def _held(self, weights: Weights) -> Iterator[tuple[Fraction, Fraction]]:
        """How much speaks for each secret that is possible at all, and its limit."""
        by_cell: defaultdict[Any, Fraction] = defaultdict(Fraction)
        by_value: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for one, weight in weights.items():
            for cell in one:
                by_cell[cell] += weight
            for d in self.hidden:
                for value in self._asked(one, d):
                    by_value[d, value] += weight
        yield from ((held, self.limit) for held in by_cell.values())
        yield from ((held, self.hidden[d]) for (d, _), held in by_value.items())

    def _asked(self, one: Cells, d: int) -> set[int]:
        """The values that are asked for on a dimension: none, if all are."""
        values = {cell[d] for cell in one}
        return set() if len(values) == self.place.shape[d] else values

    def knows_too_much(self, some: list[Cells]) -> bool:
        """Whether a limit is broken for someone who only knows that it is one of these."""
        return any(one.chance > one.limit for one in self.surest(dict.fromkeys(some, Fraction(1))))


Refusal = UnreachableLimit | SettingError
Posts = dict[Cells, dict[Cells, Fraction]]
"""For each post, how likely each candidate is to lead to it."""


@dataclass(frozen=True)
class Asked:
    """What the product says when it is asked for every candidate.

    Attributes:
        chances: how likely each post is for each candidate that is served.
        refused: what it says to the others.
    """

    chances: dict[Cells, dict[Cells, Fraction]]
    refused: dict[Cells, Refusal]

    @property
    def posts(self) -> Posts:
        found: defaultdict[Cells, dict[Cells, Fraction]] = defaultdict(dict)
        for one, row in self.chances.items():
            for post, chance in row.items():
                found[post][one] = chance
        return dict(found)


def asked(crowd: Crowd) -> Asked:
    """Ask what would be published for every candidate."""
    how = tacit.Procedure.of(method="sealed", **crowd.settings)
    found = Asked({}, {})
    for one, intent in crowd.wants.items():
        try:
            choice = how.choose(crowd.market, intent)
        except (UnreachableLimit, SettingError) as error:
            found.refused[one] = error
            continue
        row: defaultdict[Cells, Fraction] = defaultdict(Fraction)
        for post in choice.posts:
            row[frozenset(post.published.cells())] += post.chance
        found.chances[one] = dict(row)
    return found


def crowd(number: int, *kinds: str, most: int = 24, **plain: Any) -> Crowd:
    """The crowd of a number: of these kinds of candidates, or of any; some settings may be `plain`."""
    random = Random(number)
    while True:
        where = place(random, most)
        among = candidates(random, where, random.choice(kinds or KINDS))
        if among is None:
            continue
        support = random.choice(["all", "nonempty"])
        names, beliefs = _beliefs(random, where, among, support, plain.get("prior"))
        if all(beliefs):
            break
    possible = set().union(*beliefs)
    wants = {
        cells: where.intent(boxes) for cells, boxes in among.wants.items() if cells in possible
    }
    hide = {d: None for d in range(len(where.shape)) if random.random() < 0.2}
    made: dict[str, Any] = {
        "against": random.choice(AGAINST),
        "objective": random.choice(["records", "cost", "cells"]),
        "contiguous": random.random() < 0.7,
        "bare": random.random() < 0.3,
        "effort": random.choice([20_000, 20_000, 20_000, 200, 12]),
        "within": random.choice(FACTORS),
        "hide": hide,
        **plain,
        "candidates": among.setting,
        "prior": names,
        "support": support,
    }
    return _with_limits(random, where, wants, beliefs, made)


def _beliefs(
    random: Random, where: Place, among: Any, support: str, only: str | None
) -> tuple[Any, tuple[Weights, ...]]:
    """One prior or several, as the product is told and by cells."""
    names = ["uniform", "records", "cost", "halving", "table"]
    chosen = [only] if only else random.sample(names, random.choice([1, 1, 1, 2, 3]))
    told, weights = [], []
    for name in chosen:
        if name == "table":
            listed, found = table(random, where, among, support)
        else:
            listed, found = name, weighed(where, among, name, support)
        told.append(listed)
        weights.append(found)
    return (told[0] if len(told) == 1 else tuple(told)), tuple(weights)


def _with_limits(
    random: Random,
    where: Place,
    wants: dict[Cells, Intent],
    beliefs: tuple[Weights, ...],
    made: dict[str, Any],
) -> Crowd:
    """Limits, most of them raised to what is known beforehand, or a little more."""
    within, hide = Fraction(made["within"]), dict.fromkeys(made["hide"], Fraction(0))
    bare = Crowd(where, wants, beliefs, Fraction(0), hide, within, made)
    limit, hidden = random.choice(LIMITS), {d: random.choice(LIMITS) for d in hide}
    if random.random() < 0.9:
        limit = _raised(random, bare, None, limit)
        hidden = {d: _raised(random, bare, d, own) for d, own in hidden.items()}
    names = where.market.space.names
    settings = {**made, "limit": limit, "hide": {names[d]: own for d, own in hidden.items()}}
    return Crowd(where, wants, beliefs, limit, hidden, within, settings)


def _raised(random: Random, bare: Crowd, d: int | None, limit: Fraction) -> Fraction:
    """A limit that can be kept: above what is known of records, or of a dimension, beforehand."""
    one, zero = Fraction(1), Fraction(0)
    alone = Crowd(
        bare.place,
        bare.wants,
        bare.beliefs,
        one if d is not None else zero,
        {} if d is None else {d: zero},
        bare.within,
        bare.settings,
    )
    everyone = dict.fromkeys(alone.disguisable, one)
    known = max((s.chance for s in alone.surest(everyone) if s.limit == zero), default=zero)
    return limit if known <= limit else known + random.choice(ROOM) * (1 - known)
