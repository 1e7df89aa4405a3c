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

from tacit.errors import InputError, TacitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def show(*renderables: Any) -> None:
    """Print an answer for people."""
    from rich.console import Console

    console = Console(highlight=False)
    for renderable in renderables:
        console.print(renderable)


def show_json(answer: dict[str, Any]) -> None:
    """Print an answer for programs."""
    print(json.dumps(answer, indent=2, ensure_ascii=False))


def tell(message: str) -> None:
    """Tell the user something besides the answer."""
    from rich.console import Console

    Console(stderr=True, highlight=False, soft_wrap=True).print(f"note: {message}", markup=False)


@contextmanager
def busy(what: str) -> Iterator[Callable[[object], None] | None]:
    """Show that work is going on, where someone is looking.

    There it gives a function that shows how far the work has come; elsewhere None.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False).status(f"{what} ...") as status:
        yield lambda progress: status.update(f"{what}: {progress}")


def write_text(path: str, text: str, *, private: bool = False) -> None:
    """Write or replace a text file in one go; a private one is for its owner's eyes only."""
    write_bytes(Path(path), text.encode("utf-8"), private=private)


def write_bytes(target: Path, content: bytes, *, private: bool = False) -> None:
    """Write or replace a file in one go.

    The content goes to a neighbour first and is then moved into place, so that a failure leaves
    what was there before. A link keeps pointing where it did; what is no ordinary file, such as a
    pipe, is written to as it is.
    """
    target = target.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        mode = 0o600 if private else 0o644
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(beside, target)
    except OSError as error:
        beside.unlink(missing_ok=True)
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
            verb(*args, **kwargs)
        except TacitError as error:
            _complain(f"{error}{_option_of(error)}", error.hint)
            raise typer.Exit(error.exit_code) from None
        except (typer.Exit, KeyboardInterrupt):
            raise
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
