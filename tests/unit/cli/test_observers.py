"""Who saw a purchase, with the options that purchase-f has."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.attackers.against import Against
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.registry import OBSERVERS
from tacit.cli._observers import observers_of
from tacit.errors import SettingError


def test_all_of_them_where_nobody_is_named() -> None:
    held = observers_of(None, "0.2", "finite", False)
    assert held.observers == tuple(OBSERVERS.values())
    assert held.limit == Fraction(1, 5)


def test_all_of_them_where_only_others_are_named() -> None:
    """Those who saw the post are asked about the post."""
    held = observers_of(Against.of("em-f, informed", "0.2"), "0.2", "finite", False)
    assert held.observers == tuple(OBSERVERS.values())
    assert (held.posts, held.informed) == ((), False)


def test_those_who_are_named_with_their_limits() -> None:
    held = observers_of(Against.of("em-f, purchase=0.1", "0.2"), "0.2", "finite", False)
    assert [one.name for one in held.observers] == ["purchase"]
    assert held.limit_of("purchase") == Fraction(1, 10)


@pytest.mark.parametrize("named", [None, "purchase-f", "purchase, purchase-f=0.1"])
def test_purchase_f_is_as_it_was_set(named: str | None) -> None:
    held = observers_of(None if named is None else Against.of(named), "0.3", "endless", True)
    (found,) = [one for one in held.observers if one.name == "purchase-f"]
    assert found == PurchaseF(supply="endless", only_over=True)


@pytest.mark.parametrize("how", [("endless", False), ("finite", True)])
def test_its_options_are_about_nobody_else(how: tuple[str, bool]) -> None:
    with pytest.raises(SettingError, match="about purchase-f"):
        observers_of(Against.of("purchase-fc"), "0.3", *how)


def test_a_supply_that_does_not_exist() -> None:
    with pytest.raises(SettingError, match="finite or endless") as caught:
        observers_of(None, "0.3", "some", False)
    assert caught.value.setting == "supply"
