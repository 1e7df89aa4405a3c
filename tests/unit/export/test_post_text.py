from __future__ import annotations

from tacit.export.post_text import post_text
from tacit.intents.box import Box
from tacit.intents.union import any_of
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space

AGES = Numeric.binned("age", [17, 24, 61], ["child", "young", "working", "old"], integer=True)
SPACE = Space((Nominal("animal", ("cats, dogs", "cows", "hens or ducks")), AGES))


def test_bins_in_a_row_are_one_range_and_what_is_free_is_left_out() -> None:
    said = post_text(Box.of(SPACE, {"age": ["young", "working"]}))
    assert "  - age: 18 to 61\n" in said
    assert "animal" not in said


def test_names_that_could_be_misread_stand_in_quotes() -> None:
    said = post_text(Box.of(SPACE, {"animal": ["cats, dogs", "cows"]}))
    assert '  - animal: "cats, dogs" or cows\n' in said


def test_several_boxes_are_a_list() -> None:
    either = any_of([Box.of(SPACE, {"animal": ["cows"]}), Box.of(SPACE, {"age": ["old"]})])
    said = post_text(either)
    assert (
        "We are looking for records with any of these:\n\n  - animal: cows\n  - age: from 62\n"
        in said
    )


def test_all_there_is_is_asked_for_in_words() -> None:
    said = post_text(Box.everything(SPACE))
    assert "records of all kinds that you have" in said
    assert "not mentioned" not in said
