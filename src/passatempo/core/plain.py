"""Values of any library as plain Python: the one converter of what callers pass to the library.

It looks at the methods of a value and imports nothing. An array, a series, a frame or a number of another library is
therefore converted without that library.
"""

from __future__ import annotations

import os
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_LEVELS = 8
MOST_ITEMS = 10_000_000
PLAIN = frozenset((str, int, bool, type(None)))  # types whose values stay as they are


def plain_of(value: Any, name: str) -> Any:
    """Convert a value to a text, a number, a truth value, None, or lists and dicts of them.

    Parameters
    ----------
    value
        Any value. A whole number of any type becomes an `int`, an array nested lists, bytes the text in UTF-8. A `Cell`
        becomes its row and column from 1, and a `Card` its text.
    name
        The argument that a message names.

    Raises
    ------
    UsageError
        If the value has no such form, more than 8 levels or more than 10 million items.

    Examples
    --------
    >>> from fractions import Fraction
    >>> plain_of((2.0, Fraction(5, 2), b"7H"), "cards"), plain_of({2: range(3)}, "at")
    ([2, 2.5, '7H'], {'2': [0, 1, 2]})
    >>> plain_of(print, "D")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: D: a value of type 'builtin_function_or_method' is not accepted: pass a number, \
a text, a list or an array
    """
    return value if type(value) in PLAIN else _Conversion(name).convert(value, 0)


class _Conversion:
    """The conversion of one argument."""

    def __init__(self, name: str) -> None:
        self.name, self.room = name, MOST_ITEMS

    def convert(self, value: Any, level: int) -> Any:
        """Convert a value that is nested in `level` others."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if level > MOST_LEVELS:
            raise UsageError(f"{self.name}: more than {MOST_LEVELS} levels of lists are not accepted")
        try:
            return self._convert(value, kind, level + 1)
        except UsageError:
            raise
        except Exception as error:  # methods of other libraries may raise anything
            raise self._refusal(kind) from error

    def _convert(self, value: Any, kind: type, level: int) -> Any:
        if kind is float:
            return int(value) if value.is_integer() else value
        if kind is list or kind is tuple:
            return self._items(value, level)
        if kind is dict:
            return self._mapping(value, level)
        if hasattr(kind, "to_plain"):
            return value.to_plain()
        if isinstance(value, bytes | bytearray | memoryview):
            return self._text(bytes(value))
        for method in ("tolist", "to_numpy"):
            if hasattr(kind, method):
                plain = self.convert(getattr(value, method)(), level)
                if plain is None:  # a time that is missing
                    raise self._refusal(kind)
                return plain
        return self._number_or_text(value, kind, level)

    def _number_or_text(self, value: Any, kind: type, level: int) -> Any:
        if hasattr(kind, "__index__"):
            return value.__index__()
        if isinstance(value, str):
            return str.__str__(value)
        if hasattr(kind, "__fspath__"):
            return os.fsdecode(value)
        if hasattr(kind, "__float__"):
            number = float(value)
            return int(value) if isfinite(number) and value == int(value) else number
        return self._nested(value, kind, level)

    def _nested(self, value: Any, kind: type, level: int) -> Any:
        if hasattr(kind, "keys"):
            return self._mapping({key: value[key] for key in islice(value.keys(), self.room + 1)}, level)
        if hasattr(value, "readline"):
            raise UsageError(f"{self.name}: a file is not accepted: pass its text or its path")
        if hasattr(kind, "__iter__"):
            return self._items(value, level)
        raise self._refusal(kind)

    def _items(self, values: Iterable[Any], level: int) -> list[Any]:
        items = list(islice(values, self.room + 1))
        self._take(len(items))
        if PLAIN.issuperset(map(type, items)):
            return items
        return [self.convert(item, level) for item in items]

    def _mapping(self, pairs: dict[Any, Any], level: int) -> dict[str, Any]:
        self._take(len(pairs))
        return {self._key(key, level): self.convert(content, level) for key, content in pairs.items()}

    def _key(self, key: Any, level: int) -> str:
        plain_key = self.convert(key, level)
        if type(plain_key) not in (str, int):
            raise self._refusal(type(key))
        return str(plain_key)

    def _text(self, content: bytes) -> str:
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            fault = f"byte {error.start + 1}, {content[error.start]:#04x}, is not UTF-8 text"
            raise UsageError(f"{self.name}: {fault}") from None

    def _take(self, count: int) -> None:
        self.room -= count
        if self.room < 0:
            raise UsageError(f"{self.name}: more than {MOST_ITEMS} items are not accepted")

    def _refusal(self, kind: type) -> UsageError:
        accepted = "pass a number, a text, a list or an array"
        return UsageError(f"{self.name}: a value of type {quote(kind.__name__)} is not accepted: {accepted}")
