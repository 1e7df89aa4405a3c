"""Doors: what is raised tells nothing of what was given, and all else is as it was."""

from __future__ import annotations

import inspect
from errno import ENOSPC
from functools import cached_property

import pytest

import tacit
from tacit._doors import door, doors
from tacit.errors import Cancelled, InputError, TacitError, Unexpected, UnknownValue
from tests.attack.canary import told_by

SECRET = "zqcanary"


@door
def entered(how: BaseException | None, secret: str) -> str:
    """What a caller asks."""
    held = [secret]
    if how is None:
        return held[0].upper()
    try:
        raise KeyError(*held)
    except KeyError:
        raise how  # noqa: B904


@doors()
class House:
    """Something with several ways in."""

    rooms = 3

    def __init__(self, secret: str) -> None:
        self.secret = secret

    @classmethod
    def of(cls, secret: str) -> House:
        return cls(secret[9])

    @property
    def first(self) -> int:
        return int(self.secret)

    @cached_property
    def second(self) -> int:
        return int(self.secret)

    def third(self) -> int:
        return self._inner()

    def _inner(self) -> int:
        return int(self.secret)


class TestDoors:
    @pytest.mark.parametrize(
        "error",
        [InputError("no"), UnknownValue("x", SECRET, ["a"]), Cancelled(), BrokenPipeError(32, "")],
    )
    def test_what_may_be_told_comes_out_as_it_was(self, error: Exception) -> None:
        with pytest.raises(type(error)) as caught:
            entered(error, SECRET)
        assert caught.value is error
        assert not told_by(error)

    @pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3)])
    def test_who_stops_the_program_is_not_held(self, error: BaseException) -> None:
        with pytest.raises(type(error)) as caught:
            entered(error, SECRET)
        assert caught.value is error
        assert error.__context__ is None

    @pytest.mark.parametrize(
        ("error", "said"),
        [
            (ValueError(SECRET), r"ValueError in test_doors.py, line \d+"),
            (MemoryError(SECRET), "more memory than there is. Use fewer"),
            (RecursionError(SECRET), "inside each other. Write it"),
            (OSError(ENOSPC, SECRET), "no space left"),
        ],
    )
    def test_what_is_not_ours_is_told_in_our_words(self, error: Exception, said: str) -> None:
        with pytest.raises(TacitError, match=said) as caught:
            entered(error, SECRET)
        assert not told_by(caught.value)

    def test_a_wrong_call_is_answered_with_what_is_taken(self) -> None:
        with pytest.raises(
            InputError, match=r"^entered takes other arguments: how, secret\.$"
        ) as caught:
            entered(None, SECRET, **{SECRET: 1})  # type: ignore[call-arg]
        assert not told_by(caught.value)

    def test_all_is_told_where_someone_looks_for_a_fault(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TACIT_DEBUG", "1")
        with pytest.raises(ValueError, match=SECRET) as caught:
            entered(ValueError(SECRET), SECRET)
        assert isinstance(caught.value.__context__, KeyError)

    def test_a_door_is_the_function_it_was(self) -> None:
        assert entered(None, "a") == "A"
        assert entered.__name__ == "entered"
        assert entered.__doc__ == "What a caller asks."
        assert list(inspect.signature(entered).parameters) == ["how", "secret"]

    @pytest.mark.parametrize("way", ["first", "second", "third"])
    def test_every_way_into_a_class_is_one(self, way: str) -> None:
        house = House(SECRET)
        ask = house.third if way == "third" else lambda: getattr(house, way)
        with pytest.raises(Unexpected) as caught:
            ask()
        assert not told_by(caught.value)
        with pytest.raises(Unexpected) as caught:
            House.of("zq")
        assert not told_by(caught.value)

    def test_what_a_class_answers_is_as_before(self) -> None:
        house = House.of("zqcanary 7")
        assert (house.first, house.second, house.third(), house.rooms) == (7, 7, 7, 3)
        assert vars(house)["second"] == 7, "asked once"


@pytest.mark.parametrize("name", ["audit", "audit_purchase", "frontier", "protect", "purchase"])
def test_what_takes_a_want_is_a_door(name: str) -> None:
    """By what a wrong call is answered with; the attacks try each of them."""
    with pytest.raises(TacitError, match="takes other arguments"):
        getattr(tacit, name)()
