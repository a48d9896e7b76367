"""Minimal reasons by counting the layouts of the rest again, by the reference: the oracle of the kernel's."""

from collections.abc import Sequence
from dataclasses import replace

from passatempo.core.limits import Deadline
from passatempo.minesweeper import reference
from passatempo.minesweeper.model import UNKNOWN, Board, Cell, is_covered


def minimal_reasons(
    board: Board, claim: tuple[Cell, bool] | None, candidate_cells: Sequence[Cell], deadline: Deadline
) -> list[Cell]:
    r"""Remove numbers, in order, while the others and the mine count leave no layout.

    Parameters
    ----------
    board
        A board.
    claim
        A cell with the value to exclude, or None to exclude every layout.
    candidate_cells
        The cells of the numbers to use; all other numbers are ignored.

    Returns
    -------
    list
        The necessary ones, in their order; empty if `candidate_cells` leave a layout.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.minesweeper import read
    >>> minimal_reasons(read("#1#\n###\n#1#", mines=1), (0, True), [1, 7], Deadline(Limits()))
    [7]
    """

    def refutes(number_cells: Sequence[Cell]) -> bool:
        cells = bytes(
            code if is_covered(code) or at in number_cells else UNKNOWN for at, code in enumerate(board.cells)
        )
        clue_numbers = reference.read_numbers(replace(board, cells=cells)) + (
            [(int(claim[1]), (claim[0],))] if claim else []
        )
        parts = [reference.Component(*part, deadline) for part in reference.split_components(clue_numbers)]
        outer_count = board.covered - sum(len(part.cells) for part in parts)
        layouts = reference._tally_products([part.tally for part in parts], deadline)[-1]
        return not reference._count_joint(board, layouts, reference._free_tally(board, outer_count, deadline))

    if not refutes(candidate_cells):
        return []
    minimal_cells = list(candidate_cells)
    for cell in candidate_cells:
        rest = [other for other in minimal_cells if other != cell]
        minimal_cells = rest if refutes(rest) else minimal_cells
    return minimal_cells
