"""Secrets: what must stay unlikely, whatever is published.

A secret is a set of candidates. Two kinds are kept: that a record is wanted (all candidates that hold
it), and that a value of a hidden dimension is (all that ask for it and leave another value out). Each
has a limit, which must hold under every belief.

A limit that is to hold for all priors within a factor R of a named one is a lower limit for that one.
Who moves the odds between candidates by a factor R at most does best to move all of a secret up and all
others down, and turns a chance s of the secret into R s / (R s + 1 - s). That is at most L just if s is
at most L / (L + R (1 - L)).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LARGEST
from tacit.attackers.confidence import INFORMED, Confidence
from tacit.errors import SettingError
from tacit.market.stacks import ROOM, union_patterns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.space.space import Space

Rows = list[list[int]]
"""How likely each candidate is by each belief, as whole numbers in proportion."""


@dataclass(frozen=True)
class Secrets:
    """What must stay unlikely, and how unlikely.

    Attributes:
        limit: how sure someone may be of a record.
        hidden: how sure someone may be of a value, by the name of its dimension.
        within: for all beliefs within this factor of the named ones.
    """

    limit: Fraction
    hidden: Mapping[str, Fraction] = field(default_factory=dict)
    within: Fraction = Fraction(1)

    @classmethod
    def of(
        cls,
        space: Space,
        limit: Fraction,
        hide: Mapping[str, Fraction | None],
        within: Fraction = Fraction(1),
    ) -> Secrets:
        """Records, and values of the dimensions to hide; those without a limit have the records'."""
        for name in hide:
            if name not in space.names:
                known = ", ".join(space.names)
                raise SettingError(
                    f"there is no dimension '{name}' to hide. There are: {known}.", "hide"
                )
        hidden = {name: limit if own is None else own for name, own in hide.items()}
        return cls(limit, hidden, within)

    @property
    def lowered(self) -> Secrets:
        """The limits that the named beliefs must keep so that all within the factor keep these."""
        hidden = {name: lowered(limit, self.within) for name, limit in self.hidden.items()}
        return Secrets(lowered(self.limit, self.within), hidden)

    def among(self, names: Sequence[str]) -> Secrets:
        """Those of records, and of the dimensions that are named."""
        hidden = {name: limit for name, limit in self.hidden.items() if name in names}
        return Secrets(self.limit, hidden, self.within)

    def shared_by(self, pieces: int) -> Secrets:
        """Limits for each of so many pieces by which all of them together keep these."""
        hidden = {name: limit / pieces for name, limit in self.hidden.items()}
        return Secrets(self.limit / pieces, hidden, self.within)


@dataclass(frozen=True)
class SurestValue:
    """The value of a dimension that someone is surest of.

    Attributes:
        dimension: the name of the dimension.
        value: the value; None if no candidate asks for one.
        sure: how sure they are.
    """

    dimension: str
    value: Any
    sure: Fraction


@dataclass(frozen=True)
class Judged:
    """How sure the surest belief is of what must stay unlikely.

    Attributes:
        secrets: what must.
        record: how sure someone is of a record, by the surest belief within the factor.
        values: the same of a value, by the name of its hidden dimension.
    """

    secrets: Secrets
    record: Fraction
    values: Mapping[str, Fraction]

    @property
    def holds(self) -> bool:
        """Whether every limit does."""
        return not self.broken

    @property
    def broken(self) -> tuple[str | None, ...]:
        """The hidden dimensions whose limit is broken; None, first, stands for records."""
        over = (name for name, sure in self.values.items() if sure > self.secrets.hidden[name])
        return (*([None] if self.record > self.secrets.limit else []), *over)

    @property
    def margin(self) -> Fraction | None:
        """By which factor a belief may differ from the named ones until some limit breaks."""
        found = (margin(sure, limit) for sure, limit in self._with_limits)
        least = min((m for m in found if m is not None), default=None)
        # Odds that are higher by the factor leave a margin that is lower by it.
        return None if least is None else least * self.secrets.within

    @property
    def _with_limits(self) -> list[tuple[Fraction, Fraction]]:
        hidden = self.secrets.hidden
        of_values = [(sure, hidden[name]) for name, sure in self.values.items()]
        return [(self.record, self.secrets.limit), *of_values]

    def confidences(
        self, own: Fraction | None, considered: int | None, remaining: int | None, **more: Any
    ) -> tuple[Confidence, ...]:
        """The informed attacker's row, and one for each hidden dimension; `own` is its own limit."""
        about = {"considered": considered, "remaining": remaining, **more}
        hidden = self.secrets.hidden
        return (
            Confidence(INFORMED, self.record, limit=own, **about),
            *(
                Confidence(about_value(name), sure, limit=hidden[name], **about)
                for name, sure in self.values.items()
            ),
        )


@dataclass(frozen=True)
class GivenAway:
    """What a post tells of one dimension.

    Attributes:
        dimension: the name of the dimension.
        value: the value that the surest belief is surest of, given the post; None if of none.
        before: how sure the surest belief was of a value before the post.
        after: how sure given the post.
        limit: the limit of the dimension, if it is hidden.
        exact: whether all candidates were looked at; else `before` was found from some.
    """

    dimension: str
    value: Any
    before: Fraction
    after: Fraction
    limit: Fraction | None = None
    exact: bool = True

    @property
    def rise(self) -> Fraction:
        """By how much the post makes someone surer; below 0 if less sure."""
        return self.after - self.before

    def shown_by(self, published: Intent) -> bool:
        """Whether the post says the value to everyone: it has no other there."""
        return published.hull.values()[self.dimension] == [self.value]

    def to_json(self, published: Intent) -> dict[str, Any]:
        """What a result tells of it: the value only where the post itself shows it."""
        return {
            "dimension": self.dimension,
            "value": self.value if self.shown_by(published) else None,
            "before": {"sure": float(self.before)},
            "after": {"sure": float(self.after)},
            "hidden": self.limit is not None,
            "limit": None if self.limit is None else float(self.limit),
            "exact": self.exact,
        }


def about_value(dimension: str) -> str:
    """What the informed attacker is called where it is about the value of a dimension."""
    return f"{INFORMED}:{dimension}"


def lowered(limit: Fraction, within: Fraction) -> Fraction:
    """The limit to keep so that all beliefs within a factor keep another.

    >>> lowered(Fraction(3, 10), Fraction(2))
    Fraction(3, 17)
    """
    return limit / (limit + within * (1 - limit))


def raised(sure: Fraction, within: Fraction) -> Fraction:
    """How sure the surest belief within a factor is.

    >>> raised(Fraction(3, 17), Fraction(2))
    Fraction(3, 10)
    """
    return within * sure / (within * sure + 1 - sure)


def margin(sure: Fraction, limit: Fraction) -> Fraction | None:
    """By which factor a belief may differ until the limit breaks; below 1 if it is broken, None if never.

    >>> margin(Fraction(3, 17), Fraction(3, 10)), margin(Fraction(0), Fraction(3, 10))
    (Fraction(2, 1), None)
    """
    if limit == 1 or sure == 0:
        return None
    return limit * (1 - sure) / (sure * (1 - limit))


def posteriors(candidates: Candidates, chances: Sequence[Fraction]) -> Rows:
    """How likely each candidate is by each belief, given how likely it was to lead to a post.

    Beliefs by which nobody could have led there are left out.
    """
    unit = lcm(*(chance.denominator for chance in chances))
    whole = [chance.numerator * (unit // chance.denominator) for chance in chances]
    rows = [
        [chance * weight for chance, weight in zip(whole, belief.tolist(), strict=True)]
        for belief in candidates.beliefs
    ]
    return [row for row in rows if any(row)]


def judged(candidates: Candidates, chances: Sequence[Fraction], secrets: Secrets) -> Judged:
    """How sure the surest belief is of a record, and of a value of each hidden dimension.

    Args:
        candidates: those who could have led to a post.
        chances: how likely each was to lead there.
        secrets: what must stay unlikely.
    """
    rows, names = posteriors(candidates, chances), candidates.market.space.names
    record = surest_record(candidates, rows) if rows else Fraction(0)
    values = {
        name: surest_value(candidates, rows, names.index(name)).sure for name in secrets.hidden
    }
    return Judged(
        secrets,
        raised(record, secrets.within),
        {name: raised(sure, secrets.within) for name, sure in values.items()},
    )


def surest_values(
    candidates: Candidates, weights: Sequence[Sequence[Any]] | None = None
) -> tuple[SurestValue, ...]:
    """The surest value of every dimension, by the given weights; by default, by the priors."""
    rows: Sequence[Any] = candidates.beliefs if weights is None else weights
    return tuple(surest_value(candidates, rows, d) for d in range(len(candidates.market.space)))


def gives_away(
    before: Sequence[SurestValue],
    after: Sequence[SurestValue],
    secrets: Secrets,
    exact: bool = True,
) -> tuple[GivenAway, ...]:
    """What a post tells of each dimension, from what was known before it and after."""
    within, hidden = secrets.within, secrets.hidden
    return tuple(
        GivenAway(
            dimension=now.dimension,
            value=now.value,
            before=raised(then.sure, within),
            after=raised(now.sure, within),
            limit=hidden.get(now.dimension),
            exact=exact,
        )
        for then, now in zip(before, after, strict=True)
    )


def surest_of(
    candidates: Candidates, weights: Sequence[Sequence[Any]], true: Intent
) -> tuple[Fraction, dict[str, Fraction]]:
    """How sure the surest belief is of what a true intent wants.

    Of its surest record, and, by the name of each dimension, of the surest value that it asks for.
    """
    record, values = surest(_wanted(candidates, true), weights), {}
    for d, (name, mask) in enumerate(zip(true.space.names, true.hull.masks(), strict=True)):
        asked = np.zeros_like(mask) if mask.all() else mask
        values[name] = surest(asking(candidates, d)[asked], weights)
    return record, values


def _wanted(candidates: Candidates, true: Intent) -> NDArray[np.bool_]:
    """Which kind of record that an intent wants (row) is held by which candidate (column)."""
    if candidates.codes is not None:
        at = np.flatnonzero(candidates.within(true))
        return np.asarray(at[:, None] == np.arange(len(candidates)))
    place = candidates.place(true)
    if place is not None:
        masks = candidates.covers()
        return masks[masks[:, place]]
    found = []
    for box in true.boxes:
        cut = [
            [rows & mask for rows, mask in zip(piece, box.masks(), strict=True)]
            for piece in candidates.in_pieces
        ]
        found.append(union_patterns(cut))
    return np.vstack(found)


def asking(candidates: Candidates, d: int) -> NDArray[np.bool_]:
    """Which value (row) of a dimension is asked for by which candidate (column), and not all values.

    A union asks for what any of its boxes has, unless they have all values between them.
    """
    size = candidates.market.space.shape[d]
    if candidates.codes is not None:
        return np.asarray((np.arange(size)[:, None] == candidates.codes[d]) & (size > 1))
    rows = candidates.stack[d]
    some: NDArray[np.bool_] = ~np.all(rows, axis=1, keepdims=True)
    return np.asarray((rows & some).T)


def surest_record(candidates: Candidates, weights: Sequence[Sequence[Any]]) -> Fraction:
    """How sure the surest belief is of a record, from how likely each candidate is by each belief."""
    if candidates.codes is not None:  # each holds a cell of its own
        rows = map(_plain, weights)
        return max((Fraction(max(row)) / sum(row) for row in rows), default=Fraction(0))
    return surest(candidates.covers(), weights)


def surest_value(candidates: Candidates, weights: Sequence[Sequence[Any]], d: int) -> SurestValue:
    """The value of a dimension that the surest belief is surest of."""
    dimension = candidates.market.space.dimensions[d]
    best = SurestValue(dimension.name, None, Fraction(0))
    for row in weights:
        shares = _value_shares(candidates, row, d)
        at = max(range(len(shares)), key=shares.__getitem__)
        if shares[at] > best.sure:
            best = SurestValue(dimension.name, dimension.values[at], shares[at])
    return best


def _value_shares(
    candidates: Candidates, weights: Sequence[Any] | NDArray[Any], d: int
) -> list[Fraction]:
    """How likely each value of a dimension is to be asked for."""
    size = candidates.market.space.shape[d]
    if candidates.codes is None or size == 1 or not _is_small(weights):
        return shares_of(asking(candidates, d), weights)
    sums = np.zeros(size, dtype=np.int64)  # millions of cells, without a table of them by value
    np.add.at(sums, candidates.codes[d].astype(np.intp), weights)
    total = int(sums.sum())
    return [Fraction(one, total) for one in sums.tolist()]


def _is_small(weights: Sequence[Any] | NDArray[Any]) -> bool:
    """Whether weights are an array of whole numbers that can be added up without overflow."""
    if not isinstance(weights, np.ndarray) or weights.dtype.kind not in "iu":
        return False
    return float(weights.sum(dtype=float)) < LARGEST


def surest(masks: NDArray[np.bool_], weights: Sequence[Sequence[Any]]) -> Fraction:
    """How sure the surest belief is of the surest of some secrets, each a row of candidates."""
    every = (share for row in weights for share in shares_of(masks, row))
    return max(every, default=Fraction(0))


def shares_of(masks: NDArray[np.bool_], weights: Sequence[Any] | NDArray[Any]) -> list[Fraction]:
    """How likely each secret is, from how likely each candidate is, in proportion; exactly."""
    exact = _plain(weights)
    total = sum(exact)
    small = isinstance(total, int) and total < LARGEST
    held = np.array(exact, dtype=np.int64 if small else object)
    if masks.size <= ROOM:
        sums = (masks.astype(held.dtype) @ held).tolist()
    else:  # one at a time, where all would take gigabytes
        sums = [held[mask].sum() if mask.any() else 0 for mask in masks]
    return [Fraction(int(one) if small else one) / total for one in sums]


def _plain(weights: Sequence[Any] | NDArray[Any]) -> list[Any]:
    """Weights as numbers of any size, where they were an array."""
    return weights.tolist() if isinstance(weights, np.ndarray) else list(weights)
