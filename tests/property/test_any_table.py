"""Whatever table there is: a proposal that reads back and counts every row once, or a plain refusal.

Tables are drawn column by column: names that mean something in SQL, that are blank, quoted, very long or
given twice; values that are missing, mixed, huge, or that only look like numbers or dates.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, event, example, given, settings
from hypothesis import strategies as st

import tacit
from tests.helpers.command_line import Run

ONE_FOLDER = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
MOST_ROWS, MOST_COLUMNS = 20, 5
LEFT_OUT = re.compile(
    r"(\d[\d,]*)(?: of [\d,]+)? rows?\b.*left out|left out\D*(\d[\d,]*)(?: of [\d,]+)? rows?\b"
)
"""How a note says that rows were left out."""
SQL_WORDS = ("union", "select", "from", "order", "group by", "table", "null", "count(*)", "rowid")
ODD_NAMES = (
    *(
        "",
        " ",
        "  x",
        "a b",
        "a'b",
        'a"b',
        "a`b",
        "a;b",
        "a,b",
        "a\nb",
        "--",
        "/* x */",
        "a.b",
        "[x]",
    ),
    *(
        "😀",
        "é",
        "Ä\u0308",
        "\u202eabc",
        "$1",
        "?",
        "1",
        "1.5",
        "-0",
        "x" * 300,
        "A",
        "a",
        "t",
        "(missing)",
    ),
)


@dataclass(frozen=True)
class Drawn:
    """A table that was drawn: its names, and its columns of as many values each."""

    names: tuple[str, ...]
    columns: tuple[tuple[Any, ...], ...]

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.columns[0])

    def as_csv(self) -> str:
        """The table as text."""
        place = io.StringIO()
        writer = csv.writer(place, lineterminator="\n")
        writer.writerow(self.names)
        writer.writerows(zip(*self.columns, strict=True))
        return place.getvalue()

    def as_frame(self) -> pd.DataFrame:
        """The table as pandas holds it, each column with the type that pandas finds for it."""
        frame = pd.DataFrame(dict(enumerate(map(list, self.columns))))
        frame.columns = pd.Index(self.names)
        return frame


# --- tables ----------------------------------------------------------------------------------------

letters = st.characters(exclude_categories=("Cs", "Cc"))
texts = st.text(letters, max_size=8)
numbers_as_text = st.sampled_from(
    [
        "1",
        "-0",
        "007",
        "1.5",
        "1,5",
        "1,234.50",
        "$9.99",
        "12%",
        "1e5",
        "nan",
        "inf",
        "NA",
        "?",
        "-",
    ]
)
dates_as_text = st.sampled_from(
    ["2024-02-29", "29/02/2024", "02/29/2024", "2024-13-01", "1 Jan 2000", "2000-01-01T00:00:00Z"]
)
days = st.dates(dt.date(1700, 1, 1), dt.date(2250, 12, 31))
plain: dict[str, st.SearchStrategy[Any]] = {
    "few names": st.sampled_from(["red", "blue", "green"]),
    "texts": texts,
    "small ints": st.integers(0, 9),
    "ints": st.integers(-(2**63), 2**63 - 1),
    "huge ints": st.integers(-(10**40), 10**40),
    "floats": st.floats(allow_subnormal=False) | st.sampled_from([0.0, -0.0]),
    "flags": st.booleans(),
    "dates": days,
    "looks like numbers": numbers_as_text,
    "looks like dates": dates_as_text,
    "nothing": st.none(),
}
mixed = st.one_of(*(values for kind, values in plain.items() if kind != "huge ints"))
kinds = st.sampled_from([*plain, "mixed", "with gaps"])
names = st.sampled_from([*SQL_WORDS, *ODD_NAMES]) | st.text(letters, max_size=6)


@st.composite
def columns(draw: st.DrawFn, rows: int) -> tuple[Any, ...]:
    """A column of one kind, of all kinds, or of one kind with gaps."""
    kind = draw(kinds)
    event(f"a column: {kind}")
    if kind == "mixed":
        values = mixed
    elif kind == "with gaps":
        values = st.none() | plain[draw(st.sampled_from(["few names", "small ints", "dates"]))]
    else:
        values = plain[kind]
    return tuple(draw(st.lists(values, min_size=rows, max_size=rows)))


@st.composite
def tables(draw: st.DrawFn) -> Drawn:
    """A table of one or more columns and one or more rows; names may be given twice."""
    named = draw(st.lists(names, min_size=1, max_size=MOST_COLUMNS))
    rows = draw(st.integers(1, MOST_ROWS))
    return Drawn(tuple(named), tuple(draw(columns(rows)) for _ in named))


# --- the laws --------------------------------------------------------------------------------------


def cells_of(market: tacit.Market) -> tuple[list[list[Any]], list[list[int]], list[int]]:
    """All that a market holds: the values of its dimensions, and its filled cells."""
    values = [[d.name, d.kind, *map(str, d.values)] for d in market.space]
    cells = market.cells(tacit.Box.everything(market.space))
    order = np.lexsort(cells.codes)
    return values, cells.codes[:, order].tolist(), cells.records[order].tolist()


def counts_every_row_once(market: tacit.Market, rows: int) -> None:
    """Every row is in one cell, or a note says how many rows are in none."""
    said = [match for note in market.notes for match in LEFT_OUT.finditer(note)]
    left_out = sum(int((match[1] or match[2]).replace(",", "")) for match in said)
    assert market.total.records + left_out == rows, market.notes
    assert sum(cells_of(market)[2]) == market.total.records


def is_plain(message: str) -> bool:
    """Whether a refusal is one paragraph for people, about the table rather than about the program."""
    return bool(message.strip()) and message.isprintable() and "unexpected" not in message


def opened(frame: pd.DataFrame) -> tuple[tacit.Market | None, str]:
    """A market, or why there is none."""
    try:
        return tacit.load(frame), ""
    except tacit.TacitError as error:
        return None, str(error)


CASES: tuple[Drawn, ...] = (
    Drawn(("union",), (("a", "b", "a"),)),
    Drawn(("a", "a"), (("x", "y"), ("p", "q"))),
    Drawn(("a", "A"), (("x", "y"), ("p", "q"))),
    Drawn(("",), (("x", "y"),)),
    Drawn(("x",), ((None, None, None),)),
    Drawn(("x",), (("only",),)),
    Drawn(("x",), ((-0.0, 0.0, 1.0),)),
    Drawn(("x", "y"), ((10**40, 1, 2), ("a", "b", "a"))),
    Drawn(("day",), ((dt.date(2024, 1, 1), "no day", None),)),
    Drawn(("x" * 300, '"'), ((1, 2), (True, False))),
)


def with_cases(law: Callable[..., None]) -> Callable[..., None]:
    """Try the named cases first, each time."""
    for case in CASES:
        law = example(table=case)(law)
    return law


@ONE_FOLDER
@with_cases
@given(table=tables())
def test_a_file_is_proposed_for_or_plainly_refused(run: Run, tmp_path: Path, table: Drawn) -> None:
    place, market_file = tmp_path / "table.csv", tmp_path / "market.toml"
    market_file.unlink(missing_ok=True)
    place.write_text(table.as_csv(), encoding="utf-8", newline="")
    done = run("describe", "table.csv", "--out", "market.toml", "--json")
    if done.returncode:
        event("refused")
        assert done.returncode == 2
        assert is_plain(done.stderr.replace("\n", " "))
        with pytest.raises(tacit.TacitError):
            tacit.load(place)
        return
    event("proposed")
    proposed, again = tacit.load(place), tacit.load(market_file)
    assert cells_of(again) == cells_of(proposed)
    assert json.loads(done.stdout)["records"] == proposed.total.records
    counts_every_row_once(proposed, table.rows)


@ONE_FOLDER
@with_cases
@given(table=tables())
def test_a_frame_is_proposed_for_or_plainly_refused(table: Drawn) -> None:
    market, refusal = opened(table.as_frame())
    event("refused" if market is None else "proposed")
    if market is None:
        assert is_plain(refusal)
    else:
        counts_every_row_once(market, table.rows)
