"""`tacit describe` on the built-in markets and on tables of one's own."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.conftest import Run


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """A table with every kind of column: names, numbers, dates, an identifier and many names."""
    rng = random.Random(5)
    path = tmp_path / "people.csv"
    rows = ["id,team,age,wage,joined,town,children,price"]
    for i in range(3000):
        joined = f"20{rng.randint(18, 25)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
        town = f"town {min(int(rng.expovariate(0.01)), 1999)}"
        wage = round(rng.lognormvariate(10, 0.5), 2)
        team, age = rng.choice(["red", "blue"]), rng.randint(16, 80)
        rows.append(
            f"{i},{team},{age},{wage},{joined},{town},{rng.randint(0, 4)},{rng.randint(1, 9)}.5"
        )
    path.write_text("\n".join(rows) + "\n")
    return path


@pytest.mark.parametrize(
    ("data", "records", "filled"), [("adult", 30162, 155), ("synthetic", 246046, 240)]
)
def test_built_in_markets(run: Run, data: str, records: int, filled: int) -> None:
    done = run("describe", data, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["records"], answer["cells"], answer["filled"]) == (records, 240, filled)
    assert [d["name"] for d in answer["dimensions"]] == [
        "age",
        "race",
        "sex",
        "hours-per-week",
        "income",
    ]
    assert sum(v["records"] for v in answer["dimensions"][0]["values"]) == records


def test_a_table_gets_a_market_file_that_the_other_verbs_read(
    run: Run, people: Path, want, tmp_path: Path
) -> None:
    done = run("describe", "people.csv", "--cost", "price", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    kinds = {d["name"]: (d["kind"], len(d["values"])) for d in answer["dimensions"]}
    assert answer["market_file"] == "people.market.toml"
    assert kinds["team"] == ("nominal", 2)
    assert kinds["age"][0] == kinds["wage"][0] == kinds["joined"][0] == "numeric"
    assert 3 <= kinds["age"][1] <= 8
    assert kinds["children"] == ("ordinal", 5)
    assert kinds["town"] == ("nominal", 21)
    assert "id" not in kinds
    assert "price" not in kinds
    again = run("describe", "people.market.toml", "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["dimensions"] == answer["dimensions"]
    assert json.loads(again.stdout)["cost"] == answer["cost"]
    name = want("team = 'red' AND age > 40 AND children >= 1")
    greedily = ("--method", "greedy", "--json")
    protected = run("protect", "people.market.toml", "--want", name, *greedily)
    assert protected.returncode == 0, protected.stderr
    *outsiders, informed = json.loads(protected.stdout)["attackers"]
    assert all(a["holds"] for a in outsiders)
    assert informed["name"] == "informed"


def test_a_raw_table_can_be_protected_at_once_and_tells_its_bins(
    run: Run, people: Path, want
) -> None:
    done = run("protect", "people.csv", "--want", want("team = 'red' AND age > 70"), "--json")
    assert done.returncode == 0, done.stderr
    assert "age: numbers put in" in done.stderr
    assert "id: left out" in done.stderr


def test_an_existing_market_file_is_left_alone(run: Run, people: Path, tmp_path: Path) -> None:
    mine = tmp_path / "people.market.toml"
    mine.write_text("# mine")
    done = run("describe", "people.csv")
    assert done.returncode == 0
    assert mine.read_text() == "# mine"
    assert "--force" in done.stderr
    assert run("describe", "people.csv", "--force").returncode == 0
    assert "[dimensions.team]" in mine.read_text()


def test_a_market_file_elsewhere_still_finds_its_table(
    run: Run, people: Path, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    assert run("describe", "people.csv", "--out", "elsewhere/m.toml").returncode == 0
    done = run("describe", "elsewhere/m.toml", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["records"] == 3000


def test_showing_only_writes_nothing(run: Run, people: Path, tmp_path: Path) -> None:
    done = run("describe", "people.csv", "--no-write")
    assert done.returncode == 0
    assert "red" in done.stdout
    assert not (tmp_path / "people.market.toml").exists()
