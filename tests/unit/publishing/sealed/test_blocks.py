"""Blocks of candidates that are treated alike, and parts of a space that is too large to list."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.sealed import boxes_to_draw
from tacit.publishing.sealed.blocks import Blocks, kept
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.sealing import Sealing
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.sealed_blocks import line


class TestBlocks:
    FORM, SECRETS = Form(effort=20), Secrets(Fraction(1, 3))

    def blocks(self) -> Blocks:
        market = line(list(range(1, 13)))
        return Blocks(candidates(market, Belief("cells"), None), self.SECRETS, self.FORM)

    def test_every_candidate_is_in_one_block_and_found_in_it(self) -> None:
        blocks = self.blocks()
        found = list(blocks)
        assert len(found) > 1
        assert sorted(place for block in found for place in block.places.tolist()) == [*range(12)]
        for block in found:
            for place in block.places.tolist():
                assert blocks.holding(place).places.tolist() == block.places.tolist()

    def test_each_is_safe_and_lies_within_the_box_around_it(self) -> None:
        for block in self.blocks():
            assert kept(block.candidates, self.SECRETS)
            around = Box.from_masks(block.candidates.market.space, block.around)
            for i in range(len(block.candidates)):
                assert block.candidates.intent(i) <= around

    def test_values_without_an_order_are_split_by_what_they_cost(self) -> None:
        """Cheap cells with cheap ones: every cell of one block costs less than every one of another."""
        ranges = sorted((min(b.places), max(b.places)) for b in self.blocks())
        assert all(one[1] < next_[0] for one, next_ in pairwise(ranges))

    def test_few_enough_candidates_are_one_block(self) -> None:
        market = line([1, 2, 3, 4])
        blocks = Blocks(candidates(market, Belief("cells"), None), self.SECRETS, Form())
        (block,) = blocks
        assert len(block.places) == 4

    @pytest.mark.parametrize("objective", ["records", "cells"])
    def test_each_is_safe_for_every_secret_and_belief(
        self, objective: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A half in which a belief holds nobody possible, or is too sure of a value, is none."""
        monkeypatch.setattr(boxes_to_draw, "WIDE", 10)
        counts = np.random.default_rng(5).integers(0, 9, (4, 6))
        space = Space((Nominal("x", tuple("abcd")), Ordinal("y", tuple("123456"))))
        market = Market.from_cube(space, counts)
        secrets = Secrets(Fraction(1, 3), {"x": Fraction(3, 5)})
        everyone = candidates(market, Belief("cells", "uniform,records"))
        blocks = list(Blocks(everyone, secrets, Form(objective, effort=10)))
        assert len(blocks) > 1
        for block in blocks:
            codes = block.candidates.codes
            assert codes is not None
            for weights in block.candidates.beliefs:
                total = Fraction(int(weights.sum()))
                assert total > 0
                assert weights.max() <= secrets.limit * total
                by_value = [int(weights[codes[0] == x].sum()) for x in range(4)]
                assert max(by_value) <= Fraction(3, 5) * total


class TestKept:
    def test_a_record_is_as_likely_as_those_who_hold_it(self) -> None:
        market = line([5, 1, 2, 2])
        cells = candidates(market, Belief("cells", "records"), None)
        pairs = candidates(market, Belief("shape"), Box(market.space, ((0, 1),)))
        for some in (cells, pairs):  # the first is half of all; each value is in three of six
            assert kept(some, Secrets(Fraction(1, 2)))
            assert not kept(some, Secrets(Fraction(499, 1000)))

    def test_every_belief_must_keep_it(self) -> None:
        both = candidates(line([5, 1, 2, 2]), Belief("cells", "uniform,records"))
        assert kept(both, Secrets(Fraction(1, 2)))
        assert not kept(both, Secrets(Fraction(1, 3)))

    def test_wider_ones_with_nobody_whom_a_belief_holds_possible_are_no_block(self) -> None:
        market = line([1] * 8)
        pairs = [market.intent({"x": [f"v{i}", f"v{i + 1}"]}) for i in range(0, 8, 2)]
        both = replace(Candidates.of_intents(market, pairs), others=(np.array([1, 1, 0, 0]),))
        assert kept(both, Secrets(Fraction(1, 2)))
        assert not kept(both.take(np.array([2, 3])), Secrets(Fraction(1, 2)))

    def test_cells_with_nobody_whom_a_belief_holds_possible_are_no_block(self) -> None:
        table = Given.of([{"intent": {"x": ["v0"]}}, {"intent": {"x": ["v1"]}}])
        both = candidates(line([1, 1, 1, 1]), Belief("cells", ("uniform", table)))
        assert kept(both, Secrets(Fraction(1, 2)))
        assert not kept(both.take(np.array([2, 3])), Secrets(Fraction(1, 2)))

    @pytest.mark.parametrize("kind", ["cells", "shape"])
    def test_values_have_limits_of_their_own(self, kind: str) -> None:
        """One of two values of x is asked for by half of all, cells or pairs within a row."""
        space = Space((Nominal("x", ("a", "b")), Nominal("y", tuple("pqr"))))
        market = Market.from_cube(space, np.ones((2, 3), dtype=int))
        some = candidates(market, Belief(kind), Box(space, ((0,), (0, 1))))
        assert kept(some, Secrets(Fraction(1, 2), {"x": Fraction(1, 2)}))
        assert not kept(some, Secrets(Fraction(1, 2), {"x": Fraction(49, 100)}))

    def test_the_only_value_of_a_dimension_is_no_secret(self) -> None:
        space = Space((Nominal("x", ("a",)), Nominal("y", tuple("pqr"))))
        market = Market.from_cube(space, np.ones((1, 3), dtype=int))
        assert kept(
            candidates(market, Belief("cells")), Secrets(Fraction(1, 2), {"x": Fraction(1, 9)})
        )


class TestSpacesTooLargeToList:
    """Every cell could be wanted, but there are too many: one part of the space is looked at."""

    LIMIT = Fraction(2, 5)

    @pytest.fixture
    def market(self, monkeypatch: pytest.MonkeyPatch) -> Market:
        monkeypatch.setattr("tacit.candidates.listing.MOST", 20)
        monkeypatch.setattr("tacit.candidates.listing.PART", 14)
        space = Space(
            (
                Nominal("x", ("a", "b", "c")),
                Ordinal("y", ("1", "2", "3", "4")),
                Nominal("z", ("p", "q", "r")),
            )
        )
        return Market.from_cube(space, np.random.default_rng(4).integers(0, 9, (3, 4, 3)))

    def sealing(self, market: Market, cell: Intent) -> Sealing:
        return Sealing(market, Belief("cells", support="all"), Secrets(self.LIMIT), Form(), cell)

    def test_parts_make_up_the_space_and_depend_on_nothing_else(self, market: Market) -> None:
        parts = {}
        for codes in product(*(range(n) for n in market.space.shape)):
            cell = Box(market.space, tuple((code,) for code in codes))
            found = self.sealing(market, cell)
            assert found.considered == 36
            listed = found.candidates
            parts[codes] = frozenset(tuple(map(int, column)) for column in listed.codes.T)
            assert codes in parts[codes]
        for codes, part in parts.items():
            assert all(parts[other] == part for other in part), codes
        assert 1 < len(set(parts.values())) < 36

    def test_no_record_is_likelier_than_the_limit(self, market: Market) -> None:
        joint: dict[Intent, Counter[tuple[int, ...]]] = {}
        for codes in product(*(range(n) for n in market.space.shape)):
            cell = Box(market.space, tuple((code,) for code in codes))
            found = self.sealing(market, cell)
            place = found.place(cell)
            made = found.holding(place)
            at = int(np.flatnonzero(made.block.places == place)[0])
            for u, chance in made.mechanism.chances(at).items():
                joint.setdefault(made.mechanism.intent(u), Counter())[codes] += chance
        for row in joint.values():
            assert max(row.values()) <= self.LIMIT * sum(row.values())

    def test_a_part_has_enough_to_hide_among(self, market: Market) -> None:
        cell = Box(market.space, tuple((0,) for _ in market.space))
        belief, secrets = Belief("cells", support="all"), Secrets(Fraction(1, 30))
        found = Sealing(market, belief, secrets, Form(), cell)
        assert kept(found.candidates, secrets)
