"""Positions at which a player has to guess, with lists of all their layouts, and what these say of a click."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from types import SimpleNamespace

from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.minesweeper.exact.methods import board_record
from passatempo.minesweeper.model import COVERED, UNKNOWN, Board, is_covered
from passatempo.minesweeper.policies import POLICIES


def covered(rows, columns, mines, variant="square"):
    return Board(rows, columns, bytes([COVERED]) * (rows * columns), mines, variant)


def asked(board, policy, limits=Limits(), *, first=0, opening=False, weigh=False, seed=1, start=0, count=1, threads=1,
          keep=False):  # fmt: skip
    """Let a policy play; return why it stopped too."""
    which = {"first": first, "opening": opening, "weigh": weigh, "seed": seed, "start": start, "count": count}
    said = which | {"policy": [*policy.settings().values()], "threads": threads, "keep": keep}
    return Interface.of("minesweeper").ask("simulate", limits, board=board_record(board), **said)


def simulate(board, policy, count, **which):
    return SimpleNamespace(**asked(board, policy, count=count, **which).reply)


def advise(board, policy):
    """Ask a policy for its cell."""
    reply = (
        Interface.of("minesweeper").ask("guess", board=board_record(board), policy=[*policy.settings().values()]).reply
    )
    return SimpleNamespace(**reply)


def shown(surface, cell, layout):
    """Return what a cell shows when it is opened; None for a mine."""
    return None if cell in layout else sum(other in layout for other in surface.neighbours(cell))


def apart(surface, layouts, cells):
    """Put together the layouts that show the same at some cells."""
    parts = {}
    for layout in layouts:
        parts.setdefault(tuple(shown(surface, cell, layout) for cell in cells), []).append(layout)
    return list(parts.values())


def won_by_best_play(surface, layouts, opened, size, known):
    """Return in how many of the layouts the best play wins, once these cells are open; `known` is a table of answers.

    All cells are tried, dead ones too: the definition, with no shortcut but that cells that are safe in all layouts
    cost nothing.
    """
    if len(layouts) <= 1:
        return len(layouts)
    key = (opened, frozenset(layouts))
    if key in known:
        return known[key]
    mined = set().union(*layouts)
    safe = [cell for cell in range(size) if cell not in mined and cell not in opened]

    def after(cells):
        left = [layout for layout in layouts if layout.isdisjoint(cells)]
        parts = apart(surface, left, cells)
        return sum(won_by_best_play(surface, part, opened.union(cells), size, known) for part in parts)

    known[key] = after(safe) if safe else max(after([cell]) for cell in mined)
    return known[key]


def weighed(board, layouts, policy, cell):
    """Return safety, progress, value and zero of a click, by their definitions, from the list of all layouts."""
    surface = board.surface
    unknown = [c for c, code in enumerate(board.cells) if is_covered(code) and 0 < count(layouts, c) < len(layouts)]
    others = [c for c in unknown if c != cell]
    left = [layout for layout in layouts if cell not in layout]
    implied = {c for c in others if not count(left, c)}

    def tells(one, part):  # whether a neighbour is not certain, without which a cell says nothing
        near = [c for c in surface.neighbours(one) if c in others]
        return not policy.alive or any(0 < count(part, c) < len(part) for c in near)

    def promise(part):  # the chance to survive the next click
        if not any(0 < count(part, c) < len(part) for c in others):
            return Fraction(1)
        safety = {c: 1 - Fraction(count(part, c), len(part)) for c in others}
        living = sorted((safety[c] for c in others if safety[c] and tells(c, part)), reverse=True)
        if not living:
            return max(safety.values())
        share = Fraction(str(policy.second))
        return (1 - share) * living[0] + share * living[min(1, len(living) - 1)]

    value = progress = zero = Fraction(0)
    for part in apart(surface, left, [cell]):
        fresh = {c for c in others if not count(part, c)} - implied
        value += len(part) * promise(part)
        progress += len(part) * any(tells(c, part) for c in fresh)
        zero += len(part) * (shown(surface, cell, part[0]) == 0)
    progress /= len(left)
    value *= (1 + Fraction(str(policy.progress)) * progress) / len(layouts)
    return Fraction(len(left), len(layouts)), progress, value, zero / len(layouts)


def count(layouts, cell):
    return sum(cell in layout for layout in layouts)


def open_cell(surface, cells, cell, layout):
    """Open a cell, and all around a zero."""
    waiting = [cell]
    while waiting:
        at = waiting.pop()
        if is_covered(cells[at]):
            cells[at] = shown(surface, at, layout)
            if cells[at] == 0:
                waiting += surface.neighbours(at)


def guesses(board, seed, first=0):
    """Yield the positions at which a player who takes the least chance has to guess."""
    for start in range(0, 10_000, 50):
        played = simulate(board, POLICIES["least-chance"], 50, first=first, seed=seed, start=start, keep=True)
        for game in played.games:
            layout = frozenset(cell for cell, mine in enumerate(game.layout) if mine)
            cells = bytearray(board.cells)
            for cell, guess in zip(game.clicks, game.guessed, strict=True):
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
