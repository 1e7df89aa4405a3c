"""`tacit describe` on the built-in markets and on tables of one's own."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.conftest import Run
from tests.helpers.workbooks import workbook


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
    assert 10 <= kinds["age"][1] <= 20
    assert kinds["children"] == ("ordinal", 5)
    assert kinds["town"][0] == "nominal"
    assert kinds["town"][1] > 300, "all of them can be asked for"
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


def test_it_ends_with_the_next_command_to_run(run: Run, people: Path, tmp_path: Path) -> None:
    *_, example, command = run("describe", "people.csv").stderr.splitlines()
    want = example.partition("for example ")[2].removesuffix(", and run:")
    (tmp_path / "want.json").write_text(want)
    words = command.removeprefix("note: tacit ").split()
    assert words[:2] == ["protect", "people.market.toml"]
    done = run(*words)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "post.json").exists()
    assert (tmp_path / "private.json").exists()


def test_showing_only_writes_nothing(run: Run, people: Path, tmp_path: Path) -> None:
    done = run("describe", "people.csv", "--no-write")
    assert done.returncode == 0
    assert "red" in done.stdout
    assert not (tmp_path / "people.market.toml").exists()


TOWNS = "ville,âge\n" + "Orléans,31\nŁódź,40\nŁódź,31\n"


def test_an_encoding_is_said_once_and_kept_in_the_market_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "towns.csv").write_bytes(TOWNS.encode("cp1250", "replace"))
    done = run("describe", "towns.csv", "--encoding", "cp1250", "--json")
    assert done.returncode == 0, done.stderr
    assert 'encoding = "cp1250"' in (tmp_path / "towns.market.toml").read_text()
    done = run("describe", "towns.market.toml", "--json")
    assert json.loads(done.stdout)["records"] == 3
    assert "Łódź" in (tmp_path / "towns.market.toml").read_text()


def test_a_sheet_is_said_once_and_kept_in_the_market_file(run: Run, tmp_path: Path) -> None:
    rows = [["town", "n"], ["x", 1], ["y", 2], ["x", 2]]
    workbook(tmp_path / "book.xlsx", {"empty": [], "Q2": rows})
    done = run("describe", "book.xlsx", "--sheet", "Q2", "--json")
    assert done.returncode == 0, done.stderr
    assert 'sheet = "Q2"' in (tmp_path / "book.market.toml").read_text()
    assert json.loads(run("describe", "book.market.toml", "--json").stdout)["records"] == 3


@pytest.mark.parametrize(
    ("option", "name", "words"),
    [
        ("--encoding", "utf-9", "there is no encoding of this name"),
        ("--sheet", "Q3", "a sheet only goes with workbooks"),
    ],
)
def test_what_is_said_wrongly_is_refused(
    run: Run, people: Path, option: str, name: str, words: str
) -> None:
    done = run("describe", people.name, option, name)
    assert done.returncode == 2
    assert words in done.stderr


@pytest.mark.parametrize(
    ("data", "market_file"),
    [
        ("parts", "parts.market.toml"),
        ("parts/*.parquet", "parts/parts.market.toml"),
        ("*/*.parquet", None),
    ],
)
def test_a_folder_or_pattern_is_one_table(
    run: Run, tmp_path: Path, data: str, market_file: str | None
) -> None:
    (tmp_path / "parts").mkdir()
    for i in range(2):
        frame = pa.table({"town": ["x", "y", "x"], "n": [1, 2, i]})
        pq.write_table(frame, tmp_path / "parts" / f"{i}.parquet")
    done = run("describe", data, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["records"] == 6
    assert market_file is None or answer["market_file"] == market_file
    again = run("describe", answer["market_file"], "--json")
    assert json.loads(again.stdout)["records"] == 6, again.stderr
