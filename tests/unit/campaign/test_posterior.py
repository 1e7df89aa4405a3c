"""What several posts tell someone who knows the method, judged by brute force.

For every candidate, how likely it was beforehand times how likely each post was for it, in
fractions, and then for every cell the share of the candidates that hold it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from tacit.campaign.posterior import left_by_both, what_remains
from tacit.campaign.remaining import Remaining
from tacit.errors import (
    CampaignRefused,
    UnreachableLimit,
)
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.method import DrawingMethod, Earlier
from tacit.publishing.procedure import Procedure
from tacit.publishing.publication import Publication
from tacit.publishing.publish import publish
from tacit.publishing.sealed.mechanism import Mechanism
from tacit.publishing.sealed.sealing import Sealing
from tacit.publishing.sealed.worth import SealedWorth
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.unit.campaign.shared import (
    COUNTS,
    New,
    cell,
    city,
    greedy,
    reopened,
    seal,
)

Cells = frozenset[tuple[int, ...]]

Chances = dict[Cells, Fraction]


def cells_of(intent: Intent) -> Cells:
    return frozenset(intent.cells())


def likely(result: Publication) -> Chances:
    """For each candidate that was reckoned with, how likely it was to lead to what was published."""
    return leading_to(made_by(result), result.published)


def made_by(result: Publication) -> Mechanism:
    """The chances that a sealed publication was drawn from."""
    assert isinstance(result.proof, SealedWorth)
    return result.proof.sealed.mechanism


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


HAMLET = Space((Nominal("x", ("a", "b")), Nominal("y", tuple("pqrs"))))


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
@pytest.mark.slow
def test_three_sealed_posts_together_keep_the_limit(new: New, kind: str, prior: str) -> None:
    market, different = place(kind), 0
    for wanted, seed in product(NEEDS[kind], range(3)):
        campaign, joint, posts = new(), prior_of(kind, prior), []
        true = market.intent(wanted)
        for step, limit in enumerate(LADDERS[kind]):
            how = seal(limit, candidates=kind, prior=prior)
            result = reopened(campaign).protect(
                market, true, how, again=True, seed=7 * seed + step, loosen=["informed"][:step]
            )
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


def sure_of_values(weights: Chances, d: int, values: int) -> Fraction:
    """How likely the likeliest value of a dimension is to be asked for."""
    asked = {box: {at[d] for at in box} for box in weights}
    sums = (
        sum(
            (w for box, w in weights.items() if v in asked[box] and len(asked[box]) < values),
            Fraction(0),
        )
        for v in range(values)
    )
    return max(sums) / sum(weights.values())


def raised(sure: Fraction, within: int) -> Fraction:
    return within * sure / (within * sure + 1 - sure)


@pytest.mark.parametrize("kind", ["cells", "shape"])
@pytest.mark.parametrize("within", [1, 2])
@pytest.mark.parametrize("loose", [True, False])
def test_three_sealed_posts_are_judged_by_every_belief_and_every_secret(
    new: New, kind: str, within: int, loose: bool
) -> None:
    """The posterior of two beliefs, from the chances alone; what is refused is over some limit."""
    market, posts, refused = place(kind), 0, 0
    first = {"cells": "1/3", "shape": "3/5"}[kind]
    then = ("1", "1") if loose else ("4/5", "19/20")
    hide = {"x": Fraction(1) if loose else Fraction(9, 10), "y": Fraction(1)}
    for wanted, seed in product(NEEDS[kind][:2], range(2)):
        campaign, true = new(), market.intent(wanted)
        joint = [prior_of(kind, prior) for prior in ("uniform", "records")]
        for step, limit in enumerate((first, *then)):
            named = hide if not step else {"y": Fraction(1)}  # what was hidden once stays hidden
            how = seal(limit, candidates=kind, prior="uniform,records", hide=named, within=within)
            sure = [raised(max(map(likeliest, joint)), within)]
            sure += [
                raised(max(sure_of_values(j, d, n) for j in joint), within)
                for d, n in enumerate(market.space.shape)
            ]
            limits = [Fraction(limit), *hide.values()]
            if step and any(s > most for s, most in zip(sure, limits, strict=True)):
                refused += 1
                with pytest.raises(CampaignRefused, match="too much"):
                    campaign.protect(market, true, how, again=True, seed=seed)
                break
            result = reopened(campaign).protect(market, true, how, again=True, seed=7 * seed + step)
            campaign, posts = reopened(campaign), posts + 1
            joint = [times(one, likely(result)) for one in joint]
            rows = campaign.standing(market).confidences
            assert [row.attacker for row in rows] == ["informed", "informed:x", "informed:y"]
            assert [row.limit for row in rows[1:]] == list(hide.values())
            assert rows[0].upper == raised(max(map(likeliest, joint)), within)
            for d, n in enumerate(market.space.shape):
                found = max(sure_of_values(one, d, n) for one in joint)
                assert rows[d + 1].upper == raised(found, within)
            assert [row.upper for row in result.confidences] == [row.upper for row in rows]
            assert len(result.unprotected) == len(rows)
    assert posts == 12 or (refused and not loose)


@pytest.mark.parametrize("kind", ["cells", "shape"])
def test_two_draws_without_a_campaign_break_the_limit(kind: str) -> None:
    """This is why campaigns exist: each draw keeps the limit, and the two together do not."""
    market, limit = place(kind), Fraction(LADDERS[kind][0])
    true = market.intent(NEEDS[kind][0])
    choice = seal(limit, candidates=kind).choose(market, true)
    assert isinstance(choice.worth, SealedWorth)
    made, rng = choice.worth.sealed.mechanism, np.random.default_rng(20261115)
    prior = prior_of(kind, "uniform")
    broken = 0
    for _ in range(20):
        one, two = (leading_to(made, choice.posts[choice.draw(rng)].published) for _ in range(2))
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


def sure_of_each(market: Market, posts: Sequence[Intent], box: Cells, counts: Any) -> Fraction:
    (wanted,) = box
    common = [at for at in product(range(3), range(4)) if all(at in post for post in posts)]
    return Fraction(int(counts[wanted]), int(sum(counts[at] for at in common)))


@pytest.mark.slow
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
                loosen = ["informed"][: len(posts)]
                result = campaign.protect(market, true, how, again=True, seed=trial, loosen=loosen)
            except (CampaignRefused, UnreachableLimit):
                break
            posts.append(result.published)
            made = made_by(result)
            for v in range(len(made.candidates)):
                box = cells_of(made.candidates.intent(v))
                for u in made.chances(v):
                    shown = [*posts[:-1], made.intent(u)]
                    assert sure_of_each(market, shown, box, counts) <= bound
        else:
            drawn += posts[0] != posts[1]
            sure = {c.attacker: c.upper for c in campaign.standing(market).confidences}
            assert sure["em-f"] <= bound
            assert sure["informed"] <= Fraction(2, 5)
    assert drawn


def test_blocks_that_may_publish_the_same_stay_safe_together() -> None:
    """Over two posts, for every candidate of every block, whatever was drawn."""
    market = city(np.array(COUNTS) + 1)
    first, then = seal("1/3", effort=12), seal("1/2", effort=12)
    sealing = settled(first, market)
    blocks = [sealing.sealed(block).mechanism for block in sealing.blocks]
    assert len(blocks) > 1
    joint: dict[tuple[Cells, Cells], Chances] = {}
    for made in blocks:
        for u, row in enumerate(made.joint):
            share = Fraction(made.candidates.total, sealing.candidates.total)
            intents = tuple(made.candidates.intent(v) for v in row)
            left = Remaining.of(intents, [list(row.values())], len(sealing.candidates))
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


def settled(how: Procedure, market: Market, left: Remaining | None = None) -> Sealing:
    """How every candidate would be published, or every one that is left."""
    assert isinstance(how.method, DrawingMethod)
    everything = market.intent({})
    earlier = None if left is None else Earlier(everything, left.among(market))
    return how.method.settle(market, how.against, how.settings, None, earlier)


def mechanisms(how: Procedure, market: Market, left: Remaining) -> Iterator[Mechanism]:
    sealing = settled(how, market, left)
    return (sealing.sealed(block).mechanism for block in sealing.blocks)


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


def intent_of(market: Market, box: Cells) -> Intent:
    ((i, j),) = box
    return Box(market.space, ((i,), (j,)))


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


def test_a_replay_reckons_with_what_is_like_the_need(new: New) -> None:
    market = city()
    wide, narrow = market.intent({"x": ["a"], "y": ["p", "q"]}), cell(market, "a", "p")
    with_records, of_the_shape = 11, 3 * 3  # cells; two in a row
    for true, considered in ((wide, of_the_shape), (narrow, with_records)):
        campaign = new()
        campaign.protect(market, true, greedy(limit="2/3"))
        found = campaign.standing(market).informed
        assert found is not None
        assert found.considered == considered


def test_two_posts_leave_what_could_have_led_to_both() -> None:
    """Of those whom the earlier posts have left, by their beliefs, and of nobody else."""
    market = city()
    cells = [cell(market, "a", y) for y in "pqr"]
    before = Remaining(tuple(cells), ((3, 2, 5), (0, 1, 0)), 12)
    for true in cells:
        result = publish(greedy(limit="2/3"), market, true)
        led = [
            i
            for i, one in enumerate(cells)
            if publish(greedy(limit="2/3"), market, one).published == result.published
        ]
        both = left_by_both(market, before, result)
        assert both is not None
        assert both.intents == tuple(cells[i] for i in led)
        assert both == Remaining.of(
            both.intents, [[Fraction(row[i]) for i in led] for row in before.weights], 12
        )


def test_what_is_not_known_after_one_post_is_not_known_after_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    market = city()
    a, b = (cell(market, "a", y) for y in "pq")
    result = publish(greedy(limit="1"), market, a)
    assert left_by_both(market, None, result) is None
    assert left_by_both(market, Remaining((b,), ((1,),), 12), result) is None
    known = Remaining((a,), ((1,),), 12)
    assert left_by_both(market, known, result) == known
    monkeypatch.setattr("tacit.informed.post.LISTED", 0)
    assert left_by_both(market, known, result) is None


def test_too_many_to_keep_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    market = city()
    result = publish(greedy(limit="4/5"), market, cell(market, "a", "p"))
    found = what_remains(market, result)
    assert found is not None
    assert len(found.intents) > 1
    monkeypatch.setattr("tacit.campaign.posterior.MOST_KEPT", len(found.intents) - 1)
    assert what_remains(market, result) is None
