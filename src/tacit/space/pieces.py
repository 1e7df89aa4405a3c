"""Pieces of a dimension: a part of it that need not be made of whole values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.space.bins import Point


@dataclass(frozen=True, repr=False)
class Pieces:
    """A part of one dimension. It hides what it holds when printed: it may be of a true intent.

    Attributes:
        points: where a line of numbers or days is cut, rising; nothing for other dimensions.
        inside: for each piece whether it belongs to the part. On a line, the stretch below the first
            point, that point, the stretch above it and so on, and last the rows that lack a value,
            where those are kept; on other dimensions the values.
    """

    points: tuple[Point, ...]
    inside: tuple[bool, ...]
