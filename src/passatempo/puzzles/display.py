"""Puzzles in every format: text, JSON, a picture, the ID. Also their hints."""

from passatempo.core.errors import UsageError
from passatempo.core.json import count_of, encode
from passatempo.core.registry import pastime
from passatempo.puzzles.generator import Puzzle, describe_puzzle
from passatempo.puzzles.puzzle import GRADES
from passatempo.render.print_style import in_greys


def stars(grade: int) -> str:
    """Write a grade as stars.

    >>> stars(3)
    '★★★☆☆'
    """
    return "★" * grade + "☆" * (len(GRADES) - grade)


def write_puzzle(puzzle: Puzzle, form: str = "text", *, with_solution: bool = False, locale: str = "en") -> str:
    """Write a puzzle, or its solution, in a format.

    JSON contains the solution and its proof if `with_solution` is true.

    Raises
    ------
    UsageError
        If the puzzle is to be printed, but cannot be solved on paper.

    Examples
    --------
    >>> from passatempo.puzzles.generator import puzzles
    >>> write_puzzle(next(puzzles("optimiza", grade=3)), "id")
    'OP1-TR5-PXHKFT-B'
    """
    recipe, puzzle_content = puzzle.identity.recipe, puzzle.content
    if form == "id":
        return puzzle.id
    if form == "json":
        return encode(describe_puzzle(puzzle, solution=with_solution))
    if form == "print":
        refuse_on_paper(puzzle)
    if form in ("svg", "print"):
        puzzle_drawing = recipe.draw(puzzle_content, with_solution)
        return str(in_greys(puzzle_drawing) if form == "print" else puzzle_drawing)
    head = f"{puzzle.id}  {stars(puzzle_content.grade)}  {recipe.goal(puzzle_content, locale)}"
    return f"{head}\n\n{recipe.show(puzzle_content, with_solution).rstrip()}\n"


def refuse_on_paper(puzzle: Puzzle) -> None:
    """Refuse a puzzle that cannot be solved on paper.

    Raises
    ------
    UsageError
        If it cannot, with another kind of its pastime that can.
    """
    if not puzzle.identity.kind.paper:
        kind = next(kind for kind in pastime(puzzle.identity.pastime).kinds if kind.paper)
        raise UsageError(f"{puzzle.id}: paper cannot open squares; print a puzzle of kind {kind.name} ({kind.code})")


def hint(puzzle: Puzzle, number: int, locale: str = "en") -> str:
    """Return a hint by number, from 1: the next step that a person could find.

    Raises
    ------
    UsageError
        If there is no hint with this number.

    Examples
    --------
    >>> from passatempo.puzzles.generator import puzzles
    >>> hint(next(puzzles("optimiza", grade=3)), 2, "it")
    'Comincia alla riga 3, colonna 3.'
    """
    puzzle_hints = puzzle.identity.recipe.hints(puzzle.content, locale)
    if not 1 <= number <= len(puzzle_hints):
        raise UsageError(f"hint: {number}: this puzzle has {count_of(len(puzzle_hints), 'hint')}, counted from 1")
    return puzzle_hints[number - 1]
