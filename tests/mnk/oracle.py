"""Values by brute force from the rules alone, under every option: the judge of exact values.

It knows no lines: it walks from the mark that was made last. Nothing of the program is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

OPTIONS = ("exact", "misere", "gravity", "torus", "maker_breaker")
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Oracle:
    """The values of all positions of one board; a board is a tuple of marks (0 empty, 1, 2)."""

    def __init__(self, m: int, n: int, k: int, **options: bool) -> None:
        self.m, self.n, self.k, self.on = m, n, k, {name for name in OPTIONS if options.get(name)}
        self.known: dict[tuple[int, ...], tuple[int, int]] = {}

    def run(self, board: tuple[int, ...], cell: int, down: int, right: int) -> int:
        """Return the cells of the run through a cell; around a torus it ends where it began."""
        seen = {cell}
        for sign in (1, -1):
            row, column = divmod(cell, self.n)
            while True:
                row, column = row + sign * down, column + sign * right
                if "torus" in self.on:
                    row, column = row % self.m, column % self.n
                elif not (0 <= row < self.m and 0 <= column < self.n):
                    break
                at = row * self.n + column
                if at in seen or board[at] != board[cell]:
                    break
                seen.add(at)
        return len(seen)

    def ends(self, board: tuple[int, ...], cell: int) -> bool:
        """Return whether the mark of a cell completes a line."""
        if "maker_breaker" in self.on and board[cell] == 2:
            return False
        exact = "exact" in self.on
        lengths = (self.run(board, cell, *step) for step in DIRECTIONS)
        return any(length == self.k or (length > self.k and not exact) for length in lengths)

    def legal(self, board: tuple[int, ...]) -> list[int]:
        """Return the cells that may be marked."""
        below = [at + self.n if "gravity" in self.on else len(board) for at in range(len(board))]
        return [at for at, mark in enumerate(board) if not mark and (below[at] >= len(board) or board[below[at]])]

    def move(self, board: tuple[int, ...], mark: int, cell: int) -> tuple[int, int]:
        """Return value and plies of a move for the side that makes it; the plies of a draw are 0."""
        board = (*board[:cell], mark, *board[cell + 1 :])
        if self.ends(board, cell):
            return (-1 if "misere" in self.on else 1), 1
        if all(board):
            winner = 0 if "maker_breaker" not in self.on else 1 if "misere" in self.on else 2
            return (0, 0) if not winner else (1 if winner == mark else -1, 1)
        value, plies = self.value(board, 3 - mark)
        return -value, plies + 1 if value else 0

    def value(self, board: tuple[int, ...], mark: int) -> tuple[int, int]:
        """Return value and plies of an open position for the side to move."""
        if board not in self.known:
            self.known[board] = max((self.move(board, mark, cell) for cell in self.legal(board)), key=rank)
        return self.known[board]

    def moves(self, board: tuple[int, ...]) -> dict[int, tuple[int, int]]:
        """Return value and plies of every move."""
        mark = 1 if board.count(1) == board.count(2) else 2
        return {cell: self.move(board, mark, cell) for cell in self.legal(board)}

    def position(self, left: int, rng: random.Random) -> tuple[int, ...] | None:
        """Return an open position of a random game with so many empty cells; None if 200 games have none."""
        for _ in range(200):
            board, mark = (0,) * (self.m * self.n), 1
            while board.count(0) > left:
                cell = rng.choice(self.legal(board))
                board = (*board[:cell], mark, *board[cell + 1 :])
                if self.ends(board, cell):
                    break
                mark = 3 - mark
            else:
                return board
        return None


def rank(worth: tuple[int, int]) -> tuple[int, int]:
    """Return the sort key of value and plies: short wins, draws, long losses."""
    value, plies = worth
    return value, -plies if value > 0 else plies
