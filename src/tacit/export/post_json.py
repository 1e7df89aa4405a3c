"""A post as JSON: values by dimension, and what the names among them mean.

`post.schema.json` beside this module is its JSON Schema.
"""

from __future__ import annotations

from datetime import date
from importlib.resources import files
from itertools import compress
from math import isfinite
from typing import TYPE_CHECKING, Any

from tacit.intents.reading import POST_SCHEMA
from tacit.space.grouped import Grouped
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacit.intents.intent import Intent
    from tacit.space.dimension import Dimension, Label, Mask

Meaning = dict[str, Any]


def post_json(post: Intent) -> dict[str, Any]:
    """A post as an object that `Market.intent` reads, and the schema describes.

    Of dimensions whose values are names for something else (bins, groups, beginnings, missing or
    other values) it says what the published names mean. A dimension that is free has all its values.

    >>> from tacit.intents.box import Box
    >>> from tacit.space.numeric import Numeric
    >>> from tacit.space.space import Space
    >>> ages = Numeric.binned("age", [17, 61], ["young", "working", "old"], integer=True)
    >>> post_json(Box.of(Space((ages,)), {"age": ["working"]}))["means"]
    {'age': {'working': {'above': 17, 'up_to': 61}}}
    """
    boxes = [_finite(box.to_json()) for box in post.boxes]
    answer = {
        "$schema": POST_SCHEMA,
        "published": boxes[0] if len(boxes) == 1 else boxes,
    }
    hull = zip(post.space, post.hull.masks(), strict=True)
    told = {d.name: dict(_means(d, mask)) for d, mask in hull if d.name not in _free(post)}
    means = {name: meanings for name, meanings in told.items() if meanings}
    return {**answer, "means": means} if means else answer


def schema_text() -> str:
    """The JSON Schema of what `post_json` answers, as its file has it."""
    return files("tacit.export").joinpath("post.schema.json").read_text(encoding="utf-8")


def _free(post: Intent) -> set[str]:
    return {post.space.names[at] for at in post.free}


def _finite(values: dict[str, list[Label]]) -> dict[str, list[Label]]:
    """Values as JSON has them: it knows no number without end, which is then a text."""
    return {name: [_plain(one) for one in listed] for name, listed in values.items()}


def _plain(value: Label) -> Label:
    return str(value) if isinstance(value, float) and not isfinite(value) else value


def _means(dimension: Dimension, mask: Mask) -> Iterator[tuple[str, Meaning]]:
    """What those of the chosen values mean that are names for something else."""
    for code, value in compress(enumerate(dimension.values), mask):
        meaning = _meaning(dimension, code, mask)
        if meaning is not None:
            yield str(value), meaning


def _meaning(dimension: Dimension, code: int, mask: Mask) -> Meaning | None:
    """What one value means; None if it means itself."""
    value = dimension.values[code]
    if dimension.missing is not None and str(value) == str(dimension.missing):
        return {"missing": True}
    if isinstance(dimension, Numeric):
        return _range(dimension, code)
    if isinstance(dimension, Grouped):
        own = [_plain(one) for one in dimension.members[code]]
        return None if own == [value] else {"any_of": own}
    if isinstance(dimension, Prefix):
        text = str(value)
        return {"begins_with": text[:-1]} if len(text) > dimension.length else None
    if isinstance(dimension, Nominal) and dimension.other is not None:
        return _others(dimension) if str(value) == str(dimension.other) else None
    return None


def _range(dimension: Numeric, code: int) -> Meaning:
    at = dimension.ranks[code]
    low, high = dimension.edges[at - 1 : at] if at else (), dimension.edges[at : at + 1]
    above, upto = ("above", "up_to") if dimension.closed == "right" else ("from", "below")
    ends = [*((above, edge) for edge in low), *((upto, edge) for edge in high)]
    return {name: edge.isoformat() if isinstance(edge, date) else edge for name, edge in ends}


def _others(dimension: Nominal) -> Meaning:
    special = {str(dimension.other), str(dimension.missing)}
    return {"other_than": [_plain(v) for v in dimension.values if str(v) not in special]}
