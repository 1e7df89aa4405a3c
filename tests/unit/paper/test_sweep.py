"""Protecting over and over: one point a step, attacker and method."""

from __future__ import annotations

from itertools import product

from tacit.paper.exhibit import COMPARED
from tacit.paper.sweep import SHOWN, Point, curves_of, points
from tests.helpers.markets import of_four_cells

ALPHAS = dict.fromkeys(SHOWN, 0.5)


def made(attacker: str, method: str, step: str, records: int | None, upper: float = 0.5) -> Point:
    lower = 0.25 if attacker == "pi-uniform" else None
    return Point(step, attacker, method, upper, lower, records, 4, 2, 1)


def test_every_step_is_protected_by_every_method_against_both() -> None:
    market = of_four_cells()
    women = market.intent({"sex": ["F"]})
    found = points(market, [("loose", women, 1.0, ALPHAS), ("strict", women, 0.5, ALPHAS)])
    asked = [(p.step, p.attacker, p.method) for p in found]
    assert asked == list(product(("loose", "strict"), SHOWN, COMPARED))
    for p in found:
        assert (p.true_records, p.true_cells) == (8, 2)
        assert (p.records, p.cells) == ((8, 2) if p.step == "loose" else (12, 4))
        assert (p.lower is None) == (p.attacker != "pi-uniform")


def test_a_limit_out_of_reach_leaves_a_gap() -> None:
    market = of_four_cells()
    found = points(market, [("0.1", market.intent({"sex": ["F"]}), 0.1, ALPHAS)])
    assert {(p.upper, p.records, p.cells) for p in found} == {(None, None, None)}
    assert {p.true_records for p in found} == {8}


def test_a_point_is_a_row_under_its_own_names() -> None:
    row = made("em-fc", "greedy", "0.3", 12).row()
    assert (row["step"], row["attacker"], row["records"], row["lower"]) == (
        "0.3",
        "em-fc",
        12,
        None,
    )


def test_one_curve_an_attacker_and_method_with_its_own_line() -> None:
    found = [made(a, m, s, n) for a in SHOWN for m in COMPARED for s, n in (("1", 12), ("2", None))]
    lines = curves_of(found, "records", share_of=24)
    assert [line.name for line in lines] == [f"{a}, {m}" for a in SHOWN for m in COMPARED]
    assert all(list(line.points) == [0.5, None] for line in lines)
    assert len({line.style for line in lines if line.attacker == "em-fc"}) == len(COMPARED)


def test_only_the_first_method_of_one_with_two_bounds_has_a_band() -> None:
    found = [made(a, m, "1", 12) for a in SHOWN for m in COMPARED]
    banded = [line.name for line in curves_of(found, "upper") if line.low is not None]
    assert banded == [f"pi-uniform, {COMPARED[0]}"]
    assert all(line.low is None for line in curves_of(found, "records"))
