"""The options for reading a table, which every verb with DATA takes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli._help import HelpAll
from tacit.cli._passphrase import asked
from tacit.cli._signature import Options, takes
from tacit.cli._terminal import busy, tell

if TYPE_CHECKING:
    from tacit.market.market import Market

_PANEL = "Reading a table"
_A_NUMBER, _SECONDS = "N", "SECONDS"
PASSWORD = "TACIT_DB_PASSWORD"
_ABOUT = {
    "table": (
        "NAME",
        "With a database: the table, with its schema before a point if it needs one.",
    ),
    "query": ("FILE", "With a database, instead of --table: a file with one SELECT."),
    "missing": ("drop|keep", "What to do with rows that lack a value; by default keep."),
    "cost": ("COLUMN", "The column that says what a record costs; without it each costs 1."),
    "count": ("COLUMN", "The column that says how many records a row stands for."),
    "text": ("COLUMNS", "Columns to take as names even if they hold numbers."),
    "dimensions": (
        "COLUMNS",
        "The columns to use, with commas between, those with commas in quotes: 'a,\"b,c\"'; by default all "
        "that are fit.",
    ),
    "bins": (_A_NUMBER, "About how many bins to put the numbers of a column in; by default 20."),
    "memory": (
        "SIZE",
        "How much memory to take, such as 2GB; by default a quarter of the machine's.",
    ),
    "unpacked": ("SIZE", "How much a packed file may hold; by default 50 times its size, or 1GB."),
    "encoding": (
        "NAME",
        "How a text is written, such as windows-1252, if it does not say so itself.",
    ),
    "sheet": ("NAME", "Which sheet of a workbook to read; by default the first."),
    "header_line": (
        _A_NUMBER,
        "Which line of a text, or row of a sheet, names the columns; by default the first, titles aside.",
    ),
    "timeout": (_SECONDS, "How many seconds a database may take for one question; by default 600."),
    "statistics": (
        "KIND,...",
        "What the table is, if it does not list all records: sample,rate=0.01 or sample,total=45222, "
        "released,noise=laplace,scale=10 or released,suppressed-below=10.",
    ),
}
_AskPassword = Annotated[
    bool,
    typer.Option(
        "--ask-password",
        help=f"Ask for the password of the database. Without it, {PASSWORD} counts, or the engine's own way.",
        rich_help_panel=_PANEL,
    ),
]

_NoCache = Annotated[
    bool,
    typer.Option(
        "--no-cache",
        help="Read the table anew, and keep nothing of it for the next time.",
        rich_help_panel=_PANEL,
    ),
]

_InEngine = Annotated[
    bool,
    typer.Option(
        "--in-engine",
        help="Leave the cells in the database, if they do not fit into memory. Its log may show what you want.",
        rich_help_panel=_PANEL,
    ),
]
_FLAGS = {"password": "--ask-password", "in_engine": "--in-engine", "cache": "--no-cache"}
"""What was said by a flag, by its name in Python."""


def _option(metavar: str, about: str) -> tuple[Any, Any]:
    info = typer.Option(metavar=metavar, help=about, rich_help_panel=_PANEL, show_default=False)
    kind = {_A_NUMBER: int, _SECONDS: float}.get(metavar, str)
    return Annotated[kind | None, info], None


def _packed(given: dict[str, Any]) -> dict[str, Any]:
    """The options as the Python API takes them."""
    from tacit._names import names_in
    from tacit.errors import SettingError

    if given["missing"] not in (None, "drop", "keep"):
        raise SettingError(
            "what to do with rows that lack a value must be drop or keep.", "missing"
        )
    found = {n: value for n, value in given.items() if value not in (None, "") and n in _ABOUT}
    for name in ("text", "dimensions"):
        if name in found:
            found[name] = names_in(found[name])
    if "query" in found:
        found["query"] = Path(found["query"])
    if given["ask_password"]:
        found["password"] = asked("Password of the database: ", "the database needs its password.")
    if given["in_engine"]:
        found["in_engine"] = True
    if "statistics" in found:
        found["statistics"] = _statistics(found["statistics"])
    return {**found, "cache": False} if given["no_cache"] else found


def _statistics(written: str) -> dict[str, Any]:
    """A `[statistics]` table in one line: its kind, then its entries."""
    from tacit.errors import SettingError

    kind, *parts = (part.strip() for part in written.split(","))
    pairs = [part.partition("=") for part in parts]
    if not all(mark and name and value for name, mark, value in pairs):
        raise SettingError(
            "say the kind first and then its entries, such as sample,rate=0.01.", "statistics"
        )
    told = {name.strip(): value.strip() for name, _, value in pairs}
    return {"kind": kind, **{n: int(v) if v.isdecimal() else v for n, v in told.items()}}


def _options() -> Options:
    about: Options = {name: _option(*told) for name, told in _ABOUT.items()}
    more: Options = {"ask_password": (_AskPassword, False), "in_engine": (_InEngine, False)}
    more = {**more, "no_cache": (_NoCache, False)}
    return {**about, **more, "help_all": (HelpAll, False)}


takes_table = takes("table", _options, _packed)
"""A verb that reads a table gets how to read it as `table`; its help can show all options."""


def open_market(data: str, table: dict[str, Any]) -> Market:
    """Open a market, telling what happened on the way."""
    from tacit.market.sources.load import load

    with busy(f"reading {data}") as progress:
        market = load(data, progress=progress, **table)
    for note in market.notes:
        tell(note)
    return market


def same_table(data: str, table: dict[str, Any]) -> str:
    """How a table that is in no market file is named on the command line, with all that was said of it."""
    from tacit._names import option

    parts = [shlex.quote(data)]
    for name, said in table.items():
        flag = f"--{name.replace('_', '-')}"
        if isinstance(said, list):
            parts.append(option(flag, said))
        elif isinstance(said, dict):
            entries = [f"{n}={value}" for n, value in said.items() if n != "kind"]
            parts.append(f"{flag} {shlex.quote(','.join([said['kind'], *entries]))}")
        elif name in _FLAGS:
            parts.append(_FLAGS[name])
        elif name in _ABOUT:
            parts.append(f"{flag} {shlex.quote(str(said))}")
    return " ".join(parts)
