"""Mixes for boxes, and numbers that none is worth more than, judged by a program of one box."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.publishing.sealed import pricing
from tacit.publishing.sealed.lines import Lines
from tacit.publishing.sealed.pricing import ByFormula, ByPrograms, Mix, Pricing, formula
from tacit.publishing.sealed.proven import WholeWorth
from tests.helpers.tiny_lines import (
    COST,
    HALF,
    INSIDE,
    QUESTIONS,
    RECORDS,
    THIRD,
    best_mix,
    lines,
    optimum,
    program,
)

ENOUGH = INSIDE.sum(axis=1) >= 4
"""Boxes that have candidates enough for every question here."""
BOXES, PRICES = INSIDE[ENOUGH], COST[ENOUGH]
PLAIN = [name for name, of in QUESTIONS.items() if of.plain]
EVERY = [(name, ByPrograms) for name in QUESTIONS] + [(name, ByFormula) for name in PLAIN]


def best_of(of: Lines, worth: np.ndarray) -> list[float | None]:
    """What the best mix of each box is worth, by a program for each."""
    return [
        best_mix(of, np.flatnonzero(row).tolist(), worth.tolist(), float(cost))
        for row, cost in zip(BOXES, PRICES, strict=True)
    ]


def worth_of(of: Lines, mix: Mix, worth: np.ndarray) -> float:
    return float(mix.chances @ (worth - np.where(of.counts, PRICES[mix.box], 0))[mix.members])


@pytest.mark.parametrize(("name", "kind"), EVERY)
class TestBothWays:
    def made(self, name: str, kind: type[ByFormula | ByPrograms]) -> tuple[Lines, Pricing]:
        of = QUESTIONS[name]
        return of, kind(of, BOXES, PRICES)

    @pytest.mark.parametrize("seed", range(3))
    def test_the_best_mix_of_each_box_is_found(
        self, name: str, kind: type[ByFormula | ByPrograms], seed: int
    ) -> None:
        of, priced = self.made(name, kind)
        worth = np.random.default_rng(seed).random(6) * 60
        found = {mix.box: mix for mix in priced.mixes(np.arange(len(BOXES)), worth)}
        for u, best in enumerate(best_of(of, worth)):
            if best is None:
                assert u not in found
                continue
            mix = found[u]
            assert set(mix.members) <= set(np.flatnonzero(BOXES[u]))
            assert mix.chances.sum() == pytest.approx(1)
            assert worth_of(of, mix, worth) == pytest.approx(best, abs=1e-5)

    @pytest.mark.parametrize("seed", range(6))
    def test_no_mix_is_worth_more_than_is_told(
        self, name: str, kind: type[ByFormula | ByPrograms], seed: int
    ) -> None:
        """Before any box was looked at, and by the prices of another worth."""
        of, priced = self.made(name, kind)
        rng = np.random.default_rng(seed)
        other, worth = rng.random(6) * 60 - 5, rng.random(6) * 60 - 5
        best = best_of(of, worth)
        for look in (False, True):
            if look:
                priced.mixes(np.arange(len(BOXES)), other)
            most = priced.most(worth)
            pairs = zip(most, best, strict=True)
            assert all(told >= found - 1e-6 for told, found in pairs if found is not None)

    def test_what_was_looked_at_is_told_sharply(
        self, name: str, kind: type[ByFormula | ByPrograms]
    ) -> None:
        of, priced = self.made(name, kind)
        worth = np.random.default_rng(1).random(6) * 60
        priced.mixes(np.arange(len(BOXES)), worth)
        for told, found in zip(priced.most(worth), best_of(of, worth), strict=True):
            if found is None:
                assert told < 0, "a box without a mix is known to be of no use"
            else:
                assert told == pytest.approx(found, abs=1e-4)

    @pytest.mark.parametrize("seed", range(6))
    def test_what_is_proven_holds_for_any_worth(
        self, name: str, kind: type[ByFormula | ByPrograms], seed: int
    ) -> None:
        of, priced = self.made(name, kind)
        rng = np.random.default_rng(seed)
        worth = WholeWorth.of(rng.random(6) * 60 - 5, PRICES, of.limit)
        assert worth is not None
        found = [best for best in best_of(of, worth.floats) if best is not None]
        proven = float(priced.proven(worth))
        assert proven >= max(found) - 1e-7
        assert proven == pytest.approx(max(0.0, *found), abs=1e-4)

    def test_all_boxes_are_looked_at_in_portions(
        self, name: str, kind: type[ByFormula | ByPrograms], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pricing, "SIDE_BY_SIDE", 9)
        _, priced = self.made(name, kind)
        order = np.random.default_rng(0).permutation(len(BOXES))
        parts = list(priced.at_once(order))
        assert np.concatenate(parts).tolist() == order.tolist()
        assert all(len(part) for part in parts)
        assert not list(priced.at_once(order[:0]))


def test_the_formula_puts_the_limit_on_the_best_and_the_rest_on_the_next() -> None:
    """At 2/5: two fifths of 9, two of 7, one of 5."""
    worth, inside = np.array([5.0, 9.0, 1.0, 7.0]), np.ones((1, 4), dtype=bool)
    assert formula(inside, worth, Fraction(2, 5))[0] == pytest.approx((2 * 9 + 2 * 7 + 5) / 5)
    priced = ByFormula(lines([1] * 4, limit=Fraction(2, 5)), inside, np.array([3]))
    assert priced.most(worth)[0] == pytest.approx(37 / 5 - 3)
    (mix,) = priced.mixes(np.array([0]), worth)
    assert mix.members.tolist() == [1, 3, 0]
    assert mix.exact == (Fraction(2, 5), Fraction(2, 5), Fraction(1, 5))
    assert mix.chances.tolist() == [0.4, 0.4, 0.2]


def test_a_limit_that_goes_into_one_leaves_no_rest() -> None:
    priced = ByFormula(lines([1] * 4, limit=THIRD), np.ones((1, 4), dtype=bool), np.array([3]))
    (mix,) = priced.mixes(np.array([0]), np.arange(4.0))
    assert (mix.members.tolist(), mix.exact) == ([3, 2, 1], (THIRD,) * 3)


def test_candidates_that_share_a_record_have_the_limit_together() -> None:
    """Two hold the same record, so together they have two thirds, and the third has the rest."""
    of = lines([1] * 3, limit=Fraction(2, 3), cover=[[1, 1, 0], [0, 0, 1]])
    priced = ByPrograms(of, np.ones((1, 3), dtype=bool), np.array([2]))
    worth = np.array([9.0, 9.0, 3.0])
    assert priced.most(worth)[0] == pytest.approx(9 - 2), "by the formula alone"
    (mix,) = priced.mixes(np.array([0]), worth)
    assert worth_of_three(mix, worth) == pytest.approx(7)
    assert priced.most(worth)[0] == pytest.approx(7 - 2)


def worth_of_three(mix: Mix, worth: np.ndarray) -> float:
    return float(mix.chances @ worth[mix.members])


def test_rows_are_made_once_a_box() -> None:
    priced = ByPrograms(QUESTIONS["two beliefs"], BOXES, PRICES)
    assert priced.rows_of(2) is priced.rows_of(2)
    assert priced.rows_of(2).members.tolist() == np.flatnonzero(BOXES[2]).tolist()


def test_a_solver_that_gives_up_finds_no_mix_and_no_false_price(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = QUESTIONS["two beliefs"]
    monkeypatch.setattr(pricing, "_side_by_side", lambda *_: None)
    priced = ByPrograms(of, BOXES, PRICES)
    worth = np.array(RECORDS) * 3.0
    assert priced.mixes(np.arange(len(BOXES)), worth) == []
    best = max(found for found in best_of(of, worth) if found is not None)
    assert priced.most(worth).max() >= best - 1e-6
    whole = WholeWorth.of(worth, PRICES, of.limit)
    assert whole is not None
    assert float(priced.proven(whole)) >= best - 1e-6


@pytest.mark.parametrize("factor", [0.0, 0.5, 3.0, 1000.0])
@pytest.mark.parametrize("name", ["shared records", "two beliefs", "zeros in the first belief"])
def test_a_solver_that_lies_about_prices_proves_no_more_than_is_true(
    name: str, factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, of = pricing._side_by_side, QUESTIONS[name]
    asked = program(of, INSIDE, COST, np.array(RECORDS) / float(of.limit))
    assert asked.solve() is not None

    def lying(*about: object) -> object:
        solved = honest(*about)  # type: ignore[arg-type]
        assert solved is not None
        chances, prices, above = solved
        return chances, [p * factor for p in prices], [a * factor for a in above]

    monkeypatch.setattr(pricing, "_side_by_side", lying)
    asked.pricing = ByPrograms(of, asked.inside, asked.cost)
    best = optimum(of, INSIDE, COST)
    assert best is not None
    assert float(asked.lower_bound()) <= best + 1e-7


def test_large_costs_are_counted_in_a_larger_unit() -> None:
    of, large = QUESTIONS["two beliefs"], 2**40
    priced = ByPrograms(of, BOXES, PRICES * large)
    worth = np.array(RECORDS) * 3.0 * large
    priced.mixes(np.arange(len(BOXES)), worth)
    for told, found in zip(priced.most(worth), best_of(of, worth / large), strict=True):
        if found is not None:
            assert told / large == pytest.approx(found, abs=1e-3)


def test_a_half_of_two_is_the_only_mix_of_a_pair() -> None:
    of = lines([1, 1], [1, 1], limit=HALF)
    priced = ByPrograms(of, np.ones((1, 2), dtype=bool), np.array([1]))
    (mix,) = priced.mixes(np.array([0]), np.array([5.0, 0.0]))
    assert mix.chances.tolist() == pytest.approx([0.5, 0.5])
