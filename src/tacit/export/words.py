"""Intents in plain words, as someone reads them who has the table and knows nothing of Tacit."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from tacit._display import visible
from tacit.space.bins import labels
from tacit.space.grouped import Grouped
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.intents.box import Box
    from tacit.space.dimension import Dimension, Mask


_OURS = ("any value", "no value", "all that begins with ", "any of them")


def lines_of(box: Box) -> list[str]:
    """What a box asks of each column; columns on which it is free are left out.

    >>> from tacit.intents.box import Box
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.numeric import Numeric
    >>> from tacit.space.space import Space
    >>> ages = Numeric.binned("age", [17, 24, 61], ["child", "young", "working", "old"], integer=True)
    >>> space = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B", "C")), ages))
    >>> lines_of(Box.of(space, {"race": ["A", "C"], "age": ["young", "working"]}))
    ['race: A or C', 'age: 18 to 61']
    """
    pairs = zip(box.space, box.masks(), strict=True)
    lines = [f"{d.column}: {values_in_words(d, mask)}" for d, mask in pairs if not mask.all()]
    return [visible(line) for line in lines]


def values_in_words(dimension: Dimension, mask: Mask) -> str:
    """Some values of a dimension; bins as the ranges that they are, whatever they are called."""
    parts = _ranges(dimension, mask) if isinstance(dimension, Numeric) else _names(dimension, mask)
    names = {str(v) for v, chosen in zip(dimension.values, mask, strict=True) if chosen}
    lacking = dimension.missing is not None and str(dimension.missing) in names
    return either([*parts, *(["no value"] if lacking else [])])


def _names(dimension: Dimension, mask: Mask) -> list[str]:
    """Values by their names; with the one for all others, the names that are left out."""
    other = dimension.other if isinstance(dimension, Nominal) else None
    special = {str(one) for one in (dimension.missing, other) if one is not None}
    if isinstance(dimension, Grouped):
        chosen = (own for own, m in zip(dimension.members, mask, strict=True) if m)
        return [_name(one) for own in chosen for one in own]
    if isinstance(dimension, Prefix):
        values = [str(v) for v, m in zip(dimension.values, mask, strict=True) if m]
        return [_begins(v, dimension.length) for v in values if v not in special]
    pairs = [(str(v), bool(m)) for v, m in zip(dimension.values, mask, strict=True)]
    if other is None or (str(other), True) not in pairs:
        return [_name(name) for name, chosen in pairs if chosen and name not in special]
    out = [_name(name) for name, chosen in pairs if not chosen and name not in special]
    return [f"any value but {' and '.join(out)}" if out else "any value"]


def _begins(value: str, length: int) -> str:
    return _name(value) if len(value) <= length else f"all that begins with {_name(value[:length])}"


def _name(value: object) -> str:
    """A name as it stands in a list; in quotes if its reader could take it for words of ours.

    >>> _name("Asian"), _name("cats, dogs"), _name("any value"), _name(" x")
    ('Asian', '"cats, dogs"', '"any value"', '" x"')
    """
    text = str(value)
    padded = f" {text} "
    marks = any(mark in text for mark in ('"', ",", ";")) or text != text.strip() or not text
    joined = " or " in padded or " and " in padded or text.startswith(_OURS)
    return f'"{text}"' if marks or joined else text


def _ranges(dimension: Numeric, mask: Mask) -> list[str]:
    """Each run of neighbouring bins as one range."""
    bins = len(dimension.edges) + 1
    inside = [(i, bool(mask[code])) for i, code in enumerate(dimension.natural[:bins])]
    runs = [[i for i, _ in run] for chosen, run in groupby(inside, key=itemgetter(1)) if chosen]
    return [_range(dimension, run[0], run[-1]) for run in runs]


def _range(dimension: Numeric, first: int, last: int) -> str:
    """The bins from one to another, in words that leave no doubt about the ends."""
    edges = dimension.edges
    low, high = edges[first - 1 : first] if first else (), edges[last : last + 1]
    if not (low or high):
        return "any value"
    if dimension.integer and not isinstance(edges[0], date):
        return labels((*low, *high), dimension.closed, True)[len(low)]
    above, upto = ("above", "up to") if dimension.closed == "right" else ("from", "below")
    ends = [f"{above} {edge}" for edge in low] + [f"{upto} {edge}" for edge in high]
    return " and ".join(ends)


def either(parts: Sequence[str]) -> str:
    """Several of which any will do.

    >>> either(["a", "b", "c"])
    'a, b or c'
    """
    *others, last = parts
    return f"{', '.join(others)} or {last}" if others else last
