"""The rules for one number and for two numbers: the rules that people use, their trace, and their description."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from passatempo.core.limits import Deadline
from passatempo.minesweeper.model import Board, Cell
from passatempo.minesweeper.network import Number, numbers_by_cell
from passatempo.minesweeper.text import write_place

Rule: TypeAlias = Literal["single", "pair"]
LOOKS = 32  # numbers between two clock checks; a pair may take 100 us
PATTERNS = ("1-1", "1-2", "1-2-1", "1-2-2-1")


class RuleApplication(NamedTuple):
    """One application of a rule.

    Parameters
    ----------
    numbers
        The index of the number, or of the two numbers.
    premise_cells
        The cells around them that were decided before.
    conclusions
        The cells that are decided now.
    mine
        Whether the conclusions are mines.
    """

    numbers: tuple[int, ...]
    premise_cells: tuple[Cell, ...]
    conclusions: tuple[Cell, ...]
    mine: bool


class Deduction:
    """All conclusions of a rule that is applied repeatedly, each cell with the step that decided it.

    A number is visited again when a cell around it is decided, for pairs together with each number that shares a cell.
    The cost is linear in the board.

    Raises
    ------
    Stopped
        If a limit came first.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.network import network
    >>> deduction = Deduction(network(read("01#1#")).numbers, "single")
    >>> deduction.cell_values
    {2: True, 4: False}
    >>> [step.numbers for step in deduction.trace(4)]
    [(1,), (2,)]
    """

    def __init__(self, numbers: Sequence[Number], rule: Rule, deadline: Deadline | None = None) -> None:
        self.numbers = numbers
        self.cell_numbers = numbers_by_cell(numbers, deadline)
        self.cell_values: dict[Cell, bool] = {}  # of a decided cell, whether it holds a mine
        self.step_indices: dict[Cell, int] = {}  # of a decided cell, the index of its step
        self.steps: list[RuleApplication] = []
        look_count = 0
        # Queues without duplicates. (A plain dict finds its first key ever more slowly as earlier keys are deleted.)
        singles = OrderedDict.fromkeys(range(len(numbers)))
        pairs = OrderedDict.fromkeys(range(len(numbers)) if rule == "pair" else ())
        while singles or pairs:
            is_single = bool(singles)
            k, _ = (singles or pairs).popitem(last=False)
            look_count += 1
            if deadline is not None and look_count % LOOKS == 0:
                deadline.check()
            for step in self._apply_single(k) if is_single else self._apply_pairs(k):
                for cell in step.conclusions:
                    self.cell_values[cell], self.step_indices[cell] = step.mine, len(self.steps)
                self.steps.append(step)
                near_numbers = dict.fromkeys(n for cell in step.conclusions for n in self.cell_numbers[cell])
                singles |= near_numbers
                if rule == "pair":
                    pairs |= near_numbers

    def mines_missing(self, k: int) -> tuple[int, list[Cell]]:
        """Return the mines that a number still misses, and its open cells."""
        number = self.numbers[k]
        left = number.need - sum(self.cell_values.get(cell, False) for cell in number.scope)
        return left, [cell for cell in number.scope if cell not in self.cell_values]

    def _apply_single(self, k: int) -> list[RuleApplication]:
        left, open_cells = self.mines_missing(k)
        if open_cells and left in (0, len(open_cells)):
            return [self._new_step((k,), open_cells, mine=left > 0)]
        return []

    def _apply_pairs(self, k: int) -> list[RuleApplication]:
        """Combine a number with each one that shares an open cell, until two decide a cell."""
        partners = dict.fromkeys(n for cell in self.mines_missing(k)[1] for n in self.cell_numbers[cell] if n != k)
        for other in partners:
            steps = list(self._apply_pair(k, other))
            if steps:
                return steps
        return []

    def _apply_pair(self, k: int, other: int) -> Iterator[RuleApplication]:
        (a, first), (b, second) = self.mines_missing(k), self.mines_missing(other)
        shared = [cell for cell in first if cell in second]
        first_cells, second_cells = ([cell for cell in cells if cell not in shared] for cells in (first, second))
        min_mines, max_mines = max(0, a - len(first_cells), b - len(second_cells)), min(len(shared), a, b)
        if min_mines > max_mines:
            return  # a contradiction, which is reported elsewhere
        for cells, low, high in (
            (first_cells, a - max_mines, a - min_mines),
            (second_cells, b - max_mines, b - min_mines),
            (shared, min_mines, max_mines),
        ):
            if cells and (high == 0 or low == len(cells)):
                yield self._new_step((k, other), cells, mine=high > 0)

    def _new_step(self, numbers: tuple[int, ...], conclusions: list[Cell], *, mine: bool) -> RuleApplication:
        after = dict.fromkeys(cell for k in numbers for cell in self.numbers[k].scope if cell in self.cell_values)
        return RuleApplication(numbers, tuple(after), tuple(conclusions), mine)

    def trace(self, cell: Cell) -> list[RuleApplication]:
        """Return the steps that lead to a decided cell, each after those it needs."""
        cell_stack = [cell]
        step_indices: set[int] = set()
        while cell_stack:
            at = self.step_indices[cell_stack.pop()]
            if at not in step_indices:
                step_indices.add(at)
                cell_stack += self.steps[at].premise_cells
        return [self.steps[at] for at in sorted(step_indices)]


def reason_sentence(
    board: Board, numbers: Sequence[Number], deduction: Deduction | None, cell: Cell, *, mine: bool, needs_count: bool
) -> str:
    """Explain in words why a cell is safe or a mine.

    Parameters
    ----------
    board
        The board.
    numbers
        A minimal set of numbers that decides the cell.
    deduction
        The conclusions of the rules for one or two numbers among these; None if they do not decide the cell.
    cell, mine
        The cell, and whether it is a mine.
    needs_count
        Whether the mine count is needed in addition to the numbers.
    """
    if deduction is not None:
        steps = deduction.trace(cell)
        step_sentences = "; ".join(_step_sentence(board, numbers, deduction, step) for step in steps)
        pattern = _row_pattern(board, numbers)
        return step_sentences + (f" (the pattern {pattern})" if pattern and len(steps[-1].numbers) == 2 else "")
    named = _join_words([_number_name(board, number) for number in numbers])
    if needs_count:
        count = f"{board.mines} {'mine' if board.mines == 1 else 'mines'} in all"
        named = f"with {count}, {named}" if numbers else f"with {count}, the covered cells"
    adverb = "together " if len(numbers) > 1 else ""
    mine_phrase = "without a mine" if mine else "with a mine"
    verb = "leaves" if len(numbers) == 1 else "leave"
    end = "is a mine" if mine else "is safe"
    place = write_place(board.place(cell))
    return f"{named} {adverb}{verb} no layout {mine_phrase} at {place}: {place} {end}"


def _number_name(board: Board, number: Number) -> str:
    return f"the {number.need} at {write_place(board.place(number.cell))}"


def _place_names(board: Board, cells: Sequence[Cell]) -> str:
    return _join_words([write_place(board.place(cell)) for cell in sorted(cells)])


def _join_words(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def _conclusion_phrase(board: Board, step: RuleApplication) -> str:
    places = _place_names(board, step.conclusions)
    if step.mine:
        return f"{'mines are' if len(step.conclusions) > 1 else 'a mine is'} at {places}"
    return f"{places} {'are' if len(step.conclusions) > 1 else 'is'} safe"


def _step_sentence(board: Board, numbers: Sequence[Number], deduction: Deduction, step: RuleApplication) -> str:
    """Describe one step."""
    first = numbers[step.numbers[0]]
    mines = [cell for cell in step.premise_cells if deduction.cell_values[cell]]
    if len(step.numbers) == 2:
        return f"{_pair_phrase(board, numbers, step)}: {_conclusion_phrase(board, step)}"
    if step.mine:
        if not step.premise_cells:
            none = "no other covered cell" if len(step.conclusions) == 1 else "no other covered cells"
            return f"{_number_name(board, first)} touches {none}: {_conclusion_phrase(board, step)}"
        return (
            f"{_number_name(board, first)}, as "
            f"{_premise_phrase(board, deduction, step.premise_cells)}, has just {_cells_left(step)} left: "
            + (_conclusion_phrase(board, step))
        )
    if not first.need:
        return f"{_number_name(board, first)} has no mine around: {_conclusion_phrase(board, step)}"
    has = "its mine" if len(mines) == 1 else f"its {len(mines)} mines"
    return f"{_number_name(board, first)} has {has} at {_place_names(board, mines)}: {_conclusion_phrase(board, step)}"


def _cells_left(step: RuleApplication) -> str:
    return "one cell" if len(step.conclusions) == 1 else f"{len(step.conclusions)} cells"


def _premise_phrase(board: Board, deduction: Deduction, cells: Sequence[Cell]) -> str:
    """Describe the cells that are already decided."""
    mines = [cell for cell in cells if deduction.cell_values[cell]]
    safe = [cell for cell in cells if not deduction.cell_values[cell]]
    cell_phrases = [f"{_place_names(board, safe)} {'are' if len(safe) > 1 else 'is'} safe"] if safe else []
    cell_phrases += [f"{_place_names(board, mines)} {'are mines' if len(mines) > 1 else 'is a mine'}"] if mines else []
    return _join_words(cell_phrases)


def _pair_phrase(board: Board, numbers: Sequence[Number], step: RuleApplication) -> str:
    """Describe how two numbers share their mines."""
    first_number, second_number = (numbers[k] for k in step.numbers)
    named = f"{_number_name(board, first_number)} and {_number_name(board, second_number)}"
    shared = [cell for cell in first_number.scope if cell in second_number.scope and cell not in step.premise_cells]
    if set(step.conclusions) <= set(shared):
        return f"{named} need {'all' if step.mine else 'none'} of the cells they share"
    if not set(step.conclusions) <= set(second_number.scope):
        first_number, second_number = second_number, first_number
    places = f"the {len(shared)} covered cells that it shares" if len(shared) > 1 else "the covered cell that it shares"
    context_phrase = f" and {len(step.premise_cells)} known before" if step.premise_cells else ""
    with_other = f"{places} with {_number_name(board, first_number)}{context_phrase}"
    if not step.mine:
        return f"{_number_name(board, second_number)} has all its mines in {with_other}"
    rest = len(step.conclusions)
    return (
        f"{_number_name(board, second_number)} misses {rest} "
        f"{'mine' if rest == 1 else 'mines'} that cannot be in {with_other}"
    )


def _row_pattern(board: Board, numbers: Sequence[Number]) -> str:
    """Return the pattern that numbers in a straight row form by their missing mines, if any."""
    single = Deduction(numbers, "single")
    left = [(board.place(number.cell), single.mines_missing(k)[0]) for k, number in enumerate(numbers)]
    places = [place for place, _ in left]
    row, column = places[0]
    straight = [[(row, column + i) for i in range(len(left))], [(row + i, column) for i in range(len(left))]]
    missing_counts = [str(missing) for _, missing in left]
    named = {"-".join(missing_counts), "-".join(reversed(missing_counts))} & set(PATTERNS)
    return min(named) if named and places in straight else ""
