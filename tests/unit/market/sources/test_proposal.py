"""What Tacit proposes for a table nobody has described."""

from __future__ import annotations

import shlex
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tacit
from tacit._defaults import BINS
from tacit._names import names_in
from tacit.errors import MarketFileError, SettingError, TableError
from tacit.market.sources import proposal
from tacit.market.sources.counting import market_from_table
from tacit.market.sources.proposal import FEW_NUMBERS, FEW_WHOLE, MOST_NAMES, propose
from tacit.market.sources.recipe import Recipe
from tacit.market.sources.table import open_source
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.prefix import Prefix

BESIDE = ["x", "y"]


def proposed(table: dict[str, Any], **options: Any) -> Recipe:
    return propose(open_source(table), **options)


def only(column: list[Any], **options: Any) -> Dimension:
    """The dimension proposed for one column."""
    (found,) = proposed({"a": column}, **options).dimensions
    return found


def beside(column: list[Any]) -> tuple[list[str], str]:
    """The dimensions proposed for a column beside another, and the remarks."""
    other = [BESIDE[i % 2] for i in range(len(column))]
    recipe = proposed({"a": column, "other": other})
    return [d.name for d in recipe.dimensions], " ".join(recipe.remarks)


def test_few_names_are_taken_as_they_appear() -> None:
    assert only(["M", "F", "M", "X"]) == Nominal("a", ("M", "F", "X"))


def test_names_appear_in_order_over_many_rows() -> None:
    names = [f"n{i % 40}" for i in range(39, 200_000)]
    assert only(names).values[:3] == ("n39", "n0", "n1")


def test_true_and_false_are_names() -> None:
    assert only([False, True, False]) == Nominal("a", (False, True))


@pytest.mark.parametrize("column", [[3, 1, 2, 3], [3.0, 1.0, 2.0, 3.0]])
def test_few_whole_numbers_are_ordinal(column: list[Any]) -> None:
    assert only(column) == Ordinal.of("a", [1, 2, 3])


def test_few_numbers_may_have_decimals() -> None:
    assert only([2.5, 1, 2.5, 0.1]) == Ordinal.of("a", [0.1, 1, 2.5])


@pytest.mark.parametrize(("few", "step"), [(FEW_WHOLE, 1), (FEW_NUMBERS, 0.5)])
def test_as_many_numbers_as_are_few_stay_single(few: int, step: float) -> None:
    assert isinstance(only([i * step for i in range(few)] * 2), Ordinal)
    assert not isinstance(only([i * step for i in range(few)] * 2), Numeric)
    assert isinstance(only([i * step for i in range(few + 1)] * 2), Numeric)


def test_many_numbers_get_bins_of_similar_weight() -> None:
    found = only([*range(800)] * 3)
    assert isinstance(found, Numeric)
    assert (found.integer, found.closed, len(found)) == (True, "left", 16)
    assert all(edge % 50 == 0 for edge in found.edges)
    counts = market_from_table({"a": [*range(800)] * 3}).records_by_value("a")
    assert max(counts) <= 2 * min(counts)


@pytest.mark.parametrize(
    "column",
    [
        [*range(1000)] * 2,
        [i / 7 for i in range(500)],
        [1e-6 * i for i in range(100)],
        [1_600_000_000_000 + i for i in range(100)] * 2,
        [1e12 + i / 16 for i in range(100)],
        [-50 + i for i in range(100)] * 2,
        [2**i for i in range(62)] * 2,
        [0] * 900 + [*range(1, 101)],
        [0] * 500 + [-1 - i for i in range(70)],
        [7] * 900 + [i * 0.5 for i in range(100)],
        [5.0] * 99 + [float(i) for i in range(70)],
    ],
)
def test_numbers_never_stay_raw_and_every_row_finds_its_bin(column: list[Any]) -> None:
    market = market_from_table({"a": column})
    (found,) = market.space.dimensions
    assert isinstance(found, Numeric)
    assert 2 <= len(found) <= 2 * BINS
    assert market.total.records == len(column)
    assert sum(n > 0 for n in market.records_by_value("a")) >= 2


def test_bins_of_close_large_numbers_still_tell_them_apart() -> None:
    market = market_from_table({"a": [10**12 + i for i in range(100)] * 2})
    counts = market.records_by_value("a")
    assert len(counts) == BINS
    assert max(counts) <= 20


def test_a_value_that_fills_most_rows_gets_a_bin_of_its_own() -> None:
    market = market_from_table({"gain": [0] * 900 + [*range(1, 101)]})
    counts = market.records_by_value("gain")
    assert counts[0] == 900
    assert len(counts) >= 4


def test_bins_are_announced() -> None:
    assert proposed({"a": [*range(100)] * 2}).remarks == ("a: numbers put in 20 bins",)


def test_all_names_are_kept_so_that_each_can_be_asked_for() -> None:
    names = [f"n{i}" for i in range(142)]
    assert only(names * 12).values == tuple(names)
    assert len(only([f"n{i % MOST_NAMES}" for i in range(2 * MOST_NAMES)])) == MOST_NAMES


def test_very_many_names_are_put_in_groups_and_none_is_lost() -> None:
    many = MOST_NAMES + 1
    column = ["top"] * 500 + [f"n{i % many}" for i in range(2 * many)]
    recipe = proposed({"a": column})
    (found,) = recipe.dimensions
    assert isinstance(found, Prefix)
    assert found.length == 3
    assert "10,002 values in 101 groups by their first 3 characters" in recipe.remarks[0]
    market = market_from_table({"a": column})
    counts = dict(zip(found.values, market.records_by_value("a"), strict=True))
    assert counts["top*"] == 500
    assert sum(counts.values()) == len(column)


def test_names_of_ours_that_a_column_uses_are_not_used_twice() -> None:
    kept = only(["x", "(missing)", None], missing="keep")
    assert kept.values == ("x", "(missing)", "((missing))")
    market = market_from_table({"a": ["x", "(missing)", None, None]}, missing="keep")
    assert market.records_by_value("a") == [1, 1, 2]


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ([f"id{i}" for i in range(100)], "looks like an identifier (100 values)"),
        ([*range(1000, 1100)], "every row has a number of its own"),
        (["k"] * 10, "fewer than two values"),
        ([3] * 10, "fewer than two values"),
        ([date(2020, 1, 1)] * 10, "fewer than two values"),
        ([None] * 999 + ["x", "y"], "99.8% of rows lack a value"),
        (["a long story about everything " * 3 + str(i) for i in range(60)], "free text (60 texts"),
        ([[i] for i in range(10)], "neither names, numbers nor dates"),
    ],
)
def test_columns_that_tell_nothing_are_left_out_with_a_remark(
    column: list[Any], words: str
) -> None:
    names, remarks = beside(column)
    assert names == ["other"]
    assert "a: left out, as" in remarks
    assert words in remarks


def test_a_table_with_nothing_to_tell_is_refused() -> None:
    with pytest.raises(TableError, match="no column of the frame can serve as a dimension"):
        proposed({"a": ["k"] * 3})


def test_codes_with_leading_zeros_stay_text() -> None:
    assert only(["007", "12", "007"]).values == ("007", "12")


@pytest.mark.parametrize(
    ("first", "days", "period", "labels"),
    [
        (date(2019, 5, 5), 3000, "years", ("2019", "2027")),
        (date(1900, 1, 1), 36_500, "years", ("1900-1904", "1995-1999")),
        (date(2020, 2, 10), 1500, "quarters", ("2020-Q1", "2024-Q1")),
        (date(2020, 11, 20), 200, "months", ("2020-11", "2021-06")),
        (date(2020, 2, 25), 100, "weeks", ("week of 2020-02-25", "week of 2020-06-02")),
        (date(2020, 2, 25), 20, "days", ("2020-02-25", "2020-03-16")),
    ],
)
def test_dates_are_put_in_periods_that_suit_their_span(
    first: date, days: int, period: str, labels: tuple[str, str]
) -> None:
    column = [first + timedelta(days=days * i // 10) for i in range(11)]
    recipe = proposed({"a": column})
    (found,) = recipe.dimensions
    assert isinstance(found, Numeric)
    assert found.is_date
    assert (found.values[0], found.values[-1]) == labels
    assert recipe.remarks == (f"a: dates put in {period}",)
    assert market_from_table({"a": column}).total.records == 11


def test_a_day_falls_in_the_period_that_is_named_after_it() -> None:
    days = [
        date(2020, 1, 31),
        date(2020, 2, 1),
        date(2020, 2, 29),
        date(2020, 4, 1),
        date(2020, 8, 1),
    ]
    market = market_from_table({"a": days})
    assert market.space.dimensions[0].values == tuple(f"2020-{m:02d}" for m in range(1, 9))
    assert market.records_by_value("a") == [1, 2, 0, 1, 0, 0, 0, 1]


def test_names_that_differ_in_blanks_are_joined_and_that_is_told() -> None:
    one = proposed({"a": ["Blue", " Blue", "Red"]})
    assert one.dimensions[0].values == ("Blue", "Red")
    assert "1 row has blanks around a name" in one.remarks[0]
    two = proposed({"a": ["Blue ", " Blue", "Red"]})
    assert "2 rows have blanks around a name" in two.remarks[0]


def test_blanks_around_all_names_join_nothing() -> None:
    assert proposed({"a": [" Blue", " Red", " Red"]}).remarks == ()


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (["x", "y", None], "1 row lacks a value, kept"),
        (["x", "y", None, None], "2 rows lack a value, kept"),
        (["$1", "$2", "$3", "$4", "$5", "x", None], "1 row lacks a value and 1 holds other text"),
    ],
)
def test_one_row_is_one_row(column: list[Any], words: str) -> None:
    assert words in proposed({"a": column}).remarks[0]


PERCENT, SHARES = [f"{i}%" for i in range(1, 91)], [f"0.{i}" for i in range(11, 21)]


def test_percent_and_plain_numbers_are_not_one_scale() -> None:
    few = proposed({"a": [*PERCENT, *SHARES]})
    assert few.dimensions[0].missing == "(other text)"
    assert "10 hold other text" in few.remarks[0]
    assert "numbers without % count as other text" in few.remarks[0]


def test_where_percent_and_numbers_are_mixed_evenly_they_are_names_and_that_is_told() -> None:
    even = proposed({"a": [*PERCENT[:10] * 4, *SHARES * 3]})
    assert isinstance(even.dimensions[0], Nominal)
    assert "40 rows hold percent and 30 numbers without %" in even.remarks[0]


def test_only_the_named_columns_are_used_in_their_order() -> None:
    table = {"a": ["x", "y"], "b": ["u", "v"], "c": ["s", "t"]}
    assert [d.name for d in proposed(table, only=["c", "a"]).dimensions] == ["c", "a"]
    with pytest.raises(TableError, match="no column 'd'"):
        proposed(table, only=["d"])


def test_options_in_remarks_can_be_pasted() -> None:
    names = [f"n{i}" for i in range(60)] * 2
    recipe = proposed(
        {"it's, odd": BESIDE * 60, "x (y)": names, "z": names, "Price": list(range(120))}
    )
    (many,) = (remark for remark in recipe.remarks if "--dimensions" in remark)
    option = shlex.split(many.partition("--dimensions ")[2])
    assert [names_in(part) for part in option] == [["it's, odd", "x (y)"]]


def test_a_cost_is_named_so_that_it_can_be_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposal, "COST_NAMES", ("unit price",))
    (remark,) = proposed({"unit price": [1, 2, 5]}).remarks
    assert remark.endswith("--cost 'unit price'")


def test_counts_and_costs_are_no_dimensions() -> None:
    table = {"a": ["x", "y"], "n": [1, 2], "price": [3, 4]}
    recipe = proposed(table, count="n", cost={"column": "price"})
    assert [d.name for d in recipe.dimensions] == ["a"]


def test_columns_can_be_declared_as_text() -> None:
    assert only([10, 20, 10], as_text=["a"]) == Nominal("a", ("10", "20"))
    with pytest.raises(TableError, match="no column 'b'"):
        only([10, 20], as_text=["b"])


def test_a_place_for_missing_values_is_made_only_where_they_are_kept() -> None:
    table = {"a": ["x", None, "y"], "b": ["u", "v", "u"]}
    for asked in ({}, {"missing": "keep"}):
        recipe = proposed(table, **asked)
        assert [d.missing for d in recipe.dimensions] == ["(missing)", None]
        assert recipe.missing == "keep"
    assert proposed({"a": ["x", "y"]}).missing is None
    assert [d.missing for d in proposed(table, missing="drop").dimensions] == [None, None]
    with pytest.raises(MarketFileError, match="drop"):
        proposed(table, missing="skip")


def test_the_same_table_gets_the_same_proposal() -> None:
    random = np.random.default_rng(5)
    table = {"a": random.integers(0, 50, 5000).tolist(), "b": random.normal(size=5000).tolist()}
    assert proposed(table) == proposed(table)


def test_ordered_categories_keep_their_order() -> None:
    import pandas as pd

    sizes = pd.Categorical(["mid", "lo", "hi", "lo"], ["lo", "mid", "hi", "huge"], ordered=True)
    market = tacit.load(pd.DataFrame({"size": sizes, "team": ["a", "b", "a", "b"]}))
    size = market.space.dimensions[0]
    assert (size.kind, size.values) == ("ordinal", ("lo", "mid", "hi"))
    assert market.intent("size >= 'mid'").to_json()["size"] == ["mid", "hi"]


class TestHowManyBins:
    def test_numbers_and_dates_in_about_as_many_as_asked_for(self) -> None:
        days = [date(2020, 1, 1) + timedelta(days=n % 1000) for n in range(6400)]
        table = {"a": [*range(3200)] * 2, "d": days}
        usual, finer = (
            {d.name: len(d) for d in proposed(table, bins=bins).dimensions} for bins in (None, 64)
        )
        assert BINS / 2 < usual["a"] <= BINS < 32 < finer["a"] <= 64
        assert usual["d"] < finer["d"] <= 64

    def test_finer_bins_do_not_look_at_a_want(self) -> None:
        table = {"a": [*range(3200)] * 2}
        market = market_from_table(table, bins=64)
        assert max(market.records_by_value("a")) < 2.5 * market.total.records / 64

    @pytest.mark.parametrize("bins", [0, 1, 1001, 2.5, "many"])
    def test_too_few_too_many_or_no_number(self, bins: Any) -> None:
        with pytest.raises(SettingError, match="from 2 to 1,000") as caught:
            market_from_table({"a": [*range(100)]}, bins=bins)
        assert caught.value.setting == "bins"

    def test_ready_dimensions_and_market_files_have_theirs(self, tmp_path: Path) -> None:
        ready = Numeric.binned("a", [50])
        with pytest.raises(SettingError, match="proposed"):
            market_from_table({"a": [*range(100)]}, dimensions=[ready], bins=8)
        with pytest.raises(MarketFileError, match="already says"):
            market_from_table(tmp_path / "m.toml", bins=8)
