"""Blend: buy blindly.

A simple random sample of the published intent. How it is drawn depends on the published intent
alone, so to someone who knows that, the purchase says nothing about the true intent that the
published one did not: not to any observer, whatever they know. It brings the wanted records' fair
share, q x (wanted records) / (published records), which on the paper's four cases is more than any
of its tuned methods reach. What it does not do is pass a p-value test every time: a blind draw
exceeds a confidence of 30% in a given cell as often as chance has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit._progress import Phase
from tacit.purchasing.mc import blind

if TYPE_CHECKING:
    import numpy as np

    from tacit.market.cells import Ints
    from tacit.purchasing.problem import Problem


def blend(problem: Problem, size: int, rng: np.random.Generator) -> Ints:
    """Draw records blindly from the published intent."""
    Phase(problem.progress, "drawing a blind purchase")
    return blind(rng, problem.stock, size)
