"""The solver for wide boards: against brute force, against clauses, and within its limits.

Tests: network.py, encodings/sat.py
"""

import random
from array import array
from itertools import accumulate, chain

import pytest

from passatempo.core.limits import Limits
from passatempo.minesweeper import Board, _kernel
from passatempo.minesweeper.encodings import sat
from passatempo.minesweeper.model import COVERED
from passatempo.minesweeper.network import network

from .fields import layouts, random_board

ENDLESS = Limits().kernel
NO, YES, STOPPED = 0, 1, 2
SAFE, MINE, EITHER = 1, 2, 3


def buffers(scopes, needs):
    starts = accumulate(map(len, scopes), initial=0)
    return [array("i", numbers) for numbers in (starts, chain.from_iterable(scopes), needs)]


def resolve(board, limits=ENDLESS):
    """Ask the kernel about all covered cells of a board."""
    net = network(board)
    index = {cell: i for i, cell in enumerate(net.closed_cells)}
    scopes = [[index[cell] for cell in number.scope] for number in net.numbers]
    fewest, most = (0, len(index)) if board.mines is None else (board.mines, board.mines)
    said = _kernel.resolve(len(index), *buffers(scopes, [n.need for n in net.numbers]), fewest, most, *limits)
    return net.closed_cells, (said.stop, said.nodes, said.consistent, said.fates, said.layout)


def lattice(n, share, seed):
    """Return a board with every second row and column opened."""
    dice = random.Random(seed)
    field = [dice.random() < share and (cell // n % 2 == 0 or cell % n % 2 == 0) for cell in range(n * n)]
    opened = {cell for cell in range(n * n) if cell // n % 2 == 1 and cell % n % 2 == 1}
    return opened_board(n, field, opened)


def scatter(n, share, opened, seed):
    """Return a board with some of the free cells opened."""
    dice = random.Random(seed)
    field = [dice.random() < share for _ in range(n * n)]
    return opened_board(n, field, {cell for cell in range(n * n) if not field[cell] and dice.random() < opened})


def opened_board(n, field, opened):
    surface = Board(n, n, bytes([COVERED] * (n * n))).surface
    shown = [sum(field[m] for m in surface.neighbours(cell)) if cell in opened else COVERED for cell in range(n * n)]
    return Board(n, n, bytes(shown))


@pytest.mark.parametrize("seed", range(20))
def test_against_brute_force(seed):
    dice = random.Random(seed)
    for _ in range(100):
        board = random_board(dice)
        every = layouts(board)
        covered, (stop, _, consistent, fates, layout) = resolve(board)
        assert (stop, consistent) == (0, YES if every else NO)
        if not every:
            continue
        true = [
            EITHER if len(values) == 2 else MINE if values == {True} else SAFE
            for values in ({cell in mines for mines in every} for cell in covered)
        ]
        assert list(fates) == true
        assert frozenset(cell for cell, mine in zip(covered, layout, strict=True) if mine) in every


@pytest.mark.quick(1)
@pytest.mark.parametrize("board", [lattice(21, 0.3, 1), lattice(31, 0.2, 2), scatter(40, 0.2, 0.4, 3)])
def test_against_clauses(board):
    """PySAT's solver on clauses shares no code with the kernel."""
    pytest.importorskip("pysat")
    covered, (_, _, consistent, fates, _) = resolve(board)
    assert consistent == YES
    answer = sat.safe(board).answer
    places = [board.place(cell) for cell in covered]
    for wanted, code in ((answer.safe, SAFE), (answer.sure_mines, MINE)):
        assert tuple(place for place, fate in zip(places, fates, strict=True) if fate == code) == wanted


def test_the_layout_fits_every_number_of_a_great_board():
    board = scatter(150, 0.2, 0.3, 4)
    covered, (_, _, consistent, fates, layout) = resolve(board)
    assert consistent == YES
    mines = {cell for cell, mine in zip(covered, layout, strict=True) if mine}
    assert all(sum(n in mines for n in number.scope) == number.need for number in network(board).numbers)
    assert all((cell in mines) == (fate == MINE) for cell, fate in zip(covered, fates, strict=True) if fate != EITHER)


def test_a_limit_leaves_only_what_is_proved():
    board = lattice(41, 0.3, 5)
    _, (_, _, _, true, _) = resolve(board)
    seconds, _, cancel = ENDLESS
    _, (stop, nodes, consistent, fates, _) = resolve(board, (seconds, 3000, cancel))
    assert (stop, nodes) == (2, 3001)
    assert consistent in (YES, STOPPED)
    assert all(fate in (0, known) for fate, known in zip(fates, true, strict=True))
    assert 0 in fates


def test_cancelled_before_it_begins():
    seconds, nodes, _ = ENDLESS
    _, (stop, *_) = resolve(lattice(41, 0.3, 5), (seconds, nodes, bytearray(b"\1")))
    assert stop == 4


def test_bounds_on_all_mines_make_cells_certain():
    # one number, two cells beside it, two further cells: with one mine in all the others are safe
    said = _kernel.resolve(4, *buffers([[0, 1]], [1]), 1, 1, *ENDLESS)
    assert list(said.fates) == [EITHER, EITHER, SAFE, SAFE]
    assert _kernel.resolve(4, *buffers([[0, 1]], [1]), 4, 4, *ENDLESS).consistent == NO
    assert list(_kernel.resolve(4, *buffers([[0, 1]], [1]), 3, 4, *ENDLESS).fates) == [EITHER, EITHER, MINE, MINE]


@pytest.mark.parametrize("scopes", [[[0, 0]], [[2]], [[-1]]])
def test_the_kernel_refuses_scopes_that_are_none(scopes):
    with pytest.raises(ValueError, match="twice or one out of range"):
        _kernel.resolve(2, *buffers(scopes, [1]), 0, 2, *ENDLESS)
