"""What a campaign refuses, and what would do instead.

One more publication is refused where it would tell too much; another need, or a post from
elsewhere, where it is no part of the campaign.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit._display import percent
from tacit._names import option
from tacit.attackers.registry import INFORMED
from tacit.candidates.secrets import about_value
from tacit.errors import CampaignError, CampaignRefused, rounded_up

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from tacit.attackers.confidence import Confidence
    from tacit.auditing.chain import Chain
    from tacit.campaign.ledger import Ledger
    from tacit.candidates.secrets import Judged, Secrets
    from tacit.intents.intent import Intent
    from tacit.market.market import Market


def require_room(sure: Judged | None) -> None:
    """Refuse to seal where the earlier publications have told too much already.

    Args:
        sure: how sure someone is by now who knows the method, if that is known.
    """
    if sure is not None and sure.holds:
        return
    known = (
        "it is not known what the earlier publications told someone who knows how they were made"
        if sure is None
        else "the earlier publications have told someone who knows how they were made too much: "
        f"{_too_sure(sure)} sure to be wanted"
    )
    raise CampaignRefused(
        f"{known}, so one more can't be sealed, and nothing was published. What would keep a limit: "
        "publish the same as before, or serve the need as a new one, with a new campaign, once the "
        "old posts no longer tell."
    )


def require_sealed(sure: Judged | None, promised: Secrets | None) -> None:
    """Refuse a post that breaks what an earlier one promised about the informed attacker.

    Args:
        sure: how sure that one would be after it, if that is known.
        promised: what was promised, if anything was.
    """
    if promised is None or (sure is not None and sure.holds):
        return
    broken = () if sure is None else sure.broken
    what = f" of the value of '{broken[0]}'" if broken and broken[0] is not None else ""
    limit = promised.limit if not what else promised.hidden[str(broken[0])]
    raise CampaignRefused(
        f"an earlier publication was sealed, and someone who knows the method would be surer{what} "
        f"than {percent(limit)} after this one, so nothing was published. What would keep the limit: "
        "publish the same as before, or use the method sealed again. To give the limit up for good, say "
        f"{option('--loosen', [INFORMED if not what else about_value(str(broken[0]))])}."
    )


def require_promised(chain: Chain) -> None:
    """Refuse a purchase that tells more than the posts did, and breaks what they promised."""
    if chain.holds or not chain.tells_more:
        return
    raise CampaignRefused(
        "what was published promised to keep someone who knows how everything was made within a limit, "
        f"and after this purchase that is broken: {chain.after.sentence}. Nothing was ordered. What "
        "would keep the promise: a blind draw of a size that does not follow from the want (--buy, "
        "--budget). To give the promise up for good, say --loosen informed."
    )


def _too_sure(sure: Judged) -> str:
    """What someone is too sure of, and how sure."""
    name = sure.broken[0]
    if name is None:
        return f"a record is {percent(sure.record)}"
    return f"a value of '{name}' is {percent(sure.values[name])}"


def require_within(
    confidences: Sequence[Confidence],
    limit: Fraction,
    promised: Mapping[str, Fraction],
    *,
    same_holds: bool,
    can_seal: bool,
) -> None:
    """Refuse a publication after which those who look at posts know too much.

    Args:
        confidences: how sure each would be.
        limit: of those who have none of their own.
        promised: limits that earlier posts have promised, by name.
        same_holds: whether to publish the same as before would do.
        can_seal: whether the method sealed might do.
    """
    over = [confidence for confidence in confidences if not confidence.within(limit)]
    if not over:
        return
    sure = " and ".join(f"{c.attacker} would be {percent(c.upper)} sure" for c in over)
    limits = " and ".join(f"{rounded_up(c.upper)} or more for {c.attacker}" for c in over)
    broken = [c.attacker for c in over if promised.get(c.attacker, c.upper) < c.upper]
    given_up = (
        f" with {option('--loosen', broken)}, which gives up what was promised" if broken else ""
    )
    keep = "publish the same as before, which still holds; " if same_holds else ""
    seal = "; or the method sealed, which reckons with what was published before"
    raise CampaignRefused(
        f"one more publication would tell too much: by what all posts have in common {sure}, so "
        f"nothing was published. What would keep the limit: {keep}a limit of {limits}"
        f"{given_up}{seal if can_seal else ''}."
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
