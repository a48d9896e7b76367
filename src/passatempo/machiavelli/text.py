"""The text formats of a turn: card strings in several notations, and ``key: value`` lines for what cards cannot say.

A table is a string of cards; blanks, commas and nothing at all may stand between them, ``|`` or a blank line separates
the groups that lie on the table. The first lines may be bare cards, which are the table::

    TD JD QD | QH KH AH 2H
    hand: AS 3S
    decks: 3

In place of cards the table may be a projection (`projection`). Tiles have notations of their own (`tiles`).
English cards are rank and suit (`TD`, `10D`, `1c` for an ace), Italian and Spanish ones too but with other letters,
which clash with the English: the locale is said, never guessed. Suits may be pictures in all of them, behind the rank
or before it, as in `10♥` and `♥10`, and a card may be one character of the playing-card block.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.text import BLANKS, ENDS, Piece, clean, keyed, lines, refuse_large
from passatempo.core.words import LOCALES, mark, told
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
    reads,
    settings_of,
    suits_of,
    tokens,
    write_groups,
)
from passatempo.machiavelli.formats.tiles import Colours, is_tile, read_term, read_tile, without_comments, word_at
from passatempo.machiavelli.model import MOST_DECKS, MOST_JOKERS, Card, Meld, Rules, Turn
from passatempo.machiavelli.sources import letters_of, turn_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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
MOST_DIGITS = 10  # of a number in a rule: Python refuses to read thousands of them
TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


def read_groups(text: str, locale: str = "en", where: str = "", seen: Colours | None = None) -> tuple[Meld, ...]:
    """Read cards and the groups they lie in.

    Parameters
    ----------
    locale
        The notation.
    where
        The key that the text is the value of.
    seen
        The colours of tiles that other parts of the same text have.

    Raises
    ------
    FormatError
        Quoting the first piece that is no card, with its place.

    Examples
    --------
    >>> read_groups("TD JD QD | 5♥️ 5d")
    ((35, 36, 37), (17, 30))
    """
    notation = notation_of(locale)
    if "\n" in text or "\r" in text:
        piece = Piece.whole(text, where)
        return read_piece(piece if _is_projection(piece, notation) else _parted(piece, text), notation, seen)
    if notation not in LOCALES:
        return read_piece(Piece.whole(text, where), notation, seen)
    known = tokens(notation)
    try:
        groups = [tuple(map(known.__getitem__, part.split())) for part in text.split("|")]
    except KeyError:
        return read_piece(Piece.whole(text, where), notation)
    refuse_large(sum(map(len, groups)), 1, MOST_CARDS, "the number of cards", Piece.whole(text, where))
    return tuple(filter(None, groups))


def read_piece(piece: Piece, notation: str, seen: Colours | None = None) -> tuple[Meld, ...]:
    """Read groups with care: any spelling, a projection, and the place of the first fault."""
    if _is_projection(piece, notation):
        return projection.read_counts(piece, notation)
    piece = without_comments(piece) if notation == BLY else piece
    groups, number, at = [list[Card]()], 0, piece.start
    colours = seen or Colours()
    while (gap := GAP.match(piece.source, at, piece.end)) and gap.end() < piece.end:
        if "|" in gap[0]:
            groups.append([])
        found, at = _read_at(piece, gap.end(), notation, colours)
        cards = list(islice(found, MOST_CARDS + 1))
        groups[-1] += cards
        number += len(cards)
        if number > MOST_CARDS:
            refuse_large(number, 1, MOST_CARDS, "the number of cards", Piece(piece.source, gap.end(), at, piece.where))
    return tuple([tuple(group) for group in groups if group])


def _read_at(piece: Piece, at: int, notation: str, colours: Colours) -> tuple[Iterable[Card], int]:
    """Read the cards at a place of the source, and return where they end: those of a word, or a card in words."""
    if notation == TILES:
        return read_tile(piece, at, colours)
    if notation == BLY:
        return read_term(piece, at)
    word = word_at(piece, at)
    found = None if reads(word.text, notation) else full_names.find(piece, at, notation)
    if found is not None:
        return full_names.cards_of(found, piece, notation), found.end()
    return _read_word(word, notation), word.end


def _is_projection(piece: Piece, locale: str) -> bool:
    """Tell whether a text is a projection, of most texts of cards quickly."""
    words = piece.text.split(maxsplit=2)
    if len(piece.text) <= 50 or len(words) < 2 or not (words[0].isdecimal() or words[1].isdecimal()):
        return False
    return projection.is_projection(piece.text, locale)


def _read_word(word: Piece, locale: str) -> Iterator[Card]:
    """Read cards written without blanks between them."""
    text, at = word.text.upper(), 0
    while at < len(text):
        if text[at] == "\ufe0f":  # the variation selector says "as a picture"
            at += 1
            continue
        match = card_pattern(locale).match(text, at)
        if match is None or len(text) != len(word.text):
            raise _unread(word, at, locale)
        yield tokens(locale)[match[0].replace("\ufe0f", "")]
        at = match.end()


def _unread(word: Piece, at: int, locale: str) -> FormatError:
    """Say what is wrong with a word that is no cards from `at` on: a key, another locale's card, or no card."""
    key, colon, _ = word.text.partition(":")
    alone = not word.where and not word.source[: word.start].rpartition("\n")[2].strip()
    if colon and key.isalpha() and alone:
        return _no_key(word.part(0, len(key) + 1), key.lower())
    next_ = word.text[at].upper()
    if at == 0 or next_ in suits_of(locale) or next_ in "".join(RANK_WORDS[locale]):
        fault = _no_card(word.part(at, len(word.text)), locale)
    else:  # in '7cuori' the 7c is no card either
        fault = word.error("is not a card", kind="unknown-card")
    for other in LOCALES:
        whole = Piece.whole(word.source)
        if other != locale and (reads(word.text, other) or full_names.find(whole, word.start, other)):
            return word.error(f"is not a card; it is one in {LANGUAGES[other]}: --locale {other}", kind=fault.kind)
    if is_tile(word.text):
        return word.error(f"is not a card; it is a tile: --locale {TILES}", kind=fault.kind)
    return fault


def _no_key(piece: Piece, key: str) -> FormatError:
    """Say that a key is none, and which one is meant."""
    meant = (ITALIAN_KEYS | SPANISH_KEYS).get(key)
    message = f"it is {meant}:" if meant else f"the keys are {', '.join(KEYS)}"
    return piece.error(f"is not a key: {message}", kind="unknown-key")


def _no_card(piece: Piece, locale: str) -> FormatError:
    """Say what is wrong with a piece that is no card."""
    text = piece.text.upper().replace("\ufe0f", "")
    suits, ranks = suits_of(locale), RANK_WORDS[locale]
    letters = ", ".join(SUIT_LETTERS[locale])
    quoted, meant = quote(piece.text), _meant(text, locale)
    if text in ranks:
        joker = mark("{text} is a rank without its suit ({letters}); write JK for a joker")
        alone = joker if text == "J" else mark("{text} is a rank without its suit ({letters})")
        message = told(alone, text=quoted, letters=letters)
        return piece.fault(message, kind="incomplete-card")
    if text in suits:
        message = told(mark("{text} is a suit without its rank (A, 2 to 10, J, Q, K)"), text=quoted)
        return piece.fault(message, kind="incomplete-card")
    if text.startswith(tuple("".join(PICTURES))):
        return piece.fault(told(NO_RANK, text=quoted, rank=quote(text[1:]), meant=""), kind="unknown-rank")
    head = next((word for word in ("10", *ranks) if text.startswith(word)), "")
    if head and text[-1] not in suits:
        message = told(NO_SUIT, text=quoted, suit=quote(text[len(head)]), letters=letters, meant=meant)
        return piece.fault(message, kind="unknown-suit")
    if text[-1] in suits:
        return piece.fault(told(NO_RANK, text=quoted, rank=quote(text[:-1]), meant=meant), kind="unknown-rank")
    return piece.fault(told(mark("{text} is not a card{meant}"), text=quoted, meant=meant), kind="unknown-card")


def _meant(text: str, locale: str) -> str:
    """Ask whether a card was meant: letters that look like digits, the suit before the rank, or a joker's name.

    >>> _meant("1OS", "en"), _meant("SQ", "en"), _meant("JOKER", "en"), _meant("ZZ", "en")
    ('; did you mean 10S?', '; did you mean QS?', '; did you mean JK?', '')
    """
    digits = text.translate(str.maketrans("OIL", "011"))
    for word in (digits, text[1:] + text[:1], digits[1:] + digits[:1], text.replace("JOKER", "JK")):
        if card_pattern(locale).fullmatch(word):
            return f"; did you mean {word}?"
    return ""


def read(text: str, **keys: Any) -> Turn:
    r"""Read a turn from text: cards of the table, then ``hand:``, ``decks:``, ``ace:``, ``jokers:``, ``locale:`` lines.

    Parameters
    ----------
    text
        The text; lines that start with ``//`` say nothing.
    keys
        Instance keys that win over the text (`decks`, `ace`, `jokers`, `locale`, `table`, `hand`).

    Raises
    ------
    FormatError, InvalidInstance
        With the place and the offending token.

    Examples
    --------
    >>> read("AS 2S 3S\nhand: 4S", decks=3).rules.decks
    3
    """
    text = clean(text)
    values, rest = keyed(text, KEYS)
    named = keys.get("preset") or (values["preset"].text if "preset" in values else None)
    locale = keys.get("locale") or _locale(values.get("locale")) or letters_of(named)
    if "table" in values and not rest.text.isspace():
        raise rest.fault("some cards are outside the line 'table:'", kind="stray-text")
    if locale == BLY:
        rest = without_comments(rest)
    rows = list(islice(lines(rest), 3)) if locale == BLY and "hand" not in values else []
    if len(rows) == 2 and not rows[0].text.rstrip().endswith("|"):
        rest, values["hand"] = rows
    elif not _is_projection(rest, locale):
        rest = _parted(rest, text)
    seen = Colours()
    table, hand = (
        groups_of(keys[key], key, locale, seen) if key in keys else read_piece(piece, locale, seen)
        for key, piece in (("table", values.get("table", rest)), ("hand", values.get("hand", Piece.whole(""))))
    )
    written = " ".join([text, *(str(keys.get(key, "")) for key in ("table", "hand"))])
    rules, opened = _rules(named, keys, values), _opened(keys.get("opened"), values.get("opened"))
    return turn_of(table, sum(hand, ()), rules, locale, written, preset=named, opened=opened)


def _parted(rest: Piece, text: str) -> Piece:
    """Put a bar on the first of the blank lines between others: they part groups as a bar does.

    Lines of keys and comments, which are blank in `rest` alone, part nothing.
    """
    rows, at = [], 0
    for gap in BLANK_LINES.finditer(text):
        rows += [rest.source[at : gap.end(1)], "|"]
        at = gap.end(1)
    return Piece.whole("".join([*rows, rest.source[at:]]), rest.where)


def turn_of(
    table: tuple[Meld, ...], hand: tuple[Card, ...], rules: Rules, locale: str, written: str, **more: Any
) -> Turn:
    """Make a turn; a sentence about its jokers names them as they are written in the text.

    >>> turn_of((), (52,), Rules(jokers=1), "en", "*").hand
    (52,)
    """
    try:
        return Turn(table, hand, rules, locale, **more)
    except InvalidInstance as error:
        found = {word: written.upper().find(word) for word in JOKER_WORDS}
        first = min((at, word) for word, at in found.items() if at >= 0)[1] if max(found.values()) >= 0 else "JK"
        message = [replace(one, text=first + one.text[2:]) if one.where == "JK" else one for one in error.violations]
        raise InvalidInstance(message) from None


def groups_of(cards: str | Sequence[str], where: str, locale: str, seen: Colours | None = None) -> tuple[Meld, ...]:
    """Read a card string, or a list of cards, of a JSON instance or a flag."""
    if isinstance(cards, str):
        return read_groups(cards, locale, where, seen)
    words = []
    for number, card in enumerate(cards, 1):
        read_card = read_piece(Piece.whole(card, f"{where}, item {number}"), locale, seen)
        if len(read_card) != 1 or len(read_card[0]) != 1:
            raise FormatError(f"{quote(card)} is not one card", where=f"{where}, item {number}", kind="unknown-card")
        words.append(read_card[0][0])
    return (tuple(words),)


def _locale(value: Piece | None) -> str:
    """Return the locale that a text states, if it does."""
    if value is None:
        return ""
    if value.text not in NOTATIONS:
        raise value.error(f"is not one of {', '.join(NOTATIONS)}", kind="bad-locale")
    return value.text


def _opened(key: bool | None, value: Piece | None) -> bool:
    """Return whether the player has opened: what a flag says, else the text, else yes."""
    if key is None and value is not None:
        if value.text.lower() not in TRUTHS:
            raise value.error(f"is not one of {', '.join(TRUTHS)}", kind="bad-opened")
        return TRUTHS[value.text.lower()]
    return key is not False


def _rules(named: str | None, keys: Mapping[str, Any], values: Mapping[str, Piece]) -> Rules:
    """Gather the rules from a preset, flags and lines."""
    found = {key: keys[key] for key in RULE_KEYS if keys.get(key) is not None}
    return rules_of(named, **{key: _value(key, values[key]) for key in RULE_KEYS if key in values} | found)


def _value(key: str, value: Piece) -> Any:
    """Read the value of a rule: a number, points by rank, or a word."""
    if key == "points":
        return _points(value)
    return _whole(value, key) if RULE_KEYS[key] == "int" else value.text


def _whole(value: Piece, key: str) -> int:
    if not (value.text.isascii() and value.text.isdecimal()):
        raise value.error("is not a whole number", kind=f"bad-{key}")
    if len(value.text) > MOST_DIGITS:
        raise value.error(f"is too large a number of {key}", kind=f"bad-{key}")
    return int(value.text)


def _points(value: Piece) -> dict[str, int] | None:
    """Read points by rank or card, as in ``A=1,JK=30``."""
    if value.text == "standard":
        return None
    found = {}
    for match in re.finditer(r"[^\s,]+", value.text):
        entry = value.part(*match.span())
        word, equals, _ = entry.text.partition("=")
        if not equals:
            raise entry.error("is not a rank or card with its points, such as A=1", kind="bad-points")
        found[word.upper()] = _whole(entry.part(len(word) + 1, len(entry.text)), "points")
    return found


def rules_of(named: str | None, **changes: Any) -> Rules:
    """Return the rules of a preset, or the usual ones, with some changed.

    >>> rules_of("tattoomuse", decks=3).jokers
    4
    """
    return replace(Rules() if named is None else turn_rules(named), **changes)


def write(turn: Turn) -> str:
    """Write a turn as canonical text in its own notation; reading it gives an equal turn.

    >>> print(write(read("10h,jh,qh | 5♥5♦5♣", decks=3)), end="")
    TH JH QH | 5H 5D 5C
    decks: 3
    """
    table = write_groups(turn.table, turn.locale)
    rows = [table if table else "table:"]
    return "\n".join([*rows, *hand_of(turn), *settings_of(turn)]) + "\n"
