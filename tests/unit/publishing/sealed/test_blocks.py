"""Blocks of candidates that are treated alike, and parts of a space that is too large to list."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.sealed.blocks import Blocks, likeliest
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.sealing import Sealing
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.sealed_blocks import line


class TestBlocks:
    FORM, LIMIT = Form(effort=20), Fraction(1, 3)

    def blocks(self) -> Blocks:
        market = line(list(range(1, 13)))
        return Blocks(candidates(market, Belief("cells"), None), self.LIMIT, self.FORM)

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
            assert likeliest(block.candidates) <= self.LIMIT
            around = Box.from_masks(block.candidates.market.space, block.around)
            for i in range(len(block.candidates)):
                assert block.candidates.intent(i) <= around

    def test_values_without_an_order_are_split_by_what_they_cost(self) -> None:
        """Cheap cells with cheap ones: every cell of one block costs less than every one of another."""
        ranges = sorted((min(b.places), max(b.places)) for b in self.blocks())
        assert all(one[1] < next_[0] for one, next_ in pairwise(ranges))

    def test_few_enough_candidates_are_one_block(self) -> None:
        market = line([1, 2, 3, 4])
        blocks = Blocks(candidates(market, Belief("cells"), None), self.LIMIT, Form())
        (block,) = blocks
        assert len(block.places) == 4

    def test_how_likely_the_likeliest_record_is(self) -> None:
        market = line([5, 1, 2, 2])
        assert likeliest(candidates(market, Belief("cells", "records"), None)) == Fraction(1, 2)
        pairs = candidates(market, Belief("shape"), Box(market.space, ((0, 1),)))
        assert likeliest(pairs) == Fraction(1, 2), "each value is in three of six pairs"


class TestSpacesTooLargeToList:
    """Every cell could be wanted, but there are too many: one part of the space is looked at."""

    LIMIT = Fraction(2, 5)

    @pytest.fixture
    def market(self, monkeypatch: pytest.MonkeyPatch) -> Market:
        monkeypatch.setattr("tacit.publishing.sealed.sealing.MOST", 20)
        monkeypatch.setattr("tacit.publishing.sealed.blocks.LISTED", 9)
        space = Space(
            (
                Nominal("x", ("a", "b", "c")),
                Ordinal("y", ("1", "2", "3", "4")),
                Nominal("z", ("p", "q", "r")),
            )
        )
        return Market.from_cube(space, np.random.default_rng(4).integers(0, 9, (3, 4, 3)))

    def sealing(self, market: Market, cell: Intent) -> Sealing:
        return Sealing(market, Belief("cells", support="all"), self.LIMIT, Form(), cell)

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

    def test_every_part_has_cells_enough_for_the_limit(self, market: Market) -> None:
        for codes in product(*(range(n) for n in market.space.shape)):
            cell = Box(market.space, tuple((code,) for code in codes))
            found = Sealing(market, Belief("cells", support="all"), Fraction(1, 5), Form(), cell)
            assert len(found.candidates) >= 5
