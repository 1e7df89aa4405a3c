"""What to buy so that the purchase gives nothing away. Run it with: python examples/purchase.py."""

from pathlib import Path

import tacit

here = Path(__file__).parent
market = tacit.load(str(here / "panel.market.toml"))
want = market.intent((here / "want.sql").read_text())
post = tacit.protect(market, want)  # drawn; wider than what is wanted

questions = {"40 records": {"buy": 40}, "20 wanted ones": {"need": 20}, "for 25": {"budget": 25}}
for question, asked in questions.items():
    order = tacit.purchase(market, want, post, **asked)  # drawn blindly from the post
    price = market.price_tag(order.cost)
    print(f"{question}: {order.design.kind}, {order.records} records for {price};")
    print(f"  {float(order.expected):.1f} wanted on average, {order.reached} with a chance of 95%")
    print(f"  {order.chain.after.sentence}; {order.chain.adds}")

for line in order.to_plan()["plan"][:3]:
    print(f"  {line['count']} x {', '.join(map(str, line['cell'].values()))}")

tuned = tacit.purchase(market, want, post, buy=40, allocate="optimal")  # the paper's test, passed
print(f"tuned: passes the test: {tuned.passes}. {tuned.chain.after.sentence}")
