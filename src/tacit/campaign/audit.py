"""An audit of a whole campaign: everything published, and everything bought, with one verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit.auditing.purchase import PurchaseAudit
    from tacit.campaign.standing import Standing


@dataclass(frozen=True, repr=False)
class CampaignAudit:
    """What attackers make of everything in a campaign.

    Attributes:
        limit: the highest confidence allowed, for those who have no limit of their own.
        standing: what those know who saw every post.
        purchases: what those make of it who saw every purchase; None if nothing was bought.
    """

    limit: Fraction
    standing: Standing
    purchases: PurchaseAudit | None

    @property
    def holds(self) -> bool:
        """Whether everyone is within the limit, by the posts and by the purchases."""
        seen = self.purchases
        return self.standing.holds(self.limit) and (seen is None or seen.holds)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit audit --campaign --json` prints."""
        answer = {**self.standing.to_json(self.limit), "holds": self.holds}
        if self.purchases is not None:
            answer["purchase"] = self.purchases.to_json()
        return answer

    def __repr__(self) -> str:
        return f"CampaignAudit({self.standing.posts} posts, holds: {self.holds})"
