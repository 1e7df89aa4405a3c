"""How verbs speak: answers on standard output, everything else on standard error."""

from __future__ import annotations

import errno
import functools
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tacit._progress import UNFINISHED, unless_changed
from tacit.cli._stopping import moving_line, too_late, whole
from tacit.errors import InputError, TacitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def show(*renderables: Any) -> None:
    """Print an answer for people."""
    console = _console(highlight=False)
    with whole():
        for renderable in renderables:
            console.print(renderable)


def _console(**how: Any) -> Any:
    """Where people read; if nobody does any more, that is an error like any other."""
    from rich.console import Console

    class Read(Console):
        def on_broken_pipe(self) -> None:  # Rich would end the process, with files half way
            raise BrokenPipeError

    return Read(**how)


def show_json(answer: dict[str, Any]) -> None:
    """Print an answer for programs."""
    text = json.dumps(answer, indent=2, ensure_ascii=False)
    with whole():
        print(text, flush=True)


def tell(message: str) -> None:
    """Tell the user something besides the answer."""
    _console(stderr=True, highlight=False, soft_wrap=True).print(f"note: {message}", markup=False)


@contextmanager
def busy(what: str) -> Iterator[Callable[[object], None] | None]:
    """Show that work is going on, where someone is looking.

    There it gives a function that shows how far the work has come; elsewhere None.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.text import Text

    def line(words: object) -> Text:
        return Text(str(words), no_wrap=True, overflow="ellipsis")

    console = Console(stderr=True, highlight=False)
    with moving_line(), console.status(line(f"{what} ...")) as status:
        yield lambda progress: status.update(line(progress))


def write_text(path: str, text: str, *, private: bool = False) -> None:
    """Write or replace a text file in one go; a private one is for its owner's eyes only."""
    write_bytes(Path(path), text.encode("utf-8"), private=private)


def write_bytes(target: Path, content: bytes, *, private: bool = False) -> None:
    """Write or replace a file in one go; while a verb runs, at its end.

    The content goes to a neighbour first and is then moved into place, so that a failure leaves
    what was there before. A link keeps pointing where it did; what is no ordinary file, such as a
    pipe, is written to as it is.
    """
    target = target.resolve()
    with _told_of(target):
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        written = _Written(target)
        written.write(content, 0o600 if private else 0o644)
        if _at_the_end is None:
            written.put_in_place()
        else:
            _at_the_end[target] = written


def make_folder(folder: Path) -> None:
    """Make a folder, and those it lies in; if nothing is put in them, they are not left behind."""
    new = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        for one in reversed(new):
            one.mkdir(exist_ok=True)
            UNFINISHED[one.absolute()] = unless_changed(one)
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} can't be made: {error.strerror}.") from None


class _Written:
    """A file that is written beside its place."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")

    def write(self, content: bytes, mode: int) -> None:
        """Write it; what was written before for the same place is replaced."""
        if _at_the_end is not None and self.target in _at_the_end:
            self.remove()
        UNFINISHED[self.beside] = None
        try:
            handle = os.open(self.beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
        except BaseException:
            self.remove()
            raise

    def put_in_place(self) -> None:
        """Move it to its place."""
        try:
            os.replace(self.beside, self.target)
        finally:
            self.remove()

    def remove(self) -> None:
        """Leave nothing of it where it was written."""
        self.beside.unlink(missing_ok=True)
        UNFINISHED.pop(self.beside, None)


_at_the_end: dict[Path, _Written] | None = None
"""What a verb has written so far; None while no verb runs."""


@contextmanager
def _files_at_the_end() -> Iterator[None]:
    """Move what a verb writes into place when it is done: all files or, if it is stopped, none."""
    global _at_the_end
    _at_the_end = {}
    try:
        try:
            yield
        except (typer.Exit, BrokenPipeError):
            _put_in_place(_at_the_end)
            raise
        _put_in_place(_at_the_end)
    finally:
        for written in _at_the_end.values():
            written.remove()
        _at_the_end = None


def _put_in_place(files: dict[Path, _Written]) -> None:
    with whole():
        for target, written in files.items():
            with _told_of(target):
                written.put_in_place()
        if files:
            too_late()


@contextmanager
def _told_of(target: Path) -> Iterator[None]:
    """Say in our words that a file can't be written."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{target} can't be written: {error.strerror}.") from None


def tell_written(*paths: str | None) -> None:
    """Tell which files were written."""
    for path in filter(None, paths):
        tell(f"wrote {path}")


def only_one_input(*sources: str | None) -> None:
    """Refuse to read two things from standard input."""
    if sources.count("-") > 1:
        raise InputError("only one file can be standard input.")


def was_given(context: typer.Context, option: str) -> bool:
    """Whether an option was given, rather than left as it is."""
    source = context.get_parameter_source(option)
    return source is not None and source.name != "DEFAULT"


def goes_with(context: typer.Context, with_it: bool, what: str, *options: str) -> None:
    """Refuse options that were given without what they belong to: none is ignored without a word."""
    for option in options:
        if was_given(context, option) and not with_it:
            flag = next(p.opts[0] for p in context.command.params if p.name == option)
            raise InputError(f"{flag} goes with {what}. Leave it out, or say that too.")


def not_with(context: typer.Context, option: str, other: str, given: bool) -> None:
    """Refuse two options that contradict each other."""
    if was_given(context, option) and given:
        raise InputError(f"--{option} and {other} contradict each other: leave one of them out.")


def keep_apart(inputs: Iterable[str | None], outputs: Iterable[str | None]) -> None:
    """Refuse to write over what was read, or two things to one place."""
    read = {Path(path).resolve() for path in inputs if path and path != "-"}
    for path in outputs:
        if path is None:
            continue
        if not path or path == "-":
            raise InputError(
                "name a file to write to; answers go to standard output by themselves."
            )
        place = Path(path).resolve()
        if not place.parent.is_dir() or not os.access(place.parent, os.W_OK):
            raise InputError(f"{path} can't be written: its folder is not there, or is read-only.")
        if place in read:
            raise InputError(
                f"{path} would be written over, but it is an input or written already."
            )
        read.add(place)


def speaks_plainly(verb: Callable[..., None]) -> Callable[..., None]:
    """Turn errors into a message and an exit code; nothing unexpected shows what it was about."""

    @functools.wraps(verb)
    def wrapped(*args: Any, **kwargs: Any) -> None:
        try:
            with _files_at_the_end():
                verb(*args, **kwargs)
        except TacitError as error:
            _complain(f"{error}{_option_of(error)}", error.hint)
            raise typer.Exit(error.exit_code) from None
        except (typer.Exit, KeyboardInterrupt):
            raise
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for stream in (sys.stdout, sys.stderr):
                os.dup2(nowhere, stream.fileno())
            raise typer.Exit(0) from None
        except Exception as error:
            if os.environ.get("TACIT_DEBUG"):
                raise
            if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                _complain("there is no space left to write the answer to.", None)
                raise typer.Exit(2) from None
            _complain(f"something unexpected went wrong ({_where(error)}). {_DEBUG}", None)
            raise typer.Exit(2) from None

    return wrapped


def _option_of(error: TacitError) -> str:
    """Where on the command line a setting is said, for errors that name it as Python does."""
    from tacit.cli._settings import flag_of

    return "" if error.setting is None else f" The option is {flag_of(error.setting)}."


_DEBUG = "Details are not shown, as they could hold the true intent; set TACIT_DEBUG=1 to see them."


def _where(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" in {Path(trace.tb_frame.f_code.co_filename).name}"
    line = "" if trace is None else f", line {trace.tb_lineno}"
    return f"{type(error).__name__}{place}{line}"


def _complain(message: str, hint: str | None) -> None:
    """Print an error; a hint that comes near the secret only goes to a person's screen."""
    print(f"tacit: {message}", file=sys.stderr)
    if hint and sys.stderr.isatty():
        print(f"       {hint}", file=sys.stderr)
