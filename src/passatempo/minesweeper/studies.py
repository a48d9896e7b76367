"""The experiment of a campaign: a policy plays minefields, which are the same for every policy."""

from dataclasses import dataclass, field
from typing import Any, Literal

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.minesweeper.exact.simulation import Deal, first_cell, simulate
from passatempo.minesweeper.generate import PRESETS
from passatempo.minesweeper.policies import policy_of

MOST_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class WinParams:
    """The fields, and the policy."""

    preset: Literal["beginner-8", "beginner-9", "intermediate", "expert"] = field(
        default="beginner-9", metadata={"help": "rows, columns and mines"}
    )
    first: Literal["safe", "opening"] = field(
        default="safe", metadata={"help": "first click: safe: no mine under it; opening: no mine around it either"}
    )
    policy: str = field(default="two-step", metadata={"help": "policy, as in `win-rate`"})
    games: int = field(default=100, metadata={"help": "games of a run"})

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise ValueError(f"games: {self.games} is not from 1 to {MOST_GAMES}")
        policy_of(self.policy)


def win_rate(params: WinParams, rng: Random, limits: Limits = Limits()) -> dict[str, Any]:
    """Play games to their end and count those that are won.

    The kernel deals them by a seed that is drawn here, so that paired policies get the same minefields.

    Raises
    ------
    UsageError
        If a limit comes first.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> row = win_rate(WinParams("beginner-8", games=30), Random(1))
    >>> row["games"], 0 <= row["wins"] <= 30
    (30, True)
    """
    sizes = PRESETS[params.preset]
    deal = Deal(*sizes, params.first, first_cell(params.first, sizes))
    game_limits = Limits(seconds=limits.seconds, seed=rng.next_word())
    game_chunk = simulate(deal, params.policy, 0, params.games, limits=game_limits)
    if not game_chunk.is_complete or len(game_chunk.weights) < params.games:
        raise UsageError("the games are not over within the limits (seconds)")
    return {
        "wins": int(sum(game_chunk.weights)),
        "games": params.games,
        "guesses": sum(game_chunk.guesses) / params.games,
        "kernel_seconds": game_chunk.seconds,
    }
