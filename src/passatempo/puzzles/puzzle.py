"""Puzzles: an instance with one question, one intended and proved solution, a grade from 1 to 5, and a short ID.

A record lists its kinds of puzzles by `Kind`. From parameters and a stream of random numbers, the recipe of a kind
makes one puzzle or none, always the same. Therefore an ID needs only the parameters and a seed. All decisions depend
on whole numbers, and limits in a recipe are counts, never time.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from passatempo.core.errors import Violation
from passatempo.core.json import number
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.random import Random

P = TypeVar("P")
M = TypeVar("M")
GRADES = (1, 2, 3, 4, 5)
HUNDREDTHS = 100
COUNT_SECONDS = 10.0  # counting the solutions of an own board may take far longer than finding two
NEAR_MISSES, NEAR_MISS_SECONDS = 3, 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleContent(Generic[M]):
    """The result of one attempt of a recipe.

    Parameters
    ----------
    instance
        The instance of the pastime that the solver sees.
    goal, solution
        The goal, and the intended solution, as plain JSON.
    grade
        1 (easy) to 5 (hard).
    solving_effort
        The number that determines the grade, in hundredths: a whole number, the same on every machine.
    features
        The components of the solving effort, and further figures for studies.
    uniqueness_proof
        How the solution was proved unique, as plain JSON, if this is worth reporting.
    """

    instance: M
    goal: Mapping[str, Any]
    solution: Mapping[str, Any]
    grade: int
    solving_effort: int
    features: Mapping[str, int] = field(default_factory=dict)
    uniqueness_proof: Any = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why an own board is not a puzzle.

    Parameters
    ----------
    sentence
        The reason in a few words.
    number
        The number of its solutions; None if it is unknown.
    witnesses
        Two of them, as plain JSON.
    changes
        Changes that leave exactly one solution, as plain JSON.
    texts
        The witnesses as text.
    """

    sentence: str
    number: int | None = 0
    witnesses: tuple[Mapping[str, Any], ...] = ()
    changes: tuple[Mapping[str, Any], ...] = ()
    texts: tuple[str, ...] = field(default=(), repr=False)

    @property
    def verdict(self) -> str:
        """The reason as a sentence."""
        return f"{self.sentence[:1].upper()}{self.sentence[1:]}."

    def __str__(self) -> str:
        changes = "\n".join(["Each of these leaves one:", *map(_change_text, self.changes)]) if self.changes else ""
        return "\n\n".join([self.verdict, *self.texts, *filter(None, [changes])])

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        return {"unique": False, "number": number(self.number), "witnesses": self.witnesses, "changes": self.changes}


def _change_text(change: Mapping[str, Any]) -> str:
    if "exchange" in change:
        return "exchange {} and {}".format(*map(tuple, change["exchange"]))
    *place, gift = change["give"]
    return f"give {gift} at {tuple(place) if place[1:] else f'place {place[0]}'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe(Generic[P, M]):
    """The functions and properties of a kind of puzzles: how to make, confirm, judge and show them.

    Parameters
    ----------
    recipe_version
        A number from 1 to 9 that is part of the IDs. A recipe that makes a different puzzle for the same ID is a new
        version, and the old one stays.
    question
        The pastime's question that the puzzle asks.
    unique_of, proof_method
        The thing that is unique, and the method that proved it.
    params
        A frozen dataclass whose fields are flags.
    params_word, read_word
        The parameters as a word of capital letters and digits, and back; None for an invalid word. The word has passed
        `fold_signs`.
    make_puzzle
        One attempt: a puzzle, or None. It counts its work and gives up by itself. The deadline only ends it early, by
        `Stopped`.
    complete_params
        Adds implied parameters to those given.
    by_grade
        The default parameters of each grade.
    possible_grades
        The grades that parameters can give.
    make_own
        Makes the puzzle of an own board, or refuses it; raises `Stopped` at a limit. None: there are no own boards.
    confirm_unique
        Asks a second method, of another kind than the first, and returns its name. A difference raises
        `WrongAnswer`, a missing library `SolverUnavailable`.
    judge
        The faults of an answer, a text or JSON; none if it reaches the goal in any way.
    hints
        The next steps that a person could find, one sentence each, in a language.
    draw, show
        The puzzle, or with True its solution, as a picture and as text.
    rules, goal
        The rules in a few lines, for parameters or for an own board, and the goal in a few words, in a language.
    name
        The name of the puzzles with these parameters, in a language, if it is not that of the pastime.
    symmetry_key
        A key that is equal for puzzles that are equal up to symmetry.
    revealing_features
        The features that reveal something of the solution.
    notes
        Whether a printed sheet leaves space for notes next to the puzzle.
    grey
        Colours of its drawings whose areas are grey in print.
    cell_unit, largest_cell
        The width of a cell or card in units of the drawing, and the largest one in print, in mm.
    """

    recipe_version: int = 1
    question: str
    unique_of: str
    proof_method: str
    params: type[P]
    params_word: Callable[[P], str]
    read_word: Callable[[str], P | None]
    make_puzzle: Callable[[P, Random, Deadline], PuzzleContent[M] | None]
    by_grade: Mapping[int, P]
    possible_grades: Callable[[P], Sequence[int]]
    confirm_unique: Callable[[P, PuzzleContent[M], Limits], str]
    judge: Callable[[PuzzleContent[M], Any], Sequence[Violation]]
    hints: Callable[[PuzzleContent[M], str], Sequence[str]]
    draw: Callable[[PuzzleContent[M], bool], str]
    show: Callable[[PuzzleContent[M], bool], str]
    rules: Callable[[P, str], str]
    goal: Callable[[PuzzleContent[M], str], str]
    symmetry_key: Callable[[PuzzleContent[M]], Any]
    complete_params: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict
    make_own: Callable[[M, Limits], PuzzleContent[M] | Refusal] | None = None
    revealing_features: tuple[str, ...] = ()
    notes: bool = False
    grey: tuple[str, ...] = ()
    cell_unit: int
    largest_cell: float = 9
    name: Callable[[P, str], str] | None = None


_FOLDED = str.maketrans("ILO", "110")


def fold_signs(text: str) -> str:
    """Write letters as capitals, and letters that look like digits as digits. IDs are compared in this form.

    >>> fold_signs("op1-tr5")
    '0P1-TR5'
    """
    return text.upper().translate(_FOLDED)


def refuse_own(
    phrase: str,
    solutions: Sequence[Mapping[str, Any]],
    number: int | None,
    changed: Iterable[tuple[Mapping[str, Any], M]],
    solve: Callable[[M, Limits], Sequence[Any]],
    deadline: Deadline,
) -> Refusal:
    """Refuse an own board by its number of solutions; try changed boards in order until three have one solution.

    >>> changed = (({"give": [place, 3]}, place) for place in range(9))
    >>> refuse_own("rows fit", [], 6, changed, lambda place, _: [place] * (place % 4), Deadline(Limits()))
    Refusal(sentence='6 rows fit; a puzzle has one', number=6, witnesses=(),
    changes=({'give': [1, 3]}, {'give': [5, 3]}))
    """
    search, changes = _within(deadline, NEAR_MISS_SECONDS), []
    with suppress(Stopped):
        for change, board in changed:
            search.check()
            if len(solve(board, search.remaining_limits)) == 1:
                changes.append(change)
            if len(changes) == NEAR_MISSES:
                break
    how_many = "several" if number is None else number or "no"
    return Refusal(f"{how_many} {phrase}; a puzzle has one", number, tuple(solutions[:2]), tuple(changes))


def count_limits(deadline: Deadline) -> Limits:
    """Return the limits for counting the solutions of an own board.

    >>> count_limits(Deadline(Limits())).seconds
    10.0
    """
    return _within(deadline, COUNT_SECONDS).limits


def _within(deadline: Deadline, seconds: float) -> Deadline:
    left = deadline.seconds_left
    return Deadline(replace(deadline.limits, seconds=seconds if left is None else min(seconds, left)))


def log2_hundredths(number: int) -> int:
    """Return the binary logarithm of a whole number in hundredths, rounded down; exact, without floats.

    >>> [log2_hundredths(number) for number in (1, 2, 3, 10)]
    [0, 100, 158, 332]
    """
    return int((number**HUNDREDTHS).bit_length()) - 1


def grade_of(load: int, thresholds: Sequence[int]) -> int:
    """Return 1 plus the number of thresholds that the solving effort reaches, all in hundredths.

    >>> [grade_of(load, (1200, 1600, 2000, 2600)) for load in (0, 1199, 1200, 9999)]
    [1, 1, 2, 5]
    """
    return 1 + sum(load >= threshold for threshold in thresholds)
