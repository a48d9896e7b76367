"""The command `fit`: makes a file of a fitted value by self-play, in one go."""

from __future__ import annotations

import time
from collections.abc import Iterator  # noqa: TC003  the command line reads the signature
from dataclasses import replace
from typing import Literal

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.progress import Report, silent
from passatempo.core.writing import check_writable, whole_file
from passatempo.minesweeper.exact.fitted import Fitted, write_fitted
from passatempo.minesweeper.exact.self_play import fit as fitted_to
from passatempo.minesweeper.exact.simulation import Deal
from passatempo.minesweeper.game.match.command import field_of

MOST_GAMES, MOST_ROUNDS, MOST_EPOCHS = 2_000_000, 20, 1000


def fit(
    out: str,
    /,
    *,
    preset: Literal["beginner-8", "beginner-9", "intermediate", "expert"] | None = None,
    rows: int | None = None,
    columns: int | None = None,
    mines: int | None = None,
    games: int = 20_000,
    rounds: int = 2,
    epochs: int = 12,
    seed: int = 0,
    threads: int = 1,
    limits: Limits = Limits(),
    report: Report = silent,
) -> Iterator[str]:
    """Fit the value of what a click leaves to games of the player against itself, and write it to a file.

    Parameters
    ----------
    out
        The file to write, for `win-rate --weights`.
    preset
        The field: beginner-8, beginner-9, intermediate, or expert, the default.
    rows, columns, mines
        A field of your own instead.
    games
        Games of all rounds together; two in three begin with a safe cell, the others with an opening.
    rounds
        A round plays by the value of the one before.
    epochs
        Passes over the positions of a round.
    seed
        The same seed gives the same file, on any number of threads.
    threads
        Threads that play.
    """
    for flag, value, most in (("games", games, MOST_GAMES), ("rounds", rounds, MOST_ROUNDS)):
        if not 1 <= value <= most:
            raise UsageError(f"--{flag}: {value} is not a number from 1 to {most}")
    if not 1 <= epochs <= MOST_EPOCHS:
        raise UsageError(f"--epochs: {epochs} is not a number from 1 to {MOST_EPOCHS}")
    check_writable(out)
    field = field_of(preset, rows, columns, mines)
    Deal(*field)  # refuses what cannot be played
    began = time.process_time()
    found = fitted_to(field, games, rounds, epochs, replace(limits, threads=threads, seed=seed), report)
    if not found.numbers:
        raise UsageError("the fit was stopped early: nothing was written")
    told = f"{found.positions} positions in the last round; mean squared error on those kept out {found.error:.4f}"
    told += f", of a constant {found.plain:.4f}"
    size = " ".join(f"--{name} {count}" for name, count in zip(("rows", "columns", "mines"), field, strict=True))
    how = f"passatempo minesweeper fit {size} --games {games} --rounds {rounds} --epochs {epochs} --seed {seed}"
    with whole_file(out) as file:
        file.write(write_fitted(Fitted(*field, found.numbers, f"{how}\n{told}")))
    yield told
    yield f"{out}: written after {time.process_time() - began:.0f} s of processor time"
