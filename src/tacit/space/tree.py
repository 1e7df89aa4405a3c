"""Tree: leaves of a tree of values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    """

    kind: ClassVar[str] = "tree"
    branches: tuple[tuple[str, ...], ...] = ()

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

    def select(self, asked: object) -> Mask:
        """Find a leaf, or all leaves of a named branch."""
        if str(asked) in self._codes:
            return super().select(asked)
        mask = np.array([str(asked) in branch for branch in self.branches])
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
        return {"tree": _nested(list(zip(self.branches, self.values, strict=True)))}


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
