"""One door to all tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.errors import SettingError
from tacit.market.sources.opened import FileOptions
from tacit.market.sources.opening import open_table
from tests.helpers.tables import PLAIN, written


def test_paths_and_frames_go_in_by_the_same_door(tmp_path: Path) -> None:
    path = written(tmp_path, PLAIN)
    assert [open_table(t).name for t in (path, str(path), {"a": [1]})] == [
        "people.csv",
        "people.csv",
        "the frame",
    ]


def test_what_is_said_about_a_file_does_not_go_with_a_frame() -> None:
    with pytest.raises(SettingError, match="only goes with"):
        open_table({"a": [1]}, options=FileOptions(encoding="utf-8"))
