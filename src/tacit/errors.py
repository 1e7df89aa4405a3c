"""Everything that can go wrong, in one tree.

```
TacitError
├── InputError                what the user gave can't be used           exit code 2
│   ├── SpaceError            a dimension that makes no sense
│   ├── IntentError           an intent that can't be read
│   │   ├── UnknownDimension
│   │   ├── UnknownValue
│   │   ├── EmptyIntent
│   │   ├── NotABox           a condition that compares no dimension with values
│   │   └── NotContained      published does not hold the true intent
│   ├── SettingError          a limit, alpha, attacker or method that does not exist
│   │   └── ListNotGiven      made for a list that only its owner has
│   ├── TableError            a file or frame that is not a usable table
│   │   ├── MixedTypes
│   │   ├── MissingValues
│   │   └── CostError
│   ├── EngineFailed          an engine that holds cells did not answer
│   ├── TooManyCells          cells that stay in an engine and do not fit into memory
│   ├── MarketFileError       a market file that can't be used
│   ├── PurchaseError         a purchase that can't be made, or is not one of this market
│   │   └── DeliveryError     what came is not what was ordered
│   ├── PassphraseError       no passphrase, or one that can't be used
│   ├── VaultError            a campaign file that can't be opened or written
│   │   ├── VaultLocked       the passphrase is wrong or the file was altered
│   │   ├── VaultDamaged      cut short, or no campaign file at all
│   │   ├── VaultNewer        made by a newer Tacit
│   │   └── VaultChanged      another run saved in the meantime
│   ├── TooManyCandidates     a class of intents too large to list
│   ├── CampaignError         a campaign that does not fit what is asked
│   │   └── NothingPublished  it has published nothing yet
│   └── MissingExtra          an optional part is not installed
├── NoKey                     one's own key can't be read or made        exit code 2
├── CampaignRefused           one more publication would tell too much   exit code 1
├── UnreachableLimit          no published intent is wide enough         exit code 1
│   └── NotServed             for some true intents there is none        exit code 1
├── UnreachablePurchase       no purchase does what is asked             exit code 1
└── Unexpected                what nobody foresaw; only its place is told  exit code 2
```

`Cancelled` stands beside the tree: it is raised by who listens to progress.

A message says what is wrong, where, what is allowed and what to do next. It never carries a value
of an intent: an error may be logged, and the intent may be the secret one. What may be shown to the
person at the keyboard alone is kept apart, in `hint`.

An error carries more than its message: the error that it came from, and all that the functions on the
way held. So each way in that takes a true intent is a `door` (`tacit._doors`), through which only the
message leaves.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit._display import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

DEBUG = "TACIT_DEBUG"
"""Where this is set, errors leave with all that they carry."""
LONGEST, CUT = 1_500, 500
"""A message longer than this is cut, but for so much at its end: it quotes something endless."""
NOT_SHOWN = f"Details are not shown, as they could hold the true intent; set {DEBUG}=1 to see them."


class TacitError(Exception):
    """The base of all errors that Tacit raises on purpose."""

    exit_code = 2
    setting: str | None = None
    hint: str | None = None
    """Words for the person at the keyboard only; never logged, never part of `str(error)`."""

    def __str__(self) -> str:
        """The message, in which what can't be seen is written out: it may name what a file is called."""
        said = visible(super().__str__())
        return said if len(said) <= LONGEST else f"{said[: LONGEST - CUT]} ... {said[5 - CUT :]}"

    def __reduce__(self) -> tuple[Any, ...]:
        """What a copy is made of: the message and what is public; the hint stays here."""
        kept = {name: value for name, value in vars(self).items() if name != "hint"}
        return _again, (type(self), self.args, kept)


def _again(kind: type[TacitError], args: tuple[Any, ...], kept: dict[str, Any]) -> TacitError:
    """An error as it was; its message is not made anew, which would take what led to it."""
    error = kind.__new__(kind, *args)
    vars(error).update(kept)
    return error


class InputError(TacitError):
    """What the user gave can't be used as it is."""


class SpaceError(InputError):
    """A dimension or a space that contradicts itself."""


class IntentError(InputError):
    """An intent that can't be read or used."""


class UnknownDimension(IntentError):
    """An intent names a dimension that the market does not have."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(
            f"the intent names a dimension the market does not have.{nearest(name, known)} "
            f"The market's dimensions are: {', '.join(known)}."
        )


class UnknownValue(IntentError):
    """An intent asks for a value that its dimension does not have.

    The message lists what is allowed but not what was asked; the nearest spelling is only in
    `hint`, since the value that was meant is as secret as the intent.
    """

    def __init__(self, dimension: str, asked: object, known: Sequence[object]) -> None:
        names = [str(value) for value in known]
        shown = ", ".join(names[:200]) + (", ..." if len(names) > 200 else "")
        super().__init__(
            f"the intent asks '{dimension}' for a value it does not have. "
            f"Its {len(names)} values are: {shown}."
        )
        close = get_close_matches(str(asked), names, n=1, cutoff=0.5)
        self.hint = f"Did you mean '{close[0]}'?" if close else None


class EmptyIntent(IntentError):
    """An intent that no cell can satisfy."""


class NotABox(IntentError):
    """A condition with a part that is not a set of values of one dimension."""


class NotContained(IntentError):
    """A published intent that leaves out part of the true one."""


class SettingError(InputError):
    """A setting outside what is allowed.

    Attributes:
        setting: which one, by its name in Python; whoever shows the error may know another.
    """

    def __init__(self, message: str, setting: str | None = None) -> None:
        super().__init__(message)
        self.setting = setting


class ListNotGiven(SettingError):
    """Something was made for a list of candidates, or a table of weights, which was not given."""


class TableError(InputError):
    """A file or frame that can't be used as a table."""


class MixedTypes(TableError):
    """A column that holds both numbers and text."""

    setting = "text"


class MissingValues(TableError):
    """Rows without a value, and no word yet on what to do with them."""

    setting = "missing"


class CostError(TableError):
    """Costs that are negative, missing or too fine to count exactly."""


class EngineFailed(InputError):
    """An engine that holds the cells of a market did not answer; why it said so quotes what was asked."""

    def __init__(self, kind: str) -> None:
        super().__init__(
            f"the engine that holds the cells did not answer a query ({kind}). Make sure that it still runs, "
            "that the connection is open and that it has room for what it works out, and load the market again."
        )


class TooManyCells(InputError):
    """A question that needs cells at hand which stay in an engine, and are too many to fetch."""

    def __init__(self, many: int, room: int) -> None:
        super().__init__(
            f"this needs {many:,} cells that stay in the engine, and {room:,} fit into the memory that may be "
            "used. Allow more memory, use fewer or coarser dimensions, or ask for what needs no list of "
            "cells: method greedy, or sealed with candidates on few dimensions."
        )
        self.setting = "memory"


class MarketFileError(InputError):
    """A market file that can't be read or contradicts its table."""


class PurchaseError(InputError):
    """A purchase that the market can't serve, or a plan that is not one of its cells."""


class DeliveryError(PurchaseError):
    """A delivery that is not what was ordered; nothing of it was written down."""


class PassphraseError(InputError):
    """No passphrase was given, or one that can't be used."""


class VaultError(InputError):
    """A campaign file that can't be opened, made or written."""


class VaultLocked(VaultError):
    """A passphrase that does not open the file, or a file that was altered: they look the same."""


class VaultDamaged(VaultError):
    """A file that is cut short, or is no campaign file at all."""


class VaultNewer(VaultError):
    """A file in a format that only a newer Tacit reads."""


class VaultChanged(VaultError):
    """A file that another run saved after this one had read it."""


class MissingExtra(InputError):
    """An optional part of Tacit is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs an optional part: install it with pip install 'tacit[{extra}]'."
        )


class NoKey(TacitError):
    """The key that draws come from can't be read or made; who draws can do without, and say so."""

    def __init__(self, why: str, place: Path | None = None) -> None:
        where = "" if place is None else f" ({place})"
        super().__init__(f"the key of your draws{where} can't be used: {why}.")


class TooManyCandidates(InputError):
    """A class with more candidate intents than can be listed.

    Attributes:
        many: how many there are.
    """

    def __init__(self, many: int, do: str = "") -> None:
        self.many = many
        super().__init__(
            f"there are {many:,} candidate intents, too many to list here.{do and ' '}{do} Give a list of "
            "those that a rival would reckon with, or use fewer or coarser dimensions."
        )
        self.setting = "candidates"


class CampaignError(InputError):
    """A campaign that does not fit what is asked: another intent, or a market it can't be read in."""


class NothingPublished(CampaignError):
    """A campaign was asked about its posts and has none yet."""

    def __init__(self, do: str = "") -> None:
        super().__init__(f"nothing was published in this campaign yet.{do and ' '}{do}")


class CampaignRefused(TacitError):
    """One more publication would tell too much; the message says what would keep the limit."""

    exit_code = 1

    def to_json(self) -> dict[str, object]:
        """Why, for programs."""
        return {"why": str(self)}


class UnreachableLimit(TacitError):
    """Even publishing the whole space leaves an attacker above the limit.

    Attributes:
        attacker: the attacker that can't be held.
        limit: what was asked.
        lowest: the lowest limit that can be reached for all attackers asked about, exactly.
        for_all: one at which every candidate can be served, where that is known.
    """

    exit_code = 1

    def __init__(
        self, attacker: str, limit: Fraction, lowest: Fraction, for_all: Fraction | None = None
    ) -> None:
        self.attacker = attacker
        self.limit = limit
        self.lowest = lowest
        self.for_all = for_all
        _, _, hidden = attacker.partition(":")
        if hidden:
            super().__init__(
                f"the values of '{hidden}' can't be hidden within {float(limit):g}: someone is surer of "
                "one of them before anything is published, by one of the beliefs. The lowest "
                f"reachable limit is {rounded_up(lowest)}: hide {hidden}={rounded_up(lowest)}, or leave out "
                "the belief that holds one value so likely."
            )
            return
        if attacker == "informed":
            super().__init__(
                f"no published intent keeps {attacker} within {float(limit):g}: someone who knows the "
                "candidates is surer of a record before anything is published. The lowest reachable "
                f"limit is {rounded_up(lowest)}. To go lower: reckon with more candidates (ranges, or "
                "upto:K), leave out a belief that holds some of them so likely, or use finer bins."
            )
            return
        super().__init__(
            f"no published intent keeps {attacker} within {float(limit):g}: even everything that may be "
            f"published leaves it above that. The lowest reachable limit is {rounded_up(lowest)}. "
            "To go lower: want cells that hold a smaller share of the market (finer bins, or fewer "
            "of the most common values), use a market with more records, or leave this attacker out."
        )

    def to_json(self) -> dict[str, object]:
        """Who can't be held, and the lowest limit there is, for programs."""
        return {
            "limit": float(self.limit),
            "attacker": self.attacker,
            "lowest_limit": float(self.lowest),
        }


class NotServed(UnreachableLimit):
    """A true intent that nothing can be published for, where something can for others.

    All that it says follows from the market and the settings: whoever is refused is told the same.

    Attributes:
        refused: how many candidates are refused.
        of: of how many.
        sure: how sure someone is of a record who learns that nothing was posted.
    """

    def __init__(
        self,
        attacker: str,
        limit: Fraction,
        lowest: Fraction,
        refused: int,
        of: int,
        sure: Fraction,
    ) -> None:
        super().__init__(attacker, limit, lowest)
        self.refused, self.of, self.sure = refused, of, sure
        self.args = (
            f"at these limits nothing can be published for {refused:,} of {of:,} candidates, and what you "
            f"want is one of them: {attacker} can't be held within {float(limit):g}, even if everything "
            f"is published. The lowest limit that serves all of them is {rounded_up(lowest)}. Nothing was "
            f"published; whoever learns of that is {float(sure):.1%} sure of a record, so keep it to "
            "yourself. tacit audit --survey says who is refused before anything is wanted.",
        )

    def to_json(self) -> dict[str, object]:
        """Who can't be held, how many are refused, and what that tells, for programs."""
        told = {"refused": self.refused, "of": self.of, "refusal": float(self.sure)}
        return {**super().to_json(), **told}


class UnreachablePurchase(TacitError):
    """No purchase keeps the limit and does what is asked; the message says what would help."""

    exit_code = 1

    def to_json(self) -> dict[str, object]:
        """Why, for programs."""
        return {"why": str(self)}


class Unexpected(TacitError):
    """What nobody foresaw. It says what kind of error it was, and where, but not what about."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(f"something unexpected went wrong ({_where(error)}). {NOT_SHOWN}")


class Cancelled(Exception):
    """Raised by who listens to progress, to stop the work."""


def _where(error: BaseException) -> str:
    """What kind of error it was, and where."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    kind = type(error).__name__
    if trace is None:
        return kind
    return f"{kind} in {Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}"


def nearest(name: str, known: Iterable[str]) -> str:
    """A question that offers the nearest of the known names, or nothing if none is near.

    >>> nearest("rase", ["race", "sex"])
    " Did you mean 'race'?"
    """
    close = get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f" Did you mean '{close[0]}'?" if close else ""


def rounded_up(number: Fraction, digits: int = 4) -> str:
    """Write a positive number with few digits, never below what it is.

    >>> from fractions import Fraction
    >>> rounded_up(Fraction(56, 30162))
    '0.001857'
    >>> rounded_up(Fraction(1, 4))
    '0.25'
    """
    if number <= 0:
        return "0"
    places = digits
    while number * 10**places < 10 ** (digits - 1):
        places += 1
    scaled = -(-number.numerator * 10**places // number.denominator)
    return f"{scaled / 10**places:.{places}f}".rstrip("0").rstrip(".")
