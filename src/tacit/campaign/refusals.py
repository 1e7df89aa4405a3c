"""What a campaign refuses, and what would do instead.

One more publication is refused where it would tell too much; another need, or a post from
elsewhere, where it is no part of the campaign.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit._display import percent
from tacit.errors import CampaignError, CampaignRefused, rounded_up

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from tacit.attackers.confidence import Confidence
    from tacit.campaign.ledger import Ledger
    from tacit.campaign.remaining import Remaining
    from tacit.intents.intent import Intent
    from tacit.market.market import Market


def require_room(remaining: Remaining | None, limit: Fraction) -> None:
    """Refuse to seal where the earlier publications have told too much already."""
    if remaining is not None and remaining.confidence <= limit:
        return
    known = (
        "it is not known what the earlier publications told someone who knows how they were made"
        if remaining is None
        else "the earlier publications have told someone who knows how they were made too much: a "
        f"record is {percent(remaining.confidence)} sure to be wanted"
    )
    raise CampaignRefused(
        f"{known}, so one more can't be sealed, and nothing was published. What would keep a limit: "
        "publish the same as before, or serve the need as a new one, with a new campaign, once the "
        "old posts no longer tell."
    )


def require_sealed(remaining: Remaining | None, limit: Fraction | None) -> None:
    """Refuse a post that breaks what an earlier one promised about the informed attacker.

    Args:
        remaining: what would be left after it, if that is known.
        limit: what was promised, if anything was.
    """
    if limit is None or (remaining is not None and remaining.confidence <= limit):
        return
    raise CampaignRefused(
        "an earlier publication was sealed, and someone who knows the method would be surer than "
        f"{percent(limit)} after this one, so nothing was published. What would keep the limit: "
        "publish the same as before, or use the method sealed again."
    )


def require_within(
    confidences: Sequence[Confidence], limit: Fraction, *, same_holds: bool, can_seal: bool
) -> None:
    """Refuse a publication after which those who look at posts know too much.

    Args:
        confidences: how sure each would be.
        limit: of those who have none of their own.
        same_holds: whether to publish the same as before would do.
        can_seal: whether the method sealed might do.
    """
    over = [confidence for confidence in confidences if not confidence.within(limit)]
    if not over:
        return
    sure = " and ".join(f"{c.attacker} would be {percent(c.upper)} sure" for c in over)
    limits = " and ".join(f"{rounded_up(c.upper)} or more for {c.attacker}" for c in over)
    keep = "publish the same as before, which still holds; " if same_holds else ""
    seal = "; or the method sealed, which reckons with what was published before"
    raise CampaignRefused(
        f"one more publication would tell too much: by what all posts have in common {sure}, so "
        f"nothing was published. What would keep the limit: {keep}a limit of {limits}"
        f"{seal if can_seal else ''}."
    )


def require_same(ledger: Ledger, market: Market, true: Intent) -> None:
    """Refuse another true intent than the campaign's."""
    known = ledger.true(market)
    if known is None or known == true:
        return
    changed = ledger.changed_since_entry(market)
    raise CampaignError(
        "this campaign is about another true intent. One campaign serves one need: use another "
        "file for this one."
        + changed
        * " If only the market has new values since, on a dimension that the intent "
        "leaves open, leave the intent out: the campaign keeps to the values it was about."
    )


def require_published(ledger: Ledger, market: Market, published: Intent) -> None:
    """Refuse to buy from a post that the campaign does not know."""
    if published not in ledger.published(market):
        raise CampaignError(
            "this campaign has not published that. Buy from what it published, which it knows, "
            "or leave the campaign out."
        )
