"""All publish methods by name. To add one, write its file and register it here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.publishing.greedy.method import Greedy
from tacit.publishing.optimal.method import Optimal
from tacit.publishing.sealed.method import Sealed
from tacit.publishing.settings import SETTINGS

if TYPE_CHECKING:
    from tacit.publishing.method import Method

METHODS: dict[str, Method] = {}


def register(method: Method) -> None:
    """Make a method known by its name, and its settings to all who read them."""
    METHODS[method.name] = method
    SETTINGS[method.name] = method.settings


for _method in (Greedy(), Optimal(), Sealed()):
    register(_method)
