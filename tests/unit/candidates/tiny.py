"""A market of 36 cells with and without order, on which every class can be listed by brute force."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np

from tacit.candidates.candidates import Candidates
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SPACE = Space((Ordinal("x", tuple("abcd")), Nominal("y", tuple("pqr")), Ordinal("z", (1, 2, 3))))
COUNTS = np.random.default_rng(7).integers(0, 6, SPACE.shape)
COUNTS[COUNTS == 1] = 0
TINY = Market.from_cube(SPACE, COUNTS, COUNTS % 3 + 1)
SETS = [[c for k in range(1, n + 1) for c in combinations(range(n), k)] for n in SPACE.shape]
BOXES = [Box(SPACE, codes) for codes in product(*SETS)]


def of(x: Any, y: Any, z: Any) -> Box:
    """A box by its codes."""
    return Box(SPACE, (tuple(x), tuple(y), tuple(z)))


def in_a_row(codes: tuple[int, ...]) -> bool:
    """Whether codes follow each other."""
    return codes[-1] - codes[0] == len(codes) - 1


def intents(found: Candidates) -> list[Intent]:
    """Each of them."""
    return [found.intent(i) for i in range(len(found))]
