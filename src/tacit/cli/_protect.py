"""What `tacit protect` refuses, and what it writes."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from tacit._display import json_text
from tacit.cli._terminal import busy, goes_with, not_with, write_text

if TYPE_CHECKING:
    from tacit.publishing.publication import Publication


def refuse_lonely_draws(context: typer.Context, method: str, campaign: str | None) -> None:
    """Refuse what says how to draw where nothing is drawn, or where something else decides."""
    from tacit.publishing.registry import METHODS

    if method in METHODS:
        draws = METHODS[method].draws
        goes_with(context, draws, f"a method that draws, and {method} does not", "seed", "fresh")
    not_with(context, "fresh", "--campaign", campaign is not None)
    not_with(context, "fresh", "--seed", context.params.get("seed") is not None)


def write_result(
    result: Publication, out: str | None, keep: str | None, report: str | None
) -> None:
    """Write the post, what the buyer keeps of it, and the report, each if it was asked for."""
    from tacit.errors import NoKey
    from tacit.publishing.made_here import note_how

    if out:
        post = json_text(result.published.to_json())
        write_text(out, post + "\n")
        with suppress(NoKey):  # then an audit of the post alone has to guess
            note_how(result)
    if keep:
        from tacit.publishing.kept import to_keep

        kept = json_text(to_keep(result))
        write_text(keep, kept + "\n", private=True)
    if report:
        from tacit.report.html import publication_page

        with busy("drawing the report"):
            page = publication_page(result)
        write_text(report, page, private=True)
