"""Random positions that can occur and are not finished."""

from dataclasses import dataclass, field

from passatempo.core.errors import UsageError
from passatempo.core.json import count_of
from passatempo.core.random import Random
from passatempo.mnk.model import Position
from passatempo.mnk.rules import OPTIONS, Rules, wrong_size

TRIES = 1000  # games that may end too early before the generator gives up


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of a random position."""

    m: int = field(default=3, metadata={"help": "rows"})
    n: int = field(default=4, metadata={"help": "columns"})
    k: int = field(default=3, metadata={"help": "marks in a row that win"})
    marks: int = field(default=4, metadata={"help": "marks on the board"})
    exact: bool = field(default=False, metadata={"help": "only exactly k in a row win"})
    misere: bool = field(default=False, metadata={"help": "if you complete a line, you lose"})
    gravity: bool = field(default=False, metadata={"help": "marks fall to the lowest empty square of their column"})
    torus: bool = field(default=False, metadata={"help": "lines continue across the edges"})
    maker_breaker: bool = field(default=False, metadata={"help": "only lines of X count; on a full board O wins"})

    def __post_init__(self) -> None:
        for fault in wrong_size(self.m, self.n, self.k):
            raise ValueError(fault.text)
        if not 0 <= self.marks < self.m * self.n:
            raise ValueError(
                f"{count_of(self.marks, 'mark')} on {count_of(self.m * self.n, 'cell')}: "
                "at least one must stay empty, and no less"
            )

    @property
    def rules(self) -> Rules:
        """The rules of the position."""
        return Rules(self.m, self.n, self.k, *[getattr(self, option) for option in OPTIONS])


def generate(params: Params, rng: Random) -> Position:
    """Generate a position by random moves, none of which ends the game; its history is known.

    Raises
    ------
    UsageError
        If no such game is found.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> position = generate(Params(), Random(1))
    >>> position.empty, position.result
    (8, None)
    """
    for _ in range(TRIES):
        position = random_game(params.rules, params.marks, rng)
        if position is not None:
            return position
    raise UsageError(f"{TRIES} random games of {params.marks} marks all ended before: fewer marks, or a longer line")


def random_game(rules: Rules, marks: int, rng: Random) -> Position | None:
    """Play random moves that do not end the game; return None if no such move is left."""
    position = Position(rules, bytes(rules.size))
    for _ in range(marks):
        free = list(position.legal)
        while free:
            at = rng.below(len(free))
            free[at], free[-1] = free[-1], free[at]
            next_position = position.play(free.pop())
            if next_position.result is None:
                position = next_position
                break
        else:
            return None
    return position
