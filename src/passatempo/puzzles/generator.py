"""Generation of puzzles: attempts are repeated until enough different puzzles are found."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from passatempo.core.errors import (
    FormatError,
    PassatempoError,
    SolverUnavailable,
    Unanswered,
    UsageError,
    Violation,
    quote,
)
from passatempo.core.json import convert, count_of, decode, plain_data
from passatempo.core.limits import Cancel, Deadline, Limits, Stopped
from passatempo.core.methods import NamingExtras, suggest
from passatempo.core.pastime import Kind, Pastime
from passatempo.core.random import Random
from passatempo.core.registry import pastime as find_pastime
from passatempo.puzzles.display import Puzzle
from passatempo.puzzles.identity import SEEDS, Identity, puzzle_kinds, read_id, recipe_of
from passatempo.puzzles.puzzle import GRADES, PuzzleContent

ATTEMPTS = 100_000  # for one puzzle; after these there is hardly another of this kind
MOST_SEED = 2**64 - 1


class Exhausted(PassatempoError):
    """The maximum number of attempts gave no new puzzle. The puzzles found so far have been yielded."""

    kind = "exhausted"


def make(
    pastime: str,
    kind: str | None = None,
    *,
    grade: int | None = None,
    seed: int = 0,
    confirm: bool = False,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    **params: Any,
) -> Iterator[Puzzle]:
    """Make an endless stream of puzzles of a pastime, no two equal up to symmetry.

    Parameters
    ----------
    pastime, kind
        The pastime, and the kind of puzzle; by default the first.
    grade
        1 (easy) to 5 (hard); alone it also chooses the parameters. None: any.
    seed
        The same arguments give the same puzzles everywhere.
    confirm
        Whether a second method confirms each puzzle.
    seconds, cancel
        A time limit and a switch, which end the stream.
    params
        The kind's own parameters.

    Raises
    ------
    UsageError
        If there is no such pastime, kind, grade or parameter.
    Exhausted
        If `ATTEMPTS` attempts in a row gave nothing new.

    Examples
    --------
    >>> puzzle = next(make("optimiza", grade=3))
    >>> puzzle.grade, puzzle.id[:7]
    (3, 'OP1-TR5')
    """
    puzzle_kind, deadline = find_kind(find_pastime(pastime), kind), Deadline(Limits(seconds=seconds, cancel=cancel))
    puzzle_params, seeds = resolve_params(puzzle_kind, grade, params), stream_of(puzzle_kind, seed)
    puzzles = search_puzzles(pastime, puzzle_kind, puzzle_params, seeds, deadline, grade)
    return _until_stopped(confirmed(puzzle, deadline, confirm) for puzzle in puzzles)


def _until_stopped(puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
    with suppress(Stopped):
        yield from puzzles


def get(
    id: str,  # noqa: A002  the word for it
    *,
    confirm: bool = False,
    seconds: float | None = None,
    cancel: Cancel | None = None,
) -> Puzzle:
    """Make the puzzle of an ID again.

    Parameters
    ----------
    id
        The ID, in upper or lower case.
    confirm
        Whether a second method confirms that the solution is the only one.
    seconds, cancel
        A time limit, and a switch. `Unanswered` is raised if one stops the run.

    Examples
    --------
    >>> get("OP1-TR5-RWFANY-A", confirm=True).confirmed_by
    'reference'
    """
    identity, deadline = read_id(id), Deadline(Limits(seconds=seconds, cancel=cancel))
    with unanswered_if_stopped():
        return confirmed(recreate(identity, deadline), deadline, confirm)


@contextmanager
def unanswered_if_stopped() -> Iterator[None]:
    """Turn the stop at a limit into an error of the library."""
    try:
        yield
    except Stopped:
        raise Unanswered("a limit stopped the run before the puzzle was made again and confirmed") from None


def check(puzzle: Puzzle | str | Mapping[str, Any], answer: str | Mapping[str, Any] | Sequence[Any]) -> list[Violation]:
    """List what is wrong with an answer to a puzzle; nothing if it solves it.

    Parameters
    ----------
    puzzle
        A puzzle, its ID, or its JSON.
    answer
        A text as a person would type it, or JSON like that of the solution.

    Examples
    --------
    >>> check("OP1-TR5-RWFANY-A", get("OP1-TR5-RWFANY-A").solution)
    []
    >>> check("OP1-TR5-RWFANY-A", "1,1")[0].rule
    'less'
    """
    if isinstance(puzzle, str):
        puzzle = decode(puzzle) if puzzle.lstrip().startswith("{") else get(puzzle)
    kind, content = (puzzle.identity.kind, puzzle.content) if isinstance(puzzle, Puzzle) else load_puzzle(puzzle)
    if isinstance(answer, str):
        answer = decode(answer) if answer.lstrip()[:1] in ("{", "[") else answer
    else:
        try:
            answer = plain_data(answer)
        except TypeError:
            raise UsageError(f"answer: {quote(answer)} is neither a text nor plain JSON") from None
    return [*recipe_of(kind).judge(content, answer)]


def find_kind(game: Pastime, name: str | None) -> Kind:
    """Find a kind of puzzle by name, by default the first.

    Raises
    ------
    UsageError
        If there is no such kind.

    Examples
    --------
    >>> find_kind(find_pastime("mnk"), None).name
    'win'
    """
    if not game.kinds:
        raise UsageError(f"{game.name} has no puzzles")
    if name is None:
        return game.kinds[0]
    kind_match = next((kind for kind in game.kinds if kind.name == name), None)
    if kind_match is None:
        kind_names = [kind.name for kind in game.kinds]
        raise UsageError(f"{quote(name)} is not a kind of puzzle of {game.name}{suggest(name, kind_names)}"
                         f" ({', '.join(kind_names)})")  # fmt: skip
    return kind_match


def resolve_params(kind: Kind, grade: int | None, overrides: Mapping[str, Any]) -> Any:
    """Return the requested parameters, or the best ones for the grade if only a grade is given.

    Raises
    ------
    UsageError
        If they are invalid, or cannot give the grade.
    """
    recipe = recipe_of(kind)
    param_fields, overrides = recipe.params.__dataclass_fields__, recipe.complete_params(overrides)
    foreign = next((name for name in overrides if name not in param_fields), None)
    if foreign is not None:
        raise UsageError(_no_parameter(kind, foreign))
    if grade is not None and grade not in GRADES:
        raise UsageError(f"grade: {grade} is not a whole number from 1 to {GRADES[-1]}")
    if grade is not None and not overrides and grade not in recipe.by_grade:
        raise UsageError(f"grade: {kind.name} has {_grades_phrase(list(recipe.by_grade))}, not {grade}")
    base = recipe.params() if grade is None else recipe.by_grade.get(grade, recipe.params())
    try:
        params = convert(
            {**{name: getattr(base, name) for name in param_fields}, **overrides}, recipe.params, "the puzzle"
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
    possible = recipe.possible_grades(params)
    if grade is not None and grade not in possible:
        raise UsageError(
            f"grade: {kind.name} {recipe.params_word(params)} gives {_grades_phrase(possible)}, not {grade}"
        )
    return params


def _no_parameter(kind: Kind, name: str) -> str:
    """Return the message for an unknown parameter, with the other kinds of the pastime that have it."""
    home = next(home for home, candidate in puzzle_kinds() if candidate is kind)
    able = [
        candidate.name
        for candidate_home, candidate in puzzle_kinds()
        if candidate_home == home and name in recipe_of(candidate).params.__dataclass_fields__
    ]
    if able:
        return f"puzzles of kind {kind.name} have no {name.removesuffix('s')}s; those of kind {' and '.join(able)} do"
    param_names = ", ".join(recipe_of(kind).params.__dataclass_fields__)
    return f"{name.replace('_', '-')}: {kind.name} has no such parameter ({param_names})"


def _grades_phrase(grades: Sequence[int]) -> str:
    """Write the available grades.

    >>> _grades_phrase([2]), _grades_phrase([2, 3, 4]), _grades_phrase([])
    ('grade 2', 'grades 2, 3 and 4', 'no puzzles')
    """
    if not grades:
        return "no puzzles"
    grades_line = " and ".join(filter(None, [", ".join(map(str, grades[:-1])), str(grades[-1])]))
    return f"grade {grades_line}" if len(grades) == 1 else f"grades {grades_line}"


def search_puzzles(
    name: str,
    kind: Kind,
    params: Any,
    seeds: Random,
    deadline: Deadline,
    grade: int | None = None,
    *,
    swaps: bool = False,
) -> Iterator[Puzzle]:
    """Yield puzzles endlessly, no two equal up to symmetry.

    Parameters
    ----------
    name
        The pastime.
    seeds
        The stream from which the seeds of the attempts are drawn.
    deadline
        Ends the search by `Stopped`.
    grade
        Only puzzles of this grade.
    swaps
        Whether the last two characters of an ID may be exchangeable.

    Raises
    ------
    Exhausted
        If `ATTEMPTS` attempts in a row gave nothing new.
    """
    recipe = recipe_of(kind)
    puzzle_keys, vain = set[Any](), 0
    while vain < ATTEMPTS:
        deadline.tick()
        vain += 1
        identity = Identity(name, kind, params, seeds.below(SEEDS))
        if not identity.is_sayable(swaps=swaps):
            continue
        puzzle_content = recipe.make_puzzle(params, identity.random, deadline)
        if puzzle_content is None or grade not in (None, puzzle_content.grade):
            continue
        key = recipe.symmetry_key(puzzle_content)
        if key not in puzzle_keys:
            puzzle_keys.add(key)
            vain = 0
            yield Puzzle(identity, puzzle_content)
    raise Exhausted(f"{count_of(ATTEMPTS, 'attempt')} gave no more puzzles")


def stream_of(kind: Kind, seed: int) -> Random:
    """Return the stream of seeds for a search.

    Raises
    ------
    UsageError
        If the seed is out of range.
    """
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(f"seed: {seed} is not a whole number from 0 to {MOST_SEED}")
    return Random(seed, "puzzles", kind.code)


def recreate(identity: Identity, deadline: Deadline) -> Puzzle:
    """Recreate the puzzle of an ID.

    Raises
    ------
    FormatError
        If the ID gives no puzzle, so that it was never issued.

    Examples
    --------
    >>> recreate(read_id("OP1-TR5-RWFANY-A"), Deadline(Limits())).content.goal["score"]
    28
    """
    puzzle_content = identity.recipe.make_puzzle(identity.puzzle_params, identity.random, deadline)
    if puzzle_content is None:
        raise FormatError(f"{identity}: this seed gives no puzzle")
    return Puzzle(identity, puzzle_content)


def confirmed(puzzle: Puzzle, deadline: Deadline, confirm: bool = True) -> Puzzle:
    """Ask the second method, if wanted. Without its library, the puzzle stays unconfirmed.

    Raises
    ------
    WrongAnswer
        If the second method disagrees, which is an internal error.

    Examples
    --------
    >>> confirmed(recreate(read_id("OP1-TR5-RWFANY-A"), Deadline(Limits())), Deadline(Limits())).confirmed_by
    'reference'
    """
    if not confirm:
        return puzzle
    identity = puzzle.identity
    try:
        with NamingExtras("the second method"):
            by = identity.recipe.confirm_unique(identity.puzzle_params, puzzle.content, deadline.remaining_limits)
    except SolverUnavailable:
        return puzzle
    return replace(puzzle, confirmed_by=by or None)


def load_puzzle(raw: Any) -> tuple[Kind, PuzzleContent[Any]]:
    """Read a puzzle from its JSON. A missing solution is recreated from the ID, if there is one.

    Raises
    ------
    FormatError
        If it is not a puzzle.
    """
    if not isinstance(raw, Mapping):
        raise FormatError("a puzzle must be an object with the keys 'kind', 'instance' and 'goal'", kind="json-type")
    missing = [key for key in ("pastime", "kind", "instance", "goal") if key not in raw]
    if missing:
        raise FormatError(f"the puzzle has no {quote(missing[0])}", kind="missing-key")
    game = find_pastime(raw["pastime"]) if isinstance(raw["pastime"], str) else None
    matching_kinds = [kind for name, kind in puzzle_kinds() if game and name == game.name and kind.name == raw["kind"]]
    if game is None or not matching_kinds:
        raise FormatError(f"{quote(raw['kind'])} is not a kind of puzzle of {quote(raw['pastime'])}")
    shape = game.wiring.json
    instance = shape.load(convert(raw["instance"], shape.keys, "the instance"))
    parts = {key: raw.get(key, {}) for key in ("goal", "solution", "features")}
    wrong = next((key for key, part in parts.items() if not isinstance(part, dict)), None)
    if wrong:
        raise FormatError(f"{wrong}: an object is expected", kind="json-type")
    if not parts["solution"] and isinstance(raw.get("id"), str):
        original_content = recreate(read_id(raw["id"]), Deadline(Limits())).content
        if original_content.instance == instance:
            return matching_kinds[0], original_content
    return matching_kinds[0], PuzzleContent(
        instance=instance, grade=1, solving_effort=0, uniqueness_proof=raw.get("proof"), **parts
    )
