"""Names in options read back, whatever stands in them."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit._names import names_in, option, parts_in

NAMES = st.text(alphabet="ab,=\"' $()é", min_size=1, max_size=6).filter(lambda name: bool(name))


@given(st.lists(NAMES, min_size=1, max_size=4))
def test_what_is_suggested_can_be_pasted_and_reads_back(names: list[str]) -> None:
    flag, written = shlex.split(option("--dimensions", names))
    assert flag == "--dimensions"
    assert names_in(written) == names


@given(NAMES)
def test_what_is_said_of_a_name_is_not_a_part_of_it(name: str) -> None:
    _, written = shlex.split(option("--hide", [name], "=0.5"))
    assert parts_in(written) in ([(name, "=0.5")], [(f"{name}=0.5", None)])


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("", []),
        (",, a ,", ["a"]),
        ('5" pipe,b', ['5" pipe', "b"]),
        ('"a""b"', ['a"b']),
        ('"a"b,c', ['"a"b', "c"]),
        ('"open, b', ['"open', "b"]),
    ],
)
def test_what_is_in_an_option(written: str, names: list[str]) -> None:
    assert names_in(written) == names
