"""From the groups on the table to the new melds, as moves that a person can follow.

Each new meld is the continuation of at most one old group. The cards that the two share stay where they are, all others
of the table are moved; so the number of cards moved is least for a pairing of greatest overlap, which is an assignment
problem.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Deadline, Stopped
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.machiavelli.groups import count_kept, keep_names, kinds
from passatempo.machiavelli.model import HAND, JOKER, Card, Meld, Play, Step, Turn, rank_of, suit_of, unsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


MOMENT = 0.01  # seconds for the steps of a play that was found at the last moment: they take one or two
LISTED = 2e-6  # seconds that a place of a step takes whoever checks and prints it


def never() -> None:
    """Never stop."""


def pair(before: Sequence[Meld], after: Sequence[Meld], check: Callable[[], None] = never) -> list[int | None]:
    """Give each new meld the old group that it continues, so that fewest cards are moved; None: it is begun afresh.

    `check` is called often, and ends the work by throwing.

    Notes
    -----
    Groups that lie there as before are paired first, which is never worse: if G were paired with B and A with the
    unchanged G, then |G and B| + |A and G| <= |G| + |A and B|. The others are an assignment problem, O(n^3).

    Examples
    --------
    >>> pair([(0, 1, 2, 3), (16, 29, 42)], [(3, 16, 29, 42), (0, 1, 2)])
    [1, 0]
    """
    old, new = list(map(kinds, before)), list(map(kinds, after))
    paired: list[int | None] = [None] * len(new)
    left = dict.fromkeys(range(len(old)))
    same: dict[Meld, list[int]] = {}
    for b, group in enumerate(old):
        same.setdefault(group, []).append(b)
    for a, meld in enumerate(new):
        if same.get(meld):
            b = same[meld].pop(0)
            paired[a] = b
            left.pop(b)
    rows = [a for a in range(len(new)) if paired[a] is None]
    gains = {}
    for a in rows:
        gains[a] = {b: shared for b in left if (shared := _shared(new[a], old[b]))}
        check()
    rows = [a for a in rows if gains[a]]
    columns = sorted(set().union(*gains.values()))
    matrix = []
    for a in rows:
        matrix.append([gains[a].get(b, 0) for b in columns])
        check()
    for a, column in zip(rows, assign(matrix, check), strict=True):
        if column is not None and columns[column] in gains[a]:
            paired[a] = columns[column]
    return paired


def _shared(meld: Meld, group: Meld) -> int:
    """Count the cards that both hold; a meld holds no card twice, but perhaps several jokers."""
    same = len(set(meld).intersection(group))
    return same if JOKER not in meld or JOKER not in group else same - 1 + min(meld.count(JOKER), group.count(JOKER))


def assign(gain: Sequence[Sequence[int]], check: Callable[[], None] = never) -> list[int | None]:
    """Choose for each row a column of its own, or none, so that the sum of the gains is greatest.

    The Hungarian method with shortest augmenting paths (Kuhn 1955, Munkres 1957): O(rows * rows * columns).

    Parameters
    ----------
    gain
        Numbers, none negative, row by row.
    check
        Called in every row and column, to end the work by throwing.

    Examples
    --------
    >>> assign([[3, 2], [3, 0], [1, 0]])
    [1, 0, None]
    """
    rows, columns = len(gain), len(gain[0]) if gain else 0
    width = columns + rows  # a column of its own for each row that gets none
    u, v = [0.0] * (rows + 1), [0.0] * (width + 1)
    owner = [0] * (width + 1)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least, way, seen = [float("inf")] * (width + 1), [0] * (width + 1), [False] * (width + 1)
        while owner[column]:
            check()
            seen[column] = True
            here, step, following = owner[column], float("inf"), 0
            for k in range(1, width + 1):
                if seen[k]:
                    continue
                cost = -gain[here - 1][k - 1] if k <= columns else 0
                reduced = cost - u[here] - v[k]
                if reduced < least[k]:
                    least[k], way[k] = reduced, column
                if least[k] < step:
                    step, following = least[k], k
            for k in range(width + 1):
                if seen[k]:
                    u[owner[k]] += step
                    v[k] -= step
                else:
                    least[k] -= step
            column = following
        while column:
            owner[column] = owner[way[column]]
            column = way[column]
    found: list[int | None] = [None] * rows
    for k in range(1, columns + 1):
        if owner[k]:
            found[owner[k] - 1] = k - 1
    return found


def count_moved(before: Sequence[Meld], after: Sequence[Meld], check: Callable[[], None] = never) -> int:
    """Count the cards of the table that must leave their group, by the pairing that moves fewest.

    >>> count_moved([(0, 1, 2, 3), (16, 29, 42)], [(3, 16, 29, 42), (0, 1, 2)])
    1
    """
    paired = pair(before, after, check)
    shared = sum(_shared(kinds(meld), kinds(before[b])) for meld, b in zip(after, paired, strict=True) if b is not None)
    return sum(map(len, before)) - shared


def plan(
    before: Sequence[Meld], after: Sequence[Meld], laid: Sequence[Card], deadline: Deadline | None = None
) -> tuple[Step, ...]:
    """Tell the moves from the old groups to the new melds: fewest cards moved on the table, then those of the hand.

    Parameters
    ----------
    before
        The groups that lie on the table.
    after
        The melds wanted.
    laid
        The cards of the hand among them; jokers as what they stand for.
    deadline
        Throws `Stopped` where there is no time to tell them, or for others to check and print what is told: each step
        lists all places.

    Returns
    -------
    tuple of Step
        All cards that go from one place to another are one step. Melds are completed one after the other.

    Examples
    --------
    >>> for step in plan([(0, 1, 2, 3), (16, 29)], [(0, 1, 2), (3, 16, 29, 42)], [42]):
    ...     print(step.take, step.source, step.target, step.places)
    (3,) 1 2 ((0, 1, 2), (3, 16, 29))
    (42,) 0 2 ((0, 1, 2), (3, 16, 29, 42))
    """
    check = never if deadline is None else deadline.check
    places: list[Meld] = list(before)
    old = pair(before, after, check)
    goal = {b: meld for meld, b in zip(after, old, strict=True) if b is not None}
    stays = {b for b, meld in goal.items() if kinds(before[b]) == kinds(meld)}
    sources = {b: surplus(group, goal.get(b, ())) for b, group in enumerate(before) if b not in stays}
    hand = len(before)
    spare = {min(card, JOKER) for pile in sources.values() for card in pile}
    sources[hand] = list(laid)
    work = [
        (b, meld, surplus(meld, () if b is None else before[b]))
        for meld, b in zip(after, old, strict=True)
        if b not in stays
    ]
    steps: list[Step] = []
    for b, meld, wanted in sorted(work, key=lambda job: spare.isdisjoint([min(card, JOKER) for card in job[2]])):
        target = len(places) if b is None else b  # melds that wait for the hand alone come last
        if b is None:
            places.append(())
        check()
        for source, pile in sources.items():
            take, taken = _take(wanted, pile)
            if not take:
                continue
            last = tuple(places)
            if source != hand:
                places[source] = _in_order(surplus(places[source], taken), goal.get(source, ()))
            places[target] = _in_order([*places[target], *take], meld)
            steps.append(Step(tuple(take), HAND if source == hand else source + 1, target + 1, tuple(places), last))
            if deadline is not None:
                deadline.owe(LISTED * len(places))
                deadline.check()
    return tuple(steps)


def surplus(cards: Sequence[Card], others: Sequence[Card]) -> list[Card]:
    """List the cards that the others do not hold, copy by copy; a joker equals the same one first, then any other.

    >>> surplus((11, 76, 64), (64, 11))
    [76]
    """
    left, unlike = list(cards), []
    for card in others:
        if card in left:
            left.remove(card)
        else:
            unlike.append(card)
    for card in unlike:
        _remove(left, card)
    return left


def _take(wanted: list[Card], pile: list[Card]) -> tuple[list[Card], list[Card]]:
    """Take from a pile what is wanted of it; both shrink. Jokers as what they will stand for, and as what they did."""
    take, taken = [], []
    for card in list(wanted):
        old = _remove(pile, card)
        if old is not None:
            wanted.remove(card)
            take.append(card)
            taken.append(old)
    return take, taken


def _remove(pile: list[Card], card: Card) -> Card | None:
    """Remove and return a card, or for a joker the one that stands for the same, else any joker."""
    old = card if card in pile else next((other for other in pile if card >= JOKER and other >= JOKER), None)
    if old is not None:
        pile.remove(old)
    return old


def _in_order(cards: list[Card], meld: Meld) -> Meld:
    """Put the cards of a place in the order of its meld, what does not belong there by suit and rank after them."""
    if len(cards) == len(meld) and kinds(tuple(cards)) == kinds(meld):
        return meld
    order = {card: k for k, card in enumerate(meld)}
    return tuple(sorted(cards, key=lambda card: (order.get(card, len(meld)), suit_of(card), rank_of(card))))


# ---- What every method makes of a play that it has found, or of none ----


def nothing(turn: Turn, stop: int, stats: dict[str, Any]) -> Outcome[Play]:
    """Say that there is no play, or that a limit came before one was found."""
    if stop:
        return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats=stats)
    return Outcome(Status.IMPOSSIBLE, reason=unmendable(turn), stats=stats)


def unmendable(turn: Turn) -> str:
    """Write the sentence that no choice of hand cards helps the table, or opens."""
    if turn.must_open:
        points = turn.rules.opening_points
        return f"no group of the hand is worth {points}" if points else "the hand holds no group"
    several = f"whichever of the {len(turn.hand)} cards of the hand are added"
    helped = several if len(turn.hand) > 1 else "even with the card of the hand"
    return unsplit(turn, f", {helped}" if turn.hand else "")


def describe(
    turn: Turn, laid: Sequence[Card], melds: Sequence[Meld], *, proved: bool, brief: bool, deadline: Deadline
) -> tuple[Play, StopReason]:
    """Make the play of these cards and melds: what stays in the hand, which groups stay, and the steps.

    `proved` says that no play as good keeps more groups; it goes without saying if all are kept.

    Returns
    -------
    tuple
        The play, and the limit that came before the steps were told; after it they still have a moment.
    """
    laid, melds = keep_names(turn, laid, melds)
    steps, stopped = (None, StopReason.DONE) if brief else _steps(turn, melds, laid, deadline)
    kept = count_kept(turn, melds)
    return Play(laid, keep(turn.hand, laid), melds, kept, steps, proved or kept == len(turn.table)), stopped


def _steps(
    turn: Turn, melds: tuple[Meld, ...], laid: tuple[Card, ...], deadline: Deadline
) -> tuple[tuple[Step, ...] | None, StopReason]:
    """Tell the steps, or say which limit came first."""
    left = deadline.left
    telling = Deadline(deadline.limits if left is None else replace(deadline.limits, seconds=max(MOMENT, left)))
    try:
        return plan(turn.table, melds, laid, telling), StopReason.DONE
    except Stopped:
        return None, telling.stopped


def keep(hand: Sequence[Card], laid: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of the hand that are not laid; a joker that is laid stands for something.

    >>> keep((3, 20, JOKER, 3), (64 + 7, 3))
    (20, 3)
    """
    gone = [card if card < JOKER else JOKER for card in laid]
    kept = []
    for card in hand:
        if card in gone:
            gone.remove(card)
        else:
            kept.append(card)
    return tuple(kept)
