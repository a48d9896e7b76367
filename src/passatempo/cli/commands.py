"""The commands of a pastime beside its questions: new, check, show, convert, export."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

from passatempo.cli.files import instance_of, numbered, question_of, source, write_out
from passatempo.cli.flags import command, flag, flags_of, positional
from passatempo.cli.notes import NO
from passatempo.cli.view import PICTURES, for_terminal, picture, told
from passatempo.core.asking import violations_of
from passatempo.core.errors import UsageError
from passatempo.core.input import read_text
from passatempo.core.instances import exported, made, written
from passatempo.core.json import decode, encode, load_answer
from passatempo.core.methods import resolve
from passatempo.core.writing import ENDINGS, format_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from inspect import Parameter as Argument

    from passatempo.core.pastime import Pastime

INPUT = "the instance: a file or its text, JSON too; - for standard input"
EXAMPLE = ("example", str, "use a built-in instance instead of FILE")
OUT = ("out", str, "write the result to this file")


def making(game: Pastime) -> Callable[..., int]:
    """Make the command `new`."""
    shape = game.wiring.params
    own = [
        flag("seed", int, "random seed [default: 0]"),
        flag("count", int, "number of instances [default: 1]"),
        flag(
            "format",
            Literal["text", "json", "svg", "print"],
            "format [default: text for one instance, else JSON lines]",
        ),
        flag("out", str, "write the result to this file; for several pictures: name-%d.svg"),
    ]
    arguments = [*flags_of(shape, ["seed", "count", "format", "out"]), *own]

    def body(seed: int = 0, count: int = 1, format: str = "", out: str | None = None, **params: Any) -> int:  # noqa: A002
        form = format_of(out, format, "text" if count == 1 else "json")
        drawn = form in PICTURES
        found = [written(game, instance, "svg" if drawn else form) for instance in made(game, params, seed, count)]
        found = [picture(text, form) for text in found] if drawn else found
        if drawn and count > 1:
            name = numbered(out)
            for number, text in enumerate(found, 1):
                write_out(text, name(number))
            return 0
        write_out(("" if form == "json" else "\n").join(found), out)
        return 0

    return command(body, "new", arguments)


def with_instance(game: Pastime, own: list[Argument], body: Callable[..., int], name: str) -> Callable[..., int]:
    """Make a command that reads one instance: FILE or --example, and a flag for every key."""
    taken = [argument.name for argument in own] + ["example", "out"]
    arguments = [positional("file", INPUT), flag(*EXAMPLE), flag(*OUT), *own]
    arguments += flags_of(game.wiring.json.keys, taken)

    def called(file: str | None = None, example: str | None = None, **flags: Any) -> int:
        chosen = {key: flags.pop(key) for key in [*taken] if key in flags}
        return body(instance_of(game, source(game, file, example, flags), flags), **chosen)

    return command(called, name, arguments)


def showing(game: Pastime) -> Callable[..., int]:
    """Make the command `show`."""

    def body(instance: Any, format: str = "", out: str | None = None) -> int:  # noqa: A002
        form = format_of(out, format)
        if form in PICTURES:
            write_out(picture(game.wiring.draw(instance), form), out)
        elif form == "json":
            write_out(written(game, instance, form), out)
        else:
            text = str(game.wiring.show(instance))
            write_out(for_terminal(game, text) if out is None else text, out)
        return 0

    own = [
        flag("format", Literal["text", "json", "svg", "print"], "format [default: by the ending of --out, else text]")
    ]
    return with_instance(game, own, body, "show")


def converting(game: Pastime) -> Callable[..., int]:
    """Make the command `convert`."""
    endings = ENDINGS | {form: form for form in game.formats}

    def body(instance: Any, to: str = "", out: str | None = None) -> int:
        write_out(written(game, instance, to or format_of(out, endings=endings)), out)
        return 0

    listed = ", ".join(["json", "text", *game.formats])
    own = [flag("to", str, f"one of {listed} [default: by the ending of --out, else text]")]
    return with_instance(game, own, body, "convert")


def exporting(game: Pastime) -> Callable[..., int]:
    """Make the command `export`; the settings of the models are flags too."""
    settings: dict[str, Argument] = {}
    for shape in dict.fromkeys(entry.settings for entry in game.models if entry.settings):
        settings |= {argument.name: argument for argument in flags_of(resolve(shape), settings)}

    def body(instance: Any, model: str = "", to: str = "", out: str | None = None, **flags: str) -> int:
        if not model:
            raise UsageError(f"--model is missing: {_alternatives([entry.name for entry in game.models])}")
        write_out(exported(game, instance, model, to, flags), out)
        return 0

    how = "model, with settings as NAME:key=value,..." if settings else "which model"
    formats = {form for entry in game.models for form in entry.formats}
    note = "; lp is the format of CPLEX; lp_solve reads mps: lp_solve -fmps FILE" if "lp" in formats else ""
    own = [flag("model", str, how), flag("to", str, f"file format{note}"), *settings.values()]
    return with_instance(game, own, body, "export")


def _alternatives(words: Sequence[str]) -> str:
    """Join words as a sentence does: ``a, b or c``."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def checking(game: Pastime) -> Callable[..., int]:
    """Make the command `check`."""
    rows = "; or plain rows, one as an answer and several as the list of all" if game.wiring.judge else ""
    arguments = [
        positional("instance", INPUT),
        positional("answer", f"an outcome as JSON, or an object with 'question' and 'answer'{rows}"),
        flag("format", Literal["text", "json"], "format [default: text]"),
        flag("example", str, "use a built-in instance instead of INSTANCE"),
        *flags_of(game.wiring.json.keys, ["format", "example"]),
    ]

    def body(
        instance: str | None = None,
        answer: str | None = None,
        format: str = "text",  # noqa: A002
        example: str | None = None,
        **keys: Any,
    ) -> int:
        if answer is None and (example is not None or keys):
            instance, answer = None, instance
        if answer is None:
            raise UsageError("pass an instance and an answer: INSTANCE ANSWER, or --example NAME ANSWER")
        text, given = read_text(answer), source(game, instance, example, keys)
        if game.wiring.judge is not None and not text.lstrip().startswith("{"):
            violations = [*game.wiring.judge(instance_of(game, given, keys), text)]
        else:
            raw = decode(text)
            problem, found = load_answer(game, raw, answer)
            question = question_of(game, problem, given, keys, {})
            if found is None:
                sys.stdout.write(f"There is no answer to check: the outcome is {raw.get('status', 'nothing')}.\n")
                return 0
            violations = violations_of(problem, question, found, raw.get("value"))
        if format == "json":
            sys.stdout.write(encode([{"rule": v.rule, "text": v.text, "where": v.where} for v in violations]) + "\n")
        else:
            sys.stdout.write(told(violations, "The answer follows every rule."))
        return NO if violations else 0

    return command(body, "check", arguments)
