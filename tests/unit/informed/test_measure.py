"""Measuring what purchases give away, over all candidates of a market of four cells."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.errors import PurchaseError, SettingError, UnreachablePurchase
from tacit.informed.likelihood import TUNED, Buying
from tacit.informed.measure import measure
from tacit.informed.purchase import Watcher
from tacit.purchasing.purchase import ALLOCATIONS, allocated
from tests.unit.informed.shared import (
    ALL,
    BOXES,
    CELLS,
    SHOP,
    bought,
    everyone,
    leaky,
    problem,
)


def test_the_survey_is_the_mean_over_all_candidates() -> None:
    answers = Counter(
        tuple(allocated(problem(everyone().intent(i)), "optimal", 10, np.random.default_rng()))
        for i in range(4)
    )
    found = measure(SHOP, ALL, everyone(), "optimal", 10)
    assert found.exact
    assert (found.runs, found.refused, found.before) == (4, 0, 0.25)
    assert found.after.value == pytest.approx(len(answers) / 4)
    assert found.guess.value == pytest.approx(len(answers) / 4)
    assert found.known == found.gain.value == pytest.approx(len(answers) / 4 - 0.25)


@pytest.mark.parametrize("belief", [CELLS, BOXES], ids=["cells", "boxes"])
@pytest.mark.parametrize("size", [4, 10, 20])
def test_and_it_is_measured(belief: Belief, size: int) -> None:
    found = measure(SHOP, ALL, everyone(belief), "blend", size, runs=300, seed=5)
    assert not found.exact
    assert found.known == 0
    assert found.gain.low < 0 < found.gain.high
    assert not found.adds
    assert abs(found.gain.value) < 0.05
    assert found.guess.low < found.guess_before < found.guess.high


@pytest.mark.parametrize("method", TUNED)
def test_measuring_repeats_with_its_seed(method: str) -> None:
    quick = {"mc": {"sets": 5}, "genetic": {"parents": 4, "rounds": 1}}.get(method, {})
    first, again, other = (
        measure(SHOP, ALL, everyone(), method, 10, 0.6, runs=10, seed=s, **quick) for s in (1, 1, 2)
    )
    assert first == again
    assert first != other
    assert first.after.low <= first.after.value <= first.after.high
    assert first.known is None


def test_a_leaky_method_gives_certainty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ALLOCATIONS, "leaky", leaky)
    found = measure(SHOP, ALL, everyone(), "leaky", 6, runs=100)
    assert found.after.value > 0.98
    assert found.guess.value == 1
    assert found.guess.low > 0.9
    assert found.adds
    true = everyone().intent(0)
    counts = leaky(problem(true), 6, np.random.default_rng(0))
    one = Watcher(SHOP, ALL, everyone(), Buying.of("leaky", 6))
    assert one.judge(true, bought(counts)).wanted.value > 0.98


def test_an_unknown_method() -> None:
    with pytest.raises(SettingError, match="no method 'magic'"):
        measure(SHOP, ALL, everyone(), "magic", 10)


def test_candidates_outside_the_post_are_out() -> None:
    post = SHOP.intent({"x": ["b"]})
    for method in ("optimal", "blend", "mcmc"):
        found = measure(SHOP, post, everyone(), method, 10, runs=20)
        assert (found.candidates, found.refused) == (4, 2), method


@pytest.mark.parametrize("method", ["optimal", "blend", "mc"])
@pytest.mark.parametrize(("size", "said"), [(31, "holds 30"), (0, "at least one")])
def test_a_size_that_can_not_be_bought(method: str, size: int, said: str) -> None:
    with pytest.raises(PurchaseError, match=said):
        measure(SHOP, ALL, everyone(), method, size)


@pytest.mark.parametrize("method", ["optimal", "mc"])
def test_a_limit_that_no_purchase_keeps(method: str) -> None:
    with pytest.raises(UnreachablePurchase, match="for any candidate"):
        measure(SHOP, ALL, everyone(), method, 30, 0.001, runs=2, observer="purchase")


def test_too_many_replays() -> None:
    with pytest.raises(SettingError, match="fewer runs"):
        measure(SHOP, ALL, everyone(), "blend", 10, runs=10**6)


@pytest.mark.parametrize("runs", [0, -1])
def test_no_replays(runs: int) -> None:
    with pytest.raises(SettingError, match="above 0"):
        measure(SHOP, ALL, everyone(), "blend", 10, runs=runs)
