"""Sealed as a publish method: draws from chances that were settled before the true intent was seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from tacit._progress import EVERY, SearchProgress
from tacit.attackers.registry import INFORMED
from tacit.candidates.belief import Belief
from tacit.candidates.listing import drawn
from tacit.candidates.secrets import Secrets, judged, surest_values
from tacit.errors import SettingError
from tacit.intents.box import Box
from tacit.publishing.method import DrawingMethod, Earlier, Replay, Task
from tacit.publishing.plan import Choice, Post, StillPossible
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.sealing import SealedBlock, Sealing
from tacit.publishing.sealed.worth import SealedWorth
from tacit.publishing.settings import SealedSettings, Settings

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.attackers.against import Against
    from tacit.attackers.confidence import Confidence
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.sealed.sealing import OnRound


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
        """The same settings with the usual candidates of a true intent named."""
        own = cast("SealedSettings", settings)
        return replace(own, candidates=self.belief(own).settled(true).candidates)

    def choose(self, task: Task) -> Choice:
        """The boxes that may be drawn for a true intent.

        Contract:
            needs: the true intent is among the candidates.
            promises: given what is drawn, and all but the draw, no secret is likelier than its limit,
                by any belief; exactly.
        """
        true = task.true
        asked = (task.market, task.against, task.settings, true, task.earlier, task.progress)
        sealing = self.settle(*asked)
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
        )

    def _about(self, task: Task, sealing: Sealing) -> tuple[str, ...]:
        """Among whom the true intent is hidden, and what whoever knows that knows of it."""
        if task.earlier is not None:
            return ()
        of = self.belief(task.settings).settled(task.true).of_class
        return (
            f"hidden among the candidates '{of.name}': {of.about}, {sealing.considered:,} in all. "
            f"Whoever knows that knows {of.gives_away(task.true)}",
        )

    def _everyone(self, task: Task, sealing: Sealing) -> Candidates:
        """All candidates; of a class that is too large to list, some that are drawn."""
        if sealing.considered == len(sealing.candidates):
            return sealing.candidates
        belief, space = self.belief(task.settings), task.market.space
        rng = np.random.default_rng(0)
        try:
            return drawn(task.market, belief, task.true, Box.everything(space), DRAWN, rng)
        except SettingError:  # a prior that can't be drawn from
            return sealing.candidates

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
        own = cast("SealedSettings", settings)
        common = None if earlier is None else earlier.common
        look = (own.objective, own.contiguous, against.posts, against.limits, own.bare, own.effort)
        return Sealing(
            market,
            self.belief(own).settled(like),
            _secrets(market, against, own),
            Form(*look, common),
            like,
            _told(progress, market, own.objective),
            None if earlier is None else earlier.among,
        )

    def leading_to(self, asked: Replay, published: Intent, true: Intent) -> list[Fraction]:
        """How likely each candidate is to have what was published drawn for it."""
        told = asked.progress
        sealing = self.settle(asked.market, asked.against, asked.settings, true, progress=told)
        chances = [Fraction(0)] * len(asked.candidates)
        standing = asked.candidates.places(sealing.candidates).tolist()
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


@dataclass(frozen=True)
class SealedChoice(Choice):
    """What may be drawn for one true intent.

    Attributes:
        block: how the candidates that are treated alike are published.
        boxes: which of the block's boxes each post is.
        limit: the informed attacker's own limit, if it has one.
        secrets: what must stay unlikely.
        everyone: all candidates, before the post.
    """

    block: SealedBlock | None = None
    boxes: tuple[int, ...] = ()
    limit: Fraction | None = None
    secrets: Secrets | None = None
    everyone: Candidates | None = None

    def informed(self, place: int) -> tuple[Confidence, ...]:
        """How sure someone is who knows all but the draw."""
        assert self.secrets is not None
        left = self._left(place)
        found = judged(left.candidates, left.chances, self.secrets)
        return found.confidences(self.limit, left.considered, len(left.candidates))

    def still_possible(self, place: int) -> StillPossible | None:
        """The candidates that the same box may be drawn for."""
        assert self.everyone is not None
        left, some = self._left(place), self.everyone
        return left._replace(before=surest_values(some), exact=len(some) >= left.considered)

    def _left(self, place: int) -> StillPossible:
        assert self.block is not None
        made, drawn = self.block.mechanism, self.boxes[place]
        chances = made.leading_to(drawn)
        left = made.candidates.take(list(chances))
        return StillPossible(left, list(chances.values()), self.block.considered)


def _secrets(market: Market, against: Against, settings: Settings) -> Secrets:
    own = cast("SealedSettings", settings)
    return Secrets.of(market.space, against.limit_of(INFORMED), own.hide, own.within)


def _post(block: SealedBlock, box: int, chance: Fraction, true: Intent) -> Post:
    published = block.mechanism.intent(box)
    added = sum(len(u) - len(v) for u, v in zip(published.codes, true.hull.codes, strict=True))
    return Post(published, chance, added)


def _told(listener: Listener | None, market: Market, objective: str) -> OnRound | None:
    """Tells a listener what the best mix costs so far, from time to time."""
    if listener is None:
        return None
    began = told = monotonic()
    rounds = 0

    def tell(cost: float, bound: float) -> None:
        nonlocal told, rounds
        rounds += 1
        if monotonic() < told + EVERY:
            return
        told = monotonic()
        unit = float(market.money_tick) if objective == "cost" else 1.0
        least = max(bound, 0.0)
        gap = (cost - least) / cost if cost else 0.0
        listener(
            SearchProgress(
                objective, cost * unit, least * unit, gap, f"{rounds:,} rounds", told - began
            )
        )

    return tell
