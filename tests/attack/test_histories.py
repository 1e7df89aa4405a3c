"""Whatever a campaign was asked for, its ledger knows what a rival knows, and its promises hold.

A rival who replays every step for everyone who could be behind it says, after each post, how likely each
of them is. The ledger must say the same; what was promised must hold, unless it was given up by name;
and an audit must go on reporting against what was promised first.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.attack.crowds import Weights, row_of, upto
from tests.attack.histories import Asked, History
from tests.attack.shadows import kept_by
from tests.attack.tally import attempts, found, tried

SHARES = 4


def kept_rows(history: History) -> list[Weights] | None:
    """How likely each is by every belief that the ledger keeps."""
    remaining = history.campaign._ledger.remaining(history.where.market)
    if remaining is None:
        return None
    cells = [frozenset(intent.cells()) for intent in remaining.intents]
    assert len(set(cells)) == len(cells), history.about
    rows = [dict(zip(cells, row, strict=True)) for row in remaining.possible]
    return [{c: Fraction(w, sum(row.values())) for c, w in row.items() if w} for row in rows]


def check(history: History) -> None:
    """What must be so after every post."""
    known, about = kept_rows(history), history.about
    if known is not None:
        assert known == history.posteriors, about
        assert kept_by(history.campaign, history.where.market) == history.posteriors[0], about
    if not history.bound.is_nothing:
        sure = list(history.judged(history.bound))
        tried("posteriors", len(sure))
        for one in sure:
            assert found("over the limit", when=one.chance > one.limit), (about, one)
    if not history.first.is_nothing:
        check_audit(history, is_known=known is not None)


def check_audit(history: History, *, is_known: bool) -> None:
    """An audit goes on reporting against what was promised first, given up or not."""
    first, about = history.first, history.about
    assert history.campaign.promises.limits.get("informed") == first.limit, about
    audit = history.campaign.audit(history.where.market)
    broken = any(one.chance > one.limit for one in history.judged(first))
    if broken or not is_known:
        assert not audit.holds, about
    if is_known:
        row, records = audit.standing.informed, history.judged(replace(first, hidden={}))
        assert row is not None, about
        assert row.upper == max(one.chance for one in records), about
        assert first.limit is not None, about
        assert (row.limit or audit.limit) <= first.limit, about


def lived(number: int) -> History:
    """A history of a few steps, judged after each."""
    history = History.of(number)
    for _ in range(history.random.randint(2, 5)):
        if history.take(history.next()):
            check(history)
    tried("histories")
    return history


@pytest.mark.parametrize("share", range(SHARES))
def test_the_ledger_knows_what_a_rival_knows_and_promises_hold(share: int) -> None:
    numbers = range(share, attempts(80, 1600), SHARES)
    posts = [len(lived(number).campaign.entries) for number in numbers]
    assert sum(many > 1 for many in posts) > len(posts) // 4, (
        "else there is nothing to put together"
    )


def test_a_raised_limit_breaks_no_promise_unless_it_is_given_up() -> None:
    """Two posts more, at a limit of everything; then one for which the first limit is given up."""
    broken = 0
    for number in range(attempts(8, 120)):
        history = History.of(number, "cells", "shape", "boxes", "upto", "list")
        history.starts_sealed = True
        asked = history.next()
        asked = replace(asked, settings={**asked.settings, "against": "informed"})
        if not history.take(asked):
            continue
        check(history)
        settings = {**asked.settings, "limit": Fraction(1)}
        named = ("informed", "within") if asked.within > 1 else ("informed",)
        for loosen in ((), (), named):
            more = replace(asked, settings=settings, again=True, loosen=loosen, hide={})
            assert history.take(more), history.about
            check(history)
        broken += any(sure.chance > sure.limit for sure in history.judged(history.first))
        tried("histories")
    assert broken, "else there was nothing to give up"


def sealed(limit: str, candidates: str, *loosen: str, **settings: Any) -> Asked:
    told = {"method": "sealed", "against": "informed", "limit": limit, "candidates": candidates}
    return Asked({**told, **settings}, again=True, loosen=loosen, seed=1)


def test_a_replay_reckons_with_everyone_whom_the_first_post_did() -> None:
    """Of all cells and pairs, two cells and a pair lead to both posts; so a record is 2/3 likely."""
    where = row_of(1, 1, 1)
    history = History(0, Random(0), where, upto(where, 2), frozenset({(0,)}))
    assert history.take(sealed("1/2", "upto:2"))
    greedy = {"method": "greedy", "against": "em-f", "limit": "1/2"}
    assert history.take(Asked(greedy, again=True, loosen=("informed",), seed=0))
    assert sorted(map(len, history.posteriors[0])) == [1, 1, 2]
    check(history)


def test_the_factor_outlives_a_limit_that_is_given_up() -> None:
    """Only the limit was given up, so the new one is promised for all beliefs within the factor."""
    where = row_of(1, 1, 1, 1)
    history = History(0, Random(0), where, upto(where, 1), frozenset({(0,)}))
    assert history.take(sealed("1/2", "cells", within=2))
    assert history.take(sealed("1/2", "cells", "informed"))
    assert history.campaign.promises.within == 2
    check(history)
