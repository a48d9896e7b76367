"""The projection of the published text: the number of copies of each card, four rows of thirteen numbers.

Rows are suits, by default spades, hearts, diamonds, clubs, or the suit of a letter before them. Columns are A 2 ... 10
J Q K. One-digit numbers need no blanks. Jokers have a row of their own, ``JK 2``. The groups are lost.
"""

import re
from collections.abc import Sequence

from passatempo.core.json import count_of
from passatempo.core.text import Piece, limit_pieces, lines, number_of, refuse_large
from passatempo.machiavelli.formats.notation import SUIT_LETTERS, hand_of, notation_of, settings_of
from passatempo.machiavelli.model import JOKER, RANKS, Meld, Turn

MOST = 400  # copies of a card; the rules have lower limits


def is_projection(text: str, locale: str) -> bool:
    """Return whether a text is a projection, with thirteen numbers and no card in its first line.

    >>> is_projection("1110000000000", "en"), is_projection("2S 3S", "en")
    (True, False)
    """
    head = rf"(?:[{SUIT_LETTERS[notation_of(locale)]}]:?[ \t]+)?"
    return (
        re.match(rf"\s*{head}(?:\d{{13}}|\d++(?:[ \t,;]++\d++){{12,}}+)[ \t]*(?:\n|$)", text, re.IGNORECASE) is not None
    )


def read_counts(piece: Piece, locale: str) -> tuple[Meld, ...]:
    r"""Read a projection as one heap.

    Raises
    ------
    FormatError
        If a row does not have thirteen numbers, a suit is given twice, or there are not four rows.

    Examples
    --------
    >>> read_counts(Piece.of_text("1110000000000\n" + "0000000000000\n" * 2 + "0000000000002\nJK 1"), "en")
    ((0, 1, 2, 51, 51, 52),)
    """
    suits = SUIT_LETTERS[notation_of(locale)].upper()
    counts: dict[int, list[int]] = {}
    jokers = 0
    for line in limit_pieces(lines(piece), MOST, "the number of rows"):
        words = line.text.replace(",", " ").replace(";", " ").upper().split()
        if not words:
            continue
        label = words.pop(0).rstrip(":") if not words[0][0].isdecimal() else ""
        if label == "JK":
            jokers = _read_numbers(line, words, 1)[0]
            continue
        suit = suits.find(label) if label else len(counts)
        if len(label) > 1 or suit < 0:
            raise line.error(f"does not begin with a suit ({', '.join(suits)}) or JK", kind="projection")
        if suit > 3 or suit in counts:
            raise line.error("is a fifth row, but there are four suits", kind="projection")
        counts[suit] = _read_numbers(line, list(words[0]) if len(words) == 1 else words, 13)
    if len(counts) < 4:
        raise piece.fault(f"the projection has {count_of(len(counts), 'row')}, not four", kind="projection")
    cards = [13 * suit + rank for suit in range(4) for rank in range(13) for _ in range(counts[suit][rank])]
    heap = (*cards, *[JOKER] * jokers)
    return (heap,) if heap else ()


def _read_numbers(line: Piece, words: Sequence[str], number: int) -> list[int]:
    """Read the numbers of a row."""
    if len(words) != number or not all(word.isdecimal() for word in words):
        raise line.error(f"is not a row of {number} number{'' if number == 1 else 's'}", kind="projection")
    row_numbers = list(map(number_of, words))
    refuse_large(max(row_numbers), 1, MOST, "a number of copies", line)
    return row_numbers


def write(turn: Turn) -> str:
    """Write the table as a projection, and the hand and the rules as in the other text format.

    >>> print(write(Turn(((0, 1, 2), (13, 26, 39)))), end="")
    // A 2 3 4 5 6 7 8 9 T J Q K
    S  1 1 1 0 0 0 0 0 0 0 0 0 0
    H  1 0 0 0 0 0 0 0 0 0 0 0 0
    D  1 0 0 0 0 0 0 0 0 0 0 0 0
    C  1 0 0 0 0 0 0 0 0 0 0 0 0
    """
    width = len(str(max(turn.table_counts)))
    rows = [f"// {' '.join(rank.rjust(width) for rank in RANKS)}"]
    for suit, letter in enumerate(SUIT_LETTERS[turn.locale]):
        row = turn.table_counts[13 * suit : 13 * suit + 13]
        rows.append(f"{letter}  {' '.join(str(number).rjust(width) for number in row)}")
    if turn.table_counts[JOKER]:
        rows.append(f"JK {turn.table_counts[JOKER]}")
    return "\n".join([*rows, *hand_of(turn), *settings_of(turn)]) + "\n"
