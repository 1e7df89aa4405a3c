"""What letters have in common: how they tell a post, and where their lines break."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from tacit.export.words import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tacit.intents.box import Box

WIDTH = 78


def of_a_post(what: str, boxes: Sequence[Box], everything: str) -> Iterator[str]:
    """What is asked for, in paragraphs: `what` is like a post, or it is `everything`.

    >>> from tacit.intents.box import Box
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("race", ("A", "B", "C")),))
    >>> [*of_a_post("All", [Box.of(space, {"race": ["A", "B"]})], "All there is.")]
    ['All with', '  - race: A or B']
    """
    if len(boxes) > 1:
        yield f"{what} with any of these:"
        yield "\n".join(f"  - {in_line(box)}" for box in boxes)
    elif lines := lines_of(boxes[0]):
        yield f"{what} with"
        yield "\n".join(f"  - {line}" for line in lines)
    else:
        yield everything


def in_line(box: Box) -> str:
    """A box in one line."""
    return "; ".join(lines_of(box)) or "any of them"


def wrapped(paragraph: str) -> str:
    """A paragraph, or the lines of a list, within the width."""
    return "\n".join(map(_within_width, paragraph.split("\n")))


def _within_width(line: str) -> str:
    """A line that goes on below where its words started, after the mark of a list."""
    start = len(line) - len(line.lstrip(" *-"))
    return fill(
        line,
        WIDTH,
        subsequent_indent=" " * start,
        break_long_words=False,
        break_on_hyphens=False,
    )
