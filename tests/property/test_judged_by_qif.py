"""Sealed judged by libqif, a library of quantitative information flow that no one here wrote.

What sealed settles is a channel: for each candidate, how likely each post is. libqif reckons what a
rival makes of a channel, here in exact fractions.
"""

from __future__ import annotations

import platform
import sys
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.secrets import Secrets
from tacit.market.sources.load import load
from tacit.publishing.sealed.mechanism import Mechanism
from tests.helpers.sealed_blocks import whole

THERE = sys.platform == "linux" and platform.machine() == "x86_64"
"""Where the library is among what tests need: there it must not be missing."""
qif = import_module("qif") if THERE else pytest.importorskip("qif")

LIMIT, OF_RACE, FACTOR = Fraction(3, 10), Fraction(35, 100), Fraction(2)
Channel = np.ndarray[Any, Any]


@cache
def sealed(prior: str = "uniform", hide: bool = False, within: Fraction = Fraction(1)) -> Mechanism:
    """How the filled cells of Adult are published."""
    secrets = Secrets(LIMIT, {"race": OF_RACE} if hide else {}, within)
    return whole(load("adult"), Belief("cells", prior, "nonempty"), secrets).mechanism


def channel(made: Mechanism) -> Channel:
    """How likely each post (column) is for each candidate (row)."""
    found = np.full((len(made.candidates), len(made.joint)), Fraction(0), dtype=object)
    for v in range(len(found)):
        for u, chance in made.chances(v).items():
            found[v, u] = chance
    return found


def belief(weights: Any) -> Channel:
    """Weights as chances."""
    total = sum(int(w) for w in weights)
    return np.array([Fraction(int(w), total) for w in weights], dtype=object)


def surest(pi: Channel, posts: Channel) -> Fraction:
    """How sure someone is of the likeliest candidate at most, whatever is published."""
    _, given = qif.channel.hyper(posts, pi)
    found: Fraction = given.max()
    return found


def by_race(made: Mechanism) -> Channel:
    """For each race (row), which candidates (column) ask for it."""
    codes = made.candidates.codes
    assert codes is not None
    d = made.candidates.market.space.names.index("race")
    return np.array([codes[d] == race for race in range(made.candidates.market.space.shape[d])])


def surest_of_race(pi: Channel, posts: Channel, races: Channel) -> Fraction:
    """How sure someone is of a race at most, whatever is published."""
    _, given = qif.channel.hyper(posts, pi)
    found: Fraction = (races.astype(object) @ given).max()
    return found


ASKED: dict[str, dict[str, Any]] = {
    "plain": {},
    "two beliefs": {"prior": "uniform,records"},
    "race hidden": {"hide": True},
    "within a factor": {"within": FACTOR},
}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_settled_is_a_channel(name: str) -> None:
    assert qif.channel.is_proper(channel(sealed(**ASKED[name])))


@pytest.mark.parametrize("name", ASKED)
def test_no_belief_that_was_named_is_surer_than_the_limit(name: str) -> None:
    """On average over posts, which is what the vulnerability is, and for each post."""
    made = sealed(**ASKED[name])
    posts = channel(made)
    for weights in made.candidates.beliefs:
        pi = belief(weights)
        assert qif.measure.bayes_vuln.posterior(pi, posts) <= LIMIT
        assert surest(pi, posts) <= LIMIT


def test_the_plain_optimum_uses_all_that_the_limit_allows() -> None:
    made = sealed()
    pi, posts = belief(made.candidates.weights), channel(made)
    assert float(qif.measure.bayes_vuln.posterior(pi, posts)) == pytest.approx(0.3, abs=1e-6)
    assert surest(pi, posts) == LIMIT
    assert qif.measure.bayes_vuln.prior(pi) == Fraction(1, 155)


def test_one_belief_alone_leaves_another_surer() -> None:
    """So the judge tells the difference: who reckons with records is surer of the plain optimum."""
    both = sealed(prior="uniform,records")
    records = belief(both.candidates.others[0])
    assert qif.measure.bayes_vuln.posterior(records, channel(sealed())) > Fraction(4, 5)
    assert qif.measure.bayes_vuln.posterior(records, channel(both)) <= LIMIT


class TestAHiddenValue:
    def test_who_guesses_the_race_is_right_no_oftener_than_its_limit(self) -> None:
        """The gain is 1 for the right race, and nothing else is rewarded."""
        made = sealed(hide=True)
        pi, posts, races = belief(made.candidates.weights), channel(made), by_race(made)
        gain = np.where(races, Fraction(1), Fraction(0))
        assert qif.measure.g_vuln.posterior(gain, pi, posts) <= OF_RACE
        assert surest_of_race(pi, posts, races) <= OF_RACE

    def test_who_bets_on_or_against_a_race_gains_nothing_from_the_post(self) -> None:
        """It never gets likelier than not, so one bets against it, with the post as without."""
        made = sealed(hide=True)
        pi, posts = belief(made.candidates.weights), channel(made)
        for race in by_race(made).astype(np.uint64):
            before = qif.measure.pred_vuln.prior(race, pi)
            assert before >= 1 - OF_RACE
            assert qif.measure.pred_vuln.posterior(race, pi, posts) == before

    def test_where_it_is_not_hidden_posts_tell_the_race(self) -> None:
        made = sealed()
        pi, posts, races = belief(made.candidates.weights), channel(made), by_race(made)
        assert surest_of_race(pi, posts, races) == 1
        gained = [
            qif.measure.pred_vuln.posterior(race, pi, posts) - qif.measure.pred_vuln.prior(race, pi)
            for race in races.astype(np.uint64)
        ]
        assert max(gained) > Fraction(1, 100)


class TestWithinAFactor:
    def test_a_hundred_who_reckon_more_with_some_candidates(self) -> None:
        made, rng = sealed(within=FACTOR), np.random.default_rng(20261116)
        posts = channel(made)
        for _ in range(100):
            share = rng.choice([0.02, 0.1, 0.5, 0.9])
            more = np.where(rng.random(len(posts)) < share, FACTOR, Fraction(1))
            pi = belief(made.candidates.weights.astype(object) * more)
            assert qif.measure.bayes_vuln.posterior(pi, posts) <= LIMIT
            assert surest(pi, posts) <= LIMIT

    def test_whoever_reckons_more_with_one_is_just_as_sure_as_the_limit_of_it(self) -> None:
        """The worst of all: one candidate up and all others down. The factor is used in full."""
        made = sealed(within=FACTOR)
        posts = channel(made)
        found = []
        for v in range(0, len(posts), 5):
            weights = made.candidates.weights.astype(object).copy()
            weights[v] *= 2
            found.append(surest(belief(weights), posts))
        assert max(found) == LIMIT

    def test_without_the_factor_they_would_be_surer(self) -> None:
        made = sealed()
        posts = channel(made)
        weights = made.candidates.weights.astype(object).copy()
        weights[0] *= 2
        assert surest(belief(weights), posts) > LIMIT
