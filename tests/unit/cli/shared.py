"""What the tests of the command line share."""

from __future__ import annotations

import json
from typing import Any

from tacit.cli._audit import Asked
from tests.helpers.command_line import Done

ROWS = {("a", "p"): 9, ("a", "q"): 1, ("a", "r"): 4, ("b", "p"): 3, ("b", "r"): 7, ("c", "q"): 8}
"""How many records each cell of the table holds."""
WANTED = {"x": ["a"], "y": ["p"]}
SECRET = "correct horse battery staple"
CAMPAIGN = "need.tacit"
HELD: dict[str, Any] = {"against": "em-f", "limit": "1/2"}
GREEDY: dict[str, Any] = {**HELD, "method": "greedy"}

NOTHING = Asked(
    want=None,
    published=None,
    purchased=None,
    survey=False,
    against=None,
    limit=None,
    supply="finite",
    only_over=False,
    made_by=None,
    made_for=None,
    allocate=None,
    buy=None,
    runs=200,
    settings={},
    as_json=False,
)
"""An audit that was asked nothing."""


def answer(done: Done, code: int = 0) -> dict[str, Any]:
    """The one object on standard output."""
    assert done.returncode == code, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
