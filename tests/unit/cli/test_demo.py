"""`tacit demo`: the story is shown, and its page is written where it is told to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.command_line import Run


@pytest.fixture(autouse=True)
def short_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real one takes seconds; it has tests of its own."""
    monkeypatch.setattr("tacit.paper.story.tell_story", lambda _: "once")
    monkeypatch.setattr("tacit.paper.story.story_view", lambda story: iter([story, "upon a time"]))
    monkeypatch.setattr("tacit.paper.story.story_page", lambda story: f"<p>{story}</p>")


@pytest.mark.parametrize("named", [None, "mine.html"])
def test_the_story_is_shown_and_written(run: Run, tmp_path: Path, named: str | None) -> None:
    done = run("demo", *(() if named is None else ("--out", named)))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("once\nupon a time\n")
    path = tmp_path / (named or "tacit-demo.html")
    assert path.read_text() == "<p>once</p>"
    assert str(path.resolve()) in "".join(done.stdout.split("\n"))


def test_a_place_that_can_not_be_written_is_told(run: Run) -> None:
    done = run("demo", "--out", "nowhere/page.html")
    assert done.returncode == 2
    assert "can't be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_takes_no_argument(run: Run) -> None:
    done = run("demo", "adult")
    assert (done.returncode, done.stdout) == (2, "")
