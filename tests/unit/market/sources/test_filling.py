"""Dimensions whose values are found in tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.errors import InputError, MarketFileError, TableError
from tacit.intents.reading import parse_intent
from tacit.market.market import Market
from tacit.market.sources import filling
from tacit.market.sources.counting import market_from_table
from tacit.market.sources.recipe import read_recipe
from tacit.space.prefix import Prefix
from tacit.space.tree import Tree

TABLE = "state,code\nUtah,3111\nOhio,3121\nUtah,52\nGuam,3111\n"
REGIONS = "country,region,state\nUS,West,Utah\nUS,Midwest,Ohio\nUS,Guam,\n"
HEAD = '[market]\ntable = "people.csv"\n'


def market_file(folder: Path, dimensions: str, table: str = TABLE, head: str = HEAD) -> Path:
    (folder / "people.csv").write_text(table, encoding="utf-8")
    (folder / "regions.csv").write_text(REGIONS, encoding="utf-8")
    path = folder / "people.toml"
    path.write_text(head + dimensions, encoding="utf-8")
    return path


def market(folder: Path, dimensions: str, table: str = TABLE, head: str = HEAD) -> Market:
    return market_from_table(market_file(folder, dimensions, table, head))


TREE = '[dimensions.state]\nkind = "tree"\ntree = "regions.csv"\n'


def test_a_tree_is_read_from_the_table_beside_the_market_file(tmp_path: Path) -> None:
    found = market(tmp_path, TREE)
    (state,) = found.space
    assert isinstance(state, Tree)
    assert state.values == ("Utah", "Ohio", "Guam")
    assert found.records_by_value("state") == [2, 1, 1]
    assert found.mass(parse_intent(found.space, "state = 'West'")).records == 2
    assert found.mass(parse_intent(found.space, '{"state": "US"}')).records == 4


def test_a_tree_may_have_a_place_for_missing_values(tmp_path: Path) -> None:
    head = HEAD + 'missing = "keep"\n'
    found = market(tmp_path, f'{TREE}missing-value = "none"\n', "state\nUtah\n?\n", head)
    assert found.records_by_value("state") == [1, 0, 0, 1]


def test_a_market_file_is_written_back_as_it_was(tmp_path: Path) -> None:
    path = market_file(tmp_path, TREE)
    recipe = read_recipe(path)
    assert 'tree = "regions.csv"' in recipe.to_toml()
    path.write_text(recipe.to_toml(), encoding="utf-8")
    assert read_recipe(path) == recipe


def test_a_leaf_that_the_tree_lacks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MarketFileError, match="holds 1 values that dimension 'state' does not"):
        market(tmp_path, TREE, TABLE + "Iowa,1\n")


def test_a_tree_whose_file_is_gone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"gone\.csv"):
        market(tmp_path, TREE.replace("regions", "gone"))


def test_the_table_of_a_tree_is_not_written_over(tmp_path: Path) -> None:
    from tacit._files import one_run, writing

    with one_run():
        market(tmp_path, TREE)
        with pytest.raises(InputError):
            writing(tmp_path / "regions.csv")


def test_prefixes_are_those_that_occur(tmp_path: Path) -> None:
    found = market(tmp_path, '[dimensions.state]\nkind = "prefix"\nlength = 1\n')
    assert found.space.dimensions == (Prefix("state", ("G*", "O*", "U*"), length=1),)
    assert found.records_by_value("state") == [1, 1, 2]


def test_a_place_for_missing_values_goes_where_they_are_dropped(tmp_path: Path) -> None:
    lines = '[dimensions.state]\nkind = "prefix"\nlength = 1\nvalues = ["U*", "-"]\nmissing-value = "-"\n'
    kept = market(tmp_path, lines, "state\nUtah\n?\n", HEAD + 'missing = "keep"\n')
    assert kept.records_by_value("state") == [1, 1]
    dropped = market(tmp_path, lines, "state\nUtah\n?\n", HEAD + 'missing = "drop"\n')
    assert dropped.records_by_value("state") == [1]


def test_codes_are_those_that_occur(tmp_path: Path) -> None:
    found = market(tmp_path, '[dimensions.code]\nkind = "tree"\nprefixes = [2, 3]\n')
    assert found.space.dimensions[0].values == ("3111", "3121", "52")
    assert found.mass(parse_intent(found.space, "code = '31'")).records == 3


def test_too_many_values_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "MOST_FOUND", 2)
    with pytest.raises(MarketFileError, match="gives more than 2 values"):
        market(tmp_path, '[dimensions.state]\nkind = "prefix"\nlength = 1\n')


def test_a_column_that_holds_nothing_or_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MarketFileError, match="holds no value"):
        market(tmp_path, '[dimensions.a]\nkind = "prefix"\nlength = 1\n', "a,b\n?,1\n")
    with pytest.raises(TableError, match="no column 'b'"):
        market(tmp_path, '[dimensions.b]\nkind = "tree"\nprefixes = [1]\n')
