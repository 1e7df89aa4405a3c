"""`tacit audit`: what every attacker would know."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli._buying import (
    Allocate,
    Buy,
    Runs,
    check_buying,
    observers_of,
    survey_purchases,
    the_one,
    watcher_of,
)
from tacit.cli._campaign import CampaignFile, open_campaign, show_standing, wanted
from tacit.cli._options import (
    Against,
    Candidates,
    Cost,
    Count,
    Data,
    Dimensions,
    Json,
    Limit,
    Missing,
    Support,
    Text,
    open_market,
    table_options,
    usual_candidates,
)
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._terminal import busy, show, show_json, speaks_plainly, tell

if TYPE_CHECKING:
    from tacit.candidates.belief import Belief
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure

_INFORMED = "Those who know the method"


@speaks_plainly
def audit(
    context: typer.Context,
    data: Data,
    want: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The true intent: a file with JSON or an SQL condition, or - for standard input.",
            show_default=False,
        ),
    ] = None,
    published: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The published intent, or what protect --json printed; without it the true intent "
            "is judged as if published.",
            show_default=False,
        ),
    ] = None,
    purchased: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="What was bought, as purchase --json or --out wrote it; alone, only those who saw "
            "it are asked.",
            show_default=False,
        ),
    ] = None,
    against: Against = None,
    limit: Limit = "0.3",
    supply: Annotated[
        str,
        typer.Option(metavar="finite|endless", help="For purchase-f, as in purchase."),
    ] = "finite",
    only_over: Annotated[
        bool, typer.Option("--only-over", help="For purchase-f, as in purchase.")
    ] = False,
    made_by: Annotated[
        str | None,
        typer.Option(
            metavar="greedy|optimal|sealed",
            help="How the post was made; by default what protect --json says of it, or greedy.",
            rich_help_panel=_INFORMED,
            show_default=False,
        ),
    ] = None,
    alpha: Annotated[
        str,
        typer.Option(
            metavar="SHARE|auto", help="Its alpha, for greedy.", rich_help_panel=_INFORMED
        ),
    ] = "0.5",
    made_for: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="NAMES",
            help="The attackers it was made to hold; by default those of --against.",
            rich_help_panel=_INFORMED,
            show_default=False,
        ),
    ] = None,
    candidates: Candidates = None,
    prior: Annotated[
        str | None,
        typer.Option(
            metavar="uniform|records|cost|FILE",
            help="How likely each of them is beforehand; by default as the post was made for, or "
            "uniform.",
            rich_help_panel=_INFORMED,
            show_default=False,
        ),
    ] = None,
    support: Support = None,
    survey: Annotated[
        bool,
        typer.Option(
            "--survey",
            help="Replay the method for every candidate, and say how many it leaves exposed.",
            rich_help_panel=_INFORMED,
        ),
    ] = False,
    allocate: Allocate = None,
    buy: Buy = None,
    runs: Runs = 200,
    campaign: CampaignFile = None,
    passphrase_file: PassphraseFile = None,
    missing: Missing = None,
    cost: Cost = None,
    count: Count = None,
    text: Text = None,
    dimensions: Dimensions = None,
    as_json: Json = False,
) -> None:
    """Show what every attacker would know, with and without protection.

    Exit code 1 means that some attacker is above the limit.
    """
    from tacit.auditing.audit import audit as audit_intents
    from tacit.auditing.purchase import audit_purchase
    from tacit.errors import SettingError
    from tacit.market.purchase import read_purchase

    if [want, published, purchased, passphrase_file].count("-") > 1:
        raise SettingError("only one file can be standard input.")
    check_buying(allocate, buy, published, purchased, survey)
    ledger = open_campaign(campaign, passphrase_file)
    if ledger is not None and published is None and purchased is None and not survey:
        market = open_market(data, table_options(missing, cost, count, text, dimensions))
        source = context.get_parameter_source("limit")
        given = source is not None and source.name != "DEFAULT"
        show_standing(market, ledger, limit if given else None, as_json)
        return
    if want is None and ledger is None and not survey:
        raise SettingError("give the true intent with --want, or ask for a --survey.")
    posts, observers = _split(against, purchased is not None or allocate is not None)
    asked = observers_of(observers, supply, only_over)
    market = open_market(data, table_options(missing, cost, count, text, dimensions))
    true = None if want is None and ledger is None else wanted(market, want, ledger)
    shown, told = _read_published(market, published)
    settings = {"alpha": alpha, "limit": limit, "support": support, "prior": prior or "uniform"}
    how = _procedure(made_by, told, made_for or posts, candidates, true, settings)
    belief = _belief(how, candidates, prior, support)
    if survey and allocate and shown is not None and buy is not None:
        chosen = allocate, limit, the_one(asked)
        survey_purchases(market, belief, (true, shown), chosen, buy, runs, as_json)
        return
    if survey:
        _survey(market, how, belief, true, as_json)
        return
    assert true is not None
    judged = bought = None
    if purchased is None or published is not None:
        with busy("asking every attacker"):
            judged = audit_intents(
                market, true, shown, against=posts, limit=limit, made_by=how, belief=belief
            )
    if purchased is not None:
        with busy("asking every observer"):
            plan, knows = read_purchase(market, purchased), None
            if allocate and shown is not None:
                chosen = allocate, limit, the_one(asked)
                knows = watcher_of(market, how, belief, (true, shown), plan, chosen)
            bought = audit_purchase(
                true, plan, against=asked, limit=limit, watcher=knows, runs=runs
            )
    for note in judged.notes if judged else ():
        tell(note)
    if as_json:
        answer = judged.to_json() if judged else {}
        show_json({**answer, "purchase": bought.to_json()} if bought else answer)
    else:
        from tacit.report.terminal import audit_view, purchase_audit_view

        show(*([audit_view(judged)] if judged else []))
        show(*([purchase_audit_view(bought)] if bought else []))
    if any(view is not None and not view.holds for view in (judged, bought)):
        raise typer.Exit(1)


def _split(against: str | None, with_purchase: bool) -> tuple[list[str] | None, list[str]]:
    """Those to ask about the post, None for all, and those to ask about the purchase."""
    from tacit.attackers.registry import OBSERVERS
    from tacit.errors import SettingError

    if against is None:
        return None, list(OBSERVERS)
    names = [name.strip() for name in against.split(",") if name.strip()]
    observers = [name.lower() for name in names if name.lower() in OBSERVERS]
    if observers and not with_purchase:
        raise SettingError(f"{observers[0]} looks at purchases: give one with --purchased.")
    posts = [name for name in names if name.lower() not in OBSERVERS]
    return posts or (None if observers else posts), observers or list(OBSERVERS)


def _read_published(market: Market, published: str | None) -> tuple[Intent | None, dict[str, Any]]:
    """The published intent, and how it was made if its file says so."""
    from tacit.intents.reading import parse_intent, read_text

    if published is None:
        return None, {}
    text = read_text(published)
    intent = parse_intent(market.space, text)
    try:
        content = json.loads(text)
    except ValueError:
        return intent, {}
    told = content.get("made_by") if isinstance(content, dict) else None
    return intent, told if isinstance(told, dict) and "made_by" not in market.space.names else {}


def _procedure(
    made_by: str | None,
    told: dict[str, Any],
    made_for: str | list[str] | None,
    candidates: str | None,
    true: Intent | None,
    settings: dict[str, Any],
) -> Procedure:
    """How the post was made: as named, or as its file says, or by greedy."""
    from tacit.attackers.registry import without_informed
    from tacit.publishing.procedure import Procedure

    if told and made_by is None:
        return Procedure.from_json(told)
    method = made_by or "greedy"
    names = without_informed(made_for)[0] if made_for else None
    if method == "sealed":
        usual = "cells" if true is None else usual_candidates(true)
        settings = {**settings, "candidates": candidates or usual}
    settings = {**settings, "support": settings["support"] or "nonempty"}
    return Procedure.of(method=method, against=names or None, **settings)


def _belief(
    how: Procedure, candidates: str | None, prior: str | None, support: str | None
) -> Belief | None:
    """What the informed attacker reckons with; None for what is usual."""
    from tacit.candidates.belief import Belief

    if how.drawn:
        own = how.settings.belief
        return Belief(candidates or own.candidates, prior or own.prior, support or own.support)
    if candidates is None and prior in (None, "uniform") and support is None:
        return None
    return Belief(candidates or "boxes", prior or "uniform", support or "all")


def _survey(
    market: Market, how: Procedure, belief: Belief | None, true: Intent | None, as_json: bool
) -> None:
    """Replay the method for every candidate."""
    from tacit.candidates.belief import Belief
    from tacit.informed.post import Informed

    with busy("replaying the method for every candidate"):
        found = Informed(market, how, belief or Belief("boxes")).survey(shape=true)
    if as_json:
        show_json({"made_by": how.to_json(), **found.to_json()})
    else:
        from tacit.report.terminal import survey_view

        show(survey_view(found, how))
    if not found.holds:
        raise typer.Exit(1)
