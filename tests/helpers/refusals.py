"""What every refusal has in common."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.command_line import Run


def refused(run: Run, folder: Path, *args: str, stdin: str = "") -> str:
    """Run a command that must fail as bad input; returns what it said."""
    before = sorted(path.name for path in folder.iterdir())
    done = run(*args, stdin=stdin)
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "unexpected" not in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == before
    return done.stderr
