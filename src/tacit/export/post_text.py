"""A post as a letter that a person could send: which data is asked for, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.export.letters import of_a_post, wrapped

if TYPE_CHECKING:
    from tacit.intents.intent import Intent

_OPENING = "Dear data provider,"
_EVERYTHING = "We are looking for records of all kinds that you have."
_ANYTHING = "Whatever is not mentioned here may be anything."
_CLOSING = "Please tell us how many such records you have, what they cost, and on what terms you sell them."
_GREETING = "Kind regards"


def post_text(post: Intent) -> str:
    """A post as a letter. Names that hold a comma, or that could be misread, stand in quotes.

    >>> from tacit.intents.box import Box
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("race", ("A", "B", "C")),))
    >>> print(post_text(Box.of(space, {"race": ["A", "B"]})), end="")
    Dear data provider,
    <BLANKLINE>
    We are looking for records with
    <BLANKLINE>
      - race: A or B
    <BLANKLINE>
    Whatever is not mentioned here may be anything.
    <BLANKLINE>
    Please tell us how many such records you have, what they cost, and on what
    terms you sell them.
    <BLANKLINE>
    Kind regards
    """
    asked = [*of_a_post("We are looking for records", post.boxes, _EVERYTHING)]
    limits = [_ANYTHING] if len(asked) > 1 else []
    paragraphs = (_OPENING, *asked, *limits, _CLOSING, _GREETING)
    return "\n".join(f"{wrapped(one)}\n" for one in paragraphs)
