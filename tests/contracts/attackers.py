"""What every attacker who looks at a post keeps to. Inherit the suite to hold one of your own to it.

    class TestMine(AttackerContract):
        @pytest.fixture
        def attacker(self) -> Attacker:
            return Mine()

        def sureness(self, attacker, case, true, published) -> Fraction:
            ...  # the confidence by adding up cells, as slowly and plainly as you can

An attacker that can only guess what a single value adds sets `adds_exactly = False`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.attackers.attacker import Attacker
from tacit.errors import NotContained
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.mass import Mass
from tacit.market.stacks import Masses
from tests.contracts.settings import SOME
from tests.helpers.judged_markets import Case, boxes, cases

MEASURES = ("records", "spend", "cells", "price")
amounts = st.integers(0, 10**6)


@st.composite
def markets(draw: st.DrawFn) -> tuple[Case, Market]:
    """A random small market in one of its layouts, with the judge's view of it."""
    case = draw(cases())
    return case, draw(st.sampled_from([case.dense, case.sparse]))


def values_outside(market: Market, box: Intent) -> Iterator[tuple[int, Intent]]:
    """Every value that is not in a box: its flat number, and the box with it."""
    flat = 0
    for d, size in enumerate(market.space.shape):
        for code in range(size):
            if code not in box.codes[d]:
                yield flat, box.with_value(d, code)
            flat += 1


class AttackerContract:
    """The suite; `attacker` is the one who is held to it."""

    adds_exactly: ClassVar[bool] = True

    @pytest.fixture
    def attacker(self) -> Attacker:
        raise NotImplementedError

    def sureness(self, attacker: Attacker, case: Case, true: Intent, published: Intent) -> Fraction:
        """The confidence by brute force over cells."""
        return case.confidence(attacker.name, true, published)

    @SOME
    @given(markets(), st.data())
    def test_confidence_is_what_adding_up_cells_gives(
        self, attacker: Attacker, drawn: tuple[Case, Market], data: st.DataObject
    ) -> None:
        case, market = drawn
        true = data.draw(boxes(case.space))
        published = true | data.draw(boxes(case.space))
        found = attacker.confidence(market, true, published)
        assert found.attacker == attacker.name
        assert isinstance(found.upper, Fraction)
        assert found.upper == self.sureness(attacker, case, true, published)
        assert found.lower is None or 0 <= found.lower <= max(found.upper, found.lower) <= 1

    @SOME
    @given(markets(), st.data())
    def test_confidence_is_claim_by_weight(
        self, attacker: Attacker, drawn: tuple[Case, Market], data: st.DataObject
    ) -> None:
        case, market = drawn
        true = data.draw(boxes(case.space))
        published = true | data.draw(boxes(case.space))
        claim, weight = attacker.claim(market, true), attacker.weight(market.mass(published))
        assert 0 <= claim <= weight
        assert attacker.confidence(market, true, published).upper == Fraction(claim, weight or 1)

    @SOME
    @given(markets(), st.data())
    def test_no_wanted_record_is_surer_than_the_confidence(
        self, attacker: Attacker, drawn: tuple[Case, Market], data: st.DataObject
    ) -> None:
        case, market = drawn
        true = data.draw(boxes(case.space))
        published = true | data.draw(boxes(case.space))
        most = attacker.confidence(market, true, published).upper
        listed = attacker.per_record(market, true, published)
        assert len(listed) == sum(case.records[cell] > 0 for cell in true.cells())
        assert all(0 <= sure <= most for _, sure in listed)
        sures = [sure for _, sure in listed]
        assert sures == sorted(sures, reverse=True)

    @SOME
    @given(markets(), st.data())
    def test_claims_are_the_claim_where_one_cell_is_wanted(
        self, attacker: Attacker, drawn: tuple[Case, Market], data: st.DataObject
    ) -> None:
        case, market = drawn
        cell = data.draw(st.sampled_from(sorted(case.records)))
        one = market.intent({name: [value] for name, value in case.space.cell(cell).items()})
        claims = attacker.claims(market, one, market.cells(one))
        assert [int(claim) for claim in claims] == [attacker.claim(market, one)] * len(claims)

    @SOME
    @given(markets(), st.data())
    def test_claims_never_exceed_the_claim_and_grow_with_what_is_wanted(
        self, attacker: Attacker, drawn: tuple[Case, Market], data: st.DataObject
    ) -> None:
        case, market = drawn
        true = data.draw(boxes(case.space))
        more = true | data.draw(boxes(case.space))
        claim = attacker.claim(market, true)
        assert claim <= attacker.claim(market, more)
        assert all(int(one) <= claim for one in attacker.claims(market, true, market.cells(true)))

    @SOME
    @given(markets(), st.data())
    def test_weight_never_falls_when_a_box_grows(
        self, attacker: Attacker, drawn: tuple[Case, Market], data: st.DataObject
    ) -> None:
        case, market = drawn
        box = data.draw(boxes(case.space))
        before = attacker.weight(market.mass(box))
        for _, wider in values_outside(market, box):
            assert attacker.weight(market.mass(wider)) >= before

    @SOME
    @given(markets(), st.data())
    def test_added_is_what_each_value_adds_to_the_weight(
        self, attacker: Attacker, drawn: tuple[Case, Market], data: st.DataObject
    ) -> None:
        case, market = drawn
        box = data.draw(boxes(case.space))
        before, added = attacker.weight(market.mass(box)), attacker.added(market.frontier(box))
        assert len(added) == sum(market.space.shape)
        for flat, wider in values_outside(market, box):
            gained = attacker.weight(market.mass(wider)) - before
            assert int(added[flat]) == gained or not self.adds_exactly
            assert int(added[flat]) >= 0

    @SOME
    @given(st.lists(st.builds(Mass, amounts, amounts, amounts, amounts), min_size=1, max_size=5))
    def test_many_weights_are_the_weights_of_each(
        self, attacker: Attacker, masses: list[Mass]
    ) -> None:
        many = Masses(*(np.array([getattr(mass, name) for mass in masses]) for name in MEASURES))
        weights = attacker.weights(many)
        assert [int(weight) for weight in weights] == [attacker.weight(mass) for mass in masses]

    @SOME
    @given(st.builds(Mass, amounts, amounts, amounts, amounts))
    def test_what_it_goes_by_is_told_truthfully(self, attacker: Attacker, mass: Mass) -> None:
        if attacker.goes_by is not None:
            assert attacker.goes_by in MEASURES
            assert attacker.weight(mass) == getattr(mass, attacker.goes_by)
        empty = Mass(0, 0, mass.cells + 1, mass.price + 1)
        assert (attacker.weight(empty) > 0) == attacker.counts_empty

    @SOME
    @given(markets(), st.data())
    def test_publishing_everything_gives_the_lowest_limit(
        self, attacker: Attacker, drawn: tuple[Case, Market], data: st.DataObject
    ) -> None:
        case, market = drawn
        true = data.draw(boxes(case.space))
        published = true | data.draw(boxes(case.space))
        lowest = attacker.lowest_limit(market, true)
        assert lowest == attacker.confidence(market, true, market.intent({})).upper
        assert lowest <= attacker.confidence(market, true, published).upper

    @SOME
    @given(markets(), st.data())
    def test_a_post_that_leaves_out_something_wanted_is_refused(
        self, attacker: Attacker, drawn: tuple[Case, Market], data: st.DataObject
    ) -> None:
        case, market = drawn
        everything, box = market.intent({}), data.draw(boxes(case.space))
        if box != everything:
            with pytest.raises(NotContained):
                attacker.confidence(market, everything, box)
