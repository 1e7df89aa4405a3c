"""What is known of a table's columns once it was opened: what they hold, and how to ask for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.errors import MixedTypes, TableError, nearest
from tacit.market.sources.opened import MISSING_MARKS
from tacit.market.sources.quoting import literal, quoted
from tacit.market.sources.spelling import as_written, bare_text, cleaned

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tacit.market.sources.written import Written

KINDS = ("text", "integer", "number", "date", "bool", "other")
_WORDS = {"integer": "numbers", "number": "numbers", "date": "dates"}


class Columns:
    """The columns of a table; to know them, nobody need have it open.

    Attributes:
        name: what messages call the table.
        kinds: what each column says that it holds: text, integer, number, date, bool or other.
        notes: what the buyer should know of how it was opened.
    """

    def __init__(self, name: str, kinds: Mapping[str, str], notes: tuple[str, ...] = ()) -> None:
        self.name, self.kinds, self.notes = name, kinds, notes

    @property
    def names(self) -> list[str]:
        """The columns' names."""
        return list(self.kinds)

    def kind(self, name: str) -> str:
        """What a column says that it holds: text, integer, number, date, bool or other."""
        return self.kinds[name]

    def require(self, names: Collection[str]) -> None:
        """Refuse a column that the table does not have."""
        for name in names:
            if name not in self.kinds:
                raise TableError(
                    f"{self.name} has no column '{name}'.{nearest(name, self.names)} "
                    f"It has: {', '.join(self.names)}."
                )

    def clean(self, name: str, written: Written | None = None) -> str:
        """The SQL for what a column holds: NULL where it says nothing, or not what it should."""
        c, kind = quoted(name), self.kinds[name]
        if kind == "text":
            return cleaned(c) if written is None else as_written(c, written)
        if kind == "number":
            return f"CASE WHEN isfinite(CAST({c} AS DOUBLE)) THEN CAST({c} AS DOUBLE) END"
        return f"CAST({c} AS DATE)" if kind == "date" else c

    def text(self, name: str) -> str:
        """The SQL for what a column holds as text, as it counts; NULL where it says nothing."""
        if self.kinds[name] == "text":
            return bare_text(quoted(name))
        return f"CAST({self.clean(name)} AS VARCHAR)"

    def require_kind(self, name: str, kind: str) -> None:
        """Refuse a column of another kind than numbers, or than dates; text may hold either."""
        own = self.kinds[name]
        if own != "text" and _WORDS.get(own) != _WORDS[kind]:
            raise TableError(f"column '{name}' of {self.name} must hold {_WORDS[kind]}.")

    def mixed(self, name: str, kind: str, odd: int, filled: int) -> TableError:
        """What to say of a column of numbers or dates that holds something else."""
        return (MixedTypes if odd < filled else TableError)(
            f"column '{name}' of {self.name} must hold {_WORDS[kind]}, but {odd:,} of {filled:,} rows "
            "hold something else. Mend the column, or use another."
        )

    def complete(self, names: Collection[str]) -> str:
        """A condition on the table for rows that lack no value in some columns, whatever their types.

        The table of a seller may hold numbers where a text file holds their digits.
        """
        marks = ", ".join(literal(mark) for mark in MISSING_MARKS)
        parts = []
        for name in dict.fromkeys(names):
            c = quoted(name)
            is_text = self.kinds[name] == "text"
            text = f"trim(CAST({c} AS VARCHAR))"
            parts.append(f"{text} NOT IN ({marks})" if is_text else f"{c} IS NOT NULL")
        return " AND ".join(parts)


def kind_of(sql_type: str) -> str:
    """What a type of the database holds: text, integer, number, date, bool or other."""
    name = sql_type.upper()
    if name.endswith("]") or name.startswith(("STRUCT", "MAP", "UNION", "LIST")):
        return "other"
    if name.startswith(("VARCHAR", "ENUM")):
        return "text"
    if name.startswith(("FLOAT", "DOUBLE", "DECIMAL", "REAL")):
        return "number"
    if name.startswith(("DATE", "TIMESTAMP")):
        return "date"
    if name == "BOOLEAN":
        return "bool"
    return "integer" if name.endswith(("INT", "INTEGER")) else "other"
