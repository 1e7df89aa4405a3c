"""What an informed attacker finds in one published intent, and how far that holds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._display import percent
from tacit.publishing.headline import Headline

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tacit.attackers.confidence import Confidence
    from tacit.candidates.secrets import GivenAway, Judged


def in_words(margin: Fraction | None) -> str:
    """For which beliefs all limits hold, by the margin that they leave, in one sentence.

    >>> from fractions import Fraction
    >>> in_words(Fraction(249, 100))
    'the limits hold for every belief whose odds differ by a factor of up to 2.4'
    """
    if margin is None:
        return "the limits hold for every belief, whatever its odds"
    if margin < 1:
        return "the limits do not hold even for the named belief"
    if margin < Fraction(11, 10):
        return "the limits hold for the named belief, and hardly for any other"
    factor = int(margin * 10) / 10  # rounded down: what is said must hold
    return f"the limits hold for every belief whose odds differ by a factor of up to {factor:,g}"


@dataclass(frozen=True, repr=False)
class Finding:
    """What an informed attacker makes of one published intent.

    All of it by the surest belief of those named, and of those within the factor.

    Attributes:
        confidence: about the most exposed record of all.
        hidden: about the surest value of each hidden dimension.
        wanted: about the most exposed record that is wanted.
        wanted_values: about the surest value that is wanted, by the name of each hidden dimension.
        possible: whether the true intent itself could have led there, by this procedure.
        listed: whether all candidates were looked at.
        gives_away: what the post tells of each dimension, hidden or not.
        margin: by which factor a belief may differ from those named until a limit breaks; below 1 if
            one is broken already, None if none ever is.
        part: if the true intent is hidden in a part of the candidates, how many those are; what is
            found is about someone who is told the part.
        by_records: how sure the attacker is to whom candidates without records are no disguise, where
            that is known.
    """

    confidence: Confidence
    wanted: Fraction
    possible: bool
    listed: bool
    hidden: tuple[Confidence, ...] = ()
    wanted_values: Mapping[str, Fraction] | None = None
    gives_away: tuple[GivenAway, ...] = ()
    margin: Fraction | None = None
    part: int | None = None
    by_records: Judged | None = None

    @property
    def known(self) -> bool:
        """Whether it is known how sure someone is: the true intent leads there by this procedure."""
        return self.possible and bool(self.confidence.remaining) and self.by_records is not None

    def headline(self, limit: Fraction, wanted: Fraction) -> Headline:
        """How sure the best-informed reader is, beside the limit and the share that is wanted."""
        if not self.known or self.by_records is None:
            return Headline.not_known(limit, wanted, self.sentence)
        return Headline.of(self.by_records, wanted)

    @property
    def confidences(self) -> tuple[Confidence, ...]:
        """How sure the attacker is of a record, and of a value of each hidden dimension."""
        return (self.confidence, *self.hidden)

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        sure, c = percent(self.confidence.upper), self.confidence
        if not c.remaining and not self.listed:
            return (
                f"of {c.considered:,} intents none of those drawn leads here, so how sure someone is "
                "who knows the method can't be told"
            )
        if not c.remaining:
            return (
                f"of {c.considered:,} intents none leads here in the way that was named; someone who "
                f"only knows that it is one of those inside is {sure} sure of a record"
            )
        found = f"of {c.considered:,} intents that could have led here, {self._few}"
        if not self.possible:
            return f"{found}, and the true one is not among them: this was made in another way"
        about = "up to " if not self.listed else ""
        who = "someone who knows the method"
        if self.part is not None:
            who += (
                f" and is told that it is hidden among a part of {self.part:,} of {c.considered:,}"
            )
        return f"{found}: {who} is {about}{sure} sure of a record"

    @property
    def _few(self) -> str:
        many = self.confidence.remaining
        few = "1 remains" if many == 1 else f"{many:,} remain"
        return few if self.listed else f"{few} among those drawn"

    def to_json(self) -> dict[str, Any]:
        """The finding as `tacit audit --json` prints it."""
        c = self.confidence
        return {
            "confidence": float(c.upper),
            "wanted": float(self.wanted),
            "candidates": c.considered,
            "remaining": c.remaining,
            "listed": self.listed,
            "part": self.part,
            "possible": self.possible,
            "margin": None if self.margin is None else float(self.margin),
            "sentence": self.sentence,
        }
