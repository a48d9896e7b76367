"""A small checker of proofs of unsatisfiability: reverse unit propagation with deletion (DRUP, a part of DRAT).

A proof is a list of clauses. Each must follow from the formula and the clauses before it by unit propagation alone:
when all its literals are false, propagation ends in a contradiction. The last is the empty clause. A line that begins
with ``d`` deletes a clause. As in other checkers, deleting a clause that gives a value at the top is ignored.

Plain Python; it imports no engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from passatempo.core.errors import FormatError, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Verdict(NamedTuple):
    """Whether a proof holds; else the first line that does not, from 1, and why."""

    verified: bool
    line: int = 0
    reason: str = ""


def check(clauses: Iterable[tuple[int, ...]], proof: Iterable[str], poll: Callable[[], object] = bool) -> Verdict:
    """Check a proof that a formula has no model.

    Parameters
    ----------
    clauses
        The formula.
    proof
        The lines of the proof, as in a DRAT text file.
    poll
        Called at every line; may raise to stop.

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
    state = _State()
    for clause in clauses:
        state.add(clause)
    for number, line in enumerate(proof, 1):
        poll()
        words = line.split()
        if not words or words[0] == "c":
            continue
        clause = _literals(words[1:] if words[0] == "d" else words, number)
        if state.contradiction:
            return Verdict(verified=True)
        if words[0] == "d":
            state.delete(clause)
        elif not state.follows(clause):
            return Verdict(
                verified=False, line=number, reason=f"the clause {quote(line)} does not follow by unit propagation"
            )
        else:
            state.add(clause)
    if state.contradiction:
        return Verdict(verified=True)
    return Verdict(verified=False, reason="the proof ends without the empty clause")


def _literals(words: list[str], number: int) -> tuple[int, ...]:
    """Read a clause of a proof."""
    if not words or words[-1] != "0" or any(not word.removeprefix("-").isdecimal() for word in words):
        raise FormatError(f"{quote(' '.join(words))} is not a clause that ends in 0", line=number, kind="bad-proof")
    clause = tuple(map(int, words[:-1]))
    if 0 in clause:
        raise FormatError("a 0 stands inside a clause", line=number, kind="bad-proof")
    return clause


class _State:
    """Clauses with two watched literals each, and what follows from them at the top."""

    def __init__(self) -> None:
        self.value: dict[int, bool] = {}  # of each literal that has one
        self.trail: list[int] = []
        self.reason: dict[int, tuple[int, ...]] = {}  # of a literal that is true at the top: the clause as it was given
        self.watched: dict[int, list[list[int]]] = {}  # clauses by the literals they watch, which stand first
        self.given: dict[tuple[int, ...], list[list[int]]] = {}
        self.contradiction = False

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
        found = False
        for literal in clause:
            if self.value.get(literal):
                found = True
                break
            if literal not in self.value:
                self._set(-literal)
        found = found or self._propagate(start)
        for literal in self.trail[start:]:
            del self.value[literal], self.value[-literal]
        del self.trail[start:]
        return found

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
