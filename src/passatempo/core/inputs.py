"""What a dataclass asks for, as data: a program that knows no pastime can make a control for each field."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from passatempo.core.json import literal_choices

SCALARS = (int, str, bool, float)
KINDS = {bool: "boolean", int: "integer", float: "number", str: "text"}


def inputs(shape: type) -> list[dict[str, Any]]:
    """Describe the fields of a dataclass: name, kind, the choices where there are some, default, a word of help.

    >>> from passatempo.core.methods import resolve
    >>> inputs(resolve("passatempo.machiavelli.model:UnlockAsk"))[0]["kind"]
    'boolean'
    """
    hints = get_type_hints(shape)
    return [_described(entry, hints[entry.name]) for entry in fields(shape)]


def _described(entry: Field[Any], annotation: Any) -> dict[str, Any]:
    kind = kind_of(annotation)
    return {
        "name": entry.name,
        "kind": kind,
        "choices": list(literal_choices(annotation)) if kind == "choice" else [],
        "default": None if entry.default is MISSING else entry.default,
        "help": entry.metadata.get("help", ""),
    }


def kind_of(annotation: Any) -> str:
    """Say what one control can say: boolean, integer, number, text or choice; json where it is more than that.

    >>> kind_of(int | None), kind_of(int | str), kind_of(list[int]), kind_of(Literal["low", "high"] | None)
    ('integer', 'text', 'json', 'choice')
    """
    simple = plain(annotation)
    return "choice" if get_origin(simple) is Literal else KINDS.get(simple, "json")


def plain(annotation: Any) -> Any:
    """Reduce a JSON type to what can be said at once: a scalar, a choice, a fixed tuple; None where it must be JSON.

    >>> plain(int | str), plain(list[int])
    (<class 'str'>, None)
    """
    if annotation in SCALARS or get_origin(annotation) is Literal:
        return annotation
    if get_origin(annotation) is tuple and all(part in SCALARS for part in get_args(annotation)):
        return annotation
    if get_origin(annotation) in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        if str in parts:
            return str
        return plain(parts[0]) if len(parts) == 1 else None
    return None
