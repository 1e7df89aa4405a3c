"""The true intent leaks nowhere: made-up values are followed through every command and file.

A published intent holds the true one, so a true value may rightly appear in it. What must not appear
is anything that tells the true values from the others. Two ways to check: literals that occur only in
the true intent must occur in no output at all; and where several true intents lead to the same
publication, everything that is written must be the same to the byte.

What leaves a process is seen from outside it, so the verbs run as processes here. The many ways to
word a wrong intent are tried inside this process, a few of them outside as well.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
from datetime import date
from getpass import getuser
from pathlib import Path
from socket import gethostname

import pyarrow as pa
import pytest

from tests.conftest import Run

pytestmark = pytest.mark.slow

CANARY = "zqcanary"
LOW, HIGH = "31415.9265", "27182818.2845"


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A market in which all cells are alike: four teams, four floors, numbers spread evenly."""
    rows = [
        f"team {t},floor {f},{1000 * n}.5"
        for t, f, n in itertools.product(range(4), range(4), range(100))
    ]
    (tmp_path / "table.csv").write_text("team,floor,wage\n" + "\n".join(rows) + "\n")
    return "table.csv"


def key_folder() -> dict[str, str]:
    """What is in the folder of the key, by name."""
    home = Path(os.environ["TACIT_HOME"])
    files = [path for path in home.rglob("*") if path.is_file() and path.suffix != ".stamp"]
    return {f"key folder: {path.name}": path.name + read(path) for path in files}


def read(path: Path) -> str:
    """What a file says; what is packed in one of the cache is unpacked."""
    if path.suffix != ".groups":
        return path.read_text(errors="backslashreplace")
    content = path.read_bytes()
    table = pa.ipc.open_stream(content[content.index(b"\xff\xff\xff\xff") :]).read_all()
    return f"{table.schema.metadata} {table.to_pydict()}"


def outputs(run: Run, folder: Path, *args: str, stdin: str = "") -> dict[str, str]:
    """Everything a command says and writes, files by name; the intent itself left out."""
    before = {path.name for path in folder.iterdir()}
    done = run(*args, stdin=stdin)
    found = {"stdout": done.stdout, "stderr": done.stderr, "code": str(done.returncode)}
    found |= key_folder()
    for path in folder.iterdir():
        if path.name not in before:
            found[path.name] = path.read_text()
            path.unlink()
    return found


SEALING = ("--limit", "1/2", "--effort", "300")
GREEDY = ("--method", "greedy")
ORDER = ("--out", "plan.json", "--letter", "letter.txt", "--sql", "draw.sql")
TUNED = ("--allocate", "optimal", "--out", "plan.json", "--sql", "draw.sql")
VERBS = {
    "protect": (*SEALING, "--out", "p.json", "--keep", "k.json", "--report", "r.html"),
    "protect --json": (*SEALING, "--json"),
    "protect --fresh": (*SEALING, "--fresh", "--keep", "k.json"),
    "protect greedy": (*GREEDY, "--keep", "k.json", "--report", "r.html"),
    "audit": (),
    "audit --json": ("--json",),
    "purchase": (*GREEDY, "--buy", "200", *ORDER),
    "purchase --need": (*GREEDY, "--need", "20", *ORDER, "--dialect", "postgres"),
    "purchase --budget": (*GREEDY, "--budget", "150", *ORDER, "--dialect", "tsql"),
    "purchase tuned": (*GREEDY, "--buy", "250", *TUNED, "--dialect", "mysql"),
    "purchase --json": ("--buy", "200", "--limit", "1/2", *ORDER, "--json"),
    "protect optimal": ("--method", "optimal", "--out", "p.json", "--report", "r.html"),
    "protect boxes": (
        "--method",
        "optimal",
        "--boxes",
        "2",
        "--out",
        "p.json",
        "--report",
        "r.html",
    ),
    "frontier": ("--csv", "f.csv", "--plot", "f.svg"),
    "frontier --json": ("--json",),
}


ONE = f"wage BETWEEN {LOW} AND {HIGH} AND team = 'team 1'"
SECRETS = {
    "box": f"{ONE} /* {CANARY} */",
    "union": f"{ONE} /* {CANARY} */ OR team = 'team 2' AND floor = 'floor 3' AND wage > {LOW}",
    "list": json.dumps(
        [
            {"team": ["team 1"], "wage": {"from": float(LOW), "to": float(HIGH)}},
            {"team": ["team 2"], "floor": ["floor 3"], "wage": {"from": float(LOW)}},
        ]
    ),
}


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize("verb", VERBS)
def test_literals_of_the_true_intent_appear_nowhere(
    process: Run, table: str, tmp_path: Path, verb: str, kind: str
) -> None:
    secret = SECRETS[kind]
    name = verb.split()[0]
    found = outputs(process, tmp_path, "-v", name, table, "--want", "-", *VERBS[verb], stdin=secret)
    assert found["code"] in ("0", "1")
    assert "widened" in found["stderr"]
    written = [name for name in VERBS[verb] if "." in name]
    assert set(written) <= found.keys(), found.get("stderr")
    for place, text in found.items():
        for part in (LOW, HIGH, CANARY, "31415", "27182818"):
            assert part not in text, place


@pytest.mark.parametrize("method", ["optimal", "blend", "mcmc"])
def test_nor_in_what_is_said_to_know_from_a_purchase(
    process: Run, table: str, tmp_path: Path, method: str
) -> None:
    secret = SECRETS["box"]
    want = (table, "--want", "-")
    process("protect", *want, *SEALING, "--keep", "kept.json", stdin=secret)
    bought = ("--published", "kept.json", "--buy", "200", "--allocate", method)
    process("purchase", *want, *bought, "--limit", "0.99", "--out", "plan.json", stdin=secret)
    seen = ("--published", "kept.json", "--purchased", "plan.json")
    options = (*seen, "--allocate", method, "--runs", "3")
    for form in ((), ("--json",)):
        found = outputs(process, tmp_path, "-v", "audit", *want, *options, *form, stdin=secret)
        assert found["code"] in ("0", "1"), found
        words = " ".join(found["stdout"].split())
        assert ("adds nothing to the post" in words) is (method == "blend")
        assert ("someone who knows that it was chosen" in words) is (method != "blend")
        says_nothing_of(found)


def says_nothing_of(found: dict[str, str]) -> None:
    """No place holds a literal of the true intent."""
    for place, text in found.items():
        for part in (LOW, HIGH, CANARY, "31415", "27182818"):
            assert part not in text, place


QUESTIONS = {"--buy": "20", "--need": "5", "--budget": "20"}


@pytest.mark.parametrize("question", QUESTIONS)
def test_nor_in_an_order_by_default_or_what_its_plan_tells(
    process: Run, table: str, tmp_path: Path, question: str
) -> None:
    """The whole way with nothing said but the question: a sealed post, a blind order, an audit."""
    know = (table, "--want", "-", "--dimensions", "team,floor,wage")
    secret = f"{CELL} /* {CANARY} */"
    bought = outputs(
        *(process, tmp_path, "-v", "purchase", *know, question, QUESTIONS[question], *ORDER),
        stdin=secret,
    )
    assert bought["code"] == "0", bought
    assert {"plan.json", "letter.txt", "draw.sql"} <= bought.keys()
    says_nothing_of(bought)
    assert set(json.loads(bought["plan.json"])) == {"published", "chosen_by", "plan"}
    (tmp_path / "bought.json").write_text(bought["plan.json"])
    for form in ((), ("--json",)):
        args = ("-v", "audit", *know, "--purchased", "bought.json", *form)
        judged = outputs(process, tmp_path, *args, stdin=secret)
        assert judged["code"] in ("0", "1"), judged
        says_nothing_of(judged)


ASKED = {
    "buy": ("--buy", "30"),
    "budget": ("--budget", "30"),
    "quotas": ("--need", "7", "--design", "quotas"),
    "stratified": ("--buy", "30", "--design", "stratified"),
}
DIALECTS = ("duckdb", "postgres", "mysql", "tsql", "bigquery", "snowflake")


@pytest.mark.parametrize("asked", ASKED)
def test_whatever_is_wanted_of_a_post_the_order_is_the_same(
    run: Run, table: str, tmp_path: Path, asked: str
) -> None:
    """Twins who buy of one post: the plan, the letter and every query are the same to the byte."""
    (tmp_path / "post.json").write_text('{"team": ["team 0", "team 1", "team 3"]}')
    args = (
        "purchase",
        table,
        "--dimensions",
        "team,floor",
        "--published",
        "post.json",
        "--want",
        "-",
    )
    seen = []
    for team, floor in itertools.product((0, 3), (1, 2)):
        secret = json.dumps({"team": [f"team {team}"], "floor": [f"floor {floor}"]})
        orders = [
            outputs(run, tmp_path, *args, *ASKED[asked], *ORDER, *more, stdin=secret)
            for more in (("--dialect", name) for name in DIALECTS)
        ]
        assert all(one["code"] == "0" for one in orders), orders[0]["stderr"]
        files = ("plan.json", "letter.txt", "draw.sql")
        seen.append([{name: one[name] for name in files} for one in orders])
        assert len({one["draw.sql"] for one in orders}) > 1, "dialects differ"
        assert all("team 2" not in text for one in seen[-1] for text in one.values())
    assert all(shown == seen[0] for shown in seen)


FORMS = ("sql", "json", "odrl", "text")
ABOUT = (
    "sealed",
    "limit",
    "made_by",
    "effort",
    "prior",
    "informed",
    "table.csv",
    "k.json",
    "p.json",
)
"""What the private file and its surroundings say, and no export does."""


def of_this_machine(folder: Path) -> list[str]:
    """Who runs this, where and when, as far as it could slip into a file.

    A short name may be a word of any letter, by chance.
    """
    named = [name for name in (getuser(), gethostname()) if len(name) > 5]
    return [*named, str(folder), os.environ["TACIT_HOME"], date.today().isoformat()]


@pytest.mark.parametrize("kind", SECRETS)
def test_nor_in_what_is_exported_of_a_post_or_of_what_is_kept_of_it(
    process: Run, table: str, tmp_path: Path, kind: str
) -> None:
    """The private file exports as the post does, and with nothing but it."""
    made = ("--out", "p.json", "--keep", "k.json")
    how = SEALING if kind == "box" else (*GREEDY, "--against", "em-f")
    done = process("protect", table, "--want", "-", *how, *made, stdin=SECRETS[kind])
    assert done.returncode == 0, done.stderr
    for form, known in itertools.product(FORMS, ((), ("--market", table))):
        args = ("--as", form, *known, "--out", "e.txt")
        seen = [outputs(process, tmp_path, "-v", "export", f, *args) for f in ("p.json", "k.json")]
        assert [one["code"] for one in seen] == ["0", "0"], seen
        assert seen[0]["e.txt"] == seen[1]["e.txt"]
        assert seen[0]["stdout"] == ""
        for one in seen:
            says_nothing_of(one)
        for part in (*ABOUT, *of_this_machine(tmp_path)):
            assert part not in seen[0]["e.txt"], (form, part)


def test_whatever_is_wanted_of_a_post_its_exports_are_the_same(
    run: Run, table: str, tmp_path: Path
) -> None:
    """Twins whose posts are the same: every form in every dialect is the same to the byte."""
    options = ("--limit", "1/16", "--against", "pi-uniform,em-f", "--dimensions", "team,floor")
    forms = [("sql", "--dialect", name) for name in DIALECTS] + [(form,) for form in FORMS]
    seen = []
    for team, floor in itertools.product((0, 3), (1, 2)):
        secret = json.dumps({"team": [f"team {team}"], "floor": [f"floor {floor}"]})
        want = ("protect", table, "--want", "-", *options, "--keep", "k.json")
        run(*want, stdin=secret)
        known = ("--market", table, "--dimensions", "team,floor")
        found = [run("export", "k.json", *known, "--as", *form) for form in forms]
        assert [one.returncode for one in found] == [0] * len(forms)
        seen.append([one.stdout for one in found])
    assert all(shown == seen[0] for shown in seen)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("known", [(), ("--market", "table.csv")])
def test_what_can_not_be_exported_is_not_quoted(
    run: Run, table: str, tmp_path: Path, form: str, known: tuple[str, ...]
) -> None:
    """A want that is given for a post by mistake is refused, or nothing tells it from one."""
    for secret in WRONG:
        found = outputs(run, tmp_path, "-v", "export", "-", "--as", form, *known, stdin=secret)
        if known or found["code"] == "2":
            assert found["code"] == "2", (secret, found)
            assert found["stdout"] == ""
            assert "unexpected" not in found["stderr"]
            assert all(CANARY not in text.lower() for text in found.values())


WRONG = [
    f'{{"team": ["{CANARY}"]}}',
    f'{{"{CANARY}": ["team 1"]}}',
    f'{{"team": ["team 1", "{CANARY}"',
    f'{{"team": {{"{CANARY}": 1}}}}',
    f'{{"team": [["{CANARY}"]]}}',
    f'{{"team": ["team 1"], "team": ["{CANARY}"]}}',
    f'{{"wage": ["{CANARY}"]}}',
    f'{{"wage": {{"from": "{CANARY}"}}}}',
    f"team = '{CANARY}'",
    f"team = '{CANARY}",
    f"team = '{CANARY}' AND",
    f"team = '{CANARY}' OR floor = 'floor 1'",
    f'[{{"floor": ["floor 1"]}}, {{"team": ["{CANARY}"]}}]',
    f'[{{"floor": ["floor 1"]}}, {{"{CANARY}": ["team 1"]}}]',
    f'[{{"floor": ["floor 1"]}}, "{CANARY}"]',
    f'[{{"floor": ["floor 1"]}}, {{"team": ["{CANARY}"',
    f"floor = 'floor 1' OR team = 'team 1' AND team LIKE '{CANARY}'",
    f"team LIKE '{CANARY}%'",
    f"upper(team) = '{CANARY}'",
    f"team IN ('{CANARY}', 'team 1')",
    f"wage > '{CANARY}'",
    f"team > '{CANARY}'",
    f"team BETWEEN '{CANARY}' AND 'team 3'",
    f"team IN (SELECT '{CANARY}')",
    f"'{CANARY}' = 'team 1'",
    f"team = 'team 1' AND team = 'team 2' /* {CANARY} */",
]
READERS = ("protect", "audit", "purchase", "frontier")


@pytest.mark.parametrize("secret", WRONG)
@pytest.mark.parametrize("verb", READERS)
def test_errors_do_not_quote_the_true_intent(
    run: Run, table: str, tmp_path: Path, verb: str, secret: str
) -> None:
    says_nothing_of_what_is_wrong(run, table, tmp_path, verb, secret)


@pytest.mark.parametrize(("verb", "secret"), [*zip(READERS, WRONG[::7], strict=True)])
def test_nor_does_a_process_that_ends_with_one(
    process: Run, table: str, tmp_path: Path, verb: str, secret: str
) -> None:
    says_nothing_of_what_is_wrong(process, table, tmp_path, verb, secret)


def says_nothing_of_what_is_wrong(
    run: Run, table: str, folder: Path, verb: str, secret: str
) -> None:
    found = outputs(run, folder, "-v", verb, table, "--want", "-", "--json", stdin=secret)
    assert found["code"] == "2", found
    assert found["stdout"] == ""
    assert "unexpected" not in found["stderr"]
    for place, text in found.items():
        assert CANARY not in text.lower(), place


def test_a_study_of_ones_own_gives_nothing_away(process: Run, table: str, tmp_path: Path) -> None:
    secret = f"wage BETWEEN {LOW} AND {HIGH} AND team = 'team 1' /* {CANARY} */"
    (tmp_path / "want.sql").write_text(secret)
    (tmp_path / "study.toml").write_text('[study]\ndata = "table.csv"\nwant = "want.sql"\n')
    done = process("-v", "paper", "--on", "study.toml", "--out", "mine")
    assert done.returncode == 0, done.stderr
    written = {path.name: path.read_bytes() for path in (tmp_path / "mine").iterdir()}
    assert "report.html" in written
    said = {"stdout": done.stdout.encode(), "stderr": done.stderr.encode()}
    for place, content in {**written, **said}.items():
        for part in (LOW, HIGH, CANARY, "31415", "27182818"):
            assert part.encode() not in content, place
        if not place.endswith(".png") and place != "stderr":
            assert b"team 1" not in content, place


PASSPHRASE = "zqpassphrase, never shown"
CELL = f"team = 'team 1' AND floor = 'floor 2' AND wage BETWEEN {LOW} AND 31500.25"
WIDE = f"team IN ('team 1', 'team 2') AND floor = 'floor 2' AND wage BETWEEN {LOW} AND 31500.25"
HIDDEN = (LOW, HIGH, CANARY, "31415", "31500.25", "27182818", PASSPHRASE, "zqpass")


def tells_nothing(
    run: Run, folder: Path, *args: str, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a verb; nothing that it says or writes holds what must stay hidden."""
    before = {path.name for path in folder.iterdir()}
    done = run("-v", *args, **more)
    assert "unexpected" not in done.stderr
    said = {"stdout": done.stdout.encode(), "stderr": done.stderr.encode()}
    said |= {name: text.encode() for name, text in key_folder().items()}
    for path in folder.iterdir():
        if path.name not in before or path.suffix == ".tacit":
            said[path.name] = path.read_bytes()
    for name, content in said.items():
        for part in HIDDEN:
            assert part.encode() not in content, name
        if name.endswith(".tacit"):
            for part in (b"team", b"floor", b"published", b"sealed"):
                assert part not in content[200:], name
    return done


SEALED = {
    "cells": (CELL, ("--method", "sealed", "--candidates", "cells", "--limit", "0.4")),
    "shape": (WIDE, ("--method", "sealed", "--candidates", "shape", "--effort", "300")),
}


@pytest.mark.parametrize("kind", SEALED)
def test_sealed_and_its_survey_give_nothing_away(
    process: Run, table: str, tmp_path: Path, kind: str
) -> None:
    secret, how = SEALED[kind]
    secret = f"{secret} /* {CANARY} */"
    know = (table, "--want", "-")
    made = tells_nothing(
        *(process, tmp_path, "protect", *know, *how, "--out", "p.json", "--report", "r.html"),
        stdin=secret,
    )
    assert made.returncode == 0, made.stderr
    assert "widened" in made.stderr
    for more in (("--published", "p.json", "--made-by", "sealed"), ("--survey",)):
        done = tells_nothing(
            *(process, tmp_path, "audit", *know, "--candidates", kind, *more, "--json"),
            stdin=secret,
        )
        assert done.returncode in (0, 1), done.stderr
        assert json.loads(done.stdout)


@pytest.mark.parametrize("made_by", ["greedy", "optimal"])
def test_replaying_a_method_gives_nothing_away(
    run: Run, table: str, tmp_path: Path, made_by: str
) -> None:
    secret = f"{CELL} /* {CANARY} */"
    know = ("audit", table, "--want", "-", "--made-by", made_by, "--for", "em-f")
    (tmp_path / "p.json").write_text('{"team": ["team 0", "team 1"]}')
    done = tells_nothing(run, tmp_path, *know, "--published", "p.json", stdin=secret)
    assert done.returncode in (0, 1), done.stderr
    assert "widened" in done.stderr


def test_a_campaign_gives_nothing_away(process: Run, table: str, tmp_path: Path) -> None:
    secret, how = SEALED["cells"]
    know = (table, "--campaign", "need.tacit")

    def say(
        *args: str, code: tuple[int, ...] = (0,), stdin: str = "", key: str = PASSPHRASE
    ) -> str:
        done = tells_nothing(process, tmp_path, *args, stdin=stdin, passphrase=key)
        assert done.returncode in code, done.stderr
        return str(done.stdout)

    first = ("protect", *know, *how, "--want", "-")
    assert "Publish this" in say(*first, "--out", "p.json", stdin=f"{secret} /* {CANARY} */")
    again = json.loads(say("protect", *know, *how, "--json"))
    assert again["published"] == json.loads((tmp_path / "p.json").read_text())
    say("protect", *know, "--method", "sealed", "--limit", "0.01", "--json", code=(1,))
    say(*first, code=(2,), stdin=f"team = '{CANARY}'")
    say(*first, code=(2,), stdin=f"wage > {HIGH}")
    say("purchase", *know, "--buy", "10", *ORDER, "--json")
    assert "After 1 post" in say("audit", *know, code=(0, 1))
    assert json.loads(say("audit", *know, "--json", code=(0, 1)))["posts"] == 1
    assert len(json.loads(say("campaign", "need.tacit", "--json"))["entries"]) == 2
    assert "purchase" not in say("campaign", "need.tacit", code=(2,), key=PASSPHRASE + "!")


@pytest.mark.parametrize("kind", ["shape", "greedy"])
def test_a_campaign_of_any_kind_gives_nothing_away(
    process: Run, table: str, tmp_path: Path, kind: str
) -> None:
    greedily = (SECRETS["union"], ("--against", "em-f", *GREEDY))
    secret, how = SEALED.get(kind, greedily)
    know = ("protect", table, "--campaign", "need.tacit", *how)
    made = tells_nothing(
        process, tmp_path, *know, "--want", "-", stdin=secret, passphrase=PASSPHRASE
    )
    assert made.returncode == 0, made.stderr
    again = tells_nothing(process, tmp_path, *know, "--again", "--json", passphrase=PASSPHRASE)
    assert again.returncode in (0, 1), again.stderr
    assert "published" in json.loads(again.stdout)


@pytest.mark.slow
def test_twins_can_not_be_told_apart(run: Run, table: str, tmp_path: Path) -> None:
    options = ("--limit", "1/16", "--against", "pi-uniform,em-f", "--dimensions", "team,floor")
    seen = []
    for team, floor in itertools.product((0, 3), (1, 2)):
        secret = json.dumps({"team": [f"team {team}"], "floor": [f"floor {floor}"]})
        shown = [
            outputs(run, tmp_path, "-v", *args, *options, "--want", "-", stdin=secret)
            for args in (
                ("protect", table, "--out", "p.json", "--keep", "k.json", "--report", "r.html"),
                ("protect", table, "--json"),
            )
        ]
        assert [found["code"] for found in shown] == ["0", "0"]
        assert "team 2" in shown[0]["p.json"]
        seen.append(shown)
    assert all(shown == seen[0] for shown in seen)


def test_the_secret_is_no_part_of_what_python_prints(table: str, tmp_path: Path) -> None:
    import tacit

    market = tacit.load(str(tmp_path / table))
    intent = market.intent({"team": ["team 1"]})
    result = tacit.protect(market, intent, against="em-f", limit=0.5, method="greedy")
    judged = tacit.audit(market, intent, against="em-f")
    for shown in (repr(intent), str(intent), f"{intent}", repr([intent]), repr(judged)):
        assert "team 1" not in shown
    union = market.intent([{"team": ["team 1"]}, {"floor": ["floor 1"]}])
    assert repr(union) == "AnyOf(3 dimensions, values hidden)"
    assert "hidden" in repr(intent)
    assert "team 1" not in judged._repr_html_()
    assert "true=" not in repr(result)
