"""A publication: what it holds, what it is worth, and what it says of itself."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

from tacit.auditing.protect import protect
from tacit.market.market import Market
from tacit.publishing.plan import Proof
from tacit.publishing.registry import METHODS
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.choosing import choose
from tests.helpers.lines import line, want


def test_all_attackers_are_held_by_default() -> None:
    market = line(3, 7, 5, 5)
    for method in METHODS:
        result = protect(market, want(market, "a"), limit=0.5, method=method)
        names = [confidence.attacker for confidence in result.confidences]
        assert names == ["pi-uniform", "em-f", "em-c", "em-fc", "informed"]
        assert result.held


def test_whether_it_holds_speaks_of_one_who_knows_the_method_too() -> None:
    """Of the four values, optimal publishes just this for a alone."""
    market = line(3, 7, 5, 5)
    result = protect(market, want(market, "a"), against="em-f", limit=0.5, method="optimal")
    assert result.confidences[0].within(result.limit)
    assert result.confidences[-1].upper == 1
    assert (result.held, result.holds) == (True, False)
    alone = choose(market, want(market, "a"), against="em-f", limit=0.5, method="optimal")
    assert (alone.held, alone.holds) == (True, False), "what nobody looked at is not within"


def test_those_count_as_held_whom_it_was_made_to_hold_with_what_it_hides() -> None:
    market = line(3, 7, 5, 5)
    result = protect(market, want(market, "a"), limit=0.5, hide="x=0.6", seed=1)
    assert (result.held, result.holds) == (True, True)
    surer = replace(result.confidences[-1], upper=Fraction(7, 10))
    assert surer.attacker == "informed:x"
    assert not replace(result, confidences=(*result.confidences[:-1], surer)).held


def test_it_tells_what_it_holds_and_what_is_wanted_of_it() -> None:
    """a: 2 records at 3; c: 4 records at 1.5."""
    market = line(2, 9, 4, prices=[3, 5, 1.5])
    result = protect(
        market, want(market, "a"), against="em-f", limit="1/3", alpha=1, method="greedy"
    )
    assert result.published == want(market, "a", "c")
    assert (result.mass.records, result.mass.cells) == (6, 2)
    assert market.money(result.mass.spend) == 12.0
    assert result.utility == Fraction(2, 6)
    assert result.cost_ratio == Fraction(6, 12)
    assert result.unprotected[0].upper == 1
    assert result.steps == 1


def test_what_is_published_may_be_shown_and_what_is_wanted_may_not() -> None:
    market = line(2, 9, 4)
    result = protect(market, want(market, "a"), limit=0.5, method="greedy")
    assert result.published.public
    assert not result.true.public
    assert "'" not in repr(result.true)


def test_the_true_intent_is_hidden_in_repr() -> None:
    space = Space((Nominal("x", ("canary", "b", "c")),))
    market = Market.from_cube(space, [2, 9, 4])
    result = protect(market, market.intent({"x": ["canary"]}), limit=0.5, method="greedy")
    assert "canary" not in repr(result)


def test_json_is_json_and_holds_the_promised_fields() -> None:
    market = line(2, 9, 4, prices=[3, 5, 1.5])
    result = protect(
        market, want(market, "a"), against="pi-uniform,em-f", limit=0.5, alpha=1, method="greedy"
    )
    told = json.loads(json.dumps(result.to_json()))
    assert told["published"] == {"x": ["a", "c"]}
    assert told["attackers"] == [
        {"name": "pi-uniform", "lower": 0.5, "upper": 0.5, "holds": True},
        {"name": "em-f", "lower": None, "upper": 2 / 6, "holds": True},
        {
            "name": "informed",
            "lower": None,
            "upper": 1.0,
            "holds": False,
            "candidates": 3,
            "remaining": 1,
        },
    ]
    assert (told["holds"], told["headline"]) == (False, result.headline.to_json())
    assert (told["records"], told["cost"], told["cells"]) == (6, 12.0, 2)
    assert told["true"] == {"records": 2, "cost": 6.0, "cells": 1, "matching": 2}
    assert (told["utility"], told["cost_ratio"]) == (2 / 6, 0.5)
    assert told["proof"] == {"status": "heuristic", "bound": 4, "gap": 2 / 6}
    assert (told["method"], told["limit"], told["notes"]) == ("greedy", 0.5, [])


def test_the_bound_follows_from_the_fullest_wanted_cell() -> None:
    """7 records within 3/10 need at least 70/3, so 24 records."""
    market = line(7, 1, 30, 30)
    result = protect(market, want(market, "a", "b"), against="em-f", limit=0.3, method="greedy")
    assert result.proof.bound == 24


def test_the_bound_is_at_least_what_is_wanted() -> None:
    market = line(7, 7, 7, 1, 30)
    result = protect(
        market, want(market, "a", "b", "c"), against="em-f", limit=0.9, method="greedy"
    )
    assert result.proof == Proof("heuristic", 21)
    assert result.proof.gap(result.mass.records) == 0.0


def test_html_shows_before_and_after() -> None:
    market = line(2, 9, 4)
    shown = protect(
        market, want(market, "a"), against="em-f", limit="1/3", alpha=1, method="greedy"
    )._repr_html_()
    assert "100%" in shown
    assert "33.3%" in shown
    assert "Publish x: a | c" in shown


def test_how_it_was_made_comes_from_its_procedure() -> None:
    market = line(2, 9, 4, prices=[3, 5, 1.5])
    result = protect(
        market, want(market, "a"), against="em-f", limit=0.5, method="optimal", objective="cost"
    )
    assert (result.method, result.objective) == ("optimal", "cost")
    assert result.to_json()["made_by"] == result.procedure.to_json()
    assert result.alpha is None
    assert result.still_possible is None


def test_a_sealed_one_tells_what_it_costs_on_average_and_whom_it_leaves() -> None:
    market = line(5, 1, 2, 4)
    result = protect(market, want(market, "a"), against="informed", limit="1/4", seed=1)
    told = result.to_json()
    assert told["published"] == {"x": ["a", "b", "c", "d"]}
    assert told["proof"]["status"] == "optimal"
    assert (told["expected_records"], told["floor_records"]) == (12, 12)
    assert told["attackers"] == [
        {
            "name": "informed",
            "lower": None,
            "upper": 0.25,
            "holds": True,
            "candidates": 4,
            "remaining": 4,
        }
    ]
    assert result.unprotected[-1].upper == 1
    assert result.worth.endswith("to within a millionth.")
    assert result.still_possible is not None
    assert len(result.still_possible.candidates) == 4
    assert "candidates" not in repr(result)
