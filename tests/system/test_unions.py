"""A union as the true intent, and as what is published, as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import PAPER_INTENT, Run

OTHER = {"race": ["White"], "sex": ["Male"], "age": ["retirement"], "income": [">50K"]}
UNION = [PAPER_INTENT, OTHER]
SQL = (
    "(race = 'Black' AND sex = 'Female' AND age BETWEEN 25 AND 61 AND \"hours-per-week\" > 34 "
    "AND \"hours-per-week\" <= 40 AND income = '>50K') "
    "OR (race = 'White' AND sex = 'Male' AND age > 61 AND income = '>50K')"
)
OPTIMAL = ("--against", "em-f", "--method", "optimal", "--json")


def test_one_box_is_published_unless_more_are_allowed(run: Run, want) -> None:
    intent = want(UNION)
    one = run("protect", "adult", "--want", intent, *OPTIMAL)
    two = run("protect", "adult", "--want", intent, *OPTIMAL, "--boxes", "2")
    assert (one.returncode, two.returncode) == (0, 0), one.stderr + two.stderr
    box, union = json.loads(one.stdout), json.loads(two.stdout)
    assert isinstance(box["published"], dict)
    assert [set(part) for part in union["published"]] == [set(box["published"])] * 2
    wanted = {"records": 368, "cost": 368.0, "cells": 4, "matching": 368}
    assert box["true"] == union["true"] == wanted
    assert (box["records"], union["records"]) == (7153, 450)
    assert union["proof"] == {"status": "optimal", "bound": 450, "gap": 0.0}
    em_f, informed = union["attackers"]
    assert em_f["holds"]
    assert (informed["name"], informed["holds"]) == ("informed", False)


def test_a_condition_says_the_same_as_a_list(run: Run, want) -> None:
    listed = run("protect", "adult", "--want", want(UNION), *OPTIMAL, "--boxes", "2")
    said = run("protect", "adult", "--want", want(SQL), *OPTIMAL, "--boxes", "2")
    assert said.returncode == 0, said.stderr
    assert said.stdout == listed.stdout


def test_what_is_published_can_be_audited_and_bought_from(run: Run, want, tmp_path: Path) -> None:
    intent = want(UNION)
    made = run(
        *("protect", "adult", "--want", intent, *OPTIMAL, "--boxes", "2"),
        *("--out", "published.json", "--report", "report.html"),
    )
    assert made.returncode == 0, made.stderr
    (tmp_path / "whole.json").write_text(made.stdout)
    page = (tmp_path / "report.html").read_text()
    assert "either" in page
    assert ") OR (" in page
    for published in ("published.json", "whole.json"):
        done = run(
            *("audit", "adult", "--want", intent, "--published", published),
            *("--against", "em-f", "--json"),
        )
        assert done.returncode == 1, (
            "who knows the method is not within the limit, or not known to be"
        )
        answer = json.loads(done.stdout)
        assert answer["published"] == json.loads((tmp_path / "published.json").read_text())
        assert (answer["records"], answer["attackers"][0]["holds"]) == (450, True)
    bought = run(
        *("purchase", "adult", "--want", intent, "--published", "published.json"),
        *("--buy", "60", "--out", "plan.json", "--json"),
    )
    assert bought.returncode == 0, bought.stderr
    order = json.loads(bought.stdout)
    assert order["chain"]["adds"] == "the purchase adds nothing to the post"
    assert isinstance(order["published"], list)
    assert isinstance(order["pseudo_published"], dict)
    again = run("audit", "adult", "--want", intent, "--purchased", "plan.json", "--json")
    assert again.returncode == 1, again.stderr
    seen = json.loads(again.stdout)["purchase"]
    assert seen["true_records"] == order["true_records"]
    assert seen["chain"] == order["chain"]
    assert seen["passes"] is all(one["holds"] for one in order["observers"])


def test_tables_for_people(run: Run, want) -> None:
    done = run(
        *("protect", "adult", "--want", want(UNION), "--against", "em-f"),
        *("--method", "optimal", "--boxes", "2"),
    )
    assert done.returncode == 0, done.stderr
    for words in ("either", "or ", ") OR (", "Proven optimal: no union of boxes", "450"):
        assert words in done.stdout


def test_other_verbs_take_a_union(run: Run, want) -> None:
    intent = want(UNION)
    greedy = run("protect", "adult", "--want", intent, "--method", "greedy", "--json")
    assert greedy.returncode == 0, greedy.stderr
    assert isinstance(json.loads(greedy.stdout)["published"], dict)
    bare = run("audit", "adult", "--want", intent, "--against", "em-f", "--json")
    assert bare.returncode == 1, bare.stderr
    assert json.loads(bare.stdout)["published"] is None
    curve = run("frontier", "adult", "--want", intent, "--against", "em-f", "--json")
    assert curve.returncode == 0, curve.stderr
    assert json.loads(curve.stdout)["points"][0]["records"] == 7153


def test_what_makes_no_sense_is_refused(run: Run, want) -> None:
    intent = want(UNION)
    for more, said in (
        (("--method", "greedy", "--boxes", "2"), "optimal has"),
        (("--method", "optimal", "--boxes", "0"), "from 1 to 64"),
        (("--method", "optimal", "--boxes", "65"), "from 1 to 64"),
    ):
        done = run("protect", "adult", "--want", intent, *more)
        assert done.returncode == 2
        assert said in " ".join(done.stderr.split())
        assert not done.stdout


@pytest.mark.slow
def test_a_study_of_a_union(run: Run, want, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(f'[study]\ndata = "adult"\nwant = "{want(UNION)}"\n')
    done = run("paper", "--on", "study.toml", "--out", "mine")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "mine" / "report.html").exists()
