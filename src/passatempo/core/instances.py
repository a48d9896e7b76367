"""Generate instances from parameters, write them in any format, and export them as models, for all front ends."""

import os
from collections.abc import Iterator, Mapping
from typing import Any

from passatempo.core.errors import UsageError, Violation, quote
from passatempo.core.json import convert as converted
from passatempo.core.json import decode, encode, keys_of, load_answer, refuse_unknown
from passatempo.core.methods import suggest
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Pastime, Question
from passatempo.core.plain import plain_of
from passatempo.core.queries import ProblemQuery, instance_of, question_of, violations_of
from passatempo.core.random import Random

MOST_MADE = 1_000_000  # instances per call; other seeds give other instances


def format_instance(game: Pastime, instance: Any, form: str) -> str:
    r"""Write an instance as ``json``, ``text``, ``svg`` or in a format of its pastime, ending in a newline.

    Raises
    ------
    UsageError
        If there is no such format.

    Examples
    --------
    >>> from passatempo.core.registry import pastime
    >>> game = pastime("mnk")
    >>> format_instance(game, game.read("m: 2\n" "n: 2\n" "k: 3\n" "a1 b1"), "moves")
    'm: 2\nn: 2\nk: 3\na1 b1\n'
    """
    formats = {"text": game.wiring.write, "svg": game.wiring.draw}
    formats |= {name: module.write for name, module in game.format_modules.items()}
    if form == "json":
        text = encode(game.wiring.json.dump(instance))
    elif form in formats:
        text = str(formats[form](instance))
    else:
        format_names = ["json", *formats]
        raise UsageError(
            f"{quote(form)} is not a format of {game.name}{suggest(form, format_names)} ({', '.join(format_names)})"
        )
    return text if text.endswith("\n") else text + "\n"


def convert(game: Pastime, given: Any, form: str) -> str | bytes:
    r"""Write an instance, given in any form, or a full position; raises `UsageError` if the format cannot hold it.

    >>> from passatempo.core.registry import pastime
    >>> convert(pastime("minesweeper"), b"\3\1\0\1\2\0", "link")
    '?b=31&m=4\n'
    """
    full = game.wiring.full_positions
    if full is not None and isinstance(given, str | bytes | os.PathLike):
        given = full.load(given)
    if full is None or not isinstance(given, full.kind):
        given = instance_of(game, given)
    if full is not None and (isinstance(given, full.kind) or form in full.formats):
        return full.write(given, form)
    return format_instance(game, given, form)


def format_model(game: Pastime, instance: Any, model: str, form: str, settings: Mapping[str, str] = {}) -> str:
    """Write a declarative model of an instance as a standard file.

    Parameters
    ----------
    model
        The model's name, with settings: ``NAME:key=value,...``.
    form
        One of the model's file formats.
    settings
        Additional settings, as texts.

    Raises
    ------
    UsageError
        If there is no such model, format or setting.

    Examples
    --------
    >>> from passatempo.core.registry import pastime
    >>> game = pastime("minesweeper")
    >>> format_model(game, game.read("1#"), "minizinc", "minizinc").count("constraint") > 0
    True
    """
    models = {game_model.name: game_model for game_model in game.models}
    name, _, model_settings = model.partition(":")
    if name not in models:
        raise UsageError(f"{quote(name)} is not a model of {game.name}{suggest(name, models)} ({', '.join(models)})")
    formats = models[name].formats
    if form not in formats:
        raise UsageError(f"{quote(form)} is not a format of {name}{suggest(form, formats)} ({', '.join(formats)})")
    return models[name].write(instance, form, model_settings, settings)


def generate_instances(game: Pastime, params: Any, seed: int = 0, count: int = 1) -> Iterator[Any]:
    """Generate instances. The same parameters and seed give the same instances on every machine.

    Parameters
    ----------
    params
        The pastime's parameters, or a mapping of their names.

    Raises
    ------
    UsageError
        If the parameters are invalid, or if no such instance exists.

    Examples
    --------
    >>> from passatempo.core.registry import pastime
    >>> [board.n for board in generate_instances(pastime("optimiza"), {"N": 3}, seed=1, count=2)]
    [3, 3]
    """
    if not game.generates:
        raise UsageError(f"{game.name} has no generator")
    if not 1 <= count <= MOST_MADE:
        raise UsageError(f"count: {quote(count)} is not a number of instances from 1 to {MOST_MADE}")
    try:
        instance_params = converted(params, game.wiring.params, "what to make") if isinstance(params, dict) else params
        for number in range(count):
            yield game.wiring.generate(instance_params, Random(seed, game.name, number))
    except ValueError as error:
        raise UsageError(str(error)) from error


def read(game: Pastime, given: Any, keys: Mapping[str, Any]) -> Any:
    """Read an instance from a text of any format, or from what a question takes. Keys that are not None override it.

    >>> from passatempo import minesweeper
    >>> minesweeper.read('{"grid": "#1"}') == minesweeper.read("#1")
    True
    """
    refuse_unknown(keys, keys_of(game.wiring.json.keys))
    instance_keys = {name: setting for name, setting in keys.items() if setting is not None}
    return instance_of(game, given, game.wiring.value_keys(instance_keys) if game.wiring.value_keys else instance_keys)


def example(game: Pastime, name: str) -> Any:
    """Return a built-in instance."""
    return instance_of(game, game.example(name))


def new(game: Pastime, seed: int, count: int | None, params: dict[str, Any]) -> Any:
    """Generate an instance, or with `count` a list of them."""
    new_instances = list(generate_instances(game, params, seed, 1 if count is None else count))
    return new_instances[0] if count is None else new_instances


def check(game: Pastime, instance: Any, answer: Outcome[Any] | Mapping[str, Any] | str) -> list[Violation]:
    """List the rules that an answer breaks. The answer is an outcome, or its JSON, which names the question."""
    inputs = None
    if isinstance(answer, Outcome):
        if not isinstance(answer.asked, ProblemQuery):
            raise UsageError("this outcome of a bare method has no question: call the library's function instead")
        problem, inputs = answer.asked.problem, getattr(answer.asked.about, "ask", None)
        typed_answer, value_claim = answer.answer, answer.value
    else:
        plain_answer = plain_of(answer, "answer")
        raw = decode(plain_answer) if isinstance(plain_answer, str) else plain_answer
        problem, typed_answer = load_answer(game, raw)
        value_claim = raw.get("value")
    if typed_answer is None:
        raise UsageError("there is no answer to check")
    question = question_of(game, problem, instance)
    if inputs is not None and isinstance(question, Question):
        question = Question(question.instance, inputs)
    return violations_of(problem, question, typed_answer, value_claim)


def export(game: Pastime, instance: Any, model: str, form: str, settings: Mapping[str, str]) -> str:
    """Write a declarative model of an instance, given in any form, as a standard file."""
    return format_model(game, instance_of(game, instance), model, form, settings)


def show(game: Pastime, subject: Any) -> str:
    """Write an instance or an outcome as the terminal shows it."""
    return str(subject) if isinstance(subject, Outcome) else str(game.wiring.show(instance_of(game, subject)))


def draw(game: Pastime, subject: Any) -> Any:
    """Draw an instance or an outcome."""
    return subject.svg() if isinstance(subject, Outcome) else game.wiring.draw(instance_of(game, subject))
