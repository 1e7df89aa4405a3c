"""`tacit protect`: what it shows where, what it writes, and how it ends."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

import tacit
from tacit.auditing.asked import read_post
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused
from tests.unit.cli.shared import CAMPAIGN, SECRET, WANTED, answer

GREEDILY = ("--against", "em-f", "--limit", "1/2", "--method", "greedy")


@pytest.fixture
def asked(table: str, wanted_file: str) -> tuple[str, ...]:
    return ("protect", table, "--want", wanted_file)


@pytest.fixture
def args(asked: tuple[str, ...]) -> tuple[str, ...]:
    return (*asked, *GREEDILY)


@pytest.mark.parametrize("method", ["greedy", "optimal", "sealed"])
def test_it_says_what_python_says(
    run: Run, args: tuple[str, ...], market: tacit.Market, method: str
) -> None:
    found = tacit.protect(market, market.intent(WANTED), against="em-f", limit="1/2", method=method)
    done = run(*args, "--method", method, "--json")
    assert answer(done) == found.to_json()
    assert done.stderr == "".join(f"note: {note}\n" for note in market.notes + found.notes)


def test_where_nothing_is_said_everyone_is_held(
    run: Run, asked: tuple[str, ...], market: tacit.Market
) -> None:
    told = answer(run(*asked, "--json"))
    assert told == tacit.protect(market, market.intent(WANTED)).to_json()
    assert (told["method"], told["limit"], told["holds"]) == ("sealed", 0.3, True)
    names = [one["name"] for one in told["attackers"]]
    assert names == ["pi-uniform", "em-f", "em-c", "em-fc", "informed"]
    assert all(one["holds"] and one["upper"] <= 0.3 for one in told["attackers"])
    assert told["headline"]["sure"] <= told["headline"]["limit"] == 0.3
    assert told["headline"]["known"] is told["headline"]["holds"] is True


def test_those_asked_for_are_held_though_who_knows_the_method_is_not(
    run: Run, args: tuple[str, ...]
) -> None:
    told = answer(run(*args, "--json"))
    em_f, informed = told["attackers"]
    assert (em_f["name"], em_f["holds"]) == ("em-f", True)
    assert (informed["name"], informed["holds"], informed["upper"]) == ("informed", False, 1.0)
    assert (told["holds"], told["headline"]["holds"], told["headline"]["sure"]) == (
        False,
        False,
        1.0,
    )


def test_how_sure_the_best_informed_reader_is_stands_first(run: Run, args: tuple[str, ...]) -> None:
    first, second, *rest = run(*args).stdout.splitlines()
    assert first == "The best-informed reader is 100% sure of a record you want."
    assert second == "50% is allowed: NOT within the limit. 42.9% of the post is wanted."
    table = rest[[line.strip() for line in rest].index("Readers who do not know the method") :]
    (row,) = [line for line in table if "em-f" in line]
    assert row.split()[:2] == ["the", "post,"], "plain words come before a code name"
    assert not any("informed" in line for line in rest)


def test_people_get_a_table_and_programs_an_object(run: Run, args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.returncode == 0
    assert "Publish this" in done.stdout
    assert "{" not in done.stdout


def test_settings_reach_the_method(
    run: Run, args: tuple[str, ...], market: tacit.Market, tmp_path: Path
) -> None:
    (tmp_path / "pins.json").write_text('{"y": ["r"]}')
    options = ("--method", "optimal", "--objective", "cells", "--always", "pins.json")
    found = tacit.protect(
        market,
        market.intent(WANTED),
        against="em-f",
        limit="1/2",
        method="optimal",
        objective="cells",
        always={"y": ["r"]},
    )
    told = answer(run(*args, *options, "--json"))
    assert told["published"] == found.to_json()["published"]
    assert told["made_by"]["objective"] == "cells"


def test_what_it_writes(run: Run, args: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*args, "--out", "post.json", "--keep", "kept.json", "--report", "page.html")
    assert done.returncode == 0
    written = ("post.json", "kept.json", "page.html")
    assert done.stderr.endswith("".join(f"note: wrote {name}\n" for name in written))
    assert (
        json.loads((tmp_path / "post.json").read_text())
        == answer(run(*args, "--json"))["published"]
    )
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")
    for name in ("page.html", "kept.json"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_what_is_kept_says_how_it_was_made_and_what_is_posted_does_not(
    run: Run, args: tuple[str, ...], market: tacit.Market, tmp_path: Path
) -> None:
    (tmp_path / "pins.json").write_text('{"y": ["r"]}')
    told = answer(
        run(
            *(*args, "--always", "pins.json", "--json"),
            *("--out", "post.json", "--keep", "kept.json"),
        )
    )
    post, kept = (json.loads((tmp_path / f"{n}.json").read_text()) for n in ("post", "kept"))
    assert list(post) == ["x", "y"]
    assert kept["published"] == post == told["published"]
    assert kept["made_by"] == told["made_by"]
    assert kept["pins"] == {"always": {"y": ["r"]}}
    found = read_post(market, tmp_path / "kept.json").made_by
    assert isinstance(found, tacit.Procedure)
    assert found.settings.always == {"y": ["r"]}


def test_an_unreachable_limit_ends_with_1_and_says_what_can_be_reached(
    run: Run, args: tuple[str, ...], tmp_path: Path
) -> None:
    done = run(*args, "--limit", "1/10", "--out", "post.json", "--json")
    told = answer(done, 1)
    assert (told["method"], told["limit"], told["published"]) == ("greedy", 0.1, None)
    assert told["lowest_limit"] > 0.1
    assert done.stderr.splitlines()[-1].startswith("tacit: ")
    assert not (tmp_path / "post.json").exists()
    assert run(*args, "--limit", "1/10").stdout == ""


def test_nor_is_one_kept_where_a_draw_does_not_reach_it(
    run: Run, asked: tuple[str, ...], tmp_path: Path
) -> None:
    done = run(*asked, "--limit", "1/10", "--keep", "kept.json", "--json")
    told = answer(done, 1)
    assert (told["method"], told["published"], told["lowest_limit"]) == ("sealed", None, 9 / 32)
    assert not (tmp_path / "kept.json").exists()
    assert answer(run(*asked, "--limit", "0.2813", "--json"))["holds"] is True


class TestDraws:
    def posts(self, run: Run, asked: tuple[str, ...], *more: str) -> str:
        done = run(*asked, "--limit", "1/2", "--json", *more)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def test_where_a_draw_comes_from_is_told(self, run: Run, asked: tuple[str, ...]) -> None:
        assert "drawn by your key on this machine" in self.posts(run, asked)
        assert "drawn anew: post one draw and no other" in self.posts(run, asked, "--fresh")
        assert "drawn by a seed: whoever knows it" in self.posts(run, asked, "--seed", "1")

    def test_only_who_asks_for_the_key_has_one(
        self, run: Run, asked: tuple[str, ...], home: Path
    ) -> None:
        self.posts(run, asked, "--fresh")
        self.posts(run, asked, "--seed", "1")
        assert [path.name for path in home.iterdir()] == ["cache"]
        self.posts(run, asked)
        assert sorted(path.name for path in home.iterdir()) == ["cache", "key", "posts"]

    @pytest.mark.parametrize(
        ("options", "flag", "belongs_to"),
        [
            (("--method", "greedy", "--fresh"), "--fresh", "a method that draws, and greedy does"),
            (("--method", "optimal", "--seed", "1"), "--seed", "a method that draws, and optimal"),
            (("--again",), "--again", "--campaign"),
            (("--passphrase-file", "key"), "--passphrase-file", "--campaign"),
        ],
    )
    def test_what_would_do_nothing_is_refused(
        self,
        run: Run,
        asked: tuple[str, ...],
        tmp_path: Path,
        options: tuple[str, ...],
        flag: str,
        belongs_to: str,
    ) -> None:
        assert f"{flag} goes with {belongs_to}" in refused(run, tmp_path, *asked, *options)

    @pytest.mark.parametrize("other", [("--campaign", CAMPAIGN), ("--seed", "1")])
    def test_what_contradicts_itself_is_refused(
        self, run: Run, asked: tuple[str, ...], tmp_path: Path, other: tuple[str, ...]
    ) -> None:
        found = refused(run, tmp_path, *asked, *other, "--fresh")
        assert f"--fresh and {other[0]} contradict each other" in found


def test_a_campaign_is_started_and_answers_the_same_again(
    run: Run, args: tuple[str, ...], tmp_path: Path, quick_sealing: None
) -> None:
    first = run(*args, "--campaign", CAMPAIGN, "--json", passphrase=SECRET)
    assert "made a new campaign file" in first.stderr
    second = run(*args, "--campaign", CAMPAIGN, "--json", passphrase=SECRET)
    assert answer(second)["published"] == answer(first)["published"]
    assert "made a new campaign file" not in second.stderr
    assert len(tacit.Campaign(tmp_path / CAMPAIGN, SECRET).entries) == 1


def test_a_sealed_campaign_answers_the_same_again_with_what_is_known_by_now(
    run: Run, asked: tuple[str, ...], tmp_path: Path, quick_sealing: None
) -> None:
    """A second draw would tell more than the first."""
    args = (*asked, "--limit", "1/2", "--campaign", CAMPAIGN, "--json")
    first, second = (answer(run(*args, passphrase=SECRET)) for _ in range(2))
    assert second["published"] == first["published"]
    assert second["headline"] == first["headline"]
    assert second["headline"]["holds"] is second["holds"] is True
    assert len(tacit.Campaign(tmp_path / CAMPAIGN, SECRET).entries) == 1


def test_a_campaign_that_refuses_ends_with_1(
    run: Run, args: tuple[str, ...], campaign: str
) -> None:
    """What was posted leaves too little in common for a limit this low."""
    more = ("--limit", "0.35", "--campaign", campaign, "--again", "--json")
    told = answer(run(*args, *more, passphrase=SECRET), 1)
    assert (told["method"], told["limit"], told["published"]) == ("greedy", 0.35, None)
    assert "nothing was published" in told["why"]


@pytest.mark.parametrize("out", ["table.csv", "intent.txt", "pins.json"])
@pytest.mark.parametrize("option", ["--out", "--keep", "--report"])
def test_nothing_that_was_read_is_written_over(
    run: Run, args: tuple[str, ...], tmp_path: Path, option: str, out: str
) -> None:
    (tmp_path / "pins.json").write_text('{"y": ["r"]}')
    told = refused(run, tmp_path, *args, "--always", "pins.json", option, out)
    assert "would be written over" in told


@pytest.mark.parametrize("other", ["--never", "--passphrase-file"])
def test_standard_input_is_one_thing(run: Run, table: str, tmp_path: Path, other: str) -> None:
    args = ("protect", table, "--want", "-", other, "-", "--campaign", CAMPAIGN)
    assert "only one file can be standard input" in refused(
        run, tmp_path, *args, stdin=json.dumps(WANTED)
    )


def test_the_true_intent_must_be_said(run: Run, table: str, tmp_path: Path) -> None:
    assert "--want FILE" in refused(run, tmp_path, "protect", table)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("--limit", "1/100"), 1),
        (("--limit", "nonsense"), 2),
        (("--candidates", "nonsense"), 2),
        (("--out", "nowhere/post.json"), 2),
        (("--want", "intent.none"), 2),
        (("--again",), 0),
    ],
)
def test_a_campaign_that_nothing_was_published_in_is_not_left(
    run: Run, args: tuple[str, ...], tmp_path: Path, more: tuple[str, ...], code: int
) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    done = run(*args, "--campaign", CAMPAIGN, *more, passphrase=SECRET)
    assert done.returncode == code, done.stderr
    made = [CAMPAIGN] if code == 0 else []
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*before, *made])
