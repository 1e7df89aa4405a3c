"""A widened intent as it was told, in a space whose bins are cut so finely that they meet it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import IntentError
from tacit.intents.box import Box
from tacit.intents.union import any_of
from tacit.space.cutting import Cut
from tacit.space.numeric import Numeric
from tacit.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent, ToldBox
    from tacit.space.dimension import Mask
    from tacit.space.pieces import Pieces


@dataclass(frozen=True, repr=False)
class Finer:
    """An intent as it was told, and how its space lies in that of the widened one.

    Attributes:
        intent: what was told, in the finer space; nothing of it is widened.
        cuts: the dimensions that were cut, by their places.
    """

    intent: Intent
    cuts: Mapping[int, Cut]

    def coarse(self, codes: NDArray[Any]) -> NDArray[Any]:
        """Cells of the finer space as those of the coarse space that they lie in."""
        found = codes.astype(np.int64)
        for at, cut in self.cuts.items():
            found[at] = cut.bins[found[at]]
        return found


def finer(intent: Intent) -> Finer:
    """What a widened intent was told as, in a space that is cut as finely as that takes.

    Raises:
        IntentError: if it is not known what was told.
        SpaceError: if a dimension would have to be cut too often.
    """
    if not intent.told:
        raise IntentError("it is not known what was wanted before it was widened.")
    cuts = {at: _cut(intent, at) for at in sorted(set(_narrower(intent)))}
    space = Space(tuple(cuts[at].fine if at in cuts else d for at, d in enumerate(intent.space)))
    return Finer(any_of(_box(intent.space, space, cuts, told) for told in intent.told), cuts)


def _narrower(intent: Intent) -> Iterator[int]:
    """The dimensions on which a box that was told is narrower than whole values.

    These may be more than those that were widened: where one box lies in the bins of another, nothing
    of it is left but what was told.
    """
    for box in intent.told:
        for at, pieces in box:
            if _whole(intent.space, at, pieces)[1]:
                yield at


def _cut(intent: Intent, at: int) -> Cut:
    dimension = intent.space.dimensions[at]
    assert isinstance(dimension, Numeric)
    told = (pieces for box in intent.told for place, pieces in box if place == at)
    return Cut.around(dimension, {point for pieces in told for point in pieces.points})


def _box(coarse: Space, fine: Space, cuts: Mapping[int, Cut], told: ToldBox) -> Box:
    """One box of what was told, in the finer space."""
    masks: list[Mask] = [np.ones(n, dtype=bool) for n in fine.shape]
    for at, pieces in told:
        masks[at] = cuts[at].mask(pieces) if at in cuts else _whole(coarse, at, pieces)[0]
    return Box.from_masks(fine, masks)


def _whole(space: Space, at: int, pieces: Pieces) -> tuple[Mask, bool]:
    """The values around some pieces, and whether they hold more than those."""
    atoms = space.dimensions[at].atoms(pieces.points)
    return atoms.cover(np.array(pieces.inside, dtype=bool))
