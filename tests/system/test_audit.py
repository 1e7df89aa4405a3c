"""`tacit audit` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import PAPER_INTENT, Run


def test_unprotected_everyone_is_certain(run: Run, want) -> None:
    done = run("audit", "adult", "--want", want(PAPER_INTENT), "--json")
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert answer["holds"] is False
    assert answer["published"] is None
    assert [a["upper"] for a in answer["attackers"]] == [1.0] * 5


def test_attackers_stand_side_by_side(run: Run, want, tmp_path: Path) -> None:
    wider = {**PAPER_INTENT, "race": ["Black", "White"], "age": ["working adult", "retirement"]}
    (tmp_path / "published.json").write_text(json.dumps(wider))
    args = ("audit", "adult", "--want", want(PAPER_INTENT), "--published", "published.json")
    answer = json.loads(run(*args, "--json").stdout)
    by_name = {a["name"]: a for a in answer["attackers"]}
    assert by_name["pi-uniform"]["lower"] == by_name["pi-uniform"]["upper"] == 0.25
    assert by_name["em-c"]["upper"] == 0.25
    assert by_name["em-f"]["upper"] == by_name["em-fc"]["upper"] == 56 / answer["records"]
    assert by_name["em-f"]["unprotected"] == {"lower": None, "upper": 1.0}
    assert all(a["holds"] for a in answer["attackers"] if a["name"] != "informed")
    assert by_name["informed"] == {**by_name["informed"], "holds": False, "known": False}
    assert (answer["holds"], answer["made_by"]) == (False, None), "who made it so is not known"
    told = ("--made-by", "greedy", "--limit", "0.2")
    tight = json.loads(run(*args, *told, "--json").stdout)
    assert {a["name"] for a in tight["attackers"] if a["holds"]} == {"em-f", "em-fc"}
    table = run(*args, *told)
    assert table.returncode == 1
    *_, last = table.stdout.strip().splitlines()
    assert last == (
        "Above the limit: pi-uniform (25%), em-c (25%). Not known to be within the limit: one who knows "
        "how the post was made."
    )


def test_a_published_intent_that_leaves_something_out_is_refused(
    run: Run, want, tmp_path: Path
) -> None:
    (tmp_path / "published.json").write_text(json.dumps({**PAPER_INTENT, "race": ["White"]}))
    args = ("audit", "adult", "--want", want(PAPER_INTENT), "--published", "published.json")
    done = run(*args)
    assert done.returncode == 2
    assert "leaves out part of the true intent" in done.stderr


@pytest.mark.slow
def test_a_sealed_post_is_judged_by_the_prior_it_was_made_for(
    run: Run, want, tmp_path: Path
) -> None:
    made = ("protect", "adult", "--want", want(PAPER_INTENT), "--against", "informed")
    done = run(*made, "--limit", "0.5", "--prior", "cost", "--seed", "1", "--json")
    (tmp_path / "sealed.json").write_text(done.stdout)
    args = ("audit", "adult", "--want", want(PAPER_INTENT), "--published", "sealed.json")
    args = (*args, "--against", "informed", "--limit", "0.5", "--json")
    own, other = run(*args), run(*args, "--prior", "uniform")
    assert json.loads(own.stdout)["informed"]["confidence"] <= 0.5
    assert json.loads(own.stdout)["headline"]["holds"] is True
    assert json.loads(other.stdout)["informed"]["confidence"] > 0.5
    assert json.loads(other.stdout)["headline"]["holds"] is False
    assert other.returncode == 1
