"""Flags from dataclasses: every key of an instance, and every input of a question, is a flag of the same name."""

from __future__ import annotations

from dataclasses import MISSING, fields
from inspect import Parameter as Argument
from inspect import Signature
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from cyclopts import Parameter

from passatempo.core.errors import UsageError
from passatempo.core.json import decode
from passatempo.core.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SCALARS = (int, str, bool, float)


def _plain(annotation: Any) -> Any:
    """Reduce a JSON type to what one flag can say: a scalar, a choice, a fixed tuple; None where it must be JSON."""
    if annotation in SCALARS or get_origin(annotation) is Literal:
        return annotation
    if get_origin(annotation) is tuple and all(part in SCALARS for part in get_args(annotation)):
        return annotation
    if get_origin(annotation) in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        if str in parts:
            return str
        return _plain(parts[0]) if len(parts) == 1 else None
    return None


def _json(kind: Any, tokens: Any) -> Any:
    """Convert a flag whose value is JSON text."""
    return decode(tokens[0].value)


def flag(name: str, kind: Any, text: str = "", default: Any = None) -> Argument:
    """Make one flag; a key that is absent on the command line is None."""
    written = f"--{name.replace('_', '-')}"
    if kind is bool:
        detail = Parameter(name=written, help=text, negative="")
        return Argument(name, Argument.KEYWORD_ONLY, default=default, annotation=Annotated[bool | None, detail])
    detail = Parameter(name=written, help=text, allow_leading_hyphen=True, negative="")
    return Argument(name, Argument.KEYWORD_ONLY, default=default, annotation=Annotated[kind | None, detail])


def flags_of(shape: type, taken: Iterable[str] = ()) -> list[Argument]:
    """Make the flags of a dataclass, leaving out the names already taken.

    A key that no flag can say plainly takes JSON text.
    """
    hints = get_type_hints(shape)
    made = []
    for entry in fields(shape):
        if entry.name in taken:
            continue
        kind = _plain(hints[entry.name])
        default = "" if entry.default in (MISSING, None) else f"[default: {entry.default}]"
        text = f"{entry.metadata.get('help', '')} {default}".strip()
        if kind is None:
            written = f"--{entry.name.replace('_', '-')}"
            detail = Parameter(name=written, help=f"{text} (JSON)".strip(), converter=_json, n_tokens=1)
            made.append(Argument(entry.name, Argument.KEYWORD_ONLY, default=None, annotation=Annotated[Any, detail]))
        else:
            made.append(flag(entry.name, kind, text))
    return made


def checked_limits(**given: Any) -> Limits:
    """Make limits of flags; a number out of range is refused by the flag's name."""
    try:
        return Limits(**given)
    except UsageError as error:  # the sentence begins with the limit's name
        raise UsageError(f"--{error}") from None


def positional(name: str, text: str, *, required: bool = False) -> Argument:
    """Make a positional argument."""
    detail = Parameter(name=name.upper(), help=text, required=required)
    default = Argument.empty if required else None
    kind = str if required else str | None
    return Argument(name, Argument.POSITIONAL_ONLY, default=default, annotation=Annotated[kind, detail])


def command(body: Callable[..., int], name: str, text: str, arguments: Iterable[Argument]) -> Callable[..., int]:
    """Give a function with ``**flags`` the signature and the help of a command."""

    def called(*positionals: Any, **flags: Any) -> int:
        return body(*positionals, **{key: value for key, value in flags.items() if value is not None})

    arguments = list(arguments)
    called.__name__ = name
    called.__doc__ = text
    called.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    called.__annotations__ = {argument.name: argument.annotation for argument in arguments}
    return called
