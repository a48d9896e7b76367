"""Judges puzzles from the rules alone: which cells can hold a mine, what easy rules settle, whether a proof holds.

Numbers are pairs of a number and the covered cells around it. Layouts are counted cell by cell, column after column;
partial layouts with which the numbers miss the same are one state, with their numbers of mines as bits.
"""

from passatempo.minesweeper.model import COVERED, UNKNOWN, Board, is_covered


def near(board, cell):
    """Return the cells around a cell."""
    row, column = divmod(cell, board.columns)
    places = [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    return [i * board.columns + j for i, j in places if 0 <= i < board.rows and 0 <= j < board.columns]


def numbers_of(board, among=None):
    """Return the numbers of a position, or those at some cells."""
    shown = [cell for cell, code in enumerate(board.cells) if code < UNKNOWN]
    chosen = shown if among is None else [cell for cell in shown if cell in among]
    return [(board.cells[cell], [n for n in near(board, cell) if is_covered(board.cells[n])]) for cell in chosen]


def mine_counts(board, numbers, claims=()):
    """Return, as bits, how many mines the cells around some numbers can have, with some cells claimed as mines."""
    cells = sorted({c for _, scope in numbers for c in scope}, key=lambda c: (c % board.columns, c))
    beside = {cell: [k for k, (_, scope) in enumerate(numbers) if cell in scope] for cell in cells}
    left = [len(scope) for _, scope in numbers]
    states = {tuple(need for need, _ in numbers): 1}
    for cell in cells:
        for k in beside[cell]:
            left[k] -= 1
        after = {}
        for missing, counts in states.items():
            for mine in (1,) if cell in claims else (0, 1):
                then = list(missing)
                for k in beside[cell]:
                    then[k] -= mine
                if all(0 <= then[k] <= left[k] for k in beside[cell]):
                    key = tuple(then)
                    after[key] = after.get(key, 0) | counts << mine
        states = after
    return states.get((0,) * len(numbers), 0)


def can_be_mine(board, cell, among=None, *, counted=True):
    """Tell whether a layout of some numbers, with or without the mine count, has a mine in a cell."""
    numbers = numbers_of(board, among)
    around = {c for _, scope in numbers for c in scope}
    if not counted or board.mines is None:
        return bool(mine_counts(board, _reached(numbers, cell), (cell,))) if cell in around else True
    others = board.covered - len(around)
    counts = mine_counts(board, numbers, (cell,))
    if cell not in around:
        counts, others = counts << 1, others - 1
    return any(counts >> mines & 1 and board.mines - others <= mines <= board.mines for mines in range(board.mines + 1))


def _reached(numbers, cell):
    """Return the numbers that share cells with those around a cell, and so on."""
    found, cells = [], {cell}
    rest = list(numbers)
    while more := [number for number in rest if cells & set(number[1])]:
        found += more
        rest = [number for number in rest if number not in more]
        cells |= {c for _, scope in more for c in scope}
    return found


def safe_cells(board, *, counted=True):
    """Return all safe cells."""
    covered = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
    return {cell for cell in covered if not can_be_mine(board, cell, counted=counted)}


def settled(board, *, pairs):
    """Return what single numbers settle, or also pairs of them: cells, and whether each is a mine."""
    value = {}
    numbers = numbers_of(board)
    while True:
        new = {}
        left = [(n - sum(value.get(c, 0) for c in s), {c for c in s if c not in value}) for n, s in numbers]
        for k, (need, scope) in enumerate(left):
            new |= _extreme(need, need, scope)
            for other, around in left[k + 1 :] if pairs else ():
                both, one, two = scope & around, scope - around, around - scope
                if both:
                    low, high = max(0, need - len(one), other - len(two)), min(len(both), need, other)
                    new |= _extreme(low, high, both)
                    new |= _extreme(need - high, need - low, one)
                    new |= _extreme(other - high, other - low, two)
        if not new:
            return value
        value |= new


def _extreme(low, high, cells):
    if high == 0 or low == len(cells):
        return dict.fromkeys(cells, high > 0)
    return {}


def level_of(board):
    """Return the easiest level at which a cell of a position is safe, and the cells that are safe by it."""
    for level in ("single", "pair"):
        value = settled(board, pairs=level == "pair")
        if found := {cell for cell, mine in value.items() if not mine}:
            return level, found
    for level in ("chain", "count"):
        if found := safe_cells(board, counted=level == "count"):
            return level, found
    return "", set()


def opened(board, mines, clicks):
    """Open cells, and around a zero all there are; a mine among them is an error."""
    cells, stack = bytearray(board.cells), list(clicks)
    while stack:
        cell = stack.pop()
        assert cell not in mines, f"cell {cell} is a mine"
        if cells[cell] == COVERED:
            around = near(board, cell)
            cells[cell] = sum(n in mines for n in around)
            stack += around if cells[cell] == 0 else []
    return Board(board.rows, board.columns, bytes(cells), board.mines)


def follow(board, mines, proof):
    """Follow the steps of a proof, each judged by its own numbers; return the position in the end."""
    number = board.columns
    for step in proof:
        cells, because = ([(row - 1) * number + column - 1 for row, column in step[key]] for key in ("open", "because"))
        assert all(board.cells[cell] < UNKNOWN for cell in because), step
        for cell in cells:
            assert not can_be_mine(board, cell, because, counted=step["level"] == "count"), step
        board = opened(board, mines, cells)
    return board
