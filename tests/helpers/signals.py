"""Taking signals over as the command line does, inside the process of the tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from tacit.cli import _stopping


@contextmanager
def own_signals() -> Iterator[None]:
    """Whatever is done about signals within, it is undone afterwards."""
    handlers = {number: signal.getsignal(number) for number in _stopping.CODES}
    try:
        yield
    finally:
        told = signal.set_wakeup_fd(-1)
        if told >= 0:
            os.close(told)  # and the thread that listens there ends
        for number, handler in handlers.items():
            signal.signal(number, handler)
        _stopping._state = _stopping._State()
