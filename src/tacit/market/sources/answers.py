"""Answers about a table as bytes that can be kept, and back: a proposed recipe, and counted rows.

What comes back from a disk is data: it is checked, and what is not as it should be is no answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from tacit.errors import TacitError
from tacit.market.sources.columns import KINDS, Columns
from tacit.market.sources.counted import Counted, beside
from tacit.market.sources.grouping import Groups, question_of
from tacit.market.sources.recipe import Recipe, dimension_from
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.tree import Tree

if TYPE_CHECKING:
    from tacit.space.dimension import Dimension

UNPACKED, MANY, SHARE = 256 * 10**6, 10**5, 4
"""Counted rows of more bytes are not kept, nor many groups of fewer rows each on average: counting them
again takes about as long."""
_ABOUT = b"tacit"
_FLOATS = ("ch", "ph")
_KINDS = (Nominal, Ordinal, Numeric, Tree, Matrix)


def question(recipe: Recipe) -> dict[str, Any] | None:
    """All of a recipe that decides how rows are counted, however it was said.

    None for dimensions of kinds that nobody here knows all about.
    """
    if not all(type(d) in _KINDS for d in recipe.dimensions):
        return None
    return {
        "dimensions": [[d.name, _spec(d)] for d in recipe.dimensions],
        "missing": recipe.missing,
        "in all": recipe.missing_in_all,
        "count": recipe.count,
        "cost": recipe.cost.get("column"),
        "written": sorted(recipe.written.items()),
    }


def recipe_to_bytes(recipe: Recipe) -> bytes | None:
    """What was proposed; None if it would not come back the same."""
    told = {
        "dimensions": [[d.name, _spec(d)] for d in recipe.dimensions],
        "missing": recipe.missing,
        "written": dict(recipe.written),
        "remarks": list(recipe.remarks),
    }
    content = json.dumps(told).encode()
    back = recipe_from_bytes(content)
    proposed = Recipe(
        recipe.dimensions,
        missing=recipe.missing,
        written=recipe.written,
        remarks=recipe.remarks,
    )
    return content if back == proposed else None


def recipe_from_bytes(content: bytes) -> Recipe | None:
    """What was proposed, without the table's name, its cost and its count; None if it is damaged."""
    try:
        told = json.loads(content)
        keeps = told["missing"] == "keep"
        return Recipe(
            tuple(
                dimension_from(name, _with_dates(spec), keeps) for name, spec in told["dimensions"]
            ),
            missing=told["missing"],
            written={str(name): str(how) for name, how in told["written"].items()},
            remarks=tuple(map(str, told["remarks"])),
        )
    except (TacitError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def counted_to_bytes(counted: Counted) -> bytes | None:
    """Counted rows; None if they are too many."""
    import pyarrow as pa

    table, columns = counted.groups.table, counted.columns
    groups, rows = table.num_rows, counted.groups.rows
    if table.nbytes > UNPACKED or (groups > MANY and groups * SHARE > rows.sum()):
        return None
    about = {"name": columns.name, "kinds": dict(columns.kinds), "notes": list(columns.notes)}
    schema = table.schema.with_metadata({_ABOUT: json.dumps(about).encode()})
    sink = pa.BufferOutputStream()
    packed = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_stream(sink, schema, options=packed) as writer:
        writer.write_table(table)
    found: bytes = sink.getvalue().to_pybytes()
    return found


def counted_from_bytes(content: bytes, recipe: Recipe) -> Counted | None:
    """Counted rows, if they are what counting by this recipe gives; None if they are damaged."""
    import pyarrow as pa

    try:
        with pa.ipc.open_stream(pa.py_buffer(content)) as reader:
            table = reader.read_all()
        table.validate(full=True)
        columns = _columns(json.loads(table.schema.metadata[_ABOUT]))
        columns.require([*beside(columns, recipe), *(d.column for d in recipe.dimensions)])
        asked = question_of(columns, recipe, beside(columns, recipe))
        sound = _is_sound(table, recipe, asked.sums)
    except (pa.ArrowException, TacitError, ValueError, TypeError, KeyError, OSError):
        return None
    return Counted(columns, Groups(table, recipe.dimensions)) if sound else None


def _spec(d: Dimension) -> dict[str, Any]:
    """How a market file says a dimension, with dates as text."""
    spec = d.to_spec()
    if isinstance(d, Numeric) and d.is_date:
        spec["edges"] = [{"date": edge.isoformat()} for edge in d.edges if isinstance(edge, date)]
    return spec


def _with_dates(spec: Mapping[str, Any]) -> dict[str, Any]:
    edges = [
        date.fromisoformat(edge["date"]) if isinstance(edge, Mapping) else edge
        for edge in spec.get("edges", ())
    ]
    return {**spec, "edges": edges} if edges else dict(spec)


def _columns(told: Mapping[str, Any]) -> Columns:
    name, kinds, notes = told["name"], told["kinds"], told["notes"]
    texts = [name, *kinds.values(), *notes]
    if not all(isinstance(text, str) for text in texts) or not set(kinds.values()) <= set(KINDS):
        raise ValueError
    return Columns(name, kinds, tuple(notes))


def _is_sound(table: Any, recipe: Recipe, sums: tuple[str, ...]) -> bool:
    """Whether a table has the columns that the question asks for, of their types and within bounds."""
    import pyarrow as pa

    places = [f"d{i}" for i in range(len(recipe.dimensions))]
    if table.column_names != [*places, "lacks", *sums] or not table.num_rows:
        return False
    kinds = dict(zip(table.column_names, table.schema.types, strict=True))
    if not pa.types.is_boolean(kinds["lacks"]):
        return False
    if not all(
        pa.types.is_float64(kinds[n]) if n in _FLOATS else pa.types.is_int64(kinds[n]) for n in sums
    ):
        return False
    return all(
        _is_in_bins(d, table.column(at)) if isinstance(d, Numeric) else _are_texts(kinds[at])
        for d, at in zip(recipe.dimensions, places, strict=True)
    )


def _are_texts(kind: Any) -> bool:
    """Whether a column is one of texts, each of which may be listed once."""
    import pyarrow as pa

    return bool(pa.types.is_string(kind.value_type if pa.types.is_dictionary(kind) else kind))


def _is_in_bins(d: Numeric, column: Any) -> bool:
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_integer(column.type) or column.null_count:
        return False
    least, most = pc.min_max(column).as_py().values()
    return bool(least >= 0 and most <= len(d.edges) + 2)
