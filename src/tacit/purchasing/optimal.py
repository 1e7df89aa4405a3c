"""Optimal: as many wanted records as an observer may see, at the lowest cost.

An observer's confidence in a wanted cell depends on how many of its records were bought, how many
records were bought in all and what is on offer, but not on the other cells. So each wanted cell has
a largest admissible count of its own, found from the exact tail, and a purchase keeps the limit if
and only if no wanted cell is above its own. The best purchase of q records takes that much of each
and fills up with the cheapest disguise, such that every value of the published intent is seen and
the observer has the published intent, and no narrower one, to compare with. The proof is in
docs/topics/purchases.md.

Three questions: the most wanted records in q (`optimal`), the smallest or cheapest purchase with so
many wanted records (`smallest`), and the most wanted records for a budget (`affordable`).

By a market's terms, all records of a larger order may cost a smaller share of their list price. So
the sizes of one share are searched together, by list price, and the best over all shares counts.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, NamedTuple

from tacit._exact import in_ticks
from tacit._progress import Phase
from tacit.errors import PurchaseError, UnreachablePurchase
from tacit.purchasing.filling import (
    Filled,
    can_show,
    cheapest,
    cost_of,
    decides,
    fewest_to_cover,
    room_for,
    take,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit.market.cells import Ints
    from tacit.purchasing.problem import Problem


@dataclass(frozen=True)
class Found:
    """Counts per cell, how many records they are, and whether no other purchase does better."""

    counts: Ints
    size: int
    proven: bool


def optimal(problem: Problem, size: int) -> Found:
    """The most wanted records in a purchase of `size`; of those, the cheapest."""
    problem.require_size(size)
    most = problem.most(size)
    top = min(int(most.sum()), size)
    filled = _with_most_wanted(problem, size, most, top, _tries(problem))
    if filled is None:
        raise _why_not(problem, size, most)
    held = int(filled.counts[problem.wanted].sum())
    return Found(filled.counts, size, filled.cheapest and (held == top or decides(problem)))


def smallest(problem: Problem, need: int, objective: str = "records") -> Found:
    """The smallest (or, by cost, the cheapest) purchase with at least `need` wanted records."""
    problem.require_sold()
    _require_need(problem, need)
    found = _least(problem, need, objective, _tries(problem))
    if found is None:
        raise UnreachablePurchase(
            f"no purchase holds {need:,} wanted records within the limit. Ask for fewer, or allow "
            "a higher limit."
        )
    return found


def affordable(problem: Problem, budget: Fraction) -> Found:
    """The most wanted records for a budget; of those, the cheapest purchase.

    More wanted records never cost less, so the number that the budget buys is found by halving.
    """
    problem.require_sold()
    low, high = 0, int(problem.stock[problem.wanted].sum())
    best, certain = None, decides(problem)
    tries = _tries(problem)
    while low <= high:
        middle = (low + high + 1) // 2
        found = _least(problem, middle, "cost", tries)
        certain = certain and (found is None or found.proven)
        if found is not None and _price(problem, found) <= budget:
            best, low = found, int(found.counts[problem.wanted].sum()) + 1
        else:
            high = middle - 1
    if best is None:
        raise UnreachablePurchase(
            "the budget does not buy a purchase that shows every value of the published intent "
            "within the limit. Raise it, or publish a narrower intent."
        )
    return Found(best.counts, best.size, certain)


def _tries(problem: Problem) -> Phase:
    """Counts the purchases that are tried, and tells who listens."""
    return Phase(problem.progress, "choosing what to buy", unit="tries")


def _price(problem: Problem, found: Found) -> Fraction:
    """What a purchase costs, by the market's terms."""
    listed = cost_of(problem, found.counts) * problem.market.rule.tick
    return problem.market.terms.total(found.size, listed)


class _Step(NamedTuple):
    """Sizes of orders whose records cost one share of the list price, and that share in ticks."""

    sizes: range
    share: int


def _steps(problem: Problem, need: int, objective: str) -> list[_Step]:
    """The sizes that are sold and can hold so many wanted records, in the order to be tried.

    By records, what they cost does not matter: all of them together.
    """
    steps, end = problem.market.terms.steps, problem.total + 1
    if objective == "records":
        return [_Step(range(max(need, steps[0].start), end), 1)]
    shares, _ = in_ticks(step.share for step in steps)
    ends = [*(min(step.start, end) for step in steps[1:]), end]
    return [
        _Step(range(max(need, step.start), last), share)
        for step, last, share in zip(steps, ends, shares, strict=True)
    ]


def _least(problem: Problem, need: int, objective: str, tries: Phase) -> Found | None:
    """The smallest or cheapest purchase with at least `need` wanted records, which may be 0."""
    best: tuple[Filled, int] | None = None
    lowest, certain = None, decides(problem)
    for step in _steps(problem, need, objective):
        # By list, what is as dear in these sizes as the best so far; only what is below is better.
        ceiling = None if lowest is None else -(-lowest // step.share)
        found, sure = _within(problem, need, step.sizes, ceiling, objective, tries)
        certain = certain and sure
        if found is not None:
            best, lowest = found, found[0].cost * step.share
    return None if best is None else Found(best[0].counts, best[1], certain)


def _within(
    problem: Problem, need: int, sizes: range, ceiling: int | None, objective: str, tries: Phase
) -> tuple[tuple[Filled, int] | None, bool]:
    """The smallest or cheapest purchase by list of some sizes, and whether that is certain.

    None where there is none below the ceiling.
    """
    if not sizes or (ceiling is not None and _floor(problem, sizes.start, need) >= ceiling):
        return None, True
    # How much of a wanted cell is admissible never falls as the purchase grows, so once every value
    # can be shown beside enough wanted records, it can at every larger size.
    first = bisect_left(sizes, True, key=lambda size: _suffices(problem, size, need, tries))
    best: tuple[Filled, int] | None = None
    certain, at = True, sizes.start + first
    while at < sizes.stop:
        if ceiling is not None and _floor(problem, at, need) >= ceiling:
            break
        filled = cheapest(problem, at, problem.most(at), need)
        tries()
        certain = certain and (filled is None or filled.cheapest)
        if filled is not None and (ceiling is None or filled.cost < ceiling):
            best, ceiling = (filled, at), filled.cost
        if best is not None and objective == "records":
            break
        at = _next_size(problem, at, need)
    return best, certain


def _with_most_wanted(
    problem: Problem, size: int, most: Ints, top: int, tries: Phase
) -> Filled | None:
    """The purchase with the most wanted records, where showing every value may cost some."""
    filled = cheapest(problem, size, most, top)
    tries()
    if filled is not None:
        return filled
    low, high, best = 0, top - 1, None
    while low <= high:
        middle = (low + high + 1) // 2
        filled = cheapest(problem, size, most, middle)
        tries()
        if filled is None:
            high = middle - 1
        else:
            best, low = filled, middle + 1
    return best


def _require_need(problem: Problem, need: int) -> None:
    """Refuse a number of wanted records that the market does not have."""
    if isinstance(need, bool) or not isinstance(need, Integral) or need < 1:
        raise PurchaseError("ask for at least one wanted record, in a whole number.")
    wanted = int(problem.stock[problem.wanted].sum())
    if need > wanted:
        raise PurchaseError(
            f"{need:,} wanted records were asked for, but the market holds {wanted:,}."
        )


def _suffices(problem: Problem, size: int, need: int, tries: Phase) -> bool:
    """Whether so many records can show every value and hold enough wanted ones."""
    tries()
    most = problem.most(size)
    room = room_for(problem, most)
    if int(most.sum()) < need or not can_show(problem, room):
        return False
    return size >= need + problem.to_cover.sum() or size >= fewest_to_cover(problem, room, need)


def _next_size(problem: Problem, size: int, need: int) -> int:
    """The next size at which a purchase with enough wanted records may be cheaper, or be possible.

    A purchase of more than `need` records and one for each value can do without one of them. So
    beyond that, growing helps only where it lets more of a wanted cell in.
    """
    if size < need + problem.to_cover.sum():
        return size + 1
    most = problem.most(size)
    larger = range(size + 1, problem.total + 1)
    return size + 1 + bisect_left(larger, True, key=lambda s: bool((problem.most(s) > most).any()))


def _floor(problem: Problem, size: int, need: int) -> int:
    """A cost that no purchase of this size or more with so many wanted records goes below."""
    stock, wanted = problem.stock, problem.wanted
    counts = stock * 0
    counts[wanted] = take(problem.prices[wanted], stock[wanted], need)
    counts += take(problem.prices, stock - counts, size - need)
    return cost_of(problem, counts)


def _why_not(problem: Problem, size: int, most: Ints) -> Exception:
    """What keeps a purchase of this size from being made."""
    fewest = fewest_to_cover(problem, problem.stock)
    if size < fewest:
        known = "takes at least" if decides(problem) else "was only done with"
        return PurchaseError(
            f"{size:,} records can't show every value of the published intent, which {known} "
            f"{fewest:,}. Buy more, or publish a narrower intent."
        )
    room = int(problem.stock[~problem.wanted].sum()) + int(most.sum())
    if room < size:
        return UnreachablePurchase(
            f"no purchase of {size:,} records stays within the limit: of the wanted cells too few "
            f"may be bought, and all other cells together with them hold {room:,}. Allow a higher "
            "limit, or publish a wider intent."
        )
    return UnreachablePurchase(
        f"no purchase of {size:,} records was found that stays within the limit and shows every "
        "value of the published intent, because some values come mainly with wanted records. Buy "
        "more, allow a higher limit, or publish another intent."
    )
