"""First moves of wins in so few moves, with sets of cells as bits, from the rules alone: the judge of made puzzles."""

from passatempo.mnk.model import Position


def lines(m: int, n: int, k: int) -> list[int]:
    """Return every line of k cells as bits."""
    found = []
    for row in range(m):
        for column in range(n):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                places = [(row + i * down, column + i * right) for i in range(k)]
                if all(0 <= r < m and 0 <= c < n for r, c in places):
                    found.append(sum(1 << (r * n + c) for r, c in places))
    return found


def bits(cells: int) -> list[int]:
    """Return the cells of a set, each as a set of one."""
    found = []
    while cells:
        found.append(cells & -cells)
        cells &= cells - 1
    return found


class Oracle:
    """Wins of the side to move, by trying what can matter in the moves that are left."""

    def __init__(self, position: Position) -> None:
        self.k, self.lines = position.rules.k, lines(position.rules.m, position.rules.n, position.rules.k)
        self.all = (1 << position.rules.size) - 1
        sides = {mark: sum(1 << i for i, c in enumerate(position.cells) if c == mark) for mark in (1, 2)}
        self.own, self.other = sides[position.to_move], sides[3 - position.to_move]

    def cells(self, own: int, other: int, most: int) -> int:
        """Return the empty cells of lines that lack at most so many marks of `own`."""
        found = 0
        for line in self.lines:
            if not line & other and (line & own).bit_count() >= self.k - most:
                found |= line
        return found & ~own

    def wins(self, own: int, other: int, moves: int) -> bool:
        """Tell whether the side to move wins in so many of its moves."""
        if self.cells(own, other, 1):
            return True
        must = self.cells(other, own, 1)
        if moves == 1 or must.bit_count() > 1:
            return False
        tried = must or self.cells(own, other, moves) | self.cells(other, own, moves)
        return any(self.holds(own | cell, other, moves - 1) for cell in bits(tried))

    def holds(self, own: int, other: int, moves: int) -> bool:
        """Tell whether the win comes in so many moves although the other side is to move."""
        if self.cells(other, own, 1):
            return False
        threats = self.cells(own, other, 1)
        if threats.bit_count() > 1:
            return True
        if not threats and (moves == 1 or not self.wins(own, other, moves)):
            return False  # a mark more never hurts the other side
        answers = threats or self.cells(own, other, moves) | self.cells(other, own, moves)
        return all(self.wins(own, other | cell, moves) for cell in bits(answers))

    def first_moves(self, moves: int) -> list[int]:
        """List the cells that begin a win in so many moves; none where a shorter one is there."""
        if self.wins(self.own, self.other, moves - 1):
            return []
        empty = bits(self.all & ~self.own & ~self.other)
        return [cell.bit_length() - 1 for cell in empty if self.holds(self.own | cell, self.other, moves - 1)]
