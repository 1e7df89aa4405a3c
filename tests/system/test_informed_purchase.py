"""`tacit audit --purchased`: what a purchase tells someone who knows how it was chosen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tacit
from tacit.publishing.kept import to_keep
from tests.conftest import PAPER_INTENT, Run
from tests.helpers.refusals import refused

WIDER = {**PAPER_INTENT, "sex": ["Male", "Female"], "age": ["working adult", "retirement"]}


@pytest.fixture
def post(tmp_path: Path) -> str:
    """A post of four cells, in a way that nobody would make it."""
    (tmp_path / "published.json").write_text(json.dumps(WIDER))
    return "published.json"


@pytest.fixture(scope="module")
def sealed() -> str:
    """A post within the limit, which four intents could lead to, and how it was made."""
    made = tacit.protect(tacit.load("adult"), PAPER_INTENT, seed=2)
    return json.dumps(to_keep(made))


@pytest.fixture
def kept(tmp_path: Path, sealed: str) -> str:
    """The same as a file."""
    (tmp_path / "kept.json").write_text(sealed)
    return "kept.json"


def buy(run: Run, intent: str, post: str, method: str) -> dict[str, Any]:
    """What `purchase` says; the plan is in a file."""
    args = ("purchase", "adult", "--want", intent, "--published", post, "--buy", "40")
    done = run(*args, "--allocate", method, "--seed", "1", "--out", "plan.json", "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_optimal_is_recognised(run: Run, want, kept: str) -> None:
    intent = want(PAPER_INTENT)
    order = buy(run, intent, kept, "optimal")
    args = ("audit", "adult", "--want", intent, "--published", kept, "--purchased", "plan.json")
    done = run(*args, "--json")
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    seen = told["purchase"]
    assert (told["holds"], seen["passes"], seen["holds"]) == (False, True, False)
    assert seen["chain"] == order["chain"]
    found = seen["chain"]["replayed"]
    assert (found["allocate"], found["exact"], found["possible"]) == ("optimal", True, True)
    assert (found["candidates"], found["remaining"]) == (4, 1)
    assert found["before"] == {"confidence": 0.3, "wanted": 0.3}
    assert found["after"]["wanted"] == {"value": 1.0, "interval": [1.0, 1.0]}
    assert (seen["chain"]["before"]["sure"], seen["chain"]["sure"]) == (0.3, 1.0)
    table = run(*args)
    assert table.returncode == 1
    first, second, *_ = table.stdout.splitlines()
    assert (
        first
        == "After post and purchase the best-informed reader is 100% sure of a record you want."
    )
    assert second.startswith("30% is allowed: NOT within the limit. How it was tuned tells more")
    said = " ".join(table.stdout.split())
    assert "of 4 intents left, 1 could have led to this purchase" in said
    assert "100% sure of a record, 30.0% before" in said


def test_blend_adds_nothing(run: Run, want, kept: str) -> None:
    intent = want(PAPER_INTENT)
    order = buy(run, intent, kept, "blend")
    assert order["holds"] is True
    args = ("audit", "adult", "--want", intent, "--published", kept, "--purchased", "plan.json")
    done = run(*args, "--json")
    assert done.returncode == 0, done.stderr
    chain = json.loads(done.stdout)["purchase"]["chain"]
    assert chain == order["chain"]
    assert (chain["before"]["sure"], chain["sure"], chain["holds"]) == (0.3, 0.3, True)
    assert (chain["adds"], chain["replayed"]) == ("the purchase adds nothing to the post", None)


def test_what_is_drawn_is_estimated(run: Run, want, kept: str) -> None:
    intent = want(PAPER_INTENT)
    buy(run, intent, kept, "g-mcmc")
    args = ("audit", "adult", "--want", intent, "--published", kept, "--purchased", "plan.json")
    done = run(*args, "--allocate", "g-mcmc", "--runs", "50", "--json")
    assert done.returncode == 1, done.stderr
    chain = json.loads(done.stdout)["purchase"]["chain"]
    found = chain["replayed"]
    assert (found["exact"], found["candidates"]) == (False, 4)
    low, high = found["after"]["confidence"]["interval"]
    assert 0.3 < low <= found["after"]["confidence"]["value"] <= high <= 1
    assert chain["sure"] == high, "the upper end counts"


def test_a_post_that_nobody_would_make_leaves_the_chain_unknown(run: Run, want, post: str) -> None:
    """Drawn blindly, a purchase adds nothing to it either; but what it tells by itself is not known."""
    intent = want(PAPER_INTENT)
    cells = ("--candidates", "cells", "--support", "nonempty", "--made-by", "greedy")
    args = ("audit", "adult", "--want", intent, "--published", post, "--purchased", "plan.json")
    adds = {"optimal": "what the purchase adds is not known", "blend": "the purchase adds nothing"}
    for method, words in adds.items():
        buy(run, intent, post, method)
        done = run(*args, *cells, "--json")
        assert done.returncode == 1, done.stderr
        chain = json.loads(done.stdout)["purchase"]["chain"]
        assert (chain["known"], chain["sure"], chain["holds"]) == (False, None, False)
        assert chain["adds"].startswith(words)


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
        (("--survey", "--allocate", "mc", "--buy", "40", "--runs", "0"), "from 1 to"),
        (("--survey", "--allocate", "mc", "--buy", "40", "--runs", "99999"), "fewer runs"),
    ],
)
def test_refused(
    run: Run, want, post: str, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    args = ("audit", "adult", "--want", want(PAPER_INTENT), "--published", post)
    assert said in refused(run, tmp_path, *args, *options)


def test_the_post_must_be_known(run: Run, want, kept: str, tmp_path: Path) -> None:
    """It is in the plan; where that is all that is left of it, saying how it was chosen is not enough."""
    intent = want(PAPER_INTENT)
    buy(run, intent, kept, "blend")
    plan = json.loads((tmp_path / "plan.json").read_text())["plan"]
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    args = ("audit", "adult", "--want", intent, "--purchased", "plan.json", "--json")
    done = run(*args, "--allocate", "blend")
    assert done.returncode == 1, done.stderr
    chain = json.loads(done.stdout)["purchase"]["chain"]
    assert (chain["known"], chain["holds"]) == (False, False)
    assert "give what was published" in chain["sentence"]
