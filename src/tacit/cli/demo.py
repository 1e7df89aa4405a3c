"""`tacit demo`: the paper's own case, told as a story, with a report to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli._terminal import busy, show, speaks_plainly, write_text


@speaks_plainly
def demo(
    out: Annotated[
        str, typer.Option(metavar="FILE", help="Where to write the HTML report.")
    ] = "tacit-demo.html",
) -> None:
    """Tell the paper's own case on the built-in Adult data, and write a report with pictures."""
    from tacit.paper.story import story_page, story_view, tell_story

    with busy("reading the Adult data and protecting the paper's intents") as progress:
        story = tell_story(progress)
    show(*story_view(story))
    with busy("drawing the report"):
        page = story_page(story)
    write_text(out, page)
    show(f"\nThe report with pictures: {Path(out).resolve()}")
