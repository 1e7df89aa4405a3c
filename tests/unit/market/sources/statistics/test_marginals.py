"""Markets known by tables of some dimensions each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.errors import MarketFileError, TableError
from tacit.market.fitted import Fitted
from tests.helpers.statistics import counts, loaded

NAMED = '[market]\nname = "census"'


def tables(*names: str, more: str = "") -> str:
    listed = ", ".join(f'"{name}.csv"' for name in names)
    return f'kind = "marginals"\ntables = [{listed}]\ncount = "n"\n{more}'


SEX, AGE = "sex,n\nF,40\nM,60\n", "age,n\nyoung,30\nold,70\n"


def test_without_anything_else_dimensions_are_independent(tmp_path: Path) -> None:
    market = loaded(tmp_path, tables("s", "a"), NAMED, s=SEX, a=AGE)
    assert counts(market) == {
        ("F", "young"): 12,
        ("F", "old"): 28,
        ("M", "young"): 18,
        ("M", "old"): 42,
    }
    assert market.name == "census"
    assert isinstance(market.knowledge, Fitted)
    assert "assumed is that nothing depends on anything beyond" in market.notes[-1]
    assert "(sex; age)" in market.notes[-1]


def test_a_table_of_both_is_given_back(tmp_path: Path) -> None:
    both = "age,sex,n\nyoung,F,5\nold,F,35\nold,M,60\n"
    market = loaded(tmp_path, tables("b", "s"), NAMED, b=both, s=SEX)
    assert counts(market) == {("F", "young"): 5, ("F", "old"): 35, ("M", "old"): 60}


def test_counts_are_whole_with_the_same_total(tmp_path: Path) -> None:
    market = loaded(
        tmp_path, tables("s", "a"), NAMED, s="sex,n\nF,3\nM,4\n", a="age,n\nyoung,5\nold,2\n"
    )
    assert market.total.records == 7
    assert counts(market) == {
        ("F", "young"): 2,
        ("F", "old"): 1,
        ("M", "young"): 3,
        ("M", "old"): 1,
    }


def test_totals_that_differ_a_little_are_told_and_by_far_are_refused(tmp_path: Path) -> None:
    near = AGE.replace("70", "72")
    market = loaded(tmp_path, tables("s", "a"), NAMED, s=SEX, a=near)
    assert any("a.csv has 102 records in all, not 100" in note for note in market.notes)
    assert market.total.records == 100
    with pytest.raises(TableError, match=r"contradict.*a\.csv has 170 .* should be 100"):
        loaded(tmp_path, tables("s", "a"), NAMED, s=SEX, a=AGE.replace("70", "140"))
    with pytest.raises(TableError, match="contradict"):
        loaded(tmp_path, tables("s", "a", more="total = 200"), NAMED, s=SEX, a=AGE)


def test_tables_that_do_not_agree_on_what_they_share_are_told(tmp_path: Path) -> None:
    both = "age,sex,n\nyoung,F,20\nyoung,M,20\nold,F,30\nold,M,30\n"
    market = loaded(tmp_path, tables("b", "s"), NAMED, b=both, s=SEX)
    assert any("do not agree" in note for note in market.notes)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sex,n\nF,4\nX,5\n", "a value that 'sex' does not have"),
        ("sex,n\nF,4\nF,5\n", "twice"),
        ("sex,n\nF,-4\nM,5\n", "0 or more, but says -4"),
        ("sex,n\nF,4.5\nM,5\n", "whole numbers"),
        ("sex,n\nF,some\nM,5\n", "no number"),
        ("sex,town,n\nF,x,4\n", "the column 'town'"),
        ("n\n4\n", "no column of any dimension"),
        ("sex,n\nF,0\nM,0\n", "of nothing"),
        ("sex,m\nF,4\n", "the column 'm'"),
    ],
)
def test_tables_that_can_not_be_are_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(TableError, match=why):
        loaded(tmp_path, tables("s", "a"), NAMED, s=text, a=AGE)


def test_a_dimension_of_which_no_table_speaks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no table speaks of 'age'"):
        loaded(tmp_path, tables("s"), NAMED, s=SEX)


def test_there_is_no_table_of_records(tmp_path: Path) -> None:
    with pytest.raises(MarketFileError, match="names a table under"):
        loaded(tmp_path, tables("s", "a"), '[market]\ntable = "s.csv"', s=SEX, a=AGE)


def test_costs_of_rows_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MarketFileError, match="rows that are records"):
        loaded(tmp_path, tables("s", "a"), f'{NAMED}\n[cost]\ncolumn = "n"', s=SEX, a=AGE)
