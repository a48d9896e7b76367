"""The command of one question: read, ask, confirm, print; and many instances in one process."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from passatempo.cli.files import STANDARD_INPUT, question_of, read_file, source, write_out
from passatempo.cli.flags import command, flag, flags_of, positional
from passatempo.cli.live import interruptible, progress_bar
from passatempo.cli.view import EXIT_CODES, view
from passatempo.core.errors import FormatError, PassatempoError, UsageError, WrongAnswer
from passatempo.core.json import decode, dump_error, dump_outcome, encode, load_question
from passatempo.core.limits import Cancel, Limits
from passatempo.core.pastime import resolve
from passatempo.core.report import save_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from inspect import Parameter as Argument

    from passatempo.core.pastime import Pastime, Problem

COMMON = (
    ("method", str, "how to answer, with settings: NAME:key=value,..."),
    ("confirm", str, "a second exact method that must agree"),
    ("seconds", float, "time limit"),
    ("nodes", int, "node limit"),
    ("threads", int, "threads to use [default: 1]"),
    ("seed", int, "random seed [default: 0]"),
    ("proof", str, "write a proof to this file"),
    ("format", Literal["text", "json", "svg"], "how to print the outcome [default: text]"),
    ("out", str, "write to this file"),
    ("example", str, "a built-in instance in place of FILE"),
    ("batch", str, "JSON lines in, JSON lines out"),
    ("explain", bool, "with --batch: say which part of an impossible instance cannot hold, as single runs do"),
)


def answering(game: Pastime, problem: Problem) -> Callable[..., int]:
    """Make the command of one question."""
    names = [name for name, _, _ in COMMON]
    shape = resolve(game.face).shape
    asked = resolve(problem.ask) if problem.ask else None
    ask_keys = [] if asked is None else [entry.name for entry in fields(asked)]
    arguments: list[Argument] = [positional("file", "the instance: JSON or text; - for standard input")]
    arguments += [flag(name, kind, text) for name, kind, text in COMMON]
    arguments += [] if asked is None else flags_of(asked, names)
    arguments += flags_of(shape, [*names, *ask_keys])

    def body(file: str | None = None, **flags: Any) -> int:
        common = {name: flags.pop(name) for name in names if name in flags}
        ask = {name: flags[name] for name in ask_keys if name in flags}
        keys = {name: value for name, value in flags.items() if name not in ask_keys or name in _keys(shape)}
        if "batch" in common:
            if file is not None or "example" in common:
                raise UsageError("with --batch the instances come from its file alone")
            return batch(game, problem, common, {**keys, **ask})
        return single(game, problem, file, common, keys, ask)

    return command(body, problem.name, _help(game, problem), arguments)


def _keys(shape: type) -> set[str]:
    return {entry.name for entry in fields(shape)}


def _help(game: Pastime, problem: Problem) -> str:
    """Write the help of a question: what is asked, the methods, an example."""
    methods = ", ".join(method.name for method in problem.methods)
    example = next(iter(game.examples), "")
    shown = f"\n\nExample: passatempo {game.name} {problem.name} --example {example}" if example else ""
    return f"{problem.question}\n\nMethods (the first is the default): {methods}.{shown}"


def limits_of(common: Mapping[str, Any], cancel: Cancel) -> Limits:
    """Gather the limits from the flags."""
    seconds, threads, nodes = common.get("seconds"), common.get("threads", 1), common.get("nodes")
    if seconds is not None and not seconds >= 0:
        raise UsageError(f"--seconds: {seconds} is not a time")
    if threads < 1:
        raise UsageError(f"--threads: {threads} is not a number of threads")
    if nodes is not None and nodes < 0:
        raise UsageError(f"--nodes: {nodes} is not a number of nodes")
    proof = Path(common["proof"]) if "proof" in common else None
    return Limits(seconds, nodes, threads=threads, seed=common.get("seed", 0), cancel=cancel, proof=proof)


def single(
    game: Pastime,
    problem: Problem,
    file: str | None,
    common: Mapping[str, Any],
    keys: Mapping[str, Any],
    ask: Mapping[str, Any],
) -> int:
    """Answer one question and print the outcome."""
    problem.choose(common.get("method"))  # before the file is read: a mistyped method is told at once
    question = question_of(game, problem, source(game, file, common.get("example"), keys), keys, ask)
    cancel = Cancel()
    limits = limits_of(common, cancel)
    with interruptible(cancel), progress_bar(f"{game.name} {problem.name}") as report:
        outcome = problem.answer(question, common.get("method"), limits, report)
        if "confirm" in common:
            problem.confirm(question, outcome, common["confirm"], limits, report)
        outcome = problem.explained(question, outcome, limits)
    write_out(view(game, problem, question, outcome, common.get("format", "text")), common.get("out"))
    return EXIT_CODES[outcome.status]


def batch(game: Pastime, problem: Problem, common: Mapping[str, Any], keys: Mapping[str, Any]) -> int:
    """Answer a JSON instance a line, in order; a bad line gives an error object and the run goes on."""
    if common.get("format", "json") != "json":
        raise UsageError("--batch prints JSON lines only")
    cancel = Cancel()
    limits = limits_of(common, cancel)
    problem.choose(common.get("method"))
    code = 0
    with interruptible(cancel), _sink(common.get("out")) as write:
        for number, line in enumerate(_lines(common["batch"]), 1):
            try:
                raw = decode(line) if line.strip() else _blank()
                question = load_question(game, problem, {**keys, **raw} if isinstance(raw, dict) else raw, {})
                outcome = problem.answer(question, common.get("method"), limits)
                if "confirm" in common:
                    problem.confirm(question, outcome, common["confirm"], limits)
                if "explain" in common:
                    outcome = problem.explained(question, outcome, limits)
                write(encode(dump_outcome(game, problem, outcome)) + "\n")
            except PassatempoError as error:
                if isinstance(error, WrongAnswer):
                    save_report(game, error)
                    code = 4
                code = max(code, 2)
                write(encode(dump_error(error, number)) + "\n")
            if cancel.thrown:
                break
    return code


def _blank() -> Any:
    raise FormatError("the line is empty", kind="empty")


def _lines(name: str) -> Iterable[bytes]:
    """Yield the lines of a batch as they come."""
    if name == STANDARD_INPUT:
        yield from sys.stdin.buffer
    else:
        with Path(name).open("rb") as file:
            yield from file


@contextlib.contextmanager
def _sink(out: str | None) -> Iterator[Callable[[str], Any]]:
    """Write lines to standard output as they come, or to a file that appears when the run is over."""
    if out is None:
        try:
            yield sys.stdout.write
        finally:
            sys.stdout.flush()
        return
    written: list[str] = []
    yield written.append
    write_out("".join(written), out)


def read_answer(game: Pastime, file: str) -> tuple[Problem, dict[str, Any]]:
    """Read an outcome, or a question with an answer, from a JSON file."""
    raw = decode(read_file(file))
    if not isinstance(raw, dict) or not isinstance(raw.get("question"), str) or "answer" not in raw:
        raise FormatError("an answer file is an object with the keys 'question' and 'answer'", where=file)
    if raw.get("pastime", game.name) != game.name:
        raise FormatError(f"the answer is of {raw['pastime']!r}, not of {game.name!r}", where=file)
    return game.problem(raw["question"]), raw
