"""Groups of options that several verbs take, written down once.

Typer reads a verb's options from its signature. A verb that takes a group names it with one
keyword-only parameter; the decorator puts the options of the group in its place, and gives the verb
what was said of them as one value.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

Verb = Callable[..., None]
Options = Mapping[str, tuple[Any, Any]]
"""Options by name, each with its annotation and its default."""


def takes(
    group: str, options: Callable[[], Options], pack: Callable[[dict[str, Any]], Any]
) -> Callable[[Verb], Verb]:
    """Put the options of a group in the place of a parameter; `pack` makes one value of them."""
    return lambda verb: _Widened(verb, group, options, pack)


class _Widened:
    """A verb with the options of a group; these are asked for each time, since some may be added."""

    def __init__(
        self,
        verb: Verb,
        group: str,
        options: Callable[[], Options],
        pack: Callable[[dict[str, Any]], Any],
    ) -> None:
        functools.update_wrapper(self, verb)
        self._verb, self._group, self._options, self._pack = verb, group, options, pack

    def __call__(self, **given: Any) -> None:
        said = {name: given.pop(name) for name in self._options() if name in given}
        self._verb(**given, **{self._group: self._pack(said)})

    @property
    def __signature__(self) -> inspect.Signature:
        """What Typer reads."""
        old = inspect.signature(self._verb, eval_str=True)
        only = inspect.Parameter.KEYWORD_ONLY
        parameters: list[inspect.Parameter] = []
        for parameter in old.parameters.values():
            if parameter.name != self._group:
                parameters.append(parameter.replace(kind=only))
                continue
            parameters += [
                inspect.Parameter(name, only, default=default, annotation=annotation)
                for name, (annotation, default) in self._options().items()
            ]
        return old.replace(parameters=parameters)
