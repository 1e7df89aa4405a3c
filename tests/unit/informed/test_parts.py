"""The part of the candidates that a method hides in, as likely as a belief has it."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.informed import parts
from tacit.publishing.procedure import Procedure
from tests.unit.informed.replays import tiny

MARKET = tiny([5, 1, 2, 9, 1, 4, 3, 3, 8])
SEALED = Procedure.of(method="sealed", candidates="cells", limit="1/2")
TRUE: Any = MARKET.intent({"colour": ["a"], "size": ["s"]})
CELLS = Belief("cells", support="nonempty")


def test_where_all_are_settled_together_there_are_no_parts() -> None:
    assert parts.part_of(MARKET, SEALED, CELLS, TRUE) is None
    assert parts.part_of(MARKET, Procedure.of(method="greedy"), CELLS, TRUE) is None


@pytest.mark.parametrize("prior", ["uniform", "records", "uniform,records"])
def test_a_part_is_as_likely_as_the_belief_has_it(
    prior: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = candidates(MARKET, CELLS).take(np.arange(4))
    half = SimpleNamespace(candidates=some, considered=9)
    monkeypatch.setattr(parts, "settled_around", lambda *_: half)
    found = parts.part_of(MARKET, SEALED, Belief("cells", prior), TRUE)
    assert found is not None
    weights = {"uniform": [1, 1, 1, 1], "records": [5, 1, 2, 9]}
    assert [row.tolist() for row in found.beliefs] == [weights[p] for p in prior.split(",")]


def test_it_is_settled_as_the_procedure_says() -> None:
    found = parts.settled_around(MARKET, SEALED, TRUE)
    assert (found.considered, found.secrets.limit) == (9, Fraction(1, 2))
