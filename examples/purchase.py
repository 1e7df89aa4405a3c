"""What to buy so that the purchase gives nothing away. Run it with: python examples/purchase.py."""

from pathlib import Path

import tacit

here = Path(__file__).parent
market = tacit.load(str(here / "panel.market.toml"))
want = market.intent((here / "want.sql").read_text())
published = tacit.protect(market, want, method="greedy").published

questions = {
    "the most wanted records among 60": {"buy": 60},
    "the smallest purchase with 5 wanted records": {"need": 5},
    "the most wanted records for 30": {"budget": 30},
}
for question, asked in questions.items():
    order = tacit.purchase(market, want, published, **asked)
    print(f"{question}:\n{order}")
    for line in order.purchase.to_plan()[:3]:
        print(f"  {line['count']} x {', '.join(map(str, line['cell'].values()))}")
