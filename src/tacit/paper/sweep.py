"""Protecting over and over with one thing changed: how the paper's figures are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit._progress import Listener, Phase
from tacit.errors import UnreachableLimit
from tacit.paper.exhibit import COMPARED, own_settings
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import publish
from tacit.report.charts import Curve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacit.intents.intent import Intent
    from tacit.market.market import Market

SHOWN = ("pi-uniform", "em-fc")
"""The two attackers the paper's figures show."""


@dataclass(frozen=True)
class Point:
    """One publication of a sweep; None where the limit is out of reach."""

    step: str
    attacker: str
    method: str
    upper: float | None
    lower: float | None
    records: int | None
    cells: int | None
    true_records: int
    true_cells: int

    def row(self) -> dict[str, Any]:
        """The point as a row of a CSV file."""
        return dict(vars(self))


def points(
    market: Market,
    steps: Sequence[tuple[str, Intent, float, Mapping[str, float]]],
    progress: Listener | None = None,
) -> list[Point]:
    """Protect each step (name, true intent, limit, alpha by attacker) by every known method."""
    found = []
    phase = Phase(progress, "protecting", len(steps) * len(SHOWN) * len(COMPARED))
    for name, true, limit, alphas in steps:
        for attacker in SHOWN:
            for method in COMPARED:
                found.append(_point(market, name, true, limit, attacker, method, alphas[attacker]))
                phase()
    return found


def _point(
    market: Market,
    step: str,
    true: Intent,
    limit: float,
    attacker: str,
    method: str,
    alpha: float,
) -> Point:
    wanted = market.mass(true)
    known = (wanted.records, wanted.cells)
    own = own_settings(method, alpha)
    try:
        how = Procedure.of(against=attacker, limit=limit, method=method, **own)
        made = publish(how, market, true)
    except UnreachableLimit:
        return Point(step, attacker, method, None, None, None, None, *known)
    (sure,) = made.confidences
    lower = None if sure.lower is None else float(sure.lower)
    return Point(
        step, attacker, method, float(sure.upper), lower, made.mass.records, made.mass.cells, *known
    )


def curves_of(found: Sequence[Point], what: str, share_of: int | None = None) -> list[Curve]:
    """One curve per attacker and method."""
    made = []
    for attacker in SHOWN:
        for i, method in enumerate(COMPARED):
            mine = [p for p in found if (p.attacker, p.method) == (attacker, method)]
            values = [getattr(p, what) for p in mine]
            if share_of:
                values = [None if v is None else v / share_of for v in values]
            banded = what == "upper" and i == 0 and mine[0].lower is not None
            low = [p.lower for p in mine] if banded else None
            name = attacker if len(COMPARED) == 1 else f"{attacker}, {method}"
            made.append(Curve(name, attacker, values, low, ("-", "--", ":", "-.")[i % 4]))
    return made
