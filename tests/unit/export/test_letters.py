from __future__ import annotations

from tacit.export.letters import WIDTH, in_line, of_a_post, wrapped
from tacit.intents.box import Box
from tacit.intents.union import any_of
from tacit.space.nominal import Nominal
from tacit.space.space import Space

SPACE = Space((Nominal("x", ("a", "b", "c")), Nominal("y", ("p", "q"))))
A = Box.of(SPACE, {"x": ["a"]})
P = Box.of(SPACE, {"y": ["p"]})


def test_one_box_is_told_by_column() -> None:
    both = Box.of(SPACE, {"x": ["a"], "y": ["p"]})
    assert [*of_a_post("Some", [both], "All.")] == ["Some with", "  - x: a\n  - y: p"]


def test_several_are_told_one_a_line() -> None:
    said = [*of_a_post("Some", any_of([A, P]).boxes, "All.")]
    assert said == ["Some with any of these:", "  - x: a\n  - y: p"]


def test_all_there_is_has_words_of_its_own() -> None:
    assert [*of_a_post("Some", [Box.everything(SPACE)], "All.")] == ["All."]
    assert in_line(Box.everything(SPACE)) == "any of them"


def test_lines_go_on_below_their_words() -> None:
    found = wrapped("  - x: " + "word " * 40).split("\n")
    assert all(len(line) <= WIDTH for line in found)
    assert {line[:4] for line in found[1:]} == {"    "}
