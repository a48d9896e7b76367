"""Hard instances of Optimiza: boards of 17 to 61, random and grown as clusters, for `best` and `levels`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from hard import Climb, answered, put
from passatempo.core.limits import Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.registry import pastime
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.geometry import landing_cells
from passatempo.optimiza.model import Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.random import Random

PATIENCE, SOON = 60.0, 2.0  # seconds of a method; of the second where it is known to be hopeless
SMALL = 24  # size up to which there is hope
OPTIMIZA = pastime("optimiza")


def start(n: int, variant: Any, hardness: Any, rng: Random) -> Board:
    """Make a board."""
    return generate(Params(n, variant, hardness), rng)


def change(rng: Random, board: Board) -> Board:
    """Exchange two cells: one of them comes to lie a move from another cell of its number."""
    cells = list(board.cells)
    here = rng.below(len(cells))
    value = cells[here]
    twins = [cell for cell, other in enumerate(cells) if other == value and cell != here]
    if not twins:
        return board
    near = landing_cells(board.variant, board.n, *board.place(rng.choice(twins)), value)
    there = rng.choice([cell for cell in near if cells[cell] != value] or [here])
    cells[here], cells[there] = cells[there], cells[here]
    return Board(board.n, tuple(cells), board.variant)


def nodes(question: str, board: Board, most: int) -> tuple[int, bool]:
    """Put the question to the exact method."""
    outcome = put(OPTIMIZA.problem(question), board, "exact", Limits(nodes=most))
    return int(outcome.stats["nodes"]), outcome.status is Status.SOLVED


def write(board: Board) -> dict[str, Any]:
    """Write a board, its numbers in reading order."""
    return {"variant": board.variant, "N": board.n, "cells": list(board.cells)}


def read(row: dict[str, Any]) -> Board:
    """Read what `write` wrote."""
    return Board(row["N"], tuple(row["cells"]), row["variant"])


def answer(question: str, method: str, said: Callable[[Any], Any], board: Board) -> tuple[Any, str]:
    """Answer by a method; None where it does not end."""
    limits = Limits(seconds=SOON if method == "reference" and board.n > SMALL else PATIENCE)
    return answered(OPTIMIZA.problem(question), board, method, limits, said)


def value_of(outcome: Outcome[Any]) -> Any:
    """Say the greatest sum."""
    return outcome.value


def levels_of(outcome: Outcome[Any]) -> Any:
    """Say the five figures."""
    found = outcome.answer
    return [found.x, found.x_best, found.y, found.expert, found.z]


def climb(
    question: str, said: Callable[[Any], Any], n: int, hardness: str, variant: str = "torus-queen"
) -> Climb[Board]:
    """Make the climb of one question; where equal numbers are scattered, the plain recurrence is soon done."""
    other = "dp" if hardness == "random" else "reference"
    return Climb(
        partial(start, n, variant, hardness),
        change,
        partial(nodes, question),
        write,
        read,
        partial(answer, question, other, said),
        partial(answer, question, "exact", said),
    )


QUESTIONS: dict[str, Climb[Board]] = {}
for _n in (17, 31, 61):
    for _hardness in ("random", "clustered"):
        QUESTIONS[f"best-{_n}-{_hardness}"] = climb("best", value_of, _n, _hardness)
for _n in (17, 31):
    QUESTIONS[f"levels-{_n}-clustered"] = climb("levels", levels_of, _n, "clustered")
QUESTIONS["best-17-dense"] = climb("best", value_of, 17, "dense")
QUESTIONS["best-24-clustered-klein"] = climb("best", value_of, 24, "clustered", "klein-queen")
QUESTIONS["best-41-clustered-hex"] = climb("best", value_of, 41, "clustered", "hex-torus")
