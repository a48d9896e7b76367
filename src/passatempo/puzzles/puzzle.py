"""Puzzles: an instance with one question, one intended solution that is proved, a grade from 1 to 5, and a short ID.

A record lists its kinds of puzzles by `Kind`. The recipe of a kind makes one puzzle, or none, from parameters and a
stream of random numbers, always the same one: so an ID needs to hold the parameters and a seed alone. Whatever decides
is a whole number; limits in a recipe are counts, never time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from passatempo.core.errors import Violation
    from passatempo.core.limits import Deadline, Limits
    from passatempo.core.random import Random

P = TypeVar("P")
M = TypeVar("M")
GRADES = (1, 2, 3, 4, 5)
HUNDREDTHS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleContent(Generic[M]):
    """What one attempt of a recipe makes.

    Parameters
    ----------
    instance
        What the solver of the puzzle sees, an instance of the pastime.
    goal, solution
        What is to be reached, and the intended way, as plain JSON.
    grade
        1 (easy) to 5 (hard).
    load
        What the grade is made of, in hundredths: a whole number, the same on every machine.
    features
        What the load is made of, and whatever else a study wants to know.
    proof
        How the solution was proved, as plain JSON, where that is worth telling.
    """

    instance: M
    goal: Mapping[str, Any]
    solution: Mapping[str, Any]
    grade: int
    solving_effort: int
    features: Mapping[str, int] = field(default_factory=dict)
    uniqueness_proof: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe(Generic[P, M]):
    """How puzzles of a kind are made, confirmed, judged and shown.

    Parameters
    ----------
    version
        A number from 1 to 9 that stands in the IDs. A recipe that makes anything else of the same ID is a new version,
        and the old one stays.
    question
        The pastime's question that the puzzle asks.
    unique_of, proved_by
        Of what there is one only, and the method that proved it.
    params
        A frozen dataclass, whose fields are flags.
    word, read_word
        The parameters as a word of capital letters and digits, and back: None where a word says nothing. The word
        comes folded, as `fold` leaves it.
    make
        One attempt: a puzzle, or None. It counts its work and gives up by itself; the deadline only ends it early, by
        `Stopped`.
    implied
        Parameters as given, with those that they imply.
    by_grade
        The parameters that are taken where only a grade is asked for.
    grades
        The grades that parameters can give.
    confirm
        Ask a second method, of another kind than the one that proved it; return its name. A difference raises
        `WrongAnswer`, a missing library `SolverUnavailable`.
    judge
        What is wrong with an answer, a text or JSON; nothing where it reaches the goal, by whatever way.
    hints
        What a person could find next, one sentence after the other, in a language.
    draw, show
        The puzzle, or with True its solution, as a picture and as text.
    rules, goal
        The rules in a few lines, and the goal in a few words, in a language.
    key
        What puzzles equal up to symmetry have in common.
    telling
        The features that tell something of the solution.
    notes
        Whether a printed sheet leaves room to write beside the puzzle.
    grey
        Colours of its drawings whose surfaces are grey in print.
    unit
        The size of the smallest thing that must be told apart, such as a cell, in units of the drawing; 0 for none.
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
    revealing_features: tuple[str, ...] = ()
    notes: bool = False
    grey: tuple[str, ...] = ()
    cell_unit: int = 0


_FOLDED = str.maketrans("ILO", "110")


def fold_signs(text: str) -> str:
    """Write letters as capitals, and those that look like digits as digits: how IDs are compared.

    >>> fold_signs("op1-tr5")
    '0P1-TR5'
    """
    return text.upper().translate(_FOLDED)


def log2_hundredths(number: int) -> int:
    """Return the binary logarithm of a whole number in hundredths, rounded down: without floats, so that all agree.

    >>> [log2_hundredths(number) for number in (1, 2, 3, 10)]
    [0, 100, 158, 332]
    """
    return int((number**HUNDREDTHS).bit_length()) - 1


def grade_of(load: int, thresholds: Sequence[int]) -> int:
    """Return 1 and one more for every threshold that the load reaches, both in hundredths.

    >>> [grade_of(load, (1200, 1600, 2000, 2600)) for load in (0, 1199, 1200, 9999)]
    [1, 1, 2, 5]
    """
    return 1 + sum(load >= threshold for threshold in thresholds)
