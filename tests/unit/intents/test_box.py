"""Boxes: what they hold, how they hide it, and how they are written."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest

from tacit.errors import EmptyIntent, IntentError, UnknownDimension, UnknownValue
from tacit.intents.box import Box
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tacit.space.tree import Tree


@pytest.fixture
def space() -> Space:
    return Space(
        (
            Nominal("sex", ("F", "M")),
            Ordinal.of("size", ["S", "M", "L"], order=["M", "L", "S"]),
            Numeric.binned("age", [17, 24, 61], integer=True, missing="(none)"),
        )
    )


def test_a_dimension_left_out_is_all(space: Space) -> None:
    want = Box.of(space, {"sex": ["F"]})
    assert want.codes == ((0,), (0, 1, 2), (0, 1, 2, 3, 4))
    assert want.is_all("size")
    assert want.is_all("age")
    assert not want.is_all("sex")
    assert want.size == 1 * 3 * 5


@pytest.mark.parametrize("free", [{}, {"sex": "ALL"}, {"sex": None}, {"sex": ["M", "F", "F"]}])
def test_many_ways_to_want_everything(space: Space, free: dict[str, Any]) -> None:
    assert Box.of(space, free) == Box.everything(space)


def test_a_value_called_all_is_that_value() -> None:
    space = Space((Nominal("x", ("ALL", "SOME")),))
    assert Box.of(space, {"x": "ALL"}).codes == ((0,),)
    assert Box.of(space, {"x": None}).codes == ((0, 1),)


@pytest.mark.parametrize(
    "asked", ["L", ["L"], ("L",), {"L"}, frozenset({"L"}), np.array(["L"]), ["L", "L"]]
)
def test_one_value_in_any_wrapping(space: Space, asked: Any) -> None:
    assert Box.of(space, {"size": asked}).codes[1] == (1,)


def test_json_lists_every_dimension_in_value_order(space: Space) -> None:
    want = Box.of(space, {"size": ["S", "M"], "age": ["from 62", "up to 17"]})
    assert want.to_json() == {
        "sex": ["F", "M"],
        "size": ["M", "S"],
        "age": ["up to 17", "from 62"],
    }


def test_cells_run_with_the_last_dimension_fastest() -> None:
    space = Space((Nominal("a", ("x", "y")), Nominal("b", ("u", "v", "w"))))
    want = Box.of(space, {"b": ["w", "u"]})
    assert list(want.cells()) == [(0, 0), (0, 2), (1, 0), (1, 2)]
    assert (1, 2) in want
    assert (1, 1) not in want


def test_containment_meet_and_hull() -> None:
    space = Space((Nominal("a", ("x", "y", "z")), Nominal("b", ("u", "v"))))
    narrow = Box.of(space, {"a": ["x"], "b": ["u"]})
    wide = Box.of(space, {"a": ["x", "y"]})
    far = Box.of(space, {"a": ["z"], "b": ["v"]})
    assert narrow <= wide
    assert wide >= narrow
    assert not wide <= narrow
    assert narrow & wide == narrow
    assert (narrow | far).to_json() == {"a": ["x", "z"], "b": ["u", "v"]}
    assert (wide & far).is_empty
    assert (wide & Box.of(space, {"b": ["v"]})).to_json() == {"a": ["x", "y"], "b": ["v"]}


def test_nothing_is_one_value_whatever_made_it_empty(space: Space) -> None:
    by_sex = Box.of(space, {"sex": []})
    by_size = Box.of(space, {"size": [], "sex": ["F"]})
    assert by_sex == by_size
    assert by_sex.codes == ((), (), ())
    assert by_sex.is_empty
    assert by_sex.size == 0
    assert list(by_sex.cells()) == []
    assert by_sex.to_sql() == "FALSE"
    assert (by_sex | by_sex.with_value(0, 1)).is_empty


def test_nothing_is_refused_where_something_is_required(space: Space) -> None:
    with pytest.raises(EmptyIntent, match="the true intent is empty"):
        Box.of(space, {"sex": []}).required()
    with pytest.raises(EmptyIntent, match="what was published is empty"):
        Box.of(space, {"sex": []}).required("what was published")
    want = Box.of(space, {"sex": "F"})
    assert want.required() is want


@pytest.mark.parametrize("show", [repr, str, "{}".format, "{!r}".format])
def test_values_are_hidden_when_printed(space: Space, show: Callable[[object], str]) -> None:
    want = Box.of(space, {"sex": ["F"], "age": ["18 to 24"]})
    assert show(want) == "Box(3 dimensions, values hidden)"
    assert show([want]).count("hidden") == 1


def test_what_is_public_shows_its_values(space: Space) -> None:
    public = Box.of(space, {"sex": ["F"], "size": ["S"]}).as_public()
    assert repr(public) == "Box(sex=['F'], size=['S'], age=ALL)"
    assert public == Box.of(space, {"sex": ["F"], "size": ["S"]})


def test_what_is_made_from_a_public_intent_and_a_secret_one_is_secret(space: Space) -> None:
    public, secret = Box.everything(space).as_public(), Box.of(space, {"sex": ["F"]})
    for made in (public & secret, secret & public, public | secret, secret | public):
        assert not made.public


def test_one_more_value(space: Space) -> None:
    want = Box.of(space, {"sex": ["F"], "size": ["S"]})
    assert want.with_value(1, 0).to_json()["size"] == ["M", "S"]
    assert want.with_value(1, 2) == want
    assert want.with_value(0, 1).is_all("sex")


def test_a_box_survives_pickling(space: Space) -> None:
    want = Box.of(space, {"sex": ["F"]})
    assert pickle.loads(pickle.dumps(want)) == want


# Ranges.


@pytest.mark.parametrize(
    ("asked", "bins", "widened"),
    [
        ({"from": 25, "to": 61}, ["25 to 61"], ()),
        ({"from": 18, "to": 61}, ["18 to 24", "25 to 61"], ()),
        ({"from": 17.5, "to": 61.5}, ["18 to 24", "25 to 61"], ()),
        ({"from": 26, "to": 61}, ["25 to 61"], ("age",)),
        ({"from": 25, "to": 60}, ["25 to 61"], ("age",)),
        ({"from": 24, "to": 25}, ["18 to 24", "25 to 61"], ("age",)),
        ({"from": 62}, ["from 62"], ()),
        ({"to": 17}, ["up to 17"], ()),
        ({"to": 16}, ["up to 17"], ("age",)),
        ({"from": 30, "to": 30}, ["25 to 61"], ("age",)),
        (30, ["25 to 61"], ("age",)),
        ([30], ["25 to 61"], ("age",)),
        ([30, "25 to 61"], ["25 to 61"], ()),
        ([*range(18, 25)], ["18 to 24"], ()),
        (["(none)", "up to 17"], ["up to 17", "(none)"], ()),
    ],
)
def test_a_range_takes_the_bins_it_touches_and_says_if_they_are_wider(
    space: Space, asked: Any, bins: list[str], widened: tuple[str, ...]
) -> None:
    want = Box.of(space, {"age": asked})
    assert want.to_json()["age"] == bins
    assert want.widened == widened


@pytest.mark.parametrize("asked", [{"from": 61, "to": 25}, {"from": 17.1, "to": 17.9}, 17.5, []])
def test_a_range_without_numbers_is_empty_and_not_wider(space: Space, asked: Any) -> None:
    want = Box.of(space, {"age": asked})
    assert want.is_empty
    assert want.widened == ()


def test_a_range_of_real_numbers_has_no_gaps() -> None:
    space = Space((Numeric.binned("pay", [1.0, 2.0], closed="left"),))
    assert Box.of(space, {"pay": {"from": 1, "to": 1.99}}).widened == ("pay",)
    assert Box.of(space, {"pay": {"from": 1, "to": 2}}).codes == ((1, 2),)
    assert Box.of(space, {"pay": {"from": 2}}).widened == ()


def test_a_range_of_dates() -> None:
    edges = [date(2020, 1, 31), date(2020, 2, 29)]
    space = Space((Numeric.binned("day", edges, ["Jan", "Feb", "Mar"]),))
    exact = Box.of(space, {"day": {"from": "2020-02-01", "to": date(2020, 2, 29)}})
    assert exact.to_json() == {"day": ["Feb"]}
    assert exact.widened == ()
    assert Box.of(space, {"day": {"from": "2020-02-02"}}).widened == ("day",)
    assert Box.of(space, {"day": "2020-01-15"}).to_json() == {"day": ["Jan"]}


def test_a_range_of_names_in_an_order(space: Space) -> None:
    assert Box.of(space, {"size": {"from": "M"}}).to_json()["size"] == ["M", "L"]
    assert Box.of(space, {"size": {"to": "M"}}).to_json()["size"] == ["M", "S"]


def test_a_branch_of_a_tree() -> None:
    space = Space((Tree.of("country", {"Europe": ["France", "Italy"], "Asia": ["Japan"]}),))
    assert Box.of(space, {"country": ["Europe"]}).to_json() == {"country": ["France", "Italy"]}
    assert Box.of(space, {"country": ["Asia", "Italy"]}).codes == ((1, 2),)


# SQL.


def test_sql_joins_the_dimensions_that_are_not_free(space: Space) -> None:
    want = Box.of(space, {"sex": ["F"], "age": {"from": 18, "to": 61}})
    assert want.to_sql() == "sex IN ('F') AND age > 17 AND age <= 61"
    assert Box.everything(space).to_sql() == "TRUE"


def test_sql_quotes_the_columns_that_need_it() -> None:
    space = Space((Nominal("x", ("a", "b"), column="Hours per week"),))
    assert Box.of(space, {"x": ["a"]}).to_sql() == "\"Hours per week\" IN ('a')"


# What can't be an intent.


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (((0,), (0,)), "each dimension"),
        (((0,), (0,), (0,), (0,)), "each dimension"),
        (((0, 2), (0,), (0,)), "outside dimension 'sex'"),
        (((-1,), (0,), (0,)), "outside dimension 'sex'"),
        (((), (9,), (0,)), "outside dimension 'size'"),
    ],
)
def test_codes_must_fit_the_space(
    space: Space, codes: tuple[tuple[int, ...], ...], said: str
) -> None:
    with pytest.raises(IntentError, match=said):
        Box(space, codes)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"sexx": ["F"]}, UnknownDimension),
        ({"sex": ["f"]}, UnknownValue),
        ({"sex": "ALLES"}, UnknownValue),
        ({"sex": ["ALL"]}, UnknownValue),
        ({"sex": [None]}, UnknownValue),
        ({"sex": {"from": "F"}}, IntentError),
        ({"size": {"from": "XS"}}, UnknownValue),
        ({"size": {"from": None}}, UnknownValue),
        ({"age": {}}, IntentError),
        ({"age": {"from": 1, "until": 2}}, IntentError),
        ({"age": {"from": "zq"}}, IntentError),
        ({"age": {"from": None}}, IntentError),
        ({"age": {"from": True}}, IntentError),
        ({"age": {"from": float("nan")}}, IntentError),
        ({"age": [{"from": 1, "to": 2}]}, IntentError),
        ({"age": ["18"]}, UnknownValue),
    ],
)
def test_what_is_asked_must_exist(
    space: Space, asked: dict[str, Any], error: type[IntentError]
) -> None:
    with pytest.raises(error):
        Box.of(space, asked)


def test_is_all_knows_only_dimensions_of_the_space(space: Space) -> None:
    with pytest.raises(UnknownDimension):
        Box.everything(space).is_all("sexx")


def test_what_is_left_without_others_shares_no_cell() -> None:
    space = Space((Nominal("a", ("x", "y", "z")), Nominal("b", ("u", "v"))))
    middle = Box.of(space, {"a": ["y"], "b": ["v"]})
    left = Box.everything(space).without([middle])
    assert sorted(cell for box in left for cell in box.cells()) == [
        cell for cell in Box.everything(space).cells() if cell not in middle
    ]
    assert middle.without([Box.everything(space)]) == []
    assert Box.of(space, {"a": []}).without([]) == []
    assert middle.without([Box.of(space, {"a": ["x"]})]) == [middle]
