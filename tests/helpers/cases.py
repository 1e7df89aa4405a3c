"""A case of one's own, small enough to compute by hand."""

from __future__ import annotations

from pathlib import Path

from tacit.paper.exhibit import Case

COUNTS = {("F", "A"): 6, ("F", "B"): 2, ("F", "C"): 5, ("M", "A"): 3, ("M", "B"): 4, ("M", "C"): 0}
WANTED = {"sex": ["F"], "race": ["A"]}


def small_case(folder: Path, limit: float = 0.5) -> Case:
    """20 records in two dimensions; women of race A are wanted, 6 of them."""
    path = folder / "people.csv"
    rows = [f"{sex},{race}\n" for (sex, race), n in COUNTS.items() for _ in range(n)]
    path.write_text("sex,race\n" + "".join(rows))
    return Case(str(path), WANTED, limit=limit)
