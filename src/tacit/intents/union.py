"""Unions: an intent that is any of several boxes.

What a union holds are exactly the cells of its boxes, each counted once however many boxes share it.
It has no codes and masks of its own: where one box is called for, such as the start of a search, the
caller takes the narrowest box around it (`hull`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import merge
from itertools import chain
from typing import TYPE_CHECKING, Any

from tacit._doors import doors
from tacit.errors import IntentError
from tacit.intents.box import Box, require_few
from tacit.intents.intent import Intent
from tacit.intents.joining import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tacit.intents.intent import ToldBox


@doors("__init__")
@dataclass(frozen=True, init=False, repr=False, eq=False)
class AnyOf(Intent):
    """What any of several boxes holds. Make one with `any_of`, which joins boxes where it can.

    Contract:
        needs: boxes of one space; none is empty and none lies inside another.
        promises: cells that boxes share count once in `size`, `cells` and everything a market
            says; it is public if all boxes are.

    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B", "C"))))
    >>> want = any_of([Box.of(space, {"sex": ["F"]}), Box.of(space, {"race": ["B"]})])
    >>> want
    AnyOf(2 dimensions, values hidden)
    >>> want.size, want.hull.size, want.as_public().to_sql()
    (4, 6, "(sex IN ('F')) OR (race IN ('B'))")
    """

    _boxes: tuple[Box, ...]

    def __init__(self, boxes: Sequence[Box], told: tuple[ToldBox, ...] = ()) -> None:
        if not boxes:
            raise IntentError("a union needs at least one box.")
        for box in boxes[1:]:
            boxes[0].require_same_space(box)
        public = all(box.public for box in boxes)
        super().__init__(boxes[0].space, public=public, widened=_widened(boxes), told=told)
        object.__setattr__(self, "_boxes", tuple(boxes))

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes that it joins."""
        return self._boxes

    @cached_property
    def pieces(self) -> tuple[Box, ...]:
        """Boxes that share no cell and together hold the same."""
        found: list[Box] = []
        for i, box in enumerate(self.boxes):
            found += box.without(self.boxes[:i])
            require_few(found)
        return tuple(found)

    @cached_property
    def hull(self) -> Box:
        """The narrowest box around it."""
        around = self.boxes[0]
        for box in self.boxes[1:]:
            around = around | box
        return around

    @property
    def size(self) -> int:
        """How many cells it holds, empty ones included."""
        return sum(piece.size for piece in self.pieces)

    def cells(self) -> Iterator[tuple[int, ...]]:
        """Each cell once, as codes, the last dimension running fastest."""
        return merge(*(piece.cells() for piece in self.pieces))

    def as_public(self) -> AnyOf:
        """The same intent, marked as one that may be shown."""
        return AnyOf([box.as_public() for box in self.boxes])

    def to_json(self) -> list[dict[str, Any]]:
        """A list with each box as an object."""
        return [box.to_json() for box in self.boxes]

    def to_sql(self) -> str:
        """A condition on the columns of a clean table that holds for the intent's records."""
        return " OR ".join(f"({box.to_sql()})" for box in self.boxes)

    def __and__(self, other: Intent) -> Intent:
        self.require_same_space(other)
        return any_of([mine & its for mine in self.boxes for its in other.boxes])

    def _shown(self) -> str:
        return ", ".join(map(repr, self.boxes))


def any_of(intents: Iterable[Intent]) -> Intent:
    """What any of some intents holds: a `Box` where that is one box, an `AnyOf` where not.

    Empty boxes and boxes inside another are left out; two that differ on one dimension are joined.
    """
    given = list(intents)
    boxes: list[Box] = []
    for box in chain.from_iterable(intent.boxes for intent in given):
        boxes = joined(boxes, box, _join)
    union = AnyOf(boxes, _told(given) if _widened(boxes) else ())
    if len(boxes) == 1 and boxes[0].told == union.told:
        return boxes[0]
    if union.size < union.hull.size:
        return union
    return Box(
        union.space,
        union.hull.codes,
        public=union.public,
        widened=union.widened,
        told=union.told,
    )


def _told(given: Iterable[Intent]) -> tuple[ToldBox, ...]:
    """What some intents together were told as; nothing if one was widened from what is not known."""
    found: list[ToldBox] = []
    for intent in given:
        if intent.widened and not intent.told:
            return ()
        found += intent.told if intent.widened else map(_in_pieces, intent.boxes)
    return tuple(found)


def _in_pieces(box: Box) -> ToldBox:
    """A box that was not widened, as it could have been told."""
    limited = (at for at, codes in enumerate(box.codes) if len(codes) < box.space.shape[at])
    masks = box.masks()
    atoms = {at: box.space.dimensions[at].atoms(()) for at in limited}
    return tuple((at, own.pieces(own.of(masks[at]))) for at, own in atoms.items())


def _join(left: Box, right: Box) -> Box | None:
    """Two boxes as one, where they make one."""
    if left <= right:
        return right
    if right <= left:
        return left
    if sum(a != b for a, b in zip(left.codes, right.codes, strict=True)) > 1:
        return None
    public = left.public and right.public
    return Box(left.space, (left | right).codes, public=public, widened=_widened((left, right)))


def _widened(boxes: Iterable[Box]) -> tuple[str, ...]:
    """The dimensions that were widened in any of some boxes, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(box.widened for box in boxes)))
