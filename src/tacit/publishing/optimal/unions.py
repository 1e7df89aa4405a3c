"""Published unions: several boxes, where they are cheaper than one.

Every published box holds at least one box of the true intent and keeps the rules, and every box of
the true intent lies in a published one. A search starts from the boxes of the true intent, some of
them joined, some twice; takes in the most promising value of any box until the attackers hold;
leaves out what turned out needless; and exchanges single values as long as that helps. That finds
good unions, not always the best. So what is proven is the floor alone: no intent that holds the true
one can have less than it, or than an attacker who goes by the objective must see.

What a value adds to a union is what it adds to its box, less what the other boxes hold of that: for
each piece P of the others, what the value would add to the part of the box inside P, if P has it.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._progress import Listener, Phase
from tacit.intents.box import Box
from tacit.intents.union import AnyOf, any_of
from tacit.market.frontier import Frontier
from tacit.publishing.optimal.bound_by_cells import least_around
from tacit.publishing.optimal.local_search import LocalSearch
from tacit.publishing.plan import Plan, Proof

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.boxes import Boxes, Key, Masks, WeighedBox
    from tacit.space.dimension import Mask

SPARE = 2
"""How many boxes may be published beyond the groups of true ones that a search starts from."""
BOLDNESS = (1.0, 0.5, 2.0)
"""How much cost counts against cover when choosing the most promising value: plainly, less, more."""
FIRST = 8
"""How many of the most promising values to begin with, one after the other; chosen for time."""


def cheaper(
    plan: Plan,
    boxes: Boxes,
    true: Intent,
    most: int,
    seconds: float,
    progress: Listener | None = None,
) -> Plan:
    """The cheaper of a published box and the best union of at most so many boxes that is found.

    Contract:
        needs: `plan` publishes a box that holds the attackers; `boxes` are those it is from.
        promises: never dearer than `plan`; `proof` is about every intent that holds the true one.
        cost: at most about `seconds`, and one union more.
    """
    floor = least_around(boxes, true)
    value = boxes.key(boxes.market.mass(plan.published))[0]
    # Among equals one box is best, so nothing beats it by what would decide between equals.
    search = UnionSearch(boxes, (value, -1, -1), floor, seconds, progress)
    for start in starts(boxes, true, most):
        if search.done:
            break
        search.try_from(start)
    value = search.cost[0]
    proof = Proof("optimal" if value <= floor else "bounded", min(floor, value))
    if search.best is None:
        return Plan(plan.published, plan.steps, proof)
    return Plan(search.best.intent, search.best.steps, proof)


class Gains(Frontier):
    """What each single value would add to a union if one of its boxes took it in."""

    def __init__(self, own: Frontier, shared: Sequence[tuple[Mask, Frontier]]) -> None:
        self._own, self._shared = own, shared

    def _less(self, name: str) -> NDArray[Any]:
        found: NDArray[Any] = getattr(self._own, name)
        for theirs, frontier in self._shared:
            found = found - np.where(theirs, getattr(frontier, name), 0)
        return found

    @cached_property
    def records(self) -> NDArray[Any]:
        """Records added."""
        return self._less("records")

    @cached_property
    def spend(self) -> NDArray[Any]:
        """Cost added, in money ticks."""
        return self._less("spend")

    @cached_property
    def cells(self) -> NDArray[Any]:
        """Cells added, empty ones included."""
        return self._less("cells")

    @cached_property
    def price(self) -> NDArray[Any]:
        """Price of one record of each added cell, together, in price ticks."""
        return self._less("price")


class Union:
    """Boxes that are published together.

    Attributes:
        parts: the boxes.
        least: for each, the box that it may not shrink below.
        mass: what they hold together.
    """

    def __init__(
        self, market: Market, parts: tuple[WeighedBox, ...], least: tuple[Masks, ...], mass: Mass
    ) -> None:
        self._market, self.parts, self.least, self.mass = market, parts, least, mass
        self._gains: dict[int, Gains] = {}
        self._others: dict[int, list[Masks]] = {}

    @classmethod
    def of(cls, boxes: Boxes, least: Sequence[Masks]) -> Union:
        """A union to start from."""
        parts = tuple(boxes.box(masks) for masks in least)
        mass = boxes.market.mass(_together(boxes.market, parts))
        return cls(boxes.market, parts, tuple(least), mass)

    @property
    def intent(self) -> Intent:
        """The union as an intent."""
        return any_of(Box.from_masks(self._market.space, box.masks) for box in self.parts)

    @property
    def steps(self) -> int:
        """How many values the boxes have beyond what they started from."""
        pairs = zip(self.parts, self.least, strict=True)
        return sum(int(np.count_nonzero(_flat(box.masks) != _flat(low))) for box, low in pairs)

    @property
    def name(self) -> bytes:
        """What tells the union from others."""
        return b"".join(sorted(box.name for box in self.parts))

    def gains(self, i: int) -> Gains:
        """What each value would add if one of the boxes took it in."""
        if i not in self._gains:
            self._gains[i] = self._gain(i)
        return self._gains[i]

    def loss(self, i: int, less: WeighedBox) -> Mass:
        """What is lost if one of the boxes shrinks by one value."""
        masks = [a if (a == b).all() else a & ~b for a, b in self._beside(i, less.masks)]
        lost = self._market.box_mass(masks)
        for piece in self._pieces(i):
            both = [a & b for a, b in zip(masks, piece, strict=True)]
            if all(mask.any() for mask in both):
                lost -= self._market.box_mass(both)
        return lost

    def put(self, i: int, box: WeighedBox, mass: Mass) -> Union:
        """The union with one of its boxes replaced, and what it then holds."""
        parts = (*self.parts[:i], box, *self.parts[i + 1 :])
        return Union(self._market, parts, self.least, mass)

    def _gain(self, i: int) -> Gains:
        shared = []
        for piece in self._pieces(i):
            both = [a & b for a, b in self._beside(i, piece)]
            # Apart on two dimensions, no single value makes them meet.
            if sum(not mask.any() for mask in both) < 2:
                shared.append((_flat(piece), self._market.box_frontier(both)))
        return Gains(self.parts[i].frontier, shared)

    def _beside(self, i: int, masks: Masks) -> Iterator[tuple[Mask, Mask]]:
        """One of the boxes beside another, dimension by dimension."""
        return zip(self.parts[i].masks, masks, strict=True)

    def _pieces(self, i: int) -> list[Masks]:
        """What all boxes but one hold, as boxes that share no cell."""
        if i not in self._others:
            others = [*self.parts[:i], *self.parts[i + 1 :]]
            pieces = _together(self._market, others).pieces if others else ()
            self._others[i] = [piece.masks() for piece in pieces]
        return self._others[i]


class UnionMoves:
    """What can be left out of the boxes of a union, and taken in."""

    exchanged_for = 3

    def __init__(self, boxes: Boxes) -> None:
        self._boxes = boxes

    def less_one(self, now: Union) -> Iterator[Union]:
        """The union without each value that one of its boxes may do without."""
        for i, (box, least) in enumerate(zip(now.parts, now.least, strict=True)):
            for less in self._boxes.less_one(box, least):
                yield now.put(i, less, now.mass - now.loss(i, less))

    def finished(self, now: Union) -> Union | None:
        """The cheapest union with one more value that seems to hold the attackers, if any does."""
        boxes, best = self._boxes, None
        for i, part in enumerate(now.parts):
            gains = now.gains(i)
            offers = boxes.offers(part.masks, boxes.allowed)
            enough = boxes.enough(now.mass, gains, offers)
            added = boxes.added(gains)[enough]
            if len(added):
                found = self.with_value(now, i, int(enough[int(added.argmin())]))
                if best is None or boxes.key(found.mass) < boxes.key(best.mass):
                    best = found
        return best

    def with_value(self, now: Union, i: int, value: int) -> Union:
        """The union with one more value on one of its boxes."""
        wider = self._boxes.with_value(now.parts[i], value)
        return now.put(i, wider, now.mass + now.gains(i).mass(value))


class UnionSearch:
    """A search for the cheapest union."""

    def __init__(
        self,
        boxes: Boxes,
        cost: Key,
        floor: int,
        seconds: float,
        progress: Listener | None = None,
    ) -> None:
        self.boxes, self.cost, self.floor = boxes, cost, floor
        self.best: Union | None = None
        self._phase = Phase(progress, "searching for several boxes")
        self._tell()
        self.deadline = monotonic() + seconds
        self._moves = UnionMoves(boxes)
        self._local = LocalSearch(boxes, self._moves, self._consider, lambda: self.done)
        self._taken: set[tuple[float, bytes]] = set()

    def try_from(self, start: Union) -> None:
        """Look for good unions that hold this one."""
        if self.boxes.holds(start.mass):
            self._local.improve(start)
            return
        for boldness in BOLDNESS:
            for i, value in self._promising(start, boldness, FIRST):
                self._dive(self._moves.with_value(start, i, value), boldness)

    def _dive(self, union: Union, boldness: float) -> None:
        """Take in the most promising value until the attackers hold, or it is no use."""
        while not self.boxes.holds(union.mass):
            path = boldness, union.name
            if self.done or path in self._taken or self._key(union) >= self.cost:
                return
            self._taken.add(path)
            finished = self._moves.finished(union)
            if finished is not None and self.boxes.holds(finished.mass):
                self._local.improve(finished)
            offered = self._promising(union, boldness, 1)
            if not offered:
                return
            union = self._moves.with_value(union, *offered[0])
        self._local.improve(union)

    def _promising(self, union: Union, boldness: float, most: int) -> list[tuple[int, int]]:
        """The offers that gain the most cover for what they add: which box, and which value."""
        found: list[tuple[float, int, int]] = []
        for i, part in enumerate(union.parts):
            offers = self.boxes.offers(part.masks, self.boxes.allowed)
            score = self.boxes.promise(union.mass, union.gains(i), offers, boldness)
            found += [(-float(score[k]), i, int(offers[k])) for k in range(len(offers))]
        return [(i, value) for _, i, value in sorted(found)[:most]]

    def _consider(self, union: Union) -> None:
        """Keep a union that holds the attackers if it is the best so far."""
        if self._key(union) < self.cost:
            self.best, self.cost = union, self._key(union)
            self._tell()

    def _tell(self) -> None:
        in_unit, objective = self.boxes.in_unit, self.boxes.rules.objective
        self._phase.found(in_unit(self.cost[0]), in_unit(self.floor), objective=objective)

    def _key(self, union: Union) -> Key:
        return self.boxes.key(union.mass)

    @property
    def done(self) -> bool:
        """Whether nothing can be better, or time is up; asked so often that who listens hears too."""
        self._phase.beat()
        return self.cost[0] <= self.floor or monotonic() >= self.deadline


def starts(boxes: Boxes, true: Intent, most: int) -> Iterator[Union]:
    """Unions to start from: the boxes of the true intent in fewer and fewer groups, some twice."""
    groups = [boxes.around(box.masks()) for box in true.boxes]
    while True:
        if len(groups) <= most and _allowed(boxes, groups):
            for twice in _copies(groups, min(most - len(groups), SPARE)):
                yield Union.of(boxes, [*groups, *twice])
        if len(groups) == 1:
            return
        groups = _with_two_joined(boxes, groups)


def _copies(groups: Sequence[Masks], spare: int) -> Iterator[list[Masks]]:
    """Which groups to start from twice: none, then as many as may be, beginning with each."""
    yield []
    turns = len(groups) if spare < len(groups) else 1
    for turn in range(turns if spare else 0):
        yield [groups[(turn + i) % len(groups)] for i in range(spare)]


def _with_two_joined(boxes: Boxes, groups: Sequence[Masks]) -> list[Masks]:
    """One group less: the two that make the cheapest box together are one."""

    def both(pair: tuple[int, int]) -> Masks:
        masks = (groups[i] for i in pair)
        return boxes.around([a | b for a, b in zip(*masks, strict=True)])

    pairs = combinations(range(len(groups)), 2)
    pair = min(pairs, key=lambda pair: boxes.key(boxes.mass(both(pair))))
    return [both(pair), *(group for i, group in enumerate(groups) if i not in pair)]


def _allowed(boxes: Boxes, groups: Sequence[Masks]) -> bool:
    return not any((_flat(masks) & ~boxes.allowed).any() for masks in groups)


def _together(market: Market, parts: Sequence[WeighedBox]) -> Intent:
    """Several boxes as one intent, none of them joined."""
    listed = [Box.from_masks(market.space, box.masks) for box in parts]
    return listed[0] if len(listed) == 1 else AnyOf(listed)


def _flat(masks: Masks) -> Mask:
    return np.concatenate(masks)
