"""The hardest boards of Minesweeper that are known: large, wide, bound by the mine count, contradictory."""

from functools import cache
from random import Random

from passatempo.core.pastime import Question
from passatempo.minesweeper import Board, ChancesAsk, read
from passatempo.minesweeper.model import COVERED

# B1 (a): the numbers allow layouts, but none of 96 mines; a proof by pigeonholes did not end in 75 s.
CONTRADICTION = (
    "00111001##1###24##2#20000011##/002#42234#########2#3221002#3#/113##F2##4#5#32#22#34#F2213#3#/"
    "1##23334#4###3111##3##5#3#213#/1111#####23##2#2##3#33#4#3101#/0001####1#1#1112#2#11124##112#/"
    "00012322#11110011111101#3##1##/00111001110000001###101#322122/001#1122101111111#21212#3#223#/"
    "111112##101#11#1##322#3##3###2/#10002#431211#2323###2##33##4#/#201123####1##2####32#3233##3#/"
    "#212#12#4F##2#3#3#2###2###3#2#/23####113##12##1##22#112#3##21/#21111101#1###2#23#211012#2#10/"
    "11001#10111####11##100001#2110"
)
# B1 (b): 27 certain cells, most of them only with the mine count; 56 s.
FEW_MINES = "########/#3####2#/########/##3##3##/########/123#####/00111111/00000000"
TILE = 100  # cells of the side of the field that large boards repeat


@cache
def field(side, share, seed):
    """Lay mines on a square whose edges are joined; a row of bytes each, 1 for a mine."""
    dice = Random(seed)
    return [bytes(dice.random() < share for _ in range(side)) for _ in range(side)]


@cache
def numbers(side, share, seed):
    """Count the mines around every cell of that square."""
    mines = field(side, share, seed)
    near = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    return [
        bytes(sum(mines[(r + i) % side][(c + j) % side] for i, j in near) for c in range(side)) for r in range(side)
    ]


def flooded(mines, counts):
    """Open every zero and what lies around it."""
    side = len(mines)
    near = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return [
        [any(counts[(r + i) % side][(c + j) % side] == 0 and not mines[(r + i) % side][(c + j) % side] for i, j in near)
         for c in range(side)]
        for r in range(side)
    ]  # fmt: skip


def repeated(times, share, opened, count, seed=1):
    """Repeat an opened square; its outermost cells stay covered, so the square's numbers are right everywhere."""
    mines, counts = field(TILE, share, seed), numbers(TILE, share, seed)
    dice = Random(seed + 1000)
    if opened == "flood":
        shown = flooded(mines, counts)
    else:
        shown = [[dice.random() < opened for _ in range(TILE)] for _ in range(TILE)]
    tile = [
        bytes(counts[r][c] if shown[r][c] and not mines[r][c] else COVERED for c in range(TILE)) * times
        for r in range(TILE)
    ]
    side = TILE * times
    covered = bytes([COVERED])
    rows = [covered + tile[r % TILE][1:-1][: side - 2] + covered for r in range(side)]
    rows[0] = rows[-1] = covered * side
    total = sum(map(sum, mines)) * times * times
    return Board(side, side, b"".join(rows), total if count else None)


def wide(count=False):
    """100 x 100 with 15 % mines and 40 % opened: its parts are too wide to be counted."""
    return repeated(1, 0.15, 0.47, count)


def contradictory(board):
    """Give a board's last number one mine more than its neighbours can hold: found late, far from the first one."""
    at = max(cell for cell, code in enumerate(board.cells) if code < 9)
    covered = sum(board.cells[n] >= 254 for n in board.surface.neighbours(at))
    cells = bytearray(board.cells)
    cells[at] = min(8, covered + 1)
    return Board(board.rows, board.columns, bytes(cells), board.mines)


def lattice(n, share, seed):
    """Open every second row and column: the widest board of its size."""
    dice = Random(seed)
    mines = [[(r % 2 == 0 or c % 2 == 0) and dice.random() < share for c in range(n)] for r in range(n)]
    cells = bytearray([COVERED]) * (n * n)
    for r in range(1, n, 2):
        for c in range(1, n, 2):
            cells[r * n + c] = sum(
                mines[i][j] for i in range(r - 1, min(n, r + 2)) for j in range(c - 1, min(n, c + 2))
            )
    return Board(n, n, bytes(cells)), sum(map(sum, mines))


def bound_lattice():
    """A lattice with its true mine count: every cell is bound by it, and a bound is a proof by pigeonholes."""
    board, mines = lattice(41, 0.3, 5)
    return Board(board.rows, board.columns, board.cells, mines)


BOARDS = [
    ("100x100, 15 % mines, 40 % open: parts too wide to count", wide),
    ("the same with the mine count", lambda: wide(count=True)),
    ("1000x1000 by flood: nothing is hard, everything is large", lambda: repeated(10, 0.2, "flood", count=False)),
    ("1000x1000 by flood, counted: polynomials in the mines", lambda: repeated(10, 0.2, "flood", count=True)),
    ("1000x1000, every fifth cell opened", lambda: repeated(10, 0.2, 0.2, count=False)),
    ("a lattice: conflict-driven search for long", lambda: lattice(101, 0.3, 2)[0]),
    ("a lattice with its mine count: pigeonholes", bound_lattice),
    ("B1 (a): a contradiction by the mine count alone", lambda: read(CONTRADICTION, mines=96)),
    ("B1 (b): cells that are certain by the mine count alone", lambda: read(FEW_MINES, mines=10)),
    ("100x100, contradictory in its last number", lambda: contradictory(wide())),
    ("1000x1000, contradictory in its last number", lambda: contradictory(repeated(10, 0.2, 0.2, count=False))),
]


def clicked(make):
    """Ask about a covered cell in the middle."""

    def question():
        board = make()
        middle = len(board.cells) // 2
        cell = next(c for c in range(middle, len(board.cells)) if board.cells[c] == COVERED)
        return Board(board.rows, board.columns, board.cells, board.mines, click=board.place(cell))

    return question


def both(make):
    """Ask for the chances in both readings."""
    return lambda: Question(make(), ChancesAsk(both=True))


HARDEST = {
    "safe": BOARDS,
    "click": [(name, clicked(make)) for name, make in BOARDS],
    "chances": [(name, both(make)) for name, make in BOARDS],
    "guess": BOARDS,
    "explain": BOARDS,
}
