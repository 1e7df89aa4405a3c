"""Opening engines: those that are not there, not installed, or known by another's connection."""

from __future__ import annotations

import builtins
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tacit.errors import MissingExtra, TableError
from tacit.market.sources.engines.address import Place
from tacit.market.sources.engines.connecting import (
    _with_password,
    engine_of_connection,
    engine_of_table,
    open_engine,
)
from tests.unit.market.sources.engines.shared import make


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there is no file"):
        open_engine(Place(f"sqlite:///{tmp_path}/shop.db", "people"))
    assert not list(tmp_path.iterdir())


def test_a_file_of_sqlite_is_not_written_to(tmp_path: Path) -> None:
    make(tmp_path / "shop.db")
    engine = open_engine(Place(f"sqlite:///{tmp_path}/shop.db", "people"))
    with pytest.raises(TableError, match="readonly database"):
        engine.waited_for(lambda: engine.backend.con.execute("DROP TABLE people"))
    engine.close()


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name.split(".")[0] in ("psycopg", "MySQLdb", "ibis"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=r"tacit\[databases\]"):
        open_engine(Place("postgresql://ann@127.0.0.1:1/shop", "people"))
    with pytest.raises(TableError, match=r"ibis-framework\[mysql\]"):
        open_engine(Place("mysql://ann@127.0.0.1:1/shop", "people"))


def test_a_password_is_put_where_drivers_look_for_it() -> None:
    assert _with_password("trino://ann@db:1/shop", "a b@c") == "trino://ann:a%20b%40c@db:1/shop"
    assert _with_password("trino://ann@db:1/shop", "") == "trino://ann@db:1/shop"


def test_connections_of_others_stay_open(tmp_path: Path) -> None:
    from sqlalchemy import create_engine, text

    make(tmp_path / "shop.db")
    pool = create_engine(f"sqlite:///{tmp_path}/shop.db")
    with pool.connect() as connection:
        engine = engine_of_connection(connection)
        assert engine.ask(engine.backend.table("people").count()).num_rows == 1
        engine.close()
        assert connection.execute(text("SELECT count(*) FROM people")).scalar() == 5
    pool.dispose()


def test_a_table_of_ibis_leads_to_its_engine(tmp_path: Path) -> None:
    import ibis

    make(tmp_path / "shop.db")
    with closing(sqlite3.connect(tmp_path / "shop.db", check_same_thread=False)) as connection:
        table = ibis.sqlite.from_connection(connection).table("people")
        engine = engine_of_table(table)
        engine.close()
        assert engine.ask(table.count()).column(0).to_pylist() == [5]


def test_drivers_that_are_not_known_are_refused() -> None:
    class Odd:
        class connection:  # noqa: N801
            driver_connection = object()

    with pytest.raises(TableError, match="a connection by builtins can't be used"):
        engine_of_connection(Odd())
