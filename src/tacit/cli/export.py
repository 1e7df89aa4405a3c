"""`tacit export`: write a post in the form that its reader takes."""

from __future__ import annotations

from typing import Any

import typer

from tacit.cli import _options as opt
from tacit.cli._export import read_public, show_text
from tacit.cli._table import takes_table
from tacit.cli._terminal import (
    goes_with,
    keep_apart,
    only_one_input,
    show_json,
    speaks_plainly,
    tell_written,
    write_text,
)
from tacit.errors import InputError


@speaks_plainly
@takes_table
def export(
    context: typer.Context,
    post: opt.PostFile,
    form: opt.ExportAs,
    market: opt.ExportMarket = None,
    dialect: opt.ExportDialect = "duckdb",
    table_name: opt.ExportTable = None,
    out: opt.OutExport = None,
    as_json: opt.Json = False,
    *,
    table: dict[str, Any],
) -> None:
    """Write a post as SQL, as JSON, as an ODRL request, or as a letter.

    What comes out holds the post and nothing else, whatever file of yours it is read from. With the
    market it was made in, bins and groups are written as what they hold, and what is free is left out.
    """
    from tacit.export.post import content_of, export_post, require_form

    require_form(form)
    goes_with(context, form == "sql", "--as sql", "dialect")
    goes_with(context, form == "sql", "--as sql", "table_name")
    if table and market is None:
        raise InputError("options for reading a table go with --market DATA.")
    only_one_input(post, market)
    keep_apart((post, market), (out,))
    shown = read_public(post, market, table, form)
    text = export_post(shown, form, dialect=dialect, table=table_name)
    if out:
        write_text(out, text)
    if as_json:
        said = text if form in ("sql", "text") else content_of(shown, form)
        show_json({"as": form, "content": said})
    elif out:
        tell_written(out)
    else:
        show_text(text)
