"""IDs of puzzles, such as ``OP1-TR5-RWFANY-A``: kind and recipe version, parameters, seed, check digit.

The seed has 30 bits, six digits of Crockford's base 32. Letters that look like digits are read as digits. The check
digit is a weighted sum of all preceding characters modulo 37. It detects one wrong character and two exchanged ones.
Seeds whose check digit would not be one of the 32 digits are skipped, so that no ID needs characters that are special
in a shell. Seeds whose last digit could be exchanged with the check digit are skipped, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.methods import resolve, suggest
from passatempo.core.pastime import Kind
from passatempo.core.random import Random
from passatempo.core.registry import names, pastime
from passatempo.puzzles.puzzle import Recipe, fold_signs

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32
SEEDS = 1 << 30
_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MODULUS = 37  # a prime greater than the number of characters and than the length of an ID


@dataclass(frozen=True, slots=True)
class Identity:
    """The content of an ID.

    Parameters
    ----------
    pastime, kind
        The pastime, and the kind of puzzle with the recipe.
    puzzle_params
        The recipe's parameters.
    seed_number
        The seed of the attempt, 0 to 2^30 - 1.
    """

    pastime: str
    kind: Kind
    puzzle_params: Any
    seed_number: int

    @property
    def recipe(self) -> Recipe[Any, Any]:
        """The recipe of the kind."""
        return recipe_of(self.kind)

    @property
    def random(self) -> Random:
        """The stream of random numbers of the attempt."""
        recipe = self.recipe
        return Random(
            self.seed_number, "puzzle", self.kind.code, recipe.recipe_version, recipe.params_word(self.puzzle_params)
        )

    def __str__(self) -> str:
        body = self._body
        return f"{body}-{check_digit(body)}"

    @property
    def printed_id(self) -> str:
        """The ID on a sheet."""
        return str(self)

    @property
    def _body(self) -> str:
        recipe = self.recipe
        return (
            f"{self.kind.code}{recipe.recipe_version}-{recipe.params_word(self.puzzle_params)}-"
            f"{write_seed(self.seed_number)}"
        )

    def is_sayable(self, *, swaps: bool = False) -> bool:
        """Return whether an ID can be issued: its check digit exists and cannot be exchanged with the digit before it.

        With `swaps` it may be exchangeable, as in the daily puzzles until the end of 2026.
        """
        body, digit = self._body, check_digit(self._body)
        return bool(digit) and (swaps or digit == body[-1] or check_digit(body[:-1] + digit) != body[-1])


class OwnBoard(Identity):
    """An own board, which has no ID. Its instance is in place of the parameters."""

    __slots__ = ()

    def __str__(self) -> str:
        return "own"

    @property
    def printed_id(self) -> str:
        """The name of the board, if its pastime has a format for names."""
        names_format = pastime(self.pastime).format_modules.get("id")
        return "" if names_format is None else str(names_format.write(self.puzzle_params))


@cache
def recipe_of(kind: Kind) -> Recipe[Any, Any]:
    """Return the recipe of a kind.

    >>> recipe_of(dict(puzzle_kinds())["cards"]).question
    'order'
    """
    kind_recipe: Recipe[Any, Any] = resolve(kind.recipe)
    return kind_recipe


def puzzle_kinds() -> Iterator[tuple[str, Kind]]:
    """Yield every kind of puzzle with the name of its pastime.

    >>> [kind.code for name, kind in puzzle_kinds() if name == "minesweeper"]
    ['SF', 'SM', 'SC']
    """
    for name in names():
        for kind in pastime(name).kinds:
            yield name, kind


def write_seed(seed: int) -> str:
    """Write a seed as six digits.

    >>> write_seed(2**30 - 1), write_seed(33)
    ('ZZZZZZ', '000011')
    """
    return "".join(DIGITS[seed >> 5 * place & 31] for place in reversed(range(6)))


def check_digit(body: str) -> str:
    """Return the check digit of a body; empty if it would not be one of the 32 digits.

    >>> check_digit("OP1-TR5-RWFANY")
    'A'
    """
    signs = [_SIGNS.index(sign) for sign in fold_signs(body) if sign in _SIGNS]
    check_sum = sum(weight * sign for weight, sign in enumerate(signs, 1)) % _MODULUS
    return DIGITS[check_sum] if check_sum < len(DIGITS) else ""


def read_id(text: str) -> Identity:
    """Read an ID in upper or lower case.

    Raises
    ------
    FormatError
        If it is not an ID, a letter was misread, or a later version of the program made it.

    Examples
    --------
    >>> read_id("op1-tr5-rwfany-a").puzzle_params.N
    5
    >>> read_id("OP1-TR5-RWFANX-A")
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: OP1-TR5-RWFANX-A: the check digit is wrong: is a character misread?
    """
    upper_id = text.strip().upper()
    parts = fold_signs(upper_id).split("-")
    if len(parts) != 4 or not all(parts) or len(parts[0]) < 3 or len(upper_id) > len("SF1-100X100X9999P-000000-0"):
        raise FormatError(f"{quote(text)} is not a puzzle ID such as OP1-TR5-RWFANY-A")
    head, word, seed, check = parts
    name, kind = _kind_of_code(upper_id, head[:2])
    if fold_signs(check_digit(f"{head}-{word}-{seed}") or "?") != check:
        raise FormatError(f"{quote_id(text)}: the check digit is wrong: is a character misread?")
    recipe = recipe_of(kind)
    if head[2:] != str(recipe.recipe_version):
        raise FormatError(f"{quote_id(text)}: recipe {quote(head[2:])} of {kind.code} needs a later passatempo")
    params = recipe.read_word(word)
    if params is None:
        raise FormatError(f"{quote_id(text)}: {quote(word)} is not a list of parameters of {kind.code}")
    if len(seed) != 6 or any(sign not in DIGITS for sign in seed):
        raise FormatError(f"{quote_id(text)}: {quote(seed)} is not a seed of six digits")
    number = 0
    for sign in seed:
        number = number * 32 + DIGITS.index(sign)
    return Identity(name, kind, params, number)


def quote_id(text: str) -> str:
    """Quote an ID without quotation marks, since it is short and has no spaces."""
    return quote(text.strip())[1:-1]


def _kind_of_code(text: str, code: str) -> tuple[str, Kind]:
    """Find the kind of puzzle by the first two letters of an ID, folded."""
    for name, kind in puzzle_kinds():
        if fold_signs(kind.code) == code:
            return name, kind
    kind_codes = [kind.code for _, kind in puzzle_kinds()]
    raise FormatError(f"{quote_id(text)}: {quote(text[:2])} is not a kind of puzzle{suggest(text[:2], kind_codes)}"
                      f" ({', '.join(kind_codes)})")  # fmt: skip
