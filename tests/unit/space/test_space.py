"""All dimensions together."""

from __future__ import annotations

import pytest

from tacit.errors import SpaceError, UnknownDimension
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space


@pytest.fixture
def space() -> Space:
    return Space(
        (
            Nominal("sex", ("F", "M")),
            Ordinal("hours-per-week", ("few", "some", "many")),
            Numeric.binned("age", [17, 61], integer=True),
        )
    )


def test_sizes_multiply(space: Space) -> None:
    assert space.shape == (2, 3, 3)
    assert space.size == 18
    assert len(space) == 3


def test_dimensions_keep_their_order(space: Space) -> None:
    assert space.names == ("sex", "hours-per-week", "age")
    assert [dimension.name for dimension in space] == list(space.names)
    assert [space.index(name) for name in space.names] == [0, 1, 2]


def test_a_cell_is_written_with_the_names_of_its_values(space: Space) -> None:
    assert space.cell((1, 0, 2)) == {"sex": "M", "hours-per-week": "few", "age": "from 62"}


def test_a_very_large_space_is_counted_exactly() -> None:
    many = Space(tuple(Nominal(f"d{i}", tuple(range(100))) for i in range(20)))
    assert many.size == 100**20


def test_equal_spaces_are_equal() -> None:
    assert Space((Nominal("a", ("x",)),)) == Space((Nominal("a", ("x",)),))
    assert hash(Space((Nominal("a", ("x",)),))) == hash(Space((Nominal("a", ("x",)),)))
    assert Space((Nominal("a", ("x",)),)) != Space((Ordinal("a", ("x",)),))


def test_a_space_without_dimensions_is_refused() -> None:
    with pytest.raises(SpaceError, match="at least one dimension"):
        Space(())


def test_two_dimensions_of_one_name_are_refused() -> None:
    with pytest.raises(SpaceError, match="same name"):
        Space((Nominal("a", ("x",)), Nominal("a", ("y",))))


def test_an_unknown_dimension_lists_the_known_and_the_nearest(space: Space) -> None:
    with pytest.raises(UnknownDimension) as caught:
        space.index("hours_per_week")
    assert "Did you mean 'hours-per-week'?" in str(caught.value)
    assert "sex, hours-per-week, age" in str(caught.value)
    assert "hours_per_week" not in str(caught.value)


def test_an_unknown_dimension_like_no_other_gets_no_advice(space: Space) -> None:
    with pytest.raises(UnknownDimension) as caught:
        space.index("zqzqzq")
    assert "Did you mean" not in str(caught.value)
