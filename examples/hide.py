"""Several beliefs, and a dimension whose value is a secret. Run it with: python examples/hide.py."""

from pathlib import Path

import tacit

panel = str(Path(__file__).with_name("panel.csv"))
market = tacit.load(panel, dimensions=["country", "category"])
want = market.intent("country = 'France' AND category = 'travel'")

for safety in ({}, {"hide": "country"}, {"prior": "uniform,records"}, {"within": 2}):
    post = tacit.protect(market, want, limit=0.3, seed=7, **safety)
    mean = float(post.proof.sealed.expected("records"))
    print(f"with {safety or 'one belief'}: {mean:,.0f} records on average")

    told = {one.dimension: one for one in post.gives_away}["country"]
    print(
        f"  country: {float(told.before):.0%} sure before the post, {float(told.after):.0%} after"
    )

    # What someone makes of it who goes by records, whether that belief was named or not.
    belief = {"prior": "records", "within": 1}
    found = tacit.audit(market, want, post, against="informed", belief=belief)
    print(f"  a record: {float(found.finding.confidence.upper):.0%} sure, who goes by records")
