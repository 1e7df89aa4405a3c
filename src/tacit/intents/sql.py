"""SQL conditions as boxes: the engine that reads `race IN ('Black') AND age BETWEEN 25 AND 61`.

Each comparison becomes a mask over the pieces of one dimension (`Atoms`); a box is then a dictionary
from dimensions to masks, an absent dimension being free, and a condition is a list of boxes. AND
meets the boxes of two lists; OR puts lists together, and boxes that differ on one dimension become
one. NOT is pushed down to the comparisons first, so `NOT (a OR b)` is as good as `NOT a AND NOT b`.
As in SQL, a comparison and its opposite both leave out missing values; only IS NULL finds them.

No message here quotes a literal, nor a name that the market does not have, which may be a value
without its quotes: the condition is usually the secret. sqlglot quotes it in its errors, and may in
what it logs: neither leaves this module (`_by_sqlglot`).
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np
import sqlglot
from sqlglot import exp
from sqlglot.tokens import Token, TokenType

from tacit.errors import IntentError, NotABox, TacitError, UnknownDimension
from tacit.intents.box import Box
from tacit.intents.dialects import OWN
from tacit.intents.joining import joined
from tacit.space.dimension import Atoms, Mask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacit.space.space import Space

FineBox = dict[int, Mask]
"""A box in pieces that may be finer than values: the pieces inside, on each limited dimension."""

_FLIPPED = {exp.LT: exp.GT, exp.LTE: exp.GTE, exp.GT: exp.LT, exp.GTE: exp.LTE}
_TWO_SIDED = (exp.EQ, exp.NEQ, exp.Is, *_FLIPPED)
_AROUND_A_VALUE = (exp.Paren, exp.Cast, exp.Date, exp.StrToDate, exp.TsOrDsToDate)
_SHOWN_MARKS = frozenset("()[]=<>!,+-*/%|.")
_SHOWN_WORDS = frozenset(
    ("AND", "OR", "NOT", "IN", "BETWEEN", "IS", "NULL", "LIKE", "ILIKE", "SELECT", "FROM", "WHERE")
)
_LONGEST_SHOWN = 200
_MOST_PIECES = 4096
"""With more pieces than this it is not worked out whether boxes were widened: they count as if."""


def boxes_of(space: Space, text: str, dialect: str = OWN) -> list[Box]:
    """Read an SQL condition as boxes, of which it holds for any; at least one, which may be empty.

    Args:
        space: the dimensions.
        text: the condition.
        dialect: whose SQL it is, by sqlglot's name for it.

    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.numeric import Numeric
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("sex", ("F", "M")), Numeric.binned("age", [24, 61], integer=True)))
    >>> [box.to_json() for box in boxes_of(space, "age BETWEEN 25 AND 61 AND NOT sex = 'M'")]
    [{'sex': ['F'], 'age': ['25 to 61']}]
    """
    with _by_sqlglot():
        tree = _parse(text, dialect)
        reader = _Reader(space, tree)
        boxes = reader.read(tree, negated=False)
    return [reader.covered(box, boxes) for box in boxes]


_READING = ContextVar("_READING", default=False)
"""Whether a condition is being read here, so that sqlglot is to log nothing."""
logging.getLogger("sqlglot").addFilter(lambda _: not _READING.get())


@contextmanager
def _by_sqlglot() -> Iterator[None]:
    """While sqlglot has a condition: it logs nothing, and its errors are told in our words.

    It raises errors of its own, and whatever else it runs into on text that is no SQL. It is at work
    throughout, also where a part of a condition is written out to be shown.
    """
    before = _READING.set(True)
    try:
        yield
    except (TacitError, MemoryError):
        raise
    except RecursionError:
        raise IntentError("the condition has too many parentheses inside each other.") from None
    except Exception as error:
        raise IntentError(
            f"the condition is not SQL that can be read{_place(error)}. It should look like: "
            "race IN ('...') AND age BETWEEN 25 AND 61."
        ) from None
    finally:
        _READING.reset(before)


def _parse(text: str, dialect: str) -> exp.Expression:
    text = text.rstrip().rstrip(";")
    # Before the parser, which would take a second statement for a command that it does not know.
    many = any(t.token_type is TokenType.SEMICOLON for t in sqlglot.tokenize(text, dialect))
    tree = exp.Select() if many else sqlglot.parse_one(f"SELECT 1 WHERE\n{text}", read=dialect)
    where = tree.args.get("where")
    extra = {part for part, value in tree.args.items() if value} - {"where", "expressions", "kind"}
    if not isinstance(tree, exp.Select) or where is None or extra:
        raise IntentError(
            "expected one SQL condition, such as would follow WHERE, and nothing else."
        )
    condition: exp.Expression = where.this
    return condition if dialect == OWN else condition.transform(_truth)


def _place(error: Exception) -> str:
    """Where in the user's text the parser stopped, if it says."""
    told = error.errors if isinstance(error, sqlglot.errors.ParseError) else []
    first: dict[str, Any] = next(iter(told), {})
    line = (first.get("line") or 0) - 1
    return f" (line {line}, near character {first['col']})" if line > 0 else ""


class _Reader:
    """One condition being read: the pieces of each dimension, and the way down the tree."""

    def __init__(self, space: Space, tree: exp.Expression) -> None:
        self.space = space
        literals: dict[int, list[object]] = {}
        for name, values in _comparisons(tree):
            at = found_in(space, name)
            if at is not None:
                literals.setdefault(at, []).extend(values)
        self.atoms: dict[int, Atoms] = {
            at: dimension.atoms(literals.get(at, ())) for at, dimension in enumerate(space)
        }

    def read(self, node: exp.Expression, negated: bool) -> list[FineBox]:
        """The boxes of a condition, or of its opposite; at least one, which may be empty."""
        while isinstance(node, exp.Paren | exp.Not):
            negated ^= isinstance(node, exp.Not)
            node = node.this
        if isinstance(node, exp.And | exp.Or):
            parts = [self.read(part, negated) for part in node.flatten()]
            if isinstance(node, exp.And) != negated:
                return reduce(self._all, parts)
            return reduce(self._any, parts)
        if isinstance(node, exp.Boolean):
            return [{} if bool(node.this) != negated else self._nothing()]
        at, mask = self._comparison(node)
        if negated:
            mask = ~mask if isinstance(node, exp.Is) else self.atoms[at].opposite(mask)
        return [self._box(at, mask)]

    def covered(self, box: FineBox, boxes: list[FineBox]) -> Box:
        """A box in whole values; it is widened if these hold more than all the boxes together."""
        masks, widened = [], []
        for at, dimension in enumerate(self.space):
            if at not in box:
                masks.append(np.ones(len(dimension), dtype=bool))
                continue
            mask, wider = self.atoms[at].cover(box[at])
            masks.append(mask)
            widened += [dimension.name] if wider else []
        if widened and not self._beyond(masks, boxes):
            widened = []
        pieces = ((at, self.atoms[at].pieces(mask)) for at, mask in box.items())
        told = (tuple(pieces),) if widened else ()
        return Box.from_masks(self.space, masks, widened=tuple(widened), told=told)

    def _beyond(self, masks: list[Mask], boxes: list[FineBox]) -> bool:
        """Whether whole values hold a piece that none of some boxes does."""
        rest: list[FineBox] = [{at: self.atoms[at].of(mask) for at, mask in enumerate(masks)}]
        for box in boxes:
            rest = [piece for one in rest for piece in _without(one, box)]
            if len(rest) > _MOST_PIECES:
                return True
        return bool(rest)

    def _nothing(self) -> FineBox:
        return {0: np.zeros(self.atoms[0].count, dtype=bool)}

    def _box(self, at: int, mask: Mask) -> FineBox:
        """A box that limits one dimension, if the mask leaves out any piece that rows lie in."""
        real = self.atoms[at].real
        return {} if mask[real].all() else {at: mask & real}

    def _any(self, left: list[FineBox], right: list[FineBox]) -> list[FineBox]:
        """What either of two conditions holds."""
        for box in right:
            left = joined(left, box, self._join)
        return left

    def _all(self, left: list[FineBox], right: list[FineBox]) -> list[FineBox]:
        """What both of two conditions hold."""
        return self._any([], [_meet(mine, its) for mine in left for its in right])

    def _join(self, left: FineBox, right: FineBox) -> FineBox | None:
        """Two boxes as one, where they make one."""
        if _is_empty(left) or _covers(right, left):
            return right
        if _is_empty(right) or _covers(left, right):
            return left
        differ = [at for at in left.keys() | right.keys() if not _same(left, right, at)]
        if len(differ) > 1 or differ[0] not in left or differ[0] not in right:
            return None
        others = {at: mask for at, mask in left.items() if at != differ[0]}
        return {**others, **self._box(differ[0], left[differ[0]] | right[differ[0]])}

    def _comparison(self, node: exp.Expression) -> tuple[int, Mask]:
        if _name(node) is not None:
            at = self._dimension(node, node)
            return at, self.atoms[at].equals(True)
        if isinstance(node, exp.In | exp.EQ | exp.NEQ) and _head(node.this) is not None:
            return self._beginning(node)
        if isinstance(node, _TWO_SIDED):
            return self._two_sided(node)
        if isinstance(node, exp.In) and node.expressions:
            at = self._dimension(node.this, node)
            found = np.zeros(self.atoms[at].count, dtype=bool)
            for item in node.expressions:
                found |= self.atoms[at].equals(self._value(item, node))
            return at, found
        if isinstance(node, exp.Between) and not node.args.get("symmetric"):
            at = self._dimension(node.this, node)
            atoms = self.atoms[at]
            below = atoms.below(self._value(node.args["low"], node), inclusive=False)
            upto = atoms.below(self._value(node.args["high"], node), inclusive=True)
            return at, atoms.opposite(below) & upto
        raise NotABox(
            f"this part can't be read as a set of values: {self._masked(node)}. "
            "Allowed are =, <>, <, <=, >, >=, IN, BETWEEN, IS NULL, AND, OR and NOT."
        )

    def _beginning(self, node: exp.Expression) -> tuple[int, Mask]:
        """A comparison of the first characters of a dimension with one text or several."""
        column, length = _head(node.this) or (node.this, 0)
        at = self._dimension(column, node)
        texts = node.expressions if isinstance(node, exp.In) else [node.expression]
        found = np.zeros(self.atoms[at].count, dtype=bool)
        for text in texts:
            found |= self.atoms[at].begins(str(self._value(text, node)), length)
        return at, self.atoms[at].opposite(found) if isinstance(node, exp.NEQ) else found

    def _two_sided(self, node: exp.Expression) -> tuple[int, Mask]:
        """A comparison of a dimension with one value, whichever side it stands on."""
        column, other, kind = _sides(node)
        at = self._dimension(column, node)
        atoms = self.atoms[at]
        if isinstance(other, exp.Null):
            if kind is not exp.Is:
                raise IntentError("compare with NULL by IS NULL or IS NOT NULL, not by =.")
            return at, atoms.is_missing()
        value = self._value(other, node)
        if kind in (exp.EQ, exp.Is):
            return at, atoms.equals(value)
        if kind is exp.NEQ:
            return at, atoms.opposite(atoms.equals(value))
        below = atoms.below(value, inclusive=kind in (exp.LTE, exp.GT))
        return at, below if kind in (exp.LT, exp.LTE) else atoms.opposite(below)

    def _dimension(self, side: exp.Expression, node: exp.Expression) -> int:
        """The dimension that one side of a comparison names."""
        name = _name(side)
        if name is None:
            raise NotABox(
                "this part does not compare a dimension with values: "
                f"{self._masked(node)}. A name with hyphens or spaces goes in double quotes, such "
                'as "hours-per-week".'
            )
        at = found_in(self.space, name)
        if at is None:
            raise UnknownDimension(name, self.space.names)
        return at

    def _value(self, side: exp.Expression, node: exp.Expression) -> object:
        """The value that one side of a comparison spells."""
        value = _value(side)
        if value is None:
            raise NotABox(
                f"this part holds what is not a plain value: {self._masked(node)}. "
                "Text goes in single quotes ('...')."
            )
        return value

    def _masked(self, node: exp.Expression) -> str:
        """A part of a condition as it may be shown: its shape, and the market's own names."""
        sql = node.transform(self._named).sql(dialect="duckdb", comments=False)
        shown, end = "", 0
        for token in sqlglot.tokenize(sql, "duckdb"):
            shown += " " if token.start > end else ""
            shown += self._masked_token(token, sql[token.start : token.end + 1])
            end = token.end + 1
        return f"`{shown[:_LONGEST_SHOWN]}{'...' if len(shown) > _LONGEST_SHOWN else ''}`"

    def _named(self, node: exp.Expression) -> exp.Expression:
        """A name with hyphens as one name, if the market has it."""
        name = _name(node) if isinstance(node, exp.Sub) else None
        known = name is not None and found_in(self.space, name) is not None
        return exp.column(name, quoted=True) if known else node

    def _masked_token(self, token: Token, written: str) -> str:
        if token.token_type in (TokenType.VAR, TokenType.IDENTIFIER):
            return written if found_in(self.space, token.text) is not None else "?"
        is_mark = set(written) <= _SHOWN_MARKS
        return written if is_mark or written in _SHOWN_WORDS else "?"


def found_in(space: Space, name: str) -> int | None:
    """The dimension of that name, or from the column of that name; upper case matters little."""
    columns = [dimension.column for dimension in space]
    for names in (space.names, columns):
        for asked, known in ((name, names), (name.lower(), [n.lower() for n in names])):
            if known.count(asked) == 1:
                return known.index(asked)
    return None


def _meet(left: FineBox, right: FineBox) -> FineBox:
    shared = {at: left[at] & right[at] for at in left.keys() & right.keys()}
    return {**left, **right, **shared}


def _without(box: FineBox, other: FineBox) -> list[FineBox]:
    """What is left of a box, which limits every dimension, without the pieces of another."""
    if _is_empty(_meet(box, other)):
        return [box]
    pieces, inside = [], dict(box)
    for at, mask in other.items():
        outside = inside[at] & ~mask
        if outside.any():
            pieces.append({**inside, at: outside})
        inside[at] = inside[at] & mask
    return pieces


def _is_empty(box: FineBox) -> bool:
    return any(not mask.any() for mask in box.values())


def _covers(outer: FineBox, inner: FineBox) -> bool:
    return all(at in inner and not (inner[at] & ~mask).any() for at, mask in outer.items())


def _same(left: FineBox, right: FineBox, at: int) -> bool:
    return at in left and at in right and np.array_equal(left[at], right[at])


def _name(node: Any) -> str | None:
    """The name that a column reference spells, hyphens included."""
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, exp.Column) and isinstance(node.this, exp.Identifier):
        return str(node.name)
    if isinstance(node, exp.Sub):
        left, right = _name(node.left), _name(node.right)
        return f"{left}-{right}" if left and right else None
    return None


def _truth(node: exp.Expression) -> exp.Expression:
    """TRUE and FALSE where a database has neither, and `1 = 1` or `1 = 0` stands for them."""
    sides = [node.left, node.right] if isinstance(node, exp.EQ) else []
    numbers = [one.this for one in sides if isinstance(one, exp.Literal) and one.is_int]
    return exp.Boolean(this=numbers[0] == numbers[1]) if len(numbers) == 2 else node


def _head(node: Any) -> tuple[exp.Expression, int] | None:
    """What is cut and after how many characters, where the first ones of something are meant."""
    if isinstance(node, exp.Substring) and _value(node.args.get("start")) == 1:
        length = _value(node.args.get("length"))
    elif isinstance(node, exp.Left):
        length = _value(node.expression)
    else:
        return None
    inner = node.this
    while isinstance(inner, exp.Cast | exp.Paren):
        inner = inner.this
    return (inner, length) if isinstance(length, int) and _name(inner) is not None else None


def _sides(node: exp.Expression) -> tuple[exp.Expression, exp.Expression, type[exp.Expression]]:
    """A comparison with the column on its left."""
    kind = type(node)
    if _name(node.left) is None and _name(node.right) is not None:
        return node.right, node.left, _FLIPPED.get(kind, kind)
    return node.left, node.right, kind


def _value(node: Any) -> str | int | float | bool | None:
    """The value of a literal, or None if it is something else."""
    if isinstance(node, _AROUND_A_VALUE):
        return _value(node.this)
    if isinstance(node, exp.National):
        return str(node.this)
    if isinstance(node, exp.Neg):
        inner = _value(node.this)
        return None if inner is None or isinstance(inner, str | bool) else -inner
    if isinstance(node, exp.Boolean):
        return bool(node.this)
    if isinstance(node, exp.Literal):
        return str(node.this) if node.is_string else _number(str(node.this))
    return None


def _number(written: str) -> int | float | None:
    try:
        return int(written) if written.isdigit() else float(written)
    except ValueError:
        return None


def _comparisons(tree: exp.Expression) -> Iterator[tuple[str, list[object]]]:
    """Each dimension named in a condition, with the literals it is compared with."""
    for node in tree.find_all(*_TWO_SIDED, exp.In, exp.Between):
        column = _sides(node)[0] if isinstance(node, _TWO_SIDED) else node.this
        parts = [*node.iter_expressions()]
        yield _name(column) or "", [v for part in parts if (v := _value(part)) is not None]
