"""The ace rules: each defines the possible runs for kernels, encodings, checkers and pages."""

from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from passatempo.core.messages import mark


class Line(NamedTuple):
    """The places of runs, in a line or in a circle. Ranks without a place occur only in sets.

    Parameters
    ----------
    first
        The rank at the first place: A, 2, ..., K = 0..12.
    places
        7 to 14. With 14 places the first rank, the ace, is at both ends.
    circular
        Whether the first of 13 places follows the last.
    """

    first: int
    places: int
    circular: bool = False

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank at each place.

        >>> Line(first=1, places=13).ranks
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0)
        """
        return tuple([(self.first + place) % 13 for place in range(self.places)])


Ace = Literal["low", "both", "high", "wrap"]
LINES: dict[Ace, Line] = {
    "low": Line(first=0, places=13),
    "both": Line(first=0, places=14),
    "high": Line(first=1, places=13),
    "wrap": Line(first=0, places=13, circular=True),
}
USUAL: Ace = "both"
RULE6: dict[bool, Ace] = {False: "low", True: "wrap"}  # of the published program, without and with its rule 6
LETTERS = {name: name.upper() for name in LINES} | {USUAL: "", "low": "L", "high": "H", "wrap": "W"}  # of puzzle IDs
SENTENCES: dict[Ace, str] = {
    "low": mark("The ace is below the 2."),
    "both": mark("The ace is below the 2 or above the king."),
    "high": mark("The ace is above the king."),
    "wrap": mark("After the king, a run may continue with the ace and the 2."),
}
if not TYPE_CHECKING:
    Ace = Literal[tuple(LINES)]  # choices and JSON follow the rows


@cache
def runs(line: Line, length: int) -> tuple[tuple[int, ...], ...]:
    """List the ranks of each run of a length, without duplicates.

    >>> runs(Line(first=1, places=13), 3)[-1], len(runs(Line(first=0, places=13, circular=True), 3))
    ((11, 12, 0), 13)
    """
    ranks = line.ranks * 2 if line.circular else line.ranks
    starts = line.places if line.circular else line.places - length + 1
    return tuple([ranks[start : start + length] for start in range(starts if length < 13 else min(starts, 1))])
