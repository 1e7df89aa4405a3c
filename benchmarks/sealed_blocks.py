"""Promise: where candidates are put into blocks, that costs little: at most 1.3 times the optimum.

Three cases, each for all blocks together or a sample of them, weighed by the prior. Adult's cells at
efforts that are too low for one program, beside the proven optimum. Candidates of a shape on Adult,
which share records, at the usual effort and a tenth of it beside ten times as much: that run is proven
least, or what it is above the floor says how far the optimum may be below. These fit one block, and
less effort means fewer boxes. Adult in eleven attributes, where the optimum is not known, beside the
floor: what is wanted on average, over the limit. Several beliefs and hidden values may need more than
the floor whatever the method, so a ratio above 1.3 to it decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter

import numpy as np
from rich.console import Console

from benchmarks.greedy_sparse import verdict
from benchmarks.optimal import adult_in_eleven, show
from benchmarks.sealed import LIMIT, SEED
from tacit.candidates.belief import Belief
from tacit.candidates.secrets import Secrets
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.sealing import SealedBlock, Sealing

MOST = 1.3
FLOOR = "floor"
LOW_EFFORTS = (200, 500, 1_000, 2_000, 5_000, 10_000)
USUAL, GREAT = Form().effort, 200_000
SHAPES = {"two ages in a row": (2, 1, 1, 1, 1), "two races of both incomes": (1, 2, 1, 1, 2)}
SAMPLE, FEW = 20, 2
"""How many random true cells are looked at in eleven attributes; and of those that take long."""


@dataclass(frozen=True)
class Together:
    """What several blocks cost together, and what they are held against."""

    case: str
    found: Sequence[SealedBlock]
    seconds: float
    expected: Fraction
    floor: Fraction
    best: Fraction
    against: str

    @property
    def ratio(self) -> float:
        """Expected records over what they are held against."""
        return float(self.expected / self.best)


def together(
    case: str,
    found: Sequence[SealedBlock],
    shares: Sequence[int],
    seconds: float,
    best: Together | None = None,
) -> Together:
    """Blocks with the share of each, beside the best that is known, or else the floor."""
    pairs = list(zip(found, shares, strict=True))
    expected = sum((b.expected("records") * n for b, n in pairs), Fraction(0)) / sum(shares)
    floor = sum((b.floor("records") * n for b, n in pairs), Fraction(0)) / sum(shares)
    if best is None:
        return Together(case, found, seconds, expected, floor, floor, FLOOR)
    against = "optimum" if best.found[0].status == "optimal" else f"run of effort {GREAT:,}"
    return Together(case, found, seconds, expected, floor, best.expected, against)


def in_all(case: str, sealing: Sealing, best: Together | None = None) -> Together:
    """All blocks of a class, each by the weight of those in it."""
    start = perf_counter()
    found = [sealing.sealed(block) for block in sealing.blocks]
    shares = [block.block.candidates.total for block in found]
    return together(case, found, shares, perf_counter() - start, best)


def in_sample(case: str, sealing: Sealing, count: int) -> Together:
    """The blocks of some candidates that are drawn alike, which is by a uniform prior."""
    start = perf_counter()
    places = np.random.default_rng(SEED).integers(0, len(sealing.candidates), count).tolist()
    found = [sealing.holding(place) for place in places]
    return together(case, found, [1] * count, perf_counter() - start)


def cells(market: Market) -> list[Together]:
    """Adult's cells in blocks, beside one program for all of them."""
    belief = Belief("cells", support="nonempty")
    best = in_all("one program", Sealing(market, belief, Secrets(LIMIT), Form()))
    return [
        in_all(f"effort {e:,}", Sealing(market, belief, Secrets(LIMIT), Form(effort=e)), best)
        for e in LOW_EFFORTS
    ]


def shapes(market: Market) -> Iterable[Together]:
    """Candidates that share records, at lower efforts beside a great one."""
    belief = Belief("shape", support="nonempty")
    for name, shape in SHAPES.items():
        like = Box(market.space, tuple(tuple(range(n)) for n in shape))
        made = {
            effort: Sealing(market, belief, Secrets(LIMIT), Form(effort=effort), like)
            for effort in (GREAT, USUAL, USUAL // 10)
        }
        best = in_all(f"{name}, effort {GREAT:,}", made.pop(GREAT))
        yield best
        for effort, sealing in made.items():
            yield in_all(f"{name}, effort {effort:,}", sealing, best)


def eleven(market: Market) -> Iterable[Together]:
    """The cells of Adult in eleven attributes: one belief at two efforts, two, and a value hidden."""
    plain = Belief("cells", support="nonempty")
    for effort in (USUAL // 10, USUAL):
        sealing = Sealing(market, plain, Secrets(LIMIT), Form(effort=effort))
        yield in_sample(f"uniform, effort {effort:,}", sealing, SAMPLE)
    both, hidden = Belief("cells", "uniform,records", "nonempty"), {"race": Fraction(19, 20)}
    sealing = Sealing(market, both, Secrets(LIMIT), Form())
    yield in_sample("uniform and records", sealing, FEW)
    sealing = Sealing(market, plain, Secrets(LIMIT, hidden), Form())
    yield in_sample("uniform, race hidden at 0.95", sealing, FEW)


def report(console: Console, title: str, rows: Sequence[Together]) -> None:
    """Print how far blocks are above what they are held against."""
    show(
        console,
        title,
        rows,
        {
            "case": lambda r: r.case,
            "blocks": lambda r: f"{len(r.found):,}",
            "largest": lambda r: f"{max(len(b.block.places) for b in r.found):,}",
            "records": lambda r: f"{float(r.expected):,.2f}",
            "floor": lambda r: f"{float(r.floor):,.2f}",
            "against": lambda r: r.against,
            "ratio": lambda r: f"{r.ratio:.3f}",
            "seconds": lambda r: f"{r.seconds:.2f}",
        },
    )
    for line in promises(rows):
        console.print(line)


def promises(rows: Sequence[Together]) -> Iterable[str]:
    """What became of the promise; beside the floor, only that it is kept can be told."""
    for against in dict.fromkeys(r.against for r in rows):
        most = max((r for r in rows if r.against == against), key=lambda r: r.ratio)
        promise, told = f"within {MOST} times the {against}", f"{most.ratio:.3f}, {most.case}"
        if against == FLOOR and most.ratio > MOST:
            yield f"  not known: within {MOST} times the optimum ({told} beside the floor)"
        else:
            yield verdict(most.ratio <= MOST, promise, f"at most {told}")


def run(console: Console) -> None:
    """Measure all three."""
    market = load("adult")
    report(console, "Adult's cells in blocks, limit 0.3", cells(market))
    console.print()
    report(console, "Candidates of a shape on Adult, limit 0.3", list(shapes(market)))
    console.print()
    title = "Random cells of Adult in eleven attributes, limit 0.3"
    report(console, title, list(eleven(adult_in_eleven())))
