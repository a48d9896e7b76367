"""Flags from dataclasses: every key of an instance, and every input of a question, is a flag of the same name."""

from __future__ import annotations

import re
from dataclasses import MISSING, Field, fields
from inspect import Parameter as Argument
from inspect import Signature, signature
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

from cyclopts import Parameter, convert

from passatempo.core.errors import UsageError, quote
from passatempo.core.inputs import plain
from passatempo.core.json import decode
from passatempo.core.limits import Limits
from passatempo.core.methods import resolve
from passatempo.core.text import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SHORT = {"out": ("-o",), "format": ("-f",), "seconds": ("-s",)}


def _pairs(text: str) -> list[list[int]]:
    """Read pairs of numbers, as in ``1,1 2,3``."""
    return [[whole_number(part) for part in pair.split(",")] for pair in text.replace(";", " ").split()]


def _rows(text: str) -> list[str]:
    """Read rows with slashes or line ends between them."""
    return re.split(r"[/\n]", text.strip("\n"))


def _table(text: str) -> list[list[int]]:
    """Read rows of numbers."""
    return [[whole_number(part) for part in re.split(r"[\s,]+", row.strip())] for row in _rows(text)]


def _entries(text: str) -> dict[str, int]:
    """Read names with numbers, as in ``A=1,QS=13``."""
    found = [entry.partition("=") for entry in re.split(r"[,\s]+", text.strip())]
    return {name: whole_number(value) for name, _, value in found}


# What a flag of a structured key takes beside JSON, by the key's type: an example, and its reader.
FORMS: dict[Any, tuple[str, Callable[[str], Any]]] = {
    list[tuple[int, int]]: ("1,1 2,3", _pairs),
    list[list[int]]: ("1 2/3 4", _table),
    list[str]: ("X.O/.X./..O", _rows),
    dict[str, int]: ("A=1,QS=13", _entries),
}


def _structured(entry: Field[Any], kind: Any) -> tuple[str, Callable[[Any, Any], Any]]:
    """Return how a flag of a structured key is written, and the converter of its text: JSON, or the type's own form."""
    form, reader = FORMS.get(_without_none(kind), ("", decode))
    if "text" in entry.metadata:
        form, reader = entry.metadata["form"], resolve(entry.metadata["text"])

    def converted(_: Any, tokens: Any) -> Any:
        text = tokens[0].value
        if text.lstrip()[:1] in ("[", "{", '"') or not form:
            return decode(text)
        try:
            return reader(text)
        except ValueError as error:
            told = str(error) if "text" in entry.metadata else f"{quote(text)} is neither JSON nor like {form!r}"
            raise UsageError(told) from None

    return f"JSON, or as in {form!r}" if form else "JSON", converted


def _json_or_text(_: Any, tokens: Any) -> Any:
    """Take a text as it is, and JSON where it looks like a list or an object."""
    text = tokens[0].value
    return decode(text) if text.lstrip()[:1] in ("[", "{") else text


def converted(kind: Any, words: Any) -> Any:
    """Convert the words of any argument as cyclopts does, but to a whole number only what is one."""
    return convert(kind, words, converter=_scalar)


def _scalar(kind: Any, text: str) -> Any:
    if kind is int:
        return whole_number(text)
    return kind(text) if kind in (str, float) else convert(kind, [text])


def _without_none(kind: Any) -> Any:
    if get_origin(kind) in (Union, UnionType):
        parts = [part for part in get_args(kind) if part is not NoneType]
        return parts[0] if len(parts) == 1 else kind
    return kind


def flag(
    name: str, kind: Any, text: str = "", default: Any = None, words: Iterable[str] = (), negative: str = ""
) -> Argument:
    """Make one flag, by its name or by other words; a key that is absent on the command line is None."""
    written = (*(f"--{word.replace('_', '-')}" for word in words or (name,)), *SHORT.get(name, ()))
    if kind is bool:
        detail = Parameter(name=written, help=text, negative=negative)
        return Argument(name, Argument.KEYWORD_ONLY, default=default, annotation=Annotated[bool | None, detail])
    detail = Parameter(name=written, help=text, allow_leading_hyphen=True, negative="")
    return Argument(name, Argument.KEYWORD_ONLY, default=default, annotation=Annotated[kind | None, detail])


def rules_flag(presets: Iterable[str]) -> Argument:
    """Make the flag that names a set of rules of a game."""
    return flag("rules", str, f"set of rules: {', '.join(presets)} [default: the first]", words=("preset", "rules"))


def flags_of(shape: type, taken: Iterable[str] = ()) -> list[Argument]:
    """Make the flags of a dataclass, leaving out the names already taken.

    A key that no flag can say plainly takes JSON text.
    """
    hints = get_type_hints(shape)
    made = []
    for entry in fields(shape):
        if entry.name in taken:
            continue
        kind = plain(hints[entry.name])
        silent = entry.default is False or entry.default in (MISSING, None, "", ())
        default = "" if silent else f"[default: {entry.default}]"
        text = f"{entry.metadata.get('help', '')} {default}".strip()
        written = f"--{entry.name.replace('_', '-')}"
        if kind is None:
            how, converted = _structured(entry, hints[entry.name])
            detail = Parameter(name=written, help=f"{text} ({how})".strip(), converter=converted, n_tokens=1)
            made.append(Argument(entry.name, Argument.KEYWORD_ONLY, default=None, annotation=Annotated[Any, detail]))
        elif kind is str and str(hints[entry.name]) != str(str | None) and hints[entry.name] is not str:
            detail = Parameter(name=written, help=text, converter=_json_or_text, n_tokens=1, allow_leading_hyphen=True)
            made.append(Argument(entry.name, Argument.KEYWORD_ONLY, default=None, annotation=Annotated[Any, detail]))
        else:
            words, negative = entry.metadata.get("flags", ()), entry.metadata.get("negative", "")
            made.append(flag(entry.name, kind, text, words=words, negative=negative))
    return made


def checked_limits(**given: Any) -> Limits:
    """Make limits of flags; a number out of range is refused by the flag's name."""
    try:
        return Limits(**given)
    except UsageError as error:  # the sentence begins with the limit's name
        raise UsageError(f"--{str(error).replace('memory_mb', 'memory', 1)}") from None


def positional(name: str, text: str, *, required: bool = False) -> Argument:
    """Make a positional argument."""
    detail = Parameter(name=name.upper(), help=text, required=required)
    default = Argument.empty if required else None
    kind = str if required else str | None
    return Argument(name, Argument.POSITIONAL_ONLY, default=default, annotation=Annotated[kind, detail])


def positionals(name: str, text: str) -> Argument:
    """Make a positional argument that may be given several times."""
    return Argument(name, Argument.VAR_POSITIONAL, annotation=Annotated[str, Parameter(name=name.upper(), help=text)])


def command(body: Callable[..., int], name: str, arguments: Iterable[Argument], text: str = "") -> Callable[..., int]:
    """Give a function with ``**flags`` the signature and the help of a command."""

    def called(*positionals: Any, **flags: Any) -> int:
        return body(*positionals, **{key: value for key, value in flags.items() if value is not None})

    arguments = list(arguments)
    called.__name__ = name
    called.__doc__ = text
    called.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    called.__annotations__ = {argument.name: argument.annotation for argument in arguments}
    return called


def usage(path: str, function: Callable[..., Any]) -> str:
    """Write the usage line of a command: its positional arguments by name, in brackets where they may be left out.

    >>> def verify(formula: str, proof: str = "", /, *, form: str = "text") -> int: ...
    >>> usage("cards verify", verify)
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
