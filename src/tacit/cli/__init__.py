"""The command line: one file a verb. Each parses, calls the Python API and shows the answer.

Nothing heavy is imported before a verb needs it, so `tacit --help` stays quick; and nothing at all
before Ctrl-C is heeded, so that it never shows a traceback.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    from typing import NoReturn

    import typer


def make_app() -> typer.Typer:
    """The command line with every verb; publish methods that were registered have their options."""
    from tacit.cli import _app

    return _app.make_app()


def main() -> None:
    """Run the command line as a process of its own."""
    try:
        from tacit.cli import _stopping, _streams

        _streams.take_over()
        _stopping.watch()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    try:
        make_app()()
    except MemoryError:
        _end("there is not enough memory to begin.")
    finally:
        _stopping.too_late()
        lost = _streams.why_lost()
        if lost is not None:
            _end(f"the answer can't be written: {lost}.")


def _end(problem: str) -> NoReturn:
    """End with a message, where no verb says it."""
    import sys

    print(f"tacit: {problem}", file=sys.stderr)
    raise SystemExit(2)
