"""Workbooks written by hand, cell by cell, so that tests need nothing that writes them."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"

Cell = str | float | bool | None


def workbook(path: Path, sheets: Mapping[str, Sequence[Sequence[Cell]]], more: str = "") -> Path:
    """Write a workbook; `more` goes into each sheet after its rows."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        numbers = range(1, len(sheets) + 1)
        overrides = "".join(
            f'<Override PartName="/xl/worksheets/sheet{i}.xml" ContentType="{_KIND}.worksheet+xml"/>'
            for i in numbers
        )
        file.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{_TYPES}"><Default Extension="rels" ContentType="application/vnd.'
            'openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" '
            f'ContentType="{_KIND}.sheet.main+xml"/>{overrides}</Types>',
        )
        file.writestr("_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")]))
        listed = "".join(
            f'<sheet name="{escape(name)}" sheetId="{i}" r:id="rId{i}"/>'
            for i, name in enumerate(sheets, 1)
        )
        file.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_REL}"><sheets>{listed}</sheets></workbook>',
        )
        targets = [("worksheet", f"worksheets/sheet{i}.xml") for i in numbers]
        file.writestr("xl/_rels/workbook.xml.rels", _relations(targets))
        for i, rows in enumerate(sheets.values(), 1):
            written = "".join(_row(at, row) for at, row in enumerate(rows, 1))
            file.writestr(
                f"xl/worksheets/sheet{i}.xml",
                f'<worksheet xmlns="{_MAIN}"><sheetData>{written}{more}</sheetData></worksheet>',
            )
    return path


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    written = "".join(
        f'<Relationship Id="rId{i}" Type="{_REL}/{kind}" Target="{target}"/>'
        for i, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}">{written}</Relationships>'


def _row(at: int, cells: Sequence[Cell]) -> str:
    written = "".join(_cell(f"{chr(65 + i)}{at}", cell) for i, cell in enumerate(cells))
    return f'<row r="{at}">{written}</row>'


def _cell(place: str, cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return f'<c r="{place}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
    return f'<c r="{place}"><v>{cell}</v></c>'
