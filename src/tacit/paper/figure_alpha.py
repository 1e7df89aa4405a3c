"""The effect of alpha, the weight of saving cost against gaining cover in the greedy expansion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.market.sources.load import load
from tacit.paper.exhibit import Case, Chart, Claim, Exhibit
from tacit.paper.expansion import LIMIT, TRUE_INTENT_2
from tacit.paper.sweep import SHOWN, Point, curves_of, points
from tacit.report.charts import curves

if TYPE_CHECKING:
    from tacit._progress import Listener

NAME = "figure-alpha"
TITLE = "Effect of alpha"
SHOWS = (
    "Saving cost at each step (alpha near 1) mostly ends with fewer records than gaining cover fast "
    "(alpha near 0), but not at every step along the way: greedy choices do not add up."
)
ALPHAS = tuple(i / 10 for i in range(11))


def exhibit(own: Case | None = None, progress: Listener | None = None) -> Exhibit:
    """Sweep alpha."""
    market = load("adult" if own is None else own.data, progress=progress)
    true = market.intent(TRUE_INTENT_2 if own is None else own.wanted)
    limit = LIMIT if own is None else own.limit
    steps = [(f"{alpha:g}", true, limit, dict.fromkeys(SHOWN, alpha)) for alpha in ALPHAS]
    found = points(market, steps, progress)
    chart = Chart(NAME, SHOWS, lambda: _draw(found), [p.row() for p in found])
    return Exhibit(NAME, TITLE, SHOWS, charts=[chart], claims=[] if own else _claims(found))


def _draw(found: list[Point]) -> object:
    steps = list(dict.fromkeys(p.step for p in found))
    panels, ticks = {}, {}
    for attacker in SHOWN:
        title = f"records published against {attacker}"
        panels[title] = [c for c in curves_of(found, "records") if c.attacker == attacker]
        ticks[title] = steps
    return curves(panels, ticks, ("alpha", ""))


def _claims(found: list[Point]) -> list[Claim]:
    bought = {
        a: {p.step: p.records or 0 for p in found if p.attacker == a and p.method == "greedy"}
        for a in SHOWN
    }
    fewest = {a: min(steps.values()) for a, steps in bought.items()}
    best = {a: [s for s, r in steps.items() if r == fewest[a]] for a, steps in bought.items()}
    high = [f"{alpha:g}" for alpha in ALPHAS if alpha >= 0.6]
    ends = {a: (steps["0"], steps["1"]) for a, steps in bought.items()}
    return [
        Claim(
            "Against PI-uniform, alpha 1 gives the fewest records.",
            "1" in best["pi-uniform"],
            f"fewest {fewest['pi-uniform']:,} at alpha {', '.join(best['pi-uniform'])}",
        ),
        Claim(
            "Under efficiency maximisation, alpha of 0.6 and above gives the fewest records.",
            best["em-fc"] == high,
            f"fewest {fewest['em-fc']:,} at alpha {', '.join(best['em-fc'])}, where with unit cost "
            f"every offer ties and Tacit takes the first; {bought['em-fc']['0.6']:,} at 0.6",
        ),
        Claim(
            "In general fewer records are bought as alpha goes from 0 to 1.",
            all(last < first for first, last in ends.values()),
            "; ".join(f"{a}: {x:,} to {y:,}" for a, (x, y) in ends.items()),
        ),
    ]
