"""One server for all processes of a test run, started by whoever needs it first.

Each process that uses a server holds a shared lock on a file. A keeper, a process of its own, started the
server and waits for that lock alone: the system gives it away when the last user is gone, however it went.
"""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]


@contextmanager
def shared(kind: str, folder: Path) -> Iterator[dict[str, Any]]:
    """What the keeper notes about a server, which runs for as long as this is used.

    Args:
        kind: "postgres", "spark" or "spark-connect".
        folder: what all processes that share it have in common.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with in_use(kind, folder).open("w") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        with (folder / f"{kind}.turn").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            if not noted(kind, folder).exists():
                _start(kind, folder)
        yield json.loads(noted(kind, folder).read_text())


def in_use(kind: str, folder: Path) -> Path:
    """The file on which users hold a shared lock."""
    return folder / f"{kind}.users"


def noted(kind: str, folder: Path) -> Path:
    """The file that says how to reach a server; it is there while the server is."""
    return folder / f"{kind}.json"


def _start(kind: str, folder: Path) -> None:
    """Start a keeper, which comes back when the server is ready and goes on in the background."""
    command = [sys.executable, "-m", "tests.helpers.servers.keeper", kind, str(folder)]
    log = folder / f"{kind}.log"
    with log.open("wb") as said:
        started = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
    if started.returncode:
        raise RuntimeError(f"{kind} did not start:\n{log.read_text(errors='replace')[-4000:]}")
