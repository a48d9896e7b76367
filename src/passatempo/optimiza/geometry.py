"""Formulas for the landings of a move on the six surfaces.

A move by v goes v cells in a straight line. On the torus both coordinates wrap. On the Klein bottle a line that crosses
the left or the right edge continues mirrored, so that row i becomes N - 1 - i. The hexagonal torus is a parallelogram
with plain wraps. The hexagonal triangle has edges.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from passatempo.core.limits import Stopped
from passatempo.optimiza.model import Board, Cell, Route, Variant, row_lengths

Sense: TypeAlias = tuple[int, int]
Graph: TypeAlias = tuple[tuple[int, ...], ...]

MOST_TABLED = 24  # a table of every number from every cell is worth its memory up to this size
QUICKLY_TABLED = 12  # to this size a table is made in some milliseconds
PIECE = 4096  # cells between two clock checks, a millisecond or two

ROOK: tuple[Sense, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
QUEEN: tuple[Sense, ...] = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
HEX_TORUS: tuple[Sense, ...] = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
HEX_TRI: tuple[Sense, ...] = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))
SENSES: dict[str, tuple[Sense, ...]] = {
    "torus-queen": QUEEN,
    "torus-rook": ROOK,
    "klein-queen": QUEEN,
    "klein-rook": ROOK,
    "hex-torus": HEX_TORUS,
    "hex-tri": HEX_TRI,
}


def landing_cells(variant: Variant, n: int, row: int, column: int, jump_length: int) -> tuple[Cell, ...]:
    """Return the different cells that moves by `jump_length` reach, the cell itself left out.

    Examples
    --------
    >>> landing_cells("torus-rook", 4, 0, 0, 1)
    (12, 3, 1, 4)
    >>> landing_cells("klein-rook", 4, 0, 0, 1)
    (12, 15, 1, 4)
    >>> landing_cells("hex-tri", 3, 0, 0, 1)
    (1, 2)
    """
    target_cells = dict.fromkeys(_direction_targets(variant, n, row, column, jump_length))
    target_cells.pop(
        row * (row + 1) // 2 + column if variant == "hex-tri" else row * row_lengths(variant, n)[0] + column, None
    )
    return tuple(target_cells)


def is_null_move(variant: Variant, n: int, row: int, column: int, jump_length: int) -> bool:
    """Return whether a straight move by `jump_length` ends where it began.

    >>> is_null_move("torus-rook", 4, 0, 0, 4), is_null_move("torus-rook", 4, 0, 0, 3)
    (True, False)
    """
    start_cell = row * (row + 1) // 2 + column if variant == "hex-tri" else row * row_lengths(variant, n)[0] + column
    return start_cell in _direction_targets(variant, n, row, column, jump_length)


def landings_by_step(variant: Variant, n: int, row: int, column: int, jump_length: int) -> list[list[Cell]]:
    """Return the cells that moves by 1, 2, ... `jump_length` reach, for each direction that stays on the board.

    >>> landings_by_step("torus-rook", 4, 0, 0, 2)[0], landings_by_step("hex-tri", 3, 0, 0, 2)
    ([12, 8], [[1, 3], [2, 5]])
    """
    steps = [list(_direction_targets(variant, n, row, column, k)) for k in range(1, jump_length + 1)]
    if variant != "hex-tri":
        return [list(line) for line in zip(*steps, strict=True)]
    cell = {(i, j): i * (i + 1) // 2 + j for i in range(n) for j in range(i + 1)}
    lines = [
        [cell.get((row + k * down, column + k * right)) for k in range(1, jump_length + 1)] for down, right in HEX_TRI
    ]
    return [[c for c in line if c is not None] for line in lines if None not in line]


def _direction_targets(variant: Variant, n: int, row: int, column: int, jump_length: int) -> Iterator[Cell]:
    """Yield the cell that each direction leads to."""
    lengths = row_lengths(variant, n)
    rows, columns = len(lengths), lengths[0]
    for down, right in SENSES[variant]:
        i, j = row + jump_length * down, column + jump_length * right
        if variant == "hex-tri":
            if 0 <= j <= i < n:
                yield i * (i + 1) // 2 + j
            continue
        if variant.startswith("klein") and (j // columns) % 2:
            i = rows - 1 - i
        yield (i % rows) * columns + j % columns


@lru_cache(maxsize=1024)  # the same few sizes come again and again
def number_graph(variant: Variant, n: int, jump_length: int) -> Graph:
    """Return the landings of a number from every cell.

    >>> number_graph("hex-tri", 2, 1)
    ((1, 2), (0, 2), (0, 1))
    """
    places = [(i, j) for i, length in enumerate(row_lengths(variant, n)) for j in range(length)]
    return tuple([landing_cells(variant, n, i, j, jump_length) for i, j in places])


def graph_table(variant: Variant, n: int, stop: Callable[[], bool] = lambda: False) -> tuple[Graph, ...]:
    """Return the landings of every number 1..n from every cell; index 0 is empty.

    It suits small boards, as it has n times as many entries as the board has cells.
    """
    if n <= QUICKLY_TABLED:
        return _small_table(variant, n)
    number_graphs: list[Graph] = [()]
    for number in range(1, n + 1):
        if stop():
            raise Stopped
        number_graphs.append(number_graph(variant, n, number))
    return tuple(number_graphs)


@lru_cache(maxsize=64)
def _small_table(variant: Variant, n: int) -> tuple[Graph, ...]:
    return ((), *(number_graph(variant, n, number) for number in range(1, n + 1)))


def route_of(board: Board, path: Sequence[Cell], stop: Callable[[], bool] = lambda: False) -> Route:
    """Make a path of rows and columns from one of cell numbers.

    >>> route_of(Board(2, (1, 1, 1, 2)), [0, 3])
    Route(places=((0, 0), (1, 1)))
    """
    if board.variant == "hex-tri":
        return Route(tuple(map(board.place, path)))
    columns = row_lengths(board.variant, board.n)[0]
    places: list[tuple[int, int]] = []
    for first in range(0, len(path), 16 * PIECE):
        if first and stop():
            raise Stopped
        places += [divmod(cell, columns) for cell in path[first : first + 16 * PIECE]]
    return Route(tuple(places))


def by_number(board: Board, stop: Callable[[], bool] = lambda: False) -> list[list[Cell]]:
    """Return the cells of every number 0..n in reading order.

    >>> by_number(Board(2, (1, 1, 1, 2)))
    [[], [0, 1, 2], [3]]
    """
    cells_by_number: list[list[Cell]] = [[] for _ in range(board.n + 1)]
    for first in range(0, len(board.cells), PIECE):
        if first and stop():
            raise Stopped
        for cell, number in enumerate(board.cells[first : first + PIECE], first):
            cells_by_number[number].append(cell)
    return cells_by_number


def legal_moves(board: Board, stop: Callable[[], bool] = lambda: False) -> Graph:
    """Return the legal moves of each cell: its landings with a number at least as great.

    Parameters
    ----------
    board
        The board.
    stop
        Polled on large boards. Once it returns true, the work ends with `Stopped`.

    Examples
    --------
    >>> legal_moves(Board(2, (1, 1, 1, 2)))
    ((3, 2, 1), (2, 3, 0), (1, 0, 3), ())
    """
    cells, n = board.cells, board.n
    if n <= MOST_TABLED:
        lands = graph_table(board.variant, n, stop)
        return tuple([tuple([d for d in lands[v][c] if cells[d] >= v]) for c, v in enumerate(cells)])
    if board.variant == "torus-queen":
        return _queen_moves(board, stop)
    graph_rows = []
    for c, v in enumerate(cells):
        if c % 4 == 0 and stop():
            raise Stopped
        graph_rows.append(tuple([d for d in landing_cells(board.variant, n, *board.place(c), v) if cells[d] >= v]))
    return tuple(graph_rows)


def _queen_moves(board: Board, stop: Callable[[], bool]) -> Graph:
    """Return the moves on a plain torus, five times as fast as by `landing_cells`."""
    cells, n = board.cells, board.n
    graph_rows = []
    for c, v in enumerate(cells):
        if c % 4 == 0 and stop():
            raise Stopped
        i, j = divmod(c, n)
        if v == n or 2 * v == n:  # moves once or half around lead to fewer cells
            targets = landing_cells(board.variant, n, i, j, v)
        else:
            up, row, down = (i - v) % n * n, i * n, (i + v) % n * n
            left, right = (j - v) % n, (j + v) % n
            targets = (up + left, up + j, up + right, row + left, row + right, down + left, down + j, down + right)
        graph_rows.append(tuple([d for d in targets if cells[d] >= v]))
    return tuple(graph_rows)


def components(board: Board, graph: Graph, stop: Callable[[], bool] = lambda: False) -> Iterator[list[Cell]]:
    """Yield the components of equal numbers, from the greatest number down.

    The cells are sorted before the first component. On large boards `stop` is polled meanwhile, as by `legal_moves`.

    >>> board = Board(2, (1, 1, 1, 2))
    >>> list(components(board, legal_moves(board)))
    [[3], [0, 2, 1]]
    """
    cells, used_cells = board.cells, set[int]()
    levels = by_number(board, stop)
    for start in (cell for number in range(board.n, 0, -1) for cell in levels[number]):
        if start in used_cells:
            continue
        part = [start]
        used_cells.add(start)
        for cell in part:
            for d in graph[cell]:
                if cells[d] == cells[start] and d not in used_cells:
                    used_cells.add(d)
                    part.append(d)
        yield part
