"""An engine that answers questions: asked in a thread of its own, withdrawn when the work is to stop.

Questions are written once, as Ibis expressions. What comes back is an Arrow table.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from tacit._files import UNANSWERED
from tacit._progress import Phase
from tacit.market.engine_dialects import settle_dialects
from tacit.market.sources.engines.failing import in_plain_words
from tacit.market.sources.waiting import waited_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TIMEOUT = 600.0
"""How many seconds a question may take, if nothing else is said."""
PATIENCE = 10.0
"""How many seconds a question that was withdrawn may take to end."""


class Engine:
    """An open engine.

    Attributes:
        dialect: what Ibis calls the language that it speaks.
        timeout: how many seconds a question may take.
        asked: how many questions it was asked.
        in_thread: whether questions are asked in a thread of their own; connections of some are bound to theirs,
            and what is asked of these can't be withdrawn.
        is_discreet: whether errors leave out what the engine said, since that may quote a question.
    """

    def __init__(
        self,
        backend: Any,
        *,
        stop: Callable[[], None],
        close: Callable[[], None] = lambda: None,
        timeout: float = TIMEOUT,
        secrets: Sequence[str] = (),
    ) -> None:
        settle_dialects()
        self.backend, self.dialect, self.timeout = backend, str(backend.name), timeout
        self.asked, self.is_discreet, self.in_thread = 0, False, True
        self._stop, self._close, self._secrets = stop, close, tuple(secrets)

    def ask(self, question: Any, phase: Phase | None = None) -> Any:
        """The answer to a question, as an Arrow table; nobody else's questions are in it."""
        self.asked += 1
        return self.waited_for(lambda: self.run(question), phase)

    def waited_for(self, work: Callable[[], Any], phase: Phase | None = None) -> Any:
        """What comes of some work in the engine, in plain words where it fails."""
        problem: Exception | None = None
        UNANSWERED[id(self)] = self.interrupt
        try:
            if not self.in_thread:
                return work()
            return waited_for(
                self, work, phase or Phase(None, ""), seconds=self.timeout, patience=PATIENCE
            )
        except Exception as error:  # drivers raise whatever they like
            problem = in_plain_words(
                error, self.timeout, self._secrets, is_discreet=self.is_discreet
            )
        finally:
            UNANSWERED.pop(id(self), None)
        raise problem

    def run(self, question: Any) -> Any:
        """Ask, in this thread."""
        return self.backend.to_pyarrow(question)

    def interrupt(self) -> None:
        """Withdraw the question that is being worked on."""
        with suppress(Exception):  # what is gone need not be withdrawn
            self._stop()

    def close(self) -> None:
        """Leave no session behind."""
        with suppress(Exception):
            self._close()


class RowEngine(Engine):
    """An engine whose driver gives rows: they are fetched at once, and put in columns here."""

    def run(self, question: Any) -> Any:
        """Ask, in this thread."""
        import pyarrow as pa

        table = question.as_table()
        schema = table.schema()
        cursor = self.backend.con.cursor()
        try:
            cursor.execute(self.backend.compile(table))
            columns = list(zip(*cursor.fetchall(), strict=True)) or [()] * len(schema)
        finally:
            cursor.close()
        arrays = [_column(values, kind) for values, kind in zip(columns, schema.types, strict=True)]
        return pa.table(arrays, names=list(schema.names))


class SparkEngine(Engine):
    """Spark, asked by the session itself: what Ibis does with the answer would take pandas."""

    def run(self, question: Any) -> Any:
        """Ask, in this thread."""
        session = self.backend._session
        answer = session.sql(self.backend.compile(question.as_table()))
        return answer.toArrow() if hasattr(answer, "toArrow") else super().run(question)


class AdbcEngine(Engine):
    """An engine behind an ADBC connection: Ibis writes the question, and the connection is asked."""

    def __init__(self, connection: Any, compiler: Any, **more: Any) -> None:
        super().__init__(compiler, stop=connection.adbc_cancel, **more)
        self.connection = connection

    def run(self, question: Any) -> Any:
        """Ask, in this thread."""
        import ibis

        sql = str(ibis.to_sql(question.as_table(), dialect=self.dialect))
        with self.connection.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetch_arrow_table()


def _column(values: Sequence[Any], kind: Any) -> Any:
    """A column of Arrow; sums of whole numbers may come as decimals, truth as 0 and 1."""
    import pyarrow as pa

    if kind.is_decimal() and kind.scale == 0:
        return pa.array([None if v is None else int(v) for v in values], pa.int64())
    if kind.is_integer() and not any(isinstance(v, float) and not v.is_integer() for v in values):
        return pa.array([None if v is None else int(v) for v in values], pa.int64())
    if kind.is_boolean():
        return pa.array([None if v is None else bool(v) for v in values], pa.bool_())
    if kind.is_numeric():  # a column of whole numbers may hold others in SQLite
        return pa.array([None if v is None else float(v) for v in values], pa.float64())
    if kind.is_date():
        return pa.array([_day(value) for value in values], pa.date32())
    return pa.array([None if v is None else str(v) for v in values], pa.string())


def _day(value: Any) -> Any:
    """A day; SQLite has them as text, and some drivers with an hour."""
    if isinstance(value, str):
        return date.fromisoformat(value[:10])
    return value.date() if isinstance(value, datetime) else value
