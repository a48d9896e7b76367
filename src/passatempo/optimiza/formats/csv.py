"""A board as comma-separated values; the reader of a board's own text reads them."""

from passatempo.optimiza import text
from passatempo.optimiza.model import Board


def write(board: Board) -> str:
    r"""Write a board as comma-separated values.

    >>> write(Board(2, (1, 1, 1, 2)))
    '1,1\n1,2\n'
    """
    return text.write(board).replace(" ", ",").replace(":,", ": ")
