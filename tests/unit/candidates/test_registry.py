"""Classes and priors by name; what is registered is known everywhere."""

from __future__ import annotations

from typing import ClassVar

import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.classes import CandidateClass, Within
from tacit.candidates.listing import candidates, how_many
from tacit.candidates.registry import CLASSES, PRIORS
from tacit.market.stacks import stacked
from tests.unit.candidates.shared import SHOP, box, shares


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_is_registered_under_its_name_and_says_what_it_is(name: str) -> None:
    assert CLASSES[name].name == name
    assert CLASSES[name].about


class Rows(CandidateClass):
    """Every value of x, whatever y."""

    name: ClassVar[str] = "rows"
    about: ClassVar[str] = "one value of x"

    def how_many(self, within: Within) -> int:
        """As many as x has."""
        return 3

    def every(self, within: Within) -> Candidates:
        """Each."""
        return Candidates.of_boxes(within.market, stacked([box(x) for x in "abc"]))


def test_a_class_of_ones_own_takes_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CLASSES, "rows", Rows())
    found = candidates(SHOP, Belief("rows", "records"))
    assert [box(x) for x in "abc"] == list(shares(found))
    assert found.weights.tolist() == [4, 3, 3]
    assert how_many(SHOP, Belief("rows"), None) == 3


def test_so_does_a_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PRIORS, "cells", lambda found: found.held.cells)
    found = candidates(SHOP, Belief("shape", "cells"), box("ab"))
    assert found.weights.tolist() == [4, 4, 4]
