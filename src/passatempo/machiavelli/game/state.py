"""The values of a game: moves, events, the complete state and the view of a seat, with their JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from passatempo.core.errors import FormatError, quote
from passatempo.core.pastime import Shape
from passatempo.games.records import UNSEEN
from passatempo.machiavelli.model import CARD_NAMES, UNKNOWN, CardId, Places

if TYPE_CHECKING:
    from passatempo.games.values import Result
    from passatempo.machiavelli.game.rules import GameRules


@dataclass(frozen=True, slots=True)
class Lay:
    """A play of cards from the hand, and the table after it; a joker is written as its card."""

    new_cards: tuple[CardId, ...]
    table: Places


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of one card instead of a play."""


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without a play, when no card can be drawn."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """A draw of cards in place of a turn that is overdue or abandoned."""

    card_count: int
    reason: Literal["time", "gave-up"]


Move: TypeAlias = Lay | Draw | Pass | Penalty


@dataclass(frozen=True, slots=True)
class Event:
    """A public event: a turn, or a card drawn at the start of a turn.

    Parameters
    ----------
    seat
        The seat of the player, from 0.
    new_cards
        Cards played from the hand; empty after a draw or a pass.
    draw_count
        The number of cards drawn.
    table
        The groups after the event.
    is_turn_start
        Whether the cards were drawn at the start of a turn.
    """

    seat: int
    new_cards: tuple[CardId, ...]
    draw_count: int
    table: Places
    is_turn_start: bool = False


@dataclass(frozen=True, slots=True)
class FixedDeal:
    """A deal that is given in full: the hands, the crosses, and the stock in order of drawing."""

    hands: tuple[tuple[CardId, ...], ...]
    crosses: tuple[CardId, ...] = ()
    stock: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The complete state of a game.

    Parameters
    ----------
    rules
        The rules of the game.
    table
        The groups. A joker is written as the card for which it stands, if that is known.
    hands
        Each seat's cards, in order.
    stock
        The cards still to be drawn, next card first.
    active_seat
        The seat to move.
    wait_counts
        The number of consecutive draws of each seat that could play. Always 0 if the rules do not limit them.
    open_seats
        Whether each seat has opened.
    pass_count
        The number of consecutive passes without a draw.
    crosses
        The single cards that have stayed alone since the deal.
    history
        The public events.
    is_followed
        Whether the game is played at a real table. Hands then have unknown cards, and waits are not limited.
    pasts
        The restrictions that the turns of each seat put on its hand, encoded for the kernel.
    has_drawn
        Whether the seat to move has drawn at the start of its turn.
    is_draw_only
        Whether this is the first turn of a game in which that turn only draws.
    end
        How the game ended, or None during the game.
    """

    rules: GameRules
    table: Places
    hands: tuple[tuple[CardId, ...], ...]
    stock: tuple[CardId, ...]
    active_seat: int
    wait_counts: tuple[int, ...]
    open_seats: tuple[bool, ...]
    pass_count: int = 0
    crosses: tuple[CardId, ...] = ()
    history: tuple[Event, ...] = ()
    is_followed: bool = False
    pasts: bytes = b""
    has_drawn: bool = False
    is_draw_only: bool = False
    end: Result | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn in progress: the present table, with unfinished groups, and the cards played so far."""

    table: Places
    new_cards: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The knowledge of one seat: its hand, the table, and the sizes of the other hands.

    `wait_count` is the seat's own, because that of another would reveal whether it could play. `end_reason` is one
    word, or empty during the game. `draft` and `hand_order` (suit or rank) belong to the display only.
    """

    rules: GameRules
    seat: int
    hand: tuple[CardId, ...]
    table: Places
    crosses: tuple[CardId, ...]
    hand_sizes: tuple[int, ...]
    stock_size: int
    wait_count: int
    open_seats: tuple[bool, ...]
    pass_count: int
    history: tuple[Event, ...]
    to_move: int
    is_followed: bool = False
    pasts: bytes = b""
    has_drawn: bool = False
    is_draw_only: bool = False
    end_reason: str = ""
    draft: Draft | None = None
    hand_order: str = "suit"

    @property
    def has_opened(self) -> bool:
        """Whether this seat may rearrange the groups of the table."""
        return self.open_seats[self.seat]


# ---- Moves and deals in records: cards in English letters, a joker of the table as the card for which it stands ----

CARDS = {text: card for card, text in CARD_NAMES.items()}
MOST_PENALTY = 20  # the maximum of the interface, in cards
WHYS = "time", "gave-up"


def _dump_move(move: Move) -> dict[str, Any]:
    if isinstance(move, Lay):
        return {"lay": _card_names(move.new_cards), "table": list(map(_card_names, move.table))}
    if isinstance(move, Penalty):
        return {"penalty": move.card_count, "why": move.reason}
    return {"draw": True} if isinstance(move, Draw) else {"pass": True}


def _card_names(cards: tuple[CardId, ...]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def load_move(raw: Any) -> Move:
    """Read a move; raise `FormatError` if it is invalid.

    >>> load_move({"draw": True}), load_move({"lay": ["5S"], "table": [["2S", "3S", "4S", "5S"]]})
    (Draw(), Lay(new_cards=(4,), table=((1, 2, 3, 4),)))
    """
    if raw == {"draw": True}:
        return Draw()
    if raw == {"pass": True}:
        return Pass()
    if isinstance(raw, dict) and set(raw) == {"penalty", "why"}:
        return _read_penalty(raw["penalty"], raw["why"])
    if not isinstance(raw, dict) or set(raw) != {"lay", "table"} or not isinstance(raw["table"], list):
        forms = "{'lay': cards, 'table': groups}, {'draw': true}, {'pass': true}, {'penalty': number, 'why': reason}"
        forms_message = f"{quote(raw)} is none of {forms}"
        raise FormatError(forms_message, where="move", kind="bad-move")
    return Lay(_read_cards(raw["lay"]), tuple(map(_read_cards, raw["table"])))


def _read_penalty(cards: Any, why: Any) -> Penalty:
    if isinstance(cards, bool) or not isinstance(cards, int) or not 1 <= cards <= MOST_PENALTY:
        cards_message = f"{quote(cards)} is not a number of cards, 1 to {MOST_PENALTY}"
        raise FormatError(cards_message, where="move.penalty", kind="bad-move")
    if why not in WHYS:
        raise FormatError(f"{quote(why)} is not one of {', '.join(WHYS)}", where="move.why", kind="bad-move")
    return Penalty(cards, why)


def _read_cards(raw: Any) -> tuple[CardId, ...]:
    if not isinstance(raw, list):
        raise FormatError(f"{quote(raw)} is not a list of cards", where="move", kind="bad-move")
    for card in raw:
        if not isinstance(card, str) or card not in CARDS:
            raise FormatError(f"{quote(card)} is not a card", where="move", kind="unknown-card")
    return tuple([CARDS[card] for card in raw])


@dataclass(frozen=True, slots=True)
class DealJson:
    """A fixed deal, in which an unknown card is ``??``."""

    hands: list[str] = field(metadata={"help": "the cards of each seat"})
    crosses: str = field(default="", metadata={"help": "the single cards on the table"})
    stock: str = field(default="", metadata={"help": "the stock, the next card first"})


def _load_deal(shape: DealJson) -> FixedDeal:
    hands = tuple([read_deal_cards(hand) for hand in shape.hands])
    return FixedDeal(hands, read_deal_cards(shape.crosses), read_deal_cards(shape.stock))


def read_deal_cards(text: str) -> tuple[CardId, ...]:
    """Read the cards of a deal.

    >>> read_deal_cards("?? 5S")
    (-1, 4)
    """
    all_cards = CARDS | {UNSEEN: UNKNOWN}
    for word in text.split():
        if word not in all_cards or "=" in word:
            raise FormatError(f"{quote(word)} is not a card", where="deal", kind="unknown-card")
    return tuple([all_cards[word] for word in text.split()])


def _dump_deal(fixed_deal: FixedDeal) -> DealJson:
    return DealJson(
        [write_deal(hand) for hand in fixed_deal.hands],
        write_deal(fixed_deal.crosses),
        write_deal(fixed_deal.stock),
    )


def write_deal(cards: tuple[CardId, ...]) -> str:
    """Write the cards of a deal."""
    return " ".join([UNSEEN if card == UNKNOWN else CARD_NAMES[card] for card in cards])


MOVE = Shape(dict, load_move, _dump_move)
DEAL = Shape(DealJson, _load_deal, _dump_deal)
