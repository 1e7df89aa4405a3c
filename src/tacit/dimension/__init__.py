"""Dimensions: a named attribute with finitely many values, and how far two values are apart.

| kind | values | distance | offered when a box grows |
|---|---|---|---|
| `Nominal` | names | all alike | every value not yet in |
| `Ordinal` | names in an order | steps along the order | the nearest one |
| `Numeric` | bins of numbers or dates | steps along the bins | the nearest one |
| `Tree` | leaves of a tree | edges between two leaves | every one of the nearest |
| `Matrix` | names | as given | every one of the nearest |

A dimension lists its values in *value order*, which decides ties and how results are printed. An
ordinal's natural order may differ from it.
"""

from __future__ import annotations

from tacit.dimension._base import Atoms, Dimension, Label, Mask, Spec
from tacit.dimension.matrix import Matrix
from tacit.dimension.nominal import Nominal
from tacit.dimension.numeric import Numeric
from tacit.dimension.ordinal import Ordinal
from tacit.dimension.tree import Tree

__all__ = [
    "Atoms",
    "Dimension",
    "Label",
    "Mask",
    "Matrix",
    "Nominal",
    "Numeric",
    "Ordinal",
    "Spec",
    "Tree",
]
