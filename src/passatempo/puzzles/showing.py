"""A puzzle in every format: text, JSON, a picture, its ID; and its hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError
from passatempo.core.json import count_of, encode
from passatempo.puzzles.making import described
from passatempo.puzzles.puzzle import GRADES
from passatempo.render.printing import in_greys

if TYPE_CHECKING:
    from passatempo.puzzles.making import Puzzle


def stars(grade: int) -> str:
    """Write a grade as stars.

    >>> stars(3)
    '★★★☆☆'
    """
    return "★" * grade + "☆" * (len(GRADES) - grade)


def shown(puzzle: Puzzle, form: str = "text", *, solved: bool = False, locale: str = "en") -> str:
    """Write a puzzle, or its solution, in a format.

    JSON holds the solution, and what proves it, where `solved` is true.

    >>> from passatempo.puzzles.making import puzzles
    >>> shown(next(puzzles("optimiza", grade=3)), "id")
    'OP1-TR5-PXHKFT-B'
    """
    recipe, made = puzzle.identity.recipe, puzzle.made
    if form == "id":
        return puzzle.id
    if form == "json":
        return encode(described(puzzle, solution=solved))
    if form in ("svg", "print"):
        drawn = recipe.draw(made, solved)
        return str(in_greys(drawn) if form == "print" else drawn)
    head = f"{puzzle.id}  {stars(made.grade)}  {recipe.goal(made, locale)}"
    return f"{head}\n\n{recipe.show(made, solved).rstrip()}\n"


def hint(puzzle: Puzzle, number: int, locale: str = "en") -> str:
    """Return a hint by number, from 1: the next thing that a person could find.

    Raises
    ------
    UsageError
        If there are not so many.

    Examples
    --------
    >>> from passatempo.puzzles.making import puzzles
    >>> hint(next(puzzles("optimiza", grade=3)), 2, "it")
    'Comincia alla riga 3, colonna 3.'
    """
    found = puzzle.identity.recipe.hints(puzzle.made, locale)
    if not 1 <= number <= len(found):
        raise UsageError(f"hint: {number}: this puzzle has {count_of(len(found), 'hint')}, counted from 1")
    return found[number - 1]
