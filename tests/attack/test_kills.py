"""Whatever stops a verb that writes: each file is the old one or the new one, and the next run works.

A process is killed at every call that changes a disk, and at moments that nobody chose; Ctrl-C is pressed;
and the power is cut, with the worst that a disk may make of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tacit
from tests.attack.forks import KILL, KILL_HALFWAY, Fault, Forks, Job, Ran
from tests.attack.power import cuts
from tests.attack.tally import LONG, attempts, found, tried
from tests.attack.verbs import VERBS, Known, Left, Room, Verb

pytestmark = pytest.mark.process

QUICK = ("describe", "protect, first of all", "protect, new campaign", "purchase, campaign", "demo")
TRIED = [verb for verb in VERBS if LONG or verb.name in QUICK]
KILLED, STOPPED = -9, 130


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    forks = Forks()
    try:
        yield Room(tmp_path_factory.mktemp("kills"), forks)
    finally:
        forks.close()


def whole(known: Known, verb: Verb, place: Path, about: object) -> None:
    """Nothing is lost: each file is old or new, the campaign opens, and the key can be read."""
    is_whole = known.is_whole(verb, Left.found(verb, place), stopped=True)
    assert found("lost files", when=not is_whole), (verb.name, about)


def clean(ran: Ran, about: object) -> None:
    assert found("tracebacks", when="Traceback" in ran.err), (about, ran.err)


def works_again(room: Room, verb: Verb, known: Known, place: Path, about: object) -> None:
    """What a killed run left is in nobody's way."""
    went_on = (
        known.before.entries is None or Left.found(verb, place).entries == known.before.entries
    )
    again = room.forks.run(Job(str(place), verb.args))
    clean(again, about)
    if went_on:
        assert again.code == verb.code, (verb.name, about, again.err)
        done = known.is_done(verb, Left.found(verb, place))
        assert found("lost files", when=not done), (verb.name, about)
    else:
        assert again.code in (0, 1, 2), (verb.name, about, again)


@pytest.mark.parametrize("old", [True, False] if LONG else [True], ids=["old", "new"][: 1 + LONG])
@pytest.mark.parametrize("verb", TRIED, ids=lambda verb: verb.name)
def test_killed_at_a_call(room: Room, verb: Verb, old: bool) -> None:
    known = room.known(verb, old=old)
    every = range(1, len(known.ran.calls) + 1)
    faults = [Fault(what, at) for at in every for what in (KILL, KILL_HALFWAY)]
    faults = [f for f in faults if f.what == KILL or known.ran.calls[f.at - 1][0] == "write"]
    for fault in Random(old).sample(faults, min(attempts(3, 1000), len(faults))):
        with room.copy(verb, old=old) as place:
            ran = room.forks.run(Job(str(place), verb.args, fault))
            tried("kills")
            assert ran.code == KILLED, (verb.name, str(fault), ran)
            whole(known, verb, place, str(fault))
            if old:
                works_again(room, verb, known, place, str(fault))


@pytest.mark.parametrize("verb", TRIED, ids=lambda verb: verb.name)
def test_killed_or_stopped_at_any_moment(room: Room, verb: Verb) -> None:
    """By a signal that cannot be heeded, or by Ctrl-C, which leaves nothing behind."""
    known, rng = room.known(verb, old=True), Random(verb.name)
    for i in range(attempts(2, 110)):
        stop = i % 11 == 0 or not LONG
        moment = rng.random() * known.ran.seconds
        with room.copy(verb, old=True) as place:
            job = Job(str(place), verb.args, interrupt=moment, kill=not stop)
            ran = room.forks.run(job)
            tried("kills")
            assert ran.code in (STOPPED if stop else KILLED, verb.code), (verb.name, moment, ran)
            clean(ran, moment)
            whole(known, verb, place, moment)
            left = Left.found(verb, place)
            assert not stop or left.beside == (), (verb.name, moment)
            assert not stop or left.entries in (known.before.entries, known.after.entries)


@pytest.mark.parametrize("old", [True, False], ids=["old", "new"])
@pytest.mark.parametrize("verb", TRIED, ids=lambda verb: verb.name)
def test_the_power_is_cut(room: Room, verb: Verb, old: bool) -> None:
    known = room.known(verb, old=old)
    calls = _named_from(known)
    for after, contents in cuts(known.contents, calls):
        tried("faults")
        left = Left.of(verb, contents)
        is_whole = known.is_whole(verb, left, stopped=True)
        assert found("lost files", when=not is_whole), (verb.name, calls[after - 1][:2], left.files)
    assert known.is_done(verb, Left.of(verb, contents)), "what is done is on the disk"


def test_whatever_a_cut_leaves_of_the_cache_the_market_is_the_same(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verb = VERBS[0]
    known = room.known(verb, old=False)
    table = tmp_path / "table.csv"
    table.write_bytes(known.contents["table.csv"])
    plain = tacit.load(str(table), cache=False)
    for number, kept in enumerate(_caches(known)):
        tried("faults")
        home = tmp_path / str(number)
        (home / "cache").mkdir(parents=True)
        for name, content in kept.items():
            (home / "cache" / name).write_bytes(content)
            (home / "cache" / name).chmod(0o600)
        monkeypatch.setenv("TACIT_HOME", str(home))
        market = tacit.load(str(table))
        assert market.to_json() == plain.to_json()
        assert market.notes == plain.notes
    assert number > 9, "the cache was written to"


def _caches(known: Known) -> list[dict[str, bytes]]:
    """All that a cut may leave in the cache."""
    found: list[dict[str, bytes]] = []
    for _, contents in cuts(known.contents, _named_from(known)):
        parts = {Path(name): content for name, content in contents.items()}
        kept = {p.name: content for p, content in parts.items() if p.parent.name == "cache"}
        if kept not in found:
            found.append(kept)
    return found


def _named_from(known: Known) -> list[tuple[Any, ...]]:
    """The calls of a run, with names as seen from its folder."""
    names = len(known.place) + 1
    return [
        tuple(one[names:] or "." if _is_place(one, known.place) else one for one in call)
        for call in known.ran.calls
    ]


def _is_place(one: object, folder: str) -> bool:
    return isinstance(one, str) and (one + os.sep).startswith(folder + os.sep)
