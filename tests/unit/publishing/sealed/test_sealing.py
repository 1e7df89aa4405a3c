"""Sealed: known answers on Adult, spaces too large for one program, and awkward corners."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.candidates.secrets import Secrets
from tacit.errors import SettingError, UnreachableLimit
from tacit.intents.box import Box
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.market.sources import load as built_in
from tacit.market.sources.counting import market_from_table
from tacit.market.sources.load import load
from tacit.publishing.sealed import program as _program
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.program import Program
from tacit.publishing.sealed.sealing import Sealing
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tacit.space.tree import Tree
from tests.helpers.sealed_blocks import CELLS, LIMIT, check, highest, line, whole
from tests.helpers.whole_program import sure

NAMED = (
    "workclass",
    "education",
    "marital-status",
    "occupation",
    "relationship",
    "race",
    "sex",
    "native-country",
    "income",
)


@cache
def adult() -> Market:
    return load("adult")


@cache
def adult_in_eleven() -> Market:
    """The rows of Adult that lack nothing, counted by eleven attributes."""
    path = Path(built_in.__file__).parent / "adult.parquet"
    table = pq.read_table(path)
    named: list[Dimension] = []
    for name in NAMED:
        values = (value for value in table.column(name).to_pylist() if value is not None)
        named.append(Nominal(name, tuple(v for v in dict.fromkeys(values) if v.strip() != "?")))
    age = Numeric.binned("age", [17, 24, 61], integer=True)
    hours = Numeric.binned("hours-per-week", [34, 40], integer=True)
    return market_from_table(path, dimensions=[age, *named, hours], missing="drop")


class TestAdult:
    @pytest.mark.parametrize(("support", "records"), [("nonempty", 649.42), ("all", 418.94)])
    def test_single_cells(self, support: str, records: float) -> None:
        found = whole(adult(), Belief("cells", support=support), LIMIT)
        check(found)
        assert found.status == "optimal"
        assert round(float(found.expected("records")), 2) == records
        many = 155 if support == "nonempty" else 240
        assert found.considered == len(found.block.places) == many
        assert found.floor("records") == Fraction(30162, many) / LIMIT
        assert found.floor("cells") == 1 / LIMIT
        assert float(found.bound) == pytest.approx(records, abs=0.005)

    @pytest.mark.slow
    def test_the_likelier_the_fuller(self) -> None:
        """The fullest of Adult's cells is as likely as its share of the records."""
        belief = Belief("cells", "records")
        counts = adult().cells(Box.everything(adult().space)).records
        lowest = Fraction(int(counts.max()), 30162)
        with pytest.raises(UnreachableLimit) as error:
            Sealing(adult(), belief, Secrets(lowest - Fraction(1, 10**9)), Form())
        assert error.value.lowest == lowest
        found = whole(adult(), belief, lowest)
        check(found)
        assert highest(found.mechanism) == lowest

    @pytest.mark.parametrize(
        ("prior", "secrets", "records"),
        [
            ("uniform,records", Secrets(LIMIT), 987.38),
            ("uniform", Secrets(LIMIT, {"race": Fraction(35, 100)}), 668.18),
            ("uniform", Secrets(LIMIT, within=Fraction(2)), 1103.04),
        ],
    )
    @pytest.mark.slow
    def test_further_beliefs_and_secrets(
        self, prior: str, secrets: Secrets, records: float
    ) -> None:
        found = whole(adult(), Belief("cells", prior, "nonempty"), secrets)
        check(found)
        assert found.status == "optimal"
        assert float(found.expected("records")) == pytest.approx(records, abs=0.01)
        assert float(found.bound) == pytest.approx(records, abs=0.01)
        assert found.limit == secrets.lowered.limit

    def test_a_block_says_so(self) -> None:
        sealing = Sealing(adult(), CELLS, Secrets(LIMIT), Form(effort=500))
        blocks = list(sealing.blocks)
        assert len(blocks) > 1
        found = sealing.sealed(blocks[0])
        check(found)
        assert found.status == "heuristic"
        assert len(found.block.places) < found.considered == 155
        assert any("block" in note for note in found.notes)

    def test_other_attackers_are_held_too(self) -> None:
        form = Form(attackers=Against.of("em-f").posts, limits=(Fraction(1, 20),))
        found = whole(adult(), CELLS, LIMIT, form)
        check(found)
        block, made = found.block.candidates, found.mechanism
        # No box holds 20 times what the fullest cells hold: nothing is published for them.
        records = block.held.records
        assert max(records) * 20 <= 30162
        assert len(block) < 155
        for u, row in enumerate(made.joint):
            assert 20 * max(records[v] for v in row) <= made.masses.records[u]


class TestLargeSpaces:
    def test_eleven_attributes(self) -> None:
        market = adult_in_eleven()
        assert market.space.size > 2**16
        sealing = Sealing(market, CELLS, Secrets(LIMIT), Form())
        many = len(sealing.candidates)
        assert many == market.filled > 10_000
        for place in (0, many // 2, many - 1):
            found = sealing.holding(place)
            check(found)
            assert place in found.block.places
            assert found.status == "heuristic"
            assert found.expected("records") < 30162 / 20

    def test_a_sparse_market(self) -> None:
        space = Space(tuple(Ordinal(f"d{i}", tuple("abcdefgh")) for i in range(6)))
        assert space.size > 2**16
        rng = np.random.default_rng(3)
        codes = np.unique(rng.integers(0, 8, (6, 300)), axis=1)
        market = Market.from_cells(space, codes, np.arange(1, codes.shape[1] + 1))
        sealing = Sealing(market, Belief("cells", "records", "nonempty"), Secrets(LIMIT), Form())
        places: list[int] = []
        for block in sealing.blocks:
            places += block.places.tolist()
        assert sorted(places) == list(range(codes.shape[1]))
        check(sealing.sealed(block))

    def test_more_cells_than_machine_integers_count(self) -> None:
        space = Space(tuple(Nominal(f"d{i}", tuple("abcd")) for i in range(33)))
        codes = np.random.default_rng(1).integers(0, 4, (33, 40))
        market = Market.from_cells(space, codes, np.arange(1, 41))
        for objective in ("records", "cells"):
            form = Form(objective, effort=300)
            found = Sealing(market, CELLS, Secrets(LIMIT), form).holding(7)
            check(found, objective)


class TestCorners:
    def test_just_enough_candidates_leave_no_choice(self) -> None:
        found = whole(line([5, 1, 2, 4]), Belief("cells"), Fraction(1, 4))
        check(found)
        assert found.status == "optimal"
        assert len(found.mechanism.joint) == 1
        assert found.expected("records") == 12
        assert highest(found.mechanism) == Fraction(1, 4)

    def test_one_candidate_fewer_is_out_of_reach(self) -> None:
        with pytest.raises(UnreachableLimit) as error:
            Sealing(line([5, 1, 2]), Belief("cells"), Secrets(Fraction(1, 4)), Form())
        assert error.value.lowest == Fraction(1, 3)
        assert error.value.attacker == "informed"

    def test_a_candidate_exactly_as_likely_as_the_limit(self) -> None:
        """It must be in every mix with exactly the limit's share; rounding has no room."""
        found = whole(line([30, 1, 2, 3, 4, 5, 5, 10, 10, 30]), Belief("cells", "records"), LIMIT)
        check(found)
        assert found.status == "optimal"
        assert found.expected("records") < 72

    def test_a_limit_of_one_asks_only_for_something_wider(self) -> None:
        found = whole(line([5, 1, 2, 4]), Belief("cells"), Fraction(1))
        check(found)
        assert float(found.expected("records")) == pytest.approx((6 + 3 + 3 + 5) / 4, abs=1e-6)
        bare = whole(line([5, 1, 2, 4]), Belief("cells"), Fraction(1), Form(bare=True))
        assert float(bare.expected("records")) == pytest.approx(3, abs=1e-6)

    def test_a_limit_of_one_with_too_many_boxes_to_list(self) -> None:
        """The narrowest box around one cell is that cell, which must not be published."""
        found = whole(line(list(range(1, 31))), Belief("cells"), Fraction(1))
        check(found)
        assert found.status == "heuristic"
        assert float(found.bound) <= (1 + 2 + sum(n + 1 for n in range(2, 31))) / 30

    def test_one_candidate(self) -> None:
        found = whole(line([5, 0, 0]), CELLS, Fraction(1))
        check(found)
        assert found.expected("records") == 5

    def test_one_wide_candidate_with_too_many_boxes_to_list(self) -> None:
        market = line([5, 1, 2, 4])
        for some in ((0, 1, 2), (0, 1)):
            true = Box(market.space, (some,))
            sealing = Sealing(market, Belief("shape"), Secrets(Fraction(1)), Form(effort=1), true)
            for place in range(len(sealing.candidates)):
                check(sealing.holding(place))

    def test_a_candidate_that_is_the_whole_space(self) -> None:
        found = whole(line([5, 0, 0]), Belief("boxes"), Fraction(1))
        check(found)
        assert found.considered == 6
        check(whole(line([5, 0, 0]), Belief("boxes"), Fraction(1), Form(bare=True)))

    def test_markets_that_cost_nothing(self) -> None:
        for market in (line([0] * 5), line([3, 2, 4, 0, 5], each=0)):
            found = whole(market, Belief("cells"), Fraction(1, 3), Form("cost"))
            check(found, "spend")
            assert found.expected("spend") == 0
            assert found.status == "optimal"

    @pytest.mark.parametrize(
        "prices",
        [
            [2**50, 2**49, 1, 2**50, 3, 7],
            [0, 0, 0, 2**50, 2**50, 1],
            [2 ** (9 * i) for i in range(6)],
        ],
    )
    def test_costs_of_many_digits(self, prices: list[int]) -> None:
        market = line([3, 2, 4, 1, 5, 9], prices=prices, empty=1)
        found = whole(market, Belief("cells"), Fraction(1, 3), Form("cost"))
        check(found, "spend")
        assert found.status == "optimal"

    @pytest.mark.parametrize("large", [10**6, 10**9, 10**12, 10**15])
    def test_candidates_far_less_likely_than_others(self, large: int) -> None:
        market = line([large, large, large, large, 1, 2, 3, 4])
        check(whole(market, Belief("cells", "records"), LIMIT))

    def test_thirty_values_without_an_order(self) -> None:
        market = line(list(range(1, 31)))
        found = whole(market, Belief("cells"), Fraction(1, 3))
        check(found)
        assert found.status == "optimal"
        sealing = Sealing(market, Belief("cells"), Secrets(LIMIT), Form())
        assert len(list(sealing.blocks)) > 1
        for block in sealing.blocks:
            check(sealing.sealed(block))

    def test_a_tree(self) -> None:
        tree = Tree.of("country", {"Europe": ["F", "I"], "Asia": ["J", "K", "L"]})
        market = Market.from_cube(
            Space((tree, Ordinal("y", ("p", "q")))), np.arange(10).reshape(5, 2)
        )
        found = whole(market, Belief("cells"), LIMIT)
        check(found)
        assert found.status == "optimal"

    def test_candidates_that_overlap_much(self) -> None:
        """All pairs of five values: each value is in two of five."""
        market = line([5, 1, 2, 4, 3])
        true = Box(market.space, ((0, 1),))
        with pytest.raises(UnreachableLimit):
            Sealing(market, Belief("shape"), Secrets(Fraction(39, 100)), Form(), true)
        sealing = Sealing(market, Belief("shape"), Secrets(Fraction(2, 5)), Form(), true)
        found = sealing.holding(0)
        check(found)
        assert highest(found.mechanism) == Fraction(2, 5)
        assert found.expected("records") == 15

    @pytest.mark.parametrize("kind", ["cells", "shape"])
    @pytest.mark.slow
    def test_a_single_round(self, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_program, "ROUNDS", 1)
        true = Box(adult().space, ((0, 1), (0,), (0,), (0, 1), (0,)))
        sealing = Sealing(adult(), Belief(kind), Secrets(LIMIT), Form(), true)
        check(sealing.holding(0))

    def test_a_limit_with_many_digits(self) -> None:
        limit = Fraction(123456789, 10**9)
        found = whole(line(list(range(1, 16))), Belief("cells"), limit, Form(effort=10**5))
        check(found)
        assert found.status == "optimal"

    def test_a_solver_that_gives_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """All candidates are then published alike, which is safe."""
        monkeypatch.setattr(Program, "_weigh", lambda *_: None)
        found = whole(line([5, 1, 2, 4]), Belief("cells"), Fraction(1, 3))
        check(found)
        assert found.expected("records") == 12
        assert found.bound == found.floor("records")
        assert found.status == "bounded"


class TestSecretsAndBeliefs:
    """Six cells, of which the first holds as much as all others."""

    MARKET = line([15, 1, 2, 3, 4, 5])
    BOTH = Belief("cells", "uniform,records")

    def test_a_limit_is_out_of_reach_if_any_belief_is_surer(self) -> None:
        assert whole(self.MARKET, self.BOTH, Fraction(1, 2)).status == "optimal"
        with pytest.raises(UnreachableLimit) as error:
            Sealing(self.MARKET, self.BOTH, Secrets(Fraction(49, 100)), Form())
        assert error.value.lowest == Fraction(1, 2)
        assert error.value.attacker == "informed"

    def test_or_if_one_within_the_factor_is(self) -> None:
        """Odds of 1 to 5 doubled are 2 to 5."""
        for limit in (Fraction(2, 7), Fraction(2, 7) - Fraction(1, 10**9)):
            secrets = Secrets(limit, within=Fraction(2))
            if limit == Fraction(2, 7):
                found = whole(self.MARKET, Belief("cells"), secrets)
                assert found.limit == highest(found.mechanism) == Fraction(1, 6)
                continue
            with pytest.raises(UnreachableLimit) as error:
                Sealing(self.MARKET, Belief("cells"), secrets, Form())
            assert error.value.lowest == Fraction(2, 7)

    def test_or_a_hidden_value(self) -> None:
        space = Space((Nominal("x", tuple("ab")), Nominal("y", tuple("pqr"))))
        market = Market.from_cube(space, [[1, 2, 3], [4, 0, 0]])
        for limit, reachable in ((Fraction(3, 4), True), (Fraction(74, 100), False)):
            secrets = Secrets(Fraction(1, 2), {"x": limit})
            if reachable:
                check(whole(market, CELLS, secrets))
                continue
            with pytest.raises(UnreachableLimit, match="values of 'x'") as error:
                Sealing(market, CELLS, secrets, Form())
            assert error.value.lowest == Fraction(3, 4)

    def test_who_is_as_likely_as_the_limit_by_one_belief_is_in_every_post(self) -> None:
        """By records the first is half of all there is, so half of every post; alone it need not be."""
        made = whole(self.MARKET, self.BOTH, Fraction(1, 2)).mechanism
        records = self.MARKET.cells(Box.everything(self.MARKET.space)).records.tolist()
        for u in range(len(made.joint)):
            assert sure([0], records, made.leading_to(u)) == Fraction(1, 2)
        alone = whole(self.MARKET, Belief("cells"), Fraction(1, 2)).mechanism
        assert not all(0 in row for row in alone.joint)

    def test_a_belief_in_nobody_who_can_be_disguised_says_nothing(self) -> None:
        """The two fullest cells can't be held against em-f, and one belief knows no other."""
        market = line([100, 100, 5, 5, 5, 5, 5, 5])
        table = Given.of([{"intent": {"x": [x]}} for x in ("v0", "v1")])
        form = Form(attackers=Against.of("em-f").posts, limits=(Fraction(1, 10),))
        for prior in (("uniform", table), (table, "uniform")):
            found = whole(market, Belief("cells", prior), Fraction(1, 2), form)
            check(found)
            assert len(found.mechanism.candidates.beliefs) == 1
            assert found.considered == 6

    def test_boxes_around_few_cells_are_not_all_that_several_beliefs_could_use(self) -> None:
        """So nothing is called optimal there."""
        form = Form(effort=20)
        one = whole(self.MARKET, Belief("cells"), Fraction(1, 2), form)
        two = whole(self.MARKET, self.BOTH, Fraction(1, 2), form)
        assert (one.status, two.status) == ("optimal", "heuristic")
        check(two)


@pytest.mark.parametrize("kind", ["cells", "shape"])
@pytest.mark.slow
def test_the_same_inputs_make_the_same_chances(kind: str) -> None:
    """However often, and with whatever the machine does meanwhile: an audit counts on it."""
    true = Box(adult().space, ((0,), (0,), (0,), (0,), (0, 1)))
    belief = Belief(kind, support="nonempty")
    one, two = (Sealing(adult(), belief, Secrets(LIMIT), Form(), true).holding(3) for _ in range(2))
    assert one.mechanism.joint == two.mechanism.joint
    boxes = range(len(one.mechanism.joint))
    assert all(one.mechanism.intent(u) == two.mechanism.intent(u) for u in boxes)


class TestWhatIsAsked:
    def test_an_intent_that_is_no_candidate(self) -> None:
        market = line([5, 1, 0, 4, 2])
        sealing = Sealing(market, CELLS, Secrets(Fraction(1, 3)), Form())
        x = [Box(market.space, ((i,),)) for i in range(5)]
        assert [sealing.place(x[i]) for i in (0, 1, 3, 4)] == [0, 1, 2, 3]
        for true in (x[2], x[0] | x[1]):
            with pytest.raises(SettingError, match="not among the candidates"):
                sealing.place(true)

    def test_a_union_is_no_box(self) -> None:
        space = Space((Nominal("x", tuple("abcd")), Nominal("y", tuple("pqrs"))))
        market = Market.from_cube(space, np.arange(16).reshape(4, 4))
        corners = any_of([Box(space, ((0,), (0,))), Box(space, ((1,), (1,)))])
        sealing = Sealing(market, Belief("shape"), Secrets(Fraction(1, 2)), Form(), corners.hull)
        with pytest.raises(SettingError, match="not among the candidates"):
            sealing.place(corners)  # type: ignore[arg-type]

    def test_a_limit_out_of_reach_is_told_also_where_some_can_not_be_disguised(self) -> None:
        """Of all boxes on a line of two, the one that is everything is left out."""
        with pytest.raises(UnreachableLimit) as error:
            Sealing(line([1, 1]), Belief("boxes"), Secrets(Fraction(1, 3)), Form())
        assert error.value.lowest == Fraction(1, 2)

    def test_no_candidate_can_be_protected(self) -> None:
        form = Form(attackers=Against.of("pi-uniform").posts, limits=(Fraction(1, 100),))
        with pytest.raises(UnreachableLimit) as error:
            Sealing(line([5, 1, 2, 4]), Belief("cells"), Secrets(Fraction(1, 3)), form)
        assert error.value.lowest == Fraction(1, 4)
