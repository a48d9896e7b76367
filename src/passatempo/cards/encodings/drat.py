"""A small forward checker of DRAT proofs of unsatisfiability, text or binary, in plain Python.

A proof is a list of clauses, each of which must preserve satisfiability. A clause is RUP if unit propagation with all
its literals false ends in a conflict, given the formula and the earlier clauses. It is RAT if every resolvent on its
first literal is RUP. The last clause is empty. A line that begins with ``d`` deletes a clause. As in other checkers,
deleting a clause that is unit at the top level is ignored.

It imports no engine.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from passatempo.core.errors import FormatError, quote

LARGEST_LETTER = 2**31 - 1
BETWEEN_LOOKS = 4096  # propagation steps between two limit checks, a few milliseconds
_LITERAL = re.compile(r"-?[0-9]{1,10}")


_FIRST = re.compile(rb"^[ \t]*([^c\s].*)", re.MULTILINE)  # a line that is not a comment
# The first step in other formats: LRAT numbers its clauses and gives hints, each step of FRAT has a letter.
_OTHERS = {"LRAT": re.compile(rb"\d+\s+(?:d\b|(?:-?\d+\s+)*?0\s+\S)"), "FRAT": re.compile(rb"[olrf]|a\s")}


class ProofVerdict(NamedTuple):
    """Whether a proof holds, or else the first wrong line, from 1 (0 for the whole proof), and the reason."""

    is_accepted: bool
    line: int = 0
    reason: str = ""


class ProofStep(NamedTuple):
    """An added or deleted clause: its line (in a binary proof its number) and its literals."""

    line: int
    is_deletion: bool
    clause: tuple[int, ...]


def check(clauses: Iterable[tuple[int, ...]], proof: Iterable[str], poll: Callable[[], object] = bool) -> ProofVerdict:
    """Check a proof that a formula has no model.

    Parameters
    ----------
    clauses
        The formula.
    proof
        The lines of the proof, as in a DRAT text file.
    poll
        A regular callback, which may raise to stop.

    Raises
    ------
    FormatError
        If a line cannot be read.

    Examples
    --------
    >>> formula = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    >>> check(formula, ["2 0", "0"]).is_accepted
    True
    >>> check(formula, ["0"])
    ProofVerdict(is_accepted=False, line=1, reason="the clause '0' does not follow by unit propagation")
    """
    return check_steps(clauses, read_text(proof), poll)


def check_steps(
    clauses: Iterable[tuple[int, ...]], steps: Iterable[ProofStep], poll: Callable[[], object] = bool
) -> ProofVerdict:
    """Check a parsed proof to its end. Steps after the empty clause must be readable too."""
    state = _ProofState(poll)
    for clause in clauses:
        state.count_step()
        state.add_clause(clause)
    for line, is_deletion, clause in steps:
        state.count_step()
        if state.contradiction:
            continue
        if is_deletion:
            state.delete_clause(clause)
        elif state.follows(clause) or state.keeps_models(clause):
            state.add_clause(clause)
        else:
            clause_quote = quote(" ".join(map(str, (*clause, 0))))
            return ProofVerdict(
                is_accepted=False, line=line, reason=f"the clause {clause_quote} does not follow by unit propagation"
            )
    if state.contradiction:
        return ProofVerdict(is_accepted=True)
    return ProofVerdict(is_accepted=False, reason="the proof ends without the empty clause")


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
    first_step = _FIRST.search(proof)
    first = proof[:1] if b"\0" in proof else first_step[1] if first_step else b""
    for form, step in _OTHERS.items():
        if step.match(first) or name.lower().endswith(f".{form.lower()}"):
            format_message = f"the proof is {form}, not DRAT: let the solver write DRAT, text or binary"
            raise FormatError(format_message, kind="other-proof")


def read_text(lines: Iterable[str]) -> Iterator[ProofStep]:
    """Read the lines of a proof in text.

    >>> list(read_text(["c a comment", "1 -2 0", "d 3 0"]))
    [ProofStep(line=2, is_deletion=False, clause=(1, -2)), ProofStep(line=3, is_deletion=True, clause=(3,))]

    Raises
    ------
    FormatError
        Quoting a line that is not a clause.
    """
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words and words[0] != "c":
            is_deletion = words[0] == "d"
            yield ProofStep(number, is_deletion, _read_literals(words[is_deletion:], number))


def read_binary(proof_bytes: bytes) -> Iterator[ProofStep]:
    """Read a binary proof: ``a`` or ``d``, the literals as numbers of seven bits a byte, and a zero.

    >>> list(read_binary(bytes([0x61, 2, 5, 0, 0x64, 0x80, 0x01, 0])))
    [ProofStep(line=1, is_deletion=False, clause=(1, -2)), ProofStep(line=2, is_deletion=True, clause=(64,))]

    Raises
    ------
    FormatError
        Naming the clause and the invalid byte.
    """
    at, number = 0, 0
    while at < len(proof_bytes):
        number += 1
        if proof_bytes[at : at + 1] not in (b"a", b"d"):
            raise FormatError(f"byte {at}: a clause begins with 'a' or 'd'", line=number, kind="bad-proof")
        is_deletion, clause = proof_bytes[at] == ord("d"), []
        at += 1
        while True:
            literal_code, at = _read_number(proof_bytes, at, number)
            if literal_code == 0:
                break
            if not 2 <= literal_code <= 2 * LARGEST_LETTER + 1:
                raise FormatError(f"byte {at}: {literal_code} is not a literal", line=number, kind="bad-proof")
            clause.append(-(literal_code >> 1) if literal_code & 1 else literal_code >> 1)
        yield ProofStep(number, is_deletion, tuple(clause))


def _read_number(proof_bytes: bytes, at: int, line: int) -> tuple[int, int]:
    """Read one number of a binary proof, and where the next one begins."""
    literal_code = 0
    for k in range(5):
        if at + k >= len(proof_bytes):
            raise FormatError("the proof ends inside a clause", line=line, kind="bad-proof")
        literal_code |= (proof_bytes[at + k] & 0x7F) << (7 * k)
        if proof_bytes[at + k] < 0x80:
            return literal_code, at + k + 1
    raise FormatError(f"byte {at}: a literal has more than five bytes", line=line, kind="bad-proof")


def _read_literals(words: list[str], number: int) -> tuple[int, ...]:
    """Read a clause of a proof."""
    if not words or words[-1] != "0" or not all(map(_LITERAL.fullmatch, words)):
        raise FormatError(f"{quote(' '.join(words))} is not a clause that ends in 0", line=number, kind="bad-proof")
    clause = tuple(map(int, words[:-1]))
    if 0 in clause:
        raise FormatError("a 0 is inside a clause", line=number, kind="bad-proof")
    if clause and max(map(abs, clause)) > LARGEST_LETTER:
        raise FormatError(f"a literal is beyond {LARGEST_LETTER}", line=number, kind="bad-proof")
    return clause


class _ProofState:
    """Clauses with two watched literals each, and their top-level assignment."""

    def __init__(self, poll: Callable[[], object]) -> None:
        self.poll = poll
        self.work_count = 0
        self.assignment: dict[int, bool] = {}  # of each assigned literal
        self.literal_trail: list[int] = []
        self.watch_clauses: dict[int, list[list[int]]] = {}  # clauses by watched literals, which come first
        self.clause_copies: dict[tuple[int, ...], list[list[int]]] = {}
        self.contradiction = False

    def count_step(self) -> None:
        """Count a step, and check the limits at intervals."""
        self.work_count += 1
        if self.work_count % BETWEEN_LOOKS == 0:
            self.poll()

    def add_clause(self, clause: tuple[int, ...]) -> None:
        """Add a clause, and propagate at the top level."""
        if self.contradiction:
            return
        literals = list(dict.fromkeys(clause))
        self.clause_copies.setdefault(tuple(sorted(literals)), []).append(literals)
        # Literals that are not false come first, so that they are watched if possible.
        literals.sort(key=lambda literal: self.assignment.get(literal) is False)
        if len(literals) > 1:
            for literal in literals[:2]:
                self.watch_clauses.setdefault(literal, []).append(literals)
        free = [literal for literal in literals if self.assignment.get(literal) is not False]
        if not free:
            self.contradiction = True
        elif len(free) == 1 and free[0] not in self.assignment:
            self._assign(free[0])
            self.contradiction = self._propagate_units(
                len(self.literal_trail) - 1
            )  # no clause is added after a conflict

    def delete_clause(self, clause: tuple[int, ...]) -> None:
        """Delete a clause, unless it is unit at the top level."""
        clause_key = tuple(sorted(set(clause)))
        copies = self.clause_copies.get(clause_key)
        if not copies:
            return  # deleting an absent clause changes nothing
        true = [literal for literal in clause_key if self.assignment.get(literal)]
        if true and all(self.assignment.get(literal) is False for literal in clause_key if literal != true[0]):
            return
        literals = copies.pop()
        for literal in literals[:2] if len(literals) > 1 else ():
            self.watch_clauses[literal] = [other for other in self.watch_clauses[literal] if other is not literals]

    def follows(self, clause: tuple[int, ...]) -> bool:
        """Return whether a clause is RUP: propagation with all its literals false ends in a conflict."""
        trail_start = len(self.literal_trail)
        is_refuted = self._refute(clause)
        self._undo_trail(trail_start)
        return is_refuted

    def keeps_models(self, clause: tuple[int, ...]) -> bool:
        """Return whether a clause is RAT: all its resolvents on its first literal are RUP.

        A model in which the clause is false remains a model when the first literal is made true.
        """
        if not clause:
            return False
        opposite, start = -clause[0], len(self.literal_trail)
        self._refute(clause)  # no conflict, because the clause is not RUP
        for other, copies in self.clause_copies.items():
            self.count_step()
            if copies and opposite in other:
                before = len(self.literal_trail)
                is_refuted = self._refute([literal for literal in other if literal != opposite])
                self._undo_trail(before)
                if not is_refuted:
                    self._undo_trail(start)
                    return False
        self._undo_trail(start)
        return True

    def _refute(self, clause: Iterable[int]) -> bool:
        """Assign all literals of a clause false and propagate; return whether a conflict occurs."""
        start = len(self.literal_trail)
        for literal in clause:
            if self.assignment.get(literal):
                return True
            if literal not in self.assignment:
                self._assign(-literal)
        return self._propagate_units(start)

    def _undo_trail(self, start: int) -> None:
        """Undo all assignments from `start` on."""
        for literal in self.literal_trail[start:]:
            del self.assignment[literal], self.assignment[-literal]
        del self.literal_trail[start:]

    def _assign(self, literal: int) -> None:
        self.assignment[literal], self.assignment[-literal] = True, False
        self.literal_trail.append(literal)

    def _propagate_units(self, start: int) -> bool:
        """Propagate the trail from `start` on; return whether a conflict occurs."""
        assignment = self.assignment
        while start < len(self.literal_trail):
            false_literal = -self.literal_trail[start]
            start += 1
            watching = self.watch_clauses.get(false_literal, [])
            watch_count = 0
            for at, literals in enumerate(watching):
                self.count_step()
                if literals[0] == false_literal:
                    literals[0], literals[1] = literals[1], false_literal
                if assignment.get(literals[0]) or not self._move_watch(literals, false_literal):
                    watching[watch_count] = literals
                    watch_count += 1
                    if literals[0] not in assignment:
                        self._assign(literals[0])
                    elif not assignment[literals[0]]:
                        watching[watch_count:] = watching[at + 1 :]
                        return True
            del watching[watch_count:]
        return False

    def _move_watch(self, literals: list[int], false: int) -> bool:
        """Watch another literal instead of a false one; return whether one exists."""
        for k in range(2, len(literals)):
            if self.assignment.get(literals[k]) is not False:
                literals[1], literals[k] = literals[k], false
                self.watch_clauses.setdefault(literals[1], []).append(literals)
                return True
        return False
