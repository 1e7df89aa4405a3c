"""Notes: what a buyer should know, without the values it is about."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.publishing.notes import notes_on, notes_on_disguise
from tacit.space.numeric import Numeric
from tacit.space.space import Space
from tests.helpers.choosing import choose
from tests.helpers.lines import line, want
from tests.helpers.markets import LAYOUTS, of_four_cells


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_true_intent_without_records_is_told(layout: str) -> None:
    market = line(0, 7, 5, layout=layout)
    result = choose(market, want(market, "a"), against="em-f,em-fc", limit=0.1, method="greedy")
    assert [confidence.upper for confidence in result.confidences] == [0, 0]
    assert len(result.notes) == 2
    assert "holds no records" in result.notes[0]
    assert (result.utility, result.cost_ratio) == (0, 0)


def test_a_true_intent_with_records_needs_no_note() -> None:
    market = line(3, 7, 5)
    assert choose(market, want(market, "a"), limit=0.5, method="greedy").notes == ()
    assert notes_on(market, want(market, "a")) == ()


def test_a_widened_range_is_told_without_its_values() -> None:
    space = Space((Numeric.binned("age", [17, 24, 61], integer=True),))
    market = Market.from_cube(space, [1, 5, 9, 4])
    true = market.intent({"age": {"from": 20, "to": 24}})
    result = choose(market, true, limit=0.5, method="greedy")
    assert any("'age'" in note and "widened" in note for note in result.notes)
    assert "20" not in str(result.notes)


class TestWhatMatches:
    """Ten people of each age from 0 to 99, in bins of 50 years."""

    TABLE = {"age": [n % 100 for n in range(1000)]}  # noqa: RUF012
    AGE = Numeric.binned("age", [49], integer=True)

    def test_a_widened_want_says_so_in_numbers(self) -> None:
        market = load(self.TABLE, dimensions=[self.AGE])
        bins, numbers = notes_on(market, market.intent("age > 90"))
        assert "'age'" in bins
        assert "tacit describe TABLE --bins 8 --force" in bins
        assert "90 records match what you want; the bins around it hold 500" in numbers
        assert "18% match" in numbers

    def test_or_that_it_is_not_known(self) -> None:
        market = replace(load(self.TABLE, dimensions=[self.AGE]), recount=None)
        (_, numbers) = notes_on(market, market.intent("age > 90"))
        assert "hold 500 records" in numbers
        assert "not known" in numbers

    def test_bins_that_hold_no_more_need_no_numbers(self) -> None:
        market = load({"age": [1, 60]}, dimensions=[self.AGE])
        assert len(notes_on(market, market.intent("age > 55"))) == 1

    def test_what_matches_is_what_counts_as_wanted(self) -> None:
        market = load(self.TABLE, dimensions=[self.AGE], cost=2)
        result = choose(market, market.intent("age > 90"), limit=1, method="greedy")
        assert result.true_mass.records == 500
        assert (result.matching, result.wanted) == (market.matching(result.true),) * 2
        share = Fraction(90, result.mass.records)
        assert (result.utility, result.cost_ratio) == (share, share)
        assert result.headline.wanted == share
        assert result.to_json()["true"]["matching"] == 90
        unknown = replace(market, recount=None)
        other = choose(unknown, unknown.intent("age > 90"), limit=1, method="greedy")
        assert (other.matching, other.wanted) == (None, other.true_mass)
        assert other.to_json()["true"]["matching"] is None
        assert [one.upper for one in other.confidences] == [one.upper for one in result.confidences]


class TestDisguises:
    """Women and men of races A and B: 6, 2, 0 and 4 records."""

    MARKET = of_four_cells()
    TRUE = MARKET.intent({"sex": ["F"], "race": ["A"]})

    def noted(self, published: object) -> tuple[str, ...]:
        shown = self.MARKET.as_intent(published)
        mass = self.MARKET.mass
        return notes_on_disguise(self.TRUE, shown, mass(self.TRUE), mass(shown))

    def test_a_disguise_with_records_needs_no_note(self) -> None:
        assert self.noted({"sex": ["F"]}) == ()

    def test_the_true_intent_laid_bare(self) -> None:
        (note,) = self.noted(self.TRUE)
        assert note.startswith("WARNING: what is published is the true intent itself")

    def test_one_of_its_boxes_as_it_is(self) -> None:
        other = self.MARKET.intent({"sex": ["M"], "race": ["B"]})
        (note,) = self.noted(any_of([self.TRUE, other]))
        assert "as it is" in note

    def test_a_disguise_without_records(self) -> None:
        (note,) = self.noted({"race": ["A"]})
        assert "the disguise holds no records" in note


def test_that_nothing_matches_comes_first_and_is_a_warning() -> None:
    rows = {"age": [i % 97 for i in range(1_000)] + [45.5], "sex": ["F", "M"] * 500 + ["F"]}
    market = load(rows)
    first, *_ = notes_on(market, market.intent("age BETWEEN 45.1 AND 45.2"))
    assert first.startswith("WARNING: no record matches what you want")
