"""The JSON face of boards and answers: small dataclasses, and the functions between them and the model.

An answer's cells are rows and columns from 1. A path is kept as such pairs until a board is at hand, because only the
board says which cell stands where.
"""

from __future__ import annotations

from dataclasses import dataclass

from passatempo.core.pastime import Face
from passatempo.optimiza.model import Board, Route, Variant, Verdict
from passatempo.optimiza.text import board_of


@dataclass(frozen=True, slots=True)
class BoardJson:
    """The keys of an instance."""

    board: list[list[int]]
    variant: Variant = "torus-queen"
    N: int | None = None


def load_board(shape: BoardJson) -> Board:
    """Make the board."""
    return board_of(shape.board, shape.variant, shape.N)


def dump_board(board: Board) -> BoardJson:
    """Write the board."""
    return BoardJson([list(row) for row in board.rows], board.variant, board.n)


@dataclass(frozen=True, slots=True)
class RouteJson:
    """A path: rows and columns from 1."""

    path: list[tuple[int, int]]


def dump_places(places: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Write rows and columns from 0 as JSON, from 1."""
    return [(row + 1, column + 1) for row, column in places]


def load_places(pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Read rows and columns."""
    return tuple((row - 1, column - 1) for row, column in pairs)


@dataclass(frozen=True, slots=True)
class VerdictJson:
    """The judge's words."""

    verdict: str
    score: int
    finished: bool
    broken_move: int | None = None
    rule: str | None = None


BOARD = Face(BoardJson, load_board, dump_board)
ROUTE = Face(
    RouteJson,
    lambda shape: Route(load_places(shape.path)),
    lambda route: RouteJson(dump_places(route.places)),
)
VERDICT = Face(
    VerdictJson,
    lambda shape: Verdict(shape.verdict == "legal", shape.score, shape.finished, shape.broken_move, shape.rule or ""),
    lambda verdict: VerdictJson(
        "legal" if verdict.legal else "illegal",
        verdict.score,
        verdict.finished,
        verdict.broken_move,
        verdict.rule or None,
    ),
)
