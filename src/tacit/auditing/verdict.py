"""The verdict of an audit: whether the limit holds, in one sentence that speaks of everyone."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tacit._display import percent

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tacit.attackers.confidence import Confidence
    from tacit.publishing.headline import Headline


def verdict(
    above: Sequence[Confidence], limit: Fraction, headline: Headline, left_out: Collection[str]
) -> str:
    """Whether the limit holds, in one sentence.

    Args:
        above: those who are not within their limit, or not known to be.
        limit: how sure those may be who have no limit of their own.
        headline: how sure the best-informed reader is.
        left_out: those of them whom nobody asked about.
    """
    if not above and headline.holds:
        return "Within the limit: every attacker, the one who knows the method among them."
    maybe = [one for one in above if _may_be_within(one, limit)]
    sure = [one for one in above if one.known and one not in maybe]
    said = [f"Above the limit: {_named(sure, left_out)}."] if sure else []
    said += [f"Not known to be within the limit: {_named(maybe, left_out)}."] if maybe else []
    if not headline.known:
        said.append("Not known to be within the limit: one who knows how the post was made.")
    return " ".join(said) or (
        "Above the limit: the best-informed reader, to whom empty cells are no disguise."
    )


def _may_be_within(one: Confidence, limit: Fraction) -> bool:
    """Whether counts that are known by statistics leave it open whether someone is within the limit."""
    own = limit if one.limit is None else one.limit
    return bool(one.by) and (one.lower or Fraction(0)) <= own


def _named(some: Sequence[Confidence], left_out: Collection[str]) -> str:
    return ", ".join(
        f"{one.attacker} ({one.in_words if one.by else percent(one.upper)}"
        f"{', left out' if one.attacker in left_out else ''})"
        for one in some
    )
