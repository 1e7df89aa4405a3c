"""What a buyer does with a table: describe it, want something of it, protect that, and audit the post."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import tacit
from tests.helpers.command_line import Done, Run
from tests.tables.real import RealTable, home_of

ORDERED = ("ordinal", "numeric")
MOST_DIMENSIONS, LONGEST_RANGE = 3, 3
DRAWS = 50
"""So often is a want drawn, until one matches records."""
NAMED = re.compile(r"lowest (?:reachable limit|limit that serves all of them) is (\d[\d.]*\d|\d)")
"""How a refusal names the limit that can be kept."""
WRONG = re.compile(r"Traceback|something unexpected|\b\w*Warning\b")


@dataclass(frozen=True)
class Outcome:
    """How far a table came.

    Attributes:
        table: which one.
        records: how many records its market holds.
        dimensions: how many were proposed.
        cells: how many combinations of their values there are.
        filled: how many of these hold records.
        asked: on how many dimensions something is wanted.
        wanted: how many records match that.
        limit: the limit that was kept: the default, or the one that was named.
        published: how many records the post asks for.
        problem: what went wrong, and at which step; nothing if all went well.
    """

    table: RealTable
    records: int = 0
    dimensions: int = 0
    cells: int = 0
    filled: int = 0
    asked: int = 0
    wanted: int = 0
    limit: float = 0
    published: int = 0
    problem: str = ""


class Stuck(Exception):
    """A step that did not end as it should."""


def go(table: RealTable, run: Run, folder: Path) -> Outcome:
    """Take a table all the way; says what went wrong rather than to raise it."""
    outcome = Outcome(table)
    try:
        described = _describe(table, run, folder)
        outcome = replace(outcome, **_measures(described))
        _counted_every_row(table, described)
        want = draw_want(table, described, folder)
        (folder / "want.json").write_text(json.dumps(want))
        (folder / "want.json").chmod(0o600)
        post = _protect(run)
        outcome = replace(
            outcome,
            asked=len(want),
            wanted=post["true"]["records"],
            limit=post["limit"],
            published=post["records"],
        )
        _ended_well(run("audit", "market.toml", "--want", "want.json", "--published", "post.json"))
    except (Stuck, tacit.TacitError) as error:
        outcome = replace(outcome, problem=_without_folders(str(error), table, folder))
    except subprocess.TimeoutExpired as error:
        outcome = replace(outcome, problem=f"{error.cmd[3]}: not done in {error.timeout:.0f} s")
    return outcome


def _without_folders(message: str, table: RealTable, folder: Path) -> str:
    """A message that reads alike wherever the table lies."""
    for place in ((home_of(table.package) / table.file).parent, folder):
        message = message.replace(f"{place}/", "")
    return " ".join(message.split())


def _describe(table: RealTable, run: Run, folder: Path) -> dict[str, Any]:
    data = str(table.path(folder))
    done = run("describe", data, "--out", "market.toml", "--json")
    answer: dict[str, Any] = json.loads(_ended_well(done).stdout)
    return answer


def _measures(described: dict[str, Any]) -> dict[str, int]:
    whole = {name: int(described[name]) for name in ("records", "cells", "filled")}
    return {**whole, "dimensions": len(described["dimensions"])}


def _counted_every_row(table: RealTable, described: dict[str, Any]) -> None:
    """Every row is counted, or a note says how many are not."""
    left_out = table.rows - described["records"]
    told = any(f"{left_out:,}" in note for note in described["notes"])
    if left_out < 0 or (left_out and not told):
        raise Stuck(f"describe: {described['records']} records of {table.rows} rows, and no word")


def _protect(run: Run) -> dict[str, Any]:
    """Protect at the default limit or, where that can't be reached, at the one that the refusal names."""
    asked = ("protect", "market.toml", "--want", "want.json", "--keep", "post.json", "--json")
    done = run(*asked)
    if done.returncode == 1:
        named = NAMED.search(" ".join(done.stderr.split()))
        if named is None:
            raise Stuck(f"protect: exit 1 without a limit: {_last_of(done)}")
        done = run(*asked, "--limit", named[1])
    answer: dict[str, Any] = json.loads(_ended_well(done).stdout)
    return answer


def _ended_well(done: Done) -> Done:
    """A verb that did what it was asked, without a word of what goes on inside."""
    verb = next(part for part in done.args if part in ("describe", "protect", "audit"))
    if done.returncode or WRONG.search(done.stderr):
        raise Stuck(f"{verb}: exit {done.returncode}: {_last_of(done)}")
    return done


def _last_of(done: Done) -> str:
    lines = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
    return " ".join(" ".join(lines).split())[-400:]


# --- the want --------------------------------------------------------------------------------------


def draw_want(table: RealTable, described: dict[str, Any], folder: Path) -> dict[str, list[Any]]:
    """Something that is wanted of a market: always the same for a table with the same proposal.

    One to three dimensions, a value on each or, where values have an order, a few in a row; some
    records match.
    """
    rng = Random(table.name)
    market = tacit.load(folder / "market.toml")
    tell_apart = [d for d in described["dimensions"] if len(_filled(d)) > 1]
    dimensions = tell_apart or described["dimensions"]
    for _ in range(DRAWS):
        chosen = rng.sample(dimensions, min(rng.randint(1, MOST_DIMENSIONS), len(dimensions)))
        want = {d["name"]: _part(rng, d) for d in chosen}
        if market.mass(market.intent(want)).records:
            return want
    raise Stuck("no want that matches any record was found")


def _filled(dimension: dict[str, Any]) -> list[int]:
    """Which values of a dimension some records hold, by their place."""
    return [at for at, value in enumerate(dimension["values"]) if value["records"]]


def _part(rng: Random, dimension: dict[str, Any]) -> list[Any]:
    """One value that some records hold, or a few in a row."""
    first = rng.choice(_filled(dimension))
    many = rng.randint(1, LONGEST_RANGE) if dimension["kind"] in ORDERED else 1
    return [value["value"] for value in dimension["values"][first : first + many]]
