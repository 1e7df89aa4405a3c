"""Reads very many files, each within bounds, in processes that may die of it.

A process that has imported Tacit, and done nothing else, forks others that read one file after the other.
Each tells what came of every file as it goes; where one dies, the next goes on behind the file it died of.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
AT_ONCE = 250
"""So many files does one process read before another takes over."""
MOST_MEMORY = 2 * 1024**3
"""So many bytes of addresses may be taken on top of what the process began with."""
MOST_CPU, PATIENCE = 10, 60
"""So many seconds of CPU may one file take, and so many on the clock: whatever takes longer hangs."""
FRUGAL = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
"""Libraries that set addresses aside in advance would use up what a file may take."""
READ, REFUSED = "read", "refused"


@dataclass(frozen=True)
class Answers:
    """What came of the files that were read.

    Attributes:
        read: how many were opened as a market.
        refused: how many were refused with a `TacitError`.
        faults: what else happened, with the numbers of the files.
    """

    read: int
    refused: int
    faults: tuple[str, ...]


def read_apart(name: str, first: int, many: int) -> Answers:
    """Read so many mutated files of a format, from the one with the first number on."""
    with tempfile.TemporaryDirectory() as folder:
        homes = {"TACIT_HOME": f"{folder}/home", "XDG_CACHE_HOME": f"{folder}/cache"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.attack.reading_apart", name, str(first), str(many)],
            cwd=REPOSITORY,
            env={**os.environ, **FRUGAL, **homes, "TMPDIR": folder},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    return Answers(found[READ], found[REFUSED], tuple(found["faults"]))


def serve(name: str, first: int, many: int) -> dict[str, Any]:
    """Read all the files, by as many processes as it takes."""
    _import_all()
    found: dict[str, Any] = {READ: 0, REFUSED: 0, "faults": []}
    number, end = first, first + many
    while number < end:
        answers, status = _forked(name, number, min(end, number + AT_ONCE))
        for answer in answers:
            if answer in (READ, REFUSED):
                found[answer] += 1
            else:
                found["faults"].append(f"{name} {number}: {answer}")
            number += 1
        if status:
            found["faults"].append(f"{name} {number}: {_ended(status)}")
            number += 1
    return found


def _import_all() -> None:
    """Import what reading imports, and start no thread: a fork would not have it."""
    import pkgutil

    import tacit

    for module in pkgutil.walk_packages(tacit.__path__, "tacit."):
        if module.name.startswith(("tacit.market.", "tacit.space.")):
            import_module(module.name)
    for needed in ("duckdb", "pyarrow.csv", "pyarrow.parquet", "tests.attack.mutated"):
        import_module(needed)
    gc.freeze()


def _ended(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"the process ended with {code}"
    took = {signal.SIGXCPU: f" (over {MOST_CPU} s)", signal.SIGALRM: f" (over {PATIENCE} s)"}
    name = signal.Signals(-code)
    return f"the process died of {name.name}{took.get(name, '')}"


def _forked(name: str, first: int, end: int) -> tuple[list[str], int]:
    """Read files in another process; gives its answers so far and how it ended."""
    heard, told = os.pipe()
    child = os.fork()
    if not child:
        code = 98
        try:
            os.close(heard)
            _read_all(name, first, end, told)
            code = 0
        finally:
            os._exit(code)
    os.close(told)
    with open(heard, encoding="utf-8") as answers:
        lines = [json.loads(line) for line in answers]
    return lines, os.waitpid(child, 0)[1]


def _read_all(name: str, first: int, end: int, told: int) -> None:
    from tests.attack.mutated import FORMATS, mutated_file

    warnings.simplefilter("error")
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    most = _memory() + MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    for number in range(first, end):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / f"table.{FORMATS[name].ending}"
            place.write_bytes(mutated_file(name, number))
            answer = _answer(place)
            if os.listdir(folder) != [place.name]:
                answer = f"left behind: {sorted(os.listdir(folder))}"
        os.write(told, (json.dumps(answer) + "\n").encode())
        gc.collect()  # what one file has taken is not held against the next


def _answer(place: Path) -> str:
    """What comes of one file."""
    import tacit

    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (spent + MOST_CPU, resource.RLIM_INFINITY))
    signal.alarm(PATIENCE)
    try:
        market = tacit.load(place)
    except tacit.TacitError as error:
        kind = type(error).__name__
        return f"{kind}: {error}"[:300] if kind == "Unexpected" or not str(error) else REFUSED
    except BaseException as error:  # what a library calls a panic is no Exception
        where = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{Path(where.filename).name}, line {where.lineno}"
        return f"{type(error).__name__} in {at}: {str(error)[:200]!r}"
    finally:
        signal.alarm(0)
    return READ if isinstance(market, tacit.Market) else f"a {type(market).__name__}"


def _memory() -> int:
    """How many bytes of addresses this process uses."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


if __name__ == "__main__":
    print(json.dumps(serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))), flush=True)
    os._exit(0)  # what is frozen is not taken apart, and a library would complain of that
