"""`tacit protect`: find what to publish."""

from __future__ import annotations

from typing import Any

import typer

from tacit._defaults import LIMIT, METHOD
from tacit._exact import exact
from tacit.cli import _options as opt
from tacit.cli._campaign import CampaignFile, Loosen, loosened, open_campaign
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._protect import refuse_lonely_draws, write_result
from tacit.cli._settings import Said, takes_settings
from tacit.cli._table import open_market, takes_table
from tacit.cli._terminal import (
    busy,
    goes_with,
    keep_apart,
    only_one_input,
    show,
    show_json,
    speaks_plainly,
    tell,
    tell_written,
)
from tacit.cli._want import wanted


@speaks_plainly
@takes_settings()
@takes_table
def protect(
    context: typer.Context,
    data: opt.Data,
    want: opt.Want = None,
    limit: opt.Limit = LIMIT,
    *,
    settings: Said,
    method: opt.MethodName = METHOD,
    against: opt.Against = None,
    seed: opt.DrawSeed = None,
    fresh: opt.Fresh = False,
    campaign: CampaignFile = None,
    again: opt.Again = False,
    loosen: Loosen = None,
    passphrase_file: PassphraseFile = None,
    out: opt.OutPost = None,
    keep: opt.OutKeep = None,
    report: opt.OutReport = None,
    as_json: opt.Json = False,
    table: dict[str, Any],
) -> None:
    """Find a wider intent to publish, such that nobody can be more than so sure of what you want.

    Not even someone who knows how it was found. Exit code 1 means that no published intent reaches the
    limit; the lowest one that can be reached is named.
    """
    from tacit.auditing.protect import protect as choose
    from tacit.errors import CampaignRefused, UnreachableLimit
    from tacit.publishing.procedure import Procedure

    only_one_input(want, passphrase_file, *settings.files)
    keep_apart((data, want, campaign, passphrase_file, *settings.files), (out, keep, report))
    goes_with(context, campaign is not None, "--campaign", "again", "loosen", "passphrase_file")
    refuse_lonely_draws(context, method, campaign)
    how = Procedure.of(against=against, limit=limit, method=method, **settings.values)
    market = open_market(data, table)
    ledger = open_campaign(campaign, passphrase_file, start=True)
    true = wanted(market, want, ledger)
    try:
        with busy("protecting") as progress:
            if ledger is None:
                result = choose(
                    market,
                    true,
                    against=how.against,
                    method=how.settings,
                    seed=seed,
                    fresh=fresh,
                    progress=progress,
                )
            else:
                result = ledger.protect(
                    market,
                    true,
                    how,
                    again=again,
                    seed=seed,
                    loosen=loosened(loosen),
                    progress=progress,
                )
    except (UnreachableLimit, CampaignRefused) as error:
        if as_json:
            asked = {"method": method, "limit": float(exact(limit)), "published": None}
            show_json({**asked, **error.to_json()})
        raise
    write_result(result, out, keep, report)
    for note in result.notes:
        tell(note)
    if as_json:
        show_json(result.to_json())
        return
    from tacit.report.terminal import publication_view

    show(publication_view(result))
    tell_written(out, keep, report)
