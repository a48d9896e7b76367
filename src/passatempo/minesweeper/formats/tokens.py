"""Prolog and answer set facts as text: read token by token, never executed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.text import Piece

Kind: TypeAlias = Literal["variable", "integer", "atom", "string", "stop", "sign"]

# A full stop ends a clause where a blank, a comment or the end of the text follows.
_TOKEN = re.compile(
    r"""(?P<blank>\s+|%[^\n]*|/\*.*?\*/)
      | (?P<stop>\.(?=\s|%|\Z))
      | (?P<integer>[+-]?[0-9]+)
      | (?P<word>[^\W\d]\w*)
      | (?P<string>'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*")
      | (?P<sign>:-|\?-|-->|.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a program and where it stands."""

    kind: Kind
    text: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class Clause:
    """The tokens of a clause, without its full stop; `stopped` tells whether it has one."""

    tokens: tuple[Token, ...]
    stopped: bool

    @property
    def name(self) -> str:
        """The predicate of its head; empty for a directive or a constraint."""
        first = self.tokens[0]
        return first.text if first.kind == "atom" else ""

    @property
    def is_fact(self) -> bool:
        """Whether it has no body."""
        return all(token.text not in (":-", "?-", "-->") for token in self.tokens)


def tokens(program: Piece, *, tight: bool = False) -> Iterator[Token]:
    """Yield the tokens of a program, comments left out.

    Parameters
    ----------
    program
        Its text.
    tight
        Whether a clause may follow a full stop without a blank, as in answer set programs.

    Raises
    ------
    FormatError
        If a comment or a quoted name does not end.
    """
    text = program.text
    for match in _TOKEN.finditer(text):
        kind, found = match.lastgroup or "", match.group()
        if kind == "blank":
            continue
        piece = program.part(match.start(), match.end())
        if kind == "sign" and found in "'\"":
            raise piece.fault(f"the text quoted by {found} does not end", kind="open-quote")
        if found == "/" and text.startswith("*", match.end()):
            raise piece.fault("the comment that starts here does not end", kind="open-comment")
        if kind == "word":
            kind = "variable" if found[0] == "_" or found[0].isupper() else "atom"
        elif kind == "sign" and found == "." and tight:
            kind = "stop"
        yield Token(kind, found, piece)  # type: ignore[arg-type]


def clauses(program: Piece, *, tight: bool = False) -> Iterator[Clause]:
    """Yield the clauses of a program.

    >>> from passatempo.core.text import Piece
    >>> [clause.name for clause in clauses(Piece.whole("a(1). :- b. c(X) :- a(X)"))]
    ['a', '', 'c']
    """
    held: list[Token] = []
    for token in tokens(program, tight=tight):
        if token.kind != "stop":
            held.append(token)
        elif held:
            yield Clause(tuple(held), True)
            held = []
    if held:
        yield Clause(tuple(held), False)


def remark_directives(found: list[Clause], wanted: frozenset[str]) -> tuple[str, ...]:
    """Say what a program has beside the facts that are read."""
    remarks = []
    if any(not clause.name for clause in found):
        remarks.append("directives are ignored, nothing is executed")
    others = sorted({clause.name for clause in found} - wanted - {""})
    if others:
        remarks.append(f"clauses of {', '.join(others)} are ignored")
    if not found[-1].stopped:
        remarks.append("the final full stop is missing")
    return tuple(remarks)
