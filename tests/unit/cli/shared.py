"""What the tests of the command line share."""

from __future__ import annotations

import json
from typing import Any

from tests.helpers.command_line import Done

ROWS = {("a", "p"): 9, ("a", "q"): 1, ("a", "r"): 4, ("b", "p"): 3, ("b", "r"): 7, ("c", "q"): 8}
"""How many records each cell of the table holds."""
WANTED = {"x": ["a"], "y": ["p"]}
SECRET = "correct horse battery staple"
CAMPAIGN = "need.tacit"
GREEDY: dict[str, Any] = {"against": "em-f", "limit": "1/2"}


def answer(done: Done, code: int = 0) -> dict[str, Any]:
    """The one object on standard output."""
    assert done.returncode == code, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
