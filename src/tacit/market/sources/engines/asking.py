"""A table in an engine, and what is asked of it: only statistics and counted groups come back."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.engines import values
from tacit.market.sources.engines.grouping import as_groups, question_for
from tacit.market.sources.questions import Measured, Questions, Summary

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tacit._progress import Listener
    from tacit.market.sources.engines.engine import Engine
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.written import Written


MEMORY = 2**30
"""How many bytes of cells are fetched at most, if nothing else is said."""
PER_NUMBER = 64
"""How many bytes a number or a name takes while it is fetched, in the driver's form and in ours."""


class EngineTable(Questions):
    """A table that stays in an engine.

    Values come in their own order, since rows of an engine have none. A column of very many texts is one of
    names, whatever they look like: a query can cast it.
    """

    is_text = reads_text = rows_have_order = False

    def __init__(
        self,
        engine: Engine,
        table: Any,
        name: str,
        progress: Listener | None = None,
        memory: int = MEMORY,
    ) -> None:
        self.engine, self.table, self.progress, self.memory = engine, table, progress, memory
        self._phase = Phase(progress, "asking the engine")
        kinds = {str(n): values.kind_of(t) for n, t in table.schema().items()}
        super().__init__(name, kinds)
        if not self._ask(table.select(one=_the_same()).limit(1)).num_rows:
            raise TableError(f"{name} has no rows.")

    @property
    def orders(self) -> Mapping[str, list[str]]:
        """None: engines tell of no ordered categories."""
        return {}

    @cached_property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self._one(self.table.aggregate(n=self.table.count()))["n"])

    def begin(self, name: str, total: int | None = None) -> Phase:
        """Begin a phase of reading: what is asked from now on is a part of it."""
        self._phase = Phase(self.progress, name, total)
        return self._phase

    def store(self, names: Collection[str] | None = None) -> None:
        """Nothing: the table is asked where it is."""

    def close(self) -> None:
        """Leave no session behind."""
        self.engine.close()

    def _ask(self, question: Any) -> Any:
        return self.engine.ask(question, self._phase)

    def _one(self, question: Any) -> dict[str, Any]:
        row: dict[str, Any] = self._ask(question).to_pylist()[0]
        return row

    def _values(self, question: Any) -> list[Any]:
        """The first column of an answer."""
        found: list[Any] = self._ask(question).column(0).to_pylist()
        return found

    def _clean(self, name: str) -> Any:
        return values.clean(self.table[name], self.engine.dialect)

    def _text(self, name: str) -> Any:
        return values.text(self._shown(name))

    def _shown(self, name: str) -> Any:
        """A column whose text is what a file would have."""
        return self.table[name] if self.kind(name) == "text" else self._clean(name)

    def first_rows(self, names: Sequence[str], most: int) -> dict[str, list[Any]]:
        """Some rows, enough to say whether a column has few values."""
        found: dict[str, list[Any]] = {name: [] for name in names}
        usable = [name for name in names if self.kind(name) != "other"]
        if not usable:
            return found
        table = self._ask(
            self.table.select(**{f"c{i}": self._shown(n) for i, n in enumerate(usable)}).limit(most)
        )
        return found | {name: table.column(f"c{i}").to_pylist() for i, name in enumerate(usable)}

    def summaries(self, names: Sequence[str], many: Collection[str]) -> dict[str, Summary]:
        """What each column holds in short, by one question."""
        asked: dict[str, Any] = {"rows": self.table.count()}
        for i, name in enumerate(names):
            c = self.table[name]
            asked[f"f{i}"] = c.count()
            if name in many:
                asked[f"d{i}"] = c.approx_nunique()
                if self.kind(name) == "text":
                    asked[f"l{i}"] = c.length().mean()
        row = self._one(self.table.aggregate(**asked))
        self.__dict__["rows"] = int(row["rows"])
        return {
            name: Summary(
                int(row[f"f{i}"]), int(row.get(f"d{i}") or 0), float(row.get(f"l{i}") or 0)
            )
            for i, name in enumerate(names)
        }

    def counts(self, name: str, *, as_text: bool = False) -> dict[Any, int]:
        """How many rows hold each value of a column, in order."""
        c = self._shown(name)
        c = c.cast("string") if as_text and self.kind(name) != "text" else c
        groups = self._ask(self.table.select(v=c).group_by("v").aggregate(n=lambda t: t.count()))
        found = zip(groups.column("v").to_pylist(), groups.column("n").to_pylist(), strict=True)
        counted: dict[Any, int] = {}
        for value, n in found:
            if value is not None:
                counted[_plain(value)] = counted.get(_plain(value), 0) + int(n)
        return dict(sorted(counted.items(), key=_by_value))

    def measured(self, name: str, kind: str, written: Written | None) -> Measured:
        """What there is to know of a column of very many numbers or dates."""
        c = self._clean(name)
        rows = self.table.select(v=c)
        v = rows.v
        odd = v.count(where=v != v.floor()) if kind == "number" else v.count()
        row = self._one(
            rows.aggregate(n=v.count(), low=v.min(), high=v.max(), odd=odd, d=v.approx_nunique())
        )
        low, high = _plain(row["low"]), _plain(row["high"])
        return Measured(int(row["n"]), low, high, not int(row["odd"]), int(row["d"]))

    def distinct(self, name: str, written: Written | None) -> int:
        """How many different numbers or dates a column has, exactly."""
        rows = self.table.select(v=self._clean(name))
        return int(self._one(rows.aggregate(n=rows.v.nunique()))["n"])

    def points(
        self, name: str, written: Written | None, shares: int, leaving: Sequence[float]
    ) -> list[float]:
        """The numbers below which equal shares of a column lie: those at their places in the order."""
        import ibis

        rows = self.table.select(v=self._clean(name).cast("float64"))
        rows = rows.filter(rows.v.notnull() & ~values.is_one_of(rows.v, list(leaving)))
        total = int(self._one(rows.aggregate(n=rows.count()))["n"])
        if not total:
            return []
        places = [total * i // shares for i in range(1, shares)]
        ranked = rows.mutate(at=ibis.row_number().over(order_by=rows.v))
        chosen = self._ask(ranked.filter(ranked.at.isin(sorted(set(places)))))
        pairs = zip(chosen.column("at").to_pylist(), chosen.column("v").to_pylist(), strict=True)
        found = dict(pairs)
        return [float(found[place]) for place in places]

    def misfits(self, name: str, written: Written, most: int) -> list[str]:
        """Nothing: texts are not read in the engine."""
        return []

    def has_leading_zeros(self, name: str) -> bool:
        """Nothing: texts are not read in the engine."""
        return False

    def heads(self, name: str, lengths: range) -> list[int]:
        """How many different beginnings of each length texts have."""
        rows = self.table.select(v=self._text(name))
        asked = {f"h{n}": rows.v.left(n).nunique() for n in lengths}
        return [int(n) for n in self._one(rows.aggregate(**asked)).values()]

    def texts(self, name: str, length: int | None = None, most: int | None = None) -> list[str]:
        """The different texts of a column, or how they begin."""
        c = self._text(name) if length is None else self._text(name).left(length)
        rows = self.table.select(v=c).distinct()
        rows = rows if most is None else rows.order_by("v").limit(most)
        return [str(text) for text in self._values(rows) if text is not None]

    def text_counts(self, name: str, most: int) -> dict[str, int]:
        """How many rows hold each text, as far as there are not too many of them."""
        rows = self.table.select(v=self._text(name))
        groups = rows.filter(rows.v.notnull()).group_by("v").aggregate(n=lambda t: t.count())
        table = self._ask(groups.limit(most))
        pairs = zip(table.column("v").to_pylist(), table.column("n").to_pylist(), strict=True)
        return {str(text): int(n) for text, n in pairs}

    def filled(self, name: str) -> int:
        """How many rows hold something in a column."""
        rows = self.table.select(v=self._clean(name))
        return int(self._one(rows.aggregate(n=rows.v.count()))["n"])

    def grouped(self, recipe: Recipe, unused: Sequence[str] = ()) -> Any:
        """How many rows hold what, by one question."""
        self.begin("counting cells")
        question = question_for(self, self.table, recipe, unused, self.engine.dialect)
        most = self.memory // (PER_NUMBER * len(question.columns))
        answer = self._ask(question.limit(most + 1))
        if answer.num_rows > most:
            raise TableError(
                f"{self.name} has more than {most:,} cells, which do not fit into memory. Allow more with "
                "--memory, use fewer dimensions or wider bins, or leave the cells where they are with "
                "--in-engine, which may tell the engine what is wanted."
            )
        return as_groups(answer, self, recipe)


def _the_same() -> Any:
    """A number that every row has."""
    import ibis

    return ibis.literal(1)


def _by_value(counted: tuple[Any, int]) -> Any:
    """What values are ordered by: texts without the blanks around them."""
    value = counted[0]
    return value.strip() if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    """A value as Python has it: dates of some engines are text, or have hours."""
    return value.date() if isinstance(value, datetime) else value
