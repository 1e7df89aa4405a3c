"""Blocks that were settled are remembered by all that decides them, and by nothing less."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.attackers.registry import ATTACKERS
from tacit.candidates.belief import Belief
from tacit.candidates.secrets import Secrets
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tacit.publishing.sealed import remembered as memory
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.remembered import digest, remembered
from tacit.publishing.sealed.sealing import Sealing
from tacit.space.dimension import Dimension
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SPACE = Space((Nominal("x", tuple("abcde")),))
SECRETS = Secrets(Fraction(1, 2))


def asked(
    market: Market, secrets: Secrets = SECRETS, form: Form | None = None, **belief: Any
) -> bytes:
    """The digest of the only block of a small market."""
    made = Sealing(market, Belief(**({"candidates": "cells"} | belief)), secrets, form or Form())
    return digest(made.blocks.holding(0), made.secrets, made.form, made.considered)


def market(records: list[int], space: Space = SPACE, **prices: Any) -> Market:
    return Market.from_cube(space, np.array(records), **prices)


def test_the_same_is_the_same_whatever_made_it() -> None:
    assert asked(market([1, 2, 3, 4, 5])) == asked(market([1, 2, 3, 4, 5], layout="sparse"))


@pytest.mark.parametrize(
    "other",
    [
        asked(market([1, 2, 3, 4, 6])),
        asked(market([1, 2, 3, 4, 5], Space((Ordinal("x", tuple("abcde")),)))),
        asked(market([1, 2, 3, 4, 5], prices=[1, 1, 1, 1, 2])),
        asked(market([1, 2, 3, 4, 5], prices=[2, 2, 2, 2, 2])),
        asked(market([1, 2, 3, 4, 5]), Secrets(Fraction(2, 5))),
        asked(market([1, 2, 3, 4, 5]), Secrets(Fraction(1, 2), {"x": Fraction(1, 2)})),
        asked(market([1, 2, 3, 4, 5]), form=Form(objective="cells")),
        asked(market([1, 2, 3, 4, 5]), form=Form(effort=50)),
        asked(market([1, 2, 3, 4, 5]), form=Form(bare=True)),
        asked(market([1, 2, 3, 4, 5]), form=Form(contiguous=False)),
        asked(
            market([1, 2, 3, 4, 5]),
            form=Form(attackers=(ATTACKERS["em-f"],), limits=(Fraction(1, 2),)),
        ),
        asked(
            market([1, 2, 3, 4, 5]),
            form=Form(attackers=(ATTACKERS["em-f"],), limits=(Fraction(3, 5),)),
        ),
        asked(
            market([1, 2, 3, 4, 5]), form=Form(common=market([1] * 5).intent({"x": list("abcd")}))
        ),
        asked(market([1, 2, 3, 4, 5]), prior="records"),
        asked(market([1, 2, 3, 4, 5]), prior="uniform,records"),
    ],
)
def test_whatever_decides_it_counts(other: bytes) -> None:
    assert other != asked(market([1, 2, 3, 4, 5]))


def test_prices_of_cells_without_records_count() -> None:
    one, other = [9, 9, 9, 1, 5], [9, 9, 9, 5, 1]
    assert asked(market([1, 2, 3, 0, 0], prices=one)) != asked(
        market([1, 2, 3, 0, 0], prices=other)
    )


def test_it_is_settled_once_and_only_the_latest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_KNOWN", type(memory._KNOWN)())
    settled: list[bytes] = []

    def ask(name: bytes) -> Any:
        def settle() -> Any:
            settled.append(name)
            return name

        return remembered(name, settle)

    assert [ask(b"a"), ask(b"a"), ask(b"b"), ask(b"a"), ask(b"c"), ask(b"a"), ask(b"b")] == [
        *(b"a", b"a", b"b", b"a", b"c", b"a", b"b")
    ]
    assert settled == [b"a", b"b", b"c", b"b"]


def test_a_search_that_is_stopped_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_KNOWN", type(memory._KNOWN)())

    def stop() -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        remembered(b"a", stop)
    assert not memory._KNOWN


def test_it_is_about_secrets_as_they_are_kept() -> None:
    """A factor lowers the limits that the named beliefs keep."""
    plain, wider = SECRETS, replace(SECRETS, within=Fraction(3, 2))
    assert asked(market([1, 2, 3, 4, 5]), plain) != asked(market([1, 2, 3, 4, 5]), wider)


VALUES = ("a", "b", "c", "d")
APART = tuple(tuple(float(i != j) for j in range(4)) for i in range(4))
PLAIN, BY_DISTANCE = Nominal("x", VALUES), Matrix("x", VALUES, matrix=APART)


@pytest.mark.parametrize(("first", "second"), [(PLAIN, BY_DISTANCE), (BY_DISTANCE, PLAIN)])
def test_a_dimension_of_another_kind_makes_another_space(
    first: Dimension, second: Dimension
) -> None:
    for dimension in (first, second):
        small = market([3, 4, 5, 6], Space((dimension,)))
        how = Procedure.of(method="sealed", against="informed", limit="1/2")
        for post in how.choose(small, small.intent({"x": ["a"]})).posts:
            assert post.published.space == Space((dimension,))
