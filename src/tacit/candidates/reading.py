"""Reading lists of intents from files. Paths come from the user alone, and are opened only here."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from tacit._doors import door
from tacit.candidates.given import Given
from tacit.errors import InputError
from tacit.intents.reading import read_json, read_text

if TYPE_CHECKING:
    from pathlib import Path


@door
def read_given(path: str | Path, what: str = "candidates") -> Given:
    """Read a list of intents, each with or without a weight, from a JSON or CSV file."""
    text = read_text(path, what)
    content = None
    try:
        content = read_json(text) if text.lstrip().startswith(("[", "{")) else _rows(text)
    except (ValueError, csv.Error):
        content = None
    if content is None:
        raise InputError(f"the {what} file is neither valid JSON nor a CSV table.")
    if not isinstance(content, list) or not all(isinstance(entry, dict) for entry in content):
        raise InputError(f'the {what} file must hold a list of {{"intent": {{...}}, "weight": n}}.')
    if not content:
        raise InputError(f"the {what} file lists no intent.")
    return Given.of(content)


def _rows(text: str) -> list[dict[str, Any]]:
    """A CSV table: a column for each dimension, empty where all its values are meant, and `weight`."""
    found = []
    for row in csv.DictReader(text.splitlines(), strict=True):
        if None in row or None in row.values():
            raise csv.Error
        weight = row.pop("weight", None)
        intent = {name: [value] for name, value in row.items() if value != ""}
        found.append({"intent": intent, **({} if weight is None else {"weight": weight})})
    return found
