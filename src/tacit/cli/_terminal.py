"""How verbs speak: answers on standard output, everything else on standard error."""

from __future__ import annotations

import functools
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tacit._display import json_text, visible
from tacit._doors import plain
from tacit._files import UNFINISHED, one_run, private_file, writing
from tacit._files.private_file import Draft
from tacit.cli._stopping import moving_line, remove, too_late, whole
from tacit.errors import DEBUG, InputError, TacitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def show(*renderables: Any) -> None:
    """Print an answer for people."""
    from tacit.report.screen import Screen

    screen = Screen()
    with whole():
        for renderable in renderables:
            screen.print(renderable)


def show_json(answer: dict[str, Any]) -> None:
    """Print an answer for programs, in letters that standard output has."""
    text = json_text(answer)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(answer, indent=2)
    with whole():
        print(text, flush=True)


def tell(message: str) -> None:
    """Tell the user something besides the answer."""
    from tacit.report.screen import Screen

    Screen(stderr=True, soft_wrap=True).print(f"note: {visible(message)}")


@contextmanager
def busy(what: str) -> Iterator[Callable[[object], None] | None]:
    """Show that work is going on, where someone is looking.

    There it gives a function that shows how far the work has come; elsewhere None.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.text import Text

    from tacit.report.screen import Screen

    def line(words: object) -> Text:
        return Text(visible(str(words)), no_wrap=True, overflow="ellipsis")

    screen = Screen(stderr=True)
    with moving_line(), screen.status(line(f"{what} ...")) as status:
        yield lambda progress: status.update(line(progress))


def write_text(path: str, text: str, *, private: bool = False) -> None:
    """Write or replace a text file in one go; a private one is for its owner's eyes only."""
    write_bytes(Path(path), text.encode("utf-8"), private=private)


def write_bytes(target: Path, content: bytes, *, private: bool = False) -> None:
    """Write or replace a file in one go; while a verb runs, at its end.

    The content goes to a neighbour first, is brought to the disk and then moved into place, so that
    whatever happens leaves what was there before, or what is new. A link keeps pointing where it did;
    what is no ordinary file, such as a pipe, is written to as it is.
    """
    target = target.resolve()
    with _told_of(target):
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        writing(target)
        draft = Draft(target, content, 0o600 if private else 0o644)
        if _at_the_end is None:
            draft.put_in_place(os.replace)
            return
        if target in _at_the_end:
            _at_the_end[target].remove()
        _at_the_end[target] = draft


def make_folder(folder: Path) -> None:
    """Make a folder, and those it lies in; if nothing is put in them, they are not left behind."""
    try:
        private_file.make_folder(folder)
    except OSError as error:
        raise InputError(f"{folder} can't be made: {error.strerror}.") from None


_at_the_end: dict[Path, Draft] | None = None
"""What a verb has written so far; None while no verb runs."""


@contextmanager
def _files_at_the_end() -> Iterator[None]:
    """Move what a verb writes into place when it is done; if it fails or is stopped, leave nothing."""
    global _at_the_end
    _at_the_end, before = {}, dict(UNFINISHED)
    try:
        try:
            yield
        except typer.Exit:
            _put_in_place_at_last()
            raise
        _put_in_place_at_last()
    except typer.Exit:
        raise
    except BaseException:
        _take_back({path: known for path, known in UNFINISHED.items() if path not in before})
        raise
    finally:
        _at_the_end = None
        for path in UNFINISHED.keys() - before.keys():
            del UNFINISHED[path]


def _take_back(unfinished: dict[Path, tuple[int, int] | None]) -> None:
    """Remove what a verb made and did not come to fill; who was told of a file is told of its end."""
    known = [path for path, which in unfinished.items() if which is not None and path.is_file()]
    remove(unfinished)
    for path in known:
        if not path.exists():
            tell(f"removed {path.name} again: nothing came to be in it")


def put_in_place() -> None:
    """Move what a verb has written so far into place."""
    with whole():
        for target, draft in (_at_the_end or {}).items():
            with _told_of(target):
                draft.put_in_place(os.replace)
        if _at_the_end:
            _at_the_end.clear()


def _put_in_place_at_last() -> None:
    """Move what a verb has written into place; from then on nothing stops it."""
    with whole():
        some = bool(_at_the_end)
        put_in_place()
        if some:
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
    """Refuse to write over what is read, or two things to one place.

    What lies behind inputs, such as the table of a market file, is refused when it comes to be read.
    """
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
        writing(path)


def speaks_plainly(verb: Callable[..., None]) -> Callable[..., None]:
    """Turn errors into a message and an exit code; nothing unexpected shows what it was about."""

    @functools.wraps(verb)
    def wrapped(*args: Any, **kwargs: Any) -> None:
        try:
            with one_run(), _files_at_the_end():
                verb(*args, **kwargs)
        except TacitError as error:
            _complain(f"{error}{_option_of(error)}", error.hint)
            raise typer.Exit(error.exit_code) from None
        except (typer.Exit, KeyboardInterrupt):
            raise
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            _complain(str(plain(error)), None)
            raise typer.Exit(2) from None

    return wrapped


def _option_of(error: TacitError) -> str:
    """Where on the command line a setting is said, for errors that name it as Python does."""
    from tacit.cli._settings import flag_of

    return "" if error.setting is None else f" The option is {flag_of(error.setting)}."


def _complain(message: str, hint: str | None) -> None:
    """Print an error; a hint that comes near the secret only goes to a person's screen.

    Nothing is said while the process is being ended: what was withdrawn for that is no error.
    """
    with whole():
        print(f"tacit: {visible(message)}", file=sys.stderr)
        if hint and sys.stderr.isatty():
            print(f"       {visible(hint)}", file=sys.stderr)
