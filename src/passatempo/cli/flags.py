"""Flags from dataclasses. Every key of an instance and every input of a question is a flag of the same name."""

import re
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, fields
from inspect import Parameter as Argument
from inspect import Signature, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from cyclopts import Parameter, convert

from passatempo.core.errors import UsageError, quote
from passatempo.core.inputs import plain_type
from passatempo.core.json import decode
from passatempo.core.limits import Limits
from passatempo.core.methods import resolve
from passatempo.core.text import parse_integer

SHORT = {"out": ("-o",), "format": ("-f",), "seconds": ("-s",)}


def _read_pairs(text: str) -> list[list[int]]:
    """Read pairs of numbers, as in ``1,1 2,3``."""
    return [[parse_integer(part) for part in pair.split(",")] for pair in text.replace(";", " ").split()]


def _read_rows(text: str) -> list[str]:
    """Read rows separated by slashes or line ends."""
    return re.split(r"[/\n]", text.strip("\n"))


def _read_table(text: str) -> list[list[int]]:
    """Read rows of numbers."""
    return [[parse_integer(part) for part in re.split(r"[\s,]+", row.strip())] for row in _read_rows(text)]


def _read_numbers(text: str) -> dict[str, int]:
    """Read names with numbers, as in ``A=1,QS=13``."""
    split_pairs = [pair.partition("=") for pair in re.split(r"[,\s]+", text.strip())]
    return {name: parse_integer(digits) for name, _, digits in split_pairs}


# The short forms of structured keys besides JSON, by the key's type: an example, and its reader.
FORMS: dict[Any, tuple[str, Callable[[str], Any]]] = {
    list[tuple[int, int]]: ("1,1 2,3", _read_pairs),
    list[list[int]]: ("1 2/3 4", _read_table),
    list[str]: ("X.O/.X./..O", _read_rows),
    dict[str, int]: ("A=1,QS=13", _read_numbers),
}


def _structure_flag(field: Field[Any], kind: Any) -> tuple[str, Callable[[Any, Any], Any]]:
    """Return the syntax of a structured key's flag, and the converter of its text: JSON, or the type's short form."""
    form, reader = FORMS.get(_without_none(kind), ("", decode))
    if "text" in field.metadata:
        form, reader = field.metadata["form"], resolve(field.metadata["text"])

    def converted(_: Any, tokens: Any) -> Any:
        text = tokens[0].value
        if text.lstrip()[:1] in ("[", "{", '"') or not form:
            return decode(text)
        try:
            return reader(text)
        except ValueError as error:
            error_message = (
                str(error) if "text" in field.metadata else f"{quote(text)} is neither JSON nor like {form!r}"
            )
            raise UsageError(error_message) from None

    return f"JSON, or as in {form!r}" if form else "JSON", converted


def _json_or_text(_: Any, tokens: Any) -> Any:
    """Return a text as it is, but decode JSON if it looks like a list or an object."""
    text = tokens[0].value
    return decode(text) if text.lstrip()[:1] in ("[", "{") else text


def convert_words(kind: Any, words: Any) -> Any:
    """Convert the words of any argument as cyclopts does, but accept only whole numbers for integers."""
    return convert(kind, words, converter=_scalar)


def _scalar(kind: Any, text: str) -> Any:
    if kind is int:
        return parse_integer(text)
    return kind(text) if kind in (str, float) else convert(kind, [text])


def _without_none(kind: Any) -> Any:
    if get_origin(kind) in (Union, UnionType):
        parts = [part for part in get_args(kind) if part is not NoneType]
        return parts[0] if len(parts) == 1 else kind
    return kind


def flag(
    name: str, kind: Any, text: str = "", default: Any = None, words: Iterable[str] = (), negative: str = ""
) -> Argument:
    """Make one flag, by its name or by other words. An absent flag has the value None."""
    option_words = (*(f"--{word.replace('_', '-')}" for word in words or (name,)), *SHORT.get(name, ()))
    if kind is bool:
        detail = Parameter(name=option_words, help=text, negative=negative)
        return Argument(name, Argument.KEYWORD_ONLY, default=default, annotation=Annotated[bool | None, detail])
    detail = Parameter(name=option_words, help=text, allow_leading_hyphen=True, negative="")
    return Argument(name, Argument.KEYWORD_ONLY, default=default, annotation=Annotated[kind | None, detail])


def preset_flags(presets: Iterable[str]) -> list[Argument]:
    """Make the flag that names a set of rules of a game, and its former name ``--rules``, which help leaves out."""
    alias = Parameter(name="--rules", show=False, allow_leading_hyphen=True, negative="")
    return [
        flag("preset", str, f"set of rules: {', '.join(presets)} [default: the first]"),
        Argument("rules", Argument.KEYWORD_ONLY, default=None, annotation=Annotated[str | None, alias]),
    ]


def flags_of(shape: type, used_names: Iterable[str] = ()) -> list[Argument]:
    """Make the flags of a dataclass, leaving out the names already taken.

    A key whose type has no simple flag takes JSON text.
    """
    hints = get_type_hints(shape)
    flag_arguments = []
    for field in fields(shape):
        if field.name in used_names:
            continue
        kind = plain_type(hints[field.name])
        silent = field.default is False or field.default in (MISSING, None, "", ())
        default = "" if silent else f"[default: {field.default}]"
        text = f"{field.metadata.get('help', '')} {default}".strip()
        flag_name = f"--{field.name.replace('_', '-')}"
        if kind is None:
            how, converted = _structure_flag(field, hints[field.name])
            detail = Parameter(name=flag_name, help=f"{text} ({how})".strip(), converter=converted, n_tokens=1)
            flag_arguments.append(
                Argument(field.name, Argument.KEYWORD_ONLY, default=None, annotation=Annotated[Any, detail])
            )
        elif kind is str and str(hints[field.name]) != str(str | None) and hints[field.name] is not str:
            detail = Parameter(
                name=flag_name, help=text, converter=_json_or_text, n_tokens=1, allow_leading_hyphen=True
            )
            flag_arguments.append(
                Argument(field.name, Argument.KEYWORD_ONLY, default=None, annotation=Annotated[Any, detail])
            )
        else:
            words, negative = field.metadata.get("flags", ()), field.metadata.get("negative", "")
            flag_arguments.append(flag(field.name, kind, text, words=words, negative=negative))
    return flag_arguments


def make_limits(**limit_flags: Any) -> Limits:
    """Make limits from flags. A number out of range is refused by the flag's name."""
    try:
        return Limits(**limit_flags)
    except UsageError as error:  # the message begins with the limit's name
        raise UsageError(f"--{str(error).replace('memory_mb', 'memory', 1)}") from None


def positional(name: str, text: str, *, is_required: bool = False) -> Argument:
    """Make a positional argument."""
    detail = Parameter(name=name.upper(), help=text, required=is_required)
    default = Argument.empty if is_required else None
    kind = str if is_required else str | None
    return Argument(name, Argument.POSITIONAL_ONLY, default=default, annotation=Annotated[kind, detail])


def positionals(name: str, text: str) -> Argument:
    """Make a positional argument that can be repeated."""
    return Argument(name, Argument.VAR_POSITIONAL, annotation=Annotated[str, Parameter(name=name.upper(), help=text)])


def make_command(
    body: Callable[..., int], name: str, arguments: Iterable[Argument], text: str = ""
) -> Callable[..., int]:
    """Give a function with ``**flags`` the signature and the help of a command."""

    def called(*positionals: Any, **flags: Any) -> int:
        return body(*positionals, **{key: setting for key, setting in flags.items() if setting is not None})

    arguments = list(arguments)
    called.__name__ = name
    called.__doc__ = text
    called.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    called.__annotations__ = {argument.name: argument.annotation for argument in arguments}
    return called


def usage_line(path: str, function: Callable[..., Any]) -> str:
    """Write the usage line of a command: its positional arguments by name, in brackets if they are optional.

    >>> def verify(formula: str, proof: str = "", /, *, form: str = "text") -> int: ...
    >>> usage_line("cards verify", verify)
    'Usage: passatempo cards verify FORMULA [PROOF] [OPTIONS]'
    """
    words = []
    for argument in signature(function).parameters.values():
        if argument.kind is Argument.POSITIONAL_ONLY or argument.kind is Argument.POSITIONAL_OR_KEYWORD:
            word = argument.name.upper()
            words.append(word if argument.default is Argument.empty else f"[{word}]")
        elif argument.kind is Argument.VAR_POSITIONAL:
            words.append(f"{argument.name.upper()} ...")
    return " ".join(["Usage: passatempo", path, *words, "[OPTIONS]"])
