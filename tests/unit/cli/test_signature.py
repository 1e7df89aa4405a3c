"""Groups of options stand in the place of one parameter."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer
from typer.testing import CliRunner

from tacit.cli._signature import Options, Verb, takes

SIZES: Options = {
    "height": (Annotated[int, typer.Option(help="How high.")], 1),
    "width": (Annotated[int, typer.Option(help="How wide.")], 2),
}
COLOURS: Options = {"colour": (Annotated[str, typer.Option("--colour", "-c")], "red")}

takes_size = takes("size", lambda: SIZES, lambda said: tuple(said.values()))
takes_colours = takes("colours", lambda: COLOURS, lambda said: said)


@takes_colours
@takes_size
def paint(name: str, loud: bool = False, *, size: tuple[int, int], colours: dict[str, str]) -> None:
    """Paint something."""
    print(name, loud, size, colours)


def said(verb: Verb, *args: str) -> str:
    app = typer.Typer()
    app.command()(verb)
    done = CliRunner().invoke(app, args)
    assert done.exit_code == 0, done.output
    return done.output.strip()


def test_what_is_said_of_a_group_comes_as_one_value() -> None:
    assert said(paint, "a wall") == "a wall False (1, 2) {'colour': 'red'}"
    assert said(paint, "door", "--width", "7", "-c", "blue", "--loud") == (
        "door True (1, 7) {'colour': 'blue'}"
    )


def test_the_options_stand_where_the_group_stood() -> None:
    assert list(inspect.signature(paint).parameters) == [
        "name",
        "loud",
        "height",
        "width",
        "colour",
    ]


def test_the_verb_keeps_its_name_and_words() -> None:
    assert (paint.__name__, paint.__doc__) == ("paint", "Paint something.")
    assert "Paint something." in said(paint, "--help")


def test_options_that_are_added_later_are_known() -> None:
    options: dict[str, tuple[Any, Any]] = dict(SIZES)

    @takes("size", lambda: options, lambda given: given)
    def measure(*, size: dict[str, Any]) -> None:
        print(size)

    assert said(measure) == "{'height': 1, 'width': 2}"
    options["depth"] = (Annotated[int, typer.Option()], 3)
    assert said(measure, "--depth", "4") == "{'height': 1, 'width': 2, 'depth': 4}"
