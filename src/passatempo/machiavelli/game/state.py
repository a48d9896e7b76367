"""What a game is made of: moves, events, all there is to know, what one seat may know; frozen values, and JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from passatempo.core.errors import FormatError, quote
from passatempo.core.pastime import Shape
from passatempo.games.records import UNSEEN
from passatempo.machiavelli.model import CARD_NAMES, UNKNOWN, Card

if TYPE_CHECKING:
    from passatempo.games.values import Result
    from passatempo.machiavelli.game.rules import GameRules
    from passatempo.machiavelli.model import Card, Places


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards of the hand go to the table, which lies as `table` then; a joker laid is what it stands for."""

    new_cards: tuple[Card, ...]
    table: Places


@dataclass(frozen=True, slots=True)
class Draw:
    """One card is drawn in place of laying."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is laid, and nothing can be drawn."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """Cards are drawn in place of a turn that does not come out: its time is over, or the seat gives it up."""

    card_count: int
    reason: Literal["time", "gave-up"]


Move: TypeAlias = Lay | Draw | Pass | Penalty


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
        Cards drawn.
    table
        The groups after it.
    begins
        Whether the cards were drawn as a turn began.
    """

    seat: int
    new_cards: tuple[Card, ...]
    draw_count: int
    table: Places
    is_turn_start: bool = False


@dataclass(frozen=True, slots=True)
class FixedDeal:
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
    pasts
        What the turns of each seat tell of its hand, as the kernel keeps it.
    begun
        Whether the seat to move has drawn as its turn began.
    only_draws
        Whether this is the first turn of the game, and only draws.
    end
        How the game ended; None while it is open.
    """

    rules: GameRules
    table: Places
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    active_seat: int
    wait_counts: tuple[int, ...]
    open_seats: tuple[bool, ...]
    pass_count: int = 0
    crosses: tuple[Card, ...] = ()
    history: tuple[Event, ...] = ()
    is_followed: bool = False
    pasts: bytes = b""
    has_drawn: bool = False
    is_draw_only: bool = False
    end: Result | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn that is being typed: how the table lies now, unfinished groups too, and the cards laid so far."""

    table: Places
    new_cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know: its hand, the table, and how many cards the others hold.

    `waits` is the seat's own: of another it would tell that it could have laid. `how` says in a word how the game ended
    and is empty while it is open. `draft` and `order` (suit or rank) are only how a person types and looks.
    """

    rules: GameRules
    seat: int
    hand: tuple[Card, ...]
    table: Places
    crosses: tuple[Card, ...]
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
        """Whether this seat may touch the groups of the table."""
        return self.open_seats[self.seat]


# ---- Moves and deals as records have them: cards in English letters, a joker of the table as what it stands for ----

CARDS = {text: card for card, text in CARD_NAMES.items()}
MOST_PENALTY = 20  # cards, as the interface has it
WHYS = "time", "gave-up"


def _dump_move(move: Move) -> dict[str, Any]:
    if isinstance(move, Lay):
        return {"lay": _card_names(move.new_cards), "table": list(map(_card_names, move.table))}
    if isinstance(move, Penalty):
        return {"penalty": move.card_count, "why": move.reason}
    return {"draw": True} if isinstance(move, Draw) else {"pass": True}


def _card_names(cards: tuple[Card, ...]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def load_move(raw: Any) -> Move:
    """Read a move; raises `FormatError`.

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


def _read_cards(raw: Any) -> tuple[Card, ...]:
    if not isinstance(raw, list):
        raise FormatError(f"{quote(raw)} is not a list of cards", where="move", kind="bad-move")
    for card in raw:
        if not isinstance(card, str) or card not in CARDS:
            raise FormatError(f"{quote(card)} is not a card", where="move", kind="unknown-card")
    return tuple([CARDS[card] for card in raw])


@dataclass(frozen=True, slots=True)
class DealJson:
    """A deal that is given; a card that nobody has seen is ``??``."""

    hands: list[str] = field(metadata={"help": "the cards of each seat"})
    crosses: str = field(default="", metadata={"help": "the single cards on the table"})
    stock: str = field(default="", metadata={"help": "the stock, the next card first"})


def _load_deal(shape: DealJson) -> FixedDeal:
    hands = tuple([read_deal_cards(hand) for hand in shape.hands])
    return FixedDeal(hands, read_deal_cards(shape.crosses), read_deal_cards(shape.stock))


def read_deal_cards(text: str) -> tuple[Card, ...]:
    """Read cards as a deal has them.

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


def write_deal(cards: tuple[Card, ...]) -> str:
    """Write cards as a deal has them."""
    return " ".join([UNSEEN if card == UNKNOWN else CARD_NAMES[card] for card in cards])


MOVE = Shape(dict, load_move, _dump_move)
DEAL = Shape(DealJson, _load_deal, _dump_deal)
