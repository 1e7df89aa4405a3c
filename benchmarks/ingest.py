"""Promises: reading costs little more than a bare query, proposing a few times that, in bounded memory.

Made-up tables that look like real ones (whole numbers, amounts, dates, names of 5, 50 and 1,000 values)
are read as CSV and as Parquet, in two ways. *Read*: by a market file of some columns, which is reading and
counting alone. *Propose*: as they are, which is proposing dimensions for all columns and counting them.

The baseline of each is DuckDB asked once, with as many threads, for the same columns in the same bins, all
grouped and counted: for *read* those of the market file, for *propose* those that were proposed. It does
less: no look at how a file is written, at odd or missing values, no cells in order. All runs are in turn,
each in a process of its own that has warmed up. Other work on the machine slows neighbours alike, so what
counts is the median of how many times its neighbour's time each run took; CPU time is shown beside it.

Tables grow in rows, in columns and in cells. Last a small file with all that is awkward in real ones:
59 columns, gaps, a few odd rows.

`python -m benchmarks.ingest --more` adds 10^7 rows, `--large` a CSV of 5 x 10^7 for its memory.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from rich.console import Console
from rich.table import Table

RUNS, RUNS_OF_MORE = 5, 3
"""How often each is run, and tables of very many rows or columns."""
ROWS, MORE_ROWS, LARGE_ROWS = (100_000, 1_000_000), 10_000_000, 50_000_000
COLUMNS, CELLS = (10, 60, 200), ("few", "10^4", "10^6")
AMONG = 100_000
"""How many rows tables of many columns have."""
FORMATS = ("csv", "parquet")
MOST = {"csv": 1.5, "parquet": 1.25}
MOST_TO_PROPOSE = 3.0
MOST_SECONDS = 1.0
MOST_MEMORY = 1e9
PROMISED = 1_000_000
"""Promises about time are for tables of at least so many rows."""
READ, PROPOSE, BARE = "read", "propose", "bare"

# --- tables ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """A made-up column: how to make it, and how to cut it.

    Attributes:
        name: what it is called.
        made: an SQL expression over `u`, evenly spread from 0 to 1.
        edges: inner edges of its bins, as a market file and SQL both write them; none for names.
        names: how many names it has, for a column of names.
    """

    name: str
    made: str
    edges: tuple[str, ...] = ()
    names: int = 0

    def in_sql(self) -> str:
        """Its bin, or its name itself."""
        if not self.edges:
            return f'"{self.name}"'
        quoted = [f"DATE '{edge}'" if "-" in edge else edge for edge in self.edges]
        bins = " ".join(f'WHEN "{self.name}" <= {edge} THEN {i}' for i, edge in enumerate(quoted))
        return f"CASE {bins} ELSE {len(quoted)} END"

    def in_market_file(self) -> str:
        """Its part of a market file."""
        top = f"[dimensions.{self.name}]\n"
        if self.edges:
            return f'{top}kind = "numeric"\nclosed = "right"\nedges = [{", ".join(self.edges)}]\n'
        values = ", ".join(f'"{self.name[0]} {i}"' for i in range(self.names))
        return f'{top}kind = "nominal"\nvalues = [{values}]\n'


def column(number: int) -> Column:
    """The column of a number: ten kinds in turn."""
    ages = ("24", "34", "44", "54", "64")
    days = ("2019-12-31", "2020-12-31", "2021-12-31", "2022-12-31", "2023-12-31")
    kinds: Sequence[Callable[[str], Column]] = (
        lambda n: Column(f"age{n}", "(16 + floor(75 * u))::INT", ages),
        lambda n: Column(f"team{n}", "'t ' || floor(5 * u)::INT", names=5),
        lambda n: Column(
            f"wage{n}", "round(exp(8 + 4 * u), 2)", ("6e3", "1e4", "2e4", "5e4", "9e4")
        ),
        lambda n: Column(f"region{n}", "'r ' || floor(50 * u * u)::INT", names=50),
        lambda n: Column(f"joined{n}", "DATE '2019-01-01' + floor(2190 * u)::INT", days),
        lambda n: Column(f"city{n}", "'c ' || floor(1000 * u * u)::INT", names=1000),
        lambda n: Column(f"visits{n}", "floor(30 * u * u)::INT", ("0", "2", "5", "10", "20")),
        lambda n: Column(f"share{n}", "round(u, 4)", ("0.2", "0.4", "0.6", "0.8")),
        lambda n: Column(f"grade{n}", "'g ' || floor(5 * u * u)::INT", names=5),
        lambda n: Column(f"points{n}", "floor(1e6 * u * u * u)::INT", ("1e2", "1e3", "1e4", "1e5")),
    )
    return kinds[number % len(kinds)](str(number // len(kinds) or ""))


def columns(many: int) -> list[Column]:
    """The first so many columns."""
    return [column(number) for number in range(many)]


COUNTED = {
    "few": ("team", "age"),
    "10^4": ("region", "age", "wage", "joined"),
    "10^6": ("city", "region", "age", "share"),
}
"""The columns whose values make so many cells."""


def make_file(path: Path, rows: int, many: int) -> None:
    """Write a table, in a process of its own so that ours stays small."""
    made = [f'{_spread(c.made, number)} AS "{c.name}"' for number, c in enumerate(columns(many))]
    how = "(FORMAT parquet)" if path.suffix == ".parquet" else "(FORMAT csv, HEADER)"
    query = f"COPY (SELECT {', '.join(made)} FROM range({rows}) AS t(i)) TO '{path}' {how}"
    subprocess.run(
        [sys.executable, "-c", f"import duckdb; duckdb.sql({query!r})"],
        check=True,
        capture_output=True,
    )


def _spread(made: str, number: int) -> str:
    """An expression with what is evenly spread in place of `u`, for each column another."""
    return re.sub(r"\bu\b", f"((hash(i * 1000 + {number}) % 1000003) / 1000003.0)", made)


def make_small_file(path: Path, rows: int = 3_322, many: int = 59) -> None:
    """Write a table of about 450 kB that is awkward: short entries, gaps, a few odd rows."""
    rng = Random(59)
    makers: Sequence[Callable[[], str]] = (
        lambda: str(rng.randint(0, 9)),
        lambda: rng.choice("ab"),
        lambda: f"{rng.random():.1f}",
        lambda: rng.choice(["x", "y", "zz", ""]),
        lambda: str(rng.randint(0, 99)) if rng.random() < 0.01 else "",
    )
    lines = [",".join(f"c{i}" for i in range(many))]
    for row in range(rows):
        entries = [makers[i % len(makers)]() for i in range(many)]
        if row in (700, 1400, 2100, 2800):
            entries[0] = "unknown"
        lines.append(",".join(entries))
    path.write_text("\n".join(lines) + "\n")


def make_market_file(path: Path, table: Path, counted: Iterable[Column]) -> None:
    """Write how a table is read."""
    parts = "\n".join(c.in_market_file() for c in counted)
    path.write_text(f'[market]\ntable = "{table}"\n\n{parts}')


def bare_query(table: Path, counted: Iterable[Column]) -> str:
    """The same bins, counted."""
    return _grouped(table, [c.in_sql() for c in counted])


def _grouped(table: Path, keys: Sequence[str]) -> str:
    reader = "read_parquet" if table.suffix == ".parquet" else "read_csv"
    return f"SELECT {', '.join(keys)}, count(*) FROM {reader}('{table}') GROUP BY ALL"


def proposed_query(table: Path) -> str:
    """The bins that Tacit proposes for all columns, counted."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.ingest", "--proposed", str(table)],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def proposed_here(table: Path) -> str:
    """The same, in the process that is asked for it."""
    from tacit.market.sources.counting import Reader
    from tacit.space.numeric import Numeric

    reader = Reader(str(table), cache=False)
    found = reader.proposed().dimensions
    reader.close()
    keys = []
    for d in found:
        if not isinstance(d, Numeric):
            keys.append(f'"{d.column}"')
            continue
        at = "<=" if d.closed == "right" else "<"
        edges = [f"DATE '{edge}'" if d.is_date else repr(edge) for edge in d.edges]
        bins = " ".join(f'WHEN "{d.column}" {at} {edge} THEN {i}' for i, edge in enumerate(edges))
        keys.append(f"CASE {bins} ELSE {len(edges)} END")
    return _grouped(table, keys)


# --- one run, in a process of its own --------------------------------------------------------------


@dataclass(frozen=True)
class Ran:
    """What one run took: seconds, those of all processors, and bytes; or why it was refused."""

    seconds: float
    cpu: float
    peak: int
    refused: str = ""


def once(kind: str, what: str) -> Ran:
    """Run once in a fresh process, which finds nothing that an earlier one has kept."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.ingest", "--once", kind, what],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "TACIT_HOME": home, "XDG_CACHE_HOME": home},
        )
    return Ran(**json.loads(done.stdout))


def run_here(kind: str, what: str) -> Ran:
    """Warm up, then do what is measured."""
    _warm_up()
    refused, start, used = "", perf_counter(), process_time()
    try:
        _act(kind, what)
    except _tacit().TacitError as error:
        refused = str(error)[:200]
    return Ran(perf_counter() - start, process_time() - used, _peak(), refused)


def _tacit() -> Any:
    import tacit

    return tacit


def _act(kind: str, what: str) -> None:
    if kind == BARE:
        import duckdb

        duckdb.connect().sql(what).to_arrow_table()
    else:
        _tacit().load(what)


def _warm_up() -> None:
    """Import and start what any run needs."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.csv"
        table.write_text("team,age\nred,1\nblue,2\n")
        _act(BARE, bare_query(table, [Column("team", "", names=2)]))
        _act(READ, str(table))


def _peak() -> int:
    """The most memory that this process had, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # what getrusage says may be of the process that started this one
        found = re.search(r"VmHWM:\s+(\d+)", status.read_text())
        assert found is not None
        return int(found[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


# --- what is measured ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    """A table, and what it took: each run beside the one of the bare query just before it."""

    about: str
    table: str
    rows: int
    kind: str
    ran: tuple[Ran, ...]
    bare: tuple[Ran, ...]

    @property
    def seconds(self) -> float:
        """The time, at the median."""
        return median(r.seconds for r in self.ran)

    @property
    def ratio(self) -> float:
        """The time as a multiple of the bare query's, at the median of neighbours."""
        pairs = zip(self.ran, self.bare, strict=True)
        return median(ran.seconds / bare.seconds for ran, bare in pairs)

    @property
    def cpu_ratio(self) -> float:
        """The same of the time of all processors, at the least of all runs."""
        return min(r.cpu for r in self.ran) / min(r.cpu for r in self.bare)

    @property
    def peak(self) -> int:
        """The most memory of any run."""
        return max(r.peak for r in self.ran)

    @property
    def refused(self) -> str:
        """Why it was refused; nothing if it was not."""
        return self.ran[0].refused


def measure(
    about: str, table: Path, rows: int, asked: dict[str, tuple[str, str]], runs: int = RUNS
) -> list[Measured]:
    """Run all in turn, several times over, so that a busy moment hits all alike.

    Args:
        about: what the table is called.
        table: its file.
        rows: how many it has.
        asked: what is done in each way, and the bare query to compare it with.
        runs: how often.
    """
    ran: dict[str, list[Ran]] = {kind: [] for kind in asked}
    bare: dict[str, list[Ran]] = {kind: [] for kind in asked}
    for _ in range(runs):
        for kind, (what, query) in asked.items():
            bare[kind].append(once(BARE, query))
            ran[kind].append(once(kind, what))
    return [
        Measured(about, table.suffix[1:], rows, kind, tuple(ran[kind]), tuple(bare[kind]))
        for kind in asked
    ]


@dataclass(frozen=True)
class Case:
    """A table to measure: its rows and columns, what is counted, and in how many runs."""

    about: str
    rows: int
    many: int
    counted: tuple[Column, ...]
    formats: tuple[str, ...] = FORMATS
    kinds: tuple[str, ...] = (READ, PROPOSE)
    runs: int = RUNS

    def measure(self, folder: Path) -> list[Measured]:
        """Make its files, measure, and remove them."""
        found = []
        for ending in self.formats:
            table, market = folder / f"table.{ending}", folder / "market.toml"
            make_file(table, self.rows, self.many)
            make_market_file(market, table, self.counted)
            asked = {}
            if READ in self.kinds:
                asked[READ] = (str(market), bare_query(table, self.counted))
            if PROPOSE in self.kinds:
                asked[PROPOSE] = (str(table), proposed_query(table))
            found += measure(self.about, table, self.rows, asked, self.runs)
            table.unlink()
        return found


def counted(cells: str) -> tuple[Column, ...]:
    """The columns that make so many cells."""
    return tuple(c for c in columns(10) if c.name in COUNTED[cells])


def cases(more: bool = False, large: bool = False) -> list[Case]:
    """All that is measured."""
    usual = counted("10^4")
    sizes = {rows: RUNS for rows in ROWS} | ({MORE_ROWS: RUNS_OF_MORE} if more else {})
    found = [
        Case(f"{rows:.0e} rows".replace("e+0", "e"), rows, 10, usual, runs=runs)
        for rows, runs in sizes.items()
    ]
    found += [
        Case(f"{many} columns, all", AMONG, many, tuple(columns(many)), runs=RUNS_OF_MORE)
        for many in COLUMNS
    ]
    found += [Case(f"{c} cells", ROWS[-1], 10, counted(c), kinds=(READ,)) for c in CELLS]
    if large:
        found.append(Case("large", LARGE_ROWS, 10, usual, ("csv",), (READ,), 1))
    return found


def measure_small(folder: Path) -> list[Measured]:
    """The small file that is awkward."""
    table = folder / "small.csv"
    make_small_file(table)
    asked = {PROPOSE: (str(table), proposed_query(table))}
    return measure("small, awkward", table, 3_322, asked)


# --- what is shown ---------------------------------------------------------------------------------


def report(console: Console, results: list[Measured]) -> None:
    """Print a table and what became of each promise."""
    table = Table(title="Reading tables, against one bare query of the same columns and bins")
    numbers = ("seconds", "bare, s", "times", "CPU, times", "MB", "bare, MB")
    for name in ("table", "file", "what", *numbers, ""):
        table.add_column(name, justify="right" if name in numbers else "left")
    for r in results:
        table.add_row(
            r.about, r.table, r.kind, f"{r.seconds:.3f}", f"{median(b.seconds for b in r.bare):.3f}",
            f"{r.ratio:.2f}", f"{r.cpu_ratio:.2f}", f"{r.peak / 1e6:.0f}",
            f"{max(b.peak for b in r.bare) / 1e6:.0f}", "refused" if r.refused else "",
        )  # fmt: skip
    console.print(table)
    for line in promises(results):
        console.print(line)


def promises(results: list[Measured]) -> list[str]:
    """What became of the promises."""
    lines = []
    long = [r for r in results if r.rows >= PROMISED and r.about != "large"]
    for ending in FORMATS:
        reading = [r for r in long if r.kind == READ and r.table == ending]
        lines.append(_at_most(MOST[ending], f"reading {ending}", reading))
        proposing = [r for r in long if r.kind == PROPOSE and r.table == ending]
        lines.append(_at_most(MOST_TO_PROPOSE, f"proposing for {ending}", proposing))
    (small,) = (r for r in results if r.about.startswith("small"))
    held = small.seconds < MOST_SECONDS and not small.refused
    took = "refused" if small.refused else f"{small.seconds:.2f} s"
    lines.append(_verdict(held, f"the small file in {MOST_SECONDS:g} s", took))
    for r in results:
        if r.about == "large":
            held = r.peak < MOST_MEMORY and not r.refused
            lines.append(_verdict(held, f"{r.rows:,} rows within 1 GB", f"{r.peak / 1e6:.0f} MB"))
    return lines


def _at_most(most: float, what: str, found: list[Measured]) -> str:
    worst = max(r.ratio for r in found)
    held = worst <= most and not any(r.refused for r in found)
    promise = f"{what} at most {most:g} times the bare query from 10^6 rows on"
    return _verdict(held, promise, f"{worst:.2f} at worst")


def _verdict(held: bool, promise: str, found: str) -> str:
    mark = "[green]held[/]" if held else "[red]not held[/]"
    return f"  {mark}: {promise} ({found})"


def run(console: Console, *, more: bool = False, large: bool = False) -> None:
    """Measure and print."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(more, large):
            results += case.measure(Path(folder))
            console.print(f"measured: {case.about}")
        results += measure_small(Path(folder))
    report(console, results)


def main(args: list[str]) -> None:
    """Measure all, or run once for the process that measures."""
    if args[:1] == ["--once"]:
        ran = run_here(*args[1:3])
        print(json.dumps(ran.__dict__))
        return
    if args[:1] == ["--proposed"]:
        print(proposed_here(Path(args[1])), end="")
        return
    console = Console(width=None if sys.stdout.isatty() else 120)
    run(console, more="--more" in args, large="--large" in args)


if __name__ == "__main__":
    main(sys.argv[1:])
