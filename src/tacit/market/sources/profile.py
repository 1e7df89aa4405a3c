"""What the columns of a table hold: the little that a proposal needs to know of each.

A table is stored once, and asked a few short questions. The first rows say how many values a column
may have. Where they are few, all of its values are counted, one by one; where they are many, only the
lowest, the highest and how many there are. Text that is written like numbers or dates is taken as such.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tacit.market.sources.quoting import quoted
from tacit.market.sources.spelling import clean, listed
from tacit.market.sources.written import Recognised, Written, recognised

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import date

    from tacit.market.sources.table import Source

HEAD = 5_000
"""So many of the first rows are looked at one by one."""
ALMOST = 0.9
"""Where nearly every row has a value of its own, values are counted exactly: are they identifiers?"""
FEW = HEAD // 4
"""A column with so many values among the first rows, or fewer, is counted value by value."""
LISTED = 50_000
"""Of a column with more values than this, values are not counted one by one."""
AT_ONCE = 20
"""So many columns are asked about in one question: all at once take much memory, and long to plan."""
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

    @property
    def missing(self) -> int:
        """How many rows hold nothing."""
        return self.rows - self.filled

    @property
    def lacking(self) -> int:
        """How many rows have no place among the values."""
        return self.missing + self.odd


def profiled(
    source: Source, as_text: Collection[str] = (), unused: Collection[str] = ()
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
    first = _first_rows(source, names)
    rough = _rough(source, names, first)
    found = []
    for done, name in enumerate(names):
        phase.reached(done)
        found.append(_column(source, name, first[name], rough[name], name in as_text))
    return found


def _first_rows(source: Source, names: Sequence[str]) -> dict[str, list[Any]]:
    """The values of the first rows, column by column."""
    columns = ", ".join(_shown(source, name) for name in names if source.kind(name) != "other")
    if not columns:
        return {name: [] for name in names}
    table = source.arrow(f"SELECT {columns} FROM raw LIMIT {HEAD}")
    found: dict[str, list[Any]] = {name: [] for name in names}
    return found | {name: listed(table.column(name), name) for name in table.column_names}


def _shown(source: Source, name: str) -> str:
    """A column as Python can take it: there are more days in tables than it knows."""
    c = quoted(name)
    return f"CAST({c} AS VARCHAR) AS {c}" if source.kind(name) == "date" else c


def _rough(
    source: Source, names: Sequence[str], first: Mapping[str, Sequence[Any]]
) -> dict[str, tuple[int, int, float]]:
    """How many rows are filled, how many values there are about, and how long texts are, by column."""
    found: dict[str, tuple[int, int, float]] = {}
    for some in _in_parts(names):
        asked = []
        for name in some:
            c, many = quoted(name), len(set(map(str, first[name]))) > FEW
            is_text = source.kind(name) == "text"
            asked.append(f"count({c})")
            asked.append(f"approx_count_distinct({c})" if many else "0")
            asked.append(f"avg(length({c}))" if is_text and many else "0")
        row = source.ask(f"SELECT {', '.join(asked)} FROM raw")[0]
        for i, name in enumerate(some):
            filled, distinct, length = row[3 * i : 3 * i + 3]
            found[name] = (int(filled), int(distinct), float(length or 0))
    return found


def _in_parts(names: Sequence[str]) -> Iterable[Sequence[str]]:
    return (names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE))


def _column(
    source: Source,
    name: str,
    first: Sequence[Any],
    rough: tuple[int, int, float],
    as_text: bool,
) -> Column:
    filled, distinct, _ = rough
    kind = source.kind(name)
    if kind == "other":
        return Column(name, kind, source.rows, filled, distinct)
    if kind == "text" or as_text:
        return _text(source, name, first, rough, as_text)
    c = source.clean(name)
    if distinct <= LISTED:
        counts = _counted(source, c, first)
        filled = sum(counts.values())
        return _of_values(
            Column(name, _plain(kind), source.rows, filled, len(counts), counts=counts)
        )
    return _measured(source, Column(name, _plain(kind), source.rows, filled, distinct), c)


def _plain(kind: str) -> str:
    return "number" if kind == "integer" else kind


def _counted(source: Source, c: str, first: Iterable[Any]) -> dict[Any, int]:
    """How many rows hold each value: those of the first rows as they appear, then others in order."""
    rows = source.ask(f"SELECT {c}, count(*) FROM raw GROUP BY 1 ORDER BY 1")
    counts = {value: int(n) for value, n in rows if value is not None}
    seen = {value: counts[value] for value in dict.fromkeys(first) if value in counts}
    return seen | counts


def _of_values(column: Column) -> Column:
    """The same with the lowest and the highest of its values."""
    values = [value for value in column.counts or () if not isinstance(value, str)]
    if not values or column.kind not in ("number", "date"):
        return column
    if len(values) < len(column.counts or ()):  # days that Python does not know come as text
        return column
    whole = column.kind == "number" and all(float(value).is_integer() for value in values)
    return replace(column, low=min(values), high=max(values), whole=whole)


def _measured(source: Source, column: Column, c: str) -> Column:
    """The same with what is asked of a column of numbers or dates with very many values."""
    number = column.kind == "number"
    whole = f"bool_and({c} = floor({c}))" if number else "FALSE"
    fits, low, high, is_whole, distinct = source.ask(
        f"SELECT count({c}), min({c}), max({c}), {whole}, approx_count_distinct({c}) FROM raw"
    )[0]
    if distinct > ALMOST * fits:
        distinct = source.ask(f"SELECT count(*) FROM (SELECT DISTINCT {c} FROM raw)")[0][0]
    known = replace(column, low=low, high=high, whole=bool(is_whole), distinct=int(distinct))
    if column.written is None:  # numbers that are none, such as infinity, are missing
        return replace(known, filled=int(fits))
    return replace(known, odd=column.filled - int(fits))


def _text(
    source: Source,
    name: str,
    first: Sequence[Any],
    rough: tuple[int, int, float],
    as_text: bool,
) -> Column:
    """A column of text: names, or numbers or dates as people write them."""
    filled, distinct, length = rough
    c, all_known = quoted(name), distinct <= LISTED
    if source.kind(name) != "text":
        c = f"CAST({source.clean(name)} AS VARCHAR)"
        first = [str(value) for value in first if value is not None]
    texts = _texts(_counted(source, c, first)) if all_known else _texts(Counter(first))
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
        return column
    kind = _plain(known.written.kind)
    typed = replace(column, kind=kind, written=known.written, unsure=known)
    if all_known:
        return _of_values(_read(typed, texts, known.written))
    return _many_written(source, typed, texts) or column


def _many_written(source: Source, column: Column, first: Mapping[str, int]) -> Column | None:
    """A column of very many numbers or dates, whose writing was seen in its first rows.

    What does not fit may show that they are written otherwise, or are none: then there is nothing.
    """
    assert column.written is not None
    c = source.clean(column.name, column.written)
    measured = _measured(source, column, c)
    if measured.odd:
        text = quoted(column.name)
        others = source.ask(
            f"SELECT {text} FROM raw WHERE {c} IS NULL AND {text} IS NOT NULL LIMIT {HEAD}"
        )
        texts = _texts(Counter([*first, *(text for (text,) in others)]))
        known = _recognised(source, texts)
        if known.written not in (None, column.written):
            again = replace(column, written=known.written, unsure=known)
            measured = _measured(source, again, source.clean(column.name, known.written))
    if measured.odd > MOST_ODD * measured.filled or _has_codes(source, measured):
        return None
    return measured


def _has_codes(source: Source, column: Column) -> bool:
    """Whether whole numbers are codes, as one of them begins with a 0 that counts for nothing."""
    if not column.whole or column.kind != "number":
        return False
    c = f"trim({quoted(column.name)})"
    codes = f"starts_with({c}, '0') AND length({c}) > 1 AND {c}[2] BETWEEN '0' AND '9'"
    return bool(source.ask(f"SELECT 1 FROM raw WHERE {codes} LIMIT 1"))


def _texts(counts: Mapping[Any, int]) -> dict[str, int]:
    """How many rows hold each text, once cleaned."""
    found: dict[str, int] = {}
    for text, n in counts.items():
        bare = clean(text)
        if bare is not None:
            found[bare] = found.get(bare, 0) + n
    return found


def _recognised(source: Source, texts: Mapping[str, int]) -> Recognised:
    """How a column of text is written; text of a typed table is meant as such if DuckDB could read it."""
    found = recognised(texts) if texts else NAMES
    plain = found.written is not None and found.written.is_plain
    if plain and not source.is_text and found.written is not None and found.written.kind != "date":
        return NAMES
    return found


def _read(column: Column, texts: Mapping[str, int], written: Written) -> Column:
    """A column of text as the numbers or dates that it stands for."""
    counts: dict[int | float | date, int] = {}
    odd = 0
    for text, n in texts.items():
        value = written.read(text)
        if value is None:
            odd += n
        else:
            counts[value] = counts.get(value, 0) + n
    return replace(column, counts=counts, odd=odd, distinct=len(counts))
