"""Waiting for a database while staying ready to hear that the work is to stop.

The database works in a thread of its own. So whoever waits can be told how far it is, and a signal
or `Cancelled` ends the wait at once: the question is withdrawn, and the error comes out as it was.
Asked directly, the database would turn Ctrl-C into an error of its own, or hear it only in the end.
"""

from __future__ import annotations

from math import inf
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit._progress import Phase

PAUSE = 0.05
"""How long to wait, in seconds, before looking around."""

T = TypeVar("T")


def waited_for(
    connection: Any,
    work: Callable[[], T],
    phase: Phase,
    total: int | None = None,
    *,
    seconds: float = inf,
    patience: float = inf,
) -> T:
    """What a database answers; meanwhile its phase is told that time passes.

    Args:
        connection: what the work is done on.
        work: asks it, and fetches the answer.
        phase: what the question is a part of.
        total: how much the phase counts in all, if this one question is all of it.
        seconds: how long the answer may take; after that it is withdrawn, and a `TimeoutError`.
        patience: how long a question that was withdrawn is waited for.
    """
    asked, begun = _Asked(work), monotonic()
    try:
        asked.start()
        while not asked.over.wait(PAUSE):
            if monotonic() - begun > seconds:
                raise TimeoutError
            if total is None:
                phase.beat()
            else:
                phase.reached(int(total * share_done(connection)))
    except BaseException:
        ended = monotonic() + patience
        # A question that has not begun yet can't be withdrawn.
        while asked.is_alive() and monotonic() < ended:
            connection.interrupt()
            asked.over.wait(PAUSE)
        raise
    if asked.problem is not None:
        raise asked.problem
    found: T = asked.answer
    return found


def share_done(connection: Any) -> float:
    """How much of its question a database has worked through, by its own account; from 0 to 1."""
    return min(max(float(connection.query_progress()) / 100, 0.0), 1.0)


class _Asked(Thread):
    """A question while it is being worked on."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self._work, self.over = work, Event()
        self.answer: Any = None
        self.problem: BaseException | None = None

    def run(self) -> None:
        """Ask, and keep the answer or what went wrong."""
        try:
            self.answer = self._work()
        except BaseException as error:
            self.problem = error
        finally:
            self.over.set()
