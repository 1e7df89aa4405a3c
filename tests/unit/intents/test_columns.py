"""The names of columns, as SQL takes them."""

from __future__ import annotations

import pytest

from tacit.intents.columns import quoted


@pytest.mark.parametrize(
    ("column", "written"),
    [
        ("age", "age"),
        ("age_2", "age_2"),
        ("_age", "_age"),
        ("Age", '"Age"'),
        ("hours-per-week", '"hours-per-week"'),
        ("a b", '"a b"'),
        ('say "hi"', '"say ""hi"""'),
        ("select", '"select"'),
        ("order", '"order"'),
        ("if", '"if"'),
        ("1st", '"1st"'),
        ("größe", '"größe"'),
    ],
)
def test_columns_are_quoted_where_they_must_be(column: str, written: str) -> None:
    assert quoted(column) == written
