"""Why a table cannot be arranged: a smallest set of its cards that cannot be placed, whatever the others do.

Cards *can be placed* if some of the other cards, of table and hand, make melds with them; the rest of the cards may
stay behind. More cards are never easier to place than fewer; so there are smallest sets that cannot be placed, and each
of them is a proof that the table cannot be arranged.

A smallest one is found by implicit hitting sets (Ignatiev, Previti, Liffiton, Marques-Silva: Smallest MUS extraction
with minimal hitting set dualization, CP 2015). A play that places as many cards as possible says: what cannot be placed
has a card that this play leaves behind. A smallest set that keeps to all plays known so far either can be placed, which
gives another play, or it is a smallest set that cannot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.formats.notation import write_cards
from passatempo.machiavelli.model import JOKER, Card, Turn, name
from passatempo.machiavelli.steps import unmendable_reason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.core.pastime import Question

Copies: TypeAlias = tuple[int, ...]  # of each card, jokers at index 52
Place: TypeAlias = "Callable[[Copies], Copies | None]"


EFFORT = 1_000_000  # about a second
HIT = 50  # a step among the hitting sets takes as long as so many nodes of the kernel


def explain(turn: Turn, /, limits: Limits = Limits(), *, with_hand: bool = False) -> tuple[str, tuple[str, ...]]:
    """Say why a table cannot be arranged.

    Parameters
    ----------
    turn
        A table that cannot be arranged (with the help of the hand where `with_hand`).
    limits
        Time and nodes. A smallest set is looked for until `EFFORT` nodes are spent, so that the answer does not depend
        on the clock; after that a set is returned from which no card can be left out; none if the limits come first.

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
    """Tell whether the table could be arranged if its jokers were free and crosses had to go to melds."""
    hand = turn.hand_counts if with_hand else bytes(JOKER + 1)
    table, line = turn.table_counts, turn.rules.line
    kernel_play = _kernel.lay(table[:JOKER], hand[:JOKER], line, None, table[JOKER], hand[JOKER], *limits.kernel)
    return kernel_play[2] is not None


def explain_hand(question: Question, /, limits: Limits = Limits()) -> tuple[str, tuple[str, ...]]:
    """Say why no choice of hand cards makes the whole table arrangeable, or opens."""
    turn: Turn = question.instance
    if turn.must_open:
        return unmendable_reason(turn), ()
    return explain(turn, limits, with_hand=True)


def _conflict_sentence(cards: Sequence[Card], turn: Turn, *, with_hand: bool) -> str:
    """Write the reason."""
    if not cards:
        return ""
    other_cards = "the other cards and the hand" if with_hand and turn.hand else "the other cards"
    cards_label = write_cards(cards, turn.locale)
    if len(cards) == 1:
        return f"{cards_label} fits in no meld of these cards"
    return f"{cards_label} cannot {'both' if len(cards) == 2 else 'all'} be placed, whatever {other_cards} do"


def _make_placer(turn: Turn, card_supply: Copies, deadline: Deadline) -> Place:
    """Return the function that places some cards, and as many others as can go with them."""

    def place(cards: Copies) -> Copies | None:
        """Return all the cards that lie in melds then; None where these cannot be placed."""
        seconds, nodes, cancel = deadline.limits.kernel
        left = seconds if deadline.left is None else deadline.left
        rest = bytes(a - b for a, b in zip(card_supply, cards, strict=True))
        stop, node_count, play, *_ = _kernel.lay(
            bytes(cards[:JOKER]),
            rest[:JOKER],
            turn.rules.line,
            None,
            cards[JOKER],
            rest[JOKER],
            left,
            max(0, nodes - deadline.nodes),
            cancel,
        )
        deadline.nodes += node_count
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
    """Find a smallest set of these cards that cannot be placed; None where it takes too much effort.

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
    """Leave out of cards that cannot be placed each one without which the others still cannot.

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
    """Find a smallest set of cards that no play lays as a whole: for each play more copies of some card than it lays.

    Depth-first on the play that leaves the fewest cards behind, with plays that share no card left behind as the bound.

    Examples
    --------
    >>> [find_hitting_set((2, 1), plays, Deadline(Limits())) for plays in ([(2, 0)], [(2, 0), (1, 1)])]
    [(0, 1), (2, 1)]
    """
    left_cards = [tuple(card for card, copies in enumerate(cards) if copies > play[card]) for play in plays]
    order = sorted(range(len(plays)), key=lambda k: len(left_cards[k]))
    hitting_counts = [0] * len(cards)

    def bound() -> int:
        used_cards: set[Card] = set()
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
        deadline.nodes += HIT
        if deadline.poll():
            raise Stopped
        if deadline.nodes > EFFORT:
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
        if deadline.nodes > EFFORT:
            return None
        size += 1
    return tuple(hitting_counts)
