"""The question `explain`: a minimal set of numbers for every certain cell, its difficulty, and its description."""

from collections.abc import Sequence
from typing import Any

from passatempo.core.interface import Interface
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Limits, Report, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.minesweeper.census import no_layout_reason
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.model import LEVELS, Board, Cell, Explanation, Place, Reason, is_covered
from passatempo.minesweeper.reasons.sentences import reason_sentence
from passatempo.minesweeper.text import write_place

WORDS_SHARE = 0.3  # of the seconds, for the sentences of what the kernel finds


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
