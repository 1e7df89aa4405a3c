"""Markets known by a sample: tables a person can compute, and 1,000 samples of Adult."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import tacit
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.folding import Folding
from tacit.market.intervals import drawn_needed, share_above, share_below
from tacit.market.market import Market
from tacit.market.sampled import Sampled
from tests.helpers.markets import FOUR_CELLS, line

WANT = {
    "age": ["working adult"],
    "race": ["Black"],
    "sex": ["Female"],
    "hours-per-week": ["full-time"],
    "income": [">50K"],
}
WANTS = [
    WANT,
    {"race": ["Black"], "sex": ["Female"]},
    {"age": ["retirement"], "race": ["White"], "sex": ["Male"], "income": ["<=50K"]},
]
POSTS = [{}, {"race": ["Black", "White"], "age": ["working adult", "retirement", "young adult"]}]


def on(market: Market, *names: str) -> Intent:
    return market.intent({"x": list(names)})


class TestSampled:
    def test_a_share_of_records_is_that_of_the_sample(self) -> None:
        drawn = line([3, 7, 10])
        known = Sampled.of(drawn, "")
        found = known.share("records", on(drawn, "a"), on(drawn, "a", "b"))
        assert found == (share_below(3, 10), share_above(3, 10))

    def test_of_several_wanted_cells_the_lower_end_is_corrected_and_the_upper_is_not(self) -> None:
        drawn = line([3, 7, 10])
        known = Sampled.of(drawn, "")
        found = known.share("records", on(drawn, "a", "b"), on(drawn, "a", "b", "c"))
        assert found == (share_below(7, 20, 0.0125), share_above(7, 20))

    def test_what_is_laid_bare_is_known(self) -> None:
        drawn = line([3, 7, 10])
        known = Sampled.of(drawn, "")
        assert known.share("records", on(drawn, "a"), on(drawn, "a")) == (1, 1)

    def test_at_one_price_a_share_of_money_is_one_of_records(self) -> None:
        drawn = line([3, 7, 10], ["2.5"] * 3)
        known = Sampled.of(drawn, "")
        asked = on(drawn, "a"), on(drawn, "a", "b", "c")
        assert known.one_price is not None
        assert known.share("spend", *asked) == known.share("records", *asked)

    def test_at_several_prices_it_is_wider(self) -> None:
        drawn = line([3, 7, 10], [4, 1, 2])
        known = Sampled.of(drawn, "")
        asked = on(drawn, "a"), on(drawn, "a", "b", "c")
        assert (known.one_price, known.dearest) == (None, 4)
        lower, upper = known.share("spend", *asked)
        assert lower < Fraction(12, 39) < upper

    @pytest.mark.parametrize("prices", [None, [3, 1, 2]])
    @pytest.mark.parametrize("measure", ["records", "spend"])
    def test_a_target_is_where_the_upper_end_comes_within_the_limit(
        self, measure: str, prices: list[int] | None
    ) -> None:
        limit = Fraction(3, 10)
        for rest in range(1, 400, 3):
            drawn = line([4, rest, 1], prices)
            known, true, all_ = Sampled.of(drawn, ""), on(drawn, "a"), on(drawn, "a", "b", "c")
            whole = getattr(drawn.mass(all_), measure)
            reached = whole >= known.target(measure, limit, true)
            within = known.share(measure, true, all_).upper <= limit
            assert reached <= within
            if measure == "records" or prices is None:
                assert reached == within
            assert (
                known.at_most(measure, true, drawn.total) == known.share(measure, true, all_).upper
            )

    def test_each_cell_has_the_target_that_it_has_alone(self) -> None:
        drawn = line([3, 0, 10])
        known, limit = Sampled.of(drawn, ""), Fraction(1, 2)
        targets = known.targets("records", limit, np.array([[0, 1, 2]])).tolist()
        assert targets == [drawn_needed(n, limit) for n in (3, 0, 10)]
        alone = [known.target("records", limit, on(drawn, name)) for name in "abc"]
        assert targets == alone

    def test_folding_adds_up_what_was_drawn(self) -> None:
        drawn = Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]])
        market = replace(drawn, knowledge=Sampled.of(drawn, "", 10))
        folding = Folding.of(market, {1})
        assert folding is not None
        known = folding.folded.knowledge
        assert isinstance(known, Sampled)
        assert (known.sampled.total.records, known.scale) == (12, 10)
        asked = {"sex": ["F"]}
        folded = known.share(
            "records", folding.folded.intent(asked), Box.everything(folding.folded.space)
        )
        assert folded == (share_below(8, 12), share_above(8, 12))

    def test_the_factor_covers_every_pair_of_counts_the_intervals_allow(self) -> None:
        drawn = line([30, 70, 100])
        known = Sampled.of(drawn, "")
        assert known.factor is not None
        ends = [
            (share_below(k, 200, 0.025 / 3), share_above(k, 200, 0.025 / 3)) for k in (30, 70, 100)
        ]
        seen = [Fraction(k, 200) for k in (30, 70, 100)]
        for i, j in product(range(3), repeat=2):
            odds = (ends[i][1] / ends[j][0]) / (seen[i] / seen[j])
            assert i == j or odds <= known.factor

    @pytest.mark.parametrize("rate", [0.01, 0.1])
    def test_over_1000_samples_of_adult_it_holds_as_often_as_it_says(self, rate: float) -> None:
        market = tacit.load("adult")
        cells = market.cells(Box.everything(market.space))
        rng = np.random.default_rng(11)
        many = round(int(cells.records.sum()) * rate)
        samples = rng.multivariate_hypergeometric(cells.records, many, size=1000)
        pairs = [(market.intent(w), market.intent(p)) for w in WANTS for p in POSTS]
        shares = [Fraction(market.peak(t).records, market.mass(p).records) for t, p in pairs]
        missed = np.zeros(len(pairs), dtype=int)
        for counts in samples:
            known = Sampled.of(Market.from_cells(market.space, cells.codes, counts), "")
            for i, ((true, post), share) in enumerate(zip(pairs, shares, strict=True)):
                if true <= post:
                    lower, upper = known.share("records", true, post)
                    missed[i] += not lower <= share <= upper
        assert missed.max() <= 50
