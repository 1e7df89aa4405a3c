"""Campaigns as a user runs them: one file, one passphrase, and every verb that knows it."""

from __future__ import annotations

import json
import os
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tacit
from tacit.campaign.campaign import Campaign
from tacit.publishing.procedure import Procedure
from tests.conftest import Run

SECRET = "correct horse battery staple"
FILE = "need.tacit"
ROWS = {("a", "p"): 9, ("a", "q"): 1, ("a", "r"): 4, ("b", "p"): 3, ("b", "r"): 7, ("c", "q"): 8}
WANTED = {"x": ["a"], "y": ["p"]}
GREEDY = ("--against", "em-f", "--limit", "1/2", "--method", "greedy")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    lines = [",".join(cell) for cell, count in ROWS.items() for _ in range(count)]
    path.write_text("x,y\n" + "\n".join(lines) + "\n")
    return path


@pytest.fixture
def campaign(table: Path) -> Path:
    """A campaign that has published, made with little work so that opening it is quick."""
    market = tacit.load(str(table))
    path = table.parent / FILE
    made = Campaign.start(path, SECRET, _cost=1)
    made.protect(
        market, market.intent(WANTED), Procedure.of(against="em-f", limit="1/2", method="greedy")
    )
    return path


def answer(done: Any) -> dict[str, Any]:
    """The one object on standard output."""
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_from_the_first_post_to_the_audit_of_all(run: Run, table: Path, want) -> None:
    know = ("table.csv", "--campaign", FILE, "--json")
    first = run("protect", *know, "--want", want(WANTED), *GREEDY, passphrase=SECRET)
    shown = answer(first)
    assert "made a new campaign file" in first.stderr
    path = table.parent / FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    written = path.read_bytes()

    again = answer(run("protect", *know, *GREEDY, "--alpha", "0", passphrase=SECRET))
    assert again["published"] == shown["published"]
    assert any("answers with the same" in note for note in again["notes"])
    assert path.read_bytes() == written

    orders = [answer(run("purchase", *know, "--buy", "8", passphrase=SECRET)) for _ in range(2)]
    for order in orders:
        assert (order["method"], order["records"]) == ("blend", 8)
        assert order["published"] == shown["published"]
        assert order["chain"]["adds"] == "the purchase adds nothing to the post"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    judged = run("audit", *know, passphrase=SECRET)
    found = json.loads(judged.stdout)
    assert (found["posts"], found["market_changed"], found["limit"]) == (1, False, 0.5)
    assert found["attackers"][:-1] == [{**shown["attackers"][0], "limit": 0.5}]
    assert found["attackers"][-1] == found["informed"], "asked about posts that were not sealed too"
    total: Counter[tuple[str, str]] = Counter()
    for line in orders[0]["plan"] + orders[1]["plan"]:
        total[line["cell"]["x"], line["cell"]["y"]] += line["count"]
    assert all(count <= ROWS[cell] for cell, count in total.items()), "none is bought twice"
    assert found["purchase"]["records"] == 16
    assert found["purchase"]["true_records"] == total["a", "p"]
    assert judged.returncode == (0 if found["holds"] else 1)

    listed = answer(run("campaign", FILE, "--json", passphrase=SECRET))["entries"]
    assert [entry["kind"] for entry in listed] == ["published", "bought", "bought"]
    assert listed[0]["published"] == shown["published"]
    assert [entry["order"] for entry in listed] == [None, 1, 2]
    assert [entry["cost"] for entry in listed[1:]] == [order["cost"] for order in orders]
    shown_of_each = {"when", "kind", "records", "allocate", "published", "order", "method", "cost"}
    assert all(entry.keys() == shown_of_each for entry in listed)


def test_tables_for_people(run: Run, campaign: Path) -> None:
    listed = run("campaign", FILE, passphrase=SECRET)
    assert listed.returncode == 0
    assert "published" in listed.stdout
    assert "greedy" in listed.stdout
    judged = run("audit", "table.csv", "--campaign", FILE, passphrase=SECRET)
    assert judged.returncode == 1, "greedy can be replayed"
    for words in ("After 1 post", "em-f", "within 50%", "Replayed:"):
        assert words in judged.stdout
    tight = run("audit", "table.csv", "--campaign", FILE, "--limit", "0.1", passphrase=SECRET)
    assert tight.returncode == 1
    assert "within 10%" in tight.stdout


def test_a_passphrase_from_a_file_or_standard_input(run: Run, campaign: Path) -> None:
    key = campaign.parent / "key"
    key.write_text(SECRET + "\nanother line\n")
    key.chmod(0o600)
    done = run("campaign", FILE, "--passphrase-file", "key", "--json", passphrase="not this one")
    assert len(answer(done)["entries"]) == 1
    assert done.stderr == ""
    typed = run("campaign", FILE, "--passphrase-file", "-", "--json", stdin=SECRET + "\n")
    assert typed.stdout == done.stdout
    both = run(
        *("protect", "table.csv", "--campaign", "new.tacit", "--want", "-"),
        *("--passphrase-file", "-"),
        stdin=json.dumps(WANTED),
    )
    assert both.returncode == 2
    assert "only one file can be standard input" in both.stderr
    assert not (campaign.parent / "new.tacit").exists()


VERBS: dict[str, tuple[str, ...]] = {
    "protect": ("protect", "table.csv", "--campaign", FILE, *GREEDY, "--json"),
    "purchase": ("purchase", "table.csv", "--campaign", FILE, "--buy", "5", "--json"),
    "audit": ("audit", "table.csv", "--campaign", FILE, "--json"),
    "campaign": ("campaign", FILE, "--json"),
}
BREAKS: dict[str, Callable[[bytes], bytes]] = {
    "cut short": lambda good: good[:-100],
    "altered": lambda good: good[:-1] + bytes([good[-1] ^ 1]),
    "empty": lambda good: b"",
    "no campaign": lambda good: b'{"x": ["a"]}\n',
    "newer": lambda good: good.replace(b"campaign 1", b"campaign 2"),
}


def refused(run: Run, campaign: Path, verb: str, passphrase: str | None = SECRET) -> str:
    """A verb that ends with exit code 2, says why, prints no answer and touches nothing."""
    before = campaign.read_bytes(), sorted(os.listdir(campaign.parent))
    done = run(*VERBS[verb], passphrase=passphrase)
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert "unexpected" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("tacit: ")
    assert (campaign.read_bytes(), sorted(os.listdir(campaign.parent))) == before
    return str(done.stderr)


@pytest.mark.parametrize("verb", VERBS)
def test_a_wrong_passphrase_touches_nothing(run: Run, campaign: Path, verb: str) -> None:
    assert "does not open" in refused(run, campaign, verb, "another passphrase")


@pytest.mark.parametrize("how", BREAKS)
def test_a_broken_file_is_never_written_over(run: Run, campaign: Path, how: str) -> None:
    campaign.write_bytes(BREAKS[how](campaign.read_bytes()))
    assert "campaign file" in refused(run, campaign, "protect")


def test_without_a_passphrase_or_a_file(run: Run, campaign: Path, want) -> None:
    assert "needs its passphrase" in refused(run, campaign, "protect", None)
    assert "empty" in refused(run, campaign, "campaign", " ")
    done = run("audit", "table.csv", "--campaign", "nowhere.tacit", passphrase=SECRET)
    assert done.returncode == 2
    assert not (campaign.parent / "nowhere.tacit").exists()
    lost = run(
        *("protect", "table.csv", "--want", want(WANTED), "--campaign", "no/folder.tacit"),
        passphrase=SECRET,
    )
    assert lost.returncode == 2
    assert "unexpected" not in lost.stderr
    assert lost.stdout == ""


def test_another_need_is_refused_by_every_verb(run: Run, campaign: Path, want) -> None:
    before, other = campaign.read_bytes(), want({"x": ["b"], "y": ["r"]})
    published = campaign.parent / "published.json"
    published.write_text("{}")
    for verb in (
        ("protect", "table.csv", *GREEDY, "--json"),
        ("purchase", "table.csv", "--buy", "5", "--json"),
        ("audit", "table.csv", "--published", "published.json", "--json"),
    ):
        done = run(*verb, "--want", other, "--campaign", FILE, passphrase=SECRET)
        assert (done.returncode, done.stdout) == (2, "")
        assert "another true intent" in done.stderr
    assert campaign.read_bytes() == before


def test_a_post_that_would_tell_too_much_is_refused_with_what_would_do(
    run: Run, campaign: Path
) -> None:
    before = campaign.read_bytes()
    know = ("protect", "table.csv", "--campaign", FILE, *GREEDY, "--json")
    done = run(*know, "--limit", "1/3", passphrase=SECRET)
    assert done.returncode == 1
    said = json.loads(done.stdout)
    assert said["published"] is None
    assert said["why"] in done.stderr
    limit = said["why"].partition("a limit of ")[2].split()[0]
    assert answer(run(*know, "--limit", limit, passphrase=SECRET))["published"]
    assert campaign.read_bytes() == before


def test_sealed_comes_too_late_after_greedy(run: Run, campaign: Path) -> None:
    before = campaign.read_bytes()
    know = ("protect", "table.csv", "--campaign", FILE, "--method", "sealed", "--again")
    done = run(*know, passphrase=SECRET)
    assert (done.returncode, done.stdout) == (1, "")
    assert "can't be sealed" in done.stderr
    assert campaign.read_bytes() == before


def test_nothing_is_bought_or_judged_before_something_is_published(
    run: Run, table: Path, want
) -> None:
    path = table.parent / FILE
    Campaign.start(path, SECRET, _cost=1)
    before, name = path.read_bytes(), want(WANTED)
    know = ("table.csv", "--campaign", FILE, "--json")
    for verb in (("purchase", *know, "--want", name, "--buy", "5"), ("audit", *know)):
        done = run(*verb, passphrase=SECRET)
        assert (done.returncode, done.stdout) == (2, "")
        assert "nothing was published" in done.stderr
    asked = run("protect", *know, passphrase=SECRET)
    assert (asked.returncode, asked.stdout) == (2, "")
    assert "--want" in asked.stderr
    assert answer(run("campaign", FILE, "--json", passphrase=SECRET)) == {"entries": []}
    far = run("protect", *know, "--want", name, "--limit", "0.01", passphrase=SECRET)
    assert far.returncode == 1
    assert json.loads(far.stdout)["published"] is None
    assert path.read_bytes() == before


def test_a_market_that_changed_is_told(run: Run, campaign: Path, table: Path) -> None:
    table.write_text(table.read_text() + "c,q\n")
    done = run("audit", "table.csv", "--campaign", FILE, "--json", passphrase=SECRET)
    assert json.loads(done.stdout)["market_changed"] is True
    assert "not what it was" in done.stderr
    table.write_text("x,y\nb,q\nc,p\n")
    gone = run("audit", "table.csv", "--campaign", FILE, "--json", passphrase=SECRET)
    assert (gone.returncode, gone.stdout) == (2, "")
    assert "no longer has the dimensions or values" in gone.stderr


def test_answers_are_not_written_over_the_campaign_or_its_passphrase(
    run: Run, campaign: Path
) -> None:
    (campaign.parent / "key").write_text(SECRET)
    before = campaign.read_bytes()
    for out in (FILE, "key"):
        done = run(
            *("protect", "table.csv", "--campaign", FILE, "--passphrase-file", "key"),
            *("--out", out),
        )
        assert done.returncode == 2
        assert "written over" in done.stderr
    assert campaign.read_bytes() == before
    assert (campaign.parent / "key").read_text() == SECRET
