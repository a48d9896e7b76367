"""The loop that makes puzzles: attempt after attempt, until as many are found as are wanted, all different."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, SolverUnavailable, UsageError, quote
from passatempo.core.json import SCHEMA, convert, count_of, plain_instance
from passatempo.core.library import guarded
from passatempo.core.limits import Deadline, Limits
from passatempo.core.methods import NamingExtras, suggest
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.puzzles.identity import SEEDS, Identity, kinds, read_id, recipe_of
from passatempo.puzzles.puzzle import GRADES, HUNDREDTHS, Made

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from passatempo.core.pastime import Kind, Pastime

ATTEMPTS = 100_000  # for one puzzle; then there is hardly one of this kind
MOST_SEED = 2**64 - 1


class Exhausted(Exception):  # control flow: what was found until then has been yielded
    """So many attempts gave no puzzle."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle with its ID, and who confirmed it beside the method that proved it."""

    identity: Identity
    made: Made[Any]
    confirmed_by: str | None = None

    @property
    def id(self) -> str:
        """The ID."""
        return str(self.identity)

    def _repr_svg_(self) -> str:
        return self.identity.recipe.draw(self.made, False)


@guarded
def puzzles(
    name: str,
    kind: str | None = None,
    *,
    grade: int | None = None,
    seed: int = 0,
    limits: Limits = Limits(),
    **params: Any,
) -> Iterator[Puzzle]:
    """Make puzzles of a pastime, for ever, no two equal up to symmetry.

    Parameters
    ----------
    name, kind
        The pastime, and which kind of its puzzles; the first one by default.
    grade
        1 (easy) to 5 (hard); alone it chooses the parameters too. None: any.
    seed
        The same arguments give the same puzzles everywhere.
    limits
        `seconds` and `cancel` end the search by `Stopped`.
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
    >>> puzzle = next(puzzles("optimiza", grade=3))
    >>> puzzle.made.grade, puzzle.id[:7]
    (3, 'OP1-TR5')
    """
    chosen = chosen_kind(pastime(name), kind)
    return search(name, chosen, chosen_params(chosen, grade, params), stream_of(chosen, seed), Deadline(limits), grade)


def chosen_kind(game: Pastime, name: str | None) -> Kind:
    """Find a kind of puzzle by name, the first one by default.

    Raises
    ------
    UsageError
        If there is none.

    Examples
    --------
    >>> chosen_kind(pastime("mnk"), None).name
    'win'
    """
    if not game.kinds:
        raise UsageError(f"{game.name} has no puzzles")
    if name is None:
        return game.kinds[0]
    found = next((kind for kind in game.kinds if kind.name == name), None)
    if found is None:
        listed = [kind.name for kind in game.kinds]
        raise UsageError(f"{quote(name)} is not a kind of puzzle of {game.name}{suggest(name, listed)}"
                         f" ({', '.join(listed)})")  # fmt: skip
    return found


def chosen_params(kind: Kind, grade: int | None, given: Mapping[str, Any]) -> Any:
    """Return the parameters that are asked for; where only a grade is, those that give it best.

    Raises
    ------
    UsageError
        If they are none, or cannot give the grade.
    """
    recipe = recipe_of(kind)
    own, given = recipe.params.__dataclass_fields__, recipe.implied(given)
    foreign = next((name for name in given if name not in own), None)
    if foreign is not None:
        raise UsageError(_no_parameter(kind, foreign))
    if grade is not None and grade not in GRADES:
        raise UsageError(f"grade: {grade} is not a whole number from 1 to {GRADES[-1]}")
    if grade is not None and not given and grade not in recipe.by_grade:
        raise UsageError(f"grade: {kind.name} has {_listed(list(recipe.by_grade))}, not {grade}")
    base = recipe.params() if grade is None else recipe.by_grade.get(grade, recipe.params())
    try:
        params = convert({**{name: getattr(base, name) for name in own}, **given}, recipe.params, "the puzzle")
    except ValueError as error:
        raise UsageError(str(error)) from error
    possible = recipe.grades(params)
    if grade is not None and grade not in possible:
        raise UsageError(f"grade: {kind.name} {recipe.word(params)} gives {_listed(possible)}, not {grade}")
    return params


def _no_parameter(kind: Kind, name: str) -> str:
    """Say that a kind of puzzle has no such parameter, and which other kinds of the pastime have it."""
    home = next(home for home, one in kinds() if one is kind)
    able = [one.name for where, one in kinds() if where == home and name in recipe_of(one).params.__dataclass_fields__]
    if able:
        return f"puzzles of kind {kind.name} have no {name.removesuffix('s')}s; those of kind {' and '.join(able)} do"
    own = ", ".join(recipe_of(kind).params.__dataclass_fields__)
    return f"{name.replace('_', '-')}: {kind.name} has no such parameter ({own})"


def _listed(grades: Sequence[int]) -> str:
    """Write which grades there are.

    >>> _listed([2]), _listed([2, 3, 4]), _listed([])
    ('grade 2', 'grades 2, 3 and 4', 'no puzzles')
    """
    if not grades:
        return "no puzzles"
    listed = " and ".join(filter(None, [", ".join(map(str, grades[:-1])), str(grades[-1])]))
    return f"grade {listed}" if len(grades) == 1 else f"grades {listed}"


def search(
    name: str,
    kind: Kind,
    params: Any,
    seeds: Random,
    deadline: Deadline,
    grade: int | None = None,
    *,
    swaps: bool = False,
) -> Iterator[Puzzle]:
    """Yield puzzles for ever, no two equal up to symmetry.

    Parameters
    ----------
    name
        The pastime.
    seeds
        The stream that the seeds of the attempts are drawn from.
    deadline
        Ends the search by `Stopped`.
    grade
        Only puzzles of this grade.
    swaps
        Whether an ID may be given out whose last two signs can be exchanged.

    Raises
    ------
    Exhausted
        If `ATTEMPTS` attempts in a row gave nothing new.
    """
    recipe = recipe_of(kind)
    known, vain = set[Any](), 0
    while vain < ATTEMPTS:
        deadline.tick()
        vain += 1
        identity = Identity(name, kind, params, seeds.below(SEEDS))
        if not identity.is_sayable(swaps=swaps):
            continue
        made = recipe.make(params, identity.random, deadline)
        if made is None or grade not in (None, made.grade):
            continue
        key = recipe.key(made)
        if key not in known:
            known.add(key)
            vain = 0
            yield Puzzle(identity, made)
    raise Exhausted(f"{count_of(ATTEMPTS, 'attempt')} gave no more puzzles")


def stream_of(kind: Kind, seed: int) -> Random:
    """Return the stream of the seeds of a search.

    Raises
    ------
    UsageError
        If the seed is none.
    """
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(f"seed: {seed} is not a whole number from 0 to {MOST_SEED}")
    return Random(seed, "puzzles", kind.code)


def recreate(identity: Identity, deadline: Deadline) -> Puzzle:
    """Make the puzzle of an ID again.

    Raises
    ------
    FormatError
        If there is none: nobody was given this ID.

    Examples
    --------
    >>> recreate(read_id("OP1-TR5-RWFANY-A"), Deadline(Limits())).made.goal["score"]
    28
    """
    made = identity.recipe.make(identity.params, identity.random, deadline)
    if made is None:
        raise FormatError(f"{identity}: this seed gives no puzzle")
    return Puzzle(identity, made)


def confirmed(puzzle: Puzzle, limits: Limits = Limits()) -> Puzzle:
    """Ask the second method; without its library the puzzle stays as it is.

    Raises
    ------
    WrongAnswer
        If the second method disagrees: a bug of ours.

    Examples
    --------
    >>> confirmed(recreate(read_id("OP1-TR5-RWFANY-A"), Deadline(Limits()))).confirmed_by
    'reference'
    """
    try:
        with NamingExtras("the second method"):
            by = puzzle.identity.recipe.confirm(puzzle.identity.params, puzzle.made, limits)
    except SolverUnavailable:
        return puzzle
    return replace(puzzle, confirmed_by=by or None)


def described(puzzle: Puzzle, *, solution: bool = True) -> dict[str, Any]:
    """Write a puzzle as JSON; without the solution also without what tells of it."""
    identity, made = puzzle.identity, puzzle.made
    recipe = identity.recipe
    hidden = () if solution else recipe.telling
    params = {name: getattr(identity.params, name) for name in identity.params.__dataclass_fields__}
    told = {
        "schema": SCHEMA,
        "pastime": identity.pastime,
        "kind": identity.kind.name,
        "id": puzzle.id,
        "params": params,
        "instance": plain_instance(pastime(identity.pastime), made.instance),
        "question": recipe.question,
        "goal": dict(made.goal),
        "solution": dict(made.solution),
        "grade": made.grade,
        "load": made.load / HUNDREDTHS,
        "features": {name: value for name, value in made.features.items() if name not in hidden},
        "unique": {"of": recipe.unique_of, "proved_by": recipe.proved_by, "confirmed_by": puzzle.confirmed_by},
        "proof": made.proof,
    }
    return told if solution else {key: value for key, value in told.items() if key not in ("solution", "proof")}


def loaded(raw: Any) -> tuple[Kind, Made[Any]]:
    """Read a puzzle from its JSON; where the solution is left out, the ID tells it, where there is one.

    Raises
    ------
    FormatError
        If it is none.
    """
    if not isinstance(raw, dict):
        raise FormatError("a puzzle must be an object with the keys 'kind', 'instance' and 'goal'", kind="json-type")
    missing = [key for key in ("pastime", "kind", "instance", "goal") if key not in raw]
    if missing:
        raise FormatError(f"the puzzle has no {quote(missing[0])}", kind="missing-key")
    game = pastime(raw["pastime"]) if isinstance(raw["pastime"], str) else None
    found = [kind for name, kind in kinds() if game and name == game.name and kind.name == raw["kind"]]
    if game is None or not found:
        raise FormatError(f"{quote(raw['kind'])} is not a kind of puzzle of {quote(raw['pastime'])}")
    shape = game.wiring.json
    instance = shape.load(convert(raw["instance"], shape.keys, "the instance"))
    parts = {key: raw.get(key, {}) for key in ("goal", "solution", "features")}
    wrong = next((key for key, part in parts.items() if not isinstance(part, dict)), None)
    if wrong:
        raise FormatError(f"{wrong}: an object is expected", kind="json-type")
    if not parts["solution"] and isinstance(raw.get("id"), str):
        again = recreate(read_id(raw["id"]), Deadline(Limits())).made
        if again.instance == instance:
            return found[0], again
    return found[0], Made(instance=instance, grade=1, load=0, proof=raw.get("proof"), **parts)
