"""What a dataclass asks for, as data: a program that knows no pastime can make a control for each field.

And what a public function takes, by its signature: a call that does not fit is refused before anything runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from inspect import isclass, signature
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from passatempo.core.errors import UsageError, quote
from passatempo.core.json import SHORT, count_of, literal_choices
from passatempo.core.limits import Cancel
from passatempo.core.methods import suggest

if TYPE_CHECKING:
    from collections.abc import Sequence

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


# ---- Calls of public functions ----

Test: TypeAlias = Callable[[Any], bool]


def _is(*kinds: type) -> Test:
    """Return the test for instances; True and False are no numbers here."""
    return lambda value: isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))


def _is_whole(value: Any) -> bool:
    """Tell whether a value is a whole number that can be written, too: Python refuses thousands of digits."""
    return isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= SHORT


# What the words of an annotation accept, and how a sentence calls it.
ACCEPTED: dict[str, tuple[Test, str]] = {
    "int": (_is_whole, "a whole number"),
    "float": (_is(int, float), "a number"),
    "bool": (_is(bool), "True or False"),
    "str": (_is(str), "a string"),
    "Literal": (_is(str), "a string"),
    "Sequence": (lambda value: isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping), "a list"),
    "Mapping": (_is(Mapping), "a mapping"),
    "Report": (callable, "a function"),
    "None": (_is(NoneType), ""),
}
BRACKETS = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]")  # with those inside


def _tests(annotation: Any, names: Mapping[str, Any]) -> list[tuple[Test, str]]:
    """Return the tests of an annotation, one of which must hold; none if a word of it is not known."""
    words = BRACKETS.sub("", annotation).split(" | ") if isinstance(annotation, str) else []
    classes = {word: (_is(found), f"a {word}") for word in words if isclass(found := names.get(word))}
    chosen = {word: literal_choices(names.get(word)) for word in words}
    choices = {word: (some.__contains__, f"one of {', '.join(some)}") for word, some in chosen.items() if some}
    known = {**ACCEPTED, **classes, **choices}
    return [known[word] for word in words] if all(word in known for word in words) else []


class Arguments:
    """What a public function takes, by its signature: a call that does not fit is refused before anything runs."""

    def __init__(self, function: Callable[..., Any]) -> None:
        taken, names = signature(function).parameters.values(), {"Cancel": Cancel} | function.__globals__
        self.function = function.__name__
        self.tests = {one.name: _tests(one.annotation, names) for one in taken}
        self.unnamed = [one.name for one in taken if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
        self.named = sorted(one.name for one in taken if one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD))
        self.needed = [one.name for one in taken if one.default is one.empty and one.kind is not one.VAR_KEYWORD]
        self.is_open = any(one.kind is one.VAR_KEYWORD for one in taken)

    def check(self, given: Sequence[Any], keys: Mapping[str, Any]) -> None:
        """Raise `UsageError` if a call does not fit; the sentence names the argument and quotes its value."""
        if len(given) > len(self.unnamed):
            most, extra = count_of(len(self.unnamed), "argument"), quote(given[len(self.unnamed)])
            raise UsageError(f"{self.function} takes {most} without a name: {extra} is one too many")
        first = dict(zip(self.unnamed, given, strict=False))
        for name in keys:
            if name in first and name in self.named:
                raise UsageError(f"{name} is given twice: {quote(first[name])} and {quote(keys[name])}")
            if name in self.unnamed and name not in self.named:
                raise UsageError(f"{self.function} takes {name} without its name: {quote(keys[name])}")
            if name not in self.named and not self.is_open:
                listed = ", ".join(self.named)
                raise UsageError(f"{self.function} takes no {quote(name)}{suggest(name, self.named)} ({listed})")
        for name in self.needed:
            if name not in first and name not in keys:
                raise UsageError(f"{self.function}: {name} is missing")
        for name, value in (*first.items(), *keys.items()):
            tests = self.tests.get(name, ())
            if tests and not any(test(value) for test, _ in tests):
                words = " or ".join(dict.fromkeys(filter(None, (word for _, word in tests))))
                raise UsageError(f"{name}: expected {words}: {quote(value)}")
