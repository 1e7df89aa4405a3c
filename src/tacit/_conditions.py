"""SQL conditions as boxes: the engine that reads `race IN ('Black') AND age BETWEEN 25 AND 61`.

Each comparison becomes a mask over the pieces of one dimension (`Atoms`); a condition is then a
dictionary from dimensions to masks, an absent dimension being free. AND meets two of these. OR can
only join two that differ on one dimension, since anything else is not a box. NOT is pushed down to
the comparisons first, so `NOT (a OR b)` is as good as `NOT a AND NOT b`.

No message here quotes a literal: the condition is usually the secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import sqlglot
from sqlglot import exp

from tacit.dimension import Atoms, Mask
from tacit.errors import IntentError, NotABox, UnknownDimension
from tacit.intent import Intent
from tacit.space import Space

Box = dict[int, Mask]

_FLIPPED = {exp.LT: exp.GT, exp.LTE: exp.GTE, exp.GT: exp.LT, exp.GTE: exp.LTE}
_ORDERS = (exp.LT, exp.LTE, exp.GT, exp.GTE)


def parse_condition(space: Space, text: str) -> Intent:
    """Read an SQL condition as an intent.

    >>> from tacit.dimension import Nominal, Numeric
    >>> space = Space((Nominal("sex", ("F", "M")), Numeric.binned("age", [24, 61], integer=True)))
    >>> parse_condition(space, "age BETWEEN 25 AND 61 AND NOT sex = 'M'").to_json()
    {'sex': ['F'], 'age': ['25 to 61']}
    """
    tree = _parse(text)
    reader = _Reader(space, tree)
    box = reader.read(tree, negated=False)
    masks, widened = [], []
    for at, dimension in enumerate(space):
        if at not in box:
            masks.append(np.ones(len(dimension), dtype=bool))
            continue
        mask, wider = reader.atoms[at].cover(box[at])
        masks.append(mask)
        widened += [dimension.name] if wider else []
    return Intent.from_masks(space, masks, widened=tuple(widened))


def _parse(text: str) -> exp.Expression:
    try:
        tree = sqlglot.parse_one(f"SELECT 1 WHERE {text.strip().rstrip(';')}", read="duckdb")
    except sqlglot.errors.SqlglotError as error:
        where = error.errors[0] if getattr(error, "errors", None) else {}
        at = f" (line {where['line']}, near character {where['col']})" if where.get("line") else ""
        raise IntentError(
            f"the condition is not SQL that can be read{at}. It should look like: "
            "race IN ('...') AND age BETWEEN 25 AND 61."
        ) from None
    where = tree.args.get("where")
    extra = [part for part, value in tree.args.items() if value and part not in ("where", "expressions", "kind")]
    if not isinstance(tree, exp.Select) or where is None or extra:
        raise IntentError("expected one SQL condition, such as would follow WHERE, and nothing else.")
    condition: exp.Expression = where.this
    return condition


class _Reader:
    """One condition being read: the pieces of each dimension, and the way down the tree."""

    def __init__(self, space: Space, tree: exp.Expression) -> None:
        self.space = space
        literals: dict[int, list[object]] = {}
        for name, values in _comparisons(tree):
            if name in space.names:
                literals.setdefault(space.index(name), []).extend(values)
        self.atoms: dict[int, Atoms] = {
            at: dimension.atoms(literals.get(at, ())) for at, dimension in enumerate(space)
        }

    def read(self, node: exp.Expression, negated: bool) -> Box:
        """The box of a condition, or of its opposite."""
        if isinstance(node, exp.Paren):
            return self.read(node.this, negated)
        if isinstance(node, exp.Not):
            return self.read(node.this, not negated)
        if isinstance(node, exp.And | exp.Or):
            left, right = self.read(node.left, negated), self.read(node.right, negated)
            if isinstance(node, exp.And) != negated:
                return _meet(left, right)
            return self._join(left, right, node)
        if isinstance(node, exp.Boolean):
            return {} if bool(node.this) != negated else self._nothing()
        at, mask = self._comparison(node)
        return {at: ~mask if negated else mask}

    def _nothing(self) -> Box:
        return {0: np.zeros(self.atoms[0].count, dtype=bool)}

    def _join(self, left: Box, right: Box, node: exp.Expression) -> Box:
        if _is_empty(left) or _covers(right, left):
            return right
        if _is_empty(right) or _covers(left, right):
            return left
        differ = [at for at in left.keys() | right.keys() if not _same(left, right, at)]
        if len(differ) == 1 and differ[0] in left and differ[0] in right:
            at = differ[0]
            return {**left, at: left[at] | right[at]}
        raise NotABox(
            f"this part is not one set of values per dimension: {_masked(node)}. An OR (or a NOT "
            "around an AND) can only join conditions on the same dimension."
        )

    def _comparison(self, node: exp.Expression) -> tuple[int, Mask]:
        if isinstance(node, exp.Column):
            at = self._dimension(node)
            return at, self.atoms[at].equals(True)
        at = self._dimension(node.this)
        atoms = self.atoms[at]
        if isinstance(node, exp.EQ | exp.NEQ | exp.Is | _ORDERS):
            column, other, kind = _sides(node)
            at = self._dimension(column)
            atoms = self.atoms[at]
            if isinstance(other, exp.Null):
                if kind is not exp.Is:
                    raise IntentError("compare with NULL by IS NULL or IS NOT NULL, not by =.")
                return at, atoms.is_missing()
            value = _value(other)
            if kind in (exp.EQ, exp.Is):
                return at, atoms.equals(value)
            if kind is exp.NEQ:
                return at, ~atoms.equals(value)
            below = atoms.below(value, inclusive=kind in (exp.LTE, exp.GT))
            return at, below if kind in (exp.LT, exp.LTE) else _above(atoms, below)
        if isinstance(node, exp.In) and node.expressions:
            mask = np.zeros(atoms.count, dtype=bool)
            for item in node.expressions:
                mask |= atoms.equals(_value(item))
            return at, mask
        if isinstance(node, exp.Between) and not node.args.get("symmetric"):
            low = _above(atoms, atoms.below(_value(node.args["low"]), inclusive=False))
            return at, low & atoms.below(_value(node.args["high"]), inclusive=True)
        raise NotABox(
            f"this part can't be read as a set of values: {_masked(node)}. "
            "Allowed are =, <>, <, <=, >, >=, IN, BETWEEN, IS NULL, AND, OR and NOT."
        )

    def _dimension(self, node: exp.Expression) -> int:
        """The dimension that one side of a comparison names."""
        name = _name(node)
        if name is None:
            raise NotABox(
                f"this part does not compare a dimension with values: {_masked(node)}. A name with "
                'hyphens or spaces goes in double quotes, such as "hours-per-week".'
            )
        if name not in self.space.names:
            folded = [known for known in self.space.names if known.lower() == name.lower()]
            if len(folded) != 1:
                raise UnknownDimension(name, self.space.names)
            name = folded[0]
        return self.space.index(name)


def _above(atoms: Atoms, below: Mask) -> Mask:
    """The complement of what lies below; missing values are on neither side."""
    above = ~below
    if atoms.dimension.missing is not None:
        above &= ~atoms.is_missing()
    return above


def _meet(left: Box, right: Box) -> Box:
    shared = {at: left[at] & right[at] for at in left.keys() & right.keys()}
    return {**left, **right, **shared}


def _is_empty(box: Box) -> bool:
    return any(not mask.any() for mask in box.values())


def _covers(outer: Box, inner: Box) -> bool:
    return all(at in inner and not (inner[at] & ~mask).any() for at, mask in outer.items())


def _same(left: Box, right: Box, at: int) -> bool:
    return at in left and at in right and np.array_equal(left[at], right[at])


def _name(node: Any) -> str | None:
    """The name that a column reference spells, hyphens included."""
    if isinstance(node, exp.Paren):
        return _name(node.this)
    if isinstance(node, exp.Column):
        return str(node.name)
    if isinstance(node, exp.Sub):
        left, right = _name(node.left), _name(node.right)
        return f"{left}-{right}" if left and right else None
    return None


def _sides(node: exp.Expression) -> tuple[exp.Expression, exp.Expression, type[exp.Expression]]:
    """A comparison with the column on its left."""
    kind = type(node)
    if _name(node.left) is None and _name(node.right) is not None:
        return node.right, node.left, _FLIPPED.get(kind, kind)
    return node.left, node.right, kind


def _value(node: exp.Expression) -> Any:
    """The value of a literal."""
    if isinstance(node, exp.Paren | exp.Cast):
        return _value(node.this)
    if isinstance(node, exp.Neg):
        inner = _value(node.this)
        return -inner if isinstance(inner, int | float) else inner
    if isinstance(node, exp.Boolean):
        return bool(node.this)
    if isinstance(node, exp.Literal):
        if node.is_string:
            return str(node.this)
        return int(node.this) if str(node.this).isdigit() else float(node.this)
    raise NotABox(
        f"this part is not a plain value: {_masked(node)}. Text goes in single quotes ('...')."
    )


def _comparisons(tree: exp.Expression) -> Iterator[tuple[str, list[object]]]:
    """Each dimension named in a condition, with the literals it is compared with."""
    for node in tree.walk():
        if isinstance(node, exp.EQ | exp.NEQ | exp.Is | exp.In | exp.Between | _ORDERS):
            sides = [node.this, node.args.get("expression")]
            name = next((name for side in sides if (name := _name(side))), None)
            literals = [part for part in node.find_all(exp.Literal, exp.Neg)]
            values = []
            for literal in literals:
                value = _value(literal)
                values.append(value)
            yield name or "", values


def _masked(node: exp.Expression) -> str:
    """A part of a condition with every literal replaced, fit for an error message."""
    copy = node.copy().transform(
        lambda part: exp.Placeholder() if isinstance(part, exp.Literal | exp.Boolean) else part
    )
    return f"`{copy.sql(dialect='duckdb')}`"
