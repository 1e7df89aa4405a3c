"""ODRL requests as intents: what `tacit export --as odrl` writes, read back.

A request asks for a part of a table: each permission has a collection of records as its target, and
refinements that every record of it meets. A column is a left operand of Tacit's own profile, which
`docs/reference/odrl-profile.md` describes; operators and all else are ODRL's.

A request is read as the SQL condition that says the same, so that both mean the same. No message
here quotes a value, nor a name that the market does not have: a request may be read as the true
intent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from tacit.errors import IntentError, UnknownDimension
from tacit.intents.columns import quoted
from tacit.space.bins import literal

if TYPE_CHECKING:
    from tacit.space.dimension import Dimension
    from tacit.space.space import Space

CONTEXT = "http://www.w3.org/ns/odrl.jsonld"
VOCABULARY = "http://www.w3.org/ns/odrl/2/"
PROFILE = "urn:tacit:odrl:1"
MISSING = f"{PROFILE}:missing"
"""What stands for a record that has no value in a column."""
SENDER = f"{PROFILE}:sender"
"""Whoever sends the request: no name leaves the house."""
TABLE = f"{PROFILE}:table"
"""Whatever table the request is sent to the seller of."""

_COMPARED = {"eq": "=", "neq": "<>", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">="}
_LISTED = ("isAnyOf", "isNoneOf")
_NUMBERS = {"integer": int, "decimal": float, "double": float, "float": float}
_LOOKS = (
    'A request has "permission", each with an AssetCollection as its "target"; the "refinement" of '
    "that compares columns with values."
)


def column(name: str) -> str:
    """The left operand that is a column's value.

    >>> column("hours per week")
    'urn:tacit:odrl:1:column:hours%20per%20week'
    """
    return f"{PROFILE}:column:{quote(name, safe='')}"


def dimension(name: str) -> str:
    """The left operand that is the name of the value that a dimension has for a record."""
    return f"{PROFILE}:dimension:{quote(name, safe='')}"


def start(name: str, length: int) -> str:
    """The left operand that is the first characters of a column's value."""
    return f"{PROFILE}:start:{length}:{quote(name, safe='')}"


def condition_of(space: Space, request: Mapping[str, Any]) -> str:
    """The condition that a request asks records to meet, in DuckDB's SQL.

    Raises:
        IntentError: if it says anything that is no set of values of columns.
    """
    if _bare(request.get("@type", request.get("type"))) != "Request":
        raise _unread("it is not of the type Request")
    _require(request, {"@context", "@type", "type", "uid", "@id", "profile", "permission"})
    rules = _several(request.get("permission"))
    if not rules:
        raise _unread("it has no permission")
    return " OR ".join(f"({_rule(space, rule)})" for rule in rules)


def _rule(space: Space, rule: Any) -> str:
    """What one permission asks of records."""
    _require(rule, {"@type", "type", "uid", "@id", "target", "action", "assignee", "assigner"})
    target = rule.get("target")
    if isinstance(target, str):
        return "TRUE"
    _require(target, {"@type", "type", "uid", "@id", "source", "refinement"})
    parts = [_either(space, one) for one in _several(target.get("refinement"))]
    return " AND ".join(parts) or "TRUE"


def _either(space: Space, one: Any) -> str:
    """A constraint, or several of which any or all are met."""
    for word in ("or", "and"):
        if isinstance(one, Mapping) and word in one:
            _require(one, {word, "@type", "type", "uid", "@id"})
            parts = [_constraint(space, part) for part in _several(one[word])]
            if not parts:
                raise _unread("a list of constraints is empty")
            return f"({f' {word.upper()} '.join(parts)})"
    return _constraint(space, one)


def _constraint(space: Space, one: Any) -> str:
    """One comparison of a column with one value or several."""
    _require(one, {"@type", "type", "uid", "@id", "leftOperand", "operator", "rightOperand"})
    known, left = _left(space, one.get("leftOperand"))
    operator, values = _bare(one.get("operator")), _several(one.get("rightOperand"))
    found = [literal(_value(v)) for v in values if not _is_missing(v)]
    lacking = len(found) < len(values)
    null = f"{quoted(known.name)} IS NULL"
    if operator in _LISTED or (operator in ("eq", "neq") and len(values) == 1):
        is_in = f"{left} IN ({', '.join(found)})" if found else ""
        if operator in ("isAnyOf", "eq"):
            parts = [*([is_in] if is_in else []), *([null] if lacking else [])]
            return f"({' OR '.join(parts) or 'FALSE'})"
        if lacking:
            return f"({f'NOT {is_in} AND ' if is_in else ''}NOT {null})"
        others = f" OR {null}" if known.missing is not None and is_in else ""
        return f"({f'NOT {is_in}' if is_in else 'TRUE'}{others})"
    if operator not in _COMPARED or len(values) != 1 or lacking:
        raise _unread("an operator is not one that compares a column with values")
    return f"{left} {_COMPARED[operator]} {found[0]}"


def _left(space: Space, operand: Any) -> tuple[Dimension, str]:
    """The dimension that a left operand is about, and what SQL calls the operand."""
    from tacit.intents.sql import found_in

    given = operand.get("@id") if isinstance(operand, Mapping) else operand
    kind, _, rest = str(given).removeprefix(f"{PROFILE}:").partition(":")
    length, _, tail = rest.partition(":") if kind == "start" else ("", "", rest)
    counted = length.isascii() and length.isdigit() and len(length) < 5
    if not str(given).startswith(f"{PROFILE}:") or not (
        kind in ("column", "dimension") or (kind == "start" and counted)
    ):
        raise _unread("a left operand is no column of Tacit's profile")
    name = unquote(tail, errors="replace")
    names = space.names if kind == "dimension" else [one.column for one in space]
    if names.count(name) > 1:
        raise _unread("several dimensions of the market come from one column")
    at = names.index(name) if name in names else found_in(space, name)
    if at is None:
        raise UnknownDimension(name, space.names)
    found = space.dimensions[at]
    plain = quoted(found.name)
    return found, f"substr(CAST({plain} AS VARCHAR), 1, {length})" if length else plain


def _value(operand: Any) -> str | int | float | bool | date:
    """A right operand as a value."""
    if isinstance(operand, str | int | float | bool):
        return operand
    _require(operand, {"@value", "@type"})
    text, kind = operand.get("@value"), str(operand.get("@type", "")).rpartition(":")[2]
    kind = kind.rpartition("#")[2]
    if not isinstance(text, str) or kind in ("", "string"):
        if isinstance(text, str | int | float | bool):
            return text
        raise _unread("a right operand is not a value")
    try:
        if kind == "boolean" and text in ("true", "false"):
            return text == "true"
        return date.fromisoformat(text) if kind == "date" else _NUMBERS[kind](text)
    except (KeyError, ValueError):
        raise _unread("a right operand is not a value of its type") from None


def _is_missing(operand: Any) -> bool:
    return isinstance(operand, Mapping) and operand.get("@id") == MISSING


def _several(given: Any) -> list[Any]:
    """One or several, however JSON-LD has them."""
    if isinstance(given, Mapping) and set(given) in ({"@list"}, {"@set"}):
        return _several(next(iter(given.values())))
    if given is None:
        return []
    return list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]


def _bare(term: Any) -> str:
    """A term of ODRL's vocabulary, without where it comes from."""
    given = term.get("@id") if isinstance(term, Mapping) else term
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    return str(given).removeprefix(VOCABULARY).removeprefix("odrl:")


def _require(given: Any, known: set[str]) -> None:
    """Refuse what would be left unread, since it may narrow what is asked."""
    if not isinstance(given, Mapping):
        raise _unread("a part that should be an object is none")
    if set(given) - known:
        raise _unread("it says more than which values of which columns are asked for")


def _unread(why: str) -> IntentError:
    return IntentError(f"the ODRL request can't be read: {why}. {_LOOKS}")
