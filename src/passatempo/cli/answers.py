"""The command of one question: read, ask, confirm and print. It also answers batches in one process."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from passatempo.cli.files import question_of, read_source, write_out
from passatempo.cli.flags import flag, flags_of, make_command, make_limits, positional
from passatempo.cli.notes import note
from passatempo.cli.progress import interruptible, progress_bar
from passatempo.cli.view import exit_code, for_terminal, write_outcome
from passatempo.core.errors import Bug, FormatError, PassatempoError, UsageError, WrongAnswer
from passatempo.core.input import STANDARD_INPUT, path_of
from passatempo.core.json import decode, dump_error, dump_outcome, encode, load_question
from passatempo.core.limits import MEMORY_MB, Cancel, Limits, refuse_seconds, resident_memory, takes_memory
from passatempo.core.outcome import IMPOSSIBLE, Outcome, Status
from passatempo.core.output import atomic_file, format_of
from passatempo.core.queries import REASON_SECONDS, ask
from passatempo.core.report import describe_error, save_report, save_text
from passatempo.core.text import refuse_long

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from inspect import Parameter as Argument

    from passatempo.core.pastime import Pastime, Problem

LONGEST_REPORTED = 100_000  # maximum size of a line in a report, in bytes
COMMON = (
    ("method", str, "method, with settings as NAME:key=value,..."),
    ("confirm", str, "confirm with this second exact method"),
    ("seconds", float, "time limit"),
    ("nodes", int, "node limit"),
    ("memory", int, f"memory limit in MB [default: {MEMORY_MB}]"),
    ("threads", int, "number of threads, if the method can use several [default: 1]"),
    ("seed", int, "random seed [default: 0]"),
    ("proof", str, "write a proof to this file, if the method supports it"),
    ("checkpoint", str, "resume from this checkpoint and keep it updated, if the method supports it"),
    (
        "format",
        Literal["text", "json", "svg", "print"],
        "format of the outcome; print: a picture in greys [default: by the ending of --out, else text]",
    ),
    ("out", str, "write the result to this file"),
    ("example", str, "use a built-in instance instead of FILE"),
    ("batch", str, "read JSON lines from this file, or - for standard input, and print JSON lines"),
    (
        "explain",
        float,
        f"seconds to search for the reason of an 'impossible'; 0: none [default: what is left, or {REASON_SECONDS:g}]",
    ),
)


def make_answer_command(game: Pastime, problem: Problem) -> Callable[..., int]:
    """Make the command of one question."""
    names = [name for name, _, _ in COMMON]
    shape = game.wiring.json.keys
    ask_type = problem.wiring.ask
    ask_keys = [] if ask_type is None else [field.name for field in fields(ask_type)]
    shape_keys = {field.name for field in fields(shape)}
    arguments: list[Argument] = [positional("file", "the instance: a file or its text, JSON too; - for standard input")]
    arguments += [flag(name, kind, text) for name, kind, text in COMMON]
    arguments += [] if ask_type is None else flags_of(ask_type, names)
    arguments += flags_of(shape, [*names, *ask_keys])

    def body(file: str | None = None, **flags: Any) -> int:
        common = {name: flags.pop(name) for name in names if name in flags}
        ask = {name: flags[name] for name in ask_keys if name in flags}
        keys = {name: setting for name, setting in flags.items() if name not in ask_keys or name in shape_keys}
        if "batch" in common:
            if file is not None or "example" in common:
                raise UsageError("with --batch the instances come only from its file")
            return answer_batch(game, problem, common, {**keys, **ask})
        return answer_instance(game, problem, file, common, keys, ask)

    return make_command(body, problem.name, arguments, _help_text(game, problem))


def _help_text(game: Pastime, problem: Problem) -> str:
    """Write the help of a question: the question, the methods, an example."""
    methods = ", ".join(method.name for method in problem.methods)
    example = problem.example or next(iter(game.examples), "")
    example_hint = f"\n\nExample: passatempo {game.name} {problem.name} --example {example}" if example else ""
    return f"{problem.question}\n\nMethods (the first is the default): {methods}.{example_hint}"


def limits_of(common: Mapping[str, Any], cancel: Cancel) -> Limits:
    """Collect the limits from the flags."""
    named = {"seconds": "seconds", "nodes": "nodes", "memory": "memory_mb", "threads": "threads", "seed": "seed"}
    limit_flags = {key: common[flag] for flag, key in named.items() if flag in common}
    return make_limits(**limit_flags, cancel=cancel, proof=common.get("proof"), checkpoint=common.get("checkpoint"))


def _bind_query(problem: Problem, common: Mapping[str, Any]) -> Callable[..., Outcome[Any]]:
    """Bind the options of a question. A mistyped method is refused before anything is read."""
    method, confirm, explain = common.get("method"), common.get("confirm"), common.get("explain")
    refuse_seconds("--explain", explain)
    for name in (method, confirm):
        problem.choose(name)
    return partial(ask, problem, method=method, confirm=confirm, explain=explain)


def answer_instance(
    game: Pastime,
    problem: Problem,
    file: str | None,
    common: Mapping[str, Any],
    keys: Mapping[str, Any],
    ask_flags: Mapping[str, Any],
) -> int:
    """Answer one question and print the outcome."""
    bound_query, cancel = _bind_query(problem, common), Cancel()
    limits, resident_bytes = limits_of(common, cancel), resident_memory()
    out = common.get("out")
    form = format_of(out, common.get("format", ""))
    text = read_source(game, file, common.get("example"), keys, limits.longest_text)
    question = question_of(game, problem, text, keys, ask_flags)
    limits = limits.since(resident_bytes)
    is_text_output = form == "text" and out is None
    verdict_lines: list[str] = []

    def verdict(outcome: Outcome[Any]) -> None:
        """Print the known verdict at once, so that people need not wait for the reason."""
        if is_text_output and outcome.status is Status.IMPOSSIBLE:
            verdict_lines.append(IMPOSSIBLE)
            report.hide_bar()
            sys.stdout.write(IMPOSSIBLE)
            sys.stdout.flush()

    with interruptible(cancel), progress_bar(f"{game.name} {problem.name}") as report:
        outcome = bound_query(question, limits=limits, report=report, verdict=verdict)
    text = write_outcome(problem, outcome, form)
    write_out((for_terminal(game, text) if is_text_output else text).removeprefix("".join(verdict_lines)), out)
    warn_of_files(outcome)
    if limits.proof is not None and outcome.proof is None and not outcome.warnings:
        note(f"passatempo: no proof was written to {limits.proof}")
    return exit_code(outcome, cancel)


def warn_of_files(outcome: Outcome[Any]) -> None:
    """Warn on standard error of additional files that could not be written."""
    for sentence in outcome.warnings:
        note(f"warning: {sentence}")


def answer_batch(game: Pastime, problem: Problem, common: Mapping[str, Any], keys: Mapping[str, Any]) -> int:
    """Answer one JSON instance per line, in order. A bad line gives an error object, and the run continues."""
    if format_of(common.get("out"), common.get("format", ""), "json") != "json":
        raise UsageError("--batch prints only JSON lines")
    bound_query, cancel = _bind_query(problem, common), Cancel()
    limits = limits_of(common, cancel)
    code = 0
    with interruptible(cancel), _open_sink(common.get("out")) as write:
        for number, line in enumerate(_batch_lines(common["batch"], limits.longest_text), 1):
            try:
                resident_bytes = resident_memory() if takes_memory(line) else 0
                refuse_long(len(line), limits.longest_text, "the line")
                question = _question_in(game, problem, line, keys)
                outcome = bound_query(question, limits=limits.since(resident_bytes))
                write(encode(dump_outcome(problem, outcome)) + "\n")
                warn_of_files(outcome)
            except Exception as error:  # last resort: handled here, so that the other lines continue
                code = max(code, _exit_code_of(game, error, line))
                bug = Bug(f"{type(error).__name__}: {error} (internal error)")
                write(encode(dump_error(error if isinstance(error, PassatempoError) else bug, number)) + "\n")
            if cancel.cancelled:
                break
    if cancel.cancelled:
        raise KeyboardInterrupt  # the results so far are printed
    return code


def _question_in(game: Pastime, problem: Problem, line: bytes, keys: Mapping[str, Any]) -> Any:
    """Make a question from a line of a batch. Its own keys override the flags."""
    if not line.strip():
        raise FormatError("the line is empty", kind="empty")
    raw = decode(line)
    return load_question(game, problem, {**keys, **raw} if isinstance(raw, dict) else raw, {})


def _exit_code_of(game: Pastime, error: Exception, line: bytes) -> int:
    """Return the exit code for a bad line, and save a report if it is an internal error."""
    if isinstance(error, WrongAnswer):
        save_report(game, error)
    elif not isinstance(error, PassatempoError):
        save_text(f"{describe_error(error)}\n\n{line[:LONGEST_REPORTED].decode(errors='replace')}", ".txt")
    return 2 if isinstance(error, PassatempoError) and not isinstance(error, WrongAnswer) else 4


def _batch_lines(name: str, longest: int) -> Iterator[bytes]:
    """Yield the lines of a batch as they arrive. A line that is too long is cut just above the limit."""
    with contextlib.ExitStack() as stack:
        file = sys.stdin.buffer if name == STANDARD_INPUT else stack.enter_context(path_of(name).open("rb"))
        while line := file.readline(longest + 1):
            yield line
            while len(line) > longest and not line.endswith(b"\n"):
                line = file.readline(longest + 1)


@contextlib.contextmanager
def _open_sink(out: str | None) -> Iterator[Callable[[str], Any]]:
    """Write lines to standard output as they arrive, or to a file that appears when the run is over."""
    if out is not None:
        with atomic_file(out) as file:
            yield file.write
        return
    try:
        yield sys.stdout.write
    finally:
        sys.stdout.flush()
