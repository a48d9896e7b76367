"""Cards in words, as in ``seven of hearts`` or ``7 8 9 di cuori``, for texts that are not in short notation."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from passatempo.core.errors import quote
from passatempo.core.messages import mark, message
from passatempo.core.text import Piece
from passatempo.machiavelli.formats.notation import JOKER_WORDS, RANK_WORDS
from passatempo.machiavelli.formats.wordlist import join_alternatives, plain_word, words
from passatempo.machiavelli.model import JOKER, WILD, CardId

OTHER = -1  # the suit of a card of another pack
OTHER_PACK = mark("{suit} is a suit of another pack: here the suits are {suits}")


class Language(NamedTuple):
    """The words of a language: the pattern of one or several cards of a suit, and the meaning of each word."""

    card_pattern: re.Pattern[str]
    rank_words: Mapping[str, int]
    suit_words: Mapping[str, int]


@cache
def _load_language(locale: str) -> Language:
    locale_terms = words()[locale]
    ranks = {word: rank for rank, row in enumerate(locale_terms["ranks"]) for word in row.split()}
    ranks |= {word.lower(): rank for word, rank in RANK_WORDS[locale].items()}
    suits = {word: suit for suit, row in enumerate(locale_terms["suits"]) for word in row.split()}
    suits |= {word: OTHER for row in locale_terms["others"] for word in row.split()}
    gap, rank, joker = r"[\s,;]", join_alternatives(ranks), join_alternatives([*JOKER_WORDS, *words()["jokers"]])
    article = rf"(?:{join_alternatives(locale_terms['articles'])}(?:\s++|(?<=['’])))?"
    card = (
        f"(?P<ranks>{rank}(?:{gap}++{rank}){{0,12}}){gap}*+(?:"
        f"{join_alternatives(locale_terms['of'])}{gap}*+)?(?P<suit>{join_alternatives(suits)})"
    )
    card_pattern = f"{article}(?:{joker}|(?P<laid>{joker}=)?{card})(?![^\\s,;|])"
    plain_suits = {plain_word(word): suit for word, suit in suits.items()}
    return Language(re.compile(card_pattern, re.IGNORECASE), ranks, plain_suits)


def find_cards(piece: Piece, at: int, locale: str) -> re.Match[str] | None:
    """Match cards in words at a position of a piece's source.

    >>> from passatempo.core.text import Piece
    >>> find_cards(Piece.of_text("il 7 di fiori"), 0, "it").span(), find_cards(Piece.of_text("7 C"), 0, "it")
    ((0, 13), None)
    """
    return _load_language(locale).card_pattern.match(piece.full_text, at, piece.end)


def cards_of(match: re.Match[str], piece: Piece, locale: str) -> tuple[CardId, ...]:
    """Return the cards of a match in a piece.

    Raises
    ------
    FormatError
        If the suit belongs to another pack, or a joker stands for several cards.
    """
    if match["suit"] is None:
        return (JOKER,)
    language = _load_language(locale)
    suit = language.suit_words[plain_word(match["suit"])]
    if suit == OTHER:
        suits = ", ".join([row.split()[0] for row in words()[locale]["suits"]])
        suit_message = message(OTHER_PACK, suit=quote(match["suit"]), suits=suits)
        raise piece.match_group(match, "suit").fault(suit_message, kind="unknown-suit")
    ranks = [language.rank_words[plain_word(word)] for word in re.split(r"[\s,;]+", match["ranks"])]
    if match["laid"] and len(ranks) > 1:
        raise piece.match_group(match).error("is not one card for the joker", kind="unknown-card")
    return tuple([13 * suit + rank + (WILD if match["laid"] else 0) for rank in ranks])
