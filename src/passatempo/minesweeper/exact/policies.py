"""The policies by name: how each chooses a cell where none is certainly safe, every part a setting of its own."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, make_dataclass
from typing import TYPE_CHECKING, Any

from passatempo.minesweeper import _kernel

if TYPE_CHECKING:
    from passatempo.minesweeper.model import Board

MOST_CELLS, MOST_NEIGHBOURS = 1000, 15  # of a board that the kernel plays on: weights are doubles, needs four bits
MOST_LAYOUTS = 2**14  # of an endgame that the kernel solves
MOST_NODES = 2**31


def _setting(default: float, most: float, what: str) -> Any:
    """Declare a setting from 0 to `most`."""
    return field(default=default, metadata={"help": what, "least": 0, "most": most})


@dataclass(frozen=True, slots=True)
class Policy:
    """What a policy weighs.

    Parameters
    ----------
    kind
        0: the least chance of a mine, of equal ones the cell with the fewest unknown neighbours; 1: the score, which
        is the chance to survive this click and the next one.
    progress
        The weight of the chance that a safe cell follows: a tie-break.
    second
        The share of the second safest cell in what a click leaves.
    near_best, free_best
        A candidate is at least so safe, as a share of the safest; the second is for cells next to no number.
    most, most_free
        How many candidates, and how many of them next to no number; 0: all.
    alive
        Cells that can only show one number are no candidates, and no next click.
    pairs
        Proven 50/50 pairs are played at once.
    deep, deep_next, deep_near
        So many candidates, so near to the best, are looked at one click deeper, each with so many of its own.
    layouts, dense_layouts
        Endgames of so many layouts are solved, and those of so many times the cube of the share of free cells.
    nodes
        Guesses looked at in an endgame, before the score decides.

    Examples
    --------
    >>> POLICIES["search"].progress, POLICIES["two-step"].deep
    (0.001, 0)
    """

    kind: int = 1
    progress: float = _setting(0.001, 1, "weight of the chance that a safe cell follows")
    second: float = _setting(0.2, 1, "share of the second safest cell in the value of a position")
    near_best: float = _setting(0.90, 1, "least safety of a candidate, as a share of the best safety")
    free_best: float = _setting(0.95, 1, "the same for cells next to no number")
    most: int = _setting(0, MOST_CELLS, "number of candidates; 0 for all")
    most_free: int = _setting(0, MOST_CELLS, "number of candidates next to no number; 0 for all")
    alive: bool = field(default=True, metadata={"help": "leave out squares that can show only one number"})
    pairs: bool = field(default=True, metadata={"help": "play proven 50/50 pairs immediately"})
    deep: int = _setting(4, MOST_CELLS, "number of candidates that are searched one click deeper")
    deep_next: int = _setting(4, MOST_CELLS, "number of candidates at that click")
    deep_near: float = _setting(0.02, 1, "greatest loss of value of a candidate that is searched deeper")
    layouts: float = _setting(1000, MOST_LAYOUTS, "number of layouts of an endgame that is solved")
    dense_layouts: float = _setting(1000, MOST_LAYOUTS, "the same, times the cube of the share of free cells")
    nodes: int = _setting(200_000, MOST_NODES, "number of guesses searched in an endgame")

    def settings(self) -> _kernel.PlaySettings:
        """Hand the policy over to the kernel."""
        return _kernel.PlaySettings(**asdict(self))


POLICIES = {
    "least-chance": Policy(kind=0),
    "two-step": Policy(second=0.0, most=12, most_free=4, alive=False, deep=0),
    "search": Policy(),
}


def _settings_of(name: str) -> type[Any]:
    """Return the class of a policy's settings: all but its kind, with its own defaults."""
    entries = [
        (entry.name, entry.type, field(default=getattr(POLICIES[name], entry.name), metadata=entry.metadata))
        for entry in fields(Policy)
        if entry.name != "kind"
    ]
    return make_dataclass("PolicySettings", entries, frozen=True, slots=True)


SEARCH, TWO_STEP = map(_settings_of, ("search", "two-step"))


def misfit(board: Board) -> str:
    """Say why the kernel does not play on a board; nothing where it does.

    >>> from passatempo.minesweeper import read
    >>> misfit(read("1#", mines=1)), misfit(read("1#"))
    ('', 'the mine count is not known')
    """
    if board.mines is None:
        return "the mine count is not known"
    if len(board.cells) > MOST_CELLS:
        return f"the board has more than {MOST_CELLS} cells"
    if board.surface.degree > MOST_NEIGHBOURS:
        return f"a cell has more than {MOST_NEIGHBOURS} neighbours"
    return ""
