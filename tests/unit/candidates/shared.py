"""A market of six cells whose candidates a person can list."""

from __future__ import annotations

from fractions import Fraction

from tacit.candidates.candidates import Candidates
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SPACE = Space((Nominal("x", tuple("abc")), Ordinal("y", ("secret", "q"))))
COUNTS = [[4, 0], [1, 2], [0, 3]]
PRICES = [[1, 5], [2, 3], [7, 1]]
SHOP = Market.from_cube(SPACE, COUNTS, PRICES)


def box(x: str, y: str = "sq") -> Box:
    """Some values of x by their letters, and s for secret or q, or both, of y."""
    return Box.of(SPACE, {"x": list(x), "y": [{"s": "secret", "q": "q"}[c] for c in y]})


def shares(found: Candidates) -> dict[Box, Fraction]:
    """How likely each is."""
    weights = [Fraction(int(w), found.total) for w in found.weights]
    listed = {found.intent(i): weights[i] for i in range(len(found))}
    assert len(listed) == len(found)
    return listed
