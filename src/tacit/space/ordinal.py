"""Ordinal: names in an order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.errors import SpaceError
from tacit.space import bins as _bins
from tacit.space.dimension import Atoms, Dimension, Label, Mask, Spec
from tacit.space.gaps import NaturalOrder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True)
class Ordinal(Dimension):
    """Names in an order: as far apart as the steps between them.

    Attributes:
        ranks: where each value stands in the natural order, in value order.
    """

    kind: ClassVar[str] = "ordinal"
    offers_all: ClassVar[bool] = False
    ranks: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.ranks:
            object.__setattr__(self, "ranks", tuple(range(len(self.values))))
        if sorted(self.ranks) != list(range(len(self.values))):
            raise SpaceError(f"the order of dimension '{self.name}' must place each value once.")

    @classmethod
    def of(
        cls, name: str, values: Sequence[Label], order: Sequence[Label] = (), **more: Any
    ) -> Ordinal:
        """Make an ordinal from its values, lowest first, and a value order if that differs.

        >>> Ordinal.of("size", ["S", "M", "L"], order=["M", "S", "L"]).ranks
        (1, 0, 2)
        """
        return cls(name, *ranked(name, values, order), **more)

    @cached_property
    def natural(self) -> tuple[int, ...]:
        """The codes from the lowest value to the highest."""
        return tuple(sorted(range(len(self)), key=self.ranks.__getitem__))

    @cached_property
    def natural_order(self) -> NaturalOrder:
        """The natural order of its values."""
        return NaturalOrder(np.array(self.ranks, dtype=np.int64))

    def distances(self, code: int) -> NDArray[np.int64]:
        """Steps along the natural order."""
        return np.abs(np.array(self.ranks, dtype=np.int64) - self.ranks[code])

    def atoms(self, literals: Iterable[object]) -> Atoms:
        """One piece per value, comparable by rank."""
        return OrderedAtoms(self)

    def _details(self) -> Spec:
        in_order = [self.values[code] for code in self.natural]
        spec: Spec = {"values": in_order}
        if list(self.values) != in_order:
            spec["order"] = list(self.values)
        return spec


class OrderedAtoms(Atoms):
    """One piece per value, compared by rank or, where all are numbers, by value."""

    dimension: Ordinal

    def below(self, literal: object, inclusive: bool) -> Mask:
        """The values that come before a literal."""
        filled = self.opposite(np.zeros(self.count, dtype=bool))
        ranks = np.array(self.dimension.ranks)
        numbers = [v for v, f in zip(self.dimension.values, filled, strict=True) if f]
        if _bins.is_number(literal) and all(map(_bins.is_number, numbers)):
            filled[filled] = [v < literal or (inclusive and v == literal) for v in numbers]  # type: ignore[operator]
            return filled
        rank = ranks[int(self.dimension.select(literal).argmax())]
        filled &= ranks <= rank if inclusive else ranks < rank
        return filled


def ranked(
    name: str, values: Sequence[Label], order: Sequence[Label]
) -> tuple[tuple[Label, ...], tuple[int, ...]]:
    """Values in value order, and each one's place in the natural order."""
    natural = [str(value) for value in values]
    if order and sorted(map(str, order)) != sorted(natural):
        raise SpaceError(f"'order' of dimension '{name}' must list each of its values once.")
    ranks = tuple(natural.index(str(value)) for value in (order or values))
    return tuple(values[rank] for rank in ranks), ranks
