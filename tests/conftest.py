"""What tests share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PAPER_INTENT = {
    "age": ["working adult"],
    "race": ["Black"],
    "sex": ["Female"],
    "hours-per-week": ["full-time"],
    "income": [">50K"],
}

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the `tacit` command as a user would, in an empty folder."""

    def run_tacit(
        *args: str, stdin: str = "", passphrase: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        env = {k: v for k, v in os.environ.items() if not k.startswith("TACIT")}
        if passphrase is not None:
            env["TACIT_PASSPHRASE"] = passphrase
        return subprocess.run(
            [sys.executable, "-m", "tacit", *args],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**env, "COLUMNS": "120", "NO_COLOR": "1"},
            timeout=120,
            check=False,
        )

    return run_tacit


@pytest.fixture
def want(tmp_path: Path) -> Callable[[Any], str]:
    """Write a true intent to a private file and return its name."""

    def write(intent: Any) -> str:
        path = tmp_path / "intent.txt"
        path.write_text(intent if isinstance(intent, str) else json.dumps(intent))
        path.chmod(0o600)
        return path.name

    return write
