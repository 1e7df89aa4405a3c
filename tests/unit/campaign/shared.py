"""What the tests of campaigns share: a small market, needs, and files that open quickly."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tacit.campaign.campaign import Campaign
from tacit.campaign.vault import Vault
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.publishing.procedure import Procedure
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

CHEAP = 1  # scrypt's work, as a power of two

SECRET = "correct horse battery staple"

COUNTS = [[9, 1, 4, 2], [3, 0, 7, 5], [6, 2, 1, 8]]

CITY = Space((Nominal("x", tuple("abc")), Ordinal("y", tuple("pqrs"))))

New = Callable[[], Campaign]


def city(counts: Any = COUNTS, **more: Any) -> Market:
    return Market.from_cube(CITY, np.array(counts), **more)


def cell(market: Market, x: str, y: str) -> Intent:
    return market.intent({"x": [x], "y": [y]})


def greedy(**more: Any) -> Procedure:
    return Procedure.of(**{"method": "greedy", "against": "em-f", "limit": "1/2", **more})


def seal(limit: Any = "2/5", **more: Any) -> Procedure:
    return Procedure.of(**{"method": "sealed", "against": "informed", "limit": limit, **more})


def reopened(campaign: Campaign) -> Campaign:
    """What another run finds in the file."""
    return Campaign(campaign._vault.path, SECRET, _cost=CHEAP)


def content(campaign: Campaign) -> bytes:
    return campaign._vault.path.read_bytes()


def bought(market: Market, **cells: int) -> Purchase:
    plan = [{"cell": {"x": name[0], "y": name[1]}, "count": n} for name, n in cells.items()]
    return Purchase.from_plan(market, plan)


def sure_by_records(posts: Sequence[Intent], true: Intent, counts: Any = COUNTS) -> Fraction:
    """How sure em-f is of the true cell, by the cells that all posts hold."""
    (wanted,) = true.cells()
    common = [at for at in product(range(3), range(4)) if all(at in post for post in posts)]
    assert wanted in common
    return Fraction(counts[wanted[0]][wanted[1]], sum(counts[i][j] for i, j in common))


CANARY = "zanzibar-wish"

OLD = {"want": CANARY, "ledger": [1]}

NEW = {"want": CANARY, "ledger": [1, 2]}


def opened(path: Path, passphrase: str = SECRET) -> Vault:
    return Vault(path, passphrase, _cost=CHEAP)


def tells_nothing(error: BaseException | None) -> bool:
    """Whether neither an error nor anything it came from carries a secret."""
    while error is not None:
        known = repr(
            (error.args, vars(error), getattr(error, "doc", ""), getattr(error, "object", ""))
        )
        if CANARY in known or SECRET in known:
            return False
        error = error.__cause__ or error.__context__
    return True


CALLS = ["open", "fstat", "stat", "fchmod", "write", "fsync", "close", "link", "replace", "unlink"]


@contextmanager
def failing_at(count: int, problem: BaseException) -> Iterator[list[str]]:
    """Let the count-th call to the system fail; the list tells which calls were made."""
    made: list[str] = []

    def failing(name: str, really: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            made.append(name)
            if len(made) != count:
                return really(*args, **kwargs)
            if name == "close":
                really(*args, **kwargs)
            if name == "write":
                really(args[0], args[1][: len(args[1]) // 2])
            raise problem

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, failing(name, getattr(os, name)))
        patch.setattr(fcntl, "flock", failing("flock", fcntl.flock))
        yield made
