"""Explains why a table cannot be arranged, by a smallest set of its cards that cannot be placed.

Cards *can be placed* if they make melds with some of the other cards of table and hand, while the rest stays behind. A
larger set is never easier to place. Smallest sets that cannot be placed therefore exist, and each proves that the table
cannot be arranged.

The method is that of implicit hitting sets (Ignatiev, Previti, Liffiton, Marques-Silva: Smallest MUS extraction with
minimal hitting set dualization, CP 2015). Every set that cannot be placed has a card that a given maximal play leaves
behind. The search takes a smallest set that hits all known plays in this way. Either it can be placed, which gives
another play, or it is a smallest set that cannot.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.pastime import Question
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.formats.notation import write_cards
from passatempo.machiavelli.model import JOKER, CardId, Turn, name
from passatempo.machiavelli.steps import unmendable_reason

Copies: TypeAlias = tuple[int, ...]  # of each card, jokers at index 52
Place: TypeAlias = "Callable[[Copies], Copies | None]"


EFFORT = 1_000_000  # about a second
HIT = 50  # the time of a step in the search for hitting sets, in nodes of the kernel


def explain(turn: Turn, /, limits: Limits = Limits(), *, with_hand: bool = False) -> tuple[str, tuple[str, ...]]:
    """Explain why a table cannot be arranged.

    Parameters
    ----------
    turn
        A table that cannot be arranged, with `with_hand` not even with cards of the hand.
    limits
        Time and nodes. The search for a smallest set ends after `EFFORT` nodes, so the answer does not depend on the
        clock. After that the result is a set from which no card can be omitted, or nothing if a limit comes first.

    Returns
    -------
    tuple
        A sentence, and the names of the cards that cannot be placed, as few as possible.

    Examples
    --------
    >>> from passatempo.machiavelli.text import read
    >>> explain(read("AS 2S 3S 3H 3D"))
    ('AS 3H cannot both be placed, whatever the other cards do', ('AS', '3H'))
    >>> explain(read("3S 4S 5S 9C"))
    ('9C fits in no meld of these cards', ('9C',))
    """
    if not turn.rules.plain and is_freely_arrangeable(turn, limits, with_hand=with_hand):
        return f"{turn.stuck}: the rules are joker {turn.rules.joker}, crosses {turn.rules.crosses}", ()
    deadline = Deadline(limits)
    have = (
        tuple(a + b for a, b in zip(turn.table_counts, turn.hand_counts, strict=True))
        if with_hand
        else turn.table_counts
    )
    place = _make_placer(turn, tuple(have), deadline)
    cards = tuple(turn.table_counts)
    conflict: Copies = ()
    try:
        smallest_conflict = find_smallest(cards, place, deadline)
        conflict = minimise(cards, place) if smallest_conflict is None else smallest_conflict
    except Stopped:
        pass
    conflict_cards = [card for card, copies in enumerate(conflict) for _ in range(copies)]
    return _conflict_sentence(conflict_cards, turn, with_hand=with_hand), tuple(map(name, conflict_cards))


def is_freely_arrangeable(turn: Turn, limits: Limits, *, with_hand: bool) -> bool:
    """Return whether the table could be arranged if its jokers were free and no cross could stay alone."""
    hand = turn.hand_counts if with_hand else bytes(JOKER + 1)
    table, line = turn.table_counts, turn.rules.line
    kernel_play = _kernel.lay(table[:JOKER], hand[:JOKER], line, None, table[JOKER], hand[JOKER], *limits.kernel)
    return kernel_play[2] is not None


def explain_hand(question: Question, /, limits: Limits = Limits()) -> tuple[str, tuple[str, ...]]:
    """Explain why no choice of hand cards makes it possible to arrange the table, or to open."""
    turn: Turn = question.instance
    if turn.must_open:
        return unmendable_reason(turn), ()
    return explain(turn, limits, with_hand=True)


def _conflict_sentence(cards: Sequence[CardId], turn: Turn, *, with_hand: bool) -> str:
    """Write the reason as a sentence."""
    if not cards:
        return ""
    other_cards = "the other cards and the hand" if with_hand and turn.hand else "the other cards"
    cards_label = write_cards(cards, turn.locale)
    if len(cards) == 1:
        return f"{cards_label} fits in no meld of these cards"
    return f"{cards_label} cannot {'both' if len(cards) == 2 else 'all'} be placed, whatever {other_cards} do"


def _make_placer(turn: Turn, card_supply: Copies, deadline: Deadline) -> Place:
    """Return the function that places some cards together with as many others as possible."""

    def place(cards: Copies) -> Copies | None:
        """Return all cards that are in melds then, or None if the given cards cannot be placed."""
        seconds, nodes, cancel = deadline.limits.kernel
        left = seconds if deadline.seconds_left is None else deadline.seconds_left
        rest = bytes(a - b for a, b in zip(card_supply, cards, strict=True))
        stop, node_count, play, *_ = _kernel.lay(
            bytes(cards[:JOKER]),
            rest[:JOKER],
            turn.rules.line,
            None,
            cards[JOKER],
            rest[JOKER],
            left,
            max(0, nodes - deadline.node_count),
            cancel,
        )
        deadline.node_count += node_count
        if stop:
            raise Stopped
        if play is None:
            return None
        _, _, extra_cards, _ = play
        meld_counts = list(cards)
        for card in extra_cards:
            meld_counts[min(card, JOKER)] += 1
        return tuple(meld_counts)

    return place


def find_smallest(cards: Copies, place: Place, deadline: Deadline) -> Copies | None:
    """Find a smallest set of these cards that cannot be placed; None if this takes too much effort.

    Examples
    --------
    The first card fits nowhere:

    >>> find_smallest((1, 2, 0), lambda cards: None if cards[0] else (0, 2, 0), Deadline(Limits()))
    (1, 0, 0)
    """
    plays: list[Copies] = []
    while True:
        hitting_set = find_hitting_set(cards, plays, deadline)
        if hitting_set is None:
            return None
        card_placement = place(hitting_set)
        if card_placement is None:
            return hitting_set
        plays.append(card_placement)


def minimise(cards: Copies, place: Place) -> Copies:
    """Remove cards from a set that cannot be placed until every card is necessary.

    >>> minimise((1, 2, 0), lambda cards: None if cards[0] else (0, 2, 0))
    (1, 0, 0)
    """
    left = list(cards)
    for card, copies in enumerate(cards):
        for _ in range(copies):
            left[card] -= 1
            if place(tuple(left)) is not None:
                left[card] += 1
                break
    return tuple(left)


def find_hitting_set(cards: Copies, plays: Sequence[Copies], deadline: Deadline) -> Copies | None:
    """Find a smallest set of cards that no play places completely: it has more copies of some card than each play.

    Depth-first search on the play that leaves the fewest cards behind. The bound counts plays with disjoint cards left.

    Examples
    --------
    >>> [find_hitting_set((2, 1), plays, Deadline(Limits())) for plays in ([(2, 0)], [(2, 0), (1, 1)])]
    [(0, 1), (2, 1)]
    """
    left_cards = [tuple(card for card, copies in enumerate(cards) if copies > play[card]) for play in plays]
    order = sorted(range(len(plays)), key=lambda k: len(left_cards[k]))
    hitting_counts = [0] * len(cards)

    def bound() -> int:
        used_cards: set[CardId] = set()
        lower_bound = 0
        for k in order:
            if any(hitting_counts[card] > plays[k][card] for card in left_cards[k]) or not used_cards.isdisjoint(
                left_cards[k]
            ):
                continue
            lower_bound += min(plays[k][card] + 1 - hitting_counts[card] for card in left_cards[k])
            used_cards.update(left_cards[k])
        return lower_bound

    def fill(left: int) -> bool:
        deadline.node_count += HIT
        if deadline.poll():
            raise Stopped
        if deadline.node_count > EFFORT:
            return False
        k = next((k for k in order if not any(hitting_counts[card] > plays[k][card] for card in left_cards[k])), None)
        if k is None:
            return True
        if bound() > left:
            return False
        for card in left_cards[k]:
            old_count, hitting_counts[card] = hitting_counts[card], plays[k][card] + 1
            if hitting_counts[card] - old_count <= left and fill(left - (hitting_counts[card] - old_count)):
                return True
            hitting_counts[card] = old_count
        return False

    size = bound()
    while not fill(size):
        if deadline.node_count > EFFORT:
            return None
        size += 1
    return tuple(hitting_counts)
