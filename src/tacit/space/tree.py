"""Tree: leaves of a tree of values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.errors import SpaceError, UnknownValue
from tacit.space.dimension import Dimension, Label, Mask, Spec

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Tree(Dimension):
    """Leaves of a tree of values: near when they share a branch.

    Attributes:
        branches: for each leaf, the names from the root down to it.
        table: the file that lists the paths to its leaves, if it comes from one; before that is read,
            the tree is open.
        prefixes: for a tree of codes, by how many of their first characters they branch.
    """

    kind: ClassVar[str] = "tree"
    branches: tuple[tuple[str, ...], ...] = ()
    table: str | None = field(default=None, kw_only=True)
    prefixes: tuple[int, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.branches) != len(self.values):
            raise SpaceError(f"tree '{self.name}' must say for each leaf which branch it is on.")

    @classmethod
    def of(cls, name: str, tree: Mapping[str, Any] | Sequence[Any], **more: Any) -> Tree:
        """Make a tree from nested tables and lists.

        >>> Tree.of("country", {"Europe": ["France", "Italy"], "Asia": ["Japan"]}).values
        ('France', 'Italy', 'Japan')
        """
        leaves = list(_leaves(name, tree))
        values = tuple(leaf for _, leaf in leaves)
        return cls(name, values, tuple(branch for branch, _ in leaves), **more)

    @classmethod
    def of_paths(cls, name: str, paths: Iterable[Sequence[str]], **more: Any) -> Tree:
        """Make a tree from the paths to its leaves, the leaf last; a missing value is on no branch.

        >>> Tree.of_paths("state", [("US", "West", "Utah"), ("US", "Guam")]).branches
        (('US', 'West'), ('US',))
        """
        leaves = [(tuple(path[:-1]), path[-1]) for path in paths]
        return cls._of_leaves(name, leaves, **more)

    @classmethod
    def by_prefixes(
        cls, name: str, codes: Iterable[Label], prefixes: Sequence[int], **more: Any
    ) -> Tree:
        """Make a tree of codes, which branch by how they begin.

        >>> Tree.by_prefixes("naics", ["3111", "3121", "5"], [2, 3]).branches
        (('31*', '311*'), ('31*', '312*'), ())
        """
        lengths = tuple(prefixes)
        rising = all(type(n) is int and n > 0 for n in lengths)
        if not lengths or not rising or list(lengths) != sorted(set(lengths)):
            raise SpaceError(
                f"the prefixes of tree '{name}' must be lengths from short to long, such as [2, 3]."
            )
        missing = str(more["missing"]) if more.get("missing") is not None else None
        leaves = [(_heads(code, lengths), code) for code in codes if str(code) != missing]
        return cls._of_leaves(name, leaves, prefixes=lengths, **more)

    @classmethod
    def _of_leaves(cls, name: str, leaves: Iterable[tuple[Any, Label]], **more: Any) -> Tree:
        found = list(leaves)
        if more.get("missing") is not None:
            found = [leaf for leaf in found if str(leaf[1]) != str(more["missing"])]
            found.append(((), more["missing"]))
        values = tuple(leaf for _, leaf in found)
        return cls(name, values, tuple(branch for branch, _ in found), **more)

    @property
    def can_be_filled(self) -> bool:
        """Whether its leaves are in a file, or are the codes that occur."""
        return bool(self.table or self.prefixes)

    def select(self, asked: object) -> Mask:
        """Find a leaf, or all leaves of a named branch."""
        if str(asked) in self._codes:
            return super().select(asked)
        names = {str(asked), f"{asked}*"} if self.prefixes else {str(asked)}
        mask = np.array([not names.isdisjoint(branch) for branch in self.branches], dtype=bool)
        if not mask.any():
            groups = sorted({group for branch in self.branches for group in branch})
            raise UnknownValue(self.name, asked, [*self.values, *groups])
        return mask

    def distances(self, code: int) -> NDArray[np.int64]:
        """Edges on the way from one leaf up to the shared branch and down again."""
        here = self.branches[code]
        steps = [len(here) + len(there) + 2 for there in self.branches]
        for i, there in enumerate(self.branches):
            pairs = takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False))
            steps[i] -= 2 * sum(1 for _ in pairs)
        steps[code] = 0
        return np.array(steps, dtype=np.int64)

    def _details(self) -> Spec:
        if self.prefixes:
            own = self.values if self.missing is None else self.values[:-1]
            listed = {"values": list(own)} if own else {}
            return {"prefixes": list(self.prefixes), **listed}
        if self.table is not None:
            return {"tree": self.table}
        return {"tree": _nested(list(zip(self.branches, self.values, strict=True)))}


def _heads(code: Label, lengths: Sequence[int]) -> tuple[str, ...]:
    text = str(code)
    return tuple(f"{text[:n]}*" for n in lengths if n <= len(text))


def _leaves(name: str, node: Any, above: tuple[str, ...] = ()) -> Iterable[tuple[Any, Label]]:
    if isinstance(node, Mapping):
        for group, below in node.items():
            yield from _leaves(name, below, (*above, str(group)) if group else above)
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for item in node:
            yield from _leaves(name, item, above) if isinstance(item, Mapping) else [(above, item)]
    else:
        raise SpaceError(f"the tree of '{name}' must be made of tables and lists of values.")


def _nested(leaves: Sequence[tuple[tuple[str, ...], Label]]) -> Any:
    """Nested tables and lists from the leaves' branches: what `_leaves` reads."""
    items: list[Any] = []
    for key, run in groupby(leaves, key=lambda leaf: leaf[0][:1]):
        below = [(branch[1:], value) for branch, value in run]
        items += [{key[0]: _nested(below)}] if key else [value for _, value in below]
    groups = {name: below for i in items if isinstance(i, dict) for name, below in i.items()}
    return groups if len(groups) == len(items) else items
