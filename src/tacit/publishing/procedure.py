"""A procedure: a publish method with its settings and whom it holds.

Everything but the true intent and the draw. This is what an informed attacker knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._defaults import LIMIT, METHOD
from tacit._doors import doors
from tacit.attackers.against import Against, Names
from tacit.attackers.cautious import cautious
from tacit.attackers.registry import ATTACKERS, INFORMED
from tacit.candidates.given import Given
from tacit.candidates.secrets import Secrets
from tacit.errors import ListNotGiven, SettingError, UnreachableLimit
from tacit.market.folding import Folding
from tacit.publishing.method import DrawingMethod, Earlier, Method, Replay, Task, unreachable
from tacit.publishing.registry import METHODS
from tacit.publishing.settings import ESTIMATE, GIVEN, SETTINGS, UPPER, Settings, settings_of

if TYPE_CHECKING:
    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.attackers.confidence import Confidence
    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.plan import Choice
    from tacit.space.space import Space

LISTS, PINS = ("candidates", "prior"), ("never", "always")
LONGEST_WORD, MOST_NAMES = 1_000, 100
"""How long a setting in a file may be, and of how many names."""
BY_COUNTS = ("records", "cost")
"""The priors that go by counts."""
UNREADABLE = "this does not say how something was made."


@doors("of", "from_json", "from_kept", "settled", "choose", "chance_of", "judged", "published")
@dataclass(frozen=True)
class Procedure:
    """A publish method with its settings and whom it holds.

    Attributes:
        settings: the method's own.
        against: whom to hold, and each one's limit.
    """

    settings: Settings
    against: Against

    @classmethod
    def of(
        cls,
        *,
        against: Names | Against | None = None,
        limit: Number = LIMIT,
        method: str | Settings = METHOD,
        **settings: Any,
    ) -> Procedure:
        """Read settings as a user writes them; see `tacit.protect`."""
        own = settings_of(method, **settings)
        draws = METHODS[own.method].draws
        if against is None:
            against = tuple(ATTACKERS)
        held = Against.of(against, limit).about_posts()
        if held.informed and not draws:
            raise SettingError(
                f"{own.method} always answers the same, so an informed attacker replays it: nothing "
                "it publishes holds against that. Use the method sealed.",
                "against",
            )
        made = cls(own, replace(held, informed=True) if draws else held)
        _ = made.belief  # refuses candidates and priors that do not exist
        return made

    @classmethod
    def from_json(cls, told: Mapping[str, Any], **known: Any) -> Procedure:
        """Read what `to_json` wrote.

        What a file says is data: settings are typed and bounded, words are short, names that no
        method has are refused, and none of it is a path. A list of candidates or a table of weights is
        not in the file; whoever has it gives it in `known`.
        """
        every = {name for one in SETTINGS.values() for name in _told(one)}
        if not set(told) <= {"method", "against", "limit", *every}:
            raise SettingError(
                "this says how something was made in words that Tacit does not know."
            )
        method, against = told.get("method", METHOD), told.get("against")
        if not _is_short(method) or not _are_names(against):
            raise SettingError(UNREADABLE)
        own = _told(SETTINGS[method]) if method in SETTINGS else []
        given = {name: told[name] for name in own if name in told} | known
        for name, value in given.items():
            if not _is_plain(value) and name not in known:
                raise SettingError(UNREADABLE, name)
            if name not in known and _names_a_list(SETTINGS[method], name, value):
                raise ListNotGiven(
                    f"this was made for {name} that were given as a list, which is not in the file. "
                    "Give the list too.",
                    name,
                )
        limit = told.get("limit", LIMIT)
        if not _is_plain(limit):
            raise SettingError(UNREADABLE, "limit")
        return cls.of(method=method, against=against, limit=limit, **given)

    def to_json(self) -> dict[str, Any]:
        """The settings as `tacit protect --json` prints them, for an audit; pins are left out."""
        return {
            "method": self.method.name,
            "limit": str(self.against.limit),
            "against": self.against.to_json(),
            **self.settings.told(),
        }

    def to_kept(self) -> dict[str, Any]:
        """All that it takes to repeat it, for the buyer's own files: settings, lists and pins."""
        settings = {name: getattr(self.settings, name) for name in self.settings.options()}
        return {
            "made_by": self.to_json(),
            "lists": {name: _written(one) for name, one in settings.items() if _has_lists(one)},
            "pins": {name: dict(settings[name]) for name in PINS if settings.get(name)},
        }

    @classmethod
    def from_kept(cls, kept: Mapping[str, Any]) -> Procedure:
        """Read what `to_kept` wrote: typed and bounded, as it comes from a file."""
        made_by, lists, pins = (kept.get(name, {}) for name in ("made_by", "lists", "pins"))
        if not all(isinstance(one, Mapping) for one in (made_by, lists, pins)):
            raise SettingError(UNREADABLE)
        if not set(lists) <= set(LISTS):
            raise SettingError(UNREADABLE)
        known = {name: _listed(told) for name, told in lists.items()}
        return cls.from_json(made_by, **known, **{n: pins[n] for n in PINS if n in pins})

    @property
    def method(self) -> Method:
        """The method itself."""
        return METHODS[self.settings.method]

    @property
    def belief(self) -> Belief | None:
        """The true intents that the method hides among, and how likely each is; None if it does not."""
        return self.method.belief(self.settings)

    @property
    def believes_in_counts(self) -> bool:
        """Whether how likely candidates are goes by counts."""
        return self.belief is not None and any(p in BY_COUNTS for p in self.belief.priors)

    @property
    def limit(self) -> Fraction:
        """The limit of those who have none of their own."""
        return self.against.limit

    @property
    def informed_limit(self) -> Fraction:
        """The limit of the informed attacker."""
        return self.against.limit_of(INFORMED)

    def secrets(self, space: Space) -> Secrets:
        """What someone who knows the method must not be surer of than the limits.

        Raises:
            SettingError: if a dimension is to be hidden that the space does not have.
        """
        within = Fraction(1) if self.belief is None else self.belief.within
        return Secrets.of(space, self.informed_limit, self.settings.hidden, within)

    def settled(self, true: Intent) -> Procedure:
        """The same with the usual candidates of a true intent named."""
        return replace(self, settings=self.method.settled(self.settings, true))

    def held_in(self, market: Market) -> tuple[Market, Against]:
        """The counts that limits are held by, and those to be held.

        That is the market itself, where every record was counted or the estimate is to be held. Else it
        is what the statistics vouch for, with attackers who are held at the interval's upper end.

        Raises:
            SettingError: if the upper end is to be held, and there is none.
        """
        known = market.knowledge
        if known is None or self.settings.holds == ESTIMATE:
            return market, self.against
        if known.counts is None:
            if self.settings.holds == UPPER:
                raise SettingError(
                    f"a market known by its {known.kind} has no upper end that could be held. Hold the "
                    "estimate, or name attackers who do not go by counts.",
                    "hold",
                )
            return market, self.against
        if not known.proportional and self.believes_in_counts:
            raise SettingError(
                "where each count is known between two numbers only, a belief by records or cost goes with "
                "the estimate. Hold the estimate, and every belief within a factor.",
                "hold",
            )
        posts = tuple(cautious(attacker, known) for attacker in self.against.posts)
        return known.counts, replace(self.against, posts=posts)

    def task(
        self,
        market: Market,
        true: Intent,
        earlier: Earlier | None = None,
        progress: Listener | None = None,
    ) -> Task:
        """What the method is asked for a true intent."""
        there, against = self.held_in(market)
        return Task(there, true, against, self.settings, earlier, progress)

    def replay(
        self, market: Market, candidates: Candidates, progress: Listener | None = None
    ) -> Replay:
        """What someone who knows the method asks of it."""
        there, against = self.held_in(market)
        return Replay(there, against, self.settings, candidates, progress)

    def choose(
        self,
        market: Market,
        true: Intent,
        earlier: Earlier | None = None,
        progress: Listener | None = None,
    ) -> Choice:
        """What would be published for a true intent, with which chances."""
        task = self.task(market, true.required(), earlier, progress)
        try:
            objective = self.settings.rules.objective
            return self._chosen(task).told_in(market, task.market, objective)
        except UnreachableLimit as found:
            error = found
        raise self.method.with_lowest(task, error)

    def chance_of(
        self, market: Market, true: Intent, published: Intent, progress: Listener | None = None
    ) -> Fraction:
        """How likely a true intent leads to a post; where it is refused, no limit is looked for."""
        return self._chosen(self.task(market, true.required(), None, progress)).chance_of(published)

    def _chosen(self, task: Task) -> Choice:
        self.secrets(task.market.space)  # refuses what can't be hidden, before any work
        # Who draws says whom nothing can be published for before the true intent is looked at.
        error = None if self.method.draws else unreachable(task)
        if error is not None:
            raise error
        return self.method.choose(task)

    def judged(
        self, market: Market, true: Intent, published: Intent, held: Against | None = None
    ) -> tuple[Confidence, ...]:
        """How sure those are who do not know the method: whom it holds, or others.

        A method that draws holds them in the dimensions that matter to it. There they are at least as
        sure as in all, so that is what is told.
        """
        folding = Folding.of_nothing(market)
        if isinstance(self.method, DrawingMethod):
            there = self.method.folding(market, self.against, self.settings, true)
            folding = there if there.keeps(published) and there.keeps(true) else folding
        asked = (folding.folded, folding.fold(true), folding.fold(published))
        return (held or self.against).judged(*asked)

    def published(
        self, market: Market, true: Intent, progress: Listener | None = None
    ) -> Intent | None:
        """What is published for a true intent, if that is always the same; None if it is refused."""
        return self.method.published(self.task(market, true, progress=progress))


def _told(settings: type[Settings]) -> list[str]:
    """The settings that a result tells; what else a file says, such as how long to search, is not obeyed."""
    return [name for name, option in settings.options().items() if option.told]


def _names_a_list(settings: type[Settings], name: str, value: Any) -> bool:
    """Whether a setting was given as a list, or has one among several."""
    listed = settings.options()[name].file and isinstance(value, str)
    return bool(listed) and GIVEN in map(str.strip, value.split(","))


def _is_plain(value: Any) -> bool:
    return isinstance(value, int | float | bool) or _is_short(value)


def _is_short(value: Any) -> bool:
    """Whether a value is text that can be shown to a person whole."""
    return isinstance(value, str) and len(value) <= LONGEST_WORD and value.isprintable()


def _are_names(value: Any) -> bool:
    if value is None or isinstance(value, str):
        return value is None or _is_short(value)
    return isinstance(value, Sequence) and len(value) <= MOST_NAMES and all(map(_is_short, value))


def _has_lists(setting: Any) -> bool:
    """Whether a setting is a list of intents, or has one among several."""
    several = setting if isinstance(setting, tuple) else (setting,)
    return any(isinstance(one, Given) for one in several)


def _written(setting: Any) -> list[Any]:
    """A list of intents as a file keeps it; of several settings, names and lists in a list."""
    if isinstance(setting, Given):
        return setting.to_json()
    return [one.to_json() if isinstance(one, Given) else one for one in setting]


def _listed(told: Any) -> Given | tuple[str | Given, ...]:
    """What `_written` wrote: a list of intents, or several settings."""
    if isinstance(told, str) or not isinstance(told, Sequence):
        raise SettingError(UNREADABLE)
    if all(isinstance(one, Mapping) for one in told):
        return Given.of(told)
    if not all(isinstance(one, Sequence) for one in told):
        raise SettingError(UNREADABLE)
    return tuple(one if isinstance(one, str) else Given.of(one) for one in told)
