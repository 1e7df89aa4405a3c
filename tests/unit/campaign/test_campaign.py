"""A campaign: the same answer while it holds, and limits that hold over all posts together.

The judge of several posts is brute force: for every candidate, how likely it was beforehand times how
likely each post was for it, in fractions, and then for every cell the share of the candidates that
hold it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import count, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tacit.auditing.purchase import audit_purchase
from tacit.campaign.campaign import Campaign, Left, _fingerprint, _left
from tacit.campaign.vault import Vault
from tacit.errors import (
    CampaignError,
    CampaignRefused,
    UnreachableLimit,
    VaultChanged,
    VaultError,
    VaultLocked,
)
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.publishing.procedure import Procedure
from tacit.publishing.protect import publish
from tacit.publishing.publication import Publication
from tacit.publishing.sealed.mechanism import Mechanism
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

CHEAP = 1  # scrypt's work, as a power of two
SECRET = "correct horse battery staple"
COUNTS = [[9, 1, 4, 2], [3, 0, 7, 5], [6, 2, 1, 8]]
CITY = Space((Nominal("x", tuple("abc")), Ordinal("y", tuple("pqrs"))))
LONG = 60.0
"""Seconds that no search here comes near."""

New = Callable[[], Campaign]


def city(counts: Any = COUNTS, **more: Any) -> Market:
    return Market.from_cube(CITY, np.array(counts), **more)


def cell(market: Market, x: str, y: str) -> Intent:
    return market.intent({"x": [x], "y": [y]})


def greedy(**more: Any) -> Procedure:
    return Procedure.of(**{"against": "em-f", "limit": "1/2", **more})


def seal(limit: Any = "2/5", **more: Any) -> Procedure:
    return Procedure.of(method="sealed", limit=limit, seconds=LONG, **more)


@pytest.fixture
def new(tmp_path: Path) -> New:
    """Start campaigns, each in a file of its own."""
    names = count()
    return lambda: Campaign.start(tmp_path / f"need{next(names)}.tacit", SECRET, _cost=CHEAP)


def reopened(campaign: Campaign) -> Campaign:
    """What another run finds in the file."""
    return Campaign(campaign._vault.path, SECRET, _cost=CHEAP)


def content(campaign: Campaign) -> bytes:
    return campaign._vault.path.read_bytes()


# --- the same answer -----------------------------------------------------------------------------


def test_a_new_campaign_knows_nothing(new: New) -> None:
    campaign, market = new(), city()
    assert campaign.entries == []
    assert campaign.true(market) is None
    assert campaign.published(market) is None
    assert campaign.bought_in_all(market) is None
    with pytest.raises(CampaignError, match="nothing was published"):
        campaign.standing(market)


def test_what_can_not_be_written_is_not_shown(new: New, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, market = new(), city()
    before = content(campaign)

    def fail(*_: object) -> None:
        raise VaultError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(Vault, "save", fail)
        with pytest.raises(VaultError, match="no space left"):
            campaign.protect(market, cell(market, "a", "p"), greedy())
    assert content(campaign) == before
    assert campaign.entries == reopened(campaign).entries == []


def test_the_first_publication_is_what_the_method_says_and_is_kept(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    result = campaign.protect(market, true, greedy())
    assert result.published == publish(greedy(), market, true).published
    later = reopened(campaign)
    assert later.true(market) == true
    assert later.published(market) == result.published
    (entry,) = later.entries
    assert (entry["kind"], entry["records"]) == ("published", result.mass.records)
    assert entry["made_by"] == greedy().to_json()


VARIANTS = {
    "the same": greedy(),
    "other alpha": greedy(alpha=0),
    "optimal": greedy(method="optimal"),
    "looser limit": greedy(limit="4/5"),
    "other attackers": greedy(against="pi-uniform,em-fc"),
    "nobody but those who know the method": seal("9/10"),
}


@pytest.mark.parametrize("first", ["greedy", "sealed"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_answer_while_it_holds(new: New, first: str, variant: str) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    start = greedy() if first == "greedy" else seal("1/3", against="em-f=1/2")
    shown = campaign.protect(market, true, start, seed=1)
    before = content(campaign)
    for seed in (1, 2, None):
        again = reopened(campaign).protect(market, true, VARIANTS[variant], seed=seed)
        assert again.published == shown.published
        assert again.holds
        assert any("answers with the same" in note for note in again.notes)
    assert content(campaign) == before
    assert len(campaign.entries) == 1


def test_what_sealed_drew_is_told_with_what_someone_who_knows_the_method_found(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    shown = campaign.protect(market, true, seal(), seed=3)
    again = reopened(campaign).protect(market, true, seal(), seed=4)
    assert again.confidences == shown.confidences
    assert [c.attacker for c in again.unprotected] == [c.attacker for c in again.confidences]
    assert again.to_json()["published"] == shown.to_json()["published"]


def test_another_process_answers_the_same(new: New) -> None:
    campaign, market = new(), city()
    shown = campaign.protect(market, cell(market, "a", "p"), seal())
    program = (
        "import sys, json, numpy as np\n"
        "from tests.unit.campaign.test_campaign import Campaign, SECRET, cell, city, seal\n"
        "campaign = Campaign(sys.argv[1], SECRET, _cost=1)\n"
        "result = campaign.protect(city(), cell(city(), 'a', 'p'), seal())\n"
        "print(json.dumps(result.published.to_json()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(campaign._vault.path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(shown.published.to_json()).replace("'", '"')


def test_again_with_nothing_new_says_so_and_writes_nothing(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    shown = campaign.protect(market, true, greedy())
    before = content(campaign)
    again = campaign.protect(market, true, greedy(), again=True)
    assert again.published == shown.published
    assert any("nothing else to offer" in note for note in again.notes)
    assert content(campaign) == before


@pytest.mark.parametrize("method", ["greedy", "sealed"])
def test_another_true_intent_is_refused(new: New, method: str) -> None:
    campaign, market = new(), city()
    how = greedy() if method == "greedy" else seal()
    campaign.protect(market, cell(market, "a", "p"), how)
    before = content(campaign)
    for other in (cell(market, "a", "q"), market.intent({"x": ["a"]})):
        for again in (False, True):
            with pytest.raises(CampaignError, match="another true intent") as caught:
                campaign.protect(market, other, how, again=again)
            assert caught.value.exit_code == 2
    assert content(campaign) == before


def test_a_limit_out_of_reach_leaves_the_campaign_as_it_was(new: New) -> None:
    campaign, market = new(), city()
    before = content(campaign)
    with pytest.raises(UnreachableLimit):
        campaign.protect(market, cell(market, "a", "p"), greedy(limit="1/100"))
    assert content(campaign) == before


# --- the market changes --------------------------------------------------------------------------


def test_a_market_that_changed_a_little_gets_the_same_answer(new: New) -> None:
    campaign, market = new(), city()
    shown = campaign.protect(market, cell(market, "a", "p"), greedy())
    assert not campaign.standing(market).changed
    counts = np.array(COUNTS)
    counts[2, 3] += 5
    later = city(counts)
    again = campaign.protect(later, cell(later, "a", "p"), greedy())
    assert again.published.to_json() == shown.published.to_json()
    assert campaign.standing(later).changed
    assert len(campaign.entries) == 1


def test_a_market_without_its_values_or_dimensions_is_refused_clearly(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy())
    before = content(campaign)
    smaller = Market.from_cube(
        Space((Nominal("x", ("b", "c")), Ordinal("y", tuple("pqrs")))), np.array(COUNTS[1:])
    )
    renamed = Market.from_cube(
        Space((Nominal("z", tuple("abc")), Ordinal("y", tuple("pqrs")))), np.array(COUNTS)
    )
    for other in (smaller, renamed):
        wanted = Intent.everything(other.space)
        for attempt in (
            lambda m=other, v=wanted: campaign.protect(m, v, greedy()),
            lambda m=other: campaign.standing(m),
            lambda m=other: campaign.published(m),
            lambda m=other: campaign.true(m),
        ):
            with pytest.raises(CampaignError, match="no longer has the dimensions or values"):
                attempt()
    assert content(campaign) == before


def test_values_in_another_order_are_the_same_intent(new: New) -> None:
    campaign, market = new(), city()
    shown = campaign.protect(market, cell(market, "a", "p"), greedy())
    turned = Market.from_cube(
        Space((Ordinal.of("y", tuple("srqp"), order=tuple("pqrs")), Nominal("x", tuple("cba")))),
        np.array(COUNTS)[::-1, ::-1].T,
    )
    again = campaign.protect(turned, cell(turned, "a", "p"), greedy())
    found = {name: set(values) for name, values in again.published.to_json().items()}
    assert found == {name: set(values) for name, values in shown.published.to_json().items()}
    assert len(campaign.entries) == 1


def test_a_value_that_is_new_on_the_market_is_no_part_of_the_campaign(new: New) -> None:
    campaign, market = new(), city()
    true = market.intent({"x": ["a"]})
    shown = campaign.protect(market, true, greedy(against="pi-uniform", limit="2/3"))
    grown = Market.from_cube(
        Space((CITY.dimensions[0], Ordinal("y", tuple("pqrst")))),
        np.hstack([COUNTS, [[1], [1], [1]]]),
    )
    with pytest.raises(CampaignError, match="only the market has new values"):
        campaign.protect(grown, grown.intent({"x": ["a"]}), greedy(against="pi-uniform"))
    known = campaign.true(grown)
    assert known is not None
    assert known.to_json() == true.to_json()
    again = campaign.protect(grown, known, greedy(against="pi-uniform", limit="2/3"))
    assert again.published.to_json() == shown.published.to_json()


def named_limits(error: BaseException) -> dict[str, str]:
    """The limits that a refusal says would do, by attacker."""
    said = str(error).partition("What would keep the limit")[2]
    words = said.replace(";", " ").replace(". ", " ").split()
    limits = [word for word in words if word.replace(".", "").isdigit()]
    names = [words[i + 1].rstrip(".") for i, word in enumerate(words) if word == "for"]
    return dict(zip(names, limits, strict=True))


@pytest.mark.parametrize("change", ["limit", "market", "attacker"])
def test_what_no_longer_holds_is_refused_with_a_limit_that_does(new: New, change: str) -> None:
    campaign, market = new(), city()
    shown = campaign.protect(market, cell(market, "a", "p"), greedy())
    before, asked = content(campaign), greedy()
    if change == "limit":
        asked = greedy(limit="1/5")
    elif change == "attacker":
        asked = greedy(against="em-f,pi-uniform=1/11")
    else:
        counts = np.array(COUNTS)
        counts[0, 0] = 20
        market = city(counts)
    true = cell(market, "a", "p")
    assert publish(asked, market, true).holds
    with pytest.raises(CampaignRefused, match="nothing was published") as caught:
        reopened(campaign).protect(market, true, asked)
    assert caught.value.exit_code == 1
    assert content(campaign) == before
    limits = named_limits(caught.value)
    assert limits
    eased = greedy(against=[f"{name}={limit}" for name, limit in limits.items()])
    kept = campaign.protect(market, true, eased)
    assert kept.holds
    assert kept.published.to_json() == shown.published.to_json()


def test_all_attackers_that_would_know_too_much_are_named(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, greedy())
    with pytest.raises(CampaignRefused) as caught:
        campaign.protect(market, true, greedy(against="em-f,pi-uniform", limit="1/5"))
    limits = named_limits(caught.value)
    assert set(limits) == {"em-f", "pi-uniform"}
    for name, limit in limits.items():
        found = next(
            c
            for c in campaign.standing(market, greedy(against="em-f,pi-uniform")).confidences
            if c.attacker == name
        )
        assert found.upper <= Fraction(limit)


# --- posts together ------------------------------------------------------------------------------


def sure_by_records(posts: Sequence[Intent], true: Intent, counts: Any = COUNTS) -> Fraction:
    """How sure em-f is of the true cell, by the cells that all posts hold."""
    (wanted,) = true.cells()
    common = [at for at in product(range(3), range(4)) if all(at in post for post in posts)]
    assert wanted in common
    return Fraction(counts[wanted[0]][wanted[1]], sum(counts[i][j] for i, j in common))


def second(how: Procedure, market: Market, x: str, y: str, pins: dict[str, Any]) -> Procedure:
    return Procedure.of(method="optimal", against="em-f", limit=how.limit, **pins)


def test_two_posts_are_judged_by_what_they_have_in_common(new: New) -> None:
    """Every pair of a first post and one with other pins: refused exactly where it must be."""
    market, refused, accepted = city(), 0, 0
    pins: list[dict[str, Any]] = [{"always": {"y": [v]}} for v in "qrs"]
    pins += [{"always": {"x": [v]}} for v in "bc"] + [{"never": {"x": ["b"]}}]
    for x, y in product("abc", "pqs"):
        true = cell(market, x, y)
        if not market.mass(true).records or {"x": [x]} in [p.get("never") for p in pins]:
            continue
        for pin in pins:
            campaign = new()
            how = greedy(limit="1/2")
            first = campaign.protect(market, true, how).published
            asked = second(how, market, x, y, pin)
            other = publish(asked, market, true).published
            sure = sure_by_records([first, other], true)
            before = content(campaign)
            if sure > Fraction(1, 2):
                refused += 1
                with pytest.raises(CampaignRefused, match="publish the same as before"):
                    campaign.protect(market, true, asked, again=True)
                assert content(campaign) == before
                continue
            assert campaign.protect(market, true, asked, again=True).published == other
            standing = reopened(campaign).standing(market)
            assert standing.confidences[0].upper == sure
            assert standing.confidences[0].within(Fraction(1, 2))
            if other != first:
                accepted += 1
                assert standing.posts == 2
                assert set(standing.common.cells()) == set(first.cells()) & set(other.cells())
    assert refused
    assert accepted


def test_an_old_post_is_no_way_out(new: New) -> None:
    """What was published first holds a tight limit alone, but not beside what came after."""
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    wide = campaign.protect(market, true, greedy(limit="1/4")).published
    narrow = campaign.protect(
        market, true, Procedure.of(method="optimal", against="em-f", limit="3/5"), again=True
    ).published
    assert publish(greedy(limit="1/4"), market, true).published == wide
    assert sure_by_records([wide, narrow], true) > Fraction(1, 4)
    before = content(campaign)
    for again in (False, True):
        with pytest.raises(CampaignRefused, match="tell too much"):
            campaign.protect(market, true, greedy(limit="1/4"), again=again)
    assert content(campaign) == before


def test_unions_are_posts_like_any_other(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "q")
    asked = Procedure.of(method="optimal", against="em-f", limit="1/20", boxes=2)
    shown = campaign.protect(market, true, asked).published
    assert len(shown.boxes) == 2
    before = content(campaign)
    for again in (False, True):
        assert reopened(campaign).protect(market, true, asked, again=again).published == shown
    assert content(campaign) == before
    wider = campaign.protect(market, true, greedy(limit="1/10"), again=True)
    assert wider.published != shown
    found = campaign.standing(market)
    both = set(shown.cells()) & set(wider.published.cells())
    assert set(found.common.cells()) == both
    assert found.confidences[0].upper == Fraction(1, sum(COUNTS[i][j] for i, j in both))


def test_a_true_union_is_kept_and_what_a_replay_tells_of_it_is_not_known(new: New) -> None:
    campaign, market = new(), city()
    true = market.intent([{"x": ["a"], "y": ["q"]}, {"x": ["b"], "y": ["r"]}])
    shown = campaign.protect(market, true, greedy()).published
    later = reopened(campaign)
    assert later.true(market) == true
    assert later.protect(market, true, greedy()).published == shown
    assert later.standing(market).informed is None
    assert "not known" in later.standing(market).sentence
    with pytest.raises(CampaignRefused, match="not known what the earlier publications told"):
        later.protect(market, true, seal(), again=True)


def test_pins_are_kept_to_and_not_told(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    pinned = greedy(never={"x": ["b"]}, always={"y": ["q"]})
    shown = campaign.protect(market, true, pinned).published
    assert "b" not in shown.to_json()["x"]
    later = reopened(campaign)
    assert not {"never", "always"} & later.entries[0]["made_by"].keys()
    assert later.protect(market, true, greedy()).published == shown
    assert later.standing(market).holds(Fraction(1, 2))


def test_where_boxes_are_too_many_a_replay_reckons_with_what_is_like_the_need(
    new: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacit.informed.post.LISTED", 20)
    market = city()
    wide, narrow = market.intent({"x": ["a"], "y": ["p", "q"]}), cell(market, "a", "p")
    every_box, of_the_shape = 7 * 15, 3 * 6
    for true, considered in ((wide, of_the_shape), (narrow, every_box)):
        campaign = new()
        campaign.protect(market, true, greedy(limit="2/3"))
        found = campaign.standing(market).informed
        assert found is not None
        assert found.considered == considered


# --- sealed, over several posts ------------------------------------------------------------------

Box = frozenset[tuple[int, ...]]
Chances = dict[Box, Fraction]


def cells_of(intent: Intent) -> Box:
    return frozenset(intent.cells())


def likely(result: Publication) -> Chances:
    """For each candidate that was reckoned with, how likely it was to lead to what was published."""
    assert result.sealed is not None
    return leading_to(result.sealed.mechanism, result.published)


def leading_to(made: Mechanism, published: Intent) -> Chances:
    (at,) = [u for u in range(len(made.joint)) if made.intent(u) == published]
    found = {}
    for v in range(len(made.candidates)):
        chances = made.chances(v)
        assert sum(chances.values()) == 1
        assert all(made.candidates.intent(v) <= made.intent(u) for u in chances)
        found[cells_of(made.candidates.intent(v))] = chances.get(at, Fraction(0))
    return found


def times(before: Chances, now: Chances) -> Chances:
    """How likely each candidate and all posts were together; those that can't be are left out."""
    found = {box: weight * now.get(box, Fraction(0)) for box, weight in before.items()}
    return {box: weight for box, weight in found.items() if weight}


def likeliest(weights: Chances) -> Fraction:
    """How likely the likeliest cell is to be wanted."""
    cells = frozenset[tuple[int, ...]]().union(*weights)
    held = (sum((w for box, w in weights.items() if at in box), Fraction(0)) for at in cells)
    return max(held) / sum(weights.values())


HAMLET = Space((Nominal("x", ("a", "b")), Ordinal("y", tuple("pqrs"))))


def place(kind: str) -> Market:
    """A market for each class of candidates; wide ones take long, so theirs is smaller."""
    return city() if kind == "cells" else Market.from_cube(HAMLET, np.array(COUNTS[:2]))


def prior_of(kind: str, prior: str) -> Chances:
    """Every candidate of a place with its weight, listed without Tacit."""
    if kind == "cells":
        boxes = [frozenset({at}) for at in product(range(3), range(4))]
    else:
        boxes = [frozenset({(x, i), (x, j)}) for x in (0, 1) for i in range(4) for j in range(i)]
    held = {box: sum(COUNTS[i][j] for i, j in box) for box in boxes}
    return {box: Fraction(1 if prior == "uniform" else n) for box, n in held.items() if n}


KINDS = [("cells", "uniform"), ("cells", "records"), ("shape", "uniform"), ("shape", "records")]
NEEDS = {
    "cells": [{"x": [x], "y": [y]} for x, y in ("ap", "br", "cs", "aq")],
    "shape": [{"x": [x], "y": [*ys]} for x in "ab" for ys in ("pq", "rs")],
}
LADDERS = {"cells": ("1/4", "1/3", "1/2"), "shape": ("2/5", "3/5", "4/5")}
"""Limits that leave room for a new draw each time."""


@pytest.mark.parametrize(("kind", "prior"), KINDS)
def test_three_sealed_posts_together_keep_the_limit(new: New, kind: str, prior: str) -> None:
    market, different = place(kind), 0
    for wanted, seed in product(NEEDS[kind], range(3)):
        campaign, joint, posts = new(), prior_of(kind, prior), []
        true = market.intent(wanted)
        for step, limit in enumerate(LADDERS[kind]):
            how = seal(limit, candidates=kind, prior=prior)
            result = reopened(campaign).protect(market, true, how, again=True, seed=7 * seed + step)
            campaign, now = reopened(campaign), likely(result)
            assert set(now) == set(joint)  # all that are left, and no others
            joint = times(joint, now)
            assert cells_of(true) in joint
            sure = likeliest(joint)
            assert sure <= Fraction(limit)
            found = campaign.standing(market).informed
            assert found is not None
            assert found.upper == sure == result.confidences[-1].upper
            assert (found.remaining, found.considered) == (len(joint), len(prior_of(kind, prior)))
            posts.append(result.published)
        different += len(set(posts)) > 1
    assert different > 3  # else there was nothing to put together


@pytest.mark.parametrize("kind", ["cells", "shape"])
def test_two_draws_without_a_campaign_break_the_limit(kind: str) -> None:
    """This is why campaigns exist: each draw keeps the limit, and the two together do not."""
    market, limit = place(kind), Fraction(LADDERS[kind][0])
    true = market.intent(NEEDS[kind][0])
    sealing = seal(limit, candidates=kind).sealing(market, true)
    at = sealing.place(true)
    made, rng = sealing.holding(at).mechanism, np.random.default_rng(20261115)
    prior = prior_of(kind, "uniform")
    broken = 0
    for _ in range(20):
        one, two = (leading_to(made, made.intent(made.draw(at, rng))) for _ in range(2))
        assert likeliest(times(prior, one)) <= limit
        assert likeliest(times(prior, two)) <= limit
        broken += likeliest(times(times(prior, one), two)) > limit
    assert broken


def test_a_market_that_changed_between_two_sealed_posts(new: New) -> None:
    counts = np.array(COUNTS)
    counts[0] = [2, 8, 1, 9]
    markets = city(), city(counts)
    for seed in range(6):
        campaign, joint = new(), prior_of("cells", "uniform")
        for market, limit in zip(markets, ("1/4", "2/5"), strict=True):
            true = cell(market, "a", "p")
            result = campaign.protect(market, true, seal(limit), again=True, seed=seed)
            joint = times(joint, likely(result))
            assert likeliest(joint) <= Fraction(limit)
        naive = times(
            prior_of("cells", "uniform"),
            likely(publish(seal("1/4"), markets[0], cell(markets[0], "a", "p"), seed)),
        )
        assert set(joint) <= set(naive)


def test_what_is_drawn_again_is_kept_as_well(new: New) -> None:
    """Who draws until something new comes up has told that the old would have come up less often."""
    market, repeats = city(), 0
    true = cell(market, "a", "p")
    for seed in range(6):
        campaign, joint = new(), prior_of("cells", "uniform")
        for limit in ("1/4", "1/3", "1/3"):
            result = campaign.protect(market, true, seal(limit), again=True, seed=seed)
            joint = times(joint, likely(result))
        entries = campaign.entries
        assert len(entries) == 3
        repeats += len({str(entry["published"]) for entry in entries}) < 3
        kept = {
            tuple(map(str, one["intent"].values())): one["weight"] for one in entries[-1]["left"]
        }
        assert len(kept) == len(joint)
        whole, weights = sum(joint.values()), sum(kept.values())
        shares = sorted(weight / whole for weight in joint.values())
        assert sorted(Fraction(weight, weights) for weight in kept.values()) == shares
    assert repeats


def sure_of_each(market: Market, posts: Sequence[Intent], box: Box, counts: Any) -> Fraction:
    (wanted,) = box
    common = [at for at in product(range(3), range(4)) if all(at in post for post in posts)]
    return Fraction(int(counts[wanted]), int(sum(counts[at] for at in common)))


def test_sealed_beside_other_attackers_does_not_tell_by_what_it_refuses(new: New) -> None:
    """A draw that is refused for some candidates and not for others would tell them apart.

    So whatever may be drawn for a candidate must hold for it, beside all posts before.
    """
    bound, drawn = Fraction(1, 3), 0
    for trial, (x, y) in product(range(10, 26), product("abc", "pqrs")):
        counts = np.random.default_rng(trial).integers(1, 12, (3, 4))
        market = city(counts)
        campaign, posts = new(), list[Intent]()
        true = cell(market, x, y)
        for limit in ("1/4", "2/5"):
            how = seal(limit, against="em-f=1/3")
            try:
                result = campaign.protect(market, true, how, again=True, seed=trial)
            except (CampaignRefused, UnreachableLimit):
                break
            posts.append(result.published)
            assert result.sealed is not None
            made = result.sealed.mechanism
            for v in range(len(made.candidates)):
                box = cells_of(made.candidates.intent(v))
                for u in made.chances(v):
                    shown = [*posts[:-1], made.intent(u)]
                    assert sure_of_each(market, shown, box, counts) <= bound
        else:
            drawn += posts[0] != posts[1]
            standing = campaign.standing(market)
            assert standing.holds(Fraction(2, 5))
    assert drawn


def test_blocks_that_may_publish_the_same_stay_safe_together() -> None:
    """Over two posts, for every candidate of every block, whatever was drawn."""
    market = city(np.array(COUNTS) + 1)
    first, then = seal("1/3", effort=12), seal("1/2", effort=12)
    sealing = first.sealing(market)
    blocks = [sealing.sealed(block).mechanism for block in sealing.blocks]
    assert len(blocks) > 1
    joint: dict[tuple[Box, Box], Chances] = {}
    for made in blocks:
        for u, row in enumerate(made.joint):
            share = Fraction(made.candidates.total, sealing.candidates.total)
            intents = tuple(made.candidates.intent(v) for v in row)
            left = _left(intents, list(row.values()), len(sealing.candidates))
            for two in mechanisms(then, market, left):
                for w, later in enumerate(two.joint):
                    for v in later:
                        box = cells_of(two.candidates.intent(v))
                        at = intents.index(two.candidates.intent(v))
                        chance = list(row.values())[at] * share * two.chances(v)[w]
                        posts = (cells_of(made.intent(u)), cells_of(two.intent(w)))
                        joint.setdefault(posts, {}).setdefault(box, Fraction(0))
                        joint[posts][box] += chance
    assert sum(sum(weights.values()) for weights in joint.values()) == 1
    assert max(map(likeliest, joint.values())) <= Fraction(1, 2)


def mechanisms(how: Procedure, market: Market, left: Left) -> Iterator[Mechanism]:
    sealing = how.sealing(market, None, left.among(market))
    return (sealing.sealed(block).mechanism for block in sealing.blocks)


def test_sealed_comes_too_late_after_greedy(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, greedy())
    found = campaign.standing(market).informed
    assert found is not None
    assert found.upper > Fraction(2, 5)
    before = content(campaign)
    for again in (False, True):
        with pytest.raises(CampaignRefused, match="told someone who knows") as caught:
            campaign.protect(market, true, seal(), again=again)
        assert "new campaign" in str(caught.value)
        assert caught.value.exit_code == 1
    assert content(campaign) == before
    with pytest.raises(CampaignRefused) as caught:
        campaign.protect(market, true, greedy(limit="1/5"))
    assert "sealed" not in str(caught.value)  # no advice that would be refused


def test_a_tighter_limit_is_refused_after_a_sealed_post(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, seal("2/5"), seed=1)
    before = content(campaign)
    with pytest.raises(CampaignRefused, match="too much"):
        campaign.protect(market, true, seal("1/5"))
    assert content(campaign) == before


def test_greedy_after_sealed_keeps_those_who_could_have_led_to_both(new: New) -> None:
    market = city()
    true = cell(market, "a", "p")
    for seed in range(4):
        campaign = new()
        first = campaign.protect(market, true, seal("1/4"), seed=seed)
        left = times(prior_of("cells", "uniform"), likely(first))
        asked = greedy(limit="9/10")
        second = publish(asked, market, true).published
        kept = {
            box: weight
            for box, weight in left.items()
            if publish(asked, market, intent_of(market, box)).published == second
        }
        if second == first.published:
            continue
        if likeliest(kept) > Fraction(1, 4):
            before = campaign.entries
            with pytest.raises(CampaignRefused, match="sealed"):
                campaign.protect(market, true, asked, again=True)
            assert campaign.entries == before
            continue
        campaign.protect(market, true, asked, again=True)
        found = campaign.standing(market).informed
        assert found is not None
        assert (found.remaining, found.upper) == (len(kept), likeliest(kept))


def intent_of(market: Market, box: Box) -> Intent:
    ((i, j),) = box
    return Intent(market.space, ((i,), (j,)))


# --- what was bought -----------------------------------------------------------------------------


def bought(market: Market, **cells: int) -> Purchase:
    plan = [{"cell": {"x": name[0], "y": name[1]}, "count": n} for name, n in cells.items()]
    return Purchase.from_plan(market, plan)


def test_purchases_are_kept_and_added_up(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, greedy())
    campaign.bought(bought(market, ap=2, ar=1), "optimal")
    campaign.bought(bought(market, ap=3, cs=4), "blend")
    later = reopened(campaign)
    kinds = [(e["kind"], e.get("allocate"), e["records"]) for e in later.entries[1:]]
    assert kinds == [("bought", "optimal", 3), ("bought", "blend", 7)]
    found = later.bought_in_all(market)
    assert found is not None
    assert found.size == 10
    assert found.records_in(true) == 5
    expected = audit_purchase(true, bought(market, ap=5, ar=1, cs=4), limit="1/2")
    assert audit_purchase(true, found, limit="1/2").to_json() == expected.to_json()
    assert later.protect(market, true, greedy()).published == campaign.published(market)


def test_what_was_bought_twice_is_never_more_than_there_is(new: New) -> None:
    campaign, market = new(), city()
    for _ in range(2):
        campaign.bought(bought(market, ap=6, ar=1), "optimal")
    found = campaign.bought_in_all(market)
    assert found is not None
    assert found.to_plan() == bought(market, ap=9, ar=2).to_plan()
    counts = np.array(COUNTS)
    counts[0, 2] = 0
    less = campaign.bought_in_all(city(counts))
    assert less is not None
    assert less.to_plan() == [{"cell": {"x": "a", "y": "p"}, "count": 9}]
    with pytest.raises(CampaignError, match="no longer holds any record"):
        campaign.bought_in_all(city(np.zeros((3, 4), dtype=int) + np.eye(3, 4, 3, dtype=int)))


def test_purchases_are_added_up_whatever_the_order_of_dimensions(new: New) -> None:
    campaign, market = new(), city()
    campaign.bought(bought(market, ap=2), "optimal")
    turned = Market.from_cube(
        Space((Ordinal("y", tuple("pqrs")), Nominal("x", tuple("abc")))), np.array(COUNTS).T
    )
    campaign.bought(bought(turned, ap=3), "optimal")
    for now in (market, turned):
        found = campaign.bought_in_all(now)
        assert found is not None
        assert [line["count"] for line in found.to_plan()] == [5]


def test_purchases_of_a_market_with_other_dimensions_are_refused_clearly(new: New) -> None:
    campaign, market = new(), city()
    campaign.bought(bought(market, ap=2), "optimal")
    deeper = Space((*CITY.dimensions, Nominal("z", ("m", "n"))))
    with pytest.raises(CampaignError, match="other dimensions"):
        campaign.bought_in_all(Market.from_cube(deeper, np.ones((3, 4, 2), dtype=int)))
    flat = Market.from_cube(Space((Nominal("x", tuple("abc")),)), np.array([1, 2, 3]))
    with pytest.raises(CampaignError, match="no longer has the dimensions"):
        campaign.bought_in_all(flat)


# --- the ledger ----------------------------------------------------------------------------------


def test_weights_of_any_size_come_back_as_they_were(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    result = publish(seal(), market, true, 1)
    weights = (10**400 + 1, 10**400, 10**399 * 7 + 3)
    intents = tuple(cell(market, "a", y) for y in "pqr")
    campaign._published(market, result, Left(intents, weights, 12))
    later = reopened(campaign)
    found = later._left(market)
    assert found is not None
    assert (found.intents, found.weights) == (intents, weights)
    assert found.confidence == Fraction(weights[0], sum(weights))
    assert found.among(market).total == sum(weights)
    drawn = later.protect(market, true, seal("1/2"), again=True, seed=1)
    assert drawn.confidences[-1].upper <= Fraction(1, 2)


def test_many_posts_do_not_wear_a_campaign_out(new: New) -> None:
    market, joint = place("shape"), prior_of("shape", "records")
    true, campaign = market.intent(NEEDS["shape"][0]), new()
    limits = [Fraction(9, 20) + Fraction(step, 40) for step in range(8)]
    for step, limit in enumerate(limits):
        how = seal(limit, candidates="shape", prior="records")
        result = campaign.protect(market, true, how, again=True, seed=step)
        joint = times(joint, likely(result))
        assert likeliest(joint) <= limit
    assert len(reopened(campaign).entries) == 8


DIMENSIONS: dict[str, Dimension] = {
    "booleans": Nominal("flag", (True, False)),
    "whole numbers": Nominal("size", (3, 1, 2)),
    "numbers": Nominal("rate", (0.1, 2.0, 1e300)),
    "ordered numbers": Ordinal("floor", (-1, 0, 1)),
    "words like numbers": Nominal("code", ("1", "01", "1.0", "null", "ALL", "true")),
    "mixed": Nominal("mixed", (1, "one", 1.5, True)),
    "missing": Nominal("team", ("a", "none"), missing="none"),
    "odd text": Nominal("wörd", ("", " ", "\u2028", "\N{PILE OF POO}", "'\"")),
}


@pytest.mark.parametrize("kind", DIMENSIONS)
def test_values_of_every_kind_come_back(new: New, kind: str) -> None:
    one = DIMENSIONS[kind]
    space = Space((one, Nominal("x", tuple("abc"))))
    market = Market.from_cube(space, np.arange(1, 1 + 3 * len(one)).reshape(len(one), 3))
    for code in range(len(one)):
        campaign = new()
        true = Intent(space, ((code,), (1,)))
        shown = campaign.protect(market, true, greedy(limit="4/5"))
        campaign.bought(
            Purchase.from_plan(market, [{"cell": space.cell((code, 1)), "count": 1}]), ""
        )
        later = reopened(campaign)
        assert later.true(market) == true
        assert later.published(market) == shown.published
        assert later.protect(market, true, greedy(limit="4/5")).published == shown.published
        found = later.bought_in_all(market)
        assert found is not None
        assert found.codes[:, 0].tolist() == [code, 1]


@pytest.mark.parametrize("prices", [None, np.arange(12).reshape(3, 4)])
def test_a_market_is_the_same_however_its_cells_are_kept(prices: Any) -> None:
    market = city(prices=prices)
    kept = [city(prices=prices, layout=layout) for layout in ("dense", "sparse")]
    kept += [market.as_layout("dense"), market.as_layout("sparse")]
    assert {_fingerprint(one) for one in kept} == {_fingerprint(market)}


def test_a_market_with_other_cells_values_or_prices_is_another() -> None:
    counts = np.array(COUNTS)
    counts[1, 1] = 1
    renamed = Space((Nominal("x", ("a", "b", "d")), CITY.dimensions[1]))
    dearer = np.ones((3, 4), dtype=int)
    dearer[1, 1] = 3  # of a cell without records: only those who go by prices see it
    others = [
        city(counts),
        city(each=2),
        city(prices=dearer),
        Market.from_cube(renamed, np.array(COUNTS)),
    ]
    prints = {_fingerprint(one) for one in (city(), *others)}
    assert len(prints) == 5


def test_entries_are_stamped_in_order(new: New) -> None:
    campaign, market = new(), city()
    before = datetime.now(UTC) - timedelta(seconds=1)
    campaign.protect(market, cell(market, "a", "p"), greedy())
    campaign.bought(bought(market, ap=1), "optimal")
    stamps = [datetime.fromisoformat(entry["when"]) for entry in campaign.entries]
    assert before <= stamps[0] <= stamps[1] <= datetime.now(UTC)
    assert all(stamp.utcoffset() == timedelta(0) for stamp in stamps)


@pytest.mark.parametrize("ledger", [{"campaign": 2, "entries": []}, {}, {"want": "x"}])
def test_a_ledger_of_another_kind_is_not_used(tmp_path: Path, ledger: dict[str, Any]) -> None:
    path = tmp_path / "odd.tacit"
    Vault.create(path, SECRET, ledger, _cost=CHEAP)
    before = path.read_bytes()
    with pytest.raises(CampaignError, match="no campaign that this Tacit knows"):
        Campaign(path, SECRET, _cost=CHEAP)
    with pytest.raises(VaultError, match="already"):
        Campaign.start(path, SECRET, _cost=CHEAP)
    assert path.read_bytes() == before


def test_a_wrong_passphrase_opens_nothing(new: New) -> None:
    campaign = new()
    before = content(campaign)
    with pytest.raises(VaultLocked):
        Campaign(campaign._vault.path, SECRET + "!", _cost=CHEAP)
    assert content(campaign) == before


def test_two_runs_at_once_lose_nothing(new: New) -> None:
    one, market = new(), city()
    other, true = reopened(one), cell(market, "a", "p")
    shown = one.protect(market, true, seal(), seed=1)
    written = content(one)
    with pytest.raises(VaultChanged, match="another run"):
        other.protect(market, true, seal(), seed=2)
    with pytest.raises(VaultChanged):
        other.bought(bought(market, ap=1), "optimal")
    assert content(one) == written
    later = reopened(one)
    assert later.protect(market, true, seal(), seed=2).published == shown.published
    later.bought(bought(market, ap=1), "optimal")
    assert [entry["kind"] for entry in reopened(one).entries] == ["published", "bought"]


def test_a_campaign_hides_what_it_holds(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), seal())
    standing, left = campaign.standing(market), campaign._left(market)
    for shown in (campaign, standing, left):
        assert "'a'" not in repr(shown)
        assert "codes" not in repr(shown)
    assert repr(campaign) == "Campaign(1 entries, content hidden)"


def test_entries_are_copies(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy())
    campaign.entries[0]["published"] = {}
    assert campaign.published(market) == reopened(campaign).published(market)


def test_what_could_be_wanted_is_settled_by_the_first_post(new: New) -> None:
    market = city()
    campaign, true = new(), cell(market, "a", "p")
    first = campaign.protect(market, true, seal("1/4"), seed=1)
    same = campaign.protect(market, true, seal("1/3"), again=True, seed=1)
    other = campaign.protect(market, true, seal("1/3", prior="records"), again=True, seed=1)
    assert not any("settled" in note for note in (*first.notes, *same.notes))
    assert any("settled" in note for note in other.notes)
