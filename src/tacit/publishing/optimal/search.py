"""Optimal: the cheapest published intent, with proof.

Among all boxes that hold the true intent and keep every attacker within its limit, find the one
with the fewest records (or the lowest cost, or the fewest cells).

1. *A strong start.* The greedy expansion, and the box that taking in the most promising value each
   time leads to. Values that turned out unnecessary are left out, then single values are exchanged
   as long as that helps. Where the search takes long, the same for other alphas.
2. *Branch and bound.* Take a value in, or rule it out. A branch ends when its box already costs as
   much as the best one, when it holds the attackers, when even everything still allowed would not,
   or when what is lacking would cost too much even if cells came singly (`bound_by_cells.py`). A value
   that alone would cost too much is ruled out for the whole branch.
3. *A better bound*, where that takes long: each branch is judged by what it can still take in
   (`bound_by_values.py`). The branch with the lowest bound comes first, so that the bound of all rises;
   from there the search follows the halves that take values in, so that better boxes turn up.
4. *The proof.* If nothing is left to look at, the best box is optimal. So it is if it meets the
   floor: an attacker who goes by what is minimised can't be held with less. Stopped by the clock,
   the search still knows a bound: the least that any branch left could cost.
"""

from __future__ import annotations

from fractions import Fraction
from heapq import heapify, heappop, heappush
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tacit._defaults import SECONDS
from tacit._progress import Listener, Phase
from tacit.intents.box import Box
from tacit.publishing.boxes import Boxes, WeighedBox
from tacit.publishing.greedy.expansion import greedy
from tacit.publishing.optimal.bound_by_cells import (
    CheapestCells,
    beyond_start,
    lacking_takes,
)
from tacit.publishing.optimal.bound_by_values import CheapestValues
from tacit.publishing.optimal.local_search import LocalSearch
from tacit.publishing.plan import Plan, Proof
from tacit.publishing.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from tacit.attackers.attacker import Attacker
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.space.dimension import Mask

ALPHAS = tuple(Fraction(i, 4) for i in (2, 1, 3, 0, 4))
"""The usual one comes first, so that even without time nothing is worse than greedy."""
PATIENCE = 100
"""After how many branches to look for better starts: most searches are over before."""
POLISH = 500
"""For how many branches to look for boxes that are better among equals; then only for cheaper ones."""
MANY = 20_000
"""How many branches to keep in mind before each is followed to its end; chosen for memory."""


def optimal(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    rules: Rules | None = None,
    seconds: float = SECONDS,
    progress: Listener | None = None,
) -> Plan:
    """Find the cheapest box that holds the true intent and every attacker.

    Contract:
        needs: the limits are reachable for each attacker, also under the rules.
        promises: `proof` says whether the result is optimal, or how far from it at most.
        cost: on small spaces milliseconds; on large ones at most about `seconds`.
    """
    boxes = Boxes(market, true, attackers, limits, rules or Rules())
    search = Search(boxes, true, limits, seconds, progress)
    search.begin()
    proof = search.prove()
    published = Box.from_masks(market.space, search.best.masks)
    added = sum(len(u) - len(v) for u, v in zip(published.codes, true.hull.codes, strict=True))
    return Plan(published, added, proof)


class Branch(NamedTuple):
    """All boxes that hold one box and, beyond it, only values that are allowed.

    Attributes:
        box: the box they hold.
        allowed: the values they may take in.
        enough: whether everything allowed is known to hold the attackers.
        least: none of them costs less, as far as is known.
    """

    box: WeighedBox
    allowed: Mask
    enough: bool = False
    least: int = 0


class BoxMoves:
    """What can be left out of a box, and taken in."""

    exchanged_for = 1
    """What decides between equals is left to branch and bound."""

    def __init__(self, boxes: Boxes) -> None:
        self._boxes = boxes

    def less_one(self, now: WeighedBox) -> Iterator[WeighedBox]:
        """The box without each value that may be left out."""
        return self._boxes.less_one(now)

    def finished(self, now: WeighedBox) -> WeighedBox | None:
        """The cheapest box with one more value that seems to hold the attackers, if any does."""
        boxes = self._boxes
        offers = boxes.offers(now.masks, boxes.allowed)
        enough = boxes.enough(now.mass, now.frontier, offers)
        added = boxes.added(now.frontier)[enough]
        return boxes.with_value(now, int(enough[int(added.argmin())])) if len(added) else None


class Search:
    """A search for the cheapest box."""

    def __init__(
        self,
        boxes: Boxes,
        true: Intent,
        limits: Sequence[Fraction],
        seconds: float,
        progress: Listener | None = None,
    ) -> None:
        self.boxes, self.true, self.limits = boxes, true, limits
        self.deadline = monotonic() + seconds
        self._progress = progress
        self._phase = Phase(progress, "finding a good start")
        self.best = boxes.box(boxes.reachable(boxes.start, boxes.allowed))
        self.cost = boxes.key(self.best.mass)
        self.branches = 0
        self.bounds: list[CheapestCells | None] = []
        self._local = LocalSearch(boxes, BoxMoves(boxes), self._consider, self._paused)

    def begin(self) -> None:
        """Find a good box to start from; even if time is up, one that is no worse than greedy's."""
        start = self.boxes.box(self.boxes.start)
        if self.boxes.holds(start.mass):
            self._consider(start)
            return
        self._expand(ALPHAS[:1])
        if not self._meets_floor() and not self._late():
            self._local.improve(self._dive(start))

    def prove(self) -> Proof:
        """Look at every branch that could be better, until none is left or time is up."""
        self._phase = Phase(self._progress, "searching", unit="branches")
        boxes = self.boxes
        stack = [Branch(boxes.box(boxes.start), boxes.allowed, True)]
        self.bounds = beyond_start(boxes, self.cost[0])
        while stack and self.branches < POLISH and not self._late():
            self.branches += 1
            stack += self._split(stack.pop())
            if self.branches == PATIENCE:
                self._expand(ALPHAS[1:])
            self._tell(stack)
        if stack and not self._meets_floor():
            stack = self._rise([b._replace(least=self._bound(b)) for b in stack])
        bound = self._bound_of(stack)
        return Proof("optimal" if bound == self.cost[0] else "bounded", bound)

    def _bound_of(self, branches: Iterable[Branch]) -> int:
        """What no box costs less than, if these branches are all that is left."""
        least = min((branch.least for branch in branches), default=self.cost[0])
        return min(max(least, self.boxes.floor), self.cost[0])

    def _rise(self, branches: list[Branch]) -> list[Branch]:
        """Look at the lowest branch first, and at where it leads; returns what is left."""
        values = CheapestValues(self.boxes, self.cost[0])
        heap = [(branch.least, i, branch) for i, branch in enumerate(branches)]
        heapify(heap)
        path: list[Branch] = []
        while (heap or path) and not self._meets_floor() and not self._late():
            self.branches += 1
            halves = self._halves(path.pop() if path else heappop(heap)[2], values)
            if halves and len(heap) < MANY:
                without = halves.pop(0)
                heappush(heap, (without.least, -self.branches, without))
            path += halves
            self._tell((*path, *(branch for _, _, branch in heap[:1])))
        return path + [branch for _, _, branch in heap]

    def _halves(self, branch: Branch, values: CheapestValues) -> list[Branch]:
        """The halves of a branch that may hold a cheaper box, by the better bound."""
        boxes, box = self.boxes, branch.box
        most = self.cost[0] - 1
        if branch.least > most or boxes.key(box.mass)[0] > most:
            return []
        if boxes.holds(box.mass):
            self._local.improve(box)
            return []
        outlook = values.outlook(box, branch.allowed, most)
        if outlook is None:
            return []
        allowed, value = outlook.allowed, outlook.value
        if value is None:
            offers = boxes.offers(box.masks, allowed)
            if not len(offers):
                return []
            value = self._promising(box, offers)
        least = max(branch.least, outlook.least)
        without = allowed.copy()
        without[value] = False
        wider = boxes.box(boxes.closed(boxes.with_value(box, value).masks))
        return [Branch(box, without, least=least), Branch(wider, allowed, least=least)]

    def _expand(self, alphas: Sequence[Fraction]) -> None:
        """Start from greedy's boxes."""
        boxes = self.boxes
        for alpha in alphas:
            asked = (boxes.market, self.true, boxes.attackers, self.limits, alpha)
            plan = greedy(*asked, pinned=boxes, progress=self._phase.inner)
            self._local.improve(boxes.box(plan.published.hull.masks()))
            if self._meets_floor() or self._late():
                return

    def _split(self, branch: Branch) -> list[Branch]:
        """The halves of a branch that may hold a better box: without some value, and with it."""
        boxes, (box, allowed, enough, _) = self.boxes, branch
        key = boxes.key(box.mass)
        most = self.cost[0]
        if key >= self.cost or self._least(box) > most:
            return []
        if boxes.holds(box.mass):
            self._consider(box)
            return []
        too_much = allowed & (boxes.added(box.frontier) > most - key[0])
        allowed = allowed & ~too_much
        enough = enough and not too_much.any()
        if not enough and not boxes.holds(boxes.mass(boxes.reachable(box.masks, allowed))):
            return []
        offers = boxes.offers(box.masks, allowed)
        value = self._promising(box, offers)
        without = allowed.copy()
        without[value] = False
        return [Branch(box, without, False), Branch(boxes.with_value(box, value), allowed, True)]

    def _least(self, box: WeighedBox) -> int:
        """What no box that holds this one, and the attackers, costs less than."""
        boxes = self.boxes
        return boxes.key(box.mass)[0] + lacking_takes(boxes, self.bounds, box.mass)

    def _bound(self, branch: Branch) -> int:
        """What no box of a branch costs less than; it takes in at least one more value."""
        boxes, box = self.boxes, branch.box
        if boxes.holds(box.mass):
            return boxes.key(box.mass)[0]
        added = boxes.added(box.frontier)[boxes.offers(box.masks, branch.allowed)]
        if not len(added):
            return self.cost[0]
        return max(boxes.key(box.mass)[0] + int(added.min()), self._least(box))

    def _promising(self, box: WeighedBox, offers: NDArray[np.intp]) -> int:
        """The offer that gains the most cover for what it adds."""
        return int(offers[np.argmax(self.boxes.promise(box.mass, box.frontier, offers))])

    def _dive(self, box: WeighedBox) -> WeighedBox:
        """Take in the most promising value until the attackers hold."""
        while not self.boxes.holds(box.mass):
            offers = self.boxes.offers(box.masks, self.boxes.allowed)
            box = self.boxes.with_value(box, self._promising(box, offers))
        return box

    def _consider(self, box: WeighedBox) -> None:
        """Keep a box that holds the attackers if it is the best so far."""
        key = self.boxes.key(box.mass)
        if key < self.cost:
            self.best, self.cost = box, key

    def _meets_floor(self) -> bool:
        return self.cost[0] <= self.boxes.floor

    def _tell(self, left: Iterable[Branch]) -> None:
        """Say how far the search has come, from time to time."""
        if not self._phase.due:
            return
        in_unit, objective = self.boxes.in_unit, self.boxes.rules.objective
        best, bound = in_unit(self.cost[0]), in_unit(self._bound_of(left))
        self._phase.found(best, bound, self.branches, objective)

    def _paused(self) -> bool:
        """Whether time is up, where that is asked for again and again; so who listens hears too."""
        self._phase.beat()
        return self._late()

    def _late(self) -> bool:
        return monotonic() >= self.deadline
