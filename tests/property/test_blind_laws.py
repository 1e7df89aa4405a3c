"""Laws of blind purchases on random small markets, judged by listing every sample there is.

The judge draws record by record and knows nothing of hypergeometric tails, bounds or programs. A design
says how many records of each stratum; the judge lists all its samples with their chances, and finds what
anyone believes after each of them by Bayes' rule, in fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb, prod

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tacit
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.tails import Count
from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
from tacit.errors import PurchaseError, TacitError, UnreachablePurchase
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.terms import Terms
from tacit.publishing.publication import Publication
from tacit.purchasing import stopping, wanted
from tacit.purchasing.blind import Sizes, answered, drawn, lacking, size_for
from tacit.purchasing.design import DESIGNS, QUOTAS, SIMPLE, STRATIFIED, WEIGHTED, Design
from tacit.purchasing.order import Order
from tacit.purchasing.plan import Plan
from tacit.purchasing.problem import Problem
from tacit.purchasing.question import BuyingQuestion
from tacit.purchasing.quotas import quotas
from tacit.purchasing.spending import Spending
from tacit.purchasing.wanted import Wanted
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import line

Counts = tuple[int, ...]
SIZED = (SIMPLE, STRATIFIED, WEIGHTED)
ODDS = [Fraction(1, 2), Fraction(4, 5), Fraction(19, 20)]
LOW_ODDS = [Fraction(1, 100), Fraction(1, 4), *ODDS]


def samples(design: Design) -> Iterator[tuple[Counts, Fraction]]:
    """Every sample of a design, as counts per cell, with its chance."""
    stock = design.stock.tolist()
    ways = prod(
        comb(n, k) for n, k in zip(design.holds.tolist(), design.take.tolist(), strict=True)
    )
    for counts in product(*(range(n + 1) for n in stock)):
        taken = np.zeros(len(design.take), dtype=np.int64)
        np.add.at(taken, design.stratum, counts)
        if (taken == design.take).all():
            own = prod(comb(n, k) for n, k in zip(stock, counts, strict=True))
            yield counts, Fraction(own, ways)


def chance_of_wanted(design: Design, wanted: list[bool], many: int) -> Fraction:
    """The chance that a sample holds at least so many wanted records."""
    return sum(
        (
            chance
            for counts, chance in samples(design)
            if sum(n for n, w in zip(counts, wanted, strict=True) if w) >= many
        ),
        Fraction(0),
    )


def problem_of(stock: list[int], prices: list[int], wanted: int, terms: Terms) -> Problem:
    market = replace(line(stock, prices), terms=terms)
    names = market.space.dimensions[0].values[:wanted]
    true, whole = market.intent({"x": list(names)}), market.intent({})
    return Problem(market, true, whole.as_public(), Fraction(3, 10), PurchaseF())


no_terms = st.just(Terms())
some_terms = st.builds(
    lambda fee, minimum, start, share: Terms.of(fee=fee, minimum=minimum, tiers=[(start, share)]),
    st.integers(0, 4),
    st.integers(1, 3),
    st.integers(2, 8),
    st.sampled_from(["1/2", "3/4", "9/10"]),
)


@st.composite
def problems(draw: st.DrawFn, terms: st.SearchStrategy[Terms] = no_terms) -> Problem:
    cells = draw(st.integers(2, 4))
    stock = draw(st.lists(st.integers(1, 4), min_size=cells, max_size=cells))
    prices = draw(st.lists(st.integers(0, 5), min_size=cells, max_size=cells))
    return problem_of(stock, prices, draw(st.integers(1, cells - 1)), draw(terms))


class TestOdds:
    @given(problems(), st.sampled_from(SIZED), st.data())
    @settings(max_examples=60, deadline=None)
    def test_the_law_is_that_of_all_samples(
        self, problem: Problem, kind: str, data: st.DataObject
    ) -> None:
        design = Sizes(problem, kind).of(data.draw(st.integers(1, problem.total)))
        law, wanted = design.wanted(problem.wanted), problem.wanted.tolist()
        exact = [chance_of_wanted(design, wanted, many) for many in range(problem.total + 2)]
        assert law.mean == sum(exact[1:], Fraction(0))
        for many, chance in enumerate(exact):
            assert law.chance(many) == pytest.approx(float(chance), abs=1e-12)
            assert law.chance_exactly(many) == chance
            for odds in (*ODDS, chance):
                if 0 < odds < 1:
                    assert law.reaches(many, odds) == (chance >= odds)
        for odds in ODDS:
            assert law.reached(odds) == max(m for m, c in enumerate(exact) if c >= odds)

    @given(problems(), st.sampled_from(SIZED), st.sampled_from(ODDS), st.integers(1, 6))
    @settings(max_examples=60, deadline=None)
    def test_a_need_is_met_by_the_smallest_size(
        self, problem: Problem, kind: str, odds: Fraction, need: int
    ) -> None:
        question, sizes = BuyingQuestion.of(need=need, odds=odds), Sizes(problem, kind)
        found = answered(problem, question, kind).design.size
        needed = min(need, int(problem.stock[problem.wanted].sum()))
        wanted = problem.wanted.tolist()
        enough = [
            size
            for size in range(1, problem.total + 1)
            if chance_of_wanted(sizes.of(size), wanted, needed) >= odds
        ]
        assert found == min(enough)

    def test_long_laws_are_added_as_short_ones_are(self, monkeypatch: pytest.MonkeyPatch) -> None:
        problem = problem_of([40, 60, 50], [1, 2, 3], 2, Terms())
        sizes = Sizes(problem, STRATIFIED)
        split = np.array([True, True, False])
        parts = tuple(Count(100, k, 30) for k in (20, 45, 70))
        short = [Wanted(parts).chance(n) for n in range(91)]
        monkeypatch.setattr(wanted, "_WORK", 0)
        assert [Wanted(parts).chance(n) for n in range(91)] == pytest.approx(short, abs=1e-13)
        assert sizes.of(50).wanted(split).reached(Fraction(19, 20)) == 33

    @given(problems(), st.sampled_from(SIZED))
    @settings(max_examples=40, deadline=None)
    def test_a_larger_design_takes_no_fewer_of_any_stratum(
        self, problem: Problem, kind: str
    ) -> None:
        sizes = Sizes(problem, kind)
        designs = [sizes.of(size) for size in range(problem.total + 1)]
        for size, design in enumerate(designs):
            assert design.size == size
            assert (design.take <= design.holds).all()
        for small, large in pairwise(designs):
            assert (small.take <= large.take).all()


class TestBudgets:
    @given(problems(some_terms), st.sampled_from(SIZED), st.sampled_from(ODDS), st.integers(1, 30))
    @settings(max_examples=100, deadline=None)
    def test_the_largest_size_that_stays_within(
        self, problem: Problem, kind: str, odds: Fraction, budget: int
    ) -> None:
        question, sizes = BuyingQuestion.of(budget=budget, odds=odds), Sizes(problem, kind)
        terms, prices = problem.market.terms, problem.prices.tolist()
        tick = problem.market.rule.tick

        def within(size: int) -> Fraction:
            return sum(
                (
                    chance
                    for counts, chance in samples(sizes.of(size))
                    if terms.total(size, tick * sum(map(int.__mul__, counts, prices))) <= budget
                ),
                Fraction(0),
            )

        assume(terms.minimum <= problem.total)
        sold = range(terms.minimum, problem.total + 1)
        fits = [size for size in sold if within(size) >= odds]
        try:
            answer = answered(problem, question, kind)
        except UnreachablePurchase:
            assert not fits
            return
        assert answer.certain
        assert answer.design.size == max(fits)

    @given(problems(some_terms), st.sampled_from(ODDS), st.integers(1, 30))
    @settings(max_examples=60, deadline=None)
    def test_what_is_said_to_come_in_time_does(
        self, problem: Problem, odds: Fraction, budget: int
    ) -> None:
        """Against the exact chance, over all orders in which the sample may be drawn."""
        assume(problem.total <= 7)
        assume(problem.market.terms.minimum <= problem.total)
        try:
            answer = answered(problem, BuyingQuestion.of(budget=budget, odds=odds), SIMPLE)
        except UnreachablePurchase:
            return
        law = stopped(problem, answer.design.size, budget)
        chance = sum((c for many, c in law.items() if many >= answer.reached), Fraction(0))
        assert chance >= odds or answer.reached == 0

    @pytest.mark.parametrize("way", ["worked out", "simulated", "bounded"])
    @given(problem=problems(some_terms), odds=st.sampled_from(LOW_ODDS), budget=st.integers(1, 30))
    @settings(max_examples=40, deadline=None)
    def test_the_mean_is_that_of_draws_that_stop_in_time(
        self, way: str, problem: Problem, odds: Fraction, budget: int
    ) -> None:
        assume(problem.total <= 7)
        assume(problem.market.terms.minimum <= problem.total)
        question = BuyingQuestion.of(budget=budget, odds=odds)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(stopping, "WORK", stopping.WORK if way == "worked out" else 0)
            patch.setattr(stopping, "MOST_SIMULATED", 0 if way == "bounded" else 500)
            try:
                answer = answered(problem, question, SIMPLE)
            except UnreachablePurchase:
                return
        law = stopped(problem, answer.design.size, budget)
        mean = float(sum((many * chance for many, chance in law.items()), Fraction(0)))
        if answer.mean is None:
            assert answer.design.wanted(problem.wanted).mean == pytest.approx(mean)
            return
        assert answer.mean.low - Fraction(1, 10**9) <= mean <= answer.mean.high + Fraction(1, 10**9)
        if way == "worked out" and not problem.market.terms.tiers:
            assert float(answer.mean.value) == pytest.approx(mean, abs=1e-9)

    @pytest.mark.parametrize(("prices", "dearest"), [(2, 200), (4, 9), (10, 10**6)])
    @pytest.mark.parametrize("odds", ["0.01", "0.5", "0.95"])
    @pytest.mark.parametrize("minimum", [1, 55])
    def test_the_mean_is_that_of_many_deliveries(
        self, prices: int, dearest: int, odds: str, minimum: int
    ) -> None:
        rng = np.random.default_rng(prices)
        stock = rng.integers(40, 90, size=prices).tolist()
        costs = rng.choice(np.arange(1, dearest), prices, replace=False).tolist()
        problem = problem_of(stock, costs, prices // 2, Terms.of(minimum=minimum))
        budget = 65 * sum(map(int.__mul__, stock, costs)) // sum(stock)
        answer = answered(problem, BuyingQuestion.of(budget=budget, odds=odds), SIMPLE)
        assert answer.mean is not None
        assert (answer.mean.low == answer.mean.high) == (prices < 10)
        held = [int(drawn(problem, answer.design, rng)[problem.wanted].sum()) for _ in range(2_000)]
        error = 4 * float(np.std(held)) / np.sqrt(len(held))
        assert float(answer.mean.low) - error <= np.mean(held) <= float(answer.mean.high) + error

    @pytest.mark.parametrize("seed", range(5))
    def test_never_beyond_in_many_deliveries(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        stock, prices = rng.integers(1, 60, size=10).tolist(), rng.integers(1, 90, size=10).tolist()
        terms = Terms.of(fee=7, tiers=[(40, "0.9"), (120, "0.8")])
        problem = problem_of(stock, prices, 3, terms)
        question = BuyingQuestion.of(budget=int(rng.integers(500, 6_000)))
        answer = answered(problem, question, SIMPLE)
        spent, within = [], 0
        for _ in range(2_000):
            counts = drawn(problem, answer.design, rng)
            listed = int((counts * problem.prices).sum()) * problem.market.rule.tick
            spent.append(terms.total(int(counts.sum()), listed))
            within += int(counts.sum()) == answer.design.size
        assert max(spent) <= question.amount
        assert within >= 0.95 * 2_000 - 4 * np.sqrt(2_000 * 0.95 * 0.05)

    @given(st.lists(st.integers(1, 4), min_size=3, max_size=4), st.data())
    @settings(max_examples=60, deadline=None)
    def test_a_bound_is_never_below_the_chance(self, stock: list[int], data: st.DataObject) -> None:
        prices = data.draw(st.lists(st.integers(0, 9), min_size=len(stock), max_size=len(stock)))
        spending = Spending(np.array(stock), np.array(prices))
        size = data.draw(st.integers(1, sum(stock)))
        money = data.draw(st.integers(0, size * 9))
        sample = Design.simple(np.array(stock), size)
        over = sum(
            (c for n, c in samples(sample) if sum(map(int.__mul__, n, prices)) > money), Fraction(0)
        )
        assert spending.over(size, money) == pytest.approx(float(over), abs=1e-9)
        if spending.lowest(size) <= money < spending.highest(size):
            assert spending._bounded(size, money) >= float(over) - 1e-12


def stopped(problem: Problem, size: int, budget: int) -> dict[int, Fraction]:
    """How likely a draw that stops in time holds so many wanted records.

    Every order of so many records is as likely as any other; one that falls short of the smallest order
    is drawn again.
    """
    records = np.repeat(np.arange(len(problem.stock)), problem.stock).tolist()
    terms, tick = problem.market.terms, problem.market.rule.tick
    prices, wanted = problem.prices.tolist(), problem.wanted.tolist()
    ways: Counter[int] = Counter()
    for order in permutations(range(len(records)), size):
        cells = [records[i] for i in order]
        for kept in range(size, terms.minimum - 1, -1):
            if terms.total(kept, tick * sum(prices[c] for c in cells[:kept])) <= budget:
                ways[sum(wanted[c] for c in cells[:kept])] += 1
                break
    return {many: Fraction(n, ways.total()) for many, n in ways.items()}


class TestQuotas:
    @given(problems(some_terms), st.data())
    @settings(max_examples=60, deadline=None)
    def test_nothing_smaller_or_cheaper_serves_every_candidate(
        self, problem: Problem, data: st.DataObject
    ) -> None:
        cells, need = len(problem.stock), data.draw(st.integers(1, 5))
        masks = st.lists(st.booleans(), min_size=cells, max_size=cells).filter(any)
        rows = np.array(data.draw(st.lists(masks, min_size=1, max_size=4)))
        among = Candidates.of_boxes(problem.market, [rows])
        objective = data.draw(st.sampled_from(["records", "cost"]))
        terms, tick = problem.market.terms, problem.market.rule.tick
        assume(terms.minimum <= problem.total)
        found = quotas(problem, among, need, objective)
        design = found.design
        assert found.proven

        def worth(counts: Counts) -> tuple[Fraction, ...]:
            listed = tick * sum(map(int.__mul__, counts, problem.prices.tolist()))
            cost = terms.total(sum(counts), listed)
            return (cost,) if objective == "cost" else (Fraction(sum(counts)), cost)

        def serves(counts: Counts) -> bool:
            lacks = np.minimum(need, rows @ problem.stock)
            enough = bool((rows @ np.array(counts) >= lacks).all())
            return enough and sum(counts) >= terms.minimum

        every = product(*(range(n + 1) for n in problem.stock.tolist()))
        best = min(worth(counts) for counts in every if serves(counts))
        for counts, _ in samples(design):
            assert serves(counts)
            assert worth(counts) == best

    @pytest.mark.parametrize("dearest", [10**6, 10**7, 10**9])
    def test_small_prices_count_beside_large_ones(self, dearest: int) -> None:
        problem = problem_of([5] * 4, [1, 3, 2, dearest], 2, Terms())
        rows = np.array([[n in pair for n in range(4)] for pair in ((0, 1), (1, 2), (0, 2))])
        found = quotas(problem, Candidates.of_boxes(problem.market, [rows]), 2, "cost")
        counts = found.design.take[found.design.stratum]
        best = min(
            sum(map(int.__mul__, counts, (1, 3, 2, dearest)))
            for counts in product(range(6), range(6), range(6), range(1))
            if (rows @ np.array(counts) >= 2).all()
        )
        assert int((counts * problem.prices).sum()) * problem.market.rule.tick == best
        assert found.proven == (dearest <= 10**6)

    def test_a_post_smaller_than_the_smallest_order_is_refused(self) -> None:
        problem = problem_of([3, 2, 2], [1, 1, 1], 1, Terms.of(minimum=50))
        with pytest.raises(PurchaseError, match="fewer than 50"):
            quotas(problem, None, 1)

    def test_the_smallest_order_is_filled_where_every_cell_is_served(self) -> None:
        problem = problem_of([30, 20, 20], [2, 1, 3], 1, Terms.of(minimum=40))
        design = quotas(problem, None, 1).design
        assert design.take.tolist() == [19, 20, 1]

    @given(problems(), st.integers(1, 5))
    @settings(max_examples=30, deadline=None)
    def test_where_candidates_can_not_be_listed_any_want_is_served(
        self, problem: Problem, need: int
    ) -> None:
        design = quotas(problem, None, need).design
        for want in product([False, True], repeat=len(problem.stock)):
            fewest = design.wanted(np.array(want)).fewest
            assert fewest >= min(need, int(problem.stock[list(want)].sum()))


@dataclass(frozen=True)
class Chained:
    """A post in a small market, and everyone who could be behind it."""

    market: Market
    post: Publication
    wants: tuple[Intent, ...]
    beliefs: tuple[Fraction, ...]

    def order(self, want: Intent, **asked: object) -> Order:
        told = {"made_by": self.post.procedure, "seed": 1}
        return tacit.purchase(self.market, want, self.post.published, **told, **asked)  # type: ignore[arg-type]

    def sure(self, beliefs: dict[Intent, Fraction]) -> Fraction:
        """How sure someone is of the most exposed cell that has records."""
        total = sum(beliefs.values(), Fraction(0))
        filled = [cell for cell in cells_of(self.market) if self.market.mass(cell).records]
        exposed = (
            sum((b for w, b in beliefs.items() if cell <= w), Fraction(0)) for cell in filled
        )
        return max(exposed) / total


def cells_of(market: Market) -> list[Box]:
    return [
        Box(market.space, tuple((code,) for code in codes))
        for codes in product(*(range(n) for n in market.space.shape))
    ]


def chained(method: str, records: list[list[int]], prices: list[list[int]]) -> Chained | None:
    space = Space((Nominal("x", ("a", "b", "c")), Nominal("y", ("p", "q"))))
    market = Market.from_cube(space, records, prices)
    try:
        everyone = candidates(market, Belief("cells", support="nonempty"))
        post = tacit.protect(
            market, everyone.intent(0), method=method, limit="1/2", against="pi-uniform", seed=5
        )
    except TacitError:
        return None
    left = tacit.purchase(market, post.true, post, buy=1, seed=1).chain.reader.left  # type: ignore[attr-defined]
    assert left is not None
    among, chances = left
    wants = tuple(among.intent(i) for i in range(len(among)))
    return Chained(market, post, wants, tuple(chances))


small = st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=2), min_size=3, max_size=3)
priced = st.lists(st.lists(st.integers(1, 3), min_size=2, max_size=2), min_size=3, max_size=3)
asked = st.sampled_from(
    [
        {"buy": 2},
        {"buy": 3, "design": STRATIFIED},
        {"buy": 3, "design": WEIGHTED},
        {"budget": 4},
        {"budget": 4, "design": WEIGHTED},
        {"need": 1},
        {"need": 2},
        {"need": 2, "design": QUOTAS},
        {"need": 1, "design": SIMPLE},
        {"need": 2, "design": WEIGHTED},
    ]
)


class TestTheChain:
    @given(st.sampled_from(["sealed", "greedy", "optimal"]), small, priced, asked)
    @settings(max_examples=80, deadline=None)
    def test_after_every_sample_the_reader_believes_what_bayes_says(
        self,
        method: str,
        records: list[list[int]],
        prices: list[list[int]],
        question: dict[str, object],
    ) -> None:
        """And where the size does not follow from the want, exactly what was believed before."""
        case = chained(method, records, prices)
        assume(case is not None)
        assert case is not None
        try:
            orders = {want: case.order(want, **question) for want in case.wants}
        except (PurchaseError, UnreachablePurchase):
            assume(False)
        before = case.sure(dict(zip(case.wants, case.beliefs, strict=True)))
        for want, order in orders.items():
            assert order.design is not None
            for sample, chance in samples(order.design):
                after = {
                    other: belief * chance_of(orders[other].design, sample)
                    for other, belief in zip(case.wants, case.beliefs, strict=True)
                }
                sure = case.sure({other: belief for other, belief in after.items() if belief})
                assert chance > 0
                assert order.chain.after.sure == sure  # type: ignore[attr-defined]
                if not order.sized_by_want:
                    assert sure == before
            if question.get("design") not in SIZED and case.post.holds:
                assert order.holds
            assert want <= order.published

    @given(st.sampled_from(["sealed", "greedy"]), small, priced, st.integers(2, 4), st.data())
    @settings(max_examples=50, deadline=None)
    def test_that_a_second_order_is_made_tells_who_lacked_something(
        self,
        method: str,
        records: list[list[int]],
        prices: list[list[int]],
        need: int,
        data: st.DataObject,
    ) -> None:
        case = chained(method, records, prices)
        assume(case is not None)
        assert case is not None
        first = case.order(case.wants[0], buy=1).purchase
        kind = data.draw(st.sampled_from([None, QUOTAS, SIMPLE]))
        orders: dict[Intent, Order] = {}
        for want in case.wants:
            try:
                orders[want] = case.order(want, need=need, design=kind, earlier=first)
            except PurchaseError:
                continue
        for order in orders.values():
            assert order.design is not None
            for sample, _ in samples(order.design):
                after = {
                    other: belief * chance_of(orders[other].design, sample)
                    for other, belief in zip(case.wants, case.beliefs, strict=True)
                    if other in orders
                }
                sure = case.sure({other: belief for other, belief in after.items() if belief})
                assert order.chain.after.sure == sure  # type: ignore[attr-defined]

    @given(st.sampled_from(["sealed", "greedy"]), small, priced, st.data())
    @settings(max_examples=40, deadline=None)
    def test_a_plan_is_never_judged_better_than_its_order(
        self,
        method: str,
        records: list[list[int]],
        prices: list[list[int]],
        data: st.DataObject,
    ) -> None:
        """What a plan does not tell does not count in its favour."""
        case = chained(method, records, prices)
        assume(case is not None)
        assert case is not None
        first = case.order(case.wants[0], buy=1).purchase
        question = data.draw(st.sampled_from([{"buy": 2}, {"need": 2}, {"need": 1}, {"budget": 4}]))
        more: dict[str, object] = {**question}
        more |= data.draw(st.sampled_from([{}, {"design": SIMPLE}, {"allocate": "optimal"}]))
        more |= data.draw(st.sampled_from([{}, {"earlier": first}]))
        try:
            order = case.order(case.wants[-1], **more)
        except (PurchaseError, UnreachablePurchase):
            return
        how = {"published": case.post.published, "made_by": case.post.procedure}
        plan = tacit.audit_purchase(order.true, Plan.of(order), limit="9/10", **how).chain.after
        if order.chain.after.sure is None:  # type: ignore[attr-defined]
            assert plan.sure is None
        elif plan.sure is not None:
            assert plan.sure >= order.chain.after.sure  # type: ignore[attr-defined]


class TestWhoeverIsBehindThePost:
    def test_quotas_that_are_named_serve_all_whom_the_post_hides_among(self) -> None:
        market = line([6] * 5)
        wants = [market.intent({"x": list(names)}) for names in ("abcd", "a", "bc", "abd")]
        post = tacit.protect(
            market, wants[0], candidates="boxes", limit="1/2", against="informed", seed=1
        )
        inside = [want for want in wants if want <= post.published]
        plans = [
            tacit.purchase(
                market, want, post.published, need=4, design=QUOTAS, made_by=post.procedure, seed=2
            )
            for want in inside
        ]
        assert len({str(plan.purchase.to_plan()) for plan in plans}) == 1
        assert plans[0].chain.after == plans[0].chain.before  # type: ignore[attr-defined]

    def test_where_it_is_not_told_how_a_post_was_made_all_ask_alike(self) -> None:
        space = Space((Nominal("x", ("a", "b", "c")), Nominal("y", ("p", "q"))))
        market = Market.from_cube(space, [[7, 1], [8, 11], [10, 3]])
        post = market.intent({"x": ["a", "c"]})
        for need in (1, 3):
            kinds = set()
            for x, y in product("ac", "pq"):
                want = market.intent({"x": [x], "y": [y]})
                order = tacit.purchase(market, want, post, need=need, seed=1)
                assert order.design is not None
                kinds.add((order.design.kind, order.records))
            assert len(kinds) == 1


def chance_of(design: Design | None, sample: Counts) -> Fraction:
    """How likely a design is to draw a sample."""
    assert design is not None
    taken = np.zeros(len(design.take), dtype=np.int64)
    np.add.at(taken, design.stratum, sample)
    if not (taken == design.take).all():
        return Fraction(0)
    own = prod(comb(n, k) for n, k in zip(design.stock.tolist(), sample, strict=True))
    ways = prod(comb(n, k) for n, k in zip(design.holds.tolist(), taken.tolist(), strict=True))
    return Fraction(own, ways)


def test_every_design_is_judged_here() -> None:
    assert set(DESIGNS) == {SIMPLE, STRATIFIED, WEIGHTED, QUOTAS}


def test_a_second_order_counts_what_came() -> None:
    """4 of a were wanted and 2 came, so that of the 4 left the 2 are needed that the rest of a has."""
    problem = problem_of([4, 4], [1, 1], 1, Terms())
    first = problem.purchase(np.array([2, 2]))
    second = replace(problem, earlier=first)
    assert second.stock.tolist() == [2, 2]
    assert lacking(second, 4) == 2
    question = BuyingQuestion.of(need=4, odds="1/2")
    assert size_for(Sizes(second, SIMPLE), question, second.wanted, 2) == 3
