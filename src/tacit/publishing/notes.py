"""Notes: what a buyer should know about an intent or its disguise, without naming values."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tacit._defaults import MOST_BINS
from tacit._display import percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass


def notes_on_disguise(
    true: Intent, published: Intent, true_mass: Mass, mass: Mass
) -> tuple[str, ...]:
    """What a buyer should know about a disguise that is none."""
    if published == true:
        return (
            "WARNING: what is published is the true intent itself. These attackers are within the "
            "limit without any disguise, but everyone who reads the post reads your intent; name "
            "pi-uniform among the attackers, or lower the limit",
        )
    if any(box == wanted for box in published.boxes for wanted in true.boxes):
        return (
            "one of the published boxes is a box of the true intent as it is: the others disguise "
            "it, but whoever guesses that reads part of your intent",
        )
    if mass.records == true_mass.records:
        return (
            "the disguise holds no records: it hides the intent from those who read the post, but "
            "whoever sees what is bought sees wanted records only",
        )
    return ()


def notes_on(market: Market, true: Intent) -> tuple[str, ...]:
    """What a buyer should know about an intent, without naming its values."""
    mass = market.mass(true)
    notes = [*_on_bins(market, true, mass)] if true.widened else []
    if not mass.records:
        notes.append(
            "WARNING: the true intent holds no records in this market: nothing that is wanted can be "
            "bought. Attackers who go by records have nothing to find (confidence 0)"
        )
    return tuple(sorted(notes, key=lambda note: not note.startswith("WARNING")))


def _on_bins(market: Market, true: Intent, mass: Mass) -> Iterator[str]:
    """How much more the bins hold than what is wanted, and how to come closer."""
    matching = market.matching(true)
    for name in true.widened:
        yield f"a range on '{name}' did not meet its bins and was widened to them{_finer(market, name)}"
    if matching is None:
        yield (
            f"the bins around what you want hold {mass.records:,} records, which count as wanted; how "
            "many of them match is not known, as the rows, or what was asked for, are not at hand"
        )
    elif mass.records and not matching.records:
        yield (
            "WARNING: no record matches what you want. The bins around it hold "
            f"{mass.records:,}, and a post would bring only those. Look at what the table holds, or ask "
            "for more"
        )
    elif matching.records < mass.records:
        share = percent(Fraction(matching.records, mass.records))
        yield (
            f"{matching.records:,} records match what you want; the bins around it hold "
            f"{mass.records:,}, so of their records {share} match on average. Shares of what is wanted "
            "count those that match; how sure attackers are is about the bins"
        )


def _finer(market: Market, name: str) -> str:
    """How to get finer bins: four times as many, for every column and whatever is wanted."""
    bins = len(market.space.dimensions[market.space.index(name)])
    if bins >= MOST_BINS:
        return ""
    return (
        f". It has {bins:,} bins; for finer ones, chosen for whole columns and not for what is wanted: "
        f"tacit describe TABLE --bins {min(4 * bins, MOST_BINS)} --force"
    )
