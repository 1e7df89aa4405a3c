"""Defaults stand in one place: whatever is asked from Python means the same by saying nothing."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

import pytest

import tacit
from tacit import _defaults
from tacit._exact import exact
from tacit.attackers.against import Against, one_observer
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.registry import OBSERVERS
from tacit.auditing.purchase import audit_purchase
from tacit.auditing.survey import survey, survey_purchases
from tacit.informed.measure import measure
from tacit.publishing.procedure import Procedure
from tacit.publishing.registry import METHODS
from tacit.publishing.rules import OBJECTIVES, Rules
from tacit.publishing.settings import SETTINGS
from tacit.purchasing.purchase import METHODS as ALLOCATIONS
from tacit.space.nominal import Nominal
from tacit.space.space import Space

SAME: dict[str, Any] = {
    "limit": _defaults.LIMIT,
    "method": _defaults.METHOD,
    "allocate": _defaults.ALLOCATION,
    "observer": _defaults.OBSERVER,
    "supply": _defaults.SUPPLY,
    "points": _defaults.POINTS,
    "seconds": _defaults.SECONDS,
    "runs": _defaults.REPLAYS,
    "objective": next(iter(OBJECTIVES)),
    "contiguous": True,
}
"""What stands for nothing said, by the name of the argument."""
ASKED: dict[str, Callable[..., Any]] = {
    "protect": tacit.protect,
    "purchase": tacit.purchase,
    "audit_purchase": audit_purchase,
    "frontier": tacit.frontier,
    "survey": survey,
    "survey_purchases": survey_purchases,
    "measure": measure,
    "Procedure.of": Procedure.of,
    "Against.of": Against.of,
    "Against.nobody": Against.nobody,
    "one_observer": one_observer,
    "PurchaseF": PurchaseF,
}


def defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """What an argument is if nothing is said, where it may be left out."""
    named = signature(function).parameters.items()
    return {name: p.default for name, p in named if p.default is not Parameter.empty}


@pytest.mark.parametrize("name", ASKED)
def test_every_default_is_the_one_that_stands_in_one_place(name: str) -> None:
    found = defaults(ASKED[name])
    said = {n: value for n, value in found.items() if n in SAME and value is not None}
    if name == "protect":
        assert all(found[n] is None for own in SETTINGS.values() for n in own.options())
    assert said == {n: SAME[n] for n in said}
    assert said


def test_who_is_feared_where_nothing_is_said() -> None:
    """All who look at posts, for a post; the usual observer, for a purchase."""
    assert defaults(tacit.purchase)["against"] == _defaults.OBSERVER
    assert defaults(survey_purchases)["against"] == _defaults.OBSERVER
    for ask in (tacit.protect, tacit.audit, tacit.frontier, survey, audit_purchase):
        assert defaults(ask)["against"] is None
    assert defaults(survey)["made_by"] == _defaults.METHOD


def test_an_audit_asks_what_the_post_was_made_for() -> None:
    """Where nothing says that, the limit is the usual one."""
    assert all(value is None for value in defaults(tacit.audit).values())
    market = tacit.Market.from_cube(Space((Nominal("x", ("a", "b", "c")),)), [1, 1, 1])
    assert tacit.audit(market, {"x": ["a"]}).limit == exact(_defaults.LIMIT)


def test_what_each_default_names_exists() -> None:
    assert 0 < exact(_defaults.LIMIT) <= 1
    assert _defaults.METHOD in METHODS
    assert _defaults.ALLOCATION in ALLOCATIONS
    assert _defaults.OBSERVER in OBSERVERS
    assert PurchaseF().supply == _defaults.SUPPLY


def test_settings_of_methods_take_theirs_from_the_same_place() -> None:
    optimal, sealed = SETTINGS["optimal"](), SETTINGS["sealed"]()
    assert optimal.told()["objective"] == sealed.told()["objective"] == Rules().objective
    assert defaults(tacit.frontier)["seconds"] == vars(optimal)["seconds"]
    for own in (optimal, sealed, SETTINGS["greedy"]()):
        assert own.rules == Rules()


def test_help_and_completion_know_every_setting_of_protect() -> None:
    named = signature(tacit.protect).parameters
    assert {n for own in SETTINGS.values() for n in own.options()} < set(named)
    assert not any(p.kind is Parameter.VAR_KEYWORD for p in named.values())
