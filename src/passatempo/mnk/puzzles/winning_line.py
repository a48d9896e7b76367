"""The whole line of play of a win: the attacker's moves against the defence that lasts longest."""

from dataclasses import replace

from passatempo.core.interface import Interface
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import Position

MEGABYTES = 1  # of the table of one search; wins in four moves fill far less


def winning_line(position: Position, first: Cell, moves: int) -> tuple[Cell, ...]:
    r"""Return the moves of both sides, from a first move that wins in so many own moves to the completed line.

    Among replies that last equally long, prefer the one that stops most of the attacker, then the first one.

    >>> from passatempo.mnk.text import read
    >>> winning_line(read("k: 3\n. . O\n. . X\nX O ."), 3, 2)
    (3, 0, 4)
    """
    line = [first]
    for left in range(moves - 1, 0, -1):
        position = _marked(position, line[-1])
        reply = _longest_defence(position, left)
        position = _marked(position, reply)
        line += [reply, _shortest_win(position, left)[1]]
    return tuple(line)


def _longest_defence(position: Position, left: int) -> Cell:
    """Return a reply after which the win takes all the moves left: one exists, as no win is shorter."""
    threats = Interface.of("mnk").ask("threats", position=(position.rules.numbers, position.cells)).reply["other"]
    order = sorted(position.legal, key=lambda cell: -threats[cell])
    return next(cell for cell in order if _shortest_win(_marked(position, cell), left)[0] == left)


def _marked(position: Position, cell: Cell) -> Position:
    cells = position.cells[:cell] + bytes([position.to_move]) + position.cells[cell + 1 :]
    return replace(position, cells=cells, moves=())


def _shortest_win(position: Position, most: int) -> tuple[int, Cell]:
    """Return the own moves of the shortest win, and the first square with which it begins."""
    kernel_position = position.rules.numbers, position.cells
    reply = Interface.of("mnk").ask("near", position=kernel_position, megabytes=MEGABYTES, most=most).reply
    return reply["moves"], reply["cells"][0]
