"""Markets of which only the values are known."""

from __future__ import annotations

from pathlib import Path

import pytest

import tacit
from tacit.errors import TableError
from tacit.market.knowledge import Assumed
from tests.helpers.statistics import counts, loaded

VALUES = "dimension,value\nsex,F\nsex,M\nteam,red\nteam,blue\nteam,green\n"
NAMED = '[market]\nname = "panel"'


def test_every_cell_holds_as_many(tmp_path: Path) -> None:
    market = loaded(tmp_path, 'kind = "dictionary"', NAMED)
    assert set(counts(market).values()) == {1}
    assert (market.filled, market.space.size) == (4, 4)
    assert isinstance(market.knowledge, Assumed)
    many = loaded(tmp_path, 'kind = "dictionary"\ntotal = 1003', NAMED)
    assert set(counts(many).values()) == {250}


def test_dimensions_may_come_from_a_table(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(VALUES)
    path = tmp_path / "own.toml"
    path.write_text('[market]\n[statistics]\nkind = "dictionary"\ntable = "d.csv"\n')
    market = tacit.load(path, cache=False)
    assert [(d.name, d.values) for d in market.space] == [
        ("sex", ("F", "M")),
        ("team", ("red", "blue", "green")),
    ]


def test_those_of_the_market_file_come_first(tmp_path: Path) -> None:
    market = loaded(tmp_path, 'kind = "dictionary"\ntable = "d.csv"', NAMED, d=VALUES)
    assert [d.name for d in market.space] == ["sex", "team", "age"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("dimension,value\nsex,F\nsex,F\n", "twice"),
        ("dimension,value\nsex,\n", "without a dimension or a value"),
        ("name,value\nsex,F\n", "dimension"),
    ],
)
def test_tables_that_are_no_dictionaries_are_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(TableError, match=why):
        loaded(tmp_path, 'kind = "dictionary"\ntable = "d.csv"', NAMED, d=text)


def test_who_goes_by_counts_is_never_said_to_be_within_and_others_are(tmp_path: Path) -> None:
    market = loaded(tmp_path, 'kind = "dictionary"', NAMED)
    want = {"sex": ["F"], "age": ["old"]}
    found = tacit.protect(market, want, limit=0.5, seed=1)
    assert {row.attacker: row.within(found.limit) for row in found.confidences} == {
        "pi-uniform": True,
        "em-f": False,
        "em-c": True,
        "em-fc": False,
        "informed": True,
    }
    assert not found.holds
    assert tacit.protect(market, want, limit=0.5, against="pi-uniform,em-c", seed=1).holds
    with pytest.raises(tacit.TacitError, match="no upper end"):
        tacit.protect(market, want, limit=0.5, hold="upper")
