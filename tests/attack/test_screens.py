"""Names and values that would control a terminal, turn around what is read, or be taken for markup.

Whatever a table holds, what is printed is text that can be seen: answers, notes, errors and logs. JSON
says the same things, escaped; pages and pictures hold nothing that they may not hold.
"""

from __future__ import annotations

import json
import os
import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from xml.dom.minidom import parseString

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import tacit
from tests.attack.tally import attempts, found, tried
from tests.helpers.command_line import Done, Run

CONTROLS = "".join(map(chr, (*range(1, 32), *range(127, 160))))
MARKS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200c\u200d\u200e\ufeff\u2028\u2029\xad"
CODES = ("\x1b]52;c;ZXZpbA==\x07", "\x1b[2J", "\x9b31m", "\x1b]8;;file:///x\x1b\\", "\x1bP+q\x1b\\")
MARKUP = ("[red]r[/red]", "[link=file:///x]l", ":warning:", "[/]", "\\[b]", "$\\frac$", "<b>&amp;")
CHUNKS = tuple(f"c{CONTROLS[i : i + 22]}d" for i in range(0, len(CONTROLS), 22))
SECRET = "correct horse battery staple"
HELD = ("--against", "em-f", "--limit", "1/2")
GREEDY = ("--method", "greedy", *HELD)
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML does not hold, not even escaped."""


@dataclass(frozen=True)
class Odd:
    """A table's columns, and what they hold."""

    x: str
    y: str
    xs: tuple[str, ...]
    ys: tuple[str, ...]


@pytest.fixture(params=range(attempts(1, 35)))
def odd(request: pytest.FixtureRequest) -> Odd:
    """Each time other codes and other markup, and all controls and marks."""
    codes, markup = deque(CODES), deque(MARKUP)
    codes.rotate(request.param)
    markup.rotate(request.param)
    xs = (*CHUNKS, f"m{MARKS}m", codes[0], codes[1])
    return Odd(f"x{xs[request.param % len(xs)]}", f"y{markup[4]}", xs, tuple(markup)[:4])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, odd: Odd) -> Path:
    """A table of odd names and values, what is wanted of it, a post and a campaign."""
    x, y = odd.x, odd.y
    cells = [(a, b) for i, a in enumerate(odd.xs) for j, b in enumerate(odd.ys) if (i + j) % 3]
    rows = [cell for i, cell in enumerate(cells) for _ in range(1 + i % 4)]
    columns = {x: [a for a, _ in rows], y: [b for _, b in rows]}
    pq.write_table(pa.table(columns), tmp_path / "table.parquet")
    wanted = {x: [odd.xs[1]], y: [odd.ys[1]]}
    for name, content in (("want.json", wanted), ("shown.json", {x: list(odd.xs[:5])})):
        (tmp_path / name).write_text(json.dumps(content))
        (tmp_path / name).chmod(0o600)
    market = tacit.load(str(tmp_path / "table.parquet"))
    made = tacit.Campaign.start(tmp_path / "need.tacit", SECRET, _cost=1)
    how = tacit.Procedure.of(method="greedy", against="em-f", limit="1/2")
    made.protect(market, market.intent(wanted), how)
    return tmp_path


WANT = ("table.parquet", "--want", "want.json")
SHOWN = ("--published", "shown.json")
VERBS = {
    "describe": ("describe", "table.parquet", "--no-write"),
    "verbose": ("--verbose", "describe", "table.parquet", "--no-write"),
    "protect": ("protect", *WANT, *GREEDY),
    "audit": ("audit", *WANT, *SHOWN, *HELD),
    "audit, campaign": ("audit", "table.parquet", "--campaign", "need.tacit"),
    "purchase": ("purchase", *WANT, *SHOWN, "--buy", "20", "--seed", "1", "--limit", "1/2"),
    "export": ("export", "shown.json", "--as", "sql"),
    "export, letter": ("export", "shown.json", "--as", "text"),
    "export, odrl": ("export", "shown.json", "--as", "odrl"),
    "frontier": ("frontier", *WANT, "--against", "em-f"),
    "campaign": ("campaign", "need.tacit"),
}
WRONG = {
    "no such verb": (CODES[0],),
    "no such option": ("protect", f"--{CODES[0]}"),
    "no number": ("purchase", "table.parquet", "--buy", CODES[0]),
    "no such file": ("describe", f"{CODES[0]}.csv".replace("/", "_")),
    "no such column": ("describe", "table.parquet", "--cost", CODES[0]),
    "no such method": ("protect", *WANT, "--method", CODES[0]),
    "no such limit": ("protect", *WANT, "--limit", CODES[0]),
    "no such want": ("protect", "table.parquet", "--want", f"{CODES[1]}.json"),
    "no such campaign": ("campaign", f"{CODES[1]}.tacit"),
    "no such place": ("protect", *WANT, "--out", f"{CODES[1]}/post.json"),
    "no such exhibit": ("paper", CODES[0]),
    "no picture": ("frontier", *WANT, "--plot", f"{CODES[1]}.gif"),
}


def is_seen(done: Done) -> None:
    """Only what can be seen is printed."""
    tried("inputs")
    assert found("tracebacks", when="Traceback" in done.stderr), done.stderr
    assert "unexpected" not in done.stderr, done.stderr
    for text in (done.stdout, done.stderr):
        unseen = [letter for letter in text if not letter.isprintable() and letter != "\n"]
        assert not unseen, (unseen, text)


@pytest.mark.parametrize("verb", VERBS)
def test_answers_and_notes(run: Run, verb: str, odd: Odd) -> None:
    done = run(*VERBS[verb], passphrase=SECRET)
    assert done.returncode in (0, 1), done.stderr
    is_seen(done)
    if verb == "describe":
        for text in (odd.y, *odd.ys):
            assert text in done.stdout, "markup is shown as it is"


@pytest.mark.parametrize("verb", VERBS)
def test_answers_for_programs(run: Run, verb: str, odd: Odd) -> None:
    done = run(*VERBS[verb], "--json", passphrase=SECRET)
    is_seen(done)
    told = json.loads(done.stdout)
    if verb == "describe":
        assert [one["name"] for one in told["dimensions"]] == [odd.x, odd.y]


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong(run: Run, case: str) -> None:
    done = run(*WRONG[case], passphrase=SECRET)
    assert done.returncode == 2
    is_seen(done)


def test_files(run: Run, folder: Path, odd: Odd) -> None:
    """Pages and pictures hold what XML may hold; JSON files say what the table says."""
    written = ("--report", "page.html", "--out", "post.json", "--keep", "kept.json")
    is_seen(run("protect", *WANT, *GREEDY, *written))
    is_seen(run("frontier", *WANT, "--against", "em-f", "--plot", "costs.svg"))
    is_seen(run(*VERBS["purchase"], "--out", "plan.json", "--letter", "letter.txt"))
    page = (folder / "page.html").read_text()
    for text in (page, (folder / "costs.svg").read_text(), (folder / "letter.txt").read_text()):
        assert not FORBIDDEN.search(text)
        assert all(letter.isprintable() or letter == "\n" for letter in text)
    for drawn in re.findall("<svg.*?</svg>", page, flags=re.DOTALL):
        parseString(drawn).unlink()
    parseString((folder / "costs.svg").read_text()).unlink()
    values = {one for box in json.loads((folder / "post.json").read_text()).values() for one in box}
    assert values <= {*odd.xs, *odd.ys}
    for name in ("post.json", "kept.json", "plan.json"):
        lines = (folder / name).read_text().split("\n")
        assert all(line.isprintable() for line in lines)


def test_a_name_that_is_no_text(run: Run, folder: Path) -> None:
    """A file may have a name of any bytes."""
    name = os.fsdecode(b"\xff\x1b.parquet")
    done = run("describe", name, "--no-write")
    is_seen(done)
    assert done.returncode == 2
    assert "\\udcff\\x1b" in done.stderr
