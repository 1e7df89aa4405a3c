"""How far some work has come, in a line, and how it is stopped."""

from __future__ import annotations

import pytest

from tacit._progress import Cancelled, Counter, CountProgress, Progress, SearchProgress
from tacit.errors import TacitError


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
    objective: str, best: float, bound: float, start: str
) -> None:
    assert str(SearchProgress(objective, best, bound, 0.5, "1 branch", 0.0)).startswith(start)


def test_the_line_ends_with_how_long_it_took() -> None:
    line = str(SearchProgress("cells", 10, 5, 0.5, "12,345 branches", 61.26))
    assert line.endswith("(gap 50%), 12,345 branches, 61.3 s")


def test_what_is_counted_is_named() -> None:
    assert str(CountProgress("blocks", 3, 1_200)) == "3 of 1,200 blocks"


class TestCounting:
    @staticmethod
    def told(monkeypatch: pytest.MonkeyPatch, *seconds: float) -> list[Progress]:
        """Who counts in steps of 2, at these times after the start."""
        clock = iter([0.0, *(moment for moment in seconds for _ in range(2))])
        monkeypatch.setattr("tacit._progress.monotonic", lambda: next(clock))
        found: list[Progress] = []
        counter = Counter(found.append, "candidates", 9)
        for _ in seconds:
            counter(2)
        return found

    def test_it_is_told_what_is_done(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = self.told(monkeypatch, 1, 2)
        assert found == [CountProgress("candidates", n, 9) for n in (2, 4)]

    def test_not_more_often_than_anyone_can_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        moments = iter([0.0, 0.05, 0.11, 0.11, 0.12, 0.3, 0.3])
        monkeypatch.setattr("tacit._progress.monotonic", lambda: next(moments))
        found: list[Progress] = []
        counter = Counter(found.append, "candidates", 9)
        for _ in range(4):
            counter()
        assert found == [CountProgress("candidates", n, 9) for n in (2, 4)]

    def test_nobody_need_listen(self) -> None:
        counter = Counter(None, "candidates", 9)
        counter(9)

    def test_who_listens_can_stop_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        stop = Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        with pytest.raises(Cancelled) as caught:
            Counter(stopping, "candidates", 9)()
        assert caught.value is stop


def test_a_stop_is_no_error_of_tacit() -> None:
    """Where a method's own errors mean that it refuses, a stop must not."""
    assert not issubclass(Cancelled, TacitError)
