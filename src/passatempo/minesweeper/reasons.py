"""The question `explain`: a minimal set of numbers for every certain cell, its difficulty, and its words."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from passatempo.core.interface import Interface
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Limits, Report, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.minesweeper.census import no_layout_reason
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.model import LEVELS, Board, Cell, Explanation, Level, Place, Reason, is_covered
from passatempo.minesweeper.text import write_place

WORDS_SHARE = 0.3  # of the seconds, for the sentences of what the kernel finds
PATTERNS = ("1-1", "1-2", "1-2-1", "1-2-2-1")


def explain(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Explanation]:
    """Explain every certain cell, easiest first.

    Single numbers come first, applied repeatedly, then pairs of numbers that share cells, then any set of numbers. The
    mine count is used only if no set of numbers suffices. The sets are minimal.

    Parameters
    ----------
    board
        Any board.
    limits
        `nodes` limits the decisions and conflicts of the solver that reduces the sets, and the states of diagrams if
        mines are counted.

    Returns
    -------
    Outcome
        `FEASIBLE` if a limit came before all certain cells were explained.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> for reason in explain(read("01#1#")).answer.reasons:
    ...     print(reason.cell, reason.level, reason.because)
    (0, 2) single ((0, 1),)
    (0, 4) single ((0, 1), (0, 3))
    """
    deadline = Deadline(limits)
    if board.mines is not None and board.mines > board.covered:
        return Outcome(Status.IMPOSSIBLE, reason=no_layout_reason(board))
    kernel_limits = deadline.end_earlier(WORDS_SHARE * (limits.seconds or 0.0)).remaining_limits
    answer = Interface.of("minesweeper").ask("explain", kernel_limits, board=exact.board_record(board), cells=())
    stats, state = {"nodes": answer.node_count}, answer.reply["state"]
    if state == exact.CONTRADICTORY:
        return Outcome(Status.IMPOSSIBLE, reason=no_layout_reason(board), stats=stats)
    reasons: list[Reason] = []
    stop_reason = answer.stop
    for cell_reason in answer.reply["reasons"]:
        if deadline.poll():
            stop_reason = deadline.stop_reason
            break
        reasons.append(_write_reason(board, cell_reason))
    if stop_reason is not StopReason.DONE and not reasons:
        return Outcome(Status.UNKNOWN, stopped=stop_reason, stats=stats)
    reasons.sort(key=_ease)
    status = Status.SOLVED if stop_reason is StopReason.DONE else Status.FEASIBLE
    return Outcome(status, Explanation(tuple(reasons)), stopped=stop_reason, stats=stats)


def reason_of(board: Board, place: Place) -> Reason | None:
    """Explain one certain cell; None if it is not certain.

    >>> from passatempo.minesweeper import read
    >>> reason_of(read("01#1#"), (0, 4)).because, reason_of(read("#1#"), (0, 0))
    (((0, 1), (0, 3)), None)
    """
    return easiest_reason(board, (place,))


def easiest_reason(board: Board, places: Sequence[Place]) -> Reason | None:
    """Explain the easiest of these cells; None if none is certain. Other cells are skipped to save time."""
    cells = [at for place in places if (at := board.cell(*place)) is not None and is_covered(board.cells[at])]
    if not cells:
        return None
    answer = Interface.of("minesweeper").ask("explain", board=exact.board_record(board), cells=cells)
    return min([_write_reason(board, reason) for reason in answer.reply["reasons"]], key=_ease, default=None)


def _write_reason(board: Board, reason: Any) -> Reason:
    """Describe a reason of the kernel, a record `CellReason`."""
    level = LEVELS[reason.level]
    sentence = reason_sentence(board, reason.because, reason.steps, reason.cell, mine=reason.mine, level=level)
    because = tuple([board.place(number) for number in reason.because])
    return Reason(board.place(reason.cell), reason.mine, because, level, sentence)


def _ease(reason: Reason) -> tuple[int, int, Place]:
    """Return the sort key of a reason: easiest first."""
    return LEVELS.index(reason.level), len(reason.because), reason.cell


def contradiction(board: Board, /, limits: Limits = Limits()) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Explain why a board has no layout, by a minimal set of numbers, with the mine count only if needed.

    Returns
    -------
    tuple
        A sentence, and the cells of the numbers as rows and columns from 1. Both are empty if a limit came first or a
        layout exists.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> contradiction(read("##1/212"))
    ('the 2 at (2, 1) and the 1 at (2, 2) cannot both hold', ((2, 1), (2, 2)))
    >>> contradiction(read("1#", mines=2))
    ('1 covered cell cannot hold 2 mines', ())
    """
    if board.mines is not None and board.mines > board.covered:
        return f"{count_of(board.covered, 'covered cell')} cannot hold {count_of(board.mines, 'mine')}", ()
    answer = Interface.of("minesweeper").ask("conflict", limits, board=exact.board_record(board))
    if not answer.reply["found"]:
        return "", ()
    return _conflict_sentence(board, answer.reply["because"], needs_count=answer.reply["counted"])


def _conflict_sentence(
    board: Board, numbers: Sequence[Cell], *, needs_count: bool
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """State that numbers, and the mine count if it is needed, contradict each other."""
    places = [board.place(number) for number in numbers]
    clue_phrases = [
        f"the {board.cells[number]} at {write_place(place)}" for number, place in zip(numbers, places, strict=True)
    ]
    if needs_count:
        clue_phrases.append("the mine" if board.mines == 1 else f"the {board.mines} mines in all")
    return _join_conflict(clue_phrases), tuple([(row + 1, column + 1) for row, column in places])


def _join_conflict(clue_phrases: list[str]) -> str:
    if len(clue_phrases) == 1:
        return f"{clue_phrases[0]} cannot hold: too few cells, or too many mines, are around"
    if len(clue_phrases) == 2:
        return f"{clue_phrases[0]} and {clue_phrases[1]} cannot both hold"
    return f"{', '.join(clue_phrases[:-1])} and {clue_phrases[-1]} cannot all hold"


def contradiction_in(question: Question, /, limits: Limits = Limits()) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Explain why the board of a question has no layout, as `contradiction` does."""
    return contradiction(question.instance, limits)


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
