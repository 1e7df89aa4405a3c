"""How Tables 1 and 2 are made: each attacker, without protection and with the greedy expansion."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from tacit._display import percent
from tacit._progress import Listener, Phase
from tacit.errors import UnreachableLimit, rounded_up
from tacit.market.sources.load import load
from tacit.paper.exhibit import COMPARED, Case, Line, Sheet, own_settings
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import publish

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacit.attackers.confidence import Confidence
    from tacit.market.market import Market
    from tacit.market.mass import Mass

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
        printed: for each attacker, alpha and the two printed rows (bare, expanded), as text; empty
            where nothing is printed.
        limit: the highest confidence allowed.
    """

    title: str
    data: str
    wanted: Mapping[str, Sequence[str]] = field(repr=False)
    printed: Mapping[str, tuple[float, str, str]]
    limit: float = LIMIT


@dataclass(frozen=True)
class Row:
    """One row of a table: what we get and what the paper prints, as the paper writes numbers.

    Tacit's own methods have nothing printed.
    """

    setting: str
    attacker: str
    protection: str
    ours: tuple[str, ...]
    printed: tuple[str, ...]

    @property
    def matches(self) -> bool:
        """Whether every number is the printed one."""
        return self.ours == self.printed


def rows(settings: Sequence[Setting], progress: Listener | None = None) -> list[Row]:
    """Compute every row that the paper prints."""
    return [row for setting in settings for row in _all(setting, progress) if row.printed]


def sheets(
    title: str, settings: Sequence[Setting], progress: Listener | None = None
) -> list[Sheet]:
    """Compute every row, those of Tacit's own methods included, as one sheet per setting."""
    return [
        Sheet(
            f"{title}, {setting.title}",
            ("attacker", "protection"),
            COLUMNS,
            [
                Line(
                    (row.attacker, row.protection),
                    row.ours,
                    row.printed or None,
                    row.matches if row.printed else None,
                )
                for row in _all(setting, progress)
            ],
        )
        for setting in settings
    ]


def own_setting(case: Case) -> Setting:
    """A setting for a case of one's own, with nothing printed."""
    printed = dict.fromkeys(("pi-uniform", "em-fc", "em-f", "em-c"), (case.alpha, "", ""))
    return Setting("your case", case.data, case.wanted, printed, case.limit)


def _all(setting: Setting, progress: Listener | None = None) -> list[Row]:
    market = load(setting.data, progress=progress)
    true = market.intent(setting.wanted)
    found = []
    phase = Phase(progress, "protecting", len(setting.printed) * len(COMPARED))
    for attacker, (alpha, bare, expanded) in setting.printed.items():
        for method in COMPARED:
            paper = method == "greedy"
            try:
                own = own_settings(method, alpha)
                how = Procedure.of(against=attacker, limit=setting.limit, method=method, **own)
                result = publish(how, market, true, progress=phase.inner)
            except UnreachableLimit as error:
                gone = ("-", f"above {rounded_up(error.lowest)}", *["-"] * (len(COLUMNS) - 2))
                found.append(Row(setting.title, attacker, "out of reach", gone, ()))
                phase()
                continue
            if paper:
                lone = result.true_mass
                before = _row(market, result.unprotected[0], lone, lone)
                found.append(Row(setting.title, attacker, "none", before, tuple(bare.split())))
            after = _row(market, result.confidences[0], result.mass, result.true_mass)
            printed = tuple(expanded.split()) if paper else ()
            found.append(
                Row(setting.title, attacker, "expansion" if paper else method, after, printed)
            )
            phase()
    return found


def _row(market: Market, confidence: Confidence, mass: Mass, true_mass: Mass) -> tuple[str, ...]:
    return (
        percent(confidence.lower),
        percent(confidence.upper),
        f"{market.money(mass.spend):.1f}",
        f"{market.money(true_mass.spend):.1f}",
        percent(Fraction(true_mass.spend, mass.spend or 1)),
        str(mass.records),
        str(true_mass.records),
        percent(Fraction(true_mass.records, mass.records or 1)),
    )
