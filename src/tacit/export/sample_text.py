"""A blind purchase as a request that a person mails: it tells what was published, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit.export.groups import boxes_of_groups
from tacit.export.letters import in_line, of_a_post, wrapped
from tacit.export.money import in_money, may_cost_more, may_fall_short
from tacit.export.words import either
from tacit.intents.dialects import columns_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tacit.intents.box import Box
    from tacit.intents.intent import Intent
    from tacit.market.cells import Cells
    from tacit.market.market import Market
    from tacit.purchasing.design import Design

_DELIVERY = (
    "Please deliver the records as one table with the same columns as yours, every record once, in "
    "any order."
)


def sample_text(
    market: Market, published: Intent, cells: Cells, design: Design, before: int = 0
) -> str:
    """A request for a design's sample, in plain words.

    Args:
        market: what is on offer.
        published: the post.
        cells: the cells of the post that hold records, in the order of the design.
        design: how many records of which cells to draw.
        before: how many records the same seller has delivered before, which are not to come again.

    >>> from tacit.market.market import Market
    >>> from tacit.purchasing.design import Design
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("race", ("A", "B", "C")),))
    >>> market = Market.from_cells(space, [[0, 1, 2]], [9, 9, 9], name="people")
    >>> post = market.intent({"race": ["A", "B"]})
    >>> cells = market.cells(post)
    >>> print(sample_text(market, post, cells, Design.simple(cells.records, 5)), end="")
    A simple random sample of 5 records of those with
    <BLANKLINE>
      - race: A or B
    <BLANKLINE>
    Each record of this set must be as likely to be drawn as any other, and none
    is drawn twice.
    <BLANKLINE>
    Please deliver the records as one table with the same columns as yours, every
    record once, in any order.
    """
    paragraphs = (
        *_asked(published, cells, design),
        *_complete(market),
        *_delivered(before),
        *_money(market, cells, design),
        _DELIVERY,
    )
    return "\n".join(f"{wrapped(one)}\n" for one in paragraphs)


def _asked(published: Intent, cells: Cells, design: Design) -> Iterator[str]:
    """How many records of which."""
    if len(design.take) == 1:
        yield from _post(f"A simple random sample of {_records(design.size)}", published)
        yield (
            "Each record of this set must be as likely to be drawn as any other, and none is drawn "
            "twice."
        )
        return
    drawn = [int(i) for i in np.flatnonzero(design.take)]
    groups = boxes_of_groups(published, cells.codes, design.stratum, drawn)
    yield from _post(f"A random sample of {_records(design.size)}, drawn in groups,", published)
    yield "Of these, please draw"
    parts = zip((int(design.take[i]) for i in drawn), groups, strict=True)
    yield "\n".join(line for take, boxes in parts for line in _group(f"  - {take:,} of", boxes))
    yield (
        "Each record of a group must be as likely to be drawn as any other of that group, and none "
        "is drawn twice."
    )


def _post(what: str, published: Intent) -> Iterator[str]:
    """What is asked for, and the post that it is drawn from."""
    return of_a_post(f"{what} of those", published.boxes, f"{what} of all that you have.")


def _group(what: str, boxes: Sequence[Box]) -> Iterator[str]:
    """One line for a group that is one box; a list for one that is several."""
    if len(boxes) == 1:
        yield f"{what}: {in_line(boxes[0])}"
        return
    yield f"{what} any of these:"
    yield from (f"      * {in_line(box)}" for box in boxes)


def _complete(market: Market) -> Iterator[str]:
    """Which records were not counted, and so are not drawn."""
    if columns := columns_in(market.kept):
        yield f"Please leave out records that have no value for {either(columns)}."


def _delivered(before: int) -> Iterator[str]:
    """What came before, and so is not drawn again."""
    if before > 0:
        what = f"{before:,} records" if before > 1 else "record"
        yield f"Please leave out the {what} that you have delivered to us before."


def _money(market: Market, cells: Cells, design: Design) -> Iterator[str]:
    """Where to stop, if the order may come to cost too much."""
    if design.budget is not None and may_cost_more(market, cells, design):
        limit = in_money(market, design.budget)
        yield (
            "Please draw records in random order and stop before the order would cost more than "
            f"{limit}, fees and rebates included. It is then smaller, which is fine."
        )
        if may_fall_short(market, cells, design):
            least = market.terms.minimum
            short = f"fewer than {least:,} records, your smallest order" if least > 1 else "none"
            yield f"If that leaves {short}, please draw again, from the start."


def _records(many: int) -> str:
    return f"{many:,} record{'s' * (many != 1)}"
