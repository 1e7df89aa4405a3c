"""Lines of a few candidates, and the judges of their mixes and programs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linprog

from tacit.publishing.sealed.lines import Lines
from tacit.publishing.sealed.program import Program
from tests.helpers.whole_program import Secret, least


def lines(
    *beliefs: Sequence[int],
    limit: Fraction,
    cover: Any = None,
    hidden: Sequence[tuple[Any, Fraction]] = (),
) -> Lines:
    """Lines from plain lists."""
    return Lines(
        tuple(np.array(belief) for belief in beliefs),
        limit,
        None if cover is None else np.array(cover, dtype=bool),
        tuple((np.array(masks, dtype=bool), own) for masks, own in hidden),
    )


def secrets_of(of: Lines) -> list[Secret]:
    """The secrets that lines keep: each record's holders, and each hidden value's."""
    cover = np.eye(len(of), dtype=bool) if of.cover is None else of.cover
    groups = [(cover, of.limit), *of.hidden]
    every = [(frozenset(np.flatnonzero(row).tolist()), limit) for m, limit in groups for row in m]
    return [(who, limit) for who, limit in every if who]


def best_mix(
    of: Lines, members: Sequence[int], worth: Sequence[float], cost: float
) -> float | None:
    """What the best mix of a box is worth beyond its cost, by one program; None if it has none."""
    rows = [
        [of.ratios[b][v] * ((v in who) - float(limit)) for v in members]
        for who, limit in secrets_of(of)
        for b in range(len(of.beliefs))
    ]
    gain = [worth[v] - (cost if of.counts[v] else 0.0) for v in members]
    found = linprog(
        [-g for g in gain],
        A_ub=rows,
        b_ub=[0.0] * len(rows),
        A_eq=[[1.0] * len(members)],
        b_eq=[1.0],
    )
    assert found.status in (0, 2)
    return None if found.status else -float(found.fun)


def every_set(many: int) -> list[set[int]]:
    """All sets of two or more of the first numbers."""
    sizes = range(2, many + 1)
    return [set(some) for n in sizes for some in combinations(range(many), n)]


def program(of: Lines, inside: np.ndarray, cost: np.ndarray, guess: Sequence[float]) -> Program:
    """A program for lines."""
    return Program(of, np.array(inside, dtype=bool), np.array(cost), np.array(guess, dtype=float))


def optimum(of: Lines, inside: np.ndarray, cost: np.ndarray) -> float | None:
    """What the whole program finds for the same question."""
    pairs = [(int(v), int(u)) for u, v in zip(*np.nonzero(inside), strict=True)]
    beliefs = [belief.tolist() for belief in of.beliefs]
    return least(np.asarray(cost).tolist(), pairs, secrets_of(of), beliefs)


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
RECORDS = [10, 1, 9, 2, 4, 4]
SETS = every_set(len(RECORDS))
INSIDE = np.array([[v in some for v in range(len(RECORDS))] for some in SETS])
COST = INSIDE @ np.array(RECORDS)
ALIKE = [1] * 6
SKEWED = [1, 2, 3, 3, 2, 1]
ODD, EVEN = [0, 1, 0, 1, 0, 1], [1, 0, 1, 0, 1, 0]

QUESTIONS: dict[str, Lines] = {
    "cells": lines(ALIKE, limit=THIRD),
    "cells by weight": lines(SKEWED, limit=Fraction(3, 10)),
    "two beliefs": lines(ALIKE, SKEWED, limit=THIRD),
    "three beliefs": lines(ALIKE, SKEWED, [3, 3, 1, 1, 2, 2], limit=Fraction(7, 20)),
    "a hidden value": lines(ALIKE, limit=THIRD, hidden=[([ODD, EVEN], HALF)]),
    "a hidden value and two beliefs": lines(
        ALIKE, SKEWED, limit=THIRD, hidden=[([ODD, EVEN], Fraction(3, 5))]
    ),
    "two hidden values": lines(
        ALIKE,
        limit=HALF,
        hidden=[([ODD, EVEN], HALF), ([[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1]], Fraction(2, 3))],
    ),
    "shared records": lines(
        ALIKE, limit=HALF, cover=[[1, 1, 0, 0, 0, 0], [0, 1, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1]]
    ),
    "zeros in the first belief": lines(
        [1, 1, 1, 1, 0, 0], [0, 1, 1, 1, 1, 1], limit=Fraction(2, 5)
    ),
}
"""Questions about six candidates, for which any set of two or more may be published."""
