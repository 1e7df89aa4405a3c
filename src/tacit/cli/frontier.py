"""`tacit frontier`: what each limit costs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tacit._defaults import POINTS
from tacit.cli import _options as opt
from tacit.cli._table import open_market, takes_table
from tacit.cli._terminal import (
    busy,
    keep_apart,
    show,
    show_json,
    speaks_plainly,
    tell_written,
    write_bytes,
    write_text,
)
from tacit.cli._want import tell_about, wanted


@speaks_plainly
@takes_table
def frontier(
    data: opt.Data,
    want: opt.Want = None,
    against: opt.Against = None,
    objective: opt.Objective = "records",
    free: opt.Free = False,
    points: opt.Points = POINTS,
    plot: opt.OutPlot = None,
    csv: opt.OutCsv = None,
    as_json: opt.Json = False,
    *,
    table: dict[str, Any],
) -> None:
    """Show what each limit costs: the cheapest published intent for every limit worth choosing."""
    from tacit.report.files import require_image
    from tacit.tradeoff import frontier as find

    require_image(plot)
    keep_apart((data, want), (csv, plot))
    market = open_market(data, table)
    true = wanted(market, want, None)
    tell_about(market, true)
    with busy("looking at every limit") as progress:
        found = find(
            market,
            true,
            against=against,
            objective=objective,
            contiguous=not free,
            points=points,
            progress=progress,
        )
    _write(found, csv, plot)
    if as_json:
        show_json(found.to_json())
    else:
        from tacit.report.terminal import frontier_view

        show(frontier_view(found))
    tell_written(csv, plot)


def _write(found: Any, csv: str | None, plot: str | None) -> None:
    from tacit.report.files import as_csv, as_image

    if csv:
        write_text(csv, as_csv(found.rows()), private=True)
    if plot:
        from tacit.report.charts import steps_chart

        figure = steps_chart(found)
        write_bytes(Path(plot), as_image(figure, Path(plot).suffix), private=True)
