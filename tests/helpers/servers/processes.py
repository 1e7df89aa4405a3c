"""Processes that stop together with all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PATIENCE = 60
"""How many seconds a server may take to start; on a busy machine they take a few."""


@contextmanager
def running(
    command: list[str], log: Path, stop: signal.Signals = signal.SIGTERM, **more: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a group of its own, of which nothing is left in the end."""
    with log.open("wb") as said:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
            **more,
        )
    try:
        yield process
    finally:
        process.send_signal(stop)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def until(found: Callable[[], Any], process: subprocess.Popen[bytes], log: Path) -> Any:
    """Wait for something that a process makes true; its log says why if it never does."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.05)
    raise RuntimeError(f"not ready:\n{log.read_text(errors='replace')[-4000:]}")
