"""`tacit purchase`, and `tacit audit` of what was bought, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import PAPER_INTENT, Run
from tests.helpers.refusals import refused

EXPANDED = {
    **PAPER_INTENT,
    "age": ["working adult", "young adult", "retirement"],
    "race": ["White", "Black"],
}


@pytest.fixture
def post(tmp_path: Path) -> str:
    """The paper's expansion against em-fc, as a file."""
    (tmp_path / "published.json").write_text(json.dumps(EXPANDED))
    return "published.json"


def test_the_papers_first_case(run: Run, want, post: str) -> None:
    done = run(
        "purchase",
        "adult",
        "--want",
        want(PAPER_INTENT),
        "--published",
        post,
        "--buy",
        "61",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["records"], answer["true_records"], answer["cost"]) == (61, 5, 61.0)
    assert answer["utility"] == 5 / 61
    assert answer["confidence"] == pytest.approx(0.2377148928, abs=1e-10)
    assert answer["holds"] is True
    assert answer["published"] == answer["pseudo_published"]
    assert answer["published"]["race"] == ["White", "Black"]
    assert sum(line["count"] for line in answer["plan"]) == 61
    assert answer["proof"] == {"status": "optimal"}
    assert [o["name"] for o in answer["observers"]] == ["purchase", "purchase-f", "purchase-fc"]


def test_the_post_is_found_where_none_is_given(run: Run, want) -> None:
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--against", "em-fc,purchase-f")
    done = run(*args, "--method", "greedy", "--alpha", "0.5", "--buy", "61", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["published"] == EXPANDED


def test_need_and_budget(run: Run, want, post: str) -> None:
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post)
    need = json.loads(run(*args, "--need", "5", "--json").stdout)
    assert (need["records"], need["true_records"]) == (57, 5)
    spent = json.loads(run(*args, "--budget", "57", "--json").stdout)
    assert (spent["records"], spent["true_records"]) == (57, 5)
    less = json.loads(run(*args, "--budget", "56.99", "--json").stdout)
    assert less["true_records"] == 4


@pytest.mark.parametrize("method", ["blend", "mc", "mcmc", "g-mcmc", "genetic"])
def test_random_methods_repeat_with_their_seed(run: Run, want, post: str, method: str) -> None:
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post, "--buy", "61")
    first, again, other = (
        run(*args, "--allocate", method, "--seed", seed, "--json") for seed in ("7", "7", "8")
    )
    assert first.returncode in (0, 1), first.stderr
    assert first.stdout == again.stdout
    assert json.loads(first.stdout)["plan"] != json.loads(other.stdout)["plan"]
    assert json.loads(first.stdout)["records"] == 61


def test_the_query_draws_exactly_the_plan(run: Run, want, post: str, tmp_path: Path) -> None:
    import duckdb

    from tacit.market.sources import load as built_in

    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post)
    done = run(*args, "--buy", "61", "--sql", "draw.sql", "--out", "plan.json")
    assert done.returncode == 0, done.stderr
    plan = json.loads((tmp_path / "plan.json").read_text())["plan"]
    table = Path(built_in.__file__).parent / "adult.parquet"
    con = duckdb.connect()
    con.execute(f"CREATE VIEW adult AS SELECT * FROM '{table}'")
    con.execute(f"CREATE TABLE drawn AS {(tmp_path / 'draw.sql').read_text()}")
    drawn = con.execute("SELECT tacit_cell, count(*) FROM drawn GROUP BY 1 ORDER BY 1").fetchall()
    assert [count for _, count in drawn] == [line["count"] for line in plan]
    wanted = "race = 'Black' AND sex = 'Female' AND age > 24 AND age <= 61"
    assert con.execute(f"SELECT count(*) FROM drawn WHERE {wanted}").fetchone() == (5,)


def test_what_was_bought_can_be_audited(run: Run, want, post: str, tmp_path: Path) -> None:
    intent = want(PAPER_INTENT)
    args = ("adult", "--want", intent)
    run("purchase", *args, "--published", post, "--buy", "61", "--out", "plan.json")
    done = run("audit", *args, "--purchased", "plan.json", "--against", "purchase-f", "--json")
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)["purchase"]
    assert (seen["records"], seen["true_records"], seen["holds"]) == (61, 5, True)
    assert 0 <= seen["looks_blind"]["interval"][0] <= seen["looks_blind"]["share"] <= 1
    how = ("--made-by", "greedy", "--for", "em-fc")
    both = run("audit", *args, "--purchased", "plan.json", "--published", post, *how)
    assert "the post alone" in both.stdout
    assert "blind" in both.stdout


def test_buying_only_what_is_wanted_is_found_out(run: Run, want, tmp_path: Path) -> None:
    cell = {name: values[0] for name, values in PAPER_INTENT.items()}
    other = {**cell, "race": "White"}
    plan = [{"cell": cell, "count": 56}, {"cell": other, "count": 1}]
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    done = run("audit", "adult", "--want", want(PAPER_INTENT), "--purchased", "plan.json")
    assert done.returncode == 1
    assert "does not look like a blind draw" in done.stdout


def test_blend_says_what_it_promises(run: Run, want, post: str) -> None:
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post, "--buy", "61")
    done = run(*args, "--allocate", "blend", "--seed", "3")
    assert done.returncode == 0
    assert "says nothing about the true one" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--buy", "558"), "holds 557"),
        (("--buy", "2"), "at least 3"),
        (("--buy", "0"), "at least one"),
        (("--need", "57"), "the market holds 56"),
        (("--need", "0"), "at least one"),
        (("--budget", "-1"), "above 0"),
        (("--budget", "much"), "finite number"),
        ((), "one question"),
        (("--buy", "61", "--need", "5"), "one question"),
        (("--buy", "61", "--allocate", "magic"), "no method"),
        (("--need", "5", "--allocate", "mc"), "only answers"),
        (("--buy", "61", "--against", "purchase-x"), "Did you mean"),
        (("--buy", "61", "--against", "purchase,purchase-f"), "name one"),
        (("--buy", "61", "--supply", "some"), "finite or endless"),
        (("--buy", "61", "--limit", "2"), "at most 1"),
    ],
)
def test_refused(
    run: Run, want, post: str, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post)
    assert said in refused(run, tmp_path, *args, *options, "--out", "plan.json")


def test_a_limit_no_purchase_keeps_is_an_answer(run: Run, want, post: str) -> None:
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post)
    done = run(*args, "--need", "30", "--against", "purchase", "--limit", "0.01")
    assert done.returncode == 1
    assert "no purchase holds 30 wanted records" in done.stderr


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("[", "not valid JSON"),
        ("{}", "called plan"),
        ("[]", "holds no records"),
        ('[{"cell": {"age": "childhood"}, "count": 1}]', "one value for each dimension"),
        ([("Martian", 1)], "does not have"),
        ([("Black", 57)], "57 records of a cell that holds 56"),
        ([("Black", -1)], "0 or more"),
        ([("Black", 1.5)], "whole number"),
        ([("Black", 1), ("Black", 2)], "twice"),
    ],
)
def test_bad_purchase_files(run: Run, want, tmp_path: Path, plan, said: str) -> None:
    if not isinstance(plan, str):
        cell = {name: values[0] for name, values in PAPER_INTENT.items()}
        plan = json.dumps([{"cell": {**cell, "race": race}, "count": n} for race, n in plan])
    (tmp_path / "plan.json").write_text(plan)
    args = ("audit", "adult", "--want", want(PAPER_INTENT), "--purchased", "plan.json")
    assert said in refused(run, tmp_path, *args)
