"""Which further card lets the whole hand go, and how likely it is drawn: the Python side of the kernel's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.groups import draw_one, draw_two, record_of, unseen_cards
from passatempo.machiavelli.model import JOKER, Card, Turn, UnlockAsk, Unlocking

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.machiavelli.rules import Line

NO_HAND = bytes(JOKER)


def unlock(question: Question | Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Unlocking]:
    r"""Find the cards of which one more lets the whole hand go, and the probability that the next card drawn is one.

    Parameters
    ----------
    question
        A turn with an `UnlockAsk`; a bare turn asks for single cards.
    limits
        `nodes` counts states of the search.

    Returns
    -------
    Outcome
        Cards of which a copy is unseen: neither on the table nor in the hand. Each unseen card is as likely as any
        other.

    Notes
    -----
    A search for each card of which there are unseen copies; for pairs one for each two of them.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> found = unlock(read("3S 4S 5S\nhand: 9H 9D")).answer.single
    >>> found.cards, found.probability
    ((((8,), 2), ((47,), 2)), Fraction(4, 99))
    """
    turn, ask = (question, UnlockAsk()) if isinstance(question, Turn) else (question.instance, question.ask)
    if not turn.plain:
        return unlock_by_rules(turn, ask, limits)
    cards = bytes(map(sum, zip(turn.table_counts, turn.hand_counts, strict=True)))
    search = _Search(cards, turn.rules.line, limits)
    try:
        now, flags = search.singles(cards[JOKER])
        unseen = unseen_cards(turn)
        single = draw_one(unseen, lambda card: search.joker() if card == JOKER else bool(flags[card]))
        pairs = None
        if ask.pairs:
            doubles = search.pairs()
            with_joker = search.singles(cards[JOKER] + 1)[1] if unseen[JOKER] else NO_HAND
            last = unseen[JOKER] > 1 and search.joker(2)
            pairs = draw_two(unseen, lambda a, b: _pair(a, b, doubles, with_joker, two_jokers=last))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=STOPS[search.stop], stats={"nodes": search.nodes})
    return Outcome(Status.SOLVED, Unlocking(single, pairs, now), stats={"nodes": search.nodes})


def unlock_by_rules(turn: Turn, ask: UnlockAsk, limits: Limits) -> Outcome[Unlocking]:
    """Unlock under rules that cards and melds alone do not decide: for pairs, a question for each first card."""
    deadline = Deadline(limits)
    nodes = 0

    def good(*more: Card) -> tuple[bool, set[Card]]:
        nonlocal nodes
        table, hand, rules, opened = record_of(turn)
        asked = Interface.of("machiavelli").ask("unlock", deadline.rest, table=(table, hand + more, rules, opened))
        nodes += asked.spent
        if asked.stop is not StopReason.DONE:
            deadline.stopped = asked.stop
            raise Stopped
        return asked.reply["now"], set(asked.reply["cards"])

    unseen = unseen_cards(turn)
    try:
        now, singles = good()
        single, pairs = draw_one(unseen, singles.__contains__), None
        if ask.pairs:
            partners = {a: good(a)[1] for a, copies in enumerate(unseen) if copies}
            pairs = draw_two(unseen, lambda a, b: b in partners[a])
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": nodes})
    return Outcome(Status.SOLVED, Unlocking(single, pairs, now), stats={"nodes": nodes})


def _pair(a: Card, b: Card, doubles: bytes, with_joker: bytes, *, two_jokers: bool) -> bool:
    if b == JOKER:
        return two_jokers if a == JOKER else bool(with_joker[a])
    return bool(doubles[JOKER * a + b])


class _Search:
    """Calls of the kernel that share one set of limits."""

    def __init__(self, cards: bytes, line: Line, limits: Limits) -> None:
        self.cards, self.line, self.deadline = cards, line, Deadline(limits)
        self.nodes = self.stop = 0

    def _left(self) -> tuple[float, int, bytearray | memoryview | None]:
        seconds, nodes, cancel = self.deadline.limits.kernel
        left = self.deadline.left
        return seconds if left is None else left, max(0, nodes - self.nodes), cancel

    def _spent(self, stop: int, nodes: int) -> None:
        self.stop, self.nodes = stop, self.nodes + nodes
        if stop:
            raise Stopped

    def singles(self, jokers: int) -> tuple[bool, bytes]:
        """Ask whether all cards go now, and for each card whether they go with one more copy of it."""
        *spent, now, flags = _kernel.unlock(self.cards[:JOKER], NO_HAND, self.line, jokers, False, *self._left())
        self._spent(*spent)
        return now, flags

    def pairs(self) -> bytes:
        """Ask for each two cards whether all cards go with one more copy of both."""
        jokers = self.cards[JOKER]
        *spent, _, flags = _kernel.unlock(self.cards[:JOKER], NO_HAND, self.line, jokers, True, *self._left())
        self._spent(*spent)
        return flags

    def joker(self, more: int = 1) -> bool:
        """Ask whether all cards go with one more joker, or with several."""
        jokers = self.cards[JOKER] + more
        *spent, play, _, _ = _kernel.lay(self.cards[:JOKER], NO_HAND, self.line, None, jokers, 0, *self._left())
        self._spent(*spent)
        return play is not None
