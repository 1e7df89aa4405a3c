"""What an audit is told: how a post was made, and which true intents a rival reckons with.

Both may be told in part, or not at all; here the rest is filled in.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tacit._doors import door
from tacit._exact import exact
from tacit.attackers.registry import INFORMED
from tacit.candidates.belief import Belief
from tacit.errors import ListNotGiven, SettingError, TacitError
from tacit.intents.box import Box
from tacit.intents.reading import parse_intent, read_json, read_text
from tacit.market.fingerprint import fingerprint
from tacit.publishing.procedure import LISTS, Procedure
from tacit.publishing.registry import METHODS
from tacit.publishing.settings import GIVEN, SETTINGS, SealedSettings

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction
    from pathlib import Path

    from tacit.attackers.against import Against
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

MadeBy = Procedure | Mapping[str, Any] | str | None
"""How a post was made: as a procedure, as a result tells it, or by the name of a method."""
Partly = Belief | Mapping[str, Any] | None
"""What a rival reckons with: all of it, some parts by name, or nothing said."""

TOLD = "what the post says of how it was made can't be used"
NEVER_OPENED = "No file that a post names is opened: give the list yourself."
NO_UNIONS = "those reckoned with are single boxes, and several are wanted: reckon with unions, or with a list"

STAYS_AWAY = "the cells stay in the engine and do not fit into memory, so nobody could replay the method here"


def how_made(
    made_by: Procedure | Mapping[str, Any] | str,
    belief: Partly,
    held: Against,
    made_for: str | None = None,
    **settings: Any,
) -> Procedure:
    """How a post was made, as far as that is told.

    Args:
        made_by: the procedure, what a result tells of it, or a method's name.
        belief: what a rival reckons with; lists that a result does not tell may be in there.
        held: whom the audit asks about.
        made_for: whom it was made to hold, where only a method is named; by default those in `held`.
        settings: what else is said of the method.
    """
    if isinstance(made_by, Procedure):
        return made_by
    if isinstance(made_by, Mapping):
        given = belief if isinstance(belief, Mapping) else {}
        filled = {n: _filled(made_by.get(n), v) for n, v in given.items() if v is not None}
        lists = {n: v for n, v in filled.items() if v is not None}
        if made_for is not None or "alpha" in settings:
            raise SettingError(
                "the post says how it was made. To say otherwise, name the method too.", "made_by"
            )
        return _as_told(Procedure.from_json, made_by, **lists)
    told = belief if isinstance(belief, Mapping) else {}
    known = SETTINGS[made_by].options() if made_by in SETTINGS else {}
    asked = {**told, "hide": settings.pop("hide", None)}  # these are the audit's own too
    own = settings | {n: v for n, v in asked.items() if n in known and v is not None}
    rest = replace(held, informed=False, own={n: v for n, v in held.own.items() if n != INFORMED})
    alone = held.informed and made_by in METHODS and METHODS[made_by].draws
    against = made_for or (rest if rest.posts else INFORMED if alone else None)
    return Procedure.of(method=made_by, against=against, limit=held.limit, **own)


def _filled(told: Any, given: Any) -> Any:
    """What a result tells of a setting, with the lists that it does not tell; None if it tells all."""
    names = [name.strip() for name in told.split(",")] if isinstance(told, str) else []
    if names == [GIVEN]:
        return given
    several = isinstance(given, tuple) and not all(isinstance(one, Mapping) for one in given)
    lists = [one for one in (given if several else (given,)) if not isinstance(one, str)]
    if GIVEN not in names or len(lists) != names.count(GIVEN):
        return None
    return tuple(lists.pop(0) if name == GIVEN else name for name in names)


def _within_reason(made_by: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """What a file tells of how a post was made, with what whoever runs this says instead.

    Raises:
        SettingError: if it asks for more work than a file's word is taken for, and nobody says so.
    """
    told = dict(made_by)
    for name, most in _MOST_TOLD.items():
        if said.get(name) is not None:
            told[name] = said[name]
        elif _is_above(told.get(name), most):
            raise SettingError(
                f"{TOLD}: its {name} is above {most:,}, which may take hours. If you know that it was "
                f"made so, say the {name} yourself.",
                name,
            )
    return told


_MOST_TOLD = {
    name: option.most_told
    for one in SETTINGS.values()
    for name, option in one.options().items()
    if option.most_told is not None
}


def _is_above(told: Any, most: int) -> bool:
    """Whether a file names a number above one; what is no number is refused by who reads it."""
    if isinstance(told, bool) or not isinstance(told, int | float | str):
        return False
    with contextlib.suppress(SettingError):
        return exact(told) > most
    return False


def _as_told(read: Callable[..., Procedure], told: Mapping[str, Any], **lists: Any) -> Procedure:
    """What a file tells of how a post was made; what is wrong there is not the user's option."""
    try:
        return read(told, **lists)
    except ListNotGiven:
        raise
    except TacitError as error:
        problem, about = f"{TOLD}: {error}", error.setting
    if about in LISTS:
        raise SettingError(f"{problem} {NEVER_OPENED}", about)
    raise SettingError(problem)


def belief_about(how: Procedure, belief: Partly, usual: Belief) -> Belief:
    """What a rival reckons with: by default what the method hides among, or else what is usual."""
    if isinstance(belief, Belief):
        return belief
    return replace(how.belief or usual, **told_parts(belief))


def told_parts(belief: Mapping[str, Any] | None) -> dict[str, Any]:
    """The parts of a belief that were told."""
    return {name: value for name, value in (belief or {}).items() if value is not None}


def may_hold(belief: Belief, true: Intent) -> bool:
    """Whether a true intent may be among the candidates: several boxes only in a list, or of unions."""
    if isinstance(true, Box) or not isinstance(belief.candidates, str):
        return True
    return "unions" in belief.candidates


def to_hide(hide: Any) -> Mapping[str, Fraction | None]:
    """Read dimensions to hide as a user writes them: `race=0.35,income`, or by name."""
    return SealedSettings.of(hide=hide).hidden


@dataclass(frozen=True)
class PublishedPost:
    """A published intent as a file has it, and how it was made if the file says so.

    Attributes:
        published: what was published.
        made_by: how, as the file tells.
        market: what tells the market it was made in from others, if the file says.
    """

    published: Intent
    made_by: Procedure | Mapping[str, Any] | None = None
    market: str | None = None

    def changed(self, market: Market) -> bool:
        """Whether the market is known to be another than it was then."""
        return self.market is not None and self.market != fingerprint(market)


@door
def read_post(market: Market, source: str | Path, **said: Any) -> PublishedPost:
    """Read a published intent: one by itself, or what `tacit protect` kept or printed of it.

    What the file says is data. Of all that it holds, only the post and how it was made are looked at;
    the latter is typed and bounded, and no file that it names is opened.

    Args:
        market: what is on offer.
        source: the file.
        said: settings that count in place of what the file says, such as a higher `effort`.
    """
    text = read_text(source, "post")
    published = parse_intent(market.space, text)
    content: Any = None
    with contextlib.suppress(ValueError):
        content = read_json(text)
    told = content.get("made_by") if isinstance(content, dict) else None
    if told is None or "made_by" in market.space.names:
        return PublishedPost(published)
    if not isinstance(told, dict):
        raise SettingError(f"{TOLD}: it is no JSON object.")
    told = _within_reason(told, said)
    if "kept" not in content:
        return PublishedPost(published, told)
    then = content.get("market")
    made = _as_told(Procedure.from_kept, {**content, "made_by": told})
    return PublishedPost(published, made, then if isinstance(then, str) else None)
