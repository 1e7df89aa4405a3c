"""What all who saw a post have in common, on four cells that a person can compute."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tacit.attackers.attacker import Attacker
from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import ATTACKERS
from tacit.errors import EmptyIntent, IntentError, NotContained
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.cells import Cells
from tacit.market.frontier import Frontier
from tacit.market.market import Market
from tacit.market.mass import Mass
from tacit.market.stacks import Masses
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import FOUR_CELLS, LAYOUTS, of_four_cells

NAMES = ("pi-uniform", "em-f", "em-c", "em-fc")


@pytest.fixture(params=LAYOUTS)
def market(request: pytest.FixtureRequest) -> Market:
    return of_four_cells(request.param)


@pytest.fixture
def women(market: Market) -> Intent:
    return market.intent({"sex": ["F"]})


@pytest.fixture
def everyone(market: Market) -> Intent:
    return market.intent({})


@pytest.mark.parametrize(
    ("name", "upper"),
    [
        ("pi-uniform", Fraction(2, 4)),
        ("em-f", Fraction(6, 12)),
        ("em-c", Fraction(5, 11)),
        ("em-fc", Fraction(10, 24)),
    ],
)
def test_confidence_when_the_whole_space_is_published(
    market: Market, women: Intent, everyone: Intent, name: str, upper: Fraction
) -> None:
    assert ATTACKERS[name].confidence(market, women, everyone).upper == upper
    assert ATTACKERS[name].lowest_limit(market, women) == upper


@pytest.mark.parametrize(
    ("name", "upper"),
    [
        ("pi-uniform", Fraction(1)),
        ("em-f", Fraction(6, 8)),
        ("em-c", Fraction(5, 6)),
        ("em-fc", Fraction(10, 16)),
    ],
)
def test_confidence_when_the_true_intent_is_laid_bare(
    market: Market, women: Intent, name: str, upper: Fraction
) -> None:
    assert ATTACKERS[name].confidence(market, women, women).upper == upper


def test_confidence_is_an_exact_fraction(market: Market, women: Intent, everyone: Intent) -> None:
    for attacker in ATTACKERS.values():
        assert type(attacker.confidence(market, women, everyone).upper) is Fraction


@pytest.mark.parametrize("name", ["em-f", "em-c", "em-fc"])
def test_em_attackers_give_no_lower_bound(
    market: Market, women: Intent, everyone: Intent, name: str
) -> None:
    assert ATTACKERS[name].confidence(market, women, everyone).lower is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pi-uniform", [("A", Fraction(2, 4)), ("B", Fraction(2, 4))]),
        ("em-f", [("A", Fraction(6, 12)), ("B", Fraction(2, 12))]),
        ("em-c", [("B", Fraction(5, 11)), ("A", Fraction(1, 11))]),
        ("em-fc", [("B", Fraction(10, 24)), ("A", Fraction(6, 24))]),
    ],
)
def test_per_record_lists_the_most_exposed_first(
    market: Market,
    women: Intent,
    everyone: Intent,
    name: str,
    expected: list[tuple[str, Fraction]],
) -> None:
    found = ATTACKERS[name].per_record(market, women, everyone)
    assert found == [({"sex": "F", "race": race}, share) for race, share in expected]


@pytest.mark.parametrize("name", NAMES)
def test_per_record_leaves_out_cells_that_hold_nothing(
    market: Market, everyone: Intent, name: str
) -> None:
    men = market.intent({"sex": ["M"]})
    cells = [cell for cell, _ in ATTACKERS[name].per_record(market, men, everyone)]
    assert cells == [{"sex": "M", "race": "B"}]


@pytest.mark.parametrize("name", NAMES)
def test_published_must_hold_the_true_intent(market: Market, women: Intent, name: str) -> None:
    narrower = market.intent({"sex": ["F"], "race": ["A"]})
    with pytest.raises(NotContained, match="leaves out part"):
        ATTACKERS[name].confidence(market, women, narrower)
    with pytest.raises(NotContained, match="leaves out part"):
        ATTACKERS[name].per_record(market, women, narrower)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_true_intent_is_refused(market: Market, everyone: Intent, name: str) -> None:
    nothing = Box(FOUR_CELLS, ((), ()))
    with pytest.raises(EmptyIntent, match="the true intent is empty"):
        ATTACKERS[name].confidence(market, nothing, everyone)
    with pytest.raises(EmptyIntent, match="the true intent is empty"):
        ATTACKERS[name].per_record(market, nothing, everyone)
    with pytest.raises(EmptyIntent):
        ATTACKERS[name].lowest_limit(market, nothing)


@pytest.mark.parametrize("name", NAMES)
def test_an_intent_of_another_space_is_refused(market: Market, name: str) -> None:
    elsewhere = Box.everything(Space((Nominal("sex", ("F", "M")),)))
    with pytest.raises(IntentError, match="space"):
        ATTACKERS[name].confidence(market, elsewhere, elsewhere)


@pytest.mark.parametrize("name", ["em-f", "em-fc"])
@pytest.mark.parametrize("published", [{"sex": ["M"], "race": ["A"]}, {"sex": ["M"]}, {}])
def test_who_goes_by_records_finds_nothing_where_there_are_none(
    market: Market, name: str, published: dict[str, list[str]]
) -> None:
    unfilled = market.intent({"sex": ["M"], "race": ["A"]})
    attacker = ATTACKERS[name]
    assert attacker.confidence(market, unfilled, market.intent(published)).upper == 0
    assert attacker.lowest_limit(market, unfilled) == 0
    assert attacker.per_record(market, unfilled, market.intent(published)) == []


@pytest.mark.parametrize(("name", "upper"), [("pi-uniform", "1/4"), ("em-c", "3/11")])
def test_who_does_not_know_the_stock_still_suspects_an_empty_cell(
    market: Market, everyone: Intent, name: str, upper: str
) -> None:
    unfilled = market.intent({"sex": ["M"], "race": ["A"]})
    assert ATTACKERS[name].confidence(market, unfilled, everyone).upper == Fraction(upper)


class Sceptic(Attacker):
    """Someone who weighs each published cell by its records and one more."""

    name = "sceptic"
    sees = "the post, and a rough idea of the stock"
    counts_empty = True

    def claim(self, market: Market, true: Intent) -> int:
        return market.peak(true).records + 1

    def weight(self, mass: Mass) -> int:
        return mass.records + mass.cells

    def added(self, frontier: Frontier) -> NDArray[Any]:
        return frontier.records + frontier.cells

    def claims(self, market: Market, true: Intent, cells: Cells) -> NDArray[Any]:
        return cells.records + 1


def test_a_new_attacker_says_claim_and_weight_and_gets_the_rest(
    market: Market, women: Intent, everyone: Intent
) -> None:
    """6 + 1 of women, of 12 records in 4 cells."""
    sure = Sceptic().confidence(market, women, everyone)
    assert sure == Confidence("sceptic", Fraction(7, 16))
    assert Sceptic().lowest_limit(market, women) == Fraction(7, 16)
    found = [confidence for _, confidence in Sceptic().per_record(market, women, everyone)]
    assert found == [Fraction(7, 16), Fraction(3, 16)]


@pytest.mark.parametrize("attacker", [Sceptic(), *ATTACKERS.values()], ids=lambda a: a.name)
def test_many_published_intents_weigh_what_each_does(market: Market, attacker: Attacker) -> None:
    intents = [market.intent({}), market.intent({"sex": ["F"]}), market.intent({"race": ["A"]})]
    each = [market.mass(intent) for intent in intents]
    names = ("records", "spend", "cells", "price")
    masses = Masses(*(np.array([getattr(mass, name) for mass in each]) for name in names))
    assert attacker.weights(masses).tolist() == [attacker.weight(mass) for mass in each]


@pytest.mark.parametrize("attacker", [Sceptic(), *ATTACKERS.values()], ids=lambda a: a.name)
def test_what_a_value_adds_is_the_weight_it_brings(market: Market, attacker: Attacker) -> None:
    corner = market.intent({"sex": ["F"], "race": ["A"]})
    added = attacker.added(market.frontier(corner)).tolist()
    before = attacker.weight(market.mass(corner))
    assert added[1] == attacker.weight(market.mass(market.intent({"race": ["A"]}))) - before
    assert added[3] == attacker.weight(market.mass(market.intent({"sex": ["F"]}))) - before
    assert added[0] == added[2] == 0
