"""Table 3 on a case of one's own: what is bought, how sure that makes, and what is out of reach."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tacit.attackers.tails import Count
from tacit.paper import table3
from tacit.paper.exhibit import Case
from tacit.paper.table3 import COLUMNS, METHODS, Figures, Setting, own_setting, row
from tests.helpers.cases import small_case


@pytest.fixture
def small(tmp_path: Path) -> Setting:
    return own_setting(small_case(tmp_path))


def test_as_many_are_bought_as_are_wanted_and_one_of_each_other_cell(small: Setting) -> None:
    problem = small.problem
    assert problem.stock[problem.wanted].tolist() == [6]
    assert small.size == 6 + int((~problem.wanted).sum()) == int(small.unprotected.sum())
    assert small.unprotected[problem.wanted].tolist() == [6]
    assert set(small.unprotected[~problem.wanted].tolist()) == {1}


def test_the_confidence_is_the_chance_of_fewer(small: Setting) -> None:
    problem = small.problem
    counts = np.where(problem.wanted, 2, 1)
    fewer = Count(problem.total, 6, small.size).below_exactly(2)
    assert small.confidence(counts) == pytest.approx(float(fewer))


@pytest.mark.parametrize("method", METHODS)
def test_every_method_buys_what_was_asked(small: Setting, method: str) -> None:
    counts = small.allocation(method)(np.random.default_rng(0))
    assert int(counts.sum()) == small.size
    assert (counts <= small.problem.stock).all()


def test_a_row_is_the_mean_of_its_runs(small: Setting) -> None:
    found = row(small, "blend", runs=4, seed=2)
    drawn = [small.allocation("blend")(np.random.default_rng([2, i])) for i in range(4)]
    wanted = [int(counts[small.problem.wanted].sum()) for counts in drawn]
    assert found.ours.wanted == (np.mean(wanted), np.std(wanted))
    assert found.ours.utility == 100 * np.mean(wanted) / small.size
    assert found.printed is None
    assert found.matches
    assert row(small, "none", runs=1).ours.seconds is None


def test_numbers_are_read_and_written_as_the_paper_does() -> None:
    read = Figures.read("23.6 0.5 61 5.0 0.25 8.2 -")
    assert read == Figures((23.6, 0.5), 61, (5.0, 0.25), 8.2, None)
    assert read.shown == ("23.6% ± 0.5%", "61", "5.0 ± 0.2", "8.2%", "-")
    assert Figures.read("23.6 0.5 61 5.0 0.25 8.2 1.5").shown[-1] == "1.500"
    assert len(read.shown) == len(COLUMNS)


def test_a_case_of_ones_own_shows_every_method_and_claims_nothing(tmp_path: Path) -> None:
    made = table3.exhibit(small_case(tmp_path))
    (sheet,) = made.sheets
    assert [line.labels for line in sheet.lines] == [(method,) for method in METHODS]
    assert not made.claims


def test_a_purchase_of_more_than_there_is_says_why(tmp_path: Path) -> None:
    whole = Case(small_case(tmp_path).data, {}, limit=1)
    asked = replace(own_setting(whole), size=21)
    gone = table3._own_line(asked, "optimal")
    assert gone.ours == ("out of reach", "-", "-", "-", "-")
    assert "21 records were asked for" in gone.why


def test_the_limit_is_what_the_case_says(tmp_path: Path) -> None:
    assert own_setting(small_case(tmp_path, limit=0.45)).problem.limit == Fraction(45, 100)
