"""To those without the key its draws are chance: as likely as stated, and independent of each other.

The keys are fixed, so that these tests come out the same each time. Each would fail by chance for one
choice of keys in ten thousand, had the draws really been made at random.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chi2

from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.own_key import OwnKey
from tacit.publishing.plan import Choice
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import PUBLISHING
from tacit.publishing.question import question
from tests.helpers.sealed_cases import CITY, COUNTS

KEYS = [OwnKey(hashlib.sha256(b"key %d" % number).digest()) for number in range(2_000)]
LEVEL = 1e-4
SEEN = 5
"""A test by chi-square counts only what is expected so often; the rest counts together."""
EFFORT = 20_000
MARKETS = {
    "today": Market.from_cube(CITY, COUNTS),
    "tomorrow": Market.from_cube(CITY, [[9, 1, 4, 2], [3, 0, 7, 5], [6, 2, 1, 9]]),
}
WANTS = {"ap": ("a", "p"), "br": ("b", "r"), "cs": ("c", "s")}


def sealing(effort: int = EFFORT) -> Procedure:
    return Procedure.of(method="sealed", limit="2/5", prior="records", effort=effort)


def wanted(market: Market, name: str) -> Intent:
    x, y = WANTS[name]
    return market.intent({"x": [x], "y": [y]})


@cache
def choice(day: str, want: str) -> Choice:
    found = sealing().choose(MARKETS[day], wanted(MARKETS[day], want))
    assert len(found.posts) > 1, "or there is nothing to draw"
    return found


@cache
def drawn(day: str, want: str, effort: int = EFFORT) -> list[int]:
    """The place of the post that each key leads to."""
    market = MARKETS[day]
    asked = question(market, sealing(effort), wanted(market, want))
    seeds = ([*key.draw(asked), PUBLISHING] for key in KEYS)
    return [choice(day, want).draw(np.random.default_rng(seed)) for seed in seeds]


def chances(of: Choice) -> list[float]:
    return [float(post.chance) for post in of.posts]


def as_often_as_stated(seen: Counter[object], stated: dict[object, float]) -> bool:
    """Whether what came up is no further from the stated chances than chance itself goes."""
    many = seen.total()
    often = {what for what, chance in stated.items() if chance * many >= SEEN}
    expected = [stated[what] * many for what in often]
    found = [seen[what] for what in often]
    rest = many - sum(expected)
    if rest >= SEEN:
        expected, found = [*expected, rest], [*found, many - sum(found)]
    assert len(expected) > 1
    far = sum((f - e) ** 2 / e for f, e in zip(found, expected, strict=True))
    return bool(far <= chi2.ppf(1 - LEVEL, len(expected) - 1))


def together(first: Sequence[float], second: Sequence[float]) -> dict[object, float]:
    """How likely each pair is, if the two have nothing to do with each other."""
    return {(i, j): a * b for i, a in enumerate(first) for j, b in enumerate(second)}


QUESTIONS = [(day, want) for day in MARKETS for want in WANTS]


@pytest.mark.parametrize(("day", "want"), QUESTIONS)
def test_over_keys_posts_come_up_as_often_as_stated(day: str, want: str) -> None:
    stated = dict(enumerate(chances(choice(day, want))))
    assert as_often_as_stated(Counter(drawn(day, want)), stated)  # type: ignore[arg-type]


@pytest.mark.parametrize(("one", "other"), list(combinations(QUESTIONS, 2)))
def test_draws_of_one_key_for_two_questions_are_independent(
    one: tuple[str, str], other: tuple[str, str]
) -> None:
    """Of two wants, or of two markets: who sees both posts learns no more than from two draws."""
    stated = together(chances(choice(*one)), chances(choice(*other)))
    pairs = Counter(zip(drawn(*one), drawn(*other), strict=True))
    assert as_often_as_stated(pairs, stated)  # type: ignore[arg-type]


def test_so_are_those_for_other_settings() -> None:
    """These choose among the same posts, so that only the question tells them apart."""
    market, true = MARKETS["today"], wanted(MARKETS["today"], "br")
    assert sealing(EFFORT + 1).choose(market, true).posts == choice("today", "br").posts
    stated = chances(choice("today", "br"))
    pairs = Counter(zip(drawn("today", "br"), drawn("today", "br", EFFORT + 1), strict=True))
    assert as_often_as_stated(pairs, together(stated, stated))  # type: ignore[arg-type]
