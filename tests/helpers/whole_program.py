"""The program behind `sealed` written out in full, as a judge: every pair of candidate and post.

Nothing here knows mixes, columns or bounds. A variable is the chance of a post given a candidate; a
row says that a secret is kept by a belief, given a post.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from scipy.optimize import linprog
from scipy.sparse import coo_array

Pair = tuple[int, int]
"""A candidate, and a post that may be published for it."""
Secret = tuple[frozenset[int], Fraction]
"""Candidates, and how likely they may be together."""
UNREACHABLE = 2
"""What the solver calls a program that nothing solves."""


def least(
    cost: Sequence[int],
    pairs: Sequence[Pair],
    secrets: Sequence[Secret],
    beliefs: Sequence[Sequence[int]],
) -> float | None:
    """What the cheapest way to publish costs on average by the first belief; None without one.

    Args:
        cost: what each post costs.
        pairs: which post may be published for which candidate.
        secrets: what must stay unlikely.
        beliefs: how likely each candidate is by each belief, in proportion.
    """
    shares = [[w / sum(belief) for w in belief] for belief in beliefs]
    unit = max(1, *cost)
    column_of: dict[int, list[int]] = defaultdict(list)
    for j, (_, u) in enumerate(pairs):
        column_of[u].append(j)
    entries, rows = [], 0
    for columns, (secret, limit), share in product(column_of.values(), secrets, shares):
        found = [
            (rows, j, share[pairs[j][0]] * float((pairs[j][0] in secret) - limit)) for j in columns
        ]
        if any(value > 0 for _, _, value in found):
            entries += found
            rows += 1
    at, on, value = zip(*entries, strict=True) if entries else ((), (), ())
    every = [v for v, _ in pairs]
    many = len(beliefs[0])
    found = linprog(
        [shares[0][v] * cost[u] / unit for v, u in pairs],
        A_ub=coo_array((value, (at, on)), shape=(rows, len(pairs))).tocsr(),
        b_ub=[0.0] * rows,
        A_eq=coo_array(([1.0] * len(pairs), (every, range(len(pairs)))), (many, len(pairs))),
        b_eq=[1.0] * many,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-9, "dual_feasibility_tolerance": 1e-9},
    )
    if found.status == UNREACHABLE:
        return None
    assert found.status == 0, found.message
    return float(found.fun) * unit


def sure(
    secret: Iterable[int], belief: Sequence[int | Fraction], chances: Mapping[int, Fraction]
) -> Fraction:
    """How likely candidates are together, given a post, from how likely each leads to it."""
    every = sum((belief[v] * chance for v, chance in chances.items()), Fraction(0))
    some = sum((belief[v] * chances[v] for v in secret if v in chances), Fraction(0))
    return some / every if every else Fraction(0)
