"""Choices: posts with chances that add up to 1, and what they are worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.publishing.plan import Choice, Plan, Post, Proof
from tests.helpers.markets import line, of_four_cells

MARKET = line([2, 9, 4], [3, 5, 1.5])
A, B, ALL = (MARKET.intent(one) for one in ({"x": ["a"]}, {"x": ["b"]}, {}))


class TestProof:
    def test_the_gap_is_0_where_nothing_is_published(self) -> None:
        assert Proof("heuristic", 0).gap(0) == 0.0

    def test_the_gap_is_a_share_of_what_is_published(self) -> None:
        assert Proof("bounded", 12).gap(16) == 0.25

    @pytest.mark.parametrize(
        ("objective", "bound", "told", "gap"),
        [("records", 6, 6, 0.6), ("cells", 2, 2, 1 / 3), ("cost", 57, 28.5, 0.5)],
    )
    def test_it_is_told_in_the_objectives_unit(
        self, objective: str, bound: int, told: Any, gap: float
    ) -> None:
        """15 records in 3 cells for 57; money is counted in halves."""
        found = Proof("bounded", bound).to_json(MARKET, MARKET.mass(ALL), objective)
        assert found == {"proof": {"status": "bounded", "bound": told, "gap": pytest.approx(gap)}}

    def test_in_a_sentence(self) -> None:
        best, rest = Proof("optimal", 4), Proof("heuristic", 1234)
        assert (
            best.sentence(MARKET, A, "records")
            == "Proven optimal: no box within the limit has fewer records."
        )
        assert "goes below 1,234 cells" in rest.sentence(MARKET, A, "cells")
        assert "goes below 617.00 cost" in rest.sentence(MARKET, A, "cost")
        cells = of_four_cells()
        corners = [{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}]
        assert "no union of boxes" in best.sentence(cells, cells.intent(corners), "records")


class TestChoice:
    DRAWN = Choice((Post(A, Fraction(1, 3)), Post(ALL, Fraction(2, 3), steps=2)))

    def test_a_method_that_always_answers_the_same_has_one_post(self) -> None:
        proof = Proof("optimal", 15)
        choice = Choice.of(Plan(ALL, 2, proof, Fraction(1, 4)))
        assert choice.posts == (Post(ALL, Fraction(1), 2),)
        assert (choice.published, choice.worth, choice.alpha) == (ALL, proof, Fraction(1, 4))
        assert choice.chance_of(ALL) == 1
        assert choice.chance_of(B) == 0

    def test_one_that_draws_has_no_post_that_is_the_answer(self) -> None:
        with pytest.raises(ValueError, match="unpack"):
            _ = self.DRAWN.published
        assert self.DRAWN.chance_of(A) == Fraction(1, 3)

    def test_draws_come_up_as_often_as_they_should(self) -> None:
        rng = np.random.default_rng(11)
        drawn = [self.DRAWN.draw(rng) for _ in range(3_000)]
        assert 930 < drawn.count(0) < 1_070

    def test_nothing_is_drawn_where_there_is_only_one(self) -> None:
        rng = np.random.default_rng(11)
        assert Choice((Post(A),)).draw(rng) == 0
        assert rng.bytes(8) == np.random.default_rng(11).bytes(8)

    def test_what_someone_knows_who_knows_the_method_is_not_settled(self) -> None:
        assert self.DRAWN.informed(0) == ()
        assert self.DRAWN.still_possible(0) is None
