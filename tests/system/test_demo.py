"""`tacit demo`: the story and its page."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Run


def test_the_demo_tells_the_story_and_writes_a_page(run: Run, tmp_path: Path) -> None:
    done = run("demo")
    assert done.returncode == 0, done.stderr
    for words in (
        "30,162 records",
        "155 of 240 cells",
        "working adult",
        "557",
        "32 of 32 rows",
        "100%",
    ):
        assert words in done.stdout
    path = tmp_path / "tacit-demo.html"
    assert str(path.resolve()) in "".join(done.stdout.split("\n"))
    page = path.read_text()
    assert page.count("<svg") == 3
    assert page.count("✓") == 32
    assert "✗" not in page
    for outside in ("<script", "<link", "<img", "@import", "url(http"):
        assert outside not in page
