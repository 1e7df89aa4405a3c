"""The whole evaluation: every exhibit, run and written as one page with its files beside it.

To add an exhibit, write its module with `NAME`, `TITLE` and `exhibit(own, progress)` and name it in
`EXHIBITS`.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING

from tacit.errors import MarketFileError, SettingError
from tacit.intents.reading import read_intent
from tacit.market.sources.built_in import BUILT_IN
from tacit.market.sources.load import load
from tacit.market.sources.recipe import read_toml
from tacit.paper.exhibit import Case, Chart, Claim, Exhibit, Line, Sheet
from tacit.report import html
from tacit.report.files import as_csv, as_image
from tacit.report.plots import as_svg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tacit._progress import Listener

EXHIBITS = {
    "table1": "tacit.paper.table1",
    "table2": "tacit.paper.table2",
    "table3": "tacit.paper.table3",
    "table4": "tacit.paper.table4",
    "figure-1": "tacit.paper.figure1",
    "figure-size": "tacit.paper.figure_size",
    "figure-lambda": "tacit.paper.figure_limit",
    "figure-alpha": "tacit.paper.figure_alpha",
    "figure-informed": "tacit.paper.figure_informed",
}
ONLY_PAPER = ("table2", "figure-1", "figure-informed")
"""What is not run on a case of one's own: the second data set, the example, and the survey, which
`tacit audit --survey` makes of any market."""


def chosen(names: Sequence[str] = (), own: Case | None = None) -> list[str]:
    """Which exhibits to run; all of them by default, as far as they can be run on a case of one's own."""
    for name in names:
        if name not in EXHIBITS:
            raise SettingError(f"there is no exhibit '{name}'. Known are: {', '.join(EXHIBITS)}.")
    return [name for name in names or EXHIBITS if own is None or name not in ONLY_PAPER]


def run(names: Sequence[str] = (), own: Case | None = None) -> Iterator[Exhibit]:
    """Run exhibits one by one; all of them by default."""
    for name in chosen(names, own):
        yield run_one(name, own)


def run_one(name: str, own: Case | None = None, progress: Listener | None = None) -> Exhibit:
    """Run one exhibit, and tell who listens how far that has come."""
    make: Callable[..., Exhibit] = import_module(EXHIBITS[name]).exhibit
    start = perf_counter()
    made = make(own, progress)
    if own is not None:
        charts = [replace(chart, caption=made.title) for chart in made.charts]
        made = replace(made, shows="", charts=charts)
    return replace(made, seconds=perf_counter() - start)


def read_case(path: Path, progress: Listener | None = None) -> Case:
    """Read a case of one's own.

    ```toml
    [study]
    data = "panel.market.toml"   # beside this file, or built in
    want = "want.sql"            # the true intent
    limit = 0.3
    alpha = 0.5
    ```
    """
    content = read_toml(path)
    study = content.get("study")
    if not isinstance(study, dict) or not {"data", "want"} <= set(study):
        raise MarketFileError(f'{path} needs a [study] with data = "..." and want = "...".')
    unknown = set(study) - {"data", "want", "limit", "alpha"}
    if unknown:
        raise MarketFileError(f"[study] of {path} has the unknown entry '{sorted(unknown)[0]}'.")
    data = str(study["data"])
    data = data if data in BUILT_IN else str(path.parent / data)
    true = read_intent(
        load(data, progress=progress).space, path.parent / str(study["want"])
    ).required()
    return Case(data, true.to_json(), study.get("limit", 0.3), study.get("alpha", 0.5))


def files(exhibits: Sequence[Exhibit]) -> Iterator[tuple[str, bytes]]:
    """Every chart as PNG and SVG, and every series and table as CSV, with their names."""
    for exhibit in exhibits:
        for chart in exhibit.charts:
            figure = chart.draw()
            for suffix in (".png", ".svg"):
                yield f"{chart.name}{suffix}", as_image(figure, suffix, exhibit.title)
            yield f"{chart.name}.csv", as_csv(chart.series).encode()
        for i, sheet in enumerate(exhibit.sheets, 1):
            rows = [_flat(sheet, line) for line in sheet.lines]
            yield f"{exhibit.name}-{i}.csv", as_csv(rows).encode()


def _flat(sheet: Sheet, line: Line) -> dict[str, str]:
    printed = line.printed or ("",) * len(line.ours)
    ours = dict(zip(sheet.columns, line.ours, strict=True))
    theirs = {f"{c} (printed)": p for c, p in zip(sheet.columns, printed, strict=True)}
    return {**dict(zip(sheet.labels, line.labels, strict=True)), **ours, **theirs}


def page(exhibits: Sequence[Exhibit], own: Case | None = None) -> str:
    """The report: every exhibit, our numbers beside the paper's, and what differs and why."""
    title = "The paper, reproduced" if own is None else "The paper's evaluation on your own case"
    lead = (
        "Every table and figure of Zhang and Pei, Protecting Data Buyer Privacy in Data Markets, "
        "computed anew; printed numbers beside ours where they differ."
        if own is None
        else "The same tables and figures, for your market and intent. Keep this page to yourself."
    )
    summary = _summary(exhibits) if own is None else ""
    return html.page(title, lead, summary, *(_section(exhibit) for exhibit in exhibits))


def _summary(exhibits: Sequence[Exhibit]) -> str:
    """How much agrees, and every exception with its reason."""
    lines = [
        (exhibit, sheet, line)
        for exhibit in exhibits
        for sheet in exhibit.sheets
        for line in sheet.lines
        if line.agrees is not None
    ]
    claims = [(exhibit, claim) for exhibit in exhibits for claim in exhibit.claims]
    good, theirs = (
        sum(bool(line.agrees) for *_, line in lines),
        [c for _, c in claims if not c.ours],
    )
    words = (
        f"{good} of {len(lines)} printed rows agree. {sum(c.holds for c in theirs)} of {len(theirs)} "
        "claims that the paper makes in words hold. "
    )
    rows = [
        (
            escape(sheet.title),
            escape(" / ".join(line.labels)),
            escape(line.why or "no reason found"),
        )
        for _, sheet, line in lines
        if not line.agrees
    ]
    rows += [
        (escape(exhibit.title), escape(claim.says), f"does not hold: {escape(claim.numbers)}")
        for exhibit, claim in claims
        if not claim.holds
    ]
    table = html.table(("where", "what", "why"), rows, caption="All exceptions") if rows else ""
    return html.section("At a glance", html.text(words), table)


def _section(exhibit: Exhibit) -> str:
    charts = [html.figure(as_svg(c.draw(), exhibit.title), _caption(c)) for c in exhibit.charts]
    took = f'<p class="muted">Computed in {exhibit.seconds:.1f} s.</p>'
    return html.section(
        exhibit.title,
        html.text(exhibit.shows) if exhibit.shows and not exhibit.charts else "",
        *charts,
        *(_sheet(sheet) for sheet in exhibit.sheets),
        _claims(exhibit.claims),
        took,
    )


def _caption(chart: Chart) -> str:
    return f"{chart.caption} (Series: {chart.name}.csv)"


def _sheet(sheet: Sheet) -> str:
    compared = any(line.agrees is not None for line in sheet.lines)
    body = []
    for line in sheet.lines:
        printed = line.printed or line.ours
        pairs = zip(sheet.columns, line.ours, printed, strict=True)
        cells = [_cell(o, p, bool(line.agrees) or column == "Seconds") for column, o, p in pairs]
        mark = "" if line.agrees is None else html.verdict(line.agrees, "✓", "✗")
        body.append((*map(escape, line.labels), *cells, *([mark] if compared else [])))
    numbers = range(len(sheet.labels), len(sheet.labels) + len(sheet.columns) + compared)
    header = (*sheet.labels, *sheet.columns, *(["as printed"] if compared else []))
    notes = "".join(
        html.text(f"{' / '.join(line.labels)}: {line.why}") for line in sheet.lines if line.why
    )
    return html.table(header, body, numbers, caption=sheet.title) + notes


def _cell(ours: str, printed: str, agrees: bool) -> str:
    """Our number, with the printed one beside it where it is another."""
    if ours == printed:
        return escape(ours)
    shown = escape(ours) if agrees else f'<span class="bad">{escape(ours)}</span>'
    return f'{shown} <span class="muted">({escape(printed)})</span>'


def _claims(claims: Sequence[Claim]) -> str:
    rows = [
        (escape(c.says), html.verdict(c.holds, "holds", "does not"), escape(c.numbers))
        for c in claims
    ]
    said = "we say" if all(c.ours for c in claims) else "the paper says"
    return html.table((said, "", "here"), rows) if rows else ""
