"""Ctrl-C, at any moment: the process ends at once, says so in a line, and leaves nothing behind.

What Python does by itself is not good enough. It hears of a signal only when a call into a library
returns, which may take minutes; and the exception that it then raises comes up anywhere, also while
modules are imported or an answer is half written. So a thread of its own is woken by the signal. It
waits for an answer that is just being written, though not for long; removes what is unfinished; gives
the terminal back as it was; and ends the process.

This module is imported before anything else, so it imports nothing that takes long.
"""

from __future__ import annotations

import os
import signal
import termios
from contextlib import contextmanager, suppress
from select import select
from threading import RLock, Thread

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
"""The signals that stop the process, and the exit code of each."""
PATIENCE = 1.0
"""How long, in seconds, an answer that is being written is waited for."""
STOPPED = "tacit: stopped.\n"
CLEAR_LINE, SHOW_CURSOR = "\r\x1b[2K", "\x1b[?25h"


class _State:
    """What the process is about just now.

    Attributes:
        watching: whether signals are heeded here.
        over: whether the work is done, so that there is nothing left to stop.
        spinning: whether a line on the terminal moves, with the cursor hidden.
        terminals: how the terminals were set up at the start.
    """

    def __init__(self) -> None:
        self.watching = self.over = self.spinning = False
        self.terminals: dict[int, list[object]] = {}


_state = _State()
_writing = RLock()


def watch() -> None:
    """Heed signals from now on; those that are ignored by whoever started the process stay so."""
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    for number in CODES:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _left_to_the_thread)
    _state.watching, _state.over = True, False
    _state.terminals = _terminals()
    Thread(target=_listen, args=(heard,), name="tacit-stopping", daemon=True).start()


def too_late() -> None:
    """From now on the work is done: whatever comes, the process ends as it would have."""
    if not _state.watching:
        return
    with _writing:
        _state.over = True
    for number in CODES:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def whole() -> Iterator[None]:
    """What is written within is written as a whole, unless that takes long."""
    with _writing:
        yield


@contextmanager
def moving_line() -> Iterator[None]:
    """Within, a line on the terminal moves and the cursor is hidden."""
    _state.spinning = True
    try:
        yield
    finally:
        _state.spinning = False


def _left_to_the_thread(*_: object) -> None:
    """What Python itself does about a signal: nothing."""


def _terminals() -> dict[int, list[object]]:
    return {fd: termios.tcgetattr(fd) for fd in (0, 2) if _is_terminal(fd)}


def _is_terminal(fd: int) -> bool:
    with suppress(OSError):
        return os.isatty(fd)
    return False


def _listen(heard: int) -> None:
    """Wait for a signal, and end the process; until nobody can tell of one any more."""
    while numbers := os.read(heard, 64):
        for number in numbers:
            if number in CODES:
                _heed(CODES[number])  # type: ignore[index]
    os.close(heard)


def _heed(code: int) -> None:
    """End, once nothing is being written or that takes too long; unless the work is done by then."""
    ours = _writing.acquire(timeout=PATIENCE)
    if not _state.over:
        _end(code)
    if ours:
        _writing.release()


def _end(code: int) -> None:
    """Leave everything as it was, and end."""
    try:
        from tacit._files import MAKING, UNANSWERED, UNFINISHED

        _withdraw(list(UNANSWERED.values()))
        MAKING.acquire(timeout=PATIENCE)  # and kept, so that nothing more comes to be
        remove(UNFINISHED)
        _restore_terminals()
        _say_so()
    finally:
        os._exit(code)


def _withdraw(questions: list[Callable[[], None]]) -> None:
    """Let no engine go on working for nobody; those that can't be reached are not waited for."""
    threads = [Thread(target=one, daemon=True) for one in questions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)


def remove(unfinished: dict[Path, tuple[int, int] | None]) -> None:
    """Remove files and folders that must not be left behind, those made last first."""
    for path, known in reversed(list(unfinished.items())):
        with suppress(OSError):
            found = os.lstat(path)
            if known is None:
                _remove_with_content(path)
            elif known == (found.st_dev, found.st_ino):
                (os.rmdir if path.is_dir() else os.unlink)(path)


def _remove_with_content(path: Path) -> None:
    if not path.is_dir():
        os.unlink(path)
        return
    for name in os.listdir(path):
        os.unlink(path / name)
    os.rmdir(path)


def _restore_terminals() -> None:
    """Let the terminal show again what is typed, if a question for a passphrase hid it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
    for fd, before in _state.terminals.items():
        with suppress(termios.error):
            if termios.tcgetattr(fd) != before:
                termios.tcsetattr(fd, termios.TCSANOW, before)  # type: ignore[arg-type]


def _say_so() -> None:
    """Say that the work was stopped, unless nobody takes what is said."""
    with suppress(OSError, ValueError):
        if select([], [2], [], 0)[1]:
            os.write(2, f"{_line_start()}{STOPPED}".encode())


def _line_start() -> str:
    """What takes the cursor to where a line starts."""
    if _state.spinning:
        return CLEAR_LINE + SHOW_CURSOR
    return "\n" if 2 in _state.terminals else ""
