"""The settings of publish methods as options: their fields are the only place they are written."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from tacit.cli._signature import Options, Verb, takes
from tacit.errors import SettingError
from tacit.publishing.settings import AUTO, SETTINGS, Option


@dataclass(frozen=True)
class Said:
    """What was said of settings.

    Attributes:
        values: the settings that were given, by name.
        files: the files that were read for them.
    """

    values: dict[str, Any]
    files: tuple[str, ...]


def takes_settings(
    *only: str, panel: str | None = None, left_open: Collection[str] = ()
) -> Callable[[Verb], Verb]:
    """A verb that publishes gets the settings that were given as `settings`; all, or some by name.

    Args:
        only: the settings to take; all by default.
        panel: the heading to list them under; by default the methods that have each.
        left_open: those whose default the method does not decide here, so that help shows none.
    """

    def decorate(verb: Verb) -> Verb:
        return takes("settings", lambda: _options(only, panel, left_open), _packed)(verb)

    return decorate


def flag_of(name: str) -> str:
    """What a setting is called on the command line."""
    option = _every().get(name)
    if option is not None and option.flag is not None:
        return option.flag
    return f"--{name.replace('_', '-')}"


def default_of(name: str) -> Any:
    """The default of a setting, as a user would write it."""
    for one in SETTINGS.values():
        for field in fields(one):
            if field.name == name and field.default is not MISSING:
                return AUTO if field.default is None else field.default
    return None


def _every() -> dict[str, Option]:
    return {name: o for one in SETTINGS.values() for name, o in one.options().items()}


def _options(only: Collection[str], panel: str | None, left_open: Collection[str]) -> Options:
    every = _every()
    return {
        name: _declared(
            name,
            option,
            None if option.first else panel or _panel(name),
            shows=name not in left_open,
        )
        for name, option in every.items()
        if not only or name in only
    }


def _panel(name: str) -> str:
    """The methods that have a setting."""
    methods = [method for method, one in SETTINGS.items() if name in one.options()]
    return f"With --method {' or '.join(methods)}"


def _declared(name: str, option: Option, panel: str | None, *, shows: bool) -> tuple[Any, Any]:
    about, default = option.about, default_of(name)
    if isinstance(default, bool):
        info = typer.Option(flag_of(name), help=about, rich_help_panel=panel)
        return Annotated[bool, info], False
    if default is not None and shows:
        about = f"{about} [dim]\\[default: {default}][/dim]"
    info = typer.Option(
        metavar=option.values, help=about, rich_help_panel=panel, show_default=False
    )
    return Annotated[list[str] | None, info], None


def _packed(said: dict[str, Any]) -> Said:
    """What was said, by the names of the settings; what was not said is left to the method."""
    values: dict[str, Any] = {}
    files: list[str] = []
    every = _every()
    for name, value in said.items():
        if isinstance(value, bool):
            values |= {name: not default_of(name)} if value else {}
        elif value:
            # As everywhere the last one counts; but of what takes several values, all do.
            written = ",".join(value) if every[name].several else value[-1]
            values[name], read = _read(every[name], written)
            files += read
    return Said(values, tuple(files))


def _read(option: Option, written: str) -> tuple[Any, list[str]]:
    """A setting as it was written, or what is in the files that it names, and those files."""
    if option.file == "pins":
        from tacit.intents.reading import read_pins

        return read_pins(written), [written]
    if not option.file or _is_known(option, written):
        return written, []
    parts = [part.strip() for part in written.split(",")]
    if option.file != "prior" or len(parts) == 1 or Path(written).exists():
        return _listed(option, written), [written]
    files = [part for part in parts if not _is_known(option, part)]
    if not files:
        return written, []
    return tuple(_listed(option, p) if p in files else p for p in parts), files


def _listed(option: Option, path: str) -> Any:
    """The list of intents in a file."""
    from tacit.candidates.reading import read_given

    if not Path(path).exists():
        names = ", ".join(option.values.split("|")[:-1])
        raise SettingError(
            f"the {option.file} must be one of {names}, or a file with a list of intents; there is no such file.",
            option.file,
        )
    return read_given(path, option.file)


def _is_known(option: Option, name: str) -> bool:
    """Whether this is the name of a class of candidates, or of a prior."""
    from tacit.candidates.registry import CLASSES, PRIORS, is_class

    return name in option.values.split("|") or name in CLASSES or name in PRIORS or is_class(name)
