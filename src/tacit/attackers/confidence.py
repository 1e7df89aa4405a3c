"""Confidence: how sure an attacker is, exactly or with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit._display import percent

if TYPE_CHECKING:
    from fractions import Fraction


INFORMED = "informed"


@dataclass(frozen=True)
class Confidence:
    """How sure an attacker is at most that a wanted record is wanted.

    Attributes:
        attacker: whose confidence it is.
        upper: the most it can be, for the most exposed record; exact.
        lower: the least it can be, where the attacker model gives one.
        estimate: what a simulation found, where `lower` and `upper` are its interval.
        limit: this attacker's own limit, if it has one.
        decided: whether it is within the limit, where that was decided more finely than by `upper`.
        considered: for an informed attacker, how many true intents there could have been.
        remaining: of these, how many could have led to what was published.
        known: whether anything is known; if not, it is not within any limit.
        by: how the interval was made, where counts are known by statistics only.
        level: how often such an interval holds at least, 1 for always; None if that is not known.
    """

    attacker: str
    upper: Fraction
    lower: Fraction | None = None
    estimate: Fraction | None = None
    limit: Fraction | None = None
    decided: bool | None = None
    considered: int | None = None
    remaining: int | None = None
    known: bool = True
    by: str = ""
    level: Fraction | None = None

    def within(self, limit: Fraction) -> bool:
        """Whether it stays within a limit, or its own if it has one, compared exactly."""
        if self.decided is not None or not self.known:
            return bool(self.decided) and self.known
        return self.upper <= (limit if self.limit is None else self.limit)

    @property
    def in_words(self) -> str:
        """The confidence for people to read: an interval with its estimate, bounds, or one number."""
        about = None if not self.by or self.estimate is None else percent(self.estimate)
        if not self.known:
            return "not known" if about is None else f"about {about}, not known how well"
        if self.lower is None or self.lower == self.upper:
            return percent(self.upper)
        ends = f"{percent(self.lower)} to {percent(self.upper)}"
        return ends if about is None else f"{about} ({ends})"

    def to_json(self, limit: Fraction) -> dict[str, Any]:
        """The confidence as every command prints it."""
        shown: dict[str, Any] = {
            "name": self.attacker,
            "lower": None if self.lower is None else float(self.lower),
            "upper": float(self.upper),
            "holds": self.within(limit),
        }
        for name in ("limit", "estimate"):
            value = getattr(self, name)
            if value is not None:
                shown[name] = float(value)
        if self.considered is not None:
            shown |= {"candidates": self.considered, "remaining": self.remaining}
            if self.estimate is not None:
                shown["interval"] = [shown["lower"], shown["upper"]]
        if self.by:
            level = None if self.level is None or not self.known else float(self.level)
            shown |= {"interval_by": self.by, "level": level}
        return shown if self.known else {**shown, "known": False}
