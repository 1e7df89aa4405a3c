"""What was said of a post's worth when it was published, for one that is published again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacit.publishing.plan import Worth

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass


@dataclass(frozen=True)
class KeptWorth(Worth):
    """The worth of a post as the ledger keeps it.

    Attributes:
        told: what was said of it then.
        status: "optimal", "bounded" or "heuristic", as it was then.
    """

    told: Mapping[str, Any]
    status: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", self.told["proof"]["status"])

    def to_json(self, market: Market, mass: Mass, objective: str) -> dict[str, Any]:
        """What was said then."""
        return dict(self.told)

    def sentence(self, market: Market, published: Intent, objective: str) -> str:
        """That it was published before."""
        return f"Published before, as {self.status}, and kept."
