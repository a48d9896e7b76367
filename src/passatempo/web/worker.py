"""A worker process: runs one task after another, reports progress, and can be cancelled.

A task is a reference to a function ``(arguments, limits, report) -> result`` with its arguments; arguments and results
are plain data. This module has the tasks of all pastimes. They take the body of a request and return that of its
response, so that the server parses neither. The cancel switch is a byte of shared memory, which kernels poll without
the interpreter lock.

The fork server imports this module once, so every worker starts with its imports and preparations. Libraries that start
threads, such as the solvers, are not imported here: a process with threads must not be forked.
"""

import contextlib
import signal
import sys
import time
from dataclasses import dataclass, replace
from typing import Any

if IS_PRELOADED := "multiprocessing.forkserver" in " ".join(sys.orig_argv):  # Ctrl-C ends it quietly while it loads
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

from multiprocessing.connection import Connection

from passatempo.core.decoder import decode
from passatempo.core.errors import FormatError, PassatempoError, SolverUnavailable, UsageError, WrongAnswer
from passatempo.core.instances import format_instance, format_model, generate_instances
from passatempo.core.json import convert, dump_outcome, encode
from passatempo.core.limits import Cancel, Limits, Progress, Report, resident_memory
from passatempo.core.messages import translate
from passatempo.core.methods import resolve
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Pastime, Problem
from passatempo.core.queries import REASON_SECONDS, ask, instance_of, question_of
from passatempo.core.registry import BUILT_IN, pastime

REPORT_EVERY = 0.1  # seconds; faster updates are unreadable
BEYOND = 512  # megabytes between the limit of the methods and the hard limit of the system
LONGEST_TEXT = 100_000  # characters of the answer for display; its JSON has all of it


class ProgressSender:
    """A report callback that sends progress to the server, at a limited rate."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe, self.last_report = pipe, 0.0

    def __call__(self, progress: Progress, /) -> None:
        """Send a report if the last one was long enough ago."""
        current_time = time.monotonic()
        if current_time - self.last_report >= REPORT_EVERY:
            self.last_report = current_time
            self.pipe.send(("progress", progress))


def work_loop(pipe: Connection, switch: Any, memory_mb: int) -> None:
    """Run tasks from a pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the server, which closes the pipes
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    bound_memory(memory_mb + BEYOND)
    cancel = Cancel(memoryview(switch).cast("B"))
    with contextlib.suppress(EOFError, OSError):
        pipe.send(("ready", None))
        while True:
            task, arguments, limits, size_limit = pipe.recv()
            limits = replace(limits, cancel=cancel, memory_mb=memory_mb)
            pipe.send(run_task(task, arguments, limits, ProgressSender(pipe), size_limit))


def bound_memory(megabytes: int) -> None:
    """Limit the memory of this process, if the system supports it."""
    try:
        import resource
    except ImportError:  # on Windows
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))


def run_task(task: str, arguments: Any, limits: Limits, report: ProgressSender, size_limit: int) -> tuple[str, Any]:
    """Run a task and return how it ended: with a result, a refusal of its input, or an internal error."""
    try:
        return "result", check_size(resolve(task)(arguments, limits, report), size_limit)
    except WrongAnswer as error:
        return "bug", f"{error} (internal error: please report it with {_save_question(arguments, error)})"
    except PassatempoError as error:
        return "refused", error_details(error)
    except MemoryError:
        return "refused", {"kind": "memory", "message": "this needs more memory than the server allows"}
    except Exception as error:  # last resort: an internal error must not end the worker
        return "bug", f"{type(error).__name__}: {error} (internal error: please report it)"


def check_size(task_answer: Any, size_limit: int) -> Any:
    """Return a result, unless it has more bytes than the server may process.

    >>> check_size(b"abc", 2)
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: the answer has 3 bytes, more than the 2 that the server sends
    """
    if isinstance(task_answer, bytes) and len(task_answer) > size_limit:
        message = f"the answer has {len(task_answer)} bytes, more than the {size_limit} that the server sends"
        raise FormatError(message, kind="too-long")
    return task_answer


def error_details(error: PassatempoError) -> dict[str, Any]:
    """Describe a passatempo error as data."""
    error_json: dict[str, Any] = {"kind": error.kind, "message": str(error), "line": None, "column": None}
    if isinstance(error, FormatError):
        error_json |= {"line": error.line or None, "column": error.column or None}
    if isinstance(error, SolverUnavailable):
        error_json |= {"extra": error.extra}
    return error_json


def _save_question(arguments: Any, error: WrongAnswer) -> Any:
    from passatempo.core.report import save_report

    return save_report(pastime(arguments["pastime"]), error)


def prepare_worker() -> None:
    """Import the built-in pastimes and read an example of each as text and JSON, so that no visitor waits for it."""
    for name in BUILT_IN:
        game = pastime(name)
        for example in list(game.examples)[:1]:
            instance = instance_of(game, game.example(example), {})
            game.wiring.draw(instance_of(game, encode(game.wiring.json.dump(instance)), {}))


def solve_question(arguments: Any, limits: Limits, report: Report) -> tuple[Problem, Outcome[Any]]:
    """Answer the question that the arguments describe."""
    game = pastime(arguments["pastime"])
    problem = game.problem(arguments["question"])
    method, confirm = arguments.get("method"), arguments.get("confirm") or None
    problem.choose(method)  # before the instance is read, so that a mistyped method is reported at once
    resident_bytes = resident_memory()
    question = question_of(game, problem, text_of(arguments["body"]))
    common: dict[str, Any] = {"report": report, "explain": REASON_SECONDS}
    return problem, ask(
        problem, question, method=method, confirm=confirm, limits=limits.since(resident_bytes), **common
    )


def text_of(body: bytes) -> str:
    """Return the body of a request as the JSON text of an object.

    >>> text_of(b"[1]")
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: the instance must be a JSON object
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        message = translate("byte {number}: this is not UTF-8 text", number=error.start + 1)
        raise FormatError(message, kind="binary") from None
    if not text.lstrip().startswith("{"):
        raise FormatError(translate("the instance must be a JSON object"), kind="json-type")
    return text


def wrap_json(key: str, json: str, /, **members: Any) -> bytes:
    """Write a JSON object with one member that is JSON already, to avoid parsing a long one.

    >>> wrap_json("outcome", '{"value": 3}', words="3")
    b'{"outcome": {"value": 3}, "words":"3"}'
    """
    return f'{{"{key}": {json}, {encode(members)[1:]}'.encode()


def answer(arguments: Any, limits: Limits, report: Report) -> bytes:
    """Answer a question with the outcome as JSON."""
    return encode(dump_outcome(*solve_question(arguments, limits, report))).encode()


def answer_for_display(arguments: Any, limits: Limits, report: Report) -> bytes:
    """Answer a question with the outcome, the answer in words and a picture, for the workbench."""
    problem, outcome = solve_question(arguments, limits, report)
    outcome_lines = str(outcome).splitlines()
    words = "\n".join(outcome_lines[:-1])
    return wrap_json(
        "outcome",
        encode(dump_outcome(problem, outcome)),
        words=words if len(words) <= LONGEST_TEXT else words[:LONGEST_TEXT] + "\n...",
        status=outcome_lines[-1],
        picture=str(outcome.svg()),
    )


@dataclass(frozen=True, slots=True)
class InstanceRequest:
    """The request for an instance: one of `text`, `example` and `params`, and optionally an output format."""

    text: str | None = None
    example: str | None = None
    params: dict[str, Any] | None = None
    seed: int = 0
    format: str = ""
    model: str = ""


def instance(arguments: Any, limits: Limits, report: Report) -> bytes:
    """Read or generate an instance and show it, or write it in another format; a shown one has its own size limit."""
    game = pastime(arguments["pastime"])
    instance_request = convert(decode(text_of(arguments["body"])), InstanceRequest, translate("the request"))
    if (
        sum(source is not None for source in (instance_request.text, instance_request.example, instance_request.params))
        != 1
    ):
        raise UsageError(translate("pass one of text, example and params"))
    if instance_request.format and instance_request.text is None:
        raise UsageError(translate("format needs text"))
    if instance_request.params is not None:
        params = convert(instance_request.params, game.wiring.params, "the parameters")
        new_instance = next(generate_instances(game, params, instance_request.seed))
    else:
        new_instance = instance_of(
            game,
            game.example(instance_request.example) if instance_request.example is not None else instance_request.text,
        )
    if instance_request.format:
        model = instance_request.model
        file = (
            format_model(game, new_instance, model, instance_request.format)
            if model
            else format_instance(game, new_instance, instance_request.format)
        )
        return encode({"file": file}).encode()
    instance_json: bytes = check_size(show_instance(game, new_instance), arguments["shown"])
    return instance_json


def show_instance(game: Pastime, game_instance: Any) -> bytes:
    """Return an instance as JSON, as canonical text and as a picture."""
    return wrap_json(
        "instance",
        encode(game.wiring.json.dump(game_instance)),
        text=str(game.wiring.write(game_instance)),
        picture=str(game.wiring.draw(game_instance)),
        remarks=list(game.wiring.remarks(game_instance)) if game.wiring.remarks else [],
    )


if IS_PRELOADED:
    prepare_worker()
