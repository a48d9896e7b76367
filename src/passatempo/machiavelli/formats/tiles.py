"""Tiles: a colour and a number in many spellings, and the notation of rummikubsolver and rustikub (`tiles-bly`)."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from passatempo.core.errors import FormatError, quote
from passatempo.core.messages import LOCALES, mark, message
from passatempo.core.text import Piece
from passatempo.machiavelli.formats.notation import BLY, JOKER_WORDS, LANGUAGES, NUMBERS, SUIT_LETTERS, reads_cards
from passatempo.machiavelli.formats.wordlist import join_alternatives, plain_word, words
from passatempo.machiavelli.model import JOKER, WILD, CardId

SUIT_OF = {"black": 0, "green": 0, "red": 1, "blue": 2, "orange": 3, "yellow": 3}
PLACE_OF = {
    mark("green"): mark("black"),
    mark("yellow"): mark("orange"),
}  # colours that replace others in some packs
RANK_OF = {number: rank for rank, number in enumerate(NUMBERS)}
WORD = re.compile(r"[^\s,;|]+")
BLY_TERM = re.compile(
    r"(?P<laid>j=)?(?P<colours>[blyrj]++)(?:(?P<first>[0-9]++)(?:-(?P<last>[0-9]++))?)?", re.IGNORECASE
)
COMMENT = re.compile("#[^\n\r]*+")
NO_TILE = mark("{text} is not a tile: write a colour and a number, as R10, or JK")
NO_NUMBER = mark("{text} is not a tile: numbers are 1 to 13")
NO_COLOUR = mark("{text} is a number without its colour (K, R, B, O)")
COLOUR_ALONE = mark("{text} is a colour without its number (1 to 13)")
SECOND = mark(
    "{second} is {colour}, but {first} is {other}: a table has four colours, and {colour} takes the place of {other}"
)
TWO_MEANINGS = mark("{text} beside {other}: is b black or blue? write {blue}")


class Tile(NamedTuple):
    """A tile in a text: the full text, and the spelling of its colour."""

    text: str
    colour_spelling: str


class Colours:
    """The colours of a text; it rejects two colours for one suit, and letters that could mean two colours."""

    def __init__(self) -> None:
        self.tiles_by_colour: dict[str, Tile] = {}

    def take_tile(self, tile: Tile, piece: Piece) -> int:
        """Return the suit of a tile; a tile in conflict with earlier ones is an error at its place."""
        colour = colours()[plain_word(tile.colour_spelling)]
        self.tiles_by_colour.setdefault(colour, tile)
        for second, first in PLACE_OF.items():
            if second in self.tiles_by_colour and first in self.tiles_by_colour:
                texts = {
                    "second": quote(self.tiles_by_colour[second].text),
                    "first": quote(self.tiles_by_colour[first].text),
                }
                raise piece.fault(
                    message(SECOND, **texts, colour=message(second), other=message(first)), kind="two-colours"
                )
        self.refuse_two_meanings(tile, piece)
        return SUIT_OF[colour]

    def refuse_two_meanings(self, tile: Tile, piece: Piece) -> None:
        """Reject the letter b if colours also occur with two letters: it means blue, but could then mean black."""
        letters = plain_word(tile.colour_spelling)
        if letters == "b" or (len(letters) == 2 and letters.isascii()):
            self.tiles_by_colour.setdefault("b" if letters == "b" else "two letters", tile)
        if "b" in self.tiles_by_colour and "two letters" in self.tiles_by_colour:
            blue_spelling, other_spelling = self.tiles_by_colour["b"].text, self.tiles_by_colour["two letters"].text
            blue = re.sub("b", "bl", blue_spelling, count=1, flags=re.IGNORECASE)
            raise piece.fault(
                message(TWO_MEANINGS, text=quote(blue_spelling), other=quote(other_spelling), blue=blue),
                kind="two-meanings",
            )


@cache
def colours() -> Mapping[str, str]:
    """Map each spelling of a colour to its English name.

    >>> colours()["azzurro"], colours()["k"]
    ('blue', 'black')
    """
    return {word: name for name, row in words()["tiles"].items() for word in row.split()}


@cache
def _tile_pattern() -> re.Pattern[str]:
    """Return the pattern of a tile; colours of one or two letters touch the number, and longer ones may be separate."""
    short = join_alternatives([word for word in colours() if len(word) < 3 and word.isascii()])
    long, gap = join_alternatives([word for word in colours() if len(word) > 2 or not word.isascii()]), r"[^\S\r\n]*+"
    named = [*words()["jokers"], *[word for word in JOKER_WORDS if word.isalpha()], "j"]
    joker = (
        rf"(?:{join_alternatives(named)}(?!\w)|"
        rf"{join_alternatives([word for word in JOKER_WORDS if not word.isalpha()])})"
    )
    article = (
        rf"(?:{join_alternatives([word for locale in LOCALES for word in words()[locale]['articles']])}"
        r"(?:\s++|(?<=['’])))?"
    )
    colour_first = f"(?P<before>{long}\ufe0f?{gap}|{short})(?P<number>[0-9]++)"
    number_first = f"(?P<count>[0-9]++)(?P<behind>{gap}{long}\ufe0f?|{short})"
    return re.compile(f"{article}(?:(?P<laid>{joker}=)?(?:{colour_first}|{number_first})|{joker}(?!=))", re.IGNORECASE)


def read_tile(piece: Piece, at: int, tile_colours: Colours) -> tuple[tuple[CardId, ...], int]:
    """Read a tile at a position of the source, and return it with its end.

    Raises
    ------
    FormatError
        If there is no tile, or it conflicts with earlier tiles.

    Examples
    --------
    >>> from passatempo.core.text import Piece
    >>> read_tile(Piece.of_text("K1 12 blue"), 3, Colours())
    ((37,), 10)
    """
    match = _tile_pattern().match(piece.full_text, at, piece.end)
    if match is None:
        raise _tile_error(piece, at)
    number, spelling = match["number"] or match["count"], match["before"] or match["behind"]
    if spelling is None:
        return (JOKER,), match.end()
    tile_span = piece.match_group(match)
    if number not in RANK_OF:
        raise tile_span.fault(message(NO_NUMBER, text=quote(tile_span.text)), kind="unknown-rank")
    tile = Tile(tile_span.text, spelling.replace("\ufe0f", "").strip())
    if match["laid"]:  # a joker has no colour of its own
        return (WILD + 13 * SUIT_OF[colours()[plain_word(tile.colour_spelling)]] + RANK_OF[number],), match.end()
    return (13 * tile_colours.take_tile(tile, tile_span) + RANK_OF[number],), match.end()


def is_tile(text: str) -> bool:
    """Return whether a word is a tile.

    >>> is_tile("R10"), is_tile("10H")
    (True, False)
    """
    match = _tile_pattern().fullmatch(text)
    return match is not None and (match["number"] or match["count"]) in RANK_OF


def word_at(piece: Piece, at: int) -> Piece:
    """Return the word at a position of the source, up to the next blank, comma, semicolon or bar."""
    match = WORD.match(piece.full_text, at, piece.end)
    assert match is not None
    return piece.match_group(match)


def _tile_error(piece: Piece, at: int) -> FormatError:
    """Return the error for a word that is not a tile."""
    word = word_at(piece, at)
    text, word_quote = plain_word(word.text), quote(word.text)
    term = BLY_TERM.fullmatch(text)
    if term and "l" in term["colours"]:
        word_message = f"is not a tile; it is one in the notation of rummikubsolver: --locale {BLY}"
        return word.error(word_message, kind="unknown-card")
    for language in LOCALES:
        if reads_cards(word.text, language):
            word_message = f"is not a tile; it is a card in {LANGUAGES[language]}: --locale {language}"
            return word.error(word_message, kind="unknown-card")
    if text.isdecimal() or text in colours():
        word_message = message(NO_COLOUR if text.isdecimal() else COLOUR_ALONE, text=word_quote)
        return word.fault(word_message, kind="incomplete-card")
    return word.fault(message(NO_TILE, text=word_quote), kind="unknown-card")


# ---- The notation of rummikubsolver ----


def without_comments(piece: Piece) -> Piece:
    """Replace comments by blanks, so that positions do not change.

    >>> from passatempo.core.text import Piece
    >>> without_comments(Piece.of_text("b1 # table")).text
    'b1        '
    """
    source = COMMENT.sub(lambda comment: " " * len(comment[0]), piece.full_text)
    return type(piece)(source, piece.start, piece.end, piece.location)


def read_term(piece: Piece, at: int) -> tuple[Iterator[CardId], int]:
    """Read a term such as ``blyr1``, ``ry1-3`` or ``j`` at a position of the source; return its tiles and its end.

    >>> from passatempo.core.text import Piece
    >>> list(read_term(Piece.of_text("lr1-2"), 0)[0])
    [26, 27, 13, 14]
    """
    word = word_at(piece, at)
    term = BLY_TERM.fullmatch(word.text)
    if term is None or (term["first"] is None) == bool(term["colours"].lower().strip("j")):
        tile_message = "is not a tile: write colours of b l y r and a number or a range, as lr1-3, or j"
        raise word.error(tile_message, kind="unknown-card")
    first, last = term["first"], term["last"] or term["first"]
    if first and not (first in RANK_OF and last in RANK_OF and RANK_OF[first] <= RANK_OF[last]):
        raise word.fault(message(NO_NUMBER, text=quote(word.text)), kind="unknown-rank")
    letters = term["colours"].lower()
    if term["laid"] and (len(letters) > 1 or first != last or letters == "j"):
        raise word.error("is not one tile for the joker", kind="unknown-card")
    ranks = range(RANK_OF[first], RANK_OF[last] + 1) if first else range(0)
    return _term_tiles(letters, ranks, WILD if term["laid"] else 0), word.end


def _term_tiles(letters: str, ranks: range, joker_offset: int) -> Iterator[CardId]:
    """Yield the tiles of a term."""
    for letter in letters:
        if letter == "j":
            yield JOKER
        else:
            yield from [joker_offset + 13 * SUIT_LETTERS[BLY].index(letter) + rank for rank in ranks]
