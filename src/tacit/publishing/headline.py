"""The headline: how sure the best-informed reader is of what is wanted, in one number.

That reader knows the market, the method with all its settings, and all that is public; only the draw is
secret. Cells without records are no disguise to this one: whoever wants records wants cells that have
some, so candidates without any are left out, whatever others reckon with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._display import percent
from tacit.candidates.secrets import judged

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Judged, Secrets
    from tacit.intents.intent import Intent

NOT_TOLD = "how the post was made is not known"


@dataclass(frozen=True)
class HiddenValue:
    """How sure the best-informed reader is of the value that is wanted on a hidden dimension."""

    dimension: str
    sure: Fraction
    limit: Fraction

    @property
    def holds(self) -> bool:
        """Whether that is within its limit."""
        return self.sure <= self.limit


@dataclass(frozen=True)
class Headline:
    """How sure the best-informed reader is, beside the limit and the wanted share.

    Attributes:
        sure: of any wanted record, at most; None if that is not known.
        limit: how sure that reader may be.
        hidden: the same for the value of each hidden dimension.
        wanted: the share of the published records that are wanted.
        unknown: why it is not known, if it is not.
    """

    sure: Fraction | None
    limit: Fraction
    wanted: Fraction
    hidden: tuple[HiddenValue, ...] = ()
    unknown: str = ""

    @classmethod
    def of(cls, found: Judged, wanted: Fraction) -> Headline:
        """What the reader is sure of at most, given a post, by what must stay unlikely."""
        limits = found.secrets.hidden
        hidden = tuple(HiddenValue(name, sure, limits[name]) for name, sure in found.values.items())
        return cls(found.record, found.secrets.limit, wanted, hidden)

    @classmethod
    def not_known(cls, limit: Fraction, wanted: Fraction, why: str = NOT_TOLD) -> Headline:
        """Nothing is known, which is never within a limit."""
        return cls(None, limit, wanted, unknown=why)

    @property
    def known(self) -> bool:
        """Whether it is known how sure the reader is."""
        return self.sure is not None

    @property
    def holds(self) -> bool:
        """Whether the reader is known to be within every limit."""
        if self.sure is None or self.sure > self.limit:
            return False
        return all(value.holds for value in self.hidden)

    @property
    def allowed(self) -> str:
        """How sure the reader may be, of a record and of each hidden value, in words."""
        more = (f"{percent(v.limit)} for {v.dimension}" for v in self.hidden)
        return ", ".join((f"{percent(self.limit)} is allowed", *more))

    @property
    def sentence(self) -> str:
        """The headline in words."""
        if self.sure is None:
            return f"How sure the best-informed reader is of a record you want is not known: {self.unknown}"
        of = f"The best-informed reader is {percent(self.sure)} sure of a record you want"
        also = [f"{percent(v.sure)} sure of your {v.dimension}" for v in self.hidden]
        return " and ".join([of, *also])

    def to_json(self) -> dict[str, Any]:
        """The headline as every command prints it; it holds no value of the true intent."""
        return {
            "sure": None if self.sure is None else float(self.sure),
            "limit": float(self.limit),
            "holds": self.holds,
            "known": self.known,
            "wanted_share": float(self.wanted),
            "hidden": [
                {
                    "dimension": v.dimension,
                    "sure": float(v.sure),
                    "limit": float(v.limit),
                    "holds": v.holds,
                }
                for v in self.hidden
            ],
            "sentence": self.sentence,
        }


def judged_by_records(
    left: Candidates, chances: Sequence[Fraction], secrets: Secrets, true: Intent
) -> Judged:
    """How sure someone is given a post, to whom candidates without records are no disguise.

    Where what is wanted has no records itself, all of them count.
    """
    filled = np.asarray(left.held.records > 0, dtype=bool)
    place = left.place(true)
    if filled.all() or (place is not None and not filled[place]) or not filled.any():
        return judged(left, chances, secrets)
    at = np.flatnonzero(filled)
    return judged(left.take(at), [chances[i] for i in at.tolist()], secrets)
