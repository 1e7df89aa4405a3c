"""What a result is worth where counts are known by statistics: which promises are exact, and which are not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit._display import percent
from tacit.attackers.registry import INFORMED
from tacit.publishing.settings import ESTIMATE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from tacit.attackers.confidence import Confidence
    from tacit.market.knowledge import Knowledge
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure

_KNOWN = {
    "sample": "a sample",
    "released": "what was released of them",
    "marginals": "tables of some dimensions each",
    "dictionary": "their values only",
}


@dataclass(frozen=True)
class AsKnown:
    """What counts that are known by statistics make of a result.

    Attributes:
        knowledge: how well the counts are known.
        rows: how sure each attacker is.
        limit: how sure those may be who have no limit of their own.
        how: how the post was made, if that is known.
        factor: within which factor counts are known, where a belief goes by them and that is known.
    """

    knowledge: Knowledge
    rows: Sequence[Confidence]
    limit: Fraction
    how: Procedure | None = None
    factor: Fraction | None = None

    @classmethod
    def of(
        cls,
        market: Market,
        rows: Sequence[Confidence],
        limit: Fraction,
        how: Procedure | None,
    ) -> AsKnown | None:
        """What is to be said of a market; nothing, if every record was counted."""
        if market.knowledge is None:
            return None
        by_counts = how is not None and how.believes_in_counts
        factor = market.knowledge.factor if by_counts else None
        return cls(market.knowledge, rows, limit, how, factor)

    @property
    def held(self) -> str | None:
        """Which end of intervals was held: "upper", "estimate"; None if that is not known."""
        if self.how is None:
            return None
        upper = self.knowledge.counts is not None and self.how.settings.holds != ESTIMATE
        return "upper" if upper else "estimate"

    @property
    def estimated(self) -> list[Confidence]:
        """Those whose confidence depends on counts."""
        return [row for row in self.rows if row.by]

    @property
    def exact(self) -> list[str]:
        """Those whose confidence does not."""
        rest = [row.attacker for row in self.rows if not row.by]
        return [name for name in rest if name.partition(":")[0] != INFORMED or self._is_free]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it in words."""
        return tuple(
            one for one in (self._ends(), self._open(), self._exact(), self._belief()) if one
        )

    def to_json(self) -> dict[str, Any]:
        """The entry `counts` of a result."""
        return {
            **self.knowledge.to_json(),
            "held": self.held,
            "estimated": [row.attacker for row in self.estimated],
            "exact": self.exact,
            "factor": None if self.factor is None else float(self.factor),
            "sentences": list(self.sentences),
        }

    @property
    def _is_free(self) -> bool:
        """Whether what the informed attacker believes does not depend on counts."""
        return self.how is not None and self.how.method.draws and not self.how.believes_in_counts

    def _ends(self) -> str:
        known = self.knowledge
        named = [row.attacker for row in self.estimated if row.known]
        counts = f"Counts are known by {_KNOWN.get(known.kind, known.kind)}"
        if known.level is None or not named:
            return f"{counts}, so records and costs are what is assumed."
        how_often = "surely" if known.level == 1 else f"at {percent(known.level)}"
        held = {
            "upper": "; the limit is kept at the upper end",
            "estimate": "; only the estimate was held",
        }
        return (
            f"{counts}: records and costs are estimates, and {_listed(named)} "
            f"{'lies' if len(named) == 1 else 'lie'} between two ends, {how_often} ({known.by})"
            f"{held.get(self.held or '', '')}."
        )

    def _open(self) -> str:
        over = [row for row in self.estimated if not row.within(self.limit)]
        if not over:
            return ""
        return f"Not known to be within the limit: {', '.join(map(_about, over))}."

    def _exact(self) -> str:
        if not self.exact:
            return ""
        sure = f"Exact, whatever the counts are: {_listed(self.exact)}"
        if INFORMED in self.exact and self.held != "upper":
            return f"{sure}; {INFORMED} as long as every candidate may hold records."
        return f"{sure}."

    def _belief(self) -> str:
        if self.how is None or self._is_free:
            return ""
        if not self.how.believes_in_counts:
            return "The informed attacker is taken to have the same statistics."
        if self.factor is None:
            return "A belief by records is an estimate, and not known to be within any factor."
        return (
            f"A belief by records is an estimate: counts are known within a factor of "
            f"{float(self.factor):,.3g}, and --within with that factor holds for every market they allow."
        )


def _about(row: Confidence) -> str:
    about = "" if row.estimate is None else f"about {percent(row.estimate)}"
    if row.known:
        about = f"{percent(row.lower)} to {percent(row.upper)}, {about}"
    return f"{row.attacker} ({about})"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
