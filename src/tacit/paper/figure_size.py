"""The nine panels on true-intent size: confidence, records and cells, along three dimensions.

Values are added to the true intent one after the other, in value order.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from tacit.market.sources.load import load
from tacit.paper.exhibit import Case, Chart, Claim, Exhibit
from tacit.paper.expansion import LIMIT, TRUE_INTENT_1
from tacit.paper.sweep import SHOWN, Point, curves_of, points
from tacit.report.charts import Curve, curves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tacit._progress import Listener
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

NAME = "figure-size"
TITLE = "Effect of true-intent size"
SHOWS = (
    "As more is truly wanted, the published intent grows in proportion against PI-uniform, and hardly "
    "at all against efficiency maximisation, where only the fullest wanted cell counts. The shaded "
    "band runs from the lower to the upper bound of the confidence."
)
DIMENSIONS = ("age", "race", "hours-per-week")
START = {"pi-uniform": 0.5, "em-fc": 0.5}
ALPHAS: Mapping[str, tuple[tuple[float, float], ...]] = {
    "age": ((1, 0.5), (0.5, 0.5), (0.5, 0.6)),
    "race": ((1, 0.4),) * 4,
    "hours-per-week": ((1, 0.6), (0.5, 0.5)),
}
"""For each value added, alpha for PI-uniform and EM-fc."""
KINDS = {"upper": "confidence", "records": "records", "cells": "cells"}


def exhibit(own: Case | None = None, progress: Listener | None = None) -> Exhibit:
    """Sweep the size of the true intent along each dimension."""
    market = load("adult" if own is None else own.data, progress=progress)
    true = market.intent(TRUE_INTENT_1 if own is None else own.wanted)
    names = DIMENSIONS if own is None else _narrowest(market, true)
    found = {name: _along(market, true, name, own, progress) for name in names}
    chart = Chart(
        NAME,
        SHOWS,
        lambda: _draw(found),
        [{"dimension": name, **p.row()} for name, listed in found.items() for p in listed],
    )
    return Exhibit(NAME, TITLE, SHOWS, charts=[chart], claims=[] if own else _claims(found))


def _narrowest(market: Market, true: Intent) -> list[str]:
    """Up to three dimensions on which values can be added."""
    free = [name for name in market.space.names if not true.hull.is_all(name)]
    return free[:3] or list(market.space.names[:1])


def _along(
    market: Market, true: Intent, name: str, own: Case | None, progress: Listener | None
) -> list[Point]:
    at = market.space.index(name)
    dimension, limit = market.space.dimensions[at], LIMIT if own is None else own.limit
    box = true.hull
    rest = [code for code in range(len(dimension)) if code not in box.codes[at]]
    first = str(dimension.values[box.codes[at][0]]) if own is None else "as wanted"
    steps = [(first, true, limit, START if own is None else dict.fromkeys(SHOWN, own.alpha))]
    for i, code in enumerate(rest):
        box = box.with_value(at, code)
        if own is None:
            alphas = dict(zip(SHOWN, ALPHAS[name][i], strict=True))
            steps.append((f"+ {dimension.values[code]}", box, limit, alphas))
        else:
            steps.append((f"+ {i + 1}", box, limit, dict.fromkeys(SHOWN, own.alpha)))
    return points(market, steps, progress)


def _draw(found: Mapping[str, list[Point]]) -> object:
    panels, ticks = {}, {}
    for what, kind in KINDS.items():
        for name, listed in found.items():
            title = f"{kind}: {name}"
            panels[title] = curves_of(listed, what)
            if what != "upper":
                panels[title].append(_true_curve(listed, what))
            ticks[title] = list(dict.fromkeys(p.step for p in listed))
    shares = [title for title in panels if title.startswith("confidence")]
    return curves(panels, ticks, ("true intent grows", ""), columns=len(found), percent=shares)


def _true_curve(listed: list[Point], what: str) -> Curve:
    mine = [p for p in listed if (p.attacker, p.method) == (SHOWN[0], "greedy")]
    return Curve("true intent", "", [getattr(p, f"true_{what}") for p in mine], style=":")


def _claims(found: Mapping[str, list[Point]]) -> list[Claim]:
    pi = [p for listed in found.values() for p in listed if p.attacker == "pi-uniform"]
    em = {n: [p for p in listed if p.attacker == "em-fc"] for n, listed in found.items()}
    within = [p for listed in found.values() for p in listed if (p.upper or 0) > LIMIT]
    disguise = {
        n: [(p.step, (p.records or 0) - p.true_records) for p in listed] for n, listed in em.items()
    }
    shrinks = [
        (name, a, b, x, y)
        for name, listed in disguise.items()
        for (a, x), (b, y) in itertools.pairwise(listed)
        if y < x
    ]
    grown = [
        (a.lower, b.lower) for a, b in itertools.pairwise(pi) if (b.cells or 0) > (a.cells or 0)
    ]
    return [
        Claim(
            "The confidence stays within the limit throughout.",
            not within,
            f"{len(within)} publications above 30%",
        ),
        Claim(
            "Against PI-uniform the lower bound falls as the published intent grows.",
            all((b or 0) <= (a or 0) for a, b in grown),
            f"{len(grown)} steps on which it grows",
        ),
        Claim(
            "With more wanted, the greedy expansion can need fewer disguise records than before.",
            bool(shrinks),
            "; ".join(f"{n}: {a} {x:,} to {b} {y:,}" for n, a, b, x, y in shrinks) or "never",
        ),
    ]
