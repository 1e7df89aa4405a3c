"""Rules: what a published intent may look like."""

from __future__ import annotations

from typing import Any

import pytest

from tacit.errors import SettingError
from tacit.market.mass import Mass
from tacit.publishing.rules import OBJECTIVES, Rules


def test_where_nothing_is_said_one_box_without_gaps_has_few_records() -> None:
    assert Rules() == Rules("records", True, {}, {}, 1)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_what_is_made_small_comes_first_and_all_measures_follow(objective: str) -> None:
    assert Rules(objective).objective == objective
    measures = OBJECTIVES[objective]
    assert sorted(measures) == ["cells", "records", "spend"]
    assert measures[0] == {"cost": "spend"}.get(objective, objective)
    assert all(hasattr(Mass(1, 1, 1, 1), measure) for measure in measures)


def test_another_objective_is_refused() -> None:
    with pytest.raises(SettingError, match="objective must be one of: records, cost, cells"):
        Rules("price")


@pytest.mark.parametrize("boxes", [0, -1, 65, 1.5, True, "2"])
def test_how_many_boxes_must_make_sense(boxes: Any) -> None:
    with pytest.raises(SettingError, match="from 1 to 64"):
        Rules(boxes=boxes)
