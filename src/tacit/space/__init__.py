"""Dimensions: a named attribute with finitely many values, and how far two values are apart.

| kind | values | distance | offered when a box grows |
|---|---|---|---|
| `Nominal` | names | all alike | every value not yet in |
| `Ordinal` | names in an order | steps along the order | the nearest one |
| `Numeric` | bins of numbers or dates | steps along the bins | the nearest one |
| `Tree` | leaves of a tree | edges between two leaves | every one of the nearest |
| `Prefix` | how texts begin | all alike | every value not yet in |
| `Grouped` | groups of names | all alike | every value not yet in |
| `Matrix` | names | as given | every one of the nearest |

A dimension lists its values in *value order*, which decides ties and how results are printed. An
ordinal's natural order may differ from it.
"""
