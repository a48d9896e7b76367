"""What worker processes do for every pastime: answer, read, make, convert, export.

Each task is ``(arguments, limits, report) -> result``; arguments and results are plain data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.asking import REASON_SECONDS, ask, instance_of, question_of
from passatempo.core.instances import exported, made, written
from passatempo.core.json import convert, dump_outcome, encode
from passatempo.core.limits import resident
from passatempo.core.registry import BUILT_IN, pastime

if TYPE_CHECKING:
    from passatempo.core.limits import Limits
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Pastime, Problem
    from passatempo.core.progress import Report

LONGEST_TEXT = 100_000  # characters of an answer that are shown; its JSON has all of it


def prepare() -> None:
    """Import the built-in pastimes and read an example of each, as text and as JSON: no first visitor waits for it."""
    for name in BUILT_IN:
        game = pastime(name)
        for example in list(game.examples)[:1]:
            instance = instance_of(game, game.example(example), {})
            game.wiring.draw(instance_of(game, encode(game.wiring.json.dump(instance)), {}))


def solved(arguments: Any, limits: Limits, report: Report) -> tuple[Problem, Outcome[Any]]:
    """Answer the question that the arguments describe."""
    game = pastime(arguments["pastime"])
    problem = game.problem(arguments["question"])
    method, confirm = arguments.get("method"), arguments.get("confirm") or None
    problem.choose(method)  # before the instance is read: a mistyped method is told at once
    held = resident()
    question = question_of(game, problem, arguments["text"], {}, arguments.get("ask") or {})
    common: dict[str, Any] = {"report": report, "explain": REASON_SECONDS}
    return problem, ask(problem, question, method=method, confirm=confirm, limits=limits.since(held), **common)


def answer(arguments: Any, limits: Limits, report: Report) -> str:
    """Answer a question with the JSON of the outcome."""
    return encode(dump_outcome(*solved(arguments, limits, report)))


def answer_shown(arguments: Any, limits: Limits, report: Report) -> dict[str, Any]:
    """Answer a question with the outcome, the answer in words and its picture, as the workbench shows it."""
    problem, outcome = solved(arguments, limits, report)
    said = str(outcome).splitlines()
    words = "\n".join(said[:-1])
    return {
        "outcome": encode(dump_outcome(problem, outcome)),
        "words": words if len(words) <= LONGEST_TEXT else words[:LONGEST_TEXT] + "\n...",
        "status": said[-1],
        "picture": str(outcome.svg()),
    }


def read(arguments: Any, limits: Limits, report: Report) -> dict[str, Any]:
    """Read an instance from a text of any format; say it as JSON, as canonical text and as a picture."""
    game = pastime(arguments["pastime"])
    return shown(game, instance_of(game, arguments["text"], {}))


def shown(game: Pastime, instance: Any) -> dict[str, Any]:
    """Describe an instance."""
    return {
        "instance": encode(game.wiring.json.dump(instance)),
        "text": str(game.wiring.write(instance)),
        "picture": str(game.wiring.draw(instance)),
        "remarks": list(game.wiring.remarks(instance)) if game.wiring.remarks else [],
    }


def make(arguments: Any, limits: Limits, report: Report) -> dict[str, Any]:
    """Make an instance from parameters and a seed."""
    game = pastime(arguments["pastime"])
    params = convert(arguments["params"], game.wiring.params, "the parameters")
    return shown(game, next(made(game, params, arguments["seed"])))


def export(arguments: Any, limits: Limits, report: Report) -> str:
    """Write an instance in another format, or a model of it as a standard file."""
    game = pastime(arguments["pastime"])
    instance = instance_of(game, arguments["text"], {})
    if not arguments.get("model"):
        return written(game, instance, arguments["format"])
    return exported(game, instance, arguments["model"], arguments["format"])
