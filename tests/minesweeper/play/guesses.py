"""Positions at which a player has to guess, with lists of all their layouts."""

from array import array
from dataclasses import replace
from itertools import islice

from passatempo.minesweeper import _kernel
from passatempo.minesweeper.exact import plain_play
from passatempo.minesweeper.exact.methods import seen
from passatempo.minesweeper.model import COVERED, UNKNOWN, Board, is_covered
from passatempo.minesweeper.policies import POLICIES

FOREVER = (1e9, None)


def covered(rows, columns, mines, variant="square"):
    return Board(rows, columns, bytes([COVERED]) * (rows * columns), mines, variant)


def simulate(board, policy, count, *, first=0, opening=False, weigh=False, seed=1, start=0, threads=1, record=False):
    return _kernel.simulate(
        seen(board), first, opening, policy.settings(), weigh, seed, start, count, threads, record, *FOREVER
    )


def open_cell(surface, cells, cell, layout):
    """Open a cell, and all around a zero."""
    waiting = [cell]
    while waiting:
        at = waiting.pop()
        if is_covered(cells[at]):
            cells[at] = plain_play.shown(surface, at, layout)
            if cells[at] == 0:
                waiting += surface.neighbours(at)


def guesses(board, seed, first=0):
    """Yield the positions at which a player who takes the least chance has to guess."""
    for start in range(0, 10_000, 50):
        played = simulate(board, POLICIES["least-chance"], 50, first=first, seed=seed, start=start, record=True)
        for game in played.records:
            layout = frozenset(cell for cell, mine in enumerate(game.layout) if mine)
            cells = bytearray(board.cells)
            for cell, guess in zip(array("I", game.clicks), game.guessed, strict=True):
                if guess:
                    yield replace(board, cells=bytes(cells))
                if cell not in layout:
                    open_cell(board.surface, cells, cell, layout)


def layouts_of(board, most):
    """List all layouts, trying free and mined cell after cell; None if there are more than `most`."""
    surface, size = board.surface, len(board.cells)
    near = [[n for n in surface.neighbours(cell) if is_covered(board.cells[n])] for cell in range(size)]
    numbers = [(cell, board.cells[cell]) for cell in range(size) if board.cells[cell] < UNKNOWN]
    seers = [[(number, value) for number, value in numbers if cell in near[number]] for cell in range(size)]
    hidden = [cell for cell in range(size) if is_covered(board.cells[cell])]
    hidden.sort(key=lambda cell: (not seers[cell], cell))
    found, mines, settled = [], set(), set()

    def holds(cell):
        for number, value in seers[cell]:
            laid = sum(n in mines for n in near[number])
            if not laid <= value <= laid + sum(n not in settled for n in near[number]):
                return False
        return len(mines) <= board.mines <= len(mines) + len(hidden) - len(settled)

    def settle(at):
        if len(found) > most:
            return
        if at == len(hidden):
            found.append(frozenset(mines))
            return
        settled.add(hidden[at])
        for mine in (False, True):
            if mine:
                mines.add(hidden[at])
            if holds(hidden[at]):
                settle(at + 1)
        mines.discard(hidden[at])
        settled.discard(hidden[at])

    settle(0)
    return None if len(found) > most else found


def small_guesses(variant, count, most, seed=3, size=(6, 6, 9)):
    """Yield positions with few layouts, and these."""
    found = ((board, layouts_of(board, most)) for board in guesses(covered(*size, variant), seed))
    return islice(((board, layouts) for board, layouts in found if layouts), count)
