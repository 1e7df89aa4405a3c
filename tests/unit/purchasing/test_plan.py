"""The plan file: what to buy, of which post, and how it was chosen; what is wrong in it is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tacit.errors import PurchaseError
from tacit.purchasing.plan import Plan, read_plan
from tests.helpers.purchases import SECRET, SMALL, buy, grid

MARKET = grid(SMALL)
PLAN = [{"cell": {"x": SECRET, "y": "p"}, "count": 2}, {"cell": {"x": "b", "y": "q"}, "count": 3}]
CHOSEN = {"method": "optimal", "sized_by_want": True, "against": "purchase", "limit": "1/5"}


def read(tmp_path: Path, content: Any) -> Plan:
    path = tmp_path / "plan.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return read_plan(MARKET, str(path))


@pytest.mark.parametrize("content", [PLAN, {"plan": PLAN}, {"plan": PLAN, "cost": 2}])
def test_a_mere_plan_says_nothing_of_how_it_was_chosen(tmp_path: Path, content: Any) -> None:
    found = read(tmp_path, content)
    assert found.purchase.to_plan() == PLAN
    assert (found.published, found.method, found.against) == (None, None, None)
    assert (found.sized_by_want, Fraction(found.limit)) == (False, Fraction(3, 10))


@pytest.mark.parametrize(
    "asked",
    [
        {"buy": 10},
        {"need": 2},
        {"buy": 10, "against": "purchase", "limit": "1/5"},
        {"buy": 10, "allocate": "mcmc"},
        {"buy": 10, "allocate": "blend"},
        {"need": 2, "allocate": "blend"},
        {"need": 2, "allocate": "blend", "design": "simple"},
        {"budget": 9, "allocate": "blend", "limit": "1/5"},
    ],
)
def test_an_order_comes_back_with_all_that_an_audit_asks(
    tmp_path: Path, asked: dict[str, Any]
) -> None:
    order = buy(SMALL, **asked)
    found, own = read(tmp_path, order.to_plan()), Plan.of(order)
    assert found.purchase.to_plan() == own.purchase.to_plan() == order.purchase.to_plan()
    assert found.published == own.published == MARKET.intent({})
    assert found.method == own.method == order.method
    assert found.sized_by_want == own.sized_by_want == order.sized_by_want
    assert found.against == own.against
    assert (found.against is None) == order.blind
    if not order.blind:
        assert found.limit == own.limit == str(order.limit)


def test_what_is_told_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, {"plan": PLAN, "published": {"x": ["b", SECRET]}, "chosen_by": CHOSEN})
    assert found.published == MARKET.intent({})
    assert (found.method, found.sized_by_want) == ("optimal", True)
    assert (found.against, found.limit) == ("purchase", "1/5")


def test_a_post_of_several_boxes_is_read(tmp_path: Path) -> None:
    corners = [{"x": [SECRET], "y": ["p"]}, {"x": ["b"], "y": ["q"]}]
    found = read(tmp_path, {"plan": PLAN, "published": corners})
    assert found.published == MARKET.intent(corners)


BAD: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "not valid JSON"),
    "too deep": ("[" * 100_000, "not valid JSON"),
    "an empty object": ({}, "an object with one called plan"),
    "a number": (3, "called plan"),
    "a plan that is no list": ({"plan": {"canary": 1}}, "called plan"),
    "a plan of something else": ({"plan": ["canary"]}, "is a list of"),
    "no records": ({"plan": []}, "no records"),
    "a post of another market": ({"plan": PLAN, "published": {"z": ["canary"]}}, "none of this"),
    "a value that there is not": ({"plan": PLAN, "published": {"x": ["canaryy"]}}, "none of this"),
    "a post that is no intent": ({"plan": PLAN, "published": 3}, "none of this"),
}
ODD: dict[str, Any] = {
    "no object": "blend",
    "no method": {},
    "a method that there is not": {"method": "canary"},
    "a method that is a list": {"method": ["blend"]},
    "a design that there is not": {"method": "blend", "design": "canary"},
    "a size that is no yes or no": {"method": "blend", "sized_by_want": "canary"},
    "an observer that is no name": {"method": "optimal", "against": ["canary"]},
    "a limit that is no text": {"method": "optimal", "limit": 0.3},
}


@pytest.mark.parametrize("case", BAD)
def test_what_can_not_be_read_is_refused_without_its_values(tmp_path: Path, case: str) -> None:
    content, words = BAD[case]
    with pytest.raises(PurchaseError, match=words) as caught:
        read(tmp_path, content)
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None or caught.value.__suppress_context__


@pytest.mark.parametrize("case", ODD)
def test_what_it_says_of_how_it_was_chosen_is_data(tmp_path: Path, case: str) -> None:
    with pytest.raises(PurchaseError, match="Take chosen_by out of it") as caught:
        read(tmp_path, {"plan": PLAN, "chosen_by": ODD[case]})
    assert SECRET not in str(caught.value)


def test_a_plan_hides_what_it_holds(tmp_path: Path) -> None:
    found = read(tmp_path, {"plan": PLAN, "published": {"x": [SECRET]}, "chosen_by": CHOSEN})
    assert SECRET not in repr(found)
