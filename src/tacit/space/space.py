"""The space: all dimensions together. One combination of their values is a cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from tacit.errors import SpaceError, UnknownDimension

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacit.space.dimension import Dimension, Label


@dataclass(frozen=True)
class Space:
    """The dimensions of a market, in an order that decides ties.

    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.ordinal import Ordinal
    >>> space = Space((Nominal("sex", ("F", "M")), Ordinal("hours", ("few", "some", "many"))))
    >>> space.size, space.names
    (6, ('sex', 'hours'))
    """

    dimensions: tuple[Dimension, ...]

    def __post_init__(self) -> None:
        if not self.dimensions:
            raise SpaceError("a space needs at least one dimension.")
        if len(set(self.names)) != len(self.names):
            raise SpaceError("two dimensions have the same name.")

    def __iter__(self) -> Iterator[Dimension]:
        return iter(self.dimensions)

    def __len__(self) -> int:
        return len(self.dimensions)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The dimensions' names, in order."""
        return tuple(dimension.name for dimension in self.dimensions)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """How many values each dimension has."""
        return tuple(len(dimension) for dimension in self.dimensions)

    @cached_property
    def size(self) -> int:
        """How many cells there are, empty ones included."""
        return prod(self.shape)

    def index(self, name: str) -> int:
        """Find a dimension by its name."""
        if name not in self.names:
            raise UnknownDimension(name, self.names)
        return self.names.index(name)

    def cell(self, codes: tuple[int, ...]) -> dict[str, Label]:
        """Write a cell, given as codes, with the names of its values."""
        return {d.name: d.values[code] for d, code in zip(self, codes, strict=True)}
