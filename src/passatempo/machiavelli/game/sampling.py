"""Hands that the other seats may hold, drawn by lot, and what a move comes to on them, in plain Python.

It plays under all rules; where the kernel can, it does the same faster.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.machiavelli.game import bots, lays
from passatempo.machiavelli.game.rules import pack
from passatempo.machiavelli.game.turns import Lay, State, play, result, view
from passatempo.machiavelli.model import JOKER
from passatempo.machiavelli.plays import keep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.play.values import Result
    from passatempo.machiavelli.game.rivals import Rival
    from passatempo.machiavelli.game.turns import Move, View
    from passatempo.machiavelli.model import Card

WHOLE_WIN = 840  # divisible by 1 to 8, the seats that may share it
FREE = Limits()
Worth: TypeAlias = tuple[int, int]  # the seat's score, and its share of a win


def stream_at(state: int) -> Random:
    """Return the stream that goes on from a state."""
    found = Random(0)
    found.state = state
    return found


def unseen(seen: View) -> tuple[Card, ...]:
    """Return the cards that a seat does not see, in order: the other hands and the stock.

    >>> from passatempo.core.play.values import Deal
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> from passatempo.machiavelli.game.turns import start
    >>> len(unseen(view(start(GameRules(), 3, Deal(7)), 0)))
    91
    """
    return keep(sorted(pack(seen.rules)), (*sum(seen.table, ()), *seen.hand))


def sample(seen: View, others: Sequence[Rival], stream: Random) -> State:
    """Deal the unseen cards out to the other seats; the rest is the stock.

    A hand is drawn one card at a time. Where it is known that its owner could lay nothing, a card is refused with which
    the hand so far could lay something on the table of then; the cards that he has drawn since are any.
    """
    pool = stream.shuffled(unseen(seen))
    hands = [seen.hand] * len(seen.counts)
    for rival in others:
        hands[rival.seat], pool = _hand(seen, rival, pool, stream)
    waits = tuple([seen.waits * (seat == seen.seat) for seat in range(len(hands))])
    return State(
        rules=seen.rules,
        table=seen.table,
        hands=tuple([tuple(sorted(hand)) for hand in hands]),
        stock=tuple(pool),
        seat=seen.seat,
        waits=waits,
        opened=seen.opened,
        passes=seen.passes,
        crosses=seen.crosses,
        history=seen.history,
    )


def _hand(seen: View, rival: Rival, pool: list[Card], stream: Random) -> tuple[tuple[Card, ...], list[Card]]:
    """Draw a hand from a pool in random order, and return it with what is left.

    The cards left over are no longer in random order where some were refused, so they are shuffled anew. Where the pool
    has too few cards that will do, the first ones refused must.
    """
    wanted = rival.cards if rival.then is None else rival.cards - rival.drawn
    hand: list[Card] = []
    refused: set[Card] = set()
    left: list[Card] = []
    for card in pool:
        if len(hand) == wanted or card in refused:
            left.append(card)
        elif rival.then is not None and could_lay(seen, rival, (*hand, card)):
            refused.add(card)
            left.append(card)
        else:
            hand.append(card)
    missing = wanted - len(hand)
    hand, left = hand + left[:missing], left[missing:]
    if rival.then is not None:
        stream.shuffle(left)
        hand, left = hand + left[: rival.drawn], left[rival.drawn :]
    return tuple(hand), left


def could_lay(seen: View, rival: Rival, hand: tuple[Card, ...]) -> bool:
    """Tell whether a rival with this hand could have laid something as its last turn ended."""
    then = replace(seen, seat=rival.seat, hand=tuple(sorted(hand)), table=rival.then or ())
    return lays.can_lay(then)


def play_out(state: State, first: Move, holding_back: frozenset[int]) -> Result:
    """Make a move and play to the end: patience here and at the seats that hold back, greed at the others."""
    here = state.seat
    state = play(state, first)
    unused = Random(0)
    while (over := result(state)) is None:
        bot = bots.patient if state.seat == here or state.seat in holding_back else bots.greedy
        state = play(state, bot(view(state, state.seat), unused, FREE))
    return over


def play_outs(seen: View, others: Sequence[Rival], moves: Sequence[Move], states: Sequence[int]) -> list[list[Worth]]:
    """Say for each deal, named by the state of its stream, what each move comes to."""
    holding_back = frozenset([rival.seat for rival in others if rival.holds_back])
    found = []
    for state in states:
        dealt = sample(seen, others, stream_at(state))
        found.append([_worth(play_out(dealt, move, holding_back), seen.seat) for move in moves])
    return found


def _worth(over: Result, seat: int) -> Worth:
    return over.scores[seat], WHOLE_WIN // len(over.winners) if seat in over.winners else 0


def closes(state: State, seat: int) -> bool:
    """Tell whether a seat could lay its whole hand now."""
    seen = view(replace(state, seat=seat), seat)
    most = seen.rules.most_new
    return (not most or len(seen.hand) <= most) and lays.fitted(seen, seen.hand) is not None


def cards_of(move: Move) -> tuple[Card, ...]:
    """Return the cards that a move lays, a joker as a joker."""
    return tuple([min(card, JOKER) for card in move.laid]) if isinstance(move, Lay) else ()
