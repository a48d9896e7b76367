"""Names of cards in English, Italian and Spanish, and of tiles: all accepted spellings, and the one for output.

A notation is one of `NOTATIONS`. In a game the locale may append one to its language, as in ``it@tiles`` for Italian
sentences with tiles.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from passatempo.core.messages import LOCALES, language_of
from passatempo.machiavelli.model import JOKER, RANKS, UNKNOWN, WILD, CardId, Meld, Rules, Turn
from passatempo.machiavelli.sources import preset_locale, turn_rules

PICTURES = ("♠♤", "♥♡", "♦♢", "♣♧")  # spades, hearts, diamonds, clubs; filled and outlined
LANGUAGES = {"en": "English", "it": "Italian", "es": "Spanish"}
TILES, BLY = "tiles", "tiles-bly"
NOTATIONS = (*LOCALES, TILES, BLY)
# Spades, hearts, diamonds, clubs in English, Italian and Spanish: picche, cuori, quadri, fiori; picas, corazones,
# diamantes, tréboles. Colours of tiles: black, red, blue, orange; black, red, blue, yellow.
SUIT_LETTERS = dict.fromkeys(LOCALES, "SHDC") | {"it": "PCQF", "es": "PCDT", TILES: "KRBO", BLY: "brly"}
NUMBERS = tuple(map(str, range(1, 14)))
_RANK_LETTERS = {letter: i for i, letter in enumerate(RANKS)} | {"1": 0, "10": 9}
RANK_WORDS = dict.fromkeys(LOCALES, _RANK_LETTERS) | {
    "it": _RANK_LETTERS | {"F": 10, "D": 11, "R": 12},
    "es": {letter: i for letter, i in _RANK_LETTERS.items() if letter != "T"},  # T is a suit
}
_WRITTEN_RANKS = dict.fromkeys(LOCALES, tuple(RANKS)) | {  # asso ... fante, donna, re
    "it": ("A", *"23456789", "10", "F", "D", "R"),
    "es": ("A", *"23456789", "10", *"JQK"),
}
LONGEST_WORD = 200  # the most characters without blanks to try in another locale
JOKER_WORDS = ("JK", "*", "\U0001f0cf", "\U0001f0bf", "\U0001f0df")


def notation_of(locale: str) -> str:
    """Return the card notation of a locale.

    >>> notation_of("it"), notation_of("it@tiles"), notation_of("tiles-bly")
    ('it', 'tiles', 'tiles-bly')
    """
    return locale.rpartition("@")[2]


def with_notation(locale: str, names: str) -> str:
    """Return a locale that names cards as the rules of a game require.

    >>> with_notation("it", "tiles"), with_notation("it", "cards")
    ('it@tiles', 'it')
    """
    return f"{language_of(locale)}@{TILES}" if names == TILES else language_of(locale)


def suits_of(locale: str) -> dict[str, int]:
    """Map each suit letter and symbol to its suit."""
    suits = {letter: i for i, letter in enumerate(SUIT_LETTERS[locale])}
    return suits | {picture: i for i, pictures in enumerate(PICTURES) for picture in pictures}


def _picture_cards(locale: str) -> dict[str, CardId]:
    """Map a suit symbol before a rank, as in ``♠A``, to the card; suit letters only follow the rank."""
    pictures = {picture: i for i, pictures in enumerate(PICTURES) for picture in pictures}
    ranks = RANK_WORDS[locale].items()
    return {picture + word: 13 * suit + rank for picture, suit in pictures.items() for word, rank in ranks}


def _block_characters() -> dict[str, CardId]:
    """Map each character of the playing-card block to its card, without the knights."""
    ranks = [*range(1, 12), 13, 14]
    return {chr(0x1F0A0 + 16 * suit + ranks[rank]): 13 * suit + rank for suit in range(4) for rank in range(13)}


@cache
def tokens(locale: str) -> dict[str, CardId]:
    """Map every spelling of every card, in upper case, to the card."""
    cards = {
        word + letter: 13 * suit + rank
        for word, rank in RANK_WORDS[locale].items()
        for letter, suit in suits_of(locale).items()
    }
    cards |= _picture_cards(locale) | _block_characters() | dict.fromkeys(JOKER_WORDS, JOKER)
    joker_cards = {
        f"{joker}={word}": WILD + card for joker in ("JK", "*") for word, card in cards.items() if card < JOKER
    }
    return cards | joker_cards


@cache
def card_pattern(locale: str) -> re.Pattern[str]:
    """Return the pattern of one card: rank and suit, symbol and rank, one character of the block, or a joker.

    A symbol may be followed by the variation selector, which requests a picture. A joker may name its card.
    """
    ranks = "|".join(sorted(RANK_WORDS[locale], key=len, reverse=True))
    rank_first, suit_first = f"(?:{ranks})[{''.join(suits_of(locale))}]", f"[{''.join(PICTURES)}]\ufe0f?(?:{ranks})"
    card = f"{rank_first}|{suit_first}|[{''.join(_block_characters())}]"
    jokers = "|".join(map(re.escape, JOKER_WORDS))
    return re.compile(f"(?:JK|\\*)=(?:{card})|{card}|{jokers}")


def reads_cards(text: str, locale: str) -> bool:
    """Return whether a word consists of cards in the letters of a language.

    >>> reads_cards("FC10Q", "it"), reads_cards("FC", "en")
    (True, False)
    """
    return len(text) <= LONGEST_WORD and _cards_pattern(locale).fullmatch(text.upper()) is not None


@cache
def _cards_pattern(locale: str) -> re.Pattern[str]:
    return re.compile(f"(?:(?:{card_pattern(locale).pattern})\ufe0f?)+")


@cache
def _card_spellings(notation: str) -> dict[CardId, str]:
    """Map each card to its spelling in output."""
    letters, joker = SUIT_LETTERS[notation], "j" if notation == BLY else "JK"
    if notation in LOCALES:
        cards = [f"{rank}{letter}" for letter in letters for rank in _WRITTEN_RANKS[notation]]
    else:
        cards = [f"{letter}{number}" for letter in letters for number in NUMBERS]
    card_spellings = dict(enumerate(cards)) | {JOKER: joker, UNKNOWN: "??"}
    return card_spellings | {WILD + card: f"{joker}={text}" for card, text in enumerate(cards)}


def write_card(card: CardId, locale: str = "en") -> str:
    """Write a card in a locale's notation.

    >>> write_card(23, "it"), write_card(48, "es"), write_card(WILD + 23), write_card(23, "it@tiles")
    ('FC', '10T', 'JK=JH', 'R11')
    """
    return _card_spellings(notation_of(locale))[card]


def write_cards(cards: Sequence[CardId], locale: str = "en") -> str:
    """Write cards with blanks between them."""
    return " ".join([write_card(card, locale) for card in cards])


def write_groups(groups: Sequence[Meld], locale: str = "en") -> str:
    """Write groups with bars between them."""
    return " | ".join([write_cards(group, locale) for group in groups])


def hand_of(turn: Turn) -> list[str]:
    """Write the hand as a line if there is one; `tiles-bly` always needs it, because its second line is the hand."""
    has_hand = turn.hand or turn.locale == BLY
    return [f"hand: {write_cards(turn.hand, turn.locale)}".rstrip()] if has_hand else []


def settings_of(turn: Turn) -> list[str]:
    """Write the preset, the rules that differ from it or from the defaults, and the locale, as lines."""
    rows = [f"preset: {turn.preset}"] if turn.preset is not None else []
    rows += [f"{key}: {_write_setting(setting)}" for key, setting in turn.rules.changes(base_of(turn)).items()]
    rows += [] if turn.opened else ["opened: false"]
    return rows if turn.locale == preset_locale(turn.preset) else [*rows, f"locale: {turn.locale}"]


def base_of(turn: Turn) -> Rules:
    """Return the rules of the turn's preset, or the defaults without one."""
    return Rules() if turn.preset is None else turn_rules(turn.preset)


def _write_setting(setting: object) -> object:
    """Write the value of a rule for a key line."""
    if isinstance(setting, Mapping):
        return ",".join([f"{word}={number}" for word, number in setting.items()]) or "standard"
    return "standard" if setting is None else setting
