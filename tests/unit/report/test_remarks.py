"""Remarks about wide tables are put together; what matters is told all the same."""

from __future__ import annotations

from tacit.market.sources.recipe import Recipe
from tacit.report.remarks import MANY, in_short
from tacit.space.nominal import Nominal


def recipe(columns: int, left_out: int = 0) -> Recipe:
    names = [f"c{i}" for i in range(columns)]
    remarks = ["9e+20 cells for 9 rows: most hold nothing", *(f"{n}: put in bins" for n in names)]
    remarks[1] += "; else write c0 under [written]"
    remarks += [f"x{i}: left out, as it has fewer than two values" for i in range(left_out)]
    return Recipe(tuple(Nominal(n, ("a", "b")) for n in names), remarks=tuple(remarks))


def test_few_are_told_as_they_are() -> None:
    made = recipe(MANY - 1, 1)
    assert in_short(made.remarks, made, "a.toml") == list(made.remarks)
    assert in_short(["a", "b"], None, None) == ["a", "b"]


def test_many_are_put_together_and_the_file_is_named() -> None:
    made = recipe(40, 8)
    assert in_short(["of the file", *made.remarks], made, "a.toml") == [
        "of the file",
        made.remarks[0],
        "columns left out: x0, x1, x2, x3, x4 and 3 more",
        made.remarks[1],
        "there is more to say of 47 columns: it stands in a.toml",
    ]
    assert in_short(made.remarks, made, None)[-1].endswith("would stand in the market file")
