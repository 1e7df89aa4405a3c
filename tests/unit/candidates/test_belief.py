"""Beliefs: names or lists, never paths."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.classes import GivenList
from tacit.candidates.given import Given
from tacit.candidates.registry import CLASSES, PRIORS
from tacit.errors import SettingError
from tacit.intents.union import any_of
from tests.unit.candidates.shared import box

GIVEN = Given.of([{"y": ["secret"]}])


@pytest.mark.parametrize("name", [*CLASSES, "usual"])
@pytest.mark.parametrize("prior", PRIORS)
def test_it_has_a_class_a_prior_and_a_support(name: str, prior: str) -> None:
    belief = Belief(name, prior, "nonempty")
    assert belief.to_json() == {
        "candidates": name,
        "prior": prior,
        "support": "nonempty",
        "within": "1",
    }


def test_lists_are_told_by_that_name_only() -> None:
    told = Belief(GIVEN, GIVEN).to_json()
    assert told == {"candidates": "given", "prior": "given", "support": "all", "within": "1"}
    assert "secret" not in repr(Belief(GIVEN, GIVEN))


def test_its_class_is_found_by_name_or_is_the_list() -> None:
    assert Belief("boxes").of_class is CLASSES["boxes"]
    assert Belief(GIVEN).of_class == GivenList(GIVEN)


def test_the_usual_class_is_cells_for_a_cell_its_shape_for_more_and_unions_for_several_boxes() -> (
    None
):
    usual = Belief("usual", "records", "nonempty")
    assert usual.settled(box("a", "s")) == Belief("cells", "records", "nonempty")
    assert usual.settled(box("ab", "s")) == Belief("shape", "records", "nonempty")
    corners = any_of([box("a", "s"), box("b", "q")])
    assert usual.settled(corners) == Belief("unions", "records", "nonempty")
    assert usual.settled(None) == Belief("cells", "records", "nonempty")
    for named in (Belief("boxes"), Belief(GIVEN)):
        assert named.settled(box("ab")) is named


@pytest.mark.parametrize(
    ("given", "setting", "match"),
    [
        (
            {"candidates": "cell"},
            "candidates",
            "candidates must be one of cells, shape, ranges, boxes",
        ),
        ({"prior": "flat"}, "prior", "prior must be one of uniform, records"),
        ({"support": "some"}, "support", "support must be one of: nonempty, all"),
    ],
)
def test_names_that_do_not_exist(given: dict[str, Any], setting: str, match: str) -> None:
    with pytest.raises(SettingError, match=match) as error:
        Belief(**given)
    assert error.value.setting == setting


@pytest.mark.parametrize("role", ["candidates", "prior"])
def test_a_path_is_no_name_even_if_there_is_such_a_file(role: str, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.json"
    path.write_text('[{"x": ["a"]}]')
    with pytest.raises(SettingError, match="must be one of") as error:
        Belief(**{role: str(path)})
    assert "elsewhere" not in str(error.value)


def test_lists_are_read_as_lists_and_hide_what_they_hold() -> None:
    listed = [{"x": ["secret"]}]
    belief = Belief(listed, prior=("uniform", listed))  # type: ignore[arg-type]
    assert belief.candidates == Given.of(listed)
    assert belief.priors == ("uniform", Given.of(listed))
    assert "secret" not in repr(belief)
    with pytest.raises(SettingError, match="a name, or a list"):
        Belief(5)  # type: ignore[arg-type]
