"""Stacks of candidates to replay."""

from __future__ import annotations

from itertools import product

import numpy as np

from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.stacks import Stack, stacked


def singles(market: Market) -> Stack:
    """Every cell, as a stack."""
    cells = product(*(range(n) for n in market.space.shape))
    return stacked([Box(market.space, tuple((c,) for c in cell)) for cell in cells])


def every_box(market: Market) -> Stack:
    subsets = [
        np.array(list(product([False, True], repeat=n))[1:], dtype=bool) for n in market.space.shape
    ]
    at = np.indices([len(rows) for rows in subsets]).reshape(len(subsets), -1)
    return [rows[i] for rows, i in zip(subsets, at, strict=True)]


def some_boxes(market: Market, count: int, seed: int) -> Stack:
    """Random boxes, small and large."""
    rng = np.random.default_rng(seed)
    stack = []
    for size in market.space.shape:
        rows = rng.random((count, size)) < rng.random((count, 1))
        rows[np.arange(count), rng.integers(0, size, count)] = True
        stack.append(rows)
    return stack
