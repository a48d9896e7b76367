"""Hostile calls: what Python code can hand over, through the library or straight to the kernel, is refused or answered.

Run under the sanitizers by `make sanitize`: minesweeper/kernel/bindings.cpp, minesweeper/kernel/cdcl/bindings.cpp.
"""

from array import array
from itertools import product

import pytest

from passatempo.core.errors import InvalidInstance
from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.minesweeper import Board, _kernel, estimate
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.reasons import contradiction, explain

ENDLESS = Limits().kernel
NONE = 2**32 - 1
NOTHING = (array("i", [0]), array("i"), array("i"))  # no number
KING = array("i", [-1, -1, -1, 0, -1, 1, 0, -1, 0, 1, 1, -1, 1, 0, 1, 1]).tobytes()


@pytest.mark.parametrize("cells", [2**31 - 1, 2**26 + 1, -1])
def test_sizes_that_no_board_has_are_refused(cells):
    with pytest.raises(ValueError, match="2\\^26"):
        _kernel.resolve(cells, *NOTHING, 0, 1, *ENDLESS)


def test_a_large_network_asks_for_room_first():
    seconds, nodes, control = Limits(memory_mb=1).kernel
    said = _kernel.resolve(2**26, *NOTHING, 1, 2, seconds, nodes, control)
    assert (said.stop, said.consistent, said.fates, said.layout) == (3, 2, b"", b"")


@pytest.mark.parametrize("need", [-(2**31), -1, 0, 1, 2, 3, 2**31 - 1])
@pytest.mark.parametrize(("fewest", "most"), [(0, 2), (-(2**63), 2**63 - 1), (2**63 - 1, -(2**63)), (3, 3)])
def test_needs_out_of_reach(need, fewest, most):
    numbers = [array("i", [0, 2]), array("i", [0, 1]), array("i", [need])]
    said = _kernel.resolve(2, *numbers, fewest, most, *ENDLESS)
    possible = 0 <= need <= 2 and fewest <= need <= most
    assert (said.stop, said.consistent) == (0, int(possible))


@pytest.mark.parametrize(
    ("starts", "members", "needs"),
    [
        ([0, 3], [0, 1], [1]),
        ([1, 2], [0, 1], [1]),
        ([0, -1, 2], [0, 1], [1, 1]),
        ([0, 5, 2], [0, 1], [1, 1]),
        ([0, 2], [0, 0], [1]),
        ([0, 2], [0, 2], [1]),
        ([0], [0], [1]),
        ([], [], []),
    ],
)
def test_buffers_that_do_not_fit_together(starts, members, needs):
    with pytest.raises(ValueError, match=r"starts|scope"):
        _kernel.resolve(2, array("i", starts), array("i", members), array("i", needs), 0, 2, *ENDLESS)


@pytest.mark.parametrize(
    ("cells", "rows", "columns", "steps"),
    [
        (b"", 0, 5, KING),
        (b"", 2**32 - 1, 0, KING),
        (b"\0\0", 1, 3, KING),
        (b"\0\0", 1, 2, KING[:-1]),
        (b"\0\0", 1, 2, array("i", [0, 0]).tobytes()),
        (b"\0\0", 1, 2, array("i", [0, 1, 0, 1]).tobytes()),
        (b"\0\0", 1, 2, array("i", [-(2**31), 0]).tobytes()),
        (b"\0\0", 1, 2, array("i", [0, 2**31 - 1]).tobytes()),
        (b"\0\0", 1, 2, array("i", range(1, 73)).tobytes()),
    ],
)
def test_boards_that_are_none(cells, rows, columns, steps):
    for wraps in (False, True):
        with pytest.raises(ValueError, match=r"cells|offsets"):
            _kernel.Seen(cells, rows, columns, steps, steps, wraps, -1)


def test_cells_asked_for_that_are_none():
    seen = _kernel.Seen(b"\xff\x01\xff", 1, 3, KING, KING, False, 1)
    with pytest.raises(ValueError, match="claimed"):
        _kernel.lay(seen, 1, *ENDLESS)
    board = exact.board_record(Board(1, 3, b"\xff\x01\xff", mines=1))
    for cell in (1, 3, NONE):
        with pytest.raises(ValueError, match="cells"):
            Interface.of("minesweeper").ask("explain", board=board, cells=[0, cell])


@pytest.mark.parametrize(("rows", "columns"), [(2**20, 2**12), (2**20, 2**12 + 1), (2**16, 2**16), (2, 1)])
def test_sides_whose_product_is_not_the_number_of_cells(rows, columns):
    near, _, _, cells, mines = exact.board_record(Board(1, 4, b"\xff\x01\xff\xff"))
    for question, more in (("explain", {"cells": ()}), ("survey", {}), ("conflict", {})):
        with pytest.raises(ValueError, match="cells"):
            Interface.of("minesweeper").ask(question, board=(near, rows, columns, cells, mines), **more)


def test_any_bytes_are_a_board_or_refused():
    """Every code in every cell of small boards, through the library: an answer, or the package's own error."""
    codes = (0, 1, 8, 9, 35, 36, 127, 128, 200, 252, 253, 254, 255)
    for first, second in product(codes, repeat=2):
        for variant in ("square", "torus", "hexagonal", "knight"):
            for mines in (None, 0, 1, 10**39):
                try:
                    board = Board(2, 2, bytes([first, second, 255, 255]), mines, variant)
                except InvalidInstance:
                    continue
                statuses = {exact.safe(board).status, exact.chances(board).status, explain(board).status}
                assert len(statuses) == 1
                assert (estimate(board) is None) == bool(contradiction(board)[0])


@pytest.mark.parametrize("form", ["b", "B", "c"])
def test_buffers_of_bytes_are_boards(form):
    signed = array("b", [-1, 1, 0])
    assert Board(1, 3, memoryview(signed).cast("B").cast(form)).cells == b"\xff\x01\x00"


@pytest.mark.parametrize("shape", [(1, 4), (4, 1), (2, 2)])
def test_buffers_of_other_items_are_no_boards(shape):
    for items in ("i", "d", "H"):
        with pytest.raises((InvalidInstance, TypeError, ValueError)):
            Board(*shape, array(items, [1] * 4))
