"""Frontier: what each limit costs.

As the limit falls, the cheapest published intent stays the same for a while and then jumps. The frontier
lists the jumps: at each point, the lowest limit that the cheapest intent still reaches, and what it costs.
A person picks a limit by looking at it.

On small spaces every box is looked at, and every jump is listed. On larger ones the search goes from the
loosest limit down: the cheapest intent for a limit has some confidence, and the next limit worth asking
about is the largest confidence below that which any intent could have. Where that would take more points
than wanted it takes larger steps; each point is still the optimum for its limits, from `limit` to `upto`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._display import html_table, percent
from tacit.attackers.registry import ATTACKERS, attackers_named, without_informed
from tacit.errors import SettingError
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.exhaustive import AllBoxes, all_boxes
from tacit.publishing.optimal.search import SECONDS, optimal
from tacit.publishing.rules import OBJECTIVES, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tacit.attackers.attacker import Attacker
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass

POINTS = 40
JOINTLY = "jointly"


@dataclass(frozen=True)
class Point:
    """One point of a frontier.

    Attributes:
        limit: the lowest limit for which this is the cheapest.
        upto: the highest limit for which it is known to be the cheapest.
        mass: what is published.
        status: whether it is proven optimal.
        bound: what no published intent for this limit goes below, in the objective.
    """

    limit: Fraction
    upto: Fraction
    mass: Mass
    status: str
    bound: int


@dataclass(frozen=True, repr=False)
class TradeOff:
    """What each limit costs, for each attacker alone and for all of them jointly.

    Attributes:
        market: what is on offer.
        objective: what was made small.
        curves: the points by attacker, from the loosest limit to the strictest, and `jointly`.
        complete: whether every jump is listed.
    """

    market: Market
    objective: str
    curves: dict[str, tuple[Point, ...]]
    complete: bool

    def rows(self) -> list[dict[str, Any]]:
        """Every point as a row, for tables and CSV files."""
        return [
            {
                "attacker": name,
                "limit": float(point.limit),
                "upto": float(point.upto),
                "records": point.mass.records,
                "cost": self.market.money(point.mass.spend),
                "cells": point.mass.cells,
                "proof": point.status,
            }
            for name, points in self.curves.items()
            for point in points
        ]

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit frontier --json` prints; it holds no value of any intent."""
        return {"objective": self.objective, "complete": self.complete, "points": self.rows()}

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} {len(points)}" for name, points in self.curves.items())
        return f"TradeOff({self.objective}; points: {sizes})"

    def _repr_html_(self) -> str:
        rows = [
            (r["attacker"], percent(r["limit"]), r["records"], r["cost"], r["cells"], r["proof"])
            for r in self.rows()
        ]
        header = ("attacker", "limit", "records", "cost", "cells", "proof")
        return html_table("What each limit costs", header, rows)


def frontier(
    market: Market,
    true: Any,
    *,
    against: str | Iterable[str] = tuple(ATTACKERS),
    objective: str = "records",
    contiguous: bool = True,
    points: int = POINTS,
    seconds: float = SECONDS,
) -> TradeOff:
    """Find what each limit costs, for each attacker alone and, if there are several, jointly.

    Args:
        market: what is on offer.
        true: what is truly wanted.
        against: the attackers.
        objective: what to make small.
        contiguous: as for `protect`.
        points: how many points a curve may have at most.
        seconds: how long to search at most, for each point.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "sex": ["Female"], "income": [">50K"]})
    >>> found = frontier(market, want, against="pi-uniform")
    >>> [(str(p.limit), p.mass.records) for p in found.curves["pi-uniform"]][:3]
    [('1', 85), ('1/2', 89), ('1/3', 100)]
    """
    true = market.as_intent(true)
    if without_informed(against)[1]:
        raise SettingError(
            "the informed attacker has no curve: what sealed costs depends on the draw."
        )
    attackers = attackers_named(against)
    groups = {a.name: [a] for a in attackers}
    if len(attackers) > 1:
        groups[JOINTLY] = list(attackers)
    rules = Rules(objective, contiguous)
    found = {
        name: _curve(market, true.required(), group, rules, points, seconds)
        for name, group in groups.items()
    }
    curves = {name: listed for name, (listed, _) in found.items()}
    return TradeOff(market, objective, curves, all(whole for _, whole in found.values()))


def _curve(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    rules: Rules,
    points: int,
    seconds: float,
) -> tuple[tuple[Point, ...], bool]:
    """The points for one set of attackers, and whether no jump was left out."""
    everything = all_boxes(Boxes(market, true, attackers, [Fraction(1)] * len(attackers), rules))
    if everything is not None:
        return _from_all(market, true, attackers, rules, everything), True
    return _one_by_one(market, true, attackers, rules, points, seconds)


def _from_all(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    rules: Rules,
    everything: AllBoxes,
) -> tuple[Point, ...]:
    """The points where every box is known: go from the cheapest up, and keep each new record low."""
    claims = [attacker.claim(market, true) for attacker in attackers]
    found: list[Point] = []
    for place in everything.order(rules.objective):
        mass = everything.mass(int(place))
        sure = _surest(attackers, claims, mass)
        if found and sure >= found[-1].limit:
            continue
        upto = found[-1].limit if found else Fraction(1)
        bound = getattr(mass, OBJECTIVES[rules.objective][0])
        point = Point(sure, upto, mass, "optimal", bound)
        if found and _value(found[-1], rules) == bound:
            point = replace(point, upto=found.pop().upto)
        found.append(point)
    return tuple(found)


def _one_by_one(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    rules: Rules,
    points: int,
    seconds: float,
) -> tuple[tuple[Point, ...], bool]:
    """The points where there are too many boxes: ask for one limit after the other."""
    claims = [attacker.claim(market, true) for attacker in attackers]
    lowest = _surest(attackers, claims, market.total)
    limit, found, complete = Fraction(1), list[Point](), True
    # Steps of this size reach the lowest limit in as many points as are wanted.
    stride = float(lowest) ** (1 / max(points, 1)) if lowest else 0.0
    while True:
        plan = optimal(market, true, attackers, [limit] * len(attackers), rules, seconds)
        mass = market.mass(plan.published)
        sure = _surest(attackers, claims, mass)
        assert plan.proof is not None
        point = Point(sure, limit, mass, plan.proof.status, plan.proof.bound)
        if found and _value(found[-1], rules) == _value(point, rules):
            point = replace(point, upto=found.pop().upto)
        found.append(point)
        if sure <= lowest:
            return tuple(found), complete
        below = max(Fraction(c, int(c / sure) + 1) for c in claims)
        far = Fraction(limit * Fraction(stride)).limit_denominator(10**9)
        if far < below:
            below, complete = far, False
        limit = max(below, lowest)


def _surest(attackers: Sequence[Attacker], claims: Sequence[int], mass: Mass) -> Fraction:
    """The highest confidence among the attackers."""
    return max(a.judge(c, mass).upper for a, c in zip(attackers, claims, strict=True))


def _value(point: Point, rules: Rules) -> int:
    value: int = getattr(point.mass, OBJECTIVES[rules.objective][0])
    return value
