"""The second time a table is read: the same market, to the last cell and note, without opening it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tacit._files import one_run, writing
from tacit._progress import Progress
from tacit.errors import CostError, InputError, MissingValues, TacitError
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sources import counting, remembered
from tacit.market.sources.cache import Cache
from tacit.market.sources.load import beside, load, propose
from tacit.space.nominal import Nominal
from tests.helpers.tables import written

ROWS = [
    ("red", 3, "12.5", "2024-01-31"),
    ("blue", 70, "8", "2024-06-01"),
    ("", 41, "8", "2023-02-03"),
]
TABLE = "team,age,price,day\n" + "".join(
    f"{team},{age + i},{price},{day}\n" for i in range(40) for team, age, price, day in ROWS
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table that was written some time ago."""
    return long_ago(written(tmp_path, TABLE))


def long_ago(path: Path) -> Path:
    """A file as if it was old, as far as a test can."""
    then = time.time() - 3600
    os.utime(path, (then, then))
    return path


def told(market: Market) -> dict[str, Any]:
    """All there is to a market."""
    cells = market.cells(Box.everything(market.space))
    order = np.lexsort(cells.codes)
    return {
        "json": market.to_json(),
        "space": market.space,
        "notes": market.notes,
        "kept": market.kept,
        "columns": market.columns,
        "codes": cells.codes[:, order].tolist(),
        "records": cells.records[order].tolist(),
        "spend": cells.spend[order].tolist(),
    }


def opened(table: Any, **options: Any) -> tuple[Market, int]:
    """A market, and how many tables were opened for it."""
    count = [0]
    real = counting.open_source

    def noted(*args: Any, **more: Any) -> Any:
        count[0] += 1
        return real(*args, **more)

    with patch.object(counting, "open_source", noted):
        market = load(str(table), **options)
    return market, count[0]


OPTIONS: dict[str, dict[str, Any]] = {
    "nothing said": {},
    "dropped": {"missing": "drop"},
    "a cost": {"cost": "price"},
    "counts": {"count": "age", "dimensions": ["team", "price"]},
    "some columns": {"dimensions": ["team", "age"], "text": ["age"]},
    "ready": {"dimensions": [Nominal("team", ("red", "blue"))], "missing": "drop"},
    "both": {"dimensions": ["age", Nominal("team", ("red", "blue"))], "missing": "drop"},
    "one price": {"cost": 2.5},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_market_is_the_same_and_nothing_is_opened(table: Path, options: dict[str, Any]) -> None:
    plain, times = opened(table, cache=False, **options)
    assert times == 1
    first, times = opened(table, **options)
    assert times == 1
    again, times = opened(table, **options)
    assert times == 0
    assert told(plain) == told(first) == told(again)


def test_logs_do_not_tell_whether_the_table_was_known(
    table: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "tacit")
    said = []
    for _ in range(2):
        caplog.clear()
        load(str(table))
        said.append(caplog.messages)
    assert said[0] == said[1] != []


def test_every_kind_of_file(tmp_path: Path) -> None:
    columns = {"team": ["a", "b", None] * 9, "size": list(range(27))}
    for year in (2023, 2024):
        (tmp_path / "all" / f"year={year}").mkdir(parents=True)
        pq.write_table(pa.table(columns), tmp_path / "all" / f"year={year}" / "part.parquet")
    western = tmp_path / "western.csv"
    western.write_bytes("stra\xdfe,n\nx,1\n\xe4,2\n".encode("latin-1"))
    odd = written(tmp_path, "a,b\n" + "1,x\n2,y\n30,x\n" * 30 + "none,x\n", "odd.csv")
    for path in (tmp_path / "all", tmp_path / "all" / "*" / "*.parquet", western, odd):
        first, _ = opened(path)
        again, times = opened(path)
        assert told(first) == told(again)
        assert times == 0, path
    (tmp_path / "all" / "year=2024").rename(tmp_path / "all" / "year=2025")
    assert "2025" in str(told(opened(tmp_path / "all")[0]))


def test_the_market_file_of_a_proposal_counts_the_same_rows(table: Path) -> None:
    """So the verb after `describe` has nothing to read."""
    market, recipe = propose(str(table))
    assert recipe is not None
    place, text = beside(table, recipe, None)
    place.write_text(text)
    again, times = opened(place)
    assert times == 0
    assert told(again)["records"] == told(market)["records"]
    same, proposed = propose(str(table))
    assert (told(same), proposed) == (told(market), recipe)


def test_another_content_is_read(table: Path) -> None:
    first, _ = opened(table)
    long_ago(written(table.parent, TABLE.replace("red", "tan")))
    second, times = opened(table)
    assert times == 1
    assert told(first) != told(second)


def test_the_same_content_at_another_time_is_known(table: Path) -> None:
    opened(table)
    table.unlink()
    written(table.parent, TABLE)
    assert opened(table)[1] == 0


def test_what_else_decides_the_answer(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(table)
    for options in ({"missing": "drop"}, {"encoding": "latin-1"}, {"unpacked": "1GB"}):
        assert opened(table, **options)[1] == 1
    other = table.with_name("other.csv")
    table.rename(other)
    assert opened(other)[1] == 1  # notes call it by its name
    for name, value in (("__version__", "999"), ("FORMAT", 0), ("_engine", lambda: "another")):
        monkeypatch.setattr(remembered, name, value)
        assert opened(other)[1] == 1


def test_no_cache(table: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(table, cache=False)
    monkeypatch.setenv("TACIT_NO_CACHE", "1")
    opened(table)
    load("adult")
    load({"a": ["x", "y"]}, cache=True)
    assert not (home / "cache").exists()
    monkeypatch.delenv("TACIT_NO_CACHE")
    opened(table)
    assert opened(table, cache=False)[1] == 1


def test_what_is_refused_is_refused_again(table: Path, home: Path) -> None:
    for _ in range(2):
        with pytest.raises(MissingValues):
            load(str(table), dimensions=[Nominal("team", ("red", "blue"))])
        with pytest.raises(CostError):
            load(str(table), cost={"each": -1})
    assert list(home.rglob("*.groups")) == []


def test_a_known_table_is_still_one_that_is_read(table: Path) -> None:
    load(str(table))
    with one_run():
        assert opened(table)[1] == 0
        with pytest.raises(InputError, match="written over"):
            writing(table)
    with one_run():
        writing(table)
        with pytest.raises(InputError, match="written over"):
            load(str(table))


def test_a_table_that_changes_while_it_is_read_is_not_kept(table: Path, home: Path) -> None:
    real = counting.put_together

    def changed(*args: Any) -> Any:
        table.write_text(TABLE.replace("red", "tan"))
        return real(*args)

    with patch.object(counting, "put_together", changed):
        load(str(table))
    assert list(home.rglob("*.groups")) == []


@pytest.mark.parametrize("suffix", ["groups", "recipe", "stamp"])
def test_whatever_stands_in_an_entry_the_table_is_read(
    table: Path, home: Path, suffix: str
) -> None:
    """Also where somebody took the trouble to write a checksum."""
    with patch("tacit.market.sources.contents.JUST_NOW", 0):
        plain = told(opened(table)[0])
    place = next(home.rglob(f"*.{suffix}"))
    cache = Cache(place.parent)
    good = cache.get(place.name) or b""
    assert good
    for bad in (b"", b"{}", b"null", b"\xff" * 8, good[:-9], good[9:], good * 2, b"[" * 10**5):
        cache.put(place.name, bad)
        assert told(opened(table)[0]) == plain
    for content in (b"", place.read_bytes()[:-1], os.urandom(500)):
        place.write_bytes(content)
        assert told(opened(table)[0]) == plain


def test_what_is_done_is_told(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacit._progress.EVERY", 0)
    heard: list[Progress] = []
    load(str(table), progress=heard.append)
    assert heard[0].phase == "reading the table"  # whether it is known is seen in no time
    heard.clear()
    load(str(table), progress=heard.append)
    assert heard[-1].phase == "putting the market together"


def test_nothing_of_a_want_is_kept(table: Path, home: Path) -> None:
    market = load(str(table))
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    market.intent("team = 'red' AND age > 60")
    with pytest.raises(TacitError):
        market.intent("team = 'canary'")
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before
    kept = [
        json.loads(c[c.index(b'{"dimensions"') :])
        for p, c in before.items()
        if p.suffix == ".recipe"
    ]
    assert [set(one) for one in kept] == [{"dimensions", "missing", "written", "remarks"}]
