"""All classes of candidates and all priors by name. To add one, write it and register it here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.candidates.classes import EveryBox, EveryCell, SameShape
from tacit.candidates.prior import by_cost, by_records, uniform

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.candidates.classes import CandidateClass

CLASSES: dict[str, CandidateClass] = {}
PRIORS: dict[str, Callable[[Candidates], NDArray[Any]]] = {
    "uniform": uniform,
    "records": by_records,
    "cost": by_cost,
}


def register(one: CandidateClass) -> None:
    """Make a class of candidates known by its name, to every verb that takes candidates."""
    CLASSES[one.name] = one


for _class in (EveryCell(), SameShape(), EveryBox()):
    register(_class)
