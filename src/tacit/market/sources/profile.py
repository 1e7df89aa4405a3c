"""What the columns of a table hold: the little that a proposal needs to know of each.

A table is stored once, and asked a few short questions. The first rows say how many values a column
may have. Where they are few, all of its values are counted, one by one; where they are many, only the
lowest, the highest and how many there are. Text that is written like numbers or dates is taken as such.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from tacit.market.sources.spelling import clean
from tacit.market.sources.written import Recognised, Written, recognised

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from tacit.market.sources.questions import Questions, Summary

HEAD = 5_000
"""So many of the first rows are looked at one by one."""
ALMOST = 0.9
"""Where nearly every row has a value of its own, values are counted exactly: are they identifiers?"""
FEW = HEAD // 4
"""A column with so many values among the first rows, or fewer, is counted value by value."""
LISTED = 50_000
"""Of a column with more values than this, values are not counted one by one."""
MOST_ODD = 0.2
"""A column of numbers or dates in which a larger share is something else is one of names."""
NAMES = Recognised(None, 0, 0, None, None)
"""A column of names."""


@dataclass(frozen=True, repr=False)
class Column:
    """What a column holds.

    Attributes:
        name: of the column.
        kind: "text", "number", "date", "bool" or "other".
        rows: how many rows the table has.
        filled: how many of them hold something.
        odd: how many hold something else than numbers or dates, in a column of those.
        distinct: how many different values there are; about, if they are not counted.
        counts: how many rows hold each value, as they appear; None if they are too many.
        low: the lowest number or date.
        high: the highest.
        whole: whether all numbers are whole.
        written: how numbers or dates are written, in a column of text.
        unsure: what else they could be, and where that would differ.
        length: how long texts are on average.
        joined: how many rows of a column of names have blanks around a name that others have without.
    """

    name: str
    kind: str
    rows: int
    filled: int
    distinct: int
    odd: int = 0
    counts: Mapping[Any, int] | None = None
    low: Any = None
    high: Any = None
    whole: bool = False
    written: Written | None = None
    unsure: Recognised = field(default=NAMES)
    length: float = 0.0
    joined: int = 0

    @property
    def missing(self) -> int:
        """How many rows hold nothing."""
        return self.rows - self.filled

    @property
    def lacking(self) -> int:
        """How many rows have no place among the values."""
        return self.missing + self.odd


def profiled(
    source: Questions, as_text: Collection[str] = (), unused: Collection[str] = ()
) -> list[Column]:
    """Find out what each column holds, those that nobody uses aside.

    Args:
        source: the open table.
        as_text: columns to take as names whatever they hold.
        unused: columns that are not looked at.
    """
    names = [name for name in source.names if name not in unused]
    source.store(names)
    phase = source.begin("finding out what columns hold", len(names))
    first = source.first_rows(names, HEAD)
    many = [name for name in names if len(set(map(str, first[name]))) > FEW]
    rough = source.summaries(names, many)
    found = []
    for done, name in enumerate(names):
        phase.reached(done)
        found.append(_column(source, name, first[name], rough[name], name in as_text))
    return found


def _column(
    source: Questions,
    name: str,
    first: Sequence[Any],
    rough: Summary,
    as_text: bool,
) -> Column:
    filled, distinct, _ = rough
    kind = source.kind(name)
    if kind == "other":
        return Column(name, kind, source.rows, filled, distinct)
    if kind == "text" or as_text:
        return _text(source, name, first, rough, as_text)
    if distinct <= LISTED:
        counts = _as_they_appear(source, source.counts(name), first)
        filled = sum(counts.values())
        return _of_values(
            Column(name, _plain(kind), source.rows, filled, len(counts), counts=counts)
        )
    return _measured(source, Column(name, _plain(kind), source.rows, filled, distinct))


def _plain(kind: str) -> str:
    return "number" if kind == "integer" else kind


def _as_they_appear(
    source: Questions, counts: Mapping[Any, int], first: Iterable[Any]
) -> dict[Any, int]:
    """The values of the first rows as they appear, where rows have an order; then others in order."""
    if not source.rows_have_order:
        return dict(counts)
    seen = {value: counts[value] for value in dict.fromkeys(first) if value in counts}
    return {**seen, **counts}


def _of_values(column: Column) -> Column:
    """The same with the lowest and the highest of its values."""
    values = [value for value in column.counts or () if not isinstance(value, str)]
    if not values or column.kind not in ("number", "date"):
        return column
    if len(values) < len(column.counts or ()):  # days that Python does not know come as text
        return column
    whole = column.kind == "number" and all(float(value).is_integer() for value in values)
    return replace(column, low=min(values), high=max(values), whole=whole)


def _measured(source: Questions, column: Column) -> Column:
    """The same with what is asked of a column of numbers or dates with very many values."""
    found = source.measured(column.name, column.kind, column.written)
    distinct = found.distinct
    if distinct > ALMOST * found.fits:
        distinct = source.distinct(column.name, column.written)
    known = replace(column, low=found.low, high=found.high, whole=found.whole, distinct=distinct)
    if column.written is None:  # numbers that are none, such as infinity, are missing
        return replace(known, filled=found.fits)
    return replace(known, odd=column.filled - found.fits)


def _text(
    source: Questions,
    name: str,
    first: Sequence[Any],
    rough: Summary,
    as_text: bool,
) -> Column:
    """A column of text: names, or numbers or dates as people write them."""
    filled, distinct, length = rough
    all_known = distinct <= LISTED
    if source.kind(name) != "text":
        first = [str(value) for value in first if value is not None]
    counts = source.counts(name, as_text=True) if all_known else {}
    raw = _as_they_appear(source, counts, first) if all_known else Counter(first)
    texts = _texts(raw)
    known = NAMES if as_text else _recognised(source, texts)
    if all_known:
        filled, distinct = sum(texts.values()), len(texts)
        length = sum(len(text) * n for text, n in texts.items()) / max(filled, 1)
    column = Column(
        name,
        "text",
        source.rows,
        filled,
        distinct,
        counts=texts if all_known else None,
        length=length,
    )
    if known.written is None:
        return replace(column, joined=_joined(raw, texts)) if all_known else column
    kind = _plain(known.written.kind)
    typed = replace(column, kind=kind, written=known.written, unsure=known)
    if all_known:
        return _in_century(typed, lambda column: _of_values(_read(column, texts)))
    return _many_written(source, typed, texts) or column


def _many_written(source: Questions, column: Column, first: Mapping[str, int]) -> Column | None:
    """A column of very many numbers or dates, whose writing was seen in its first rows.

    What does not fit may show that they are written otherwise, or are none: then there is nothing.
    """
    assert column.written is not None
    if not source.reads_text:
        return None
    measured = _measured(source, column)
    if measured.odd:
        others = source.misfits(column.name, column.written, HEAD)
        known = _recognised(source, _texts(Counter([*first, *others])))
        if known.written not in (None, column.written):
            measured = _measured(source, replace(column, written=known.written, unsure=known))
    if measured.odd > MOST_ODD * measured.filled or _has_codes(source, measured):
        return None
    return _in_century(measured, lambda known: _measured(source, known), measured)


def _in_century(
    column: Column, read: Callable[[Column], Column], so_far: Column | None = None
) -> Column:
    """A column as it is read, once more where years of two digits would lie in the future."""
    found = so_far or read(column)
    if column.written is None or not isinstance(found.high, date):
        return found
    how, other = column.written.in_century(found.high), column.unsure.ambiguous
    if how == column.written:
        return found
    unsure = replace(column.unsure, ambiguous=other and other.in_century(found.high))
    return read(replace(column, written=how, unsure=unsure))


def _has_codes(source: Questions, column: Column) -> bool:
    """Whether whole numbers are codes, as one of them begins with a 0 that counts for nothing."""
    if not column.whole or column.kind != "number":
        return False
    return source.has_leading_zeros(column.name)


def _texts(counts: Mapping[Any, int]) -> dict[str, int]:
    """How many rows hold each text, once cleaned."""
    found: dict[str, int] = {}
    for text, n in counts.items():
        bare = clean(text)
        if bare is not None:
            found[bare] = found.get(bare, 0) + n
    return found


def _joined(raw: Mapping[Any, int], texts: Mapping[str, int]) -> int:
    """How many rows differ from others in blanks around their text alone."""
    odd = 0
    for text, n in raw.items():
        name = clean(text)
        if name is not None and text != name and texts[name] > n:
            odd += n
    return odd


def _recognised(source: Questions, texts: Mapping[str, int]) -> Recognised:
    """How a column of text is written; text of a typed table is meant as such if DuckDB could read it."""
    found = recognised(texts) if texts else NAMES
    plain = found.written is not None and found.written.is_plain
    if plain and not source.is_text and found.written is not None and found.written.kind != "date":
        return NAMES
    return found


def _read(column: Column, texts: Mapping[str, int]) -> Column:
    """A column of text as the numbers or dates that it stands for."""
    assert column.written is not None
    counts: dict[int | float | date, int] = {}
    odd = 0
    for text, n in texts.items():
        value = column.written.read(text)
        if value is None:
            odd += n
        else:
            counts[value] = counts.get(value, 0) + n
    return replace(column, counts=counts, odd=odd, distinct=len(counts))
