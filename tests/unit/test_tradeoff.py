"""What each limit costs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import tacit
from tacit._defaults import POINTS
from tacit._progress import Cancelled, Progress
from tacit.attackers.registry import ATTACKERS
from tacit.errors import SettingError, UnreachableLimit
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.paper.expansion import TRUE_INTENT_1, TRUE_INTENT_2
from tacit.publishing.rules import OBJECTIVES
from tacit.tradeoff import JOINTLY, frontier
from tests.helpers.layouts import as_layout

OBJECTIVE = list(OBJECTIVES)


def brute(market: tacit.Market, true: Intent, names: list[str], objective: str) -> list:
    """Every jump, by looking at every box: (confidence, value), from loose to strict."""
    shape, first = market.space.shape, OBJECTIVES[objective][0]
    sets = [
        [
            tuple(code for code in range(n) if bits >> code & 1)
            for bits in range(1, 2**n)
            if set(wanted) <= {code for code in range(n) if bits >> code & 1}
        ]
        for n, wanted in zip(shape, true.codes, strict=True)
    ]
    found: dict[Fraction, int] = {}
    for codes in product(*sets):
        box = Box(market.space, codes)
        sure = max(ATTACKERS[n].confidence(market, true, box).upper for n in names)
        value = getattr(market.mass(box), first)
        found[sure] = min(value, found.get(sure, value))
    jumps: list = []
    for sure, value in sorted(found.items()):
        if not jumps or value < jumps[-1][1]:
            jumps.append((sure, value))
    return jumps[::-1]


@pytest.fixture(scope="module")
def market() -> tacit.Market:
    space = tacit.Space(
        (
            tacit.Nominal("a", ("x", "y", "z")),
            tacit.Nominal("b", ("u", "v", "w")),
            tacit.Nominal("c", ("p", "q")),
        )
    )
    records = [[[3, 0], [1, 2], [7, 1]], [[0, 4], [5, 0], [2, 2]], [[6, 1], [0, 0], [1, 9]]]
    prices = [[[2, 1], [1, 3], [1, 1]], [[2, 1], [4, 1], [1, 2]], [[1, 1], [1, 5], [2, 1]]]
    return tacit.Market.from_cube(space, records, prices)


@pytest.mark.parametrize("layout", ["dense", "sparse"])
@pytest.mark.parametrize("objective", OBJECTIVE)
@pytest.mark.parametrize("names", [["pi-uniform"], ["em-f"], ["em-c"], ["em-fc"], ["em-f", "em-c"]])
def test_every_jump_is_found(
    market: tacit.Market, layout: str, objective: str, names: list[str]
) -> None:
    laid = as_layout(market, layout)
    true = laid.intent({"a": ["x"], "b": ["v"], "c": ["q"]})
    found = frontier(laid, true, against=names, objective=objective, points=10_000)
    curve = found.curves[JOINTLY if len(names) > 1 else names[0]]
    first = OBJECTIVES[objective][0]
    ours = [(point.limit, getattr(point.mass, first)) for point in curve]
    assert ours == brute(laid, true, names, objective)
    assert all(point.status == "optimal" for point in curve)
    assert found.complete or (layout == "sparse" and "em-c" in names)


def test_each_point_is_feasible_and_minimal_on_the_papers_data() -> None:
    market = tacit.load("adult")
    true = market.intent(TRUE_INTENT_1)
    found = frontier(market, true, against="em-f,pi-uniform")
    for name, points in found.curves.items():
        limits = [point.limit for point in points]
        values = [point.mass.records for point in points]
        assert limits == sorted(limits, reverse=True)
        assert values == sorted(values)
        names = ["em-f", "pi-uniform"] if name == JOINTLY else [name]
        for point in points[:: max(1, len(points) // 5)]:
            best = tacit.protect(market, true, against=names, limit=point.limit, method="optimal")
            assert best.mass.records == point.mass.records
    joint = {p.limit: p.mass.records for p in found.curves[JOINTLY]}
    assert min(joint) == max(p.limit for p in (c[-1] for c in found.curves.values()))


def test_known_optima_lie_on_the_curve() -> None:
    market = tacit.load("adult")
    curve = frontier(market, market.intent(TRUE_INTENT_2), against="em-f").curves["em-f"]
    at = next(point for point in curve if point.limit <= Fraction(3, 10) <= point.upto)
    assert at.mass.records == 365


def test_few_points_are_still_optima(market: tacit.Market) -> None:
    sparse = as_layout(market, "sparse")
    true = sparse.intent({"a": ["x"], "b": ["v"], "c": ["q"]})
    found = frontier(sparse, true, against="em-f", points=3)
    for point in found.curves["em-f"]:
        for limit in (point.limit, point.upto):
            best = tacit.protect(sparse, true, against="em-f", limit=limit, method="optimal")
            assert best.mass.records == point.mass.records


def test_results_show_no_intent(market: tacit.Market) -> None:
    found = frontier(market, {"a": ["x"], "b": ["v"]}, against="em-f")
    for shown in (repr(found), found._repr_html_(), str(found.to_json())):
        assert "'x'" not in shown
        assert ">x<" not in shown


class TestLimitsOfTheirOwn:
    """One with a limit of its own has no curve: it is held at every point of the others'."""

    TRUE = {"a": ["x"], "b": ["u"], "c": ["p"]}  # noqa: RUF012

    @pytest.mark.parametrize("points", [POINTS, 6])
    def test_each_point_is_the_cheapest_that_holds_it_too(
        self, market: tacit.Market, points: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if points == 6:  # one limit after the other, as on spaces with too many boxes
            monkeypatch.setattr("tacit.tradeoff.all_boxes", lambda _: None)
        found = frontier(market, self.TRUE, against="em-f=1/4, pi-uniform", points=points)
        assert list(found.curves) == ["pi-uniform"]
        for point in found.curves["pi-uniform"]:
            held = f"em-f=1/4, pi-uniform={point.limit}"
            best = tacit.protect(market, self.TRUE, against=held, method="optimal")
            assert point.mass.records == best.mass.records
            assert best.held
        alone = frontier(market, self.TRUE, against="pi-uniform").curves["pi-uniform"]
        assert found.curves["pi-uniform"][0].mass.records > alone[0].mass.records

    def test_several_others_have_curves_and_one_jointly(self, market: tacit.Market) -> None:
        found = frontier(market, self.TRUE, against="em-f=1/4, pi-uniform, em-c")
        assert list(found.curves) == ["pi-uniform", "em-c", JOINTLY]

    def test_some_limit_must_be_left_to_vary(self, market: tacit.Market) -> None:
        with pytest.raises(SettingError, match="no limit left to vary") as error:
            frontier(market, self.TRUE, against="em-f=0.1")
        assert error.value.setting == "against"

    def test_one_that_can_not_be_held_is_named(self, market: tacit.Market) -> None:
        """em-f can have 3 of 47 at least, and is held; pi-uniform 1 of 18, and is not."""
        with pytest.raises(UnreachableLimit) as error:
            frontier(market, self.TRUE, against="em-f=1/15, pi-uniform=1/20, em-c")
        assert error.value.attacker == "pi-uniform"
        assert (error.value.limit, error.value.lowest) == (Fraction(1, 20), Fraction(1, 18))

    def test_the_informed_one_has_no_curve(self, market: tacit.Market) -> None:
        with pytest.raises(SettingError, match="has no curve"):
            frontier(market, self.TRUE, against="em-f, informed")


def test_progress_is_told_point_by_point_and_can_stop_it(
    market: tacit.Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacit._progress.EVERY", 0)
    monkeypatch.setattr("tacit.tradeoff.all_boxes", lambda _: None)
    told: list[Progress] = []
    true = {"a": ["x"], "b": ["u"], "c": ["p"]}
    found = frontier(market, true, against="pi-uniform", points=5, progress=told.append)
    assert len(told) >= len(found.curves["pi-uniform"])
    assert {(p.phase, p.total) for p in told} == {("looking at limits", 5)}
    done = [p.done or 0 for p in told]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 5)
    stop = Cancelled()

    def stopping(_: Progress) -> None:
        raise stop

    with pytest.raises(Cancelled) as caught:
        frontier(market, true, against="pi-uniform", points=5, progress=stopping)
    assert caught.value is stop
