"""What worker processes do for every pastime: answer, read, make, convert, export.

Each task is ``(arguments, limits, report) -> result``; arguments and results are plain data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.asking import ask
from passatempo.core.errors import UsageError, quote
from passatempo.core.json import convert, decode, dump_outcome, encode
from passatempo.core.methods import resolve
from passatempo.core.random import Random
from passatempo.core.reading import instance_of, question_of
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.core.telling import text_view

if TYPE_CHECKING:
    from passatempo.core.limits import Limits
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Pastime, Problem
    from passatempo.core.progress import Report

REASON_SECONDS = 5.0  # for the reason of an "impossible", of what the limit leaves
LONGEST_TEXT = 100_000  # characters of an answer that a page shows; its JSON has all of it


def prepare(arguments: Any, limits: Limits, report: Report) -> None:
    """Import the built-in pastimes and read an example of each, so that the first visitor need not wait for it."""
    for name in BUILT_IN:
        game = pastime(name)
        for example in list(game.examples)[:1]:
            resolve(game.draw)(instance_of(game, game.example(example), {}))
        for problem in game.problems:
            for ref in (
                problem.face,
                problem.check,
                problem.show,
                problem.draw,
                problem.ask,
                problem.worth,
                problem.key,
            ):
                if ref:
                    resolve(ref)
            if not problem.methods[0].needs:
                resolve(problem.methods[0].where)


def solved(arguments: Any, limits: Limits, report: Report) -> tuple[Pastime, Problem, Any, Outcome[Any]]:
    """Answer the question that the arguments describe."""
    game = pastime(arguments["pastime"])
    problem = game.problem(arguments["question"])
    method, confirm = arguments.get("method"), arguments.get("confirm") or None
    problem.choose(method)  # before the instance is read: a mistyped method is told at once
    text = arguments["text"]
    question = question_of(game, problem, text, {}, arguments.get("ask") or {})
    outcome = ask(
        problem, question, method=method, confirm=confirm, limits=limits, report=report, explain=REASON_SECONDS
    )
    return game, problem, question, outcome


def answer(arguments: Any, limits: Limits, report: Report) -> str:
    """Answer a question with the JSON of the outcome."""
    game, problem, _, outcome = solved(arguments, limits, report)
    return encode(dump_outcome(game, problem, outcome))


def answer_shown(arguments: Any, limits: Limits, report: Report) -> dict[str, Any]:
    """Answer a question with the outcome, the answer in words and its picture, as a page shows it."""
    game, problem, question, outcome = solved(arguments, limits, report)
    said = text_view(problem, question, outcome).splitlines()
    words = "\n".join(said[:-1])
    return {
        "outcome": encode(dump_outcome(game, problem, outcome)),
        "words": words if len(words) <= LONGEST_TEXT else words[:LONGEST_TEXT] + "\n...",
        "status": said[-1],
        "picture": str(resolve(problem.draw)(question, outcome.answer)),
    }


def read(arguments: Any, limits: Limits, report: Report) -> dict[str, Any]:
    """Read an instance from a text of any format; say it as JSON, as canonical text and as a picture."""
    game = pastime(arguments["pastime"])
    return shown(game, instance_of(game, arguments["text"], {}))


def shown(game: Pastime, instance: Any) -> dict[str, Any]:
    """Describe an instance."""
    return {
        "instance": encode(resolve(game.face).dump(instance)),
        "text": str(resolve(game.write)(instance)),
        "picture": str(resolve(game.draw)(instance)),
        "remarks": list(resolve(game.remarks)(instance)) if game.remarks else [],
    }


def example(arguments: Any, limits: Limits, report: Report) -> dict[str, Any]:
    """Read a built-in example."""
    game = pastime(arguments["pastime"])
    return shown(game, instance_of(game, game.example(arguments["example"]), {}))


def make(arguments: Any, limits: Limits, report: Report) -> dict[str, Any]:
    """Make an instance from parameters and a seed."""
    game = pastime(arguments["pastime"])
    shape = resolve(game.params)
    try:
        params = convert(arguments["params"], shape, "the parameters")
        instance = resolve(game.generate)(params, Random(arguments["seed"], game.name, 0))
    except ValueError as error:  # of the parameters, or that nothing of the kind was found
        raise UsageError(str(error)) from error
    return shown(game, instance)


def export(arguments: Any, limits: Limits, report: Report) -> str:
    """Write an instance in another format, or a model of it as a standard file."""
    game = pastime(arguments["pastime"])
    instance = instance_of(game, arguments["text"], {})
    form = arguments["format"]
    if not arguments.get("model"):
        formats = {"text": game.write, "svg": game.draw, **game.formats}
        if form not in formats:
            raise UsageError(f"{quote(form)} is not a format of {game.name} ({', '.join(formats)})")
        return str(resolve(formats[form])(instance))
    models = {model.name: model for model in game.models}
    if arguments["model"] not in models:
        raise UsageError(f"{quote(arguments['model'])} is not a model of {game.name} ({', '.join(models)})")
    return str(resolve(models[arguments["model"]].where)(instance, form))


def answers(arguments: Any, limits: Limits, report: Report) -> dict[str, Any]:
    """Answer several questions about one instance: the outcomes as data, by name.

    `questions` maps a name to the arguments of `solved`; pages use it where a board needs more than one answer.
    """
    found = {}
    for name, asked in arguments["questions"].items():
        game, problem, _, outcome = solved({**arguments, **asked}, limits, report)
        found[name] = decode(encode(dump_outcome(game, problem, outcome)))
    return found
