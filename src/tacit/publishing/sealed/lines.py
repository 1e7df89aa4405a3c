"""Lines: what the chances of a post must keep, for every secret and every belief.

Let t(V) be how likely candidate V is, given a post, by one belief, the *reference*. By another
belief it is as likely as t(V) r(V), in proportion, where r(V) says how much likelier that belief holds
V beforehand. A secret S with limit L is kept by belief b just if

    sum over V in S of r_b(V) t(V)  <=  L x sum over all V of r_b(V) t(V)

which is a line in t. One belief and secrets that are single cells make the simplest case: no cell's
chance may be above the limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.candidates.secrets import asking
from tacit.market.products import product
from tacit.market.stacks import distinct_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Secrets

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Rows:
    """The secrets that limit the mixes of one box; no other says more.

    Attributes:
        members: the candidates inside.
        held: which secret (row) has which of them (column).
        limits: the limit of each secret.
    """

    members: NDArray[np.intp]
    held: NDArray[np.bool_]
    limits: tuple[Fraction, ...]

    @cached_property
    def floats(self) -> Floats:
        """The limits as floats."""
        return np.array([float(limit) for limit in self.limits])


@dataclass(frozen=True, repr=False, eq=False)
class Lines:
    """Secrets, limits and beliefs for a number of candidates.

    Attributes:
        beliefs: how likely each candidate is by each belief, as whole numbers in proportion.
        limit: how likely a record may be.
        cover: which kind of record (row) lies in which candidate; None if each has one of its own.
        hidden: for each hidden dimension which value (row) each candidate asks for, and the limit.
    """

    beliefs: tuple[NDArray[Any], ...]
    limit: Fraction
    cover: NDArray[np.bool_] | None = None
    hidden: tuple[tuple[NDArray[np.bool_], Fraction], ...] = ()

    @classmethod
    def of(cls, candidates: Candidates, secrets: Secrets) -> Lines:
        """The lines of a number of candidates, for limits that the named beliefs must keep."""
        cover = None if candidates.codes is not None else candidates.covers()
        names = candidates.market.space.names
        hidden = tuple(
            (asking(candidates, names.index(name)), limit) for name, limit in secrets.hidden.items()
        )
        return cls(candidates.beliefs, secrets.limit, cover, hidden)

    def __len__(self) -> int:
        return len(self.beliefs[0])

    @property
    def plain(self) -> bool:
        """Whether there is one belief, and candidates share no secret."""
        return self.cover is None and not self.hidden and len(self.beliefs) == 1

    @cached_property
    def counts(self) -> NDArray[np.bool_]:
        """Which candidates count for what is expected: those that the first belief holds possible."""
        return np.asarray(self.beliefs[0] > 0, dtype=bool)

    @cached_property
    def reference(self) -> NDArray[Any]:
        """The first belief, with some weight for those that only others hold possible."""
        first = self.beliefs[0]
        if self.counts.all():
            return first
        return np.where(self.counts, first, max(1, int(first.sum()) // len(first)))

    @cached_property
    def total(self) -> int:
        """The weight of all by the reference."""
        return int(self.reference.sum())

    @cached_property
    def prior(self) -> Floats:
        """How likely each candidate is by the reference."""
        return np.array([int(weight) / self.total for weight in self.reference])

    @cached_property
    def ratios(self) -> Floats:
        """By how much each belief (row) holds each candidate likelier than the reference does."""
        totals = [int(weights.sum()) for weights in self.beliefs]
        return np.array(
            [
                [
                    int(w) * self.total / (int(m) * total)
                    for w, m in zip(b, self.reference, strict=True)
                ]
                for b, total in zip(self.beliefs, totals, strict=True)
            ]
        )

    def rows(self, members: NDArray[np.intp]) -> Rows:
        """What limits the mixes of some candidates."""
        records = np.eye(len(members), dtype=bool)
        if self.cover is not None:
            records = distinct_rows(self.cover[:, members])
        groups = [(records, self.limit)]
        groups += [(distinct_rows(masks[:, members]), limit) for masks, limit in self.hidden]
        held = np.concatenate([group for group, _ in groups])
        limits = [limit for group, limit in groups for _ in group]
        if self.cover is None and not self.hidden:
            return Rows(members, held, tuple(limits))
        keep = _telling(held, limits)
        return Rows(
            members, held[keep], tuple(limit for limit, k in zip(limits, keep, strict=True) if k)
        )

    def by_belief(self, members: Sequence[int], chances: Sequence[Fraction]) -> list[list[int]]:
        """How likely candidates are by each belief, from how likely they are by the reference.

        As whole numbers in proportion.
        """
        parts = [c / int(self.reference[v]) for v, c in zip(members, chances, strict=True)]
        unit = lcm(*(part.denominator for part in parts))
        whole = [int(part * unit) for part in parts]
        return [
            [int(belief[v]) * part for v, part in zip(members, whole, strict=True)]
            for belief in self.beliefs
        ]

    def kept(self, members: Sequence[int], chances: Sequence[Fraction]) -> bool:
        """Whether candidates that are so likely, given a post, keep every secret; exactly."""
        at = np.array(members, dtype=np.intp)
        every = self._every(at)
        for weights in self.by_belief(members, chances):
            exact = np.array(weights, dtype=object)
            total = int(exact.sum())
            if any(max(_sums(held, exact)) > limit * total for held, limit in every):
                return False
        return True

    @cached_property
    def tilts(self) -> Floats:
        """How far the chances of all can be moved from what they are beforehand to each candidate alone.

        With a share a of that, a line of belief b that holds V with s beforehand is kept just if
        a / (1 - a) is at most (L - s) / (r(V) (1 - L)).
        """
        found = np.full(len(self), np.inf)
        for ratio in self.ratios:
            weights = ratio * self.prior
            for held, limit in self._every(np.arange(len(self))):
                shares = product(held, weights) if len(held) else np.zeros(0)
                share = np.where(held, shares[:, None], 0.0).max(axis=0, initial=0.0)
                odds = np.maximum(float(limit) - share, 0) / np.maximum(
                    ratio * (1 - float(limit)), 1e-300
                )
                found = np.where(held.any(axis=0), np.minimum(found, odds), found)
        return np.where(np.isinf(found), 1.0, found / (1 + np.minimum(found, 1e300)))

    def _every(self, at: NDArray[np.intp]) -> list[tuple[NDArray[np.bool_], Fraction]]:
        """All secrets of some candidates, with their limits."""
        records = np.eye(len(at), dtype=bool) if self.cover is None else self.cover[:, at]
        return [(records, self.limit), *((masks[:, at], limit) for masks, limit in self.hidden)]

    def everyone(self) -> bool:
        """Whether all candidates together, as likely as they are beforehand, keep every secret."""
        chances = [Fraction(int(weight), self.total) for weight in self.reference]
        return self.kept(range(len(self)), chances)


def _sums(held: NDArray[np.bool_], weights: NDArray[Any]) -> list[int]:
    if len(held) == len(weights) and held.diagonal().all() and held.sum() == len(held):
        return [int(weight) for weight in weights]  # each has a record of its own
    return [int(weights[row].sum()) for row in held if row.any()] or [0]


def _telling(held: NDArray[np.bool_], limits: Sequence[Fraction]) -> NDArray[np.bool_]:
    """The rows that are not contained in another with a limit as low."""
    order = sorted(set(limits))
    strict = np.array([order.index(limit) for limit in limits])
    shared = product(held.astype(np.float32), held.astype(np.float32).T)
    size = shared.diagonal()
    at = np.arange(len(held))
    lower = strict[:, None] > strict[None, :]
    same = strict[:, None] == strict[None, :]
    first = (size[:, None] < size) | ((size[:, None] == size) & (at[:, None] > at))
    says_more = lower | (same & first)
    return np.asarray(~((shared == size[:, None]) & says_more).any(axis=1))
