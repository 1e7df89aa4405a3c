"""A file and an engine answer the same questions; what a table must answer can't be left out."""

from __future__ import annotations

import pytest

from tacit.market.sources.engines.asking import EngineTable
from tacit.market.sources.questions import Questions
from tacit.market.sources.table import Source


def test_everything_that_is_asked_has_an_answer() -> None:
    asked = Questions.__abstractmethods__
    for kind in (Source, EngineTable):
        assert not kind.__abstractmethods__
        assert asked <= set(dir(kind))


def test_a_table_that_can_not_answer_is_none() -> None:
    class Mute(Questions):
        pass

    with pytest.raises(TypeError, match="abstract"):
        Mute("t", {})  # type: ignore[abstract]
