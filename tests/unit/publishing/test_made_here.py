"""Notes on how posts were made: found by who has the post and the key, and telling nobody else anything."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tacit.errors import NoKey
from tacit.market.market import Market
from tacit.publishing.made_here import note_how, noted_here
from tacit.publishing.publication import Publication
from tests.helpers.choosing import choose
from tests.helpers.lines import line, want

MARKET = line(3, 7, 5, 9, 4)


def made(**how: Any) -> Publication:
    return choose(MARKET, want(MARKET, "a"), **({"method": "greedy"} | how))


def noted(result: Publication) -> list[Any]:
    return list(noted_here(MARKET, result.published))


def test_what_was_noted_is_found_again_by_the_post() -> None:
    result = made(against="em-f", limit="0.2")
    assert noted_here(MARKET, result.published) == []
    note_how(result)
    assert noted(result) == [result.procedure.to_json()]


def test_another_post_or_another_market_is_not_taken_for_it() -> None:
    note_how(made())
    other = MARKET.intent({}) if made().published != MARKET.intent({}) else want(MARKET, "a")
    assert noted_here(MARKET, other) == []
    assert noted_here(line(3, 7, 5, 9, 5), made().published) == []


def test_one_post_made_in_two_ways_has_both_notes_each_once() -> None:
    first, again = made(against="em-f"), made(against="em-fc")
    assert first.published == again.published
    for _ in range(3):
        note_how(first)
        note_how(again)
    assert noted(first) == [first.procedure.to_json(), again.procedure.to_json()]


def test_nothing_is_found_by_another_key(home: Path) -> None:
    result = made()
    note_how(result)
    (home / "key").unlink()
    assert noted_here(MARKET, result.published) == []
    assert not (home / "key").exists(), "to look makes no key"


def test_the_notes_are_the_owners_alone_and_tell_no_value(home: Path) -> None:
    market = Market.from_cube(MARKET.space, [3, 7, 5, 9, 4])
    note_how(choose(market, want(market, "a"), method="greedy"))
    notes = home / "posts"
    assert notes.stat().st_mode & 0o777 == 0o600
    (tag, told) = notes.read_text().split(" ", 1)
    assert len(tag) == 64
    assert '"a"' not in told
    assert '"method": "greedy"' in told


def test_a_damaged_note_is_no_note(home: Path) -> None:
    result = made()
    note_how(result)
    notes = home / "posts"
    tag = notes.read_text().split(" ")[0]
    notes.write_bytes(f"{tag} [7]\n{tag} not json\n{tag}\n".encode() + b"\xff\n")
    assert noted_here(MARKET, result.published) == []


def test_a_note_that_was_cut_off_takes_no_other_with_it(home: Path) -> None:
    first, again = made(against="em-f"), made(against="em-fc")
    note_how(first)
    notes = home / "posts"
    notes.write_bytes(notes.read_bytes()[:-9])
    note_how(again)
    assert noted(again) == [again.procedure.to_json()]


def test_a_folder_in_its_place_is_told(home: Path) -> None:
    note_how(made())
    (home / "posts").unlink()
    (home / "posts").mkdir()
    with pytest.raises(NoKey, match="notes beside it can't be written"):
        note_how(made())
    assert noted_here(MARKET, made().published) == []


def test_only_the_latest_notes_are_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = made(limit="0.2"), made(limit="0.4")
    note_how(old)
    note_how(new)
    latest = (home / "posts").read_bytes().splitlines(keepends=True)[-1]
    monkeypatch.setattr("tacit.publishing.made_here.LARGEST", len(latest) + 5)
    assert noted(new) == [new.procedure.to_json()]
    assert os.path.getsize(home / "posts") > len(latest)
