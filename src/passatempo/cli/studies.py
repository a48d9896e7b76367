"""The commands of a pastime other than its questions. Each calls a public function and prints what it returns."""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from inspect import Parameter as Argument
from inspect import Signature, getdoc, signature
from os import PathLike
from types import NoneType, SimpleNamespace
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from cyclopts import Parameter

from passatempo.cli.files import naming_place, read_source
from passatempo.cli.flags import flag, flags_of, positional
from passatempo.cli.notes import BAD_INPUT, STOPPED, print_lines
from passatempo.cli.progress import Bar, interruptible, progress_bar
from passatempo.cli.view import PICTURES, picture
from passatempo.core.errors import InvalidInstance, Unanswered, UsageError
from passatempo.core.inputs import plain_type
from passatempo.core.json import encode, union_parts
from passatempo.core.limits import Cancel, Progress
from passatempo.core.methods import import_with_docstrings, resolve
from passatempo.core.pastime import Command, Pastime
from passatempo.core.value import Finding
from passatempo.render.print_style import print_drawing

FILLED_IN = ("limits", "report", "cancel", "keys")  # parameters that are not flags
INPUT = "a file or its text; - for standard input"
FORMS = ("text", "json", "svg", "print")


class FileName(str):
    """A word of the command line that names a file. Functions recognise it as a path, and errors quote it as typed."""

    __slots__ = ()

    def __fspath__(self) -> str:
        """Return the word."""
        return str(self)


class Study:
    """A public function, with its parameters as arguments of a command.

    Parameters
    ----------
    reference
        The function, as ``module:name``.
    """

    def __init__(self, reference: str) -> None:
        import_with_docstrings(reference.partition(":")[0])
        self.function: Callable[..., Any] = resolve(reference)
        self.parameters = signature(self.function).parameters
        self.places = [name for name, parameter in self.parameters.items() if _is_place(parameter)]
        self.takes_instance = "keys" in self.parameters
        annotations = {**self.function.__annotations__}
        if self.takes_instance:
            del annotations[self.places[0]]  # its type is for type checkers alone
        named = SimpleNamespace(__annotations__=annotations)
        self.hints = get_type_hints(named, vars(sys.modules[self.function.__module__]), include_extras=True)
        answer = union_parts(self.hints.get("return", int))[0]
        answer = get_origin(answer) or answer
        self.has_json_lines = getattr(answer, "json_lines", False)
        self.forms = () if answer in (int, str, Iterator) else FORMS if hasattr(answer, "svg") else FORMS[:2]
        self.files = {name for name, hint in self.hints.items() if _has_part(hint, PathLike)}

    @property
    def arguments(self) -> list[Argument]:
        """The arguments of the command. Those with a default are flags."""
        return [self._argument(parameter) for name, parameter in self.parameters.items() if name not in FILLED_IN]

    def _argument(self, parameter: Argument) -> Argument:
        hint = self.hints.get(parameter.name, str)
        simple = plain_type(hint)
        if simple is None:
            simple = tuple[str, ...] if _has_part(hint, Sequence) else hint
        annotation = simple | None if NoneType in union_parts(hint) else simple
        if parameter.name == "memory_mb":
            annotation = Annotated[annotation, Parameter(name="--memory")]
        kind = Argument.POSITIONAL_ONLY if _is_place(parameter) else Argument.KEYWORD_ONLY
        return parameter.replace(annotation=annotation, kind=kind)

    def call(self, words: Sequence[Any], flags: dict[str, Any]) -> Any:
        """Call the function, with the words that name files as paths."""
        named = [FileName(word) if name in self.files else word for name, word in zip(self.places, words, strict=False)]
        return self.function(
            *named, **{name: FileName(word) if name in self.files else word for name, word in flags.items()}
        )


def _is_place(parameter: Argument) -> bool:
    """Return whether a parameter is a positional argument of its command; one with a default is a flag."""
    if parameter.kind is Argument.POSITIONAL_OR_KEYWORD:
        return parameter.default is Argument.empty
    return parameter.kind is Argument.POSITIONAL_ONLY


def _has_part(hint: Any, kind: type) -> bool:
    """Return whether an annotation joins a generic type with others."""
    return any(get_origin(part) is kind for part in union_parts(hint))


class Printer:
    """Print what a study returns. It is also its `report`, which prints each part of the result at once."""

    def __init__(self, form: str, bar: Bar, *, prints_parts: bool) -> None:
        self.form, self.bar, self.prints_parts, self.length = form, bar, prints_parts, 0

    def __call__(self, progress: Progress, /) -> None:
        """Show the progress of the run."""
        if progress.part is not None and self.prints_parts:
            self._print_text(format_finding(progress.part, self.form))
        self.bar(progress)

    def _print_text(self, text: str) -> None:
        if text:
            self.bar.hide_bar()
            sys.stdout.write(text)
            sys.stdout.flush()
            self.length += len(text)

    def print_answer(self, answer: Any) -> int:
        """Print the answer of a study, and return the exit code."""
        if not self.form or isinstance(answer, int):
            return print_lines(answer, self.bar.hide_bar)
        code = answer.exit_code if isinstance(answer, Finding) else 0
        if code == BAD_INPUT:
            raise InvalidInstance(answer.violations)
        self._print_text(format_finding(answer, self.form)[self.length :])
        return code


def format_finding(finding: Any, form: str) -> str:
    """Write a result, or a list of them, in one of the formats."""
    if form in PICTURES and hasattr(finding, "svg"):
        text = print_drawing(finding.svg()) if form == "print" and finding.in_lines else picture(finding.svg(), form)
    elif isinstance(finding, list) and not isinstance(finding, Finding):
        text = (
            encode([item.to_json() for item in finding], indent=2) if form == "json" else "\n".join(map(str, finding))
        )
    else:
        text = finding.json_text() if form == "json" else str(finding)
    return f"{text}\n" if text else ""


def pastime_command(game: Pastime, command: Command) -> Callable[..., int]:
    """Make one of a pastime's own commands."""
    study = Study(command.where)
    variants = {name: Study(reference) for name, reference in command.variants.items()}
    arguments, shared = study.arguments, []
    if study.takes_instance:
        shared = flags_of(game.wiring.json.keys, {*study.parameters} - {study.places[0]})
        places = [argument.replace(default=None, annotation=str | None) for argument in arguments]
        arguments = [
            positional("file", f"{_describe(study, 0).rstrip('.')} [{INPUT}]"),
            *places[1 : len(study.places)],
            *arguments[len(study.places) :],
        ]
        arguments += [flag("example", str, "use a built-in instance instead of FILE"), *shared]
    arguments += [flag(name, str, _describe(variant, -1)) for name, variant in variants.items()]
    if study.forms:
        arguments.append(flag("format", Literal[study.forms], "format [default: text]"))

    def called(*words: Any, **flags: Any) -> int:
        form = flags.pop("format", study.forms[0]) if study.forms else ""
        name = next((name for name in variants if flags.get(name) is not None), "")
        chosen, keys = variants.get(name, study), {}
        if study.takes_instance:
            keys = {key.name: flags.pop(key.name) for key in shared if flags.get(key.name) is not None}
            words = _read_instance(game, study, words, flags.pop("example", None), keys)
        if study.takes_instance and any(not variant.takes_instance for variant in variants.values()):
            if (words[0] is None) is chosen.takes_instance:
                raise UsageError(f"pass a {study.places[0]} or --{next(iter(variants))} FILE, not both")
            words = words if chosen.takes_instance else ()
        if name:
            words = (*words, flags.pop(name))
            if form not in chosen.forms:
                raise UsageError(f"--{name} has no format {form}: {' or '.join(chosen.forms)}")
        return _run(game, command, chosen, words, flags, keys, form)

    called.__name__, called.__doc__ = command.name, split_parameters(study.function.__doc__ or "")
    called.__signature__ = Signature(arguments, return_annotation=int)  # type: ignore[attr-defined]
    called.__annotations__ = {argument.name: argument.annotation for argument in arguments}
    return called


def _describe(study: Study, place: int) -> str:
    """Return what the docstring of a function says of a positional argument."""
    entry = re.search(rf"^ *{study.places[place]}\n((?: +\S.*\n)+)", getdoc(study.function) or "", re.MULTILINE)
    return " ".join(entry[1].split()) if entry else ""


def _read_instance(
    game: Pastime, study: Study, words: tuple[Any, ...], example: str | None, keys: dict[str, Any]
) -> tuple[Any, ...]:
    """Replace the first word by the text of the instance; None if none is given and none is required."""
    file, *rest = (None,) * (len(study.places) - len(words)) + words
    if None in rest:
        raise UsageError(f"{study.places[-1].upper()} is missing")
    is_required = study.parameters[study.places[0]].default is Argument.empty
    text = read_source(game, file, example, keys) if is_required or file or example or keys else None
    return (text, *rest)


def _run(
    game: Pastime,
    command: Command,
    study: Study,
    words: tuple[Any, ...],
    flags: dict[str, Any],
    keys: dict[str, Any],
    form: str,
) -> int:
    """Call a function and print its result, with the progress bar and the cancel switch if it takes them."""
    text = words[0] if words and type(words[0]) is str else ""
    cancel, names = Cancel(), study.parameters
    with progress_bar(f"{game.name} {command.name}") as bar:
        printer = Printer(form, bar, prints_parts=form == "text" or (form == "json" and study.has_json_lines))
        supplied: dict[str, Any] = {"report": printer, "cancel": cancel}
        if "limits" in names:
            supplied["limits"] = replace(names["limits"].default, cancel=cancel)
        supplied = {name: argument for name, argument in supplied.items() if name in names}
        polls = not {"limits", "cancel"}.isdisjoint(names)
        try:
            with interruptible(cancel, at_once=not polls), naming_place(text, {*flags, *keys}):
                answer = study.call(words, {**flags, **keys, **supplied})
                if answer is None and command.otherwise:
                    answer = Study(command.otherwise).call(words, flags)
                code = printer.print_answer(answer)
        except Unanswered as error:
            code = STOPPED
            if not cancel.cancelled:
                sys.stderr.write(f"passatempo: {error}\n")
        except UsageError as error:
            place = re.match(r"\w+(?=:)", str(error))
            if place is None or place[0] not in names or place[0] in study.places:
                raise
            flag_name = "memory" if place[0] == "memory_mb" else place[0].replace("_", "-")
            raise UsageError(f"--{flag_name}{str(error)[place.end() :]}") from None
    if cancel.cancelled:
        raise KeyboardInterrupt  # the results so far are printed; the rest is as for any other Ctrl-C
    return code


def split_parameters(documentation: str) -> str:
    r"""Give parameters that are documented together separate entries, as the reader of help requires.

    >>> split_parameters("Do.\n\nParameters\n----------\na, b\n    Sizes.\nc\n    A name.").splitlines()[4:]
    ['a', '    Sizes.', 'b', '    Sizes.', 'c', '    A name.']
    """
    group = re.compile(r"^( *)(\w+(?:, \w+)+)\n((?:\1    .*(?:\n|\Z))+)", re.MULTILINE)
    return group.sub(
        lambda group_match: "".join(
            f"{group_match[1]}{parameter}\n{group_match[3]}" for parameter in group_match[2].split(", ")
        ),
        documentation,
    )
