"""`tacit receive`: check what a seller delivered, and write it down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli._campaign import CampaignFile, open_campaign
from tacit.cli._options import Json
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._table import open_market
from tacit.cli._terminal import busy, only_one_input, show, show_json, speaks_plainly, tell
from tacit.errors import InputError, TacitError

if TYPE_CHECKING:
    from tacit.campaign.campaign import Campaign
    from tacit.market.market import Market

_NAME_IT = "Name the market with --data."


@speaks_plainly
def receive(
    delivery: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="What came: a CSV or Parquet file with a row for each record, or a plan as JSON.",
            show_default=False,
        ),
    ],
    campaign: CampaignFile,
    data: Annotated[
        str | None,
        typer.Option(
            metavar="DATA",
            help="The market that it was ordered in; by default the one that the campaign knows.",
            show_default=False,
        ),
    ] = None,
    order: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Which order it belongs to, as tacit campaign numbers them; by default the only one "
            "that is still to come.",
            show_default=False,
        ),
    ] = None,
    id_column: Annotated[
        str | None,
        typer.Option(
            "--id",
            metavar="COLUMN",
            help="The column that tells records apart, so that none is taken twice.",
            show_default=False,
        ),
    ] = None,
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Check what a seller delivered against what was ordered, and write it down.

    What is not what was ordered is refused with exit code 2, and nothing is written down. Fewer
    records may come, and the rest later.
    """
    only_one_input(delivery, passphrase_file)
    ledger = open_campaign(campaign, passphrase_file)
    assert ledger is not None
    market = _market(ledger, order, data)
    with busy("checking what came") as progress:
        receipt = ledger.receive(market, delivery, order, id_column, progress)
    if as_json:
        show_json(receipt.to_json())
    else:
        from tacit.report.delivery import receipt_view

        show(receipt_view(receipt))
    for note in receipt.notes:
        tell(note)


def _market(ledger: Campaign, order: int | None, data: str | None) -> Market:
    """The market that is named, or else the one that the order was made in."""
    if data is not None:
        return open_market(data, {})
    known = ledger.source_of(order)
    if known is None:
        raise InputError(f"the campaign does not know which market this was ordered in. {_NAME_IT}")
    problem = ""
    try:
        return open_market(known, {})
    except TacitError as error:
        problem = str(error)
    raise InputError(f"the market that this was ordered in can't be opened. {_NAME_IT} {problem}")
