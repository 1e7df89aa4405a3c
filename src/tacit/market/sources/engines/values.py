"""What a column of an engine holds, as an Ibis expression: the same as of a file, wherever it is worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.market.sources.opened import MISSING_MARKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.space.numeric import Numeric

WITHOUT_NAN = ("sqlite", "mysql")
"""Engines whose numbers are all numbers."""
NUMBERS = ("integer", "real")
"""What SQLite calls numbers; a column of numbers may hold anything else there too, which counts as nothing."""


def kind_of(dtype: Any) -> str:
    """What a type of Ibis holds: text, integer, number, date, bool or other."""
    for kind, names in _KINDS.items():
        if any(getattr(dtype, f"is_{name}")() for name in names):
            return kind
    return "other"


_KINDS = {
    "text": ("string",),
    "bool": ("boolean",),
    "integer": ("integer",),
    "number": ("floating", "decimal"),
    "date": ("date", "timestamp"),
}


def clean(column: Any, dialect: str) -> Any:
    """What a column holds: nothing where it says nothing."""
    dtype = column.type()
    kind = kind_of(dtype)
    if kind == "text":
        return text(column)
    number = bare(column)
    if dialect == "sqlite" and dtype.is_numeric() and not dtype.is_boolean():
        return column.typeof().isin(NUMBERS).ifelse(number, _nothing(str(number.type())))
    if not dtype.is_floating() or dialect in WITHOUT_NAN:
        return number
    return (number.isnan() | number.isinf()).ifelse(_nothing("float64"), number)


def bare(column: Any) -> Any:
    """A column as it is to be compared with numbers or dates, where it says something."""
    dtype = column.type()
    if dtype.is_float32():  # a single float such as 19.99 is as written, not as stored
        return column.cast("string").cast("float64")
    if dtype.is_decimal():
        return column.cast("float64")
    return column.cast("date") if dtype.is_timestamp() else column


def says_nothing(column: Any, dialect: str) -> Any:
    """Whether a column of numbers or dates holds none."""
    if dialect == "sqlite":
        is_number = column.type().is_numeric()
        return (
            column.isnull() | ~column.typeof().isin(NUMBERS) if is_number else bare(column).isnull()
        )
    if not column.type().is_floating() or dialect in WITHOUT_NAN:
        return column.isnull()
    return column.isnull() | column.isnan() | column.isinf()


def in_bins(column: Any, d: Numeric, dialect: str, codes: Sequence[int], nothing: int) -> Any:
    """The codes of the bins that a column of numbers or dates falls into, and one for no number.

    Args:
        column: of the table.
        d: the dimension.
        dialect: of the engine.
        codes: of the bins, from the lowest.
        nothing: the code where there is no number or date.
    """
    import ibis

    c = bare(column)
    steps = [
        (c <= ibis.literal(edge) if d.closed == "right" else c < ibis.literal(edge), code)
        for edge, code in zip(d.edges, codes, strict=False)
    ]
    return ibis.cases((says_nothing(column, dialect), nothing), *steps, else_=codes[len(d.edges)])


def is_off(ticks: Any) -> Any:
    """Whether a float is no whole number of ticks; one that is meant to be lies next to it."""
    import ibis

    far = (ticks - ticks.round().cast("float64")).abs()
    return far > ibis.least(ibis.literal(1e-2), ticks * 1e-14)


def text(column: Any) -> Any:
    """A column as text, trimmed; nothing where it stands for no value."""
    bare = (column if column.type().is_string() else column.cast("string")).strip()
    return bare.isin(MISSING_MARKS).ifelse(_nothing("string"), bare)


def head(column: Any, length: int) -> Any:
    """How a column begins, as text."""
    return text(column).left(length)


def is_one_of(column: Any, values: Sequence[Any]) -> Any:
    """Whether a column holds one of some values; no value at all is none of them."""
    import ibis

    return column.isin(list(values)) if values else ibis.literal(False)


def exact_sum(column: Any, dialect: str) -> Any:
    """A sum of whole numbers that neither overflows nor is rounded."""
    if dialect == "sqlite":  # it has no decimals; where whole numbers overflow it says so
        return column.sum()
    return column.cast("decimal(38, 0)").sum()


def _nothing(dtype: str) -> Any:
    import ibis

    return ibis.null(dtype)
