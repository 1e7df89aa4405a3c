"""What an experiment shows: tables, charts with their series, and claims that hold or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


COMPARED = ("greedy", "optimal")
"""The methods that exhibits set side by side: the paper's, and the best there is."""


def own_settings(method: str, alpha: float) -> dict[str, Any]:
    """The settings of a compared method; alpha is greedy's alone."""
    return {"alpha": alpha} if method == "greedy" else {}


@dataclass(frozen=True)
class Line:
    """One row of a sheet.

    Attributes:
        labels: what the row is about.
        ours: our numbers, as the paper writes them.
        printed: the paper's, or None where it has none.
        agrees: whether ours agree with the printed ones; None where there is nothing to compare.
        why: where they differ, the reason.
    """

    labels: tuple[str, ...]
    ours: tuple[str, ...]
    printed: tuple[str, ...] | None = None
    agrees: bool | None = None
    why: str = ""


@dataclass(frozen=True)
class Sheet:
    """A table: its name, what labels and numbers are called, and its rows."""

    title: str
    labels: tuple[str, ...]
    columns: tuple[str, ...]
    lines: Sequence[Line]


@dataclass(frozen=True)
class Chart:
    """A picture, and the numbers in it.

    Attributes:
        name: what its files are called.
        caption: what it shows.
        draw: makes the figure.
        series: the numbers, one row each.
    """

    name: str
    caption: str
    draw: Callable[[], Any]
    series: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Claim:
    """Something said in words about results, by the paper or by us, and whether it holds here."""

    says: str
    holds: bool
    numbers: str
    ours: bool = False


@dataclass(frozen=True)
class Exhibit:
    """One table or figure of the paper, computed anew.

    Attributes:
        name: how it is asked for.
        title: how it is headed.
        shows: what it shows, in words.
        sheets: its tables.
        charts: its pictures.
        claims: what is said of it.
    """

    name: str
    title: str
    shows: str
    sheets: Sequence[Sheet] = ()
    charts: Sequence[Chart] = ()
    claims: Sequence[Claim] = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def as_printed(self) -> bool:
        """Whether every printed number comes out, or something explains why it does not."""
        lines = [line for sheet in self.sheets for line in sheet.lines]
        return not any(line.agrees is False and not line.why for line in lines)


@dataclass(frozen=True)
class Case:
    """A case of one's own, to run the paper's evaluation on.

    Attributes:
        data: the market: what `tacit.load` opens.
        wanted: the true intent, values per dimension, or a list of those.
        limit: the highest confidence allowed.
        alpha: for the greedy expansion, everywhere.
    """

    data: str
    wanted: Any = field(repr=False)
    limit: float = 0.3
    alpha: float = 0.5
