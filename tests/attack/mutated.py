"""Files gone bad: small tables in every format, with some of their bytes changed, always in the same way.

A mutated file has a number, and its number alone says what was done to it, so that one that is found to do
harm can be made again. What is packed is changed before it is packed as often as after: a checksum would
stop most of what is changed later.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

ROWS = 40
LONGEST = 200_000
"""No mutated file has more bytes."""
CHANGES_AT_ONCE = (1, 1, 1, 2, 4)
PIECES = (
    *(b"", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b'"', b'""', b"'", b"\\", b"\n", b"\r"),
    *(b",", b";", b"\t", b"|", b"{", b"}", b"[", b"]", b":", b"null", b"NaN", b"-0", b"1e999"),
    *(b"99999999999999999999", b"9999-99-99", b"31/12/2020", b"$1,234.50", b"\xf0\x9f\x98\x80"),
    *(b"PAR1", b"ARROW1", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"</c><c>", b"&x;"),
    *(b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff\xff\xff\xff\x7f", b"\x80" * 9, b"\x00" * 64),
)
"""What means something in one format or another."""


@dataclass(frozen=True)
class Format:
    """A way to write a table.

    Attributes:
        ending: how the name of such a file ends.
        write: the bytes of a small table; each number gives another one.
        pack: what is done to these bytes in the end.
    """

    ending: str
    write: Callable[[int], bytes]
    pack: Callable[[bytes], bytes] = bytes


# --- small tables ----------------------------------------------------------------------------------


def small_table(number: int) -> pa.Table:
    """A table with a column of each kind; every other one has gaps."""
    rng = Random(number)
    gaps = [number % 2 == 1 and rng.random() < 0.1 for _ in range(ROWS)]
    days = [
        f"20{rng.randint(10, 29)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}" for _ in gaps
    ]
    return pa.table(
        {
            "team": [rng.choice(["red", "blue", "zoë", 'say "so", twice']) for _ in gaps],
            "age": pa.array([None if gap else rng.randint(16, 80) for gap in gaps], pa.int32()),
            "wage": [round(rng.lognormvariate(10, 0.5), 2) for _ in gaps],
            "joined": pa.array(days).cast(pa.date32()),
            "town": [None if gap else f"town {rng.randint(0, 9)}" for gap in gaps],
            "member": [rng.random() < 0.5 for _ in gaps],
        }
    )


def _text(number: int, between: str = ",", decimal: str = ".", encoding: str = "utf-8") -> bytes:
    table = small_table(number)

    def written(value: object) -> str:
        shown = "" if value is None else str(value)
        shown = shown.replace(".", decimal) if isinstance(value, float) else shown
        quoted = '"' + shown.replace('"', '""') + '"'
        return quoted if between in shown or '"' in shown else shown

    rows = [table.column_names, *zip(*(column.to_pylist() for column in table), strict=True)]
    return "".join(between.join(map(written, row)) + "\n" for row in rows).encode(encoding)


def _tabs(number: int) -> bytes:
    return _text(number, "\t")


def _european(number: int) -> bytes:
    return _text(number, ";", ",", "latin-1")


def _lines(number: int) -> bytes:
    rows = small_table(number).to_pylist()
    return "".join(json.dumps(row, default=str) + "\n" for row in rows).encode()


def _parquet(number: int) -> bytes:
    place = io.BytesIO()
    pa.parquet.write_table(small_table(number), place, row_group_size=25)
    return place.getvalue()


def _feather(number: int) -> bytes:
    place = io.BytesIO()
    pa.feather.write_feather(small_table(number), place)
    return place.getvalue()


def _stream(number: int) -> bytes:
    place, table = io.BytesIO(), small_table(number)
    with pa.ipc.new_stream(place, table.schema) as stream:
        stream.write_table(table, max_chunksize=25)
    return place.getvalue()


def _sheet(number: int) -> bytes:
    """The one part of a workbook that holds the table."""
    table = small_table(number)

    def cell(value: object) -> str:
        if value is None:
            return "<c/>"
        if isinstance(value, int | float):
            return f"<c><v>{float(value)}</v></c>"
        shown = str(value).replace("&", "&amp;").replace("<", "&lt;")
        return f'<c t="inlineStr"><is><t>{shown}</t></is></c>'

    rows = [table.column_names, *zip(*(column.to_pylist() for column in table), strict=True)]
    lines = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    return (
        '<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/'
        f'spreadsheetml/2006/main"><sheetData>{lines}</sheetData></worksheet>'
    ).encode()


def _zstd(content: bytes) -> bytes:
    place = pa.BufferOutputStream()
    with pa.CompressedOutputStream(place, "zstd") as packed:
        packed.write(content)
    return bytes(place.getvalue())


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _workbook(sheet: bytes) -> bytes:
    """The smallest workbook around a sheet."""
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    main = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
        f'PartName="/xl/workbook.xml" ContentType="{main}.sheet.main+xml"/><Override '
        f'PartName="/xl/worksheets/sheet1.xml" ContentType="{main}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
        f'xmlns:r="{office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship '
        f'Id="rId1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    }
    place = io.BytesIO()
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(zipfile.ZipInfo(name), part)
        packed.writestr(zipfile.ZipInfo("xl/worksheets/sheet1.xml"), sheet)
    return place.getvalue()


FORMATS: dict[str, Format] = {
    "csv": Format("csv", _text),
    "tsv": Format("tsv", _tabs),
    "european csv": Format("csv", _european),
    "csv.gz": Format("csv.gz", _text, _gzip),
    "csv.zst": Format("csv.zst", _text, _zstd),
    "jsonl": Format("jsonl", _lines),
    "feather": Format("feather", _feather),
    "arrow stream": Format("arrows", _stream),
    "parquet": Format("parquet", _parquet),
    "xlsx": Format("xlsx", _sheet, _workbook),
}

# --- what is done to them --------------------------------------------------------------------------


def _flip(rng: Random, content: bytearray) -> None:
    """Turn a few bits."""
    for _ in range(rng.choice([1, 1, 2, 8])):
        if content:
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def _overwrite(rng: Random, content: bytearray) -> None:
    """Write something that means something over what is there."""
    piece = rng.choice(PIECES)
    at = rng.randint(0, len(content))
    content[at : at + len(piece)] = piece


def _cut(rng: Random, content: bytearray) -> None:
    """Take a block out, the end among them."""
    first, last = _block(rng, content)
    del content[first : rng.choice([last, len(content)])]


def _insert(rng: Random, content: bytearray) -> None:
    """Put something in."""
    piece = rng.choice([rng.choice(PIECES), rng.randbytes(rng.randint(1, 40))])
    at = rng.randint(0, len(content))
    content[at:at] = piece * rng.choice([1, 1, 3, 100])


def _repeat(rng: Random, content: bytearray) -> None:
    """Say a block again, perhaps often."""
    first, last = _block(rng, content)
    content[last:last] = content[first:last] * rng.choice([1, 2, 20, 500])


def _swap(rng: Random, content: bytearray) -> None:
    """Let two neighbouring blocks change places."""
    first, last = _block(rng, content)
    between = rng.randint(first, last)
    content[first:last] = content[between:last] + content[first:between]


CHANGES = (_flip, _flip, _overwrite, _cut, _insert, _repeat, _swap)


def _block(rng: Random, content: bytearray) -> tuple[int, int]:
    first = rng.randint(0, len(content))
    longest = rng.choice([4, 40, 400, len(content)])
    return first, min(len(content), first + rng.randint(0, longest))


def changed(rng: Random, content: bytes, other: bytes) -> bytes:
    """Change a file in a few ways, or begin it as one and end it as another."""
    if rng.random() < 0.1:
        return content[: rng.randint(0, len(content))] + other[rng.randint(0, len(other)) :]
    made = bytearray(content)
    for _ in range(rng.choice(CHANGES_AT_ONCE)):
        rng.choice(CHANGES)(rng, made)
        del made[LONGEST:]
    return bytes(made)


@cache
def _written(name: str, number: int) -> bytes:
    return FORMATS[name].write(number)


def valid_file(name: str) -> bytes:
    """A file of a format that nothing was done to."""
    return FORMATS[name].pack(_written(name, 0))


def mutated_file(name: str, number: int) -> bytes:
    """The file of a format that has this number."""
    rng = Random(f"{name}/{number}")
    first, other = (_written(name, which) for which in rng.sample(range(4), 2))
    pack = FORMATS[name].pack
    if pack is not bytes and rng.random() < 0.5:
        return pack(changed(rng, first, other))
    return changed(rng, pack(first), pack(other))
