"""What `tacit audit` says about purchases to someone who knows how they are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli._terminal import busy, show, show_json

if TYPE_CHECKING:
    from tacit.attackers.observer import Observer
    from tacit.candidates.belief import Belief
    from tacit.informed.purchase import Watcher
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase
    from tacit.publishing.procedure import Procedure

_PANEL = "Those who know how you buy"

Allocate = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="How the purchase was chosen: optimal, blend, mc, mcmc, g-mcmc, genetic. With --survey, "
        "several with commas between.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
Buy = Annotated[
    int | None,
    typer.Option(
        metavar="Q",
        help="With --survey: buy Q records for every candidate, and say what that adds to the post.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
Runs = Annotated[
    int,
    typer.Option(
        metavar="N",
        help="How often a method that draws is replayed for each candidate.",
        rich_help_panel=_PANEL,
    ),
]


def check_buying(
    allocate: str | None,
    buy: int | None,
    published: str | None,
    purchased: str | None,
    survey: bool,
) -> None:
    """Refuse options that do not go together."""
    from tacit.errors import SettingError

    if allocate is None:
        if buy is not None:
            raise SettingError("--buy goes with --survey and --allocate.")
        return
    if published is None:
        raise SettingError("someone who knows how you buy has seen the post: give --published.")
    if survey and buy is None:
        raise SettingError("say with --buy how many records each purchase holds.")
    if not survey and (purchased is None or buy is not None):
        raise SettingError("--allocate goes with --purchased, or with --survey and --buy.")


def observers_of(names: list[str], supply: str, only_over: bool) -> list[Observer]:
    """Those to ask about the purchase."""
    from tacit.attackers.purchase_f import PurchaseF
    from tacit.attackers.registry import OBSERVERS

    test = PurchaseF(supply=supply, only_over=only_over)
    return [test if name == test.name else OBSERVERS[name] for name in names]


def the_one(observers: list[Observer]) -> Observer:
    """Who a purchase was tuned against: the only one who was named, or else purchase-f."""
    test = [observer for observer in observers if observer.name == "purchase-f"]
    return observers[0] if len(observers) == 1 else test[0]


def watcher_of(
    market: Market,
    how: Procedure,
    belief: Belief | None,
    intents: tuple[Intent, Intent],
    purchase: Purchase,
    chosen: tuple[str, str, Observer],
) -> Watcher:
    """One who knows how the post was made and how the purchase was chosen."""
    from tacit.auditing.audit import NO_UNIONS
    from tacit.errors import SettingError
    from tacit.informed.likelihood import Buying
    from tacit.informed.post import Informed, usual_belief
    from tacit.informed.purchase import Watcher

    true, published = intents
    if len(true.boxes) > 1:
        raise SettingError(NO_UNIONS)
    if belief is None:
        belief = how.settings.belief if how.drawn else usual_belief(market, published, true)
    method, limit, observer = chosen
    buying = Buying.of(method, purchase.size, limit, observer)
    return Watcher.after(Informed(market, how, belief), true, published, buying)


def survey_purchases(
    market: Market,
    belief: Belief | None,
    intents: tuple[Intent | None, Intent],
    chosen: tuple[str, str, Observer],
    size: int,
    runs: int,
    as_json: bool,
) -> None:
    """Buy for every candidate inside a post, and let someone who knows the method guess."""
    from tacit._exact import exact
    from tacit.candidates.belief import Belief
    from tacit.candidates.classes import candidates
    from tacit.informed.measure import measure

    (shape, published), (methods, limit, observer) = intents, chosen
    belief = belief or Belief("cells", support="nonempty")
    inside = candidates(market, belief, shape, within=published)
    names = list(dict.fromkeys(name.strip() for name in methods.split(",")))
    with busy("buying for every candidate"):
        found = [
            measure(market, published, inside, name, size, limit, runs, observer=observer)
            for name in names
        ]
    if as_json:
        rows = [one.to_json() for one in found]
        show_json({"limit": float(exact(limit)), "against": observer.name, "purchases": rows})
    else:
        from tacit.report.terminal import purchases_view

        show(purchases_view(found))
