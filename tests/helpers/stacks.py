"""Stacks of boxes in a small space."""

from __future__ import annotations

from itertools import product

import numpy as np

from tacit.market.stacks import Stack
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SPACE = Space((Nominal("x", tuple("abc")), Ordinal("y", tuple("pqrs")), Nominal("z", tuple("uv"))))


CELLS = list(product(*map(range, SPACE.shape)))


def random_stack(rng: np.random.Generator, count: int) -> Stack:
    """Boxes that are not empty."""
    stack = []
    for n in SPACE.shape:
        rows = rng.random((count, n)) < 0.5
        rows[np.arange(count), rng.integers(0, n, count)] = True
        stack.append(rows)
    return stack


def cells_of(stack: Stack, at: int) -> set[tuple[int, ...]]:
    return {c for c in CELLS if all(rows[at, v] for rows, v in zip(stack, c, strict=True))}
