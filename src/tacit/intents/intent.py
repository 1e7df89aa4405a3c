"""Intents: what is wanted, or shown as wanted, in a space.

An intent is one of two kinds: one box (`Box`), or several boxes joined (`AnyOf`). Whatever can be
asked of any intent stands here and is answered rightly by both; what only one box has, such as its
codes and masks, only a `Box` has. Who needs one box says so in the type, and is given `hull` where
the narrowest box around several will do.

An intent hides its values when printed, because it may be the true one. Only what `protect` returns
to be shown to the market is marked public.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacit.errors import EmptyIntent, IntentError, SettingError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

    from tacit.intents.box import Box
    from tacit.space.dimension import Label
    from tacit.space.pieces import Pieces
    from tacit.space.space import Space

    ToldBox = tuple[tuple[int, Pieces], ...]
    """A box that need not be made of whole values: dimensions by their places, others being free."""


@dataclass(frozen=True, repr=False, eq=False)
class Intent(ABC):
    """A set of cells, made of boxes: a `Box` or an `AnyOf`.

    Contract:
        promises: equal sets of cells compare equal, whichever kind they are; `repr` shows no value
            unless `public`.
    """

    space: Space
    public: bool = field(default=False, kw_only=True)
    widened: tuple[str, ...] = field(default=(), kw_only=True)
    """Dimensions whose wanted range did not meet the bins and was widened to them."""
    told: tuple[ToldBox, ...] = field(default=(), kw_only=True)
    """What was wanted before it was widened, box by box; nothing if it was not, or is not known."""

    @property
    @abstractmethod
    def boxes(self) -> tuple[Box, ...]:
        """The boxes that it joins."""

    @property
    @abstractmethod
    def pieces(self) -> tuple[Box, ...]:
        """Boxes that share no cell and together hold the same."""

    @property
    @abstractmethod
    def hull(self) -> Box:
        """The narrowest box around it."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many cells it holds, empty ones included."""

    @property
    def is_empty(self) -> bool:
        """Whether no cell satisfies it."""
        return all(box.is_empty for box in self.boxes)

    @property
    def free(self) -> frozenset[int]:
        """The dimensions on which each of its boxes has all values, by their places."""
        sizes = enumerate(self.space.shape)
        return frozenset(d for d, n in sizes if all(len(b.codes[d]) == n for b in self.boxes))

    @abstractmethod
    def cells(self) -> Iterator[tuple[int, ...]]:
        """Each cell once, as codes, the last dimension running fastest."""

    def one_box(self, refusal: str) -> Box:
        """The one box that it is; an error with these words if it is several."""
        if len(self.boxes) > 1:
            raise SettingError(refusal)
        return self.hull

    @abstractmethod
    def as_public(self) -> Self:
        """The same intent, marked as one that may be shown."""

    def values(self) -> dict[str, list[Label]]:
        """Every dimension with the values that occur on it, in the dimension's order."""
        pairs = zip(self.space, self.hull.codes, strict=True)
        return {d.name: [d.values[code] for code in one] for d, one in pairs}

    @abstractmethod
    def to_json(self) -> Any:
        """An object with the values of every dimension; of several boxes, a list of those."""

    @abstractmethod
    def to_sql(self) -> str:
        """A condition on the columns of a clean table that holds for the intent's records."""

    def required(self, what: str = "the true intent") -> Self:
        """The intent itself, or an error if no cell satisfies it."""
        if self.is_empty:
            raise EmptyIntent(
                f"{what} is empty: no cell satisfies it. Ask for at least one value on each "
                "dimension, or leave a dimension out to want all of it."
            )
        return self

    def require_same_space(self, other: Intent) -> None:
        """Refuse to compare or join intents of different spaces."""
        if self.space != other.space:
            raise IntentError("two intents of different spaces can't be compared or joined.")

    def __contains__(self, cell: Sequence[int]) -> bool:
        return any(cell in box for box in self.boxes)

    def __le__(self, other: Intent) -> bool:
        self.require_same_space(other)
        return all(not box.without(other.boxes) for box in self.boxes)

    def __ge__(self, other: Intent) -> bool:
        return other <= self

    @abstractmethod
    def __and__(self, other: Intent) -> Intent:
        """What two intents share."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Intent):
            return NotImplemented
        return self.space == other.space and self <= other and other <= self

    def __hash__(self) -> int:
        return hash((self.space, self.hull.codes))

    def __repr__(self) -> str:
        shown = self._shown() if self.public else f"{len(self.space)} dimensions, values hidden"
        return f"{type(self).__name__}({shown})"

    @abstractmethod
    def _shown(self) -> str:
        """Its values, for `repr` of what is public."""
