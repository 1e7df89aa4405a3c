"""Years of two digits: a hundred of them, which end where dates still make sense."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tacit.errors import SettingError
from tacit.market.sources import profile, written_years
from tacit.market.sources.profile import Column, profiled
from tacit.market.sources.proposal import propose
from tacit.market.sources.table import open_source
from tacit.market.sources.written import Written
from tacit.space.numeric import Numeric
from tests.helpers.tables import written

BIRTHS = [f"{i % 28 + 1:02d}.{i % 12 + 1:02d}.{30 + i % 60:02d}" for i in range(200)]


@pytest.fixture(autouse=True)
def year(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(written_years, "this_year", lambda: 2026)


def column(folder: Path, values: list[str]) -> Column:
    table = written(folder, "a,b\n" + "".join(f"{value},x\n" for value in values))
    return profiled(open_source(table))[0]


def test_days_of_birth_are_not_in_the_future(tmp_path: Path) -> None:
    found = column(tmp_path, BIRTHS)
    assert found.written == Written.named("31.12.25 up to 2027")
    assert (found.low.year, found.high.year) == (1930, 1989)


def test_nor_are_they_where_they_are_too_many_to_be_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile, "LISTED", 10)
    monkeypatch.setattr(profile, "FEW", 5)
    found = column(tmp_path, BIRTHS)
    assert found.counts is None
    assert (found.low.year, found.high.year) == (1930, 1989)


@pytest.mark.parametrize(
    ("latest", "low", "high"), [("31.12.27", 1970, 2027), ("01.01.28", 1928, 1970)]
)
def test_this_year_and_the_next_are_no_future(
    tmp_path: Path, latest: str, low: int, high: int
) -> None:
    found = column(tmp_path, ["01.01.70", latest])
    assert (found.low.year, found.high.year) == (low, high)


def test_a_remark_says_which_years_and_the_line_that_says_otherwise(tmp_path: Path) -> None:
    table = written(tmp_path, "day of birth,b\n" + "".join(f"{value},x\n" for value in BIRTHS))
    recipe = propose(open_source(table), table=table.name)
    (remark,) = (text for text in recipe.remarks if "two digits" in text)
    assert "years of two digits are 1928 to 2027" in remark
    assert '"day of birth" = "31.12.25" under [written]' in remark
    assert recipe.written == {"day of birth": "31.12.25 up to 2027"}
    (births,) = recipe.dimensions
    assert isinstance(births, Numeric)
    assert all(isinstance(edge, date) and edge.year < 1990 for edge in births.edges)


def test_two_readings_are_of_one_century(tmp_path: Path) -> None:
    found = column(tmp_path, ["03/04/65", "05/06/71"])
    assert found.unsure.ambiguous == Written.named("12/31/25 up to 2027")


@pytest.mark.parametrize(
    "name", ["31.12.2025 up to 2027", "1234 up to 2027", "31.12.25 up to 3000", "31.12.25 up to 1"]
)
def test_only_years_of_two_digits_have_a_last_one(name: str) -> None:
    with pytest.raises(SettingError, match="no such way"):
        Written.named(name)


def test_every_name_means_its_way() -> None:
    for name in ("31.12.25", "31.12.25 up to 1999", "Dec 31, 25 23:59 up to 2027"):
        assert Written.named(name).name == name
