"""A database is waited for, and can be told to stop at any moment."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Any

import duckdb
import pytest

from tacit._progress import Cancelled, Phase, Progress
from tacit.market.sources.waiting import share_done, waited_for

ENDLESS = "SELECT count(*) FROM range(1000000000000) a WHERE hash(a.range) = 1"


@pytest.fixture
def connection() -> Any:
    return duckdb.connect(":memory:")


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacit._progress.EVERY", 0)
    monkeypatch.setattr("tacit.market.sources.waiting.PAUSE", 0.001)


def asking(connection: Any, sql: str) -> Callable[[], Any]:
    return lambda: connection.execute(sql).fetchall()


def test_the_answer_comes_back(connection: Any) -> None:
    assert waited_for(connection, asking(connection, "SELECT 7"), Phase(None, "")) == [(7,)]


def test_what_goes_wrong_comes_out_as_it_was(connection: Any) -> None:
    with pytest.raises(duckdb.CatalogException, match="nowhere"):
        waited_for(connection, asking(connection, "FROM nowhere"), Phase(None, ""))


@pytest.mark.usefixtures("often")
class TestStopping:
    def test_who_listens_can_stop_it(self, connection: Any) -> None:
        stop, told = Cancelled(), []

        def stopping(one: Progress) -> None:
            told.append(one)
            if len(told) > 3:
                raise stop

        with pytest.raises(Cancelled) as caught:
            waited_for(connection, asking(connection, ENDLESS), Phase(stopping, "counting cells"))
        assert caught.value is stop
        assert connection.execute("SELECT 1").fetchall() == [(1,)], "it can be asked again"

    def test_so_can_ctrl_c(self, connection: Any) -> None:
        """Asked directly, the database would turn it into an error of its own."""

        def interrupting(one: Progress) -> None:
            if one.seconds:
                os.kill(os.getpid(), signal.SIGINT)

        with pytest.raises(KeyboardInterrupt):
            waited_for(connection, asking(connection, ENDLESS), Phase(interrupting, "counting"))
        assert connection.execute("SELECT 1").fetchall() == [(1,)]

    def test_a_question_that_comes_late_is_withdrawn_too(self, connection: Any) -> None:
        """Where the wait ends before the database has begun, it is told again and again."""
        begun, stop = threading.Event(), Cancelled()

        def late() -> Any:
            begun.wait(5)
            return connection.execute(ENDLESS).fetchall()

        def stopping(one: Progress) -> None:
            if one.seconds:
                threading.Timer(0.05, begun.set).start()
                raise stop

        with pytest.raises(Cancelled):
            waited_for(connection, late, Phase(stopping, "counting cells"))
        assert begun.is_set()

    def test_meanwhile_it_is_told_how_far_the_database_is(self, connection: Any) -> None:
        shares = iter([10.0, 55.0, 200.0, -1.0])
        told: list[Progress] = []

        class Slow:
            def query_progress(self) -> float:
                share = next(shares, None)
                if share is None:
                    over.set()
                return share or 0.0

        over = threading.Event()
        phase = Phase(told.append, "reading the table", 40, "MB")
        assert waited_for(Slow(), lambda: over.wait(5), phase, 40) is True
        assert [p.done for p in told[:5]] == [0, 4, 22, 40, 0]


def test_how_much_is_done_is_a_share(connection: Any) -> None:
    assert 0 <= share_done(connection) <= 1
