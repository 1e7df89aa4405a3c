"""Reading intents from text, files and standard input: JSON, an SQL condition, or an ODRL request.

Messages name the kind of the problem and where it stands, never the values: what is read here is
usually the secret.
"""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from tacit._doors import door
from tacit._files import reading
from tacit.errors import InputError, IntentError
from tacit.intents.box import Box
from tacit.intents.union import any_of

if TYPE_CHECKING:
    from tacit.intents.intent import Intent
    from tacit.space.space import Space

POST_SCHEMA = "urn:tacit:schema:post:1"
"""What a post that was exported as JSON calls its schema."""
LONGEST = 50_000_000
"""Longer texts than this are refused: a list of two million candidates is shorter."""


@door
def parse_intent(space: Space, text: str, dialect: str = "duckdb") -> Intent:
    """Read an intent from JSON (`{"race": ["Black"]}`) or an SQL condition (`race IN ('Black')`).

    A JSON list of such objects stands for what any of them holds. The JSON that `tacit protect
    --json` prints is understood as well: its `published` counts. So is an ODRL request as `tacit
    export` writes it. A condition is in the SQL of the dialect.
    """
    if not text.strip():
        raise IntentError("the intent is empty text. Write JSON or an SQL condition.")
    if text.lstrip().startswith(("{", "[")):
        return _from_json(space, text)
    return parse_condition(space, text, dialect)


@door
def parse_condition(space: Space, text: str, dialect: str = "duckdb") -> Intent:
    """Read an SQL condition as an intent: one box where it comes to one, an `AnyOf` where not."""
    from tacit.intents.dialects import require_dialect
    from tacit.intents.sql import boxes_of

    require_dialect(dialect)
    return any_of(boxes_of(space, text, dialect))


@door
def read_intent(space: Space, source: str | Path) -> Intent:
    """Read an intent from a file, or from standard input if the source is `-`."""
    return parse_intent(space, read_text(source))


@door
def read_pins(source: str | Path) -> dict[str, Any]:
    """Read values per dimension, as JSON, from a file."""
    found = None
    try:
        found = read_json(read_text(source, "values"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise IntentError('values to pin are written as JSON, such as {"race": ["..."]}.')
    return found


def readable_by_others(source: str | Path) -> bool:
    """Whether a file with an intent can be read by other users of this machine."""
    if str(source) == "-":
        return False
    try:
        return bool(Path(source).stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
    except OSError:
        return False


def read_text(source: str | Path, what: str = "intent") -> str:
    """Read a file, or standard input if the source is `-`; an endless one is refused in time."""
    text = ""
    try:
        if str(source) == "-":
            text = sys.stdin.read(LONGEST + 1).removeprefix("\ufeff")
        else:
            reading(source)
            with Path(source).open(encoding="utf-8-sig") as file:
                text = file.read(LONGEST + 1)
    except FileNotFoundError:
        raise InputError(
            f"there is no such {what} file. The {what} is read from a file or, with -, from "
            "standard input; it is never written on the command line itself, where others could "
            "see it."
        ) from None
    except UnicodeDecodeError:
        problem = IntentError if what == "intent" else InputError
        raise problem(f"the {what} is not UTF-8 text.") from None
    except OSError as error:
        raise InputError(f"the {what} file can't be read: {error.strerror}.") from None
    except ValueError:
        raise InputError(f"the {what} file can't be read: this is not a file's name.") from None
    if len(text) > LONGEST:
        raise InputError(f"the {what} file is longer than {LONGEST:,} characters.")
    return text


def read_json(text: str) -> Any:
    """Read JSON that came from outside.

    Raises:
        ValueError: if it is none, names something twice in one object, has a number too long, or
            lists too deep.
    """
    try:
        return json.loads(text, object_pairs_hook=_no_repeats)
    except RecursionError:
        pass
    raise ValueError("too deep")


class _Twice(ValueError):
    """A name that an object has twice, of which a reader would take one or the other."""


def _from_json(space: Space, text: str) -> Intent:
    wanted = posted(intent_json(text), space.names)
    if isinstance(wanted, Mapping) and "@context" in wanted and "@context" not in space.names:
        from tacit.intents.odrl import condition_of

        return parse_condition(space, condition_of(space, wanted))
    found: Intent = intent_from(space, wanted)
    return found


def intent_json(text: str) -> Any:
    """Read an intent's JSON; what is wrong with it is told without what it says."""
    try:
        return read_json(text)
    except json.JSONDecodeError as error:
        raise IntentError(
            f"the intent is not valid JSON: {error.msg} (line {error.lineno}, "
            f"column {error.colno})."
        ) from None
    except _Twice:
        raise IntentError(
            "the intent names a dimension twice. Put all its values in one list."
        ) from None
    except ValueError:
        raise IntentError("the intent is JSON with a number too long or lists too deep.") from None


def posted(content: Any, names: Sequence[str] = ()) -> Any:
    """The post of a file that says more, such as what `tacit protect` keeps; else the content itself.

    Args:
        content: what the file says.
        names: the dimensions, if they are known: one may be called as the post is in such files.
    """
    if not isinstance(content, dict):
        return content
    shown = content.get("published")
    is_meant = "published" not in names or content.get("$schema") == POST_SCHEMA
    return shown if is_meant and isinstance(shown, dict | list) else content


@overload
def intent_from(space: Space, wanted: Mapping[str, Any]) -> Box: ...
@overload
def intent_from(space: Space, wanted: Sequence[Mapping[str, Any]]) -> Intent: ...
def intent_from(space: Space, wanted: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Intent:
    """Make an intent from a mapping that came from outside, or what any of several asks for."""
    if isinstance(wanted, Mapping):
        return _box_from(space, wanted)
    if not wanted or not all(isinstance(one, Mapping) for one in wanted):
        raise IntentError(
            'the intent must be a JSON object, such as {"race": ["..."], "sex": ["..."]}, or a '
            "list of such objects."
        )
    return any_of(_box_from(space, one) for one in wanted)


def _box_from(space: Space, wanted: Mapping[str, Any]) -> Box:
    for name, asked in wanted.items():
        space.index(name)
        items = asked if isinstance(asked, list) else [asked]
        if not all(
            item is None or isinstance(item, str | int | float | bool | dict) for item in items
        ):
            raise IntentError(f"the entry of '{name}' must be a list of values.")
    return Box.of(space, wanted)


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Twice
    return found
