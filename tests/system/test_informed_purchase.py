"""`tacit audit --allocate`: what a purchase tells someone who knows how it was chosen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import PAPER_INTENT, Run
from tests.helpers.refusals import refused

WIDER = {**PAPER_INTENT, "sex": ["Male", "Female"], "age": ["working adult", "retirement"]}
CELLS = ("--candidates", "cells", "--support", "nonempty")
GREEDY = ("--made-by", "greedy")


@pytest.fixture
def post(tmp_path: Path) -> str:
    """A post of four cells, in a way that nobody would make it."""
    (tmp_path / "published.json").write_text(json.dumps(WIDER))
    return "published.json"


def buy(run: Run, intent: str, post: str, method: str) -> None:
    args = ("purchase", "adult", "--want", intent, "--published", post, "--buy", "40")
    done = run(*args, "--allocate", method, "--out", "plan.json")
    assert done.returncode in (0, 1), done.stderr


def test_optimal_is_recognised(run: Run, want, post: str) -> None:
    intent = want(PAPER_INTENT)
    buy(run, intent, post, "optimal")
    args = ("audit", "adult", "--want", intent, "--published", post, *GREEDY)
    args = (*args, "--purchased", "plan.json")
    done = run(*args, *CELLS, "--allocate", "optimal", "--json")
    assert done.returncode == 1, done.stderr
    seen = json.loads(done.stdout)["purchase"]
    found = seen["informed"]
    assert (found["allocate"], found["exact"], found["possible"]) == ("optimal", True, True)
    assert (found["candidates"], found["remaining"]) == (4, 1)
    assert found["before"] == {"confidence": 0.25, "wanted": 0.25}
    assert found["after"]["wanted"] == {"value": 1.0, "interval": [1.0, 1.0]}
    assert seen["holds"] is False
    table = run(*args, *CELLS, "--allocate", "optimal")
    said = " ".join(table.stdout.split())
    assert "of 4 intents left, 1 could have led to this purchase" in said
    assert "100% sure of a record, 25% before" in said
    assert json.loads(run(*args, "--json").stdout)["purchase"]["informed"] is None


def test_blend_adds_nothing(run: Run, want, post: str) -> None:
    intent = want(PAPER_INTENT)
    buy(run, intent, post, "blend")
    args = ("audit", "adult", "--want", intent, "--published", post, *GREEDY)
    args = (*args, "--purchased", "plan.json")
    done = run(*args, *CELLS, "--allocate", "blend", "--json")
    found = json.loads(done.stdout)["purchase"]["informed"]
    assert found["exact"] is True
    assert (found["candidates"], found["remaining"]) == (4, 4)
    assert found["after"]["confidence"] == {"value": 0.25, "interval": [0.25, 0.25]}
    assert "adds nothing" in found["sentence"]


def test_what_is_drawn_is_estimated(run: Run, want, post: str) -> None:
    intent = want(PAPER_INTENT)
    buy(run, intent, post, "g-mcmc")
    args = ("audit", "adult", "--want", intent, "--published", post, *GREEDY)
    args = (*args, "--purchased", "plan.json")
    done = run(*args, *CELLS, "--allocate", "g-mcmc", "--runs", "50", "--json")
    found = json.loads(done.stdout)["purchase"]["informed"]
    assert found["exact"] is False
    low, high = found["after"]["wanted"]["interval"]
    assert 0.25 < low <= found["after"]["wanted"]["value"] <= high <= 1


def test_the_survey_measures_every_method(run: Run, post: str) -> None:
    args = ("audit", "adult", "--published", post, "--survey", "--buy", "40", "--runs", "60")
    done = run(*args, "--allocate", "optimal,blend,g-mcmc", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["against"] == "purchase-f"
    rows = {row["allocate"]: row for row in answer["purchases"]}
    assert list(rows) == ["optimal", "blend", "g-mcmc"]
    assert all((row["candidates"], row["before"]) == (4, 0.25) for row in rows.values())
    assert rows["optimal"]["exact"]
    low, high = rows["blend"]["gain"]["interval"]
    assert low <= 0 <= high
    assert (rows["blend"]["known_gain"], rows["blend"]["adds"]) == (0, False)
    assert rows["g-mcmc"]["adds"]
    table = run(*args, "--allocate", "blend")
    assert "Known to be 0" in table.stdout
    assert "for each of 4 candidates" in table.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--allocate", "blend"), "--purchased"),
        (("--survey", "--allocate", "blend"), "--buy"),
        (("--buy", "40"), "--survey"),
        (("--survey", "--allocate", "magic", "--buy", "40"), "no method"),
        (("--survey", "--allocate", "blend", "--buy", "0"), "at least one"),
        (("--survey", "--allocate", "blend", "--buy", "9999"), "holds 231"),
        (("--survey", "--allocate", "mc", "--buy", "40", "--runs", "0"), "above 0"),
        (("--survey", "--allocate", "mc", "--buy", "40", "--runs", "99999"), "fewer runs"),
    ],
)
def test_refused(
    run: Run, want, post: str, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    args = ("audit", "adult", "--want", want(PAPER_INTENT), "--published", post)
    assert said in refused(run, tmp_path, *args, *options)


def test_the_post_must_be_known(run: Run, want, post: str, tmp_path: Path) -> None:
    intent = want(PAPER_INTENT)
    buy(run, intent, post, "blend")
    args = ("audit", "adult", "--want", intent, "--purchased", "plan.json")
    assert "--published" in refused(run, tmp_path, *args, "--allocate", "blend")
