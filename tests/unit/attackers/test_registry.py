"""Attackers by name: each is known by its own, and says what it sees."""

from __future__ import annotations

import pytest

from tacit.attackers.attacker import Attacker
from tacit.attackers.observer import Observer
from tacit.attackers.registry import ATTACKERS, INFORMED, OBSERVERS, what_sees


@pytest.mark.parametrize("attacker", ATTACKERS.values(), ids=lambda a: a.name)
def test_every_attacker_is_registered_under_its_name_and_tells_what_it_sees(
    attacker: Attacker,
) -> None:
    assert ATTACKERS[attacker.name] is attacker
    assert attacker.sees.startswith("the post")


@pytest.mark.parametrize("observer", OBSERVERS.values(), ids=lambda o: o.name)
def test_so_is_every_observer(observer: Observer) -> None:
    assert OBSERVERS[observer.name] is observer
    assert "purchase" in observer.sees


def test_no_name_stands_for_two() -> None:
    names = [*ATTACKERS, *OBSERVERS, INFORMED]
    assert len(set(names)) == len(names)


def test_tables_say_what_each_one_sees() -> None:
    said = [what_sees(name) for name in (*ATTACKERS, *OBSERVERS, INFORMED)]
    assert len(set(said)) == len(said)
    assert what_sees("purchase") == "the purchase alone"
    assert "how the post was made" in what_sees("informed")
    assert what_sees("informed:race") == what_sees("informed")
