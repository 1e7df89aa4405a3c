"""The paper's made-up market, made again."""

from __future__ import annotations

import numpy as np

from tacit.intents.box import Box
from tacit.market.sources.load import load
from tacit.market.sources.synthetic import synthetic

INTENT_1 = {
    "age": ["working adult"],
    "race": ["Black"],
    "sex": ["Female"],
    "hours-per-week": ["full-time"],
    "income": [">50K"],
}


def test_synthetic_is_the_papers() -> None:
    market = load("synthetic")
    assert market.name == "synthetic"
    assert market.space == load("adult").space
    assert (market.total.cells, market.filled) == (240, 240)
    mass = market.mass(market.intent(INTENT_1))
    assert (mass.records, market.money(mass.spend)) == (1513, 31_773)


def test_synthetic_comes_out_the_same_each_time() -> None:
    np.random.default_rng(0).normal(size=10)
    one, two = load("synthetic"), load("synthetic")
    everything = Box.everything(one.space)
    assert one.cells(everything).records.tolist() == two.cells(everything).records.tolist()
    assert one.cells(everything).spend.tolist() == two.cells(everything).spend.tolist()


def test_counts_and_prices_are_as_the_recipe_draws_them() -> None:
    """About 1,000 records a cell and 20 a record; none below 0 and 1."""
    market = synthetic()
    cells = market.cells(Box.everything(market.space))
    prices = market.prices(cells) * float(market.rule.tick)
    assert cells.records.min() >= 0
    assert prices.min() >= 1
    assert abs(float(cells.records.mean()) - 1000) < 4 * 300 / 240**0.5
    assert abs(float(prices.mean()) - 20) < 4 * 5 / 240**0.5 + 0.5  # cut to whole numbers


def test_making_it_leaves_other_random_numbers_alone() -> None:
    np.random.seed(7)
    expected = np.random.RandomState(7).random()
    synthetic()
    assert np.random.random() == expected
