"""What campaigns repeat: a policy that plays minefields, the same fields for every policy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.minesweeper.exact.guess import guess
from passatempo.minesweeper.generate import PRESETS, lay, spread
from passatempo.minesweeper.model import COVERED, Board

if TYPE_CHECKING:
    from passatempo.core.random import Random

Preset = Literal["beginner-8", "beginner-9", "intermediate", "expert"]
Policy = Literal["least-chance"]
MOST_GAMES = 100_000


@dataclass(frozen=True, slots=True)
class WinParams:
    """Which fields, and who plays."""

    preset: Preset = field(default="beginner-9", metadata={"help": "rows, columns and mines"})
    first: Literal["safe", "opening"] = field(
        default="opening", metadata={"help": "the first click: its cell holds no mine, or its neighbours neither"}
    )
    policy: Policy = field(default="least-chance", metadata={"help": "a method of `guess`"})
    games: int = field(default=20, metadata={"help": "fields of a run"})

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise ValueError(f"games: {self.games} is not from 1 to {MOST_GAMES}")


def win_rate(params: WinParams, rng: Random, limits: Limits = Limits()) -> dict[str, Any]:
    """Play fields to their end; count those that are won, guesses included.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> row = win_rate(WinParams("beginner-8", games=3), Random(1))
    >>> row["games"], 0 <= row["wins"] <= 3
    (3, True)
    """
    wins = guesses = 0
    for _ in range(params.games):
        won, guessed = _play(params, rng, limits)
        wins, guesses = wins + won, guesses + guessed
    return {"wins": wins, "games": params.games, "guesses": guesses / params.games}


def _play(params: WinParams, rng: Random, limits: Limits) -> tuple[bool, int]:
    """Play one field; whether it is won, and how many cells were opened that were not certainly safe."""
    rows, columns, mines = PRESETS[params.preset]
    cells = bytearray([COVERED]) * (rows * columns)
    surface = Board(rows, columns, bytes(cells), mines).surface
    first = rows // 2 * columns + columns // 2
    kept = [first, *(surface.neighbours(first) if params.first == "opening" else ())]
    hidden = lay(rows * columns, mines, kept, rng)
    spread(surface, hidden, cells, [first])
    guessed = 0
    while cells.count(COVERED) > mines:
        board = Board(rows, columns, bytes(cells), mines)
        outcome = guess(board, limits)
        if outcome.answer is None or outcome.answer.cell is None:
            if outcome.status is Status.SOLVED and outcome.answer is not None:
                break
            raise UsageError(f"no guess within the limits ({outcome.stopped.value})")
        row, column = outcome.answer.cell
        safe = outcome.answer.safe
        chosen = [r * columns + c for r, c in safe] if safe else [row * columns + column]
        guessed += not safe
        if any(hidden[cell] for cell in chosen):
            return False, guessed
        spread(surface, hidden, cells, chosen)
    return True, guessed
