"""Each attacker on tables of a few cells, with answers that a person can compute."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.attackers.attacker import Attacker
from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import ATTACKERS, attackers_named
from tacit.errors import EmptyIntent, IntentError, NotContained, SettingError
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.space import Space

SPACE = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B"))))
RECORDS = [[6, 2], [0, 4]]
PRICES = [[1, 5], [3, 2]]
LAYOUTS = ("dense", "sparse")
NAMES = ("pi-uniform", "em-f", "em-c", "em-fc")


@pytest.fixture(params=LAYOUTS)
def market(request: pytest.FixtureRequest) -> Market:
    """Four cells; spend 6, 10, 0, 8 and prices of one record 1, 5, 3, 2."""
    return Market.from_cube(SPACE, RECORDS, PRICES, layout=request.param)


@pytest.fixture
def women(market: Market) -> Intent:
    return market.intent({"sex": ["F"]})


@pytest.fixture
def everyone(market: Market) -> Intent:
    return market.intent({})


@pytest.mark.parametrize(
    ("name", "upper"),
    [
        ("pi-uniform", Fraction(2, 4)),
        ("em-f", Fraction(6, 12)),
        ("em-c", Fraction(5, 11)),
        ("em-fc", Fraction(10, 24)),
    ],
)
def test_confidence_when_the_whole_space_is_published(
    market: Market, women: Intent, everyone: Intent, name: str, upper: Fraction
) -> None:
    assert ATTACKERS[name].confidence(market, women, everyone).upper == upper
    assert ATTACKERS[name].lowest_limit(market, women) == upper


@pytest.mark.parametrize(
    ("name", "upper"),
    [
        ("pi-uniform", Fraction(1)),
        ("em-f", Fraction(6, 8)),
        ("em-c", Fraction(5, 6)),
        ("em-fc", Fraction(10, 16)),
    ],
)
def test_confidence_when_the_true_intent_is_laid_bare(
    market: Market, women: Intent, name: str, upper: Fraction
) -> None:
    assert ATTACKERS[name].confidence(market, women, women).upper == upper


def test_confidence_is_an_exact_fraction(market: Market, women: Intent, everyone: Intent) -> None:
    for attacker in ATTACKERS.values():
        assert type(attacker.confidence(market, women, everyone).upper) is Fraction


def test_pi_uniform_gives_both_bounds(market: Market, women: Intent, everyone: Intent) -> None:
    found = ATTACKERS["pi-uniform"].confidence(market, women, everyone)
    assert found == Confidence("pi-uniform", upper=Fraction(1, 2), lower=Fraction(1, 4))


def test_pi_uniform_bounds_meet_for_a_single_wanted_cell(market: Market, everyone: Intent) -> None:
    one = market.intent({"sex": ["M"], "race": ["B"]})
    found = ATTACKERS["pi-uniform"].confidence(market, one, everyone)
    assert found.lower == found.upper == Fraction(1, 4)


@pytest.mark.parametrize("name", ["em-f", "em-c", "em-fc"])
def test_em_attackers_give_no_lower_bound(
    market: Market, women: Intent, everyone: Intent, name: str
) -> None:
    assert ATTACKERS[name].confidence(market, women, everyone).lower is None


def test_em_f_and_em_fc_agree_where_every_record_costs_the_same() -> None:
    flat = Market.from_cube(SPACE, RECORDS)
    women = flat.intent({"sex": ["F"]})
    f, fc = (ATTACKERS[name].lowest_limit(flat, women) for name in ("em-f", "em-fc"))
    assert f == fc == Fraction(1, 2)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pi-uniform", [("A", Fraction(2, 4)), ("B", Fraction(2, 4))]),
        ("em-f", [("A", Fraction(6, 12)), ("B", Fraction(2, 12))]),
        ("em-c", [("B", Fraction(5, 11)), ("A", Fraction(1, 11))]),
        ("em-fc", [("B", Fraction(10, 24)), ("A", Fraction(6, 24))]),
    ],
)
def test_per_record_lists_the_most_exposed_first(
    market: Market,
    women: Intent,
    everyone: Intent,
    name: str,
    expected: list[tuple[str, Fraction]],
) -> None:
    found = ATTACKERS[name].per_record(market, women, everyone)
    assert found == [({"sex": "F", "race": race}, share) for race, share in expected]


@pytest.mark.parametrize("name", NAMES)
def test_per_record_leaves_out_cells_that_hold_nothing(
    market: Market, everyone: Intent, name: str
) -> None:
    men = market.intent({"sex": ["M"]})
    cells = [cell for cell, _ in ATTACKERS[name].per_record(market, men, everyone)]
    assert cells == [{"sex": "M", "race": "B"}]


@pytest.mark.parametrize("name", NAMES)
def test_published_must_hold_the_true_intent(market: Market, women: Intent, name: str) -> None:
    narrower = market.intent({"sex": ["F"], "race": ["A"]})
    with pytest.raises(NotContained, match="leaves out part"):
        ATTACKERS[name].confidence(market, women, narrower)
    with pytest.raises(NotContained, match="leaves out part"):
        ATTACKERS[name].per_record(market, women, narrower)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_true_intent_is_refused(market: Market, everyone: Intent, name: str) -> None:
    nothing = Intent(SPACE, ((), ()))
    with pytest.raises(EmptyIntent, match="the true intent is empty"):
        ATTACKERS[name].confidence(market, nothing, everyone)
    with pytest.raises(EmptyIntent, match="the true intent is empty"):
        ATTACKERS[name].per_record(market, nothing, everyone)
    with pytest.raises(EmptyIntent):
        ATTACKERS[name].lowest_limit(market, nothing)


@pytest.mark.parametrize("name", NAMES)
def test_an_intent_of_another_space_is_refused(market: Market, name: str) -> None:
    elsewhere = Intent.everything(Space((Nominal("sex", ("F", "M")),)))
    with pytest.raises(IntentError, match="space"):
        ATTACKERS[name].confidence(market, elsewhere, elsewhere)


@pytest.mark.parametrize("name", ["em-f", "em-fc"])
@pytest.mark.parametrize("published", [{"sex": ["M"], "race": ["A"]}, {"sex": ["M"]}, {}])
def test_who_goes_by_records_finds_nothing_where_there_are_none(
    market: Market, name: str, published: dict[str, list[str]]
) -> None:
    unfilled = market.intent({"sex": ["M"], "race": ["A"]})
    attacker = ATTACKERS[name]
    assert attacker.confidence(market, unfilled, market.intent(published)).upper == 0
    assert attacker.lowest_limit(market, unfilled) == 0
    assert attacker.per_record(market, unfilled, market.intent(published)) == []


@pytest.mark.parametrize(("name", "upper"), [("pi-uniform", "1/4"), ("em-c", "3/11")])
def test_who_does_not_know_the_stock_still_suspects_an_empty_cell(
    market: Market, everyone: Intent, name: str, upper: str
) -> None:
    unfilled = market.intent({"sex": ["M"], "race": ["A"]})
    assert ATTACKERS[name].confidence(market, unfilled, everyone).upper == Fraction(upper)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_em_c_counts_cells_that_are_not_listed(layout: str) -> None:
    """Prices 4 and 1 are listed; the other two cells cost 2 by `empty`, so 4 / (4 + 1 + 2 + 2)."""
    codes = [[0, 1], [0, 1]]
    market = Market.from_cells(SPACE, codes, [3, 9], prices=[4, 1], empty=2, layout=layout)
    true = market.intent({"sex": ["F"], "race": ["A"]})
    assert ATTACKERS["em-c"].lowest_limit(market, true) == Fraction(4, 9)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_em_c_claims_the_price_of_an_unlisted_wanted_cell(layout: str) -> None:
    """The dearest wanted cell is the unlisted one: 7 / (4 + 7 + 7 + 1)."""
    codes = [[0, 1], [0, 1]]
    market = Market.from_cells(SPACE, codes, [3, 9], prices=[4, 1], empty=7, layout=layout)
    true = market.intent({"sex": ["F"]})
    assert ATTACKERS["em-c"].lowest_limit(market, true) == Fraction(7, 19)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_em_c_adds_prices_per_value_over_all_cells(layout: str) -> None:
    """Base 1; F adds 2, B adds 3: cells cost 3, 6, 1, 4, together 14."""
    prices = {"sex": {"F": 2}, "race": {"B": 3}}
    market = Market.from_cells(
        SPACE, [[0], [0]], [5], prices_per_value=prices, base=1, layout=layout
    )
    true = market.intent({"sex": ["F"]})
    assert ATTACKERS["em-c"].lowest_limit(market, true) == Fraction(6, 14)
    assert ATTACKERS["em-c"].confidence(market, true, true).upper == Fraction(6, 9)


def test_prices_that_are_not_whole_stay_exact() -> None:
    market = Market.from_cube(SPACE, RECORDS, [["0.1", "0.2"], ["0.3", "0.7"]])
    true = market.intent({"sex": ["F"]})
    assert ATTACKERS["em-c"].lowest_limit(market, true) == Fraction(2, 13)
    assert ATTACKERS["em-fc"].lowest_limit(market, true) == Fraction(6, 6 + 4 + 28)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_counts_beyond_floating_point_stay_exact(layout: str) -> None:
    big = 2**60 + 1
    market = Market.from_cube(SPACE, [[big, 1], [0, big + 2]], layout=layout)
    true = market.intent({"sex": ["F"], "race": ["A"]})
    assert ATTACKERS["em-f"].lowest_limit(market, true) == Fraction(big, 2 * big + 3)


def test_within_is_exact() -> None:
    sure = Confidence("em-f", Fraction(3, 10))
    assert sure.within(Fraction(3, 10))
    assert not sure.within(Fraction(3, 10) - Fraction(1, 10**18))
    assert not sure.within(Fraction(0.3)), "the float nearest to 0.3 lies below three tenths"


def test_attackers_are_found_by_name_in_the_order_asked() -> None:
    assert [a.name for a in attackers_named("em-fc,pi-uniform")] == ["em-fc", "pi-uniform"]
    assert [a.name for a in attackers_named([" EM-F ", "em-f", "em-c"])] == ["em-f", "em-c"]


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [("em-g", "em-f"), ("emfc", "em-fc"), ("pi_uniform", "pi-uniform"), ("uniform", "pi-uniform")],
)
def test_an_unknown_attacker_is_answered_with_the_nearest(asked: str, nearest: str) -> None:
    with pytest.raises(SettingError, match=f"'{asked}'. Did you mean '{nearest}'"):
        attackers_named(asked)


def test_an_attacker_like_no_other_is_answered_with_all() -> None:
    with pytest.raises(SettingError) as caught:
        attackers_named("zzz")
    assert "Did you mean" not in str(caught.value)
    assert all(name in str(caught.value) for name in NAMES)


@pytest.mark.parametrize("nobody", ["", " , ", []])
def test_at_least_one_attacker_is_needed(nobody: str | list[str]) -> None:
    with pytest.raises(SettingError, match="at least one"):
        attackers_named(nobody)


@pytest.mark.parametrize("attacker", ATTACKERS.values(), ids=lambda a: a.name)
def test_every_attacker_is_registered_under_its_name_and_tells_what_it_sees(
    attacker: Attacker,
) -> None:
    assert ATTACKERS[attacker.name] is attacker
    assert attacker.sees.startswith("the post")
