"""The encodings: as published to the clause, sizes from formulas, models against brute force.

Tests: encodings/encoding.py, solvers/cnf.py
"""

from itertools import product
from math import comb

import pytest

from passatempo.cards.answers import Ordering, naming_count
from passatempo.cards.checker import check_encoding, list_solutions
from passatempo.cards.encodings.encoding import ENCODINGS, encoding
from passatempo.cards.generate import family_deal
from passatempo.cards.model import Deal, Distance
from passatempo.core.outcome import StopReason
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.solvers.cnf import AT_MOST_ONE, Formula, amo_size, cardinality_size, read_model, write_dimacs

from .deals import random_deal

sat = pytest.importorskip("passatempo.solvers.sat", exc_type=ImportError)

PUBLISHED = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),), largest=4)


def test_the_published_table():
    """The families of the published instance, from the printed formulas; the text prints 5229 in all."""
    table = encoding("published").table(PUBLISHED, "pairwise")
    n, pairs = 7, (7 * 7 + 2 * 2 + 2 * 2 + 2 * 2 + 1) // 2
    assert table.families == {
        "ALO_pos": n,
        "AMO_pos": n * comb(n, 2),
        "alldiff": n * comb(n, 2),
        "ALO_staz": 3,
        "AMO_staz": 3 * comb(n, 2),
        "staz": 3 * comb(n + 1, 2),
        "dist": n - 4,
        "ord_1": comb(n, 2) * pairs,
        "ord_2": comb(n + 1, 3) * pairs,
        "ord_3": comb(n + 1, 3) * pairs,
        "ord_4": comb(n, 2) * pairs,
        "ends": 2,
    }
    assert (table.variables, table.clauses) == (70, 5230)
    built = encoding("published").build(PUBLISHED, "pairwise", bool).formula
    assert built.family_sizes == table.families
    assert len(set(built.clauses)) == len(built.clauses) == 5230
    assert encoding("corrected").table(PUBLISHED, "pairwise").clauses == 5234


@pytest.mark.parametrize(("number", "clauses"), [(20, 677635), (21, 853680), (30, 4761650), (40, 19286465)])
def test_the_published_encoding_grows_with_the_fifth_power(number, clauses):
    """Sizes of the published program on 1, 1, 2, 2, ...: measured with it (spec of the issue)."""
    cards = tuple(k // 2 + 1 for k in range(number))
    distance = (Distance(1, 3, "=", number // 2),)
    deal = Deal(cards, distance)
    table = encoding("published").table(deal, "pairwise")
    assert abs(table.clauses - clauses) <= number  # the figure's D is not recorded: it moves the sum by less than N


def test_the_run_encoding_is_small():
    sizes = [encoding("run").table(family_deal("pairs", n), "pairwise").clauses for n in (7, 21, 101)]
    assert sizes[0] <= 230
    assert sizes[1] <= 1016
    assert sizes[2] <= 13096


def all_models(formula, letters):
    found = list(sat.enumerate_models(formula.clauses, letters))
    assert not any(isinstance(model, StopReason) for model in found)
    return found


@pytest.mark.parametrize("name", ENCODINGS)
def test_sizes_from_formulas_are_those_of_what_is_built(name):
    rng = Random(3, "sizes", name)
    made = encoding(name)
    for k in range(60):
        deal = random_deal(rng, 6)
        amo = AT_MOST_ONE[k % len(AT_MOST_ONE)]
        table, built = made.table(deal, amo), made.build(deal, amo, bool).formula
        assert (table.variables, table.families) == (len(built.letter_names), built.family_sizes), (deal, amo)


@pytest.mark.parametrize("name", ["corrected", "run", "position"])
def test_models_are_the_sequences(name):
    """Every kind of deal: the models shown, decoded, are the sequences; each as often as equal cards can be named."""
    rng = Random(8, "models")
    made = encoding(name)
    drawn = possible = 0
    while possible < 25:
        deal = random_deal(rng, 6)
        truth = {Ordering(*row) for row in list_solutions(deal)}
        times = naming_count(deal.cards) if name == "corrected" else 1
        formula, decode = made.build(deal, AT_MOST_ONE[drawn % len(AT_MOST_ONE)], bool)
        found = all_models(formula, formula.visible_letters)
        assert len(found) == len(truth) * times, deal
        assert {decode(model) for model in found} == truth
        if truth:  # parsimonious: the helping letters multiply nothing
            assert len(all_models(formula, range(1, len(formula.letter_names) + 1))) == len(found), deal
        drawn += 1
        possible += bool(truth)


@pytest.mark.parametrize("name", ENCODINGS)
def test_sizes_of_every_deal_of_one_to_three_cards(name):
    """Also where there is nothing to say: a single card needs no letter in the encoding by positions."""
    from passatempo.cards.encodings.encoding import built, from_formulas
    from passatempo.cards.settings import EncodeAsk

    for number in (1, 2, 3):
        for cards in product(range(1, 4), repeat=number):
            for ends in ("interior", "open"):
                for pattern in ("UDUD", "UD", "D"):
                    deal = Deal(cards, ends=ends, pattern=pattern)
                    for amo in AT_MOST_ONE:
                        question = Question(deal, EncodeAsk(name, amo))
                        answers = [method(question).answer for method in (from_formulas, built)]
                        assert answers[0] == answers[1]
                        assert check_encoding(question, answers[0]) == []


@pytest.mark.parametrize("amo", AT_MOST_ONE)
@pytest.mark.parametrize(("name", "models"), [("published", 112), ("corrected", 96), ("run", 12), ("position", 12)])
def test_models_of_the_published_instance(name, models, amo):
    formula, _ = encoding(name).build(PUBLISHED, amo, bool)
    assert len(all_models(formula, formula.visible_letters)) == models


@pytest.mark.parametrize("kind", AT_MOST_ONE)
@pytest.mark.parametrize("n", range(1, 10))
def test_at_most_one(kind, n):
    formula = Formula()
    letters = formula.new_letters(f"x{i}" for i in range(n))
    formula.at_most_one("amo", letters, kind)
    assert (len(formula.letter_names) - n, len(formula.clauses)) == amo_size(n, kind)
    assert len(all_models(formula, letters)) == n + 1
    formula.add_clause("alo", *letters)
    assert len(all_models(formula, range(1, len(formula.letter_names) + 1))) == n


@pytest.mark.parametrize("n", range(1, 7))
def test_counts_of_letters(n):
    for low in range(n + 2):
        for high in range(-1, n + 2):
            formula = Formula()
            letters = formula.new_letters(f"x{i}" for i in range(n))
            formula.add_cardinality("sum", letters, low, high)
            assert (len(formula.letter_names) - n, len(formula.clauses)) == cardinality_size(n, low, high), (
                n,
                low,
                high,
            )
            number = sum(comb(n, k) for k in range(low, high + 1)) if low <= high else 0
            assert len(all_models(formula, letters)) == number
            assert len(all_models(formula, range(1, len(formula.letter_names) + 1))) == number


def test_dimacs_can_be_read_back():
    formula, decode = encoding("corrected").build(PUBLISHED, "pairwise", bool)
    lines = list(write_dimacs(formula))
    assert lines == list(write_dimacs(encoding("corrected").build(PUBLISHED, "pairwise", bool).formula))
    assert "c varname 1 X[1,1]" in lines
    assert "c varname 50 S[1,1]" in lines
    clauses = [tuple(map(int, line.split()[:-1])) for line in lines if line[0] not in "cp"]
    assert clauses == formula.clauses
    run = sat.solve(clauses, solver="glucose4")
    printed = "s SATISFIABLE\nv " + " ".join(str(k if k in run.model else -k) for k in range(1, 71)) + " 0\n"
    assert decode(frozenset(k for k in read_model(printed) if k > 0)) == decode(run.model)
    assert isinstance(decode(run.model), Ordering)
