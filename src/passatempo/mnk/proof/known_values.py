"""Known values of empty boards, each with its source.

A board and its transpose have the same value. The first player never loses, because an extra mark never harms
(Hales and Jewett 1963; see Berlekamp, Conway and Guy, Winning Ways).
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from passatempo.core.value import Finding
from passatempo.mnk.model import GameValue

SHEET = "ranking sheet of the MNK tournament, University of Bologna 2022, and our own search"
SHEET_WEAK = "the same sheet, and our own search of the weak game"
SHEET_WEAK_HSU = f"{SHEET_WEAK}; W. Hsu and others 2020"
SEARCH = "our own searches, two of: proof numbers, alpha-beta, the weak game"
PROOF = "our own proof, which a checker in plain Python accepts"
PROOF_SWIFT = "our own proof of 815 MB, which the kernel of the certificates accepts"
ALLIS = "Allis 1994, Searching for Solutions in Games and Artificial Intelligence"
HSU = "W. Hsu and others, Theoretical Computer Science 815 (2020)"
CHARATSIDIS = "V. Charatsidis, bachelor thesis, Maastricht 2017"
CHARATSIDIS_PROOF = f"{CHARATSIDIS}; confirmed by our own proof, which a checker in plain Python accepts"
LUSTENBERGER = "Lustenberger (rec.puzzles FAQ, after Winning Ways)"


@dataclass(frozen=True, slots=True)
class Known(Finding):
    """The value of an empty board for the first player: a win or a draw.

    Parameters
    ----------
    m, n, k
        The game, with m >= n.
    value
        The value with best play.
    source
        The source of the value.
    """

    m: int
    n: int
    k: int
    value: GameValue
    source: str

    def lines(self) -> Iterator[str]:
        """Yield the board, its value and the source."""
        value_phrase = "first player wins" if self.value == "win" else "draw"
        yield f"{f'{self.m},{self.n},{self.k}':<9} {value_phrase:<17} {self.source}"

    def to_json(self) -> dict[str, Any]:
        """Return the fields."""
        return asdict(self)


# k, n, the first and last m, value, source; if a board occurs twice, the first entry counts.
_TABLE: tuple[tuple[int, int, int, int, GameValue, str], ...] = (
    (3, 3, 3, 3, "draw", SHEET),
    (3, 3, 4, 4, "win", SHEET),
    (3, 4, 4, 4, "win", SHEET),
    (3, 1, 3, 10, "draw", SEARCH),
    (3, 2, 3, 10, "draw", SEARCH),
    (3, 3, 5, 10, "win", SEARCH),
    (3, 4, 5, 10, "win", SEARCH),
    (3, 5, 5, 10, "win", SEARCH),
    (3, 6, 6, 10, "win", SEARCH),
    (3, 7, 7, 9, "win", SEARCH),
    (3, 8, 8, 8, "win", SEARCH),
    (4, 4, 4, 7, "draw", SHEET),
    (4, 4, 8, 8, "draw", PROOF),
    (4, 4, 9, 10, "win", CHARATSIDIS_PROOF),
    (4, 5, 5, 5, "draw", SHEET),
    (4, 5, 6, 7, "win", SHEET),
    (4, 6, 6, 7, "win", SHEET),
    (4, 7, 7, 7, "win", SHEET),
    (4, 8, 8, 8, "win", SHEET),
    (4, 1, 4, 10, "draw", SEARCH),
    (4, 2, 4, 10, "draw", SEARCH),
    (4, 3, 4, 10, "draw", SEARCH),
    (4, 5, 8, 10, "win", SEARCH),
    (4, 6, 8, 9, "win", SEARCH),
    (4, 6, 10, 10, "win", PROOF),
    (4, 7, 8, 8, "win", PROOF),
    (4, 7, 9, 9, "win", SEARCH),
    (4, 4, 30, 30, "win", LUSTENBERGER),
    (5, 5, 5, 5, "draw", SHEET),
    (5, 5, 7, 7, "draw", SHEET),
    (5, 6, 6, 6, "draw", SHEET),
    (5, 6, 7, 7, "draw", SHEET_WEAK),
    (5, 7, 7, 7, "draw", SHEET_WEAK_HSU),
    (5, 1, 5, 10, "draw", SEARCH),
    (5, 2, 5, 10, "draw", SEARCH),
    (5, 3, 5, 10, "draw", SEARCH),
    (5, 4, 5, 10, "draw", SEARCH),
    (5, 5, 6, 6, "draw", SEARCH),
    (5, 5, 8, 9, "draw", PROOF),
    (5, 6, 8, 8, "draw", PROOF),
    (5, 7, 8, 8, "draw", PROOF_SWIFT),
    (5, 8, 8, 8, "draw", HSU),
    (5, 15, 15, 15, "win", ALLIS),
    (6, 6, 6, 6, "draw", SHEET),
    (6, 7, 7, 7, "draw", SHEET),
    (6, 6, 7, 9, "draw", SEARCH),
    (6, 7, 8, 9, "draw", SEARCH),
    (6, 8, 8, 8, "draw", SEARCH),
)


def board_values() -> Iterator[Known]:
    """Yield the boards of the table one by one, smaller k first.

    >>> next(board_values())
    <Known 3,3,3     draw              ranking sheet of the MNK tournament, ...>
    """
    for k, n, first, last, game_value, source in _TABLE:
        for m in range(first, last + 1):
            yield Known(m, n, k, game_value, source)


def known(k: int | None = None) -> list[Known]:
    """List the empty boards whose value is known, with the source of each.

    Parameters
    ----------
    k
        Only boards of this k.

    Examples
    --------
    >>> print(known(4)[0])
    4,4,4     draw              ranking sheet of the MNK tournament, ...
    """
    return [board for board in board_values() if k in (None, board.k)]
