"""Blocks of candidates to seal, and what must hold of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tacit.candidates.belief import Belief
from tacit.market.market import Market
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.sealing import SealedBlock, Sealing
from tacit.space.nominal import Nominal
from tacit.space.space import Space

LIMIT = Fraction(3, 10)


CELLS = Belief("cells", support="nonempty")


def line(counts: list[int], **more: Any) -> Market:
    names = tuple(f"v{i}" for i in range(len(counts)))
    return Market.from_cube(Space((Nominal("x", names),)), counts, **more)


def whole(
    market: Market,
    belief: Belief,
    limit: Fraction,
    form: Form | None = None,
) -> SealedBlock:
    """What is published where all candidates are one block."""
    sealing = Sealing(market, belief, limit, form or Form())
    (block,) = sealing.blocks
    return sealing.sealed(block)


def check(found: SealedBlock, measure: str = "records") -> None:
    """What every block promises."""
    made, block = found.mechanism, found.block.candidates
    assert made.highest <= found.limit
    seen = [made.intent(u).codes for u in range(len(made.joint))]
    assert len(set(seen)) == len(seen)
    for v in range(len(block)):
        chances = made.chances(v)
        assert sum(chances.values()) == 1
        assert min(chances.values()) > 0
        for u in chances:
            assert block.intent(v) <= made.intent(u)
    for u in range(len(made.joint)):
        assert made.masses.one(u) == block.market.mass(made.intent(u))
    assert found.floor(measure) <= found.bound <= found.expected(measure)
