"""Boards and answers as text."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING

from passatempo.core.json import digits, dump_fraction
from passatempo.minesweeper.model import LEVELS, Board, Certain, Explanation, Guess
from passatempo.minesweeper.text import write, write_grid, write_place

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from passatempo.core.pastime import Question
    from passatempo.minesweeper.model import Board, Certain, Chances, Click, Place


LARGEST_GRID = 120  # columns that fit on a wide screen
MOST_LISTED = 40  # cells named one by one; the grid shows the others
MOST_TOLD = 40  # reasons told in text; JSON has all
_HEADS = {
    "single": "one number after the other",
    "pair": "two numbers at a time",
    "chain": "several numbers together",
    "count": "with the mine count",
}


def show_board(board: Board) -> str:
    """Write the board as the canonical text does, with what its reader remarked.

    >>> from passatempo.minesweeper import read
    >>> print(show_board(read("#1/#1", mines=1)))
    #1
    #1
    mines: 1
    """
    return "\n".join([write(board).rstrip("\n"), *(f"// {remark}" for remark in board.remarks)])


def reading(board: Board) -> str:
    """Say which layouts count."""
    if board.mines is None:
        return "any number of mines: every layout counts once"
    return f"{board.mines} {'mine' if board.mines == 1 else 'mines'} in all"


def show_certain(board: Board, found: Certain) -> str:
    """Name the certain cells, above the grid with + on safe cells and * on sure mines.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Certain
    >>> print(show_certain(read("01#1#"), Certain(((0, 4),), ((0, 2),))))
    safe: (1, 5)
    sure mines: (1, 3)
    any number of mines: every layout counts once
    01*1+
    """
    rows = [f"safe: {listed(found.safe)}", f"sure mines: {listed(found.sure_mines)}"]
    if found.wrong_flags:
        rows.append(f"wrong flags: {listed(found.wrong_flags)}")
    rows.append(reading(board))
    if board.columns <= LARGEST_GRID:
        marked = write_grid(board, found.safe, "+").splitlines()
        for row, column in found.sure_mines:
            marked[row] = f"{marked[row][:column]}*{marked[row][column + 1 :]}"
        rows += marked
    return "\n".join(rows)


def listed(places: Sequence[Place]) -> str:
    """Name cells one by one, as many as a person reads.

    >>> listed([(0, 1), (2, 0)])
    '(1, 2) (3, 1)'
    """
    named = " ".join(map(write_place, places[:MOST_LISTED])) or "none"
    return named + (f" ... {len(places)} in all" if len(places) > MOST_LISTED else "")


_SAID = {
    "safe": "is safe: no layout has a mine there",
    "sure_mine": "is a mine in every layout",
    "may_be_mine": "may be a mine",
    "already_open": "is already open",
    "out_of_range": "is not on the board",
    "contradiction": "cannot be judged: the board is contradictory, no layout of mines fits it",
}


def show_click(board: Board, click: Click) -> str:
    """Write the verdict, and the layout that shows it.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Click
    >>> print(show_click(read("01#1#", click=(1, 5)), Click("safe")))
    (1, 5) is safe: no layout has a mine there
    any number of mines: every layout counts once
    """
    said = f"{write_place(board.asked)} {_SAID[click.verdict]}"
    if click.verdict == "already_open":
        said += f" ({write_grid(board).splitlines()[board.asked[0]][board.asked[1]]})"
    if click.verdict == "may_be_mine" and click.probability is not None:
        said += f", with chance {dump_fraction(click.probability)}"
    rows = [said, reading(board)]
    return "\n".join([*rows, "a layout with a mine there:", click.witness] if click.witness else rows)


def show_chances(board: Board, chances: Chances) -> str:
    """Write the chances cell by cell, from the lowest.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Chances
    >>> from fractions import Fraction
    >>> print(show_chances(read("1##"), Chances(2, {(0, 1): Fraction(1)}, Fraction(1, 2))))
    1/2  every other covered cell
    1    (1, 2)
    lowest chance of a mine: 1/2
    layouts: 2; any number of mines: every layout counts once
    """
    equal = {id(chance): chance for chance in chances.near.values()}  # first by identity: fractions are slow to compare
    groups: dict[Fraction, list[Place]] = {}
    same = {known: groups.setdefault(chance, []) for known, chance in equal.items()}
    for place, chance in chances.near.items():
        same[id(chance)].append(place)
    told = [(chance, listed(sorted(groups[chance]))) for chance in groups]
    if chances.other is not None:
        told.append((chances.other, "every other covered cell"))
    told.sort(key=itemgetter(0))
    written = [(dump_fraction(chance) or "", cells) for chance, cells in told]
    width = max((len(chance) for chance, _ in written), default=0)
    rows = [f"{chance:<{width}}  {cells}" for chance, cells in written]
    lowest = dump_fraction(chances.lowest)
    least = "no covered cell" if lowest is None else f"lowest chance of a mine: {lowest}"
    return "\n".join([*rows, least, f"layouts: {digits(chances.solutions)}; {reading(board)}"])


def show_explanation(board: Board, found: Explanation) -> str:
    """Write the reasons by how easily they are seen.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.reasons.method import explain
    >>> board = read("1#")
    >>> print(show_explanation(board, explain(board).answer))
    one number after the other
      (1, 2) is a mine: the 1 at (1, 1) touches no other covered cell: a mine is at (1, 2)
    any number of mines: every layout counts once
    """
    rows: list[str] = []
    for level in LEVELS:
        own = [one for one in found.reasons if one.level == level]
        if own:
            rows.append(_HEADS[level])
        for one in own[: max(0, MOST_TOLD - len(rows))]:
            rows.append(f"  {write_place(one.cell)} is {'a mine' if one.mine else 'safe'}: {one.text}")
    if not rows:
        rows.append("no cell is certain")
    elif len(found.reasons) > MOST_TOLD:
        rows.append(f"{len(found.reasons)} certain cells in all")
    return "\n".join([*rows, reading(board)])


def show_guess(board: Board, answer: Guess) -> str:
    """Write the cell to open and those that are as safe.

    >>> from passatempo.minesweeper import read
    >>> one = Candidate((0, 1), Fraction(2, 3), Fraction(0))
    >>> print(show_guess(read("1#/##", mines=1), Guess((one,))))
    open (1, 2): safe with chance 2/3
    (1, 2)  zero with chance 0
    a rule of thumb: least chance of a mine, then best chance of a zero; 1 mine in all
    """
    if answer.cell is None:
        return f"the game is won: every covered cell holds a mine\n{reading(board)}"
    said = "certainly safe" if answer.safety == 1 else f"safe with chance {dump_fraction(answer.safety)}"
    rows = [f"open {write_place(answer.cell)}: {said}"]
    if len(answer.safe) > 1:
        rows.append(f"certainly safe: {listed(answer.safe)}")
    for candidate in answer.candidates:
        if candidate.zero is not None:
            rows.append(f"{write_place(candidate.place)}  zero with chance {dump_fraction(candidate.zero)}")
    if answer.win is not None:
        rows.append(f"the game is won with chance {dump_fraction(answer.win)}")
    rows.append(f"a rule of thumb: least chance of a mine, then best chance of a zero; {reading(board)}")
    return "\n".join(rows)


def show_both(question: Question, chances: Chances) -> str:
    """Write the chances, in each reading."""
    board: Board = question.instance
    told = show_chances(board, chances)
    if chances.uncounted is not None:
        told += "\n\n" + show_chances(replace(board, mines=None), chances.uncounted)
    return told
