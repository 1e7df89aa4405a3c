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

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from tacit._progress import Phase
from tacit.attackers.registry import INFORMED
from tacit.attackers.tails import interval
from tacit.candidates.belief import USUAL, Belief
from tacit.candidates.candidate_class import NONEMPTY
from tacit.candidates.folded import lifted
from tacit.candidates.listing import candidates, drawn, how_many
from tacit.candidates.secrets import (
    Judged,
    gives_away,
    judged,
    posteriors,
    raised,
    surest_of,
    surest_values,
)
from tacit.informed.finding import Finding
from tacit.informed.parts import part_of
from tacit.informed.survey import SURE, Exposed, Survey, counted, exposed, groups_of
from tacit.informed.survey_draws import survey_draws
from tacit.informed.what_matters import in_what_matters, lifted_finding
from tacit.intents.box import Box
from tacit.publishing.headline import judged_by_records
from tacit.publishing.method import Method, Pace
from tacit.publishing.sealed.boxes_to_draw import out_of_reach

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tacit._progress import Listener
    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Secrets, SurestValue
    from tacit.intents.intent import Intent
    from tacit.market.folding import Folding
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
FEWEST = 10
"""And so many where none can be ruled out beforehand, as with candidates of several boxes."""
SOME = 100
"""Of a class that is too large to list, a survey tries so many."""


class Informed:
    """Someone who knows the market, the method with all its settings, and has a belief, or several.

    Attributes:
        market: what is on offer.
        procedure: how things are published.
        belief: which true intents there could be, and how likely each is, by one prior or several.
        secrets: what this one must not be surer of than the limits; by default as the procedure has it.
    """

    def __init__(
        self, market: Market, procedure: Procedure, belief: Belief, secrets: Secrets | None = None
    ) -> None:
        self.market, self.procedure, self.belief = market, procedure, belief
        self._known: tuple[Intent, Candidates | None] | None = None
        self.secrets = replace(secrets or procedure.secrets(market.space), within=belief.within)

    def judge(
        self, true: Intent, published: Intent, progress: Listener | None = None, seed: int = 0
    ) -> Finding:
        """How sure the attacker is of records and of hidden values, having seen what was published.

        Contract:
            promises: exact if `listed`; else `upper` and `lower` are an interval that holds the
                true value with 99% chance.
        """
        folding, there = self._in_what_matters(true, published)
        rng = np.random.default_rng(seed)
        found = there._judged(folding.fold(true), folding.fold(published), rng, progress)
        return lifted_finding(found, folding, self.secrets)

    def _in_what_matters(self, true: Intent, published: Intent) -> tuple[Folding, Informed]:
        """The dimensions that matter to what was published, and the same attacker there."""
        known = (self.market, self.procedure, self.belief, self.secrets)
        asked = in_what_matters(*known, true, published)
        if asked.procedure is self.procedure:
            return asked.folding, self
        market = asked.folding.folded
        return asked.folding, Informed(market, asked.procedure, asked.belief, asked.secrets)

    def _judged(
        self,
        true: Intent,
        published: Intent,
        rng: np.random.Generator,
        progress: Listener | None,
    ) -> Finding:
        """The same in all dimensions of the market."""
        finding, after = self._looked(true, published, rng, progress)
        if not after:
            return finding
        Phase(progress, "weighing what is given away")
        before, exact = self._before(true, rng)
        told = gives_away(before, after, self.secrets, exact and finding.listed)
        return replace(finding, gives_away=told)

    def left(
        self,
        true: Intent,
        published: Intent,
        progress: Listener | None = None,
        *,
        made_here: bool = False,
    ) -> tuple[Candidates, list[Fraction]] | None:
        """The candidates that could have led to what was published, and how likely each was to.

        None where they can't all be listed. What was `made_here` was not refused, and whoever is refused
        has not made it; of a post of everything from elsewhere that is not known (`_ways`).
        """
        if not self._can_list(true, published):
            return None
        folding, there = self._in_what_matters(true, published)
        true, published = folding.fold(true), folding.fold(published)
        inside, _ = there._inside(true, published, progress)
        ways = there._ways(inside, published, true, progress)
        if made_here:
            ways = ways[:1]
        found = [(inside.take(_some(chance)), chance) for chance in ways]
        left, chance = max(found, key=lambda one: there._led(one[0], one[1], true))
        return lifted(left, folding), [chance[i] for i in _some(chance)]

    def led_by(
        self, among: Candidates, published: Intent, progress: Listener | None = None
    ) -> list[Fraction] | None:
        """How likely each of some candidates was to lead to what was published here.

        None where they are too many to try. Whoever is refused has published nothing.
        """
        at = np.flatnonzero(among.within(published)).tolist()
        if len(at) > self._most:
            return None
        chances = [Fraction(0)] * len(among)
        if at:
            inside = among.take(at)
            found = self._ways(inside, published, inside.intent(0), progress)[0]
            for i, chance in zip(at, found, strict=True):
                chances[i] = chance
        return chances

    def _led(self, left: Candidates, chance: list[Fraction], true: Intent) -> tuple[bool, Fraction]:
        """Whether a true intent could have led to a post, and how sure someone is of a record then."""
        some = [chance[i] for i in _some(chance)]
        known = judged(left, some, self.secrets).record if some else Fraction(0)
        return left.place(true) is not None, known

    def survey(self, progress: Listener | None = None, shape: Intent | None = None) -> Survey:
        """What the attacker makes of each candidate's publication."""
        if self.procedure.method.draws:
            asked = (self.market, self.procedure, self.belief, self.secrets)
            return survey_draws(*asked, shape, progress)
        at_once = self.pace is Pace.MANY
        if how_many(self.market, self.belief, shape) > (self._most if at_once else SLOW):
            return self._survey_some(shape, progress)
        Phase(progress, "listing candidates")
        everyone = candidates(self.market, self.belief, shape)
        groups, refused = self._led_alike(everyone, progress)
        tried = exposed(everyone, groups, self.secrets, progress)
        return counted(self.secrets, tried, len(everyone), refused, len(everyone.beliefs))

    @property
    def pace(self) -> Pace:
        """How the method is replayed for many candidates."""
        return self.procedure.method.pace(self.procedure.settings)

    def _led_alike(
        self, everyone: Candidates, progress: Listener | None
    ) -> tuple[list[NDArray[np.intp]], int]:
        """The candidates that lead to the same, group by group, and how many the method refuses."""
        if everyone.pieces:
            return self._led_one_by_one(everyone, progress)
        asked = self.procedure.replay(self.market, everyone, progress)
        replayed = self.procedure.method.replayed(asked)
        for rows in replayed.masks:
            rows[~replayed.reached] = True
        return groups_of(replayed.masks), int(np.count_nonzero(~replayed.reached))

    def _led_one_by_one(
        self, everyone: Candidates, progress: Listener | None
    ) -> tuple[list[NDArray[np.intp]], int]:
        """The same for candidates of several boxes, which methods do not replay together."""
        phase, refused = Phase(progress, "replaying candidates", len(everyone)), 0
        groups: dict[Intent, list[int]] = {}
        for i in range(len(everyone)):
            published = self.procedure.published(self.market, everyone.intent(i), phase.inner)
            refused += published is None
            shown = Box.everything(self.market.space) if published is None else published
            groups.setdefault(shown, []).append(i)
            phase()
        return [np.array(group, dtype=np.intp) for group in groups.values()], refused

    def _looked(
        self,
        true: Intent,
        published: Intent,
        rng: np.random.Generator,
        progress: Listener | None = None,
        most: int = DRAWN,
    ) -> tuple[Finding, tuple[SurestValue, ...]]:
        """What is found, and the surest values given the post; of those drawn `most` at most."""
        considered = self._considered(true)
        if self._can_list(true, published):
            inside, part = self._inside(true, published, progress)
            found = [
                self._exact(inside, chance, true, considered, part)
                for chance in self._ways(inside, published, true, progress)
            ]
            return max(found, key=lambda one: (one[0].possible, one[0].confidence.upper))
        samples = []
        for prior in self.belief.priors:
            one = replace(self.belief, prior=prior)
            count = min(self._drawn, most)
            Phase(progress, "drawing candidates")
            inside = drawn(self.market, one, true, published.hull, count, rng)
            ways = self._ways(inside, published, true, progress) if len(inside) else [[]]
            samples.append(inside.take(_some(ways[-1])))
        return self._sampled(samples, true, published, considered)

    def _can_list(self, true: Intent, published: Intent) -> bool:
        """Whether all candidates inside what was published are looked at."""
        if self.procedure.method.draws:
            return True
        return how_many(self.market, self.belief, true, published.hull) <= self._most

    def _inside(
        self, true: Intent, published: Intent, progress: Listener | None
    ) -> tuple[Candidates, int | None]:
        """The candidates inside what was published; of a part, where all are too many to list.

        A method that draws hides the true intent in a part of so many. Then how many the part has is
        given too.
        """
        Phase(progress, "listing candidates")
        part = part_of(self.market, self.procedure, self.belief, true, progress)
        if part is None:
            return candidates(self.market, self.belief, true, within=published), None
        return part.take(np.flatnonzero(part.within(published))), len(part)

    def _everyone(self, true: Intent) -> Candidates | None:
        """All candidates, before any post; None where they are too many to list."""
        if self._known is None or self._known[0] != true:
            few = how_many(self.market, self.belief, true) <= LISTED
            self._known = (true, candidates(self.market, self.belief, true) if few else None)
        return self._known[1]

    def _considered(self, true: Intent) -> int:
        """How many candidates there are; where they are too many to list, those without records too."""
        everyone = self._everyone(true)
        return how_many(self.market, self.belief, true) if everyone is None else len(everyone)

    def _before(
        self, true: Intent, rng: np.random.Generator
    ) -> tuple[tuple[SurestValue, ...], bool]:
        """The surest value of each dimension before any post, and whether that is exact."""
        everyone = self._everyone(true)
        if everyone is not None:
            return surest_values(everyone), True
        whole = Box.everything(self.market.space)
        found = []
        for prior in self.belief.priors:
            one = replace(self.belief, prior=prior)
            found.append(_drawn_values(drawn(self.market, one, true, whole, DRAWN, rng)))
        return _surest(found), False

    @property
    def _of_unions(self) -> bool:
        """Whether candidates may have several boxes, so that each is replayed on its own."""
        return isinstance(self.belief.candidates, str) and "unions" in self.belief.candidates

    @property
    def _most(self) -> int:
        """Up to how many candidates are all looked at."""
        if self._of_unions and self.pace is not Pace.MANY:
            return SLOWEST
        few = self.market.filled > MANY_CELLS or self.pace is Pace.EACH or self._of_unions
        return SLOW if few else LISTED

    @property
    def _drawn(self) -> int:
        """How many candidates are drawn, where they are not all looked at."""
        if self.pace is not Pace.MANY:
            return FEWEST if self._of_unions else SLOWEST
        if self._of_unions:
            return SLOWEST
        return DRAWN if self._most == LISTED else SLOW

    def _ways(
        self, inside: Candidates, published: Intent, true: Intent, progress: Listener | None
    ) -> list[list[Fraction]]:
        """How likely each candidate is to lead to what was published, in each way it may have been.

        Where a limit can't be reached Tacit publishes nothing, and the paper's expansion ends with
        everything. So everything may have been published in either way.
        """
        method = self.procedure.method
        asked = self.procedure.replay(self.market, inside, progress)
        # Methods replay many boxes at once; what has several boxes is replayed one by one.
        slowly = bool(inside.pieces) and not method.draws
        lead = partial(Method.leading_to, method) if slowly else method.leading_to
        chances = lead(asked, published, cast("Box", true))
        if method.draws or published != Box.everything(self.market.space):
            return [chances]
        refused = out_of_reach(
            inside, asked.against.bound, asked.against.limits, asked.market.total
        )
        if not refused.any():
            return [chances]
        in_paper = [Fraction(1) if no else one for one, no in zip(chances, refused, strict=True)]
        return [chances, in_paper]

    def _exact(
        self,
        inside: Candidates,
        chance: list[Fraction],
        true: Intent,
        considered: int,
        part: int | None,
    ) -> tuple[Finding, tuple[SurestValue, ...]]:
        """The confidence, all candidates being known.

        If none leads to what was published, the attacker is wrong about the method, and left with
        what anyone knows: that it is one of those inside.
        """
        at = [i for i, c in enumerate(chance) if c]
        left = inside.take(at) if at else inside
        chosen = [chance[i] for i in at] if at else [Fraction(1)] * len(inside)
        rows = posteriors(left, chosen)
        found, wanted = judged(left, chosen, self.secrets), surest_of(left, rows, true)
        possible = bool(at) and left.place(true) is not None
        decided = None if possible else False
        finding = self._found(found, wanted, considered, len(at), decided=decided)
        by_records = judged_by_records(left, chosen, self.secrets, true)
        finding = replace(finding, possible=possible, part=part, by_records=by_records)
        return finding, surest_values(left, rows)

    def _found(
        self,
        found: Judged,
        wanted: tuple[Fraction, Mapping[str, Fraction]],
        considered: int,
        remaining: int,
        **more: Any,
    ) -> Finding:
        """What was found, before it is known whether the true intent leads there."""
        own, within = self.procedure.against.own.get(INFORMED), self.secrets.within
        record, *hidden = found.confidences(own, considered, remaining, **more)
        return Finding(
            confidence=record,
            wanted=raised(wanted[0], within),
            possible=False,
            listed=True,
            hidden=tuple(hidden),
            wanted_values={name: raised(wanted[1][name], within) for name in found.values},
            margin=found.margin,
        )

    def _sampled(
        self, samples: list[Candidates], true: Intent, published: Intent, considered: int
    ) -> tuple[Finding, tuple[SurestValue, ...]]:
        """The confidence from candidates that were drawn by each belief, with its interval."""
        possible = self.procedure.published(self.market, true) == published
        remaining = min(map(len, samples))
        if not remaining:
            worst = dict.fromkeys(self.secrets.hidden, Fraction(1))
            found = Judged(self.secrets, Fraction(1), worst)
            ends = {"lower": Fraction(0), "estimate": Fraction(1)}
            finding = self._found(found, (Fraction(1), worst), considered, 0, **ends)
            return replace(finding, possible=possible, listed=False), ()
        sure = 1 - (1 - SURE) / len(samples)
        records = [_share(one.covers(), sure, published.hull.size) for one in samples]
        low, middle, high = (max(ends) for ends in zip(*records, strict=True))
        after = _surest([_drawn_values(one, sure) for one in samples])
        values = {one.dimension: one.sure for one in after}
        hidden = {name: values[name] for name in self.secrets.hidden}
        within = self.secrets.within
        found = Judged(
            self.secrets,
            raised(high, within),
            {name: raised(one, within) for name, one in hidden.items()},
        )
        finding = self._found(found, (high, hidden), considered, remaining)
        confidence = replace(
            finding.confidence, lower=raised(low, within), estimate=raised(middle, within)
        )
        finding = replace(finding, possible=possible, listed=False, by_records=found)
        return replace(finding, confidence=confidence), after

    def _survey_some(self, shape: Intent | None, progress: Listener | None) -> Survey:
        """The survey of some candidates, drawn from a class that is too large to list."""
        rng, whole = np.random.default_rng(0), Box.everything(self.market.space)
        some = drawn(self.market, self.belief, shape, whole, SOME, rng)
        tried, refused, unsure = [], 0, 0
        phase = Phase(progress, "replaying candidates", len(some))
        for i in range(len(some)):
            true = some.intent(i)
            published = self.procedure.published(self.market, true, phase.inner)
            refused += published is None
            shown = whole if published is None else published
            found, _ = self._looked(true, shown, rng, phase.inner, most=SLOW)
            unsure += not found.listed
            tried.append(Exposed.by(found))
            phase()
        considered = how_many(self.market, self.belief, shape)
        beliefs = len(self.belief.priors)
        return counted(self.secrets, tried, considered, refused, beliefs, unsure)


def usual_belief(market: Market, true: Intent) -> Belief:
    """What is like the true intent could have been wanted, where it holds records.

    Whoever reckons with more is less sure. These do not change either where a dimension is added that
    nobody minds. Only where what is wanted holds no records itself, others without count too.
    """
    support = NONEMPTY if market.mass(true).records else "all"
    return Belief(USUAL, support=support).settled(true)


def _some(chances: list[Fraction]) -> list[int]:
    """Where those stand who could have led to a post."""
    return [i for i, chance in enumerate(chances) if chance]


def _share(masks: NDArray[np.bool_], sure: float, many: int) -> tuple[Fraction, Fraction, Fraction]:
    """Where the share of the likeliest of some secrets lies, from candidates that were drawn."""
    count, drawn = int(masks.sum(axis=1).max()), masks.shape[1]
    # The most exposed one is picked after the fact. That can only raise the upper end; for the
    # lower one all share the doubt.
    high = interval(count, drawn, sure)[1]
    low = interval(count, drawn, 1 - (1 - sure) / many)[0]
    return Fraction(low), Fraction(count, drawn), Fraction(high)


def _drawn_values(some: Candidates, sure: float | None = None) -> tuple[SurestValue, ...]:
    """The surest values by candidates that were drawn; with `sure`, how sure at most."""
    alike = replace(some, weights=np.ones(len(some), dtype=np.int64), others=())
    found = surest_values(alike, None if len(some) else ())
    if sure is None:
        return found
    ends = [interval(int(one.sure * len(some)), len(some), sure)[1] for one in found]
    return tuple(replace(one, sure=Fraction(end)) for one, end in zip(found, ends, strict=True))


def _surest(found: Sequence[Sequence[SurestValue]]) -> tuple[SurestValue, ...]:
    """The surest of what each belief is surest of, dimension by dimension."""
    return tuple(max(each, key=lambda one: one.sure) for each in zip(*found, strict=True))
