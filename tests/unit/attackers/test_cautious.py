"""Attackers held at the upper end of what counts allow: against every box of tiny markets."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

import numpy as np
import pytest

import tacit
from tacit.attackers.cautious import Cautious, cautious
from tacit.attackers.em_c import EmC
from tacit.attackers.em_f import EmF
from tacit.attackers.em_fc import EmFc
from tacit.attackers.pi_uniform import PiUniform
from tacit.errors import SettingError, UnreachableLimit
from tacit.intents.box import Box
from tacit.market.bounded import Bounded
from tacit.market.knowledge import Knowledge
from tacit.market.market import Market
from tacit.market.sampled import Sampled
from tacit.publishing.procedure import Procedure
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import line
from tests.helpers.own_attackers import Crowd

SPACE = Space((Nominal("p", ("a", "b", "c")), Nominal("q", ("x", "y", "z"))))
DRAWN = [[2, 9, 14], [5, 30, 1], [11, 0, 40]]
PRICES = [[1, 2, 3], [2, 1, 1], [4, 1, 2]]
LIMIT = Fraction(3, 10)


def market(kind: str, prices: Any = None) -> Market:
    """A small market, known by a sample or by bounds."""
    counts = np.array(DRAWN)
    drawn = Market.from_cube(SPACE, counts, prices)
    about = Market.from_cube(SPACE, counts * 10, prices)
    if kind == "sample":
        return replace(about, knowledge=Sampled.of(drawn, "", 10))
    least = Market.from_cube(SPACE, counts * 10 - counts % 7, prices)
    most = Market.from_cube(SPACE, counts * 10 + counts % 5 + 1, prices)
    return replace(about, knowledge=Bounded(least, most, ""))


def boxes() -> list[Box]:
    """Every box of the space."""
    some = list(chain.from_iterable(combinations(range(3), n) for n in (1, 2, 3)))
    return [Box(SPACE, pair) for pair in product(some, some)]


def upper(known: Knowledge | None, measure: str, true: Box, post: Box) -> Fraction:
    assert known is not None
    found = known.share(measure, true, post)
    assert found is not None
    return found.upper


@pytest.mark.parametrize("kind", ["sample", "bounds"])
class TestHolding:
    @pytest.mark.parametrize("against", ["em-f", "em-f,em-fc"])
    def test_optimal_finds_the_cheapest_of_all_boxes_whose_upper_end_is_within(
        self, kind: str, against: str
    ) -> None:
        made = market(kind, PRICES if "fc" in against else None)
        measures = ["records", "spend"] if "fc" in against else ["records"]
        how = Procedure.of(method="optimal", against=against, limit=LIMIT)
        counts = made.knowledge.counts if made.knowledge else made
        assert counts is not None
        for true in boxes():
            if true.size > 2:
                continue
            fit = [
                counts.mass(post).records
                for post in boxes()
                if true <= post
                and all(upper(made.knowledge, m, true, post) <= LIMIT for m in measures)
            ]
            if not fit:
                with pytest.raises(UnreachableLimit):
                    how.choose(made, true)
                continue
            post = how.choose(made, true).published
            assert all(upper(made.knowledge, m, true, post.hull) <= LIMIT for m in measures)
            if measures == ["records"]:  # the target for money is a little on the safe side
                assert counts.mass(post).records == min(fit)

    @pytest.mark.parametrize("method", ["greedy", "sealed"])
    def test_every_post_there_may_be_is_within(self, kind: str, method: str) -> None:
        made = market(kind)
        how = Procedure.of(method=method, against="em-f", limit=LIMIT)
        served = 0
        for code in product(range(3), repeat=2):
            true = Box(SPACE, tuple((c,) for c in code))
            try:
                choice = how.settled(true).choose(made, true)
            except tacit.TacitError:
                continue
            served += 1
            for post in choice.posts:
                assert upper(made.knowledge, "records", true, post.published.hull) <= LIMIT
        assert served >= 6

    def test_the_estimate_is_held_where_that_is_asked(self, kind: str) -> None:
        made = market(kind)
        true = Box(SPACE, ((0,), (1,)))
        asked: dict[str, Any] = {"method": "optimal", "against": "em-f", "limit": LIMIT}
        lax = tacit.protect(made, true, **asked, hold="estimate")
        strict = tacit.protect(made, true, **asked)
        assert lax.confidences[0].estimate is not None
        assert lax.confidences[0].estimate <= LIMIT
        assert strict.confidences[0].upper <= LIMIT
        assert lax.mass.records <= strict.mass.records
        assert lax.confidences[0].within(LIMIT) == (lax.confidences[0].upper <= LIMIT)

    def test_an_audit_replays_what_was_held(self, kind: str) -> None:
        made = market(kind)
        true = Box(SPACE, ((0,), (0,)))
        for method in ("greedy", "optimal", "sealed"):
            more = {"seed": 4} if method == "sealed" else {}
            post = tacit.protect(made, true, method=method, against="em-f", limit="2/5", **more)
            judged = tacit.audit(made, true, post)
            assert judged.headline == post.headline
            assert judged.made_by == post.procedure

    def test_the_lowest_limit_that_is_named_can_be_reached(self, kind: str) -> None:
        made = market(kind)
        true = Box(SPACE, ((2,), (2,)))
        asked: dict[str, Any] = {"method": "optimal", "against": "em-f"}
        with pytest.raises(UnreachableLimit) as error:
            tacit.protect(made, true, **asked, limit="1/10")
        found = tacit.protect(made, true, **asked, limit=error.value.lowest)
        assert found.confidences[0].upper <= error.value.lowest


def test_who_does_not_go_by_counts_stays_as_it_is() -> None:
    known = Sampled.of(line([1, 2]), "")
    for one in (PiUniform(), EmC()):
        assert cautious(one, known) is one
    for plain in (EmF(), EmFc()):
        held = cautious(plain, known)
        assert isinstance(held, Cautious)
        assert (held.name, held.measure(), held.plain) == (plain.name, plain.goes_by, False)


def test_one_of_whom_it_is_not_known_what_it_goes_by_is_refused() -> None:
    made = market("sample")
    with pytest.raises(SettingError, match="can't be held at the upper end"):
        tacit.protect(made, {"p": ["a"]}, method="greedy", against=Crowd())
    found = tacit.protect(
        made, {"p": ["a"]}, method="greedy", against=Crowd(), hold="estimate", limit=0.6
    )
    assert not found.confidences[0].known
    assert not found.confidences[0].within(Fraction(1))


def test_a_claim_is_the_weight_that_is_needed() -> None:
    made = market("sample")
    assert made.knowledge is not None
    counts = made.knowledge.counts
    assert counts is not None
    held = cautious(EmF(), made.knowledge).at(LIMIT)
    claim = held.claim(counts, Box(SPACE, ((1,), (1,))))
    assert held.needed(claim, LIMIT) == claim > 30 / LIMIT
    assert held.judge(claim, replace(counts.total, records=claim)).upper == LIMIT
    assert held.judge(claim, replace(counts.total, records=claim - 1)).upper > LIMIT
