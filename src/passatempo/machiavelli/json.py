"""The JSON face of a turn and of the answers: small dataclasses, and the functions between them and the model."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from passatempo.core.errors import FormatError
from passatempo.core.pastime import Face
from passatempo.machiavelli.model import CARD_NAMES, Ace, Arrangement, Card, Meld, Turn
from passatempo.machiavelli.text import groups_of, rules_of, write_cards, write_groups


@dataclass(frozen=True, slots=True)
class TurnJson:
    """The keys of an instance; cards are strings, or lists of cards."""

    decks: int | None = field(default=None, metadata={"help": "copies of each card [default: 2]"})
    ace: Ace | None = field(
        default=None, metadata={"help": "where an ace may stand in a run [default: both]", "fault": "bad-ace-rule"}
    )
    jokers: int | None = field(default=None, metadata={"help": "jokers in the game [default: 0]"})
    table: str | list[str] | None = field(default=None, metadata={"help": "the cards on the table, | between groups"})
    hand: str | list[str] | None = field(default=None, metadata={"help": "the cards in the hand"})
    locale: Literal["en", "it"] = field(default="en", metadata={"help": "the notation of the cards"})
    preset: str | None = field(default=None, metadata={"help": "decks, ace and jokers of a known set of rules"})


def load_turn(shape: TurnJson) -> Turn:
    """Make the turn."""
    if shape.table is None and shape.hand is None:
        raise FormatError("the instance has neither 'table' nor 'hand'", kind="missing-key")
    table = groups_of(shape.table or "", "table", shape.locale)
    hand = sum(groups_of(shape.hand or "", "hand", shape.locale), ())
    said = {"decks": shape.decks, "ace": shape.ace, "jokers": shape.jokers}
    rules = rules_of(shape.preset, **{key: value for key, value in said.items() if value is not None})
    return Turn(table, hand, rules, shape.locale)


def dump_turn(turn: Turn) -> TurnJson:
    """Write the turn in English notation."""
    rules = turn.rules
    return TurnJson(rules.decks, rules.ace, rules.jokers, write_groups(turn.table), write_cards(turn.hand))


@dataclass(frozen=True, slots=True)
class ArrangementJson:
    """The melds, each a list of cards."""

    melds: list[list[str]]


def load_melds(melds: list[list[str]]) -> tuple[tuple[Card, ...], ...]:
    """Read melds from JSON."""
    return tuple(sum(groups_of(meld, "melds", "en"), ()) for meld in melds)


def dump_melds(melds: tuple[tuple[Card, ...], ...]) -> list[list[str]]:
    """Write melds as JSON."""
    return list(map(_dump_meld, melds))


@lru_cache(maxsize=2**16)
def _dump_meld(meld: Meld) -> list[str]:
    return [CARD_NAMES[card] for card in meld]


TURN = Face(TurnJson, load_turn, dump_turn)
ARRANGEMENT = Face(
    ArrangementJson,
    lambda shape: Arrangement(load_melds(shape.melds)),
    lambda arrangement: ArrangementJson(dump_melds(arrangement.melds)),
)
