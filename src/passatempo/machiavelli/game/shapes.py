"""Moves and deals as records have them: cards in English letters, a joker of the table with what it stands for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.pastime import Shape
from passatempo.core.play.record import UNSEEN
from passatempo.machiavelli.game.state import Draw, Given, Lay, Move, Pass
from passatempo.machiavelli.model import CARD_NAMES, UNKNOWN, Card

CARDS = {text: card for card, text in CARD_NAMES.items()}


def _dump_move(move: Move) -> dict[str, Any]:
    if isinstance(move, Lay):
        return {"lay": _names(move.laid), "table": list(map(_names, move.table))}
    return {"draw": True} if isinstance(move, Draw) else {"pass": True}


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def load_move(raw: Any) -> Move:
    """Read a move; raises `FormatError`.

    >>> load_move({"draw": True}), load_move({"lay": ["5S"], "table": [["2S", "3S", "4S", "5S"]]})
    (Draw(), Lay(laid=(4,), table=((1, 2, 3, 4),)))
    """
    if raw == {"draw": True}:
        return Draw()
    if raw == {"pass": True}:
        return Pass()
    if not isinstance(raw, dict) or set(raw) != {"lay", "table"} or not isinstance(raw["table"], list):
        told = f"{quote(raw)} is none of {{'lay': cards, 'table': groups}}, {{'draw': true}}, {{'pass': true}}"
        raise FormatError(told, where="move", kind="bad-move")
    return Lay(_cards(raw["lay"]), tuple(map(_cards, raw["table"])))


def _cards(raw: Any) -> tuple[Card, ...]:
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


def _load_deal(shape: DealJson) -> Given:
    hands = tuple([read_dealt(hand) for hand in shape.hands])
    return Given(hands, read_dealt(shape.crosses), read_dealt(shape.stock))


def read_dealt(text: str) -> tuple[Card, ...]:
    """Read cards as a deal has them.

    >>> read_dealt("?? 5S")
    (-1, 4)
    """
    known = CARDS | {UNSEEN: UNKNOWN}
    for word in text.split():
        if word not in known or "=" in word:
            raise FormatError(f"{quote(word)} is not a card", where="deal", kind="unknown-card")
    return tuple([known[word] for word in text.split()])


def _dump_deal(given: Given) -> DealJson:
    return DealJson([write_dealt(hand) for hand in given.hands], write_dealt(given.crosses), write_dealt(given.stock))


def write_dealt(cards: tuple[Card, ...]) -> str:
    """Write cards as a deal has them."""
    return " ".join([UNSEEN if card == UNKNOWN else CARD_NAMES[card] for card in cards])


MOVE = Shape(dict, load_move, _dump_move)
DEAL = Shape(DealJson, _load_deal, _dump_deal)
