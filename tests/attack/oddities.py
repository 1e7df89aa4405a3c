"""What comes from outside and is odd: numbers, tables, frames, market files, and files gone bad."""

from __future__ import annotations

import datetime as dt
import gzip
import io
import json
import math
from collections.abc import Callable, Iterator
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import strategies as st

# --- numbers ---------------------------------------------------------------------------------------

DIGITS = {"5000 digits": "9" * 5_000, "5000 decimals": "0." + "3" * 5_000}
"""Texts too long to be shown, by what they are."""
WRITTEN = (
    *("1%%%", "1/0", "½", "١", "1e999999", "nan", "0x1", " 1 / 3 ", "", " ", "%", "/", "1/", "/3"),
    *(
        "1/3/4",
        "inf",
        "-inf",
        "snan",
        "NaN123",
        "1_000",
        "1__0",
        "+1",
        "-1",
        "--3",
        "3/-4",
        "1e400",
    ),
    *(
        "1e-400",
        "1e1000",
        "1e1001",
        "1e-1000",
        "1e-1001",
        "1e-999999",
        "0e999999999999",
        "1e",
        "e1",
    ),
    *("50%", "100%", "1e5%", "nan%", "inf%", "1e999999%", "1/3%", "1.", ".", ".5", "0", "1", "2"),
    *(
        "1e5/3",
        "0.5/2",
        "1/3e5",
        "１",
        "٣/٤",
        "²",
        "Ⅷ",
        "True",
        "None",
        "auto",
        "1\n2",
        "1,2",
        "0.3;",
    ),
    *(
        "\x1b[2J",
        "\u202e1",
        "\u2007",
        "\udcff",
        "-0",
        "1e-320",
        "1e308",
        "9223372036854775808",
        "64",
    ),
    *("1KB", "1.5 GB", "0.0001B", "999999999T", "999999999.999TB", "1e3MB", "1 0MB", "0B", "١GB"),
)
PIECES = st.sampled_from([*"0123459e+-./%_ =,x٣½nB", "00", "999", "e9", "inf"])
texts = st.one_of(
    st.sampled_from(WRITTEN),
    st.sampled_from(sorted(DIGITS)).map(DIGITS.__getitem__),
    st.lists(PIECES, max_size=7).map("".join),
)
HUGE: dict[str, Any] = {
    **DIGITS,
    "400 digits": "9" * 400,
    "1e400, written": "1e400",
    "2 to the 64th": 2**64,
    "10 to the 30th": 10**30,
    "10 to the 400th": 10**400,
    "minus 10 to the 400th": -(10**400),
    "10 to the 5000th": 10**5_000,
    "minus 10 to the 5000th": -(10**5_000),
    "the highest float": 1.7e308,
    "infinity": math.inf,
    "minus infinity": -math.inf,
    "a huge decimal": Decimal("1e999999"),
    "a huge fraction": Fraction(10**5_000, 3),
}
"""Numbers that are out of proportion for anything, by what they are."""
VALUES: dict[str, Any] = {
    **HUGE,
    "nothing": None,
    "yes": True,
    "no": False,
    "-1": -1,
    "2 to the 63rd": 2**63,
    "the lowest float": 5e-324,
    "not a number": math.nan,
    "a decimal, not a number": Decimal("nan"),
    "a decimal that signals": Decimal("snan"),
    "a tiny decimal": Decimal("1e-999999"),
    "a third": Fraction(1, 3),
    "a tiny fraction": Fraction(1, 10**5_000),
    "a float of numpy": np.float64(0.3),
    "an integer of numpy": np.int64(2),
    "not a number, of numpy": np.float64("nan"),
    "a complex number": 1j,
    "bytes": b"1",
    "a list": [1],
    "a table": {"a": 1},
}
"""What Python may be given in place of a number, by what it is: some are too long to be shown."""
values = st.one_of(texts, st.sampled_from(sorted(VALUES)))

# --- bytes -----------------------------------------------------------------------------------------


def gone_bad(draw: st.DrawFn, content: bytes, start: int = 0) -> bytes:
    """Bytes that were cut, flipped, put in or taken out, from some place on."""
    at = draw(st.integers(start, max(len(content) - 1, start)))
    how = draw(st.sampled_from(["cut", "flip", "put", "take", "write", "add", "many"]))
    some = draw(st.binary(min_size=1, max_size=12))
    if how == "cut":
        return content[:at]
    if how == "add":
        return content + some
    if how == "many":
        rng, found = Random(draw(st.integers(0, 10**9))), bytearray(content)
        for _ in range(8):
            found[rng.randrange(start, len(found))] = rng.randrange(256)
        return bytes(found)
    if how == "flip":
        some = bytes([content[at] ^ 1 << draw(st.integers(0, 7))])
    rest = {"flip": 1, "put": 0, "take": len(some), "write": len(some)}[how]
    return content[:at] + (b"" if how == "take" else some) + content[at + rest :]


# --- tables as text --------------------------------------------------------------------------------

NAMES = (
    *(
        "team",
        "floor",
        "wage",
        "day",
        "id",
        "price",
        "",
        " ",
        "TEAM",
        "a b",
        "union",
        "select",
        "from",
    ),
    *(
        "tacit_cell",
        "tacit2_n",
        "t",
        "raw",
        "given",
        "v",
        "place",
        "n",
        "s",
        "d0",
        "rowid",
        "column0",
    ),
    *(
        '"a""b"',
        "a'b",
        '"a,b"',
        '"a\nb"',
        'a"b',
        "a;b",
        "a\\b",
        "a{b}",
        "%s",
        "\x1b[2J",
        "\u202e",
        "é",
    ),
    *(
        "ß",
        "ẞ",
        "\u212a",
        "k",
        "1999",
        "12",
        "nan",
        "1e5",
        "x" * 300,
        "\ufeff",
        "NULL",
        "--",
        "/*",
        "$1",
    ),
)
FIELDS = (
    *(
        "a",
        "b",
        "c",
        "x",
        "y",
        "z",
        "",
        " ",
        "?",
        "NA",
        "nan",
        "NULL",
        "(other)",
        "(missing)",
        "true",
    ),
    *(
        "0",
        "1",
        "2",
        "-1",
        "+5",
        "00",
        "007",
        "1.5",
        "-0.0",
        "1e5",
        "1e400",
        "-1e400",
        "inf",
        "1%%%",
    ),
    *("0x1", "1_0", "½", "١", "1e308", "-1e308", "5e-324", "9223372036854775807", "1,5", '"1,5"'),
    *("2025-01-01", "0000-01-01", "0001-01-01", "9999-12-31", "10000-01-01", "-infinity", "epoch"),
    *(
        "2025-02-30",
        "2025-01-01T25:00",
        "2025-01-01 12:00+14:00",
        "2025-01-01 00:00 Mars/Sea",
        "1.2.25",
    ),
    *(
        '"',
        '""',
        '"a',
        'a"',
        '"a\nb"',
        "a\rb",
        "'",
        "\\",
        "\x00",
        "\x1b[2J",
        "\u202e",
        "é",
        "a;b",
        "a\tb",
    ),
    *("x" * 2_000, "9" * 400),
)
SPREADS = {
    "few": lambda i: f"{i % 3}",
    "dates": lambda i: f"{(i * 311) % 9999 + 1:04d}-{i % 12 + 1:02d}-{i % 28 + 1:02d}",
    "days": lambda i: f"9999-12-{i % 31 + 1:02d}",
    "large": lambda i: f"{10**17 + i % 15}",
    "far apart": lambda i: f"{i % 20 - 10}.5e307",
    "near nothing": lambda i: f"{i % 20}e-323",
    "alike": lambda i: f"1.{i % 20:016d}",
    "names": lambda i: f"name {i % 60}",
    "ids": lambda i: f"{i}",
}
"""What a whole column may hold."""
SUFFIXES = ("csv", "tsv", "txt", "CSV")
ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1", "cp037")


@st.composite
def text_tables(draw: st.DrawFn) -> bytes:
    """A table as text: names, a few odd fields, whole odd columns; now and then its bytes gone bad."""
    rng = Random(draw(st.integers(0, 10**9)))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))
    spreads = [rng.choice([*SPREADS.values(), lambda _: rng.choice(FIELDS)]) for _ in names]
    many = rng.choice([0, 1, 2, 5, 30, 90])
    rows = [[spread(i) for spread in spreads] for i in range(many)]
    for _ in range(rng.randrange(4) if rows else 0):
        row = rng.choice(rows)
        row[rng.randrange(len(row))] = rng.choice(FIELDS)
        if not rng.randrange(6):
            row.extend(rng.choice([[""], ["x"] * 3_000]))
    mark, end = rng.choice(",,,;\t|^"), rng.choice(["\n", "\n", "\r\n", "\r"])
    text = end.join(mark.join(row) for row in [names, *rows]) + rng.choice([end, ""])
    content = text.encode(rng.choice(ENCODINGS), "replace")
    return content if rng.randrange(4) else gone_bad(draw, content or b"x")


TEXTS: dict[str, bytes] = {
    "nothing": b"",
    "line ends": b"\n\r\n\n",
    "a name too long": b"x" * 140_000 + b",b\n1,2\n",
    "a first line too long": b"x" * 1_100_000 + b",b\n1,2\n",
    "a field too long": b"a,b\n" + b"x" * 140_000 + b",1\ny,2\n",
    "a row too long": b"a,b\n" + b"x," * 20_000 + b"\nz,w\n",
    "far apart": b"n,x\n" + b"".join(b"%de307,a\n" % i for i in range(-17, 18)),
    "near nothing": b"n,x\n" + b"".join(b"%de-323,a\n" % i for i in range(20)) * 2,
    "too large to add": b"n,x\n" + b"".join(b"%d,a\n" % (9 * 10**17 + i) for i in range(20)) * 2,
    "no text": bytes(range(256)) * 4,
    "zeros far behind": b"a,b\n" + b"x,y\n" * 300_000 + b"z\0,w\n",
    "names of nothing": b",,\nx,y,z\nu,v,w\n",
    "names twice": b"a,A\nx,y\n",
}


@st.composite
def packed_tables(draw: st.DrawFn) -> bytes:
    """A table as text, packed, which mostly went bad."""
    rows = b"".join(b"x%d,%d\n" % (i % 3, i % 4) for i in range(draw(st.sampled_from([3, 400]))))
    content = gzip.compress(b"a,b\n" + rows)
    how = draw(st.sampled_from(["bad", "bad", "bad", "bomb", "twice", "zeros", "other", "packed"]))
    return {
        "bad": lambda: gone_bad(draw, content),
        "bomb": lambda: gzip.compress(b"a,b\n" + b"x,y\n" * draw(st.integers(1_000, 60_000))),
        "twice": lambda: content + gzip.compress(draw(st.binary(max_size=20))),
        "zeros": lambda: content + b"\0" * draw(st.integers(1, 99)),
        "other": lambda: gzip.compress(draw(text_tables())),
        "packed": lambda: gzip.compress(content),
    }[how]()


# --- Parquet and frames ----------------------------------------------------------------------------


def _parquet(**how: Any) -> bytes:
    days = [dt.date(2020, 1, 1) + dt.timedelta(days=9 * i) for i in range(30)]
    columns = {"team": ["a", "b", "c"] * 10, "wage": list(range(30)), "day": days}
    made = io.BytesIO()
    pq.write_table(pa.table({**columns, "part": [i / 4 for i in range(30)]}), made, **how)
    return made.getvalue()


PARQUETS = (
    _parquet(compression="none"),
    _parquet(compression="zstd"),
    _parquet(compression="none", use_dictionary=False, data_page_version="2.0"),
    _parquet(compression="snappy", row_group_size=7),
)


@st.composite
def parquets(draw: st.DrawFn) -> bytes:
    """A Parquet file gone bad: anywhere, or in the description of itself that ends it."""
    content = draw(st.sampled_from(PARQUETS))
    about = int.from_bytes(content[-8:-4], "little") + 8
    start = draw(st.sampled_from([0, 4, len(content) - about]))
    return gone_bad(draw, content, start)


def _dictionary(names: Any, at: list[int] | None = None, **how: Any) -> pa.Array:
    return pa.DictionaryArray.from_arrays(
        pa.array(at or [0, 1, 0], pa.int8()), pa.array(names), **how
    )


def _extension(kind: Any, inside: pa.Array) -> pa.Array:
    return pa.ExtensionArray.from_storage(kind, inside)


ENDS = [-(2**63), 2**63 - 1, 0]
COLUMNS: dict[str, Callable[[], pa.Array]] = {
    "lists": lambda: pa.array([[1], [2], [1]]),
    "tables": lambda: pa.array([{"a": 1}, {"a": 2}, None]),
    "maps": lambda: pa.array([[("a", 1)], [], None], pa.map_(pa.string(), pa.int64())),
    "decimals": lambda: pa.array([Decimal(10) ** 37, Decimal(1), None], pa.decimal128(38, 0)),
    "fine decimals": lambda: pa.array(
        [Decimal("0.1"), Decimal("0.2"), None], pa.decimal128(38, 37)
    ),
    "wide decimals": lambda: pa.array([Decimal(10) ** 70, Decimal(1), None], pa.decimal256(76, 0)),
    "moments": lambda: pa.array([0, 10**9, 2 * 10**9], pa.timestamp("s")),
    "moments in a zone": lambda: pa.array([0, 10**18, None], pa.timestamp("ns", "Asia/Kolkata")),
    "moments in no zone": lambda: pa.array([0, 10**9, 2 * 10**9], pa.timestamp("s", "Mars/Sea")),
    "moments far off": lambda: pa.array([-(2**62), 2**62, 0], pa.timestamp("s")),
    "moments at the ends": lambda: pa.array(ENDS, pa.timestamp("us")),
    "moments at the ends, finer": lambda: pa.array(ENDS, pa.timestamp("ns", "UTC")),
    "days far off": lambda: pa.array([-(2**31), 2**31 - 1, 0], pa.date32()),
    "days of the year 0": lambda: pa.array([-719_530, -719_528, -719_163], pa.date32()),
    "days of the year 1": lambda: pa.array([-719_162, -719_161, 0], pa.date32()),
    "days of the year 10000": lambda: pa.array([2_932_896, 2_932_897, 0], pa.date32()),
    "long days": lambda: pa.array([-(2**62), 2**62, 0], pa.date64()),
    "times": lambda: pa.array([-5, 10**6, 2], pa.time32("s")),
    "durations": lambda: pa.array(ENDS, pa.duration("s")),
    "intervals": lambda: pa.array([(1, 2, 3), (0, 0, 0), None], pa.month_day_nano_interval()),
    "large numbers": lambda: pa.array([2**64 - 1, 0, 1], pa.uint64()),
    "many large numbers": lambda: pa.array([2**64 - 1 - i % 20 for i in range(40)], pa.uint64()),
    "numbers at the ends": lambda: pa.array([e - i % 9 for e in (9, 2**63 - 1) for i in range(20)]),
    "half floats": lambda: pa.array(np.arange(40).astype(np.float16)),
    "floats": lambda: pa.array([1.1, math.nan, math.inf], pa.float32()),
    "floats far apart": lambda: pa.array([i * 1e307 for i in range(-17, 18)]),
    "floats near nothing": lambda: pa.array([i * 5e-324 for i in range(40)]),
    "floats alike": lambda: pa.array([1 + i * 2.3e-16 for i in range(40)]),
    "no numbers": lambda: pa.array([math.nan] * 3),
    "bytes": lambda: pa.array([b"a", b"\xff", b""]),
    "fixed bytes": lambda: pa.array([b"aa", b"\xff\0", None], pa.binary(2)),
    "large texts": lambda: pa.array(["a", "b", "a"], pa.large_string()),
    "views of texts": lambda: pa.array(["a", "b", "a"], pa.string_view()),
    "odd texts": lambda: pa.array(["\0", "a\0b", "\x1b", "\u202e", "(other)", "(missing)", None]),
    "no texts": lambda: pa.array(["?", "NA", " "]),
    "long texts": lambda: pa.array(["x" * 200_000, "y", "x"]),
    "nulls": lambda: pa.nulls(3),
    "truths": lambda: pa.array([True, False, None]),
    "categories": lambda: pa.array(["a", None, "b"]).dictionary_encode(),
    "categories with a null": lambda: _dictionary(["a", None, "b"], [0, 1, 2]),
    "ordered with a null": lambda: _dictionary(["a", None, "b"], [0, 1, 2], ordered=True),
    "ordered, twice the same": lambda: _dictionary(["a", "a", "b"], [0, 1, 2], ordered=True),
    "ordered numbers": lambda: _dictionary([5, 3], ordered=True),
    "ordered days": lambda: _dictionary([dt.date(1, 1, 1), dt.date(9999, 12, 31)], ordered=True),
    "ordered, with spaces": lambda: _dictionary([" a ", "?"], ordered=True),
    "categories of lists": lambda: _dictionary([[1], [2]]),
    "runs": lambda: pa.RunEndEncodedArray.from_arrays([2, 3], ["a", "b"]),
    "identifiers": lambda: _extension(pa.uuid(), pa.array([b"0" * 16, b"1" * 16], pa.binary(16))),
    "texts of JSON": lambda: _extension(pa.json_(), pa.array(["1", "{}", "1"])),
    "no UTF-8": lambda: pa.array([b"\xff", b"\xfe", b"a"]).view(pa.string()),
}


def _framed(values: Any) -> pd.DataFrame:
    return pd.DataFrame({"q": values, "k": list("xyx")})


def _named(*names: Any) -> pd.DataFrame:
    rows = [["a"] * len(names), ["b"] * len(names)]
    return pd.DataFrame(rows, columns=pd.Index(list(names), dtype=object))


def _panic() -> pl.DataFrame:
    return pl.DataFrame({"q": pl.Series(ENDS).cast(pl.Datetime("us")), "k": ["x", "y", "x"]})


FRAMES: dict[str, Callable[[], Any]] = {
    "mixed": lambda: _framed([1, "a", None]),
    "periods": lambda: _framed(pd.period_range("2020", periods=3, freq="M")),
    "intervals": lambda: _framed(pd.interval_range(0, 3)),
    "complex numbers": lambda: _framed([1j, 2j, 3]),
    "ordered categories": lambda: _framed(
        pd.Categorical(["a", "b", None], ["b", "a"], ordered=True)
    ),
    "mixed categories": lambda: _framed(pd.Categorical([1, "a", 1])),
    "days at the ends": lambda: _framed([dt.date(1, 1, 1), dt.date(9999, 12, 31), None]),
    "huge numbers": lambda: _framed([10**30, 1, 2]),
    "objects": lambda: _framed([object(), object(), None]),
    "sparse numbers": lambda: _framed(pd.arrays.SparseArray([0, 0, 1])),
    "no characters": lambda: _framed(pd.Series(["\ud800", "b", "a"], dtype=object)),
    "numbers for names": lambda: _named(1, 2.5),
    "nothing for names": lambda: _named(None, math.nan),
    "names twice": lambda: _named("a", "a"),
    "names twice, in upper case": lambda: _named("a\x1b", "A\x1b"),
    "very long names twice": lambda: _named("x" * 9_000, "x" * 9_000),
    "names of no characters": lambda: _named("\ud800", "k"),
    "odd names": lambda: _named("a\0b", "", " ", 'a"b', "a'b", "union", "tacit_cell", "ſ", "s"),
    "pairs for names": lambda: pd.DataFrame(
        np.eye(2), columns=pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")])
    ),
    "no rows": lambda: pd.DataFrame({"a": []}),
    "no columns": lambda: pd.DataFrame(index=range(3)),
    "a column alone": lambda: pd.Series(list("aba")),
    "Polars, nested": lambda: pl.DataFrame({"q": [{"a": [1]}, {"a": [2]}]}),
    "Polars, objects": lambda: pl.DataFrame({"q": [object(), object()]}),
    "Polars, huge": lambda: pl.DataFrame({"q": pl.Series([2**100, 1], dtype=pl.Int128)}),
    "Polars, enumerated": lambda: pl.DataFrame(
        {"q": pl.Series(["a", "b"], dtype=pl.Enum(["b", "a"]))}
    ),
    "Polars, out of range": _panic,
    "Polars, lazy": lambda: pl.LazyFrame({"q": ["a", "b"], "k": ["x", "y"]}),
    "Polars, lazy and wrong": lambda: pl.LazyFrame({"q": ["a"]}).select(pl.col("zz")),
    "Polars, nothing": pl.DataFrame,
    "Arrow, nothing": lambda: pa.table({}),
    "Arrow, names twice": lambda: pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]),
    "uneven lists": lambda: {"a": ["x", "y"], "b": [1]},
    "a list": lambda: [1, 2],
    "an array": lambda: np.eye(2),
    "nothing": lambda: None,
}

# --- market files ----------------------------------------------------------------------------------

PEOPLE = "age,race,day,price,n\n" + "".join(
    f"{i * 7 % 80},{('White', 'Black', 'Other')[i % 3]},2025-{i % 12 + 1:02d}-05,{i % 5}.5,{i % 3 + 1}\n"
    for i in range(24)
)
BINS = ("up to 17", "18 to 61", "from 62")
PRICES = [
    f"{race},{age},{i}.25" for i, race in enumerate(("White", "Black", "Other")) for age in BINS
]
_RACES = ["White", "Black", "Other"]
MARKETS: tuple[dict[str, Any], ...] = (
    {
        "market": {"table": "people.csv", "missing": "drop", "missing-in": "all", "name": "p"},
        "dimensions": {
            "age": {
                "kind": "numeric",
                "edges": [17, 24, 61],
                "labels": ["a", "b", "c", "d"],
                "order": ["b", "a", "c", "d"],
                "closed": "left",
                "integer": True,
            },
            "race": {"kind": "nominal", "values": ["White"], "other": "rest"},
        },
        "cost": {"column": "price", "empty": 3},
        "terms": {
            "currency": "EUR",
            "fee": 25,
            "minimum": 10,
            "tiers": [{"from": 100, "price": 0.9}, {"from": 1000, "price": "3/4"}],
        },
    },
    {
        "market": {"table": "people.csv", "missing": "keep"},
        "dimensions": {
            "race": {"kind": "ordinal", "values": _RACES, "missing-value": "unknown"},
            "near": {
                "kind": "matrix",
                "column": "race",
                "values": _RACES,
                "matrix": [[0, 1, 2], [1, 0, 1.5], [2, 1.5, 0]],
            },
        },
        "cost": {"base": 0.5, "per-value": {"race": {"Black": 2}}},
    },
    {
        "market": {"table": "people.csv", "count": "n"},
        "dimensions": {
            "race": {
                "kind": "tree",
                "tree": {"Some": ["White", "Black"], "None": {"x": ["Other"]}},
            },
            "day": {"kind": "numeric", "edges": [dt.date(2025, 4, 1)], "closed": "left"},
        },
        "cost": {"each": 2.5},
    },
    {
        "market": {"table": "people.csv"},
        "dimensions": {
            "race": {"kind": "nominal", "values": _RACES},
            "age": {"kind": "numeric", "edges": [17, 61], "integer": True},
        },
        "cost": {"table": "prices.csv", "empty": 1},
    },
    {
        "market": {"table": "people.csv"},
        "dimensions": {
            "first": {"kind": "prefix", "length": 1, "column": "race"},
            "two": {"kind": "grouped", "groups": {"all": _RACES}, "column": "race"},
            "codes": {"kind": "tree", "prefixes": [1, 2], "column": "race"},
            "race": {"kind": "tree", "tree": "prices.csv"},
        },
    },
)
LURES = (
    "/dev/zero",
    "/dev/null",
    "/dev/stdin",
    "pipe.csv",
    "zero.csv",
    "folder.csv",
    "market.toml",
)
NUMBERS = (
    *(0, -1, 1, 2, 17, 2**31, 2**53 + 1, 2**62, 2**63, 10**30, 10**308, 10**400, 10**4_200),
    *(0.1, 1e-5, 1e-300, 5e-324, 1e16, 1e300, 1.7e308, -1e308, math.nan, math.inf, True),
)
DAYS = (dt.date(1, 1, 1), dt.date(9999, 12, 31), dt.datetime(2025, 5, 5, 1), dt.time(3))
WORDS = (
    *(
        "",
        "x",
        "White",
        "age",
        "race",
        "day",
        "price",
        "n",
        "1",
        "1/3",
        "1/0",
        "1e400",
        "50%",
        "(other)",
    ),
    *(
        "(missing)",
        "?",
        "'",
        '"',
        "a;b",
        "\0",
        "\x1b[2J",
        "\u202e",
        "a\nb",
        "é" * 50,
        "..",
        "~",
        "*.csv",
    ),
    *(
        "left",
        "right",
        "keep",
        "drop",
        "all",
        "nominal",
        "ordinal",
        "numeric",
        "tree",
        "matrix",
        *LURES,
    ),
    *("people.csv", "prices.csv", "~/people.csv", "9" * 5_000),
)
KEYS = (
    *("kind", "edges", "labels", "order", "closed", "integer", "values", "other", "column", "tree"),
    *("length", "groups", "prefixes"),
    *("missing-value", "matrix", "each", "table", "base", "per-value", "empty", "currency", "fee"),
    *(
        "minimum",
        "tiers",
        "from",
        "price",
        "name",
        "count",
        "missing",
        "missing-in",
        "market",
        "zq",
    ),
    *("dimensions", "cost", "terms", "", "\x1b", "\u202e"),
)
SHAPES: tuple[Any, ...] = (
    *([], {}, [[]], [[[1]]], {"a": 1}, {"": ""}, [1, "a"], [{}], ["a", "a"], [24, 17], [17, 17]),
    *([1e308, 1.7e308], [10**18, 10**400], [DAYS[0]], [DAYS[1]], [DAYS[2]], {"a": {"b": ["x"]}}),
    *([[0, 10**400, 1], [10**400, 0, 1], [1, 1, 0]], [[0, 5e-324, 1], [5e-324, 0, 1], [1, 1, 0]]),
    *([{"from": 10**400, "price": 1}], [{"from": 5, "price": "1e-999"}], [{"from": 5}]),
)


def spots(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a tree of tables and lists, as what holds it and its name or number there."""
    for name, value in list(tree.items() if isinstance(tree, dict) else enumerate(tree)):
        yield tree, name
        if isinstance(value, dict | list):
            yield from spots(value)


def _of_its_kind(rng: Random, value: Any) -> Any:
    """Another value of the same kind, such as another number."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return rng.choice(NUMBERS)
    if isinstance(value, str):
        return rng.choice(WORDS)
    if isinstance(value, dt.date):
        return rng.choice(DAYS)
    if not isinstance(value, list) or not value:
        return value
    other = _of_its_kind(rng, value[-1])
    return rng.choice([value[::-1], [*value, other], value[:-1], value * 2, [other] * len(value)])


def _anything(rng: Random) -> Any:
    return deepcopy(rng.choice(rng.choice([NUMBERS, WORDS, DAYS, SHAPES])))


def changed_market(rng: Random, market: dict[str, Any]) -> dict[str, Any]:
    """The content of a market file with other things in some places, some less or some more."""
    found = deepcopy(market)
    for _ in range(rng.randint(1, 3)):
        here = list(spots(found))
        if not here:
            break
        holder, name = rng.choice(here)
        how = rng.choice(["like", "like", "like", "like", "put", "put", "add", "wrap", "drop"])
        if how == "like":
            holder[name] = _of_its_kind(rng, holder[name])
        elif how == "put":
            holder[name] = _anything(rng)
        elif how == "add" and isinstance(holder, dict):
            holder[rng.choice(KEYS)] = _anything(rng)
        elif how == "wrap":
            holder[name] = [holder[name]]
        elif how == "drop":
            del holder[name]
    return found


def as_toml(value: Any) -> str:
    """A value as TOML, in one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(k)} = {as_toml(v)}' for k, v in value.items())}}}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


@st.composite
def market_files(draw: st.DrawFn, markets: tuple[dict[str, Any], ...] = MARKETS) -> bytes:
    """A market file with something odd in it; now and then its bytes gone bad."""
    rng = Random(draw(st.integers(0, 10**9)))
    market = changed_market(rng, draw(st.sampled_from(markets)))
    text = "".join(f"{json.dumps(key)} = {as_toml(value)}\n" for key, value in market.items())
    if not rng.randrange(12):
        at = rng.randrange(len(text) + 1)
        put = rng.choice(["[" * 3_000, "{" * 300, '"', "=", "\0", "9" * 5_000, "[[x]]", "\n", "é"])
        text = text[:at] + put + text[at + rng.randrange(8) :]
    content = text.encode("utf-8", "surrogatepass")
    return content if rng.randrange(12) else gone_bad(draw, content or b"x")
