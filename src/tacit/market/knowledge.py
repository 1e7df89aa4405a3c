"""How well a market is known, where its counts are not counted but told by statistics.

A market counted row by row has none of this. Whoever goes by records or by spending is then as sure as
the counts say; else that is an interval, and it is told how the interval was made. What goes by cells or
by prices stays exact.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.intents.box import Box
from tacit.market.cells import places
from tacit.market.intervals import LEVEL, Interval

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass

COUNTED = frozenset({"records", "spend"})
"""The measures that depend on counts."""
MOST_NEEDED = 2**62


class Knowledge(ABC):
    """How well the counts of a market are known.

    Contract:
        promises: where `share` gives an interval, the share lies in it as often as `level` says, for a
            post that was chosen without looking at the counts.

    Attributes:
        told: what is assumed, in a sentence for people.
    """

    kind: ClassVar[str]
    by: ClassVar[str]
    """How intervals are made, in a few words."""
    proportional: ClassVar[bool] = True
    """Whether `counts` are in proportion to what is estimated."""
    told: str

    @property
    def level(self) -> Fraction | None:
        """How often an interval holds at least, 1 for always; None where nothing is known."""
        return LEVEL

    @property
    def counts(self) -> Market | None:
        """The counts that limits are held by, as a market of the same space and prices; None if none can be.

        It knows what it is a part of, so that both are folded together.
        """
        return None

    @property
    def scale(self) -> int | None:
        """How many records one of `counts` stands for, if each stands for as many."""
        return None

    @property
    def factor(self) -> Fraction | None:
        """Within which factor the odds between any two counts are known, all at once; None if within none."""
        return None

    @staticmethod
    def speaks_of(measure: str | None) -> bool:
        """Whether a measure depends on counts; of one that is not known it is taken to."""
        return measure is None or measure in COUNTED

    @abstractmethod
    def share(self, measure: str, true: Intent, published: Intent) -> Interval | None:
        """Where the highest share of a wanted cell in a post lies, by records or spend; None if unknown."""

    def at_most(self, measure: str, true: Intent, whole: Mass) -> Fraction:
        """The upper end for a post that holds so much of `counts`."""
        raise NotImplementedError

    def target(self, measure: str, limit: Fraction, true: Intent) -> int:
        """How much of `counts` must be published for the upper end to be within a limit."""
        raise NotImplementedError

    def targets(self, measure: str, limit: Fraction, cells: NDArray[Any]) -> NDArray[Any]:
        """How much of `counts` must be published for each of some cells, for its upper end to be within a limit.

        Args:
            measure: by records or by spend.
            limit: the highest share allowed.
            cells: the codes of the cells, one per column.
        """
        raise NotImplementedError

    def folded(
        self, kept: tuple[int, ...], fold: Callable[[Market], Market | None]
    ) -> Knowledge | None:
        """The same in the dimensions that are kept, given by their places; None where that can't be told."""
        return self

    @property
    def identity(self) -> str:
        """What tells it from others by which the same counts are held otherwise."""
        return self.kind

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.told})"

    def to_json(self) -> dict[str, Any]:
        """How well it is known, as `tacit describe --json` prints it."""
        level = None if self.level is None else float(self.level)
        return {"kind": self.kind, "told": self.told, "interval": self.by, "level": level}


@dataclass(frozen=True, repr=False, eq=False)
class Assumed(Knowledge):
    """Not known how well: only that the values exist. Counts are what is assumed of them."""

    kind: ClassVar[str] = "dictionary"
    by: ClassVar[str] = "not known how well"

    told: str

    @property
    def level(self) -> None:
        """Nothing is known."""
        return

    def share(self, measure: str, true: Intent, published: Intent) -> None:
        """Nobody knows."""
        return


def laid_bare(found: Interval, true: Intent, published: Intent) -> Interval:
    """An interval, where all that is published is wanted: one of the cells has the mean share at least."""
    if true != published:
        return found
    lower = max(found.lower, Fraction(1, published.size))
    return Interval(lower, max(found.upper, lower))


def held_in(market: Market, measure: str, cells: NDArray[Any]) -> NDArray[np.int64]:
    """What each of some cells has of a measure."""
    listed = market.cells(Box.everything(market.space))
    at = places(market.space, cells, listed.codes)
    if not len(listed.records):
        return np.zeros(cells.shape[1], dtype=np.int64)
    return np.where(at >= 0, market.measured(listed, measure)[at], 0)
