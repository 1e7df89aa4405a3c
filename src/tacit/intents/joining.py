"""Joining boxes, whatever a box is made of: a list of them kept as short as it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tacit._defaults import MOST_BOXES
from tacit.errors import IntentError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def joined(boxes: list[T], new: T, join: Callable[[T, T], T | None]) -> list[T]:
    """A list of boxes with one more, joined with others as far as `join` makes one box of two."""
    for i, box in enumerate(boxes):
        both = join(box, new)
        if both is box:
            return boxes
        if both is not None:
            return joined([*boxes[:i], *boxes[i + 1 :]], both, join)
    if len(boxes) == MOST_BOXES:
        raise IntentError(f"the intent comes to more than {MOST_BOXES} boxes. Simplify it.")
    return [*boxes, new]
