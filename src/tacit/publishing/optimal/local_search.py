"""Local search: make something that may be published cheaper, one value at a time.

Values that turned out needless are left out, the most expensive first. Then one value is exchanged
for another as long as that helps, and what became needless is left out again. It ends where neither
helps, or where it has been before. What is improved may be one box or a union of boxes: all it takes
is to say what is left without each value, and what one more value makes of that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tacit.market.mass import Mass
    from tacit.publishing.boxes import Boxes, Key


class Publishable(Protocol):
    """A box or a union of boxes."""

    @property
    def mass(self) -> Mass:
        """What it holds."""

    @property
    def name(self) -> bytes:
        """What tells it from others."""


T = TypeVar("T", bound=Publishable)


class Moves(Protocol[T]):
    """What can be done to something that may be published."""

    exchanged_for: int
    """How many parts of the key an exchange has to better: 1 for the objective alone."""

    def less_one(self, now: T) -> Iterator[T]:
        """It without each value that may be left out."""

    def finished(self, now: T) -> T | None:
        """The cheapest that one more value makes of it, of those that seem to hold the attackers."""


class LocalSearch(Generic[T]):
    """A search from what holds the attackers to something cheaper that does.

    Args:
        boxes: who must be held, and what is made small.
        moves: what can be left out and taken in.
        consider: told of everything that may be the best so far.
        done: whether to stop.
    """

    def __init__(
        self,
        boxes: Boxes,
        moves: Moves[T],
        consider: Callable[[T], None],
        done: Callable[[], bool],
    ) -> None:
        self._boxes, self._moves, self._consider, self._done = boxes, moves, consider, done
        self._seen: set[bytes] = set()

    def improve(self, start: T) -> None:
        """Leave out and exchange values as long as that helps."""
        better: T | None = start
        while better is not None:
            now = self._without_needless(better)
            self._consider(now)
            if now.name in self._seen or self._done():
                return
            self._seen.add(now.name)
            better = self._exchanged(now)

    def _without_needless(self, now: T) -> T:
        """Leave out values one by one, the most expensive first, while the attackers hold."""
        while not self._done():
            fewer = [less for less in self._moves.less_one(now) if self._boxes.holds(less.mass)]
            if not fewer:
                break
            now = min(fewer, key=self._key)
        return now

    def _exchanged(self, now: T) -> T | None:
        """The best with one value exchanged for another, if it is better."""
        best, compared = None, self._moves.exchanged_for
        cost = self._key(now)[:compared]
        for less in self._moves.less_one(now):
            if self._done():
                break
            found = self._moves.finished(less)
            if found is None or self._key(found)[:compared] >= cost:
                continue
            # An attacker who goes by no measure may only guess what a value adds.
            if self._boxes.holds(found.mass):
                best, cost = found, self._key(found)[:compared]
        return best

    def _key(self, one: T) -> Key:
        return self._boxes.key(one.mass)
