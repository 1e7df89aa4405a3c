"""A post as an ODRL request: JSON-LD by ODRL 2.2, with columns as left operands of our own profile.

Each box is a permission whose target is the records of the seller's table that meet its refinements.
ODRL joins plain constraints only, so a set of ranges is written as what all of it lies above and
below, and for each gap that a record lies before it or behind it.
"""

from __future__ import annotations

import json
from datetime import date
from hashlib import sha256
from itertools import pairwise
from math import isinf
from typing import TYPE_CHECKING, Any

from tacit.export.labelled import Labelled
from tacit.intents import odrl
from tacit.space.bins import sql_edges
from tacit.space.grouped import Grouped
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tacit.intents.box import Box
    from tacit.intents.intent import Intent
    from tacit.space.dimension import Dimension, Mask

Part = dict[str, Any]


def post_odrl(post: Intent) -> Part:
    """A post as an ODRL request.

    It names neither who asks nor for what: the action is `use`, the widest there is, and its `uid`
    is a digest of what it asks.

    >>> from tacit.intents.box import Box
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> post = Box.of(Space((Nominal("race", ("A", "B", "C")),)), {"race": ["A", "B"]})
    >>> request = post_odrl(post)
    >>> request["permission"][0]["target"]["refinement"][0]["operator"]
    'isAnyOf'
    """
    permission = [_permission(box) for box in post.boxes]
    digest = sha256(json.dumps(permission, sort_keys=True).encode()).hexdigest()
    return {
        "@context": odrl.CONTEXT,
        "@type": "Request",
        "uid": f"urn:tacit:post:{digest}",
        "profile": odrl.PROFILE,
        "permission": permission,
    }


def _permission(box: Box) -> Part:
    target: Part = {"@type": "AssetCollection", "source": odrl.TABLE}
    limited = ((d, m) for d, m in zip(box.space, box.masks(), strict=True) if not m.all())
    refinement = [_joined(clause) for d, mask in limited for clause in _clauses(d, mask)]
    if refinement:
        target["refinement"] = refinement
    return {"assignee": odrl.SENDER, "action": "use", "target": target}


def _joined(clause: Sequence[Part]) -> Part:
    """Constraints of which any is met, as one."""
    return clause[0] if len(clause) == 1 else {"or": {"@list": [*clause]}}


def _clauses(dimension: Dimension, mask: Mask) -> Iterator[list[Part]]:
    """What some values ask of a record: of each clause, one constraint at least."""
    left = _left(dimension)
    if isinstance(dimension, Numeric):
        yield from _ranges(dimension, left, mask)
        return
    pairs = [*zip(dimension.values, mask.tolist(), strict=True)]
    special = None if dimension.missing is None else str(dimension.missing)
    other = dimension.other if isinstance(dimension, Nominal) else None
    wanted = other is None or (str(other), True) not in [(str(v), m) for v, m in pairs]
    listed = [v for v, chosen in pairs if chosen is wanted and str(v) not in (special, str(other))]
    lacking = any(chosen is wanted for v, chosen in pairs if str(v) == special)
    rights = [_literal(v) for v in _raw(dimension, mask, listed)] + [_MISSING] * lacking
    yield [_constraint(left, "isAnyOf" if wanted else "isNoneOf", rights)]


def _left(dimension: Dimension) -> str:
    """What is compared: a column, how it begins, or a dimension whose values are known by name."""
    if isinstance(dimension, Labelled):
        return odrl.dimension(dimension.name)
    if isinstance(dimension, Prefix):
        return odrl.start(dimension.column, dimension.length)
    return odrl.column(dimension.column)


def _raw(dimension: Dimension, mask: Mask, listed: list[Any]) -> list[Any]:
    """Values as the column has them."""
    if isinstance(dimension, Grouped):
        chosen = (own for own, m in zip(dimension.members, mask, strict=True) if m)
        return [one for own in chosen for one in own]
    if isinstance(dimension, Prefix):
        return [str(v)[: dimension.length] for v in listed]
    return listed


def _ranges(dimension: Numeric, left: str, mask: Mask) -> Iterator[list[Part]]:
    """Bins as what they lie above and below, and the gaps between them."""
    edges, closed = sql_edges(dimension.edges, dimension.closed)
    above, upto = ("gt", "lteq") if closed == "right" else ("gteq", "lt")
    inside = [bool(mask[code]) for code in dimension.natural]
    bins = [at for at, chosen in enumerate(inside[: len(edges) + 1]) if chosen]
    lacking = dimension.missing is not None and inside[-1]
    or_none = [_constraint(left, "eq", _MISSING)] if lacking else []
    if not bins:
        yield or_none
    elif len(bins) == len(edges) + 1:
        yield [_constraint(left, "neq", _MISSING)]
    else:
        for before, after in pairwise([-1, *bins, len(edges) + 1]):
            if after - before > 1:
                last, first = (
                    edges[before : before + 1] if before >= 0 else [],
                    edges[after - 1 : after],
                )
                until = [_constraint(left, upto, _literal(edge)) for edge in last]
                since = [_constraint(left, above, _literal(edge)) for edge in first]
                yield [*until, *since, *or_none]


def _constraint(left: str, operator: str, right: Any) -> Part:
    return {"leftOperand": left, "operator": operator, "rightOperand": right}


def _literal(value: Any) -> Part:
    """A value with its type, so that none is taken for a link or for another type's."""
    if isinstance(value, bool):
        return {"@value": str(value).lower(), "@type": "xsd:boolean"}
    if isinstance(value, int):
        return {"@value": str(value), "@type": "xsd:integer"}
    if isinstance(value, float):
        written = repr(value).replace("inf", "INF") if isinf(value) else repr(value)
        return {"@value": written, "@type": "xsd:double"}
    if isinstance(value, date):
        return {"@value": value.isoformat(), "@type": "xsd:date"}
    return {"@value": str(value), "@type": "xsd:string"}


_MISSING = {"@id": odrl.MISSING}
