"""The hardest boards that are known for each question, by what they are hard for; made in a moment, always the same."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.optimiza.exact.boards import full_tour
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import (
    BestAsk,
    Board,
    JudgeAsk,
    PathAsk,
    RoutesAsk,
    TrailAsk,
    Variant,
    copy_count,
    row_lengths,
)
from passatempo.optimiza.text import read

Hard = list[tuple[str, Callable[[], Any]]]
CLIMBED = Path(__file__).parents[1] / "data" / "optimiza" / "hardest.json"


@cache
def wide(n: int, variant: Variant = "torus-queen") -> Board:
    """Scatter the numbers by a stride that is prime to the number of cells: as good as random, and made at once."""
    size = sum(row_lengths(variant, n))
    cells = [value for value in range(1, n + 1) for _ in range(copy_count(variant, n, value))]
    stride = next(k for k in range(size * 5 // 13, size) if size % k and all(size % p or k % p for p in range(2, 998)))
    order = [0] * size
    at = 0
    for value in cells:
        order[at] = value
        at = (at + stride) % size
    return Board(n, tuple(order), variant)


@cache
def block(n: int, variant: Variant = "torus-queen", value: int = 1) -> Board:
    """Put the cells of one number side by side in reading order: one cluster of n + 1 cells, the rest scattered."""
    total = sum(row_lengths(variant, n))
    others = [v for v in wide(n, variant).cells if v != value]
    number = copy_count(variant, n, value)
    ones = [c for k in range(number) for c in [(k // 16) * row_lengths(variant, n)[0] + k % 16]]
    cells = dict.fromkeys(ones, value)
    rest = iter(others)
    return Board(n, tuple([cells.get(c) or next(rest) for c in range(total)]), variant)


@cache
def clustered(n: int, variant: Variant = "torus-queen", hardness: str = "clustered", seed: int = 1) -> Board:
    return generate(Params(n, variant, hardness), Random(seed, "hard"))  # type: ignore[arg-type]


def tour(n: int) -> Board:
    found = full_tour(n, "torus-queen")
    assert found is not None
    return found[0]


def fault_c4() -> Board:
    """Value and path of two states: `best --method frontier --seconds 0` ended as a bug (FAULTS C4)."""
    return read("1 2 4 1 1 | 3 2 3 2 1 | 3 5 4 2 1".replace(" | ", "\n"), variant="hex-torus")


def path_of(board: Board, length: int) -> list[tuple[int, int]]:
    """Walk along the best neighbours that are free: a legal path for `hint` and `judge`."""
    from passatempo.optimiza.rules import legal_targets, number_at

    at = board.place(board.cells.index(1))
    path = [at]
    while len(path) < length:
        free = sorted(place for place in legal_targets(board, at) if place not in path)
        if not free:
            break
        at = min(free, key=lambda place: (number_at(board, place), place))
        path.append(at)
    return [(row + 1, column + 1) for row, column in path]


def climbed() -> Hard:
    """Return the boards that `contrib/hardest/hardest.py` found, by question and nodes."""
    rows = json.loads(CLIMBED.read_text(encoding="utf-8"))["rows"]
    return [(f"{row['question']}, {row['nodes']} nodes", lambda row=row: board_of(row["instance"])) for row in rows]


def board_of(row: dict[str, Any]) -> Board:
    """Read a board as the climbs write it."""
    return Board(row["N"], tuple(row["cells"]), row["variant"])


BOARDS: Hard = [
    ("a million cells: everything that is linear must poll", lambda: wide(1000)),
    ("a block of 251 ones: too wide for every frontier, and for plain searches without end", lambda: block(250)),
    ("every number one cluster of 102 cells: no frontier ends", lambda: clustered(101)),
    ("every number one cluster, N = 60 (FAULTS B14)", lambda: clustered(60)),
    ("every number one dense cluster on a Klein bottle", lambda: clustered(40, "klein-queen", "dense")),
    ("clusters on a torus of hexagons, more rows than edges", lambda: clustered(41, "hex-torus")),
    ("a path of 9409 cells: deeper than recursion goes", lambda: tour(97)),
    ("FAULTS C4", fault_c4),
    *climbed(),
]


def asked(ask: Any, boards: Hard = BOARDS) -> Hard:
    """Ask the same of every board."""
    return [(name, lambda make=make: Question(make(), ask)) for name, make in boards]


HARDEST: dict[str, Hard] = {
    "best": [
        *asked(BestAsk()),
        ("the strict rule on the largest board it knows", lambda: Question(clustered(5), BestAsk(True))),
    ],
    "levels": BOARDS,
    "count": BOARDS,
    "enumerate": [*asked(RoutesAsk()), ("all of very many paths", lambda: Question(clustered(17), RoutesAsk(10**9)))],
    "hint": [
        *asked(PathAsk()),
        ("half a cluster is used", lambda: Question(block(250), PathAsk(path_of(block(250), 60)))),
    ],
    "trail": [*asked(TrailAsk()), *asked(TrailAsk("undirected"), BOARDS[1:])],
    "duel": BOARDS,
    "judge": [
        ("a path of 9409 moves", lambda: Question(tour(97), JudgeAsk([(1, 1)] * 9409))),
        ("a legal path as long as the board", lambda: _whole_tour(97)),
    ],
}


def _whole_tour(n: int) -> Question:
    found = full_tour(n, "torus-queen")
    assert found is not None
    return Question(found[0], JudgeAsk([(row + 1, column + 1) for row, column in found[1].places]))
