"""A toy publish method with a setting of its own: one file, one registration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from tacit.errors import SettingError
from tacit.publishing.method import Method, Task
from tacit.publishing.plan import Choice, Plan
from tacit.publishing.registry import register
from tacit.publishing.settings import Settings, setting

if TYPE_CHECKING:
    from tacit.intents.box import Box


@dataclass(frozen=True)
class OpenedSettings(Settings):
    """Which dimension stays as it is."""

    method: ClassVar[str] = "opened"
    about: ClassVar[str] = "opens whole dimensions"

    shut: str = setting("", "A dimension to leave as it is.", "NAME", str)


class Opened(Method):
    """Opens one dimension after the other to all its values, the last one first."""

    settings: ClassVar[type[Settings]] = OpenedSettings

    def choose(self, task: Task) -> Choice:
        """Open dimensions until every attacker is within the limit."""
        box, steps = task.true.hull, 0
        for name in ["", *reversed(task.market.space.names)]:
            if name and name != cast("OpenedSettings", task.settings).shut:
                wider = _opened(box, name)
                steps += sum(map(len, wider.codes)) - sum(map(len, box.codes))
                box = wider
            if task.boxes.holds(task.market.mass(box)):
                return Choice.of(Plan(box, steps))
        raise SettingError("with that dimension shut, no post keeps the limit.", "shut")


def _opened(box: Box, name: str) -> Box:
    everything = type(box).everything(box.space).codes
    at = box.space.index(name)
    return type(box)(box.space, (*box.codes[:at], everything[at], *box.codes[at + 1 :]))


register(Opened())
