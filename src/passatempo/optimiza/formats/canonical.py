"""The short name of the canonical board of a symmetry class."""

from passatempo.optimiza.formats import id as short_name
from passatempo.optimiza.model import Board
from passatempo.optimiza.symmetry import canonical_board


def write(board: Board) -> str:
    """Write that name."""
    return short_name.write(canonical_board(board))
