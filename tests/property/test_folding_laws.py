"""Laws of folding: fewer dimensions never make an attacker less sure, and a column of which nothing is
asked changes nothing that sealed draws, nor what an audit finds.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

import tacit
from tacit.attackers.registry import ATTACKERS
from tacit.errors import TacitError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import any_of
from tacit.market.folding import Folding
from tacit.market.market import Market
from tacit.publishing.method import DrawingMethod
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import publish
from tacit.publishing.sealed.sealing import Sealing
from tests.helpers.judged_markets import Case, boxes, cases
from tests.helpers.sealed_cases import plenty
from tests.helpers.wider_markets import KINDS, NEW, Wider, procedures, wants, wider_markets

Drawn = dict[Intent, dict[Intent, Fraction]]
"""For each candidate, how likely each post is."""


@st.composite
def free_intents(draw: st.DrawFn, market: Market, away: set[int]) -> Intent:
    """A box, or several joined, with all values of some dimensions."""

    def opened(box: Intent) -> Box:
        codes = enumerate(box.hull.codes)
        every = Box.everything(market.space).codes
        return Box(market.space, tuple(every[d] if d in away else one for d, one in codes))

    some = draw(st.lists(boxes(market.space), min_size=1, max_size=3))
    return any_of(map(opened, some))


@st.composite
def foldings(draw: st.DrawFn) -> tuple[Case, Folding]:
    """A market that is folded onto some of its dimensions."""
    case = draw(cases())
    away = draw(st.sets(st.integers(0, len(case.space) - 1), max_size=len(case.space) - 1))
    market = draw(st.sampled_from([case.dense, case.sparse]))
    folding = Folding.of(market, away)
    assert folding is not None
    assert folding.away == away
    return case, folding


@settings(plenty, max_examples=100)
@given(foldings(), st.data())
def test_no_attacker_is_less_sure_in_fewer_dimensions(
    drawn: tuple[Case, Folding], data: st.DataObject
) -> None:
    case, folding = drawn
    market, away = folding.whole, set(folding.away)
    true = data.draw(free_intents(market, away))
    published = any_of([true, data.draw(free_intents(market, away))])
    for name, attacker in ATTACKERS.items():
        whole = attacker.confidence(market, true, published).upper
        folded = attacker.confidence(
            folding.folded, folding.fold(true), folding.fold(published)
        ).upper
        assert whole == case.confidence(name, true, published)
        assert folded >= whole
        assert folded == whole or name != "pi-uniform"


@settings(plenty, max_examples=100)
@given(foldings(), st.data())
def test_an_intent_holds_the_same_in_fewer_dimensions(
    drawn: tuple[Case, Folding], data: st.DataObject
) -> None:
    _, folding = drawn
    intent = data.draw(free_intents(folding.whole, set(folding.away)))
    there = folding.fold(intent)
    assert folding.keeps(intent)
    assert folding.lift(there) == intent
    assert folding.fold(folding.lift(there)) == there
    assert there.size * folding.times == intent.size
    assert folding.lift_mass(folding.folded.mass(there)) == folding.whole.mass(intent)


def refusal(ask: Callable[[], Any]) -> Any:
    """What is answered; where that is refused, with which kind of error."""
    try:
        return ask()
    except TacitError as error:
        return type(error), getattr(error, "lowest", None)


def settled(market: Market, how: Procedure, true: Intent) -> Sealing:
    """How all candidates are published."""
    method = cast("DrawingMethod", how.method)
    return method.settle(market, how.against, how.settings, true)


def drawn_for(sealing: Sealing, lift: Callable[[Intent], Intent]) -> Drawn:
    """For each candidate all that may be drawn, with its chance, in all dimensions."""
    found: Drawn = {}
    for block in sealing.blocks:
        sealed = sealing.sealed(block)
        made, everyone = sealed.mechanism, sealed.block.candidates
        for v in range(len(everyone)):
            chances = made.chances(v).items()
            found[lift(everyone.intent(v))] = {lift(made.intent(u)): c for u, c in chances}
    return found


@st.composite
def questions(draw: st.DrawFn) -> tuple[Wider, Intent, Procedure]:
    """A market with a column to add, what is wanted, and how to draw."""
    case, kind = draw(wider_markets()), draw(st.sampled_from(KINDS))
    true = draw(wants(case.space, kind))
    return case, true, draw(procedures(case, true, kind))


@settings(plenty, max_examples=40)
@given(questions())
def test_a_column_of_which_nothing_is_asked_changes_nothing_that_is_drawn(
    question: tuple[Wider, Intent, Procedure],
) -> None:
    case, true, how = question
    narrow = refusal(lambda: settled(case.narrow, how, true))
    wide = refusal(lambda: settled(case.wide, how, case.lift(true)))
    event(f"settled: {isinstance(narrow, Sealing)}, attackers: {len(how.against.posts)}")
    if not isinstance(narrow, Sealing):
        assert wide == narrow
        return
    assert case.wide.space.index(NEW) in wide.folding.away
    assert wide.considered == narrow.considered
    assert drawn_for(wide, lambda one: one) == drawn_for(narrow, case.lift)
    for one, other in zip(narrow.blocks, wide.blocks, strict=True):
        short, long = narrow.sealed(one), wide.sealed(other)
        event(f"posts: {min(len(short.mechanism.joint), 4)}")
        assert long.status == short.status
        for measure, times in (("records", 1), ("spend", 1), ("cells", case.many)):
            assert long.expected(measure) == short.expected(measure) * times
            assert long.floor(measure) == short.floor(measure) * times
        assert long.bound == short.bound * (case.many if narrow.form.objective == "cells" else 1)
        for u in range(len(long.mechanism.joint)):
            assert long.mechanism.masses.one(u) == case.wide.mass(long.mechanism.intent(u))


@settings(plenty, max_examples=30)
@given(questions())
def test_every_post_keeps_every_limit_in_all_dimensions(
    question: tuple[Wider, Intent, Procedure],
) -> None:
    case, true, how = question
    market = case.wide
    sealing = refusal(lambda: settled(market, how, case.lift(true)))
    assume(isinstance(sealing, Sealing))
    for candidate, chances in drawn_for(sealing, lambda one: one).items():
        assert sum(chances.values()) == 1
        for post in chances:
            assert candidate <= post
            assert sealing.form.bare or candidate != post
            for one in how.against.judged(market, candidate, post):
                assert one.within(how.limit)


@settings(plenty, max_examples=25)
@given(questions(), st.integers(0, 5), st.booleans())
def test_an_audit_finds_the_same_with_and_without_such_a_column(
    question: tuple[Wider, Intent, Procedure], seed: int, asked: bool
) -> None:
    case, true, how = question
    narrow = refusal(lambda: publish(how, case.narrow, true, seed))
    wide = refusal(lambda: publish(how, case.wide, case.lift(true), seed))
    if isinstance(narrow, tuple):
        assert wide == narrow
        return
    assert wide.published == case.lift(narrow.published)
    hide = {NEW: Fraction(1, 2)} if asked else {}
    short = tacit.audit(case.narrow, true, narrow).finding
    long = tacit.audit(case.wide, case.lift(true), wide, hide=hide).finding
    assert short is not None
    assert long is not None
    assert long.confidence == short.confidence
    event(f"remaining: {min(short.confidence.remaining or 0, 5)}")
    assert (long.wanted, long.possible, long.part) == (short.wanted, short.possible, short.part)
    assert long.margin == short.margin
    assert long.hidden[: len(short.hidden)] == short.hidden
    assert [one.upper for one in long.hidden[len(short.hidden) :]] == [Fraction(0)] * asked
    told = {one.dimension: one for one in long.gives_away}
    assert [one.dimension for one in long.gives_away] == list(case.wide.space.names)
    new = told.pop(NEW)
    assert (new.value, new.before, new.after) == (None, 0, 0)
    assert list(told.values()) == list(short.gives_away)
