"""`tacit paper`: each exhibit is shown when it is done; all are written to one folder."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tacit.paper import evaluation
from tacit.paper.exhibit import Case, Exhibit, Line, Sheet
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused


@pytest.fixture(autouse=True)
def small_exhibits(monkeypatch: pytest.MonkeyPatch) -> list[Case | None]:
    """Two exhibits of one number each, the second not as printed; the list gathers their cases."""
    cases: list[Case | None] = []

    def make(name: str, ours: str) -> SimpleNamespace:
        def exhibit(own: Case | None, _: object) -> Exhibit:
            cases.append(own)
            line = Line(("row",), (ours,), ("1",), ours == "1")
            return Exhibit(name, f"Title of {name}", "", [Sheet("sheet", ("row",), ("n",), [line])])

        return SimpleNamespace(exhibit=exhibit)

    toys = {"good": "1", "odd": "2"}
    for name, ours in toys.items():
        monkeypatch.setitem(sys.modules, f"toy_{name}", make(name, ours))
    monkeypatch.setattr(evaluation, "EXHIBITS", {name: f"toy_{name}" for name in toys})
    return cases


def test_one_exhibit(run: Run, tmp_path: Path) -> None:
    done = run("paper", "good", "--out", "here")
    assert done.returncode == 0, done.stderr
    assert "Title of good" in done.stdout
    assert done.stderr == "note: wrote here/report.html and its files\n"
    assert sorted(p.name for p in (tmp_path / "here").iterdir()) == ["good-1.csv", "report.html"]


def test_all_by_default_and_1_where_a_number_differs_without_a_reason(
    run: Run, tmp_path: Path
) -> None:
    done = run("paper")
    assert done.returncode == 1
    assert done.stdout.index("Title of good") < done.stdout.index("Title of odd")
    assert (tmp_path / "tacit-paper" / "odd-1.csv").exists()


def test_a_case_of_ones_own_is_passed_on_and_kept_private(
    run: Run, table: str, wanted_file: str, tmp_path: Path, small_exhibits: list[Case | None]
) -> None:
    (tmp_path / "study.toml").write_text(
        f'[study]\ndata = "{table}"\nwant = "{wanted_file}"\nlimit = 0.5\n'
    )
    run("paper", "good", "--on", "study.toml", "--out", "mine")
    (case,) = small_exhibits
    assert case is not None
    assert case.limit == 0.5
    for path in (tmp_path / "mine").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_exhibit_that_does_not_exist(run: Run, tmp_path: Path) -> None:
    assert "no exhibit 'table9'" in refused(run, tmp_path, "paper", "good", "table9")


def test_a_folder_that_can_not_be_made(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("paper", "good", "--out", "file/folder")
    assert done.returncode == 2
    assert "file/folder can't be made" in done.stderr
