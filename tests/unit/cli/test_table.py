"""How to read a table: options for every verb with DATA."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from tacit.cli import make_app
from tacit.cli._table import open_market, same_table, takes_table
from tacit.errors import SettingError, TableError


def packed(*args: str) -> dict[str, Any]:
    """What a verb is told of the table."""
    told: list[dict[str, Any]] = []

    @takes_table
    def verb(*, table: dict[str, Any]) -> None:
        told.append(table)

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(verb)
    typer.main.get_command(app).main(args, standalone_mode=False)
    return told[0]


def test_what_is_not_said_is_left_out() -> None:
    assert packed() == {}
    assert packed("--cost", "", "--text", "") == {}


def test_columns_stand_between_commas() -> None:
    assert packed("--text", "zip, code ,", "--dimensions", "age") == {
        "text": ["zip", "code"],
        "dimensions": ["age"],
    }


def test_one_column_is_one_name() -> None:
    assert packed("--cost", "a, b", "--count", "n") == {"cost": "a, b", "count": "n"}


def test_a_number_of_bins() -> None:
    assert packed("--bins", "64") == {"bins": 64}
    assert packed("--bins", "0") == {"bins": 0}


def test_the_cache_is_used_unless_told_otherwise() -> None:
    assert packed("--no-cache") == {"cache": False}


def test_rows_that_lack_a_value() -> None:
    assert packed("--missing", "keep") == {"missing": "keep"}
    with pytest.raises(SettingError, match="drop or keep") as caught:
        packed("--missing", "guess")
    assert caught.value.setting == "missing"


def test_every_verb_with_data_takes_them() -> None:
    commands = typer.main.get_command(make_app()).commands  # type: ignore[attr-defined]
    for command in commands.values():
        flags = {one.opts[0] for one in command.params}
        assert bool(flags & {"data", "--market"}) == ("--missing" in flags)
        panels = {one.rich_help_panel for one in command.params if one.opts[0] == "--missing"}
        assert panels <= {"Reading a table"}


def test_a_market_is_opened_and_what_happened_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "people.csv"
    path.write_text("team,size\nred,1\nblue,2\n,3\n")
    market = open_market(str(path), {"missing": "drop", "text": ["size"]})
    assert market.total.records == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("note: ") == len(market.notes) > 0


def test_how_a_built_in_market_is_read_can_not_be_changed() -> None:
    with pytest.raises(TableError, match="built in"):
        open_market("adult", {"missing": "drop"})


def test_a_column_with_a_comma_goes_in_quotes() -> None:
    assert packed("--dimensions", '"income, yearly",age') == {
        "dimensions": ["income, yearly", "age"]
    }


def test_a_table_is_named_again_with_all_that_was_said_of_it() -> None:
    args = ("--dimensions", '"a,b",c d', "--header-line", "4", "--sheet", "Q 1", "--no-cache")
    told = packed(*args)
    again = same_table("my table.xlsx", told)
    said = "'my table.xlsx' --dimensions '\"a,b\",c d' --sheet 'Q 1' --header-line 4 --no-cache"
    assert again == said
    assert packed(*shlex.split(again)[1:]) == told


def test_statistics_and_flags_are_named_again_and_no_password() -> None:
    said = {"table": "my people", "statistics": {"kind": "sample", "rate": "0.1"}, "bins": 9}
    told = {**said, "dimensions": ["a b", "c"], "password": "zqcanary", "cache": False}
    again = same_table("sqlite:///shop.db", told)
    assert again == (
        "sqlite:///shop.db --table 'my people' --statistics sample,rate=0.1 --bins 9 "
        "--dimensions 'a b,c' --ask-password --no-cache"
    )
