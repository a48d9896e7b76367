"""The graph of a board as DOT: the cells by their numbers, the moves between them."""

from passatempo.optimiza.geometry import legal_moves
from passatempo.optimiza.model import Board


def write(board: Board) -> str:
    """Write the graph for Graphviz: a rank for each number, moves between equal numbers without arrows.

    >>> print(write(Board(2, (1, 1, 1, 2))).splitlines()[-2])
      "2,1" -> "2,2";
    """
    cells = board.cells
    names = ['"{},{}"'.format(*(at + 1 for at in board.place(cell))) for cell in range(len(cells))]
    rows = ["digraph optimiza {", "  node [shape=circle];"]
    for number in range(1, board.n + 1):
        level = [f'{names[c]} [label="{number}"];' for c, v in enumerate(cells) if v == number]
        rows.append(f"  {{ rank=same; {' '.join(level)} }}")
    for cell, targets in enumerate(legal_moves(board)):
        for d in sorted(targets):
            if cells[d] > cells[cell]:
                rows.append(f"  {names[cell]} -> {names[d]};")
            elif cell < d:
                rows.append(f"  {names[cell]} -> {names[d]} [dir=none];")
    return "\n".join([*rows, "}"]) + "\n"
