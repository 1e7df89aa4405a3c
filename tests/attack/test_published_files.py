"""What a file from elsewhere says is data: posts, plans and lists are read, never obeyed.

Real files are changed: other types, huge and tiny numbers, deep lists, names that nobody knows, the
same name twice, and paths to what must not be opened (a pipe that would never end to be waited for, a
device that never ends, an ordinary file). Whatever `audit` and `purchase` then do, they end with 0, 1
or 2 and one plain message, and have opened nothing that the file names.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tacit
from tacit.publishing.kept import to_keep
from tests.attack.tally import LONG, attempts, found, tried
from tests.helpers.command_line import Done, Run

BAIT = "zqbait"
"""A part of the name of whatever must not be opened."""
TABLE = "team,floor\n" + "".join(f"{t},{f}\n" for t in "abcd" for f in "xyz" for _ in range(4))
WANT = '{"team": ["a"], "floor": ["y"]}'
ROWS = [{"intent": {"team": [t], "floor": ["y"]}, "weight": n} for n, t in enumerate("abcd", 1)]
SEALED: dict[str, Any] = {"limit": "1/2", "effort": 20, "seed": 3}


class Opened(BaseException):
    """Someone opened what only a file names."""


WATCHING = [False]


def _watch(event: str, args: tuple[Any, ...]) -> None:
    if WATCHING[0] and event == "open" and BAIT in str(args[0]):
        raise Opened


sys.addaudithook(_watch)  # sees every way to open a file in Python, and can't be taken away again


@contextmanager
def watched() -> Iterator[None]:
    """While this lasts, whoever opens the bait is stopped before it is opened."""
    WATCHING[0] = True
    try:
        yield
    finally:
        WATCHING[0] = False


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> tacit.Market:
    """The market of every file here."""
    place = tmp_path_factory.mktemp("market") / "table.csv"
    place.write_text(TABLE)
    return tacit.load(place)


@pytest.fixture(scope="module")
def written_files(market: tacit.Market) -> dict[str, Any]:
    """What Tacit writes for others to read, by what it is."""
    want = json.loads(WANT)
    post = tacit.protect(market, want, **SEALED)
    listed = tacit.protect(market, want, **SEALED, candidates=ROWS)
    greedy = tacit.protect(market, want, limit="1/2", method="greedy")
    return {
        "kept": to_keep(post),
        "listed": to_keep(listed),
        "greedy": to_keep(greedy),
        "post": post.published.to_json(),
        "told": post.to_json(),
        "plan": tacit.purchase(market, want, post, buy=5, seed=1).to_plan(),
        "candidates": ROWS,
        "prior": ROWS,
    }


@pytest.fixture
def files(
    written_files: dict[str, Any],
    market: tacit.Market,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> dict[str, Any]:
    """The same in a folder with bait; the market itself, which nobody changes, is read only once."""
    (tmp_path / "want.json").write_text(WANT)
    (tmp_path / "want.json").chmod(0o600)
    (tmp_path / f"{BAIT}.json").write_text(json.dumps(ROWS))
    os.mkfifo(tmp_path / f"{BAIT}.pipe")
    (tmp_path / f"{BAIT}.zero").symlink_to("/dev/zero")
    for name, content in written_files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    monkeypatch.setattr("tacit.cli.audit.open_market", lambda *_: market)
    monkeypatch.setattr("tacit.cli.purchase.open_market", lambda *_: market)
    return written_files


AUDIT = ("audit", "table.csv", "--want", "want.json")
BUY = ("purchase", "table.csv", "--want", "want.json", "--buy", "5", "--seed", "1")
AMONG = ("--published", "post.json", "--made-by", "sealed", "--effort", "20", "--limit", "1/2")
POSTED = [(*AUDIT, "--published"), (*BUY, "--published"), (*AUDIT, "--survey", "--published")]
ASKED: dict[str, list[tuple[str, ...]]] = {
    **{kind: POSTED for kind in ("kept", "listed", "greedy", "post", "told")},
    "plan": [(*AUDIT, "--purchased"), (*AUDIT, "--published", "kept.json", "--purchased")],
    "candidates": [(*AUDIT, *AMONG, "--candidates")],
    "prior": [(*AUDIT, *AMONG, "--prior")],
}

PLACES = [f"{BAIT}.json", f"{BAIT}.pipe", f"{BAIT}.zero", f"uniform,{BAIT}.pipe", f"@{BAIT}.json"]
junk = st.one_of(
    st.sampled_from(PLACES),
    st.sampled_from(
        [2_000_000_000, -1, 0, 10**30, 10**4200, 1e308, 1e-308, float("nan"), True, None]
    ),
    st.sampled_from(
        ["", "given", "given,given", "boxes", "upto:1000000", "1/0", "1e999999999", "auto"]
    ),
    st.sampled_from(
        ["\x1b[2J\x1b]0;x\x07", "\ud800", "x" * 5_000, "9" * 5_000, "0." + "3" * 5_000]
    ),
    st.sampled_from([[], {}, [[[]]], [None], {"": None}, {"team": ["a"]}, [{"team": 5}], ["a", 5]]),
    st.integers(1, 60).map(lambda depth: json.loads("[" * depth + "]" * depth)),
).map(deepcopy)  # else what is put into one of them would stay there, or make it hold itself
NAMES = st.sampled_from(
    re.findall(
        r"\w+",
        """candidates prior effort kept lists pins never seconds boxes alpha made_by plan chosen_by
        market published weight intent zq __class__""",
    )
)


def spots(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in some JSON, as what holds it and its name or number there."""
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for name, value in list(inside):
        yield tree, name
        if isinstance(value, dict | list):
            yield from spots(value)


def changed(draw: st.DrawFn, tree: Any) -> Any:
    """JSON with something else in one place, with one place less, or one more."""
    here = list(spots(tree))
    if not here:
        return draw(junk)
    holder, name = draw(st.sampled_from(here))
    how = draw(st.sampled_from(["put", "put", "add", "add", "wrap", "drop"]))
    if how == "put":
        holder[name] = draw(junk)
    elif how == "add" and isinstance(holder, dict):
        holder[draw(NAMES)] = draw(junk)
    elif how == "wrap":
        holder[name] = [holder[name]]
    elif how == "drop":
        del holder[name]
    return tree


def written(draw: st.DrawFn, tree: Any) -> str:
    """Changed JSON as text, now and then with a piece of the text changed too."""
    text = json.dumps(tree)
    if draw(st.integers(0, 4)):
        return text
    at = draw(st.integers(0, len(text)))
    put = draw(
        st.sampled_from(['"effort": 9, "effort": 9,', "[" * 3_000, "{", '"', "NaN", "\x00", ""])
    )
    return text[:at] + put + text[at + draw(st.integers(0, 20)) :]


def plainly(run: Run, *asked: str) -> Done:
    """The verb ends as it should, says one thing if anything, and opens nothing it was lured to."""
    tried("inputs")
    with watched():
        done = run(*asked)
    errors = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
    wrong = (
        done.returncode not in (0, 1, 2)
        or "Traceback" in done.stderr + done.stdout
        or "unexpected" in done.stderr
        or (done.returncode == 2 and [line[:7] for line in errors] != ["tacit: "])
        or any(len(line) > 5_000 or not line.isprintable() for line in errors)
    )
    assert found("tracebacks", when=wrong), (done.returncode, done.stderr[-2000:])
    return done


@settings(
    max_examples=attempts(60, 2_000),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=not LONG,
)
@given(st.data())
def test_a_file_is_read_and_not_obeyed(
    files: dict[str, Any], run: Run, tmp_path: Path, data: st.DataObject
) -> None:
    kind = data.draw(st.sampled_from(sorted(ASKED)))
    asked = data.draw(st.sampled_from(ASKED[kind]))

    @st.composite
    def texts(draw: st.DrawFn) -> str:
        tree = json.loads(json.dumps(files[kind]))
        for _ in range(draw(st.integers(1, 3))):
            tree = changed(draw, tree) if isinstance(tree, dict | list) else tree
        return written(draw, tree)

    text = data.draw(texts())
    (tmp_path / "given.json").write_text(text, encoding="utf-8", errors="surrogatepass")
    plainly(run, *asked, "given.json")


LURES = {
    "a pipe as candidates": {"candidates": f"{BAIT}.pipe"},
    "a device as candidates": {"candidates": f"{BAIT}.zero"},
    "a file as prior": {"prior": f"{BAIT}.json"},
    "a pipe among priors": {"prior": f"uniform,{BAIT}.pipe"},
    "a huge effort": {"effort": 2_000_000_000},
    "a large effort": {"effort": 5_000_000},
    "an effort in words": {"effort": "9e6"},
    "a list for a name": {"method": ["sealed"]},
    "a number for names": {"against": 5},
    "an object for a factor": {"within": {"a": 1}},
    "a terminal's own words": {"method": "\x1b[2J"},
    "too many words": {"support": "x" * 100_000},
    "a name that nobody has": {"zq": 1},
}


@pytest.mark.parametrize("lure", LURES)
@pytest.mark.parametrize("kind", ["kept", "told"])
@pytest.mark.parametrize("verb", [AUDIT, BUY], ids=["audit", "purchase"])
def test_what_would_be_opened_or_obeyed_is_refused(
    files: dict[str, Any], run: Run, tmp_path: Path, verb: tuple[str, ...], kind: str, lure: str
) -> None:
    content = {**files[kind], "made_by": files[kind]["made_by"] | LURES[lure]}
    (tmp_path / "given.json").write_text(json.dumps(content))
    done = plainly(run, *verb, "--published", "given.json")
    assert done.returncode == 2
    assert "how it was made can't be used" in done.stderr
    for name in ("candidates", "prior", "effort"):
        assert (f"The option is --{name}" in done.stderr) is (name in LURES[lure])
