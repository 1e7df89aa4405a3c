"""The chain: post and purchase judged as one, by someone who knows how both were made.

* A blind draw whose size does not follow from the want is as likely for one candidate as for another:
  it adds nothing, and how sure the reader is stays exactly what it was.
* A blind draw whose size was chosen for a need tells that size: candidates that would have asked for
  another one are out. So is, at a second order, whoever had what was needed before.
* `optimal` is replayed for each candidate; the paper's four are replayed many times, and what is found
  of them is the upper end of an interval.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._defaults import REPLAYS
from tacit._display import percent
from tacit._progress import Phase
from tacit.candidates.secrets import raised
from tacit.informed.likelihood import SAME, Buying
from tacit.informed.purchase import PurchaseFinding, Watcher
from tacit.publishing.headline import Headline
from tacit.purchasing.blind import Sizes, size_for
from tacit.purchasing.design import QUOTAS
from tacit.purchasing.quotas import MOST_PAIRS, still_lacking

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.auditing.reader import Reader
    from tacit.candidates.candidates import Candidates
    from tacit.market.purchase import Purchase
    from tacit.purchasing.order import Order
    from tacit.purchasing.problem import Problem
    from tacit.purchasing.question import BuyingQuestion

NOTHING = "the purchase adds nothing to the post"
UNKNOWN = "what the purchase adds is not known"
REPLAY = "{method} draws, and looks at what is wanted; tacit audit --purchased replays it"


@dataclass(frozen=True, repr=False)
class Chain:
    """What the best-informed reader makes of a post and a purchase together.

    Attributes:
        before: how sure the reader was after the post.
        reader: the reader after the purchase.
        adds: what the purchase adds, in words.
        finding: what replays of a tuned purchase found, if there were any.
    """

    before: Headline
    reader: Reader
    adds: str
    finding: PurchaseFinding | None = None

    @property
    def after(self) -> Headline:
        """How sure the reader is after post and purchase."""
        return self.reader.headline

    @property
    def holds(self) -> bool:
        """Whether the reader is known to be within every limit after post and purchase."""
        return self.after.holds

    @property
    def tells_more(self) -> bool:
        """Whether the purchase tells more than the post, or may."""
        return self.after != self.before

    def to_json(self) -> dict[str, Any]:
        """The verdict as every command prints it."""
        finding = self.finding
        return {
            **self.after.to_json(),
            "before": self.before.to_json(),
            "adds": self.adds,
            "replayed": None if finding is None else finding.to_json(),
        }

    def __repr__(self) -> str:
        return f"Chain(holds: {self.holds}; {self.after.sentence}; {self.adds})"


def nothing_added(reader: Reader) -> Chain:
    """The chain of a post and a blind draw that does not look at the want."""
    return Chain(reader.headline, reader, NOTHING)


def not_known(reader: Reader, why: str) -> Chain:
    """The chain of a post and a purchase of which too little is known."""
    return Chain(reader.headline, reader.unsure(why), UNKNOWN)


def chain_of_order(
    reader: Reader, problem: Problem, order: Order, progress: Listener | None = None
) -> Chain:
    """What the reader makes of an order."""
    if order.design is None:
        if order.method not in SAME:
            return not_known(reader, REPLAY.format(method=order.method))
        how = (order.method, order.records, problem.limit, problem.observer)
        buying = Buying(*how, question=order.question)
        return chain_of_tuned(reader, problem, buying, order.purchase, progress=progress)
    if not order.sized_by_want and (problem.earlier is None or order.question.kind != "need"):
        return nothing_added(reader)
    if not reader.headline.known:
        return not_known(reader, reader.headline.unknown)
    if reader.left is None:
        return not_known(reader, "too many candidates to tell what its size says of each")
    among, question = reader.left[0], order.question
    if order.design.kind == QUOTAS:  # the same for all who need something
        held = among.holding(problem.cells.codes)
        lacking = still_lacking(problem, among, held, question.records).tolist()
        after = reader.after([Fraction(lacks > 0) for lacks in lacking])
        return Chain(reader.headline, after, _added(reader, after, "that you order again"))
    sizes = sizes_by_want(problem, question, order.design.kind, among, progress)
    if sizes is None:
        return not_known(reader, "too many candidates to tell what its size says of each")
    after = reader.after([Fraction(size == order.design.size) for size in sizes])
    return Chain(reader.headline, after, _added(reader, after, "the size of the purchase"))


def sizes_by_want(
    problem: Problem,
    question: BuyingQuestion,
    kind: str,
    among: Candidates,
    progress: Listener | None = None,
) -> list[int] | None:
    """The size of the order that each candidate's need leads to; 0 where nothing is needed.

    None where that would take too long to tell.
    """
    if len(among) * len(problem.stock) > MOST_PAIRS:
        return None
    held, sizes = among.holding(problem.cells.codes), Sizes(problem, kind)
    lacking = still_lacking(problem, among, held, question.records).tolist()
    phase, known, found = Phase(progress, "sizing for each candidate", len(among)), {}, []
    for which, lacks in zip(held, lacking, strict=True):
        # Who holds as much of each stratum and needs as much asks for as many.
        key = (lacks, *sizes.held(which))
        if key not in known:
            known[key] = size_for(sizes, question, which, lacks) if lacks else 0
        found.append(known[key])
        phase()
    return found


def chain_of_tuned(
    reader: Reader,
    problem: Problem,
    buying: Buying,
    bought: Purchase,
    runs: int = REPLAYS,
    seed: int = 0,
    progress: Listener | None = None,
) -> Chain:
    """What the reader makes of a purchase that was tuned to pass a test."""
    if not reader.headline.known:
        return not_known(reader, reader.headline.unknown)
    if reader.left is None or problem.earlier is not None:
        return not_known(reader, f"{buying.method} can't be replayed for all that could be wanted")
    found, likely = _replayed(reader, problem, buying, bought, (runs, seed, progress))
    if likely is not None:
        after = reader.after(likely)
    elif found.possible and not reader.secrets.hidden:
        headline = Headline(found.upper, reader.headline.limit, reader.headline.wanted)
        after = replace(reader.unsure(""), headline=headline)
    else:
        after = reader.unsure(f"{buying.method} draws, and what it tells is only estimated")
    return Chain(reader.headline, after, _added(reader, after, "how it was tuned"), found)


def _replayed(
    reader: Reader,
    problem: Problem,
    buying: Buying,
    bought: Purchase,
    how: tuple[int, int, Listener | None],
) -> tuple[PurchaseFinding, list[Fraction] | None]:
    """What replays say by the surest belief; and how likely each candidate was, where that is exact."""
    assert reader.left is not None
    among, chances = reader.left
    found, likely = [], None
    for belief in among.beliefs:
        weights = [chance * int(w) for chance, w in zip(chances, belief, strict=True)]
        if not any(weights):  # the post has shown this belief to be wrong
            continue
        watcher = Watcher(problem.market, problem.published, among, buying, weights, how[2])
        one = watcher.judge(reader.true, bought, *how)
        found.append(replace(one, upper=raised(one.upper, reader.secrets.within)))
        if buying.method in SAME and likely is None:
            known = watcher.known(how[2])
            assert known is not None
            likely = [Fraction(c) for c in known.chances(watcher.counts(bought)).tolist()]
    return max(found, key=lambda one: one.upper), likely


def _added(before: Reader, after: Reader, by: str) -> str:
    """What a purchase adds, in words."""
    was, now = before.headline, after.headline
    if was.sure is None or now.sure is None:
        return f"what {by} adds to the post is not known"
    if now.sure == was.sure and now.hidden == was.hidden:
        if before.left and after.left and len(after.left[0]) < len(before.left[0]):
            return f"{by} rules some wants out, but makes the reader no surer"
        return f"{by} adds nothing to the post"
    if now.sure > was.sure:
        return f"{by} tells more than the post, after which the reader was {percent(was.sure)} sure"
    return f"{by} rules some wants out; after the post the reader was {percent(was.sure)} sure"


def is_same_for_all(reader: Reader, problem: Problem, question: BuyingQuestion, kind: str) -> bool:
    """Whether the size of an order for a need is the same whoever is behind the post, so far as known.

    Said of all that could be, so that the answer does not tell one from another.
    """
    if reader.guesses or reader.left is None or not reader.headline.known:
        return False
    sizes = sizes_by_want(problem, question, kind, reader.left[0])
    return sizes is not None and len(set(sizes) - {0}) == 1
