"""How values are spelled: what a text of a table counts as, in Python and in SQL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tacit._exact import exact
from tacit.errors import TableError
from tacit.market.sources.opened import MISSING_MARKS
from tacit.market.sources.quoting import literal
from tacit.space.prefix import Prefix

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit.market.sources.written import Written
    from tacit.space.dimension import Dimension

NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_MARKS = frozenset(MISSING_MARKS)
BLANKS = "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
BLANKS += "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
"""What Python takes for blank."""


def clean(text: str | None) -> str | None:
    """A text as it counts: without blanks around it, and None where it says that a value is missing."""
    if text is None:
        return None
    bare = text.strip()
    return None if bare in _MARKS else bare


def cleaned(c: str) -> str:
    """The SQL for a text, trimmed, with marks for missing values turned into NULL."""
    # Not as a list: DuckDB makes a join of each, and takes hours to plan a thousand of them.
    marks = " ".join(f"WHEN {literal(mark)} THEN NULL" for mark in MISSING_MARKS)
    bare = f"trim(CAST({c} AS VARCHAR))"
    return f"CASE {bare} {marks} ELSE {bare} END"


def bare_text(c: str) -> str:
    """The SQL for a text exactly as `clean` gives it, whatever is blank around it."""
    marks = " ".join(f"WHEN {literal(mark)} THEN NULL" for mark in MISSING_MARKS)
    text, blanks = f"CAST({c} AS VARCHAR)", literal(BLANKS)
    # To trim all kinds of blanks is slow, and most texts have none around them.
    ends = f"contains({blanks}, left({text}, 1)) OR contains({blanks}, right({text}, 1))"
    bare = f"CASE WHEN {ends} THEN trim({text}, {blanks}) ELSE {text} END"
    return f"CASE {bare} {marks} ELSE {bare} END"


def as_written(c: str, written: Written) -> str:
    """The SQL for the number or date that a text stands for; NULL if it is none.

    What is plain the database reads by itself, much faster than by a pattern; but not 1_000 or +-5.
    """
    if not written.is_plain:
        return written.sql(c)
    if written.kind == "date":
        day = f"TRY_CAST({c} AS TIMESTAMP)"
        years = f"{day} >= TIMESTAMP '0001-01-01' AND {day} < TIMESTAMP '10000-01-01'"
        return f"CASE WHEN {years} THEN CAST({day} AS DATE) END"
    number = f"TRY_CAST({c} AS DOUBLE)"
    # To look into texts takes long: a number after +- is none above 0.
    odd = f"contains({c}, '_') OR ({number} <= 0 AND contains({c}, '+-'))"
    return f"CASE WHEN isfinite({number}) AND NOT ({odd}) THEN {number} END"


def listed(column: Any, name: str) -> list[Any]:
    """A column of Arrow as Python has it; in messages it has a name.

    Raises:
        TableError: if it holds text that is none.
    """
    try:
        found: list[Any] = column.to_pylist()
    except (UnicodeDecodeError, OverflowError, ValueError):
        pass
    else:
        return found
    raise TableError(f"column '{name}' holds bytes that are no text. Save the table anew as UTF-8.")


def is_number(value: object) -> bool:
    """Whether a value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def spelled(value: object) -> str:
    """How DuckDB spells a value as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def code_finder(d: Dimension) -> Callable[[str | None], int | None]:
    """How to find a value's code by how a table spells it: 2 may stand there as 2.0 or +2."""
    known = {word: code for v, code in d.entries() for word in (spelled(v), str(v))}
    numbers = {exact(v): code for v, code in d.entries() if is_number(v)}

    def find(text: str | None) -> int | None:
        if text is None:
            return None if d.missing is None else known.get(str(d.missing))
        if isinstance(d, Prefix):
            return d.code_of(text)
        if text in known or not numbers or not NUMBER.fullmatch(text):
            return known.get(text)
        return numbers.get(exact(text))

    return find
