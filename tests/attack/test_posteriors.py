"""No sealed post makes anyone surer than the limit, by every belief, for every record; exactly.

Tiny markets, all settings: what would be published is asked of the product for every candidate, and
all else is reckoned in plain fractions by code that shares nothing with it. Then libqif, which nobody
here wrote, judges the same chances.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

import tacit
from tacit.candidates import listing
from tacit.errors import NotServed, SettingError, UnreachableLimit
from tacit.publishing.sealed import remembered
from tests.attack.bayes import Asked, Crowd, asked, crowd
from tests.attack.crowds import Cells, Place, cells_of, has_gap, joined
from tests.attack.tally import attempts, found, tried

THERE = sys.platform == "linux" and platform.machine() == "x86_64"
"""Where libqif is among what tests need: there it must not be missing."""
qif = import_module("qif") if THERE else pytest.importorskip("qif")

SHARES = 6
CLOSE = 1e-9
Matrix = np.ndarray[Any, Any]


def check_chances(crowd: Crowd, answer: Asked, about: object) -> None:
    """They add up, and lead to posts that hold what is wanted and may be published."""
    for one, row in answer.chances.items():
        assert sum(row.values()) == 1, about
        for post, chance in row.items():
            assert chance > 0, about
            assert one <= post, about
            assert crowd.settings["bare"] or one != post, about
            assert _is_box(crowd, post), about


def _is_box(crowd: Crowd, post: Cells) -> bool:
    """Whether a post is one box, without gaps where it must have none."""
    sets = [{cell[d] for cell in post} for d in range(len(crowd.place.shape))]
    ordered = crowd.place.ranks if crowd.settings["contiguous"] else ()
    return post == frozenset(product(*sets)) and not any(map(has_gap, ordered, sets))


def check_posteriors(crowd: Crowd, answer: Asked, about: object) -> None:
    """Given a post, nobody is surer of anything than they may be."""
    for row in answer.posts.values():
        sure = list(crowd.surest(row))
        tried("posteriors", len(sure))
        for one in sure:
            assert found("over the limit", when=one.chance > one.limit), (about, one)


def check_refusals(crowd: Crowd, answer: Asked, about: object) -> None:
    """Who is refused follows from the market and the settings, and what they are told does too."""
    wide = {one for one in crowd.wants if one not in crowd.disguisable}
    refused = {one: error for one, error in answer.refused.items() if one not in wide}
    for one in wide & set(answer.refused):
        assert type(answer.refused[one]) in (SettingError, UnreachableLimit), about
    if any(type(error) is UnreachableLimit for error in answer.refused.values()):
        _check_that_nobody_is_served(crowd, answer, about)
        return
    assert all(type(error) is NotServed for error in refused.values()), about
    _check_that_some_are(crowd, answer, list(refused), about)


def _check_that_nobody_is_served(crowd: Crowd, answer: Asked, about: object) -> None:
    errors = [error for error in answer.refused.values() if isinstance(error, UnreachableLimit)]
    assert not answer.chances, about
    assert all(type(error) is UnreachableLimit for error in answer.refused.values()), about
    assert len({(error.attacker, error.limit) for error in errors}) == 1, about
    if crowd.settings["against"] == "informed":
        assert crowd.knows_too_much(crowd.disguisable), about


def _check_that_some_are(crowd: Crowd, answer: Asked, refused: list[Cells], about: object) -> None:
    """Whoever is served is hidden among all who are; the others are all told the same."""
    assert not crowd.knows_too_much(list(answer.chances)), about
    if crowd.settings["against"] == "informed":
        assert not refused, about
    told = {str(answer.refused[one]) for one in refused}
    assert len(told) == min(len(refused), 1), about
    for one in refused[:1]:
        error = answer.refused[one]
        assert isinstance(error, NotServed)
        assert (error.refused, error.of) == (len(refused), len(crowd.wants)), about
        records = replace(crowd, hidden={}).surest(dict.fromkeys(refused, Fraction(1)))
        assert error.sure == max(sure.chance for sure in records), about


def judge(one: Crowd, about: object) -> None:
    """Judge all that is published for everyone in a crowd."""
    answer = asked(one)
    check_chances(one, answer, about)
    check_refusals(one, answer, about)
    check_posteriors(one, answer, about)


@pytest.mark.parametrize("share", range(SHARES))
def test_no_post_makes_anyone_surer_than_the_limit(share: int) -> None:
    for number in range(share, attempts(90, 4200), SHARES):
        judge(crowd(number), number)


def test_nor_where_candidates_are_too_many_to_list() -> None:
    """Then only a part of them is looked at: here, more than twelve are too many.

    Some parts can't be served, and who is of which follows from the market and the settings. Unions are
    those that can be written in one way: of so many, each way to write one is a candidate.
    """
    kinds = ("boxes", "upto", "shape", "ranges", "unions in one way", "mixture")
    with patch.object(listing, "LISTED", 12), patch.object(listing, "PART", 6):
        for number in range(attempts(8, 200)):
            one = crowd(number, *kinds, against="informed")
            answer = asked(one)
            check_chances(one, answer, number)
            check_posteriors(one, answer, number)
            assert not one.knows_too_much(list(answer.chances)), number


def test_it_does_not_matter_who_asks_first() -> None:
    """Nor what was asked before: chances and refusals are settled by the market and the settings."""
    for number in range(attempts(12, 150)):
        one = crowd(number)
        first = asked(one)
        remembered._KNOWN.clear()
        backwards = dict(reversed(one.wants.items()))
        then = asked(replace(one, wants=backwards))
        assert first.chances == then.chances, number
        told, again = ({c: str(e) for c, e in a.refused.items()} for a in (first, then))
        assert told == again, number


def test_a_union_that_can_be_written_in_two_ways_is_one_candidate() -> None:
    """Of 36 unions 24 can be; each is as likely as any other, so a record is 2/3 likely beforehand."""
    space = tacit.Space((tacit.Nominal("x", ("a", "b")), tacit.Nominal("y", ("p", "q", "r", "s"))))
    cells = dict.fromkeys(product(range(2), range(4)), 1)
    market = tacit.Market.from_cube(space, np.ones(space.shape, dtype=int))
    where = Place(market, cells, cells, (None, None))
    row, box = ({0}, {0, 1}), ({0, 1}, {0, 2})
    like = tuple(tuple(map(frozenset, sets)) for sets in (row, box))
    wants = {cells_of(one): where.intent(one) for one in joined(where, like)}
    assert len(wants) == 36
    even: dict[Cells, Fraction] = dict.fromkeys(wants, Fraction(1))
    settings = {"against": "informed", "limit": "13/20", "candidates": "unions", "bare": False}
    limit, plain = Fraction(13, 20), {"contiguous": True, **settings}
    judge(Crowd(where, wants, (even,), limit, {}, Fraction(1), plain), "unions")


# --- a judge that nobody here wrote --------------------------------------------------------------


def channel(answer: Asked, rows: Sequence[Cells]) -> Matrix:
    """How likely each post (column) is for each candidate (row)."""
    posts = list(answer.posts)
    made = np.full((len(rows), len(posts)), Fraction(0), dtype=object)
    for v, one in enumerate(rows):
        for post, chance in answer.chances[one].items():
            made[v, posts.index(post)] = chance
    return made


def prior(crowd: Crowd, rows: Sequence[Cells]) -> Matrix:
    """How likely each candidate is that something is published for."""
    weights = [crowd.beliefs[0][one] for one in rows]
    return np.array([weight / sum(weights) for weight in weights], dtype=object)


def judge_by_qif(crowd: Crowd, answer: Asked, about: object) -> Fraction:
    """Let libqif say how sure someone is of a record, on average and at most; gives the average."""
    rows = list(answer.chances)
    made, pi = channel(answer, rows), prior(crowd, rows)
    assert qif.channel.is_proper(made), about
    _, inner = qif.channel.hyper(made, pi)
    sure, own = inner, pi[:, None] * made
    if all(len(one) == 1 for one in rows):  # then the record is the secret
        average: Fraction = qif.measure.bayes_vuln.posterior(pi, made)
    else:
        gain = gain_of(rows)
        average = qif.measure.g_vuln.posterior(gain, pi, made)
        sure, own = gain @ sure, gain @ own
    tried("posteriors", int((sure > 0).sum()))
    assert found("over the limit", when=float(sure.max()) > crowd.limit + CLOSE), about
    assert average == own.max(axis=0).sum(), about
    assert sure.max() == (own / (pi @ made)).max(), about
    return average


def gain_of(rows: Sequence[Cells]) -> Matrix:
    """What guessing each record (row) gains if each candidate (column) is behind a post."""
    cells = sorted(frozenset[tuple[int, ...]]().union(*rows))
    return np.array([[Fraction(cell in one) for one in rows] for cell in cells], dtype=object)


@pytest.mark.parametrize("kind", ["cells", "boxes", "list"])
def test_libqif_finds_nobody_surer_than_the_limit(kind: str) -> None:
    """Single cells, and candidates that share records: there the gain is 1 for a record of them."""
    judged = 0
    for number in range(attempts(12, 150)):
        one = crowd(number, kind, prior="uniform", within=1, hide={}, support="nonempty")
        answer = asked(one)
        if answer.chances:
            judge_by_qif(one, answer, number)
            judged += 1
    assert judged > attempts(12, 150) // 2


def adult(**settings: Any) -> Crowd:
    """The 155 cells of Adult that hold records, each as likely as any other, at a limit of 30%."""
    market, limit = tacit.load("adult"), Fraction(3, 10)
    everything = product(*map(range, market.space.shape))
    boxes = (tacit.Box(market.space, tuple((code,) for code in cell)) for cell in everything)
    wants = {frozenset(box.cells()): box for box in boxes if market.mass(box).records}
    even = dict.fromkeys(wants, Fraction(1))
    told = {"limit": limit, **settings}
    return Crowd(Place(market, {}, {}, ()), dict(wants), (even,), limit, {}, Fraction(1), told)


@pytest.mark.parametrize(("against", "least"), [("informed", 0.29995), (None, 0.28)])
def test_libqif_finds_that_adult_uses_what_the_limit_allows(
    against: str | None, least: float
) -> None:
    """All of it against the informed alone; by default others are held too, by posts that tell less."""
    one = adult(against=against)
    answer = asked(one)
    assert (len(answer.chances), len(answer.refused)) == (155, 0)
    check_posteriors(one, answer, "adult")
    assert least < float(judge_by_qif(one, answer, "adult")) < 0.3 + CLOSE
    surest = max(sure.chance for row in answer.posts.values() for sure in one.surest(row))
    assert surest == one.limit
