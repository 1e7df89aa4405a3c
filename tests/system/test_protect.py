"""`tacit protect` as a user runs it."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.conftest import PAPER_INTENT, Run

SQL = (
    "race IN ('Black') AND sex = 'Female' AND age BETWEEN 25 AND 61 "
    'AND "hours-per-week" > 34 AND "hours-per-week" <= 40 AND NOT income = \'<=50K\''
)


def test_the_papers_first_case_as_json(run: Run, want) -> None:
    done = run(
        *("protect", "adult", "--want", want(PAPER_INTENT), "--against", "em-f"),
        *("--limit", "0.3", "--method", "greedy", "--alpha", "0.5", "--json"),
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["records"], answer["cells"], answer["cost"]) == (557, 6, 557.0)
    assert answer["published"] == {
        "age": ["working adult", "young adult", "retirement"],
        "race": ["White", "Black"],
        "sex": ["Female"],
        "hours-per-week": ["full-time"],
        "income": [">50K"],
    }
    attacker, informed = answer["attackers"]
    assert (informed["name"], informed["holds"]) == ("informed", False)
    assert attacker["upper"] == pytest.approx(0.10053859964, abs=1e-11)
    assert attacker == {"name": "em-f", "lower": None, "upper": 56 / 557, "holds": True}
    assert answer["true"] == {"records": 56, "cost": 56.0, "cells": 1, "matching": 56}
    assert answer["utility"] == answer["cost_ratio"] == 56 / 557
    assert answer["proof"] == {"status": "heuristic", "bound": 187, "gap": (557 - 187) / 557}
    assert (answer["method"], answer["limit"]) == ("greedy", 0.3)


@pytest.mark.parametrize("form", ["json", "sql"])
def test_json_sql_and_standard_input_say_the_same(run: Run, form: str) -> None:
    text = json.dumps(PAPER_INTENT) if form == "json" else SQL
    how = ("--against", "em-f", "--method", "greedy", "--json")
    done = run("protect", "adult", "--want", "-", *how, stdin=text)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["records"] == 557


@pytest.mark.parametrize("method", ["greedy", "optimal"])
def test_all_who_look_at_posts_are_held_by_every_method(run: Run, want, method: str) -> None:
    """Sealed holds one more; `test_safe_by_default.py` has that."""
    done = run("protect", "adult", "--want", want(PAPER_INTENT), "--method", method, "--json")
    assert done.returncode == 0, done.stderr
    *attackers, informed = json.loads(done.stdout)["attackers"]
    assert [a["name"] for a in attackers] == ["pi-uniform", "em-f", "em-c", "em-fc"]
    assert all(a["holds"] and a["upper"] <= 0.3 for a in attackers)
    assert (informed["name"], informed["holds"]) == ("informed", False)


def test_tables_for_people(run: Run, want) -> None:
    how = ("--against", "em-f", "--method", "greedy")
    done = run("protect", "adult", "--want", want(PAPER_INTENT), *how)
    assert done.returncode == 0
    assert "Readers who do not know the method" in done.stdout
    for words in ("Publish this", "working adult, young adult, retirement", "10.1%", "557", "yes"):
        assert words in done.stdout
    assert "2,399 of 32,561 rows" in done.stderr
    assert "lack a value" not in done.stdout


def test_what_it_writes_can_be_audited(run: Run, want, tmp_path: Path) -> None:
    intent = want(PAPER_INTENT)
    made = run(
        *("protect", "adult", "--want", intent, "--against", "em-f", "--method", "greedy"),
        *("--out", "published.json", "--keep", "kept.json", "--report", "report.html", "--json"),
    )
    assert made.returncode == 0, made.stderr
    (tmp_path / "whole.json").write_text(made.stdout)
    for published in ("published.json", "whole.json", "kept.json"):
        done = run(
            *("audit", "adult", "--want", intent, "--published", published),
            *("--against", "em-f", "--json"),
        )
        assert done.returncode == 1, "who knows the method is not within the limit"
        answer = json.loads(done.stdout)
        assert answer["attackers"][0]["upper"] == 56 / 557
        assert answer["made_by"]["method"] == "greedy"
        assert (answer["known_by"] == "as was told") is (published != "published.json")
        assert answer["headline"] == json.loads(made.stdout)["headline"]
    assert stat.S_IMODE((tmp_path / "report.html").stat().st_mode) == 0o600
    page = (tmp_path / "report.html").read_text()
    assert "<svg" in page
    assert "557" in page
    assert "://" not in page.replace("http://www.w3.org", "")


def test_an_unreachable_limit_is_an_answer(run: Run, want) -> None:
    args = (
        "protect",
        "adult",
        "--want",
        want(PAPER_INTENT),
        "--against",
        "em-f",
        "--method",
        "greedy",
        "--limit",
        "0.001",
    )
    done = run(*args, "--json")
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert answer["published"] is None
    assert answer["lowest_limit"] == 56 / 30162
    assert "0.001857" in done.stderr
    reached = run(*args[:-1], "0.001857", "--json")
    assert reached.returncode == 0
    assert json.loads(reached.stdout)["records"] == 30162


def test_a_range_that_misses_the_bins_is_widened_and_told(run: Run, want) -> None:
    how = ("--limit", "1", "--method", "greedy", "--json")
    done = run("protect", "adult", "--want", want("age BETWEEN 31 AND 47"), *how)
    assert done.returncode == 0
    assert json.loads(done.stdout)["published"]["age"] == ["working adult"]
    assert "'age' did not meet its bins and was widened" in done.stderr
    assert "13,220 records match what you want; the bins around it hold 23,746" in done.stderr
    assert json.loads(done.stdout)["true"]["matching"] == 13220
    assert json.loads(done.stdout)["utility"] == 13220 / json.loads(done.stdout)["records"]
    assert "31" not in done.stderr.replace("32,561", "").replace("1,836", "")


def test_a_true_intent_without_records_is_told(run: Run, want) -> None:
    intent = {"age": ["childhood"], "income": [">50K"]}
    how = ("--against", "em-f", "--method", "greedy", "--json")
    done = run("protect", "adult", "--want", want(intent), *how)
    assert done.returncode == 0
    assert json.loads(done.stdout)["attackers"][0]["upper"] == 0
    assert "holds no records" in done.stderr


def test_a_file_that_others_can_read_is_warned_about(run: Run, want, tmp_path: Path) -> None:
    name = want(PAPER_INTENT)
    (tmp_path / name).chmod(0o644)
    done = run("protect", "adult", "--want", name, "--method", "greedy", "--json")
    assert "chmod 600" in done.stderr


def test_the_best_with_proof(run: Run, want) -> None:
    args = ("protect", "adult", "--want", want(PAPER_INTENT), "--method", "optimal", "--json")
    answer = json.loads(run(*args, "--against", "em-f").stdout)
    assert (answer["records"], answer["objective"]) == (225, "records")
    assert answer["proof"] == {"status": "optimal", "bound": 225, "gap": 0.0}


def test_one_attacker_may_have_a_limit_of_its_own(run: Run, want) -> None:
    args = ("protect", "adult", "--want", want(PAPER_INTENT), "--method", "optimal", "--json")
    answer = json.loads(run(*args, "--against", "em-f=10%,pi-uniform").stdout)
    tight, loose, _ = answer["attackers"]
    assert tight["limit"] == 0.1
    assert tight["upper"] <= 0.1
    assert "limit" not in loose
    assert loose["upper"] <= 0.3


@pytest.mark.parametrize(
    "how",
    [("--method", "optimal"), ("--method", "greedy"), ("--method", "greedy", "--alpha", "auto")],
    ids=["optimal", "greedy", "auto"],
)
def test_values_can_be_pinned(run: Run, want, tmp_path: Path, how: tuple[str, ...]) -> None:
    (tmp_path / "never.json").write_text('{"race": ["White"]}')
    (tmp_path / "always.json").write_text('{"sex": ["Male"]}')
    args = ("protect", "adult", "--want", want(PAPER_INTENT), *how, "--json")
    done = run(*args, "--never", "never.json", "--always", "always.json", "--against", "em-f")
    published = json.loads(done.stdout)["published"]
    assert "White" not in published["race"]
    assert published["sex"] == ["Male", "Female"]


def test_a_post_that_hides_nothing_is_warned_about(run: Run, want) -> None:
    how = ("--method", "greedy", "--against", "em-f", "--limit", "0.9")
    done = run("protect", "adult", "--want", want("sex = 'Female'"), *how)
    assert done.returncode == 0
    assert "WARNING: what is published is the true intent itself" in done.stderr
    how = ("--method", "greedy", "--against", "em-c", "--limit", "0.5")
    empty = run("protect", "adult", "--want", want(PAPER_INTENT), *how)
    assert "WARNING" not in empty.stderr
