"""All classes of candidates and all priors by name. To add one, write it and register it here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.candidates.classes import MOST_UPTO, EveryBox, EveryCell, Ranges, SameShape, UpTo
from tacit.candidates.mixtures import Mixture
from tacit.candidates.prior import by_cost, by_records, halving, uniform
from tacit.candidates.unions import Unions
from tacit.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.candidates.candidate_class import CandidateClass
    from tacit.candidates.candidates import Candidates

CLASSES: dict[str, CandidateClass] = {}
PRIORS: dict[str, Callable[[Candidates], NDArray[Any]]] = {
    "uniform": uniform,
    "records": by_records,
    "cost": by_cost,
    "halving": halving,
}
BY_CELLS = ("halving",)
"""The priors that go by how many cells a candidate has."""
UPTO = "upto"
MOST_SHARE = 10**6
"""How much likelier one class of a mixture may be than another."""


def register(one: CandidateClass) -> None:
    """Make a class of candidates known by its name, to every verb that takes candidates."""
    CLASSES[one.name] = one


for _class in (EveryCell(), SameShape(), Ranges(), EveryBox(), Unions()):
    register(_class)


def class_named(name: str) -> CandidateClass:
    """The class that a name stands for: one of the registry, `upto:K`, or a mixture of those.

    >>> class_named("upto:4").about
    'every box of at most 4 cells'
    >>> class_named("3*cells + upto:4").name
    '3*cells+upto:4'
    """
    parts = [_with_share(part.strip()) for part in name.split("+")]
    if len({one.name for _, one in parts}) < len(parts):
        raise SettingError("a class of candidates was named twice.", "candidates")
    return parts[0][1] if len(parts) == 1 else Mixture(tuple(parts))


def is_class(name: str) -> bool:
    """Whether a name stands for a class of candidates."""
    try:
        return bool(class_named(name).name)
    except SettingError:
        return False


def _with_share(part: str) -> tuple[int, CandidateClass]:
    share, _, name = part.rpartition("*")
    if share and not _is_whole(share.strip(), MOST_SHARE):
        raise SettingError(
            f"the share of a class must be a whole number from 1 to {MOST_SHARE:,}, for example "
            "3*cells+shape.",
            "candidates",
        )
    return int(share or 1), _single(name.strip())


def _single(name: str) -> CandidateClass:
    if name in CLASSES:
        return CLASSES[name]
    kind, _, number = name.partition(":")
    if kind == UPTO and _is_whole(number, MOST_UPTO):
        return UpTo(int(number))
    if kind == UPTO:
        raise SettingError(
            f"upto needs a whole number of cells from 1 to {MOST_UPTO:,}, for example upto:12.",
            "candidates",
        )
    raise SettingError(
        f"the candidates must be one of {', '.join(CLASSES)}, upto:K for some number of cells K, a "
        "mixture of those such as 3*cells+shape, or a list of them.",
        "candidates",
    )


def _is_whole(written: str, most: int) -> bool:
    plain = written.isascii() and written.isdigit() and len(written) <= len(str(most))
    return plain and 1 <= int(written) <= most
