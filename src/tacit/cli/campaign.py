"""`tacit campaign`: what was published and bought so far."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli._campaign import open_campaign
from tacit.cli._options import Json
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._terminal import show, show_json, speaks_plainly


@speaks_plainly
def campaign(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The campaign file.", show_default=False)
    ],
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """List what was published and bought in a campaign, without the true intent.

    What attackers make of all of it, tacit audit DATA --campaign FILE says.
    """
    found = open_campaign(file, passphrase_file)
    assert found is not None
    answer = found.to_json()
    if as_json:
        show_json(answer)
        return
    from tacit.report.terminal import ledger_view

    show(ledger_view(answer["entries"]))
