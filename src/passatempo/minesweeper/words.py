"""Boards and answers as text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from shutil import get_terminal_size
from textwrap import wrap

from passatempo.core.json import decimal_digits, dump_fraction
from passatempo.core.pastime import Question
from passatempo.minesweeper.model import (
    FLAG,
    LEVELS,
    Board,
    Candidate,
    Certain,
    Chances,
    Click,
    Explanation,
    Guess,
    Place,
    Reason,
)
from passatempo.minesweeper.policies import POLICIES
from passatempo.minesweeper.text import write, write_grid, write_place

LARGEST_GRID = 120  # columns that fit on a wide screen
MOST_LISTED = 40  # cells listed by name; the grid shows the others
MAX_REASONS = 40  # reasons in text; JSON has all
_NONE, _CERTAIN = Fraction(0), Fraction(1)
NARROWEST, WITHOUT_TERMINAL = 40, 100  # columns of the lines of reasons
_HEADS = {
    "single": "one number after the other",
    "pair": "two numbers at a time",
    "chain": "several numbers together",
    "count": "with the mine count",
}


def show_board(board: Board) -> str:
    """Write the board with row and column numbers, a legend of its signs, and the remarks of its reader.

    >>> from passatempo.minesweeper import read
    >>> print(show_board(read("#1/#1", mines=1)))
       12
    1  #1
    2  #1
    # covered
    mines: 1
    """
    keys = write(board).splitlines()[board.rows :]
    return "\n".join([*grid_lines(board, {}), *keys, *(f"// {remark}" for remark in board.remarks)])


def grid_lines(board: Board, marks: Mapping[str, tuple[str, Sequence[Place]]]) -> list[str]:
    r"""Write the grid with row and column numbers, and a legend of its signs.

    Parameters
    ----------
    board
        The board.
    marks
        Signs that replace those of some cells: the description of the sign, and the cells.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> print("\n".join(grid_lines(read("01#1#"), {"+": ("safe", [(0, 4)])})))
       12345
    1  01#1+
    # covered, + safe
    """
    rows = [list(row) for row in write_grid(board).splitlines()]
    for sign, (_, places) in marks.items():
        for row, column in places:
            rows[row][column] = sign
    lines = number_rows(["".join(row) for row in rows])
    grid_signs = set().union(*rows)
    says = {"#": "covered", "F": "a flag", "?": "open, its number unknown"}
    says |= {sign: description for sign, (description, _) in marks.items()}
    legend = ", ".join(f"{sign} {description}" for sign, description in says.items() if sign in grid_signs)
    return [*lines, legend] if legend else lines


def number_rows(rows: Sequence[str]) -> list[str]:
    r"""Write rows of one character per cell, with row and column numbers at the edges.

    >>> print("\n".join(number_rows(["#1", "#2"])))
       12
    1  #1
    2  #2
    """
    margin = len(str(len(rows)))
    heads = [f"{'':{margin}}  {head}".rstrip() for head in _column_heads(len(rows[0]))]
    return [*heads, *(f"{number:>{margin}}  {row}" for number, row in enumerate(rows, 1))]


def _column_heads(columns: int) -> list[str]:
    r"""Return the column numbers: their last digits, and above each tenth one the digits before.

    >>> print("\n".join(_column_heads(12)))
             1
    123456789012
    """
    tens = "".join(f"{column // 10:>10}" for column in range(10, columns + 1, 10))
    units = "".join(str(column % 10) for column in range(1, columns + 1))
    return [tens, units] if tens else [units]


def board_reading(board: Board) -> str:
    """Describe which layouts count, and the meaning of flags."""
    mine_line = f"{board.mines} {'mine' if board.mines == 1 else 'mines'} in all"
    if board.mines is None:
        mine_line = "any number of mines: every layout counts once"
    return mine_line + ("; flags are claims: they change no answer" if FLAG in board.cells else "")


def show_certain(board: Board, certain_cells: Certain) -> str:
    """Write the certain cells, above the numbered grid with + on safe cells and * on sure mines.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Certain
    >>> print(show_certain(read("01#1#"), Certain(((0, 4),), ((0, 2),))))
    safe: (1, 5)
    sure mines: (1, 3)
    any number of mines: every layout counts once
       12345
    1  01*1+
    + safe, * a sure mine
    """
    rows = [f"safe: {place_list(certain_cells.safe)}", f"sure mines: {place_list(certain_cells.sure_mines)}"]
    if certain_cells.wrong_flags:
        rows.append(f"wrong flags: {place_list(certain_cells.wrong_flags)}")
    rows.append(board_reading(board))
    if board.columns <= LARGEST_GRID:
        rows += grid_lines(board, {"+": ("safe", certain_cells.safe), "*": ("a sure mine", certain_cells.sure_mines)})
    return "\n".join(rows)


def place_list(places: Sequence[Place]) -> str:
    """Write cells one by one, up to a readable number.

    >>> place_list([(0, 1), (2, 0)])
    '(1, 2) (3, 1)'
    """
    named = " ".join(map(write_place, places[:MOST_LISTED])) or "none"
    return named + (f" ... {len(places)} in all" if len(places) > MOST_LISTED else "")


_VERDICT_PHRASES = {
    "safe": "is safe: no layout has a mine there",
    "sure_mine": "is a mine in every layout",
    "may_be_mine": "may be a mine",
    "already_open": "is already open",
    "out_of_range": "is not on the board",
    "contradiction": "cannot be judged: the board is contradictory, no layout of mines fits it",
}


def show_click(board: Board, click: Click) -> str:
    """Write the verdict and a layout that proves it.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Click
    >>> print(show_click(read("01#1#", click=(1, 5)), Click("safe")))
    (1, 5) is safe: no layout has a mine there
    any number of mines: every layout counts once
    """
    verdict_line = f"{write_place(board.asked)} {_VERDICT_PHRASES[click.verdict]}"
    if click.verdict == "already_open":
        verdict_line += f" ({write_grid(board).splitlines()[board.asked[0]][board.asked[1]]})"
    if click.verdict == "may_be_mine" and click.probability is not None:
        verdict_line += f", with chance {dump_fraction(click.probability)}"
    rows = [verdict_line, board_reading(board)]
    return "\n".join([*rows, "a layout with a mine there:", click.witness] if click.witness else rows)


def show_chances(board: Board, chances: Chances) -> str:
    """Write the chances cell by cell, from the lowest, above the numbered grid.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Chances
    >>> from fractions import Fraction
    >>> print(show_chances(read("1##"), Chances(2, {(0, 1): Fraction(1)}, Fraction(1, 2))))
    1/2  every other covered cell
    1    (1, 2)
    lowest chance of a mine: 1/2
    layouts: 2; any number of mines: every layout counts once
       123
    1  1*#
    # covered, * a sure mine
    """
    equal = {id(chance): chance for chance in chances.near.values()}  # by identity, as fractions compare slowly
    groups: dict[Fraction | None, list[Place]] = {}
    chance_places = {identity: groups.setdefault(chance, []) for identity, chance in equal.items()}
    for place, chance in chances.near.items():
        chance_places[id(chance)].append(place)
    chance_lines = [(chance, place_list(sorted(groups[chance]))) for chance in groups]
    if board.covered > len(chances.near):
        chance_lines.append((chances.other, "every other covered cell"))
    chance_lines.sort(key=lambda row: (row[0] is None, row[0] or 0))
    chance_texts = [(dump_fraction(chance) or "unknown", cells) for chance, cells in chance_lines]
    width = max((len(chance) for chance, _ in chance_texts), default=0)
    rows = [f"{chance:<{width}}  {cells}" for chance, cells in chance_texts]
    lowest = dump_fraction(chances.lowest) or "unknown"
    lowest_line = f"lowest chance of a mine: {lowest}" if board.covered else "no covered cell"
    count_line = "estimates" if chances.solutions is None else f"layouts: {decimal_digits(chances.solutions)}"
    count_line = "certain squares only" if None in groups else count_line
    rows += [lowest_line, f"{count_line}; {board_reading(board)}"]
    if board.columns <= LARGEST_GRID:
        rows += grid_lines(
            board, {"+": ("safe", groups.get(_NONE, [])), "*": ("a sure mine", groups.get(_CERTAIN, []))}
        )
    return "\n".join(rows)


def show_explanation(board: Board, explanation: Explanation) -> str:
    """Write the reasons by difficulty; each step is written once, with a number for later references.

    If there are too many, the hardest come first, and the hardest level is complete.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.reasons import explain
    >>> board = read("01#1#")
    >>> print(show_explanation(board, explain(board).answer))
    one number after the other
      (1, 3) is a mine: [1] the 1 at (1, 2) touches no other covered cell: a mine is at (1, 3)
      (1, 5) is safe: [1]; [2] the 1 at (1, 4) has its mine at (1, 3): (1, 5) is safe
    any number of mines: every layout counts once
    """
    levels: dict[str, dict[tuple[bool, str], list[Place]]] = {}  # cells with the same reason
    for reason in explanation.reasons:
        levels.setdefault(reason.level, {}).setdefault((reason.mine, _without_place(reason)), []).append(reason.cell)
    room = MAX_REASONS
    order = [level for level in LEVELS if level in levels]
    if sum(map(len, levels.values())) > room:
        order.reverse()
        room = max(room, len(levels[order[0]]))
    rows: list[str] = []
    numbers: dict[str, int] = {}
    cell_count = 0
    for level in order:
        level_reasons = list(levels[level].items())[:room]
        rows += [_HEADS[level]] if level_reasons else []
        for (mine, text), cells in level_reasons:
            rows += _wrap_line(f"{_cells_sentence(cells, mine=mine)}: {_refer_to_steps(text, numbers)}")
            cell_count += len(cells)
        room -= len(level_reasons)
    reason_count = len(explanation.reasons)
    cut = [f"{cell_count} of {reason_count} shown; --format json has all"] if cell_count < reason_count else []
    return "\n".join([*(rows or ["no cell is certain"]), board_reading(board), *cut])


def _without_place(reason: Reason) -> str:
    """Return the words of a reason that other cells can share, without its own cell at the end."""
    place = write_place(reason.cell)
    end = f" at {place}: {place} is {'a mine' if reason.mine else 'safe'}"
    is_chain = reason.level in ("chain", "count") and reason.text.endswith(end)
    return f"{reason.text.removesuffix(end)} there" if is_chain else reason.text


def _cells_sentence(cells: Sequence[Place], *, mine: bool) -> str:
    """Describe some cells.

    >>> _cells_sentence([(0, 1), (0, 3)], mine=True)
    '(1, 2), (1, 4) are mines'
    """
    named = ", ".join(map(write_place, cells))
    if len(cells) == 1:
        return f"{named} is {'a mine' if mine else 'safe'}"
    return f"{named} are {'mines' if mine else 'safe'}"


def _refer_to_steps(text: str, numbers: dict[str, int]) -> str:
    """Write the steps of a reason, and replace earlier ones by their numbers.

    >>> numbers = {"a: b": 1}
    >>> _refer_to_steps("a: b; c: d", numbers), numbers
    ('[1]; [2] c: d', {'a: b': 1, 'c: d': 2})
    """
    pattern = re.search(r" \(the pattern [0-9-]+\)$", text)
    pattern_suffix = pattern[0] if pattern else ""
    step_lines = []
    for step in text.removesuffix(pattern_suffix).split("; "):
        is_known = step in numbers
        number = numbers.setdefault(step, len(numbers) + 1)
        step_lines.append(f"[{number}]" if is_known else f"[{number}] {step}")
    return "; ".join(step_lines) + pattern_suffix


def _wrap_line(line: str) -> list[str]:
    """Wrap a line at the width of the terminal, never inside a cell's name."""
    columns = max(NARROWEST, get_terminal_size((WITHOUT_TERMINAL, 24)).columns)
    solid_line = re.sub(r"\((\d+), (\d+)\)", "(\\1,\u00a0\\2)", line)
    rows = wrap(
        solid_line,
        columns,
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [row.replace("\u00a0", " ") for row in rows]


def show_guess(board: Board, answer: Guess) -> str:
    """Write the cell to open, the other candidates, and the policy.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Candidate
    >>> one = Candidate((0, 1), Fraction(2, 3), Fraction(0))
    >>> print(show_guess(read("1#/##", mines=1), Guess((one,))))
    open (1, 2): safe with chance 2/3
    (1, 2)  zero with chance 0
    policy least-chance: the least chance of a mine, then the best chance of a zero; 1 mine in all
       12
    1  1o
    2  ##
    # covered, o open this
    """
    if answer.cell is None:
        return f"the game is won: every covered cell holds a mine\n{board_reading(board)}"
    safety_phrase = "certainly safe" if answer.safety == 1 else f"safe with chance {dump_fraction(answer.safety)}"
    rows = [f"open {write_place(answer.cell)}: {safety_phrase}"]
    if len(answer.safe) > 1:
        rows.append(f"certainly safe: {place_list(answer.safe)}")
    rows += filter(None, map(_candidate_line, answer.candidates))
    if not answer.safe and len(answer.equal) > 1:
        rows.append(f"equally good: {place_list(answer.equal)}")
    if answer.win is not None:
        rows.append(f"the game is won with chance {dump_fraction(answer.win)}")
    row = POLICIES.get(answer.policy)
    rows.append(f"policy {answer.policy}{f': {row.summary}' if row else ''}; {board_reading(board)}")
    if board.columns <= LARGEST_GRID:
        rows += grid_lines(board, {"+": ("safe", answer.safe), "o": ("open this", [answer.cell])})
    return "\n".join(rows)


def _candidate_line(candidate: Candidate) -> str:
    """Write the values of a candidate; empty if it only has its safety."""
    at = write_place(candidate.place)
    if candidate.progress is not None:
        shares = {"safe": candidate.safety, "progress": candidate.progress, "zero": candidate.zero or 0}
        share_line = ", ".join(f"{name} {float(share):.4f}" for name, share in shares.items())
        return (
            f"{at}  {share_line}"
            if candidate.value is None
            else f"{at}  value {float(candidate.value):.4f}: {share_line}"
        )
    if candidate.zero is not None:
        return f"{at}  zero with chance {dump_fraction(candidate.zero)}"
    return ""


def show_readings(question: Question, chances: Chances) -> str:
    """Write the chances in each reading."""
    board: Board = question.instance
    chances_report = show_chances(board, chances)
    if chances.uncounted is not None:
        chances_report += "\n\n" + show_chances(replace(board, mines=None), chances.uncounted)
    return chances_report
