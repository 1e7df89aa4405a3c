"""Where nothing is said a post is safe: even someone who knows all but the draw stays within the limit.

So is what is bought of it, which adds nothing to the post. What is protected or bought and then audited
without a setting is within the limit, exit code 0; what others are told to make of it otherwise ends
with 1. The same question gives the same post, by a key that only its owner can read.
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import PAPER_INTENT, Run
from tests.helpers.command_line import environment
from tests.helpers.refusals import refused

CANARY = "zqcanary"
TABLE = "table.csv"
CELL = {"team": ["red"], "floor": [2], "shift": ["day"]}
WANTS: dict[str, Any] = {
    "a cell": CELL,
    "several cells": {"team": ["red", "blue"], "floor": [2], "shift": ["day"]},
    "a range": "floor BETWEEN 2 AND 3 AND team = 'red' AND shift = 'day'",
    "all of a dimension": {"team": ["red"], "floor": [2]},
}
SHIFTS = ("day", "night")
EITHER = "team = 'red' AND floor = 2 OR team = 'tan' AND floor = 4"
TEAM_AND_FLOOR = ("--dimensions", "team,floor")


@pytest.fixture(autouse=True)
def table(tmp_path: Path) -> str:
    """A market of a few cells, each with a few records, and hardly two with the same number."""
    cells = product(("red", "blue", "green", "tan"), range(1, 5), SHIFTS)
    counts = [2 + (7 * i * i + 3 * i) % 11 for i in range(32)]
    rows = [f"{t},{f},{s}" for (t, f, s), n in zip(cells, counts, strict=True) for _ in range(n)]
    (tmp_path / TABLE).write_text("\n".join(["team,floor,shift", *rows, ""]))
    return TABLE


def answer(done: Any, code: int = 0) -> dict[str, Any]:
    """The one object on standard output."""
    assert done.returncode == code, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def last_line(done: Any) -> str:
    return str(done.stdout.strip().splitlines()[-1])


class TestWhatIsProtectedIsWithinTheLimit:
    def made_and_judged(
        self, run: Run, folder: Path, data: str, want: str, *table: str
    ) -> list[dict[str, Any]]:
        """Protect, then audit: with the post alone, with what was kept, with what was printed."""
        files = ("--out", "post.json", "--keep", "kept.json")
        made = run("protect", data, *table, "--want", want, *files, "--json")
        told = answer(made)
        assert (told["method"], told["holds"]) == ("sealed", True)
        assert told["headline"]["sure"] <= told["headline"]["limit"] == 0.3
        (folder / "whole.json").write_text(made.stdout)
        names = ("post.json", "kept.json", "whole.json")
        asked = ("audit", data, *table, "--want", want, "--json", "--published")
        found = [answer(run(*asked, name)) for name in names]
        for one in found:
            assert (one["holds"], one["limit"]) == (True, 0.3)
            assert one["headline"] == told["headline"]
            assert one["published"] == told["published"]
            assert one["made_by"] == told["made_by"]
            assert one["verdict"].startswith("Within the limit: every attacker")
        return found

    @pytest.mark.parametrize("kind", WANTS)
    def test_in_a_small_market(self, run: Run, want, tmp_path: Path, kind: str) -> None:
        bare, kept, whole = self.made_and_judged(run, tmp_path, TABLE, want(WANTS[kind]))
        assert bare["known_by"].startswith("noted when it was made")
        assert kept["known_by"] == whole["known_by"] == "as was told"

    def test_where_either_of_two_is_wanted(self, run: Run, want, tmp_path: Path) -> None:
        found = self.made_and_judged(run, tmp_path, TABLE, want(EITHER), *TEAM_AND_FLOOR)
        assert all(one["made_by"]["candidates"] == "unions" for one in found)

    @pytest.mark.slow
    def test_in_adult(self, run: Run, want, tmp_path: Path) -> None:
        self.made_and_judged(run, tmp_path, "adult", want(PAPER_INTENT))

    def test_people_are_told_the_same(self, run: Run, want) -> None:
        name = want(CELL)
        made = run("protect", TABLE, "--want", name, "--out", "post.json")
        done = run("audit", TABLE, "--want", name, "--published", "post.json")
        assert (made.returncode, done.returncode) == (0, 0)
        for screen in (made.stdout, done.stdout):
            first, second, *_ = screen.splitlines()
            assert first.startswith("The best-informed reader is ")
            assert "30% is allowed: within the limit." in second
            assert "Readers who do not know the method" in screen
        assert last_line(done).startswith("Within the limit: every attacker")

    def test_a_limit_that_can_not_be_reached_is_one_refusal(
        self, run: Run, want, tmp_path: Path
    ) -> None:
        args = ("protect", TABLE, "--want", want(CELL))
        done = run(*args, "--limit", "0.01", "--out", "post.json", "--keep", "kept.json", "--json")
        told = answer(done, 1)
        assert (told["published"], told["limit"]) == (None, 0.01)
        (said,) = [line for line in done.stderr.splitlines() if line.startswith("tacit: ")]
        assert "The lowest reachable limit is" in said
        assert told["lowest_limit"] > 0.01
        assert not {"post.json", "kept.json"} & set(os.listdir(tmp_path))
        quiet = run(*args, "--limit", "0.01")
        assert (quiet.returncode, quiet.stdout) == (1, "")


PLAN = ("--out", "plan.json")
TO_BUY = {"--buy": "12", "--need": "3", "--budget": "12"}


class TestWhatIsBoughtAddsNothing:
    """Nothing but the question is said, and the plan is all that the audit is given."""

    @pytest.fixture(autouse=True)
    def known_key(self, home: Path) -> None:
        keep_key(home, 1)

    def bought_and_judged(
        self, run: Run, data: str, want: str, *question: str
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        order = answer(run("purchase", data, "--want", want, *question, *PLAN, "--json"))
        assert (order["method"], order["holds"]) == ("blend", True)
        told = answer(run("audit", data, "--want", want, "--purchased", "plan.json", "--json"))
        assert told["published"] == order["published"]
        assert told["made_by"]["method"] == "sealed"
        assert told["verdict"].startswith("Within the limit: every attacker")
        assert (told["holds"], told["purchase"]["holds"]) == (True, True)
        assert told["purchase"]["chain"] == order["chain"]
        assert order["chain"]["before"] == told["headline"]
        assert order["chain"]["sure"] == told["headline"]["sure"] <= 0.3
        return order, told

    @pytest.mark.parametrize("question", TO_BUY)
    @pytest.mark.parametrize("kind", WANTS)
    def test_in_a_small_market(self, run: Run, want, kind: str, question: str) -> None:
        asked = (question, TO_BUY[question])
        order, _ = self.bought_and_judged(run, TABLE, want(WANTS[kind]), *asked)
        assert order["chain"]["adds"] == "the purchase adds nothing to the post"
        if question == "--need":
            assert order["design"]["kind"] == "quotas"
            assert order["true_records"] >= 3

    @pytest.mark.slow
    def test_in_adult(self, run: Run, want) -> None:
        order, _ = self.bought_and_judged(run, "adult", want(PAPER_INTENT), "--buy", "60")
        assert order["design"]["kind"] == "simple"

    def test_where_the_size_of_a_sample_tells_nothing(self, run: Run, want, tmp_path: Path) -> None:
        """All cells are alike, so that every want takes as many; it is a simple sample by default."""
        rows = [f"{team},{floor}" for team, floor, _ in product("abcd", "1234", range(50))]
        (tmp_path / "alike.csv").write_text("\n".join(["team,floor", *rows, ""]))
        name = want({"team": ["a"], "floor": ["2"]})
        order, _ = self.bought_and_judged(run, "alike.csv", name, "--need", "10")
        assert order["design"]["kind"] == "simple"

    @pytest.mark.slow
    def test_for_a_need_in_adult(self, run: Run, want) -> None:
        order, _ = self.bought_and_judged(run, "adult", want(PAPER_INTENT), "--need", "20")
        assert order["true_records"] >= 20

    @pytest.mark.parametrize("question", ["--buy", "--need"])
    def test_people_are_told_the_same(self, run: Run, want, question: str) -> None:
        name = want(CELL)
        made = run("purchase", TABLE, "--want", name, question, TO_BUY[question], *PLAN)
        done = run("audit", TABLE, "--want", name, "--purchased", "plan.json")
        assert (made.returncode, done.returncode) == (0, 0)
        for screen in (made.stdout, done.stdout):
            first, second, *_ = screen.splitlines()
            assert first.startswith("After post and purchase the best-informed reader is ")
            assert "30% is allowed: within the limit. The purchase adds nothing" in second
        assert last_line(done).startswith("The post alone. Within the limit: every attacker")

    def test_asking_twice_gives_the_same_post_and_the_same_purchase(self, run: Run, want) -> None:
        args = ("purchase", TABLE, "--want", want(CELL), "--buy", "12", "--json")
        first, again = (run(*args) for _ in range(2))
        assert answer(first) == answer(again)

    def test_tuned_to_a_test_it_tells_more_than_the_post(self, run: Run, want) -> None:
        name = want(CELL)
        tuned = ("--buy", "8", "--allocate", "optimal", *PLAN)
        order = answer(run("purchase", TABLE, "--want", name, *tuned, "--json"))
        assert (order["passes"], order["holds"]) == (True, False), "it does what it promises"
        args = ("audit", TABLE, "--want", name, "--purchased", "plan.json")
        told = answer(run(*args, "--json"), 1)
        assert (told["holds"], told["purchase"]["holds"]) == (False, False)
        assert told["purchase"]["chain"] == order["chain"]
        assert told["purchase"]["chain"]["sure"] > 0.3 >= told["headline"]["sure"]
        shown = run(*args)
        assert shown.returncode == 1
        assert "NOT within the limit. How it was tuned tells more" in shown.stdout.splitlines()[1]

    @pytest.mark.slow
    def test_in_adult_too(self, run: Run, want) -> None:
        name = want(PAPER_INTENT)
        tuned = ("--buy", "60", "--allocate", "optimal", *PLAN, "--json")
        order = answer(run("purchase", "adult", "--want", name, *tuned))
        assert (order["passes"], order["holds"]) == (True, False)
        args = ("audit", "adult", "--want", name, "--purchased", "plan.json", "--json")
        told = answer(run(*args), 1)
        assert (told["holds"], told["purchase"]["chain"]) == (False, order["chain"])
        assert told["headline"]["holds"], "of the post alone"

    def test_a_plan_without_its_story_is_not_known_to_be(
        self, run: Run, want, tmp_path: Path
    ) -> None:
        name = want(CELL)
        answer(run("purchase", TABLE, "--want", name, "--buy", "12", *PLAN, "--json"))
        whole = json.loads((tmp_path / "plan.json").read_text())
        for left_out in ("published", "chosen_by"):
            part = {name: value for name, value in whole.items() if name != left_out}
            (tmp_path / "part.json").write_text(json.dumps(part))
            args = ("audit", TABLE, "--want", name, "--purchased", "part.json")
            told = answer(run(*args, "--json"), 1)["purchase"]
            assert (told["holds"], told["chain"]["known"]) == (False, False)
            assert "NOT KNOWN to be within the limit" in " ".join(run(*args).stdout.split())


class TestWhatCanBeReplayedIsNot:
    @pytest.mark.parametrize("method", ["optimal", "greedy"])
    def test_by_a_post_alone(self, run: Run, want, method: str) -> None:
        name = want(CELL)
        made = run("protect", TABLE, "--want", name, "--method", method, "--out", "post.json")
        assert made.returncode == 0, "those it was asked to hold are held"
        assert "NOT within the limit" in made.stdout.splitlines()[1]
        asked = ("audit", TABLE, "--want", name, "--published", "post.json")
        told = answer(run(*asked, "--json"), 1)
        rows = {one["name"]: one for one in told["attackers"]}
        assert (rows["informed"]["upper"], rows["informed"]["holds"]) == (1.0, False)
        assert (told["headline"]["sure"], told["made_by"]["method"]) == (1.0, method)
        shown = run(*asked)
        assert shown.returncode == 1
        assert last_line(shown) == "Above the limit: informed (100%)."

    @pytest.mark.parametrize("method", ["optimal", "greedy"])
    def test_where_either_of_two_is_wanted_that_one_is_asked_too(
        self, run: Run, want, method: str
    ) -> None:
        asked = (TABLE, *TEAM_AND_FLOOR, "--want", want(EITHER), "--json")
        made = answer(run("protect", *asked, "--method", method, "--keep", "kept.json"))
        *_, row = made["attackers"]
        assert (row["name"], row["candidates"]) == ("informed", 72)
        told = answer(run("audit", *asked, "--published", "kept.json"), int(not made["holds"]))
        assert told["attackers"][-1] == {**told["attackers"][-1], **row}
        assert told["headline"] == made["headline"]
        assert told["headline"]["known"] is True
        assert row["holds"] is (row["upper"] <= 0.3)
        assert row["upper"] > made["headline"]["wanted_share"], "who knows the method knows more"

    def test_what_nothing_leads_to_is_not_known_to_hold(
        self, run: Run, want, tmp_path: Path
    ) -> None:
        (tmp_path / "post.json").write_text('{"team": ["red", "tan"], "floor": [1, 2, 3]}')
        asked = ("audit", TABLE, "--want", want(CELL), "--published", "post.json")
        told = answer(run(*asked, "--json"), 1)
        assert (told["holds"], told["made_by"], told["headline"]["known"]) == (False, None, False)
        assert told["headline"]["sure"] is None
        assert told["verdict"].startswith("Not known to be within the limit")
        assert "protect --keep" in told["known_by"]
        assert [one["name"] for one in told["attackers"] if not one["holds"]] == ["informed"]
        shown = run(*asked)
        assert shown.returncode == 1
        assert "is not known" in shown.stdout.splitlines()[0]
        assert last_line(shown).startswith("Not known to be within the limit")


LIMIT = ("--limit", "2/5")


def keep_key(folder: Path, number: int) -> None:
    """Put a key in its place that is known, so that a test always comes out the same."""
    folder.mkdir(exist_ok=True)
    (folder / "key").write_text(f"Tacit key 1: for a test\n{number:064x}\n")
    (folder / "key").chmod(0o600)


def post(run: Run, want: str, *more: str) -> Any:
    done = run("protect", TABLE, "--want", want, *LIMIT, *more, "--json")
    return answer(done)["published"]


class TestDraws:
    def test_the_same_question_gives_the_same_post(self, run: Run, want) -> None:
        name = want(CELL)
        posts = [post(run, name) for _ in range(3)]
        assert posts == posts[:1] * 3

    def test_another_key_may_give_another(self, run: Run, want, home: Path) -> None:
        name, seen = want(CELL), set()
        for number in range(6):
            keep_key(home, number)
            seen.add(json.dumps(post(run, name)))
        assert len(seen) > 1

    def test_drawn_anew_it_may_be_another_and_that_is_told(self, run: Run, want) -> None:
        args = ("protect", TABLE, "--want", want(CELL), *LIMIT, "--fresh", "--json")
        runs = [run(*args) for _ in range(16)]  # all alike with a chance below one in a million
        assert len({json.dumps(answer(done)["published"]) for done in runs}) > 1
        told = "drawn anew: post one draw and no other, as whoever sees two for the same intent can"
        assert all(told in done.stderr for done in runs)
        assert all(told in " ".join(answer(done)["notes"]) for done in runs)

    def test_each_want_has_a_draw_of_its_own(self, run: Run, want, home: Path) -> None:
        """What another key changes for one want it leaves as it is for another."""
        wants = [
            {"team": ["red"], "floor": [f], "shift": [s]} for f in (1, 2, 3, 4) for s in SHIFTS
        ]
        drawn = []
        for number in (1, 2):
            keep_key(home, number)
            drawn.append([post(run, want(one)) for one in wants])
        same = [one == other for one, other in zip(*drawn, strict=True)]
        assert any(same)
        assert not all(same)

    @pytest.mark.process
    def test_processes_that_begin_at_once_draw_by_one_key(
        self, want, tmp_path: Path, home: Path
    ) -> None:
        command = [sys.executable, "-m", "tacit", "protect", TABLE, "--want", want(CELL), *LIMIT]
        begun = [
            subprocess.Popen(
                [*command, "--json"],
                cwd=tmp_path,
                env=environment(),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(3)
        ]
        said = [one.communicate(timeout=120) for one in begun]
        assert [one.returncode for one in begun] == [0, 0, 0], said
        first, *others = (json.loads(out)["published"] for out, _ in said)
        assert others == [first, first]
        assert {path.name for path in home.iterdir()} - {"cache"} == {"key", "posts"}


class TestKey:
    @pytest.mark.parametrize("mask", [0o000, 0o022, 0o277])
    def test_its_file_is_its_owners_alone(
        self, run: Run, want, home: Path, mask: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name, modes = want(CELL), []
        opened = os.open

        def noting(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
            handle = opened(path, flags, mode, **more)
            if str(path).startswith(str(home)):
                modes.append(os.fstat(handle).st_mode)
            return handle

        monkeypatch.setattr(os, "open", noting)
        before = os.umask(mask)
        try:
            post(run, name)
        finally:
            os.umask(before)
        written = {path.name: stat.S_IMODE(path.stat().st_mode) for path in home.iterdir()}
        assert written == {"cache": 0o700, "key": 0o600, "posts": 0o600}
        assert stat.S_IMODE(home.stat().st_mode) == 0o700
        files = [mode for mode in modes if stat.S_ISREG(mode)]
        assert files
        assert not any(mode & 0o077 for mode in files), "not even while it is made"

    def test_one_that_others_could_read_is_closed_and_told(
        self, run: Run, want, home: Path
    ) -> None:
        name = want(CELL)
        first = post(run, name)
        (home / "key").chmod(0o644)
        done = run("protect", TABLE, "--want", name, *LIMIT, "--json")
        assert answer(done)["published"] == first
        assert "others on this machine could read the key" in done.stderr
        assert stat.S_IMODE((home / "key").stat().st_mode) == 0o600

    def test_where_none_can_be_kept_the_answer_comes_all_the_same(
        self, run: Run, want, home: Path
    ) -> None:
        home.write_text("no folder")
        done = run("protect", TABLE, "--want", want(CELL), *LIMIT, "--json")
        assert answer(done)["holds"] is True
        assert "the key of your draws" in done.stderr
        assert "can't be used" in done.stderr
        assert "so this was drawn anew" in done.stderr
        assert home.read_text() == "no folder"

    def test_its_number_is_said_and_written_nowhere(
        self, run: Run, want, home: Path, tmp_path: Path
    ) -> None:
        name = want(CELL)
        files = ("--out", "post.json", "--keep", "kept.json", "--report", "page.html")
        made = run("-v", "protect", TABLE, "--want", name, *LIMIT, *files)
        judged = run("-v", "audit", TABLE, "--want", name, "--published", "post.json", *LIMIT)
        secret = (home / "key").read_text().splitlines()[-1]
        assert len(secret) == 64
        said = [made.stdout, made.stderr, judged.stdout, judged.stderr]
        said += [path.read_text() for path in tmp_path.iterdir()]
        assert not any(secret in text for text in said)


class TestKept:
    def kept(self, run: Run, folder: Path, *more: str, stdin: str) -> str:
        args = ("protect", TABLE, "--want", "-", *LIMIT, "--keep", "kept.json", "--json")
        done = run(*args, *more, stdin=stdin)
        assert done.returncode == 0, done.stderr
        assert stat.S_IMODE((folder / "kept.json").stat().st_mode) == 0o600
        return (folder / "kept.json").read_text()

    def test_it_holds_neither_the_want_nor_what_decided_the_draw(
        self, run: Run, tmp_path: Path, home: Path
    ) -> None:
        secret = f"team = 'red' AND floor = 2 AND shift = 'day' /* {CANARY} */"
        by_key = self.kept(run, tmp_path, stdin=secret)
        by_seed = self.kept(run, tmp_path, "--seed", "271828182", stdin=secret)
        number = (home / "key").read_text().splitlines()[-1]
        for text in (by_key, by_seed):
            assert CANARY not in text
            assert number not in text
            assert "271828182" not in text
            assert "seed" not in text
            assert not {"true", "want"} & set(json.loads(text))

    def test_wants_that_lead_to_one_post_are_kept_alike(self, run: Run, tmp_path: Path) -> None:
        """What is kept is told by the post and the settings alone, whatever is wanted."""
        kept: dict[str, set[str]] = defaultdict(set)
        wants: dict[str, set[int]] = defaultdict(set)
        for floor, seed in product((1, 2), "0123"):
            secret = json.dumps({"team": ["red"], "floor": [floor], "shift": ["day"]})
            text = self.kept(run, tmp_path, "--seed", seed, stdin=secret)
            shown = json.dumps(json.loads(text)["published"])
            kept[shown].add(text)
            wants[shown].add(floor)
        assert all(len(texts) == 1 for texts in kept.values())
        assert max(map(len, wants.values())) == 2

    def test_it_is_for_the_owner_even_where_another_file_was(
        self, run: Run, tmp_path: Path
    ) -> None:
        (tmp_path / "kept.json").write_text("{}")
        (tmp_path / "kept.json").chmod(0o644)
        self.kept(run, tmp_path, stdin=json.dumps(CELL))

    def test_a_purchase_takes_it(self, run: Run, tmp_path: Path) -> None:
        kept = json.loads(self.kept(run, tmp_path, stdin=json.dumps(CELL)))
        args = ("purchase", TABLE, "--want", "-", "--published", "kept.json", "--limit", "1")
        done = run(*args, "--buy", "4", "--json", stdin=json.dumps(CELL))
        assert answer(done)["published"] == kept["published"]
        assert answer(done)["holds"] is True


class TestHelp:
    def test_protect_shows_a_handful(self, run: Run) -> None:
        shown = run("protect", "--help").stdout
        few = ("--want", "--limit", "--hide", "--method", "--out", "--keep", "--report", "--json")
        assert all(f"{flag} " in shown for flag in (*few, "--help", "--help-all"))
        for flag in ("--effort", "--candidates", "--seed", "--alpha", "--campaign", "--missing"):
            assert flag not in shown

    def test_and_all_to_who_asks(self, run: Run) -> None:
        shown = run("protect", "--help-all").stdout
        for flag in ("--want", "--effort", "--candidates", "--seed", "--alpha", "--missing"):
            assert flag in shown


LONELY = {
    "protect --again": ("protect", ("--again",)),
    "protect --passphrase-file": ("protect", ("--passphrase-file", "key")),
    "protect --fresh": ("protect", ("--method", "greedy", "--fresh")),
    "protect --seed": ("protect", ("--method", "optimal", "--seed", "1")),
    "protect --effort": ("protect", ("--method", "greedy", "--effort", "5")),
    "protect --alpha": ("protect", ("--alpha", "0.5")),
    "purchase --passphrase-file": ("purchase", ("--buy", "4", "--passphrase-file", "key")),
    "purchase --method": (
        "purchase",
        ("--buy", "4", "--published", "p.json", "--method", "greedy"),
    ),
    "purchase --alpha": ("purchase", ("--buy", "4", "--published", "p.json", "--alpha", "0")),
    "purchase --objective": ("purchase", ("--buy", "4", "--objective", "cost")),
    "purchase --dialect": ("purchase", ("--buy", "4", "--dialect", "postgres")),
    "purchase --seller-table": ("purchase", ("--buy", "4", "--seller-table", "people")),
    "purchase --row-id": ("purchase", ("--buy", "4", "--row-id", "id")),
    "purchase --design": ("purchase", ("--buy", "4", "--design", "simple", "--allocate", "mc")),
    "audit --passphrase-file": ("audit", ("--passphrase-file", "key")),
    "audit --made-by": ("audit", ("--made-by", "greedy")),
    "audit --for": ("audit", ("--published", "p.json", "--for", "em-f")),
    "audit --alpha": ("audit", ("--published", "p.json", "--alpha", "0")),
    "audit --supply": ("audit", ("--published", "p.json", "--supply", "endless")),
    "audit --only-over": ("audit", ("--published", "p.json", "--only-over")),
    "audit --runs": ("audit", ("--published", "p.json", "--runs", "5")),
    "audit --buy": ("audit", ("--published", "p.json", "--buy", "5")),
    "audit --allocate": ("audit", ("--published", "p.json", "--allocate", "blend")),
}


@pytest.mark.parametrize("case", LONELY)
def test_an_option_that_would_do_nothing_is_refused_by_name(
    run: Run, want, tmp_path: Path, case: str
) -> None:
    (tmp_path / "p.json").write_text("{}")
    verb, options = LONELY[case]
    message = refused(run, tmp_path, verb, TABLE, "--want", want(CELL), *options)
    assert case.split()[1] in message
