"""What every pastime's package can do beside its questions: make, judge, write, export and draw instances.

Each function is written once, for any pastime; a package holds it with its own record as the first argument.
"""

from __future__ import annotations

from functools import wraps
from inspect import Parameter, cleandoc, signature
from typing import TYPE_CHECKING, Any
from warnings import warn

from passatempo.core.asking import Asked, instance_of, question_of, violations_of
from passatempo.core.errors import UsageError
from passatempo.core.instances import exported, made, written
from passatempo.core.json import decode, keys_of, load_answer, refuse_unknown
from passatempo.core.methods import resolve
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from passatempo.core.errors import Violation
    from passatempo.core.pastime import Pastime
    from passatempo.core.play.playthrough import Playthrough


def reader(game: Pastime) -> Callable[..., Any]:
    """Make the function that reads what the questions take as text: a text of any format, JSON too.

    Examples
    --------
    >>> from passatempo import minesweeper
    >>> minesweeper.read('{"grid": "#1"}') == minesweeper.read("#1")
    True
    """

    @wraps(resolve(game.read))
    def read(text: str, **keys: Any) -> Any:
        refuse_unknown(keys, keys_of(resolve(game.json).keys))
        return instance_of(game, text, {name: value for name, value in keys.items() if value is not None})

    read.__module__ = game.package
    return read


def example(game: Pastime, name: str, /) -> Any:
    """Return a built-in instance."""
    return instance_of(game, game.example(name))


def new(game: Pastime, /, *, seed: int = 0, count: int | None = None, **params: Any) -> Any:
    """Generate an instance, or with `count` a list of them; the same arguments give the same ones everywhere."""
    found = list(made(game, params, seed, 1 if count is None else count))
    return found[0] if count is None else found


def check(game: Pastime, instance: Any, answer: Outcome[Any] | Mapping[str, Any] | str, /) -> list[Violation]:
    """List each rule that an answer breaks: of an outcome, or of its JSON, which says the question."""
    if isinstance(answer, Outcome):
        if not isinstance(answer.asked, Asked):
            raise UsageError("this outcome of a bare method has no question: call the library's function instead")
        problem, inputs = answer.asked.problem, getattr(answer.asked.about, "ask", None)
        found, value = answer.answer, answer.value
    else:
        raw = decode(answer) if isinstance(answer, str) else answer
        problem, found = load_answer(game, raw)
        inputs, value = None, raw.get("value")
    if found is None:
        raise UsageError("there is no answer to check")
    question = question_of(game, problem, instance)
    if inputs is not None and isinstance(question, Question):
        question = Question(question.instance, inputs)
    return violations_of(problem, question, found, value)


def convert(game: Pastime, instance: Any, form: str, /) -> str:
    """Write an instance as ``json``, ``text``, ``svg`` or in a format of the pastime."""
    return written(game, instance_of(game, instance), form)


def export(game: Pastime, instance: Any, model: str, form: str, /, **settings: str) -> str:
    """Write a declarative model of an instance as a standard file."""
    return exported(game, instance_of(game, instance), model, form, settings)


def show(game: Pastime, shown: Any, /) -> str:
    """Write an instance or an outcome as the terminal shows it."""
    return str(shown) if isinstance(shown, Outcome) else str(resolve(game.show)(instance_of(game, shown)))


def draw(game: Pastime, drawn: Any, /) -> Any:
    """Draw an instance or an outcome."""
    return drawn.svg() if isinstance(drawn, Outcome) else resolve(game.draw)(instance_of(game, drawn))


def play(
    game: Pastime,
    players: Sequence[str] = (),
    /,
    *,
    seed: int = 0,
    rules: str = "",
    practice: bool = False,
    record: str | None = None,
    **changes: Any,
) -> Playthrough:
    """Begin a game, or with `record` go on with one: submit moves, let bots reply, undo, look at views.

    Players are bots by name or level, and ``you``; nobody named is as many people as the game is played by. `changes`
    are fields of the rules, which win over those of the set of rules that is named.

    Examples
    --------
    >>> from passatempo import mnk
    >>> match = mnk.play(["you", "reference"], k=3)
    >>> match.submit("b2")[0].text, match.reply().text
    ('X plays b2', 'O (reference) plays a1')
    """
    from passatempo.core.play.players import game_of, person, seated
    from passatempo.core.play.playthrough import Playthrough
    from passatempo.core.play.record import read_record
    from passatempo.core.play.resuming import resumed
    from passatempo.core.play.shapes import rules_of
    from passatempo.core.play.values import Deal

    if record is not None:
        found_record, told = read_record(record)
        for one in told:
            warn(one, stacklevel=3)
        return resumed(game, found_record)
    found = game_of(game)
    changes = {name: value for name, value in changes.items() if value is not None}
    preset, chosen = rules_of(found, changes | ({"preset": rules} if rules else {}))
    seats = resolve(found.seats_of)(chosen) if found.seats_of else found.seats[0]
    sitting = seated(game, players) if players else tuple([person(f"player {seat + 1}") for seat in range(seats)])
    return Playthrough(game, sitting, chosen, preset, Deal(seed), practice=practice)


def named(function: Any, game: Pastime, name: str) -> Callable[..., Any]:
    """Give a function of any pastime the name, the documentation and the signature that it has in one package."""

    def called(*args: Any, **keywords: Any) -> Any:
        return function(*args, **keywords)

    bare = function.func
    own = [parameter for parameter in signature(function).parameters.values() if parameter.name != "game"]
    more = {"new": game.params, "play": game.game.rules if game.game else ""}.get(name)
    if more:
        of_params = signature(resolve(more)).parameters.values()
        own = [one for one in own if one.kind is not Parameter.VAR_KEYWORD]
        own += [one.replace(kind=Parameter.KEYWORD_ONLY) for one in of_params]
    called.__signature__ = signature(bare).replace(parameters=own)  # type: ignore[attr-defined]
    called.__name__ = called.__qualname__ = name
    called.__module__ = game.package
    said, _, rest = cleandoc(bare.__doc__).partition("\n\n")
    called.__doc__ = "\n\n".join(filter(None, [said, _more(game, name), rest]))
    return called


def _more(game: Pastime, name: str) -> str:
    """List what a function's documentation says of one pastime."""
    lists: dict[str, tuple[str, Any]] = {
        "example": ("Examples: ", game.examples),
        "convert": ("Formats: ", ["json", "text", "svg", *game.formats]),
        "play": ("Bots: ", [bot.name for bot in game.game.bots] if game.game else []),
        "export": ("Models: ", [f"{model.name} ({', '.join(model.formats)})" for model in game.models]),
    }
    head, listed = lists.get(name, ("", ()))
    return f"{head}{', '.join(listed)}." if listed else ""
