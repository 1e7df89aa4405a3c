"""Workbooks of spreadsheets: one sheet is one table.

Cells are taken as text, like the fields of a CSV file: a column may hold numbers in most rows and
words in some. The first row that holds anything names the columns, titles above them aside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.errors import SettingError, TableError, nearest
from tacit.market.sources.column_names import from_first_line
from tacit.market.sources.opened import READING, TEXT, Opened, as_types, connect, first_line
from tacit.market.sources.titles import (
    BELOW,
    MOST_TITLES,
    line_of_names,
    no_such_line,
    told_above,
)
from tacit.market.sources.zipped import pieces, require_workbook

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds

CELL = 64
"""So many bytes a cell takes at most while a sheet is read, empty or not."""
AT_ONCE = 10_000
"""So many rows are put together at a time."""
_PLACE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]{1,3})([0-9]{1,9})["']""")
_LONGEST_PLACE = 64


def open_excel(
    path: Path,
    sheet: str | None,
    progress: Listener | None,
    bounds: Bounds,
    header_line: int | None = None,
) -> Opened:
    """Open a sheet of a workbook; the first one, unless another is named.

    Args:
        path: the workbook.
        sheet: which sheet is meant.
        progress: who wants to hear how far it is.
        bounds: what reading may take.
        header_line: which row of the sheet names the columns, if that is said.
    """
    _require_small(path, bounds, Phase(progress, "looking at what is packed"))
    require_workbook(path)
    phase = Phase(progress, READING)
    found, names = _sheet_of(path, sheet)
    rows, told = found.below(path, header_line)
    columns, notes = from_first_line(path, [_text(cell) or "" for cell in rows[0]])
    connection = connect(bounds)
    connection.register("given", _table(columns, rows[1:], phase))
    which = f"the sheet '{found.name}', one of {len(names)}; another is named with: sheet"
    types = dict.fromkeys(columns, TEXT)
    return Opened(
        path.name,
        connection,
        types,
        True,
        lambda asked: as_types("given", types, asked),
        notes=(*((f"{path.name}: {which}",) if len(names) > 1 else ()), *told, *notes),
        bytes=path.stat().st_size,
    )


def _require_small(path: Path, bounds: Bounds, phase: Phase) -> None:
    """Refuse a workbook that holds too much, or one whose cells lie so far apart that it would."""
    rows = columns = 0
    end = b""
    for piece in pieces(path, bounds, phase):
        for letters, digits in _PLACE.findall(end + piece):
            columns, rows = max(columns, _column(letters)), max(rows, int(digits))
        end = piece[-_LONGEST_PLACE:]
    if rows * columns * CELL > max(bounds.bytes, bounds.unpacked or 0):
        raise TableError(
            f"a sheet of {path} has cells in {rows:,} rows and {columns:,} columns, which takes too much "
            "memory. Save the table alone, or as CSV."
        )


def _column(letters: bytes) -> int:
    """The number of a column.

    >>> _column(b"A"), _column(b"AA"), _column(b"xfd")
    (1, 27, 16384)
    """
    found = 0
    for letter in letters.upper():
        found = 26 * found + letter - 64
    return found


@dataclass(frozen=True, repr=False)
class _Sheet:
    """What a sheet holds.

    Attributes:
        name: of the sheet.
        rows: its rows, from the first that holds anything.
        start: how many empty rows come before.
        merged: the last rows of cells that are merged, counted like these rows.
    """

    name: str
    rows: Sequence[Sequence[Any]]
    start: int
    merged: Sequence[int]

    def below(self, path: Path, line: int | None) -> tuple[list[Sequence[Any]], tuple[str, ...]]:
        """The rows that hold anything, from the one with the names on, and what to tell of the others."""
        if not any(map(_holds, self.rows)):
            raise TableError(f"the sheet '{self.name}' of {path} is empty.")
        told = []
        if line is not None:
            at = line - 1 - self.start
            if not 0 <= at < len(self.rows) or not _holds(self.rows[at]):
                raise no_such_line(path, line)
        else:
            first = self.rows[: MOST_TITLES + BELOW]
            at = line_of_names([[(_text(cell) or "").strip() for cell in row] for row in first])
            if any(map(_holds, self.rows[:at])):
                told.append(told_above(path.name, self.start + at + 1))
        many = sum(last > at for last in self.merged)
        if many:
            told.append(
                f"{path.name}: {many:,} merged cells hold their value once, in the first row and column; "
                "the rest of them is empty"
            )
        return [row for row in self.rows[at:] if _holds(row)], tuple(told)


def _holds(row: Sequence[Any]) -> bool:
    return any(cell not in ("", None) for cell in row)


def _sheet_of(path: Path, sheet: str | None) -> tuple[_Sheet, list[str]]:
    """A sheet, and the names of all sheets."""
    calamine = _calamine(path)
    problem = ""
    try:
        book = calamine.CalamineWorkbook.from_path(str(path))
        names = [str(name) for name in book.sheet_names]
        name = _sheet(path, names, sheet)
        found = book.get_sheet_by_name(name)
        start = (found.start or (0, 0))[0]
        merged = [int(last[0]) - start for _, last in found.merged_cell_ranges or ()]
        return _Sheet(name, found.to_python(), start, merged), names
    except (KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError, TableError, SettingError):
        raise
    except BaseException as error:  # what was not foreseen there comes past all who catch errors
        problem = first_line(error)
    raise TableError(f"{path} can't be read as a workbook: {problem}.")


def _calamine(path: Path) -> Any:
    try:
        import python_calamine
    except ImportError:
        raise TableError(
            f"to read {path}, install what reads workbooks: pip install 'tacit[excel]'. Or save it as CSV."
        ) from None
    return python_calamine


def _sheet(path: Path, names: Sequence[str], asked: str | None) -> str:
    if not names:
        raise TableError(f"{path} has no sheets.")
    if asked is None:
        return names[0]
    if asked not in names:
        raise SettingError(
            f"{path} has no sheet '{asked}'.{nearest(asked, list(names))} It has: {', '.join(names)}.",
            "sheet",
        )
    return asked


def _table(names: Sequence[str], rows: Sequence[Sequence[Any]], phase: Phase) -> Any:
    """The cells as an Arrow table of text."""
    import pyarrow as pa

    schema = pa.schema([(name, pa.string()) for name in names])
    batches = []
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        columns: Iterable[Sequence[Any]] = zip(*some, strict=True)
        arrays = [pa.array(map(_text, column), pa.string()) for column in columns]
        batches.append(pa.RecordBatch.from_arrays(arrays, schema=schema))
        phase.beat()
    return pa.Table.from_batches(batches, schema)


def _text(cell: Any) -> str | None:
    """A cell as CSV would write it; None if it is empty.

    >>> _text(3.0), _text(0.1), _text(True), _text(datetime(2024, 1, 31)), _text("")
    ('3', '0.1', 'true', '2024-01-31', None)
    """
    if cell is None or cell == "":
        return None
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))
    if isinstance(cell, datetime) and cell.time() == time():
        cell = cell.date()
    return str(cell) if not isinstance(cell, date | time) else cell.isoformat()
