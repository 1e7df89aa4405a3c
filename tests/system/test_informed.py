"""The attacker who knows the method, and the method that holds against it, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import PAPER_INTENT, Run


def protect(run: Run, want, *options: str) -> dict:
    done = run("protect", "adult", "--want", want(PAPER_INTENT), *options, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def write(tmp_path: Path, answer: dict) -> str:
    (tmp_path / "published.json").write_text(json.dumps(answer))
    return "published.json"


def test_replaying_greedy_finds_the_papers_first_case(run: Run, want, tmp_path: Path) -> None:
    made = protect(run, want, "--against", "pi-uniform", "--method", "greedy")
    published = write(tmp_path, made["published"])
    done = run(
        *("audit", "adult", "--want", want(PAPER_INTENT), "--published", published),
        *("--against", "informed", "--made-by", "greedy", "--alpha", "0.5"),
        *("--for", "pi-uniform", "--candidates", "boxes", "--prior", "uniform"),
        *("--support", "all", "--json"),
    )
    assert done.returncode == 1, done.stderr
    answer = json.loads(done.stdout)
    (entry,) = [one for one in answer["attackers"] if one["asked"]]
    assert (entry["name"], entry["upper"], entry["holds"]) == ("informed", 1.0, False)
    assert (entry["candidates"], entry["remaining"]) == (29_295, 1)
    assert answer["informed"]["sentence"].startswith(
        "of 29,295 intents that could have led here, 1 remains"
    )


def test_an_audit_includes_it_and_reads_how_the_post_was_made(
    run: Run, want, tmp_path: Path
) -> None:
    published = write(tmp_path, protect(run, want, "--method", "optimal", "--against", "em-f"))
    args = ("audit", "adult", "--want", want(PAPER_INTENT), "--published", published)
    answer = json.loads(run(*args, "--json").stdout)
    assert [a["name"] for a in answer["attackers"]][-1] == "informed"
    assert answer["attackers"][-1]["upper"] == 1.0
    shown = run(*args, "--against", "em-f")
    assert shown.returncode == 1, "whoever is left out is judged too"
    said = " ".join(shown.stdout.split())
    assert "Replayed: of 155 intents that could have led here, 1 remains" in said
    assert said.endswith("informed (100%, left out).")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("support", "expected", "code"), [("nonempty", 649.42, 0), ("all", 418.94, 1)]
)
def test_sealed_is_proven_and_audited(
    run: Run, want, tmp_path: Path, support: str, expected: float, code: int
) -> None:
    """Cells without records are no disguise to the best-informed reader, whatever was reckoned with."""
    settings = ("--candidates", "cells", "--prior", "uniform", "--support", support)
    alone = ("--method", "sealed", "--against", "informed", *settings, "--limit", "0.3")
    made = protect(run, want, *alone, "--seed", "7")
    assert round(made["expected_records"], 2) == expected
    assert made["proof"]["status"] == "optimal"
    assert made["floor"] == pytest.approx(1 / 0.3)
    assert made["floor_records"] <= made["proof"]["bound"] <= made["expected_records"]
    again = protect(run, want, *alone, "--seed", "7")
    assert again == made, "the seed decides the draw, and nothing else is left to chance"
    done = run(
        *("audit", "adult", "--want", want(PAPER_INTENT)),
        *("--published", write(tmp_path, made), "--against", "informed", "--json"),
    )
    assert done.returncode == code, done.stderr
    assert json.loads(done.stdout)["headline"]["holds"] is (code == 0)
    assert made["headline"]["holds"] is (code == 0)
    (entry,) = [one for one in json.loads(done.stdout)["attackers"] if one["asked"]]
    assert entry["upper"] == made["attackers"][-1]["upper"] <= 0.3
    assert entry["remaining"] == made["attackers"][-1]["remaining"] >= 4


def test_sealed_holds_the_others_too(run: Run, want) -> None:
    made = protect(run, want, "--against", "pi-uniform,em-f,informed")
    assert [a["name"] for a in made["attackers"]] == ["pi-uniform", "em-f", "informed"]
    assert all(a["holds"] for a in made["attackers"])


def test_a_survey_of_every_candidate(run: Run) -> None:
    args = ("audit", "adult", "--survey", "--made-by", "greedy", "--candidates")
    done = run(*args, "boxes", "--for", "pi-uniform", "--json")
    assert done.returncode == 1, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["candidates"], answer["exceed"]) == (29_295, 25_968)
    assert answer["worst"] == 1.0
    table = run(*args, "cells", "--for", "em-f")
    assert "98.3% of 240 true intents are exposed above 30%" in " ".join(table.stdout.split())


def test_a_survey_of_sealed_finds_nobody(run: Run) -> None:
    done = run(
        "audit", "adult", "--survey", "--made-by", "sealed", "--candidates", "cells", "--json"
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["candidates"], answer["exceed"], answer["identified"]) == (155, 0, 0)
    assert answer["worst"] <= 0.3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--method", "greedy", "--against", "informed"), "Use the method sealed"),
        (("--method", "sealed", "--candidates", "nonsense"), "cells, shape, ranges"),
        (("--method", "sealed", "--prior", "nonsense"), "uniform, records, cost"),
        (("--method", "sealed", "--support", "nonsense"), "nonempty, all"),
        (("--method", "sealed", "--effort", "0"), "effort"),
        (("--method", "sealed", "--boxes", "2"), "optimal has"),
        (("--method", "sealed", "--hide", "race", "--hide", "race=0.5"), "named twice"),
        (("--method", "sealed", "--prior", "uniform", "--prior", "uniform"), "named twice"),
        (("--method", "sealed", "--hide", "colour"), "age, race, sex"),
        (("--method", "sealed", "--within", "0"), "1 or more"),
    ],
)
def test_bad_settings_say_what_to_do(
    run: Run, want, options: tuple[str, ...], message: str
) -> None:
    done = run("protect", "adult", "--want", want(PAPER_INTENT), *options)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_what_is_said_several_times_is_all_kept(run: Run, want) -> None:
    """A dimension that was to be hidden is never dropped without a word."""
    done = run(
        *("protect", "adult", "--want", want(PAPER_INTENT), "--method", "sealed", "--json"),
        *("--hide", "income=0.9", "--hide", "sex=0.9", "--seed", "1"),
        *("--within", "3", "--within", "1"),
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["made_by"]["within"] == "1", "of what takes one value, the last counts"
    assert answer["made_by"]["hide"] == "income=9/10,sex=9/10"
    names = [row["name"] for row in answer["attackers"]]
    assert names[-3:] == ["informed", "informed:income", "informed:sex"]


def test_an_intent_of_several_cells_is_no_cell(run: Run, want) -> None:
    done = run(
        *("protect", "adult", "--want", want({"race": ["Black"]})),
        *("--method", "sealed", "--candidates", "cells"),
    )
    assert done.returncode == 2
    assert "those of its shape" in done.stderr
    assert "The option is --candidates" in done.stderr


def test_a_limit_that_no_draw_reaches_is_an_answer(run: Run, want) -> None:
    done = run(
        *("protect", "adult", "--want", want(PAPER_INTENT), "--against", "informed"),
        *("--limit", "0.001", "--json"),
    )
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert answer["attacker"] == "informed"
    assert answer["lowest_limit"] == 1 / 155
