"""The built-in markets: the paper's numbers, and the one door to all others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from tacit._progress import Progress
from tacit.errors import InputError, TableError
from tacit.intents.box import Box
from tacit.market.sources import load as built_in
from tacit.market.sources.load import load

FOLDER = Path(built_in.__file__).parent


PARQUET = FOLDER / "adult.parquet"


INTENT_1 = {
    "age": ["working adult"],
    "race": ["Black"],
    "sex": ["Female"],
    "hours-per-week": ["full-time"],
    "income": [">50K"],
}


@pytest.fixture(scope="module")
def complete() -> pd.DataFrame:
    """The raw rows that lack no value, counted by hand."""
    raw = pq.read_table(PARQUET).to_pandas()
    text = raw.map(lambda value: value.strip() if isinstance(value, str) else value)
    assert len(text) == 32_561
    return text[~(text == "?").any(axis=1) & text.notna().all(axis=1)]


def test_adult_holds_the_papers_records() -> None:
    adult = load("adult")
    assert adult.name == "adult"
    assert adult.total.records == 30_162
    assert (adult.filled, adult.space.size) == (155, 240)
    assert adult.total.spend == 30_162
    assert "32,561 rows" in adult.notes[0]
    assert adult.mass(adult.intent(INTENT_1)).records == 56


def _age(years: int) -> str:
    names = ((17, "childhood"), (24, "young adult"), (61, "working adult"))
    return next((name for most, name in names if years <= most), "retirement")


def _hours(hours: int) -> str:
    return "part-time" if hours <= 34 else "full-time" if hours <= 40 else "overtime"


def test_every_cell_of_adult_is_what_counting_by_hand_gives(complete: pd.DataFrame) -> None:
    adult = load("adult")
    rows = complete.assign(
        age=complete["age"].map(_age), **{"hours-per-week": complete["hours-per-week"].map(_hours)}
    )
    counts = rows.groupby(list(adult.space.names), observed=True).size().to_dict()
    for cell in Box.everything(adult.space).cells():
        named = tuple(adult.space.cell(cell).values())
        box = Box(adult.space, tuple((code,) for code in cell))
        assert adult.mass(box).records == counts.get(named, 0)


@pytest.mark.parametrize("name", ["age", "race", "sex", "hours-per-week", "income"])
def test_values_stand_in_the_order_of_their_first_appearance(
    complete: pd.DataFrame, name: str
) -> None:
    column = complete[name]
    if name == "age":
        column = column.map(_age)
    if name == "hours-per-week":
        column = column.map(_hours)
    adult = load("adult")
    dimension = adult.space.dimensions[adult.space.index(name)]
    assert list(dimension.values) == column.drop_duplicates().tolist()


def test_the_packaged_table_is_small() -> None:
    assert PARQUET.stat().st_size < 1_000_000


def test_the_packaged_table_names_its_source() -> None:
    said = (FOLDER / "ADULT.md").read_text(encoding="utf-8")
    for words in ("Becker", "Kohavi", "10.24432/C5XW20", "CC BY 4.0"):
        assert words in said


@pytest.mark.parametrize("name", ["adult", "synthetic"])
@pytest.mark.parametrize("options", [{"missing": "drop"}, {"cost": 2}, {"dimensions": ["age"]}])
def test_a_built_in_market_is_read_in_one_way(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(TableError, match="built in"):
        load(name, **options)


def test_options_that_say_nothing_are_no_harm() -> None:
    assert load("adult", missing=None, dimensions=()).total.records == 30_162


def test_any_other_table_goes_through_the_same_door(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\nx,1\ny,2\n")
    assert load(path).total.records == load(str(path)).total.records == 2
    assert load({"a": ["x", "y"]}, cost=3).total.spend == 6


@pytest.mark.parametrize(
    ("uri", "words"),
    [("postgresql://host/db", "--table NAME"), ("s3://bucket/a.parquet", "as a file of Parquet")],
)
def test_an_address_that_does_not_do_is_refused_with_a_way_out(uri: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        load(uri)


@pytest.mark.parametrize("name", ["adlut", "Adult", ""])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(TableError, match=re.compile("adult, synthetic|folder")):
        load(name)


def test_progress_is_told_question_by_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacit._progress.EVERY", 0)
    path, told = tmp_path / "people.csv", list[Progress]()
    path.write_text("team,size,price\n" + "red,1,2.5\nblue,2,3\n" * 9)
    for work in (load, built_in.propose):
        told.clear()
        work(str(path), cost="price", cache=False, progress=told.append)
        assert list(dict.fromkeys(p.phase for p in told)) == [
            "reading the table",
            "finding out what columns hold",
            "counting cells",
            "putting the market together",
        ]
        columns = [(p.done, p.total) for p in told if p.phase == "finding out what columns hold"]
        assert columns[0] == (0, 3)
        assert columns[-1] == (2, 3)
