"""Own boards: the puzzle of a given instance, or why it is none."""

from collections.abc import Mapping
from typing import Any

from passatempo.core.errors import UsageError
from passatempo.core.json import encode, number
from passatempo.core.limits import Limits
from passatempo.core.pastime import Kind, Pastime
from passatempo.core.registry import names, pastime
from passatempo.puzzles.generator import Puzzle, find_kind
from passatempo.puzzles.identity import OwnBoard, recipe_of
from passatempo.puzzles.puzzle import PuzzleContent, Refusal


class NoPuzzle(Exception):  # control flow: a verdict with exit code 1
    """An own board that has none or several solutions."""

    def __init__(self, refusal: Refusal, kind: Kind, instance: Any) -> None:
        super().__init__(f"{refusal.sentence[:1].upper()}{refusal.sentence[1:]}.")
        self.refusal, self.kind, self.instance = refusal, kind, instance

    def write(self, form: str) -> str:
        """Write the verdict as JSON, or as text with two solutions and the changes that leave one."""
        number_of_solutions, solutions, changes = self.refusal.number, self.refusal.witnesses, self.refusal.changes
        if form == "json":
            facts = {"number": number(number_of_solutions), "witnesses": solutions, "changes": changes}
            return encode({"unique": False, **facts})
        solved = [PuzzleContent(instance=self.instance, goal={}, solution=solution, grade=1, solving_effort=0)
                  for solution in solutions]  # fmt: skip
        texts = [recipe_of(self.kind).show(content, True).rstrip() for content in solved]
        texts += ["\n".join(["Each of these leaves one:", *map(_change_text, changes)])] if changes else []
        return "\n\n".join([str(self), *texts])


def _change_text(change: Mapping[str, Any]) -> str:
    if "exchange" in change:
        return "exchange {} and {}".format(*map(tuple, change["exchange"]))
    *place, gift = change["give"]
    return f"give {gift} at {tuple(place) if place[1:] else f'place {place[0]}'}"


def own_kinds(game: Pastime) -> list[Kind]:
    """Return the kinds of puzzles of which a person can bring a board.

    >>> [kind.name for kind in own_kinds(pastime("cards"))]
    ['order']
    """
    return [kind for kind in game.kinds if recipe_of(kind).make_own is not None]


def find_own_kind(game: Pastime, name: str | None) -> Kind:
    """Find a kind of puzzles with own boards by name, by default the first; raises `UsageError` if there is none.

    >>> find_own_kind(pastime("mnk"), None)
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: mnk has no own boards (cards, optimiza, minesweeper)
    """
    kinds = own_kinds(game)
    if not kinds:
        able = ", ".join(other for other in names() if own_kinds(pastime(other)))
        raise UsageError(f"{game.name} has no own boards ({able})")
    kind = kinds[0] if name is None else find_kind(game, name)
    if kind not in kinds:
        able = ", ".join(other.name for other in kinds)
        raise UsageError(f"a {kind.name} is given by its mines; kinds for a position: {able}")
    return kind


def own_puzzle(game: Pastime, kind: Kind, instance: Any, limits: Limits) -> Puzzle:
    """Make the puzzle of an own board; raises `NoPuzzle`, or `Stopped` if a limit comes before the verdict.

    >>> from passatempo.core.limits import Limits
    >>> game = pastime("cards")
    >>> own_puzzle(game, game.kinds[0], game.read("1 1 1 2 2", D=2), Limits()).content.solution["sequence"]
    [1, 2, 1, 2, 1]
    """
    make_own = recipe_of(kind).make_own
    assert make_own is not None, "a kind without own boards"
    content = make_own(instance, limits)
    if isinstance(content, Refusal):
        raise NoPuzzle(content, kind, instance)
    return Puzzle(OwnBoard(game.name, kind, content.instance, 0), content)
