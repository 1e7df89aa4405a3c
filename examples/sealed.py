"""Posts that hold against someone who knows the method. Run it with: python examples/sealed.py."""

import tacit

market = tacit.load("adult")
want = market.intent(
    {
        "age": ["working adult"],
        "race": ["Black"],
        "sex": ["Female"],
        "hours-per-week": ["full-time"],
        "income": [">50K"],
    }
)

# Sealed is what `protect` does by default; the other two have to be named.
for method in ("greedy", "optimal", "sealed"):
    post = tacit.protect(market, want, method=method, limit=0.3)
    found = tacit.audit(market, want, post)
    print(f"{method}: {post.mass.records:,} records. {found.headline.sentence}.")
    print(f"  {found.finding.sentence}")
    print(f"  {found.verdict}")
