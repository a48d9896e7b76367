"""Plans the moves from the old groups to the new melds, for a person to follow.

Each new meld continues at most one old group. The cards that both share stay in place, and all other cards of the table
move. A pairing with the greatest overlap therefore moves the fewest cards, and finding it is an assignment problem.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from passatempo.core.limits import Deadline, Stopped
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.machiavelli.groups import count_fixed_groups, keep_names, kinds
from passatempo.machiavelli.model import HAND, JOKER, Card, Meld, Play, Step, Turn, rank_of, suit_of, unsplit_sentence

MOMENT = 0.01  # seconds for the steps of a play found at the last moment; usually enough
LISTED = 2e-6  # seconds to check and print one place of a step


def never() -> None:
    """Never stop."""


def pair_groups(before: Sequence[Meld], after: Sequence[Meld], check: Callable[[], None] = never) -> list[int | None]:
    """Assign to each new meld the old group that it continues, or None for a new group, so that fewest cards move.

    `check` is called often, and stops the work by an exception.

    Notes
    -----
    Unchanged groups are paired first, which is never worse: if G were paired with B and A with the unchanged G, then |G
    and B| + |A and G| <= |G| + |A and B|. The rest is an assignment problem, O(n^3).

    Examples
    --------
    >>> pair_groups([(0, 1, 2, 3), (16, 29, 42)], [(3, 16, 29, 42), (0, 1, 2)])
    [1, 0]
    """
    old, new = list(map(kinds, before)), list(map(kinds, after))
    group_pairs: list[int | None] = [None] * len(new)
    left = dict.fromkeys(range(len(old)))
    equal_groups: dict[Meld, list[int]] = {}
    for b, group in enumerate(old):
        equal_groups.setdefault(group, []).append(b)
    for a, meld in enumerate(new):
        if equal_groups.get(meld):
            b = equal_groups[meld].pop(0)
            group_pairs[a] = b
            left.pop(b)
    rows = [a for a in range(len(new)) if group_pairs[a] is None]
    gains = {}
    for a in rows:
        gains[a] = {b: shared for b in left if (shared := _count_shared(new[a], old[b]))}
        check()
    rows = [a for a in rows if gains[a]]
    columns = sorted(set().union(*gains.values()))
    matrix = []
    for a in rows:
        matrix.append([gains[a].get(b, 0) for b in columns])
        check()
    for a, column in zip(rows, assign(matrix, check), strict=True):
        if column is not None and columns[column] in gains[a]:
            group_pairs[a] = columns[column]
    return group_pairs


def _count_shared(meld: Meld, group: Meld) -> int:
    """Count the cards that a meld and a group share; a meld holds no card twice, but perhaps several jokers."""
    meld_overlap = len(set(meld).intersection(group))
    return (
        meld_overlap
        if JOKER not in meld or JOKER not in group
        else meld_overlap - 1 + min(meld.count(JOKER), group.count(JOKER))
    )


def assign(gain: Sequence[Sequence[int]], check: Callable[[], None] = never) -> list[int | None]:
    """Assign to each row a different column, or none, so that the sum of the gains is greatest.

    The Hungarian method with shortest augmenting paths (Kuhn 1955, Munkres 1957): O(rows * rows * columns).

    Parameters
    ----------
    gain
        Non-negative numbers, row by row.
    check
        Called in every row and column; it stops the work by an exception.

    Examples
    --------
    >>> assign([[3, 2], [3, 0], [1, 0]])
    [1, 0, None]
    """
    rows, columns = len(gain), len(gain[0]) if gain else 0
    width = columns + rows  # an extra column for each row that stays unassigned
    u, v = [0.0] * (rows + 1), [0.0] * (width + 1)
    owner = [0] * (width + 1)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        lowest_slack, parents, is_visited = [float("inf")] * (width + 1), [0] * (width + 1), [False] * (width + 1)
        while owner[column]:
            check()
            is_visited[column] = True
            current_row, delta, next_column = owner[column], float("inf"), 0
            for k in range(1, width + 1):
                if is_visited[k]:
                    continue
                cost = -gain[current_row - 1][k - 1] if k <= columns else 0
                cost_slack = cost - u[current_row] - v[k]
                if cost_slack < lowest_slack[k]:
                    lowest_slack[k], parents[k] = cost_slack, column
                if lowest_slack[k] < delta:
                    delta, next_column = lowest_slack[k], k
            for k in range(width + 1):
                if is_visited[k]:
                    u[owner[k]] += delta
                    v[k] -= delta
                else:
                    lowest_slack[k] -= delta
            column = next_column
        while column:
            owner[column] = owner[parents[column]]
            column = parents[column]
    row_assignment: list[int | None] = [None] * rows
    for k in range(1, columns + 1):
        if owner[k]:
            row_assignment[owner[k] - 1] = k - 1
    return row_assignment


def count_moves(before: Sequence[Meld], after: Sequence[Meld], check: Callable[[], None] = never) -> int:
    """Count the cards of the table that must leave their group, by the pairing that moves the fewest.

    >>> count_moves([(0, 1, 2, 3), (16, 29, 42)], [(3, 16, 29, 42), (0, 1, 2)])
    1
    """
    group_pairs = pair_groups(before, after, check)
    shared = sum(
        _count_shared(kinds(meld), kinds(before[b]))
        for meld, b in zip(after, group_pairs, strict=True)
        if b is not None
    )
    return sum(map(len, before)) - shared


def plan_steps(
    before: Sequence[Meld], after: Sequence[Meld], new_cards: Sequence[Card], deadline: Deadline | None = None
) -> tuple[Step, ...]:
    """Plan the moves from the old groups to the new melds: the fewest on the table, then those from the hand.

    Parameters
    ----------
    before
        The groups on the table.
    after
        The new melds.
    new_cards
        The cards from the hand among them. Jokers are written as their cards.
    deadline
        Raises `Stopped` if there is no time to plan the steps, or for others to check and print them. Each step lists
        all places.

    Returns
    -------
    tuple of Step
        Each step moves all cards between two places. Melds are completed one after the other.

    Examples
    --------
    >>> for step in plan_steps([(0, 1, 2, 3), (16, 29)], [(0, 1, 2), (3, 16, 29, 42)], [42]):
    ...     print(step.take, step.source, step.target, step.places)
    (3,) 1 2 ((0, 1, 2), (3, 16, 29))
    (42,) 0 2 ((0, 1, 2), (3, 16, 29, 42))
    """
    check = never if deadline is None else deadline.check
    places: list[Meld] = list(before)
    old = pair_groups(before, after, check)
    goal = {b: meld for meld, b in zip(after, old, strict=True) if b is not None}
    unchanged_groups = {b for b, meld in goal.items() if kinds(before[b]) == kinds(meld)}
    sources = {b: surplus(group, goal.get(b, ())) for b, group in enumerate(before) if b not in unchanged_groups}
    hand = len(before)
    table_surplus = {min(card, JOKER) for pile in sources.values() for card in pile}
    sources[hand] = list(new_cards)
    open_melds = [
        (b, meld, surplus(meld, () if b is None else before[b]))
        for meld, b in zip(after, old, strict=True)
        if b not in unchanged_groups
    ]
    steps: list[Step] = []
    for b, meld, missing_cards in sorted(
        open_melds, key=lambda job: table_surplus.isdisjoint([min(card, JOKER) for card in job[2]])
    ):
        target = len(places) if b is None else b  # melds that need only cards of the hand come last
        if b is None:
            places.append(())
        check()
        for source, pile in sources.items():
            take, pile_cards = _take_cards(missing_cards, pile)
            if not take:
                continue
            last = tuple(places)
            if source != hand:
                places[source] = _in_order(surplus(places[source], pile_cards), goal.get(source, ()))
            places[target] = _in_order([*places[target], *take], meld)
            steps.append(Step(tuple(take), HAND if source == hand else source + 1, target + 1, tuple(places), last))
            if deadline is not None:
                deadline.reserve(LISTED * len(places))
                deadline.check()
    return tuple(steps)


def surplus(cards: Sequence[Card], other_cards: Sequence[Card]) -> list[Card]:
    """List the cards that the others do not match, copy by copy; a joker matches the same joker first, then any other.

    >>> surplus((11, 76, 64), (64, 11))
    [76]
    """
    left, spare_cards = list(cards), []
    for card in other_cards:
        if card in left:
            left.remove(card)
        else:
            spare_cards.append(card)
    for card in spare_cards:
        _remove_card(left, card)
    return left


def _take_cards(missing_cards: list[Card], pile: list[Card]) -> tuple[list[Card], list[Card]]:
    """Take the missing cards from a pile, shrinking both; return jokers under their new and their old names."""
    take, pile_cards = [], []
    for card in list(missing_cards):
        old = _remove_card(pile, card)
        if old is not None:
            missing_cards.remove(card)
            take.append(card)
            pile_cards.append(old)
    return take, pile_cards


def _remove_card(pile: list[Card], card: Card) -> Card | None:
    """Remove and return a card, or for a joker the same joker if possible, else any other."""
    old = card if card in pile else next((other for other in pile if card >= JOKER and other >= JOKER), None)
    if old is not None:
        pile.remove(old)
    return old


def _in_order(cards: list[Card], meld: Meld) -> Meld:
    """Sort the cards of a place in the order of its meld, followed by other cards by suit and rank."""
    if len(cards) == len(meld) and kinds(tuple(cards)) == kinds(meld):
        return meld
    order = {card: k for k, card in enumerate(meld)}
    return tuple(sorted(cards, key=lambda card: (order.get(card, len(meld)), suit_of(card), rank_of(card))))


# ---- Construction of plays and outcomes for every method ----


def no_play_outcome(turn: Turn, stop: int, stats: dict[str, Any]) -> Outcome[Play]:
    """Return the outcome without a play, because none exists or because of a limit."""
    if stop:
        return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats=stats)
    return Outcome(Status.IMPOSSIBLE, reason=unmendable_reason(turn), stats=stats)


def unmendable_reason(turn: Turn) -> str:
    """Write the message that no choice of hand cards lets the table be arranged, or opens."""
    if turn.must_open:
        points = turn.rules.opening_points
        return f"no group of the hand is worth {points}" if points else "the hand holds no group"
    several = f"whichever of the {len(turn.hand)} cards of the hand are added"
    hand_phrase = several if len(turn.hand) > 1 else "even with the card of the hand"
    return unsplit_sentence(turn, f", {hand_phrase}" if turn.hand else "")


def describe_play(
    turn: Turn, new_cards: Sequence[Card], melds: Sequence[Meld], *, is_proved: bool, brief: bool, deadline: Deadline
) -> tuple[Play, StopReason]:
    """Build the play of these cards and melds: the rest of the hand, the groups that stay, and the steps.

    `is_proved` states that no equally good play keeps more groups, which is evident if all stay.

    Returns
    -------
    tuple
        The play, and the limit that ended the search for steps. After a limit they still get `MOMENT` seconds.
    """
    new_cards, melds = keep_names(turn, new_cards, melds)
    steps, stop_reason = (None, StopReason.DONE) if brief else _find_steps(turn, melds, new_cards, deadline)
    fixed_count = count_fixed_groups(turn, melds)
    return Play(
        new_cards,
        remaining_cards(turn.hand, new_cards),
        melds,
        fixed_count,
        steps,
        is_proved or fixed_count == len(turn.table),
    ), stop_reason


def _find_steps(
    turn: Turn, melds: tuple[Meld, ...], new_cards: tuple[Card, ...], deadline: Deadline
) -> tuple[tuple[Step, ...] | None, StopReason]:
    """Return the steps, or the limit that was reached."""
    left = deadline.seconds_left
    plan_deadline = Deadline(deadline.limits if left is None else replace(deadline.limits, seconds=max(MOMENT, left)))
    try:
        return plan_steps(turn.table, melds, new_cards, plan_deadline), StopReason.DONE
    except Stopped:
        return None, plan_deadline.stop_reason


def remaining_cards(hand: Sequence[Card], new_cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of the hand that are not played; a played joker may be named.

    >>> remaining_cards((3, 20, JOKER, 3), (64 + 7, 3))
    (20, 3)
    """
    plain_cards = [card if card < JOKER else JOKER for card in new_cards]
    hand_rest = []
    for card in hand:
        if card in plain_cards:
            plain_cards.remove(card)
        else:
            hand_rest.append(card)
    return tuple(hand_rest)
