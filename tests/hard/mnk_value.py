"""Hard instances of `value` and `evaluate`: what no method finishes, and what is long to write down, check or print."""

from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.mnk import EvaluateAsk, Position, Rules, ValueAsk
from passatempo.mnk.text import position_of


def empty(m, n, k, *, ask=ValueAsk(), **options):
    return lambda: Question(Position(Rules(m, n, k, **options), bytes(m * n)), ask)


def after(m, n, k, *moves, ask=ValueAsk(), **options):
    return lambda: Question(position_of(m, n, k, moves=moves, **options), ask)


def scattered(m, n, k, marks):
    """Return a board with so many marks on random cells: many lines that are open, few of them empty."""
    cells = bytearray(m * n)
    for number, cell in enumerate(Random(0, "scattered", m, n).sample(range(m * n), marks)):
        cells[cell] = 1 + number % 2
    return Position(Rules(m, n, k), bytes(cells))


MOVES = ValueAsk(all_moves=True)
SHORTEST = ValueAsk(shortest=True)
GAME = ((8, 8), (9, 9), (8, 9), (8, 7), (7, 8))
HARDEST = {
    "value": [
        ("8,7,5: nobody has finished it here in 330 s", empty(8, 7, 5)),
        ("8,8,5 with every move: a draw that takes hours", empty(8, 8, 5, ask=MOVES)),
        ("9,9,5: open in the literature", empty(9, 9, 5)),
        ("10,3,3: the limit of the glance came between length and cells", empty(10, 3, 3)),
        ("12,12,5 with the length: won, and the length is far", empty(12, 12, 5, ask=SHORTEST)),
        ("15,15,5 after five moves: a won game of Gomoku", after(15, 15, 5, *GAME, ask=MOVES)),
        ("22,23,3: as many cells as the widest state, won at a glance", empty(22, 23, 3, ask=SHORTEST)),
        ("22,23,6: as many cells as the widest state", empty(22, 23, 6, ask=MOVES)),
        ("30,30,4: too many cells for a state", empty(30, 30, 4)),
        ("100,100,5: as many lines as are written down", empty(100, 100, 5, ask=MOVES)),
        ("100,100,50: long lines, drawn by pairs", empty(100, 100, 50, ask=MOVES)),
        (
            "99,99,10 with marks all over: pairs are tried in vain",
            lambda: Question(scattered(99, 99, 10, 1000), SHORTEST),
        ),
        ("1,10000,4900: few lines, each of thousands of cells", empty(1, 10000, 4900)),
        ("512,512,5: the largest board", empty(512, 512, 5)),
        ("512,512,513: the largest board, without lines", empty(512, 512, 513)),
        ("9,9,5 torus", empty(9, 9, 5, torus=True)),
        ("22,23,5 torus: twice as many lines", empty(22, 23, 5, torus=True, ask=MOVES)),
        ("9,9,6 maker-breaker", empty(9, 9, 6, maker_breaker=True)),
        ("6,6,4 misere: a full search", empty(6, 6, 4, misere=True)),
        ("14,14,5 misere: the largest full search that is begun", empty(14, 14, 5, misere=True, ask=MOVES)),
        ("7,6,4 gravity: connect four", empty(7, 6, 4, gravity=True)),
        ("8,8,5 exact", empty(8, 8, 5, exact=True)),
        ("100,100,5 gravity: thousands of lines at each position", empty(100, 100, 5, gravity=True)),
    ],
    "evaluate": [
        ("512,512,5 empty", lambda: Question(Position(Rules(512, 512, 5), bytes(512 * 512)), EvaluateAsk())),
        ("500,500,40 with 83,000 marks", lambda: Question(scattered(500, 500, 40, 83_000), EvaluateAsk())),
        ("1,10000,300: long runs", lambda: Question(runs(10000, 300), EvaluateAsk("O"))),
    ],
}


def runs(n, k):
    """Return one row of runs that are one mark too short, by turns."""
    cells = bytearray()
    for number in range(n // (2 * k)):
        cells += bytes([1 + number % 2]) * (k - 1) + bytes(k + 1)
    cells += bytes(n - len(cells))
    if (n // (2 * k)) % 2:
        cells[cells.rfind(1) - k + 2 : cells.rfind(1) + 1] = bytes(k - 1)
    return Position(Rules(1, n, k), bytes(cells))
