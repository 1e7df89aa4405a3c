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

for method, against in (("greedy", "pi-uniform"), ("optimal", "em-f"), ("sealed", "informed")):
    post = tacit.protect(market, want, method=method, against=against, limit=0.3)
    found = tacit.audit(market, want, post, against="informed", limit=0.3)
    print(f"{method}, made for {against}: {post.mass.records:,} records")
    print(f"  {found.finding.sentence}")
