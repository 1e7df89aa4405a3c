"""Every alpha that matters, none missed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacit
from tacit.attackers.registry import ATTACKERS
from tacit.paper.expansion import TRUE_INTENT_1, TRUE_INTENT_2
from tacit.publishing.greedy.every_alpha import all_alphas, best_alpha
from tacit.publishing.greedy.expansion import greedy


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 10**9), st.sampled_from(list(ATTACKERS)), st.fractions(0, 1, max_denominator=97)
)
@pytest.mark.slow
def test_every_alpha_gives_one_of_the_listed_results(seed: int, name: str, alpha: Fraction) -> None:
    rng = np.random.default_rng(seed)
    space = tacit.Space(
        (
            tacit.Nominal("a", tuple("wxyz")),
            tacit.Ordinal("b", tuple("pqrs")),
            tacit.Nominal("c", ("u", "v")),
        )
    )
    records, prices = rng.integers(0, 9, space.shape), rng.integers(1, 5, space.shape)
    market = tacit.Market.from_cube(space, records + 1, prices)
    true = market.intent({"a": ["w"], "b": ["q"], "c": ["u"]})
    attacker, limit = [ATTACKERS[name]], [Fraction(1, 8)]
    if ATTACKERS[name].lowest_limit(market, true) > limit[0]:
        limit = [Fraction(1, 2)]
    plans = all_alphas(market, true, attacker, limit)
    listed = [plan.published for plan in plans]
    assert greedy(market, true, attacker, limit, alpha).published in listed
    for plan in plans:
        assert plan.alpha is not None
        assert greedy(market, true, attacker, limit, plan.alpha).published == plan.published
    alphas = [plan.alpha for plan in plans]
    assert alphas == sorted(alphas)
    assert (alphas[0], alphas[-1]) == (0, 1)
    best = best_alpha(market, true, attacker, limit)
    assert market.mass(best.published).records == min(market.mass(u).records for u in listed)


@pytest.mark.parametrize(("wanted", "records"), [(TRUE_INTENT_1, 557), (TRUE_INTENT_2, 584)])
def test_the_best_of_greedy_on_the_papers_cases(wanted: dict, records: int) -> None:
    market = tacit.load("adult")
    result = tacit.protect(market, wanted, against="em-f", alpha="auto", method="greedy")
    assert result.mass.records <= records
    assert result.to_json()["alpha"] == float(result.alpha)
    again = tacit.protect(market, wanted, against="em-f", alpha=result.alpha, method="greedy")
    assert again.published == result.published
    assert (
        result.mass.records
        >= tacit.protect(market, wanted, against="em-f", method="optimal").mass.records
    )
