"""`tacit receive`: what came is checked, booked and told; what is refused leaves the file alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tacit
from tests.helpers.command_line import Done, Run
from tests.helpers.refusals import refused
from tests.unit.cli.shared import CAMPAIGN, SECRET, answer

ORDERED: dict[str, Any] = {"buy": 6, "seed": 1}


@pytest.fixture(autouse=True)
def quickly(quick_sealing: None) -> None:
    """Sealing takes little work."""


@pytest.fixture
def order(market: tacit.Market, table: str, campaign: str, tmp_path: Path) -> Any:
    """An order in the campaign, made from the command line's table."""
    made = tacit.Campaign(tmp_path / campaign, SECRET, _cost=1)
    return made.purchase(market, source=str(tmp_path / table), **ORDERED)


def rows_of(order: Any) -> list[str]:
    """A row for each record of a plan."""
    plan = order.purchase.to_plan()
    return [f"{one['cell']['x']},{one['cell']['y']}" for one in plan for _ in range(one["count"])]


def sent(folder: Path, rows: list[str], header: str = "x,y") -> str:
    (folder / "came.csv").write_text("\n".join([header, *rows, ""]))
    return "came.csv"


@pytest.fixture
def receive(run: Run) -> Any:
    def call(*args: str, stdin: str = "") -> Done:
        return run("receive", *args, "--campaign", CAMPAIGN, stdin=stdin, passphrase=SECRET)

    return call


@pytest.fixture
def leaves_alone(receive: Any, tmp_path: Path) -> Any:
    """Receive what must be refused; returns what was said."""

    def call(*args: str) -> str:
        before = (tmp_path / CAMPAIGN).read_bytes()
        said = refused(receive, tmp_path, *args)
        assert (tmp_path / CAMPAIGN).read_bytes() == before
        return said

    return call


def test_what_was_ordered_is_booked(receive: Any, run: Run, order: Any, tmp_path: Path) -> None:
    done = receive(sent(tmp_path, rows_of(order)), "--json")
    told = answer(done)
    assert (told["ordered"], told["received"], told["missing"]) == (6, 6, 0)
    assert (told["as_planned"], told["true_records"]) == (True, order.true_records)
    assert (told["notes"], done.stderr) == ([], "")
    listed = answer(run("campaign", CAMPAIGN, "--json", passphrase=SECRET))["entries"]
    assert [(e["kind"], e["order"]) for e in listed[1:]] == [("bought", 1), ("received", 1)]


def test_people_get_a_table(receive: Any, run: Run, order: Any, tmp_path: Path) -> None:
    done = receive(sent(tmp_path, rows_of(order)))
    assert (done.returncode, done.stderr) == (0, "")
    assert "What came of order 1" in done.stdout
    assert "have come" not in done.stdout, "the table says so"
    assert "received" in run("campaign", CAMPAIGN, passphrase=SECRET).stdout


def test_fewer_are_booked_with_a_note_and_the_rest_may_follow(
    receive: Any, order: Any, tmp_path: Path
) -> None:
    rows = rows_of(order)
    done = receive(sent(tmp_path, rows[:4]), "--json")
    assert answer(done)["missing"] == 2
    assert "note: 2 of the 6 records" in done.stderr
    told = answer(receive(sent(tmp_path, rows[4:]), "--json"))
    assert (told["received_before"], told["missing"], told["as_planned"]) == (4, 0, True)


def test_a_plan_may_come_from_standard_input(receive: Any, order: Any) -> None:
    done = receive("-", "--json", stdin=json.dumps(order.to_plan()))
    assert answer(done)["as_planned"]


class TestRefused:
    def test_more_than_was_ordered(self, leaves_alone: Any, order: Any, tmp_path: Path) -> None:
        name = sent(tmp_path, rows_of(order) * 2)
        assert "12 records came, but order 1 was for 6" in leaves_alone(name)

    def test_records_that_came_twice(self, leaves_alone: Any, order: Any, tmp_path: Path) -> None:
        rows = [f"{row},{min(i, 3)}" for i, row in enumerate(rows_of(order))]
        name = sent(tmp_path, rows, "x,y,nr")
        told = leaves_alone(name, "--id", "nr")
        assert "2 of 6 rows have an id that another row of the file has" in told

    def test_what_was_received_before(
        self, receive: Any, leaves_alone: Any, order: Any, tmp_path: Path
    ) -> None:
        rows = [f"{row},{i}" for i, row in enumerate(rows_of(order))]
        name = sent(tmp_path, rows[:2], "x,y,nr")
        assert receive(name, "--id", "nr").returncode == 0
        assert "this file was received before; nothing was written down" in leaves_alone(name)
        sent(tmp_path, rows[1:4], "x,y,nr")
        assert "1 of 3 records came in an earlier delivery" in leaves_alone(name, "--id", "nr")

    def test_one_of_several_orders(
        self, leaves_alone: Any, market: tacit.Market, order: Any, campaign: str, tmp_path: Path
    ) -> None:
        tacit.Campaign(tmp_path / campaign, SECRET, _cost=1).purchase(market, buy=1, seed=2)
        assert "1, 2. Say which this is with --order" in leaves_alone(sent(tmp_path, ["a,p"]))

    @pytest.mark.parametrize(
        ("header", "row"), [("x,z", "a,p"), ("x,y", "a,zanzibar"), ("x,y", "a,")]
    )
    def test_what_has_no_place_in_the_market(
        self, leaves_alone: Any, order: Any, tmp_path: Path, header: str, row: str
    ) -> None:
        said = leaves_alone(sent(tmp_path, [row], header))
        assert "column 'y'" in said
        assert "zanzibar" not in said
        assert "--text" not in said

    def test_a_file_that_is_not_there(self, leaves_alone: Any, order: Any) -> None:
        assert "no file nowhere.csv" in leaves_alone("nowhere.csv")

    def test_an_order_that_is_not_there(self, leaves_alone: Any, order: Any, table: str) -> None:
        assert "no order 2" in leaves_alone(table, "--order", "2")

    def test_two_things_from_standard_input(self, leaves_alone: Any, order: Any) -> None:
        assert "only one" in leaves_alone("-", "--passphrase-file", "-")

    def test_a_campaign_is_needed(self, run: Run, table: str) -> None:
        done = run("receive", table)
        assert done.returncode == 2
        assert "--campaign" in done.stderr


class TestMarket:
    def test_the_one_that_it_was_ordered_in_is_opened_again(
        self, leaves_alone: Any, receive: Any, order: Any, tmp_path: Path
    ) -> None:
        name = sent(tmp_path, rows_of(order))
        (tmp_path / "table.csv").rename(tmp_path / "moved.csv")
        said = leaves_alone(name)
        assert "Name the market with --data" in said
        assert answer(receive(name, "--data", "moved.csv", "--json"))["as_planned"]

    def test_one_that_nobody_knows_has_to_be_named(
        self, leaves_alone: Any, receive: Any, market: tacit.Market, campaign: str, tmp_path: Path
    ) -> None:
        made = tacit.Campaign(tmp_path / campaign, SECRET, _cost=1)
        name = sent(tmp_path, rows_of(made.purchase(market, **ORDERED)))
        assert "does not know which market" in leaves_alone(name)
        assert receive(name, "--data", "table.csv").returncode == 0

    def test_one_that_changed_is_told(self, receive: Any, order: Any, tmp_path: Path) -> None:
        with (tmp_path / "table.csv").open("a") as file:
            file.write("c,r\n")
        done = receive(sent(tmp_path, rows_of(order)), "--json")
        assert answer(done)["looks_blind"] is None
        assert "not what it was" in done.stderr
