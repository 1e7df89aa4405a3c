"""Laws of the greedy expansion on random small markets, judged by brute force.

The judge knows a market as a plain dictionary: for each cell its records, what they cost, and the
price of one. It shares no code with the market's own sums.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import UnreachableLimit
from tacit.intents.intent import Intent
from tacit.publishing.greedy.reference import expand
from tests.helpers.choosing import choose
from tests.helpers.judged_markets import (
    NAMES,
    Case,
    alphas,
    attacker_sets,
    boxes,
    cases,
    limits,
)


def referee(
    case: Case, attacker: str, true: Intent, limit: Fraction, alpha: Fraction
) -> tuple[frozenset[int], ...] | None:
    """What the slow twin publishes."""
    return expand(
        case.space.shape,
        lambda d, a, b: case.distances[d](a, b),
        tuple(not dimension.offers_all for dimension in case.space),
        case.spend,
        lambda cell: case.weight(attacker, cell),
        case.claim(attacker, true),
        attacker in ("pi-uniform", "em-c"),
        tuple(frozenset(one) for one in true.codes),
        limit,
        alpha,
    )


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_what_is_published_holds_the_true_intent_and_every_promise(data: st.DataObject) -> None:
    case = data.draw(cases())
    true = data.draw(boxes(case.space))
    against, limit, alpha = data.draw(attacker_sets), data.draw(limits), data.draw(alphas)
    lowest = {name: case.lowest(name, true) for name in against}
    if max(lowest.values()) > limit:
        with pytest.raises(UnreachableLimit) as caught:
            choose(case.dense, true, against=against, limit=limit, alpha=alpha, method="greedy")
        assert caught.value.lowest == lowest[caught.value.attacker] == max(lowest.values())
        return
    result = choose(case.dense, true, against=against, limit=limit, alpha=alpha, method="greedy")
    assert true <= result.published
    for confidence in result.confidences:
        exact = case.confidence(confidence.attacker, true, result.published)
        assert confidence.upper == exact <= limit
    added = [set(p) - set(t) for p, t in zip(result.published.codes, true.codes, strict=True)]
    assert result.steps == sum(map(len, added))


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_the_lowest_limit_is_reached_and_nothing_below_it(data: st.DataObject) -> None:
    case = data.draw(cases())
    true, against = data.draw(boxes(case.space)), data.draw(attacker_sets)
    lowest = max(case.lowest(name, true) for name in against)
    if lowest == 0:
        assert (
            choose(
                case.dense, true, against=against, limit=Fraction(1, 10**30), method="greedy"
            ).steps
            == 0
        )
        return
    result = choose(
        case.dense, true, against=against, limit=lowest, alpha=data.draw(alphas), method="greedy"
    )
    assert result.held
    below = lowest - Fraction(1, 10**40)
    with pytest.raises(UnreachableLimit) as caught:
        choose(case.sparse, true, against=against, limit=below, method="greedy")
    assert caught.value.lowest == lowest


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_both_layouts_publish_the_same(data: st.DataObject) -> None:
    case = data.draw(cases())
    true, against = data.draw(boxes(case.space)), data.draw(attacker_sets)
    lowest = max(case.lowest(name, true) for name in against)
    limit = max(lowest, data.draw(limits)) or Fraction(1)
    alpha = data.draw(alphas)
    dense, sparse = (
        choose(market, true, against=against, limit=limit, alpha=alpha, method="greedy")
        for market in (case.dense, case.sparse)
    )
    assert dense.published == sparse.published
    assert (dense.mass, dense.steps, dense.confidences) == (
        sparse.mass,
        sparse.steps,
        sparse.confidences,
    )


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_the_fast_expansion_equals_its_slow_twin(data: st.DataObject) -> None:
    case = data.draw(cases())
    true, limit, alpha = data.draw(boxes(case.space)), data.draw(limits), data.draw(alphas)
    for attacker in NAMES:
        expected = referee(case, attacker, true, limit, alpha)
        for market in (case.dense, case.sparse):
            try:
                result = choose(
                    market, true, against=attacker, limit=limit, alpha=alpha, method="greedy"
                )
            except UnreachableLimit:
                assert expected is None
            else:
                assert tuple(map(frozenset, result.published.codes)) == expected
