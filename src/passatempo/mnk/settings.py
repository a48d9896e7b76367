"""The settings of the players; they change strength and time, never the correctness of an answer."""

from dataclasses import dataclass, field, fields
from typing import Literal

from passatempo.core.errors import UsageError, quote

LEVELS = (
    (1, False),
    (1, True),
    (2, True),
    (3, True),
    (4, True),
    (5, True),
    (6, True),
    (8, True),
    (11, True),
    (100, True),
)  # for each level, the plies to search, and whether to search for rows of fours


FEW, TINY = 12, 16  # empty cells, or cells of a board, up to which the full search solves a position at once
SMALL = 64  # cells of a board on which the exact solver may solve a position within the time of a move
MOST_THREADS = 256  # more threads only wait for one another
MOST_SIDE = 250  # rows, columns or marks in a row; the tables of larger boards take some seconds
MOST_SECONDS = 1e6


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """The settings of the engine.

    Notes
    -----
    The switches turn off techniques, here by their usual names. `threats`: VCF in the tree and in the quiescence of a
    leaf, VCT at the root. `ordering`: killers, history and the fitted order of moves. `reductions`: late move
    reduction, late move pruning, futility pruning and reverse futility pruning, razoring, singular extension.
    `table=0`: the transposition table.

    Examples
    --------
    >>> EngineSettings(level=3).depth
    2
    """

    level: int = field(
        default=10,
        metadata={"help": "1 looks one ply ahead, 10 as far as the limits let it", "least": 1, "most": 10},
    )
    multipv: int = field(
        default=1,
        metadata={"help": "number of moves to evaluate; several are listed in `stats`", "least": 1, "most": 1000},
    )
    table: int = field(
        default=64,
        metadata={
            "help": "megabytes of the transposition table, at most half of the memory limit; 0: no table",
            "least": 0,
            "most": 65536,
        },
    )
    threats: bool = field(default=True, metadata={"help": "search for wins by threats"})
    ordering: bool = field(default=True, metadata={"help": "order moves by weights and history"})
    reductions: bool = field(default=True, metadata={"help": "reduce the depth of late moves"})
    exact: bool = field(default=True, metadata={"help": "use the exact solvers on small boards and near the end"})
    weights: Literal["fitted", "hand"] = field(default="fitted", metadata={"help": "weights of the evaluation"})

    def __post_init__(self) -> None:
        """Reject values out of range."""
        for setting in fields(self):
            if "least" in setting.metadata:
                number, lower_bound, upper_bound = (
                    getattr(self, setting.name),
                    setting.metadata["least"],
                    setting.metadata["most"],
                )
                if type(number) is not int or not lower_bound <= number <= upper_bound:
                    raise ValueError(f"{setting.name} is {lower_bound} to {upper_bound}, not {number}")
        if self.weights not in ("fitted", "hand"):
            raise ValueError(f"weights={self.weights} is not one of fitted, hand")

    def consults(self, size: int) -> bool:
        """Return whether the engine may use the exact solver on a board of `size` cells."""
        return self._uses_solver and size <= SMALL

    def settles(self, empty: int, size: int) -> bool:
        """Return whether the full search handles `empty` empty cells on a board of `size` cells."""
        return self._uses_solver and (empty <= FEW or size <= TINY)

    @property
    def _uses_solver(self) -> bool:
        return self.exact and self.level == len(LEVELS) and self.multipv == 1

    @property
    def depth(self) -> int:
        """The plies to search."""
        return LEVELS[self.level - 1][0]

    @property
    def parts(self) -> int:
        """The enabled parts, as the bit set of the kernel."""
        threats = self.threats and LEVELS[self.level - 1][1]
        return threats | self.ordering << 1 | self.reductions << 2 | (self.table > 0) << 3


@dataclass(frozen=True, slots=True)
class PublishedSettings:
    """The search depth of the published player.

    Examples
    --------
    >>> PublishedSettings(depth=-1)
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: depth: '-1' is not a whole number from 0
    """

    depth: int = field(
        default=0, metadata={"help": "plies of the last search, the move included; 0: no bound", "least": 0}
    )

    def __post_init__(self) -> None:
        """Reject a depth that is not a number of plies."""
        if type(self.depth) is not int or self.depth < 0:
            raise UsageError(f"depth: {quote(self.depth)} is not a whole number from 0")


def check_integer(name: str, number: int | None, lower_bound: int, upper_bound: int) -> None:
    """Reject a number out of range; None is allowed.

    >>> check_integer("k", -1, 1, 250)
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: k: -1 is not a whole number from 1 to 250
    """
    if number is not None and not lower_bound <= number <= upper_bound:
        raise UsageError(f"{name}: {number} is not a whole number from {lower_bound} to {upper_bound}")


def check_seconds(name: str, seconds: float | None) -> None:
    """Reject an invalid time per move; None is allowed.

    >>> check_seconds("seconds", float("inf"))
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: seconds: inf is not a time above 0 and up to 1000000 seconds
    """
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        number = seconds if isinstance(seconds, float) else quote(seconds)
        raise UsageError(f"{name}: {number} is not a time above 0 and up to {MOST_SECONDS:.0f} seconds")


def level_of(level: int) -> EngineSettings:
    """Return the settings of a level.

    >>> level_of(3).depth
    2
    """
    check_integer("level", level, 1, len(LEVELS))
    return EngineSettings(level=level)
