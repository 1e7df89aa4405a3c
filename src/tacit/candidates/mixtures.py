"""Mixtures: candidates of several classes, each class drawn by its share.

A class is drawn first, then a candidate within it by the prior. A candidate of several classes may come
from each of them.

A class that follows the true intent, such as `shape`, is mixed with others at a price: a candidate of
the others would have led to another mixture. Who knows which mixture it was knows from that which class
the true intent is of. Classes that follow nothing, such as `cells+upto:12`, have no such price.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LARGEST
from tacit.candidates.candidate_class import MOST, NONEMPTY, TRIES, CandidateClass
from tacit.candidates.products import choose
from tacit.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.candidates.candidate_class import Cut, Weigh, Within
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent


@dataclass(frozen=True)
class Mixture(CandidateClass):
    """Candidates of several classes.

    Attributes:
        classes: each class with its share, a whole number.
    """

    classes: tuple[tuple[int, CandidateClass], ...]

    @cached_property
    def name(self) -> str:  # type: ignore[override]
        """The classes with their shares, where these are not 1."""
        return "+".join(f"{n}*{one.name}" if n > 1 else one.name for n, one in self.classes)

    @cached_property
    def about(self) -> str:  # type: ignore[override]
        """The classes."""
        return "; or ".join(one.about for _, one in self.classes)

    def assumes(self, like: Intent | None = None) -> str:
        """What each class does, and how likely each is."""
        total = sum(n for n, _ in self.classes)
        each = [f"{one.about} ({n} in {total})" for n, one in self.classes]
        return f"a rival reckons with {'; or '.join(each)}"

    def gives_away(self, like: Intent | None = None) -> str:
        """What each class does; and which class it is, if one of them follows the true intent."""
        each = "; or ".join(dict.fromkeys(one.gives_away(like) for _, one in self.classes))
        following = [one.name for _, one in self.classes if one.follows]
        return f"{each}; and that it is of {' or '.join(following)}" if following else each

    def free(self, within: Within) -> frozenset[int]:
        """Those that are free in every class."""
        return frozenset.intersection(*(one.free(within) for _, one in self.classes))

    def how_many(self, within: Within) -> int:
        """How many the classes have; one of several classes is counted with each."""
        return sum(one.how_many(within) for _, one in self.classes)

    def every(self, within: Within) -> Candidates:
        """Those of each class, each of them once."""
        first, *more = (one.every(within) for _, one in self.classes)
        found = first.joined(*more)
        at = sorted(dict.fromkeys(found.places(found).tolist()))
        return found.take(np.array(at, dtype=np.intp))

    def holds(self, within: Within, intent: Intent) -> bool:
        """Whether one of the classes does."""
        return any(one.holds(within, intent) for _, one in self.classes)

    def weights(self, found: Candidates, within: Within, weigh: Weigh) -> NDArray[Any]:
        """What each class adds: its share, in proportion to what the prior gives all of the class.

        Wherever the candidates lie, the whole of each class counts.
        """
        whole = within.everywhere
        if self.how_many(whole) > MOST:
            raise SettingError(
                f"the candidates {self.name} are too many to weigh them by several priors: name one.",
                "prior",
            )
        each = [(n, one.every(whole)) for n, one in self.classes]
        sums: list[int] = [0] * len(found)
        totals = [_weighed(listed, whole, weigh) for _, listed in each]
        unit = lcm(*(sum(weights) for weights in totals if any(weights)))
        for (share, listed), weights in zip(each, totals, strict=True):
            each_one = share * (unit // max(sum(weights), 1))
            for i, at in enumerate(found.places(listed).tolist()):
                sums[i] += weights[at] * each_one if at >= 0 else 0
        return np.array(sums, dtype=np.int64 if sum(sums) < LARGEST else object)

    def some(self, within: Within, count: int, rng: np.random.Generator) -> Candidates:
        """Classes are drawn first, then candidates of each."""
        return self._each(lambda one, many: one.some(within, many, rng), count, rng)

    def drawn(
        self, within: Within, measure: str | None, count: int, rng: np.random.Generator
    ) -> Candidates:
        """The same, of those of each class that count.

        How much of each class lies in a box is not known, so they are drawn from all, and those outside
        again; where few lie inside, they are fewer in the end.
        """
        whole, found = within.everywhere, None
        for _ in range(TRIES):
            left = count - (0 if found is None else len(found))
            more = self._each(lambda one, many: one.drawn(whole, measure, many, rng), left, rng)
            more = more.take(np.flatnonzero(more.within(within.around)))
            found = more if found is None else found.joined(more)
            if len(found) == count:
                break
        assert found is not None
        return found

    def part(self, within: Within, true: Intent, cut: Cut) -> Candidates:
        """The part of the first class that holds an intent, without candidates of classes before it."""
        for i, (_, one) in enumerate(self.classes):
            if one.holds(within, true):
                few = one.how_many(within) <= cut.most
                found = one.every(within) if few else one.part(within, true, cut)
                earlier = [before for _, before in self.classes[:i]]
                return found.take(_outside(found, earlier, within)) if earlier else found
        raise self._not_among()

    def _each(
        self,
        draw: Callable[[CandidateClass, int], Candidates],
        count: int,
        rng: np.random.Generator,
    ) -> Candidates:
        which = choose([share for share, _ in self.classes], count, rng)
        times = np.bincount(which, minlength=len(self.classes)).tolist()
        pairs = zip(self.classes, times, strict=True)
        first, *more = (draw(one, many) for (_, one), many in pairs)
        return first.joined(*more)


def _weighed(listed: Candidates, within: Within, weigh: Weigh) -> list[int]:
    """How likely each candidate of a class is by a prior; 0 for one that does not count."""
    weights = weigh(listed).tolist()
    if within.support != NONEMPTY:
        return [int(weight) for weight in weights]
    there = (listed.held.records > 0).tolist()
    return [int(weight) if known else 0 for weight, known in zip(weights, there, strict=True)]


def _outside(found: Candidates, earlier: list[CandidateClass], within: Within) -> NDArray[np.intp]:
    """Which candidates are in none of some classes."""
    intents = [found.intent(at) for at in range(len(found))]
    keep = [at for at, i in enumerate(intents) if not any(c.holds(within, i) for c in earlier)]
    return np.array(keep, dtype=np.intp)
