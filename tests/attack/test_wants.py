"""No way in tells the true intent: not by an error and what it carries, a log, a warning or a repr.

Every public way in that takes a true intent, or a list that may hold one, is tried with texts and
values that hold made-up values: well-formed ones, and ones that only look like SQL, JSON or Python. It
answers, or raises a `TacitError`; and whatever it raised, said or gave shows none of the values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import tacit
from tacit.errors import TacitError
from tacit.intents.reading import parse_condition
from tests.attack.canary import CANARIES, overheard, tells, told_by
from tests.attack.tally import LONG, attempts, found, tried

CORPUS = sorted((Path(__file__).parent / "corpus" / "wants").iterdir())
SPACE = tacit.Space(
    (
        tacit.Nominal("team", ("a", "b", "c")),
        tacit.Ordinal("floor", ("low", "mid", "top")),
        tacit.Numeric.binned("wage", [1000, 2000], integer=False),
    )
)
MARKET = tacit.Market.from_cube(SPACE, np.arange(3, 30).reshape(SPACE.shape))
GOOD = MARKET.intent({"team": ["a"], "floor": ["mid"]})
POST = tacit.protect(MARKET, GOOD, method="greedy", against="em-f")
BOUGHT = tacit.purchase(MARKET, GOOD, POST, buy=9, seed=1)
QUICK: dict[str, Any] = {"method": "greedy", "against": "em-f", "limit": "1/2"}
SEALED: dict[str, Any] = {"against": "informed", "limit": "1/2", "effort": 20, "seed": 1}

Door = Callable[[Any], object]


def _kept(name: str) -> Door:
    return lambda want: tacit.Procedure.from_kept(
        {"made_by": {"method": "sealed"}, "lists": {name: want}}
    )


DOORS: dict[str, Door] = {
    "intent": MARKET.intent,
    "as_intent": MARKET.as_intent,
    "condition": lambda want: parse_condition(SPACE, want),
    "Box.of": lambda want: tacit.Box.of(SPACE, want),
    "Box": lambda want: tacit.Box(SPACE, want),
    "AnyOf": lambda want: tacit.AnyOf(want),
    "mass": lambda want: MARKET.mass(want),
    "cells": lambda want: MARKET.cells(want),
    "peak": lambda want: MARKET.peak(want),
    "growth": lambda want: MARKET.growth(want),
    "frontier of a box": lambda want: MARKET.frontier(want),
    "protect": lambda want: tacit.protect(MARKET, want, **QUICK),
    "protect sealed": lambda want: tacit.protect(MARKET, want, **SEALED),
    "protect among": lambda want: tacit.protect(MARKET, GOOD, **SEALED, candidates=want),
    "protect prior": lambda want: tacit.protect(MARKET, GOOD, **SEALED, prior=want),
    "protect priors": lambda want: tacit.protect(MARKET, GOOD, **SEALED, prior=("uniform", want)),
    "protect never": lambda want: tacit.protect(MARKET, GOOD, **QUICK, never=want),
    "protect always": lambda want: tacit.protect(MARKET, GOOD, **QUICK, always=want),
    "protect wrongly": lambda want: tacit.protect(want),  # type: ignore[call-arg]
    "audit": lambda want: tacit.audit(MARKET, want),
    "audit against": lambda want: tacit.audit(MARKET, want, POST),
    "audit of": lambda want: tacit.audit(MARKET, GOOD, want, made_by="greedy"),
    "audit made by": lambda want: tacit.audit(MARKET, GOOD, POST.published, made_by=want),
    "audit believing": lambda want: tacit.audit(MARKET, GOOD, POST, belief=want),
    "audit among": lambda want: tacit.audit(MARKET, GOOD, POST, belief={"candidates": want}),
    "audit prior": lambda want: tacit.audit(MARKET, GOOD, POST, belief={"prior": want}),
    "purchase": lambda want: tacit.purchase(MARKET, want, POST, buy=3, seed=1),
    "purchase of": lambda want: tacit.purchase(MARKET, GOOD, want, buy=3, seed=1),
    "purchase, judged": lambda want: (
        tacit.purchase(MARKET, GOOD, POST, buy=3, seed=1, belief={"candidates": want}).holds
    ),
    "audit_purchase": lambda want: tacit.audit_purchase(want, BOUGHT),
    "audit_purchase of": lambda want: tacit.audit_purchase(
        GOOD, BOUGHT.purchase, published=want, made_by="greedy"
    ),
    "from_plan": lambda want: tacit.Purchase.from_plan(MARKET, want),
    "survey": lambda want: tacit.survey(
        MARKET, "greedy", like=want, belief={"candidates": "shape"}
    ),
    "survey among": lambda want: tacit.survey(MARKET, "greedy", belief={"candidates": want}),
    "survey_purchases": lambda want: tacit.survey_purchases(
        MARKET, POST, "blend", 3, like=want, belief={"candidates": "shape"}, runs=1
    ),
    "frontier": lambda want: tacit.frontier(MARKET, want, against="em-f", points=2),
    "Belief": lambda want: tacit.Belief(want),
    "Belief prior": lambda want: tacit.Belief(prior=want),
    "Procedure": lambda want: tacit.Procedure.of(candidates=want),
    "Procedure prior": lambda want: tacit.Procedure.of(prior=want),
    "Procedure told": lambda want: tacit.Procedure.from_json(want),
    "Procedure kept": lambda want: tacit.Procedure.from_kept(want),
    "candidates kept": _kept("candidates"),
    "prior kept": _kept("prior"),
}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> tacit.Campaign:
    """A campaign about what is wanted, with one post."""
    place = tmp_path_factory.mktemp("campaign") / "need.tacit"
    made = tacit.Campaign.start(place, "correct horse", _cost=1)
    made.protect(MARKET, GOOD, tacit.Procedure.of(**QUICK))
    return made


CAMPAIGN: dict[str, Callable[[tacit.Campaign, Any], object]] = {
    "wanted": lambda campaign, want: campaign.wanted(MARKET, want),
    "protect": lambda campaign, want: campaign.protect(MARKET, want, tacit.Procedure.of(**QUICK)),
    "protect by": lambda campaign, want: campaign.protect(MARKET, GOOD, want),
    "to_buy_within": lambda campaign, want: campaign.to_buy_within(MARKET, want),
    "purchase": lambda campaign, want: campaign.purchase(MARKET, want),
    "standing": lambda campaign, want: campaign.standing(MARKET, want),
    "receive": lambda campaign, want: campaign.receive(MARKET, want),
    "true": lambda campaign, want: campaign.true(want),
    "opened by": lambda _, want: tacit.Campaign("nowhere.tacit", want),
}


def kept_secret(door: Door, want: Any) -> None:
    """Go in with a want: an answer or a `TacitError` comes out, and the want nowhere."""
    tried("inputs")
    error: BaseException | None = None
    with overheard() as heard:
        try:
            answer = door(want)
        except Exception as problem:
            error = problem
        else:
            heard += [repr(answer), str(answer)]
    assert found("tracebacks", when=not isinstance(error, TacitError | None)), type(error)
    places = told_by(error) if error is not None else []
    places += ["logs, warnings or the answer"] if any(map(tells, heard)) else []
    assert found("leaks", when=bool(places)), (places, type(error))


# --- what is tried ---------------------------------------------------------------------------------

SECRETS = st.sampled_from(
    [*CANARIES, "'zqcanary'", '"zqcanary"', "27182818.5", "31415e3", "-31415"]
)
WORDS = st.sampled_from(
    re.findall(
        r"\S+",
        """team floor wage TEAM "team" 'a' a = <> < >= > ! IN NOT AND OR BETWEEN IS NULL LIKE ILIKE
        ESCAPE ( ) [ ] { } , ; : :: . -> ->> $ $$ $1 ? @ # ~ ^ & | || * / % + - -- /* */ ' " ` \\ e x'
        b' 0x 1e 5 1e999 999999999999999999999999 TRUE FALSE DATE TIMESTAMP INTERVAL CAST AS SELECT
        FROM WHERE UNION EXISTS ANY ALL CASE WHEN THEN ELSE END LIMIT ORDER BY OVER FILTER STRUCT MAP
        lambda ARRAY UNNEST PIVOT QUALIFY WITH VALUES COLLATE AT TIME ZONE json_extract extract( é""",
    )
)
ODD = st.sampled_from(["\n", "\x00", "\ud800", "\u2028"])
texts = st.lists(WORDS | SECRETS | ODD, max_size=12).flatmap(
    lambda parts: st.sampled_from(["", " "]).map(lambda gap: gap.join(parts))
)
holding = st.builds(lambda text, secret, gap: f"{text}{gap}{secret}", texts, SECRETS, WORDS)
FORMS = st.sampled_from(
    [
        "team = '{0}'",
        "wage BETWEEN {0} AND {1}",
        "team IN ('a', '{0}') AND NOT wage > {1}",
        "floor = 'low' /* {0} */ OR wage[{1}] = 3",
        "team = :{0} -- {1}",
        "(({0}) = team) AND {1} < wage",
        "team = 'a' AND wage::{0} IN ({1}, NULL)",
        '{{"team": ["{0}"], "wage": {{"from": {1}}}}}',
        '[{{"{0}": ["a"]}}, {{"wage": [{1}]}}]',
        '{{"published": {{"team": "{0}"}}, "made_by": {{"candidates": "{1}"}}}}',
    ]
)
formed = st.builds(lambda form, one, two: form.format(one, two), FORMS, SECRETS, SECRETS)


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """A condition or JSON with a piece cut out, or something put in."""
    text = draw(formed)
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(texts) + text[at + draw(st.integers(0, 6)) :]


class Odd:
    """What says its value whenever it is shown."""

    def __repr__(self) -> str:
        return CANARIES[0]


NAMES = st.sampled_from(
    re.findall(
        r"\w+",
        """team floor wage from to intent weight cell count method candidates prior against limit hide
        made_by lists pins never always published""",
    )
)
leaves = st.one_of(
    SECRETS,
    st.sampled_from(["a", "low", "ALL", "given", "upto:zqcanary", "cells", "sealed", "1/0", ""]),
    st.sampled_from([27182818, 31415.9265, -1, 0, True, None, 1e308, float("nan"), 10**400]),
    st.sampled_from([b"zqcanary", np.float64(31415.5), np.array(["zqcanary"])]),
    st.builds(Odd),
)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(NAMES | SECRETS, inner, max_size=3),
    ),
    max_leaves=8,
)
wants = st.one_of(
    formed, mangled(), holding, values, values.map(lambda v: json.dumps(v, default=repr))
)


def often(short: int, long: int) -> Callable[[Any], Any]:
    return settings(
        max_examples=attempts(short, long),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=not LONG,
    )


@often(350, 40_000)
@given(st.one_of(formed, mangled(), holding))
@example("team = :zqcanary$$")
@example("wage[27182818e] > 5")
def test_no_text_is_told_that_can_not_be_read(text: str) -> None:
    kept_secret(MARKET.intent, text)


@often(700, 20_000)
@given(st.sampled_from(sorted(DOORS)), wants)
def test_nothing_is_told_at_any_door(name: str, want: Any) -> None:
    kept_secret(DOORS[name], want)


@often(60, 2_000)
@given(st.sampled_from(sorted(CAMPAIGN)), wants)
def test_nothing_is_told_by_a_campaign(campaign: tacit.Campaign, name: str, want: Any) -> None:
    kept_secret(lambda one: CAMPAIGN[name](campaign, one), want)


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.parametrize("place", CORPUS, ids=lambda path: path.stem)
def test_nothing_is_told_of_what_was_once_told(place: Path, name: str) -> None:
    text = place.read_text(encoding="utf-8")
    kept_secret(DOORS[name], text)
    if place.suffix == ".json":
        kept_secret(DOORS[name], json.loads(text))


@pytest.mark.parametrize(
    "text", ["(" * 4000 + "zqcanary" + ")" * 4000, "[" * 90_000 + '"zqcanary"']
)
def test_nor_of_what_is_too_deep(text: str) -> None:
    kept_secret(MARKET.intent, text)


def test_nor_where_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise MemoryError("zqcanary")

    monkeypatch.setattr("tacit.intents.sql._parse", full)
    kept_secret(MARKET.intent, "team = 'zqcanary'")


def test_an_answer_shows_no_value() -> None:
    """What is wanted are values of the market here, so nothing of a published intent is looked at."""
    space = tacit.Space((tacit.Nominal("team", ("zqcanary", "27182818", "31415", "d")),))
    market = tacit.Market.from_cube(space, np.array([5, 5, 5, 5]))
    for value in CANARIES:
        want = market.intent({"team": [value]})
        result = tacit.protect(market, want, method="greedy", against="em-f", limit="1/2")
        order = tacit.purchase(market, want, result, buy=4, seed=1)
        shown = (
            *(want, result, result.procedure, tacit.audit(market, want, result), order),
            *(order.purchase, tacit.audit_purchase(want, order)),
            tacit.frontier(market, want, against="em-f", points=2),
            tacit.Belief(tacit.Procedure.of(candidates=[{"team": [value]}]).settings.candidates),
        )
        tried("inputs", len(shown))
        for one in shown:
            assert found("leaks", when=tells(repr(one)) or tells(str(one))), type(one)
