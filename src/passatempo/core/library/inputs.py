"""What a dataclass asks for, as data: a program that knows no pastime can make a control for each field."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


def inputs(shape: type) -> list[dict[str, Any]]:
    """Describe the fields of a dataclass: name, kind, the choices where there are some, default, a word of help.

    >>> from passatempo.core.methods import resolve
    >>> inputs(resolve("passatempo.machiavelli.model:UnlockAsk"))[0]["kind"]
    'boolean'
    """
    hints = get_type_hints(shape)
    return [_described(entry, hints[entry.name]) for entry in fields(shape)]


def _described(entry: Field[Any], annotation: Any) -> dict[str, Any]:
    choices = literal_values(annotation)
    return {
        "name": entry.name,
        "kind": "choice" if choices else kind_of(annotation),
        "choices": list(choices),
        "default": None if entry.default is MISSING else entry.default,
        "help": entry.metadata.get("help", ""),
    }


def kind_of(annotation: Any) -> str:
    """Reduce a type to what one control can say: boolean, integer, number or text; json where it is more than that.

    >>> kind_of(int | None), kind_of(int | str), kind_of(list[int])
    ('integer', 'text', 'json')
    """
    plain = {bool: "boolean", int: "integer", float: "number", str: "text"}
    if annotation in plain:
        return plain[annotation]
    if get_origin(annotation) in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        if str in parts:
            return "text"
        return kind_of(parts[0]) if len(parts) == 1 else "json"
    return "json"


def literal_values(annotation: Any) -> tuple[Any, ...]:
    """Return the values of a `Literal` that may be None besides; () for anything else.

    >>> literal_values(Literal["low", "high"] | None), literal_values(int)
    (('low', 'high'), ())
    """
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if get_origin(annotation) not in (Union, UnionType):
        return ()
    parts = [part for part in get_args(annotation) if part is not NoneType]
    return literal_values(parts[0]) if len(parts) == 1 else ()
