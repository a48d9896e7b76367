"""The JSON shape of boards and answers: small dataclasses, and the functions between them and the model.

An answer's cells are rows and columns from 1. A path stays a list of such pairs until a board is available, because
the board determines which cell has which index.
"""

from dataclasses import dataclass, field

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import dump_places, load_places
from passatempo.core.pastime import Shape
from passatempo.optimiza.model import Board, Duel, Hint, Levels, Number, Route, Routes, Variant, Verdict
from passatempo.optimiza.text import board_of


@dataclass(frozen=True, slots=True)
class BoardJson:
    """The keys of an instance."""

    board: list[list[int]] = field(
        metadata={"help": 'the numbers of the board row by row, "/" between rows, as "1 2/3 4"'}
    )
    variant: Variant = field(
        default="torus-queen",
        metadata={
            "help": "the shape of the board and the directions of a move: a torus, a Klein bottle or hexagons; "
            "queen moves in eight directions, rook in four"
        },
    )
    N: int | None = field(
        default=None,
        metadata={"help": "the largest number on the board; checked against --board [default: taken from the size]"},
    )


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


@dataclass(frozen=True, slots=True)
class VerdictJson:
    """The verdict on a path."""

    verdict: str
    score: int
    finished: bool
    broken_move: int | None = None
    rule: str | None = None


BOARD = Shape(BoardJson, load_board, dump_board)
ROUTE = Shape(
    RouteJson,
    lambda shape: Route(load_places(shape.path)),
    lambda route: RouteJson(dump_places(route.places)),
)
VERDICT = Shape(
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


@dataclass(frozen=True, slots=True)
class LevelsJson:
    """The levels of the newspaper."""

    X: int
    X_best: int | None
    Y: int
    expert: int
    Z: int


@dataclass(frozen=True, slots=True)
class NumberJson:
    """The number of optimal paths, as a string because it may have any size."""

    optimal_paths: str


@dataclass(frozen=True, slots=True)
class RoutesJson:
    """Optimal paths, and whether they are all."""

    paths: list[list[tuple[int, int]]]
    complete: bool


@dataclass(frozen=True, slots=True)
class HintJson:
    """The best completion, the next move on it, and whether the beginning is still optimal."""

    path: list[tuple[int, int]]
    next: tuple[int, int] | None
    still_optimal: bool | None


@dataclass(frozen=True, slots=True)
class DuelJson:
    """The winner from each start, and the sum of the path that the last mover takes."""

    mover_wins: list[int]
    points: list[int | None]
    A_best_live_start_points: int | None


def _load_number(shape: NumberJson) -> Number:
    if not (shape.optimal_paths.isascii() and shape.optimal_paths.isdecimal()):
        raise FormatError(f"{quote(shape.optimal_paths)} is not a whole number", where="optimal_paths", kind="number")
    return Number(int(shape.optimal_paths))


def _load_hint(shape: HintJson) -> Hint:
    next_place = load_places([shape.next])[0] if shape.next else None
    return Hint(Route(load_places(shape.path)), next_place, shape.still_optimal)


def _dump_hint(hint: Hint) -> HintJson:
    next_place = dump_places((hint.next,))[0] if hint.next else None
    return HintJson(dump_places(hint.route.places), next_place, hint.optimal)


LEVELS = Shape(
    LevelsJson,
    lambda shape: Levels(shape.X, shape.X_best, shape.Y, shape.expert, shape.Z),
    lambda levels: LevelsJson(levels.x, levels.x_best, levels.y, levels.expert, levels.z),
)


NUMBER = Shape(NumberJson, _load_number, lambda number: NumberJson(str(number.number)))


ROUTES = Shape(
    RoutesJson,
    lambda shape: Routes(tuple(Route(load_places(path)) for path in shape.paths), shape.complete),
    lambda routes: RoutesJson([dump_places(route.places) for route in routes.routes], routes.complete),
)


HINT = Shape(HintJson, _load_hint, _dump_hint)


DUEL = Shape(
    DuelJson,
    lambda shape: Duel(tuple(shape.mover_wins), tuple(shape.points), shape.A_best_live_start_points),
    lambda duel: DuelJson(list(duel.mover_wins), list(duel.points), duel.least_live),
)
