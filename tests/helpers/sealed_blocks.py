"""Blocks of candidates to seal, and what must hold of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from tacit.candidates.belief import Belief
from tacit.candidates.secrets import Secrets
from tacit.market.market import Market
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.mechanism import Mechanism
from tacit.publishing.sealed.sealing import SealedBlock, Sealing
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.whole_program import sure

LIMIT = Fraction(3, 10)


CELLS = Belief("cells", support="nonempty")


def line(counts: list[int], **more: Any) -> Market:
    names = tuple(f"v{i}" for i in range(len(counts)))
    return Market.from_cube(Space((Nominal("x", names),)), counts, **more)


def whole(
    market: Market,
    belief: Belief,
    limit: Fraction | Secrets,
    form: Form | None = None,
) -> SealedBlock:
    """What is published where all candidates are one block."""
    secrets = limit if isinstance(limit, Secrets) else Secrets(limit)
    sealing = Sealing(market, belief, secrets, form or Form())
    (block,) = sealing.blocks
    return sealing.sealed(block)


def highest(made: Mechanism) -> Fraction:
    """How likely the likeliest record is, by the surest belief, whatever is published."""
    beliefs = [belief.tolist() for belief in made.candidates.beliefs]
    cover = None if made.candidates.codes is not None else made.candidates.covers()
    found = Fraction(0)
    for u in range(len(made.joint)):
        chances = made.leading_to(u)
        some = list(chances)
        held = np.eye(len(some), dtype=bool) if cover is None else np.unique(cover[:, some], axis=0)
        secrets = [[some[i] for i in np.flatnonzero(row)] for row in held]
        found = max(found, *(sure(one, belief, chances) for one in secrets for belief in beliefs))
    return found


def check(found: SealedBlock, measure: str = "records") -> None:
    """What every block promises."""
    made, block = found.mechanism, found.block.candidates
    assert made.keeps
    assert highest(made) <= found.limit
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
