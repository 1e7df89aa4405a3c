"""An audit of a whole campaign: everything published, and everything bought, with one verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit.auditing.purchase_audit import PurchaseAudit
    from tacit.campaign.standing import Standing


@dataclass(frozen=True, repr=False)
class CampaignAudit:
    """What attackers make of everything in a campaign.

    Attributes:
        limit: the highest confidence allowed, for those who have no limit of their own.
        standing: what those know who saw every post.
        purchases: what one makes of it who saw all posts and purchases, and what the paper's tests say
            of all purchases together; None if nothing was bought.
    """

    limit: Fraction
    standing: Standing
    purchases: PurchaseAudit | None

    @property
    def holds(self) -> bool:
        """Whether everyone is within the limit, one who saw every post and purchase among them."""
        bought = self.purchases is None or self.purchases.holds  # not where that is not known
        return self.standing.holds(self.limit) and bought

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit audit --campaign --json` prints."""
        answer = {**self.standing.to_json(self.limit), "holds": self.holds}
        if self.purchases is not None:
            answer["purchase"] = self.purchases.to_json()
        return answer

    def __repr__(self) -> str:
        return f"CampaignAudit({self.standing.posts} posts, holds: {self.holds})"
