"""A puzzle as a value: its text, its JSON, its picture, its hints."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from passatempo.core.errors import UsageError
from passatempo.core.json import SCHEMA, count_of, plain_instance
from passatempo.core.registry import pastime
from passatempo.puzzles.identity import Identity, OwnBoard
from passatempo.puzzles.puzzle import GRADES, HUNDREDTHS, PuzzleContent
from passatempo.render.svg import Svg


def stars(grade: int) -> str:
    """Write a grade as stars.

    >>> stars(3)
    '★★★☆☆'
    """
    return "★" * grade + "☆" * (len(GRADES) - grade)


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle:
    """A puzzle with its ID, or of an own board.

    Parameters
    ----------
    identity
        What determines it: the kind, its parameters and a seed, or an own board.
    content
        The instance, the goal, the solution and the grade.
    confirmed_by
        The second method, which confirmed that the solution is the only one; None if none was asked.

    Examples
    --------
    >>> from passatempo.puzzles import get
    >>> puzzle = get("OP1-TR5-PXHKFT-B")
    >>> puzzle, puzzle.kind, puzzle.hint(2)
    (<Puzzle OP1-TR5-PXHKFT-B of optimiza, grade 3>, 'path', 'It begins at row 3, column 3.')
    """

    identity: Identity
    content: PuzzleContent[Any]
    confirmed_by: str | None = None

    @property
    def id(self) -> str:
        """The ID; ``own`` for an own board."""
        return str(self.identity)

    @property
    def pastime(self) -> str:
        """The name of the pastime."""
        return self.identity.pastime

    @property
    def kind(self) -> str:
        """The name of the kind of puzzles."""
        return self.identity.kind.name

    @property
    def grade(self) -> int:
        """The grade, 1 (easy) to 5 (hard)."""
        return self.content.grade

    @property
    def instance(self) -> Any:
        """The instance, as the questions of the pastime take it."""
        return self.content.instance

    @property
    def solution(self) -> Mapping[str, Any]:
        """The solution, as in JSON."""
        return self.content.solution

    def __hash__(self) -> int:  # mappings in the content have none
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<Puzzle {self.id} of {self.pastime}, grade {self.grade}>"

    def __str__(self) -> str:
        return self.text()

    def text(self, *, solution: bool = False, locale: str = "en") -> str:
        """Write the puzzle, or its solution, as the terminal shows it."""
        recipe = self.identity.recipe
        head = f"{self.id}  {stars(self.grade)}  {recipe.goal(self.content, locale)}"
        return f"{head}\n\n{recipe.show(self.content, solution).rstrip()}\n"

    def svg(self, *, solution: bool = False) -> Svg:
        """Draw the puzzle, or its solution."""
        return Svg(self.identity.recipe.draw(self.content, solution))

    def _repr_svg_(self) -> str:
        return self.svg()

    def hint(self, number: int, locale: str = "en") -> str:
        """Return a hint by number, from 1: the next step that a person could find.

        Raises
        ------
        UsageError
            If there is no hint with this number.
        """
        hints = self.identity.recipe.hints(self.content, locale)
        if number not in range(1, len(hints) + 1):
            raise UsageError(f"hint: {number}: this puzzle has {count_of(len(hints), 'hint')}, counted from 1")
        return hints[number - 1]

    def to_json(self, solution: bool = True) -> dict[str, Any]:
        """Return the puzzle as plain data; without the solution, also without what reveals it."""
        recipe, content = self.identity.recipe, self.content
        is_own = isinstance(self.identity, OwnBoard)
        params = {name: getattr(self.identity.puzzle_params, name)
                  for name in recipe.params.__dataclass_fields__ if not is_own}  # fmt: skip
        secret = () if solution else recipe.revealing_features
        puzzle_json = {
            "schema": SCHEMA,
            "pastime": self.pastime,
            "kind": self.kind,
            "id": None if is_own else self.id,
            "params": None if is_own else params,
            "instance": plain_instance(pastime(self.pastime), content.instance),
            "question": recipe.question,
            "goal": dict(content.goal),
            "solution": dict(content.solution),
            "grade": content.grade,
            "load": content.solving_effort / HUNDREDTHS,
            "features": {name: figure for name, figure in content.features.items() if name not in secret},
            "unique": {"of": recipe.unique_of, "proved_by": recipe.proof_method, "confirmed_by": self.confirmed_by},
            "proof": content.uniqueness_proof,
        }
        return {key: part for key, part in puzzle_json.items() if solution or key not in ("solution", "proof")}


def refuse_on_paper(puzzle: Puzzle) -> None:
    """Refuse a puzzle that cannot be solved on paper.

    Raises
    ------
    UsageError
        If it cannot, with another kind of its pastime that can.
    """
    if not puzzle.identity.kind.paper:
        kind = next(kind for kind in pastime(puzzle.pastime).kinds if kind.paper)
        raise UsageError(f"{puzzle.id}: paper cannot open squares; print a puzzle of kind {kind.name} ({kind.code})")
