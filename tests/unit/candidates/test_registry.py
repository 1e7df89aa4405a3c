"""Classes and priors by name; what is registered is known everywhere."""

from __future__ import annotations

from typing import ClassVar

import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidate_class import CandidateClass, Within
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates, how_many
from tacit.candidates.registry import CLASSES, PRIORS, class_named, is_class
from tacit.errors import SettingError
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


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("cells", "cells"),
        ("upto:12", "upto:12"),
        ("cells+shape", "cells+shape"),
        (" 3 * cells + upto:2 ", "3*cells+upto:2"),
        ("1*boxes", "boxes"),
    ],
)
def test_names_of_classes(written: str, name: str) -> None:
    assert class_named(written).name == name
    assert is_class(written)
    assert Belief(written).candidates == name


@pytest.mark.parametrize(
    ("written", "match"),
    [
        ("elsewhere", "cells, shape, ranges, boxes, unions, upto:K .* 3\\*cells\\+shape"),
        ("", "must be one of"),
        ("cells+", "must be one of"),
        ("usual+cells", "must be one of"),
        ("upto", "whole number of cells from 1 to 1,000,000"),
        ("upto:0", "whole number of cells"),
        ("upto:1000001", "whole number of cells"),
        ("upto:2.5", "whole number of cells"),
        ("0*cells+shape", "share of a class"),
        ("x*cells+shape", "share of a class"),
        ("cells+2*cells", "named twice"),
    ],
)
def test_names_of_no_class(written: str, match: str) -> None:
    with pytest.raises(SettingError, match=match) as error:
        class_named(written)
    assert error.value.setting == "candidates"
    assert "elsewhere" not in str(error.value)
    assert not is_class(written)


@pytest.mark.parametrize("name", [*CLASSES, "upto:3", "cells+shape"])
def test_each_says_what_it_assumes_and_gives_away_without_a_value(name: str) -> None:
    one, like = class_named(name), box("ab", "s")
    for said in (one.about, one.assumes(like), one.gives_away(like)):
        assert said
        assert "secret" not in said
        assert "." not in said
