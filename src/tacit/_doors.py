"""Ways in that take a true intent: only an answer leaves through them, or an error's message.

An error carries more than its message: the error that it came from, and all that the functions on the
way held. Crash reports, debuggers and notebooks show these.
"""

from __future__ import annotations

import os
from errno import ENOSPC
from functools import cache, cached_property, wraps
from inspect import isfunction, signature
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from tacit.errors import DEBUG, Cancelled, InputError, TacitError, Unexpected

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")

TOO_LARGE = (
    "this takes more memory than there is. Use fewer or coarser dimensions, or a shorter list of "
    "candidates."
)
NO_SPACE = "there is no space left on the disk. Make some, and run this again."
TOO_DEEP = "what was given has too many parts inside each other. Write it with fewer."


def door(function: Callable[P, R]) -> Callable[P, R]:
    """A function that lets out nothing of what it was given but by its answer.

    Contract:
        promises: what it raises is a `TacitError`, or asks to stop. It carries neither the error that
            it came from, nor what any function inside held. What is not foreseen is told by its kind
            and place alone, unless `TACIT_DEBUG` is set.
    """

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except BaseException as error:
            if os.environ.get(DEBUG):
                raise
            problem = _bare(error, function)
        del args, kwargs  # who looks at where it was raised finds them here else
        try:
            raise problem
        finally:
            del problem

    return guarded


def doors(*names: str) -> Callable[[type[C]], type[C]]:
    """A class whose methods of these names are doors; without names its maker, and all public ones."""

    def decorate(one: type[C]) -> type[C]:
        every = [n for n in vars(one) if n == "__init__" or not n.startswith("_")]
        for name in names or every:
            setattr(one, name, _guarded(one, name))
        return one

    return decorate


class _Once(cached_property):  # type: ignore[type-arg]
    """What is worked out once, behind a door."""

    __get__ = door(cached_property.__get__)


def _guarded(owner: type, name: str) -> Any:
    """What a class holds under a name, as a door if asking for it runs anything."""
    found = vars(owner)[name]
    if isinstance(found, classmethod):
        return classmethod(door(found.__func__))
    if isinstance(found, cached_property):
        once = _Once(found.func)
        once.__set_name__(owner, name)
        return once
    if isinstance(found, property) and found.fget is not None:
        return property(door(found.fget))
    return door(found) if isfunction(found) else found


def _bare(error: BaseException, function: Callable[..., Any]) -> BaseException:
    """An error as it may be shown to anyone, without where it came from."""
    told = _told(error, function)
    told.__cause__ = told.__context__ = None
    return told.with_traceback(None)


def _told(error: BaseException, function: Callable[..., Any]) -> BaseException:
    if isinstance(error, TacitError | Cancelled | BrokenPipeError):
        return error
    if not isinstance(error, Exception):
        return error  # to stop the program
    if isinstance(error, TypeError) and error.__traceback__ and not error.__traceback__.tb_next:
        return InputError(f"{function.__qualname__} takes other arguments: {_taken(function)}.")
    return plain(error)


@cache
def _taken(function: Callable[..., Any]) -> str:
    return ", ".join(name for name in signature(function).parameters if name not in ("self", "cls"))


def plain(error: Exception) -> TacitError:
    """What is said of an error that is none of ours."""
    if isinstance(error, MemoryError):
        return InputError(TOO_LARGE)
    if isinstance(error, RecursionError):
        return InputError(TOO_DEEP)
    if isinstance(error, OSError) and error.errno == ENOSPC:
        return InputError(NO_SPACE)
    return Unexpected(error)
