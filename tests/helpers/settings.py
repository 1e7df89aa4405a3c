"""Settings of every method, right and wrong ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tacit.candidates.given import Given
from tacit.publishing.settings import (
    MOST_EFFORT,
    GreedySettings,
    OptimalSettings,
    SealedSettings,
)

GIVEN = Given.of([{"x": ["a"]}, {"x": ["b"]}])


LISTED = [{"x": ["a"]}, {"x": ["b"]}]


objectives = st.sampled_from(["records", "cost", "cells"])


greedies = st.builds(
    lambda alpha: GreedySettings.of(alpha=alpha), st.just("auto") | st.fractions(0, 1).map(str)
)


optimals = st.builds(
    lambda o, c, b: OptimalSettings.of(objective=o, contiguous=c, boxes=b),
    objectives,
    st.booleans(),
    st.integers(1, 64),
)


sealeds = st.builds(
    lambda **some: SealedSettings.of(**some),
    objective=objectives,
    contiguous=st.booleans(),
    candidates=st.sampled_from(["usual", "cells", "shape", "boxes"]),
    prior=st.sampled_from(["uniform", "records", "cost"]),
    support=st.sampled_from(["nonempty", "all"]),
    bare=st.booleans(),
    effort=st.integers(1, MOST_EFFORT),
)


WRONG: list[tuple[str, str, Any, str]] = [
    ("greedy", "alpha", 1.1, "from 0 to 1"),
    ("greedy", "alpha", "much", "finite number"),
    ("greedy", "never", ["a"], "values per dimension"),
    ("optimal", "always", "a", "values per dimension"),
    ("optimal", "objective", "price", "objective must be one of"),
    ("optimal", "objective", ["records"], "objective must be one of"),
    ("optimal", "contiguous", "yes", "either true or false"),
    ("optimal", "contiguous", 1, "either true or false"),
    ("optimal", "boxes", 0, "from 1 to 64"),
    ("optimal", "boxes", 65, "from 1 to 64"),
    ("optimal", "boxes", 1.5, "from 1 to 64"),
    ("optimal", "boxes", True, "from 1 to 64"),
    ("optimal", "seconds", -1, "0 or more"),
    ("optimal", "seconds", float("nan"), "finite number"),
    ("optimal", "seconds", float("inf"), "finite number"),
    ("sealed", "effort", 0, "from 1 to 10,000,000"),
    ("sealed", "effort", MOST_EFFORT + 1, "from 1 to 10,000,000"),
    ("sealed", "effort", "many", "the effort must be a whole number"),
    ("sealed", "bare", "no", "either true or false"),
    ("sealed", "candidates", "cell", "candidates must be one of"),
    ("sealed", "candidates", 3, "a name, or a list"),
    ("sealed", "candidates", True, "a name, or a list"),
    ("sealed", "prior", "flat", "prior must be one of"),
    ("sealed", "prior", 0.5, "a name, or a list"),
    ("sealed", "support", "some", "support must be one of"),
    ("sealed", "support", 3, "support must be one of"),
]
