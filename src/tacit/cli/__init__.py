"""The command line: one file a verb. Each parses, calls the Python API and shows the answer.

Nothing heavy is imported before a verb needs it, so `tacit --help` stays quick; and nothing at all
before Ctrl-C is heeded, so that it never shows a traceback.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    import typer


def make_app() -> typer.Typer:
    """The command line with every verb; publish methods that were registered have their options."""
    from tacit.cli import _app

    return _app.make_app()


def main() -> None:
    """Run the command line as a process of its own."""
    try:
        from tacit.cli import _stopping

        _stopping.watch()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    try:
        make_app()()
    finally:
        _stopping.too_late()
