"""What `tacit audit` was asked, put to the Python API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from tacit._defaults import LIMIT
from tacit.cli._observers import observers_of
from tacit.cli._terminal import busy, show, show_json, tell
from tacit.cli._want import wanted

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit.attackers.against import Against
    from tacit.attackers.observer import Observer
    from tacit.auditing.asked import PublishedPost
    from tacit.auditing.audit import Audit
    from tacit.auditing.purchase_audit import PurchaseAudit
    from tacit.campaign.campaign import Campaign
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure
    from tacit.purchasing.plan import Plan

METHODS_OWN = ("alpha", "hide", "effort")
"""Settings that say how a post was made, and not what a rival reckons with."""


@dataclass(frozen=True)
class Asked:
    """The options of `tacit audit`: what to judge, whom to ask, and what they know."""

    want: str | None
    published: str | None
    purchased: str | None
    survey: bool
    against: str | None
    limit: str | None
    supply: str
    only_over: bool
    made_by: str | None
    made_for: str | None
    allocate: str | None
    buy: int | None
    runs: int
    settings: dict[str, Any]
    as_json: bool

    def check(self) -> None:
        """Refuse options that do not go together."""
        from tacit.errors import SettingError

        if self.allocate is None:
            if self.buy is not None:
                raise SettingError("--buy goes with --survey and --allocate.")
            return
        if self.survey and self.published is None:
            raise SettingError("someone who knows how you buy has seen the post: give --published.")
        if self.survey and self.buy is None:
            raise SettingError("say with --buy how many records each purchase holds.")
        if not self.survey and (self.purchased is None or self.buy is not None):
            raise SettingError("--allocate goes with --purchased, or with --survey and --buy.")

    @property
    def is_about_campaign(self) -> bool:
        """Whether nothing but a campaign is to be judged."""
        return not (self.published or self.purchased or self.survey)

    @property
    def belief(self) -> dict[str, Any]:
        """What is said of the candidates that a rival reckons with."""
        return {n: value for n, value in self.settings.items() if n not in METHODS_OWN}

    @property
    def ceiling(self) -> str:
        """The limit, where nothing else says one."""
        return self.limit or LIMIT

    @property
    def hide(self) -> str | None:
        """The dimensions whose wanted value is a secret too, as they were written."""
        return self.settings.get("hide")

    def held(self) -> Against | None:
        """Whom to ask about the post and the purchase; None for all."""
        from tacit.attackers.against import Against

        if self.against is None:
            return None
        return Against.of(self.against, self.ceiling)

    def posts(self) -> Against | None:
        """Whom to ask about the post; None for all."""
        from dataclasses import replace

        held = self.held()
        if held is None or not (held.posts or held.informed):
            return None
        return replace(held, observers=())

    def observers(self) -> Against:
        """Whom to ask about the purchase, purchase-f with its settings."""
        return observers_of(self.held(), self.ceiling, self.supply, self.only_over)

    def observer(self) -> tuple[Observer, Fraction]:
        """The one whom surveyed purchases are tuned against, and its limit."""
        from dataclasses import replace

        from tacit._defaults import OBSERVER
        from tacit.attackers.against import one_observer

        named, held = self.held(), self.observers()
        if named is None or not named.observers:
            usual = tuple(one for one in held.observers if one.name == OBSERVER)
            held = replace(held, observers=usual)
        return one_observer(held)

    def true(self, market: Market, ledger: Campaign | None) -> Intent | None:
        """What is truly wanted; a survey can do without."""
        from tacit.errors import SettingError

        if self.want is not None or ledger is not None:
            return wanted(market, self.want, ledger)
        if self.survey:
            return None
        raise SettingError("give the true intent with --want, or ask for a --survey.")

    def post(self, market: Market) -> PublishedPost | None:
        """The published intent, and how it was made if its file says so."""
        from tacit.auditing.asked import read_post

        if self.published is None:
            return None
        return read_post(market, self.published, effort=self.settings.get("effort"))

    def plan(self, market: Market) -> Plan | None:
        """What was bought, and how it was chosen if its file says so."""
        from tacit.purchasing.plan import read_plan

        return None if self.purchased is None else read_plan(market, self.purchased)

    def procedure(self, post: PublishedPost | None) -> Procedure | None:
        """How the post was made: as named, or as its file says; None if nothing says."""
        from tacit.attackers.against import Against
        from tacit.auditing.asked import how_made

        told = post.made_by if post is not None and self.made_by is None else self.made_by
        if told is None:
            return None
        held = self.posts() or Against.nobody(self.ceiling)
        about = {name: v for name, v in self.settings.items() if name in METHODS_OWN}
        return how_made(told, self.belief, held, self.made_for, **about)


def show_survey(market: Market, asked: Asked, ledger: Campaign | None) -> None:
    """Replay the method, or purchases, for every candidate."""
    from tacit.auditing.survey import survey

    true, post = asked.true(market, ledger), asked.post(market)
    if asked.allocate is not None and post is not None:
        _show_purchases(market, true, post, asked)
        return
    how = asked.procedure(post) or _usual(asked)
    with busy("replaying the method for every candidate") as progress:
        found = survey(
            market, how, like=true, belief=asked.belief, hide=asked.hide, progress=progress
        )
    if asked.as_json:
        show_json({"made_by": how.to_json(), **found.to_json()})
    else:
        from tacit.report.terminal import survey_view

        show(survey_view(found, how))
    if not found.holds:
        raise typer.Exit(1)


def _usual(asked: Asked) -> Procedure:
    """What a survey replays if nothing says how posts are made: what protect does."""
    from tacit._defaults import METHOD
    from tacit.attackers.against import Against
    from tacit.auditing.asked import how_made

    held = asked.posts() or Against.nobody(asked.ceiling)
    return how_made(METHOD, asked.belief, held, hide=asked.hide)


def _show_purchases(market: Market, true: Intent | None, post: PublishedPost, asked: Asked) -> None:
    from tacit.auditing.survey import survey_purchases

    observer, limit = asked.observer()
    assert asked.allocate is not None
    assert asked.buy is not None
    with busy("buying for every candidate") as progress:
        found = survey_purchases(
            market,
            post.published,
            asked.allocate,
            asked.buy,
            against=observer,
            limit=limit,
            like=true,
            belief=asked.belief,
            runs=asked.runs,
            progress=progress,
        )
    if asked.as_json:
        rows = [one.to_json() for one in found]
        show_json({"limit": float(limit), "against": observer.name, "purchases": rows})
    else:
        from tacit.report.terminal import purchases_view

        show(purchases_view(found))


def show_audits(market: Market, asked: Asked, ledger: Campaign | None) -> None:
    """Ask everyone about the post, the purchase, or both."""
    from tacit.auditing.asked import PublishedPost

    true, post = asked.true(market, ledger), asked.post(market)
    assert true is not None
    how, held = asked.procedure(post), asked.held()
    if held is not None and asked.purchased is None:
        held.about_posts()
    if post is not None and post.changed(market):
        tell("the market is not what it was when this was made")
    plan = asked.plan(market)
    if post is None and plan is not None and plan.published is not None:
        post = PublishedPost(plan.published)
    judged = _judged_post(market, true, post, how, asked)
    bought = _judged_purchase(true, post, judged, plan, asked)
    for note in judged.notes if judged else ():
        tell(note)
    _show(judged, bought, asked.as_json)
    if not all(view.holds for view in (judged, bought) if view is not None):
        raise typer.Exit(1)


def _judged_post(
    market: Market, true: Intent, post: PublishedPost | None, how: Procedure | None, asked: Asked
) -> Audit | None:
    """What those make of it who saw the post; None if only a purchase is to be judged."""
    from tacit.auditing.audit import audit

    if asked.purchased is not None and post is None:
        return None
    with busy("asking every attacker") as progress:
        return audit(
            market,
            true,
            None if post is None else post.published,
            against=asked.posts(),
            limit=asked.limit,
            made_by=how,
            belief=asked.belief,
            hide=asked.hide,
            progress=progress,
        )


def _judged_purchase(
    true: Intent, post: PublishedPost | None, judged: Audit | None, plan: Plan | None, asked: Asked
) -> PurchaseAudit | None:
    """What those make of it who saw the purchase, if there is one."""
    from tacit.auditing.audit import reader_after
    from tacit.auditing.purchase import audit_purchase

    if plan is None:
        return None
    with busy("asking everyone") as progress:
        return audit_purchase(
            true,
            plan,
            against=asked.observers(),
            limit=asked.limit,
            allocate=asked.allocate,
            published=None if post is None else post.published,
            runs=asked.runs,
            reader=None if judged is None else reader_after(judged, asked.belief, progress),
            progress=progress,
        )


def _show(judged: Audit | None, bought: PurchaseAudit | None, as_json: bool) -> None:
    if as_json:
        answer = judged.to_json() if judged else {}
        show_json(_with_purchase(answer, bought) if bought else answer)
        return
    from tacit.report.purchases import purchase_audit_view
    from tacit.report.terminal import audit_view

    show(*([purchase_audit_view(bought)] if bought else []))
    show(*([audit_view(judged, alone=bought is not None)] if judged else []))


def _with_purchase(post: dict[str, Any], bought: PurchaseAudit) -> dict[str, Any]:
    """What is said of a post, with the verdict on post and purchase together."""
    holds = post.get("holds", True) and bought.holds
    if bought.holds:
        return {**post, "holds": holds, "purchase": bought.to_json()}
    verdict = f"After post and purchase: {bought.chain.after.sentence}."
    return {**post, "holds": holds, "verdict": verdict, "purchase": bought.to_json()}
