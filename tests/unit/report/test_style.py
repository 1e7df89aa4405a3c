"""Colours: one for each thing, and told apart."""

from __future__ import annotations

import re

from tacit.attackers.registry import ATTACKERS
from tacit.report import style


def brightness(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_attacker_has_a_colour_of_its_own() -> None:
    assert set(style.ATTACKER_COLOURS) == set(ATTACKERS)
    assert len(set(style.ATTACKER_COLOURS.values())) == len(ATTACKERS)


def test_colours_are_written_as_pages_and_pictures_read_them() -> None:
    named = [
        value
        for name, value in vars(style).items()
        if name.isupper() and name != "ATTACKER_COLOURS"
    ]
    assert len(named) == 7
    for colour in (*named, *style.ATTACKER_COLOURS.values()):
        assert re.fullmatch("#[0-9A-F]{6}", colour)


def test_good_and_bad_are_not_the_same() -> None:
    assert style.SAFE != style.EXPOSED
    assert style.WANTED != style.DISGUISE


def test_what_is_written_is_darker_than_what_is_filled() -> None:
    assert brightness(style.INK) < brightness(style.MUTED) < brightness(style.DISGUISE)
