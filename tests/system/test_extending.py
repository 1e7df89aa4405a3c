"""What CONTRIBUTING promises: one file and one registration make a new part of the whole.

The recipes stand in CONTRIBUTING.md and again as files in `tests/toys`; they are the same, and they
are run as they stand.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tacit
from tacit.attackers.registry import ATTACKERS, OBSERVERS
from tacit.candidates.registry import CLASSES
from tacit.publishing.registry import METHODS
from tacit.publishing.settings import SETTINGS
from tests.conftest import PAPER_INTENT
from tests.helpers.command_line import Run

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TOYS = ROOT / "tests" / "toys"
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
RECIPES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
REGISTRIES = (ATTACKERS, OBSERVERS, CLASSES, METHODS, SETTINGS)
Register = Callable[[str], None]


@pytest.fixture
def register(tmp_path: Path) -> Iterator[Register]:
    """Run a recipe of the page; afterwards everything is as it was."""
    before = [dict(registry) for registry in REGISTRIES]
    loaded: list[str] = []

    def run(name: str) -> None:
        (text,) = [recipe for recipe in RECIPES if recipe == (TOYS / f"{name}.py").read_text()]
        path = tmp_path / f"toy_{name}.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        loaded.append(path.stem)
        spec.loader.exec_module(module)

    yield run
    for name in loaded:
        del sys.modules[name]
    for registry, entries in zip(REGISTRIES, before, strict=True):
        registry.clear()
        registry.update(entries)


@pytest.fixture(scope="module")
def market() -> tacit.Market:
    return tacit.load("adult")


@pytest.fixture(scope="module")
def true(market: tacit.Market) -> tacit.Intent:
    return market.intent(PAPER_INTENT)


def test_every_recipe_of_the_page_is_a_file_and_every_file_a_recipe() -> None:
    files = {path.read_text() for path in TOYS.glob("*.py") if path.stem != "__init__"}
    assert set(RECIPES) == files
    assert len(RECIPES) == 4


class TestAttacker:
    @pytest.mark.parametrize("method", ["greedy", "optimal", "sealed"])
    def test_every_method_holds_it_and_every_audit_asks_it(
        self, register: Register, market: tacit.Market, true: tacit.Intent, method: str
    ) -> None:
        register("thorough")
        result = tacit.protect(market, true, against="thorough=0.05", method=method)
        sure = {c.attacker: c for c in result.confidences}["thorough"]
        mass = result.mass
        assert sure.upper == tacit.Against.of("thorough").posts[0].judge(59, mass).upper <= 1 / 20
        assert result.held
        judged = tacit.audit(market, true, result, belief=tacit.Belief("cells"))
        assert "thorough" in [c.attacker for c in judged.protected]
        assert judged.finding is not None
        assert judged.finding.possible

    def test_it_has_a_curve_and_can_be_held_along_others(
        self, register: Register, market: tacit.Market, true: tacit.Intent
    ) -> None:
        register("thorough")
        found = tacit.frontier(market, true, against="thorough, em-f=0.2")
        assert list(found.curves) == ["thorough"]
        assert all(p.mass.records >= 280 for p in found.curves["thorough"])

    def test_a_survey_replays_posts_made_for_it(
        self, register: Register, market: tacit.Market
    ) -> None:
        register("thorough")
        found = tacit.survey(market, "greedy", against="thorough", belief={"candidates": "cells"})
        assert found.candidates == 240

    def test_by_name_on_the_command_line(self, register: Register, run: Run, want) -> None:
        register("thorough")
        about = ("adult", "--want", want(PAPER_INTENT))
        for method in ("greedy", "optimal", "sealed"):
            done = run(
                *("protect", *about, "--against", "thorough=0.1", "--method", method, "--json")
            )
            assert done.returncode == 0, done.stderr
            assert json.loads(done.stdout)["attackers"][0]["name"] == "thorough"
        done = run("audit", *about, "--against", "thorough")
        assert "what each cell holds or may hold soon" in " ".join(done.stdout.split())
        assert run("frontier", *about, "--against", "thorough").returncode == 0


class TestObserver:
    def test_purchases_are_tuned_against_it_and_audits_ask_it(
        self, register: Register, market: tacit.Market, true: tacit.Intent
    ) -> None:
        register("emptied")
        post = tacit.protect(market, true, against="em-fc", method="greedy")
        tuned: dict[str, str] = {"allocate": "optimal", "against": "emptied=0.1"}
        order = tacit.purchase(market, true, post, buy=60, **tuned)
        assert 0 < order.true_records <= 5
        assert order.confidence.upper <= 1 / 10
        judged = tacit.audit_purchase(true, order.purchase, limit=0.1, against="emptied,purchase")
        assert [c.attacker for c in judged.observers] == ["emptied", "purchase"]
        assert judged.passes

    def test_who_knows_the_method_replays_a_purchase_tuned_against_it(
        self, register: Register, market: tacit.Market, true: tacit.Intent
    ) -> None:
        """A greedy post is given away already; a plan with the observer's name can be judged by it."""
        register("emptied")
        post = tacit.protect(market, true, against="em-fc", method="greedy")
        tuned: dict[str, str] = {"allocate": "optimal", "against": "emptied=0.1"}
        order = tacit.purchase(market, true, post, buy=60, **tuned)
        assert order.to_plan()["chosen_by"]["against"] == "emptied"
        judged = tacit.audit_purchase(true, order, published=post)
        assert judged.chain.finding is not None
        assert judged.chain.finding.possible

    def test_by_name_on_the_command_line(self, register: Register, run: Run, want) -> None:
        register("emptied")
        about = ("adult", "--want", want(PAPER_INTENT))
        how = ("--method", "greedy", "--against", "emptied=0.1")
        for allocate in ("optimal", "blend"):
            asked = ("--buy", "60", "--allocate", allocate, "--json")
            done = run("purchase", *about, *how, *asked)
            assert done.returncode == 0, done.stderr
            answer = json.loads(done.stdout)
            assert answer["against"] == "emptied"
            assert [o["name"] for o in answer["observers"]][-1] == "emptied"
            assert answer["passes"] or allocate == "blend"


class TestMethod:
    def test_it_publishes_with_its_own_setting(
        self, register: Register, market: tacit.Market, true: tacit.Intent
    ) -> None:
        register("opened")
        result = tacit.protect(market, true, method="opened", against="em-f", limit=0.3)
        assert result.published == market.intent({**PAPER_INTENT, "income": ["<=50K", ">50K"]})
        shut = tacit.protect(market, true, method="opened", against="em-f", shut="income")
        assert shut.published <= market.intent({"income": [">50K"]})
        assert shut.to_json()["made_by"]["shut"] == "income"
        with pytest.raises(tacit.TacitError, match="opened has no setting 'alpha'; greedy has"):
            tacit.protect(market, true, method="opened", alpha=1)

    def test_it_is_replayed_by_who_knows_it(
        self, register: Register, market: tacit.Market, true: tacit.Intent
    ) -> None:
        register("opened")
        result = tacit.protect(market, true, method="opened", against="em-f")
        found = tacit.audit(market, true, result, belief=tacit.Belief("cells")).finding
        assert found is not None
        assert (found.listed, found.possible) == (True, True)
        survey = tacit.survey(market, "opened", against="em-f", belief=tacit.Belief("cells"))
        assert survey.complete
        assert survey.exceed

    def test_its_option_is_on_the_command_line(self, register: Register, run: Run, want) -> None:
        register("opened")
        about = ("adult", "--want", want(PAPER_INTENT), "--method", "opened", "--json")
        done = run("protect", *about, "--against", "em-f", "--shut", "income")
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        assert answer["made_by"]["shut"] == "income"
        assert answer["published"]["income"] == [">50K"]
        assert "--shut" in run("protect", "--help-all").stdout


class TestCandidates:
    def test_sealed_hides_among_them_and_audits_reckon_with_them(
        self, register: Register, market: tacit.Market
    ) -> None:
        register("slices")
        true = market.intent({"age": ["retirement"]})
        result = tacit.protect(market, true, method="sealed", candidates="slices", limit=0.9)
        assert result.holds
        found = tacit.audit(market, true, result, against="informed", limit=0.9).finding
        assert found is not None
        assert (found.possible, found.confidence.considered) == (True, 16)

    def test_by_name_on_the_command_line(self, register: Register, run: Run, want) -> None:
        register("slices")
        about = ("adult", "--want", want({"age": ["retirement"]}), "--limit", "0.9", "--json")
        done = run("protect", *about, "--method", "sealed", "--candidates", "slices")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["made_by"]["candidates"] == "slices"
