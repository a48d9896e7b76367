"""A second program that judges the record of a game: it deals again, and follows every turn by the rules alone.

Of a game at a real table it judges as much as is known: a card may come out of a hand that is not known, and whether
such a hand had to lay, or what it is worth at the end, is not judged.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.random import Random
from passatempo.games.records import UNSEEN, TurnLine, rules_in, wrong_result
from passatempo.machiavelli.checker import turn_faults
from passatempo.machiavelli.game.rules import PRESETS, GameRules, enough, pack
from passatempo.machiavelli.game.sweep import could_lay
from passatempo.machiavelli.model import CARD_NAMES, JOKER, UNKNOWN, WILD, Card, Meld

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from passatempo.games.records import Head, Record

OF_TURNS = ("too-many-new", "joker-not-freed", "not-opened")  # the other faults of a turn's end are those of a meld
CARDS = {text: card for card, text in CARD_NAMES.items()}


@dataclass(slots=True)
class Seat:
    """What one seat holds, whether it has opened, and how the table lay at each of its last draws in a row."""

    hand: Counter[Card]
    opened: bool
    draws: list[tuple[list[Meld], Counter[Card], Counter[Card]]] = field(default_factory=list)


@dataclass(slots=True)
class Board:
    """The game as the second program follows it."""

    rules: GameRules
    seats: list[Seat]
    table: list[Meld]
    crosses: Counter[Card]
    stock: list[Card]
    seat: int
    passes: int = 0
    drew: bool = False  # whether this turn began with a draw
    only_draws: bool = False  # whether it is the first turn of a game in which that one lays nothing
    followed: bool = False  # whether the game was played at a real table, with cards that nobody here saw
    over: str = ""


def check(record: Record) -> tuple[str, ...]:
    """List what is wrong with a record, one sentence a fault with its turn, and the name of the broken rule.

    >>> from passatempo.games.records import Head, Record, TurnLine
    >>> head = Head(1, "machiavelli", "0", {"preset": "house"}, [{"name": "a"}, {"name": "b"}], "7")
    >>> check(Record(head, (TurnLine(1, 1, {"pass": True}),)))
    ('turn 1, seat 1: the stock has 78 cards: a player who plays nothing must draw (empty-lay)',)
    """
    return tuple(_faults(record))


def _faults(record: Record) -> Iterator[str]:
    try:
        board = _dealt(record.head)
    except (FormatError, InvalidInstance, ValueError) as error:
        yield f"the head: {error}"
        return
    for line in record.played:
        if isinstance(line, TurnLine):
            where, wrong = f"turn {line.turn}, seat {line.seat}", list(_of_turn(board, line))
        else:
            where, wrong = "an event", list(_of_event(board, line.event))
        if wrong:
            yield from [f"{where}: {text} ({rule})" for rule, text in wrong]
            return
    if record.end is not None:
        is_known = not any(seat.hand[UNKNOWN] for seat in board.seats)  # else nobody knows what the hands are worth
        right = _result(board) if board.over and is_known else {}
        yield from wrong_result(record.end.result, right if board.over else None)


# ---- The deal ----


def _dealt(head: Head) -> Board:
    """Deal as the head says."""
    rules: GameRules = rules_in(head, GameRules, PRESETS, "house")
    number = len(head.seats)
    if head.deal is None:
        faults = enough(rules, number)
        if faults:
            raise InvalidInstance(faults)
        cards = pack(rules)
        Random(int(head.seed or 0), "machiavelli", "deal").shuffle(cards)
        hands = [[cards.pop(0) for _ in range(rules.deal)] for _ in range(number)]
        crosses, stock = cards[: rules.crosses], cards[rules.crosses :]
    else:
        hands, crosses, stock = _given(head.deal, rules, number)
    opened = rules.opening == "none"
    table: list[Meld] = [(card,) for card in crosses]
    board = Board(
        rules, [Seat(Counter(hand), opened) for hand in hands], table, Counter(crosses), stock, rules.first - 1
    )
    board.only_draws = rules.first_turn == "draw"
    board.followed = any(UNKNOWN in cards for cards in (*hands, crosses, stock))
    _begin(board)
    return board


def _given(raw: Any, rules: GameRules, seats: int) -> tuple[list[list[Card]], list[Card], list[Card]]:
    """Read a deal that is given in so many words."""
    if not isinstance(raw, dict) or not isinstance(raw.get("hands"), list) or len(raw["hands"]) != seats:
        raise FormatError(f"the deal {quote(raw)} does not name the hands of {seats} seats")
    hands = [_read(hand) for hand in raw["hands"]]
    crosses, stock = _read(raw.get("crosses", "")), _read(raw.get("stock", ""))
    for card, number in Counter(sum(hands, crosses + stock)).items():
        if card != UNKNOWN and number > (rules.jokers if card == JOKER else rules.decks):
            raise FormatError(f"the deal has {CARD_NAMES[card]} {number} times")
    if len(crosses) != rules.crosses:
        raise FormatError(f"the deal has {len(crosses)} open cards, but the rules have {rules.crosses}")
    return hands, crosses, stock


def _read(text: str) -> list[Card]:
    cards = CARDS | {UNSEEN: UNKNOWN}
    unknown = [word for word in text.split() if cards.get(word, WILD) > JOKER]
    if unknown:
        raise FormatError(f"the deal has {quote(unknown[0])}, which is not a card that is known")
    return [cards[word] for word in text.split()]


def _begin(board: Board) -> None:
    """Begin a turn: with a draw where the rules have it so."""
    board.drew = board.rules.draw == "start" and bool(board.stock)
    if board.drew:
        board.seats[board.seat].hand[board.stock.pop(0)] += 1


# ---- A turn ----


def _of_turn(board: Board, line: TurnLine) -> Iterator[tuple[str, str]]:
    """Judge a turn, and make it where it is legal."""
    if board.over:
        yield "over", "the game was over"
        return
    if line.seat != board.seat + 1:
        yield "wrong-seat", f"seat {board.seat + 1} is to move, not {line.seat}"
        return
    move = line.move
    if move in ({"draw": True}, {"pass": True}):
        wrong = list(_of_nothing(board, draws="draw" in move))
        if wrong:
            yield from wrong
            return
        _nothing(board, draws="draw" in move)
    elif isinstance(move, dict) and "penalty" in move:
        penalty = board.rules.penalty_cards
        if not penalty or move not in [{"penalty": penalty, "why": why} for why in ("time", "gave-up")]:
            right = f"their penalty is {penalty} cards" if penalty else "they have no penalty"
            yield "wrong-penalty", f"{quote(move)} does not follow from the rules: {right}"
            return
        _penalize(board)
    else:
        try:
            laid, table = _cards(move["lay"]), [tuple(_cards(group)) for group in move["table"]]
        except (KeyError, TypeError):
            yield "bad-move", f"{quote(move)} is no move"
            return
        wrong = list(_of_laying(board, laid, table))
        if wrong:
            yield from wrong
            return
        _lay(board, laid, table)
    _finish(board)


def _cards(words: list[str]) -> list[Card]:
    return [CARDS[word] for word in words]


def _of_nothing(board: Board, *, draws: bool) -> Iterator[tuple[str, str]]:
    """Judge a turn in which nothing is laid."""
    rules, seat = board.rules, board.seats[board.seat]
    if not draws:
        if rules.draw == "or" and board.stock:
            yield "empty-lay", f"the stock has {len(board.stock)} cards: a player who plays nothing must draw"
    elif rules.draw == "start":
        yield "empty-lay", "the turn began with a draw: a player who plays nothing must pass"
    elif not board.stock:
        yield "empty-lay", "there is nothing to draw"
    elif (
        rules.most_waits is not None
        and not seat.hand[UNKNOWN]
        and not board.only_draws
        and _waited(board) >= rules.most_waits
        and could_lay(rules, board.table, seat.hand, board.crosses, opened=seat.opened)
    ):
        yield "must-lay", f"a card can be played, and this player has drawn instead {_waited(board)} times in a row"


def _waited(board: Board) -> int:
    """Count the draws in a row, up to now, at which the seat could have laid."""
    seat, waited = board.seats[board.seat], 0
    for table, hand, crosses in reversed(seat.draws):
        if hand[UNKNOWN] or not could_lay(board.rules, table, hand, crosses, opened=seat.opened):
            break
        waited += 1
    return waited


def _of_laying(board: Board, laid: list[Card], table: list[Meld]) -> Iterator[tuple[str, str]]:
    """Judge a turn of laying by all rules."""
    rules, seat = board.rules, board.seats[board.seat]
    if not laid:
        yield "empty-lay", "no card is played"
    if board.only_draws:
        yield "first-turn", "the first turn of the game only draws"
    new, old, now = _kinds(laid), _kinds(_all(board.table)), _kinds(_all(table))
    for card in sorted((new - seat.hand).elements())[seat.hand[UNKNOWN] :]:
        yield "not-in-hand", f"{CARD_NAMES[card]} is not in the hand"
    for card in (old + new - now).elements():
        yield "taken-back", f"{CARD_NAMES[card]} has left the table"
    for card in (now - old - new).elements():
        yield "foreign-card", f"{CARD_NAMES[card]} is on the table, but was neither there before nor in the hand"
    for wrong in turn_faults(rules, board.table, laid, table, opened=seat.opened):
        yield wrong.rule if wrong.rule in OF_TURNS else "bad-meld", wrong.text


def _all(groups: Iterable[Meld]) -> list[Card]:
    return [card for group in groups for card in group]


def _kinds(cards: Iterable[Card]) -> Counter[Card]:
    return Counter([card if card < JOKER else JOKER for card in cards])


# ---- What is no turn ----


def _of_event(board: Board, event: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Judge and follow what became known at a real table: a hand, as far as it is, or the crosses."""
    if not board.followed:
        yield "bad-event", "the deal is known, so events are not allowed"
        return
    try:
        cards = _read(event["hand"] if "hand" in event else event["crosses"])
        seat = board.seats[event["seat"] - 1] if "hand" in event else None
    except (FormatError, AttributeError, KeyError, TypeError, IndexError):
        yield "bad-event", f"{quote(event)} has no cards of a player"
        return
    if seat is None:
        if sorted(map(len, board.table)) != [1] * len(cards) or board.crosses.total() != len(cards):
            yield "bad-event", f"{len(cards)} open cards are given, but the deal has {board.crosses.total()}"
        board.table, board.crosses = [(card,) for card in cards], Counter(cards)
    else:
        left = len(board.stock) + seat.hand.total() - len(cards)
        if left < 0:
            yield "bad-event", f"{len(cards)} cards are in a hand that had {seat.hand.total()}, and the stock less"
        seat.hand, board.stock = Counter(cards), [UNKNOWN] * left
    out = _kinds(card for card in (*_all(board.table), *cards) if card != UNKNOWN)
    for card, number in out.items():
        if seat is not None and number > (board.rules.jokers if card == JOKER else board.rules.decks):
            yield "bad-event", f"{CARD_NAMES[card]} would be out {number} times"


# ---- What a turn does ----


def _nothing(board: Board, *, draws: bool) -> None:
    """Draw or pass."""
    seat = board.seats[board.seat]
    if draws:
        if not board.only_draws:
            seat.draws.append((board.table, Counter(seat.hand), board.crosses))
        seat.hand[board.stock.pop(0)] += 1
        board.passes = 0
    else:
        board.passes = 0 if board.drew else board.passes + 1


def _penalize(board: Board) -> None:
    """Draw the penalty, or what is left of the stock; with nothing left it counts as a pass."""
    seat, drawn = board.seats[board.seat], board.stock[: board.rules.penalty_cards]
    board.stock = board.stock[len(drawn) :]
    seat.hand.update(drawn)
    seat.draws = []
    board.passes = 0 if drawn or board.drew else board.passes + 1


def _lay(board: Board, laid: list[Card], table: list[Meld]) -> None:
    """Lay cards."""
    seat = board.seats[board.seat]
    for card in _kinds(laid).elements():
        seat.hand[card if seat.hand[card] else UNKNOWN] -= 1
    seat.opened, seat.draws, board.passes, board.table = True, [], 0, table
    if board.crosses:
        board.crosses = Counter([min(group[0], JOKER) for group in table if len(group) == 1])


def _finish(board: Board) -> None:
    """End the turn, and the game where it is over."""
    if not all(seat.hand.total() for seat in board.seats):
        board.over = "closed"
    elif board.rules.end == "passes":
        board.over = "blocked" if board.passes >= len(board.seats) else ""
    elif not board.stock:
        board.over = "finished"
    board.seat = (board.seat + 1) % len(board.seats)
    board.only_draws = False
    if not board.over:
        _begin(board)


# ---- The end ----


def _result(board: Board) -> dict[str, Any]:
    """Count the points: who has fewest wins them all, by the number of cards where points are equal."""
    worths, hands = board.rules.worths, [seat.hand for seat in board.seats]
    held = [(sum(worths[card] * n for card, n in hand.items()), hand.total()) for hand in hands]
    if board.over == "closed":
        winners = [at for at, (_, cards) in enumerate(held) if not cards]
    else:
        winners = [at for at, one in enumerate(held) if one == min(held)]
    if board.rules.score == "one":
        scores = [1 if at in winners else 0 for at in range(len(held))]
    else:
        least = held[winners[0]][0]
        scores = [0 if at in winners else least - points for at, (points, _) in enumerate(held)]
        pot = -sum(scores)
        for at in winners:
            scores[at] = pot // len(winners)
        scores[winners[0]] += pot % len(winners)
    return {"winners": [at + 1 for at in winners], "scores": scores, "how": board.over}
