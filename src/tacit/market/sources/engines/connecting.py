"""Opening engines: read only, with questions that can be withdrawn, and nothing left open behind us."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit, urlunsplit

from tacit._files import reading
from tacit.errors import MissingExtra, TableError, TacitError
from tacit.market.sources.engines.address import PASSWORD
from tacit.market.sources.engines.engine import TIMEOUT, AdbcEngine, Engine, RowEngine, SparkEngine
from tacit.market.sources.engines.failing import in_plain_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit.market.sources.engines.address import Place

CONNECTING = 10
"""How many seconds to wait for an engine to answer at all."""
_EXTRAS = {"postgresql": "databases", "sqlite": "databases", "spark": "spark", "sc": "spark"}
_QUOTES = "SQLQueryContextLogger"
"""The logger by which PySpark prints questions that failed; what matters of them is in our errors."""
_SESSION = (
    "SET default_transaction_read_only = on",
    "SET statement_timeout = {milliseconds}",
    "SET application_name = 'tacit'",
)
_NICE = (
    # So that a question ends soon where the one who asked is gone; and rows come in their own order.
    "SET client_connection_check_interval = '2s'",
    "SET synchronize_seqscans = off",
)


def open_engine(place: Place, timeout: float = TIMEOUT, *, read_only: bool = True) -> Engine:
    """Open the engine that a place leads to.

    Args:
        place: where a table is.
        timeout: how many seconds a question may take.
        read_only: whether nothing can be written there; else tables of the session's own can be made.
    """
    scheme = place.scheme
    password = place.password or os.environ.get(PASSWORD) or ""
    opener: Callable[..., Engine] = _OPENERS.get(scheme, _any)
    problem: Exception
    try:
        return opener(place, password, timeout, read_only)
    except ImportError:
        problem = _missing(scheme)
    except TacitError:
        raise
    except Exception as error:  # drivers raise whatever they like
        problem = in_plain_words(error, timeout, [password, quote(password, safe="")])
    raise problem


def _missing(scheme: str) -> Exception:
    if scheme in _EXTRAS:
        return MissingExtra(f"reading from {scheme}://", _EXTRAS[scheme])
    return TableError(
        f"reading from {scheme}:// needs Ibis with its driver: install it with pip install "
        f"'tacit[databases]' 'ibis-framework[{scheme}]'."
    )


def _postgresql(place: Place, password: str, timeout: float, read_only: bool) -> Engine:
    import ibis
    import psycopg

    uri = place.uri.replace("postgres://", "postgresql://", 1)
    more = {"password": password} if password else {}
    connection = psycopg.connect(uri, connect_timeout=CONNECTING, **more)
    _make_own(connection, timeout, read_only=read_only)
    stop = getattr(connection, "cancel_safe", connection.cancel)
    return RowEngine(
        ibis.postgres.from_connection(connection),
        stop=stop,
        close=connection.close,
        timeout=timeout,
        secrets=[password],
    )


def _make_own(connection: Any, timeout: float, *, read_only: bool = True) -> None:
    """Set a session of PostgreSQL up that nobody else uses."""
    connection.autocommit = True
    for setting in _SESSION[0 if read_only else 1 :]:
        connection.execute(setting.format(milliseconds=int(timeout * 1000)))
    for setting in _NICE:
        with suppress(Exception):  # older engines do not know them
            connection.execute(setting)


def _sqlite(place: Place, password: str, timeout: float, read_only: bool) -> Engine:
    import sqlite3

    import ibis

    del password, read_only  # tables of the session's own lie elsewhere than in the file
    path = _existing(place)
    uri = f"file:{quote(str(path.absolute()))}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    backend = ibis.sqlite.from_connection(connection)
    return RowEngine(backend, stop=connection.interrupt, close=connection.close, timeout=timeout)


def _spark(place: Place, password: str, timeout: float, read_only: bool) -> Engine:
    import ibis
    from pyspark.sql import SparkSession

    del password, read_only
    connects = place.scheme == "sc"
    running = None if connects else SparkSession.getActiveSession()
    quiet = SparkSession.builder.appName("tacit").config("spark.ui.enabled", "false")
    session = (quiet.remote(place.uri) if connects else quiet.master(place.uri)).getOrCreate()
    close = (lambda: None) if running else session.stop
    return _spark_engine(ibis.pyspark, session, close, timeout)


def _spark_engine(
    ibis_spark: Any, session: Any, close: Callable[[], None], timeout: float
) -> Engine:
    logging.getLogger(_QUOTES).setLevel(logging.CRITICAL)

    def stop() -> None:
        if hasattr(session, "interruptAll") and not hasattr(session, "_jsc"):
            session.interruptAll()
        else:
            session.sparkContext.cancelAllJobs()

    return SparkEngine(ibis_spark.connect(session), stop=stop, close=close, timeout=timeout)


def _any(place: Place, password: str, timeout: float, read_only: bool) -> Engine:
    import ibis

    del read_only
    backend = ibis.connect(_with_password(place.uri, password))
    return _ibis_engine(backend, backend.disconnect, timeout, [password])


def _with_password(uri: str, password: str) -> str:
    """An address as a driver takes it."""
    if not password:
        return uri
    parts = urlsplit(uri)
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user}:{quote(password, safe='')}{at or '@'}{host}"))


def _ibis_engine(
    backend: Any, close: Callable[[], None], timeout: float, secrets: list[str] | None = None
) -> Engine:
    """An engine around what Ibis has opened."""
    connection: Any = getattr(backend, "con", None)
    if backend.name in ("postgres", "sqlite"):
        stop = connection.cancel if backend.name == "postgres" else connection.interrupt
        made = RowEngine(backend, stop=stop, close=close, timeout=timeout)
        made.in_thread = backend.name == "postgres"  # SQLite binds a connection to a thread
        return made
    if backend.name == "pyspark":
        import ibis

        return _spark_engine(ibis.pyspark, backend._session, close, timeout)
    stop = getattr(connection, "interrupt", None) or getattr(connection, "cancel", None) or close
    return Engine(backend, stop=stop, close=close, timeout=timeout, secrets=secrets or [])


def engine_of_table(table: Any, timeout: float = TIMEOUT) -> Engine:
    """The engine behind a table of Ibis; it stays open, since others opened it."""
    problem: Exception
    try:
        return _ibis_engine(table._find_backend(use_default=True), lambda: None, timeout)
    except Exception as error:  # a table of no engine
        problem = in_plain_words(error, timeout)
    raise problem


def engine_of_connection(connection: Any, timeout: float = TIMEOUT) -> Engine:
    """The engine behind a connection of SQLAlchemy, or of ADBC; it stays open."""
    import ibis

    if hasattr(connection, "adbc_get_info"):
        return _adbc(connection, timeout)
    is_pool = hasattr(connection, "connect")
    opened = connection.connect() if is_pool else connection
    close = opened.close if is_pool else (lambda: None)
    driver = opened.connection.driver_connection
    module = type(driver).__module__.split(".")[0]
    if module == "psycopg":
        if is_pool:  # a session that is set up for us is not given back to the pool
            opened.detach()
            _make_own(driver, timeout)
        backend = ibis.postgres.from_connection(driver)
        return RowEngine(backend, stop=driver.cancel, close=close, timeout=timeout)
    if module == "sqlite3":
        backend = ibis.sqlite.from_connection(driver)
        return RowEngine(backend, stop=driver.interrupt, close=close, timeout=timeout)
    close()
    raise TableError(
        f"a connection by {module} can't be used. Give its address with table, or a table of Ibis; "
        "psycopg and sqlite3 work as they are."
    )


def _adbc(connection: Any, timeout: float) -> Engine:
    import ibis

    vendor = str(connection.adbc_get_info().get("vendor_name", "")).lower()
    names = ("postgres", "sqlite", "duckdb", "snowflake", "bigquery", "trino")
    name = next((name for name in names if name in vendor), None)
    if name is None:
        raise TableError("the engine behind this ADBC connection is not known. Give its address.")
    return AdbcEngine(connection, getattr(ibis, name), timeout=timeout)


def _existing(place: Place) -> Any:
    """The file of a place; one that is not there is not made."""
    path = place.file
    assert path is not None
    reading(path)
    if not path.is_file():
        raise TableError(
            f"there is no file {path}. Three slashes stand before a file beside: {_FORM}"
        )
    return path


_FORM = "sqlite:///shop.db; four before a full path."
_OPENERS: dict[str, Callable[..., Engine]] = {
    "postgresql": _postgresql,
    "sqlite": _sqlite,
    "spark": _spark,
    "sc": _spark,
}
