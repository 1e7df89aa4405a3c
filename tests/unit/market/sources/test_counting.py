"""Counting rows into cells: bins, missing values, counts and costs."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tacit.errors import (
    CostError,
    MarketFileError,
    MissingValues,
    MixedTypes,
    SpaceError,
    TableError,
)
from tacit.market.market import Market
from tacit.market.sources.counting import market_from_table
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.tree import Tree

SEX = Nominal("sex", ("F", "M"))


def counted(table: Any, **options: Any) -> Market:
    return market_from_table(table, **options)


def cells(market: Market) -> dict[tuple[Any, ...], int]:
    """How many records each filled cell holds, by the names of its values."""
    listed = market.cells(market.intent({}))
    named = [tuple(market.space.cell(tuple(map(int, c))).values()) for c in listed.codes.T]
    return {cell: n for cell, n in zip(named, listed.records.tolist(), strict=True) if n}


def spent(market: Market, **wanted: Any) -> Fraction:
    return market.mass(market.intent(wanted)).spend * market.money_tick


def price(market: Market, **wanted: Any) -> Fraction:
    return market.mass(market.intent(wanted)).price * market.rule.tick


PEOPLE = {"sex": ["F", "M", "F", "F"], "job": ["cook", "cook", "cook", "nurse"]}


@pytest.mark.parametrize("layout", ["dense", "sparse", "auto"])
def test_rows_are_counted_into_cells(layout: str) -> None:
    market = counted(PEOPLE, layout=layout)
    assert cells(market) == {("F", "cook"): 2, ("M", "cook"): 1, ("F", "nurse"): 1}
    assert market.name == "the frame"


@pytest.mark.parametrize(("closed", "expected"), [("right", [2, 2, 1]), ("left", [1, 2, 2])])
def test_numbers_fall_into_their_bins(closed: str, expected: list[int]) -> None:
    age = Numeric.binned("age", [10, 20], closed=closed)
    for column in ([-5, 10, 15, 20, 21], ["-5", "10.0", "15", "2e1", "20.5"]):
        market = counted({"age": column}, dimensions=[age])
        assert market.records_by_value("age") == expected


@pytest.mark.parametrize("closed", ["right", "left"])
def test_dates_fall_into_their_bins(closed: str) -> None:
    day = Numeric.binned("day", [date(2020, 2, 1)], ["early", "late"], closed=closed)
    days = ["2020-01-31 23:59:59", "2020-02-01 00:00:00", "2020-02-01 12:00:00"]
    for column in (days, pd.to_datetime(days)):
        market = counted(pd.DataFrame({"day": column}), dimensions=[day])
        assert market.records_by_value("day") == ([3, 0] if closed == "right" else [1, 2])


def test_bins_keep_their_value_order() -> None:
    age = Numeric.binned("age", [10, 20], ["low", "mid", "high"], order=["high", "low", "mid"])
    market = counted({"age": [5, 15, 15, 25, 25, 25]}, dimensions=[age])
    assert dict(zip(age.values, market.records_by_value("age"), strict=True)) == {
        "high": 3,
        "low": 1,
        "mid": 2,
    }


@pytest.mark.parametrize(
    "column",
    [
        [1.0, 2.5, 2.5, 3.0],
        ["1", "2.50", "2.5", "+3"],
        ["1.0", "2.5", "25e-1", "3"],
        [Decimal("1.00"), Decimal("2.50"), Decimal("2.50"), Decimal("3.00")],
    ],
)
def test_numbers_are_found_however_they_are_spelled(column: list[Any]) -> None:
    market = counted({"a": column}, dimensions=[Ordinal.of("a", [1, 2.5, 3])])
    assert market.records_by_value("a") == [1, 2, 1]


def test_spellings_of_one_number_in_a_file_share_their_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\n1,x\n1.0,x\n1.00,y\n2.5,x\n2.50,x\n")
    market = counted(path, cost=2)
    assert cells(market) == {(1, "x"): 2, (1, "y"): 1, (2.5, "x"): 2}
    assert spent(market) == 10


def test_true_and_false_are_values() -> None:
    market = counted({"a": [True, False, True, None]}, missing="keep")
    assert market.space.dimensions[0].values == (True, False, "(missing)")
    assert market.records_by_value("a") == [2, 1, 1]


def test_whole_numbers_in_floats_are_shown_as_whole() -> None:
    assert counted({"a": [2.0, 1.0, 2.0]}).space.dimensions[0].values == (1, 2)


@pytest.mark.parametrize(
    ("values", "column", "expected"),
    [
        (("x", "y", "rest"), ["x", "y", "z", "w", "x"], [2, 1, 2]),
        ((1, 2, "rest"), [1.0, 2.0, 3.0, 1.0], [2, 1, 1]),
        ((1, 2, "rest"), ["1", "2.0", "three", "1"], [2, 1, 1]),
        ((True, "rest"), [True, False, True], [2, 1]),
    ],
)
def test_other_collects_what_is_not_listed(
    values: tuple[Any, ...], column: list[Any], expected: list[int]
) -> None:
    market = counted({"a": column}, dimensions=[Nominal("a", values, other="rest")])
    assert market.records_by_value("a") == expected


def test_other_does_not_collect_missing_values() -> None:
    a = Nominal("a", ("x", "rest", "(missing)"), other="rest", missing="(missing)")
    market = counted({"a": ["x", "y", None]}, dimensions=[a], missing="keep")
    assert market.records_by_value("a") == [1, 1, 1]


def test_values_that_are_not_listed_are_refused() -> None:
    with pytest.raises(MarketFileError, match=r"holds 2 values .*'cook', 'smith'.*other = "):
        counted({"job": ["nurse", "cook", "smith"]}, dimensions=[Nominal("job", ("nurse",))])


def test_a_tree_counts_its_leaves() -> None:
    country = Tree.of("country", {"Europe": ["France", "Italy"], "Asia": ["Japan"]})
    market = counted({"country": ["Japan", "Italy", "Japan"]}, dimensions=[country])
    assert market.records_by_value("country") == [0, 1, 2]


def test_ready_and_named_dimensions_go_together_in_order() -> None:
    table = {"a": [1, 2, 30], "b": ["x", "y", "x"], "c": ["u", "v", "v"]}
    market = counted(table, dimensions=["c", Numeric.binned("a", [5]), "b"])
    assert market.space.names == ("c", "a", "b")


def test_a_column_may_serve_two_dimensions() -> None:
    dimensions = [
        Numeric.binned("young", [30], column="age"),
        Numeric.binned("old", [60], column="age"),
    ]
    market = counted({"age": [20, 40, 70]}, dimensions=dimensions)
    assert market.records_by_value("young") == [1, 2]
    assert market.records_by_value("old") == [2, 1]


def test_columns_may_have_any_name() -> None:
    table = {
        name: ["x", "y", "x"]
        for name in (
            "t",
            "raw",
            "given",
            "n",
            "s",
            "d0",
            "d1",
            "at",
            "v",
            "place",
            'a "b" c',
            "é\n",
        )
    }
    market = counted({**table, "count": [1, 2, 3], "price": [5, 6, 7]}, count="count", cost="price")
    assert set(market.space.names) == set(table)
    assert market.total.records == 6
    assert spent(market) == 5 + 12 + 21


def test_columns_named_like_our_own_can_be_counted_and_priced() -> None:
    market = counted(
        {"d1": ["x", "y"], "d0": ["u", "v"], "n": [2, 3], "s": [1, 10]}, count="n", cost="s"
    )
    assert cells(market) == {("x", "u"): 2, ("y", "v"): 3}
    assert spent(market) == 32


HOLES = {"a": ["x", None, "y", "?"], "b": [1.0, 2.0, None, None], "c": ["u", "v", "u", "v"]}


def test_missing_values_of_ready_dimensions_need_a_choice_and_are_counted_per_column() -> None:
    words = r"3 of 4 rows of the frame lack a value \(a 2, b 2\).*missing = \"drop\" .*missing = \"keep\""
    ready = [Nominal("a", ("x", "y")), Ordinal.of("b", [1, 2])]
    with pytest.raises(MissingValues, match=words):
        counted(HOLES, dimensions=ready)


def test_missing_values_are_kept_where_nobody_has_said_what_to_do() -> None:
    market = counted(HOLES)
    assert market.total.records == 4
    assert market.notes[0] == "3 of 4 rows of the frame lack a value (a 2, b 2): kept as a value"
    assert cells(market) == cells(counted(HOLES, missing="keep"))


def test_missing_values_in_unused_columns_do_not_matter() -> None:
    market = counted(HOLES, dimensions=["c"])
    assert market.total.records == 4
    assert market.notes == ()


def test_rows_with_missing_values_can_be_dropped() -> None:
    market = counted(HOLES, missing="drop")
    assert cells(market) == {("x", 1, "u"): 1}
    assert market.notes[0] == "3 of 4 rows of the frame lack a value (a 2, b 2): dropped"


def test_rows_with_missing_values_can_be_kept() -> None:
    market = counted(HOLES, missing="keep")
    assert cells(market) == {
        ("x", 1, "u"): 1,
        ("(missing)", 2, "v"): 1,
        ("y", "(missing)", "u"): 1,
        ("(missing)", "(missing)", "v"): 1,
    }


def test_missing_numbers_and_dates_can_be_kept() -> None:
    age = Numeric.binned("age", [10, 20], missing="(missing)")
    day = Numeric.binned("day", [date(2020, 1, 1)], ["old", "new"], missing="?")
    table = {"age": [5, None, 25], "day": [None, date(2019, 1, 1), date(2020, 6, 1)]}
    market = counted(table, dimensions=[age, day], missing="keep")
    assert market.records_by_value("age") == [1, 0, 1, 1]
    assert market.records_by_value("day") == [1, 1, 1]


def test_bins_are_proposed_around_missing_numbers() -> None:
    market = counted({"age": [*range(80), *range(20), None, None]}, missing="keep")
    age = market.space.dimensions[0]
    assert isinstance(age, Numeric)
    assert age.values[-1] == "(missing)"
    assert market.records_by_value("age")[-1] == 2


def test_a_kept_missing_value_joins_rows_that_spell_it_out() -> None:
    a = Nominal("a", ("x", "(missing)"), missing="(missing)")
    market = counted({"a": ["x", "(missing)", None]}, dimensions=[a], missing="keep")
    assert market.records_by_value("a") == [1, 2]


@pytest.mark.parametrize(
    "dimension",
    [Numeric.binned("years", [10], column="age"), Ordinal.of("years", [5, 25], column="age")],
)
def test_keeping_needs_a_place_for_missing_values(dimension: Numeric | Ordinal) -> None:
    with pytest.raises(MarketFileError, match=r"years.*missing-value"):
        counted({"age": [5, None, 25]}, dimensions=[dimension], missing="keep")


def test_another_choice_for_missing_values_is_refused() -> None:
    with pytest.raises(MarketFileError, match=r'"drop" or "keep"'):
        counted(PEOPLE, missing="skip")


@pytest.mark.parametrize("cost", [None, "c"])
def test_a_table_with_no_complete_row_is_refused(cost: str | None) -> None:
    table = {"a": ["x", None, "y", None], "b": [None, "u", None, "v"], "c": [1, 2, 3, 4]}
    with pytest.raises(TableError, match="no row of the frame is left"):
        counted(table, dimensions=["a", "b"], missing="drop", cost=cost)


@pytest.mark.parametrize("numbers", [[2, 0, 5], [2.0, 0.0, 5.0], ["2", "0", "5.0"]])
def test_a_count_column_says_how_many_records_a_row_stands_for(numbers: list[Any]) -> None:
    market = counted({"a": ["x", "y", "x"], "n": numbers}, count="n")
    assert market.records_by_value("a") == [7, 0]
    assert market.space.names == ("a",)


@pytest.mark.parametrize("numbers", [[-1, 2], [1.5, 2], [None, 2], ["1.5", "2"], ["-1", "2"]])
def test_counts_that_are_not_whole_are_refused(numbers: list[Any]) -> None:
    with pytest.raises(TableError, match=r"'n' must hold whole numbers, 0 or more, but 1 rows"):
        counted({"a": ["x", "y"], "n": numbers}, count="n")


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([0, 0], "no row stands for any record"),
        (["x", "y"], "must hold numbers"),
        ([True, False], "must hold numbers"),
        ([1e30, 1], "too large"),
        ([2**62, 2**62], "too large"),
    ],
)
def test_a_count_column_that_counts_nothing_is_refused(numbers: list[Any], words: str) -> None:
    with pytest.raises(TableError, match=words):
        counted({"a": ["x", "y"], "n": numbers}, count="n")


def test_an_unknown_count_or_cost_column_is_refused() -> None:
    with pytest.raises(TableError, match="no column 'm'"):
        counted(PEOPLE, count="m")
    with pytest.raises(TableError, match="no column 'prise'"):
        counted(PEOPLE, cost="prise")


@pytest.mark.parametrize(
    "costs",
    [
        [0.1, 0.1, 0.1, 0.7],
        ["0.1", "0.10", "0.100", "0.7"],
        [Decimal("0.1"), Decimal("0.1"), Decimal("0.1"), Decimal("0.7")],
    ],
)
def test_a_cost_column_is_added_up_exactly(costs: list[Any]) -> None:
    market = counted({"a": ["x", "x", "x", "y"], "c": costs}, cost="c")
    assert spent(market, a="x") == Fraction(3, 10)
    assert spent(market) == 1
    assert price(market, a="x") == Fraction(1, 10)
    assert market.priced_by == "column 'c'"


@pytest.mark.parametrize(
    "costs",
    [[1234567890.12, 2], [0.123456, 2], [0.30000000000000004, 2], [0.0001, 99999], [10.0**12, 0]],
)
def test_costs_with_up_to_six_decimals_are_exact(costs: list[float]) -> None:
    market = counted({"a": ["x", "y"], "c": costs}, cost="c")
    assert spent(market) == sum(Fraction(str(round(cost, 6))) for cost in costs)


def test_costs_are_multiplied_by_the_count() -> None:
    market = counted(
        {"a": ["x", "x", "y"], "c": [0.1, 0.2, 1], "n": [3, 2, 0]}, cost="c", count="n"
    )
    assert spent(market) == Fraction(7, 10)
    assert price(market, a="x") == Fraction("0.14")
    assert price(market, a="y") == Fraction("0.14")


def test_the_mean_price_stands_in_empty_cells() -> None:
    market = counted({"a": ["x", "y"], "b": ["u", "v"], "c": [1, 4]}, cost="c")
    assert price(market, a="x", b="v") == Fraction(5, 2)
    given = counted(
        {"a": ["x", "y"], "b": ["u", "v"], "c": [1, 4]}, cost={"column": "c", "empty": 9}
    )
    assert price(given, a="x", b="v") == 9
    assert price(given, a="y", b="v") == 4


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ([-1.0, 2], r"in column 'c' 1 rows have a negative cost. Give every row a cost of 0"),
        ([None, 2.0], r"in column 'c' 1 rows have no cost"),
        ([None, -2.0], "1 rows have no cost and 1 rows have a negative cost"),
        ([0.1234567, 2], "more than 6 decimals .* Round them"),
        ([0.0000001, 2], "more than 6 decimals .* Round them"),
        ([2.0000001, 2], "more than 6 decimals .* Round them"),
        ([1e30, 2], "too large"),
        ([2.0**53, 2], "too large"),
    ],
)
def test_costs_that_can_not_be_used_are_refused(costs: list[Any], words: str) -> None:
    with pytest.raises(CostError, match=words):
        counted({"a": ["x", "y"], "c": costs}, cost="c")


def test_costs_times_counts_too_large_are_refused() -> None:
    with pytest.raises(CostError, match="too large"):
        counted({"a": ["x", "y"], "c": [1e15, 1], "n": [10**9, 1]}, cost="c", count="n")


@pytest.mark.parametrize("costs", [["cheap", "dear"], [True, False], [date(2020, 1, 1)] * 2])
def test_a_cost_column_without_numbers_is_refused(costs: list[Any]) -> None:
    with pytest.raises(TableError, match="column 'c' of the frame must hold numbers"):
        counted({"a": ["x", "y"], "c": costs}, cost="c")


def test_a_cost_column_of_mixed_types_is_refused() -> None:
    with pytest.raises(MixedTypes, match=r"column 'c' .* 1 of 2 rows hold something else"):
        counted({"a": ["x", "y"], "c": ["cheap", "2"]}, cost="c")


def test_a_cost_of_a_dropped_row_does_not_matter() -> None:
    market = counted({"a": ["x", None, "y"], "c": [1, -5, 2]}, cost="c", missing="drop")
    assert spent(market) == 3


@pytest.mark.parametrize("cost", [2.5, {"each": 2.5}, {"each": "5/2"}, Decimal("2.5")])
def test_one_price_for_every_record(cost: Any) -> None:
    market = counted(PEOPLE, cost=cost)
    assert spent(market) == 10
    assert price(market, sex="M", job="nurse") == Fraction(5, 2)


def test_prices_per_value() -> None:
    cost = {"base": 1, "per-value": {"sex": {"F": 0.5}, "job": {"nurse": 2}}}
    market = counted(PEOPLE, cost=cost)
    assert price(market, sex="M", job="nurse") == 3
    assert spent(market) == Fraction("1.5") * 2 + 1 + Fraction("3.5")
    assert market.priced_by == "a price for each value"


@pytest.mark.parametrize("cost", [-1, "-1 each", {"each": "x"}, {"base": -1}, float("nan")])
def test_a_bad_price_is_refused(cost: Any) -> None:
    with pytest.raises(TableError, match=r"price|no column"):
        counted(PEOPLE, cost=cost)


PRICES = "sex,job,price\nF,cook,1.10\nF,nurse,2\nM,cook,3\nM,nurse,4\n"


def prices(folder: Path, content: str = PRICES) -> dict[str, Any]:
    path = folder / "prices.csv"
    path.write_text(content)
    return {"table": str(path)}


def test_a_table_of_prices_prices_every_cell(tmp_path: Path) -> None:
    market = counted(PEOPLE, cost=prices(tmp_path))
    assert spent(market) == 2 * Fraction("1.1") + 2 + 3
    assert price(market, sex="M", job="nurse") == 4
    assert market.priced_by == "a table of prices"


def test_cells_the_table_of_prices_leaves_out_cost_the_mean_or_as_said(tmp_path: Path) -> None:
    cost = prices(tmp_path, PRICES.replace("M,nurse,4\n", ""))
    assert price(counted(PEOPLE, cost=cost), sex="M", job="nurse") == Fraction("1.8")
    assert price(counted(PEOPLE, cost={**cost, "empty": 7}), sex="M", job="nurse") == 7


def test_a_table_of_prices_may_be_a_frame_with_numbers_and_bins(tmp_path: Path) -> None:
    listed = {"age": ["young", "old"] * 2, "kids": [0.0, 0.0, 1.0, 1.0], "price": [1, 2, 3, 4]}
    age = Numeric.binned("age", [30], ["young", "old"])
    table = {"age": [20, 40, 50], "kids": [0, 1, 1]}
    market = counted(table, dimensions=[age, "kids"], cost={"table": listed})
    assert spent(market) == 1 + 4 + 4


def test_a_table_of_prices_may_spell_true_and_false_as_text(tmp_path: Path) -> None:
    cost = prices(tmp_path, "a,price\nTrue,2\nfalse,3\n")
    assert spent(counted({"a": [True, False, True]}, cost=cost)) == 7


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (PRICES.replace("M,cook,3\n", ""), r"1 cells hold records .* sex M, job cook. Add"),
        (PRICES + "F,cook,5\n", r"lists a cell twice: sex F, job cook"),
        (PRICES + "X,cook,5\n", r"a value that 'sex' does not have. Its values are: F, M"),
        (PRICES + ",cook,5\n", r"a value that 'sex' does not have"),
        (PRICES.replace("3", "-3"), "missing or negative"),
        (PRICES.replace("3", ""), "missing or negative"),
        (PRICES.replace("3", "dear"), "'price' of prices.csv must hold numbers"),
        (PRICES.replace("price", "cost"), "no column 'price'"),
        (PRICES.replace("job", "jobs"), "no column 'job'"),
        (PRICES.replace("3", "1e300"), "too many digits"),
    ],
)
def test_a_table_of_prices_that_does_not_fit_is_refused(
    tmp_path: Path, content: str, words: str
) -> None:
    with pytest.raises(TableError, match=words):
        counted(PEOPLE, cost=prices(tmp_path, content))


def test_a_missing_table_of_prices_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there is no file"):
        counted(PEOPLE, cost={"table": str(tmp_path / "none.csv")})


@pytest.mark.parametrize(
    "cost", [{"each": 1, "column": "c"}, {"base": 1, "table": "x"}, {"empty": 3}, {"eech": 1}]
)
def test_costs_that_contradict_themselves_are_refused(cost: dict[str, Any]) -> None:
    with pytest.raises(MarketFileError, match=r"\[cost\]"):
        counted(PEOPLE, cost=cost)


def test_a_market_file_takes_no_options(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text('[market]\ntable = "x.csv"\n')
    with pytest.raises(MarketFileError, match="already says"):
        counted(path, missing="drop")


def test_a_dimension_of_a_missing_column_is_refused() -> None:
    with pytest.raises(TableError, match=r"no column 'sexe'.*Did you mean 'sex'"):
        counted(PEOPLE, dimensions=[Nominal("sexe", ("F", "M"))])


def test_two_dimensions_of_one_name_are_refused() -> None:
    with pytest.raises(SpaceError, match="same name"):
        counted(PEOPLE, dimensions=[SEX, SEX])


def test_bins_on_a_column_of_text_are_refused() -> None:
    with pytest.raises(TableError, match="must hold numbers"):
        counted(PEOPLE, dimensions=[Numeric.binned("sex", [1])])
    with pytest.raises(TableError, match="must hold dates"):
        counted({"a": [1, 2]}, dimensions=[Numeric.binned("a", [date(2020, 1, 1)])])


def test_a_mixed_column_that_is_not_used_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\n1,x\ntwo,y\n")
    assert counted(path, dimensions=["b"]).total.records == 2
    assert counted(path).space.dimensions[0].values == ("1", "two")


def numbers_and(*odd: str) -> dict[str, list[str]]:
    return {
        "a": [*map(str, range(70)), *map(str, range(70)), *odd],
        "b": ["x", "y"] * (70 + len(odd) // 2),
    }


def csv(folder: Path, table: dict[str, list[str]]) -> Path:
    path = folder / "a.csv"
    lines = [",".join(row) for row in zip(*table.values(), strict=True)]
    path.write_text("\n".join([",".join(table), *lines]) + "\n")
    return path


class TestAFewOddRows:
    """Numbers with some other text between them, as real tables have."""

    def test_are_a_value_of_their_own(self, tmp_path: Path) -> None:
        market = counted(csv(tmp_path, numbers_and("n/k", "soon")))
        assert market.space.dimensions[0].values[-1] == "(other text)"
        assert market.records_by_value("a")[-1] == 2
        assert market.total.records == 142

    def test_stand_with_what_is_missing(self, tmp_path: Path) -> None:
        market = counted(csv(tmp_path, numbers_and("n/k", "soon", "NA", "")))
        assert market.space.dimensions[0].values[-1] == "(missing or other text)"
        assert market.records_by_value("a")[-1] == 4

    def test_are_dropped_with_what_is_missing(self, tmp_path: Path) -> None:
        market = counted(csv(tmp_path, numbers_and("n/k", "soon", "NA", "")), missing="drop")
        assert market.total.records == 140
        assert "4 of 144 rows of a.csv lack a value (a 4): dropped" in market.notes

    def test_are_odd_between_few_numbers_too(self, tmp_path: Path) -> None:
        few = {"a": [*"123" * 20, "soon", "late"], "b": ["x", "y"] * 31}
        market = counted(csv(tmp_path, few))
        assert market.space.dimensions[0].values == (1, 2, 3, "(other text)")
        assert market.records_by_value("a") == [20, 20, 20, 2]

    def test_are_refused_by_dimensions_without_a_place_for_them(self, tmp_path: Path) -> None:
        path = csv(tmp_path, numbers_and("n/k", "soon"))
        with pytest.raises(MixedTypes, match=r"'a' .* 2 of 142 rows hold something else"):
            counted(path, dimensions=[Numeric.binned("a", [50])])
