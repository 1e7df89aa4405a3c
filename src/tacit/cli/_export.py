"""What `tacit export` reads, and how it prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit._display import visible_lines
from tacit.cli._stopping import whole
from tacit.cli._table import open_market
from tacit.cli._terminal import tell
from tacit.errors import IntentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.intents.intent import Intent

_BY_NAME = (
    "values are written by the names that the post gives them; with --market DATA, bins and groups are "
    "written as what they hold, and what is free is left out"
)
_NOT_OURS = (
    "the file does not list values for every dimension, as a post does: it may be what you want, which is "
    "not to leave the house. Export what protect wrote with --out or --keep."
)
_NOT_SHOWN = "what can't be seen is written out here; --out FILE writes it as it is"


def read_public(post: str, data: str | None, table: dict[str, Any], form: str) -> Intent:
    """The post of a file, as one that may be shown; whatever else the file holds is left there."""
    from tacit.export.labelled import post_by_labels
    from tacit.intents.reading import parse_intent, read_text

    text = read_text(post, "post")
    if data is None:
        found = post_by_labels(text)
        if form != "json":
            tell(_BY_NAME)
    else:
        market = open_market(data, table)
        found = parse_intent(market.space, text)
        if not _is_a_post(text, market.space.names):
            raise IntentError(_NOT_OURS)
    return found.as_public()


def _is_a_post(text: str, names: Sequence[str]) -> bool:
    """Whether a file lists values for each dimension, as posts do, or is a request, as wants are not."""
    from tacit.intents.reading import posted, read_json

    try:
        content = posted(read_json(text), names)
    except ValueError:
        return False
    boxes = content if isinstance(content, list) else [content]
    if "@context" in boxes[0] and "@context" not in names:
        return True
    return all(
        set(box) == set(names) and all(isinstance(own, list) for own in box.values())
        for box in boxes
    )


def show_text(text: str) -> None:
    """Print an answer as it is, to be sent or run: no line is broken."""
    shown = visible_lines(text)
    with whole():
        print(shown, end="", flush=True)
    if shown != text:
        tell(_NOT_SHOWN)
