"""Why a cell is certain, in words: the steps by which single numbers and pairs decide it, or the set of numbers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from passatempo.minesweeper.model import Board, Cell, Level, is_covered
from passatempo.minesweeper.text import write_place

PATTERNS = ("1-1", "1-2", "1-2-1", "1-2-2-1")


class Step(NamedTuple):
    """One application of a rule, as the kernel reports it.

    Parameters
    ----------
    numbers
        The cell of the number, or of the two numbers.
    known
        The cells around them that were decided before.
    settled
        The cells that are decided now.
    mine
        Whether these are mines.
    """

    numbers: tuple[Cell, ...]
    known: tuple[Cell, ...]
    settled: tuple[Cell, ...]
    mine: bool


def reason_sentence(
    board: Board, numbers: Sequence[Cell], steps: Sequence[Step], cell: Cell, *, mine: bool, level: Level
) -> str:
    """Explain in words why a cell is safe or a mine.

    Parameters
    ----------
    board
        The board.
    numbers
        The cells of a minimal set of numbers that decides the cell.
    steps
        The steps by which rules for one or two numbers decide it; empty for the levels `chain` and `count`.
    cell, mine
        The cell, and whether it is a mine.
    level
        The rule that decides it; `count` needs the mine count in addition to the numbers.
    """
    if steps:
        mines = {at: step.mine for step in steps for at in step.settled}
        sentence = "; ".join(_step_sentence(board, mines, step) for step in steps)
        pattern = _row_pattern(board, steps) if len(steps[-1].numbers) == 2 else ""
        return sentence + (f" (the pattern {pattern})" if pattern else "")
    named = _join_words([_number_name(board, number) for number in numbers])
    if level == "count":
        count = f"{board.mines} {'mine' if board.mines == 1 else 'mines'} in all"
        named = f"with {count}, {named}" if numbers else f"with {count}, the covered cells"
    adverb = "together " if len(numbers) > 1 else ""
    mine_phrase = "without a mine" if mine else "with a mine"
    verb = "leaves" if len(numbers) == 1 else "leave"
    end = "is a mine" if mine else "is safe"
    place = write_place(board.place(cell))
    return f"{named} {adverb}{verb} no layout {mine_phrase} at {place}: {place} {end}"


def _scope(board: Board, number: Cell) -> list[Cell]:
    """Return the covered cells around a number."""
    return [cell for cell in board.surface.neighbours(number) if is_covered(board.cells[cell])]


def _number_name(board: Board, number: Cell) -> str:
    return f"the {board.cells[number]} at {write_place(board.place(number))}"


def _place_names(board: Board, cells: Sequence[Cell]) -> str:
    return _join_words([write_place(board.place(cell)) for cell in sorted(cells)])


def _join_words(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def _conclusion_phrase(board: Board, step: Step) -> str:
    places = _place_names(board, step.settled)
    if step.mine:
        return f"{'mines are' if len(step.settled) > 1 else 'a mine is'} at {places}"
    return f"{places} {'are' if len(step.settled) > 1 else 'is'} safe"


def _step_sentence(board: Board, mines: Mapping[Cell, bool], step: Step) -> str:
    """Describe one step. `mines` says of each decided cell whether it is a mine."""
    conclusion = _conclusion_phrase(board, step)
    if len(step.numbers) == 2:
        return f"{_pair_phrase(board, step)}: {conclusion}"
    (number,) = step.numbers
    name, known_mines = _number_name(board, number), [cell for cell in step.known if mines[cell]]
    if step.mine and not step.known:
        none = "no other covered cell" if len(step.settled) == 1 else "no other covered cells"
        return f"{name} touches {none}: {conclusion}"
    if step.mine:
        left = "one cell" if len(step.settled) == 1 else f"{len(step.settled)} cells"
        return f"{name}, as {_known_phrase(board, mines, step.known)}, has just {left} left: {conclusion}"
    if not board.cells[number]:
        return f"{name} has no mine around: {conclusion}"
    has = "its mine" if len(known_mines) == 1 else f"its {len(known_mines)} mines"
    return f"{name} has {has} at {_place_names(board, known_mines)}: {conclusion}"


def _known_phrase(board: Board, mines: Mapping[Cell, bool], cells: Sequence[Cell]) -> str:
    """Describe the cells that are already decided."""
    known_mines = [cell for cell in cells if mines[cell]]
    safe = [cell for cell in cells if not mines[cell]]
    phrases = [f"{_place_names(board, safe)} {'are' if len(safe) > 1 else 'is'} safe"] if safe else []
    if known_mines:
        phrases += [f"{_place_names(board, known_mines)} {'are mines' if len(known_mines) > 1 else 'is a mine'}"]
    return _join_words(phrases)


def _pair_phrase(board: Board, step: Step) -> str:
    """Describe how two numbers share their mines."""
    first_number, second_number = step.numbers
    named = f"{_number_name(board, first_number)} and {_number_name(board, second_number)}"
    second_scope = _scope(board, second_number)
    shared = [cell for cell in _scope(board, first_number) if cell in second_scope and cell not in step.known]
    if set(step.settled) <= set(shared):
        return f"{named} need {'all' if step.mine else 'none'} of the cells they share"
    if not set(step.settled) <= set(second_scope):
        first_number, second_number = second_number, first_number
    places = f"the {len(shared)} covered cells that it shares" if len(shared) > 1 else "the covered cell that it shares"
    context_phrase = f" and {len(step.known)} known before" if step.known else ""
    with_other = f"{places} with {_number_name(board, first_number)}{context_phrase}"
    if not step.mine:
        return f"{_number_name(board, second_number)} has all its mines in {with_other}"
    rest = len(step.settled)
    return (
        f"{_number_name(board, second_number)} misses {rest} "
        f"{'mine' if rest == 1 else 'mines'} that cannot be in {with_other}"
    )


def _row_pattern(board: Board, steps: Sequence[Step]) -> str:
    """Return the pattern of numbers in a straight row, by the mines that they miss after single numbers."""
    mines = {cell for step in steps if step.mine and len(step.numbers) == 1 for cell in step.settled}
    numbers = sorted({number for step in steps for number in step.numbers})
    missing = [str(board.cells[number] - len(mines.intersection(_scope(board, number)))) for number in numbers]
    row, column = board.place(numbers[0])
    places = [board.place(number) for number in numbers]
    straight = [[(row, column + i) for i in range(len(places))], [(row + i, column) for i in range(len(places))]]
    named = {"-".join(missing), "-".join(reversed(missing))} & set(PATTERNS)
    return min(named) if named and places in straight else ""
