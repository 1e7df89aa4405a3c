"""The process that starts a server and stops it when nobody uses it any more."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import sys
import tempfile
import traceback
from contextlib import ExitStack
from pathlib import Path

from tests.helpers.servers import postgres, spark
from tests.helpers.servers.shared import in_use, noted

KINDS = {
    "postgres": postgres.started,
    "spark": spark.started,
    "spark-connect": spark.connect_started,
}


def main(kind: str, folder: Path) -> int:
    """Start a server in the background, and come back when it is ready."""
    hears, says = os.pipe()
    if os.fork():
        os.close(says)
        return 0 if os.read(hears, 1) else 1
    os.close(hears)
    os.setsid()  # so that Ctrl-C in a terminal reaches the tests, and only then us
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        keep(kind, folder, ready=says)
    except Exception:
        traceback.print_exc()
    return 1


def keep(kind: str, folder: Path, ready: int) -> None:
    """Keep a server for as long as someone uses it."""
    with ExitStack() as stack:
        users = stack.enter_context(in_use(kind, folder).open("r"))
        data = Path(tempfile.mkdtemp(prefix="tacit-server-"))
        stack.callback(shutil.rmtree, data, ignore_errors=True)
        notes = stack.enter_context(KINDS[kind](data))
        stack.callback(noted(kind, folder).unlink, missing_ok=True)
        written = noted(kind, folder).with_suffix(".new")
        written.write_text(json.dumps(notes))
        written.rename(noted(kind, folder))
        os.write(ready, b"1")
        os.close(ready)
        fcntl.flock(users, fcntl.LOCK_EX)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
