"""PI-uniform: saw the post, knows nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.attackers.attacker import GoesByMeasure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.cells import Cells
    from tacit.market.market import Market
    from tacit.market.mass import Mass


class PiUniform(GoesByMeasure):
    """A competitor reads the post and has no idea how the data is distributed.

    Every cell of the post is as likely as any other. If the true intent has one cell, the chance
    that a given cell is the one is 1 / |U|: the lower bound. Told how many cells are truly wanted,
    the competitor would be |V| / |U| sure about each: the upper bound, which must stay within the
    limit (the paper's Equation 1).

    >>> from tacit.market.market import Market
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> market = Market.from_cube(Space((Nominal("race", ("A", "B", "C", "D")),)), [5, 0, 2, 9])
    >>> true = market.intent({"race": ["A"]})
    >>> PiUniform().confidence(market, true, market.intent({"race": ["A", "B", "C"]})).upper
    Fraction(1, 3)
    """

    name: ClassVar[str] = "pi-uniform"
    sees: ClassVar[str] = "the post alone"
    counts_empty: ClassVar[bool] = True
    goes_by: ClassVar[str] = "cells"

    def claim(self, market: Market, true: Intent) -> int:
        """The number of wanted cells."""
        return true.size

    def claims(self, market: Market, true: Intent, cells: Cells) -> NDArray[Any]:
        """The same for every wanted cell."""
        return np.full(len(cells.records), true.size, dtype=object)

    def lower(self, mass: Mass) -> Fraction | None:
        """One cell among all that were published."""
        return Fraction(1, mass.cells)
