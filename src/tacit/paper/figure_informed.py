"""What the paper's promise is worth against someone who knows the method.

Not in the paper. Its attackers look at a post and guess; this one runs the method on every true intent
there could be and keeps those that lead to the post. For each way to publish the survey says how many
true intents are then exposed above the limit, how sure the attacker is on average, and how many
intents are found out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tacit._display import percent
from tacit._progress import Listener, Phase
from tacit.attackers.registry import ATTACKERS, INFORMED
from tacit.candidates.belief import Belief
from tacit.informed.post import Informed
from tacit.market.sources.load import load
from tacit.paper.exhibit import Case, Chart, Claim, Exhibit, Line, Sheet
from tacit.paper.expansion import LIMIT, TRUE_INTENT_1
from tacit.publishing.procedure import Procedure
from tacit.report.charts import Exposure, exposures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.informed.survey import Survey
    from tacit.market.market import Market

NAME = "figure-informed"
TITLE = "The promise against someone who knows the method"
SHOWS = (
    "Whoever knows how posts are made can replay the method on every true intent there could be, and "
    "keep those that lead to what was posted. Left, the share of true intents with a record of which "
    "this attacker is then surer than the limit, and those identified outright. Right, how sure the "
    "attacker is of the most exposed wanted record, on average. Adult, limit 30%, alpha 0.5; posts "
    "that greedy or optimal made for the attacker named, and posts that sealed drew."
)
COLUMNS = ("above limit", "share", "mean confidence", "identified")
BOXES, CELLS = "boxes", "cells"
RUNS = (
    (BOXES, "greedy", tuple(ATTACKERS)),
    (CELLS, "greedy", tuple(ATTACKERS)),
    (CELLS, "optimal", tuple(ATTACKERS)),
    (CELLS, "sealed", (INFORMED,)),
)
"""Which true intents there could be, the method, and whom posts are made for."""


@dataclass(frozen=True)
class Surveyed:
    """One survey: which true intents there could be, and how posts are made."""

    among: str
    method: str
    attacker: str
    found: Survey

    @property
    def share(self) -> Fraction:
        """The share of true intents that are exposed above the limit."""
        return Fraction(self.found.exceed, self.found.candidates)

    @property
    def identified(self) -> Fraction:
        """The share of true intents that are found out."""
        return Fraction(self.found.alone, self.found.candidates)

    def row(self) -> dict[str, object]:
        """The survey as a row of a CSV file."""
        about = {"among": self.among, "method": self.method, "attacker": self.attacker}
        return {**about, **self.found.to_json()}


def exhibit(own: Case | None = None, progress: Listener | None = None) -> Exhibit:
    """Survey every way to publish; the same whatever case is studied."""
    market = load("adult", progress=progress)
    runs = [(among, method, one) for among, method, attackers in RUNS for one in attackers]
    phase, found = Phase(progress, "surveying ways to publish", len(runs)), []
    for run in runs:
        found.append(_surveyed(market, *run, phase.inner))
        phase()
    chart = Chart(NAME, SHOWS, lambda: _draw(found), [one.row() for one in found])
    return Exhibit(NAME, TITLE, SHOWS, [_sheet(found)], [chart], _claims(market, found))


def _surveyed(
    market: Market, among: str, method: str, attacker: str, progress: Listener | None
) -> Surveyed:
    own = {"support": "all"} if method == "sealed" else {}
    made = Procedure.of(method=method, against=attacker, limit=LIMIT, **own)
    found = Informed(market, made, Belief(among)).survey(progress)
    return Surveyed(among, method, attacker, found)


def _sheet(found: Sequence[Surveyed]) -> Sheet:
    lines = [
        Line(
            (f"{one.found.candidates:,} {one.among}", one.method, one.attacker),
            (
                f"{one.found.exceed:,}",
                percent(one.share),
                percent(one.found.mean),
                f"{one.found.alone:,}",
            ),
        )
        for one in found
    ]
    return Sheet(
        "What an informed attacker reaches", ("among", "method", "made for"), COLUMNS, lines
    )


def _draw(found: Sequence[Surveyed]) -> object:
    rows: dict[str, list[Exposure]] = {}
    for one in found:
        title = f"among all {one.found.candidates:,} {one.among}"
        name = one.method if one.attacker == INFORMED else f"{one.method}, {one.attacker}"
        shares = (float(one.identified), float(one.share), float(one.found.mean))
        rows.setdefault(title, []).append(Exposure(name, *shares))
    return exposures(rows, LIMIT)


def _claims(market: Market, found: Sequence[Surveyed]) -> list[Claim]:
    def shares(among: str, method: str) -> dict[str, Fraction]:
        chosen = [one for one in found if (one.among, one.method) == (among, method)]
        return {one.attacker: one.share for one in chosen}

    boxes, cells, best = shares(BOXES, "greedy"), shares(CELLS, "greedy"), shares(CELLS, "optimal")
    left = {attacker: _remaining(market, attacker) for attacker in ATTACKERS}
    sealed = next(one.found for one in found if one.method == "sealed")
    return [
        Claim(
            "Of the boxes that could be wanted, 89% to 100% are exposed above the limit by greedy.",
            round(100 * min(boxes.values())) == 89 and max(boxes.values()) == 1,
            _listed(boxes),
            ours=True,
        ),
        Claim(
            "The paper's first case, made for pi-uniform, is identified: one candidate remains.",
            left["pi-uniform"] == 1,
            "remain: " + ", ".join(f"{name} {count}" for name, count in left.items()),
            ours=True,
        ),
        Claim(
            "A post proven optimal exposes as many cells as greedy, or more.",
            all(best[name] >= share for name, share in cells.items()),
            f"greedy {_listed(cells)}; optimal {_listed(best)}",
            ours=True,
        ),
        Claim(
            "Sealed exposes none, and identifies none.",
            sealed.holds and sealed.exceed == sealed.alone == 0,
            f"at worst {percent(sealed.worst)}",
            ours=True,
        ),
    ]


def _remaining(market: Market, attacker: str) -> int | None:
    """How many boxes remain for the paper's first case."""
    true = market.intent(TRUE_INTENT_1)
    made = Procedure.of(method="greedy", against=attacker, limit=LIMIT)
    published = made.choose(market, true).published
    return Informed(market, made, Belief("boxes")).judge(true, published).confidence.remaining


def _listed(shares: dict[str, Fraction]) -> str:
    return ", ".join(f"{name} {percent(share)}" for name, share in shares.items())
