"""Laws of replaying: many candidates at once lead where each leads alone.

`greedy` itself, candidate by candidate, is the judge; it has a slow twin of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.attackers.against import Against
from tacit.attackers.attacker import Attacker
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market import stack_frontiers as _slabs
from tacit.market.market import Market
from tacit.market.stacks import Stack, stacked
from tacit.publishing.boxes import Boxes
from tacit.publishing.greedy.replay import greedy_leading_to, greedy_method, replay_greedy
from tacit.publishing.optimal.rule_out import may_be_optimal, optimal_leading_to
from tacit.publishing.optimal.search import optimal
from tacit.publishing.replay import Outcomes, Publish, replay_one_by_one
from tacit.publishing.rules import Rules
from tests.helpers.box_questions import limits as roomy_limits
from tests.helpers.box_questions import questions
from tests.helpers.candidate_stacks import some_boxes
from tests.helpers.judged_markets import Case, attacker_sets, boxes, cases, limits
from tests.helpers.replaying import leading_to

ENGINES: dict[str, dict[str, Any]] = {
    "laid out": {"LAID_UP_TO": 2**17},
    "laid out, highest box by box": {"FEW_CELLS": 0, "LAID_FOR_LISTED": 1000},
    "listed": {"LAID_UP_TO": 0},
    "one by one": {"LAID_UP_TO": 0, "LISTED_UP_TO": -1},
    "in small batches": {"MEMORY": 1},
}
alphas = st.one_of(
    st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3)]), st.fractions(0, 1)
)


def own_limits(data: st.DataObject, attackers: Sequence[Attacker]) -> list[Fraction]:
    if data.draw(st.booleans()):
        return [data.draw(limits)] * len(attackers)
    return [data.draw(limits) for _ in attackers]


def same(one: Outcomes, other: Outcomes) -> bool:
    pairs = zip(one.masks, other.masks, strict=True)
    return np.array_equal(one.reached, other.reached) and all(np.array_equal(*p) for p in pairs)


def box_at(market: Market, stack: Stack, at: int) -> Box:
    return Box.from_masks(market.space, [rows[at] for rows in stack])


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_all_candidates_at_once_lead_where_each_leads_alone(data: st.DataObject) -> None:
    case: Case = data.draw(cases())
    attackers = Against.of(data.draw(attacker_sets)).posts
    each, alpha = own_limits(data, attackers), data.draw(alphas)
    candidates = some_boxes(case.dense, 25, data.draw(st.integers(0, 10**6)))
    alone = replay_one_by_one(
        case.dense, candidates, greedy_method(case.dense, attackers, each, alpha)
    )
    for engine in ENGINES.values():
        for market in (case.dense, case.sparse):
            with patch.multiple(_slabs, **engine):
                assert same(replay_greedy(market, candidates, attackers, each, alpha), alone)


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_who_leads_to_a_published_intent_is_as_comparing_all_says(data: st.DataObject) -> None:
    case: Case = data.draw(cases())
    attackers = Against.of(data.draw(attacker_sets)).posts
    each, alpha = own_limits(data, attackers), data.draw(alphas)
    candidates = some_boxes(case.dense, 40, data.draw(st.integers(0, 10**6)))
    replayed = replay_greedy(case.dense, candidates, attackers, each, alpha)
    asked = [data.draw(boxes(case.space))]
    asked += [
        box_at(case.dense, replayed.masks, int(i)) for i in np.flatnonzero(replayed.reached)[:3]
    ]
    for published in asked:
        for engine in ENGINES.values():
            for market in (case.dense, case.sparse):
                with patch.multiple(_slabs, **engine):
                    found = greedy_leading_to(market, candidates, published, attackers, each, alpha)
                assert np.array_equal(found, replayed.equal(published))
        method = greedy_method(case.dense, attackers, each, alpha)
        assert np.array_equal(leading_to(case.dense, candidates, published, method), found)


def optimal_method(
    market: Market, attackers: Sequence[Attacker], each: Sequence[Fraction], rules: Rules
) -> Publish:
    def publish(true: Intent) -> Intent | None:
        reach = Boxes(market, true, attackers, each, rules)
        if not reach.holds(reach.mass(reach.reachable(reach.start, reach.allowed))):
            return None
        plan = optimal(market, true, attackers, each, rules, seconds=60)
        assert plan.proof is not None
        assert plan.proof.status == "optimal"
        return plan.published

    return publish


@st.composite
def some_rules(draw: st.DrawFn, case: Case) -> Rules:
    always = {}
    if draw(st.booleans()):
        dimension = draw(st.sampled_from(case.space.dimensions))
        always = {dimension.name: [draw(st.sampled_from(dimension.values))]}
    objective = draw(st.sampled_from(["records", "cost", "cells"]))
    return Rules(objective, draw(st.booleans()), {}, always)


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_what_is_ruled_out_beforehand_is_never_optimal(data: st.DataObject) -> None:
    case: Case = data.draw(cases())
    rules = data.draw(some_rules(case))
    attackers = Against.of(data.draw(attacker_sets)).posts
    each = [data.draw(roomy_limits)] * len(attackers)
    method = optimal_method(case.dense, attackers, each, rules)
    candidates = some_boxes(case.dense, 12, data.draw(st.integers(0, 10**6)))
    replayed = replay_one_by_one(case.dense, candidates, method)
    asked = [data.draw(boxes(case.space))]
    asked += [box_at(case.dense, replayed.masks, int(i)) for i in np.flatnonzero(replayed.reached)]
    for published in asked:
        truth = replayed.equal(published)
        for market in (case.dense, case.sparse):
            left = may_be_optimal(market, candidates, published, attackers, each, rules)
            assert not (truth & ~left).any()
            found = optimal_leading_to(
                market, candidates, published, attackers, each, rules, method
            )
            assert np.array_equal(found, truth)


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_what_is_ruled_out_beforehand_is_not_the_best_of_all_boxes(data: st.DataObject) -> None:
    """Judged by listing every box that keeps limits and rules."""
    asked = data.draw(questions())
    every = [box for box in asked.boxes() if asked.holds(box)]
    if not every:
        return
    least = asked.least()
    best = [box for box in every if asked.value(box) == least]
    rules = Rules(asked.objective, asked.contiguous, asked.never, asked.always)
    attackers = Against.of(asked.against).posts
    each = [asked.limit] * len(attackers)
    for box in best[:10]:
        published = Box(asked.case.space, tuple(tuple(one) for one in box))
        for market in (asked.case.dense, asked.case.sparse):
            left = may_be_optimal(market, stacked([asked.true]), published, attackers, each, rules)
            assert left.all()


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_a_true_intent_leads_to_what_is_published_for_it(data: st.DataObject) -> None:
    case: Case = data.draw(cases())
    attackers = Against.of(data.draw(attacker_sets)).posts
    each, alpha = own_limits(data, attackers), data.draw(alphas)
    true = data.draw(boxes(case.space))
    published = greedy_method(case.dense, attackers, each, alpha)(true)
    if published is not None:
        found = greedy_leading_to(case.dense, stacked([true]), published, attackers, each, alpha)
        assert found.all()
