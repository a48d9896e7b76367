"""Plans the moves from the old groups to the new melds, for a person to follow.

Each new meld continues at most one old group. The cards that both share stay in place, and all other cards of the table
move. A pairing with the greatest overlap therefore moves the fewest cards, and finding it is an assignment problem.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from passatempo.core.interface import NO_LIMITS, Interface
from passatempo.core.limits import Deadline, Stopped
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.machiavelli.groups import count_fixed_groups, keep_names
from passatempo.machiavelli.model import HAND, JOKER, CardId, Meld, Play, Step, Turn, unsplit_sentence

MOMENT = 0.01  # seconds for the steps of a play found at the last moment; usually enough
LISTED = 2e-6  # seconds to check and print one place of a step


def never() -> None:
    """Never stop."""


def plan_steps(
    before: Sequence[Meld], after: Sequence[Meld], new_cards: Sequence[CardId], deadline: Deadline | None = None
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
    steps: list[Step] = []
    places: list[Meld] = list(before)
    for take, _, source, target, left, grown in _ask_plan(before, after, new_cards, deadline):
        places += [()] * (target - len(places))
        last = tuple(places)
        if source != HAND:
            places[source - 1] = left
        places[target - 1] = grown
        steps.append(Step(take, source, target, tuple(places), last))
        if deadline is not None:
            deadline.reserve(LISTED * len(places))
            deadline.check()
    return tuple(steps)


def count_moves(before: Sequence[Meld], after: Sequence[Meld], deadline: Deadline | None = None) -> int:
    """Count the cards of the table that must leave their group, by the pairing that moves the fewest.

    >>> count_moves([(0, 1, 2, 3), (16, 29, 42)], [(3, 16, 29, 42), (0, 1, 2)])
    1
    """
    steps = _ask_plan(before, after, (), deadline)
    return sum(len(take) for take, _, source, *_ in steps if source != HAND)


def _ask_plan(
    before: Sequence[Meld], after: Sequence[Meld], new_cards: Sequence[CardId], deadline: Deadline | None
) -> tuple[Any, ...]:
    """Ask the kernel for the moves; raises `Stopped` if a limit came first."""
    limits = NO_LIMITS if deadline is None else replace(deadline.remaining_limits, nodes=None)
    answer = Interface.of("machiavelli").ask("plan", limits, before=before, after=after, laid=new_cards)
    if answer.stop is not StopReason.DONE:
        if deadline is not None:
            deadline.stop_reason = answer.stop
        raise Stopped
    steps: tuple[Any, ...] = answer.reply["steps"]
    return steps


def surplus(cards: Sequence[CardId], other_cards: Sequence[CardId]) -> list[CardId]:
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
        if card >= JOKER and (jokers := [other for other in left if other >= JOKER]):
            left.remove(jokers[0])
    return left


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
    turn: Turn, new_cards: Sequence[CardId], melds: Sequence[Meld], *, is_proved: bool, brief: bool, deadline: Deadline
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
    turn: Turn, melds: tuple[Meld, ...], new_cards: tuple[CardId, ...], deadline: Deadline
) -> tuple[tuple[Step, ...] | None, StopReason]:
    """Return the steps, or the limit that was reached."""
    left = deadline.seconds_left
    plan_deadline = Deadline(deadline.limits if left is None else replace(deadline.limits, seconds=max(MOMENT, left)))
    try:
        return plan_steps(turn.table, melds, new_cards, plan_deadline), StopReason.DONE
    except Stopped:
        return None, plan_deadline.stop_reason


def remaining_cards(hand: Sequence[CardId], new_cards: Sequence[CardId]) -> tuple[CardId, ...]:
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
