"""How Tables 1 and 2 are made: each attacker, without protection and with the greedy expansion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tacit._display import percent
from tacit.attackers import Confidence
from tacit.datasets import load
from tacit.intent import Intent
from tacit.market import Market, Mass
from tacit.publish import protect

COLUMNS = (
    "Conf. LB",
    "Conf. UB",
    "Total cost",
    "Cost (TI)",
    "Cost ratio",
    "Records (PI)",
    "Records (TI)",
    "Utility",
)
LIMIT = 0.3

TRUE_INTENT_1: Mapping[str, Sequence[str]] = {
    "age": ["working adult"],
    "race": ["Black"],
    "sex": ["Female"],
    "hours-per-week": ["full-time"],
    "income": [">50K"],
}
TRUE_INTENT_2 = {**TRUE_INTENT_1, "race": ["Black", "Asian-Pac-Islander"]}


@dataclass(frozen=True)
class Setting:
    """One block of a table: a market, a true intent, and for each attacker alpha and what is printed.

    Attributes:
        title: what the block is called.
        data: the market.
        wanted: the true intent.
        printed: for each attacker, alpha and the two printed rows (bare, expanded), as text.
    """

    title: str
    data: str
    wanted: Mapping[str, Sequence[str]]
    printed: Mapping[str, tuple[float, str, str]]


@dataclass(frozen=True)
class Row:
    """One row of a table: what we get and what the paper prints, as the paper writes numbers."""

    setting: str
    attacker: str
    protection: str
    ours: tuple[str, ...]
    printed: tuple[str, ...]

    @property
    def matches(self) -> bool:
        """Whether every number is the printed one."""
        return self.ours == self.printed


def rows(settings: Sequence[Setting]) -> list[Row]:
    """Compute every row of a table."""
    found = []
    for setting in settings:
        market = load(setting.data)
        true = market.intent(setting.wanted)
        for attacker, (alpha, bare, expanded) in setting.printed.items():
            result = protect(market, true, against=attacker, limit=LIMIT, alpha=alpha)
            before = _row(market, true, result.unprotected[0], result.true_mass, result.true_mass)
            after = _row(market, true, result.confidences[0], result.mass, result.true_mass)
            for protection, ours, printed in (
                ("none", before, bare),
                ("expansion", after, expanded),
            ):
                found.append(Row(setting.title, attacker, protection, ours, tuple(printed.split())))
    return found


def _row(
    market: Market, true: Intent, confidence: Confidence, mass: Mass, true_mass: Mass
) -> tuple[str, ...]:
    return (
        percent(confidence.lower),
        percent(confidence.upper),
        f"{market.money(mass.spend):.1f}",
        f"{market.money(true_mass.spend):.1f}",
        percent(Fraction(true_mass.spend, mass.spend)),
        str(mass.records),
        str(true_mass.records),
        percent(Fraction(true_mass.records, mass.records)),
    )
