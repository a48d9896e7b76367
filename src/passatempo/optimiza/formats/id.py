"""Short names of boards, such as TQ4-1K4DQ: variant, size, and the number among all boards in base 32."""

import re
from math import comb
from typing import Any

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.text import clean, refuse_large, split_keys
from passatempo.optimiza.model import VARIANTS, Board, copy_count
from passatempo.optimiza.symmetry import SHORT
from passatempo.optimiza.text import KEYS

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O, U to take for others
MOST_NAMED = 30  # the name of a larger board would be longer than the board
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{2,3}-[A-Za-z0-9]+")


def matches(text: str, **_keys: Any) -> bool:
    """Return whether a text is a name. Key lines are ignored."""
    return _NAME.search(text) is not None and _NAME.fullmatch(split_keys(clean(text), KEYS)[1].text.strip()) is not None


def read(text: str, **_keys: Any) -> Board:
    """Return the board of a short name.

    >>> read("TQ2-1").cells
    (1, 1, 2, 1)

    Raises
    ------
    FormatError
        If it is no name of a board.
    """
    name = split_keys(clean(text), KEYS)[1].text
    head, _, digits = name.strip().upper().partition("-")
    variant = next((variant for variant in VARIANTS if SHORT[variant] == head[:2]), None)
    size = head[2:]
    if variant is not None and size.isascii() and size.isdecimal():
        refuse_large(int(size[:9]), 1, MOST_NAMED, "N")
    if variant is None or not (size.isascii() and size.isdecimal() and int(size) >= 2):
        raise FormatError(f"{quote(name)} is not the name of a board, such as TQ4-5M3J", kind="bad-name")
    n = int(size)
    counts = [0] + [copy_count(variant, n, cell_number) for cell_number in range(1, n + 1)]
    left, ways = sum(counts), _count_orders(counts)
    if not digits or any(digit not in DIGITS for digit in digits) or len(digits) > ways.bit_length() // 5 + 1:
        raise FormatError(f"{quote(name)} is not the name of a board, such as TQ4-5M3J", kind="bad-name")
    number = 0
    for digit in digits:
        number = 32 * number + DIGITS.index(digit)
    if number >= ways:
        raise FormatError(f"{quote(name)}: there are only {ways} boards of this kind", kind="bad-name")
    cells = []
    while left:
        for cell_number in range(1, n + 1):
            next_ways = ways * counts[cell_number] // left
            if number < next_ways:
                break
            number -= next_ways
        cells.append(cell_number)
        ways = next_ways
        counts[cell_number] -= 1
        left -= 1
    return Board(n, tuple(cells), variant)


def _count_orders(counts: list[int]) -> int:
    """Return the number of orders of the copies of each number."""
    total, ways = 0, 1
    for count in counts:
        total += count
        ways *= comb(total, count)
    return ways


def write(board: Board) -> str:
    """Write a short name that recreates the board: variant, size, and its number among all boards in base 32.

    >>> write(Board(2, (1, 1, 2, 1)))
    'TQ2-1'

    Raises
    ------
    UsageError
        If the board is larger than `MOST_NAMED`.
    """
    n, variant = board.n, board.variant
    if n > MOST_NAMED:
        raise UsageError(f"only boards to N = {MOST_NAMED} have short names, this one has N = {n}")
    counts = [0] + [copy_count(variant, n, cell_number) for cell_number in range(1, n + 1)]
    number, left, ways = 0, len(board.cells), _count_orders(counts)
    for cell in board.cells:  # ways * counts[v] / left orders continue with v
        number += ways * sum(counts[:cell]) // left
        ways = ways * counts[cell] // left
        counts[cell] -= 1
        left -= 1
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 32)
        digits = DIGITS[digit] + digits
    return f"{SHORT[variant]}{n}-{digits}"
