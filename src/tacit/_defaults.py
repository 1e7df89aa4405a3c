"""What holds where nothing is said, and the largest sizes: for Python and the command line alike.

The settings of a publish method have their defaults in its settings class
(`tacit.publishing.settings`); all others stand here. Nothing heavy may be imported here, since
the command line reads these before it knows what it is asked.
"""

from __future__ import annotations

LIMIT = "0.3"
"""The highest confidence an attacker may reach; the paper's lambda."""
METHOD = "sealed"
"""How to publish."""
ALLOCATION = "blend"
"""How to choose a purchase."""
ODDS = "0.95"
"""The chance with which a blind purchase holds what is needed, or stays within a budget."""
OBSERVER = "purchase-f"
"""Whose test a purchase has to pass."""
SUPPLY = "finite"
"""Whether blind draws use the stock up, as the paper's program has it."""
POINTS = 40
"""How many points a curve of limits and costs may have: as many as a screen tells apart."""
SECONDS = 10.0
"""How long a search for the optimum takes at most: most end in a second."""
REPLAYS = 200
"""How often a method that draws is replayed for each candidate: enough for intervals of 7 points."""
MOST_RUNS = 1_000_000
"""And at most: more would not fit into memory."""
BINS = 20
"""How many bins numbers are put in. Posts are made of bins, so wider ones would widen what is wanted."""
FEWEST_BINS, MOST_BINS = 2, 1000
"""How many may be asked for: one bin tells nothing apart, and beyond so many each holds few records."""
MOST_BOXES = 64
"""How many boxes an intent may have: beyond, their overlaps take too long to count."""
LARGEST = 2**62
"""Totals above this no longer fit the integers we count with."""
EXACT_FLOAT = 2**53
"""Whole numbers up to this are exact as floats, and so are sums that stay below it."""
