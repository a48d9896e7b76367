"""Formulas in conjunctive normal form: named variables, families of clauses, cardinality encodings, DIMACS.

Plain Python without solvers. The values True and False are allowed as literals, so that encodings look like the
formulas from which they come. A clause with True is dropped, and False is removed from a clause.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from passatempo.core.errors import FormatError, UsageError, quote

Clause: TypeAlias = tuple[int, ...]
Lit: TypeAlias = int | bool  # a literal, negative for "not", or a truth value
AtMostOne: TypeAlias = Literal["pairwise", "sequential", "ladder", "bitwise", "product"]

_LITERAL = re.compile(r"-?[0-9]{1,10}")
_NUMBER = re.compile(r"[0-9]{1,10}")
_LIST_SIGNS = str.maketrans(dict.fromkeys("[](){},", " "))

AT_MOST_ONE: tuple[AtMostOne, ...] = get_args(AtMostOne)

# The solvers of `sat.py`. All can be interrupted except CaDiCaL, which runs in a process of its own if a limit is set.
# The proofs of these solvers have been verified. Those of MapleSAT have not, so it is left out.
SOLVERS = ("glucose42", "glucose4", "glucose3", "gluecard4", "cadical195", "cadical153", "maplechrono", "maplecm")
WITHOUT_PROOFS = ("minisat22", "minicard", "mergesat3")


def negate(literal: Lit) -> Lit:
    """Return the opposite of a literal or truth value.

    >>> negate(3), negate(True)
    (-3, False)
    """
    return (not literal) if isinstance(literal, bool) else -literal


class Formula:
    """Named variables ("letters"), and clauses in families.

    Parameters
    ----------
    poll
        Called from time to time while the formula grows; may raise to stop.

    Examples
    --------
    >>> formula = Formula()
    >>> x, y = formula.new_letter("x"), formula.new_letter("y")
    >>> formula.add_clause("either", x, y)
    >>> formula.add_clause("gone", x, True)
    >>> formula.clauses, formula.family_sizes
    ([(1, 2)], {'either': 1})
    """

    def __init__(self, poll: Callable[[], object] = bool) -> None:
        self.letter_names: list[str] = []  # letter k is at index k - 1
        self.clauses: list[Clause] = []
        self.family_sizes: dict[str, int] = {}
        self.visible_letters: list[int] = []  # the letters that define the meaning of a model; the others are auxiliary
        self.poll_limits = poll

    def new_letter(self, name: str, *, is_visible: bool = True) -> int:
        """Create a letter and return its number."""
        self.letter_names.append(name)
        if len(self.letter_names) % 4096 == 0:
            self.poll_limits()
        if is_visible:
            self.visible_letters.append(len(self.letter_names))
        return len(self.letter_names)

    def new_letters(self, names: Iterable[str], *, is_visible: bool = True) -> list[int]:
        """Create letters and return their numbers."""
        return [self.new_letter(name, is_visible=is_visible) for name in names]

    def add_clause(self, family: str, *literals: Lit) -> None:
        """Add a clause to a family."""
        if bool in map(type, literals):  # "True in literals" would not do, since 1 == True
            if any(literal is True for literal in literals):
                return
            literals = tuple(literal for literal in literals if literal is not False)
        self.clauses.append(literals)
        self.family_sizes[family] = self.family_sizes.get(family, 0) + 1
        if len(self.clauses) % 4096 == 0:
            self.poll_limits()

    def implies(self, family: str, premises: Sequence[Lit], *conclusions: Lit) -> None:
        """Add the clause "if all the premises, then one of the conclusions"."""
        self.add_clause(family, *(negate(literal) for literal in premises), *conclusions)

    def at_most_one(self, family: str, letters: Sequence[int], kind: AtMostOne) -> None:
        """Add clauses: at most one of the letters is true."""
        if len(letters) > 1:
            _ENCODERS[kind](self, family, letters)

    def add_cardinality(self, family: str, letters: Sequence[int], low: int, high: int) -> None:
        """Add clauses: at least `low` and at most `high` of the letters are true.

        The auxiliary letter s[i, j] means that at least j of the first i letters are true. It exists only if that is
        not determined. Each letter is defined in both directions, so every model has one extension.
        """
        n = len(letters)
        if low > high or high < 0 or low > n:
            self.add_clause(family)
            return
        # s[i, j] is true for j <= certain_count, false for j > possible, and a letter in between.
        previous: dict[int, Lit] = {0: True, 1: False, 2: False}
        for i in range(1, n + 1):
            certain_count, possible = max(0, low - (n - i)), min(i, high)
            row: dict[int, Lit] = {
                j: self.new_letter(f"{family}[{i},{j}]", is_visible=False)
                for j in range(certain_count + 1, possible + 1)
            }
            row |= dict.fromkeys((certain_count - 1, certain_count), True) | dict.fromkeys(
                (possible + 1, possible + 2), False
            )
            self._count_letter(family, letters[i - 1], previous, row, range(max(1, certain_count), possible + 2))
            previous = row

    def _count_letter(
        self, family: str, x: int, previous: Mapping[int, Lit], row: Mapping[int, Lit], numbers: range
    ) -> None:
        """Define one row of `add_cardinality`: s[i, j] is s[i - 1, j], or s[i - 1, j - 1] and x."""
        ready: list[Clause] = []
        for j in numbers:
            row_literal, previous_literal, previous_lower = row[j], previous[j], previous[j - 1]
            if (
                type(row_literal) is int and type(previous_literal) is int and type(previous_lower) is int
            ):  # the common case: no truth value
                ready += (
                    (-previous_literal, row_literal),
                    (-row_literal, previous_lower),
                    (-x, -previous_lower, row_literal),
                    (-row_literal, previous_literal, x),
                )
                continue
            self.implies(family, [previous_literal], row_literal)
            self.implies(family, [row_literal], previous_lower)
            self.implies(family, [x, previous_lower], row_literal)
            self.implies(family, [row_literal], previous_literal, x)
        if ready:
            self.clauses += ready
            self.family_sizes[family] = self.family_sizes.get(family, 0) + len(ready)
            self.poll_limits()


def cardinality_size(n: int, low: int, high: int) -> tuple[int, int]:
    """Return how many auxiliary letters, and clauses, `Formula.add_cardinality` adds, without building them. O(1).

    >>> formula = Formula()
    >>> formula.add_cardinality("sum", formula.new_letters("abcde"), 1, 3)
    >>> (len(formula.letter_names) - 5, len(formula.clauses)) == cardinality_size(5, 1, 3)
    True
    """
    if low > high or high < 0 or low > n:
        return 0, 1
    # Row i goes from certain_count[i] = max(0, i - (n - low)) to min(i, high). These are the sums of both over
    # i = 1 .. n, and over i = 0 .. n - 1.
    low, top = max(0, low), min(high, n)
    possible = top * (top + 1) // 2 + (n - top) * top
    possible_before = possible - top
    certain_sum = low * (low + 1) // 2
    certain_before = certain_sum - low
    # Two of the four families of clauses have one clause less in each row, but never fewer than none.
    clauses = (
        2 * (possible_before - certain_sum + possible - certain_before)
        + (n if low == n else 0)
        + (n if high == 0 else 0)
    )
    return possible - certain_sum, clauses


def amo_size(n: int, kind: AtMostOne) -> tuple[int, int]:
    """Return how many auxiliary letters, and clauses, `Formula.at_most_one` adds, without building them.

    >>> [amo_size(7, kind) for kind in AT_MOST_ONE]
    [(0, 21), (6, 17), (7, 26), (3, 21), (6, 20)]
    """
    if n < 2:
        return 0, 0
    if kind == "pairwise":
        return 0, n * (n - 1) // 2
    if kind == "sequential":
        return n - 1, 3 * n - 4
    if kind == "ladder":
        return n, 4 * n - 2
    if kind == "bitwise":
        return (n - 1).bit_length(), n * (n - 1).bit_length()
    rows, columns = _grid(n)
    return rows + columns, 2 * n + rows * (rows - 1) // 2 + columns * (columns - 1) // 2


def _pairwise(formula: Formula, family: str, letters: Sequence[int]) -> None:
    for k, second in enumerate(letters):
        for first in letters[:k]:
            formula.add_clause(family, -first, -second)


def _sequential(formula: Formula, family: str, letters: Sequence[int]) -> None:
    """Use s[i], "one of the first i letters is true" (Sinz, 2005)."""
    s = formula.new_letters((f"{family}.s[{letter}]" for letter in letters[:-1]), is_visible=False)
    for i, x in enumerate(letters):
        if i < len(s):
            formula.add_clause(family, -x, s[i])
        if i:
            formula.add_clause(family, -x, -s[i - 1])
            if i < len(s):
                formula.add_clause(family, -s[i - 1], s[i])


def _ladder(formula: Formula, family: str, letters: Sequence[int]) -> None:
    """Use y[i], "the true letter comes after the first i, or there is none", defined in both directions."""
    y = formula.new_letters((f"{family}.y[{letter}]" for letter in letters), is_visible=False)
    for i, x in enumerate(letters):
        before: Lit = y[i - 1] if i else True
        formula.implies(family, [y[i]], before)
        formula.implies(family, [x], before)
        formula.implies(family, [x], -y[i])
        formula.implies(family, [before], y[i], x)


def _bitwise(formula: Formula, family: str, letters: Sequence[int]) -> None:
    """Give each letter a binary number: two true letters would need a bit that is both 0 and 1."""
    size = (len(letters) - 1).bit_length()
    bits = formula.new_letters((f"{family}.b[{letters[0]},{k}]" for k in range(size)), is_visible=False)
    for number, x in enumerate(letters):
        for k, bit in enumerate(bits):
            formula.add_clause(family, -x, bit if number >> k & 1 else -bit)


def _grid(n: int) -> tuple[int, int]:
    """Return the rows and columns of a nearly square grid with at least n places."""
    rows = next(rows for rows in range(1, n + 1) if rows * rows >= n)
    return rows, -(-n // rows)


def _product(formula: Formula, family: str, letters: Sequence[int]) -> None:
    """Place the letters on a grid: at most one row and at most one column are used (Chen, 2010)."""
    rows, columns = _grid(len(letters))
    row = formula.new_letters((f"{family}.r[{letters[0]},{k}]" for k in range(rows)), is_visible=False)
    column = formula.new_letters((f"{family}.c[{letters[0]},{k}]" for k in range(columns)), is_visible=False)
    for number, x in enumerate(letters):
        formula.add_clause(family, -x, row[number // columns])
        formula.add_clause(family, -x, column[number % columns])
    _pairwise(formula, family, row)
    _pairwise(formula, family, column)


_ENCODERS: dict[AtMostOne, Callable[[Formula, str, Sequence[int]], None]] = {
    "pairwise": _pairwise,
    "sequential": _sequential,
    "ladder": _ladder,
    "bitwise": _bitwise,
    "product": _product,
}


def check_amo(kind: str) -> AtMostOne:
    """Check the name of an at-most-one encoding, and return it.

    Raises
    ------
    UsageError
        If there is no encoding of that name.
    """
    for encoding in AT_MOST_ONE:
        if kind == encoding:
            return encoding
    raise UsageError(f"amo: {quote(kind)} is not one of {', '.join(AT_MOST_ONE)}")


def check_solver(name: str, *, proof: bool = False) -> str:
    """Check the name of a SAT solver, and return it.

    Raises
    ------
    UsageError
        If there is no solver of that name, or it writes no proofs.
    """
    valid_solvers = SOLVERS if proof else SOLVERS + WITHOUT_PROOFS
    if name not in valid_solvers:
        raise UsageError(
            f"solver: {quote(name)} is not one{' with proofs' if proof else ''} ({', '.join(valid_solvers)})"
        )
    return name


def write_dimacs(formula: Formula) -> Iterator[str]:
    r"""Yield the lines of a DIMACS file, with names as ``c varname`` and visible letters as ``c p show``.

    >>> formula = Formula()
    >>> formula.add_clause("one", formula.new_letter("x"), -formula.new_letter("y"))
    >>> print("\n".join(write_dimacs(formula)))
    c varname 1 x
    c varname 2 y
    c p show 1 2 0
    p cnf 2 1
    1 -2 0
    """
    for number, name in enumerate(formula.letter_names, 1):
        yield f"c varname {number} {name}"
    yield " ".join(["c p show", *map(str, formula.visible_letters), "0"])
    yield f"p cnf {len(formula.letter_names)} {len(formula.clauses)}"
    for clause in formula.clauses:
        yield " ".join([*map(str, clause), "0"])


class Dimacs(NamedTuple):
    """A formula from a file: the number of letters, the clauses, and the comments without their ``c``."""

    letters: int
    clauses: list[Clause]
    comments: list[str]


def read_dimacs(text: str, poll: Callable[[], object] = bool) -> Dimacs:
    r"""Read a formula in the DIMACS format.

    Raises
    ------
    FormatError
        If a line is invalid, or the numbers of clauses or letters differ from those in the header.

    Examples
    --------
    >>> read_dimacs("c of two letters\np cnf 2 2\n1 -2 0\n2 0\n")
    Dimacs(letters=2, clauses=[(1, -2), (2,)], comments=['of two letters'])
    """
    dimacs_formula = Dimacs(0, [], [])
    problem_size: tuple[int, int] | None = None
    clause: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        if number % 4096 == 0:
            poll()
        words = line.split()
        if not words or words[0] == "c":
            dimacs_formula.comments.extend([" ".join(words[1:])] if words else [])
        elif words[0] == "p":
            if problem_size is not None:
                raise FormatError("a second line starts with 'p'", line=number, kind="bad-dimacs")
            problem_size = _problem_line(words, line, number)
        elif problem_size is None:
            raise FormatError(
                f"{quote(line)} comes before the line 'p cnf VARIABLES CLAUSES'", line=number, kind="bad-dimacs"
            )
        else:
            for literal in _read_literals(words, number):
                if abs(literal) > problem_size[0]:
                    raise FormatError(
                        f"{literal} is not one of {problem_size[0]} variables", line=number, kind="bad-dimacs"
                    )
                if literal:
                    clause.append(literal)
                else:
                    dimacs_formula.clauses.append(tuple(clause))
                    clause.clear()
    if problem_size is None:
        raise FormatError("the line 'p cnf VARIABLES CLAUSES' is missing", kind="bad-dimacs")
    if clause:
        raise FormatError("the last clause does not end in 0", kind="bad-dimacs")
    if len(dimacs_formula.clauses) != problem_size[1]:
        raise FormatError(f"there are {len(dimacs_formula.clauses)} clauses, not {problem_size[1]}", kind="bad-dimacs")
    return dimacs_formula._replace(letters=problem_size[0])


def _problem_line(words: list[str], line: str, number: int) -> tuple[int, int]:
    """Read ``p cnf LETTERS CLAUSES``."""
    if len(words) != 4 or words[1] != "cnf" or not all(map(_NUMBER.fullmatch, words[2:])):
        raise FormatError(f"{quote(line)} is not 'p cnf VARIABLES CLAUSES'", line=number, kind="bad-dimacs")
    return int(words[2]), int(words[3])


def _read_literals(words: Iterable[str], number: int) -> Iterator[int]:
    """Read the literals of a line."""
    for word in words:
        if not _LITERAL.fullmatch(word):
            raise FormatError(f"{quote(word)} is not a literal", line=number, kind="bad-literal")
        yield int(word)


def read_model(text: str) -> set[int]:
    r"""Read the literals of a model that a solver printed: ``v`` lines, minisat's, a list, or bare literals.

    Variables that do not occur are false.

    Raises
    ------
    FormatError
        If a word is no literal, the solver found no model, or one literal contradicts another.

    Examples
    --------
    >>> sorted(read_model("c comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n"))
    [-2, 1, 3]
    >>> sorted(read_model("SAT\n1 -2 0")), sorted(read_model("[1, -2,\n 3]"))
    ([-2, 1], [-2, 1, 3])
    """
    literals: set[int] = set()
    has_ended = False
    has_brackets = text.strip()[:1] in ("[", "(", "{")
    for number, line in enumerate(text.split("\n"), 1):
        words = line.translate(_LIST_SIGNS).split() if has_brackets else line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "s" or (len(words) == 1 and words[0].isalpha()):
            if words[-1] not in ("SAT", "SATISFIABLE"):
                raise FormatError(f"the solver found no model: {quote(line)}", line=number, kind="no-model")
            continue
        for literal in _read_literals(words[1:] if words[0] == "v" else words, number):
            if has_ended or -literal in literals:
                cause = "follows the 0 that ends the model" if has_ended else "contradicts an earlier literal"
                raise FormatError(f"{literal} {cause}", line=number, kind="bad-model")
            has_ended = literal == 0
            literals.add(literal)
    return literals - {0}
