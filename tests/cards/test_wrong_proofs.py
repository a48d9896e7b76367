"""The checker of DRAT proofs, line by line, on formulas so small that what follows is seen.

Tests: cards/encodings/drat.py
"""

from itertools import product

import pytest

from passatempo.cards.encodings.drat import LARGEST_LETTER, ProofStep, check, check_steps, read_binary, read_text
from passatempo.core.errors import FormatError
from passatempo.core.random import Random

from .plain_drat import first_refused, may_be_added

BOTH = [(1, 2), (-1, 2), (1, -2), (-1, -2)]  # no model; "2" follows, and then nothing is left


def refused(line, words):
    return (False, line, f"the clause '{words}' does not follow by unit propagation")


SOUND = (True, 0, "")
OPEN = (False, 0, "the proof ends without the empty clause")


@pytest.mark.parametrize(
    ("formula", "proof", "verdict"),
    [
        (BOTH, ["2 0", "0"], SOUND),
        (BOTH, ["2 0"], SOUND),  # with 2 the rest follows by itself
        (BOTH, ["c a comment", "", "  ", "2 0"], SOUND),
        (BOTH, ["0"], refused(1, "0")),
        (BOTH, ["c", "", "0"], refused(3, "0")),
        (BOTH, [], OPEN),
        ([(1,), (-1,)], [], SOUND),
        ([()], [], SOUND),
        ([(1,)], [], OPEN),
        ([(1,), (-1, 2), (-2, 3), (-3,)], [], SOUND),
        ([(-3,), (-2, 3), (-1, 2), (1,)], [], SOUND),
        ([(1, 2, 3), (-1,), (-2,), (-3,)], [], SOUND),
        ([(-1,), (-2,), (-3,), (1, 2, 3)], [], SOUND),
        ([(-1,), (-2,), (1, 2, 3)], ["3 0"], OPEN),
        ([(1, 1, 2), (-1,), (-2, -2)], [], SOUND),
        ([(1, 2)], ["1 2 0"], OPEN),
        ([(1, 2)], ["1 2 3 0"], OPEN),
        ([(1, 2)], ["1 -1 0"], OPEN),
        ([(1, 2), (-1, 2)], ["1 2 0", "2 0"], OPEN),
        ([(1, 2), (-1, -2)], ["1 0"], refused(1, "1 0")),
        # On a new letter: nothing stands against it.
        ([(1, 2), (-1, -2)], ["3 1 0"], OPEN),
        ([(1, 2), (-1, -2)], ["1 3 0"], refused(1, "1 3 0")),  # its first letter counts, and -1 stands in a clause
        ([(1, 2), (-1, 3)], ["1 -3 0", "1 0"], refused(2, "1 0")),
        ([(1, 2), (-1, 3)], ["1 -3 0", "3 1 0"], refused(2, "3 1 0")),
        # Every clause with the opposite letter is asked.
        ([(-1, 2), (-1, 3)], ["1 -2 -3 0"], OPEN),
        ([(-1, 2), (-1, 4)], ["1 -2 -3 0"], refused(1, "1 -2 -3 0")),
        ([(-1, 4), (-1, 2)], ["1 -2 -3 0"], refused(1, "1 -2 -3 0")),
        ([(-1, 4), (-1, 2)], ["d 4 -1 0", "1 -2 -3 0"], OPEN),
        ([(-1, 4), (-1, 2), (4, -1)], ["d 4 -1 0", "1 -2 -3 0"], refused(2, "1 -2 -3 0")),  # one of two copies
        ([(-1, 4), (-1, 2), (4, -1)], ["d 4 -1 0", "d -1 4 4 0", "1 -2 -3 0"], OPEN),
        # Deleting.
        (BOTH, ["d 1 2 0", "2 0"], refused(2, "2 0")),
        (BOTH, ["d 1 3 0", "2 0"], SOUND),
        (BOTH, ["d 3 0", "d 0", "2 0"], SOUND),
        ([*BOTH, (2, 1)], ["d 1 2 0", "2 0"], SOUND),
        ([*BOTH, (2, 1)], ["d 1 2 0", "d 1 2 0", "d 1 2 0", "2 0"], refused(4, "2 0")),
        ([(1,), (-1, 2), (-2, 3, 4)], ["d 1 0", "d -1 2 0", "3 4 0"], OPEN),  # what gives values stays
        ([(1,), (1, 2), (-2, 3), (-2, -3)], ["d 1 2 0", "-2 0"], OPEN),
        ([(1,), (1, 2), (1, 3)], ["d 1 3 0", "d 1 2 0", "2 0"], OPEN),
        ([(1,)], ["d 1 0", "-1 0"], refused(2, "-1 0")),  # nor does it stop standing against others
        ([(2,), (1, -2)], ["d 1 -2 0", "-1 0"], refused(2, "-1 0")),
        ([(1, 2), (1, -2), (-1, 3), (-1, -3)], ["1 0"], SOUND),
        # A contradiction that is met on the way, at the first of three clauses of -2, leaves the others at their place.
        ([(-2, -1), (-2, 3), (-2, 9), (-3, 5), (-3, -5), (2, 6)], ["-2 -1 0", "-2 0"], OPEN),
        # Behind the end nothing has to follow, but everything has to be a clause.
        (BOTH, ["2 0", "0", "7 0", "d 9 0"], SOUND),
    ],
)
def test_proofs(formula, proof, verdict):
    assert check(formula, proof) == verdict


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1 2", "is not a clause that ends in 0"),
        ("x 0", "is not a clause that ends in 0"),
        ("d", "is not a clause that ends in 0"),
        ("d d 0", "is not a clause that ends in 0"),
        ("- 0", "is not a clause that ends in 0"),
        ("1 0 2 0", "a 0 is inside a clause"),
        ("-0 0", "a 0 is inside a clause"),
        (f"{LARGEST_LETTER + 1} 0", "a literal is beyond 2147483647"),
        (f"1 -{LARGEST_LETTER + 1} 0", "a literal is beyond 2147483647"),
    ],
)
@pytest.mark.parametrize("before", [[], ["2 0", "0"]])
def test_lines_that_are_no_clause(line, words, before):
    with pytest.raises(FormatError, match=words) as caught:
        check(BOTH, [*before, line])
    assert caught.value.line == len(before) + 1


def test_the_greatest_letter_may_stand():
    for sign in (1, -1):
        assert list(read_text([f"{sign * LARGEST_LETTER} 0"])) == [ProofStep(1, False, (sign * LARGEST_LETTER,))]


# ---- In binary ----


def packed(number):
    """Write a number in seven bits a byte."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def binary(*steps):
    """Write steps as solvers do: 2 x + 1 for -x."""
    rows = (
        [b"d" if deleted else b"a", *(packed(2 * abs(x) + (x < 0)) for x in clause), b"\0"] for deleted, clause in steps
    )
    return b"".join(b"".join(row) for row in rows)


def test_what_is_written_in_binary_is_read_again():
    letters = (1, -1, 2, 63, 64, -64, 8191, 8192, 10**6, -(10**6), 2**27, LARGEST_LETTER, -LARGEST_LETTER)
    steps = [(deleted, (one, other)) for deleted, one, other in product((False, True), letters, letters)]
    steps += [(False, ()), (True, (5,))]
    found = list(read_binary(binary(*steps)))
    assert [(step.is_deletion, step.clause) for step in found] == steps
    assert [step.line for step in found] == list(range(1, len(steps) + 1))
    assert check_steps(BOTH, read_binary(binary((False, (2,)), (False, ())))) == SOUND
    assert check_steps(BOTH, read_binary(binary((True, (1, 2)), (False, (2,))))) == refused(2, "2 0")
    assert list(read_binary(b"")) == []


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"b\x02\0", 1, "byte 0: a clause begins with 'a' or 'd'"),
        (b"a\x02\0\x02\0", 2, "byte 3: a clause begins with 'a' or 'd'"),
        (b"a", 1, "the proof ends inside a clause"),
        (b"a\x02", 1, "the proof ends inside a clause"),
        (b"a\x02\0a\x82", 2, "the proof ends inside a clause"),
        (b"a\x01\0", 1, "byte 2: 1 is not a literal"),
        (b"a\x02\x01\0", 1, "byte 3: 1 is not a literal"),
        (b"a" + packed(2 * LARGEST_LETTER + 2) + b"\0", 1, f"{2 * LARGEST_LETTER + 2} is not a literal"),
        (b"a\x80\x80\x80\x80\x80\x01\0", 1, "byte 1: a literal has more than five bytes"),
    ],
)
def test_bytes_that_are_no_clause(data, line, words):
    with pytest.raises(FormatError, match=words) as caught:
        list(read_binary(data))
    assert caught.value.line == line


# ---- The clock ----


def test_long_formulas_and_proofs_are_looked_at():
    """Every 4,096 steps: of clauses, of lines of the proof."""
    for clauses, lines, looks in ((4095, 0, 0), (4096, 0, 1), (4000, 95, 0), (4000, 96, 1), (8192, 0, 2)):
        seen = []
        check([(1, 2)] * clauses, ["d 3 4 0"] * lines, lambda seen=seen: seen.append(1))
        assert len(seen) == looks


def test_a_chain_of_conclusions_is_looked_at():
    """A clause of it is met once for each letter that comes out, beside one look for each clause that is given."""
    for letters, looks in ((2048, 0), (2049, 1)):
        seen = []
        chain = [(-letter, letter + 1) for letter in range(1, letters)]
        assert check([*chain, (1,)], [], lambda seen=seen: seen.append(1)) == OPEN
        assert len(seen) == looks


def test_resolvents_are_looked_at():
    """One look for each clause, one for the line of the proof, and one for each clause that might stand against it."""
    for clauses, looks in ((2047, 0), (2048, 1)):
        seen = []
        formula = [(letter, letter + 1) for letter in range(10, 10 + clauses)]
        assert check(formula, ["1 2 0"], lambda seen=seen: seen.append(1)) == OPEN
        assert len(seen) == looks


# ---- Against the plain checker ----


def short(rng, letters, most):
    """Draw a clause; now and then a literal stands twice in it, or both signs of a letter."""
    chosen = [rng.in_range(1, letters) for _ in range(rng.in_range(1, most))]
    return tuple(letter if rng.below(2) else -letter for letter in chosen)


def drawn_proof(rng, letters, clauses):
    """Draw a formula and steps of a proof: most of them follow, a third deletes, and a few are any clause."""
    formula = [short(rng, letters, 4) for _ in range(clauses)]
    there, steps = [*formula], []
    for _ in range(rng.in_range(1, 7)):
        kind = rng.below(9)
        if kind < 3:
            gone = rng.shuffle_copy(rng.choice(there)) if there else short(rng, letters, 2)
            steps.append((True, tuple(gone)))
            continue
        added = short(rng, letters, 3)
        for _ in range(12 if kind < 8 else 0):
            if may_be_added([frozenset(clause) for clause in there], added):
                break
            added = short(rng, letters, 3)
        steps.append((False, added))
        there.append(added)
    return formula, steps


def test_small_proofs_are_judged_as_the_plain_checker_judges_them():
    """Which step is the first that does not follow, of proofs that two letters decide and of such that take eight."""
    rng = Random(24, "small proofs")
    seen = {"sound": 0, "open": 0, "refused": 0}
    for number in range(1600):
        formula, steps = drawn_proof(rng, 2 + number % 7, rng.in_range(2, 4 + 2 * (number % 7)))
        lines = [" ".join([*["d"] * deleted, *map(str, clause), "0"]) for deleted, clause in steps]
        verdict, at = check(formula, lines), first_refused(formula, steps)
        assert (verdict.is_accepted, verdict.line) == (at is None, at or 0), (formula, lines)
        seen["sound" if at is None else "refused" if at else "open"] += 1
    assert min(seen.values()) > 100, seen
