"""Groups of cells, each written as few boxes: how what leaves the house tells cells apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import PurchaseError
from tacit.intents.box import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent

Codes = tuple[tuple[int, ...], ...]

MOST_CELLS = 2000
"""A query or a letter that tells more cells apart than this is one that nobody reads or runs."""


def boxes_of_groups(
    published: Intent, codes: NDArray[np.unsignedinteger], group: NDArray[Any], which: Sequence[int]
) -> list[list[Box]]:
    """Some groups of a post's cells, each as few boxes.

    What a box says is meant within the post: it is free on a dimension on which it has all that is
    published.

    Args:
        published: the post, which holds every cell.
        codes: the cells, one per column.
        group: the group of each cell.
        which: the groups to write.
    """
    cells = int(np.isin(group, which).sum())
    if cells > MOST_CELLS:
        raise PurchaseError(
            f"the design tells {cells:,} cells apart, and no more than {MOST_CELLS:,} can be "
            "written out. Use the plan file, or the simple design for a number of records."
        )
    return [
        [_within(published, box) for box in few_boxes(codes[:, group == one].T.tolist())]
        for one in which
    ]


def few_boxes(cells: Sequence[Sequence[int]]) -> list[Codes]:
    """Cells as boxes that share none: joined where they differ on one dimension only, greedily.

    Each round joins along the dimension that leaves the fewest boxes.

    >>> few_boxes([(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)])
    [((0, 1, 2), (0,)), ((0, 1), (1,))]
    """
    boxes: list[Codes] = [tuple((code,) for code in cell) for cell in cells]
    while boxes:
        joined = min((_joined(boxes, d) for d in range(len(boxes[0]))), key=len)
        if len(joined) == len(boxes):
            break
        boxes = joined
    return boxes


def _joined(boxes: Sequence[Codes], d: int) -> list[Codes]:
    """Boxes with those as one that differ on one dimension only."""
    found: dict[Codes, list[int]] = {}
    for box in boxes:
        found.setdefault((*box[:d], *box[d + 1 :]), []).extend(box[d])
    return [(*rest[:d], tuple(sorted(here)), *rest[d:]) for rest, here in found.items()]


def _within(published: Intent, codes: Codes) -> Box:
    """A box of the post, free where it has all that is published."""
    if len(published.boxes) > 1:
        return Box(published.space, codes)
    pairs = zip(published.space.shape, codes, published.hull.codes, strict=True)
    free = (tuple(range(n)) if one == posted else one for n, one, posted in pairs)
    return Box(published.space, tuple(free))
