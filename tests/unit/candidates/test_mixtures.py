"""Mixtures: the class by its share, then a candidate by the prior."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidate_class import Cut, Within
from tacit.candidates.candidates import Candidates
from tacit.candidates.classes import EveryCell, SameShape, UpTo
from tacit.candidates.listing import candidates, drawn
from tacit.candidates.mixtures import Mixture
from tacit.errors import SettingError
from tests.unit.candidates.shared import SHOP, box, shares
from tests.unit.candidates.tiny import SPACE, TINY, Box, intents, of

TRUE = box("ab", "s")
SHARES = shares(candidates(TINY, Belief("cells+upto:2", "halving")))


def expected(prior: str, support: str, *parts: tuple[int, str]) -> dict[Box, Fraction]:
    """Each class by itself, then together by the shares."""
    found: Counter[Box] = Counter()
    total = sum(share for share, _ in parts)
    for share, name in parts:
        for intent, chance in shares(candidates(SHOP, Belief(name, prior, support), TRUE)).items():
            found[intent] += Fraction(share, total) * chance  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


@pytest.mark.parametrize("prior", ["uniform", "records", "cost", "halving"])
@pytest.mark.parametrize("support", ["all", "nonempty"])
def test_a_candidate_of_several_classes_comes_from_each(prior: str, support: str) -> None:
    found = candidates(SHOP, Belief("3*cells+shape+upto:2", prior, support), TRUE)
    parts = ((3, "cells"), (1, "shape"), (1, "upto:2"))
    assert shares(found) == expected(prior, support, *parts)


def test_those_in_a_box_keep_their_odds() -> None:
    whole = candidates(SHOP, Belief("cells+boxes"))
    inner = whole.take(np.flatnonzero(whole.within(box("ab", "s"))))
    found = candidates(SHOP, Belief("cells+boxes"), within=box("ab", "s"))
    assert shares(found) == shares(inner)


def test_weights_of_any_size() -> None:
    huge = Mixture(((1, EveryCell()), (1, SameShape())))
    within = Within(SHOP, box("abc"), TRUE)
    found = huge.every(within)

    def weigh(listed: Candidates) -> np.ndarray:
        return np.array([2**61 + len(listed)] * len(listed), dtype=object)

    weights = huge.weights(found, within, weigh)
    assert Fraction(sum(weights[:6]), sum(weights)) == Fraction(1, 2)


def test_drawing() -> None:
    rng, whole = np.random.default_rng(1), Box.everything(SPACE)
    for prior in ("uniform", "records"):
        belief = Belief("3*cells+upto:2", prior, "nonempty")
        known = candidates(TINY, belief)
        found = drawn(TINY, belief, None, whole, 40_000, rng)
        times = Counter(found.keys())
        for key, weight in zip(known.keys(), known.weights.tolist(), strict=True):
            often = 40_000 * weight / known.total
            assert abs(times.pop(key, 0) - often) <= 8 * often**0.5 + 1
        assert not times


@pytest.mark.parametrize("listed", [True, False])
def test_drawing_in_a_box_keeps_the_odds(monkeypatch: pytest.MonkeyPatch, *, listed: bool) -> None:
    """A class of which little lies in the box is drawn less often there."""
    rng, inside = np.random.default_rng(1), of((0, 1, 2), (0, 1), (0, 1))
    belief = Belief("cells+boxes", "uniform", "nonempty")
    known = candidates(TINY, belief, within=inside)
    if not listed:
        monkeypatch.setattr("tacit.candidates.listing.MOST", 10)
    found = drawn(TINY, belief, None, inside, 4_000, rng)
    assert len(found) == 4_000 if listed else len(found) > 3_500
    singles = Fraction(int(known.weights[known.held.cells == 1].sum()), known.total)
    assert abs(int((found.held.cells == 1).sum()) - len(found) * singles) < 200


def test_drawing_by_other_priors() -> None:
    rng, whole = np.random.default_rng(1), Box.everything(SPACE)
    belief = Belief("3*cells+upto:2", "uniform,records")
    known, found = candidates(TINY, belief), drawn(TINY, belief, None, whole, 300, rng)
    at = found.places(known)
    expected = [
        Fraction(int(b), int(a)) for a, b in zip(*(w[at] for w in known.beliefs), strict=True)
    ]
    unit = Fraction(found.others[0][0]) / expected[0] if expected[0] else None
    assert unit is None or [unit * e for e in expected] == found.others[0].tolist()
    halved = drawn(TINY, Belief("cells+upto:2", "halving"), None, whole, 4_000, rng)
    singles = int((halved.held.cells == 1).sum())
    rate = sum(float(s) for i, s in SHARES.items() if i.size == 1)
    assert abs(singles - 4_000 * rate) < 200


def test_of_too_many_one_prior_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("mixtures", "listing"):
        monkeypatch.setattr(f"tacit.candidates.{module}.MOST", 10)
    rng, whole = np.random.default_rng(1), Box.everything(SPACE)
    assert len(drawn(TINY, Belief("cells+boxes"), None, whole, 20, rng)) == 20
    with pytest.raises(SettingError, match="name one"):
        drawn(TINY, Belief("cells+boxes", "uniform,records"), None, whole, 20, rng)


def test_what_it_says_of_itself() -> None:
    mixture = Mixture(((3, EveryCell()), (1, SameShape())))
    assert mixture.name == "3*cells+shape"
    assert "3 in 4" in mixture.assumes()
    assert mixture.gives_away().startswith("that a single cell is wanted; or which dimensions")
    assert mixture.gives_away().endswith("and that it is of shape")
    steady = Mixture(((1, EveryCell()), (1, UpTo(4))))
    assert steady.gives_away() == "that a single cell is wanted; or nothing but an upper size"


def test_an_intent_of_none_of_the_classes() -> None:
    mixture = Mixture(((1, EveryCell()), (1, SameShape())))
    within = Within(TINY, Box.everything(SPACE), of((0, 1), (0,), (0,)))
    assert not mixture.holds(within, of((0,), (0, 1), (0,)))
    with pytest.raises(SettingError, match="not among the candidates"):
        mixture.part(within, of((0,), (0, 1), (0,)), Cut("records", 10))
    assert len(intents(mixture.part(within, of((0,), (0,), (0,)), Cut("records", 40)))) == 36
