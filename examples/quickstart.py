"""Five lines: from a frame to a published intent. Run it with: python examples/quickstart.py."""

from pathlib import Path

import pyarrow.csv

import tacit

frame = pyarrow.csv.read_csv(Path(__file__).parent / "panel.csv")  # or a pandas or Polars frame

market = tacit.load(frame, cost="price")
want = market.intent("category = 'travel' AND income IN ('50k to 100k', 'over 100k')")
result = tacit.protect(market, want, against="em-fc", limit=0.05)
print(result)
print(result.published.to_sql())
