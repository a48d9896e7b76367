"""Random boards, and boards of connected equal numbers. `exact/boards` makes those that must be solved first."""

from dataclasses import dataclass, field
from typing import Literal

from passatempo.core.random import Random
from passatempo.optimiza.geometry import landing_cells
from passatempo.optimiza.model import Board, Cell, Variant, copy_count, row_lengths, wrong_size

MOST_SOLVED = 50  # N of a board that is solved before it is given out


@dataclass(frozen=True, slots=True)
class Params:
    """The kind of board to make."""

    N: int = field(default=6, metadata={"help": "size of the board, which is also its largest number"})
    variant: Variant = field(default="torus-queen", metadata={"help": "shape of the board and directions of a move"})
    hardness: Literal["random", "clustered", "dense"] = field(
        default="random",
        metadata={"help": "numbers anywhere; each number as one cluster of moves; as dense as possible"},
    )

    unique: bool = field(default=False, metadata={"help": "require a unique best path"})
    levels: bool = field(default=False, metadata={"help": "require X < Y < Z, so that greedy paths are not optimal"})

    def __post_init__(self) -> None:
        for fault in wrong_size(self.variant, self.N):
            raise ValueError(fault.text)
        if (self.unique or self.levels) and self.N > MOST_SOLVED:
            raise ValueError(f"N: {self.N} is too large for a board that must be solved first ({MOST_SOLVED} at most)")


def generate(params: Params, rng: Random) -> Board:
    """Make a board, whatever its paths are.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> generate(Params(N=4), Random(1)) == generate(Params(N=4), Random(1))
    True
    """
    n, variant = params.N, params.variant
    if params.hardness == "random":
        cells = [number for number in range(1, n + 1) for _ in range(copy_count(variant, n, number))]
        rng.shuffle(cells)
        return Board(n, tuple(cells), variant)
    return Board(n, tuple(grow_clusters(params, rng)), variant)


def grow_clusters(params: Params, rng: Random) -> list[int]:
    """Grow each number, from the greatest down, as one cluster of moves by that number, while there is room.

    Instances of this kind are hard: the component of a number has as many cells as the number has copies, where on a
    random board it has a few.
    """
    n, variant = params.N, params.variant
    places = [(i, j) for i, length in enumerate(row_lengths(variant, n)) for j in range(length)]
    board = [0] * len(places)
    free = set(range(len(places)))
    for number in range(n, 0, -1):
        edge: dict[Cell, int] = {}  # free cells next to the cluster, with the number of its cells that they touch
        for _ in range(copy_count(variant, n, number)):
            if edge:
                contact_minimum = max(edge.values()) if params.hardness == "dense" else 0
                cell = rng.choice(sorted(c for c in edge if edge[c] >= contact_minimum))
            else:
                cell = rng.choice(sorted(free))
            edge.pop(cell, None)
            free.remove(cell)
            board[cell] = number
            for other in landing_cells(variant, n, *places[cell], number):
                if other in free:
                    edge[other] = edge.get(other, 0) + 1
    return board
