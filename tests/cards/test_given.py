"""Given cards: every method against plain enumeration, and what cannot take them says so.

Tests: checker.py, exact/placements.py, reference/methods.py, encodings/positions.py, encodings/cp.py, encodings/asp.py
"""

import json
from collections import Counter
from dataclasses import replace

import pytest

import passatempo
from passatempo.cards.checker import check_ordering, list_solutions
from passatempo.cards.exact.placements import PlacementScan
from passatempo.cards.model import Deal, Distance
from passatempo.cards.text import read, write
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance, UsageError
from passatempo.core.json import plain_instance
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.random import Random
from passatempo.core.registry import pastime

from .deals import random_deal

CARDS = pastime("cards")
PLAIN = ("exact", "reference", "search")
SOLVERS = ("sat-position", "cpsat", "cpsat:model=elements", "asp")
DEAL = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),), given=((7, 3),))


def with_given(rng, most=8):
    """Draw a deal with some given cards: of one of its sequences, or at random, so that there may be none."""
    while True:
        deal = random_deal(rng, most)
        found = [sequence for sequence, _ in list_solutions(deal)]
        if found or rng.below(12) == 0:
            break
    row = rng.choice(found) if found and rng.below(4) else tuple(rng.shuffle_copy(deal.cards))
    positions = sorted(rng.sample(range(1, len(row) + 1), rng.in_range(1, max(1, len(row) // 2))))
    return replace(deal, given=tuple((position, row[position - 1]) for position in positions))


def truth_of(deal):
    return [
        sequence
        for sequence, _ in list_solutions(replace(deal, given=()))
        if all(sequence[position - 1] == card for position, card in deal.given)
    ]


def asked(name, deal, method, own=None):
    problem = CARDS.problem(name)
    return ask(problem, deal if own is None else Question(deal, own), method=method)


@pytest.mark.parametrize("deals", [60, pytest.param(150, marks=pytest.mark.long)])
def test_plain_methods_agree_with_enumeration(deals):
    from passatempo.cards.answers import ListAsk

    rng = Random(5, "given")
    possible = 0
    for _ in range(deals):
        deal = with_given(rng)
        truth = truth_of(deal)
        possible += bool(truth)
        for method in PLAIN:
            outcome = asked("order", deal, method)
            assert (outcome.status is Status.SOLVED) == bool(truth), (method, deal)
            assert not truth or outcome.answer.sequence in truth
            assert asked("count", deal, method).answer.sequences == len(truth), (method, deal)
        listed = [asked("enumerate", deal, method, ListAsk()).answer.sequences for method in ("exact", "search")]
        assert listed[0] == listed[1], deal
        assert sorted(listed[0]) == sorted(truth)
    assert possible > deals / 3


def test_numbers_and_distances_agree():
    from passatempo.cards.answers import RankAsk, SampleAsk, UnrankAsk

    rng = Random(6, "given")
    for _ in range(60):
        deal = with_given(rng, 7)
        distances = [asked("distances", deal, method).answer for method in PLAIN]
        assert distances[0] == distances[1] == distances[2], deal
        truth = truth_of(deal)
        for sequence in truth[:3]:
            ranks = [asked("rank", deal, method, RankAsk(list(sequence))).answer for method in ("exact", "search")]
            assert ranks[0] == ranks[1]
            back = asked("unrank", deal, "exact", UnrankAsk(ranks[0].rank)).answer
            assert back.sequence == sequence
        if truth:
            drawn = [asked("sample", deal, method, SampleAsk(5)).answer for method in ("exact", "search")]
            assert drawn[0] == drawn[1]
            assert set(drawn[0].sequences) <= set(truth)


@pytest.mark.parametrize("method", SOLVERS)
def test_solvers_agree_with_enumeration(method):
    pytest.importorskip("pysat")
    pytest.importorskip("ortools")
    pytest.importorskip("clingo")
    rng = Random(7, "given")
    for _ in range(25):
        deal = with_given(rng, 7)
        outcome = asked("order", deal, method)
        assert (outcome.status is Status.SOLVED) == bool(truth_of(deal)), (method, deal)


def test_encode_and_audit_are_right_by_positions():
    pytest.importorskip("pysat")
    from passatempo.cards.settings import AuditAsk, EncodeAsk

    rng = Random(8, "given")
    for _ in range(10):
        deal = with_given(rng, 6)
        sizes = [asked("encode", deal, method, EncodeAsk("position")).answer for method in ("formulas", "built")]
        assert sizes[0] == sizes[1]
        for method in ("sat", "search"):
            found = asked("audit", deal, method, AuditAsk("position")).answer
            assert (found.models, found.true_models) == (len(truth_of(deal)),) * 2


@pytest.mark.parametrize("name", ["published", "corrected", "run"])
def test_what_sees_no_positions_refuses_by_name(name, capsys):
    pytest.importorskip("pysat")
    from passatempo.cards.settings import AuditAsk, EncodeAsk

    told = f"the encoding '{name}' takes no given cards"
    with pytest.raises(UsageError, match=told):
        asked("order", DEAL, f"sat-{name}")
    for question, method in (("encode", "formulas"), ("encode", "built"), ("audit", "sat"), ("audit", "search")):
        own = EncodeAsk(name) if question == "encode" else AuditAsk(name)
        with pytest.raises(UsageError, match=told):
            asked(question, DEAL, method, own)
    with pytest.raises(UsageError, match=told):
        next(model for model in CARDS.models if model.name == f"sat-{name}").write(DEAL, "dimacs")
    instance = ["--example", "published", "--given", "7=3"]
    assert run(["cards", "order", *instance, "--method", f"sat-{name}"]) == 2
    assert told in capsys.readouterr().err


def test_compare_takes_the_encodings_that_take_given_cards(tmp_path, capsys):
    pytest.importorskip("pysat")
    file = tmp_path / "deal.txt"
    file.write_text(write(DEAL))
    assert run(["cards", "compare", str(file), "--encodings", "run"]) == 2
    assert "takes no given cards" in capsys.readouterr().err
    words = ["--encodings", "position", "--solvers", "glucose4", "--amo", "pairwise"]
    assert run(["cards", "compare", str(file), *words]) == 0
    assert all(" yes " in row for row in capsys.readouterr().out.splitlines()[1:])


def test_reference_refuses_to_go_through_too_many():
    deal = Deal(tuple(range(1, 25)) * 2, given=((1, 5),))
    with pytest.raises(UsageError, match="tries all orders of the free cards"):
        asked("count", deal, "reference")
    few = Deal(tuple(range(1, 13)) * 2, (Distance(1, 3, "=", 8),), given=((23, 1), (24, 2)))
    assert asked("order", few, "exact").status is Status.IMPOSSIBLE


@pytest.mark.long
def test_exact_counts_longer_rows():
    """Of 23 cards: all sequences fall to one card at any position, and their numbers by card add up to the count."""
    deal = Deal((*range(1, 13), *range(1, 12)), (Distance(1, 3, "=", 9),))
    whole = asked("count", deal, "exact").answer.sequences
    parts = [asked("count", replace(deal, given=((6, card),)), "exact").answer.sequences for card in range(1, 13)]
    assert sum(parts) == whole > 10_000


def test_the_checker_judges_the_given_cards():
    found = asked("order", replace(DEAL, given=()), "exact").answer
    other = 3 if found.sequence[6] != 3 else 2
    faults = check_ordering(replace(DEAL, given=((7, other),)), found)
    assert [fault.rule for fault in faults] == ["wrong-given"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("0=1", "given: 0 is not a position (1 to 7)"),
        ("8=1", "given: 8 is not a position (1 to 7)"),
        ("1=1, 1=2", "given: position 1 is repeated"),
        ("1=9", "given: the card 9 is not among the cards"),
        ("1=4, 3=4", "given: the card 4 is given more often than the 1 in the deal"),
    ],
)
def test_bad_given_cards_are_refused(given, told):
    with pytest.raises(InvalidInstance) as caught:
        read("1 1 2 2 3 3 4", given=given)
    assert told in str(caught.value)


@pytest.mark.parametrize("given", ["1:2", "x", [[1]], [[1, "2"]], 5, [1, 2], [[1, 2, 3]], "1=", "=1", [[True, 1]]])
def test_unreadable_given_cards_are_refused(given):
    with pytest.raises((FormatError, InvalidInstance)):
        read("1 1 2 2 3 3 4", given=given)


def test_text_json_flag_and_library(capsys):
    assert read(write(DEAL)) == DEAL
    assert "given: 7=3" in write(DEAL)
    shape = plain_instance(CARDS, DEAL)
    assert shape["given"] == [[7, 3]]
    library = passatempo.cards.count(json.dumps(shape))
    assert library.answer.sequences == 2
    assert passatempo.cards.count("1 1 2 2 3 3 4", D=4, given=[[7, 3]]).answer == library.answer
    assert run(["cards", "count", "--example", "published", "--given", "7=3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"]["sequences"] == "2"
    picture = str(passatempo.cards.draw(DEAL))
    assert "given" in picture


def test_states_stop_at_a_limit():
    deal = Deal(tuple(range(1, 31)) * 2, given=((30, 1),))
    outcome = CARDS.problem("count")
    found = ask(outcome, deal, limits=Limits(nodes=200))
    assert found.status is Status.UNKNOWN
    assert PlacementScan(Deal((1,), pattern="U", given=((1, 1),)), Deadline(Limits())).sequences == 0
    assert Counter(PlacementScan(DEAL, Deadline(Limits())).by_distance((1, 3))) == {4: 2}
