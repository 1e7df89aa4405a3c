"""Whatever the system refuses a verb: one clean message, files that are old or new, and nothing beside.

No space, no permission, a disk that fails; limits on files and on memory; standard streams that are
closed, full or left by their reader; and letters that the terminal does not have.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.attack.forks import FAIL, SHORT, Fault, Forks, Job, Ran
from tests.attack.tally import LONG, attempts, found, tried
from tests.attack.verbs import VERBS, WANT, Known, Left, Room, Verb

pytestmark = pytest.mark.process

QUICK = ("describe", "protect, new campaign", "purchase, campaign", "demo")
TRIED = [verb for verb in VERBS if LONG or verb.name in QUICK]
REFUSED = (errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO, errno.EINTR, errno.EDQUOT)
BAD = 2
MIB = 2**20

LIMITED = ("--limit", "1/100")
UNREACHABLE = ("--need", "5", "--allocate", "optimal", "--against", "purchase", *LIMITED)
SURVEY = ("--survey", "--made-by", "greedy", "--for", "em-f", "--limit", "1/10")
VERDICTS = (
    Verb("audit", ("audit", *WANT, "--published", "shown.json"), code=1),
    Verb("audit, campaign", ("audit", "table.csv", "--campaign", "need.tacit"), code=1),
    Verb("audit, survey", ("audit", "table.csv", *SURVEY), code=1),
    Verb("protect, refused", ("protect", *WANT, "--method", "greedy", *LIMITED), code=1),
    Verb(
        "purchase, too much",
        ("purchase", *WANT, "--published", "shown.json", *UNREACHABLE),
        code=1,
    ),
    Verb("campaign", ("campaign", "need.tacit")),
)
"""Verbs that write nothing but an answer, most with a verdict."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    forks = Forks()
    try:
        yield Room(tmp_path_factory.mktemp("faults"), forks)
    finally:
        forks.close()


def judge(known: Known, verb: Verb, ran: Ran, left: Left, about: str) -> None:
    """It did its work, or said in one line why not and changed nothing halfway."""
    tried("faults")
    case = (verb.name, about, ran.code, ran.err)
    assert found("tracebacks", when="Traceback" in ran.err), case
    assert ran.code in (verb.code, BAD), case
    complaints = [line for line in ran.err.splitlines() if line.startswith("tacit: ")]
    assert len(complaints) == (ran.code != 0), case
    assert all(line.startswith(("note: ", "tacit: ")) for line in ran.err.splitlines()), case
    done = known.is_done(verb, left)
    good = known.is_whole(verb, left) if ran.code == BAD else done
    assert found("lost files", when=not good), case


@pytest.mark.parametrize("old", [True, False] if LONG else [False], ids=["old", "new"][-1 - LONG :])
@pytest.mark.parametrize("verb", TRIED, ids=lambda verb: verb.name)
def test_a_call_is_refused(room: Room, verb: Verb, old: bool) -> None:
    known, rng = room.known(verb, old=old), Random(verb.name)
    calls = [call[0] for call in known.ran.calls]
    faults = [
        Fault(FAIL, at, REFUSED[(at + i) % 6]) for at, _ in enumerate(calls, 1) for i in (old, 3)
    ]
    faults += [Fault(SHORT, at) for at, name in enumerate(calls, 1) if name == "write"]
    for fault in rng.sample(faults, min(attempts(6, 1000), len(faults))):
        with room.copy(verb, old=old) as place:
            ran = room.forks.run(Job(str(place), verb.args, fault))
            left = Left.found(verb, place)
        name = calls[fault.at - 1]
        judge(known, verb, ran, left, f"{fault}: {name}")
        kept = name in ("unlink", "rmdir")  # what can't be removed stays
        assert kept or left.beside == (), (verb.name, str(fault), name, left.beside)
        assert kept or left.empty == known.before.empty, (verb.name, str(fault), name)


@pytest.mark.parametrize("verb", TRIED, ids=lambda verb: verb.name)
def test_files_may_not_grow(room: Room, verb: Verb) -> None:
    known = room.known(verb, old=True)
    for most in (0, 100, 3_000, 50_000)[: attempts(2, 4)]:
        with room.copy(verb, old=True) as place:
            limits = {resource.RLIMIT_FSIZE: most}
            ran = room.forks.run(
                Job(str(place), verb.args, limits=limits, outputs=("gone", "told"))
            )
            judge(known, verb, ran, Left.found(verb, place), f"files of {most} bytes")


NO_THREAD = "cannot allocate memory for thread-local data: ABORT"
"""What the C library says before it ends a process that starts a thread without memory."""


@pytest.mark.parametrize("verb", TRIED, ids=lambda verb: verb.name)
def test_memory_runs_out(room: Room, verb: Verb) -> None:
    """A library may end the process by itself; then nobody can say anything, but nothing is lost."""
    known = room.known(verb, old=True)
    for most in (1, 20, 80, 200, 400, 800)[-attempts(1, 6) :]:
        with room.copy(verb, old=True) as place:
            limits = {resource.RLIMIT_AS: most * MIB}
            ran = room.forks.run(Job(str(place), verb.args, limits=limits))
            left = Left.found(verb, place)
        if ran.code < 0 or ran.err.startswith(NO_THREAD):
            tried("faults")
            whole = known.is_whole(verb, left, stopped=True)
            assert found("lost files", when=not whole), (verb.name, most)
        else:
            judge(known, verb, ran, left, f"{most} MiB of memory")


STATES = list(product(("kept", "gone", "closed", "full"), repeat=2))


@pytest.mark.parametrize("verb", [*VERDICTS, *TRIED], ids=lambda verb: verb.name)
def test_nobody_reads_what_is_printed(room: Room, verb: Verb) -> None:
    """The verdict stands, and files are written; only an answer that finds no room is an error."""
    known = room.known(verb, old=True)
    states = [state for state in STATES if state != ("kept", "kept")]
    for out, err in Random(verb.name).sample(states, attempts(2, len(states))):
        with room.copy(verb, old=True) as place:
            before = set(place.rglob("*"))
            ran = room.forks.run(Job(str(place), verb.args, outputs=(out, err)))
            tried("faults")
            case = (verb.name, out, err, ran)
            lost = out == "full" and known.ran.out
            assert ran.code == (BAD if lost else verb.code), case
            assert found("lost files", when=not known.is_done(verb, Left.found(verb, place))), case
            assert len(set(place.rglob("*")) - before) == known.made, case
        said = "tacit: the answer can't be written: No space left on device.\n"
        if err == "kept":
            assert ran.err == known.ran.err + (said if lost else ""), case


ASCII = (
    {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
)
"""What makes a process print in ASCII; heeded when Python starts."""
NAMES = "größe,\u540d\na\u0308,p\nb,\U0001f642\n"


@pytest.mark.parametrize("env", ASCII[: attempts(1, 2)], ids=["io", "locale"][: attempts(1, 2)])
@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
def test_letters_that_the_terminal_does_not_have(
    room: Room, env: dict[str, str], more: tuple[str, ...]
) -> None:
    with room.copy(VERBS[0], old=False) as place:
        (place / "names.csv").write_text(NAMES, encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, "-m", "tacit", "describe", "names.csv", "--no-write", *more],
            cwd=place,
            env={**os.environ, **env},
            capture_output=True,
            timeout=120,
            check=False,
        )
    tried("faults")
    out, err = ran.stdout.decode("ascii"), ran.stderr.decode("ascii")
    wrong = [line for line in err.splitlines() if not line.startswith("note: ")]
    assert found("tracebacks", when=ran.returncode != 0 or bool(wrong)), err
    if more:
        assert [one["name"] for one in json.loads(out)["dimensions"]] == ["größe", "\u540d"]
    else:
        assert "gr\\xf6\\xdfe" in out
