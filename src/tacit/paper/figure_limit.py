"""The effect of the limit (the paper's lambda): what share of all records must be bought."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from tacit.market.sources.load import load
from tacit.paper.exhibit import Case, Chart, Claim, Exhibit
from tacit.paper.expansion import TRUE_INTENT_2
from tacit.paper.sweep import SHOWN, Point, curves_of, points
from tacit.report.charts import curves

if TYPE_CHECKING:
    from tacit._progress import Listener

NAME = "figure-lambda"
TITLE = "Effect of the limit"
SHOWS = (
    "The stricter the limit, the more disguise: near 1% most of the market must be bought, and from "
    "20% on little more than what is wanted against someone who can't tell which cells are empty."
)
LIMITS = (0.01, 0.05, *(i / 10 for i in range(1, 11)))
ALPHAS = {"pi-uniform": 1.0, "em-fc": 0.6}


def exhibit(own: Case | None = None, progress: Listener | None = None) -> Exhibit:
    """Sweep the limit."""
    market = load("adult" if own is None else own.data, progress=progress)
    true = market.intent(TRUE_INTENT_2 if own is None else own.wanted)
    alphas = ALPHAS if own is None else dict.fromkeys(SHOWN, own.alpha)
    found = points(market, [(f"{limit:g}", true, limit, alphas) for limit in LIMITS], progress)
    total = market.total.records
    chart = Chart(NAME, SHOWS, lambda: _draw(found, total), [p.row() for p in found])
    claims = [] if own else _claims(found, total)
    return Exhibit(NAME, TITLE, SHOWS, charts=[chart], claims=claims)


def _draw(found: list[Point], total: int) -> object:
    title = "share of all records that is bought"
    steps = list(dict.fromkeys(p.step for p in found))
    panels = {title: curves_of(found, "records", share_of=total)}
    return curves(panels, {title: steps}, ("limit", ""), percent=[title])


def _claims(found: list[Point], total: int) -> list[Claim]:
    at = {(p.attacker, p.step): p for p in found if p.method == "greedy"}
    strict = {attacker: at[attacker, "0.01"].records for attacker in SHOWN}
    loose = {attacker: at[attacker, "1"] for attacker in SHOWN}
    steps = [f"{limit:g}" for limit in LIMITS]
    falls = {
        a: all(
            (at[a, x].records or total) >= (at[a, y].records or 0)
            for x, y in itertools.pairwise(steps)
        )
        for a in SHOWN
    }
    return [
        Claim(
            "With a limit of 1% the whole data set must be bought.",
            all(records == total for records in strict.values()),
            "; ".join(f"{a} {r:,} of {total:,}" for a, r in strict.items() if r is not None),
        ),
        Claim(
            "With a limit of 100% only the true intent must be bought.",
            all(p.records == p.true_records for p in loose.values()),
            "; ".join(f"{a} {p.records:,}" for a, p in loose.items()),
        ),
        Claim(
            "The looser the limit, the less must be bought.",
            all(falls.values()),
            "; ".join(f"{a}: {'yes' if f else 'no'}" for a, f in falls.items()),
        ),
    ]
