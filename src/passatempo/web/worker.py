"""A worker process: it takes one task after another, reports on the way, and can be told to stop.

A task is a reference to a function ``(arguments, limits, report) -> result`` with its arguments; arguments and results
are plain data. Those of every pastime are here: answer, read, make, convert, export. The cancel switch is a byte of
shared memory, which kernels poll without the interpreter lock.

The fork server imports this module once, so every worker process has what it imports and prepares before it begins.
Libraries that start threads of their own, the solvers, are left out: a process with threads must not be forked.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if IS_PRELOADED := "multiprocessing.forkserver" in " ".join(sys.orig_argv):  # Ctrl-C ends it quietly until it is ready
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

from passatempo.core.asking import REASON_SECONDS, ask, instance_of, question_of
from passatempo.core.errors import FormatError, PassatempoError, SolverUnavailable, WrongAnswer
from passatempo.core.instances import exported, made, written
from passatempo.core.json import convert, dump_outcome, encode
from passatempo.core.limits import Cancel, Limits, resident
from passatempo.core.methods import resolve
from passatempo.core.registry import BUILT_IN, pastime

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from passatempo.core.limits import Progress, Report
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Pastime, Problem

REPORT_EVERY = 0.1  # seconds: no eye follows faster figures
BEYOND = 512  # megabytes between the limit that methods keep by themselves and the one that the system holds them to
LONGEST_TEXT = 100_000  # characters of an answer that are shown; its JSON has all of it


class ProgressSender:
    """A report that sends what it hears to the server, not more often than an eye can follow."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe, self.last = pipe, 0.0

    def __call__(self, progress: Progress, /) -> None:
        """Send a report if the last one was long enough ago."""
        now = time.monotonic()
        if now - self.last >= REPORT_EVERY:
            self.last = now
            self.pipe.send(("progress", progress))


def work(pipe: Connection, switch: Any, memory_mb: int) -> None:
    """Take tasks from a pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes the pipes
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    bound_memory(memory_mb + BEYOND)
    cancel = Cancel(memoryview(switch).cast("B"))
    with contextlib.suppress(EOFError, OSError):
        pipe.send(("ready", None))
        while True:
            where, arguments, limits, most = pipe.recv()
            said = done(where, arguments, replace(limits, cancel=cancel, memory_mb=memory_mb), ProgressSender(pipe))
            pipe.send(bounded(said, most))


def bound_memory(megabytes: int) -> None:
    """Let no task take more memory than this, where the system can say so."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))


def done(where: str, arguments: Any, limits: Limits, report: ProgressSender) -> tuple[str, Any]:
    """Run a task and say how it ended: with a result, with bad input, or with a bug of ours."""
    try:
        return "result", resolve(where)(arguments, limits, report)
    except WrongAnswer as error:
        return "bug", f"{error} (internal error: please report it with {_saved(arguments, error)})"
    except PassatempoError as error:
        return "refused", refusal(error)
    except MemoryError:
        return "refused", {"kind": "memory", "message": "this needs more memory than the server allows"}
    except Exception as error:  # the last resort: a bug of ours must not end the worker
        return "bug", f"{type(error).__name__}: {error} (internal error: please report it)"


def bounded(said: tuple[str, Any], most: int) -> tuple[str, Any]:
    """Refuse a result of more characters than the server takes: it has to stay quick for the others.

    >>> bounded(("result", "abc"), 3), bounded(("result", {"text": "abc"}), 2)[0]
    (('result', 'abc'), 'refused')
    """
    result = said[1]
    texts = result.values() if isinstance(result, dict) else [result]
    length = sum(len(text) for text in texts if isinstance(text, str))
    if said[0] != "result" or length <= most:
        return said
    message = f"the answer has {length} characters, more than the {most} that the server sends: use the command line"
    return "refused", {"kind": "too-long", "message": message}


def refusal(error: PassatempoError) -> dict[str, Any]:
    """Describe an error of this package as data."""
    said: dict[str, Any] = {"kind": error.kind, "message": str(error), "line": None, "column": None}
    if isinstance(error, FormatError):
        said |= {"line": error.line or None, "column": error.column or None}
    if isinstance(error, SolverUnavailable):
        said |= {"extra": error.extra}
    return said


def _saved(arguments: Any, error: WrongAnswer) -> Any:
    from passatempo.core.report import save_report

    return save_report(pastime(arguments["pastime"]), error)


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


if IS_PRELOADED:
    prepare()
