"""Verbs that go wrong at a chosen call: a process that has imported Tacit forks another for each run.

In the forked process every call that changes a disk is counted. At the n-th one the process is killed,
or the call fails, or nothing happens and what was done is noted down.
"""

from __future__ import annotations

import errno
import gc
import os
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

REPOSITORY = Path(__file__).parents[2]
CTRL_C = {signal.SIGINT}
KILL, KILL_HALFWAY, FAIL, SHORT = "kill", "kill halfway", "fail", "short"
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
PASSPHRASE = "correct horse battery staple"


@dataclass(frozen=True)
class Fault:
    """What happens at the n-th call that changes a disk, from 1."""

    what: str
    at: int
    number: int = errno.ENOSPC

    def __str__(self) -> str:
        about = f" ({errno.errorcode[self.number]})" if self.what == FAIL else ""
        return f"{self.what} at call {self.at}{about}"


@dataclass(frozen=True)
class Job:
    """A run of a verb: where, what, and what happens to it.

    Attributes:
        folder: where it runs; all that it may write lies in it.
        args: the command line.
        fault: what goes wrong, if anything.
        outputs: what standard output and error are: "kept", "told", "full", "gone" or "closed".
        interrupt: after so many seconds, Ctrl-C is pressed.
        kill: whether it is killed then, rather.
        limits: limits of the system: which, and how much; memory is counted on top of what is used.
        env: more of the environment.
    """

    folder: str
    args: tuple[str, ...]
    fault: Fault | None = None
    outputs: tuple[str, str] = ("kept", "kept")
    interrupt: float | None = None
    kill: bool = False
    limits: dict[int, int] = field(default_factory=dict)
    env: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ran:
    """What came of a run: its exit code, what it printed, its calls, and how long it took."""

    code: int
    out: str
    err: str
    calls: tuple[tuple[Any, ...], ...]
    seconds: float


class Forks:
    """The process that forks; to be closed."""

    def __init__(self) -> None:
        known = {k: v for k, v in os.environ.items() if not k.startswith("TACIT")}
        alone = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "COLUMNS": "120"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from tests.attack.forks import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=REPOSITORY,
            env={**known, **alone, "NO_COLOR": "1", "TACIT_PASSPHRASE": PASSPHRASE},
        )

    def run(self, job: Job) -> Ran:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump(job, self._process.stdin)
        self._process.stdin.flush()
        found: Ran = pickle.load(self._process.stdout)
        return found

    def close(self) -> None:
        self._process.communicate()


def serve() -> None:
    """Run jobs until nobody sends any more."""
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _import_all()
    with asked, told, tempfile.TemporaryDirectory() as scratch:
        while asked.peek(1):
            pickle.dump(_forked(pickle.load(asked), Path(scratch), (asked, told)), told)
            told.flush()


def _import_all() -> None:
    """Import what verbs import when they run, and make slow work quick that writes nothing."""
    import pkgutil

    import tacit

    for module in pkgutil.walk_packages(tacit.__path__, "tacit."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for name in ("matplotlib.backends.backend_svg", "matplotlib.backends.backend_agg", "getpass"):
        import_module(name)
    from tacit.campaign import encryption, vault
    from tacit.market.sources import contents
    from tacit.paper import evaluation, story
    from tacit.report import files, plots

    cheaply, exhibit = encryption.seal, evaluation.run_one("figure-1", None, None)
    contents.JUST_NOW = -(10**15)  # so that the same is kept, however new a table is
    plots.saved = files.saved = lambda *_, **__: b"<svg ></svg>\n"
    evaluation.run_one = lambda *_: exhibit
    vault.seal = lambda content, passphrase, **_: cheaply(content, passphrase, _cost=1)
    story.tell_story = lambda *_: None  # type: ignore[assignment, return-value]
    story.story_view = lambda _: ["a story"]  # type: ignore[assignment, return-value]
    story.story_page = lambda _: "<html>a story</html>\n"
    gc.freeze()  # so that what is collected in a fork need not be copied to it


def _forked(job: Job, scratch: Path, ours: tuple[BinaryIO, ...]) -> Ran:
    start = time.monotonic()
    out, err, noted = (scratch / name for name in ("out", "err", "calls"))
    for path in (out, err, noted):
        path.write_bytes(b"")
    heard, told = os.pipe()  # for what is told under a limit on files, which `err` would meet too
    signal.pthread_sigmask(
        signal.SIG_BLOCK, CTRL_C
    )  # until the verb begins: what is ours is not tried
    child = os.fork()
    if not child:
        code = 99
        try:
            for stream in ours:
                os.close(stream.fileno())
            os.close(heard)
            code = _run(job, out, err, noted, told)
        finally:
            os._exit(code)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, CTRL_C)
    os.close(told)
    if job.interrupt is not None:
        time.sleep(job.interrupt)
        os.kill(child, signal.SIGKILL if job.kill else signal.SIGINT)
    _, status = os.waitpid(child, 0)
    with open(heard, "rb") as pipe:
        err.write_bytes(err.read_bytes() + pipe.read())
    content = noted.read_bytes()
    calls, modules = pickle.loads(content) if content else ((), ())
    seconds = time.monotonic() - start
    for name in modules:  # so that the next run need not
        with suppress(Exception):
            import_module(name)
    code = os.waitstatus_to_exitcode(status)
    shown = (path.read_text(errors="replace") for path in (out, err))
    return Ran(code, *shown, calls, seconds)


def _run(job: Job, out: Path, err: Path, noted: Path, told: int) -> int:
    """Run a verb in this process; returns its exit code."""
    from tacit.cli import main

    before = set(sys.modules)
    os.chdir(job.folder)
    os.environ.update({"TACIT_HOME": str(Path(job.folder) / "home"), **job.env})
    sys.argv = ["tacit", *job.args]
    _lead(0, "gone", out, told)
    for number, how, kept in zip((1, 2), job.outputs, (out, err), strict=True):
        _lead(number, how, kept, told)
    os.close(told)
    calls = Calls(job.folder, job.fault)
    calls.listen()
    for limit, amount in job.limits.items():
        used = _memory() if limit == resource.RLIMIT_AS else 0
        resource.setrlimit(limit, (used + amount, used + amount))
    code = 0
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, CTRL_C)
        main()
    except KeyboardInterrupt:
        code = 130  # before anything had begun
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    calls.over = True
    if job.fault is None and not job.limits:
        modules = tuple(name for name in sys.modules if name not in before)
        beside = noted.with_suffix(".part")  # it may be killed here too
        beside.write_bytes(pickle.dumps((tuple(calls.made), modules)))
        os.replace(beside, noted)
    return code


def _lead(number: int, how: str, kept: Path, told: int) -> None:
    """Let a standard stream lead somewhere."""
    os.close(number)
    if how == "closed":
        sys.stdout = sys.__stdout__ = None if number == 1 else sys.stdout  # type: ignore[assignment,misc]
        sys.stderr = sys.__stderr__ = None if number == 2 else sys.stderr  # type: ignore[assignment,misc]
        return
    if how == "told":
        made = os.dup(told)
    elif how == "gone":
        heard, told = os.pipe()
        ends = (told, heard) if number == 0 else (heard, told)
        os.close(ends[0])
        made = ends[1]
    else:
        made = os.open("/dev/full" if how == "full" else kept, os.O_WRONLY | os.O_APPEND)
    if made != number:
        os.dup2(made, number)
        os.close(made)


def _memory() -> int:
    """How many bytes of addresses this process uses."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


class Calls:
    """The calls that change a disk within a folder.

    Attributes:
        made: each call so far: its name, the place that it is about, and what more it was given.
        over: whether the verb is done, so that nothing happens any more.
    """

    PATHS = ("replace", "rename", "link", "symlink", "unlink", "remove", "mkdir", "rmdir", "chmod")
    HANDLES = ("write", "fsync", "fchmod", "ftruncate")

    def __init__(self, folder: str, fault: Fault | None) -> None:
        self.made: list[tuple[Any, ...]] = []
        self.over = False
        self._folder, self._fault = os.path.realpath(folder), fault
        self._places: dict[int, str] = {}

    def listen(self) -> None:
        """Hear of all calls from now on."""
        really = {name: getattr(os, name) for name in (*self.PATHS, *self.HANDLES, "open", "close")}
        for name in self.PATHS:
            setattr(os, name, self._about_paths(name, really[name]))
        for name in self.HANDLES:
            setattr(os, name, self._about_handles(name, really[name]))

        def opened(path: Any, flags: int, *args: Any, **more: Any) -> int:
            place = os.path.abspath(os.fsdecode(path))
            if flags & WRITES and self._is_ours(place):
                self._happens("open", place, flags)
            handle: int = really["open"](path, flags, *args, **more)
            self._places[handle] = place
            return handle

        def closed(handle: int) -> None:
            self._places.pop(handle, None)
            really["close"](handle)

        os.open, os.close = opened, closed

    def _is_ours(self, place: str) -> bool:
        return os.path.realpath(place).startswith(self._folder + os.sep) and not self.over

    def _about_paths(self, name: str, really: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            many = 2 if name in ("replace", "rename", "link", "symlink") else 1
            places = [os.path.abspath(os.fsdecode(path)) for path in args[:many]]
            if self._is_ours(places[-1]):
                self._happens(name, *places)
            return really(*args, **more)

        return call

    def _about_handles(self, name: str, really: Callable[..., Any]) -> Callable[..., Any]:
        def call(handle: int, *args: Any) -> Any:
            place = self._places.get(handle)
            if place is None or self.over or not place.startswith(self._folder):
                return really(handle, *args)
            given = tuple(bytes(one) if name == "write" else one for one in args)
            if self._happens(name, place, *given):
                half = given[0][: len(given[0]) // 2]
                done = really(handle, half)
                if self._fault is not None and self._fault.what == KILL_HALFWAY:
                    os.kill(os.getpid(), signal.SIGKILL)
                return done
            return really(handle, *args)

        return call

    def _happens(self, name: str, *about: Any) -> bool:
        """Note a call; gives whether it should stop halfway."""
        self.made.append((name, *about))
        fault = self._fault
        if fault is None or len(self.made) != fault.at:
            return False
        if fault.what == KILL:
            os.kill(os.getpid(), signal.SIGKILL)
        if fault.what == FAIL:
            raise OSError(fault.number, os.strerror(fault.number))
        if name != "write" and fault.what == KILL_HALFWAY:
            os.kill(os.getpid(), signal.SIGKILL)
        return name == "write"
