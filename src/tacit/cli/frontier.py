"""`tacit frontier`: what each limit costs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli._campaign import wanted
from tacit.cli._options import (
    ALL_ATTACKERS,
    Against,
    Cost,
    Count,
    Data,
    Dimensions,
    Json,
    Missing,
    Text,
    Want,
    open_market,
    table_options,
)
from tacit.cli._terminal import (
    busy,
    keep_apart,
    show,
    show_json,
    speaks_plainly,
    tell,
    write_bytes,
    write_new,
)


@speaks_plainly
def frontier(
    data: Data,
    want: Want = None,
    against: Against = None,
    objective: Annotated[
        str, typer.Option(metavar="records|cost|cells", help="What to make small.")
    ] = "records",
    free: Annotated[bool, typer.Option("--free", help="Allow gaps on ordered dimensions.")] = False,
    points: Annotated[int, typer.Option(help="How many points a curve may have.")] = 40,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Draw the curves: a .png or .svg file.", show_default=False
        ),
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the points as CSV.", show_default=False),
    ] = None,
    missing: Missing = None,
    cost: Cost = None,
    count: Count = None,
    text: Text = None,
    dimensions: Dimensions = None,
    as_json: Json = False,
) -> None:
    """Show what each limit costs: the cheapest published intent for every limit worth choosing."""
    from tacit.errors import SettingError
    from tacit.publishing.notes import notes_on
    from tacit.tradeoff import frontier as find

    if plot and Path(plot).suffix not in (".png", ".svg"):
        raise SettingError("a plot is written to a file that ends in .png or .svg.")
    if points < 2:
        raise SettingError("a curve needs at least 2 points.")
    keep_apart((data, want), (csv, plot))
    market = open_market(data, table_options(missing, cost, count, text, dimensions))
    true = wanted(market, want, None)
    for note in notes_on(true, market.mass(true)):
        tell(note)
    with busy("looking at every limit"):
        found = find(
            market,
            true,
            against=ALL_ATTACKERS if against is None else against,
            objective=objective,
            contiguous=not free,
            points=points,
        )
    if csv:
        from tacit.report.files import as_csv

        write_new(csv, as_csv(found.rows()), private=True)
    if plot:
        from tacit.report.charts import steps_chart
        from tacit.report.files import as_image

        figure = steps_chart(found)
        write_bytes(Path(plot), as_image(figure, Path(plot).suffix), private=True)
    if as_json:
        show_json(found.to_json())
    else:
        from tacit.report.terminal import frontier_view

        show(frontier_view(found))
    for path in filter(None, (csv, plot)):
        tell(f"wrote {path}")
