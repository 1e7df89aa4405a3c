"""What a market file says under [statistics], and what it can't."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tacit.errors import MarketFileError
from tacit.market.sources.statistics.told import KINDS, Told, told_from


def test_each_kind_is_read() -> None:
    assert told_from({"kind": "counts"}) == Told("counts")
    assert told_from({"kind": "sample", "rate": 0.01}).rate == Fraction(1, 100)
    assert told_from({"kind": "sample", "rate": "1/3"}).rate == Fraction(1, 3)
    assert told_from({"kind": "sample", "total": 500}).total == 500
    marginals = told_from({"kind": "marginals", "tables": ["a.csv"], "count": "n"})
    assert (marginals.tables, marginals.count) == (("a.csv",), "n")
    noisy = told_from({"kind": "released", "noise": "laplace", "scale": 2.5})
    assert (noisy.noise, noisy.scale, noisy.unlisted) == ("laplace", Fraction(5, 2), "empty")
    small = told_from({"kind": "released", "suppressed-below": 10})
    assert (small.below, small.mark, small.at_least) == (10, "<10", 0)
    assert small.unlisted == "suppressed"
    assert told_from({"kind": "dictionary", "table": "d.csv"}).table == "d.csv"


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ({}, "must be one of"),
        ({"kind": "sampel"}, "sample"),
        ({"kind": "counts", "rate": 0.1}, "unknown entry 'rate'"),
        ({"kind": "sample"}, "needs its rate"),
        ({"kind": "sample", "rate": 0.1, "total": 7}, "one of the two"),
        ({"kind": "sample", "rate": -0.1}, "above 0 and at most 1"),
        ({"kind": "sample", "rate": 0}, "above 0 and at most 1"),
        ({"kind": "sample", "rate": 1.5}, "above 0 and at most 1"),
        ({"kind": "sample", "rate": "much"}, "must be a number"),
        ({"kind": "sample", "rate": True}, "must be a number"),
        ({"kind": "sample", "total": -3}, "1 or more"),
        ({"kind": "sample", "total": 2.5}, "whole number"),
        ({"kind": "marginals"}, "a list of files"),
        ({"kind": "marginals", "tables": []}, "a list of files"),
        ({"kind": "marginals", "tables": [3]}, "names of files"),
        ({"kind": "marginals", "tables": ["a"], "count": 3}, "must be text"),
        ({"kind": "released"}, "noise with its scale"),
        ({"kind": "released", "noise": "pink", "scale": 1}, "laplace, geometric, gaussian"),
        ({"kind": "released", "noise": "laplace"}, "go together"),
        ({"kind": "released", "noise": "laplace", "scale": -1}, "go together"),
        ({"kind": "released", "scale": 1, "suppressed-below": 5}, "go together"),
        ({"kind": "released", "suppressed-below": 1}, "2 or more"),
        ({"kind": "released", "suppressed-below": 5, "at-least": 5}, "from 0 to below"),
        ({"kind": "released", "suppressed-below": 5, "unlisted": "gone"}, "unlisted must be"),
        ({"kind": "released", "noise": "laplace", "scale": 1, "mark": "*"}, "goes with"),
        (
            {"kind": "released", "noise": "laplace", "scale": 1, "unlisted": "suppressed"},
            "unlisted must be",
        ),
        ({"kind": "dictionary", "table": 3}, "must be text"),
    ],
)
def test_what_can_not_be_is_refused(spec: dict[str, Any], why: str) -> None:
    with pytest.raises(MarketFileError, match=why):
        told_from(spec)


def test_every_kind_is_named_where_one_is_not_known() -> None:
    with pytest.raises(MarketFileError) as error:
        told_from({"kind": "guess"})
    assert all(kind in str(error.value) for kind in KINDS)
