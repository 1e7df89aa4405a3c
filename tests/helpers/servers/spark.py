"""A Spark cluster of our own: a master and two workers, each a process, on loopback."""

from __future__ import annotations

import gc
import os
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers.servers.java import java_home
from tests.helpers.servers.processes import running, until

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WORKERS = 2
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""What a Java needs that lives for a minute: to start quickly, and no threads to tidy up beside us."""

LIGHT = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.driver.extraJavaOptions": QUICK,
    "spark.executor.extraJavaOptions": QUICK,
    "spark.executor.cores": "1",
    "spark.cores.max": str(WORKERS),
    "spark.sql.shuffle.partitions": str(WORKERS),
    "spark.default.parallelism": str(WORKERS),
}
"""Settings of a session: little memory, no pages, one core on each worker, so that others fit beside it."""


@dataclass(frozen=True)
class Spark:
    """A running cluster.

    Attributes:
        master: where it listens, `spark://127.0.0.1:...`.
        java: the home of the Java that it runs on, for `JAVA_HOME`.
        folder: where sessions may put what they need for a while.
    """

    master: str
    java: str
    folder: str

    @property
    def environment(self) -> dict[str, str]:
        """What a process that connects has to find in its environment."""
        local = {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": self.folder}
        return {"JAVA_HOME": self.java, **local}

    @property
    def settings(self) -> dict[str, str]:
        """The settings of a light session, which leaves nothing behind where it was started."""
        return {**LIGHT, "spark.sql.warehouse.dir": str(Path(self.folder, "warehouse"))}

    @contextmanager
    def session(self, workers: int = WORKERS) -> Iterator[SparkSession]:
        """A session on some workers. A process has one at a time; others that ask get the same."""
        from pyspark.sql import SparkSession

        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.environment.items():
                patch.setenv(name, value)
            builder = SparkSession.builder.master(self.master).appName("tests")
            settings = {**self.settings, "spark.cores.max": str(workers)}
            session = builder.config(map=settings).getOrCreate()
            session.sparkContext.setLogLevel("ERROR")
            try:
                yield session
            finally:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", ResourceWarning)  # Py4J leaves sockets open
                    session.stop()
                    gc.collect()


@contextmanager
def started(folder: Path) -> Iterator[dict[str, Any]]:
    """Start a master and its workers; the notes are what `Spark` is made of."""
    java = java_home(folder)
    with ExitStack() as stack:
        log = folder / "master.log"
        address = ["--host", "127.0.0.1", "--webui-port", "0"]
        command = [*_class("master.Master"), *address, "--port", "0"]
        master = stack.enter_context(running(command, log, env=_environment(java), cwd=folder))
        uri = until(lambda: _said(log, r"Starting Spark master at (spark://\S+)"), master, log)
        workers = [_worker(uri, java, folder / f"worker{number}") for number in range(WORKERS)]
        for ready in [stack.enter_context(worker) for worker in workers]:
            ready()
        yield {"master": uri, "java": str(java), "folder": str(folder)}


@contextmanager
def connect_started(folder: Path) -> Iterator[dict[str, Any]]:
    """Start a server for Spark Connect, which works by itself; the note is its address, `sc://...`."""
    java, log = java_home(folder), folder / "connect.log"
    own = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": "0",
    }
    warehouse = {"spark.sql.warehouse.dir": str(folder / "warehouse")}
    settings = [f"--conf={name}={value}" for name, value in {**LIGHT, **own, **warehouse}.items()]
    command = [str(_home() / "bin" / "spark-submit"), "--master", "local[2]", *settings]
    command += [
        "--class",
        "org.apache.spark.sql.connect.service.SparkConnectServer",
        "spark-internal",
    ]
    environment = {**_environment(java), "SPARK_DAEMON_MEMORY": "640m"}
    with running(command, log, env=environment, cwd=folder) as server:
        said = r"Spark Connect server started at: \S*?:(\d+)"
        port = until(lambda: _said(log, said), server, log)
        yield {"uri": f"sc://127.0.0.1:{port}"}


@contextmanager
def _worker(master: str, java: Path, folder: Path) -> Iterator[Callable[[], None]]:
    """A worker with a core and some memory for each of several sessions at a time; call to wait for it."""
    folder.mkdir()
    log = folder / "log"
    room = ["--cores", "4", "--memory", "2g", "--work-dir", str(folder)]
    address = ["--host", "127.0.0.1", "--webui-port", "0"]
    command = [*_class("worker.Worker"), *address, *room, master]
    with running(command, log, env=_environment(java), cwd=folder) as worker:
        yield lambda: until(lambda: _said(log, "(Successfully registered)"), worker, log)


def _class(name: str) -> list[str]:
    return [str(_home() / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}"]


def _home() -> Path:
    found = find_spec("pyspark")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def _environment(java: Path) -> dict[str, str]:
    """Loopback only, and small."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    own = {"JAVA_HOME": str(java), "SPARK_HOME": str(_home()), "SPARK_LOCAL_IP": "127.0.0.1"}
    return {**kept, **own, "SPARK_DAEMON_MEMORY": "192m", "SPARK_DAEMON_JAVA_OPTS": QUICK}


def _said(log: Path, pattern: str) -> str | None:
    found = re.search(pattern, log.read_text(errors="replace"))
    return found[1] if found else None
