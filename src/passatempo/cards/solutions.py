"""Checks solutions in plain text: one per line, as numbers or as the atoms ``at(P,V)`` that clingo prints."""

import re

from passatempo.cards.answers import ListAsk, Ordering
from passatempo.cards.checker import check_ordering, find_stationary
from passatempo.cards.exact.listing import enumerate_all
from passatempo.cards.model import Deal
from passatempo.cards.text import read_cards, write_cards
from passatempo.core.errors import FormatError, UsageError, Violation
from passatempo.core.pastime import Question
from passatempo.core.text import Piece, clean, lines

AT = re.compile(r"\bat\(\s*([0-9]{1,9})\s*,\s*(-?[0-9]{1,16})\s*\)")
# Comments, and the lines that clingo prints around its answers.
FRAME = re.compile(
    r"\s*($|%|//|\w+ version|(Reading|Solving|Answer|ANSWER|Models|Calls|Time|CPU Time|Threads|(UN)?SATISFIABLE)\b)"
)
BRACKETS = str.maketrans("[]", "  ")  # of Python's lists


def judge(deal: Deal, text: str) -> list[Violation]:
    r"""List the faults of one sequence, or of several as a complete list.

    Raises
    ------
    FormatError
        If the text cannot be read.
    UsageError
        If there are too many sequences to list.

    Examples
    --------
    >>> from passatempo.cards.text import read
    >>> deal = read("1 2 2 3", ends="open", pattern="UD")
    >>> judge(deal, "1 2 3 2"), [broken.text for broken in judge(deal, "2 1 3 2")]
    ([], ['row 1: the sequence does not follow UD with open ends'])
    >>> [broken.text for broken in judge(deal, "Answer: 1\nat(1,0) at(2,1) at(3,2) at(4,1)\nSATISFIABLE")]
    []
    """
    rows, faults = read_rows(deal, text), []
    first: dict[tuple[int, ...], int] = {}
    for number, row in enumerate(rows, 1):
        row_faults = check_ordering(deal, Ordering(row, find_stationary(row, deal.pattern, deal.ends) or ()))
        faults += [Violation(violation.rule, f"row {number}: {violation.text}", number) for violation in row_faults]
        if first.setdefault(row, number) != number:
            faults.append(Violation("listed-twice", f"row {number} is row {first[row]} again", number))
    if faults or len(rows) == 1:
        return faults
    full_listing = enumerate_all(Question(deal, ListAsk(count=len(rows) + 1))).answer
    missing = next((row for row in full_listing.sequences if row not in first), None) if full_listing else None
    if missing is not None:
        return [Violation("not-complete", f"the row {write_cards(missing)} is missing from the list of all")]
    if full_listing is None or not full_listing.complete:
        raise UsageError("the sequences are too many to tell whether the list has all of them")
    return []


def read_rows(deal: Deal, text: str) -> list[tuple[int, ...]]:
    """Read rows. The values of atoms are the cards, or their numbers from 0 as in `export`."""
    input_piece = Piece.of_text(clean(text).replace("],", " \n").translate(BRACKETS))
    atoms, parts = AT.search(text), [line for line in lines(input_piece) if not FRAME.match(line.text)]
    if not parts and "UNSATISFIABLE" not in text:
        raise FormatError("there is neither a row of numbers nor an atom at(P,V)", kind="no-row")
    rows = [_row_of_atoms(line) if atoms else read_cards(line) for line in parts]
    distinct_cards, used = sorted({*deal.cards}), {card for row in rows for card in row}
    if atoms and min(used) == 0 and max(used) < len(distinct_cards):
        return [tuple([distinct_cards[number] for number in row]) for row in rows]
    return rows


def _row_of_atoms(line: Piece) -> tuple[int, ...]:
    """Read the sequence of atoms, in which position P, from 1, has the value V."""
    row: dict[int, int] = {}
    for atom in AT.finditer(line.text):
        position = int(atom[1])
        if position in row:
            raise line.sub_piece(*atom.span()).error(f"is a second card at position {position}", kind="bad-row")
        row[position] = int(atom[2])
    absent = next(position for position in range(1, len(row) + 2) if position not in row)
    if absent <= len(row) or not row:
        raise line.fault(f"position {absent} has no card", kind="bad-row")
    return tuple([row[position] for position in sorted(row)])
