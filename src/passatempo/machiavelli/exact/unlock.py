"""Finds the cards that unlock the whole hand, and how likely they are drawn: the Python side of the kernel's search."""

from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.groups import draw_pair, draw_single, table_record, unseen_cards
from passatempo.machiavelli.model import JOKER, CardId, Turn, UnlockAsk, Unlocking
from passatempo.machiavelli.rules import Line

NO_HAND = bytes(JOKER)


def unlock(question: Question | Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Unlocking]:
    r"""Find the cards that would let you play the whole hand, and the probability that the next card drawn is one.

    Parameters
    ----------
    question
        A turn with an `UnlockAsk`. A turn alone means single cards.
    limits
        `nodes` counts states of the search.

    Returns
    -------
    Outcome
        Cards with an unseen copy, which is neither on the table nor in the hand. All unseen cards are equally likely.

    Notes
    -----
    One search for each card with unseen copies, and for pairs one for each two of these cards.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> found = unlock(read("3S 4S 5S\nhand: 9H 9D")).answer.single
    >>> found.cards, found.probability
    ((((8,), 2), ((47,), 2)), Fraction(4, 99))
    """
    turn, unlock_options = (question, UnlockAsk()) if isinstance(question, Turn) else (question.instance, question.ask)
    if not turn.plain:
        return unlock_by_rules(turn, unlock_options, limits)
    cards = bytes(map(sum, zip(turn.table_counts, turn.hand_counts, strict=True)))
    search = _KernelSearch(cards, turn.rules.line, limits)
    try:
        can_close, flags = search.single_flags(cards[JOKER])
        unseen = unseen_cards(turn)
        single = draw_single(unseen, lambda card: search.joker_closes() if card == JOKER else bool(flags[card]))
        pairs = None
        if unlock_options.pairs:
            doubles = search.pair_flags()
            with_joker = search.single_flags(cards[JOKER] + 1)[1] if unseen[JOKER] else NO_HAND
            has_two_jokers = unseen[JOKER] > 1 and search.joker_closes(2)
            pairs = draw_pair(unseen, lambda a, b: _pair_closes(a, b, doubles, with_joker, two_jokers=has_two_jokers))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=STOPS[search.stop_code], stats={"nodes": search.node_count})
    return Outcome(Status.SOLVED, Unlocking(single, pairs, can_close), stats={"nodes": search.node_count})


def unlock_by_rules(turn: Turn, unlock_options: UnlockAsk, limits: Limits) -> Outcome[Unlocking]:
    """Find unlocking cards under all rules of a turn, for pairs with one question per first card."""
    deadline = Deadline(limits)
    nodes = 0

    def good(*extra_cards: CardId) -> tuple[bool, set[CardId]]:
        nonlocal nodes
        table, hand, rules, has_opened = table_record(turn)
        unlock_answer = Interface.of("machiavelli").ask(
            "unlock", deadline.remaining_limits, table=(table, hand + extra_cards, rules, has_opened)
        )
        nodes += unlock_answer.node_count
        if unlock_answer.stop is not StopReason.DONE:
            deadline.stop_reason = unlock_answer.stop
            raise Stopped
        return unlock_answer.reply["now"], set(unlock_answer.reply["cards"])

    unseen = unseen_cards(turn)
    try:
        can_close, singles = good()
        single, pairs = draw_single(unseen, singles.__contains__), None
        if unlock_options.pairs:
            partners = {a: good(a)[1] for a, copies in enumerate(unseen) if copies}
            pairs = draw_pair(unseen, lambda a, b: b in partners[a])
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": nodes})
    return Outcome(Status.SOLVED, Unlocking(single, pairs, can_close), stats={"nodes": nodes})


def _pair_closes(a: CardId, b: CardId, doubles: bytes, with_joker: bytes, *, two_jokers: bool) -> bool:
    if b == JOKER:
        return two_jokers if a == JOKER else bool(with_joker[a])
    return bool(doubles[JOKER * a + b])


class _KernelSearch:
    """Calls of the kernel that share one set of limits."""

    def __init__(self, cards: bytes, line: Line, limits: Limits) -> None:
        self.cards, self.line, self.deadline = cards, line, Deadline(limits)
        self.node_count = self.stop_code = 0

    def _limits_left(self) -> tuple[float, int, bytearray | memoryview | None]:
        seconds, nodes, cancel = self.deadline.limits.kernel
        left = self.deadline.seconds_left
        return seconds if left is None else left, max(0, nodes - self.node_count), cancel

    def _charge_nodes(self, stop: int, nodes: int) -> None:
        self.stop_code, self.node_count = stop, self.node_count + nodes
        if stop:
            raise Stopped

    def single_flags(self, jokers: int) -> tuple[bool, bytes]:
        """Return whether all cards can be arranged now, and for each card whether they can with one more copy."""
        *search_cost, can_close, flags = _kernel.unlock(
            self.cards[:JOKER], NO_HAND, self.line, jokers, False, *self._limits_left()
        )
        self._charge_nodes(*search_cost)
        return can_close, flags

    def pair_flags(self) -> bytes:
        """Return for each two cards whether all cards can be arranged with one more copy of both."""
        jokers = self.cards[JOKER]
        *search_cost, _, flags = _kernel.unlock(
            self.cards[:JOKER], NO_HAND, self.line, jokers, True, *self._limits_left()
        )
        self._charge_nodes(*search_cost)
        return flags

    def joker_closes(self, extra_jokers: int = 1) -> bool:
        """Return whether all cards can be arranged with one or more extra jokers."""
        jokers = self.cards[JOKER] + extra_jokers
        *search_cost, play, _, _ = _kernel.lay(
            self.cards[:JOKER], NO_HAND, self.line, None, jokers, 0, *self._limits_left()
        )
        self._charge_nodes(*search_cost)
        return play is not None
