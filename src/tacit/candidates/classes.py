"""Classes of candidates that are single boxes: which true intents there could be.

* `cells`: every single cell;
* `shape`: every box with as many values on each dimension as the true one has, and on ordered ones in a
  row where those of the true one are;
* `ranges`: every box of about its size on each dimension, on ordered ones in a row;
* `upto:K`: every box of at most K cells;
* `boxes`: every box;
* a list that the user gives (`given.py`).

All but the list are products: one set of a family on each dimension (`families.py`, `products.py`).
Unions of boxes are in `unions.py`, mixtures of classes in `mixtures.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.candidates.candidate_class import NONEMPTY, CandidateClass
from tacit.candidates.candidates import Candidates
from tacit.candidates.families import ANY, GAP, Family, form_of
from tacit.candidates.given import Given, whole_weights
from tacit.candidates.parts import part_holding
from tacit.candidates.products import Product
from tacit.errors import SettingError, TooManyCandidates
from tacit.intents.box import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.candidates.candidate_class import Cut, Within
    from tacit.intents.intent import Intent

MOST_UPTO = 10**6
"""Of how many cells a box may be in `upto:K`."""
MOST_CELLS = 20_000_000
"""More cells than this are not listed."""


class ProductClass(CandidateClass):
    """Boxes with one set of a family on each dimension."""

    @abstractmethod
    def families(self, within: Within) -> list[tuple[Sequence[int], str]]:
        """For each dimension, how many values a candidate may have, and of which form they are."""

    def most(self) -> int | None:
        """How many cells a candidate may have; None for any number."""
        return None

    def product(self, within: Within) -> Product:
        """Its candidates as a product."""
        space, around = within.market.space, within.around.codes
        each = zip(space, around, self.families(within), strict=True)
        return Product(tuple(Family.of(d, codes, *one) for d, codes, one in each), self.most())

    def how_many(self, within: Within) -> int:
        """Counted from how many sets of values there are of each size."""
        return self.product(within).count

    def every(self, within: Within) -> Candidates:
        """Every combination of one set of values per dimension."""
        return Candidates.of_boxes(within.market, self.product(within).listed())

    def holds(self, within: Within, intent: Intent) -> bool:
        """Whether an intent is one box of the product."""
        return isinstance(intent, Box) and self.product(within).holds(intent.codes)

    def some(self, within: Within, count: int, rng: np.random.Generator) -> Candidates:
        """Sizes are drawn first, then sets of values dimension by dimension."""
        product = self.product(within)
        return Candidates.of_boxes(within.market, product.drawn(count if product.count else 0, rng))

    def some_by(
        self, within: Within, measure: str, count: int, rng: np.random.Generator
    ) -> Candidates:
        """A cell is drawn first, then a box that holds it."""
        listed = within.market.cells(within.around)
        worth, codes = getattr(listed, measure), listed.codes.astype(np.intp)
        some = count if worth.any() and self.how_many(within) else 0
        drawn = self.product(within).drawn_by(codes, worth, some, rng)
        return Candidates.of_boxes(within.market, drawn)

    def part(self, within: Within, true: Intent, cut: Cut) -> Candidates:
        """The part of the product that holds an intent."""
        product = self.product(within)
        if not isinstance(true, Box) or not product.holds(true.codes):
            raise self._not_among()
        found = part_holding(product, within.market, true.codes, cut)
        return Candidates.of_boxes(within.market, found.listed())


class EveryCell(ProductClass):
    """Every single cell."""

    name = "cells"
    about = "every single cell"
    one_size = True

    def families(self, within: Within) -> list[tuple[Sequence[int], str]]:
        """One value on each dimension."""
        return [((1,), ANY)] * len(within.market.space)

    def gives_away(self, like: Intent | None = None) -> str:
        """That it is a cell."""
        return "that a single cell is wanted"

    def how_many(self, within: Within) -> int:
        """The cells of a box, or those of them that are known."""
        if within.support == "all":
            return within.around.size
        if within.around.size == within.market.space.size:
            return within.market.filled
        return len(within.market.cells(within.around).records)

    def every(self, within: Within) -> Candidates:
        """Each cell, in as few bytes as its values need."""
        kind = np.min_scalar_type(max(within.market.space.shape) - 1)
        if within.support == "all":
            axes = [np.array(codes, dtype=kind) for codes in within.around.codes]
            grid = np.meshgrid(*axes, indexing="ij")
            codes: NDArray[Any] = np.array([axis.reshape(-1) for axis in grid])
        else:
            listed = within.market.cells(within.around)
            codes = listed.codes[:, listed.records > 0].astype(kind)
        return Candidates(within.market, np.ones(codes.shape[1], dtype=np.int64), codes)

    def some(self, within: Within, count: int, rng: np.random.Generator) -> Candidates:
        """Cells drawn value by value, or from those that hold records."""
        if within.support == "all":
            return super().some(within, count, rng)
        listed = self.every(within)
        return listed.take(rng.integers(0, len(listed), count if len(listed) else 0))

    def part(self, within: Within, true: Intent, cut: Cut) -> Candidates:
        """The part of the space that holds a cell; where only those with records count, all of them."""
        if within.support != NONEMPTY:
            return super().part(within, true, cut)
        many = self.how_many(within)
        if many > MOST_CELLS:
            raise TooManyCandidates(many, "Let those without records count too.")
        return self.every(within)


class SameShape(ProductClass):
    """Every box with as many values on each dimension as the true one has, in a row or not as there."""

    name = "shape"
    about = "all with as many values on each dimension as the true intent, in a row if its are"
    follows = True
    one_size = True

    def families(self, within: Within) -> list[tuple[Sequence[int], str]]:
        """One size and form per dimension."""
        pairs = zip(within.market.space, within.one_box(self.name).codes, strict=True)
        return [((len(codes),), form_of(dimension, codes)) for dimension, codes in pairs]

    def free(self, within: Within) -> frozenset[int]:
        """Those on which the true one has all values."""
        return within.free

    def gives_away(self, like: Intent | None = None) -> str:
        """The shape."""
        return "which dimensions are asked about, how many values on each, and whether they are in a row"


class Ranges(ProductClass):
    """Every box of about the true one's size on each dimension; on ordered ones, in a row."""

    name = "ranges"
    about = (
        "all of about the true intent's size on each dimension, in a row where there is an order"
    )
    follows = True

    def families(self, within: Within) -> list[tuple[Sequence[int], str]]:
        """All values, or sizes up to a power of two and more than half of it."""
        found: list[tuple[Sequence[int], str]] = []
        for dimension, codes in zip(
            within.market.space, within.one_box(self.name).codes, strict=True
        ):
            form = form_of(dimension, codes)
            if form == GAP:
                raise SettingError(
                    "the candidates ranges are in a row on ordered dimensions, and the true intent "
                    "leaves a gap on one: reckon with shape, with boxes, or with upto:K for some "
                    "number of cells K.",
                    "candidates",
                )
            found.append((_sizes_like(len(codes), len(dimension)), form))
        return found

    def free(self, within: Within) -> frozenset[int]:
        """Those on which the true one has all values: those that have not leave one out."""
        return within.free

    def gives_away(self, like: Intent | None = None) -> str:
        """The size, about."""
        return "which dimensions are asked about, and how many values on each to within a factor of two"


@dataclass(frozen=True)
class UpTo(ProductClass):
    """Every box of at most so many cells.

    Attributes:
        cells: how many.
    """

    cells: int

    @property
    def name(self) -> str:  # type: ignore[override]
        """With the number."""
        return f"upto:{self.cells}"

    @property
    def about(self) -> str:  # type: ignore[override]
        """With the number."""
        return f"every box of at most {self.cells:,} cells"

    def families(self, within: Within) -> list[tuple[Sequence[int], str]]:
        """Any sets that are not too large by themselves."""
        return [(range(1, min(n, self.cells) + 1), ANY) for n in within.market.space.shape]

    def most(self) -> int | None:
        """The number."""
        return self.cells

    def gives_away(self, like: Intent | None = None) -> str:
        """A bound."""
        return "nothing but an upper size"


class EveryBox(ProductClass):
    """Every intent that is one box."""

    name = "boxes"
    about = "every intent that is one box"

    def families(self, within: Within) -> list[tuple[Sequence[int], str]]:
        """Any sets."""
        return [(range(1, n + 1), ANY) for n in within.market.space.shape]

    def gives_away(self, like: Intent | None = None) -> str:
        """Nothing."""
        return "nothing but an upper size: the whole space"


@dataclass(frozen=True)
class GivenList(CandidateClass):
    """What the user lists."""

    given: Given
    name: str = "given"
    about: str = "those of a list that was given"

    def how_many(self, within: Within) -> int:
        """How many are listed, wherever they lie."""
        return len(self.given.intents(within.market))

    def every(self, within: Within) -> Candidates:
        """All that are listed, with their weights."""
        pairs = self.given.intents(within.market)
        weights = whole_weights(list(pairs.values()))
        return Candidates.of_intents(within.market, list(pairs), weights)

    def part(self, within: Within, true: Intent, cut: Cut) -> Candidates:
        """All of them: a list is there already."""
        return self.every(within)

    def free(self, within: Within) -> frozenset[int]:
        """Those on which all that are listed have all values."""
        return self.given.free(within.market)

    def gives_away(self, like: Intent | None = None) -> str:
        """Nothing else."""
        return "nothing beyond the list"


def _sizes_like(size: int, values: int) -> Sequence[int]:
    """All values; else up to the next power of two, and more than half of it, but not all."""
    if size == values:
        return (values,)
    top = 1 << (size - 1).bit_length()
    return range(top // 2 + 1, min(top, values - 1) + 1)
