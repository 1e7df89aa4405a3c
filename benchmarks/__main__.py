"""Run all benchmarks, or those named: `python -m benchmarks [greedy_sparse] [purchases] ...`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console

from benchmarks import (
    blind,
    cold_start,
    folding,
    greedy_sparse,
    in_engine,
    informed_purchase,
    ingest,
    optimal,
    purchases,
    replay,
    sealed,
    sealed_blocks,
    sealed_growth,
    unions,
)

BENCHMARKS: dict[str, Callable[[Console], None]] = {
    "blind": blind.run,
    "cold_start": cold_start.run,
    "folding": folding.run,
    "greedy_sparse": greedy_sparse.run,
    "in_engine": in_engine.run,
    "informed_purchase": informed_purchase.run,
    "ingest": ingest.run,
    "optimal": optimal.run,
    "purchases": purchases.run,
    "replay": replay.run,
    "sealed": sealed.run,
    "sealed_blocks": sealed_blocks.run,
    "sealed_growth": sealed_growth.run,
    "unions": unions.run,
}


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all of them; `--more` adds sizes that take long, where there are any."""
    names = [name for name in names if name != "--more"]
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark '{unknown[0]}'. Known are: {', '.join(BENCHMARKS)}.", file=sys.stderr)
        return 2
    console = Console(width=None if sys.stdout.isatty() else 120)
    for name in names or BENCHMARKS:
        BENCHMARKS[name](console)
        console.print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
