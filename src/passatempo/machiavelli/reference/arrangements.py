"""Arrangements of tables with jokers, counted and listed in plain Python.

A meld with jokers is a legal meld in which jokers replace some cards: a *marked* meld. The search takes the cards in
order. For the first remaining card it chooses a multiset of marked melds with this card as their first real card, so
each arrangement occurs once. Jokers that remain at the end form melds of their own.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TypeAlias

from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import Outcome, Status
from passatempo.machiavelli.checker import turn_faults
from passatempo.machiavelli.groups import named_table
from passatempo.machiavelli.model import JOKER, WILD, Count, Listing, Meld, Turn
from passatempo.machiavelli.reference.search import gave_up, legal_melds
from passatempo.machiavelli.steps import never

OFTEN = 64  # melds between two checks of the clock
LISTED = 2e-6  # seconds to check and print one card of an arrangement

Left: TypeAlias = tuple[bytes, int]  # copies of each card, jokers


def joker_melds(turn: Turn, check: Callable[[], None] = never) -> tuple[tuple[Meld, ...], ...]:
    """List the melds that the table's cards and jokers can form, by their first real card.

    Melds of jokers alone come last. Many jokers allow hundreds of thousands of melds, so `check` is called often; it
    stops the search by an exception.

    >>> from passatempo.machiavelli.text import read
    >>> joker_melds(read("QC KC JK", jokers=1))[50]
    ((113, 50, 51), (50, 51, 103))
    """
    counts, jokers = turn.table_counts, turn.table_counts[JOKER]
    melds_by_card: list[list[Meld]] = [[] for _ in range(JOKER + 1)]
    for meld in legal_melds(turn.rules.line):
        present_cards = [card for card in meld if counts[card]]
        missing_count = len(meld) - len(present_cards)
        for number in range(min(jokers - missing_count, len(present_cards)) + 1):
            check()
            for real_cards in combinations(present_cards, len(present_cards) - number):
                first = min(real_cards, default=JOKER)
                melds_by_card[first].append(tuple(card if card in real_cards else WILD + card for card in meld))
    for card in {group[0] for group in turn.table if len(group) == 1 and turn.rules.crosses and group[0] < JOKER}:
        melds_by_card[card].append((card,))  # it may stay alone
    return tuple(map(tuple, melds_by_card))


def arrangements(turn: Turn, deadline: Deadline) -> Iterator[tuple[Meld, ...]]:
    """Yield each arrangement of a table that is legal in a turn."""

    def choose(left: Left, first: int, start: int) -> Iterator[tuple[Meld, ...]]:
        deadline.tick()
        if not any(left[0]) and not left[1]:
            yield ()
            return
        if _is_exhausted(left, first):
            first, start = _first_card(left), 0
        for k in range(start, len(melds[first])):
            if k % OFTEN == 0:
                deadline.check()
            rest = _remove_meld(left, melds[first][k])
            if rest is not None:
                yield from ((melds[first][k], *rest_melds) for rest_melds in choose(rest, first, k))

    melds = joker_melds(turn, deadline.check)
    start = bytes(turn.table_counts[:JOKER]), turn.table_counts[JOKER]
    all_arrangements = choose(start, _first_card(start), 0)
    if turn.rules.plain:
        return all_arrangements
    before = named_table(turn)
    return (
        arrangement for arrangement in all_arrangements if not any(turn_faults(turn.rules, before, (), arrangement))
    )


def count(turn: Turn, limits: Limits) -> Outcome[Count]:
    """Count the arrangements of a table with jokers, or under rules with further conditions than cards and melds."""
    deadline = Deadline(limits)
    if not turn.rules.plain:
        try:
            number = sum(1 for _ in arrangements(turn, deadline))
        except (Stopped, RecursionError):
            return gave_up(deadline)
        return Outcome(Status.SOLVED, Count(number), stats={"nodes": deadline.node_count})
    count_cache: dict[Left, int] = {}

    def count_from(left: Left) -> int:
        deadline.tick()
        if left not in count_cache:
            count_cache[left] = 1 if not any(left[0]) and not left[1] else count_melds(left, _first_card(left), 0)
        return count_cache[left]

    def count_melds(left: Left, first: int, start: int) -> int:
        if _is_exhausted(left, first):
            return count_from(left)
        total = 0
        for k in range(start, len(melds[first])):
            if k % OFTEN == 0:
                deadline.check()
            rest = _remove_meld(left, melds[first][k])
            if rest is not None:
                total += count_melds(rest, first, k)
        return total

    try:
        melds = joker_melds(turn, deadline.check)
        number = count_from((bytes(turn.table_counts[:JOKER]), turn.table_counts[JOKER]))
    except (Stopped, RecursionError):
        return gave_up(deadline)
    return Outcome(Status.SOLVED, Count(number), stats={"nodes": deadline.node_count})


def enumerate_arrangements(turn: Turn, arrangement_limit: int, limits: Limits) -> Outcome[Listing]:
    """List arrangements of a table with jokers."""
    deadline = Deadline(limits)
    first_arrangements: list[tuple[Meld, ...]] = []
    try:
        for arrangement in arrangements(turn, deadline):
            if len(first_arrangements) == arrangement_limit:
                return Outcome(
                    Status.SOLVED,
                    Listing(tuple(first_arrangements), complete=False),
                    stats={"nodes": deadline.node_count},
                )
            first_arrangements.append(arrangement)
            deadline.reserve(LISTED * len(turn.cards))
            deadline.tick()
    except (Stopped, RecursionError):
        answer = Listing(tuple(first_arrangements), complete=False)
        stop_reason = gave_up(deadline).stopped
        return Outcome(Status.FEASIBLE, answer, stopped=stop_reason, stats={"nodes": deadline.node_count})
    return Outcome(
        Status.SOLVED, Listing(tuple(first_arrangements), complete=True), stats={"nodes": deadline.node_count}
    )


def listable(seconds: float, turn: Turn) -> int:
    """Return how many arrangements can be checked and printed in a time.

    >>> listable(0.3, Turn(((0, 1, 2),)))
    50000
    """
    return int(seconds / (LISTED * max(1, len(turn.cards))))


def _first_card(left: Left) -> int:
    """Return the first remaining card; jokers come last."""
    return next((card for card, copies in enumerate(left[0]) if copies), JOKER)


def _is_exhausted(left: Left, first: int) -> bool:
    """Return whether no copy of a card, or no joker, remains."""
    return not (left[1] if first == JOKER else left[0][first])


def _remove_meld(left: Left, meld: Meld) -> Left | None:
    """Remove a meld, or return None if a card or a joker is missing."""
    counts, jokers = bytearray(left[0]), left[1]
    for card in meld:
        if card >= JOKER:
            jokers -= 1
        elif counts[card]:
            counts[card] -= 1
        else:
            return None
    return None if jokers < 0 else (bytes(counts), jokers)
