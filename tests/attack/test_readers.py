"""Whatever is read from outside: an answer comes out, or one plain message; and nothing is lost.

Every way in that reads something is tried with what is odd, wrong or gone bad: tables as text, packed
or not, Parquet files, frames, market files, tables of prices, deliveries, campaign files, and numbers as
settings, in Python and on the command line. What was read stays as it is, nothing is left behind, and
no output is ever an input.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tacit
from tacit.attackers.against import Against
from tacit.errors import TacitError, Unexpected
from tacit.market.sources.bounds import Bounds
from tacit.market.sources.delivered import read_delivery
from tacit.market.sources.load import propose
from tacit.market.sources.recipe import read_recipe
from tacit.market.terms import Terms
from tacit.publishing.procedure import Procedure
from tacit.purchasing.question import BuyingQuestion
from tacit.report.terminal import market_view
from tests.attack import oddities as odd
from tests.attack.tally import LONG, attempts, found, tried
from tests.helpers.command_line import Done, Run, environment

CORPUS = sorted((Path(__file__).parent / "corpus" / "readers").iterdir())
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.market.toml"))
LONGEST = 5_000
"""No message has more characters."""
PATIENCE = 60
"""Whatever takes more seconds hangs."""
PASSPHRASE = "correct horse"
SPACE = tacit.Space(
    (tacit.Nominal("team", ("a", "b", "c")), tacit.Ordinal("floor", ("low", "mid", "top")))
)
MARKET = tacit.Market.from_cube(SPACE, np.arange(3, 12).reshape(SPACE.shape))
GOOD = MARKET.intent({"team": ["a"], "floor": ["mid"]})
GREEDY: dict[str, Any] = {"method": "greedy", "against": "em-f"}
SEALED: dict[str, Any] = {"limit": "1/2", "effort": 20, "seed": 1}
POST = tacit.protect(MARKET, GOOD, **GREEDY, limit="1/2")
BOUGHT = tacit.purchase(MARKET, GOOD, POST, buy=3, seed=1)

Door = Callable[[Any], object]


def often(short: int, long: int) -> Callable[[Any], Any]:
    """How often to try; as part of all tests always the same, so that none fails now and then."""
    return settings(
        max_examples=attempts(short, long),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=not LONG,
    )


# --- how it is judged ------------------------------------------------------------------------------


class Hangs(BaseException):
    """Something takes so long that it may never end."""


def _ring(*_: object) -> None:
    raise Hangs


@contextmanager
def in_time() -> Iterator[None]:
    """Stop what hangs."""
    before = signal.signal(signal.SIGALRM, _ring)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def is_plain(message: str) -> bool:
    """Whether a message is one paragraph that a person can read."""
    return bool(message.strip()) and message.isprintable() and len(message) <= LONGEST


def plainly(door: Callable[..., object], *given: Any, **more: Any) -> bool:
    """Go in with what is given: an answer or a plain `TacitError` comes out; whether it was an answer."""
    tried("inputs")
    error: BaseException | None = None
    try:
        with in_time():
            door(*given, **more)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # what a library calls a panic is no Exception
        error = problem
    told = isinstance(error, TacitError) and not isinstance(error, Unexpected)
    if not found("tracebacks", when=not (error is None or (told and is_plain(str(error))))):
        raise AssertionError(f"{type(error).__name__}: {str(error)[:300]!r}") from error
    return error is None


def said_plainly(done: Done) -> Done:
    """A verb ends as it should, and prints nothing that can't be seen."""
    tried("inputs")
    errors = [line for line in done.stderr.splitlines() if line.startswith("tacit: ")]
    unseen = [c for c in done.stdout + done.stderr if not c.isprintable() and c != "\n"]
    wrong = (
        done.returncode not in (0, 1, 2)
        or "Traceback" in done.stdout + done.stderr
        or "something unexpected" in done.stderr
        or len(errors) > 1
        or not all(map(is_plain, errors))
        or bool(unseen)
    )
    assert found("tracebacks", when=wrong), (done.args, done.returncode, done.stderr[-600:], unseen)
    return done


def contents_of(folder: Path) -> dict[str, bytes | None]:
    """All that is in a folder but the cache, by name; None for what holds no bytes of its own."""
    every = sorted(one for one in folder.rglob("*") if "cache" not in one.parts)
    return {str(one): one.read_bytes() if one.is_file() else None for one in every}


@contextmanager
def untouched(folder: Path) -> Iterator[None]:
    """All files in a folder stay as they are, and none comes to be."""
    before = contents_of(folder)
    yield
    after = contents_of(folder)
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    assert found("lost files", when=before != after), names


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that everything happens in, so that what is left behind is seen."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- tables ----------------------------------------------------------------------------------------

READ_AS: tuple[dict[str, Any], ...] = ({}, {"missing": "drop"}, {"missing": "keep"})
ASKED: tuple[dict[str, Any], ...] = (
    *READ_AS,
    *({"missing": "drop", "cost": "q"}, {"missing": "drop", "count": "q"}),
    *({"missing": "drop", "text": ["q"]}, {"missing": "keep", "dimensions": ["q"]}),
)


def looked_at(data: Any, **how: Any) -> None:
    """Open a table, look at all of it, and read it again by the market file that is proposed for it."""
    market, recipe = propose(data, **how)
    market.to_json()
    repr(market)
    market_view(market)
    if recipe is not None and isinstance(data, Path):
        written = data.with_name("again.market.toml")
        written.write_text(recipe.to_toml(), encoding="utf-8")
        try:
            again = tacit.load(written)
        finally:
            written.unlink()
        assert again.total == market.total


def described(run: Run, name: str, how: dict[str, Any]) -> Done:
    options = [part for option, value in how.items() for part in (f"--{option}", str(value))]
    return said_plainly(run("describe", name, "--no-write", *options))


def read(run: Run, place: Path, content: bytes, way: int) -> None:
    """Read a table in Python, or on the command line; each time in another way."""
    place.write_bytes(content)
    how = READ_AS[way % 3]
    with untouched(place.parent):
        if way % 4:
            plainly(looked_at, place, **how)
        else:
            described(run, place.name, how)
    place.unlink()


ways = st.integers(0, 11)


@often(45, 1_000)
@given(odd.text_tables(), st.sampled_from(odd.SUFFIXES), ways)
def test_tables_as_text(run: Run, here: Path, content: bytes, suffix: str, way: int) -> None:
    read(run, here / f"table.{suffix}", content, way)


@often(15, 300)
@given(st.binary(max_size=200), st.sampled_from([b"", b"a,b\n", b"PAR1", b"\x1f\x8b\x08"]), ways)
def test_any_bytes(run: Run, here: Path, content: bytes, start: bytes, way: int) -> None:
    read(run, here / "table.csv", start + content, way)


@pytest.mark.parametrize("way", range(1, attempts(2, 5)))
@pytest.mark.parametrize("name", odd.TEXTS)
def test_long_and_far_texts(run: Run, here: Path, name: str, way: int) -> None:
    read(run, here / "table.csv", odd.TEXTS[name], way)


@often(20, 500)
@given(odd.packed_tables(), st.sampled_from([100, 5_000, 10**9]), ways)
def test_packed_tables(run: Run, here: Path, content: bytes, most: int, way: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacit.market.sources.bounds.ALWAYS", most)
        read(run, here / "table.csv.gz", content, way)


@often(25, 800)
@given(odd.parquets(), ways)
def test_parquet_files_gone_bad(run: Run, here: Path, content: bytes, way: int) -> None:
    read(run, here / "table.parquet", content, way)


@pytest.mark.parametrize("name", odd.COLUMNS)
def test_columns_of_odd_types(here: Path, name: str) -> None:
    column = odd.COLUMNS[name]()
    frame = pa.table({"q": column, "k": [("x", "y", "z")[i % 3] for i in range(len(column))]})
    asked = ASKED if LONG else [ASKED[len(name) % len(ASKED)]]
    for how in asked:
        plainly(looked_at, frame, **how)
    try:
        pq.write_table(frame, here / "frame.parquet")
    except pa.ArrowException:
        return  # a Parquet file can't hold it
    for how in asked[:3]:
        with untouched(here):
            plainly(looked_at, here / "frame.parquet", **how)


@pytest.mark.parametrize("name", odd.FRAMES)
def test_odd_frames(name: str) -> None:
    for how in READ_AS if LONG else READ_AS[:1]:
        plainly(lambda how=how: repr(tacit.load(odd.FRAMES[name](), **how)))
    plainly(looked_at, odd.FRAMES[name]())


NAMED = (
    *("a*b.csv", "a?b.csv", "[a]b.csv", "[!x].csv", "{a,b}.csv", "a'b.csv", 'a"b.csv', "a\nb.csv"),
    *(
        "a\\b.csv",
        "-.csv",
        "$HOME.csv",
        "%s.csv",
        "file:x.csv",
        "~",
        "~root.csv",
        "a\x1b[2Jb.csv",
        " .csv",
    ),
    *(
        "~/a.csv",
        "*/a.csv",
        "[a]/a.csv",
        "a=b/c=d.csv",
        "..csv",
        "adult.csv",
        "é.csv",
        "x.csv::y.csv",
    ),
)


@pytest.mark.parametrize("name", NAMED if LONG else NAMED[::3])
def test_names_of_files_are_taken_as_they_are(run: Run, here: Path, name: str) -> None:
    """What is found is this file, and not another that its name would match as a pattern."""
    place = here / (name if name.endswith(".csv") else f"{name}/t.csv")
    place.parent.mkdir(exist_ok=True)
    place.write_text("x,y\na,p\nb,q\na,q\n")
    for other in ("aab.csv", "a/a.csv", "x.csv", "b.csv"):
        (here / other).parent.mkdir(exist_ok=True)
        (here / other).write_text("x,y\n" + "c,r\nd,s\n" * 9)
    shown = str(place.relative_to(here))
    with untouched(here):
        assert tacit.load(shown).total.records == 3
    assert said_plainly(run("describe", f"./{shown}", "--out", "m.toml")).returncode == 0
    told = said_plainly(run("describe", "m.toml", "--json"))
    assert json.loads(told.stdout)["records"] == 3


@pytest.mark.parametrize("name", [b"\xff.csv", b"\xff\x1b.parquet", b"\xff.csv.gz", b"\xff.toml"])
def test_names_of_files_that_are_no_text(run: Run, here: Path, name: bytes) -> None:
    place = here / os.fsdecode(name)
    place.write_text("x,y\na,p\nb,q\n")
    with untouched(here):
        plainly(tacit.load, place)
        assert described(run, place.name, {}).returncode == 2
        done = said_plainly(run("protect", place.name, "--want", place.name))
    assert done.returncode == 2


BRIEFLY = ("sh", "-c", 'ulimit -t 10 && exec "$@"', "sh")
"""Runs a command for ten seconds of a processor at most, whatever else the machine does."""


@pytest.mark.process
@pytest.mark.parametrize("many", [100, 1_000, 9_999, 30_000] if LONG else [1_000, 9_999])
def test_a_first_line_of_many_commas(here: Path, many: int) -> None:
    """In a process of its own: what a database does with very many columns may end its process."""
    (here / "table.csv").write_text("," * many + "\n" + f"x{',' * many}\n" * 2)
    with untouched(here):
        done = subprocess.run(
            [*BRIEFLY, sys.executable, "-m", "tacit", "describe", "table.csv", "--no-write"],
            capture_output=True,
            text=True,
            env=environment(),
            check=False,
        )
    said_plainly(done)


@pytest.mark.parametrize("way", range(4))
@pytest.mark.parametrize("place", CORPUS, ids=lambda place: place.name)
def test_what_once_went_wrong(run: Run, here: Path, place: Path, way: int) -> None:
    (here / "people.csv").write_text(odd.PEOPLE)
    read(run, here / place.name, place.read_bytes(), way)


# --- market files and tables of prices -------------------------------------------------------------


@pytest.fixture
def beside(here: Path) -> Path:
    """What market files name: tables, and what must not be waited for or read to its end."""
    (here / "people.csv").write_text(odd.PEOPLE)
    (here / "prices.csv").write_text("\n".join(["race,age,price", *odd.PRICES, ""]))
    (here / "folder.csv").mkdir()
    (here / "zero.csv").symlink_to("/dev/zero")
    os.mkfifo(here / "pipe.csv")
    return here


def told_again(place: Path) -> None:
    """Read a market file; what is written of it says the same."""
    recipe = read_recipe(place)
    written = recipe.to_toml()
    recipe.terms.sentence  # noqa: B018
    assert tomllib.loads(written)["dimensions"].keys() == {d.name for d in recipe.dimensions}


FOUND = tuple(tomllib.loads(path.read_text()) for path in EXAMPLES)


@often(250, 15_000)
@given(odd.market_files((*odd.MARKETS, *FOUND)))
def test_market_files(here: Path, content: bytes) -> None:
    place = here / "market.toml"
    place.write_bytes(content)
    with untouched(here):
        plainly(told_again, place)


@often(30, 900)
@given(odd.market_files(), ways)
def test_markets_of_market_files(run: Run, beside: Path, content: bytes, way: int) -> None:
    read(run, beside / "market.toml", content, way)


def changed_rows(draw: st.DrawFn, names: list[str], rows: list[list[str]]) -> bytes:
    """A table with some fields, names or rows changed; now and then its bytes gone bad."""
    rng = Random(draw(st.integers(0, 10**9)))
    rows = [list(row) for row in rows]
    for _ in range(rng.randrange(3)):
        row = rng.choice(rows)
        row[rng.randrange(len(row))] = rng.choice(odd.FIELDS)
    if not rng.randrange(4):
        names = [*names, rng.choice(odd.NAMES)]
        rows = [[*row, rng.choice(odd.FIELDS)] for row in rows]
    if not rng.randrange(6):
        names = [rng.choice(odd.NAMES) if not rng.randrange(3) else name for name in names]
    if not rng.randrange(6):
        rows += rng.sample(rows, 1)
    content = "\n".join(",".join(row) for row in [names, *rows, []]).encode()
    return content if rng.randrange(6) else odd.gone_bad(draw, content)


@st.composite
def tables_of_prices(draw: st.DrawFn) -> bytes:
    return changed_rows(draw, ["race", "age", "price"], [row.split(",") for row in odd.PRICES])


@often(15, 300)
@given(tables_of_prices(), ways)
def test_tables_of_prices(run: Run, beside: Path, content: bytes, way: int) -> None:
    market = odd.MARKETS[-1]
    text = "".join(f"{key} = {odd.as_toml(value)}\n" for key, value in market.items())
    (beside / "prices.csv").write_bytes(content)
    read(run, beside / "market.toml", text.encode(), way)


# --- deliveries ------------------------------------------------------------------------------------

ORDERED = "team,floor,wage,day\n" + "".join(
    f"{team},{floor},{i * 7 % 40},2025-0{i % 9 + 1}-01\n"
    for i, (team, floor) in enumerate((t, f) for t in "abc" for f in "xyz" for _ in range(5))
)
DIMENSIONS: dict[str, Any] = {
    "team": {"kind": "nominal", "values": ["a", "b", "c"]},
    "floor": {"kind": "ordinal", "values": ["x", "y", "z"]},
    "wage": {"kind": "numeric", "edges": [20]},
}


@pytest.fixture(scope="module")
def sold(tmp_path_factory: pytest.TempPathFactory) -> tacit.Market:
    """Where records are ordered."""
    folder = tmp_path_factory.mktemp("sold")
    (folder / "sold.csv").write_text(ORDERED)
    tables = {"market": {"table": "sold.csv"}, "dimensions": DIMENSIONS}
    text = "".join(f"{key} = {odd.as_toml(value)}\n" for key, value in tables.items())
    (folder / "sold.toml").write_text(text)
    return tacit.load(folder / "sold.toml")


@pytest.fixture(scope="module")
def campaign_file(tmp_path_factory: pytest.TempPathFactory, sold: tacit.Market) -> bytes:
    """A campaign with a post and an order."""
    place = tmp_path_factory.mktemp("campaign") / "need.tacit"
    made = tacit.Campaign.start(place, PASSPHRASE, _cost=1)
    wanted = sold.intent({"team": ["a"], "floor": ["y"]})
    made.protect(sold, wanted, Procedure.of(**GREEDY, limit="1/5"))
    made.purchase(sold, buy=6, seed=1)
    return place.read_bytes()


@pytest.fixture(scope="module")
def rows_to_come(
    tmp_path_factory: pytest.TempPathFactory, sold: tacit.Market, campaign_file: bytes
) -> list[list[str]]:
    """What the seller should send."""
    place = tmp_path_factory.mktemp("came") / "need.tacit"
    place.write_bytes(campaign_file)
    bought = tacit.Campaign(place, PASSPHRASE, _cost=1).bought_in_all(sold)
    assert bought is not None
    wages = {value: ("5", "30")[i] for i, value in enumerate(sold.space.dimensions[2].values)}
    cells = [(one["cell"], one["count"]) for one in bought.to_plan()]
    return [[c["team"], c["floor"], wages[c["wage"]], "q"] for c, n in cells for _ in range(n)]


@often(20, 400)
@given(st.data(), st.sampled_from([None, None, "note", "team", "zz", "", "\x1b"]))
def test_deliveries(
    here: Path,
    sold: tacit.Market,
    rows_to_come: list[list[str]],
    data: st.DataObject,
    by: str | None,
) -> None:
    content = data.draw(st.composite(changed_rows)([*DIMENSIONS, "note"], rows_to_come))
    (here / "came.csv").write_bytes(content)
    with untouched(here):
        plainly(read_delivery, sold, here / "came.csv", by)


@pytest.mark.parametrize("name", sorted(odd.COLUMNS)[:: 1 if LONG else 4])
def test_delivered_frames(sold: tacit.Market, name: str) -> None:
    for dimension in DIMENSIONS if LONG else ["wage"]:
        column = odd.COLUMNS[name]()
        usual = {"team": "a", "floor": "y", "wage": 5}
        frame = pa.table({n: [v] * len(column) for n, v in usual.items()} | {dimension: column})
        plainly(read_delivery, sold, frame)
        plainly(read_delivery, sold, frame, dimension)


ORDERS = {
    "no number": "x",
    "none": None,
    "first": 1,
    "second": 2,
    "none at all": 0,
    "huge": 10**400,
}


@often(15, 300)
@given(st.data(), st.sampled_from(sorted(ORDERS)))
def test_what_a_campaign_receives(
    here: Path,
    sold: tacit.Market,
    campaign_file: bytes,
    rows_to_come: list[list[str]],
    data: st.DataObject,
    order: str,
) -> None:
    """What is refused is not written down."""
    content = data.draw(st.composite(changed_rows)([*DIMENSIONS, "note"], rows_to_come))
    place, came = here / "need.tacit", here / "came.csv"
    place.write_bytes(campaign_file)
    came.write_bytes(content)
    campaign = tacit.Campaign(place, PASSPHRASE, _cost=1)
    asked = ORDERS[order] if data.draw(st.booleans()) else None
    taken = plainly(lambda: campaign.receive(sold, came, asked).to_json())
    lost = came.read_bytes() != content or (place.read_bytes() == campaign_file) is taken
    assert found("lost files", when=lost or len(os.listdir(here)) != 2)


PLAN_JUNK: tuple[Any, ...] = (
    *(
        None,
        0,
        -1,
        10**30,
        10**400,
        1e308,
        True,
        "x",
        "",
        [],
        {},
        [[]],
        {"a": 1},
        "\x1b",
        1.5,
        2**62,
    ),
)


@often(25, 1_200)
@given(st.data())
def test_delivered_plans(
    here: Path, sold: tacit.Market, campaign_file: bytes, data: st.DataObject
) -> None:
    place, came = here / "need.tacit", here / "came.json"
    place.write_bytes(campaign_file)
    campaign = tacit.Campaign(place, PASSPHRASE, _cost=1)
    bought = campaign.bought_in_all(sold)
    assert bought is not None
    plan = json.loads(json.dumps(bought.to_plan()))
    holder, name = data.draw(st.sampled_from(list(odd.spots(plan))))
    if data.draw(st.integers(0, 3)):
        holder[name] = data.draw(st.sampled_from(PLAN_JUNK))
    else:
        del holder[name]
    came.write_text(json.dumps(plan))
    taken = plainly(campaign.receive, sold, came)
    assert found("lost files", when=(place.read_bytes() == campaign_file) is taken)


# --- campaign files --------------------------------------------------------------------------------


@st.composite
def headers(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A part of a campaign file's first lines, and what stands there instead."""
    part = draw(
        st.sampled_from([b"campaign 1", b"n=2^1 ", b"r=8", b"p=1", b"salt=", b"size=", b"\n"])
    )
    other = draw(
        st.sampled_from([b"", b"0", b"9", b"99 ", b"-1", b"\n", b"\xff", b"n=2^63 ", b"r=64"])
    )
    return part, draw(st.sampled_from([other, part + other, part[:-1] + other]))


@often(150, 5_000)
@given(st.data())
def test_campaign_files_gone_bad(
    here: Path, campaign_file: bytes, run: Run, data: st.DataObject
) -> None:
    @st.composite
    def contents(draw: st.DrawFn) -> bytes:
        if not draw(st.integers(0, 3)):
            return campaign_file.replace(*draw(headers()), 1)
        front = campaign_file if draw(st.booleans()) else campaign_file[:140]
        return odd.gone_bad(draw, front) + campaign_file[len(front) :]

    content = data.draw(contents())
    place = here / "need.tacit"
    place.write_bytes(content)
    with untouched(here):
        if data.draw(st.integers(0, 30)):
            opened = plainly(tacit.Campaign, place, PASSPHRASE, _cost=1)
            assert found("lost files", when=opened is not (content == campaign_file))
        else:
            done = said_plainly(run("campaign", place.name, passphrase=PASSPHRASE))
            assert done.returncode == (0 if content == campaign_file else 2)


@pytest.mark.parametrize("content", [b"", b"\n", b"tacit campaign 1\n", b"tacit campaign 999999\n"])
@pytest.mark.parametrize("verb", ["campaign", "protect", "purchase", "receive", "audit"])
def test_no_verb_writes_to_what_is_no_campaign(
    run: Run, here: Path, verb: str, content: bytes
) -> None:
    (here / "table.csv").write_text(ORDERED)
    (here / "want.json").write_text('{"team": ["a"]}')
    (here / "need.tacit").write_bytes(content)
    kept = ("--campaign", "need.tacit")
    asked = {
        "campaign": ("need.tacit",),
        "protect": ("table.csv", "--want", "want.json", *kept),
        "purchase": ("table.csv", "--want", "want.json", "--buy", "3", *kept),
        "receive": ("table.csv", "--data", "table.csv", *kept),
        "audit": ("table.csv", *kept),
    }
    with untouched(here):
        done = said_plainly(run(verb, *asked[verb], passphrase=PASSPHRASE))
    assert done.returncode == 2


# --- numbers as settings ---------------------------------------------------------------------------


def _tuned(method: str, name: str) -> Door:
    """A purchase by one of the paper's methods, by a setting of its own."""
    return lambda number: tacit.purchase(
        MARKET, GOOD, POST, buy=3, allocate=method, seed=1, **{name: number}
    )


LIGHT: dict[str, Door] = {
    "limit": lambda number: Procedure.of(limit=number),
    "alpha": lambda number: Procedure.of(method="greedy", alpha=number),
    "within": lambda number: Procedure.of(within=number),
    "hide": lambda number: Procedure.of(hide={"team": number}),
    "hide, as text": lambda number: Procedure.of(hide=f"team={_said(number)}"),
    "effort": lambda number: Procedure.of(effort=number),
    "boxes": lambda number: Procedure.of(method="optimal", boxes=number),
    "seconds": lambda number: Procedure.of(method="optimal", seconds=number),
    "against": lambda number: Against.of({"em-f": number}),
    "against, as text": lambda number: Against.of(f"em-f=0.3,em-c={_said(number)}"),
    "against, as names": Against.of,
    "buy": lambda number: BuyingQuestion.of(buy=number).to_json(),
    "need": lambda number: BuyingQuestion.of(need=number).to_json(),
    "budget": lambda number: BuyingQuestion.of(budget=number).to_json(),
    "odds": lambda number: BuyingQuestion.of(need=2, odds=number).to_json(),
    "memory": lambda number: Bounds.of(memory=number).bytes,
    "unpacked": lambda number: Bounds.of(unpacked=number),
    "fee": lambda number: _shown(Terms.of(fee=number)),
    "minimum": lambda number: _shown(Terms.of(minimum=number)),
    "tier": lambda number: _shown(Terms.of(tiers=[(number, 0.9)])),
    "price of a tier": lambda number: _shown(Terms.of(tiers=[(5, number)])),
    "belief": lambda number: tacit.Belief(within=number),
}
HEAVY: dict[str, Door] = {
    "protect": lambda number: tacit.protect(MARKET, GOOD, **GREEDY, limit=number),
    "protect by alpha": lambda n: tacit.protect(MARKET, GOOD, **GREEDY, limit="1/2", alpha=n),
    "protect, sealed": lambda n: tacit.protect(MARKET, GOOD, **(SEALED | {"limit": n})),
    "protect within": lambda number: tacit.protect(MARKET, GOOD, **SEALED, within=number),
    "protect hiding": lambda number: tacit.protect(MARKET, GOOD, **SEALED, hide={"team": number}),
    "protect by a seed": lambda n: tacit.protect(MARKET, GOOD, **(SEALED | {"seed": n})),
    "audit": lambda number: tacit.audit(MARKET, GOOD, POST, limit=number),
    "buy": lambda number: tacit.purchase(MARKET, GOOD, POST, buy=number, seed=1),
    "need": lambda number: tacit.purchase(MARKET, GOOD, POST, need=number, seed=1),
    "budget": lambda number: tacit.purchase(MARKET, GOOD, POST, budget=number, seed=1),
    "odds": lambda number: tacit.purchase(MARKET, GOOD, POST, need=2, odds=number, seed=1),
    "odds of a budget": lambda n: tacit.purchase(MARKET, GOOD, POST, budget=9, odds=n, seed=1),
    "buy by a seed": lambda number: tacit.purchase(MARKET, GOOD, POST, buy=3, seed=number),
    "buy within a limit": lambda n: tacit.purchase(
        MARKET, GOOD, POST, buy=3, limit=n, allocate="optimal"
    ),
    "frontier": lambda number: tacit.frontier(MARKET, GOOD, against="em-f", points=number),
    "distance": lambda number: tacit.Matrix("x", ("a", "b"), ((0, number), (number, 0))),
    "price": lambda number: tacit.load({"a": ["x", "y", "x"]}, cost={"each": number}),
    "price of a value": lambda n: tacit.load(
        {"a": ["x", "y", "x"]}, cost={"base": n, "per-value": {"a": {"x": n}}}
    ),
    "memory": lambda number: tacit.load({"a": ["x", "y", "x"]}, memory=number),
    "edges of bins": lambda number: tacit.Numeric.binned("x", [0, number], ["a", "b", "c"]),
    "buy, tuned": lambda n: tacit.purchase(MARKET, GOOD, POST, buy=n, allocate="optimal"),
    "need, tuned": lambda n: tacit.purchase(MARKET, GOOD, POST, need=n, allocate="optimal"),
    "budget, tuned": lambda n: tacit.purchase(MARKET, GOOD, POST, budget=n, allocate="optimal"),
    "survey of purchases": lambda n: tacit.survey_purchases(MARKET, POST, "blend", n),
    "seed of an audit": lambda n: tacit.audit_purchase(GOOD, BOUGHT, seed=n),
    "seconds": lambda n: tacit.frontier(MARKET, GOOD, against="em-f", points=2, seconds=n),
}
NAMED: dict[str, Door] = {
    **{name: LIGHT[name] for name in ("limit", "alpha", "within", "hide", "effort", "boxes")},
    **{name: LIGHT[name] for name in ("buy", "need", "odds", "memory", "unpacked")},
    **{name: _tuned("mc", name) for name in ("sets",)},
    **{name: _tuned("mcmc", name) for name in ("epsilon", "steps")},
    **{name: _tuned("genetic", name) for name in ("parents", "kept", "rounds")},
    "against": LIGHT["against, as text"],
    "runs": lambda number: tacit.survey_purchases(MARKET, POST, "mc", 3, runs=number),
}
"""Doors that take no huge number, by the setting that their errors name."""


def _shown(terms: Terms) -> object:
    return terms.sentence, terms.to_spec(), terms.to_json()


def _said(number: Any) -> str:
    """A number as a text; what Python itself can't write is left as its type."""
    try:
        return str(number)
    except ValueError:
        return type(number).__name__


@often(800, 24_000)
@given(st.sampled_from(sorted(LIGHT)), odd.values)
def test_numbers(name: str, number: str) -> None:
    plainly(LIGHT[name], odd.VALUES.get(number, number))


@often(60, 1_800)
@given(st.sampled_from(sorted(HEAVY)), odd.values)
def test_numbers_that_are_worked_with(name: str, number: str) -> None:
    plainly(HEAVY[name], odd.VALUES.get(number, number))


DOORS = {**LIGHT, **{f"{name}, worked with": door for name, door in HEAVY.items()}, **NAMED}


@pytest.mark.parametrize("name", sorted(DOORS))
def test_huge_numbers(name: str) -> None:
    for number in odd.HUGE.values():
        plainly(DOORS[name], number)


WORDS = {
    "hide": "the limit of a hidden dimension",
    "against": "the limit of em-c",
    "buy": "record",
    "need": "record",
    "within": "factor|within",
    "boxes": "number of boxes",
}
"""What an error calls a setting in words, if not by its name."""


@pytest.mark.parametrize("name", sorted(NAMED))
def test_an_error_about_a_huge_number_names_its_setting(name: str) -> None:
    refusals = []
    for number in odd.HUGE.values():
        try:
            NAMED[name](number)
        except TacitError as error:
            refusals.append(error)
    assert len(refusals) >= 9  # some factors may be as large as they like
    for error in refusals:
        assert error.setting == name
        assert re.search(WORDS.get(name, name), str(error))


WANT = ("table.csv", "--want", "want.json")
SHOWN = ("--published", "post.json")
OPTIONS: tuple[tuple[str, ...], ...] = (
    *(
        ("protect", *WANT, "--method", "greedy", "--against", "em-f", f"--{o}")
        for o in ("limit", "alpha")
    ),
    *(("protect", *WANT, "--effort", "20", "--seed", "1", f"--{o}") for o in ("limit", "within")),
    ("protect", *WANT, "--effort", "20", "--seed", "1", "--limit", "1/2", "--hide", "team="),
    ("protect", *WANT, "--method", "greedy", "--against", "em-f=0.3,em-c="),
    ("protect", *WANT, "--method", "greedy", "--against"),
    *(("protect", *WANT, "--method", "optimal", f"--{o}") for o in ("boxes", "seconds")),
    *(("protect", *WANT, "--limit", "1/2", f"--{o}") for o in ("effort", "seed")),
    *(("purchase", *WANT, *SHOWN, "--seed", "1", f"--{o}") for o in ("buy", "need", "budget")),
    *(("purchase", *WANT, *SHOWN, "--buy", "3", f"--{o}") for o in ("limit", "seed", "odds")),
    ("purchase", *WANT, *SHOWN, "--need", "2", "--odds"),
    ("purchase", *WANT, *SHOWN, "--buy", "3", "--against", "purchase-f="),
    *(("audit", *WANT, *SHOWN, f"--{o}") for o in ("limit", "within", "against")),
    ("audit", *WANT, *SHOWN, "--hide", "team="),
    *(
        ("frontier", *WANT, "--against", "em-f", "--points"),
        ("frontier", *WANT, "--against", "em-f="),
    ),
    *(("describe", "table.csv", "--no-write", f"--{o}") for o in ("memory", "unpacked")),
)
AS_TOLD = odd.texts.filter(lambda text: "\0" not in text)
"""No command line holds the character 0."""


@pytest.fixture
def asked(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the options belong to; the market, which is always the same, is read only once."""
    rows = [f"{t},{f}\n" for i, t in enumerate("abc") for f in ("low", "mid") for _ in range(i + 3)]
    (here / "table.csv").write_text("".join(["team,floor\n", *rows]))
    (here / "want.json").write_text('{"team": ["a"], "floor": ["mid"]}')
    (here / "want.json").chmod(0o600)
    (here / "post.json").write_text('{"team": ["a", "b"], "floor": ["low", "mid"]}')
    market = tacit.load("table.csv")
    for verb in ("protect", "purchase", "audit", "frontier"):
        monkeypatch.setattr(f"tacit.cli.{verb}.open_market", lambda *_: market)
    return here


@often(60, 1_000)
@given(st.sampled_from(OPTIONS), AS_TOLD, st.booleans())
def test_numbers_on_the_command_line(
    run: Run, asked: Path, option: tuple[str, ...], number: str, for_programs: bool
) -> None:
    *before, last = option
    told = [f"{last}{number}"] if last.endswith("=") else [last, number]
    with untouched(asked):
        said_plainly(run(*before, *told, *(["--json"] if for_programs else [])))


# --- no output is an input -------------------------------------------------------------------------

INPUTS = {
    "the market file": "market.toml",
    "the table behind it": "table.csv",
    "its table of prices": "prices.csv",
    "the want": "want.json",
    "the candidates": "candidates.json",
    "the prior": "prior.json",
    "the pins": "never.json",
    "a kept post": "kept.json",
    "the campaign": "need.tacit",
    "the passphrase": "secret.txt",
    "one's own key": "home/key",
}
MADE: dict[str, Callable[[Path, Path], str]] = {
    "as it is": lambda place, folder: str(place.relative_to(folder)),
    "in full": lambda place, _: str(place),
    "with a dot": lambda place, folder: f"./{place.relative_to(folder)}",
    "round about": lambda place, folder: f"aside/../{place.relative_to(folder)}",
    "by a hard link": lambda place, folder: _linked(os.link, place, folder),
    "by a symbolic link": lambda place, folder: _linked(os.symlink, place, folder),
    "by a link to its folder": lambda place, folder: (
        _linked(os.symlink, place.parent, folder) + f"/{place.name}"
    ),
}
AMONG = ("--candidates", "candidates.json", "--prior", "prior.json")
IN_CAMPAIGN = ("--campaign", "need.tacit", "--passphrase-file", "secret.txt")
WANTED = ("market.toml", "--want", "want.json")
READERS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "describe": (("describe", "table.csv", "--force"), ("--out",), ("the table behind it",)),
    "describe again": (
        ("describe", "market.toml", "--force"),
        ("--out",),
        ("the market file", "the table behind it", "its table of prices"),
    ),
    "protect": (
        ("protect", *WANTED, "--limit", "1/2", "--effort", "20", *AMONG),
        ("--out", "--keep", "--report"),
        (
            *("the market file", "the table behind it", "its table of prices", "the want"),
            *("the candidates", "the prior", "one's own key"),
        ),
    ),
    "protect with pins": (
        ("protect", *WANTED, "--method", "greedy", "--against", "em-f", "--never", "never.json"),
        ("--out", "--keep", "--report"),
        ("the pins",),
    ),
    "protect in a campaign": (
        ("protect", *WANTED, "--method", "greedy", "--against", "em-f", *IN_CAMPAIGN),
        ("--out", "--keep", "--report"),
        ("the campaign", "the passphrase", "the table behind it"),
    ),
    "purchase": (
        ("purchase", *WANTED, "--published", "kept.json", "--buy", "3", "--limit", "1/2"),
        ("--out", "--letter", "--sql"),
        (
            *("the market file", "the table behind it", "its table of prices", "the want"),
            *("a kept post", "one's own key"),
        ),
    ),
    "purchase in a campaign": (
        ("purchase", "market.toml", "--buy", "3", "--seed", "1", *IN_CAMPAIGN),
        ("--out", "--letter"),
        ("the campaign", "the passphrase", "its table of prices"),
    ),
    "frontier": (
        ("frontier", *WANTED, "--against", "em-f"),
        ("--csv", "--plot"),
        ("the market file", "the table behind it", "its table of prices", "the want"),
    ),
}


def _linked(link: Callable[[Path, str], object], place: Path, folder: Path) -> str:
    """Another name of a file or folder, that a picture may have too."""
    made = folder / "linked.svg"
    link(place, str(made))
    return made.name


CLASHES = [
    (name, option, which, by)
    for name, (_, options, inputs) in READERS.items()
    for option in options
    for which in inputs
    for by in MADE
    if option != "--plot" or by in ("by a hard link", "by a symbolic link")
]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The content of all that a run reads."""
    folder = tmp_path_factory.mktemp("inputs")
    rows = [f"{x},{y}\n" for i, x in enumerate("abc") for y in "pq" for _ in range(i + 4)]
    (folder / "table.csv").write_text("".join(["x,y\n", *rows]))
    prices = [f"{x},{y},{i}.5\n" for i, x in enumerate("abc") for y in "pq"]
    (folder / "prices.csv").write_text("".join(["x,y,price\n", *prices]))
    named = {"x": ["a", "b", "c"], "y": ["p", "q"]}
    tables = {
        "market": {"table": "table.csv"},
        "dimensions": {name: {"kind": "nominal", "values": vs} for name, vs in named.items()},
        "cost": {"table": "prices.csv"},
    }
    text = "".join(f"{key} = {odd.as_toml(value)}\n" for key, value in tables.items())
    (folder / "market.toml").write_text(text)
    market = tacit.load(folder / "market.toml")
    want = market.intent({"x": ["a"], "y": ["p"]})
    listed = [{"intent": {"x": [x], "y": [y]}, "weight": 1} for x in "abc" for y in "pq"]
    for name in ("candidates.json", "prior.json"):
        (folder / name).write_text(json.dumps(listed))
    (folder / "want.json").write_text('{"x": ["a"], "y": ["p"]}')
    (folder / "never.json").write_text('{"x": ["c"]}')
    (folder / "kept.json").write_text('{"x": ["a", "b"], "y": ["p", "q"]}')
    (folder / "secret.txt").write_text(PASSPHRASE)
    made = tacit.Campaign.start(folder / "need.tacit", PASSPHRASE, _cost=1)
    made.protect(market, want, Procedure.of(**GREEDY, limit="1/2"))
    (folder / "home").mkdir()
    (folder / "home" / "key").write_text(f"Tacit key 1: of a test.\n{'5' * 64}\n")
    return {name: (folder / name).read_bytes() for name in INPUTS.values()}


@pytest.fixture
def laid_out(here: Path, inputs: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same in a folder of its own, private as they should be."""
    (here / "home").mkdir(mode=0o700)
    (here / "aside").mkdir()
    for name, content in inputs.items():
        (here / name).write_bytes(content)
        (here / name).chmod(0o600)
    monkeypatch.setenv("TACIT_HOME", str(here / "home"))
    return here


@pytest.mark.parametrize(
    ("name", "option", "which", "by"),
    [clash for i, clash in enumerate(CLASHES) if LONG or i % 9 == 0],
    ids=" / ".join,
)
def test_no_output_is_an_input(
    run: Run, laid_out: Path, name: str, option: str, which: str, by: str
) -> None:
    output = MADE[by](laid_out / INPUTS[which], laid_out)
    with untouched(laid_out):
        done = said_plainly(run(*READERS[name][0], option, output))
    assert done.returncode == 2, done.stderr
    assert "would be written over" in done.stderr, done.stderr


@pytest.mark.parametrize("name", READERS)
def test_the_same_runs_work_where_outputs_are_new(run: Run, laid_out: Path, name: str) -> None:
    """So that what is refused above is refused for its output."""
    args, options, _ = READERS[name]
    new = [part for o in options for part in (o, f"new{o[2:]}.svg")]
    done = said_plainly(run(*args, *new))
    assert done.returncode in (0, 1), done.stderr


def test_nor_is_the_place_that_a_market_file_gets_by_itself(run: Run, laid_out: Path) -> None:
    os.link(laid_out / "table.csv", laid_out / "table.market.toml")
    with untouched(laid_out):
        done = said_plainly(run("describe", "table.csv", "--force"))
    assert done.returncode == 2, done.stderr
