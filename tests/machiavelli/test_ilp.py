"""The integer programs against brute force, and the published one against its counterexamples.

Tests: encodings/ilp.py, encodings/cp.py, encodings/melds.py, settings.py
"""

import random
import re
import shutil
import subprocess
import time
from functools import cache
from itertools import combinations, product

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.machiavelli.checker import check_arrangement
from passatempo.machiavelli.encodings.melds import deal_sets, find_blocks, groups, split_runs
from passatempo.machiavelli.model import ACES, JOKER, Rules, Turn
from passatempo.machiavelli.text import read

pytest.importorskip("ortools")

from ortools.math_opt.io.python import mps_converter
from ortools.math_opt.python import mathopt

from passatempo.machiavelli.encodings import cp, ilp
from passatempo.machiavelli.rules import LINES
from passatempo.solvers import milp

from .test_lines import LOW, windows

GLPSOL = shutil.which("glpsol")
EXACT = {"ilp": ilp.solve, "ilp-sets": ilp.solve_sets, "cpsat": cp.solve}

# Valid, but its five groups need three colours where the published program has two pairs of planes.
FIFTEEN = "5S 5H 5D 5H 5D 5C 4S 5S 6S 5C 6C 7C 6S 6C 6H"
# Valid only around the circle: five runs of one suit, of which no two planes can hold all.
EIGHTEEN = "KH AH 2H 2H 3H 4H 4H 5H 6H 7H 7H 8H 9H TH TH JH QH KH"


# ---------------------------------------------------------------------------------------------- brute force


def all_groups(ace):
    """All groups of 3 to 13 cards, written from the rules and from nothing else."""
    found = {frozenset(rank + 13 * suit for suit in suits) for rank in range(13) for suits in quarters()}
    for suit, size in product(range(4), range(3, 14)):
        found |= {frozenset(13 * suit + LOW.index(rank) for rank in ranks) for ranks in windows(ace, size)}
    return found


def quarters():
    return [suits for size in (3, 4) for suits in combinations(range(4), size)]


@cache
def groups_with(ace):
    holding = [[] for _ in range(52)]
    for group in sorted(map(sorted, all_groups(ace))):
        for card in group[: len(group) * (len(group) <= 5)]:  # a longer run is two shorter ones
            holding[card].append(group)
    return holding


def brute_force(turn):
    """Exact cover with memory: lay the first card left in every possible way."""
    holding = groups_with(turn.rules.ace)
    refused = set()

    def lay(counts, jokers):
        if not any(counts):
            return jokers == 0 or jokers >= 3
        if (counts, jokers) in refused:
            return False
        first = next(card for card in range(52) if counts[card])
        for group in holding[first]:
            absent = [card for card in group if not counts[card]]
            if len(absent) > jokers:
                continue
            present = [card for card in group if counts[card] and card != first]
            for wilds in range(jokers - len(absent) + 1):
                for replaced in combinations(present, wilds):
                    left = list(counts)
                    for card in group:
                        left[card] -= card not in absent and card not in replaced
                    if lay(tuple(left), jokers - len(absent) - wilds):
                        return True
        refused.add((counts, jokers))
        return False

    return lay(tuple(turn.table_counts[:JOKER]), turn.table_counts[JOKER])


def tables(number, seed, *, most):
    """Random tables: groups thrown together, half of them with a card or two changed."""
    stream = random.Random(seed)
    for _ in range(number):
        ace, decks, jokers = stream.choice(ACES), stream.choice([1, 2, 2, 3]), stream.choice([0, 0, 0, 1, 2])
        choice = sorted(map(sorted, all_groups(ace)))
        counts = [0] * 52
        window = range(stream.randrange(9), 13)  # few ranks, so that groups collide
        for _ in range(stream.randint(1, most)):
            group = stream.choice(choice)
            if all(counts[card] < decks and card % 13 in window for card in group):
                counts = [count + (card in group) for card, count in enumerate(counts)]
        cards = [card for card in range(52) for _ in range(counts[card])]
        stream.shuffle(cards)
        wild = min(stream.randint(0, jokers), len(cards))
        cards = cards[wild:] + [JOKER] * wild
        if cards and stream.random() < 0.5:
            cards.pop(0)
            extra = stream.randrange(52)
            cards += [extra] * (cards.count(extra) < decks)
        yield Turn((tuple(cards),), (), Rules(decks, ace, jokers))


# ------------------------------------------------------------------------------------------------- exact ones


@pytest.mark.quick(1)
@pytest.mark.parametrize("method", EXACT)
def test_an_exact_program_agrees_with_brute_force(method):
    verdicts = set()
    for turn in tables(80, f"agree {method}", most=9):
        outcome = EXACT[method](turn)
        assert (outcome.status is Status.SOLVED) == brute_force(turn), turn
        verdicts.add((turn.rules.ace, outcome.status))
        if outcome.answer is not None:
            assert check_arrangement(turn, outcome.answer) == [], turn
        else:
            assert outcome.status is Status.IMPOSSIBLE
    assert len(verdicts) == 2 * len(ACES)  # a yes and a no under every ace rule


@pytest.mark.parametrize("solver", milp.SOLVERS)
@pytest.mark.parametrize("solve", [ilp.solve, ilp.solve_sets])
def test_every_solver_gives_the_same_verdict(solve, solver):
    for turn in tables(10, "solvers", most=9):
        outcome = solve(turn, settings=ilp.Settings(solver=solver))
        assert (outcome.status is Status.SOLVED) == brute_force(turn), turn


@pytest.mark.parametrize("method", EXACT)
def test_the_counterexamples_can_be_laid_out(method):
    for turn in (*(read(FIFTEEN, ace=ace) for ace in ACES), read(EIGHTEEN, ace="wrap")):
        outcome = EXACT[method](turn)
        assert check_arrangement(turn, outcome.answer) == []
    assert EXACT[method](read(EIGHTEEN, ace="both")).status is Status.IMPOSSIBLE


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize(
    ("cards", "keys"),
    [
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", {"ace": "both"}),  # both ends of a row
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H", {"ace": "wrap"}),  # more than once around
        (" ".join(f"{rank}H {rank}H" for rank in "A23456789TJQK"), {"ace": "wrap"}),  # twice around
        ("JK JK JK", {"jokers": 3}),
        ("5S 5H JK 6S", {"jokers": 1}),
        ("", {}),
    ],
)
def test_corner_cases(method, cards, keys):
    turn = read(f"table: {cards}", **keys)
    outcome = EXACT[method](turn)
    assert (outcome.status is Status.SOLVED) == brute_force(turn)
    assert outcome.answer is None or check_arrangement(turn, outcome.answer) == []


def test_full_tables_of_many_decks():
    for decks in (1, 2, 10, 100):
        turn = Turn((tuple(range(52)) * decks,), (), Rules(decks))
        for method in EXACT.values():
            assert check_arrangement(turn, method(turn).answer) == []


def test_a_run_ends_before_it_runs_into_itself():
    assert split_runs([1] * 13, circular=True) == [(0, 13)]
    assert split_runs([2, 2, *[1] * 11], circular=True) == [(0, 10), (10, 5)]


def test_sets_are_as_few_as_possible():
    assert deal_sets([]) == []
    assert [len(meld) for meld in deal_sets([3, 3, 16, 16, 29, 29, 42, 42])] == [4, 4]
    assert [len(meld) for meld in deal_sets([3, 3, 3, 16, 16, 16, 29, 29, 42])] == [3, 3, 3]


def test_blocks_are_maximal():
    assert find_blocks([True] * 13, circular=True) == [tuple(range(13))]
    assert find_blocks([False] * 13, circular=True) == []


def test_the_groups_are_those_of_three_to_five_cards():
    for ace in ACES:
        assert {frozenset(group) for group in groups(LINES[ace])} == {
            group for group in all_groups(ace) if len(group) <= 5
        }


def test_seconds_are_kept():
    turn = Turn((tuple(range(52)) * 2,))
    for solve in (*EXACT.values(), lambda turn, limits: ilp.published(read("AS", ace="low"), limits)):
        started = time.perf_counter()
        outcome = solve(turn, Limits(seconds=0.0))
        assert outcome.status in (Status.UNKNOWN, Status.SOLVED)
        assert time.perf_counter() - started < 0.05 + 3  # that it stops; how soon is for the benchmarks


# ------------------------------------------------------------------------------------------- the published one


@pytest.mark.parametrize(("decks", "variables", "rows"), [(1, 117, 234), (2, 234, 416), (3, 351, 598)])
def test_the_published_program_has_its_stated_size(decks, variables, rows):
    for ace in ("low", "wrap"):
        outcome = ilp.published(read("AS 2S 3S", decks=decks, ace=ace))
        assert outcome.status is Status.SOLVED
        assert (outcome.stats["variables"], outcome.stats["rows"]) == (variables, rows)


@pytest.mark.parametrize("solver", milp.SOLVERS)
@pytest.mark.parametrize("ace", ["low", "wrap"])
def test_the_published_program_refuses_fifteen_good_cards(solver, ace):
    turn = read(FIFTEEN, ace=ace)
    assert brute_force(turn)
    assert ilp.published(turn, settings=ilp.PublishedSettings(solver, 13)).status is Status.IMPOSSIBLE


def test_the_published_program_refuses_eighteen_good_cards_around_the_ace():
    turn = read(EIGHTEEN, ace="wrap")
    assert brute_force(turn)
    assert ilp.published(turn, settings=ilp.PublishedSettings(modulus=13)).status is Status.IMPOSSIBLE


@pytest.mark.parametrize(
    ("cards", "printed", "meant"),
    [
        ("KS AS 2S", Status.IMPOSSIBLE, Status.SOLVED),
        ("QS KS AS", Status.IMPOSSIBLE, Status.SOLVED),
        ("AS TS JS QS", Status.SOLVED, Status.IMPOSSIBLE),
        ("KS 2S 3S 4S", Status.SOLVED, Status.IMPOSSIBLE),
    ],
)
def test_rule_6_as_printed_and_as_meant(cards, printed, meant):
    turn = read(cards, ace="wrap")
    assert brute_force(turn) == (meant is Status.SOLVED)
    assert ilp.published(turn).status is printed
    outcome = ilp.published(turn, settings=ilp.PublishedSettings(modulus=13))
    assert outcome.status is meant
    assert outcome.answer is None or check_arrangement(turn, outcome.answer) == []


def test_a_lone_ace_is_shown_as_the_published_program_lays_it():
    turn = read("AS TS JS QS", ace="wrap")
    outcome = ilp.published(turn)
    assert sorted(outcome.answer.melds) == [(0,), (9, 10, 11)]
    assert {violation.rule for violation in check_arrangement(turn, outcome.answer)} == {"too-short"}


def test_with_one_deck_the_published_program_is_right():
    for turn in tables(60, "one deck", most=12):
        if turn.table_counts[JOKER] or turn.rules.decks > 1:
            continue
        rules = Rules(1, "wrap" if turn.rules.ace in ("both", "wrap") else "low")
        turn = Turn(turn.table, (), rules)
        outcome = ilp.published(turn, settings=ilp.PublishedSettings(modulus=13))
        assert (outcome.status is Status.SOLVED) == brute_force(turn)
        assert outcome.answer is None or check_arrangement(turn, outcome.answer) == []


@pytest.mark.parametrize(("cards", "keys"), [("AS 2S 3S", {"ace": "both"}), ("AS 2S JK", {"ace": "low", "jokers": 1})])
def test_the_published_program_says_what_it_does_not_know(cards, keys):
    with pytest.raises(UsageError, match=r"the published program (knows|does not support)"):
        ilp.published(read(cards, **keys))


def test_settings_that_do_not_exist_are_refused():
    with pytest.raises(ValueError, match="solver=glpk is not one of highs, scip, cpsat"):
        ilp.Settings("glpk")
    with pytest.raises(ValueError, match="modulus=14 is neither 12"):
        ilp.PublishedSettings(modulus=14)


# ------------------------------------------------------------------------------------------------ written files


def read_lp(text):
    """A reader of the LP format for tests: feasibility programs whose terms all have a coefficient."""
    text = re.sub(r"\\.*", "", text)
    rows, bounds, binaries, integers = re.match(
        r"\s*Minimize\s+Obj: 0 \S+\s+Subject to(.*?)Bounds(.*?)(?:Binaries(.*?))?(?:Generals(.*?))?End", text, re.DOTALL
    ).groups(default="")
    model = mathopt.Model()
    variables = {
        name: model.add_variable(
            lb=float(low), ub=float(high), is_integer=name in (binaries + integers).split(), name=name
        )
        for low, name, high in re.findall(r"(\S+) <= (\S+) <= (\S+)", bounds)
    }
    for terms, sign, right in re.findall(r"\S+: ((?:[+-]\S+ \S+\s+)*)(<=|>=|=) (\S+)", rows):
        left = mathopt.fast_sum(float(a) * variables[name] for a, name in re.findall(r"(\S+) (\S+)", terms))
        low, high = {"<=": (-float("inf"), float(right)), ">=": (float(right), float("inf"))}.get(
            sign, (float(right),) * 2
        )
        model.add_linear_constraint(lb=low, ub=high, expr=left)
    return model


def read_mps(text):
    return mathopt.Model.from_model_proto(mps_converter.mps_to_model_proto(text))


WRITTEN = {
    "ilp-published": (ilp.export_published, ilp.encode_planes),
    "ilp": (ilp.export, ilp.encode_counts),
    "ilp-sets": (ilp.export_sets, ilp.encode_sets),
}


@pytest.mark.parametrize("model", WRITTEN)
@pytest.mark.parametrize(("kind", "reader"), [("lp", read_lp), ("mps", read_mps)])
def test_a_written_program_reads_back_and_says_the_same(model, kind, reader):
    export, encode = WRITTEN[model]
    for cards in (FIFTEEN, "AS 2S 3S 3H 3D 3C", "AS 2S 3S 3H 3D"):
        turn = read(cards, ace="low")
        original, again = encode(turn).model, reader(export(turn, kind))
        assert again.get_num_variables() == original.get_num_variables()
        assert again.get_num_linear_constraints() == original.get_num_linear_constraints()
        assert milp.solve(again, solver="scip").status is milp.solve(original).status
    assert max(map(len, export(turn, kind).splitlines())) <= 510


@pytest.mark.skipif(GLPSOL is None, reason="GLPK is not installed: apt-get install glpk-utils")
@pytest.mark.parametrize("model", WRITTEN)
@pytest.mark.parametrize(("kind", "flag"), [("lp", "--lp"), ("mps", "--freemps")])
def test_glpk_reads_every_written_program(model, kind, flag, tmp_path):
    """P1: ``glpsol --check --lp FILE`` of what `export` writes."""
    file = tmp_path / f"program.{kind}"
    file.write_text(WRITTEN[model][0](read(FIFTEEN, ace="low"), kind), encoding="utf-8")
    done = subprocess.run([GLPSOL, "--check", flag, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_program_with_jokers_is_written():
    turn = read("AS 2S JK", jokers=1)
    assert milp.solve(read_mps(ilp.export(turn, "mps")), solver="scip").status is Status.SOLVED
    assert "w(0,2)" in ilp.export_sets(turn, "lp")
