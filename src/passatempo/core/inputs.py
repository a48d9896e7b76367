"""The fields of a dataclass as data, so that a generic program can make a control for each field.

It also checks calls of public functions against their signatures before anything runs.
"""

import builtins
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from inspect import isclass, signature, unwrap
from os import PathLike
from types import NoneType
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from passatempo.core.errors import UsageError, quote
from passatempo.core.json import SHORT, count_of, literal_choices, union_parts
from passatempo.core.limits import Cancel
from passatempo.core.methods import suggest
from passatempo.core.plain import PLAIN, plain_of

SCALARS = (int, str, bool, float)
KINDS = {bool: "boolean", int: "integer", float: "number", str: "text"}


def inputs(shape: type) -> list[dict[str, Any]]:
    """Describe the fields of a dataclass: name, kind, choices, default, and a short help text.

    >>> from passatempo.core.methods import resolve
    >>> inputs(resolve("passatempo.machiavelli.model:UnlockAsk"))[0]["kind"]
    'boolean'
    """
    hints = get_type_hints(shape)
    return [_describe_field(field, hints[field.name]) for field in fields(shape)]


def _describe_field(field: Field[Any], annotation: Any) -> dict[str, Any]:
    kind = kind_of(annotation)
    return {
        "name": field.name,
        "kind": kind,
        "choices": list(literal_choices(annotation)) if kind == "choice" else [],
        "default": None if field.default is MISSING else field.default,
        "help": field.metadata.get("help", ""),
    }


def kind_of(annotation: Any) -> str:
    """Return the kind of control for a type: boolean, integer, number, text or choice, and json for anything else.

    >>> kind_of(int | None), kind_of(int | str), kind_of(list[int]), kind_of(Literal["low", "high"] | None)
    ('integer', 'text', 'json', 'choice')
    """
    simple = plain_type(annotation)
    return "choice" if get_origin(simple) is Literal else KINDS.get(simple, "json")


def plain_type(annotation: Any) -> Any:
    """Reduce a JSON type to one that a single control can express: a scalar, a choice or a fixed tuple; else None.

    >>> plain_type(int | str), plain_type(list[int])
    (<class 'str'>, None)
    """
    if annotation in SCALARS or get_origin(annotation) is Literal:
        return annotation
    if get_origin(annotation) is tuple and all(part in SCALARS for part in get_args(annotation)):
        return annotation
    parts = [part for part in union_parts(annotation) if part is not NoneType]
    if str in parts:
        return str
    return plain_type(parts[0]) if parts != [annotation] and len(parts) == 1 else None


# ---- Calls of public functions ----

Test: TypeAlias = Callable[[Any], bool]


def _is_instance(*kinds: type) -> Test:
    """Return the test for instances. True and False do not count as numbers."""
    return lambda argument: isinstance(argument, kinds) and (bool in kinds or not isinstance(argument, bool))


def _is_whole(argument: Any) -> bool:
    """Return whether a value is a whole number that Python can write. It refuses thousands of digits."""
    return isinstance(argument, int) and not isinstance(argument, bool) and argument.bit_length() <= SHORT


# For each name of a type in an annotation, the test of a value and the phrase for it in an error message.
ACCEPTED: dict[str, tuple[Test, str]] = {
    "int": (_is_whole, "a whole number"),
    "Integer": (_is_whole, "a whole number"),
    "float": (_is_instance(int, float), "a number"),
    "SupportsFloat": (_is_instance(int, float), "a number"),
    "bool": (_is_instance(bool), "True or False"),
    "str": (_is_instance(str), "a string"),
    "Literal": (_is_instance(str), "a string"),
    "Sequence": (_is_instance(list, tuple), "a list"),
    "Iterable": (_is_instance(list, tuple), "a list"),
    "Mapping": (_is_instance(Mapping), "a mapping"),
    "PathLike": (_is_instance(PathLike), "a path"),
    "Report": (callable, "a function"),
    "Callable": (callable, "a function"),
    "bytes": (_is_instance(bytes), "bytes"),
    "None": (_is_instance(NoneType), ""),
    "NoneType": (_is_instance(NoneType), ""),
}
BRACKETS = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]")  # also nested brackets
WORDS = re.compile(r"\b[A-Za-z_]\w*\b(?!['\"])")  # names of an annotation, without those in quotes
# Types that are not plain data: `core.library` reads what is given, and the rest stays as it is.
LISTS = frozenset(("Sequence", "Iterable"))
OPAQUE = frozenset(("Given", "Outcome", "Who", "Policy", "Report", "Callable", "Cancel"))


def _argument_tests(annotation: Any, names: Mapping[str, Any]) -> list[tuple[Test, str]]:
    """Return the tests of an annotation, a type or its text, one of which must hold; none if a part is unknown."""
    parts = BRACKETS.sub("", annotation).split(" | ") if isinstance(annotation, str) else union_parts(annotation)
    tests = [test for part in parts if (test := _part_test(part, names))]
    return tests if len(tests) == len(parts) else []


def _part_test(part: Any, names: Mapping[str, Any]) -> tuple[Test, str] | None:
    """Return the test of a part of an annotation: a word of its text, or a type."""
    kind = names.get(part) if isinstance(part, str) else get_origin(part) or part
    word = part if isinstance(part, str) else getattr(kind, "__name__", "")
    if literals := literal_choices(kind if isinstance(part, str) else part):
        return literals.__contains__, f"one of {', '.join(map(str, literals))}"
    return ACCEPTED.get(word) or ((_is_instance(kind), f"a {word}") if isclass(kind) else None)


def _converter(annotation: Any, names: Mapping[str, Any]) -> Callable[[Any, str], Any] | None:
    """Return the function that converts an argument before its tests, or None if it stays as it is."""
    words = WORDS.findall(annotation) if isinstance(annotation, str) else []
    known = {**vars(builtins), **names}
    if "__path__" not in names and any(word not in known for word in words if word not in ACCEPTED):
        return None  # a type of a module that type checkers alone import, such as a buffer
    kinds = [known.get(word) for word in words if word not in ACCEPTED] if words else union_parts(annotation)
    kind_names = {getattr(get_origin(kind) or kind, "__name__", "") for kind in kinds if kind is not None} - {""}
    if not OPAQUE.isdisjoint({*words, *kind_names}):
        return _listed if not LISTS.isdisjoint([*words[:1], *kind_names]) else None
    if not ACCEPTED.keys() >= kind_names:
        return None if LISTS.isdisjoint({*words, *kind_names}) else _read_iterator
    own_kinds = tuple([kind for kind in (bytes, PathLike) if kind.__name__ in {*words, *kind_names}])
    return lambda argument, name: argument if isinstance(argument, own_kinds) else plain_of(argument, name)


def _listed(argument: Any, name: str) -> Any:
    """Make a list of an iterable of functions or names, which may be an iterator."""
    if isinstance(argument, str | bytes | Mapping) or not hasattr(type(argument), "__iter__"):
        return argument
    try:
        return [plain_of(member, name) if isinstance(member, str) else member for member in argument]
    except Exception as error:  # an iterator of the caller may raise anything
        raise UsageError(f"{name}: {quote(argument)} cannot be read as a list") from error


def _read_iterator(argument: Any, name: str) -> Any:
    """Make a list of an iterator. Lists and buffers stay as they are."""
    return _listed(argument, name) if hasattr(argument, "__next__") else argument


class Arguments:
    """The arguments that a public function accepts. A call that does not fit is refused before anything runs."""

    def __init__(self, function: Callable[..., Any]) -> None:
        function_parameters, names = (
            signature(function).parameters.values(),
            {"Cancel": Cancel} | unwrap(function).__globals__,
        )
        self.function_name = function.__name__
        self.argument_tests = {
            parameter.name: _argument_tests(parameter.annotation, names) for parameter in function_parameters
        }
        self.converters = {parameter.name: _converter(parameter.annotation, names) for parameter in function_parameters}
        self.positional_names = [
            parameter.name
            for parameter in function_parameters
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        ]
        self.keyword_names = sorted(
            parameter.name
            for parameter in function_parameters
            if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        )
        self.mandatory_names = [
            parameter.name
            for parameter in function_parameters
            if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
        ]
        self.is_open = any(parameter.kind is parameter.VAR_KEYWORD for parameter in function_parameters)

    def fit(self, positionals: tuple[Any, ...], keys: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Return the arguments of a call as plain data, and raise `UsageError` if the call does not fit.

        The message names the argument and quotes its value.
        """
        self._refuse_wrong_shape(positionals, keys)
        return (
            [self._fit(name, argument) for name, argument in zip(self.positional_names, positionals, strict=False)],
            {name: self._fit(name, argument) for name, argument in keys.items()},
        )

    def _fit(self, name: str, argument: Any) -> Any:
        if type(argument) not in PLAIN:
            converter = self.converters.get(name, plain_of)
            argument = argument if converter is None else converter(argument, name)
        tests = self.argument_tests.get(name, ())
        if tests and not any(test(argument) for test, _ in tests):
            words = " or ".join(dict.fromkeys(filter(None, (word for _, word in tests))))
            raise UsageError(f"{name}: expected {words}: {quote(argument)}")
        return argument

    def _refuse_wrong_shape(self, positionals: tuple[Any, ...], keys: Mapping[str, Any]) -> None:
        """Refuse arguments that are too many, too few, unknown or given twice."""
        if len(positionals) > len(self.positional_names):
            argument_limit, extra = (
                count_of(len(self.positional_names), "argument"),
                quote(positionals[len(self.positional_names)]),
            )
            raise UsageError(f"{self.function_name} takes {argument_limit} without a name: {extra} is one too many")
        first = dict(zip(self.positional_names, positionals, strict=False))
        for name in keys:
            if name in first and name in self.keyword_names:
                raise UsageError(f"{name} is given twice: {quote(first[name])} and {quote(keys[name])}")
            if name in self.positional_names and name not in self.keyword_names:
                raise UsageError(f"{self.function_name} takes {name} without its name: {quote(keys[name])}")
            if name not in self.keyword_names and not self.is_open:
                named_arguments = ", ".join(self.keyword_names)
                raise UsageError(
                    f"{self.function_name} takes no {quote(name)}{suggest(name, self.keyword_names)} ("
                    f"{named_arguments})"
                )
        for name in self.mandatory_names:
            if name not in first and name not in keys:
                raise UsageError(f"{self.function_name}: {name} is missing")
