"""The best-informed reader: what a post leaves of the candidates, and what each purchase leaves of those.

That reader knows the market, how the post was made and how the purchase was chosen, with all settings;
only what was drawn by chance is not foreseen. So the chain of post and purchases is judged as one: each
candidate is as likely as its prior, times how likely it was to lead to the post, times how likely it
was to lead to each purchase.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tacit.publishing.headline import Headline, judged_by_records

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Secrets
    from tacit.intents.intent import Intent

Left = tuple["Candidates", "list[Fraction]"]
"""The candidates that are still possible, and how likely each was to lead to what was seen."""
TOO_MANY = "the wants that could be behind the post are too many to list"


@dataclass(frozen=True, repr=False)
class Reader:
    """What the best-informed reader knows by now.

    Attributes:
        true: what is truly wanted.
        secrets: what the reader must not be surer of than the limits.
        headline: how sure the reader is.
        belief: which true intents the reader reckons with; None where that is not known.
        guesses: whether how the post was made is only suspected, of what leads from the true intent there.
        find: finds what is left to the reader; None where that can't be told.
    """

    true: Intent
    secrets: Secrets
    headline: Headline
    belief: Belief | None = None
    find: Callable[[], Left | None] = field(default=lambda: None)
    guesses: bool = False

    @cached_property
    def left(self) -> Left | None:
        """The candidates that are left, and how likely each was to lead to all that was seen."""
        return self.find()

    def unsure(self, why: str) -> Reader:
        """One of whom nothing is known after something that was done."""
        headline = Headline.not_known(self.headline.limit, self.headline.wanted, why)
        return replace(self, headline=headline, find=lambda: None)

    def after(self, likely: Sequence[Fraction]) -> Reader:
        """The reader after something that each candidate that is left was so likely to lead to."""
        if self.left is None:
            return self.unsure(TOO_MANY)
        among, chances = self.left
        now = [chance * one for chance, one in zip(chances, likely, strict=True)]
        at = [i for i, chance in enumerate(now) if chance]
        place = among.place(self.true)
        if place is None or not now[place]:
            return self.unsure("the purchase was chosen in another way")
        left = among.take(np.array(at, dtype=np.intp)), [now[i] for i in at]
        sure = judged_by_records(*left, self.secrets, self.true)
        headline = Headline.of(sure, self.headline.wanted)
        return replace(self, headline=headline, find=lambda: left)
