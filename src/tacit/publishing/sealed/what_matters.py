"""The dimensions that matter to the draw, and the market folded onto these.

Where all candidates have all values every post has, too: nothing is drawn there. A column of which nothing
is asked would else make single cells boxes, posts slow to find, and those who go by cells less sure the
finer the cells are; and what is published would change with each such column that a table happens to have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.market.folding import Folding

if TYPE_CHECKING:
    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.sealed.boxes_to_draw import Form


def onto_what_matters(
    market: Market,
    belief: Belief,
    form: Form,
    like: Intent | None = None,
    among: Candidates | None = None,
) -> Folding:
    """The market without the dimensions on which all candidates, whoever asks, have all values.

    Contract:
        promises: every candidate leads to the same dimensions; who is held in the folded market is held in
            the market as well.
    """
    away = _without_matter(market, belief, form, like, among)
    return Folding.of(market, away) or Folding.of_nothing(market)


def _without_matter(
    market: Market,
    belief: Belief,
    form: Form,
    like: Intent | None,
    among: Candidates | None,
) -> frozenset[int]:
    """The dimensions that do not matter; none, if no other is left.

    A hidden one does not either, if nobody asks for a value there: there is nothing to hide. One on which
    earlier posts have said something does. All do to an attacker of
    whom it is not known what it goes by.
    """
    if any(attacker.measure() is None for attacker in form.attackers):
        return frozenset()
    free = belief.settled(like).free(market, like) if among is None else among.free
    free &= free if form.common is None else form.common.free
    return free if len(free) < len(market.space) else frozenset()
