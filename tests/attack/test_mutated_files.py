"""Files with changed bytes, in every format: a market comes out or a `TacitError`, within bounds."""

from __future__ import annotations

import pytest

from tests.attack.mutated import FORMATS, mutated_file, valid_file
from tests.attack.reading_apart import read_apart
from tests.attack.tally import attempts, found, tried

FILES = attempts(100, 2_000)
PARTS = attempts(1, 10)
"""The files of a format are read in so many parts, so that all processes have work to the end."""


@pytest.mark.process
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", FORMATS)
def test_an_answer_or_a_refusal_within_bounds(name: str, part: int) -> None:
    many = FILES // PARTS
    answers = read_apart(name, part * many, many)
    tried("inputs", many)
    for fault in answers.faults:
        found("tracebacks", when=bool(fault))
    assert not answers.faults
    assert answers.read + answers.refused == many


@pytest.mark.parametrize("name", FORMATS)
def test_files_are_mutated_alike_each_time_and_differ(name: str) -> None:
    made = [mutated_file(name, number) for number in range(30)]
    assert made == [mutated_file(name, number) for number in range(30)]
    assert len({valid_file(name), *made}) > 25
