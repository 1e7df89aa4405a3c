"""Five lines: from a frame to a published intent. Run it with: python examples/quickstart.py."""

from pathlib import Path

import pyarrow.csv

import tacit

frame = pyarrow.csv.read_csv(Path(__file__).parent / "panel.csv")  # or a pandas or Polars frame

market = tacit.load(frame, cost="price")
want = market.intent("category = 'travel' AND country = 'Spain' AND income = 'over 100k'")
result = tacit.protect(market, want, limit=0.3)
print(result)
print(result.published.to_sql())
