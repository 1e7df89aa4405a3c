"""`tacit export`: a post in each form, from each file that holds one, and what is refused."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import tacit
from tests.helpers.command_line import Run
from tests.helpers.odrl_vocabulary import require_valid
from tests.helpers.refusals import refused
from tests.unit.cli.shared import GREEDY, WANTED, answer

FORMS = ("sql", "json", "odrl", "text")
KNOWN = ("--market", "table.csv")
TOLD_APART = {"x": ["a", "b"], "y": ["p", "q", "r"]}
"""A post that leaves out a value of one dimension, and none of the other."""


@pytest.fixture
def shown(table: str, tmp_path: Path) -> str:
    """Write a post as protect does and return the file's name."""
    (tmp_path / "shown.json").write_text(json.dumps(TOLD_APART))
    return "shown.json"


@pytest.mark.parametrize("form", FORMS)
def test_it_prints_what_python_writes(
    run: Run, shown: str, market: tacit.Market, form: str
) -> None:
    done = run("export", shown, "--as", form, *KNOWN)
    assert done.returncode == 0, done.stderr
    assert done.stdout == tacit.export_post(market.intent(TOLD_APART).as_public(), form)
    assert done.stderr == ""


@pytest.mark.parametrize("form", ["json", "odrl", "sql"])
def test_what_it_prints_reads_back_as_the_post(
    run: Run, shown: str, market: tacit.Market, form: str
) -> None:
    printed = run("export", shown, "--as", form, *KNOWN).stdout
    assert market.intent(printed) == market.intent(TOLD_APART)


def test_a_query_in_the_sellers_sql(run: Run, shown: str) -> None:
    done = run(
        "export",
        shown,
        "--as",
        "sql",
        *KNOWN,
        "--dialect",
        "mysql",
        "--seller-table",
        "`my shop`.t",
    )
    assert done.stdout == "SELECT\n  *\nFROM `my shop`.t\nWHERE\n  x IN ('a', 'b')\n"


def test_a_file_gets_the_same_and_standard_output_nothing(
    run: Run, shown: str, tmp_path: Path
) -> None:
    printed = run("export", shown, "--as", "odrl", *KNOWN).stdout
    done = run("export", shown, "--as", "odrl", *KNOWN, "--out", "post.jsonld")
    assert (done.stdout, done.stderr) == ("", "note: wrote post.jsonld\n")
    assert (tmp_path / "post.jsonld").read_text() == printed


@pytest.mark.parametrize("form", FORMS)
def test_programs_get_one_object(run: Run, shown: str, form: str) -> None:
    told = answer(run("export", shown, "--as", form, *KNOWN, "--json"))
    assert told["as"] == form
    printed = run("export", shown, "--as", form, *KNOWN).stdout
    content = told["content"]
    assert (content if isinstance(content, str) else json.dumps(content)) == (
        printed if form in ("sql", "text") else json.dumps(json.loads(printed))
    )


@pytest.mark.parametrize("form", FORMS)
def test_of_a_private_file_only_the_post_comes_out(
    run: Run, market: tacit.Market, tmp_path: Path, form: str
) -> None:
    (tmp_path / "want.json").write_text(json.dumps(WANTED))
    how = ("--method", "greedy", "--against", GREEDY["against"], "--limit", GREEDY["limit"])
    args = ("protect", "table.csv", "--want", "want.json", *how)
    done = run(*args, "--out", "out.json", "--keep", "kept.json", "--json")
    (tmp_path / "printed.json").write_text(done.stdout)
    texts = {
        run("export", name, "--as", form, *KNOWN).stdout
        for name in ("out.json", "kept.json", "printed.json")
    }
    (text,) = texts
    assert text
    for part in ("greedy", "limit", "1/2", "made_by", "kept", "table.csv", "em-f"):
        assert part not in text


def test_standard_input_will_do(run: Run, table: str) -> None:
    done = run("export", "-", "--as", "sql", *KNOWN, stdin=json.dumps(TOLD_APART))
    assert done.stdout == "x IN ('a', 'b')\n"


def test_an_exported_request_can_be_exported_again(run: Run, shown: str, tmp_path: Path) -> None:
    run("export", shown, "--as", "odrl", *KNOWN, "--out", "post.jsonld")
    assert run("export", "post.jsonld", "--as", "sql", *KNOWN).stdout == "x IN ('a', 'b')\n"


def test_an_exported_post_can_be_audited(run: Run, shown: str, wanted_file: str) -> None:
    for form, name in (("json", "p.json"), ("odrl", "p.jsonld"), ("sql", "p.sql")):
        run("export", shown, "--as", form, *KNOWN, "--out", name)
        done = run("audit", "table.csv", "--want", wanted_file, "--published", name, "--json")
        assert done.returncode in (0, 1), done.stderr
        assert json.loads(done.stdout)["published"] == TOLD_APART


@pytest.mark.parametrize("form", FORMS)
def test_the_market_may_be_a_table_in_a_database(run: Run, tmp_path: Path, form: str) -> None:
    """The table to read is one thing, and what the seller calls it another."""
    with closing(sqlite3.connect(tmp_path / "shop.db")) as database, database:
        database.execute("CREATE TABLE people (x TEXT, y TEXT)")
        rows = [(x, y) for x in "abc" for y in "pqr"] * 3
        database.executemany("INSERT INTO people VALUES (?, ?)", rows)
    (tmp_path / "shown.json").write_text(json.dumps(TOLD_APART))
    known = ("--market", "sqlite:///shop.db", "--table", "people")
    seller = ("--seller-table", "theirs") if form == "sql" else ()
    done = run("export", "shown.json", "--as", form, *known, *seller)
    assert done.returncode == 0, done.stderr
    if form == "sql":
        assert done.stdout == "SELECT\n  *\nFROM theirs\nWHERE\n  x IN ('a', 'b')\n"
    assert "shop" not in done.stdout


class TestWithoutTheMarket:
    """Values are known by their names alone, which is said."""

    def test_every_name_is_written(self, run: Run, shown: str) -> None:
        done = run("export", shown, "--as", "sql")
        assert done.stdout == "x IN ('a', 'b') AND y IN ('p', 'q', 'r')\n"
        assert "with --market DATA, bins and groups are written" in done.stderr

    def test_json_needs_no_market(self, run: Run, shown: str) -> None:
        done = run("export", shown, "--as", "json")
        assert json.loads(done.stdout)["published"] == TOLD_APART
        assert done.stderr == ""

    def test_a_request_says_that_it_goes_by_names(self, run: Run, shown: str) -> None:
        request = json.loads(run("export", shown, "--as", "odrl").stdout)
        require_valid(request)
        assert "urn:tacit:odrl:1:dimension:x" in json.dumps(request)


class TestRefusals:
    """Bad input has exit code 2, and nothing is printed or written."""

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (("--as", "html"), "can't be exported as 'html'"),
            (("--as", "text", "--dialect", "mysql"), "--dialect goes with --as sql"),
            (("--as", "json", "--seller-table", "t"), "--seller-table goes with --as sql"),
            (("--as", "sql", "--dialect", "postgre"), "Did you mean 'postgres'"),
            (("--as", "sql", "--seller-table", "a; b"), "the name of the table can't be read"),
            (("--as", "sql", "--bins", "4"), "go with --market DATA"),
            (("--as", "sql", "--market", "none.csv"), "none.csv"),
            (("--as", "sql", "--out", "shown.json"), "would be written over"),
            (("--as", "sql", *KNOWN, "--out", "table.csv"), "would be written over"),
            (("--as", "sql", "--out", "-"), "name a file to write to"),
        ],
    )
    def test_options_that_make_no_sense(
        self, run: Run, shown: str, tmp_path: Path, args: tuple[str, ...], said: str
    ) -> None:
        assert said in refused(run, tmp_path, "export", shown, *args)

    def test_a_form_has_to_be_named(self, run: Run, shown: str) -> None:
        done = run("export", shown)
        assert (done.returncode, done.stdout) == (2, "")
        assert "--as" in done.stderr

    @pytest.mark.parametrize(
        "want", ['{"x": ["a"]}', "x = 'a' AND y = 'p'", '{"x": "a", "y": ["p"]}']
    )
    def test_what_may_be_the_want_stays_in_the_house(
        self, run: Run, table: str, tmp_path: Path, want: str
    ) -> None:
        (tmp_path / "want.txt").write_text(want)
        said = refused(run, tmp_path, "export", "want.txt", "--as", "text", *KNOWN)
        assert "it may be what you want" in said

    @pytest.mark.parametrize("content", ["", "{", "[]", "x >", '{"x": [], "y": ["p"]}', "\x00"])
    @pytest.mark.parametrize("known", [KNOWN, ()])
    def test_files_that_hold_no_post(
        self, run: Run, table: str, tmp_path: Path, content: str, known: tuple[str, ...]
    ) -> None:
        (tmp_path / "post.json").write_text(content)
        refused(run, tmp_path, "export", "post.json", "--as", "odrl", *known)

    def test_a_file_that_is_not_there(self, run: Run, tmp_path: Path) -> None:
        assert "no such post file" in refused(run, tmp_path, "export", "none.json", "--as", "text")


def test_what_can_not_be_seen_is_written_out_on_a_screen_only(run: Run, tmp_path: Path) -> None:
    (tmp_path / "post.json").write_text(json.dumps({"x": ["a\u202eb"]}))
    done = run("export", "post.json", "--as", "sql")
    assert done.stdout == "x IN ('a\\u202eb')\n"
    assert "--out FILE writes it as it is" in done.stderr
    run("export", "post.json", "--as", "sql", "--out", "post.sql")
    assert (tmp_path / "post.sql").read_text() == "x IN ('a\u202eb')\n"
