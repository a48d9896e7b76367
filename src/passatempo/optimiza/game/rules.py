"""The rules of a game: the board, and whether one person looks for a path or two move the piece in turn."""

from dataclasses import dataclass, field

from passatempo.core.errors import InvalidInstance
from passatempo.core.text import size_violations
from passatempo.games.values import Preset
from passatempo.optimiza.model import Variant, wrong_size

MOST_N = 20  # a board that a terminal shows, whose hints come at once


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of a game.

    Alone, you look for a path with a great sum. In a duel the first player places the piece on a cell with a move, and
    the second moves first. Nobody may pass. The player who makes the last move takes the sum of the path.

    Raises
    ------
    InvalidInstance
        If there is no such board.

    Examples
    --------
    >>> GameRules(duel=True).seats
    2
    """

    N: int = field(default=6, metadata={"help": "size of the board, which is also its largest number"})
    variant: Variant = field(default="torus-queen", metadata={"help": "shape of the board and directions of a move"})
    duel: bool = field(default=False, metadata={"help": "for two: the last to move the piece gets the sum"})

    def __post_init__(self) -> None:
        faults = wrong_size(self.variant, self.N) or list(size_violations(self.N, 1, MOST_N, "N"))
        if faults:
            raise InvalidInstance(faults)

    @property
    def seats(self) -> int:
        """The number of players."""
        return 2 if self.duel else 1


def seats_of(rules: GameRules) -> int:
    """Return the number of players."""
    return rules.seats


PRESETS = {
    "path": Preset(GameRules(), "the published game: beat X, then Y, and reach Z"),
    "duel": Preset(GameRules(duel=True), "for two, as published; added here: the first square must have a move"),
}
