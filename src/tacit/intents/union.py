"""Unions: an intent that is any of several boxes.

A union is an `Intent` too, so whatever works on a box works on it. What it holds are exactly the
cells of its boxes, each counted once however many boxes share it; where one box is called for, such
as the start of a search, the narrowest box around it stands in (`hull`, and so `codes`, `masks()`
and `|`).
"""

from __future__ import annotations

from functools import cached_property
from heapq import merge
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from tacit.errors import IntentError
from tacit.intents.intent import Intent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

MOST_BOXES = 64
MOST_PIECES = 4096
"""Boxes that overlap in so many ways that it takes more pieces than this are refused."""

T = TypeVar("T")


class AnyOf(Intent):
    """What any of several boxes holds. Make one with `any_of`, which joins boxes where it can.

    Contract:
        needs: boxes of one space; none is empty and none lies inside another.
        promises: cells that boxes share count once in `size`, `cells` and everything a market
            says; `repr` shows no value unless all boxes are public; equal sets of cells compare
            equal.

    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B", "C"))))
    >>> want = any_of([Intent.of(space, {"sex": ["F"]}), Intent.of(space, {"race": ["B"]})])
    >>> want
    AnyOf(2 dimensions, values hidden)
    >>> want.size, want.hull.size, want.as_public().to_sql()
    (4, 6, "(sex IN ('F')) OR (race IN ('B'))")
    """

    def __init__(self, boxes: Sequence[Intent]) -> None:
        widened = dict.fromkeys(chain.from_iterable(box.widened for box in boxes))
        around = hull_of(boxes)
        public = all(box.public for box in boxes)
        super().__init__(around.space, around.codes, public=public, widened=tuple(widened))
        object.__setattr__(self, "_boxes", tuple(boxes))

    @property
    def boxes(self) -> tuple[Intent, ...]:
        """The boxes it joins."""
        found: tuple[Intent, ...] = self.__dict__["_boxes"]
        return found

    @cached_property
    def pieces(self) -> tuple[Intent, ...]:
        """Boxes that share no cell and together hold the same."""
        found: list[Intent] = []
        for i, box in enumerate(self.boxes):
            found += without(box, self.boxes[:i])
            _require_few(found)
        return tuple(found)

    @cached_property
    def hull(self) -> Intent:
        """The narrowest box around it."""
        return hull_of(self.boxes)

    @property
    def size(self) -> int:
        """How many cells it holds, empty ones included."""
        return sum(piece.size for piece in self.pieces)

    def cells(self) -> Iterator[tuple[int, ...]]:
        """Each cell once, as codes, the last dimension running fastest."""
        return merge(*(piece.cells() for piece in self.pieces))

    def as_public(self) -> Intent:
        """The same intent, marked as one that may be shown."""
        return AnyOf([box.as_public() for box in self.boxes])

    def to_json(self) -> Any:
        """A list with each box as an object."""
        return [box.to_json() for box in self.boxes]

    def to_sql(self) -> str:
        """A condition on the columns of a clean table that holds for the intent's records."""
        return " OR ".join(f"({box.to_sql()})" for box in self.boxes)

    def __contains__(self, cell: Sequence[int]) -> bool:
        return any(cell in box for box in self.boxes)

    def __le__(self, other: Intent) -> bool:
        self._same_space(other)
        return all(not without(box, other.boxes) for box in self.boxes)

    def __ge__(self, other: Intent) -> bool:
        self._same_space(other)
        return all(not without(box, self.boxes) for box in other.boxes)

    def __and__(self, other: Intent) -> Intent:
        self._same_space(other)
        return any_of([mine & its for mine in self.boxes for its in other.boxes])

    __rand__ = __and__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Intent):
            return NotImplemented
        return self.space == other.space and self <= other and self >= other

    __hash__ = Intent.__hash__

    def __repr__(self) -> str:
        if not self.public:
            return f"AnyOf({len(self.space)} dimensions, values hidden)"
        return f"AnyOf({', '.join(map(repr, self.boxes))})"


def any_of(intents: Iterable[Intent]) -> Intent:
    """What any of some intents holds: a plain `Intent` where that is one box.

    Empty boxes and boxes inside another are left out; two that differ on one dimension are joined.
    """
    boxes: list[Intent] = []
    for box in chain.from_iterable(intent.boxes for intent in intents):
        boxes = joined(boxes, box, _join)
    if not boxes:
        raise IntentError("a union needs at least one box.")
    if len(boxes) == 1:
        return boxes[0]
    union = AnyOf(boxes)
    if union.size < union.hull.size:
        return union
    return Intent(union.space, union.codes, public=union.public, widened=union.widened)


def hull_of(boxes: Sequence[Intent]) -> Intent:
    """The narrowest box around some boxes."""
    around = boxes[0]
    for box in boxes[1:]:
        around = around | box
    return around


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


def without(box: Intent, others: Iterable[Intent]) -> list[Intent]:
    """What is left of a box without the cells of some others, as boxes that share no cell."""
    pieces = [] if box.is_empty else [box]
    for other in others:
        pieces = [rest for piece in pieces for rest in _difference(piece, other)]
        _require_few(pieces)
    return pieces


def _join(left: Intent, right: Intent) -> Intent | None:
    """Two boxes as one, where they make one."""
    left._same_space(right)
    if left <= right:
        return right
    if right <= left:
        return left
    if sum(a != b for a, b in zip(left.codes, right.codes, strict=True)) > 1:
        return None
    widened = tuple(dict.fromkeys((*left.widened, *right.widened)))
    both = (left | right).codes
    return Intent(left.space, both, public=left.public and right.public, widened=widened)


def _difference(box: Intent, other: Intent) -> list[Intent]:
    """A box without another: for each dimension, what lies outside the other there first."""
    shared = box & other
    if shared.is_empty:
        return [box]
    found = []
    for d, (mine, both) in enumerate(zip(box.codes, shared.codes, strict=True)):
        rest = tuple(set(mine) - set(both))
        if rest:
            codes = (*shared.codes[:d], rest, *box.codes[d + 1 :])
            found.append(Intent(box.space, codes))
    return found


def _require_few(pieces: Sequence[Intent]) -> None:
    if len(pieces) > MOST_PIECES:
        raise IntentError(
            "the boxes of the intent overlap in too many ways to be counted. Use fewer boxes, or "
            "boxes that share less."
        )
