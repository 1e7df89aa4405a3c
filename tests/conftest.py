"""What tests share."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tacit.publishing.sealed import remembered
from tests.helpers.command_line import Run, as_a_process, in_this_process
from tests.helpers.servers.postgres import Postgres
from tests.helpers.servers.shared import shared
from tests.helpers.servers.spark import Spark

collect_ignore = ["toys"]
"""Whoever imports a toy registers it, also to look for examples in it: only their own test may."""

PAPER_INTENT = {
    "age": ["working adult"],
    "race": ["Black"],
    "sex": ["Female"],
    "hours-per-week": ["full-time"],
    "income": [">50K"],
}


STARTS_ONE = {"process", "postgres", "spark", "spark_connect"}
"""Fixtures that start a process."""


def pytest_sessionstart() -> None:
    """Begin alike everywhere.

    On a new machine matplotlib starts a process to look for fonts, so it looks before any test. What a
    shell starts in the background ignores Ctrl-C, and so would all that tests press it for.
    """
    import matplotlib.font_manager  # noqa: F401

    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever uses the fixture `process` or a server starts one; laws and the paper take long."""
    laws = tuple(
        str(Path(__file__).parent / room) for room in ("property", "contracts", "paper", "attack")
    )
    for item in items:
        if str(item.path).startswith(laws):
            item.add_marker("slow")
        if STARTS_ONE & set(getattr(item, "fixturenames", ())):
            item.add_marker("process")
        if "spark" in getattr(item, "fixturenames", ()):  # Py4J leaves sockets open
            item.add_marker(pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"))


class Unmarked(subprocess.Popen):  # type: ignore[type-arg]
    """What a test gets that starts a process without saying so."""

    def __init__(self, *args: Any, **more: Any) -> None:
        pytest.fail("this test starts a process: mark it with pytest.mark.process.")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Hold tests to their marker, so that `make check` starts no process by oversight."""
    if item.get_closest_marker("process"):
        return (yield)
    with patch.object(subprocess, "Popen", Unmarked):
        return (yield)


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """What another test has settled is settled anew, so that each tries what it says."""
    remembered._KNOWN.clear()


@pytest.fixture
def run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run the `tacit` command in an empty folder, within the process of the tests."""
    return in_this_process(tmp_path, capfd)


@pytest.fixture
def process(tmp_path: Path) -> Run:
    """Run the `tacit` command as a user would, in an empty folder and a process of its own."""
    return as_a_process(tmp_path)


@pytest.fixture
def want(tmp_path: Path) -> Callable[[Any], str]:
    """Write a true intent to a private file and return its name."""

    def write(intent: Any) -> str:
        path = tmp_path / "intent.txt"
        path.write_text(intent if isinstance(intent, str) else json.dumps(intent))
        path.chmod(0o600)
        return path.name

    return write


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What all processes of this run share about the servers that they use."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "servers"


@pytest.fixture(scope="session")
def postgres(servers: Path) -> Iterator[Postgres]:
    """A real PostgreSQL on loopback."""
    with shared("postgres", servers) as notes:
        yield Postgres(**notes)


@pytest.fixture
def postgres_database(postgres: Postgres) -> Iterator[str]:
    """The URI of an empty database in it, as a buyer who is no superuser; dropped after the test."""
    with postgres.database() as uri:
        yield uri


@pytest.fixture(scope="session")
def spark(servers: Path) -> Iterator[Spark]:
    """A real Spark on loopback: a master and two workers."""
    with shared("spark", servers) as notes:
        yield Spark(**notes)


@pytest.fixture(scope="session")
def spark_session(spark: Spark) -> Iterator[Any]:
    """A session on it, one for all tests of this process."""
    with spark.session() as session:
        yield session


@pytest.fixture(scope="session")
def spark_connect(servers: Path) -> Iterator[str]:
    """The address of a real server for Spark Connect; a process that has a session of Spark can't use it too."""
    with shared("spark-connect", servers) as notes:
        yield notes["uri"]
