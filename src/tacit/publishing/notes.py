"""Notes: what a buyer should know about an intent or its disguise, without naming values."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.intents.intent import Intent
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


def notes_on(true: Intent, mass: Mass) -> tuple[str, ...]:
    """What a buyer should know about an intent, without naming its values."""
    notes = [
        f"a range on '{name}' did not meet its bins and was widened to them"
        for name in true.widened
    ]
    if not mass.records:
        notes.append(
            "the true intent holds no records in this market, so attackers who go by records have "
            "nothing to find (confidence 0)"
        )
    return tuple(notes)
