"""A publish method of one's own, as CONTRIBUTING says: one file and one registration."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from tacit.errors import SettingError
from tacit.intents.box import Box
from tacit.publishing.method import Method, Task
from tacit.publishing.plan import Choice, Plan
from tacit.publishing.registry import METHODS, register
from tacit.publishing.settings import SETTINGS, Settings, setting


def _at_least(value: Any) -> int:
    if not isinstance(value, int):
        raise SettingError("this is a whole number.")
    return value


@dataclass(frozen=True)
class WidestSettings(Settings):
    """From how many cells on everything is published."""

    method: ClassVar[str] = "widest"
    about: ClassVar[str] = "everything, whatever is wanted"

    cells: int = setting(1, "Refuse intents of fewer cells.", "N", _at_least)


class Widest(Method):
    """Publishes everything."""

    settings: ClassVar[type[Settings]] = WidestSettings

    def choose(self, task: Task) -> Choice:
        """The whole space."""
        if task.true.size < cast("WidestSettings", task.settings).cells:
            raise SettingError("too few cells are wanted.")
        return Choice.of(Plan(Box.everything(task.market.space), 0))


@contextmanager
def registered(method: Method) -> Iterator[None]:
    """Make a method known for a while."""
    register(method)
    try:
        yield
    finally:
        METHODS.pop(method.name)
        SETTINGS.pop(method.name)
