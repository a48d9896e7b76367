"""A small checker of proofs of unsatisfiability: DRAT, in text or binary, forwards and in plain Python.

A proof is a list of clauses, each of which must leave a formula with a model one with a model. Either it follows from
the formula and the clauses before it by unit propagation alone (RUP): when all its literals are false, propagation ends
in a contradiction. Or (RAT) its first literal is such that this holds of its resolvent with every clause that has the
opposite literal. The last is the empty clause. A line that begins with ``d`` deletes a clause. As in other checkers,
deleting a clause that gives a value at the top is ignored.

It imports no engine.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from passatempo.core.errors import FormatError, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LARGEST_LETTER = 2**31 - 1
BETWEEN_LOOKS = 4096  # steps of propagation between two looks at the limits: some milliseconds
_LITERAL = re.compile(r"-?[0-9]{1,10}")


_FIRST = re.compile(rb"^[ \t]*([^c\s].*)", re.MULTILINE)  # what is no comment
# The first step in other formats: LRAT numbers its clauses and gives hints, each step of FRAT has a letter.
_OTHERS = {"LRAT": re.compile(rb"\d+\s+(?:d\b|(?:-?\d+\s+)*?0\s+\S)"), "FRAT": re.compile(rb"[olrf]|a\s")}


class Verdict(NamedTuple):
    """Whether a proof holds; else the first line that does not, from 1 (0: the whole of it), and why."""

    verified: bool
    line: int = 0
    reason: str = ""


class Step(NamedTuple):
    """A clause that is added or deleted: the line it stands on (of a binary proof its number), and its literals."""

    line: int
    deleted: bool
    clause: tuple[int, ...]


def check(clauses: Iterable[tuple[int, ...]], proof: Iterable[str], poll: Callable[[], object] = bool) -> Verdict:
    """Check a proof that a formula has no model.

    Parameters
    ----------
    clauses
        The formula.
    proof
        The lines of the proof, as in a DRAT text file.
    poll
        Called now and then; may raise to stop.

    Raises
    ------
    FormatError
        If a line cannot be read.

    Examples
    --------
    >>> formula = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    >>> check(formula, ["2 0", "0"]).verified
    True
    >>> check(formula, ["0"])
    Verdict(verified=False, line=1, reason="the clause '0' does not follow by unit propagation")
    """
    return check_steps(clauses, read_text(proof), poll)


def check_steps(
    clauses: Iterable[tuple[int, ...]], steps: Iterable[Step], poll: Callable[[], object] = bool
) -> Verdict:
    """Check a proof that was read, to its end: what stands behind the empty clause must be readable."""
    state = _State(poll)
    for clause in clauses:
        state.look()
        state.add(clause)
    for line, deleted, clause in steps:
        state.look()
        if state.contradiction:
            continue
        if deleted:
            state.delete(clause)
        elif state.follows(clause) or state.keeps_models(clause):
            state.add(clause)
        else:
            said = quote(" ".join(map(str, (*clause, 0))))
            return Verdict(verified=False, line=line, reason=f"the clause {said} does not follow by unit propagation")
    if state.contradiction:
        return Verdict(verified=True)
    return Verdict(verified=False, reason="the proof ends without the empty clause")


def refuse_other(proof: bytes, name: str = "") -> None:
    """Refuse a proof in a format that is not DRAT, by its first step or by the ending of its file.

    Raises
    ------
    FormatError
        Naming the format.

    Examples
    --------
    >>> refuse_other(b"5 -1 0 1 3 0")
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: the proof is LRAT, not DRAT: let the solver write DRAT, text or binary
    """
    found = _FIRST.search(proof)
    first = proof[:1] if b"\0" in proof else found[1] if found else b""
    for form, step in _OTHERS.items():
        if step.match(first) or name.lower().endswith(f".{form.lower()}"):
            told = f"the proof is {form}, not DRAT: let the solver write DRAT, text or binary"
            raise FormatError(told, kind="other-proof")


def read_text(lines: Iterable[str]) -> Iterator[Step]:
    """Read the lines of a proof in text.

    >>> list(read_text(["c a comment", "1 -2 0", "d 3 0"]))
    [Step(line=2, deleted=False, clause=(1, -2)), Step(line=3, deleted=True, clause=(3,))]

    Raises
    ------
    FormatError
        Quoting a line that is no clause.
    """
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words and words[0] != "c":
            deleted = words[0] == "d"
            yield Step(number, deleted, _literals(words[deleted:], number))


def read_binary(data: bytes) -> Iterator[Step]:
    """Read a binary proof: ``a`` or ``d``, the literals as numbers of seven bits a byte, and a zero.

    >>> list(read_binary(bytes([0x61, 2, 5, 0, 0x64, 0x80, 0x01, 0])))
    [Step(line=1, deleted=False, clause=(1, -2)), Step(line=2, deleted=True, clause=(64,))]

    Raises
    ------
    FormatError
        Naming the clause and the byte that is none.
    """
    at, number = 0, 0
    while at < len(data):
        number += 1
        if data[at : at + 1] not in (b"a", b"d"):
            raise FormatError(f"byte {at}: a clause begins with 'a' or 'd'", line=number, kind="bad-proof")
        deleted, clause = data[at] == ord("d"), []
        at += 1
        while True:
            value, at = _number(data, at, number)
            if value == 0:
                break
            if not 2 <= value <= 2 * LARGEST_LETTER + 1:
                raise FormatError(f"byte {at}: {value} is not a literal", line=number, kind="bad-proof")
            clause.append(-(value >> 1) if value & 1 else value >> 1)
        yield Step(number, deleted, tuple(clause))


def _number(data: bytes, at: int, line: int) -> tuple[int, int]:
    """Read one number of a binary proof, and where the next one begins."""
    value = 0
    for k in range(5):
        if at + k >= len(data):
            raise FormatError("the proof ends inside a clause", line=line, kind="bad-proof")
        value |= (data[at + k] & 0x7F) << (7 * k)
        if data[at + k] < 0x80:
            return value, at + k + 1
    raise FormatError(f"byte {at}: a literal has more than five bytes", line=line, kind="bad-proof")


def _literals(words: list[str], number: int) -> tuple[int, ...]:
    """Read a clause of a proof."""
    if not words or words[-1] != "0" or not all(map(_LITERAL.fullmatch, words)):
        raise FormatError(f"{quote(' '.join(words))} is not a clause that ends in 0", line=number, kind="bad-proof")
    clause = tuple(map(int, words[:-1]))
    if 0 in clause:
        raise FormatError("a 0 is inside a clause", line=number, kind="bad-proof")
    if clause and max(map(abs, clause)) > LARGEST_LETTER:
        raise FormatError(f"a literal is beyond {LARGEST_LETTER}", line=number, kind="bad-proof")
    return clause


class _State:
    """Clauses with two watched literals each, and what follows from them at the top."""

    def __init__(self, poll: Callable[[], object]) -> None:
        self.poll = poll
        self.worked = 0
        self.value: dict[int, bool] = {}  # of each literal that has one
        self.trail: list[int] = []
        self.watched: dict[int, list[list[int]]] = {}  # clauses by the literals they watch, which stand first
        self.given: dict[tuple[int, ...], list[list[int]]] = {}
        self.contradiction = False

    def look(self) -> None:
        """Count a step, and look at the limits once in many."""
        self.worked += 1
        if self.worked % BETWEEN_LOOKS == 0:
            self.poll()

    def add(self, clause: tuple[int, ...]) -> None:
        """Add a clause, and find what follows at the top."""
        if self.contradiction:
            return
        literals = list(dict.fromkeys(clause))
        self.given.setdefault(tuple(sorted(literals)), []).append(literals)
        # What is not false comes first, so that the watched literals are open wherever they can be.
        literals.sort(key=lambda literal: self.value.get(literal) is False)
        if len(literals) > 1:
            for literal in literals[:2]:
                self.watched.setdefault(literal, []).append(literals)
        free = [literal for literal in literals if self.value.get(literal) is not False]
        if not free:
            self.contradiction = True
        elif len(free) == 1 and free[0] not in self.value:
            self._set(free[0])
            self.contradiction = self._propagate(len(self.trail) - 1)  # no clause is added after a contradiction

    def delete(self, clause: tuple[int, ...]) -> None:
        """Delete a clause, unless it is a unit under the values at the top."""
        key = tuple(sorted(set(clause)))
        copies = self.given.get(key)
        if not copies:
            return  # deleting what is not there weakens nothing
        true = [literal for literal in key if self.value.get(literal)]
        if true and all(self.value.get(literal) is False for literal in key if literal != true[0]):
            return
        literals = copies.pop()
        for literal in literals[:2] if len(literals) > 1 else ():
            self.watched[literal] = [other for other in self.watched[literal] if other is not literals]

    def follows(self, clause: tuple[int, ...]) -> bool:
        """Tell whether making all literals of a clause false leads to a contradiction by propagation."""
        start = len(self.trail)
        found = self._refute(clause)
        self._undo(start)
        return found

    def keeps_models(self, clause: tuple[int, ...]) -> bool:
        """Tell whether a clause follows in all its resolvents on its first literal.

        Then a model in which the clause is false stays one when the first literal is made true.
        """
        if not clause:
            return False
        opposite, start = -clause[0], len(self.trail)
        self._refute(clause)  # ends in no contradiction: the clause does not follow
        for other, copies in self.given.items():
            self.look()
            if copies and opposite in other:
                before = len(self.trail)
                found = self._refute([literal for literal in other if literal != opposite])
                self._undo(before)
                if not found:
                    self._undo(start)
                    return False
        self._undo(start)
        return True

    def _refute(self, clause: Iterable[int]) -> bool:
        """Make all literals of a clause false, on top of what is assigned; true at a contradiction."""
        start = len(self.trail)
        for literal in clause:
            if self.value.get(literal):
                return True
            if literal not in self.value:
                self._set(-literal)
        return self._propagate(start)

    def _undo(self, start: int) -> None:
        """Take back all but so many assignments."""
        for literal in self.trail[start:]:
            del self.value[literal], self.value[-literal]
        del self.trail[start:]

    def _set(self, literal: int) -> None:
        self.value[literal], self.value[-literal] = True, False
        self.trail.append(literal)

    def _propagate(self, start: int) -> bool:
        """Draw the conclusions of the trail from a place on; true at a contradiction."""
        value = self.value
        while start < len(self.trail):
            false = -self.trail[start]
            start += 1
            watching = self.watched.get(false, [])
            kept = 0
            for at, literals in enumerate(watching):
                self.look()
                if literals[0] == false:
                    literals[0], literals[1] = literals[1], false
                if value.get(literals[0]) or not self._move(literals, false):
                    watching[kept] = literals
                    kept += 1
                    if literals[0] not in value:
                        self._set(literals[0])
                    elif not value[literals[0]]:
                        watching[kept:] = watching[at + 1 :]
                        return True
            del watching[kept:]
        return False

    def _move(self, literals: list[int], false: int) -> bool:
        """Watch another literal in place of one that became false; false where there is none."""
        for k in range(2, len(literals)):
            if self.value.get(literals[k]) is not False:
                literals[1], literals[k] = literals[k], false
                self.watched.setdefault(literals[1], []).append(literals)
                return True
        return False
