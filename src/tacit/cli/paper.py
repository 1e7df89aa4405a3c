"""`tacit paper`: the paper's evaluation, all of it or one exhibit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli._terminal import (
    busy,
    make_folder,
    show,
    speaks_plainly,
    tell,
    write_bytes,
    write_text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.paper.exhibit import Case, Exhibit


@speaks_plainly
def paper(
    exhibit: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...",
            help="table1, table2, table3, table4, figure-1, figure-size, figure-lambda, "
            "figure-alpha or figure-informed; all of them by default.",
            show_default=False,
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A TOML file with a case of your own: [study] with data, want, limit, alpha.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where to write.")] = "tacit-paper",
) -> None:
    """Reproduce the paper's evaluation: one page, with pictures and series beside it.

    Exit code 1 means that a printed number differs and nothing explains it.
    """
    from tacit.paper import evaluation

    with busy("reading the case") as progress:
        own = None if on is None else evaluation.read_case(Path(on), progress)
    made = _run(exhibit or (), own)
    folder = Path(out)
    with busy("writing the report"):
        make_folder(folder)
        for name, content in evaluation.files(made):
            write_bytes(folder / name, content, private=own is not None)
        report = folder / "report.html"
        write_text(str(report), evaluation.page(made, own), private=own is not None)
    tell(f"wrote {report} and its files")
    if not all(one.as_printed for one in made):
        raise typer.Exit(1)


def _run(names: Sequence[str], own: Case | None) -> list[Exhibit]:
    """Run exhibits one by one and show each when it is done."""
    from tacit.paper import evaluation
    from tacit.paper.view import exhibit_view

    made: list[Exhibit] = []
    chosen = evaluation.chosen(names, own)
    for place, name in enumerate(chosen, 1):
        with busy(f"running {name}, {place} of {len(chosen)}") as progress:
            made.append(evaluation.run_one(name, own, progress))
        show(exhibit_view(made[-1]))
    return made
