"""The common commands of pastimes: new, check, show, convert, export."""

import sys
from collections.abc import Callable, Sequence
from inspect import Parameter as Argument
from typing import Any, Literal

from passatempo.cli.files import full_position_or_instance, instance_of, question_of, read_source, write_out
from passatempo.cli.flags import flag, flags_of, make_command, positional
from passatempo.cli.notes import NO
from passatempo.cli.view import PICTURES, for_terminal, picture, verdict_text
from passatempo.core.errors import UsageError
from passatempo.core.input import read_text
from passatempo.core.instances import convert, format_instance, format_model, generate_instances
from passatempo.core.json import decode, encode, load_answer
from passatempo.core.methods import resolve
from passatempo.core.output import ENDINGS, format_of, name_pictures
from passatempo.core.pastime import Pastime
from passatempo.core.queries import violations_of

INPUT = "the instance: a file or its text, JSON too; - for standard input"
EXAMPLE = ("example", str, "use a built-in instance instead of FILE")
OUT = ("out", str, "write the result to this file")


def make_new_command(game: Pastime) -> Callable[..., int]:
    """Make the command `new`."""
    shape = game.wiring.params
    format_flags = [
        flag("seed", int, "random seed [default: 0]"),
        flag("count", int, "number of instances [default: 1]"),
        flag(
            "format",
            Literal["text", "json", "svg", "print"],
            "format [default: text for one instance, else JSON lines]",
        ),
        flag("out", str, "write the result to this file; for several pictures: name-%d.svg"),
    ]
    arguments = [*flags_of(shape, ["seed", "count", "format", "out"]), *format_flags]

    def body(seed: int = 0, count: int = 1, format: str = "", out: str | None = None, **params: Any) -> int:  # noqa: A002
        form = format_of(out, format, "text" if count == 1 else "json")
        is_picture = form in PICTURES
        instance_texts = [
            format_instance(game, instance, "svg" if is_picture else form)
            for instance in generate_instances(game, params, seed, count)
        ]
        instance_texts = [picture(text, form) for text in instance_texts] if is_picture else instance_texts
        if is_picture and count > 1:
            name = name_pictures(out)
            for number, text in enumerate(instance_texts, 1):
                write_out(text, name(number))
            return 0
        write_out(("" if form == "json" else "\n").join(instance_texts), out)
        return 0

    return make_command(body, "new", arguments)


def with_instance(
    game: Pastime,
    command_flags: list[Argument],
    body: Callable[..., int],
    name: str,
    reader: Callable[..., Any] = instance_of,
) -> Callable[..., int]:
    """Make a command that reads one instance: FILE or --example, and a flag for every key."""
    argument_names = [argument.name for argument in command_flags] + ["example", "out"]
    arguments = [positional("file", INPUT), flag(*EXAMPLE), flag(*OUT), *command_flags]
    arguments += flags_of(game.wiring.json.keys, argument_names)

    def called(file: str | None = None, example: str | None = None, **flags: Any) -> int:
        body_flags = {key: flags.pop(key) for key in [*argument_names] if key in flags}
        return body(reader(game, read_source(game, file, example, flags), flags), **body_flags)

    return make_command(called, name, arguments)


def make_show_command(game: Pastime) -> Callable[..., int]:
    """Make the command `show`."""

    def body(instance: Any, format: str = "", out: str | None = None) -> int:  # noqa: A002
        form = format_of(out, format)
        if form in PICTURES:
            write_out(picture(game.wiring.draw(instance), form), out)
        elif form == "json":
            write_out(format_instance(game, instance, form), out)
        else:
            text = str(game.wiring.show(instance))
            write_out(for_terminal(game, text) if out is None else text, out)
        return 0

    format_flags = [
        flag("format", Literal["text", "json", "svg", "print"], "format [default: by the ending of --out, else text]")
    ]
    return with_instance(game, format_flags, body, "show")


def make_convert_command(game: Pastime) -> Callable[..., int]:
    """Make the command `convert`."""
    full = game.wiring.full_positions
    formats = (*game.formats, *(full.formats if full else ()))
    endings = ENDINGS | {form: form for form in formats}

    def body(value: Any, to: str = "", out: str | None = None) -> int:
        write_out(convert(game, value, to or format_of(out, endings=endings)), out)
        return 0

    format_choices = ", ".join(["json", "text", *formats])
    format_flags = [flag("to", str, f"one of {format_choices} [default: by the ending of --out, else text]")]
    return with_instance(game, format_flags, body, "convert", full_position_or_instance)


def make_export_command(game: Pastime) -> Callable[..., int]:
    """Make the command `export`. The settings of the models are also flags."""
    settings: dict[str, Argument] = {}
    for shape in dict.fromkeys(game_model.settings for game_model in game.models if game_model.settings):
        settings |= {argument.name: argument for argument in flags_of(resolve(shape), settings)}

    def body(instance: Any, model: str = "", to: str = "", out: str | None = None, **flags: str) -> int:
        if not model:
            raise UsageError(f"--model is missing: {_alternatives([game_model.name for game_model in game.models])}")
        write_out(format_model(game, instance, model, to, flags), out)
        return 0

    how = "model, with settings as NAME:key=value,..." if settings else "which model"
    formats = {form for game_model in game.models for form in game_model.formats}
    note = "; lp is the format of CPLEX; lp_solve reads mps: lp_solve -fmps FILE" if "lp" in formats else ""
    model_flags = [flag("model", str, how), flag("to", str, f"file format{note}"), *settings.values()]
    return with_instance(game, model_flags, body, "export")


def _alternatives(words: Sequence[str]) -> str:
    """Join words as in a sentence: ``a, b or c``."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def make_check_command(game: Pastime) -> Callable[..., int]:
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
        text, instance_source = read_text(answer), read_source(game, instance, example, keys)
        if game.wiring.judge is not None and not text.lstrip().startswith("{"):
            violations = [*game.wiring.judge(instance_of(game, instance_source, keys), text)]
        else:
            raw = decode(text)
            problem, typed_answer = load_answer(game, raw, answer)
            question = question_of(game, problem, instance_source, keys, {})
            if typed_answer is None:
                sys.stdout.write(f"There is no answer to check: the outcome is {raw.get('status', 'nothing')}.\n")
                return 0
            violations = violations_of(problem, question, typed_answer, raw.get("value"))
        if format == "json":
            sys.stdout.write(encode([{"rule": v.rule, "text": v.text, "where": v.where} for v in violations]) + "\n")
        else:
            sys.stdout.write(verdict_text(violations, "The answer follows every rule."))
        return NO if violations else 0

    return make_command(body, "check", arguments)
