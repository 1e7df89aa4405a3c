"""Reading lists of intents from files that the user names."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.candidates.reading import read_given
from tacit.errors import InputError
from tests.helpers.unusable_lists import UNUSABLE
from tests.unit.candidates.shared import SHOP, box, shares

Write = Callable[[Any], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a list to a file and return its path."""

    def write_json(content: Any) -> str:
        path = tmp_path / f"list{len(list(tmp_path.iterdir()))}.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    return write_json


def test_a_file_holds_what_a_list_holds(write: Write) -> None:
    listed = [{"x": ["a", "b"]}, {"intent": {"x": ["c"], "y": ["q"]}, "weight": 2}]
    assert read_given(write(listed)) == Given.of(listed)
    assert read_given(Path(write(listed))) == Given.of(listed)


def test_a_list_as_a_table(write: Write) -> None:
    given = read_given(write("y,x,weight\nq,a,0.5\n,b,1/4\nsecret,,0.25\n"))
    found = shares(candidates(SHOP, Belief(given)))
    parts = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    assert found == dict(zip([box("a", "q"), box("b"), box("abc", "s")], parts, strict=True))
    given = read_given(write("y,x\nq,a\nq,b\n"))
    assert set(shares(candidates(SHOP, Belief("cells", given)))) == {box("a", "q"), box("b", "q")}


class TestRefusals:
    def refused(self, read: Callable[[], Any], match: str) -> None:
        with pytest.raises(InputError, match=match) as error:
            read()
        # What a file may name is as secret as an intent: only what is allowed is listed.
        assert "elsewhere" not in str(error.value)

    @pytest.mark.parametrize("role", ["candidates", "prior"])
    @pytest.mark.parametrize(
        ("content", "match"),
        [
            ("{", "valid JSON"),
            ("[" * 100_000, "valid JSON"),
            ({"x": ["a"]}, "must hold a list"),
            (["elsewhere"], "must hold a list"),
            ([], "lists no intent"),
            ("x,y,weight", "lists no intent"),
            ("x,y,weight\na,q", "nor a CSV table"),
            ("x,y\na,q,elsewhere", "nor a CSV table"),
        ],
    )
    def test_files_that_hold_no_list(
        self, write: Write, role: str, content: Any, match: str
    ) -> None:
        path = write(content)
        self.refused(lambda: read_given(path, role), match)
        self.refused(lambda: read_given(path, role), f"the {role} file")

    @pytest.mark.parametrize("role", ["candidates", "prior"])
    @pytest.mark.parametrize(
        ("content", "match"),
        [
            ("x,y,weight\nelsewhere,q,1", "is no intent"),
            ("x,elsewhere\na,q", "is no intent"),
            ("x,y,weight\na,q,elsewhere", "finite number"),
            ("x,y,weight\na,q,1\na,q,2", "twice"),
            ('[{"intent": {"x": ["a"]}, "weight": NaN}]', "finite number"),
            ('[{"intent": {"x": ["a"]}, "weight": Infinity}]', "finite number"),
            *UNUSABLE,
        ],
    )
    def test_files_with_lists_that_can_not_be_used(
        self, write: Write, role: str, content: Any, match: str
    ) -> None:
        given = read_given(write(content), role)
        belief = Belief(given) if role == "candidates" else Belief("boxes", given)
        self.refused(lambda: candidates(SHOP, belief), match)

    def test_text_in_another_encoding(self, tmp_path: Path) -> None:
        path = tmp_path / "list.json"
        path.write_bytes(b"\xff\xfe\x00")
        self.refused(lambda: read_given(str(path)), "not UTF-8")
        self.refused(lambda: read_given(str(tmp_path)), "can't be read")
