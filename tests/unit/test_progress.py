"""How far some work has come, in a line, how it is stopped, and that every long call tells it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tacit
from tacit._progress import Cancelled, Phase, Progress, until_closed
from tacit.errors import TacitError
from tacit.paper.evaluation import run_one
from tacit.publishing.sealed import remembered
from tests.helpers.small_markets import grid, line


class Clock:
    """A clock that shows what the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("tacit._progress.monotonic", made)
    return made


class TestLines:
    @pytest.mark.parametrize(
        ("objective", "best", "bound", "start"),
        [
            ("records", 1365, 1340, "best 1,365 records, at least 1,340 "),
            ("cells", 12, 12, "best 12 cells, at least 12 "),
            ("cost", 1365.5, 1340.0, "best 1,365.50, at least 1,340.00 "),
            ("cost", 1365, 1340, "best 1,365, at least 1,340 "),
        ],
    )
    def test_the_best_and_the_bound_are_in_the_objective_s_unit(
        self, objective: str, best: float, bound: float, start: str
    ) -> None:
        told = Progress("searching", best=best, bound=bound, objective=objective)
        assert str(told).startswith(f"searching: {start}")

    def test_a_search_tells_what_it_looked_at_and_how_long_it_took(self) -> None:
        told = Progress("searching", 61.26, 12_345, unit="branches", best=10, bound=5)
        line = "searching: best 10 records, at least 5 (gap 50%), 12,345 branches, 61.3 s"
        assert str(told) == line

    @pytest.mark.parametrize(
        ("best", "bound", "gap", "shown"),
        [
            (100, 98, 0.02, "gap 2.0%"),
            (3000, 2999, 1 / 3000, "gap under 0.1%"),
            (5, 5, 0.0, "gap 0%"),
            (5, 6, 0.0, "gap 0%"),
            (0, 0, 0.0, "gap 0%"),
        ],
    )
    def test_the_gap(self, best: int, bound: int, gap: float, shown: str) -> None:
        told = Progress("searching", best=best, bound=bound)
        assert told.gap == pytest.approx(gap)
        assert f"({shown})" in str(told)

    def test_without_a_search_there_is_no_gap(self) -> None:
        assert Progress("counting cells").gap is None

    @pytest.mark.parametrize(
        ("told", "line"),
        [
            (Progress("counting cells"), "counting cells"),
            (Progress("counting cells", 0.9), "counting cells"),
            (Progress("counting cells", 1.04), "counting cells: 1.0 s"),
            (Progress("judging", done=3, total=1_200), "judging: 3 of 1,200"),
            (Progress("reading", done=3, total=40, unit="MB"), "reading: 3 of 40 MB"),
            (Progress("widening", done=3, unit="steps"), "widening: 3 steps"),
            (
                Progress("judging", 9.0, 3, 12, seconds_left=27.0),
                "judging: 3 of 12, about 27 s left",
            ),
            (Progress("judging", 9.0, 3, 12, seconds_left=0.1), "judging: 3 of 12, about 1 s left"),
            (Progress("judging", 9.0, 3, 12, seconds_left=0.0), "judging: 3 of 12, 9.0 s"),
            (Progress("judging", 9.0, seconds_left=600.0), "judging: about 10 min left"),
        ],
    )
    def test_what_is_known_is_in_the_line(self, told: Progress, line: str) -> None:
        assert str(told) == line


class TestPhases:
    @staticmethod
    def counted(clock: Clock, **at: int) -> list[Progress]:
        """What is told by who counts so many of 9 at these tenths of seconds."""
        told: list[Progress] = []
        phase = Phase(told.append, "replaying candidates", 9)
        for moment, more in at.items():
            clock.now = float(moment.removeprefix("at")) / 100
            phase(more)
        return told

    def test_it_is_told_at_the_start_and_as_things_get_done(self, clock: Clock) -> None:
        told = self.counted(clock, at50=2, at90=3)
        assert [(p.phase, p.done, p.total) for p in told] == [
            ("replaying candidates", done, 9) for done in (0, 2, 5)
        ]
        assert [p.seconds for p in told] == [0, 0.5, 0.9]

    def test_not_more_often_than_anyone_can_read(self, clock: Clock) -> None:
        told = self.counted(clock, at5=1, at11=1, at12=1, at30=1)
        assert [p.done for p in told] == [0, 2, 4]

    def test_nobody_need_listen(self) -> None:
        phase = Phase(None, "replaying candidates", 9)
        phase(9)
        phase.found(3, 2)
        phase.beat()
        assert (phase.inner, phase.due) == (None, False)

    def test_who_listens_can_stop_it(self, clock: Clock) -> None:
        stop, wants = Cancelled(), False

        def stopping(_: Progress) -> None:
            if wants:
                raise stop

        phase = Phase(stopping, "replaying candidates", 9)
        wants, clock.now = True, 1.0
        for work in (phase, phase.beat, lambda: phase.found(3, 2)):
            with pytest.raises(Cancelled) as caught:
                work()
            assert caught.value is stop
            clock.now += 1

    def test_time_passes_though_nothing_gets_done(self, clock: Clock) -> None:
        told: list[Progress] = []
        phase = Phase(told.append, "counting cells")
        for clock.now in (0.05, 0.2, 0.25, 3.0):
            phase.beat()
        assert [p.seconds for p in told] == [0, 0.2, 3.0]
        assert {(p.done, p.total, p.seconds_left) for p in told} == {(None, None, None)}


class TestTimeLeft:
    @staticmethod
    def left(clock: Clock, *counts: tuple[float, int]) -> list[float | None]:
        """How many seconds are said to be left of 10, as so many are done at these times."""
        told: list[Progress] = []
        phase = Phase(told.append, "replaying candidates", 10)
        for clock.now, done in counts:
            phase.reached(done)
        return [p.seconds_left for p in told]

    def test_by_the_pace_so_far(self, clock: Clock) -> None:
        assert self.left(clock, (2.0, 1), (3.0, 3), (4.0, 8)) == [None, 18.0, 7.0, 1.0]

    def test_nothing_is_said_in_the_first_second(self, clock: Clock) -> None:
        *first, last = self.left(clock, (0.5, 1), (0.99, 5), (1.2, 6))
        assert first == [None, None, None]
        assert last == pytest.approx(0.8)

    def test_nor_while_nothing_is_done(self, clock: Clock) -> None:
        assert self.left(clock, (5.0, 0)) == [None, None]

    def test_within_one_it_counts_down_and_never_below_0(self, clock: Clock) -> None:
        counts = [(2.0, 5), (3.0, 5), (4.0, 5), (9.0, 5)]
        assert self.left(clock, *counts) == [None, 2.0, 1.0, 0.0, 0.0]

    def test_where_more_is_done_than_there_was_none_is_left(self, clock: Clock) -> None:
        assert self.left(clock, (2.0, 12)) == [None, 0.0]

    def test_a_search_is_over_when_its_gap_is_small(self, clock: Clock) -> None:
        told: list[Progress] = []
        phase = Phase(told.append, "settling the chances", unit="rounds")
        for turn, gap in enumerate((0.1, 0.01, 0.001)):
            clock.now = 1.0 + 2 * turn
            phase.found(1.0, 1 - gap, turn, enough=0.00001)
        assert [p.seconds_left for p in told] == [None, None, *map(pytest.approx, (6.0, 4.0))]

    @pytest.mark.parametrize(
        ("gaps", "enough", "left"),
        [
            ([(1, 0.1)], 0.01, None),
            ([(1, 0.1), (2, 0.05)], 0.0, None),
            ([(1, 0.05), (2, 0.05)], 0.01, None),
            ([(1, 0.05), (2, 0.08)], 0.01, None),
            ([(1, 0.9), (2, 0.5)], 0.01, None),
            ([(1, 0.05), (2, 0.01)], 0.01, 0.0),
            ([(1, 0.8), (2, 0.5), (4, 0.08)], 0.0008, 6.0),
        ],
    )
    def test_where_the_pace_says_nothing(
        self, gaps: list[tuple[float, float]], enough: float, left: float | None
    ) -> None:
        assert until_closed(gaps, enough) == (None if left is None else pytest.approx(left))

    def test_only_the_last_rounds_count(self, clock: Clock) -> None:
        """A gap that stood still for an hour says nothing about one that shrinks now."""
        told: list[Progress] = []
        phase = Phase(told.append, "settling the chances", unit="rounds")
        for turn in range(20):
            clock.now = 200.0 * turn
            phase.found(1.0, 0.95, turn, enough=0.00001)
        for turn in range(10):
            clock.now += 1
            phase.found(1.0, 1 - 0.05 / 2**turn, turn, enough=0.05 / 2**12)
        assert told[-1].seconds_left == pytest.approx(3.0)


class TestWorkWithinWork:
    INNER = Progress("searching", 1.0, 7, unit="branches", best=3, bound=2)

    def told(self, clock: Clock, **more: Any) -> Progress:
        told: list[Progress] = []
        phase = Phase(told.append, "replaying candidates", **more)
        assert phase.inner is not None
        clock.now = 5.0
        phase.inner(self.INNER)
        return told[-1]

    def test_of_one_of_many_only_that_time_passes(self, clock: Clock) -> None:
        found = self.told(clock, total=12)
        assert (found.phase, found.done, found.seconds) == ("replaying candidates", 0, 5.0)
        assert found.gap is None

    def test_of_a_single_one_everything(self, clock: Clock) -> None:
        assert self.told(clock, total=1) == self.INNER

    def test_where_nothing_is_counted_what_is_counted_within(self, clock: Clock) -> None:
        found = self.told(clock)
        assert (found.phase, found.done, found.gap) == ("replaying candidates", 7, self.INNER.gap)


def test_a_stop_is_no_error_of_tacit() -> None:
    """Where a method's own errors mean that it refuses, a stop must not."""
    assert not issubclass(Cancelled, TacitError)


MARKET = grid([[6, 2, 3], [4, 4, 8], [1, 5, 3]])
TRUE = MARKET.intent({"x": ["a"], "y": ["p"]})
ALL = MARKET.intent({})
PRICED = line([9, 7, 5, 8], prices=[1, 2, 3, 4])
BOUGHT = tacit.purchase(PRICED, {"x": ["a"]}, {}, buy=12, limit=0.9, allocate="optimal").purchase
ROWS = {"colour": ["red", "blue", "red"] * 9, "size": [*range(27)], "price": [2.5] * 27}
Work = Callable[[Callable[[Progress], None]], object]
CALLS: dict[str, tuple[Work, str]] = {
    "load a table": (
        lambda told: tacit.load(ROWS, cost="price", text=["size"], progress=told),
        "counting cells",
    ),
    "load adult": (lambda told: tacit.load("adult", progress=told), "reading the table"),
    "load synthetic": (lambda told: tacit.load("synthetic", progress=told), "making the market"),
    "protect, greedy": (
        lambda told: tacit.protect(MARKET, TRUE, limit="1/3", method="greedy", progress=told),
        "widening the intent",
    ),
    "protect, optimal": (
        lambda told: tacit.protect(MARKET, TRUE, limit="1/3", method="optimal", progress=told),
        "searching",
    ),
    "protect, several boxes": (
        lambda told: tacit.protect(
            MARKET, TRUE, limit="1/3", method="optimal", boxes=2, progress=told
        ),
        "searching for several boxes",
    ),
    "protect, sealed": (
        lambda told: tacit.protect(MARKET, TRUE, limit="1/3", method="sealed", progress=told),
        "settling the chances",
    ),
    "audit": (lambda told: tacit.audit(MARKET, TRUE, ALL, progress=told), "replaying candidates"),
    "audit without a post": (
        lambda told: tacit.audit(MARKET, TRUE, progress=told),
        "asking every attacker",
    ),
    "audit of a purchase": (
        lambda told: tacit.audit_purchase({"x": ["a"]}, BOUGHT, progress=told),
        "asking every observer",
    ),
    "audit of how it was chosen": (
        lambda told: tacit.audit_purchase(
            {"x": ["a"]}, BOUGHT, allocate="mc", published={}, runs=3, progress=told
        ),
        "replaying purchases",
    ),
    "survey": (
        lambda told: tacit.survey(MARKET, limit="1/3", progress=told),
        "judging every post",
    ),
    "survey of sealed": (
        lambda told: tacit.survey(MARKET, "sealed", limit="1/3", progress=told),
        "surveying blocks",
    ),
    "survey of purchases": (
        lambda told: tacit.survey_purchases(PRICED, {}, "optimal", 12, limit=0.9, progress=told),
        "judging every purchase",
    ),
    "frontier": (
        lambda told: tacit.frontier(MARKET, TRUE, against="em-f", points=4, progress=told),
        "looking at limits",
    ),
    "exhibit": (lambda told: run_one("table4", None, told), "reading the table"),
}
BUYING = {
    "optimal": "choosing what to buy",
    "blend": "drawing a blind purchase",
    "mc": "drawing blind purchases",
    "mcmc": "walking among purchases",
    "g-mcmc": "walking among purchases",
    "genetic": "breeding purchases",
}
for _method, _phase in BUYING.items():
    CALLS[f"purchase, {_method}"] = (
        lambda told, how=_method: tacit.purchase(  # type: ignore[misc]
            PRICED, {"x": ["a"]}, {}, buy=12, limit=0.9, allocate=how, progress=told
        ),
        _phase,
    )
for _question in ({"need": 2}, {"budget": 30}, {"buy": 12, "against": "purchase-fc"}):
    CALLS[f"purchase, {next(iter(_question))} {_question.get('against', '')}"] = (
        lambda told, asked=_question: tacit.purchase(  # type: ignore[misc]
            PRICED, {"x": ["a"]}, {}, limit=0.9, progress=told, **asked
        ),
        "choosing what to buy",
    )


class TestEveryLongCall:
    """Whatever may take long tells its phases, and can be stopped in each."""

    @pytest.fixture(autouse=True)
    def often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)

    @staticmethod
    def phases(call: str) -> list[str]:
        told: list[Progress] = []
        remembered._KNOWN.clear()  # what was settled before is not settled again
        CALLS[call][0](told.append)
        assert all(p.done is None or p.total is None or 0 <= p.done <= p.total for p in told)
        return list(dict.fromkeys(p.phase for p in told))

    @pytest.mark.parametrize("call", CALLS)
    def test_its_phases_are_told(self, call: str) -> None:
        assert CALLS[call][1] in self.phases(call)

    @pytest.mark.parametrize("call", CALLS)
    def test_it_can_be_stopped_in_every_phase(self, call: str) -> None:
        for phase in self.phases(call):
            stop = Cancelled()

            def stopping(told: Progress, at: str = phase, stop: Cancelled = stop) -> None:
                if told.phase == at:
                    raise stop

            remembered._KNOWN.clear()
            with pytest.raises(Cancelled) as caught:
                CALLS[call][0](stopping)
            assert caught.value is stop

    def test_nothing_that_is_told_tells_what_is_wanted(self) -> None:
        market = tacit.load({"colour": ["canary", "blue", "red"] * 9, "size": [1, 2, 3] * 9})
        told: list[str] = []
        want = market.intent({"colour": ["canary"], "size": [1]})
        for method in ("greedy", "optimal", "sealed"):
            tacit.protect(
                market,
                want,
                limit="1/2",
                method=method,
                progress=lambda one: told.append(f"{one} {one!r}"),
            )
        assert told
        assert not any("canary" in line for line in told)


def test_campaigns_tell_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacit._progress.EVERY", 0)
    told: list[Progress] = []
    made = tacit.Campaign.start(tmp_path / "need.tacit", "correct horse", _cost=1)
    how = tacit.Procedure.of(method="greedy", against="em-f", limit=Fraction(1, 3))
    made.protect(MARKET, TRUE, how, progress=told.append)
    phases = {"widening the intent", "replaying candidates", "writing the campaign file"}
    assert phases <= {p.phase for p in told}
    told.clear()
    made.audit(MARKET, progress=told.append)
    assert [p.phase for p in told] == ["judging every post"]
