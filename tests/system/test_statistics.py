"""Markets known by statistics, from files to screens: what a buyer of a catalogue or a sample sees."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
WANT = {"country": ["Germany"], "income": ["50k to 100k"], "category": ["travel"]}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The examples of statistics, in the folder that commands run in."""
    for name in ("catalogue", "sample", "marginals"):
        shutil.copy(EXAMPLES / f"{name}.market.toml", tmp_path)
    for name in ("catalogue", "panel-sample", "by-country-income", "by-income-category"):
        shutil.copy(EXAMPLES / f"{name}.csv", tmp_path)
    return tmp_path


def rows(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in answer["attackers"]}


@pytest.mark.parametrize("name", ["catalogue", "sample"])
@pytest.mark.parametrize("method", ["sealed", "optimal", "greedy"])
def test_the_limit_is_kept_at_the_upper_end(
    run: Run, want: Callable[[Any], str], files: Path, name: str, method: str
) -> None:
    data = f"{name}.market.toml"
    done = run(
        "protect", data, "--want", want(WANT), "--method", method, "--json", "--keep", "k.json"
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    for attacker in ("em-f", "em-fc"):
        row = rows(answer)[attacker]
        assert row["lower"] <= row["estimate"] <= row["upper"] <= 0.3
        assert row["holds"] is True
    assert answer["counts"]["held"] == "upper"
    assert answer["counts"]["estimated"] == ["em-f", "em-fc"]
    judged = run("audit", data, "--want", want(WANT), "--published", "k.json", "--json")
    found = json.loads(judged.stdout)
    assert judged.returncode == (0 if found["holds"] else 1), judged.stderr
    assert found["holds"] == answer["holds"]
    assert found["holds"] or method != "sealed"
    assert rows(found)["em-f"]["upper"] == rows(answer)["em-f"]["upper"]
    assert found["counts"]["held"] == "upper"


def test_the_screen_shows_intervals_and_says_what_is_exact(
    run: Run, want: Callable[[Any], str], files: Path
) -> None:
    done = run(
        *("protect", "sample.market.toml", "--want", want(WANT), "--seed", "7"),
        *("--report", "page.html"),
    )
    assert done.returncode == 0, done.stderr
    screen = " ".join(done.stdout.split())
    assert "What it costs, as estimated" in screen
    assert "the limit is kept at the upper end" in screen
    assert "Exact, whatever the counts are: pi-uniform, em-c and informed." in screen
    assert "400 records stand for 4,000" in done.stderr
    page = (files / "page.html").read_text()
    assert "Clopper-Pearson" in page
    assert "What it costs, as estimated" in page


def test_an_estimate_is_never_called_within(
    run: Run, want: Callable[[Any], str], files: Path
) -> None:
    asked = ("protect", "sample.market.toml", "--want", want(WANT), "--method", "optimal")
    asked = (*asked, "--against", "em-f", "--json", "--hold", "estimate")
    done = run(*asked)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    row = rows(answer)["em-f"]
    assert row["estimate"] <= 0.3 < row["upper"]
    assert row["holds"] is answer["holds"] is False
    assert answer["made_by"]["hold"] == answer["counts"]["held"] == "estimate"


def test_tables_fitted_together_say_what_was_assumed(
    run: Run, want: Callable[[Any], str], files: Path
) -> None:
    done = run("protect", "marginals.market.toml", "--want", want(WANT), "--keep", "k.json")
    assert done.returncode == 0, done.stderr
    assert "nothing depends on anything beyond what these show" in done.stderr
    judged = run("audit", "marginals.market.toml", "--want", want(WANT), "--published", "k.json")
    assert judged.returncode == 1
    assert "Not known to be within the limit: em-f" in " ".join(judged.stdout.split())
    refused = run("protect", "marginals.market.toml", "--want", want(WANT), "--hold", "upper")
    assert refused.returncode == 2
    assert "no upper end" in refused.stderr


def test_a_sample_is_told_on_the_command_line_and_written_down(
    run: Run, want: Callable[[Any], str], files: Path
) -> None:
    done = run("describe", "panel-sample.csv", "--statistics", "sample,rate=0.1", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["records"], answer["knowledge"]["kind"]) == (4000, "sample")
    assert answer["knowledge"]["level"] == 0.95
    again = run("describe", answer["market_file"], "--json")
    assert json.loads(again.stdout)["records"] == 4000
    shown = run("describe", answer["market_file"])
    assert "estimated" in shown.stderr


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("sample,rate=1.5", "above 0 and at most 1"),
        ("sample,rate=-1", "above 0 and at most 1"),
        ("sample", "needs its rate"),
        ("sample,0.1", "say the kind first"),
        ("guess,rate=0.1", "must be one of"),
        ("sample,total=12", "the sample alone has 400"),
    ],
)
def test_what_can_not_be_is_refused(run: Run, files: Path, told: str, why: str) -> None:
    done = run("describe", "panel-sample.csv", "--statistics", told, "--no-write")
    assert done.returncode == 2
    assert why in done.stderr


def test_what_is_bought_is_judged_with_what_is_known(
    run: Run, want: Callable[[Any], str], files: Path
) -> None:
    """The blind draw adds nothing, whatever the counts; tests that go by stock are not known."""
    data = ("sample.market.toml", "--want", want(WANT))
    assert run("protect", *data, "--keep", "k.json").returncode == 0
    bought = run(
        "purchase", *data, "--published", "k.json", "--buy", "40", "--out", "plan.json", "--json"
    )
    assert bought.returncode == 0, bought.stderr
    judged = run("audit", *data, "--published", "k.json", "--purchased", "plan.json", "--json")
    answer = json.loads(judged.stdout)
    assert judged.returncode == 0, judged.stderr
    seen = {row["name"]: row for row in answer["purchase"]["observers"]}
    assert seen["purchase-f"]["known"] is False
    assert "known" not in seen["purchase"]
