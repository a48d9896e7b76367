"""Boards as `show` prints them: letters above the columns, numbers beside the rows, rules and turn below.

The printed board has no move order, so the reader returns none.
"""

import re
from typing import Any

from passatempo.core.text import Piece, limit_pieces, lines
from passatempo.mnk.formats.notation import letters_of
from passatempo.mnk.model import Position, result_sentence
from passatempo.mnk.rules import MARKS, MOST_CELLS, OPTIONS, Rules, no_line

WORDS = {"exact": "exactly k", "maker_breaker": "maker and breaker"}
LINE, LAST = "[] a completed line", "() the last move"
_FOOT = re.compile(r"([0-9]{1,18}),([0-9]{1,18}),([0-9]{1,18})((?: [a-z ]+)?) [·-] .+")  # - on terminals without ·
_ROW = re.compile(r"\s*([0-9]+)\s")
_BRACKETS = str.maketrans("[]()", "    ")


def rules_title(rules: Rules) -> str:
    """Return the title of a game: ``15,15,5 exactly k``."""
    options = [WORDS.get(option, option) for option in OPTIONS if getattr(rules, option)]
    return " ".join([f"{rules.m},{rules.n},{rules.k}", *options])


def status_line(position: Position) -> str:
    """Write the rules, and the side to move or the result."""
    over = position.result
    state = result_sentence(over) if over else f"{MARKS[position.to_move]} to move"
    hopeless = f" · {no_line(position.rules, position.full_result)}" if position.rules.hopeless else ""
    return f"{rules_title(position.rules)} · {state}{hopeless}"


def read_board_text(piece: Piece) -> tuple[dict[str, Any], Piece, Piece | None]:
    r"""Read a printed board: its keys, the text with blanks around the cells, and the line with the rules.

    >>> keys, rest, foot = read_board_text(Piece.of_text("   a b\n1  X .\n2 (O).\n2,2,2 torus · X to move"))
    >>> keys, rest.text.split(), foot.text
    ({'n': 2, 'm': 2, 'k': 2, 'torus': True}, ['X', '.', 'O', '.'], '2,2,2 torus · X to move')
    """
    head = next(lines(piece), piece)
    letters = enumerate(re.finditer(r"\S+", head.text), 1)
    if not head.text.strip() or any(word[0] != letters_of(column) for column, word in letters):
        return {}, piece, None
    heads = head.text.split()
    keys: dict[str, Any] = {"n": len(heads)}
    rest, at, number, foot = list[str](), 0, 0, None
    for line in limit_pieces(lines(piece), MOST_CELLS // len(heads) + 3, "the number of rows"):
        cells, words = line.text, line.text.strip()
        row, below = _ROW.match(cells), _FOOT.fullmatch(words)
        if row and row[1] == str(number + 1):
            number += 1
            cells = " " * row.end() + cells[row.end() :].translate(_BRACKETS)
        elif below and foot is None:
            keys, foot, cells = keys | _foot_rules(below), line, " " * len(cells)
        elif words.split() == heads or set(words.split(", ")) <= {LINE, LAST}:
            cells = " " * len(cells)
        rest += [piece.full_text[at : line.start], cells]
        at = line.end
    return keys, Piece.of_text("".join(rest)), foot


def _foot_rules(foot: re.Match[str]) -> dict[str, Any]:
    """Read sizes and options; the caller compares the rest of the line with `status_line`."""
    sizes = {name: int(foot[at]) for at, name in enumerate("mnk", 1)}
    return sizes | {option: True for option in OPTIONS if WORDS.get(option, option) in foot[4]}
