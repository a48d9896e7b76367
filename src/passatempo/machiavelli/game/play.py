"""The game move by move: the kernel knows the rules, and is asked.

Algorithm and rules: `kernel/game`, by the questions of `kernel/interface.toml`.
"""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.interface import Interface, pack_rows
from passatempo.core.limits import Limits
from passatempo.core.words import mark, told
from passatempo.games.values import Deal, Result
from passatempo.machiavelli.game.rules import GameRules, enough
from passatempo.machiavelli.game.state import Draw, Event, Given, Lay, Move, Pass, Penalty, State, View
from passatempo.machiavelli.groups import fault
from passatempo.machiavelli.model import JOKER, UNKNOWN, WILD, Card, Named, Places, name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.machiavelli.game.state import Move


USUAL = 3  # seats
ENDS = ("closed", "blocked", "finished")  # in the order of the kernel
HIDDEN = 53  # a card that is not known, to the kernel
LAY, DRAW, PASS, PENALTY = range(4)
NO_LIMITS = Limits()
MOST_WAITS = 251  # that the interface takes
MOST_PACKED = 64  # tables
_PACKED: dict[int, tuple[Places, bytes]] = {}  # by identity: to hash a table takes longer than to pack it
NOTHING_KNOWN = bytes(5)  # of a seat, in the field `pasts` of the interface
_HIDDEN = bytes([HIDDEN])

Cards: TypeAlias = tuple[Card, ...]


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
    given: Given | None = deal.given
    faults = enough(rules, seats) if given is None else _misdealt(rules, seats, given)
    if faults:
        raise InvalidInstance(faults)
    if given is None:
        reply = ask("deal", rules, seats=seats, seed=str(deal.seed or 0).encode())
    else:
        hands, crosses, stock = list(map(_sent, given.hands)), _sent(given.crosses), _sent(given.stock)
        reply = ask("begin", rules, hands=hands, crosses=crosses, stock=stock)
    return _state(rules, reply, ())


def _misdealt(rules: GameRules, seats: int, given: Given) -> tuple[Violation, ...]:
    """Say what is wrong with a deal that is given."""
    faults = []
    if len(given.hands) != seats or rules.first > seats:
        told = f"the deal has {len(given.hands)} hands for {seats} seats, of which seat {rules.first} begins"
        faults.append(Violation("bad-deal", told))
    if len(given.crosses) != rules.crosses:
        told = f"the deal has {len(given.crosses)} open cards, but the rules have {rules.crosses}"
        faults.append(Violation("bad-deal", told))
    cards = Counter([*sum(given.hands, ()), *given.crosses, *given.stock])
    for card, number in cards.items():
        most = rules.jokers if card == JOKER else rules.decks
        if card != UNKNOWN and number > most:
            faults.append(Violation("too-many-copies", f"{name(card)} is dealt {number} times, but there are {most}"))
    return tuple(faults)


def _state(rules: GameRules, reply: dict[str, Any], history: tuple[Event, ...]) -> State:
    """Return the state that the kernel tells; where the turn began with a draw, everybody has seen it."""
    game = reply["game"]
    known: Callable[[Cards], Cards] = _known if game.followed else tuple
    table: Places = tuple(map(known, game.groups)) if game.followed else game.groups
    begun = (Event(game.seat, (), 1, table, begins=True),) if game.begun else ()
    return State(
        rules,
        table,
        tuple(map(known, game.hands)),
        known(game.stock),
        game.seat,
        game.waits,
        tuple(map(bool, game.opened)),
        game.passes,
        known(game.crosses),
        (*history, *begun),
        game.followed,
        bytes(game.pasts),
        game.begun,
        game.only_draws,
        _ended(reply["end"]) if "end" in reply else None,
    )


def _ended(end: Any) -> Result | None:
    return Result(end.winners, end.scores, ENDS[end.how]) if end.over else None


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
        state.pasts,
        state.begun,
        state.only_draws,
        state.end.how if state.end is not None else "",
    )


# ---- Moves ----


def judge(view: View, move: Move) -> tuple[Violation, ...]:
    """List what is wrong with a move of the seat that is to move; nothing where it is legal.

    >>> [one.rule for one in judge(view(start(GameRules(), 2, Deal(7)), 0), Lay((), ((0, 1, 3),)))]
    ['empty-lay', 'foreign-card', 'foreign-card', 'foreign-card', 'bad-meld']
    """
    reply = ask("faults", view.rules, game=seen_game(view), move=_sent_move(move))
    return violations(view, move, reply["faults"])


def play(state: State, move: Move) -> State:
    """Return the state after a legal move; raises `InvalidInstance` for another."""
    reply = ask("play", state.rules, game=_whole_game(state), move=_sent_move(move))
    if reply["faults"]:
        raise InvalidInstance(violations(view(state, state.seat), move, reply["faults"]))
    event = _event(move, state.seat, state.table, len(state.stock))
    return _state(state.rules, reply, (*state.history, event))


def _event(move: Move, seat: int, table: Places, stock: int) -> Event:
    """Return what everybody sees of a legal move on a table, with so many cards in the stock."""
    laid, after = (move.laid, move.table) if isinstance(move, Lay) else ((), table)
    drew = int(isinstance(move, Draw)) or (isinstance(move, Penalty) and min(move.cards, stock))
    return Event(seat, laid, drew, after)


def result(state: State) -> Result | None:
    """Say how the game ended; None while it is open.

    >>> result(start(GameRules(), 2, Deal(7))) is None
    True
    """
    return state.end


def ended(state: State) -> State:
    """Return a state of which hands have become known, with its end."""
    return replace(state, end=_ended(ask("result", state.rules, game=_whole_game(state))["end"]))


def how_of(view: View) -> str:
    """Say in a word how the game of a view ended; empty while it is open."""
    end = ask("result", view.rules, game=seen_game(view, view.to_move))["end"]
    return ENDS[end.how] if end.over else ""


def summary(state: State) -> dict[str, int]:
    """Return what statistics keep: the number of turns, and the cards on the table."""
    turns = [event for event in state.history if not event.begins]
    return {"turns": len(turns), "table": sum(map(len, state.table))}


def follow(at: View, move: Move) -> View:
    """Return the view after a move of the seat that is to move; a card that the seat draws itself is not known.

    Raises
    ------
    InvalidInstance
        If the move breaks a rule, as far as can be seen.

    Examples
    --------
    >>> after = follow(view(start(GameRules(), 2, Deal(7)), 1), Draw())
    >>> after.counts, after.stock, after.to_move
    ((14, 13), 77, 1)
    """
    reply = ask("play", at.rules, game=seen_game(at, at.to_move), move=_sent_move(move))
    if reply["faults"]:
        raise InvalidInstance(violations(at, move, reply["faults"]))
    event = _event(move, at.to_move, at.table, at.stock)
    reply["game"] = reply["game"]._replace(followed=True)
    after = view(_state(at.rules, reply, (*at.history, event)), at.seat)
    return replace(after, followed=at.followed, order=at.order)


def forfeit(view: View, why: Literal["time", "gave-up"]) -> Penalty:
    """Return the move in place of a turn that does not come out."""
    return Penalty(view.rules.penalty_cards, why)


def advise(view: View) -> tuple[Move, tuple[int, ...]]:
    """Return the play of most cards, else a draw or a pass, and the numbers of the groups that it changes.

    >>> advise(view(start(GameRules(), 2, Deal(7)), 0))[1]
    ()
    """
    reply = ask("hint", view.rules, game=seen_game(view))
    return move_of(reply["move"]), tuple(reply["changed"])


# ---- Questions about a view ----


def best(view: View, *, points: bool = False, hand: Sequence[Card] | None = None, limited: bool = False) -> Cards:
    """Return the cards, jokers as jokers, of a lay of most cards or points; none where nothing can go.

    Parameters
    ----------
    hand
        The cards that may go; the whole hand without it.
    limited
        Whether they may be no more than a turn may lay: then a large legal part of them.
    """
    cards = view.hand if hand is None else hand
    found: Cards = ask("best", view.rules, game=seen_game(view), cards=cards, points=points, limited=limited)["cards"]
    return found


def fit(view: View, cards: Sequence[Card]) -> Lay | None:
    """Lay exactly these cards so that most groups stay as they are; None where that cannot be.

    A joker that names a card is laid as that card. The groups that stay come first, in their order.
    """
    reply = ask("fit", view.rules, game=seen_game(view), cards=cards)
    return Lay(reply["laid"], reply["table"]) if reply["found"] else None


def laid_of(before: Places, after: Places) -> Cards:
    """Return the cards that are on the table after a turn and were not before, jokers as what they stand for.

    Which joker came from the hand cannot be seen where jokers are free: one that stands for something new is taken.

    >>> laid_of(((0, 1, 2),), ((0, 1, 2, 3), (68, 5, 6)))
    (3, 5, 6, 68)
    """
    found: Cards = Interface.of("machiavelli").ask("laid", before=_rows(before), after=_rows(after)).reply["cards"]
    return found


# ---- Asking the kernel ----


def ask(question: str, rules: GameRules, limits: Limits = NO_LIMITS, **request: Any) -> dict[str, Any]:
    """Ask the kernel a question about a game; raises `InvalidInstance` with its sentence where it refuses."""
    try:
        return Interface.of("machiavelli").ask(question, limits, rules=packed(rules.numbers), **request).reply
    except ValueError as error:
        raise InvalidInstance([Violation("refused", str(error))]) from error


@lru_cache(maxsize=64)
def packed(numbers: tuple[Any, ...]) -> bytes:
    """Return the rules as the kernel takes them."""
    return Interface.of("machiavelli").pack("Rules", numbers)


def seen_game(view: View, mover: int | None = None) -> tuple[Any, ...]:
    """Return a game as far as a seat knows it, with that seat or another to move."""
    seats = len(view.counts)
    hands = [_HIDDEN * count for count in view.counts]
    hands[view.seat] = _sent(view.hand)
    waits = [0] * seats
    waits[view.seat] = min(view.waits, MOST_WAITS)
    return _game(view, view.seat if mover is None else mover, hands, _HIDDEN * view.stock, waits)


def _whole_game(state: State) -> tuple[Any, ...]:
    return _game(state, state.seat, list(map(_sent, state.hands)), _sent(state.stock), state.waits)


def _game(at: State | View, seat: int, hands: list[bytes], stock: bytes, waits: Sequence[int]) -> tuple[Any, ...]:
    """Return the record `Game` of the interface."""
    pasts = at.pasts or NOTHING_KNOWN * len(hands)
    table, crosses = _rows(at.table), _sent(at.crosses)
    return seat, at.passes, at.begun, at.only_draws, at.followed, hands, table, stock, waits, at.opened, crosses, pasts


def _sent(cards: Cards) -> bytes:
    """Return cards as the kernel takes them."""
    return bytes([HIDDEN if card == UNKNOWN else card for card in cards] if UNKNOWN in cards else cards)


def _known(cards: Cards) -> Cards:
    """Return cards that the kernel tells, those that are not known first."""
    return (UNKNOWN,) * cards.count(HIDDEN) + tuple([card for card in cards if card != HIDDEN])


def _rows(table: Places) -> bytes:
    """Return groups as the kernel takes them, made once for each table: a turn asks for them five times."""
    known = _PACKED.get(id(table))
    if known is None or known[0] is not table:
        if len(_PACKED) >= MOST_PACKED:
            _PACKED.clear()
        known = _PACKED[id(table)] = table, pack_rows(list(map(_sent, table)))
    return known[1]


def past_of(drawn: int, table: Places) -> bytes:
    """Return what is known of a seat which could lay nothing on a table, but for the cards drawn since."""
    head = struct.pack("<BHH", 4, drawn, len(table))
    return head + b"".join([bytes((len(group), *group)) for group in table])


def _sent_move(move: Move) -> tuple[int, Cards, Any, int]:
    """Return the record `Move` of the interface."""
    if isinstance(move, Lay):
        return LAY, move.laid, _rows(move.table), 0
    if isinstance(move, Penalty):
        return PENALTY, (), (), move.cards
    return (DRAW if isinstance(move, Draw) else PASS), (), (), 0


def move_of(reply: Any) -> Move:
    """Return the move of a record `Move` of the interface."""
    return Lay(reply.laid, reply.table) if reply.did == LAY else Draw() if reply.did == DRAW else Pass()


# ---- What the rules that a move breaks are called, with the card or the group that breaks them ----


def violations(view: View, move: Move, faults: Sequence[Any]) -> tuple[Violation, ...]:
    """Write the faults that the kernel finds, each a number in the order of `WORDS` and where it is."""
    return tuple([WORDS[one.rule](view, move, one.where) for one in faults])


def _of_card(rule: str, words: str) -> Callable[[View, Move, int], Violation]:
    return lambda view, move, card: Violation(rule, told(words, card=Named(card)), name(card))


def _empty(words: str) -> Callable[[View, Move, int], Violation]:
    return lambda view, move, where: Violation("empty-lay", told(words))


def _bad_meld(view: View, move: Any, number: int) -> Violation:
    wrong = fault(tuple(move.table[number - 1]), view.rules.ace)
    assert wrong is not None  # the kernel has found it
    return Violation("bad-meld", told(mark("meld {number}: {fault}"), number=number, fault=wrong.text), number)


def _must_lay(view: View, move: Move, where: int) -> Violation:
    often = mark("{number} turns in a row drew although they could play: now a card must be played")
    if not view.waits:
        often = mark("a card can be played, so it must be played")
    elif view.waits == 1:
        often = mark("the last turn drew although it could play: now a card must be played")
    return Violation("must-lay", told(often, number=view.waits))


def _must_draw(view: View, move: Move, where: int) -> Violation:
    words = mark("the stock has {number} cards: if you play nothing, draw")
    return Violation("empty-lay", told(words, number=view.stock))


def _too_many_new(view: View, move: Any, where: int) -> Violation:
    many = mark("{number} cards are played, but a turn may play at most {most}")
    return Violation("too-many-new", told(many, number=len(move.laid), most=view.rules.most_new))


def _changed_group(view: View, move: Move, number: int) -> Violation:
    changed = mark("meld {number}, {cards}, has changed, but before you open you may only play your own melds")
    return Violation("not-opened", told(changed, number=number, cards=Named(*view.table[number - 1])), number)


def _too_few_points(view: View, move: Move, worth: int) -> Violation:
    little = mark("the melds of the hand are worth {worth}, but you need {needed} to open")
    return Violation("not-opened", told(little, worth=worth, needed=view.rules.opening_points))


def _not_freed(view: View, move: Move, card: int) -> Violation:
    bound = mark("only {card} from the hand frees the joker that stands for it")
    return Violation("joker-not-freed", told(bound, card=Named(card)), name(WILD + card))


def _no_opening(view: View, move: Move, where: int) -> Violation:
    needed = view.rules.opening_points
    if not needed:
        return Violation("not-opened", told(mark("the cards played hold no meld of their own, which you need to open")))
    little = mark("the cards played hold no melds of their own worth {needed}, which you need to open")
    return Violation("not-opened", told(little, needed=needed))


def _first_turn(view: View, move: Move, where: int) -> Violation:
    return Violation("first-turn", told(mark("the first turn of the game only draws")))


def _wrong_penalty(view: View, move: Move, penalty: int) -> Violation:
    if not penalty:
        return Violation("wrong-penalty", told(mark("these rules have no penalty")))
    return Violation("wrong-penalty", told(mark("these rules have a penalty of {number}"), number=penalty))


WORDS: tuple[Callable[[View, Any, int], Violation], ...] = (
    _empty(mark("no card of the hand is played")),
    _of_card("not-in-hand", mark("{card} is not in the hand")),
    _of_card("taken-back", mark("{card} is no longer on the table: cards never return to the hand")),
    _of_card("foreign-card", mark("{card} is on the table, but it was neither there before nor played")),
    _bad_meld,
    _must_lay,
    _empty(mark("this turn began with a draw: if you play nothing, pass")),
    _empty(mark("the stock is empty: if you play nothing, pass")),
    _must_draw,
    _too_many_new,
    _changed_group,
    _too_few_points,
    _not_freed,
    _no_opening,
    _first_turn,
    _wrong_penalty,
)
