"""`tacit purchase`, and `tacit audit` of what was bought, as a user runs them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tacit
from tacit.publishing.kept import to_keep
from tests.conftest import PAPER_INTENT, Run
from tests.helpers.refusals import refused

EXPANDED = {
    **PAPER_INTENT,
    "age": ["working adult", "young adult", "retirement"],
    "race": ["White", "Black"],
}


TERMS = str(Path(__file__).parents[2] / "examples" / "terms.market.toml")
OPTIMAL = ("--allocate", "optimal")


@pytest.fixture(scope="module")
def kept() -> str:
    """The paper's expansion against em-fc, and how it was made."""
    made = tacit.protect(tacit.load("adult"), PAPER_INTENT, method="greedy", against="em-fc")
    text = json.dumps(to_keep(made))
    assert json.loads(text)["published"] == EXPANDED
    return text


@pytest.fixture
def post(tmp_path: Path, kept: str) -> str:
    """The same as a file."""
    (tmp_path / "published.json").write_text(kept)
    return "published.json"


def answer_of(done: Any, code: int = 0) -> dict[str, Any]:
    """The one object on standard output."""
    assert done.returncode == code, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_papers_first_case(run: Run, want, post: str) -> None:
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post)
    answer = answer_of(run(*args, "--buy", "61", *OPTIMAL, "--json"))
    assert (answer["records"], answer["true_records"], answer["cost"]) == (61, 5, 61.0)
    assert answer["utility"] == 5 / 61
    assert answer["confidence"] == pytest.approx(0.2377148928, abs=1e-10)
    assert (answer["passes"], answer["holds"]) == (True, False), "the post gives it away"
    assert (answer["chain"]["sure"], answer["chain"]["before"]["sure"]) == (1.0, 1.0)
    assert answer["published"] == answer["pseudo_published"]
    assert answer["published"]["race"] == ["White", "Black"]
    assert sum(line["count"] for line in answer["plan"]) == 61
    assert answer["proof"] == {"status": "optimal"}
    assert [o["name"] for o in answer["observers"]] == ["purchase", "purchase-f", "purchase-fc"]


def test_the_same_drawn_blindly(run: Run, want, post: str) -> None:
    """Of 61 of 557 records, 56 of them wanted, 61 * 56 / 557 come on average."""
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post)
    answer = answer_of(run(*args, "--buy", "61", "--json"))
    assert (answer["method"], answer["records"], answer["cost"]) == ("blend", 61, 61.0)
    assert answer["design"] == {"kind": "simple", "strata": 1, "records": 61}
    assert answer["expected_blind"] == pytest.approx(61 * 56 / 557)
    assert (answer["reached"], answer["odds"]) == (3, 0.95)
    assert answer["chain"]["adds"] == "the purchase adds nothing to the post"
    before = answer["chain"]["before"]
    assert {name: answer["chain"][name] for name in before} == before
    assert sum(line["count"] for line in answer["plan"]) == 61
    assert "says nothing about the true one" in answer["promise"]


def test_the_post_is_found_where_none_is_given(run: Run, want) -> None:
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--against", "em-fc,purchase-f")
    done = run(*args, "--method", "greedy", "--alpha", "0.5", "--buy", "61", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["published"] == EXPANDED


def test_need_and_budget(run: Run, want, post: str) -> None:
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post, "--json")
    need = answer_of(run(*args, "--need", "5", *OPTIMAL))
    assert (need["records"], need["true_records"]) == (57, 5)
    spent = answer_of(run(*args, "--budget", "57", *OPTIMAL))
    assert (spent["records"], spent["true_records"]) == (57, 5)
    less = answer_of(run(*args, "--budget", "56.99", *OPTIMAL))
    assert less["true_records"] == 4


def test_need_and_budget_drawn_blindly(run: Run, want, post: str) -> None:
    """A need takes more records, with the odds said; a budget is never passed."""
    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post, "--json")
    need = answer_of(run(*args, "--need", "5"))
    assert (need["records"], need["reached"], need["design"]["kind"]) == (85, 5, "simple")
    assert need["chance"] == pytest.approx(0.9515627482, abs=1e-9)
    assert need["chain"]["adds"] == "the purchase adds nothing to the post"
    surer = answer_of(run(*args, "--need", "5", "--odds", "0.99"))
    assert surer["records"] > 85
    assert surer["chance"] >= 0.99
    for money, records in (("57", 57), ("56.99", 56)):
        spent = answer_of(run(*args, "--budget", money))
        assert (spent["records"], spent["cost"], spent["reached"]) == (records, records, 2)


@pytest.mark.parametrize(
    "method", ["blend", "mc", "mcmc", "g-mcmc", pytest.param("genetic", marks=pytest.mark.slow)]
)
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
    done = run(*args, "--buy", "61", *OPTIMAL, "--sql", "draw.sql", "--out", "plan.json")
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


def test_the_query_of_a_blind_order_draws_as_many_of_the_post(
    run: Run, want, post: str, tmp_path: Path
) -> None:
    import duckdb

    from tacit.market.sources import load as built_in

    args = ("purchase", "adult", "--want", want(PAPER_INTENT), "--published", post)
    done = run(*args, "--buy", "61", "--sql", "draw.sql", "--seller-table", "people")
    assert done.returncode == 0, done.stderr
    con = duckdb.connect()
    table = Path(built_in.__file__).parent / "adult.parquet"
    con.execute(f"CREATE VIEW people AS SELECT * FROM '{table}'")
    con.execute(f"CREATE TABLE drawn AS {(tmp_path / 'draw.sql').read_text()}")
    inside = "sex = 'Female' AND race IN ('Black', 'White') AND income = '>50K' AND age > 17"
    for condition in ("TRUE", inside):
        found = con.execute(f"SELECT count(*) FROM drawn WHERE {condition}").fetchone()
        assert found == (61,)


@pytest.mark.parametrize(("method", "true_records"), [("optimal", 5), ("blend", None)])
def test_what_was_bought_can_be_audited(
    run: Run, want, post: str, method: str, true_records: int | None
) -> None:
    """Neither adds anything, as the post has given it away; only the plan is needed for that."""
    args = ("adult", "--want", want(PAPER_INTENT))
    bought = ("--buy", "61", "--allocate", method, "--out", "plan.json", "--json")
    order = answer_of(run("purchase", *args, "--published", post, *bought))
    judged = ("audit", *args, "--purchased", "plan.json", "--published", post)
    told = answer_of(run(*judged, "--against", "purchase-f", "--json"), 1)
    seen = told["purchase"]
    assert (seen["records"], seen["true_records"]) == (61, true_records or order["true_records"])
    assert (seen["passes"], seen["chain"]) == (order["passes"], order["chain"])
    assert (seen["holds"], told["headline"]["sure"]) == (False, 1.0)
    assert 0 <= seen["looks_blind"]["interval"][0] <= seen["looks_blind"]["share"] <= 1
    both = run(*judged)
    assert both.stdout.startswith("After post and purchase the best-informed reader is 100% sure")
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
    done = run(*args, "--seed", "3")
    assert done.returncode == 0
    assert "What blend promises: drawn blindly" in done.stdout
    assert "says nothing about the true one" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--buy", "558"), "holds 557"),
        (("--buy", "2", *OPTIMAL), "at least 3"),
        (("--buy", "0"), "at least one"),
        (("--need", "57", *OPTIMAL), "the market holds 56"),
        (("--need", "558"), "holds 557"),
        (("--need", "5", "--odds", "0"), "above 0 and below 1"),
        (("--need", "5", "--odds", "1"), "above 0 and below 1"),
        (("--need", "5", "--odds", "often"), "finite number"),
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
    done = run(*args, "--need", "30", *OPTIMAL, "--against", "purchase", "--limit", "0.01")
    assert done.returncode == 1
    assert "no purchase holds 30 wanted records" in done.stderr


class TestTerms:
    """A fee of 25 EUR, at least 100 records an order, and rebates from 500 and 1,000 records."""

    @pytest.fixture
    def args(self, tmp_path: Path, want) -> tuple[str, ...]:
        post = {
            "country": ["Germany", "France", "Italy", "Spain"],
            "category": ["travel", "health"],
        }
        (tmp_path / "post.json").write_text(json.dumps(post))
        wanted = want({"country": ["Germany"], "category": ["travel"]})
        return ("purchase", TERMS, "--want", wanted, "--published", "post.json")

    @pytest.mark.parametrize("design", ["simple", "stratified", "weighted"])
    def test_a_budget_is_never_passed_whatever_is_drawn(
        self, run: Run, args: tuple[str, ...], design: str
    ) -> None:
        for money in (100, 250):
            asked = ("--budget", str(money), "--design", design, "--json")
            for seed in "12":
                told = answer_of(run(*args, *asked, "--seed", seed))
                assert told["design"]["kind"] == design
                assert told["currency"] == "EUR"
                assert told["asked"]["budget"] == money
                assert 100 <= told["records"] <= told["design"]["records"]
                assert money / 2 < told["cost"] <= money

    def test_the_rebate_is_used(self, run: Run, args: tuple[str, ...]) -> None:
        """What is cheap draws more; from 500 records on each costs a tenth less."""
        simple = answer_of(run(*args, "--budget", "330", "--json"))
        cheap = answer_of(run(*args, "--budget", "330", "--design", "weighted", "--json"))
        assert 500 < simple["records"] <= cheap["records"]
        assert max(simple["cost"], cheap["cost"]) <= 330

    def test_people_read_the_price_with_its_currency(
        self, run: Run, args: tuple[str, ...], tmp_path: Path
    ) -> None:
        files = ("--letter", "letter.txt", "--sql", "draw.sql")
        done = run(*args, "--budget", "250", *files)
        assert done.returncode == 0, done.stderr
        assert re.search(r"records, for \d+\.\d\d EUR", done.stdout)
        letter = " ".join((tmp_path / "letter.txt").read_text().split())
        assert "stop before the order would cost more than 250 EUR, fees and rebates" in letter
        assert "It stops before they cost more than 250 EUR" in (tmp_path / "draw.sql").read_text()

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--buy", "99"), "no order of fewer than 100 records"),
            (("--buy", "667"), "holds 666"),
        ],
    )
    def test_what_is_not_sold_is_refused(
        self,
        run: Run,
        args: tuple[str, ...],
        tmp_path: Path,
        options: tuple[str, ...],
        said: str,
    ) -> None:
        assert said in refused(run, tmp_path, *args, *options, "--out", "plan.json")

    def test_a_budget_that_buys_no_order_is_an_answer(
        self, run: Run, args: tuple[str, ...], tmp_path: Path
    ) -> None:
        before = sorted(tmp_path.iterdir())
        files = ("--out", "plan.json", "--letter", "letter.txt", "--sql", "draw.sql")
        told = answer_of(run(*args, "--budget", "40", *files, "--json"), 1)
        assert (told["method"], told["plan"]) == ("blend", None)
        assert "the budget does not buy a blind order" in told["why"]
        assert sorted(tmp_path.iterdir()) == before


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
