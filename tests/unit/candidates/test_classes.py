"""Candidates: which intents count and how likely each is, on markets a person can count."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.classes import candidates, how_many
from tacit.errors import InputError, SettingError, TooManyCandidates
from tacit.intents.intent import Intent
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SPACE = Space((Nominal("x", tuple("abc")), Ordinal("y", ("secret", "q"))))
COUNTS = [[4, 0], [1, 2], [0, 3]]
PRICES = [[1, 5], [2, 3], [7, 1]]
SHOP = Market.from_cube(SPACE, COUNTS, PRICES)
Write = Callable[[Any], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a list to a file and return its path."""

    def write_json(content: Any) -> str:
        path = tmp_path / f"list{len(list(tmp_path.iterdir()))}.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    return write_json


def box(x: str, y: str = "sq") -> Intent:
    return Intent.of(SPACE, {"x": list(x), "y": [{"s": "secret", "q": "q"}[c] for c in y]})


def shares(found: Candidates) -> dict[Intent, Fraction]:
    """How likely each is."""
    weights = [Fraction(int(w), found.total) for w in found.weights]
    listed = {found.intent(i): weights[i] for i in range(len(found))}
    assert len(listed) == len(found)
    return listed


class TestClasses:
    def test_cells(self) -> None:
        every = {Intent(SPACE, ((i,), (j,))) for i in range(3) for j in range(2)}
        assert shares(candidates(SHOP, Belief("cells"))) == dict.fromkeys(every, Fraction(1, 6))

    def test_cells_that_hold_records(self) -> None:
        found = candidates(SHOP, Belief("cells", support="nonempty"))
        listed = [box("a", "s"), box("b", "s"), box("b", "q"), box("c", "q")]
        assert shares(found) == dict.fromkeys(listed, Fraction(1, 4))

    def test_a_shape_says_how_many_values_but_not_which(self) -> None:
        of = Belief("shape")
        found = [shares(candidates(SHOP, of, box(x, "s"))) for x in ("ab", "bc")]
        assert found[0] == found[1]
        pairs = product(combinations("abc", 2), "sq")
        assert set(found[0]) == {box("".join(x), y) for x, y in pairs}

    def test_a_shape_of_one_cell_is_the_class_of_cells(self) -> None:
        found = candidates(SHOP, Belief("shape"), box("b", "q"))
        assert shares(found) == shares(candidates(SHOP, Belief("cells")))
        assert found.codes is not None

    def test_boxes(self) -> None:
        found = shares(candidates(SHOP, Belief("boxes")))
        xs = [c for n in (1, 2, 3) for c in combinations("abc", n)]
        assert set(found) == {box("".join(x), y) for x in xs for y in ("s", "q", "sq")}
        assert set(found.values()) == {Fraction(1, 21)}

    def test_boxes_that_hold_records(self) -> None:
        found = shares(candidates(SHOP, Belief("boxes", support="nonempty")))
        empty = {box("a", "q"), box("c", "s")}
        assert set(found) == set(shares(candidates(SHOP, Belief("boxes")))) - empty

    def test_a_list(self, write: Write) -> None:
        path = write([{"x": ["a", "b"]}, {"intent": {"x": ["c"], "y": ["q"]}}, {"x": ["b"]}])
        found = shares(candidates(SHOP, Belief(path)))
        assert found == dict.fromkeys([box("ab"), box("c", "q"), box("b")], Fraction(1, 3))

    def test_a_list_of_cells_is_kept_as_cells(self, write: Write) -> None:
        found = candidates(SHOP, Belief(write([{"x": ["a"], "y": ["q"]}, {"x": "c", "y": "q"}])))
        assert found.codes is not None
        assert set(shares(found)) == {box("a", "q"), box("c", "q")}

    def test_a_list_with_weights(self, write: Write) -> None:
        entries = [("a", 0.1), ("b", "1/5"), ("c", 0), ("ab", None), ("bc", "70%")]
        path = write([{"intent": {"x": list(x)}, "weight": w} for x, w in entries])
        found = shares(candidates(SHOP, Belief(path)))
        assert found == {
            box("a"): Fraction(1, 20),
            box("b"): Fraction(1, 10),
            box("ab"): Fraction(1, 2),
            box("bc"): Fraction(7, 20),
        }

    def test_a_list_as_a_table(self, write: Write) -> None:
        path = write("y,x,weight\nq,a,0.5\n,b,1/4\nsecret,,0.25\n")
        found = shares(candidates(SHOP, Belief(path)))
        parts = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
        assert found == dict(zip([box("a", "q"), box("b"), box("abc", "s")], parts, strict=True))
        path = write("y,x\nq,a\nq,b\n")
        assert set(shares(candidates(SHOP, Belief("cells", path)))) == {
            box("a", "q"),
            box("b", "q"),
        }

    def test_on_adult(self) -> None:
        market = load("adult")
        beliefs = [Belief("cells"), Belief("cells", support="nonempty"), Belief("boxes")]
        found = [candidates(market, belief) for belief in beliefs]
        assert [len(one) for one in found] == [240, 155, 29_295]
        assert [how_many(market, belief, None) for belief in beliefs] == [240, 155, 29_295]
        pairs = Intent(market.space, tuple((0, 1) for _ in market.space))
        assert how_many(market, Belief("shape"), pairs) == 6 * 10 * 3
        assert len(candidates(market, Belief("shape"), pairs)) == 180


class TestPriors:
    def test_records(self) -> None:
        found = shares(candidates(SHOP, Belief("cells", "records")))
        assert found == {
            box("a", "s"): Fraction(4, 10),
            box("b", "s"): Fraction(1, 10),
            box("b", "q"): Fraction(2, 10),
            box("c", "q"): Fraction(3, 10),
        }

    def test_cost(self) -> None:
        found = shares(candidates(SHOP, Belief("shape", "cost"), box("a")))
        assert found == {
            box("a"): Fraction(4, 15),
            box("b"): Fraction(8, 15),
            box("c"): Fraction(1, 5),
        }

    def test_a_table(self, write: Write) -> None:
        table = [{"intent": {"x": ["a"]}, "weight": 0.3}, {"intent": {"x": ["c"]}, "weight": 0.1}]
        found = shares(candidates(SHOP, Belief("boxes", write(table))))
        assert found == {box("a"): Fraction(3, 4), box("c"): Fraction(1, 4)}

    def test_a_table_and_the_support(self, write: Write) -> None:
        table = [
            {"intent": {"x": ["a"], "y": ["q"]}, "weight": 5},
            {"intent": {"x": ["c"], "y": ["q"]}, "weight": 1},
        ]
        for kind in ("cells", "boxes"):
            found = shares(candidates(SHOP, Belief(kind, write(table), "nonempty")))
            assert found == {box("c", "q"): 1}

    def test_a_table_where_only_some_are_asked_for(self, write: Write) -> None:
        names = {"a": 1, "b": 2, "c": 4}
        table = write([{"intent": {"x": [x], "y": "q"}, "weight": w} for x, w in names.items()])
        for kind in ("cells", "boxes"):
            found = candidates(SHOP, Belief(kind, table), within=box("ac"))
            assert shares(found) == {box("a", "q"): Fraction(1, 5), box("c", "q"): Fraction(4, 5)}

    def test_weights_are_exact(self, write: Write) -> None:
        """A tenth and a third have no float."""
        given = {"a": 0.1, "b": "1/3", "c": 1e-9}
        entries = [{"intent": {"x": [x]}, "weight": w} for x, w in given.items()]
        found = candidates(SHOP, Belief(write(entries)))
        whole = Fraction(1, 10) + Fraction(1, 3) + Fraction(1, 10**9)
        parts = [Fraction(1, 10) / whole, Fraction(1, 3) / whole, Fraction(1, 10**9) / whole]
        assert list(shares(found).values()) == parts

    def test_what_each_holds(self) -> None:
        for belief in (Belief("cells"), Belief("boxes"), Belief("shape")):
            found = candidates(SHOP, belief, box("ab", "s"))
            for i in range(len(found)):
                assert found.held.one(i) == SHOP.mass(found.intent(i))

    @pytest.mark.parametrize("layout", ["dense", "sparse"])
    def test_what_each_cell_holds_where_prices_are_its_own(self, layout: str) -> None:
        market = Market.from_cube(SPACE, COUNTS, PRICES, layout=layout, empty=9)
        found = candidates(market, Belief("cells"))
        assert found.held.price.tolist() == np.array(PRICES).reshape(-1).tolist()
        assert found.held.spend.tolist() == (np.array(PRICES) * COUNTS).reshape(-1).tolist()


class TestLookingUp:
    @pytest.mark.parametrize("kind", ["cells", "boxes"])
    def test_place_is_where_it_stands(self, kind: str) -> None:
        found = candidates(SHOP, Belief(kind))
        assert [found.place(found.intent(i)) for i in range(len(found))] == list(range(len(found)))

    def test_place_of_what_is_no_candidate(self) -> None:
        cells, pairs = (
            candidates(SHOP, Belief("cells")),
            candidates(SHOP, Belief("shape"), box("ab")),
        )
        assert cells.place(box("ab", "s")) is None
        assert cells.place(box("")) is None
        assert pairs.place(box("a")) is None
        assert candidates(SHOP, Belief("cells", support="nonempty")).place(box("a", "q")) is None

    def test_a_union_is_not_the_box_around_it(self) -> None:
        corners = any_of([box("a", "s"), box("b", "q")])
        assert corners.hull == box("ab")
        assert candidates(SHOP, Belief("boxes")).place(box("ab")) is not None
        assert candidates(SHOP, Belief("boxes")).place(corners) is None

    @pytest.mark.parametrize("kind", ["cells", "boxes"])
    def test_within(self, kind: str) -> None:
        found = candidates(SHOP, Belief(kind))
        for outer in (box("ab", "s"), box("c"), box("abc")):
            expected = [found.intent(i) <= outer for i in range(len(found))]
            assert found.within(outer).tolist() == expected

    def test_only_some_are_asked_for(self) -> None:
        outer = box("ab", "s")
        for kind in ("cells", "boxes"):
            for belief in (Belief(kind, support="nonempty"), Belief(kind, "records"), Belief(kind)):
                found = candidates(SHOP, belief)
                inner = found.take(np.flatnonzero(found.within(outer)))
                assert shares(candidates(SHOP, belief, within=outer)) == shares(inner)

    def test_take_keeps_the_weights(self) -> None:
        found = candidates(SHOP, Belief("boxes", "records"))
        some = found.take(np.array([5, 2]))
        assert [some.intent(0), some.intent(1)] == [found.intent(5), found.intent(2)]
        assert some.weights.tolist() == found.weights[[5, 2]].tolist()

    def test_printing_shows_no_value(self) -> None:
        assert repr(candidates(SHOP, Belief("cells"))) == "Candidates(6 intents, values hidden)"


class TestRefusals:
    def refused(self, belief: Belief, kind: type[InputError], match: str) -> None:
        with pytest.raises(kind, match=match) as error:
            candidates(SHOP, belief)
        # What a file may name is as secret as an intent: only what is allowed is listed.
        assert "elsewhere" not in str(error.value)

    def test_settings_that_do_not_exist(self) -> None:
        with pytest.raises(SettingError, match="support must be one of: nonempty, all"):
            Belief(support="some")
        self.refused(Belief("cell"), SettingError, "candidates must be one of cells, shape, boxes")
        self.refused(Belief("cells", "flat"), SettingError, "prior must be one of uniform, records")
        self.refused(Belief("shape"), SettingError, "need a true intent")

    @pytest.mark.parametrize("role", ["candidates", "prior"])
    @pytest.mark.parametrize(
        ("content", "match"),
        [
            ("{", "valid JSON"),
            ("[" * 100_000, "valid JSON"),
            ({"x": ["a"]}, "must hold a list"),
            (["elsewhere"], "must hold a list"),
            ([], "lists no intent"),
            ("x,y,weight", "lists no intent"),
            ("x,y,weight\nelsewhere,q,1", "is no intent"),
            ("x,elsewhere\na,q", "is no intent"),
            ("x,y,weight\na,q", "nor a CSV table"),
            ("x,y\na,q,elsewhere", "nor a CSV table"),
            ("x,y,weight\na,q,elsewhere", "finite number"),
            ("x,y,weight\na,q,1\na,q,2", "twice"),
            ([{"x": ["elsewhere"]}], "is no intent"),
            ([{"elsewhere": ["a"]}], "is no intent"),
            ([{"x": [["elsewhere"]]}], "is no intent"),
            ([{"intent": {"x": []}}], "empty|no value|no cell"),
            ([{"x": ["a"]}, {"intent": {"x": ["a"]}, "weight": 2}], "twice"),
            ([{"intent": {"x": ["a"]}, "weight": -1}], "0 or more"),
            ([{"intent": {"x": ["a"]}, "weight": True}], "0 or more"),
            ([{"intent": {"x": ["a"]}, "weight": ["elsewhere"]}], "0 or more"),
            ([{"intent": {"x": ["a"]}, "weight": "elsewhere"}], "finite number"),
            ('[{"intent": {"x": ["a"]}, "weight": NaN}]', "finite number"),
            ('[{"intent": {"x": ["a"]}, "weight": Infinity}]', "finite number"),
            ([{"intent": {"x": ["a"]}, "weight": 2**62}], "too large"),
            (
                [{"intent": {"x": [x]}, "weight": w} for x, w in (("a", 1), ("b", "1e-30"))],
                "too large or too fine",
            ),
            ([{"intent": {"x": ["a"]}, "weight": 0}], "no candidate is left"),
        ],
    )
    def test_files_that_can_not_be_used(
        self, write: Write, role: str, content: Any, match: str
    ) -> None:
        path = write(content)
        belief = Belief(path) if role == "candidates" else Belief("boxes", path)
        self.refused(belief, InputError, match)

    def test_a_prior_for_what_is_no_candidate(self, write: Write) -> None:
        self.refused(Belief("cells", write([{"x": ["a"]}])), InputError, "no candidate")

    def test_text_in_another_encoding(self, tmp_path: Path) -> None:
        path = tmp_path / "list.json"
        path.write_bytes(b"\xff\xfe\x00")
        self.refused(Belief(str(path)), InputError, "not UTF-8")
        self.refused(Belief(str(tmp_path)), InputError, "can't be read")

    def test_no_candidate_is_left(self) -> None:
        empty = Market.from_cube(SPACE, np.zeros((3, 2), int))
        for belief in (Belief("cells", "records"), Belief("cells", support="nonempty")):
            with pytest.raises(SettingError, match="no candidate is left"):
                candidates(empty, belief)

    def test_too_many(self) -> None:
        space = Space(tuple(Nominal(f"d{i}", tuple("abcd")) for i in range(11)))
        market = Market.from_cells(space, np.zeros((11, 1), int), [1])
        ones = Intent(space, tuple((0,) for _ in space))
        for belief, many in ((Belief("cells"), 4**11), (Belief("boxes"), 15**11)):
            assert how_many(market, belief, None) == many
            with pytest.raises(TooManyCandidates, match=f"{many:,}") as error:
                candidates(market, belief)
            assert error.value.many == many
        with pytest.raises(TooManyCandidates):
            candidates(market, Belief("shape"), ones)
        assert len(candidates(market, Belief("cells", support="nonempty"))) == 1

    def test_weights_too_large_to_add_up(self) -> None:
        market = Market.from_cube(SPACE, [[2**60, 0], [2**60, 0], [2**60, 0]])
        with pytest.raises(SettingError, match="too large"):
            candidates(market, Belief("boxes", "records"))
