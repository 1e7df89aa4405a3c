"""Exhibits as tables for a terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from tacit.report.terminal import dim, table

if TYPE_CHECKING:
    from tacit.paper.exhibit import Exhibit, Sheet

WIDEST = 80
MOST_ON_SIDE = 6


def exhibit_view(exhibit: Exhibit) -> RenderableType:
    """An exhibit's tables and claims; its charts are in the report."""
    parts: list[RenderableType] = [Text(exhibit.title, style="bold")]
    parts += [_sheet(sheet) for sheet in exhibit.sheets]
    parts += [
        Text.assemble(
            *("  ", ("holds   ", "green") if c.holds else ("does not", "red")),
            *(f"  {c.says} ", dim(c.numbers)),
        )
        for c in exhibit.claims
    ]
    parts += [dim(f"  drawn: {chart.name}") for chart in exhibit.charts]
    return Group(*parts, "")


def _sheet(sheet: Sheet) -> RenderableType:
    """A sheet, laid on its side if it would be too wide to read."""
    sheet, same = _without_constants(sheet)
    marks = {None: Text(), True: Text("yes", "green"), False: Text("no", "red")}
    compared = any(line.agrees is not None for line in sheet.lines)
    last = ["as printed"] if compared else []
    if _width(sheet) <= WIDEST or len(sheet.lines) > MOST_ON_SIDE:
        heads = [column.replace(" ", "\n") for column in (*sheet.columns, *last)]
        made = table(sheet.title, *sheet.labels, *heads, right=heads)
        for column in made.columns[len(sheet.labels) :]:
            column.no_wrap = True
        for line in sheet.lines:
            mark = [marks[line.agrees]] if compared else []
            made.add_row(*line.labels, *line.ours, *mark)
    else:
        heads = [" ".join(line.labels) for line in sheet.lines]
        made = table(sheet.title, "", *heads, right=heads)
        for i, name in enumerate(sheet.columns):
            made.add_row(name, *(line.ours[i] for line in sheet.lines))
        if compared:
            made.add_row("as printed", *(marks[line.agrees] for line in sheet.lines))
    made.padding = (0, 1, 0, 0)
    notes = [dim(f"  {' / '.join(line.labels)}: {line.why}") for line in sheet.lines if line.why]
    return Group(made, *([dim(f"  In every row: {same}.")] if same else []), *notes)


def _without_constants(sheet: Sheet) -> tuple[Sheet, str]:
    """The sheet without columns that say the same in every row, and what they say."""
    columns = list(zip(*(line.ours for line in sheet.lines), strict=True))
    kept = [i for i, values in enumerate(columns) if len(set(values)) > 1 or len(values) == 1]
    said = [f"{sheet.columns[i]} {v[0]}" for i, v in enumerate(columns) if i not in kept]
    lines = [replace(line, ours=tuple(line.ours[i] for i in kept)) for line in sheet.lines]
    names = tuple(sheet.columns[i] for i in kept)
    return replace(sheet, columns=names, lines=lines), ", ".join(said)


def _width(sheet: Sheet) -> int:
    """How wide a sheet is if only its headers are broken."""
    columns = zip(*((*line.labels, *line.ours) for line in sheet.lines), strict=True)
    heads = (*sheet.labels, *sheet.columns)
    words = [max(map(len, head.split())) for head in heads]
    return sum(max(w, *map(len, c)) + 2 for w, c in zip(words, columns, strict=True)) + 8
