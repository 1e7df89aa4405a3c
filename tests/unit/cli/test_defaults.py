"""Saying nothing means the same on the command line as in Python, option by option."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from inspect import Parameter, signature
from itertools import chain
from typing import Any

import pytest
import typer

import tacit
from tacit._defaults import LIMIT, METHOD
from tacit.attackers.against import one_observer
from tacit.attackers.purchase_f import PurchaseF
from tacit.auditing.asked import how_made
from tacit.candidates.belief import Belief
from tacit.cli import make_app
from tacit.cli._audit import _usual
from tacit.cli._purchase import held_of
from tacit.cli._settings import flag_of
from tacit.export.sample_sql import sample_sql
from tacit.market.purchase import Purchase
from tacit.market.sources.counting import market_from_table
from tacit.paper import evaluation
from tacit.publishing.settings import AUTO, SETTINGS
from tests.unit.cli.shared import NOTHING

Said = tuple[Callable[..., Any], str]
"""Where Python is told the same: a function or class, and its parameter."""

COMMANDS: dict[str, Any] = typer.main.get_command(make_app()).commands  # type: ignore[attr-defined]

TABLE: dict[str, list[Said]] = {
    f"--{name}": [(market_from_table, name.replace("-", "_"))]
    for name in (
        "missing",
        "cost",
        "count",
        "text",
        "dimensions",
        "bins",
        "memory",
        "unpacked",
        "encoding",
        "sheet",
        "header-line",
        "timeout",
        "in-engine",
        "statistics",
    )
}
DATA: dict[str, list[Said]] = {"data": [(tacit.load, "data")], **TABLE}
SAME: dict[str, dict[str, list[Said]]] = {
    "describe": DATA,
    "protect": DATA
    | {
        "--want": [(tacit.protect, "true")],
        "--against": [(tacit.protect, "against")],
        "--limit": [(tacit.protect, "limit")],
        "--method": [(tacit.protect, "method")],
        "--seed": [(tacit.protect, "seed"), (tacit.Campaign.protect, "seed")],
        "--fresh": [(tacit.protect, "fresh")],
        "--again": [(tacit.Campaign.protect, "again")],
        "--loosen": [(tacit.Campaign.protect, "loosen")],
    },
    "export": TABLE
    | {
        "post": [(tacit.export_post, "post")],
        "--as": [(tacit.export_post, "form")],
        "--market": [(tacit.load, "data")],
        "--dialect": [(tacit.export_post, "dialect")],
        "--seller-table": [(tacit.export_post, "table")],
    },
    "purchase": DATA
    | {
        "--want": [(tacit.purchase, "true")],
        "--published": [(tacit.purchase, "published")],
        "--buy": [(tacit.purchase, "buy")],
        "--need": [(tacit.purchase, "need")],
        "--budget": [(tacit.purchase, "budget")],
        "--method": [(tacit.protect, "method")],
        "--odds": [(tacit.purchase, "odds"), (tacit.Campaign.purchase, "odds")],
        "--limit": [(tacit.purchase, "limit"), (tacit.Campaign.purchase, "limit")],
        "--allocate": [(tacit.purchase, "allocate"), (tacit.Campaign.purchase, "allocate")],
        "--design": [(tacit.purchase, "design"), (tacit.Campaign.purchase, "design")],
        "--objective": [(tacit.purchase, "objective")],
        "--seed": [(tacit.purchase, "seed"), (tacit.Campaign.purchase, "seed")],
        "--fresh": [(tacit.purchase, "fresh")],
        "--loosen": [(tacit.Campaign.purchase, "loosen")],
        "--dialect": [(sample_sql, "dialect"), (Purchase.to_sql, "dialect")],
        "--seller-table": [(sample_sql, "table"), (Purchase.to_sql, "table")],
        "--row-id": [(sample_sql, "row_id")],
        "--supply": [(PurchaseF, "supply")],
        "--only-over": [(PurchaseF, "only_over")],
    },
    "audit": DATA
    | {
        "--hide": [(tacit.audit, "hide")],
        "--want": [(tacit.audit, "true"), (tacit.audit_purchase, "true"), (tacit.survey, "like")],
        "--published": [(tacit.audit, "published"), (tacit.audit_purchase, "published")],
        "--purchased": [(tacit.audit_purchase, "purchase")],
        "--against": [(tacit.audit, "against"), (tacit.audit_purchase, "against")],
        "--limit": [(tacit.audit, "limit"), (tacit.Campaign.audit, "limit")],
        "--supply": [(PurchaseF, "supply")],
        "--only-over": [(PurchaseF, "only_over")],
        "--made-by": [(tacit.audit, "made_by"), (tacit.audit_purchase, "made_by")],
        "--for": [(tacit.survey, "against"), (how_made, "made_for")],
        "--allocate": [(tacit.audit_purchase, "allocate"), (tacit.survey_purchases, "allocate")],
        "--buy": [(tacit.survey_purchases, "buy")],
        "--runs": [(tacit.audit_purchase, "runs"), (tacit.survey_purchases, "runs")],
    },
    "campaign": {"file": [(tacit.Campaign, "path")]},
    "receive": {
        "delivery": [(tacit.Campaign.receive, "source")],
        "--data": [(tacit.Campaign.receive, "market")],
        "--order": [(tacit.Campaign.receive, "order")],
        "--id": [(tacit.Campaign.receive, "id_column")],
    },
    "frontier": DATA
    | {
        "--want": [(tacit.frontier, "true")],
        "--against": [(tacit.frontier, "against")],
        "--objective": [(tacit.frontier, "objective")],
        "--points": [(tacit.frontier, "points")],
    },
    "paper": {"exhibit": [(evaluation.run, "names")]},
    "demo": {},
}
"""Each option of each verb, and where Python is told the same."""

FILLED_IN = {("purchase", "--against"), ("frontier", "--free")}
"""What the command line says in another way; each has a test of its own below."""

ONLY_HERE = {
    *("--json", "--campaign", "--passphrase-file"),
    *("--out", "--keep", "--report", "--letter", "--sql"),
    *("--plot", "--csv", "--write", "--force"),
    "--help-all",
    "--survey",  # in Python a function of its own
    "--on",  # a file, which Python is given as a case
    "--no-cache",  # cache=False, as tried in test_table.py
    *("--table", "--query"),  # of `load`, which says where a table is
    "--ask-password",  # password, from the keyboard
}
"""What has no counterpart in Python: other ways in, files to write, and how to show."""

ONLY_IN_PYTHON = {
    "progress",
    "belief",  # the settings --candidates, --prior, --support and --within
    "made_by",  # of a purchase: the file of the post says it, or a note of what was made here
    "earlier",  # what was bought before, which a campaign knows
    "settings",  # of methods that draw a purchase
    "contiguous",  # --free
    "cache",  # --no-cache
    "password",  # --ask-password
    "layout",
    "seconds",  # of a frontier
}
"""Parameters of the main functions above that no option says under their name."""


each_option = pytest.mark.parametrize(
    ("verb", "option"),
    [
        pytest.param(verb, option, id=f"{verb} {option.opts[0]}")
        for verb, command in COMMANDS.items()
        for option in command.params
    ],
)


def settings_of(verb: str) -> dict[str, str]:
    """The settings of publish methods that a verb takes, by option."""
    if verb not in ("protect", "purchase", "audit"):
        return {}
    every = {flag_of(name): name for one in SETTINGS.values() for name in one.options()}
    taken = {option.opts[0] for option in COMMANDS[verb].params}
    return {flag: name for flag, name in every.items() if flag in taken - set(SAME[verb])}


def python_default(where: Callable[..., Any], name: str) -> Any:
    return signature(where).parameters[name].default


def or_unsaid(default: Any) -> Any:
    """None for every way to say nothing: Python may also want it said, or take an empty list."""
    return None if default is Parameter.empty or default == () else default


@each_option
def test_every_default_is_pythons(verb: str, option: Any) -> None:
    flag = option.opts[0]
    if flag in ONLY_HERE or (verb, flag) in FILLED_IN or flag in settings_of(verb):
        return
    assert flag in SAME[verb], f"say what {verb} {flag} is called in Python, or that it is not"
    for where, name in SAME[verb][flag]:
        assert or_unsaid(option.default) == or_unsaid(python_default(where, name)), (where, name)


@each_option
def test_help_shows_what_holds(verb: str, option: Any) -> None:
    flag = option.opts[0]
    if flag not in settings_of(verb):
        assert bool(option.show_default) == (option.default is not None)


def test_what_is_said_above_exists() -> None:
    taken = {verb: {one.opts[0] for one in command.params} for verb, command in COMMANDS.items()}
    assert set(SAME) == set(taken)
    for verb, said in SAME.items():
        assert set(said) <= taken[verb]
    assert set().union(*taken.values()) >= ONLY_HERE
    assert all(flag in taken[verb] for verb, flag in FILLED_IN)


def test_what_python_can_be_told_the_command_line_can_be_told() -> None:
    pairs = set(chain.from_iterable(chain.from_iterable(said.values()) for said in SAME.values()))
    pairs |= {(tacit.purchase, "against")}
    pairs |= {(tacit.protect, name) for name in all_settings()}
    rest: set[str] = set()
    for where in (tacit.protect, tacit.purchase, tacit.audit, tacit.frontier, market_from_table):
        names = set(signature(where).parameters) - {"market", "table"}
        rest |= names - {name for there, name in pairs if there is where}
    assert rest == ONLY_IN_PYTHON


def all_settings() -> dict[str, Any]:
    """The default of every setting of a publish method, by its name in Python."""
    found: dict[str, Any] = {}
    for one in SETTINGS.values():
        for field in fields(one):
            default = {} if field.default is MISSING else field.default
            assert found.setdefault(field.name, default) == default, (
                f"help shows one default of {field.name}, but methods differ"
            )
    return found


@pytest.mark.parametrize("verb", ["protect", "purchase", "audit"])
def test_settings_are_left_to_the_method(verb: str) -> None:
    options = {option.opts[0]: option for option in COMMANDS[verb].params}
    flags = settings_of(verb)
    for flag, name in flags.items():
        usual = all_settings()[name]
        assert options[flag].default is (False if isinstance(usual, bool) else None)
    assert len(flags) == {"protect": len(all_settings()), "purchase": 2, "audit": 6}[verb]


@pytest.mark.parametrize("verb", ["protect", "purchase", "audit"])
def test_help_shows_the_methods_default(verb: str) -> None:
    """An audit's belief is not shown, nor an effort: by default they are the post's."""
    options = {option.opts[0]: option for option in COMMANDS[verb].params}
    of_post = {one.name for one in fields(Belief)} if verb == "audit" else set()
    left_open = of_post | ({"effort"} if verb != "protect" else set())
    for flag, name in settings_of(verb).items():
        usual = AUTO if all_settings()[name] is None else all_settings()[name]
        hidden = isinstance(usual, bool) or usual == {} or name in left_open
        shown = "" if hidden else f"default: {usual}]"
        assert shown in options[flag].help
        assert ("default:" in options[flag].help) is bool(shown)


def test_a_flag_says_the_opposite_of_the_default() -> None:
    assert python_default(tacit.frontier, "contiguous") is True
    (free,) = [option for option in COMMANDS["frontier"].params if option.opts == ["--free"]]
    assert free.default is False


def test_the_observer_of_a_purchase_is_the_one_that_python_takes() -> None:
    _, held = held_of(None, tacit.Against.nobody().limit, "finite", False)
    assert one_observer(held) == one_observer(python_default(tacit.purchase, "against"))


@pytest.mark.parametrize("where", [tacit.protect, tacit.purchase, tacit.Campaign.purchase])
def test_no_draw_starts_from_a_number_that_anyone_could_guess(where: Callable[..., Any]) -> None:
    assert python_default(where, "seed") is None


def test_a_post_that_a_purchase_has_to_find_is_found_as_protect_does() -> None:
    (limit,) = [option for option in COMMANDS["purchase"].params if option.opts == ["--limit"]]
    assert limit.default is None, "where a post says what it was made for, that is the limit"
    assert python_default(tacit.protect, "limit") == LIMIT


def test_what_a_survey_replays_where_nothing_is_said() -> None:
    assert python_default(tacit.survey, "made_by") == METHOD
    assert _usual(NOTHING).method.name == METHOD


@pytest.mark.parametrize("where", [tacit.survey, tacit.survey_purchases])
def test_where_no_post_says_what_it_was_made_for_an_audit_has_the_usual_limit(
    where: Callable[..., Any],
) -> None:
    assert NOTHING.limit is None
    assert NOTHING.ceiling == python_default(where, "limit") == LIMIT


@pytest.mark.parametrize("where", [tacit.audit, tacit.audit_purchase, tacit.purchase])
def test_where_a_post_can_say_what_it_was_made_for_the_limit_is_left_open(
    where: Callable[..., Any],
) -> None:
    assert python_default(where, "limit") is NOTHING.limit is None
