"""Informed: saw the post, knows the market, and knows how the post was made.

A rival buys the same software. A method that always answers the same can then be replayed: run it,
with the settings that everyone uses, on every intent the buyer could have had, and keep those that
lead to what was published. How sure the rival is about a record is the share of these, weighed by
how likely each was beforehand, that hold it. For a method that draws, each is weighed by how likely
it was to lead to what was published.

Anonymisation met this first: who knows that a release was made as small as possible learns from
what it does not show (Wong, Fu, Wang and Pei, VLDB 2007, on the minimality attack).

While the candidates can be listed the confidence is exact. Beyond, they are drawn, and it comes with
an interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._display import percent
from tacit._progress import Counter
from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import INFORMED
from tacit.attackers.tails import interval
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates, drawn, how_many
from tacit.errors import TooManyCandidates
from tacit.informed.survey import SURE, Survey, counted, exposed, groups_of
from tacit.informed.survey_draws import survey_draws
from tacit.intents.box import Box
from tacit.market.stacks import patterns, taken
from tacit.publishing.method import Pace
from tacit.publishing.sealed.boxes_to_draw import out_of_reach

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure

LISTED = 200_000
"""Up to so many candidates inside what was published are all replayed."""
DRAWN = 20_000
"""Of more than that, so many are drawn."""
SLOW = 500
"""And so many where each must be replayed on its own, or in a market with very many cells."""
MANY_CELLS = 5_000
SLOWEST = 50
"""And so many where each has to be searched for."""
SOME = 100
"""Of a class that is too large to list, a survey tries so many."""


@dataclass(frozen=True, repr=False)
class Finding:
    """What an informed attacker makes of one published intent.

    Attributes:
        confidence: about the most exposed record of all.
        wanted: about the most exposed record that is wanted.
        possible: whether the true intent itself could have led there, by this procedure.
        listed: whether all candidates were looked at.
    """

    confidence: Confidence
    wanted: Fraction
    possible: bool
    listed: bool

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
        few = "1 remains" if c.remaining == 1 else f"{c.remaining:,} remain"
        if not self.listed:
            few = f"{few} among those drawn"
        found = f"of {c.considered:,} intents that could have led here, {few}"
        if not self.possible:
            return f"{found}, and the true one is not among them: this was made in another way"
        about = "up to " if not self.listed else ""
        return f"{found}: someone who knows the method is {about}{sure} sure of a record"

    def to_json(self) -> dict[str, Any]:
        """The finding as `tacit audit --json` prints it."""
        c = self.confidence
        return {
            "confidence": float(c.upper),
            "wanted": float(self.wanted),
            "candidates": c.considered,
            "remaining": c.remaining,
            "listed": self.listed,
            "possible": self.possible,
            "sentence": self.sentence,
        }


class Informed:
    """Someone who knows the market, the method with all its settings, and a prior.

    Attributes:
        market: what is on offer.
        procedure: how things are published.
        belief: which true intents there could be, and how likely each is.
    """

    def __init__(self, market: Market, procedure: Procedure, belief: Belief) -> None:
        self.market, self.procedure, self.belief = market, procedure, belief

    def judge(
        self, true: Box, published: Intent, progress: Listener | None = None, seed: int = 0
    ) -> Finding:
        """How sure the attacker is about the most exposed record, having seen what was published.

        Contract:
            promises: exact if `listed`; else `upper` and `lower` are an interval that holds the
                true value with 99% chance.
        """
        considered = how_many(self.market, self.belief, true)
        if self._can_list(true, published):
            inside = candidates(self.market, self.belief, true, within=published)
            chance = self._chances(inside, published, true, progress)
            return self._exact(inside, chance, true, considered)
        rng = np.random.default_rng(seed)
        inside = drawn(self.market, self.belief, true, published.hull, self._drawn, rng)
        chance = self._chances(inside, published, true, progress)
        return self._sampled(inside, chance, true, published, considered)

    def left(self, true: Box, published: Intent) -> tuple[Candidates, list[Fraction]] | None:
        """The candidates that could have led to what was published, and how likely each is now.

        In proportion; None where they can't all be listed.
        """
        if not self._can_list(true, published):
            return None
        inside = candidates(self.market, self.belief, true, within=published)
        chance = self._chances(inside, published, true, None)
        at = [i for i, c in enumerate(chance) if c]
        return inside.take(at), [chance[i] * int(inside.weights[i]) for i in at]

    def survey(self, progress: Listener | None = None, shape: Box | None = None) -> Survey:
        """What the attacker makes of each candidate's publication."""
        if self.procedure.method.draws:
            return survey_draws(self.market, self.procedure, self.belief, shape, progress)
        at_once = self.pace is Pace.MANY
        if how_many(self.market, self.belief, shape) > (self._most if at_once else SLOW):
            return self._survey_some(shape, progress)
        everyone = candidates(self.market, self.belief, shape)
        replayed = self.procedure.method.replayed(
            self.procedure.replay(self.market, everyone, progress)
        )
        refused = int(np.count_nonzero(~replayed.reached))
        for rows in replayed.masks:
            rows[~replayed.reached] = True
        groups = groups_of(replayed.masks)
        own, most = exposed(everyone, groups)
        alone = sum(len(group) == 1 for group in groups)
        return counted(self.procedure.limit, everyone, own, most, alone, refused, len(everyone))

    @property
    def pace(self) -> Pace:
        """How the method is replayed for many candidates."""
        return self.procedure.method.pace(self.procedure.settings)

    def _can_list(self, true: Box, published: Intent) -> bool:
        """Whether all candidates inside what was published are looked at."""
        if self.procedure.method.draws:
            return True
        return how_many(self.market, self.belief, true, published.hull) <= self._most

    @property
    def _most(self) -> int:
        """Up to how many candidates are all looked at."""
        few = self.market.filled > MANY_CELLS or self.pace is Pace.EACH
        return SLOW if few else LISTED

    @property
    def _drawn(self) -> int:
        """How many candidates are drawn, where they are not all looked at."""
        if self.pace is not Pace.MANY:
            return SLOWEST
        return DRAWN if self._most == LISTED else SLOW

    def _chances(
        self, inside: Candidates, published: Intent, true: Box, progress: Listener | None
    ) -> list[Fraction]:
        """How likely each candidate is to lead to what was published."""
        method, against = self.procedure.method, self.procedure.against
        asked = self.procedure.replay(self.market, inside, progress)
        chances = method.leading_to(asked, published, true)
        if method.draws or published != Box.everything(self.market.space):
            return chances
        # The paper's expansion ends with everything where a limit can't be reached.
        refused = out_of_reach(inside, against.posts, against.limits, self.market.total)
        return [Fraction(1) if no else chance for chance, no in zip(chances, refused, strict=True)]

    def _exact(
        self, inside: Candidates, chance: list[Fraction], true: Box, considered: int
    ) -> Finding:
        """The confidence, all candidates being known.

        If none leads to what was published, the attacker is wrong about the method, and left with
        what anyone knows: that it is one of those inside.
        """
        at = [i for i, c in enumerate(chance) if c]
        left = inside.take(at) if at else inside
        chosen = [chance[i] for i in at] if at else [Fraction(1)] * len(inside)
        weights = [c * int(w) for c, w in zip(chosen, left.weights, strict=True)]
        limit = self.procedure.against.own.get(INFORMED)
        most, own = _shares(left, weights, true) if weights else (Fraction(0), Fraction(0))
        possible = bool(at) and left.place(true) is not None
        sure = Confidence(
            INFORMED,
            most,
            limit=limit,
            decided=None if possible else False,
            considered=considered,
            remaining=len(at),
        )
        return Finding(sure, own, possible, listed=True)

    def _sampled(
        self,
        inside: Candidates,
        chance: list[Fraction],
        true: Box,
        published: Intent,
        considered: int,
    ) -> Finding:
        """The confidence from candidates that were drawn, with its interval."""
        at = [i for i, c in enumerate(chance) if c]
        limit = self.procedure.against.own.get(INFORMED)
        possible = self.procedure.published(self.market, true) == published
        if not at:
            unknown = Confidence(
                INFORMED, Fraction(1), Fraction(0), Fraction(1), limit, None, considered, 0
            )
            return Finding(unknown, Fraction(1), possible, listed=False)
        stack = taken(inside.stack, at)
        held = patterns(stack)
        counts = held.sum(axis=1)
        # The most exposed cell is picked after the fact. That can only raise the upper end; for the
        # lower one all cells share the doubt.
        high = interval(int(counts.max()), len(at), SURE)[1]
        low = interval(int(counts.max()), len(at), 1 - (1 - SURE) / published.hull.size)[0]
        sure = Confidence(
            INFORMED,
            Fraction(high),
            Fraction(low),
            Fraction(int(counts.max()), len(at)),
            limit,
            None,
            considered,
            len(at),
        )
        return Finding(sure, Fraction(high), possible, listed=False)

    def _survey_some(self, shape: Box | None, progress: Listener | None) -> Survey:
        """The survey of some candidates, drawn from a class that is too large to list."""
        rng, whole = np.random.default_rng(0), Box.everything(self.market.space)
        some = drawn(self.market, self.belief, shape, whole, SOME, rng)
        own, most, alone, refused = [], [], 0, 0
        tick = Counter(progress, "candidates", len(some))
        for i in range(len(some)):
            true = some.intent(i)
            published = self.procedure.published(self.market, true)
            refused += published is None
            found = self.judge(true, whole if published is None else published)
            if not found.listed:
                raise TooManyCandidates(how_many(self.market, self.belief, shape))
            own.append(found.wanted)
            most.append(found.confidence.upper)
            alone += found.confidence.remaining == 1
            tick()
        considered = how_many(self.market, self.belief, shape)
        return counted(self.procedure.limit, some, own, most, alone, refused, considered)


def usual_belief(market: Market, published: Intent, true: Box) -> Belief:
    """Every box could have been wanted, where these can be listed; else what is like the true one."""
    boxes = Belief("boxes")
    if how_many(market, boxes, None, published.hull) <= LISTED:
        return boxes
    return Belief("cells", support="nonempty") if true.size == 1 else Belief("shape")


def _shares(remaining: Candidates, weights: list[Fraction], true: Box) -> tuple[Fraction, Fraction]:
    """The highest share of the weight that holds one record: of all records, and of wanted ones."""
    total = sum(weights, Fraction(0))
    pairs = zip(remaining.stack, true.masks(), strict=True)
    held = patterns([np.vstack([rows, mask]) for rows, mask in pairs])
    sums = [sum((weights[i] for i in np.flatnonzero(row[:-1])), Fraction(0)) for row in held]
    own = [s for s, row in zip(sums, held, strict=True) if row[-1]]
    return max(sums) / total, max(own) / total
