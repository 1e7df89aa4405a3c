"""Which dimensions matter to a draw, and that a sealing is told in all of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from tacit._progress import Progress
from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.errors import SettingError
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.sealing import Sealing
from tacit.publishing.sealed.what_matters import onto_what_matters
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.own_attackers import Crowd
from tests.helpers.sealed_blocks import check

SPACE = Space((Nominal("x", tuple("abcd")), Nominal("y", ("p", "q")), Nominal("z", tuple("123"))))
RECORDS = np.array([3, 1, 0, 2, 4, 1, 5, 0, 1, 2, 2, 2, 1, 1, 6, 0, 0, 3, 1, 2, 2, 4, 1, 1])
MARKET = Market.from_cube(SPACE, RECORDS.reshape(SPACE.shape))
WANT = MARKET.intent({"x": ["b"]})
HALF = Secrets(Fraction(1, 2))
SHAPE = Belief("shape", support="nonempty")
ALL_FOUR = Against.of("pi-uniform,em-f,em-c,em-fc", "3/4")


def away(belief: Belief = SHAPE, form: Form | None = None, **more: Any) -> set[int]:
    asked = {"like": WANT, **more}
    return set(onto_what_matters(MARKET, belief, form or Form(), **asked).away)


class TestWhichMatter:
    def test_those_on_which_all_candidates_have_all_values_do_not(self) -> None:
        assert away() == {1, 2}
        assert away(Belief("usual")) == {1, 2}
        assert away(like=MARKET.intent({"x": ["b"], "z": ["1"]})) == {1}
        assert away(Belief("ranges")) == {1, 2}

    @pytest.mark.parametrize("name", ["boxes", "upto:6", "cells", "cells+shape"])
    def test_all_do_where_some_candidate_leaves_out_a_value(self, name: str) -> None:
        assert away(Belief(name)) == set()

    def test_all_do_if_none_would_be_left(self) -> None:
        assert away(like=Box.everything(SPACE)) == set()

    def test_of_a_list_all_that_are_listed_count(self) -> None:
        listed: list[Any] = [{"x": ["a"]}, {"x": ["b"], "y": ["p"]}]
        assert away(Belief(Given.of(listed[:1]))) == {1, 2}
        assert away(Belief(Given.of(listed))) == {2}

    def test_among_those_that_earlier_posts_left_they_alone_count(self) -> None:
        some = candidates(MARKET, SHAPE, WANT).take(np.arange(3))
        assert away(Belief("boxes"), among=some) == {1, 2}
        other = Candidates.of_intents(MARKET, [WANT, MARKET.intent({"y": ["p"]})])
        assert away(among=other) == {2}

    def test_hidden_ones_do_not_where_nobody_asks_for_a_value(self) -> None:
        secrets = replace(HALF, hidden={"y": Fraction(1, 2)})
        plain, hiding = (Sealing(MARKET, SHAPE, s, Form(), WANT) for s in (HALF, secrets))
        assert hiding.folding.away == {1, 2}
        assert hiding.holding(0).mechanism.joint == plain.holding(0).mechanism.joint

    def test_so_do_those_of_which_earlier_posts_said_something(self) -> None:
        said = MARKET.intent({"x": ["a", "b"], "z": ["1", "2"]})
        assert away(form=Form(common=said)) == {1}
        assert away(form=Form(common=MARKET.intent({"x": ["a", "b"]}))) == {1, 2}

    def test_all_do_to_an_attacker_who_may_go_by_anything(self) -> None:
        limits = (Fraction(1), Fraction(1))
        known, own = ALL_FOUR.posts[1], Crowd()
        assert away(form=Form(attackers=(known, known), limits=limits)) == {1, 2}
        assert away(form=Form(attackers=(known, own), limits=limits)) == set()

    def test_all_do_where_prices_are_too_large_to_be_added_up(self) -> None:
        space = Space(tuple(Nominal(f"d{i}", tuple("pqrs")) for i in range(40)))
        codes, more = np.array([[0, 1, 3]] * 40), {"prices": [3, 5, 7], "empty": 2}
        dear = Market.from_cells(space, codes, [3, 2, 1], **more)
        like = dear.intent({"d0": ["p"]})
        found = onto_what_matters(dear, SHAPE, Form(), like)
        assert (found.folded is dear, found.away) == (True, frozenset())


class TestToldInAllDimensions:
    @pytest.fixture(params=["records", "cost", "cells"])
    def sealing(self, request: pytest.FixtureRequest) -> Sealing:
        form = Form(request.param, attackers=ALL_FOUR.posts, limits=ALL_FOUR.limits)
        return Sealing(MARKET, SHAPE, HALF, form, WANT)

    def test_it_is_settled_in_those_that_matter(self, sealing: Sealing) -> None:
        assert sealing.folding.away == {1, 2}
        assert sealing.inside.codes is not None

    def test_candidates_and_their_places_are_of_the_market(self, sealing: Sealing) -> None:
        wants = [MARKET.intent({"x": [x]}) for x in "abcd"]
        found = sealing.candidates
        assert found.market is MARKET
        assert [found.intent(i) for i in range(len(found))] == wants
        assert [sealing.place(want) for want in wants] == [0, 1, 2, 3]
        for other in ({"x": ["a"], "y": ["p"]}, {"x": ["a", "b"]}):
            with pytest.raises(SettingError, match="not among the candidates"):
                sealing.place(MARKET.intent(other))

    def test_so_is_what_a_block_holds(self, sealing: Sealing) -> None:
        found = sealing.holding(1)
        measure = {"cost": "spend"}.get(sealing.form.objective, sealing.form.objective)
        check(found, measure)
        assert found.mechanism.candidates is found.block.candidates
        assert [len(mask) for mask in found.block.around] == [4, 2, 3]
        for u, v in product(range(len(found.mechanism.joint)), range(4)):
            box = found.mechanism.intent(u)
            assert box.free >= {1, 2}
            if u in found.mechanism.chances(v):
                judged = ALL_FOUR.judged(MARKET, found.block.candidates.intent(v), box)
                assert all(one.within(ALL_FOUR.limit) for one in judged)

    def test_so_is_what_is_told_on_the_way(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Cells are counted as the market has them, six to each value of x."""
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        told: list[Progress] = []
        sealing = Sealing(MARKET, SHAPE, HALF, Form("cells"), WANT, told.append)
        found = sealing.holding(0)
        last = [one for one in told if one.best is not None][-1]
        assert last.best == pytest.approx(float(found.expected("cells")), rel=1e-5)
        assert last.bound == pytest.approx(float(found.bound), rel=1e-5)
        assert found.bound >= 12

    def test_those_left_by_earlier_posts_are_settled_in_what_matters_too(self) -> None:
        some = candidates(MARKET, SHAPE, WANT).take(np.array([0, 1, 3]))
        common = MARKET.intent({"x": ["a", "b", "d"]})
        form = Form(attackers=ALL_FOUR.posts, limits=ALL_FOUR.limits, common=common)
        sealing = Sealing(MARKET, SHAPE, HALF, form, WANT, among=some)
        assert sealing.folding.away == {1, 2}
        assert [sealing.candidates.intent(i) for i in range(3)] == [
            some.intent(i) for i in range(3)
        ]
        made = sealing.holding(1).mechanism
        for u in made.chances(1):
            judged = ALL_FOUR.judged(MARKET, WANT, common & made.intent(u))
            assert all(one.within(ALL_FOUR.limit) for one in judged)
