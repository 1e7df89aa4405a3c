"""Sealed as a publish method: draws from chances that were settled before the true intent was seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from tacit._progress import Phase
from tacit.attackers.registry import INFORMED
from tacit.candidates.belief import Belief
from tacit.candidates.candidate_class import NONEMPTY
from tacit.candidates.folded import folded_belief, lifted_values
from tacit.candidates.listing import drawn
from tacit.candidates.secrets import Secrets, judged, surest_values
from tacit.errors import NotServed, SettingError, UnreachableLimit
from tacit.intents.box import Box
from tacit.publishing.method import DrawingMethod, Earlier, Replay, Task
from tacit.publishing.plan import Choice, Post, StillPossible
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.sealing import SealedBlock, Sealing
from tacit.publishing.sealed.what_matters import onto_what_matters
from tacit.publishing.sealed.worth import SealedWorth
from tacit.publishing.settings import SealedSettings, Settings

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.attackers.against import Against
    from tacit.attackers.confidence import Confidence
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.folding import Folding
    from tacit.market.market import Market


HALVINGS = 10
"""So often a lower limit that can be reached is looked for: to a thousandth of it."""
DRAWN = 2_000
"""So many candidates tell what was known before a post, where they are too many to list."""


class Sealed(DrawingMethod):
    """A published intent that holds even against someone who knows how it was chosen."""

    settings: ClassVar[type[Settings]] = SealedSettings

    def belief(self, settings: Settings) -> Belief:
        """The candidates that were asked for."""
        own = cast("SealedSettings", settings)
        return Belief(own.candidates, own.prior, own.support, own.within)

    def settled(self, settings: Settings, true: Intent) -> Settings:
        """The same settings with the usual candidates of a true intent named, and all names plain."""
        own = cast("SealedSettings", settings)
        belief = self.belief(own).settled(true)
        return replace(own, candidates=belief.candidates, prior=belief.prior)

    def choose(self, task: Task) -> Choice:
        """The boxes that may be drawn for a true intent.

        Contract:
            needs: the true intent is among the candidates.
            promises: given what is drawn, and all but the draw, no secret is likelier than its limit,
                by any belief; exactly.
        """
        true = task.true
        own = cast("SealedSettings", task.settings)
        first = task.earlier is None or task.earlier.among is None
        if first and own.support == NONEMPTY and not task.market.mass(true).records:
            raise SettingError(
                "the true intent holds no records in this market, and only candidates with records are "
                "reckoned with. Count those without, too: support all.",
                "support",
            )
        asked = (task.market, task.against, task.settings, true, task.earlier)
        folding = self.folding(*asked)
        sealing = self._settle(*asked, task.progress, folding)
        place = sealing.place(true)
        block = sealing.holding(place)
        at = int(np.flatnonzero(block.block.places == place)[0])
        chances = block.mechanism.chances(at)
        posts = tuple(_post(block, u, c, true) for u, c in chances.items())
        limit = task.against.own.get(INFORMED)
        return SealedChoice(
            posts,
            SealedWorth(block),
            notes=(*block.notes, *self._about(task, sealing)),
            block=block,
            boxes=tuple(chances),
            limit=limit,
            secrets=_secrets(task.market, task.against, task.settings),
            everyone=self._everyone(task, sealing),
            folding=folding,
        )

    def with_lowest(self, task: Task, error: UnreachableLimit) -> UnreachableLimit:
        """The same with a limit that all can be held at, where it is everyone's limit that is too low.

        Who can be protected depends on the limit, and so does how sure someone is beforehand: the limit
        goes up until it is reached, and then halfway down again, as often as that takes little time.
        """
        if ":" in error.attacker or isinstance(error, NotServed):
            return error
        if error.attacker in task.against.own:
            against = replace(task.against, own={**task.against.own, error.attacker: error.lowest})
            return self._serving(task, error, against, error.lowest)
        low, high = error.limit, error.lowest
        while (sure := self._beforehand(task, high)) > high:
            low, high = high, sure
        if high == error.lowest and error.attacker != INFORMED:
            # Everything is published then: no lower one can be had.
            return self._serving(task, error, replace(task.against, limit=high), high)
        # With a lower limit nobody is less sure beforehand: if that can be reached, it is the lowest.
        tried = sure if sure > low else (low + high) / 2
        for _ in range(HALVINGS):
            if sure == high or not low < tried < high:
                break
            found = self._beforehand(task, tried)
            low, high, sure = (tried, high, sure) if found > tried else (low, tried, found)
            tried = (low + high) / 2
        return self._serving(task, error, replace(task.against, limit=high), high)

    def _serving(
        self, task: Task, error: UnreachableLimit, against: Against, limit: Fraction
    ) -> UnreachableLimit:
        """The same with a limit that serves someone; or everyone, if the true intent is not served by it.

        So there are two that may be named, and which it is tells what a refusal would tell.
        """
        asked, lowest = (task.market, against, task.settings, task.true, task.earlier), limit
        try:
            self._settle(*asked, None, self.folding(*asked)).place(task.true)
        except NotServed as other:
            lowest = other.lowest
        except UnreachableLimit:
            lowest = max(limit, error.for_all or limit)
        except SettingError:
            pass
        return UnreachableLimit(error.attacker, error.limit, lowest)

    def _beforehand(self, task: Task, limit: Fraction) -> Fraction:
        """How sure the surest of those to be held is before anything is posted, were this the limit.

        Whatever is wanted: a limit that is named must not tell.
        """
        against = replace(task.against, limit=limit)
        asked = (task.market, against, task.settings, task.true, task.earlier)
        folding = self.folding(*asked)
        if not folding.keeps(task.true):  # it is on no list
            return limit
        try:
            sealing = self._settle(*asked, None, folding)
        except UnreachableLimit as error:
            return error.lowest if ":" not in error.attacker else limit
        except SettingError:  # nobody can be disguised, whatever the limit
            return limit
        secrets = _secrets(task.market, against, task.settings)
        secrets = secrets.among(folding.folded.space.names)
        everyone = [Fraction(1)] * len(sealing.inside)
        return judged(sealing.inside, everyone, secrets).record

    def _about(self, task: Task, sealing: Sealing) -> tuple[str, ...]:
        """Among whom the true intent is hidden, and what whoever knows that knows of it."""
        if task.earlier is not None:
            return ()
        of = self.belief(task.settings).settled(task.true).of_class
        open_there = [name for name in task.settings.hidden if task.true.hull.is_all(name)]
        return (
            *(
                f"nothing is asked of '{name}', so there is nothing to hide there"
                for name in open_there
            ),
            f"hidden among the candidates '{of.name}': {of.about}, {sealing.considered:,} in all. "
            f"Whoever knows that knows {of.gives_away(task.true)}",
            *([] if sealing.unserved is None else [sealing.unserved.note]),
        )

    def _everyone(self, task: Task, sealing: Sealing) -> Candidates:
        """All candidates, in the dimensions that matter; of a class too large to list, some drawn."""
        if sealing.considered == len(sealing.inside):
            return sealing.inside
        folding, rng = sealing.folding, np.random.default_rng(0)
        belief = folded_belief(self.belief(task.settings), folding, task.true)
        whole = Box.everything(folding.folded.space)
        try:
            return drawn(folding.folded, belief, folding.fold(task.true), whole, DRAWN, rng)
        except SettingError:  # a prior that can't be drawn from
            return sealing.inside

    def settle(
        self,
        market: Market,
        against: Against,
        settings: Settings,
        like: Intent | None,
        earlier: Earlier | None = None,
        progress: Listener | None = None,
    ) -> Sealing:
        """How every candidate would be published, at the least expected cost."""
        return self._settle(market, against, settings, like, earlier, progress)

    def _settle(
        self,
        market: Market,
        against: Against,
        settings: Settings,
        like: Intent | None,
        earlier: Earlier | None,
        progress: Listener | None,
        folding: Folding | None = None,
    ) -> Sealing:
        """The same in the dimensions that are known to matter; by default those that do."""
        own = cast("SealedSettings", settings)
        return Sealing(
            market,
            self.belief(own).settled(like),
            _secrets(market, against, own),
            _form(against, own, earlier),
            like,
            progress,
            None if earlier is None else earlier.among,
            folding,
        )

    def folding(
        self,
        market: Market,
        against: Against,
        settings: Settings,
        like: Intent | None,
        earlier: Earlier | None = None,
    ) -> Folding:
        """The market in the dimensions that matter to the draw."""
        among = None if earlier is None else earlier.among
        form = _form(against, settings, earlier)
        return onto_what_matters(market, self.belief(settings), form, like, among)

    def folded(self, settings: Settings, folding: Folding, like: Intent | None) -> Settings:
        """The same settings with lists in fewer dimensions, and cells for what is a cell there."""
        own = cast("SealedSettings", settings)
        belief = folded_belief(self.belief(own), folding, like)
        hide = {n: own.hide[n] for n in own.hide if n in folding.folded.space.names}
        return replace(own, candidates=belief.candidates, prior=belief.prior, hide=hide)

    def leading_to(self, asked: Replay, published: Intent, true: Intent) -> list[Fraction]:
        """How likely each candidate is to have what was published drawn for it."""
        told = asked.progress
        sealing = self.settle(asked.market, asked.against, asked.settings, true, progress=told)
        chances = [Fraction(0)] * len(asked.candidates)
        standing = asked.candidates.places(sealing.candidates).tolist()
        waiting = {place: i for i, place in enumerate(standing) if place >= 0}
        many = len(waiting)
        phase = Phase(told, "replaying candidates", many)
        if not sealing.in_one_block:
            sealing.progress = phase.inner
        while waiting:
            found = sealing.holding(next(iter(waiting)))
            boxes = range(len(found.mechanism.joint))
            at = [u for u in boxes if found.mechanism.intent(u) == published]
            for v, place in enumerate(found.block.places.tolist()):
                i = waiting.pop(place, None)
                if i is not None and at:
                    chances[i] = found.mechanism.chances(v).get(at[0], Fraction(0))
            phase.reached(many - len(waiting))
        return chances


@dataclass(frozen=True)
class SealedChoice(Choice):
    """What may be drawn for one true intent.

    Attributes:
        block: how the candidates that are treated alike are published.
        boxes: which of the block's boxes each post is.
        limit: the informed attacker's own limit, if it has one.
        secrets: what must stay unlikely.
        everyone: all candidates, before the post, in the dimensions that matter.
        folding: which dimensions these are.
    """

    block: SealedBlock | None = None
    boxes: tuple[int, ...] = ()
    limit: Fraction | None = None
    secrets: Secrets | None = None
    everyone: Candidates | None = None
    folding: Folding | None = None

    def told_in(self, market: Market, found_in: Market, objective: str) -> Choice:
        """The same told of a market, with the candidates there."""
        told = super().told_in(market, found_in, objective)
        return replace(told, block=cast("SealedWorth", told.worth).sealed)  # type: ignore[call-arg]

    def informed(self, place: int) -> tuple[Confidence, ...]:
        """How sure someone is who knows all but the draw."""
        assert self.secrets is not None
        left = self._left(place)
        found = judged(left.candidates, left.chances, self.secrets)
        return found.confidences(self.limit, left.considered, len(left.candidates))

    def still_possible(self, place: int) -> StillPossible | None:
        """The candidates that the same box may be drawn for."""
        assert self.everyone is not None
        assert self.folding is not None
        left, some = self._left(place), self.everyone
        before = lifted_values(surest_values(some), self.folding)
        return left._replace(before=before, exact=len(some) >= left.considered)

    def _left(self, place: int) -> StillPossible:
        assert self.block is not None
        made, drawn = self.block.mechanism, self.boxes[place]
        chances = made.leading_to(drawn)
        left = made.candidates.take(list(chances))
        return StillPossible(left, list(chances.values()), self.block.considered)


def _secrets(market: Market, against: Against, settings: Settings) -> Secrets:
    own = cast("SealedSettings", settings)
    return Secrets.of(market.space, against.limit_of(INFORMED), own.hide, own.within)


def _form(against: Against, settings: Settings, earlier: Earlier | None) -> Form:
    own = cast("SealedSettings", settings)
    look = (own.objective, own.contiguous, against.bound, against.limits, own.bare, own.effort)
    return Form(*look, None if earlier is None else earlier.common)


def _post(block: SealedBlock, box: int, chance: Fraction, true: Intent) -> Post:
    published = block.mechanism.intent(box)
    added = sum(len(u) - len(v) for u, v in zip(published.codes, true.hull.codes, strict=True))
    return Post(published, chance, added)
