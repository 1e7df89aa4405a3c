"""Table 3: purchases by the paper's four methods, and by Tacit's own, in the paper's four settings.

The confidence is measured as the paper does: blind draws are made from the published intent, not
from what was seen, and the most exposed wanted cell counts. Here it is exact, there it is
simulated; so where the paper prints no spread, a confidence that differs by `NOISE` is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter

import numpy as np

from tacit._exact import share
from tacit._tails import Count
from tacit.attackers import OBSERVERS
from tacit.datasets import load
from tacit.market._cube import Ints
from tacit.paper._expansion import LIMIT, TRUE_INTENT_1, TRUE_INTENT_2
from tacit.publish import protect
from tacit.purchasing import ALLOCATIONS
from tacit.purchasing._problem import Problem
from tacit.purchasing.optimal import optimal

TITLE = "Table 3, purchases"
COLUMNS = ("Confidence", "Records (PI)", "Records (TI)", "Utility", "Seconds")
PAPER_METHODS = ("none", "mc", "mcmc", "g-mcmc", "genetic")
METHODS = (*PAPER_METHODS, "optimal", "blend")
NOISE = 0.3
"""How far off the exact confidences the paper's simulated ones may be, in percentage points."""


@dataclass(frozen=True)
class Figures:
    """The numbers of one row: means over the runs, some with their spread.

    Attributes:
        confidence: the observer's confidence, in percent, and its spread.
        records: how many records are bought.
        wanted: how many of them are wanted, and the spread.
        utility: the share of wanted records, in percent.
        seconds: how long one run takes; None where nothing is computed.
    """

    confidence: tuple[float, float]
    records: int
    wanted: tuple[float, float]
    utility: float
    seconds: float | None

    @classmethod
    def read(cls, text: str) -> Figures:
        """Read a printed row.

        >>> Figures.read("23.6 0.0 61 5.0 0.0 8.2 24.154").wanted
        (5.0, 0.0)
        """
        sure, sure_spread, records, wanted, wanted_spread, utility, time = text.split()
        return cls(
            (float(sure), float(sure_spread)),
            int(records),
            (float(wanted), float(wanted_spread)),
            float(utility),
            None if time == "-" else float(time),
        )

    @property
    def shown(self) -> tuple[str, ...]:
        """The numbers as the paper writes them, by `COLUMNS`."""
        (sure, sure_spread), (wanted, wanted_spread) = self.confidence, self.wanted
        return (
            f"{sure:.1f}% ± {sure_spread:.1f}%",
            f"{self.records}",
            f"{wanted:.1f} ± {wanted_spread:.1f}",
            f"{self.utility:.1f}%",
            "-" if self.seconds is None else f"{self.seconds:.3f}",
        )


@dataclass(frozen=True)
class Setting:
    """One block of the table: what is bought from, with which parameters, and what is printed.

    Attributes:
        title: what the block is called.
        data: the market.
        wanted: the true intent.
        alpha: of the em-fc expansion that gives the published intent.
        size: how many records are bought (the paper's q).
        epsilon: where g-mcmc stops.
        printed: for each method, the printed row as text.
        differs: for a method that does not land within what is printed, why.
    """

    title: str
    data: str
    wanted: Mapping[str, Sequence[str]]
    alpha: float
    size: int
    epsilon: float
    printed: Mapping[str, str]
    differs: Mapping[str, str]

    @cached_property
    def problem(self) -> Problem:
        """What has to be allocated."""
        market = load(self.data)
        true = market.intent(self.wanted)
        made = protect(market, true, against="em-fc", limit=LIMIT, alpha=self.alpha)
        observer = OBSERVERS["purchase-f"]
        return Problem(market, true, made.published, share("limit", LIMIT), observer)

    @property
    def unprotected(self) -> Ints:
        """All that is wanted, and one record of each other cell: as many records are bought."""
        return np.where(self.problem.wanted, self.problem.stock, 1)

    @property
    def blindly_wanted(self) -> float:
        """How many wanted records a blind purchase brings on average: what blend promises."""
        held = int(self.problem.stock[self.problem.wanted].sum())
        return self.size * held / self.problem.total

    def allocation(self, method: str) -> Callable[[np.random.Generator], Ints]:
        """A method with the paper's parameters."""
        if method == "none":
            return lambda _: self.unprotected
        if method == "optimal":
            return lambda _: optimal(self.problem, self.size).counts
        more = {"epsilon": self.epsilon} if method == "g-mcmc" else {}
        return lambda rng: ALLOCATIONS[method](self.problem, self.size, rng, **more)

    def confidence(self, counts: Ints) -> float:
        """The confidence in the most exposed wanted cell."""
        stock, wanted = self.problem.stock, np.flatnonzero(self.problem.wanted)
        blind = [Count(self.problem.total, int(stock[i]), self.size) for i in wanted]
        return max(b.below(int(counts[i])) for b, i in zip(blind, wanted, strict=True))


@dataclass(frozen=True)
class Row:
    """One row: what we get, what the paper prints (None for Tacit's own), and why they differ."""

    setting: str
    method: str
    ours: Figures
    printed: Figures | None
    explanation: str = ""

    @property
    def matches(self) -> bool:
        """Whether confidence and wanted records are within the printed mean ± spread.

        Without a spread, wanted records must be the printed ones as rounded.
        """
        if self.printed is None:
            return True
        (sure, sure_spread), (wanted, spread) = self.printed.confidence, self.printed.wanted
        return (
            self.ours.records == self.printed.records
            and abs(self.ours.confidence[0] - sure) <= max(sure_spread, NOISE)
            and abs(round(self.ours.wanted[0], 1) - wanted) <= spread + 1e-9
        )


MCMC_ADULT_2 = (
    "The paper prints 4.0 ± 2.9 wanted records where the chain, as the text has it, ends with "
    "about 8. The text does not say how long the chain runs or how a record is drawn within a "
    "group of moves. We tried half of q to thirty times q moves, and drew what leaves and what "
    "enters by records or by cells: the mean stays at 6.6 or more and the confidence above 10%, "
    "since gains are always accepted and losses are not. Taking every admissible move instead, "
    "3 q of them, leaves 5 to 6 wanted records and a confidence of about 8%, while the wanted "
    "records of the other three settings stay within their spread; the authors' program may do "
    "something like it. We keep to the text."
)
CHANCE = "Outside the printed spread by chance: the mean of a few runs varies with the seed."

SETTINGS = (
    Setting(
        "Adult, true intent of 1 cell",
        "adult",
        TRUE_INTENT_1,
        alpha=0.5,
        size=61,
        epsilon=0.07,
        printed={
            "none": "100.0 0.0 61 56.0 0.0 91.8 -",
            "mc": "23.6 0.0 61 5.0 0.0 8.2 24.154",
            "mcmc": "6.4 6.8 61 3.1 0.9 5.1 0.012",
            "g-mcmc": "23.6 0.0 61 5.0 0.0 8.2 0.001",
            "genetic": "23.6 0.0 61 5.0 0.0 8.2 0.301",
        },
        differs={},
    ),
    Setting(
        "Adult, true intent of 2 cells",
        "adult",
        TRUE_INTENT_2,
        alpha=0.6,
        size=120,
        epsilon=0.01,
        printed={
            "none": "100.0 0.0 120 83.0 0.0 69.2 -",
            "mc": "29.3 0.0 120 13.0 0.0 10.8 47.521",
            "mcmc": "2.7 4.2 120 4.0 2.9 3.3 0.088",
            "g-mcmc": "29.3 0.0 120 12.7 0.5 10.6 0.004",
            "genetic": "28.9 1.1 120 12.9 0.3 10.8 1.118",
        },
        differs={"mcmc": MCMC_ADULT_2},
    ),
    Setting(
        "synthetic, true intent of 1 cell",
        "synthetic",
        TRUE_INTENT_1,
        alpha=0.4,
        size=1516,
        epsilon=0.005,
        printed={
            "none": "100.0 0.0 1516 1513.0 0.0 99.8 -",
            "mc": "29.6 0.0 1516 394.0 0.0 26.0 333.333",
            "mcmc": "11.6 11.2 1516 375.3 18.6 24.8 0.565",
            "g-mcmc": "29.6 0.0 1516 394.0 0.0 26.0 0.009",
            "genetic": "29.1 0.9 1516 393.8 0.4 26.0 6.300",
        },
        differs={},
    ),
    Setting(
        "synthetic, true intent of 2 cells",
        "synthetic",
        TRUE_INTENT_2,
        alpha=0.4,
        size=2979,
        epsilon=0.01,
        printed={
            "none": "100.0 0.0 2979 2973.0 0.0 99.8 -",
            "mc": "29.2 0.0 2979 918.0 0.0 30.8 640.229",
            "mcmc": "7.7 9.9 2979 853.7 32.4 28.7 1.735",
            "g-mcmc": "29.2 0.0 2979 916.5 2.6 30.8 0.114",
            "genetic": "26.4 1.5 2979 911.0 7.2 30.6 11.566",
        },
        differs={},
    ),
)


def run(runs: int = 10, seed: int = 0) -> list[Row]:
    """Compute the table's 28 rows, each over so many seeded runs."""
    return [_row(setting, method, runs, seed) for setting in SETTINGS for method in METHODS]


def _row(setting: Setting, method: str, runs: int, seed: int) -> Row:
    allocate, problem = setting.allocation(method), setting.problem
    start = perf_counter()
    bought = [allocate(np.random.default_rng([seed, i])) for i in range(runs)]
    seconds = (perf_counter() - start) / runs
    sure = np.array([100 * setting.confidence(counts) for counts in bought])
    wanted = np.array([counts[problem.wanted].sum() for counts in bought])
    size = int(bought[0].sum())
    ours = Figures(
        (float(sure.mean()), float(sure.std())),
        size,
        (float(wanted.mean()), float(wanted.std())),
        100 * float(wanted.mean()) / size,
        None if method == "none" else seconds,
    )
    printed = setting.printed.get(method)
    row = Row(setting.title, method, ours, None if printed is None else Figures.read(printed))
    if row.matches:
        return row
    return replace(row, explanation=setting.differs.get(method, CHANCE))
