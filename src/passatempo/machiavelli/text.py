"""The text formats of a turn: card strings in several notations, and ``key: value`` lines for the rest.

A table is a string of cards, with or without blanks and commas between them. A bar ``|`` or a blank line separates
groups. The first lines may be cards without a key, which are the table::

    TD JD QD | QH KH AH 2H
    hand: AS 3S
    decks: 3

The table may also be a projection (`projection`). Tiles have notations of their own (`tiles`). English cards are rank
and suit (`TD`, `10D`, `1c` for an ace). Italian and Spanish cards use other letters that clash with the English ones,
so the text states its locale. In all notations a suit may be a symbol after or before the rank, as in `10♥` and `♥10`,
and a card may be one character of the playing-card block.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import islice
from typing import Any

from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.messages import LOCALES, mark, message
from passatempo.core.text import BLANKS, ENDS, Piece, clean, lines, refuse_large, split_keys
from passatempo.machiavelli.formats import full_names, projection
from passatempo.machiavelli.formats.notation import (
    BLY,
    JOKER_WORDS,
    LANGUAGES,
    NOTATIONS,
    PICTURES,
    RANK_WORDS,
    SUIT_LETTERS,
    TILES,
    card_pattern,
    hand_of,
    notation_of,
    reads_cards,
    settings_of,
    suits_of,
    tokens,
    write_groups,
)
from passatempo.machiavelli.formats.tiles import Colours, is_tile, read_term, read_tile, without_comments, word_at
from passatempo.machiavelli.model import MOST_DECKS, MOST_JOKERS, CardId, Meld, Rules, Turn
from passatempo.machiavelli.sources import preset_locale, turn_rules

ITALIAN_KEYS = {"tavolo": "table", "tavola": "table", "mano": "hand", "mazzi": "decks", "asso": "ace"}
ITALIAN_KEYS |= {"jolly": "jokers", "lingua": "locale"}
SPANISH_KEYS = {"mesa": "table", "barajas": "decks", "as": "ace", "comodines": "jokers", "idioma": "locale"}
NO_RANK = mark("{text} is not a card: {rank} is not a rank (A, 2 to 10, J, Q, K){meant}")
NO_SUIT = mark("{text} is not a card: {suit} is not a suit ({letters}){meant}")
RULE_KEYS = {entry.name: entry.type for entry in fields(Rules)}
KEYS = ("table", "hand", "locale", "preset", "opened", *RULE_KEYS)
MOST_CARDS = 52 * MOST_DECKS + MOST_JOKERS
GAP = re.compile(r"[\s,;|]*+")
BLANK_LINES = re.compile(rf"(\r\n|[{ENDS}])(?={BLANKS}[{ENDS}])\s*+")  # blank lines, and the end of the line before
MOST_DIGITS = 10  # of a number in a rule, because Python refuses to read thousands of digits
TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


def read_groups(
    text: str, locale: str = "en", error_location: str = "", tile_colours: Colours | None = None
) -> tuple[Meld, ...]:
    """Read cards in groups.

    Parameters
    ----------
    locale
        The notation.
    error_location
        The key that has this text as its value.
    tile_colours
        The colours of tiles in other parts of the same text.

    Raises
    ------
    FormatError
        If a piece is not a card. The message quotes the first one, with its place.

    Examples
    --------
    >>> read_groups("TD JD QD | 5♥️ 5d")
    ((35, 36, 37), (17, 30))
    """
    notation = notation_of(locale)
    if "\n" in text or "\r" in text:
        piece = Piece.of_text(text, error_location)
        return read_piece(
            piece if _is_projection(piece, notation) else _mark_blank_lines(piece, text), notation, tile_colours
        )
    if notation not in LOCALES:
        return read_piece(Piece.of_text(text, error_location), notation, tile_colours)
    card_tokens = tokens(notation)
    try:
        groups = [tuple(map(card_tokens.__getitem__, part.split())) for part in text.split("|")]
    except KeyError:
        return read_piece(Piece.of_text(text, error_location), notation)
    refuse_large(sum(map(len, groups)), 1, MOST_CARDS, "the number of cards", Piece.of_text(text, error_location))
    return tuple(filter(None, groups))


def read_piece(piece: Piece, notation: str, tile_colours: Colours | None = None) -> tuple[Meld, ...]:
    """Read groups in any spelling or as a projection, and report the place of the first error."""
    if _is_projection(piece, notation):
        return projection.read_counts(piece, notation)
    piece = without_comments(piece) if notation == BLY else piece
    groups, number, at = [list[CardId]()], 0, piece.start
    colours = tile_colours or Colours()
    while (gap := GAP.match(piece.full_text, at, piece.end)) and gap.end() < piece.end:
        if "|" in gap[0]:
            groups.append([])
        next_cards, at = _read_at(piece, gap.end(), notation, colours)
        cards = list(islice(next_cards, MOST_CARDS + 1))
        groups[-1] += cards
        number += len(cards)
        if number > MOST_CARDS:
            refuse_large(
                number, 1, MOST_CARDS, "the number of cards", Piece(piece.full_text, gap.end(), at, piece.location)
            )
    return tuple([tuple(group) for group in groups if group])


def _read_at(piece: Piece, at: int, notation: str, colours: Colours) -> tuple[Iterable[CardId], int]:
    """Read the cards at a position, a word or one card in full words, and return them with the end position."""
    if notation == TILES:
        return read_tile(piece, at, colours)
    if notation == BLY:
        return read_term(piece, at)
    word = word_at(piece, at)
    card_match = None if reads_cards(word.text, notation) else full_names.find_cards(piece, at, notation)
    if card_match is not None:
        return full_names.cards_of(card_match, piece, notation), card_match.end()
    return _read_word(word, notation), word.end


def _is_projection(piece: Piece, locale: str) -> bool:
    """Return whether a text is a projection; most card texts fail a quick test."""
    words = piece.text.split(maxsplit=2)
    if len(piece.text) <= 50 or len(words) < 2 or not (words[0].isdecimal() or words[1].isdecimal()):
        return False
    return projection.is_projection(piece.text, locale)


def _read_word(word: Piece, locale: str) -> Iterator[CardId]:
    """Read cards that are written without blanks."""
    text, at = word.text.upper(), 0
    while at < len(text):
        if text[at] == "\ufe0f":  # the variation selector requests a picture
            at += 1
            continue
        match = card_pattern(locale).match(text, at)
        if match is None or len(text) != len(word.text):
            raise _word_error(word, at, locale)
        yield tokens(locale)[match[0].replace("\ufe0f", "")]
        at = match.end()


def _word_error(word: Piece, at: int, locale: str) -> FormatError:
    """Return the error for a word that stops being cards at `at`: a key, a card of another locale, or another word."""
    key, colon, _ = word.text.partition(":")
    is_line_start = not word.location and not word.full_text[: word.start].rpartition("\n")[2].strip()
    if colon and key.isalpha() and is_line_start:
        return _key_error(word.sub_piece(0, len(key) + 1), key.lower())
    next_ = word.text[at].upper()
    if at == 0 or next_ in suits_of(locale) or next_ in "".join(RANK_WORDS[locale]):
        fault = _card_error(word.sub_piece(at, len(word.text)), locale)
    else:  # in '7cuori' the 7c is no card either
        fault = word.error("is not a card", kind="unknown-card")
    for other in LOCALES:
        full_source = Piece.of_text(word.full_text)
        if other != locale and (reads_cards(word.text, other) or full_names.find_cards(full_source, word.start, other)):
            return word.error(f"is not a card; it is one in {LANGUAGES[other]}: --locale {other}", kind=fault.kind)
    if is_tile(word.text):
        return word.error(f"is not a card; it is a tile: --locale {TILES}", kind=fault.kind)
    return fault


def _key_error(piece: Piece, key: str) -> FormatError:
    """Return the error for an unknown key, with the key that was probably meant."""
    english_key = (ITALIAN_KEYS | SPANISH_KEYS).get(key)
    message = f"it is {english_key}:" if english_key else f"the keys are {', '.join(KEYS)}"
    return piece.error(f"is not a key: {message}", kind="unknown-key")


def _card_error(piece: Piece, locale: str) -> FormatError:
    """Return the error for a piece that is not a card."""
    text = piece.text.upper().replace("\ufe0f", "")
    suits, ranks = suits_of(locale), RANK_WORDS[locale]
    letters = ", ".join(SUIT_LETTERS[locale])
    text_quote, suggestion = quote(piece.text), _suggest_card(text, locale)
    if text in ranks:
        joker = mark("{text} is a rank without its suit ({letters}); write JK for a joker")
        rank_message = joker if text == "J" else mark("{text} is a rank without its suit ({letters})")
        card_message = message(rank_message, text=text_quote, letters=letters)
        return piece.fault(card_message, kind="incomplete-card")
    if text in suits:
        card_message = message(mark("{text} is a suit without its rank (A, 2 to 10, J, Q, K)"), text=text_quote)
        return piece.fault(card_message, kind="incomplete-card")
    if text.startswith(tuple("".join(PICTURES))):
        return piece.fault(message(NO_RANK, text=text_quote, rank=quote(text[1:]), meant=""), kind="unknown-rank")
    rank_head = next((word for word in ("10", *ranks) if text.startswith(word)), "")
    if rank_head and text[-1] not in suits:
        card_message = message(
            NO_SUIT, text=text_quote, suit=quote(text[len(rank_head)]), letters=letters, meant=suggestion
        )
        return piece.fault(card_message, kind="unknown-suit")
    if text[-1] in suits:
        return piece.fault(
            message(NO_RANK, text=text_quote, rank=quote(text[:-1]), meant=suggestion), kind="unknown-rank"
        )
    return piece.fault(
        message(mark("{text} is not a card{meant}"), text=text_quote, meant=suggestion), kind="unknown-card"
    )


def _suggest_card(text: str, locale: str) -> str:
    """Suggest a card for confused letters and digits, a suit before the rank, or a joker's name.

    >>> _suggest_card("1OS", "en"), _suggest_card("SQ", "en"), _suggest_card("JOKER", "en"), _suggest_card("ZZ", "en")
    ('; did you mean 10S?', '; did you mean QS?', '; did you mean JK?', '')
    """
    digits = text.translate(str.maketrans("OIL", "011"))
    for word in (digits, text[1:] + text[:1], digits[1:] + digits[:1], text.replace("JOKER", "JK")):
        if card_pattern(locale).fullmatch(word):
            return f"; did you mean {word}?"
    return ""


def read(text: str, **keys: Any) -> Turn:
    r"""Read a turn from text: cards of the table, then lines such as ``hand:``, ``decks:``, ``ace:`` and ``jokers:``.

    Parameters
    ----------
    text
        The text. Lines that start with ``//`` are comments.
    keys
        Instance keys that override the text (`decks`, `ace`, `jokers`, `locale`, `table`, `hand`).

    Raises
    ------
    FormatError, InvalidInstance
        If the text is invalid, with the place and the token.

    Examples
    --------
    >>> read("AS 2S 3S\nhand: 4S", decks=3).rules.decks
    3
    """
    text = clean(text)
    key_pieces, rest = split_keys(text, KEYS)
    named = keys.get("preset") or (key_pieces["preset"].text if "preset" in key_pieces else None)
    locale = keys.get("locale") or _read_locale(key_pieces.get("locale")) or preset_locale(named)
    if "table" in key_pieces and not rest.text.isspace():
        raise rest.fault("some cards are outside the line 'table:'", kind="stray-text")
    if locale == BLY:
        rest = without_comments(rest)
    rows = list(islice(lines(rest), 3)) if locale == BLY and "hand" not in key_pieces else []
    if len(rows) == 2 and not rows[0].text.rstrip().endswith("|"):
        rest, key_pieces["hand"] = rows
    elif not _is_projection(rest, locale):
        rest = _mark_blank_lines(rest, text)
    tile_colours = Colours()
    table, hand = (
        groups_of(keys[key], key, locale, tile_colours) if key in keys else read_piece(piece, locale, tile_colours)
        for key, piece in (
            ("table", key_pieces.get("table", rest)),
            ("hand", key_pieces.get("hand", Piece.of_text(""))),
        )
    )
    typed_source = " ".join([text, *(str(keys.get(key, "")) for key in ("table", "hand"))])
    rules, has_opened = (
        _read_rules(named, keys, key_pieces),
        _read_opening(keys.get("opened"), key_pieces.get("opened")),
    )
    return make_turn(table, sum(hand, ()), rules, locale, typed_source, preset=named, opened=has_opened)


def _mark_blank_lines(rest: Piece, text: str) -> Piece:
    """Insert a bar at each blank line between other lines, because both separate groups.

    Lines of keys and comments do not separate groups; they are blank in `rest`, but not in the original text.
    """
    rows, at = [], 0
    for gap in BLANK_LINES.finditer(text):
        rows += [rest.full_text[at : gap.end(1)], "|"]
        at = gap.end(1)
    return Piece.of_text("".join([*rows, rest.full_text[at:]]), rest.location)


def make_turn(
    table: tuple[Meld, ...], hand: tuple[CardId, ...], rules: Rules, locale: str, typed_source: str, **turn_options: Any
) -> Turn:
    """Create a turn; an error about its jokers quotes them as in the text.

    >>> make_turn((), (52,), Rules(jokers=1), "en", "*").hand
    (52,)
    """
    try:
        return Turn(table, hand, rules, locale, **turn_options)
    except InvalidInstance as error:
        joker_places = {word: typed_source.upper().find(word) for word in JOKER_WORDS}
        first = (
            min((at, word) for word, at in joker_places.items() if at >= 0)[1]
            if max(joker_places.values()) >= 0
            else "JK"
        )
        message = [
            replace(violation, text=first + violation.text[2:]) if violation.where == "JK" else violation
            for violation in error.violations
        ]
        raise InvalidInstance(message) from None


def groups_of(
    cards: str | Sequence[str], error_location: str, locale: str, tile_colours: Colours | None = None
) -> tuple[Meld, ...]:
    """Read a card string, or a list of cards, from a JSON instance or a flag."""
    if isinstance(cards, str):
        return read_groups(cards, locale, error_location, tile_colours)
    words = []
    for number, card in enumerate(cards, 1):
        read_card = read_piece(Piece.of_text(card, f"{error_location}, item {number}"), locale, tile_colours)
        if len(read_card) != 1 or len(read_card[0]) != 1:
            raise FormatError(
                f"{quote(card)} is not one card", where=f"{error_location}, item {number}", kind="unknown-card"
            )
        words.append(read_card[0][0])
    return (tuple(words),)


def _read_locale(piece: Piece | None) -> str:
    """Return the locale that a text states, or an empty string."""
    if piece is None:
        return ""
    if piece.text not in NOTATIONS:
        raise piece.error(f"is not one of {', '.join(NOTATIONS)}", kind="bad-locale")
    return piece.text


def _read_opening(key: bool | None, piece: Piece | None) -> bool:
    """Return whether the player has opened, by the flag, or else by the text, or else yes."""
    if key is None and piece is not None:
        if piece.text.lower() not in TRUTHS:
            raise piece.error(f"is not one of {', '.join(TRUTHS)}", kind="bad-opened")
        return TRUTHS[piece.text.lower()]
    return key is not False


def _read_rules(named: str | None, keys: Mapping[str, Any], key_pieces: Mapping[str, Piece]) -> Rules:
    """Combine the rules of a preset, of flags and of lines."""
    rule_keys = {key: keys[key] for key in RULE_KEYS if keys.get(key) is not None}
    return rules_of(
        named, **{key: _read_rule(key, key_pieces[key]) for key in RULE_KEYS if key in key_pieces} | rule_keys
    )


def _read_rule(key: str, piece: Piece) -> Any:
    """Read the value of a rule: a number, points by rank, or a word."""
    if key == "points":
        return _read_points(piece)
    return _read_integer(piece, key) if RULE_KEYS[key] is int else piece.text


def _read_integer(piece: Piece, key: str) -> int:
    if not (piece.text.isascii() and piece.text.isdecimal()):
        raise piece.error("is not a whole number", kind=f"bad-{key}")
    if len(piece.text) > MOST_DIGITS:
        raise piece.error(f"is too large a number of {key}", kind=f"bad-{key}")
    return int(piece.text)


def _read_points(piece: Piece) -> dict[str, int] | None:
    """Read points by rank or card, as in ``A=1,JK=30``."""
    if piece.text == "standard":
        return None
    card_points = {}
    for match in re.finditer(r"[^\s,]+", piece.text):
        point_term = piece.sub_piece(*match.span())
        word, equals, _ = point_term.text.partition("=")
        if not equals:
            raise point_term.error("is not a rank or card with its points, such as A=1", kind="bad-points")
        card_points[word.upper()] = _read_integer(point_term.sub_piece(len(word) + 1, len(point_term.text)), "points")
    return card_points


def rules_of(named: str | None, **changes: Any) -> Rules:
    """Return the rules of a preset, or the defaults, with changes.

    >>> rules_of("tattoomuse", decks=3).jokers
    4
    """
    return replace(Rules() if named is None else turn_rules(named), **changes)


def write(turn: Turn) -> str:
    """Write a turn as canonical text in its own notation, from which an equal turn can be read.

    >>> print(write(read("10h,jh,qh | 5♥5♦5♣", decks=3)), end="")
    TH JH QH | 5H 5D 5C
    decks: 3
    """
    table = write_groups(turn.table, turn.locale)
    rows = [table if table else "table:"]
    return "\n".join([*rows, *hand_of(turn), *settings_of(turn)]) + "\n"
