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

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._display import percent
from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import INFORMED
from tacit.attackers.tails import interval
from tacit.candidates.belief import Belief
from tacit.candidates.classes import candidates, drawn, how_many
from tacit.errors import SettingError, TacitError, TooManyCandidates
from tacit.informed.survey import SURE, Exposed, Survey, exposed, groups_of
from tacit.intents.intent import Intent
from tacit.market.stacks import patterns, taken
from tacit.publishing.replay import (
    Replayed,
    greedy_leading_to,
    leading_to,
    optimal_leading_to,
    replay_greedy,
    replay_one_by_one,
)
from tacit.publishing.sealed.boxes_to_draw import out_of_reach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.sealed.blocks import Block
    from tacit.publishing.sealed.sealing import Sealing

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
SOME_BLOCKS = 25
"""Of more blocks than this, a survey of sealed looks at so many."""

Tick = Callable[[int], None]


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
        self, true: Intent, published: Intent, tick: Tick | None = None, seed: int = 0
    ) -> Finding:
        """How sure the attacker is about the most exposed record, having seen what was published.

        Contract:
            promises: exact if `listed`; else `upper` and `lower` are an interval that holds the
                true value with 99% chance.
        """
        considered = how_many(self.market, self.belief, true)
        listed = how_many(self.market, self.belief, true, published.hull) <= self._most
        if listed or self.procedure.drawn:
            inside = candidates(self.market, self.belief, true, within=published)
            chance = self._chances(inside, published, true, tick)
            return self._exact(inside, chance, true, considered)
        rng = np.random.default_rng(seed)
        count = DRAWN if self._most == LISTED else SLOW
        if self._slow:
            count = SLOWEST
        inside = drawn(self.market, self.belief, true, published.hull, count, rng)
        chance = self._chances(inside, published, true, tick)
        return self._sampled(inside, chance, true, published, considered)

    def left(self, true: Intent, published: Intent) -> tuple[Candidates, list[Fraction]] | None:
        """The candidates that could have led to what was published, and how likely each is now.

        In proportion; None where they can't all be listed.
        """
        many = how_many(self.market, self.belief, true, published.hull)
        if many > self._most and not self.procedure.drawn:
            return None
        inside = candidates(self.market, self.belief, true, within=published)
        chance = self._chances(inside, published, true, None)
        at = [i for i, c in enumerate(chance) if c]
        return inside.take(at), [chance[i] * int(inside.weights[i]) for i in at]

    def survey(self, tick: Tick | None = None, shape: Intent | None = None) -> Survey:
        """What the attacker makes of each candidate's publication."""
        if self.procedure.drawn:
            return self._survey_drawn(shape)
        if how_many(self.market, self.belief, shape) > (SLOW if self._slow else self._most):
            return self._survey_some(shape, tick)
        everyone = candidates(self.market, self.belief, shape)
        replayed = self._replayed(everyone, tick)
        refused = int(np.count_nonzero(~replayed.reached))
        for rows in replayed.masks:
            rows[~replayed.reached] = True
        groups = groups_of(replayed.masks)
        own, most = exposed(everyone, groups)
        return self._counted(everyone, own, most, groups, refused, len(everyone))

    @property
    def _slow(self) -> bool:
        """Whether candidates must be replayed one by one."""
        settings = self.procedure.settings
        pinned = settings.rules.never or settings.rules.always
        return self.procedure.method != "greedy" or settings.alpha is None or bool(pinned)

    @property
    def _most(self) -> int:
        """Up to how many candidates are all looked at."""
        if self.market.filled > MANY_CELLS:
            return SLOW
        return LISTED if not self._slow or self.procedure.method == "optimal" else SLOW

    def _method(self, true: Intent) -> Intent | None:
        """What the procedure publishes for a true intent; None if it refuses."""
        try:
            return self.procedure.plan(self.market, true).published
        except TacitError:
            return None

    def _chances(
        self, inside: Candidates, published: Intent, true: Intent, tick: Tick | None
    ) -> list[Fraction]:
        """How likely each candidate is to lead to what was published."""
        p = self.procedure
        if p.drawn:
            return self._drawn_chances(inside, published, true)
        if p.method == "greedy" and not self._slow:
            assert p.settings.alpha is not None
            found = greedy_leading_to(
                self.market, inside.stack, published, p.attackers, p.limits, p.settings.alpha, tick
            )
        elif p.method == "optimal" and len(published.boxes) == 1:
            found = optimal_leading_to(
                self.market,
                inside.stack,
                published,
                p.attackers,
                p.limits,
                p.settings.rules,
                self._method,
                tick,
            )
        else:
            found = leading_to(self.market, inside.stack, published, self._method, tick)
        if published == Intent.everything(self.market.space):
            found |= out_of_reach(inside, p.attackers, p.limits, self.market.total)
        return [Fraction(int(leads)) for leads in found]

    def _drawn_chances(self, inside: Candidates, published: Intent, true: Intent) -> list[Fraction]:
        """How likely sealed is to draw what was published, for each candidate inside."""
        sealing = self._sealing(true)
        chances = [Fraction(0)] * len(inside)
        standing = inside.places(sealing.candidates).tolist()
        waiting = {place: i for i, place in enumerate(standing) if place >= 0}
        while waiting:
            found = sealing.holding(next(iter(waiting)))
            boxes = range(len(found.mechanism.joint))
            at = [u for u in boxes if found.mechanism.intent(u) == published]
            for v, place in enumerate(found.block.places.tolist()):
                i = waiting.pop(place, None)
                if i is not None and at:
                    chances[i] = found.mechanism.chances(v).get(at[0], Fraction(0))
        return chances

    def _sealing(self, shape: Intent | None) -> Sealing:
        return self.procedure.sealing(self.market, shape)

    def _exact(
        self, inside: Candidates, chance: list[Fraction], true: Intent, considered: int
    ) -> Finding:
        """The confidence, all candidates being known.

        If none leads to what was published, the attacker is wrong about the method, and left with
        what anyone knows: that it is one of those inside.
        """
        at = [i for i, c in enumerate(chance) if c]
        left = inside.take(at) if at else inside
        chosen = [chance[i] for i in at] if at else [Fraction(1)] * len(inside)
        weights = [c * int(w) for c, w in zip(chosen, left.weights, strict=True)]
        limit = self.procedure.own.get(INFORMED)
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
        true: Intent,
        published: Intent,
        considered: int,
    ) -> Finding:
        """The confidence from candidates that were drawn, with its interval."""
        at = [i for i, c in enumerate(chance) if c]
        limit = self.procedure.own.get(INFORMED)
        possible = self._method(true) == published
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

    def _replayed(self, everyone: Candidates, tick: Tick | None) -> Replayed:
        p = self.procedure
        if self._slow:
            if p.settings.rules.boxes > 1:
                raise SettingError("a survey replays methods that publish one box.")
            return replay_one_by_one(self.market, everyone.stack, self._method, tick)
        assert p.settings.alpha is not None
        return replay_greedy(
            self.market, everyone.stack, p.attackers, p.limits, p.settings.alpha, tick
        )

    def _survey_drawn(self, shape: Intent | None) -> Survey:
        """The survey of sealed: every block, or some of them if there are many."""
        sealing = self._sealing(shape)
        rng = np.random.default_rng(0)
        blocks = [sealing.blocks.holding(0)]
        if len(blocks[0].places) < len(sealing.candidates):
            places = rng.integers(0, len(sealing.candidates), SOME_BLOCKS).tolist()
            found = {int(b.places[0]): b for b in map(sealing.blocks.holding, places)}
            blocks = list(found.values())
        everyone = candidates(self.market, self.belief, shape)
        standing = everyone.places(sealing.candidates)
        at = {place: i for i, place in enumerate(standing.tolist()) if place >= 0}
        seen = [self._exposed_by_draw(sealing, block, everyone, at) for block in blocks]
        tried = [one for block in seen for one in block]
        weight = sum(one.weight for one in tried)
        limit = sealing.limit
        return Survey(
            limit=limit,
            candidates=len(tried),
            considered=len(at),
            refused=len(everyone) - len(at) if sealing.considered == len(sealing.candidates) else 0,
            exceed=sum(one.worst > limit for one in tried),
            exceed_any=sum(one.worst_of_any > limit for one in tried),
            alone=sum(one.alone for one in tried),
            mean=sum((one.weight * one.mean for one in tried), Fraction(0)) / weight,
            worst=max(one.worst for one in tried),
            draws=(sum(any(o.worst > limit for o in block) for block in seen), len(seen)),
        )

    def _exposed_by_draw(
        self, sealing: Sealing, block: Block, everyone: Candidates, at: dict[int, int]
    ) -> list[Exposed]:
        """What the attacker makes of each candidate of a block that it reckons with."""
        made = sealing.sealed(block).mechanism
        known = {v: at[place] for v, place in enumerate(block.places.tolist()) if place in at}
        found = {v: Exposed(int(everyone.weights[i])) for v, i in known.items()}
        chances = {v: made.chances(v) for v in known}
        for u in range(len(made.joint)):
            members = [v for v in made.joint[u] if v in known]
            if not members:
                continue
            weights = [chances[v][u] * found[v].weight for v in members]
            held = patterns(taken(made.candidates.stack, members))
            sums = [sum((weights[i] for i in np.flatnonzero(row)), Fraction(0)) for row in held]
            total, most = sum(weights, Fraction(0)), max(sums)
            for i, v in enumerate(members):
                own = max(s for s, row in zip(sums, held, strict=True) if row[i])
                found[v].take(chances[v][u], own / total, most / total, len(members) == 1)
        return list(found.values())

    def _survey_some(self, shape: Intent | None, tick: Tick | None) -> Survey:
        """The survey of some candidates, drawn from a class that is too large to list."""
        rng, whole = np.random.default_rng(0), Intent.everything(self.market.space)
        some = drawn(self.market, self.belief, shape, whole, SOME, rng)
        own, most, alone, refused = [], [], 0, 0
        for i in range(len(some)):
            true = some.intent(i)
            published = self._method(true)
            refused += published is None
            found = self.judge(true, whole if published is None else published)
            if not found.listed:
                raise TooManyCandidates(how_many(self.market, self.belief, shape))
            own.append(found.wanted)
            most.append(found.confidence.upper)
            alone += found.confidence.remaining == 1
            if tick is not None:
                tick(1)
        considered = how_many(self.market, self.belief, shape)
        groups = [np.arange(1)] * alone
        return self._counted(some, own, most, groups, refused, considered)

    def _counted(
        self,
        everyone: Candidates,
        own: list[Fraction],
        most: list[Fraction],
        groups: list[NDArray[np.intp]],
        refused: int,
        considered: int,
    ) -> Survey:
        limit = self.procedure.limit
        mean = sum((c * int(w) for c, w in zip(own, everyone.weights, strict=True)), Fraction(0))
        return Survey(
            limit=limit,
            candidates=len(everyone),
            considered=considered,
            refused=refused,
            exceed=sum(c > limit for c in own),
            exceed_any=sum(c > limit for c in most),
            alone=sum(len(group) == 1 for group in groups),
            mean=mean / everyone.total,
            worst=max(own),
        )


def usual_belief(market: Market, published: Intent, true: Intent) -> Belief:
    """Every box could have been wanted, where these can be listed; else what is like the true one."""
    boxes = Belief("boxes")
    if how_many(market, boxes, None, published.hull) <= LISTED:
        return boxes
    return Belief("cells", support="nonempty") if true.size == 1 else Belief("shape")


def _shares(
    remaining: Candidates, weights: list[Fraction], true: Intent
) -> tuple[Fraction, Fraction]:
    """The highest share of the weight that holds one record: of all records, and of wanted ones."""
    total = sum(weights, Fraction(0))
    pairs = zip(remaining.stack, true.masks(), strict=True)
    held = patterns([np.vstack([rows, mask]) for rows, mask in pairs])
    sums = [sum((weights[i] for i in np.flatnonzero(row[:-1])), Fraction(0)) for row in held]
    own = [s for s, row in zip(sums, held, strict=True) if row[-1]]
    return max(sums) / total, max(own) / total
