"""Errors: one tree as drawn, exit codes as drawn, and messages that keep the secret."""

from __future__ import annotations

import inspect
import pickle
import re
from fractions import Fraction

import pytest

from tacit import errors
from tacit.errors import (
    InputError,
    MissingExtra,
    TacitError,
    TooManyCandidates,
    UnknownDimension,
    UnknownValue,
    UnreachableLimit,
    nearest,
    rounded_up,
)


def drawn() -> dict[str, str]:
    """The parent of each error in the picture at the top of the module."""
    assert errors.__doc__
    parents: dict[str, str] = {}
    above: list[str] = []
    for line in errors.__doc__.split("```")[1].strip().splitlines():
        found = re.search(r"\w+", line)
        assert found
        depth = found.start() // 4
        above = [*above[:depth], found.group()]
        if depth:
            parents[above[-1]] = above[-2]
    return parents


def made() -> dict[str, type[TacitError]]:
    classes = inspect.getmembers(errors, inspect.isclass)
    return {name: cls for name, cls in classes if issubclass(cls, TacitError)}


def test_the_tree_is_as_drawn() -> None:
    parents = {name: cls.__mro__[1].__name__ for name, cls in made().items()}
    assert parents.pop("TacitError") == "Exception"
    assert parents == drawn()


def test_what_the_user_gave_ends_with_2_and_what_can_not_be_reached_with_1() -> None:
    codes = {name: cls.exit_code for name, cls in made().items()}
    ones = {"CampaignRefused", "NotServed", "UnreachableLimit", "UnreachablePurchase"}
    assert {name for name, code in codes.items() if code == 1} == ones
    assert set(codes.values()) == {1, 2}
    assert all(cls.exit_code == 2 for cls in made().values() if issubclass(cls, InputError))


def test_an_unknown_dimension_is_answered_with_the_nearest_not_with_what_was_asked() -> None:
    said = str(UnknownDimension("rase", ["race", "sex"]))
    assert "rase" not in said
    assert "Did you mean 'race'? The market's dimensions are: race, sex." in said


def test_an_unknown_value_is_answered_with_all_there_are() -> None:
    error = UnknownValue("size", "Sm", ["S", "M", 3])
    assert str(error).endswith("Its 3 values are: S, M, 3.")
    assert error.hint == "Did you mean 'S'?"
    assert UnknownValue("size", "zq", ["S", "M"]).hint is None


def test_an_optional_part_says_how_to_install_it() -> None:
    assert "pip install 'tacit[plots]'" in str(MissingExtra("a plot", "plots"))


def test_too_many_candidates_says_how_many() -> None:
    error = TooManyCandidates(1_234_567)
    assert error.many == 1_234_567
    assert "1,234,567 candidate intents" in str(error)


def test_an_unreachable_limit_names_the_lowest_never_below_what_it_is() -> None:
    error = UnreachableLimit("em-f", Fraction(1, 10), Fraction(1, 3))
    assert (error.attacker, error.limit, error.lowest) == ("em-f", Fraction(1, 10), Fraction(1, 3))
    assert "keeps em-f within 0.1" in str(error)
    assert "The lowest reachable limit is 0.3334." in str(error)


def test_the_nearest_name_is_offered_only_where_one_is_near() -> None:
    assert nearest("em-g", ["em-f", "pi-uniform"]) == " Did you mean 'em-f'?"
    assert nearest("zzz", ["em-f", "pi-uniform"]) == ""
    assert nearest("em-f", []) == ""


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "1"),
        (Fraction(1, 2), "0.5"),
        (Fraction(2, 3), "0.6667"),
        (Fraction(1, 3), "0.3334"),
        (Fraction(30001, 100000), "0.3001"),
        (Fraction(1, 7 * 10**9), "0.0000000001429"),
    ],
)
def test_rounding_goes_up(number: Fraction, written: str) -> None:
    assert rounded_up(number) == written
    assert Fraction(written) >= number


def test_rounding_takes_as_few_digits_as_asked() -> None:
    assert rounded_up(Fraction(1, 3), digits=2) == "0.34"
    assert rounded_up(Fraction(12345, 10**7), digits=2) == "0.0013"


def test_a_copy_leaves_the_hint_here() -> None:
    error = UnknownValue("size", "Sm", ["S", "M"])
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.hint) == (UnknownValue, str(error), None)
    limit = pickle.loads(pickle.dumps(UnreachableLimit("em-f", Fraction(1, 9), Fraction(1, 3))))
    assert limit.lowest == Fraction(1, 3)
