"""What is asked of an open table, wherever it is: what its columns hold, and how many rows hold what.

A proposal and a count know these questions and nothing else of a table. A file or a frame answers them
from a database of our own, a table in an engine from there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

from tacit.market.sources.columns import Columns

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tacit._progress import Phase
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.written import Written


class Summary(NamedTuple):
    """How many rows of a column are filled, how many values it has about, and how long texts are."""

    filled: int
    distinct: int
    length: float


class Measured(NamedTuple):
    """A column of numbers or dates: how many there are, the lowest and highest, whether all are whole."""

    fits: int
    low: Any
    high: Any
    whole: bool
    distinct: int


class Questions(Columns, ABC):
    """An open table, and what is asked of it.

    Attributes:
        is_text: whether it is a table of text, whose types have to be found out.
        reads_text: whether it can read numbers and dates out of texts that are too many to be listed.
        rows_have_order: whether the first rows are the same each time.
    """

    is_text: bool
    reads_text: bool
    rows_have_order: bool

    @property
    @abstractmethod
    def orders(self) -> Mapping[str, list[str]]:
        """For columns of ordered categories, their names from the lowest to the highest."""

    @property
    @abstractmethod
    def rows(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def begin(self, name: str, total: int | None = None) -> Phase:
        """Begin a phase of reading: what is asked from now on is a part of it."""

    @abstractmethod
    def store(self, names: Collection[str] | None = None) -> None:
        """Get ready for several questions about some columns."""

    @abstractmethod
    def first_rows(self, names: Sequence[str], most: int) -> dict[str, list[Any]]:
        """The values of some rows, the first where they have an order, column by column."""

    @abstractmethod
    def summaries(self, names: Sequence[str], many: Collection[str]) -> dict[str, Summary]:
        """What each column holds in short; values are only counted in those that may have many."""

    @abstractmethod
    def counts(self, name: str, *, as_text: bool = False) -> dict[Any, int]:
        """How many rows hold each value of a column, in order."""

    @abstractmethod
    def measured(self, name: str, kind: str, written: Written | None) -> Measured:
        """What there is to know of a column of very many numbers or dates."""

    @abstractmethod
    def distinct(self, name: str, written: Written | None) -> int:
        """How many different numbers or dates a column has, exactly."""

    @abstractmethod
    def points(
        self, name: str, written: Written | None, shares: int, leaving: Sequence[float]
    ) -> list[float]:
        """The numbers below which equal shares of a column lie, some of them left aside."""

    @abstractmethod
    def misfits(self, name: str, written: Written, most: int) -> list[str]:
        """Texts that are not written in some way."""

    @abstractmethod
    def has_leading_zeros(self, name: str) -> bool:
        """Whether a text is a number with a 0 before it that counts for nothing."""

    @abstractmethod
    def heads(self, name: str, lengths: range) -> list[int]:
        """How many different beginnings of each length texts have."""

    @abstractmethod
    def texts(self, name: str, length: int | None = None, most: int | None = None) -> list[str]:
        """The different texts of a column, or how they begin."""

    @abstractmethod
    def text_counts(self, name: str, most: int) -> dict[str, int]:
        """How many rows hold each text, as far as there are not too many of them."""

    @abstractmethod
    def filled(self, name: str) -> int:
        """How many rows hold something in a column."""

    @abstractmethod
    def grouped(self, recipe: Recipe, unused: Sequence[str] = ()) -> Any:
        """How many rows hold what, as `grouping.question_of` names it: an Arrow table."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the table."""
