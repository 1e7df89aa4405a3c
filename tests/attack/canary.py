"""Whether an error, or anything said while it came about, tells a made-up value of a true intent.

An error carries more than its message: its arguments and attributes, the errors that it came from, a
copy of it that another process is sent, and what every function on the way held when it was raised.
Crash reports show all of these. What the caller's own functions held is the caller's to keep.
"""

from __future__ import annotations

import copy
import logging
import pickle
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CANARIES = ("zqcanary", "27182818", "31415")
"""Parts of values that occur in no market, table, file name or message."""
TESTS = str(Path(__file__).parents[1])


def told_by(error: BaseException) -> list[str]:
    """The places of an error that tell a canary."""
    return [place for place, text in _places(error) if _tells(text)]


def tells(text: str) -> bool:
    """Whether a text has a canary in it."""
    return _tells(text)


def _tells(text: str) -> bool:
    return any(canary in text.lower() for canary in CANARIES)


def _places(error: BaseException) -> Iterator[tuple[str, str]]:
    """Every text that can be had of an error, and of those that it came from, with its place."""
    waiting, seen = [error], set[int]()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        name = type(one).__name__
        yield f"str of {name}", str(one)
        yield f"repr of {name}", repr(one)
        yield f"arguments of {name}", repr(one.args)
        yield f"notes on {name}", repr(getattr(one, "__notes__", ()))
        yield f"attributes of {name}", repr(vars(one))
        yield f"a copy of {name}", _copied(one)
        yield f"frames of {name}", _held(one)
        waiting += [other for other in (one.__cause__, one.__context__) if other is not None]


def _copied(error: BaseException) -> str:
    """What another process would be sent, and a copy in this one."""
    sent = pickle.dumps(error)
    again = pickle.loads(sent)
    assert type(again) is type(error)
    assert str(again) == str(error)
    return f"{sent!r} {vars(again)!r} {vars(copy.copy(error))!r}"


def _held(error: BaseException) -> str:
    """What the functions held that are none of the tests', as a crash report prints it."""
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    return "\n".join(
        f"{frame.name}: {frame.line} {frame.locals}"
        for frame in told.stack
        if not frame.filename.startswith(TESTS)
    )


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__(level=1)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(f"{record.getMessage()} {record.args!r} {record.exc_info!r}")


@contextmanager
def overheard() -> Iterator[list[str]]:
    """All that is logged, at any level, or warned of while this lasts."""
    root, kept = logging.getLogger(), _Kept()
    level = root.level
    root.addHandler(kept)
    root.setLevel(1)
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            yield kept.texts
        kept.texts += [str(one.message) for one in warned]
    finally:
        root.removeHandler(kept)
        root.setLevel(level)
