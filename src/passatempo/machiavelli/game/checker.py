"""Checks the record of a game independently: it deals the cards again and replays every turn by the rules.

Hands at a real table may be unknown. A card may then come out of such a hand. The checker does not judge whether the
hand had to play or how many points it has at the end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.random import Random
from passatempo.games.records import UNSEEN, Head, Record, TurnLine, rules_in, wrong_result
from passatempo.machiavelli.checker import turn_faults
from passatempo.machiavelli.game.rules import PRESETS, GameRules, full_pack, seat_faults
from passatempo.machiavelli.game.sweep import could_lay
from passatempo.machiavelli.model import CARD_NAMES, JOKER, UNKNOWN, WILD, CardId, Meld

OF_TURNS = ("too-many-new", "joker-not-freed", "not-opened")  # other faults at the end of a turn concern melds
CARDS = {text: card for card, text in CARD_NAMES.items()}


@dataclass(slots=True)
class Seat:
    """The cards of a seat, whether it has opened, and the table at each of its last consecutive draws."""

    hand: Counter[CardId]
    has_opened: bool
    draw_history: list[tuple[list[Meld], Counter[CardId], Counter[CardId]]] = field(default_factory=list)


@dataclass(slots=True)
class Board:
    """The state of the game in the checker."""

    rules: GameRules
    seats: list[Seat]
    table: list[Meld]
    crosses: Counter[CardId]
    stock: list[CardId]
    active_seat: int
    pass_count: int = 0
    has_drawn: bool = False  # whether this turn began with a draw
    is_draw_only: bool = False  # whether this is the first turn of a game in which the first turn only draws
    is_followed: bool = False  # whether the game was played at a real table with unknown cards
    end_reason: str = ""


def check_record(record: Record) -> tuple[str, ...]:
    """List the faults of a record, one sentence each, with the turn and the broken rule.

    >>> from passatempo.games.records import Head, Record, TurnLine
    >>> head = Head(1, "machiavelli", "0", {"preset": "house"}, [{"name": "a"}, {"name": "b"}], "7")
    >>> check_record(Record(head, (TurnLine(1, 1, {"pass": True}),)))
    ('turn 1, seat 1: the stock has 78 cards: a player who plays nothing must draw (empty-lay)',)
    """
    return tuple(_record_faults(record))


def _record_faults(record: Record) -> Iterator[str]:
    try:
        board = _deal_board(record.head)
    except (FormatError, InvalidInstance, ValueError) as error:
        yield f"the head: {error}"
        return
    for line in record.valid_turns:
        if isinstance(line, TurnLine):
            line_label, wrong = f"turn {line.turn}, seat {line.seat}", list(_judge_turn(board, line))
        else:
            line_label, wrong = "an event", list(_judge_event(board, line.event))
        if wrong:
            yield from [f"{line_label}: {text} ({rule})" for rule, text in wrong]
            return
    if record.end is not None:
        is_known = not any(seat.hand[UNKNOWN] for seat in board.seats)  # otherwise the points are unknown
        right = _final_result(board) if board.end_reason and is_known else {}
        yield from wrong_result(record.end.result, right if board.end_reason else None)


# ---- The deal ----


def _deal_board(head: Head) -> Board:
    """Deal the cards that the head specifies."""
    rules: GameRules = rules_in(head, GameRules, PRESETS, "house")
    number = len(head.seats)
    if head.deal is None:
        faults = seat_faults(rules, number)
        if faults:
            raise InvalidInstance(faults)
        cards = full_pack(rules)
        Random(int(head.seed or 0), "machiavelli", "deal").shuffle(cards)
        hands = [[cards.pop(0) for _ in range(rules.deal)] for _ in range(number)]
        crosses, stock = cards[: rules.crosses], cards[rules.crosses :]
    else:
        hands, crosses, stock = _read_deal(head.deal, rules, number)
    has_opened = rules.opening == "none"
    table: list[Meld] = [(card,) for card in crosses]
    board = Board(
        rules, [Seat(Counter(hand), has_opened) for hand in hands], table, Counter(crosses), stock, rules.first - 1
    )
    board.is_draw_only = rules.first_turn == "draw"
    board.is_followed = any(UNKNOWN in cards for cards in (*hands, crosses, stock))
    _begin_turn(board)
    return board


def _read_deal(raw: Any, rules: GameRules, seats: int) -> tuple[list[list[CardId]], list[CardId], list[CardId]]:
    """Read a deal that the record lists in full."""
    if not isinstance(raw, dict) or not isinstance(raw.get("hands"), list) or len(raw["hands"]) != seats:
        raise FormatError(f"the deal {quote(raw)} does not name the hands of {seats} seats")
    hands = [_read_cards(hand) for hand in raw["hands"]]
    crosses, stock = _read_cards(raw.get("crosses", "")), _read_cards(raw.get("stock", ""))
    for card, number in Counter(sum(hands, crosses + stock)).items():
        if card != UNKNOWN and number > (rules.jokers if card == JOKER else rules.decks):
            raise FormatError(f"the deal has {CARD_NAMES[card]} {number} times")
    if len(crosses) != rules.crosses:
        raise FormatError(f"the deal has {len(crosses)} open cards, but the rules have {rules.crosses}")
    return hands, crosses, stock


def _read_cards(text: str) -> list[CardId]:
    cards = CARDS | {UNSEEN: UNKNOWN}
    unknown = [word for word in text.split() if cards.get(word, WILD) > JOKER]
    if unknown:
        raise FormatError(f"the deal has {quote(unknown[0])}, which is not a card that is known")
    return [cards[word] for word in text.split()]


def _begin_turn(board: Board) -> None:
    """Begin a turn, with a draw if the rules require one."""
    board.has_drawn = board.rules.draw == "start" and bool(board.stock)
    if board.has_drawn:
        board.seats[board.active_seat].hand[board.stock.pop(0)] += 1


# ---- A turn ----


def _judge_turn(board: Board, line: TurnLine) -> Iterator[tuple[str, str]]:
    """Judge a turn, and make it if it is legal."""
    if board.end_reason:
        yield "over", "the game was over"
        return
    if line.seat != board.active_seat + 1:
        yield "wrong-seat", f"seat {board.active_seat + 1} is to move, not {line.seat}"
        return
    move = line.move
    if move in ({"draw": True}, {"pass": True}):
        wrong = list(_judge_draw(board, draws="draw" in move))
        if wrong:
            yield from wrong
            return
        _draw_or_pass(board, draws="draw" in move)
    elif isinstance(move, dict) and "penalty" in move:
        penalty = board.rules.penalty_cards
        if not penalty or move not in [{"penalty": penalty, "why": why} for why in ("time", "gave-up")]:
            penalty_message = f"their penalty is {penalty} cards" if penalty else "they have no penalty"
            yield "wrong-penalty", f"{quote(move)} does not follow from the rules: {penalty_message}"
            return
        _penalize(board)
    else:
        try:
            new_cards, table = _parse_cards(move["lay"]), [tuple(_parse_cards(group)) for group in move["table"]]
        except (KeyError, TypeError):
            yield "bad-move", f"{quote(move)} is no move"
            return
        wrong = list(_judge_lay(board, new_cards, table))
        if wrong:
            yield from wrong
            return
        _lay_cards(board, new_cards, table)
    _finish_turn(board)


def _parse_cards(words: list[str]) -> list[CardId]:
    return [CARDS[word] for word in words]


def _judge_draw(board: Board, *, draws: bool) -> Iterator[tuple[str, str]]:
    """Judge a turn in which no card is played."""
    rules, seat = board.rules, board.seats[board.active_seat]
    if not draws:
        if rules.draw == "or" and board.stock:
            yield "empty-lay", f"the stock has {len(board.stock)} cards: a player who plays nothing must draw"
    elif rules.draw == "start":
        yield "empty-lay", "the turn began with a draw: a player who plays nothing must pass"
    elif not board.stock:
        yield "empty-lay", "there is nothing to draw"
    elif (
        rules.wait_limit is not None
        and not seat.hand[UNKNOWN]
        and not board.is_draw_only
        and _count_waits(board) >= rules.wait_limit
        and could_lay(rules, board.table, seat.hand, board.crosses, has_opened=seat.has_opened)
    ):
        yield (
            "must-lay",
            f"a card can be played, and this player has drawn instead {_count_waits(board)} times in a row",
        )


def _count_waits(board: Board) -> int:
    """Count the most recent consecutive draws at which the seat could have played."""
    seat, wait_count = board.seats[board.active_seat], 0
    for table, hand, crosses in reversed(seat.draw_history):
        if hand[UNKNOWN] or not could_lay(board.rules, table, hand, crosses, has_opened=seat.has_opened):
            break
        wait_count += 1
    return wait_count


def _judge_lay(board: Board, new_cards: list[CardId], table: list[Meld]) -> Iterator[tuple[str, str]]:
    """Judge a turn in which cards are played, by all rules."""
    rules, seat = board.rules, board.seats[board.active_seat]
    if not new_cards:
        yield "empty-lay", "no card is played"
    if board.is_draw_only:
        yield "first-turn", "the first turn of the game only draws"
    lay_kinds, old_kinds, table_kinds = (
        _count_kinds(new_cards),
        _count_kinds(_all_cards(board.table)),
        _count_kinds(_all_cards(table)),
    )
    for card in sorted((lay_kinds - seat.hand).elements())[seat.hand[UNKNOWN] :]:
        yield "not-in-hand", f"{CARD_NAMES[card]} is not in the hand"
    for card in (old_kinds + lay_kinds - table_kinds).elements():
        yield "taken-back", f"{CARD_NAMES[card]} has left the table"
    for card in (table_kinds - old_kinds - lay_kinds).elements():
        yield "foreign-card", f"{CARD_NAMES[card]} is on the table, but was neither there before nor in the hand"
    for wrong in turn_faults(rules, board.table, new_cards, table, has_opened=seat.has_opened):
        yield wrong.rule if wrong.rule in OF_TURNS else "bad-meld", wrong.text


def _all_cards(groups: Iterable[Meld]) -> list[CardId]:
    return [card for group in groups for card in group]


def _count_kinds(cards: Iterable[CardId]) -> Counter[CardId]:
    return Counter([card if card < JOKER else JOKER for card in cards])


# ---- Events that are not turns ----


def _judge_event(board: Board, event: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Judge and apply an event at a real table that reveals a hand, perhaps in part, or the crosses."""
    if not board.is_followed:
        yield "bad-event", "the deal is known, so events are not allowed"
        return
    try:
        cards = _read_cards(event["hand"] if "hand" in event else event["crosses"])
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
    out = _count_kinds(card for card in (*_all_cards(board.table), *cards) if card != UNKNOWN)
    for card, number in out.items():
        if seat is not None and number > (board.rules.jokers if card == JOKER else board.rules.decks):
            yield "bad-event", f"{CARD_NAMES[card]} would be out {number} times"


# ---- The effects of a turn ----


def _draw_or_pass(board: Board, *, draws: bool) -> None:
    """Apply a draw or a pass."""
    seat = board.seats[board.active_seat]
    if draws:
        if not board.is_draw_only:
            seat.draw_history.append((board.table, Counter(seat.hand), board.crosses))
        seat.hand[board.stock.pop(0)] += 1
        board.pass_count = 0
    else:
        board.pass_count = 0 if board.has_drawn else board.pass_count + 1


def _penalize(board: Board) -> None:
    """Draw the penalty, or the rest of the stock; drawing nothing counts as a pass."""
    seat, penalty_cards = board.seats[board.active_seat], board.stock[: board.rules.penalty_cards]
    board.stock = board.stock[len(penalty_cards) :]
    seat.hand.update(penalty_cards)
    seat.draw_history = []
    board.pass_count = 0 if penalty_cards or board.has_drawn else board.pass_count + 1


def _lay_cards(board: Board, new_cards: list[CardId], table: list[Meld]) -> None:
    """Apply a turn in which cards are played."""
    seat = board.seats[board.active_seat]
    for card in _count_kinds(new_cards).elements():
        seat.hand[card if seat.hand[card] else UNKNOWN] -= 1
    seat.has_opened, seat.draw_history, board.pass_count, board.table = True, [], 0, table
    if board.crosses:
        board.crosses = Counter([min(group[0], JOKER) for group in table if len(group) == 1])


def _finish_turn(board: Board) -> None:
    """End the turn, and the game if it is over."""
    if not all(seat.hand.total() for seat in board.seats):
        board.end_reason = "closed"
    elif board.rules.end == "passes":
        board.end_reason = "blocked" if board.pass_count >= len(board.seats) else ""
    elif not board.stock:
        board.end_reason = "finished"
    board.active_seat = (board.active_seat + 1) % len(board.seats)
    board.is_draw_only = False
    if not board.end_reason:
        _begin_turn(board)


# ---- The end ----


def _final_result(board: Board) -> dict[str, Any]:
    """Count the points; the player with the fewest wins all others, and the number of cards breaks ties."""
    worths, hands = board.rules.card_worths, [seat.hand for seat in board.seats]
    hand_totals = [(sum(worths[card] * n for card, n in hand.items()), hand.total()) for hand in hands]
    if board.end_reason == "closed":
        winners = [at for at, (_, cards) in enumerate(hand_totals) if not cards]
    else:
        winners = [at for at, hand_total in enumerate(hand_totals) if hand_total == min(hand_totals)]
    if board.rules.score == "one":
        scores = [1 if at in winners else 0 for at in range(len(hand_totals))]
    else:
        winner_points = hand_totals[winners[0]][0]
        scores = [0 if at in winners else winner_points - points for at, (points, _) in enumerate(hand_totals)]
        pot = -sum(scores)
        for at in winners:
            scores[at] = pot // len(winners)
        scores[winners[0]] += pot % len(winners)
    return {"winners": [at + 1 for at in winners], "scores": scores, "how": board.end_reason}
