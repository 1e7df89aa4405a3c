"""A command on a terminal of its own, as a person runs it: what is shown there, and Ctrl-C."""

from __future__ import annotations

import fcntl
import os
import pty
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Condition, Thread
from time import monotonic, sleep
from typing import IO, Any

LONG = 120
"""How many seconds a command may take before the test gives up on it."""
MODULE = ("-m", "tacit")
"""What starts the command line: the module."""
SCRIPT = ("-c", "import sys; from tacit.cli import main; sys.exit(main())")
"""The same as the installed script does it."""


class OnATerminal:
    """A running command with its standard input and error on a terminal.

    Attributes:
        process: the command; its standard output is a pipe, unless something else is given.
    """

    def __init__(
        self,
        folder: Path,
        *args: str,
        start: Sequence[str] = MODULE,
        stdout: int | IO[Any] = subprocess.PIPE,
        env: dict[str, str] | None = None,
        columns: int = 200,
    ) -> None:
        self._ours, theirs = pty.openpty()
        self._shown, self._more = b"", Condition()
        self._reader = Thread(target=self._read)
        known = {k: v for k, v in os.environ.items() if not k.startswith("TACIT")}
        looks = {"COLUMNS": str(columns), "TERM": "xterm"}
        self.process = subprocess.Popen(
            [sys.executable, *start, *args],
            stdin=theirs,
            stdout=stdout,
            stderr=theirs,
            text=True,
            cwd=folder,
            env={**known, **looks, **(env or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self._reader.start()
        os.close(theirs)  # so the reader ends when the command does

    def __enter__(self) -> OnATerminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._reader.join()
        os.close(self._ours)

    @property
    def shown(self) -> str:
        """All that was shown so far."""
        with self._more:
            return self._shown.decode(errors="replace")

    @property
    def echoes(self) -> bool:
        """Whether the terminal shows what is typed."""
        return bool(termios.tcgetattr(self._ours)[3] & termios.ECHO)

    def wait_until_shown(self, words: str) -> None:
        """Wait for some words; it is an error if the command ends without them."""
        wanted, until = words.encode(), monotonic() + LONG
        with self._more:
            while wanted not in self._shown:
                self._more.wait(0.05)
                over = self.process.poll() is not None and wanted not in self._shown
                assert not over, f"never shown: {words!r}, but {self._shown[-500:]!r}"
                assert monotonic() < until, f"not shown in time: {words!r}"

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so; it is an error if the command ends before."""
        until = monotonic() + LONG
        while not holds():
            assert self.process.poll() is None, self.shown[-500:]
            assert monotonic() < until
            sleep(0.005)

    def press_ctrl_c(self) -> None:
        """As a person does: the terminal sends the signal."""
        os.write(self._ours, b"\x03")

    def ended(self) -> tuple[int, str]:
        """The exit code, and what is on standard output; all that was shown is there by then."""
        out, _ = self.process.communicate(timeout=LONG)
        self._reader.join()
        return self.process.returncode, out or ""

    def _read(self) -> None:
        while True:
            try:
                chunk = os.read(self._ours, 4096)
            except OSError:
                return
            if not chunk:
                return
            with self._more:
                self._shown += chunk
                self._more.notify_all()
