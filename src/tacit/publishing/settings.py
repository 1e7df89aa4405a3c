"""The settings of every publish method: names, defaults, and how each is read.

One frozen class a method, and this is the only place where a setting is written down: the keyword
arguments of `tacit.protect`, the options of the command line and the `made_by` of a result all come
from its fields. Nothing heavy may be imported here, since the command line reads it before it knows
what it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tacit._defaults import MOST_BOXES, SECONDS
from tacit._exact import exact, factor, share
from tacit._names import parts_in
from tacit.errors import SettingError, nearest
from tacit.publishing.rules import OBJECTIVES, Rules

if TYPE_CHECKING:
    from tacit.candidates.given import Given

AUTO = "auto"
GIVEN = "given"
"""What is told of a list in place of what it holds."""
UPPER, ESTIMATE = HOLDS = ("upper", "estimate")
"""What can be held where counts are known by statistics."""
ROUGHLY = 2_000
"""The effort that is enough for an estimate."""
MOST_EFFORT = 10_000_000
"""More boxes than this take hours and gigabytes."""
MOST_TOLD_EFFORT = 200_000
"""The most that is taken from a file on its word: ten times what is usual."""


@dataclass(frozen=True)
class Option:
    """What those who ask for a setting need to know of it.

    Attributes:
        about: what it does, in a sentence.
        values: the values it takes, in a word.
        read: makes a value of what the user wrote, or refuses it.
        told: whether a result tells it; pins are not told, as they speak of values.
        file: what is in the file that the user may name instead: "pins", "candidates", "prior".
        flag: what the command line calls it, where that is not its name.
        several: whether it takes several values, with commas between them.
        first: whether most people need it, so that it is among the first that help shows.
        quiet: whether a result tells it only where it is not the default.
        most_told: where its size drives how long all takes, the most that a file's word is taken for;
            for more, who runs it says it.
    """

    about: str
    values: str
    read: Callable[[Any], Any]
    told: bool = True
    file: str = ""
    flag: str | None = None
    several: bool = False
    first: bool = False
    quiet: bool = False
    most_told: int | None = None


def setting(default: Any, about: str, values: str, read: Callable[[Any], Any], **more: Any) -> Any:
    """A field of a settings class."""
    made = {"default_factory": dict} if default == {} else {"default": default}
    return field(**made, metadata={"option": Option(about, values, read, **more)})


@dataclass(frozen=True)
class Settings:
    """The settings of one method.

    Contract:
        needs: each field is made by `setting`.
        promises: `of` reads what a user writes and refuses what the method does not have.
    """

    method: ClassVar[str]
    about: ClassVar[str]
    """The method in a few words."""

    @classmethod
    def options(cls) -> dict[str, Option]:
        """The settings by name."""
        return {one.name: one.metadata["option"] for one in fields(cls)}

    @classmethod
    def of(cls, **given: Any) -> Self:
        """Read settings as a user writes them; None stands for the default."""
        known = cls.options()
        for name in given:
            if name not in known:
                others = [method for method, one in SETTINGS.items() if name in one.options()]
                have = f"; {' and '.join(others)} ha{'ve' if others[1:] else 's'}" if others else ""
                raise SettingError(
                    f"{cls.method} has no setting '{name}'{have}. It takes: {', '.join(known)}.",
                    name,
                )
        return cls(**{n: _read(known[n], n, v) for n, v in given.items() if v is not None})

    def told(self) -> dict[str, Any]:
        """The settings that a result tells, as JSON."""
        options = self.options()
        named = (n for n, option in options.items() if option.told and not self.left_out(n))
        return {n: _written(getattr(self, n)) for n in named}

    def left_out(self, name: str) -> bool:
        """Whether a setting goes without saying: it is quiet, and what it is by default."""
        return self.options()[name].quiet and getattr(self, name) is None

    @property
    def rules(self) -> Rules:
        """What a published intent may look like."""
        return Rules()

    @property
    def hidden(self) -> Mapping[str, Fraction | None]:
        """The dimensions whose wanted value is a secret too, with a limit where it has its own."""
        return {}

    def hiding(self, hide: Mapping[str, Fraction | None], within: Fraction | None = None) -> Self:
        """The same for other dimensions to hide, and another factor; a method without them has none."""
        return self

    @property
    def holds(self) -> str | None:
        """What to hold where counts are known by statistics: the "upper" end, the "estimate"; None if not said."""
        return None

    def roughly(self) -> Self:
        """The same for an estimate that takes little time."""
        return self


def _read(option: Option, name: str, value: Any) -> Any:
    problem = ""
    try:
        return option.read(value)
    except SettingError as error:
        problem = str(error)
    raise SettingError(problem, name)


def _written(value: Any) -> Any:
    if value is None:
        return AUTO
    if isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        return ",".join(n if one is None else f"{n}={one}" for n, one in value.items())
    if isinstance(value, tuple):
        return ",".join(one if isinstance(one, str) else GIVEN for one in value)
    return str(value) if isinstance(value, Fraction) else GIVEN


def _alpha(value: Any) -> Fraction | None:
    if value == AUTO:
        return None
    weight = exact(value, "alpha")
    if not 0 <= weight <= 1:
        raise SettingError('alpha must be from 0 to 1 (for example 0.5), or "auto".')
    return weight


def _objective(value: Any) -> str:
    if value not in tuple(OBJECTIVES):
        raise SettingError(f"the objective must be one of: {', '.join(OBJECTIVES)}.")
    return str(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise SettingError("this is either true or false.")
    return value


def _whole(what: str, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        number = Fraction(0)
        with suppress(SettingError):
            number = exact(value) if not isinstance(value, bool) else number
        if number.denominator != 1 or not 1 <= number <= most:
            raise SettingError(f"{what} must be a whole number from 1 to {most:,}.")
        return int(number)

    return read


def _seconds(value: Any) -> float:
    seconds = exact(value, "seconds")
    if seconds < 0:
        raise SettingError("the seconds must be 0 or more.")
    return float(seconds)


def _pins(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SettingError("pins are values per dimension.")
    return value


def _listed(value: Any) -> str | Given:
    """A name, or a list of intents that was given."""
    from tacit.candidates.given import listed

    return listed(value)


def _priors(value: Any) -> str | Given | tuple[str | Given, ...]:
    """One prior, or several: names with commas between them, lists of intents, or both."""
    from tacit.candidates.given import listed_or_several

    return listed_or_several(value)


def _hidden(value: Any) -> Mapping[str, Fraction | None]:
    """Dimensions with or without limits: `race=0.35,income`, a list of names, or limits by name."""
    pairs = list(value.items()) if isinstance(value, Mapping) else _name_and_limit(value)
    if not all(isinstance(name, str) and name for name, _ in pairs):
        raise SettingError("name the dimensions to hide, for example race=0.35,income.")
    if len({name for name, _ in pairs}) < len(pairs):
        raise SettingError("a dimension to hide was named twice.")
    return {
        name: None if limit is None else share("limit of a hidden dimension", limit, "hide")
        for name, limit in pairs
    }


def _name_and_limit(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, str):
        return [_limited(*part) for part in parts_in(value)]
    parts = list(value) if isinstance(value, Iterable) else [value]
    if not all(isinstance(part, str) for part in parts):
        raise SettingError("name the dimensions to hide, for example race=0.35,income.")
    return [_limited(part, None) for part in parts if part]


def _limited(name: str, rest: str | None) -> tuple[str, str | None]:
    """A dimension, and its limit if it has one; that of a name in quotes follows them."""
    if rest is not None:
        return name, rest.removeprefix("=") or None
    own, mark, limit = name.rpartition("=")
    return (own.strip(), limit) if mark else (name.strip(), None)


def _held(value: Any) -> str | None:
    if value == AUTO:
        return None
    if value not in HOLDS:
        raise SettingError(f"what is held must be one of: {', '.join(HOLDS)}.")
    return str(value)


@dataclass(frozen=True)
class _Held(Settings):
    """Which end of an interval is held, where counts are known by statistics only."""

    hold: str | None = setting(
        None,
        "Where counts are known by statistics: keep the limit at the upper end of the interval, or at "
        "the estimate. By default the upper end, where there is one.",
        "upper|estimate",
        _held,
        quiet=True,
    )

    @property
    def holds(self) -> str | None:
        """What was said."""
        return self.hold


@dataclass(frozen=True)
class _Pinned(_Held):
    """Values that must, or must not, be published."""

    never: Mapping[str, Any] = setting(
        {}, "Values that must not be published.", "FILE", _pins, told=False, file="pins"
    )
    always: Mapping[str, Any] = setting(
        {}, "Values that must be published.", "FILE", _pins, told=False, file="pins"
    )


@dataclass(frozen=True)
class _Shaped(_Held):
    """What is made small, and whether posts may have gaps."""

    objective: str = setting("records", "What to make small.", "records|cost|cells", _objective)
    contiguous: bool = setting(True, "Allow gaps on ordered dimensions.", "", _flag, flag="--free")


@dataclass(frozen=True)
class GreedySettings(_Pinned):
    """How greedy weighs cost against cover, and what is pinned."""

    method: ClassVar[str] = "greedy"
    about: ClassVar[str] = "the paper's method"

    alpha: Fraction | None = setting(
        Fraction(1, 2),
        "The weight of saving cost against gaining cover; auto finds the best.",
        "SHARE|auto",
        _alpha,
    )

    @property
    def rules(self) -> Rules:
        """The pins; greedy itself leaves no gaps and publishes one box."""
        return Rules(never=self.never, always=self.always)


@dataclass(frozen=True)
class OptimalSettings(_Pinned, _Shaped):
    """What optimal makes small, what a post may look like, and how long to search."""

    method: ClassVar[str] = "optimal"
    about: ClassVar[str] = "the best with proof"

    boxes: int = setting(
        1,
        "Publish at most N boxes, where that is cheaper than one.",
        "N",
        _whole("the number of boxes", MOST_BOXES),
    )
    seconds: float = setting(
        SECONDS, "How long to search at most.", "SECONDS", _seconds, told=False
    )

    @property
    def rules(self) -> Rules:
        """All of them but the time."""
        return Rules(self.objective, self.contiguous, self.never, self.always, self.boxes)


@dataclass(frozen=True)
class SealedSettings(_Shaped):
    """Among whom sealed hides, what it makes small, and how hard it looks."""

    method: ClassVar[str] = "sealed"
    about: ClassVar[str] = "one that holds even against someone who knows it"

    candidates: str | Given = setting(
        "usual",
        "The true intents that someone who knows the method reckons with; usual means cells, all of "
        "its shape for an intent of several cells, or unions like it for one of several boxes.",
        "usual|cells|shape|ranges|upto:K|boxes|unions|A+B|FILE",
        _listed,
        file="candidates",
    )
    prior: str | Given | tuple[str | Given, ...] = setting(
        "uniform",
        "How likely each of them is beforehand; several with commas, and the post holds for each. "
        "The first one says what is expected.",
        "uniform|records|cost|halving|FILE",
        _priors,
        file="prior",
        several=True,
    )
    within: Fraction = setting(
        Fraction(1),
        "Hold for every belief too whose odds between two of them differ by this factor at most.",
        "R",
        factor,
    )
    hide: Mapping[str, Fraction | None] = setting(
        {},
        "Dimensions whose wanted value is a secret too, each with a limit of its own if you like.",
        "NAME[=LIMIT],...",
        _hidden,
        several=True,
        first=True,
    )
    support: str = setting("nonempty", "Whether those without records count.", "nonempty|all", str)
    bare: bool = setting(False, "Allow the true intent itself to be drawn.", "", _flag)
    effort: int = setting(
        20_000,
        "How many boxes to look at for a block: more cost time and save records.",
        "N",
        _whole("the effort", MOST_EFFORT),
        most_told=MOST_TOLD_EFFORT,
    )

    @property
    def rules(self) -> Rules:
        """What is made small, and whether gaps are allowed."""
        return Rules(self.objective, self.contiguous)

    @property
    def hidden(self) -> Mapping[str, Fraction | None]:
        """Those that were named."""
        return self.hide

    def hiding(self, hide: Mapping[str, Fraction | None], within: Fraction | None = None) -> Self:
        """The same with these hidden."""
        return replace(self, hide=hide, within=self.within if within is None else within)

    def roughly(self) -> Self:
        """The same at less effort: a few percent dearer on Adult, in a fifth of the time."""
        return replace(self, effort=min(self.effort, ROUGHLY))


SETTINGS: dict[str, type[Settings]] = {
    one.method: one for one in (GreedySettings, OptimalSettings, SealedSettings)
}
"""The settings of each method by its name; `registry.register` adds others."""


def settings_of(method: str | Settings, **given: Any) -> Settings:
    """The settings of a method, by its name or as they are."""
    if isinstance(method, Settings):
        if given:
            raise SettingError("settings were given twice: as a value and by name.")
        return method
    if method not in SETTINGS:
        raise SettingError(
            f"there is no method of that name.{nearest(str(method), SETTINGS)} "
            f"Known are: {', '.join(SETTINGS)}.",
            "method",
        )
    return SETTINGS[method].of(**given)
