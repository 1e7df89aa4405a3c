"""Bad input: a clear message, exit code 2, nothing printed as an answer, nothing written."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PAPER_INTENT, Run
from tests.helpers.refusals import refused

GOOD_TABLE = "team,age,price\n" + "".join(
    f"{'red' if i % 3 else 'blue'},{20 + i % 40},{1 + i % 4}.50\n" for i in range(200)
)


@pytest.mark.parametrize(
    ("intent", "said"),
    [
        ('{"rase": ["Black"]}', "Did you mean 'race'?"),
        ('{"race": ["Blck"]}', "Amer-Indian-Eskimo"),
        ('{"race": []}', "empty"),
        ("race = 'Black' AND race = 'White'", "empty"),
        ("", "empty text"),
        ('{"race": ["Black"]', "not valid JSON"),
        ('["Black"]', "a list of such objects"),
        ("race IN ('Black'", "not SQL that can be read"),
        ("race LIKE 'B%'", "race LIKE ?"),
        ("lower(race) = 'black'", "(race)"),
        ("race > 'Black'", "have no order"),
        ("rase = 'Black'", "Did you mean 'race'?"),
        ("age > 'Black'", "compared with a number"),
        ("race = sex", "not a plain value"),
        ("race = 'Black'; DROP TABLE x", "SQL"),
    ],
)
def test_intents(run: Run, want, tmp_path: Path, intent: str, said: str) -> None:
    args = ("protect", "adult", "--want", want(intent), "--out", "p.json", "--report", "r.html")
    message = refused(run, tmp_path, *args)
    assert said in message
    assert "'Black'" not in message


@pytest.mark.parametrize("limit", ["0", "-0.1", "1.01", "30", "nan", "inf", "much", "1/0"])
def test_limits(run: Run, want, tmp_path: Path, limit: str) -> None:
    refused(run, tmp_path, "protect", "adult", "--want", want(PAPER_INTENT), f"--limit={limit}")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--against", "em-g"), "Did you mean"),
        (("--method", "magic"), "greedy"),
        (("--method", "greedy", "--alpha", "1.5"), "alpha must be from 0 to 1"),
        (("--missing", "maybe"), "drop or keep"),
        (("--missing", "drop"), "built in"),
    ],
)
def test_settings(run: Run, want, tmp_path: Path, option: tuple[str, ...], said: str) -> None:
    message = refused(run, tmp_path, "protect", "adult", "--want", want(PAPER_INTENT), *option)
    assert said in message


def test_no_intent_file(run: Run, tmp_path: Path) -> None:
    message = refused(run, tmp_path, "protect", "adult", "--want", '{"race": ["Black"]}')
    assert "no such intent file" in message
    assert "Black" not in message


TABLES = {
    "empty": ("t.csv", b"", (), "is empty"),
    "header only": ("t.csv", b"team,age\n", (), "has no rows"),
    "binary": ("t.csv", b"\x89PNG\r\n\0\0\1\2", (), "binary data"),
    "prose": ("t.txt", b"Dear all,\n\nthis is a letter.\nIt is no table.\n", (), "t.txt"),
    "wrong suffix": ("t.docx", b"team,age\nred,3\n", (), "not a table that can be read"),
    "false parquet": ("t.parquet", b"PAR1 but not really", (), "can't be read as a table"),
    "mixed cost": ("t.csv", b"team,p\nred,3\nblue,old\nred,5\n", ("--cost", "p"), "1 of 3 rows"),
    "nothing left": ("t.csv", b"a,b\nx,\n,y\nz,\n,u\n", ("--missing", "drop"), "no row of"),
    "no names": ("t.csv", b"1,2\n3,4\n5,6\n", (), "column names"),
    "negative cost": ("t.csv", b"team,p\nred,3\nblue,-1\n", ("--cost", "p"), "negative cost"),
    "missing cost": ("t.csv", b"team,p\nred,3\nblue,\n", ("--cost", "p"), "no cost"),
    "unknown cost": ("t.csv", b"team,price\nred,3\nblue,1\n", ("--cost", "prise"), "'price'"),
}


@pytest.mark.parametrize("case", TABLES)
@pytest.mark.parametrize("verb", ["describe", "protect"])
def test_tables(run: Run, want, tmp_path: Path, case: str, verb: str) -> None:
    name, content, options, said = TABLES[case]
    (tmp_path / name).write_bytes(content)
    wanted = ("--want", want('{"team": ["red"]}')) if verb == "protect" else ()
    assert said in refused(run, tmp_path, verb, name, *wanted, *options)


def test_a_table_that_is_not_there(run: Run, want, tmp_path: Path) -> None:
    message = refused(run, tmp_path, "protect", "nowhere.csv", "--want", want(PAPER_INTENT))
    assert "nowhere.csv" in message


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[market", "not valid TOML"),
        ("[market]\n", "names no table"),
        ('[market]\ntable = "t.csv"\n', "at least one dimension"),
        ('[market]\ntable = "t.csv"\n[dimensions.team]\nkind = "nominl"\n', "needs a kind"),
        (
            '[market]\ntable = "t.csv"\n[dimensions.team]\nkind = "nominal"\nvalues = ["red"]\n',
            "does not list",
        ),
        (
            '[market]\ntable = "t.csv"\n[dimensions.age]\nkind = "numeric"\nedges = [30, 20]\n',
            "must rise",
        ),
        ('[market]\ntable = "t.csv"\nmising = "drop"\n', "Did you mean 'missing'?"),
        (
            '[market]\ntable = "gone.csv"\n[dimensions.a]\nkind = "nominal"\nvalues = ["x"]\n',
            "gone.csv",
        ),
    ],
)
def test_market_files(run: Run, tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "t.csv").write_text(GOOD_TABLE)
    (tmp_path / "m.toml").write_text(content)
    assert said in refused(run, tmp_path, "describe", "m.toml")


def test_an_unwritable_place_is_told(run: Run, want, tmp_path: Path) -> None:
    args = ("protect", "adult", "--want", want(PAPER_INTENT), "--out", "no/such/folder/p.json")
    assert "can't be written" in refused(run, tmp_path, *args)


@pytest.mark.process
def test_the_nearest_spelling_goes_to_a_persons_screen_only(run: Run, want, tmp_path: Path) -> None:
    name = want('{"race": ["Blck"]}')
    piped = refused(run, tmp_path, "protect", "adult", "--want", name)
    assert "Did you mean" not in piped
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "tacit", "protect", "adult", "--want", name],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        timeout=120,
        check=False,
    )
    os.close(theirs)
    seen = os.read(ours, 65536).decode()
    os.close(ours)
    assert "Did you mean 'Black'?" in seen


@pytest.mark.parametrize("out", ["intent.txt", "t.csv", "./t.csv", "link.csv", "-", ""])
def test_inputs_are_never_written_over(run: Run, want, tmp_path: Path, out: str) -> None:
    (tmp_path / "t.csv").write_text(GOOD_TABLE)
    (tmp_path / "link.csv").symlink_to("t.csv")
    name = want("team = 'red'")
    refused(run, tmp_path, "protect", "t.csv", "--want", name, f"--out={out}")
    assert (tmp_path / "t.csv").read_text() == GOOD_TABLE
    assert (tmp_path / name).read_text() == "team = 'red'"


def test_two_outputs_need_two_places(run: Run, want, tmp_path: Path) -> None:
    args = ("protect", "adult", "--want", want(PAPER_INTENT), "--out", "x", "--report", "x")
    assert "written already" in refused(run, tmp_path, *args)
