"""Protecting a want where only statistics of the market are known. Run: python examples/statistics.py."""

import json
from pathlib import Path

import tacit

HERE = Path(__file__).parent
want = json.loads((HERE / "want-travel.json").read_text())

for name in ("catalogue", "sample", "marginals"):
    market = tacit.load(HERE / f"{name}.market.toml")
    result = tacit.protect(market, want, limit=0.3, seed=7)
    print(f"{name}: {market.notes[-1]}.")
    for row in result.confidences:
        print(f"  {row.attacker}: {row.in_words}, within the limit: {row.within(result.limit)}")
    assert result.as_known is not None
    print("  " + "\n  ".join(result.as_known.sentences))
