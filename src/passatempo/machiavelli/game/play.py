"""The game move by move, by the rules of the kernel.

Algorithm and rules: `kernel/game`, through the questions of `kernel/interface.toml`.
"""

import struct
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.interface import Interface, pack_rows
from passatempo.core.limits import Limits
from passatempo.core.messages import mark, message
from passatempo.games.values import Deal, Result
from passatempo.machiavelli.game.rules import GameRules, seat_faults
from passatempo.machiavelli.game.state import Draw, Event, FixedDeal, Lay, Move, Pass, Penalty, State, View
from passatempo.machiavelli.groups import fault
from passatempo.machiavelli.model import JOKER, UNKNOWN, WILD, CardId, Named, Places, name

USUAL = 3  # seats
ENDS = ("closed", "blocked", "finished")  # in the order of the kernel
HIDDEN = 53  # an unknown card in the kernel
LAY, DRAW, PASS, PENALTY = range(4)
NO_LIMITS = Limits()
MOST_WAITS = 251  # the maximum of the interface
MOST_PACKED = 64  # tables
_PACKED: dict[int, tuple[Places, bytes]] = {}  # by identity, because hashing a table takes longer than packing it
NOTHING_KNOWN = bytes(5)  # about a seat, in the field `pasts` of the interface
_HIDDEN = bytes([HIDDEN])

Cards: TypeAlias = tuple[CardId, ...]


# ---- The start ----


def usual_seats(rules: GameRules) -> int:
    """Return the default number of players.

    >>> usual_seats(GameRules())
    3
    """
    return USUAL


def start(rules: GameRules, seats: int, deal: Deal) -> State:
    """Deal hands to the seats in order from the shuffled pack, then the crosses; the rest is the stock.

    Raises
    ------
    InvalidInstance
        If there are too few cards, or the fixed deal does not fit the rules.

    Examples
    --------
    >>> state = start(GameRules(), 3, Deal(7))
    >>> [len(hand) for hand in state.hands], len(state.stock)
    ([13, 13, 13], 65)
    """
    fixed_deal: FixedDeal | None = deal.deal_content
    faults = seat_faults(rules, seats) if fixed_deal is None else _deal_faults(rules, seats, fixed_deal)
    if faults:
        raise InvalidInstance(faults)
    if fixed_deal is None:
        reply = ask_kernel("deal", rules, seats=seats, seed=str(deal.seed or 0).encode())
    else:
        hands, crosses, stock = (
            list(map(_pack_cards, fixed_deal.hands)),
            _pack_cards(fixed_deal.crosses),
            _pack_cards(fixed_deal.stock),
        )
        reply = ask_kernel("begin", rules, hands=hands, crosses=crosses, stock=stock)
    return _read_state(rules, reply, ())


def _deal_faults(rules: GameRules, seats: int, fixed_deal: FixedDeal) -> tuple[Violation, ...]:
    """List the faults of a fixed deal."""
    faults = []
    if len(fixed_deal.hands) != seats or rules.first > seats:
        fault_message = (
            f"the deal has {len(fixed_deal.hands)} hands for {seats} seats, of which seat {rules.first} begins"
        )
        faults.append(Violation("bad-deal", fault_message))
    if len(fixed_deal.crosses) != rules.crosses:
        fault_message = f"the deal has {len(fixed_deal.crosses)} open cards, but the rules have {rules.crosses}"
        faults.append(Violation("bad-deal", fault_message))
    cards = Counter([*sum(fixed_deal.hands, ()), *fixed_deal.crosses, *fixed_deal.stock])
    for card, number in cards.items():
        copy_limit = rules.jokers if card == JOKER else rules.decks
        if card != UNKNOWN and number > copy_limit:
            faults.append(
                Violation("too-many-copies", f"{name(card)} is dealt {number} times, but there are {copy_limit}")
            )
    return tuple(faults)


def _read_state(rules: GameRules, reply: dict[str, Any], history: tuple[Event, ...]) -> State:
    """Return the state in a reply of the kernel; a draw at the start of the turn becomes a public event."""
    game = reply["game"]
    unpack_cards: Callable[[Cards], Cards] = _unpack_cards if game.followed else tuple
    table: Places = tuple(map(unpack_cards, game.groups)) if game.followed else game.groups
    draw_events = (Event(game.seat, (), 1, table, is_turn_start=True),) if game.begun else ()
    return State(
        rules,
        table,
        tuple(map(unpack_cards, game.hands)),
        unpack_cards(game.stock),
        game.seat,
        game.waits,
        tuple(map(bool, game.opened)),
        game.passes,
        unpack_cards(game.crosses),
        (*history, *draw_events),
        game.followed,
        bytes(game.pasts),
        game.begun,
        game.only_draws,
        _read_result(reply["end"]) if "end" in reply else None,
    )


def _read_result(end: Any) -> Result | None:
    return Result(end.winners, end.scores, ENDS[end.how]) if end.over else None


# ---- Views ----


def seat_to_move(state: State) -> int:
    """Return the seat to move."""
    return state.active_seat


def view(state: State, seat: int) -> View:
    """Return the knowledge of a seat.

    >>> view(start(GameRules(), 2, Deal(7)), 1).hand_sizes
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
        state.wait_counts[seat],
        state.open_seats,
        state.pass_count,
        state.history,
        state.active_seat,
        state.is_followed,
        state.pasts,
        state.has_drawn,
        state.is_draw_only,
        state.end.how if state.end is not None else "",
    )


# ---- Moves ----


def judge(view: View, move: Move) -> tuple[Violation, ...]:
    """List the faults of a move of the seat to move; a legal move has none.

    >>> [one.rule for one in judge(view(start(GameRules(), 2, Deal(7)), 0), Lay((), ((0, 1, 3),)))]
    ['empty-lay', 'foreign-card', 'foreign-card', 'foreign-card', 'bad-meld']
    """
    reply = ask_kernel("faults", view.rules, game=visible_game(view), move=_pack_move(move))
    return violations(view, move, reply["faults"])


def play(state: State, move: Move) -> State:
    """Return the state after a legal move; raise `InvalidInstance` for an illegal one."""
    reply = ask_kernel("play", state.rules, game=_full_game(state), move=_pack_move(move))
    if reply["faults"]:
        raise InvalidInstance(violations(view(state, state.active_seat), move, reply["faults"]))
    event = _event(move, state.active_seat, state.table, len(state.stock))
    return _read_state(state.rules, reply, (*state.history, event))


def _event(move: Move, seat: int, table: Places, stock: int) -> Event:
    """Return the public part of a legal move, given the table and the size of the stock."""
    new_cards, after = (move.new_cards, move.table) if isinstance(move, Lay) else ((), table)
    drew = int(isinstance(move, Draw)) or (isinstance(move, Penalty) and min(move.card_count, stock))
    return Event(seat, new_cards, drew, after)


def final_result(state: State) -> Result | None:
    """Return how the game ended, or None during the game.

    >>> final_result(start(GameRules(), 2, Deal(7))) is None
    True
    """
    return state.end


def with_result(state: State) -> State:
    """Return a state in which hands have become known, with its result."""
    return replace(state, end=_read_result(ask_kernel("result", state.rules, game=_full_game(state))["end"]))


def end_reason(view: View) -> str:
    """Return how the game of a view ended, as one word; empty during the game."""
    end = ask_kernel("result", view.rules, game=visible_game(view, view.to_move))["end"]
    return ENDS[end.how] if end.over else ""


def summary(state: State) -> dict[str, int]:
    """Return the numbers for statistics: turns, and cards on the table."""
    turns = [event for event in state.history if not event.is_turn_start]
    return {"turns": len(turns), "table": sum(map(len, state.table))}


def follow(at: View, move: Move) -> View:
    """Return the view after a move of the seat to move; a card that it draws stays unknown.

    Raises
    ------
    InvalidInstance
        If the move breaks a rule that the view can check.

    Examples
    --------
    >>> after = follow(view(start(GameRules(), 2, Deal(7)), 1), Draw())
    >>> after.hand_sizes, after.stock_size, after.to_move
    ((14, 13), 77, 1)
    """
    reply = ask_kernel("play", at.rules, game=visible_game(at, at.to_move), move=_pack_move(move))
    if reply["faults"]:
        raise InvalidInstance(violations(at, move, reply["faults"]))
    event = _event(move, at.to_move, at.table, at.stock_size)
    reply["game"] = reply["game"]._replace(followed=True)
    after = view(_read_state(at.rules, reply, (*at.history, event)), at.seat)
    return replace(after, is_followed=at.is_followed, hand_order=at.hand_order)


def forfeit(view: View, why: Literal["time", "gave-up"]) -> Penalty:
    """Return the penalty that replaces an abandoned or overdue turn."""
    return Penalty(view.rules.penalty_cards, why)


def advise(view: View) -> tuple[Move, tuple[int, ...]]:
    """Return the play of most cards, or else a draw or a pass, and the numbers of the groups that it changes.

    >>> advise(view(start(GameRules(), 2, Deal(7)), 0))[1]
    ()
    """
    reply = ask_kernel("hint", view.rules, game=visible_game(view))
    return move_of(reply["move"]), tuple(reply["changed"])


# ---- Questions about a view ----


def best(view: View, *, points: bool = False, hand: Sequence[CardId] | None = None, is_limited: bool = False) -> Cards:
    """Return the cards, jokers unnamed, of a play of most cards or points; empty if no play is possible.

    Parameters
    ----------
    hand
        The cards that may be played; by default the whole hand.
    is_limited
        Whether to respect the maximum number of cards per turn; the result is then a large legal subset.
    """
    cards = view.hand if hand is None else hand
    best_cards: Cards = ask_kernel(
        "best", view.rules, game=visible_game(view), cards=cards, points=points, limited=is_limited
    )["cards"]
    return best_cards


def fit_lay(view: View, cards: Sequence[CardId]) -> Lay | None:
    """Play exactly these cards so that most groups stay unchanged; None if this is impossible.

    A joker that names a card is played as that card. The groups that stay come first, in their order.
    """
    reply = ask_kernel("fit", view.rules, game=visible_game(view), cards=cards)
    return Lay(reply["laid"], reply["table"]) if reply["found"] else None


def new_cards_of(before: Places, after: Places) -> Cards:
    """Return the new cards on the table after a turn, with jokers as the cards for which they stand.

    With free jokers the joker from the hand is not identifiable, so one that stands for a new card is chosen.

    >>> new_cards_of(((0, 1, 2),), ((0, 1, 2, 3), (68, 5, 6)))
    (3, 5, 6, 68)
    """
    new_cards: Cards = (
        Interface.of("machiavelli").ask("laid", before=_pack_table(before), after=_pack_table(after)).reply["cards"]
    )
    return new_cards


# ---- Requests to the kernel ----


def ask_kernel(question: str, rules: GameRules, limits: Limits = NO_LIMITS, **request: Any) -> dict[str, Any]:
    """Send the kernel a question about a game; raise `InvalidInstance` with its message if it refuses."""
    try:
        return Interface.of("machiavelli").ask(question, limits, rules=pack_rules(rules.numbers), **request).reply
    except ValueError as error:
        raise InvalidInstance([Violation("refused", str(error))]) from error


@lru_cache(maxsize=64)
def pack_rules(numbers: tuple[Any, ...]) -> bytes:
    """Return the rules packed for the kernel."""
    return Interface.of("machiavelli").pack("Rules", numbers)


def visible_game(view: View, mover: int | None = None) -> tuple[Any, ...]:
    """Return a game as one seat knows it, with this seat or another to move."""
    seats = len(view.hand_sizes)
    hands = [_HIDDEN * count for count in view.hand_sizes]
    hands[view.seat] = _pack_cards(view.hand)
    waits = [0] * seats
    waits[view.seat] = min(view.wait_count, MOST_WAITS)
    return _game_record(view, view.seat if mover is None else mover, hands, _HIDDEN * view.stock_size, waits)


def _full_game(state: State) -> tuple[Any, ...]:
    return _game_record(
        state, state.active_seat, list(map(_pack_cards, state.hands)), _pack_cards(state.stock), state.wait_counts
    )


def _game_record(
    at: "State | View", seat: int, hands: list[bytes], stock: bytes, waits: Sequence[int]
) -> tuple[Any, ...]:
    """Return the record `Game` of the interface."""
    pasts = at.pasts or NOTHING_KNOWN * len(hands)
    table, crosses = _pack_table(at.table), _pack_cards(at.crosses)
    return (
        seat,
        at.pass_count,
        at.has_drawn,
        at.is_draw_only,
        at.is_followed,
        hands,
        table,
        stock,
        waits,
        at.open_seats,
        crosses,
        pasts,
    )


def _pack_cards(cards: Cards) -> bytes:
    """Return cards packed for the kernel."""
    return bytes([HIDDEN if card == UNKNOWN else card for card in cards] if UNKNOWN in cards else cards)


def _unpack_cards(cards: Cards) -> Cards:
    """Return cards of the kernel as values, with the unknown ones first."""
    return (UNKNOWN,) * cards.count(HIDDEN) + tuple([card for card in cards if card != HIDDEN])


def _pack_table(table: Places) -> bytes:
    """Return groups packed for the kernel, cached because a turn needs each table about five times."""
    table_cache = _PACKED.get(id(table))
    if table_cache is None or table_cache[0] is not table:
        if len(_PACKED) >= MOST_PACKED:
            _PACKED.clear()
        table_cache = _PACKED[id(table)] = table, pack_rows(list(map(_pack_cards, table)))
    return table_cache[1]


def past_of(draw_count: int, table: Places) -> bytes:
    """Return the history of a seat that could play nothing on a table, before the cards drawn since."""
    head = struct.pack("<BHH", 4, draw_count, len(table))
    return head + b"".join([bytes((len(group), *group)) for group in table])


def _pack_move(move: Move) -> tuple[int, Cards, Any, int]:
    """Return the record `Move` of the interface."""
    if isinstance(move, Lay):
        return LAY, move.new_cards, _pack_table(move.table), 0
    if isinstance(move, Penalty):
        return PENALTY, (), (), move.card_count
    return (DRAW if isinstance(move, Draw) else PASS), (), (), 0


def move_of(reply: Any) -> Move:
    """Return the move of the interface's record `Move`."""
    return Lay(reply.laid, reply.table) if reply.did == LAY else Draw() if reply.did == DRAW else Pass()


# ---- The names of broken rules, with the card or the group at fault ----


def violations(view: View, move: Move, faults: Sequence[Any]) -> tuple[Violation, ...]:
    """Convert faults of the kernel, each an index of `WORDS` and a place, to violations."""
    return tuple([WORDS[rule_fault.rule](view, move, rule_fault.where) for rule_fault in faults])


def _card_fault(rule: str, words: str) -> Callable[[View, Move, int], Violation]:
    return lambda view, move, card: Violation(rule, message(words, card=Named(card)), name(card))


def _empty_lay(words: str) -> Callable[[View, Move, int], Violation]:
    return lambda view, move, number: Violation("empty-lay", message(words))


def _bad_meld(view: View, move: Any, number: int) -> Violation:
    wrong = fault(tuple(move.table[number - 1]), view.rules.ace)
    assert wrong is not None  # the kernel has found a fault
    return Violation("bad-meld", message(mark("meld {number}: {fault}"), number=number, fault=wrong.text), number)


def _must_lay(view: View, move: Move, number: int) -> Violation:
    draw_message = mark("{number} turns in a row drew although they could play: now a card must be played")
    if not view.wait_count:
        draw_message = mark("a card can be played, so it must be played")
    elif view.wait_count == 1:
        draw_message = mark("the last turn drew although it could play: now a card must be played")
    return Violation("must-lay", message(draw_message, number=view.wait_count))


def _must_draw(view: View, move: Move, number: int) -> Violation:
    words = mark("the stock has {number} cards: if you play nothing, draw")
    return Violation("empty-lay", message(words, number=view.stock_size))


def _over_new_limit(view: View, move: Any, number: int) -> Violation:
    limit_message = mark("{number} cards are played, but a turn may play at most {most}")
    return Violation("too-many-new", message(limit_message, number=len(move.new_cards), most=view.rules.most_new))


def _group_change(view: View, move: Move, number: int) -> Violation:
    change_message = mark("meld {number}, {cards}, has changed, but before you open you may only play your own melds")
    return Violation("not-opened", message(change_message, number=number, cards=Named(*view.table[number - 1])), number)


def _low_points(view: View, move: Move, meld_points: int) -> Violation:
    points_message = mark("the melds of the hand are worth {worth}, but you need {needed} to open")
    return Violation("not-opened", message(points_message, worth=meld_points, needed=view.rules.opening_points))


def _not_freed(view: View, move: Move, card: int) -> Violation:
    joker_message = mark("only {card} from the hand frees the joker that stands for it")
    return Violation("joker-not-freed", message(joker_message, card=Named(card)), name(WILD + card))


def _no_opening(view: View, move: Move, number: int) -> Violation:
    opening_points = view.rules.opening_points
    if not opening_points:
        return Violation(
            "not-opened", message(mark("the cards played hold no meld of their own, which you need to open"))
        )
    points_message = mark("the cards played hold no melds of their own worth {needed}, which you need to open")
    return Violation("not-opened", message(points_message, needed=opening_points))


def _first_turn(view: View, move: Move, number: int) -> Violation:
    return Violation("first-turn", message(mark("the first turn of the game only draws")))


def _wrong_penalty(view: View, move: Move, penalty: int) -> Violation:
    if not penalty:
        return Violation("wrong-penalty", message(mark("these rules have no penalty")))
    return Violation("wrong-penalty", message(mark("these rules have a penalty of {number}"), number=penalty))


WORDS: tuple[Callable[[View, Any, int], Violation], ...] = (
    _empty_lay(mark("no card of the hand is played")),
    _card_fault("not-in-hand", mark("{card} is not in the hand")),
    _card_fault("taken-back", mark("{card} is no longer on the table: cards never return to the hand")),
    _card_fault("foreign-card", mark("{card} is on the table, but it was neither there before nor played")),
    _bad_meld,
    _must_lay,
    _empty_lay(mark("this turn began with a draw: if you play nothing, pass")),
    _empty_lay(mark("the stock is empty: if you play nothing, pass")),
    _must_draw,
    _over_new_limit,
    _group_change,
    _low_points,
    _not_freed,
    _no_opening,
    _first_turn,
    _wrong_penalty,
)
