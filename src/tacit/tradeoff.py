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
from math import log
from typing import TYPE_CHECKING, Any

from tacit._defaults import POINTS, SECONDS
from tacit._display import html_table, percent
from tacit._doors import door
from tacit._exact import exact
from tacit._progress import Listener, Phase
from tacit.attackers.against import Against, Names
from tacit.attackers.registry import ATTACKERS
from tacit.errors import SettingError, UnreachableLimit
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.exhaustive import AllBoxes, all_boxes
from tacit.publishing.optimal.search import optimal
from tacit.publishing.rules import OBJECTIVES, Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.attackers.attacker import Attacker
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass

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
        known = self.market.knowledge
        return {
            "objective": self.objective,
            "complete": self.complete,
            "points": self.rows(),
            "counts": None if known is None else {**known.to_json(), "held": "estimate"},
        }

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


@door
def frontier(
    market: Market,
    true: Any,
    *,
    against: Names | Against | None = None,
    objective: str = "records",
    contiguous: bool = True,
    points: int = POINTS,
    seconds: float = SECONDS,
    progress: Listener | None = None,
) -> TradeOff:
    """Find what each limit costs, for each attacker alone and, if there are several, jointly.

    Args:
        market: what is on offer.
        true: what is truly wanted.
        against: the attackers; by default all who look at posts. One with a limit of its own, such
            as "em-f=0.1", has no curve: it is held at that limit at every point of the others'.
        objective: what to make small.
        contiguous: as for `protect`.
        points: how many points a curve may have at most.
        seconds: how long to search at most, for each point.
        progress: a function to call a few times a second with a `Progress`.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "sex": ["Female"], "income": [">50K"]})
    >>> found = frontier(market, want, against="pi-uniform")
    >>> [(str(p.limit), p.mass.records) for p in found.curves["pi-uniform"]][:3]
    [('1', 85), ('1/2', 89), ('1/3', 100)]
    """
    true = market.as_intent(true)
    if isinstance(points, bool) or not isinstance(points, int) or points < 2:
        raise SettingError("a curve needs at least 2 points.", "points")
    if (long := exact(seconds, "seconds")) < 0:
        raise SettingError("the seconds must be 0 or more.", "seconds")
    held = Against.of(tuple(ATTACKERS) if against is None else against).about_posts()
    if held.informed:
        raise SettingError(
            "the informed attacker has no curve: what sealed costs depends on the draw.", "against"
        )
    varied = [a for a in held.posts if a.name not in held.own]
    if not varied:
        raise SettingError(
            "every attacker has a limit of its own, so there is no limit left to vary.", "against"
        )
    fixed = replace(held, posts=tuple(a for a in held.posts if a.name in held.own))
    groups = {a.name: [a] for a in varied}
    if len(varied) > 1:
        groups[JOINTLY] = varied
    phase = Phase(progress, "looking at limits", points * len(groups))
    rules = Rules(objective, contiguous)
    curves = {
        name: _Curve(
            market.at_hand, true.required(), group, fixed, rules, points, float(long), phase
        )
        for name, group in groups.items()
    }
    found = {}
    for place, (name, curve) in enumerate(curves.items(), 1):
        found[name] = curve.points()
        phase.reached(points * place)
    listed = {name: points for name, (points, _) in found.items()}
    return TradeOff(market, objective, listed, all(whole for _, whole in found.values()))


class _Curve:
    """What each limit costs for some attackers; others are held at limits of their own."""

    def __init__(
        self,
        market: Market,
        true: Intent,
        varied: Sequence[Attacker],
        fixed: Against,
        rules: Rules,
        most: int,
        seconds: float,
        phase: Phase,
    ) -> None:
        self.market, self.true, self.rules = market, true, rules
        self.varied, self.most, self.seconds, self._phase = varied, most, seconds, phase
        self.attackers = (*varied, *fixed.posts)
        self.fixed = fixed.limits
        self.claims = [attacker.claim(market, true) for attacker in varied]
        boxes = self._boxes(Fraction(1))
        if not boxes.holds(market.total):
            lowest = {a.name: a.lowest_limit(market, true) for a in fixed.posts}
            worst = max(lowest, key=lambda name: lowest[name] / fixed.limit_of(name))
            raise UnreachableLimit(worst, fixed.limit_of(worst), lowest[worst])
        self.held = boxes

    def points(self) -> tuple[tuple[Point, ...], bool]:
        """The points, and whether no jump was left out."""
        everything = all_boxes(self.held)
        if everything is not None:
            return self._from_all(everything), True
        return self._one_by_one()

    def _boxes(self, limit: Fraction) -> Boxes:
        return Boxes(self.market, self.true, self.attackers, self._limits(limit), self.rules)

    def _limits(self, limit: Fraction) -> list[Fraction]:
        return [limit] * len(self.varied) + list(self.fixed)

    def _from_all(self, everything: AllBoxes) -> tuple[Point, ...]:
        """Every box is known: go from the cheapest up, and keep each new record low."""
        found: list[Point] = []
        for place in everything.order(self.rules.objective):
            self._phase.beat()
            mass = everything.mass(int(place))
            if self.fixed and not self.held.holds(mass):
                continue
            sure = self._surest(mass)
            if found and sure >= found[-1].limit:
                continue
            upto = found[-1].limit if found else Fraction(1)
            self._put(found, Point(sure, upto, mass, "optimal", self._value(mass)))
        return tuple(found)

    def _one_by_one(self) -> tuple[tuple[Point, ...], bool]:
        """There are too many boxes: ask for one limit after the other."""
        lowest = self._surest(self.market.total)
        limit, found, complete = Fraction(1), list[Point](), True
        before = self._phase.done
        # Steps of this size reach the lowest limit in as many points as are wanted.
        stride = float(lowest) ** (1 / max(self.most, 1)) if lowest else 0.0
        while True:
            point = self._point(limit)
            self._put(found, point)
            self._phase.reached(before + self._passed(point.limit, lowest))
            if point.limit <= lowest:
                return tuple(found), complete
            below = max(Fraction(c, int(c / point.limit) + 1) for c in self.claims)
            far = Fraction(limit * Fraction(stride)).limit_denominator(10**9)
            if far < below:
                below, complete = far, False
            limit = max(below, lowest)

    def _point(self, limit: Fraction) -> Point:
        """The cheapest intent for one limit."""
        asked = (self.market, self.true, self.attackers, self._limits(limit))
        plan = optimal(*asked, self.rules, self.seconds, self._phase.inner)
        mass = self.market.mass(plan.published)
        assert plan.proof is not None
        return Point(self._surest(mass), limit, mass, plan.proof.status, plan.proof.bound)

    def _passed(self, limit: Fraction, lowest: Fraction) -> int:
        """Of as many limits as there may be points, spread evenly by ratio, how many are passed."""
        if limit <= lowest or not lowest:
            return self.most
        return int(self.most * log(limit) / log(lowest))

    def _put(self, found: list[Point], point: Point) -> None:
        """Add a point; one that costs the same as the last takes its place."""
        if found and self._value(found[-1].mass) == self._value(point.mass):
            point = replace(point, upto=found.pop().upto)
        found.append(point)

    def _surest(self, mass: Mass) -> Fraction:
        """The highest confidence among those whose limit varies."""
        pairs = zip(self.varied, self.claims, strict=True)
        return max(attacker.judge(claim, mass).upper for attacker, claim in pairs)

    def _value(self, mass: Mass) -> int:
        value: int = getattr(mass, OBJECTIVES[self.rules.objective][0])
        return value
