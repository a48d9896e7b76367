"""The game move by move: what lies where, what a seat may know, what a move does, and how a game ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.play.values import Deal, Result
from passatempo.core.random import Random
from passatempo.machiavelli.game import lays
from passatempo.machiavelli.game.rules import GameRules, enough, pack
from passatempo.machiavelli.game.unknown import without
from passatempo.machiavelli.model import JOKER, UNKNOWN, Card, Places, name
from passatempo.machiavelli.plays import keep

if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL = 3  # seats


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards of the hand go to the table, which lies as `table` then; a joker laid is what it stands for."""

    laid: tuple[Card, ...]
    table: Places


@dataclass(frozen=True, slots=True)
class Draw:
    """One card is drawn in place of laying."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is laid, and nothing can be drawn."""


Move: TypeAlias = Lay | Draw | Pass


@dataclass(frozen=True, slots=True)
class Event:
    """What everybody has seen: a turn, or a card drawn as a turn began.

    Parameters
    ----------
    seat
        Who, from 0.
    laid
        Cards of the hand; empty where it drew or passed.
    drew
        Cards drawn, 0 or 1.
    table
        The groups after it.
    """

    seat: int
    laid: tuple[Card, ...]
    drew: int
    table: Places


@dataclass(frozen=True, slots=True)
class Given:
    """A deal in so many words: each seat's hand, the crosses, and the stock from the front."""

    hands: tuple[tuple[Card, ...], ...]
    crosses: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """All there is to know.

    Parameters
    ----------
    rules
        What is played.
    table
        The groups; a joker as what it stands for, where that is known.
    hands
        Each seat's cards, in order.
    stock
        The cards still to be drawn, the next one first.
    seat
        Who is to move.
    waits
        How many turns in a row each seat has drawn although it could lay; always 0 where the rules do not limit it.
    opened
        Whether each seat has laid what the rules want first.
    passes
        Passes in a row without a draw.
    crosses
        The single cards that have lain alone since the deal.
    history
        What everybody has seen.
    followed
        Whether the game is played at a real table: hands have cards that are not known, and `waits` binds nobody.
    """

    rules: GameRules
    table: Places
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    seat: int
    waits: tuple[int, ...]
    opened: tuple[bool, ...]
    passes: int = 0
    crosses: tuple[Card, ...] = ()
    history: tuple[Event, ...] = ()
    followed: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn that is being typed: how the table lies now, unfinished groups too, and the cards laid so far."""

    table: Places
    laid: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know: its hand, the table, and how many cards the others hold.

    `waits` is the seat's own: of another it would tell that it could have laid. `draft` and `order` (suit or rank) are
    only how a person types and looks.
    """

    rules: GameRules
    seat: int
    hand: tuple[Card, ...]
    table: Places
    crosses: tuple[Card, ...]
    counts: tuple[int, ...]
    stock: int
    waits: int
    opened: tuple[bool, ...]
    passes: int
    history: tuple[Event, ...]
    to_move: int
    followed: bool = False
    draft: Draft | None = None
    order: str = "suit"

    @property
    def may_wait(self) -> bool:
        """Whether a card may be drawn now although there is something to lay."""
        most = self.rules.most_waits
        return self.may_draw and (most is None or self.waits < most)

    @property
    def may_draw(self) -> bool:
        """Whether drawing can be a turn at all."""
        return self.rules.draw == "or" and self.stock > 0

    @property
    def has_opened(self) -> bool:
        """Whether this seat may touch the groups of the table."""
        return self.opened[self.seat]


# ---- The beginning ----


def usual_seats(rules: GameRules) -> int:
    """Return how many play where nobody says.

    >>> usual_seats(GameRules())
    3
    """
    return USUAL


def start(rules: GameRules, seats: int, deal: Deal) -> State:
    """Deal: to seat 1 the first cards of the shuffled pack, to seat 2 the next ones ..., then crosses, then the stock.

    Raises
    ------
    InvalidInstance
        If there are too few cards, or the given deal does not fit.

    Examples
    --------
    >>> state = start(GameRules(), 3, Deal(7))
    >>> [len(hand) for hand in state.hands], len(state.stock)
    ([13, 13, 13], 65)
    """
    given: Given = _dealt(rules, seats, deal.seed or 0) if deal.given is None else deal.given
    faults = enough(rules, seats) if deal.given is None else _misdealt(rules, seats, given)
    if faults:
        raise InvalidInstance(faults)
    state = State(
        rules=rules,
        table=tuple([(card,) for card in given.crosses]),
        hands=tuple([tuple(sorted(hand)) for hand in given.hands]),
        stock=given.stock,
        seat=rules.first - 1,
        waits=(0,) * seats,
        opened=(rules.opening == "none",) * seats,
        crosses=tuple(sorted(given.crosses)),
        followed=UNKNOWN in (*sum(given.hands, ()), *given.crosses, *given.stock),
    )
    return _begun(state)


def _dealt(rules: GameRules, seats: int, seed: int) -> Given:
    cards = Random(seed, "machiavelli", "deal").shuffled(pack(rules))
    hands = [tuple(cards[rules.deal * seat : rules.deal * (seat + 1)]) for seat in range(seats)]
    rest = cards[rules.deal * seats :]
    return Given(tuple(hands), tuple(rest[: rules.crosses]), tuple(rest[rules.crosses :]))


def _misdealt(rules: GameRules, seats: int, given: Given) -> tuple[Violation, ...]:
    """Say what is wrong with a deal that is given."""
    faults = []
    if len(given.hands) != seats or rules.first > seats:
        told = f"the deal has {len(given.hands)} hands for {seats} seats, of which seat {rules.first} begins"
        faults.append(Violation("bad-deal", told))
    cards = Counter([*sum(given.hands, ()), *given.crosses, *given.stock])
    for card, number in cards.items():
        most = rules.jokers if card == JOKER else rules.decks
        if card != UNKNOWN and number > most:
            faults.append(Violation("too-many-copies", f"{name(card)} is dealt {number} times, but there are {most}"))
    return tuple(faults)


def _begun(state: State) -> State:
    """Draw the card that a turn begins with, where the rules have it so."""
    if state.rules.draw == "or" or not state.stock:
        return state
    event = Event(state.seat, (), 1, state.table)
    return replace(_drawn(state), history=(*state.history, event))


def _drawn(state: State) -> State:
    hands = list(state.hands)
    hands[state.seat] = tuple(sorted((*hands[state.seat], state.stock[0])))
    return replace(state, hands=tuple(hands), stock=state.stock[1:])


# ---- What is seen ----


def seat(state: State) -> int:
    """Return who is to move."""
    return state.seat


def view(state: State, seat: int) -> View:
    """Return what a seat may know.

    >>> view(start(GameRules(), 2, Deal(7)), 1).counts
    (13, 13)
    """
    return View(
        state.rules,
        seat,
        state.hands[seat],
        state.table,
        state.crosses,
        tuple([len(hand) for hand in state.hands]),
        len(state.stock),
        state.waits[seat],
        state.opened,
        state.passes,
        state.history,
        state.seat,
        state.followed,
    )


# ---- Moves ----


def play(state: State, move: Move) -> State:
    """Return the state after a legal move."""
    here = state.seat
    waits, opened, passes = list(state.waits), list(state.opened), 0
    hands, table, crosses, drew = list(state.hands), state.table, state.crosses, 0
    laid: tuple[Card, ...] = ()
    after = state
    if isinstance(move, Lay):
        hands[here] = (without if state.followed else keep)(hands[here], move.laid)
        table, laid = move.table, move.laid
        waits[here], opened[here] = 0, True
        crosses = tuple(sorted([group[0] for group in table if len(group) == 1])) if crosses else ()
        after = replace(state, hands=tuple(hands), table=table)
    elif isinstance(move, Draw):
        if state.rules.most_waits is not None:
            waits[here] = waited(view(state, here))
        after, drew = _drawn(state), 1
    else:
        passes = 0 if drawn_now(state.history, here, state.rules) else state.passes + 1
    after = replace(
        after,
        seat=(here + 1) % len(hands),
        waits=tuple(waits),
        opened=tuple(opened),
        passes=passes,
        crosses=crosses,
        history=(*state.history, Event(here, laid, drew, table)),
    )
    return after if result(after) is not None else _begun(after)


def waited(seen: View) -> int:
    """Return how many turns in a row a seat has waited once it draws; 0 where not all its cards are known."""
    return seen.waits + 1 if UNKNOWN not in seen.hand and lays.can_lay(seen) else 0


def drawn_now(history: Sequence[Event], seat: int, rules: GameRules) -> bool:
    """Tell whether the seat to move has drawn as its turn began.

    >>> drawn_now((Event(1, (), 1, ()),), 1, GameRules(draw="start")), drawn_now((), 1, GameRules(draw="start"))
    (True, False)
    """
    return rules.draw == "start" and bool(history) and history[-1].seat == seat and history[-1].drew == 1


# ---- The end ----


def result(state: State) -> Result | None:
    """Say how the game ended; None while it is open.

    >>> result(start(GameRules(), 2, Deal(7))) is None
    True
    """
    how = how_over(state)
    if not how:
        return None
    return counted(state.rules, state.hands, how)


def how_over(state: State) -> str:
    """Say in a word how the game ended; empty while it is open."""
    counts = tuple(map(len, state.hands))
    begun = drawn_now(state.history, state.seat, state.rules)
    return over(state.rules, counts, len(state.stock), state.passes, begun=begun)


def over(rules: GameRules, counts: Sequence[int], stock: int, passes: int, *, begun: bool) -> str:
    """Say in a word how a game ended, from what everybody sees; empty while it is open.

    >>> over(GameRules(), (3, 0), 40, 0, begun=False)
    'closed'
    """
    if not all(counts):
        return "closed"
    if rules.end == "passes":
        return "blocked" if passes >= len(counts) else ""
    return "finished" if not stock and not begun else ""


def counted(rules: GameRules, hands: Sequence[Sequence[Card]], how: str) -> Result:
    """Count what the hands that are left are worth: who has fewest points wins, then who has fewest cards.

    Where not all cards are known there are no scores, and a winner only where a hand is empty.

    >>> counted(GameRules(), ((), (0, 12)), "closed")
    Result(winners=(0,), scores=(21, -21), how='closed')
    """
    if any(UNKNOWN in hand for hand in hands):
        return Result(tuple([seat for seat, hand in enumerate(hands) if not hand]), (), how)
    held = [sum(map(rules.worth, hand)) for hand in hands]
    keys = [(bool(hand), points, len(hand)) for hand, points in zip(hands, held, strict=True)]
    best = min(keys)
    winners = tuple([seat for seat, key in enumerate(keys) if key == best])
    if rules.score == "one":
        return Result(winners, tuple([int(seat in winners) for seat in range(len(hands))]), how)
    scores = [best[1] - points for points in held]
    share, rest = divmod(-sum(scores), len(winners))
    for seat in winners:
        scores[seat] = share
    scores[winners[0]] += rest
    return Result(winners, tuple(scores), how)


def summary(state: State) -> dict[str, int]:
    """Return what statistics keep: the number of turns, and the cards on the table."""
    began = state.rules.draw == "start"
    turns = [event for event in state.history if not (began and event.drew)]
    return {"turns": len(turns), "table": sum(map(len, state.table))}
