"""The JSON forms of a turn and of the answers: small dataclasses, and conversions between them and the model."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import decimal_digits, keys_of, natural, plain_data
from passatempo.core.messages import Locale  # its keys are types at run time
from passatempo.core.pastime import Shape
from passatempo.machiavelli.formats import tile_files
from passatempo.machiavelli.formats.notation import base_of, write_cards, write_groups
from passatempo.machiavelli.formats.tiles import Colours
from passatempo.machiavelli.model import (
    CARD_NAMES,
    HAND,
    Arrangement,
    CardId,
    Count,
    Drawing,
    EnumerateAsk,
    LayAsk,
    Listing,
    Meld,
    OpeningTurn,
    Play,
    Rules,
    Step,
    Turn,
    UnlockAsk,
    Unlocking,
)
from passatempo.machiavelli.rules import USUAL, Ace
from passatempo.machiavelli.sources import preset_locale
from passatempo.machiavelli.text import groups_of, make_turn, rules_of
from passatempo.machiavelli.words import step_sentence

RULES = {entry.name: entry for entry in fields(Rules)}


def rule_help(key: str, default: str) -> dict[str, str]:
    """Return the metadata of a key for a rule of a turn."""
    rule_metadata = RULES[key].metadata
    return {
        **rule_metadata,
        "help": f"{rule_metadata['help']} [default: {default}]" if default else rule_metadata["help"],
    }


PART = re.compile(r"\d{1,20}", re.ASCII)  # of a probability


@dataclass(frozen=True, slots=True)
class TurnJson:
    """The keys of an instance; cards are strings, or lists of cards."""

    decks: int | None = field(default=None, metadata={"help": "copies of each card [default: 2]"})
    ace: Ace | None = field(
        default=None, metadata={"help": f"place of the ace in a run [default: {USUAL}]", "fault": "bad-ace-rule"}
    )
    jokers: int | None = field(default=None, metadata={"help": "jokers in the game [default: 0]"})
    table: str | list[str] | None = field(default=None, metadata={"help": "the cards on the table, | between groups"})
    hand: str | list[str] | None = field(default=None, metadata={"help": "the cards in the hand"})
    locale: Literal[Locale, "tiles", "tiles-bly"] | None = field(
        default=None,
        metadata={
            "help": "the notation of the cards; tiles: K1 R10 B13 O4; tiles-bly: that of rummikubsolver [default: en, "
            "and tiles with the preset rummikub]"
        },
    )
    preset: str | None = field(
        default=None,
        metadata={
            "help": "named set of rules",
            "flags": ("preset", "rules"),
            "replaces": tuple(RULES),
        },
    )
    joker: Literal["free", "hand", "table", "exact"] | None = field(default=None, metadata=rule_help("joker", "free"))
    opening: str | None = field(default=None, metadata=rule_help("opening", "none"))
    opening_turn: OpeningTurn | None = field(default=None, metadata=rule_help("opening_turn", "alone"))
    most_new: int | None = field(default=None, metadata=rule_help("most_new", "0"))
    crosses: int | None = field(default=None, metadata=rule_help("crosses", "0"))
    points: dict[str, int] | None = field(default=None, metadata=rule_help("points", ""))
    opened: bool | None = field(
        default=None, metadata={"help": "whether you have opened already [default: true]", "negative": "--no-opened"}
    )


def value_keys(keys: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of Python values: a table is a list of cards, or of groups that are texts or lists of cards.

    >>> value_keys({"table": [["7H", "8H", "9H"], "4S 4D 4C"]})
    {'table': '7H 8H 9H | 4S 4D 4C'}
    """
    groups = keys.get("table")
    if not isinstance(groups, list) or all(isinstance(group, str) and " " not in group for group in groups):
        return keys
    return {**keys, "table": " | ".join([_group_text(group, number) for number, group in enumerate(groups, 1)])}


def _group_text(group: Any, number: int) -> str:
    cards = group if isinstance(group, list) else [group]
    for card in cards:
        if not isinstance(card, str):
            raise FormatError(f"{quote(card)} is not a card", where=f"table, group {number}", kind="unknown-card")
    return " ".join(cards)


def load_turn(shape: TurnJson) -> Turn:
    """Create the turn."""
    if shape.table is None and shape.hand is None:
        raise FormatError("the instance has neither 'table' nor 'hand'", kind="missing-key")
    locale, tile_colours = shape.locale or preset_locale(shape.preset), Colours()
    table = groups_of(shape.table or "", "table", locale, tile_colours)
    hand = sum(groups_of(shape.hand or "", "hand", locale, tile_colours), ())
    shape_rules = {key: setting for key in RULES if (setting := getattr(shape, key)) is not None}
    rules, has_opened = rules_of(shape.preset, **shape_rules), shape.opened is not False
    return make_turn(table, hand, rules, locale, f"{shape.table} {shape.hand}", preset=shape.preset, opened=has_opened)


def dump_turn(turn: Turn) -> TurnJson:
    """Write the turn in English notation."""
    rules, cards = turn.rules, (write_groups(turn.table), write_cards(turn.hand))
    rule_changes = {
        key: {} if setting is None else plain_data(setting) for key, setting in rules.changes(base_of(turn)).items()
    }
    rule_changes |= {"decks": rules.decks, "ace": rules.ace, "jokers": rules.jokers}
    has_opened = None if turn.opened else False
    return TurnJson(table=cards[0], hand=cards[1], locale="en", preset=turn.preset, opened=has_opened, **rule_changes)


def instance_keys(raw: Mapping[str, Any], flags: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the instance keys of a tile file; any other object is returned unchanged."""
    shapes = (TurnJson, LayAsk, UnlockAsk, EnumerateAsk)
    return tile_files.instance_keys(raw, flags, frozenset(key for shape in shapes for key in keys_of(shape)))


@dataclass(frozen=True, slots=True)
class ArrangementJson:
    """The melds, each a list of cards."""

    melds: list[list[str]]


def load_melds(melds: list[list[str]]) -> tuple[tuple[CardId, ...], ...]:
    """Read melds from JSON."""
    return tuple(sum(groups_of(meld, "melds", "en"), ()) for meld in melds)


def dump_melds(melds: tuple[tuple[CardId, ...], ...]) -> list[list[str]]:
    """Write melds as JSON."""
    return list(map(_dump_meld, melds))


@lru_cache(maxsize=2**16)
def _dump_meld(meld: Meld) -> list[str]:
    return [CARD_NAMES[card] for card in meld]


TURN = Shape(TurnJson, load_turn, dump_turn)
ARRANGEMENT = Shape(
    ArrangementJson,
    lambda shape: Arrangement(load_melds(shape.melds)),
    lambda arrangement: ArrangementJson(dump_melds(arrangement.melds)),
)


@dataclass(frozen=True, slots=True)
class StepJson:
    """One step: cards, source, target, the cards at each place afterwards, and the step as a sentence."""

    take: list[str]
    source: int | Literal["hand"]
    target: int
    places: list[list[str]]
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlayJson:
    """The keys of a play."""

    laid: list[str]
    kept_in_hand: list[str]
    melds: list[list[str]]
    groups_kept: int | None = None
    steps: list[StepJson] | None = None


def _read_cards(words: list[str], error_location: str) -> tuple[CardId, ...]:
    return sum(groups_of(words, error_location, "en"), ())


def _card_names(cards: tuple[CardId, ...]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _load_step(shape: StepJson) -> Step:
    source = HAND if shape.source == "hand" else int(shape.source)
    places = tuple(_read_cards(place, "places") for place in shape.places)
    return Step(_read_cards(shape.take, "take"), source, shape.target, places)


def _dump_step(step: Step) -> StepJson:
    source: int | Literal["hand"] = "hand" if step.source == HAND else step.source
    return StepJson(_card_names(step.take), source, step.target, dump_melds(step.places), step_sentence(step))


def _load_play(shape: PlayJson) -> Play:
    steps = None if shape.steps is None else tuple(map(_load_step, shape.steps))
    new_cards, hand_rest = _read_cards(shape.laid, "laid"), _read_cards(shape.kept_in_hand, "kept_in_hand")
    return Play(new_cards, hand_rest, load_melds(shape.melds), shape.groups_kept, steps)


def _dump_play(play: Play) -> PlayJson:
    steps = None if play.steps is None else list(map(_dump_step, play.steps))
    return PlayJson(
        _card_names(play.laid), _card_names(play.kept_in_hand), dump_melds(play.melds), play.groups_kept, steps
    )


@dataclass(frozen=True, slots=True)
class PairsJson:
    """The pairs of cards that unlock the hand, with the number of ways to draw each."""

    cards: dict[str, int]
    good: int
    unseen: int
    probability: str


@dataclass(frozen=True, slots=True)
class UnlockingJson:
    """The keys of unlocking cards; `pairs` only if they were requested."""

    cards: dict[str, int]
    good: int
    unseen: int
    probability: str
    closes_now: bool
    pairs: PairsJson | None = None


def _dump_drawing(drawing: Drawing) -> dict[str, Any]:
    cards = {" ".join(_card_names(cards)): copies for cards, copies in drawing.cards}
    return {
        "cards": cards,
        "good": drawing.good,
        "unseen": drawing.unseen,
        "probability": str(drawing.probability),
    }


def _load_drawing(shape: UnlockingJson | PairsJson) -> Drawing:
    parts = shape.probability.split("/")
    if len(parts) > 2 or not all(PART.fullmatch(part) for part in parts) or not int("".join(parts[1:]) or 1):
        raise FormatError(f"{quote(shape.probability)} is not a fraction", where="probability")
    probability = Fraction(*map(int, parts))
    cards = tuple((_read_cards(words.split(), "cards"), copies) for words, copies in shape.cards.items())
    return Drawing(cards, shape.good, shape.unseen, probability)


def _load_unlocking(shape: UnlockingJson) -> Unlocking:
    pairs = None if shape.pairs is None else _load_drawing(shape.pairs)
    return Unlocking(_load_drawing(shape), pairs, shape.closes_now)


def _dump_unlocking(unlocking: Unlocking) -> dict[str, Any]:
    unlocking_fields = _dump_drawing(unlocking.single) | {"closes_now": unlocking.closes_now}
    return unlocking_fields if unlocking.pairs is None else unlocking_fields | {"pairs": _dump_drawing(unlocking.pairs)}


@dataclass(frozen=True, slots=True)
class CountJson:
    """A number of arrangements, as a string because of its possible size."""

    arrangements: str


@dataclass(frozen=True, slots=True)
class ListingJson:
    """Arrangements, each a list of melds; `complete` if there are no others."""

    arrangements: list[list[list[str]]]
    complete: bool


PLAY = Shape(PlayJson, _load_play, _dump_play)


UNLOCKING = Shape(UnlockingJson, _load_unlocking, _dump_unlocking)


COUNT = Shape(
    CountJson,
    lambda shape: Count(natural(shape.arrangements)),
    lambda count: CountJson(decimal_digits(count.arrangements)),
)


LISTING = Shape(
    ListingJson,
    lambda shape: Listing(tuple(map(load_melds, shape.arrangements)), shape.complete),
    lambda listing: ListingJson(list(map(dump_melds, listing.arrangements)), listing.complete),
)
