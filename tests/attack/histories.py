"""Campaigns of a few posts for one need in a tiny market, and what a rival makes of each.

What is asked follows from the number of a history alone: by any method, at any limits, with some
promises given up. After each post everyone who could be behind it is as likely as `shadows` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, reduce
from operator import and_
from random import Random
from typing import Any

import tacit
from tacit.errors import CampaignRefused, SettingError, UnreachableLimit
from tacit.intents.intent import Intent
from tacit.publishing.publication import Publication
from tests.attack.bayes import Crowd, Sure
from tests.attack.crowds import Candidates, Cells, Place, Weights, candidates, like, place, weighed
from tests.attack.shadows import Rival, Step, campaign_of, is_refused

LIMITS = tuple(map(Fraction, ("1/4", "3/10", "1/3", "2/5", "1/2", "3/5", "4/5", "9/10", "1")))
FACTORS = tuple(map(Fraction, ("1", "1", "1", "3/2", "2")))
LOOK_AT_POSTS = ("em-f", "pi-uniform", "em-f,pi-uniform", "em-c", "em-fc=1/2")
KINDS = ("cells", "cells", "cells", "shape", "shape", "unions", "ranges", "boxes", "upto", "list")
MOST = 14
"""More candidates than this take long."""


@dataclass(frozen=True)
class Promised:
    """What was promised about one who knows the method: the strictest of all.

    Attributes:
        limit: how sure of a record; None if nothing was promised.
        hidden: how sure of a value, by the place of its dimension.
        within: for all beliefs within this factor.
    """

    limit: Fraction | None = None
    hidden: dict[int, Fraction] = field(default_factory=dict)
    within: Fraction = Fraction(1)

    @property
    def is_nothing(self) -> bool:
        return self.limit is None and not self.hidden

    def without(self, names: Sequence[str]) -> Promised:
        """The same after some were given up."""
        return Promised(
            None if "informed" in names else self.limit,
            {d: own for d, own in self.hidden.items() if f"informed:d{d}" not in names},
            Fraction(1) if "within" in names else self.within,
        )

    def and_of(self, asked: Asked) -> Promised:
        """The same after a sealed post."""
        hidden = dict(self.hidden)
        for d, own in asked.hide.items():
            hidden[d] = min(own, hidden.get(d, own))
        limit = asked.limit if self.limit is None else min(asked.limit, self.limit)
        return Promised(limit, hidden, max(asked.within, self.within))


@dataclass(frozen=True)
class Asked:
    """One thing that a buyer asks a campaign for.

    Attributes:
        settings: of the method.
        again: whether something new is asked for.
        loosen: whose limits are given up.
        hide: the dimensions to hide, by their places, with their limits.
    """

    settings: dict[str, Any]
    again: bool
    loosen: tuple[str, ...]
    seed: int
    hide: dict[int, Fraction] = field(default_factory=dict)

    @property
    def draws(self) -> bool:
        return bool(self.settings["method"] == "sealed")

    @property
    def limit(self) -> Fraction:
        return Fraction(self.settings["limit"])

    @property
    def within(self) -> Fraction:
        return Fraction(self.settings.get("within", 1))

    def step(self, where: Place) -> Step:
        """The same as something that one does whatever is wanted."""
        names = where.market.space.names
        hide = {"hide": {names[d]: own for d, own in self.hide.items()}} if self.hide else {}
        how = tacit.Procedure.of(**self.settings, **hide)
        seed = self.seed if self.draws else None

        def step(campaign: tacit.Campaign, true: Intent) -> Publication:
            more = {"again": self.again, "seed": seed, "loosen": self.loosen}
            return campaign.protect(where.market, true, how, **more)

        return step


@dataclass
class History:
    """A campaign so far, and what a rival makes of it.

    Attributes:
        number: which history it is; the same number gives the same one.
        among: who could be behind it, if the first post is sealed.
        true: who is.
        starts_sealed: whether it is; else no candidates are named.
        rival: by whose weights everyone is as likely as all posts were for it.
        beliefs: how likely each was beforehand.
        bound: what was promised and not given up.
        first: what was ever promised.
    """

    number: int
    random: Random
    where: Place
    among: Candidates
    true: Cells
    starts_sealed: bool = True
    campaign: tacit.Campaign = field(default_factory=campaign_of)
    rival: Rival | None = None
    beliefs: tuple[Weights, ...] = ()
    bound: Promised = field(default_factory=Promised)
    first: Promised = field(default_factory=Promised)

    @classmethod
    def of(cls, number: int, *kinds: str) -> History:
        """The history of a number, before anything is asked."""
        random = Random(number)
        while True:
            where = place(random, 9)
            among = candidates(random, where, random.choice(kinds or KINDS))
            if among is None or len(among.wants) > MOST:
                continue
            wanted = weighed(where, among, "uniform", "nonempty")
            some = [one for one in wanted if len(one) < len(where.records)]
            if len(some) > 1:
                true = random.choice(some)
                chosen = len(among.wants[true]) == 1 and random.random() < 0.25
                return cls(number, random, where, among, true, starts_sealed=not chosen)

    @property
    def about(self) -> tuple[int, int]:
        """What to look at if something is wrong: which history, after how many posts."""
        return self.number, len(self.campaign.entries)

    @cached_property
    def wanted(self) -> Intent:
        """What is truly wanted."""
        return self.where.intent(self.among.wants[self.true])

    @cached_property
    def everyone(self) -> Candidates:
        """Who could be behind the posts: whom the first one names, or all that are like the true one."""
        boxes = self.among.wants[self.true]
        return self.among if self.starts_sealed else like(self.where, boxes[0])

    @cached_property
    def intents(self) -> dict[Cells, Intent]:
        """Everyone as an intent."""
        return {one: self.where.intent(boxes) for one, boxes in self.everyone.wants.items()}

    # --- what is asked ---------------------------------------------------------------------------

    def next(self) -> Asked:
        """What is asked next."""
        random, first = self.random, self.rival is None
        sealed = self.starts_sealed if first else random.random() < 0.6
        hide = {d for d in range(len(self.where.shape)) if sealed and random.random() < 0.12}
        asked = Asked(
            self._sealed() if sealed else self._chosen(),
            again=random.random() < 0.85,
            loosen=self._given_up(),
            seed=random.randrange(1000),
            hide={d: random.choice(LIMITS[4:]) for d in hide},
        )
        return self._reachable(asked) if first and sealed else asked

    def _given_up(self) -> tuple[str, ...]:
        """Whose limits are given up: mostly nobody's."""
        known = self.campaign._ledger.promises
        names = [*known.limits, *(["within"] if known.within > 1 else [])]
        some = [name for name in names if self.random.random() < 0.5]
        return tuple(some) if self.random.random() < 0.25 else ()

    def _reachable(self, asked: Asked) -> Asked:
        """The same with limits above what is known before the first post, but for a few."""
        if self.random.random() < 0.05:
            return asked
        nothing = Promised(Fraction(0), dict.fromkeys(asked.hide, Fraction(0)), asked.within)
        self._start(asked)
        known = max((one.chance for one in self.judged(nothing)), default=Fraction(1))
        self.rival = None
        limits = [known, *(one for one in LIMITS if one >= known)][:4]
        hide = {d: max(own, known) for d, own in asked.hide.items()}
        settings = {**asked.settings, "limit": self.random.choice(limits)}
        return replace(asked, settings=settings, hide=hide)

    def _sealed(self) -> dict[str, Any]:
        random, first = self.random, self.rival is None
        against = random.choice(["informed", "informed", "informed", *LOOK_AT_POSTS[:2]])
        others = [self.among.setting, self.among.setting, "cells", "boxes"]
        prior = random.choice(["uniform", "uniform", "records", "cost", "uniform,records"])
        return {
            "method": "sealed",
            "against": against,
            "limit": random.choice([*LIMITS, *[self.bound.limit or Fraction(1)] * 3]),
            "candidates": self.among.setting if first else random.choice(others),
            "prior": prior,
            "within": random.choice(FACTORS),
            "objective": random.choice(["records", "cost", "cells"]),
            "bare": random.random() < 0.2,
            "effort": random.choice([20_000, 20_000, 30]),
        }

    def _chosen(self) -> dict[str, Any]:
        random = self.random
        against = random.choice(LOOK_AT_POSTS)
        if random.random() < 0.5:
            alpha = random.choice([Fraction(1, 2), Fraction(0), Fraction(1)])
            made = {"method": "greedy", "against": against, "alpha": alpha}
        else:
            objective = random.choice(["records", "cells"])
            made = {"method": "optimal", "against": against, "objective": objective}
        known = self._known_to(made)
        return {**made, "limit": random.choice([*LIMITS[3:], *[known, (3 * known + 1) / 4] * 4])}

    def _known_to(self, settings: dict[str, Any]) -> Fraction:
        """How sure those are by now, at most, who look at posts: at that limit others are refused."""
        how, market = tacit.Procedure.of(**settings), self.where.market
        posts = self.campaign._ledger.published(market)
        common = reduce(and_, posts, market.intent({}))
        return max(one.upper for one in how.judged(market, self.wanted, common)) or LIMITS[0]

    # --- what comes of it ------------------------------------------------------------------------

    def take(self, asked: Asked) -> bool:
        """Take a step; gives whether something was published that counts as new."""
        step, before = asked.step(self.where), campaign_of(self.campaign._vault.content)
        try:
            result = step(self.campaign, self.wanted)
        except (CampaignRefused, UnreachableLimit):
            self._check_refusal(asked, step, before)
            return False
        except SettingError:
            assert self.campaign.entries == before.entries
            return False
        if len(self.campaign.entries) == len(before.entries):
            return False
        if self.rival is None:
            self._start(asked)
        assert self.rival is not None
        self.rival.sees(step, before, result.published)
        bound = self.bound.without(asked.loosen)
        self.bound = bound.and_of(asked) if asked.draws else bound
        self.first = self.first.and_of(asked) if asked.draws else self.first
        return True

    def _start(self, asked: Asked) -> None:
        """Let a rival reckon with everyone, before the first post."""
        priors = asked.settings.get("prior", "uniform").split(",")
        found = (weighed(self.where, self.everyone, prior, "nonempty") for prior in priors)
        self.beliefs = tuple(one for one in found if one)
        possible = set().union(*self.beliefs)
        self.rival = Rival(self.intents, {one: Fraction(1) for one in possible})

    def _check_refusal(self, asked: Asked, step: Step, before: tacit.Campaign) -> None:
        """Nothing is written; and one that holds nobody but the informed is refused whatever is wanted."""
        assert self.campaign.entries == before.entries
        held = set(before._ledger.promises.limits) - {"informed"}
        alone = asked.draws and asked.settings["against"] == "informed" and not held
        if self.rival is not None and alone:
            assert all(is_refused(step, before, self.intents[one]) for one in self.rival.weights)

    # --- what a rival makes of it ----------------------------------------------------------------

    @property
    def posteriors(self) -> list[Weights]:
        """How likely each is, by every belief that the posts have not shown to be wrong."""
        assert self.rival is not None
        led = self.rival.weights
        found = [
            Rival(self.intents, {one: w * led[one] for one, w in belief.items() if one in led})
            for belief in self.beliefs
        ]
        return [one.shares() for one in found if one.weights]

    def judged(self, promised: Promised) -> Iterator[Sure]:
        """How sure someone is of everything that was promised to stay unlikely."""
        assert self.rival is not None
        limit = Fraction(1) if promised.limit is None else promised.limit
        told = (self.where, self.intents, self.beliefs, limit, promised.hidden, promised.within)
        return Crowd(*told, {}).surest(self.rival.weights)
