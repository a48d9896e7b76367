"""Own boards: the puzzle of a given instance, or why it is none."""

from dataclasses import replace

from passatempo.core.errors import UsageError
from passatempo.core.limits import Cancel, Deadline, Limits
from passatempo.core.pastime import Kind, Pastime
from passatempo.core.queries import instance_of
from passatempo.core.registry import names
from passatempo.core.registry import pastime as find_pastime
from passatempo.puzzles.display import Puzzle
from passatempo.puzzles.generator import confirmed, find_kind, unanswered_if_stopped
from passatempo.puzzles.identity import OwnBoard, recipe_of
from passatempo.puzzles.puzzle import PuzzleContent, Refusal


def own_kinds(game: Pastime) -> list[Kind]:
    """Return the kinds of puzzles of which a person can bring a board.

    >>> [kind.name for kind in own_kinds(find_pastime("cards"))]
    ['order']
    """
    return [kind for kind in game.kinds if recipe_of(kind).make_own is not None]


def find_own_kind(game: Pastime, name: str | None) -> Kind:
    """Find a kind of puzzles with own boards by name, by default the first; raises `UsageError` if there is none.

    >>> find_own_kind(find_pastime("mnk"), None)
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: mnk has no own boards (cards, optimiza, minesweeper)
    """
    kinds = own_kinds(game)
    if not kinds:
        able = ", ".join(other for other in names() if own_kinds(find_pastime(other)))
        raise UsageError(f"{game.name} has no own boards ({able})")
    kind = kinds[0] if name is None else find_kind(game, name)
    if kind not in kinds:
        able = ", ".join(other.name for other in kinds)
        raise UsageError(f"a {kind.name} is given by its mines; kinds for a position: {able}")
    return kind


def make_own(
    pastime: str,
    given: object,
    *,
    kind: str | None = None,
    confirm: bool = False,
    seconds: float | None = None,
    cancel: Cancel | None = None,
) -> Puzzle | Refusal:
    """Make the puzzle of your own board, or say why it is none.

    Parameters
    ----------
    pastime, kind
        The pastime, and the kind of puzzle; by default the first with own boards.
    given
        The board, as a question takes it.
    confirm
        Whether a second method confirms that the solution is the only one.
    seconds, cancel
        A time limit, and a switch. `Unanswered` is raised if one stops the run.

    Examples
    --------
    >>> make_own("cards", {"cards": [1, 1, 1, 2, 2], "D": 2}).solution["sequence"]
    [1, 2, 1, 2, 1]
    >>> make_own("optimiza", "TR4-9GXXX").number
    2
    """
    game = find_pastime(pastime)
    own_kind, deadline = find_own_kind(game, kind), Deadline(Limits(seconds=seconds, cancel=cancel))
    recipe, instance = recipe_of(own_kind), instance_of(game, given)
    assert recipe.make_own is not None, "a kind without own boards"
    with unanswered_if_stopped():
        content = recipe.make_own(instance, deadline.limits)
        if isinstance(content, Refusal):
            solved = [PuzzleContent(instance=instance, goal={}, solution=solution, grade=1, solving_effort=0)
                      for solution in content.witnesses]  # fmt: skip
            return replace(content, texts=tuple([recipe.show(solution, True).rstrip() for solution in solved]))
        return confirmed(Puzzle(OwnBoard(game.name, own_kind, content.instance, 0), content), deadline, confirm)
