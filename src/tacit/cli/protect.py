"""`tacit protect`: find what to publish."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tacit._defaults import LIMIT, METHOD
from tacit._exact import exact
from tacit.cli import _options as opt
from tacit.cli._campaign import CampaignFile, open_campaign
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._settings import Said, takes_settings
from tacit.cli._table import open_market, takes_table
from tacit.cli._terminal import (
    busy,
    keep_apart,
    only_one_input,
    show,
    show_json,
    speaks_plainly,
    tell,
    tell_written,
    write_text,
)
from tacit.cli._want import wanted

if TYPE_CHECKING:
    from tacit.publishing.publication import Publication


@speaks_plainly
@takes_settings()
@takes_table
def protect(
    data: opt.Data,
    want: opt.Want = None,
    against: opt.Against = None,
    limit: opt.Limit = LIMIT,
    method: opt.MethodName = METHOD,
    seed: opt.DrawSeed = None,
    campaign: CampaignFile = None,
    again: opt.Again = False,
    passphrase_file: PassphraseFile = None,
    out: opt.OutPost = None,
    report: opt.OutReport = None,
    as_json: opt.Json = False,
    *,
    settings: Said,
    table: dict[str, Any],
) -> None:
    """Find a wider intent to publish that keeps every chosen attacker within the limit.

    Exit code 1 means that no published intent reaches the limit; the lowest one that can be reached
    is named.
    """
    from tacit.errors import CampaignRefused, UnreachableLimit
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.protect import publish

    only_one_input(want, passphrase_file, *settings.files)
    keep_apart((data, want, campaign, passphrase_file, *settings.files), (out, report))
    market = open_market(data, table)
    ledger = open_campaign(campaign, passphrase_file, start=True)
    true = wanted(market, want, ledger)
    try:
        with busy("widening the intent") as progress:
            how = Procedure.of(against=against, limit=limit, method=method, **settings.values)
            if ledger is None:
                result = publish(how, market, true, seed, progress=progress)
            else:
                result = ledger.protect(
                    market, true, how, again=again, seed=seed, progress=progress
                )
    except (UnreachableLimit, CampaignRefused) as error:
        if as_json:
            asked = {"method": method, "limit": float(exact(limit)), "published": None}
            show_json({**asked, **error.to_json()})
        raise
    _write(result, out, report)
    for note in result.notes:
        tell(note)
    if as_json:
        show_json(result.to_json())
        return
    from tacit.report.terminal import publication_view

    show(publication_view(result))
    tell_written(out, report)


def _write(result: Publication, out: str | None, report: str | None) -> None:
    if out:
        post = json.dumps(result.published.to_json(), indent=2, ensure_ascii=False)
        write_text(out, post + "\n")
    if report:
        from tacit.report.html import publication_page

        with busy("drawing the report"):
            page = publication_page(result)
        write_text(report, page, private=True)
