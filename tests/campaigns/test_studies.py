"""The studies against the questions and players that they repeat.

Tests: machiavelli/studies.py, cards/studies.py, mnk/matches/studies.py, minesweeper/studies.py
"""

import pytest

from passatempo import cards, machiavelli
from passatempo.cards import studies as of_cards
from passatempo.core.errors import UsageError
from passatempo.core.random import Random
from passatempo.machiavelli import studies as of_machiavelli
from passatempo.machiavelli.generate import Params, generate
from passatempo.minesweeper import studies as of_minesweeper
from passatempo.mnk.matches import studies as of_mnk


@pytest.mark.parametrize("deals", [4, pytest.param(10, marks=pytest.mark.long)])
def test_hands_that_close_are_those_of_lay_by_its_reference(deals):
    row = of_machiavelli.closing(of_machiavelli.ClosingParams(table=40, hand=2, deals=deals), Random(4))
    rng = Random(4)
    turns = [generate(Params(40, 2), rng) for _ in range(deals)]
    plays = [machiavelli.lay(turn, method="reference").result() for turn in turns]
    assert row["closed"] == sum(not play.kept_in_hand for play in plays) > 0
    assert row["laid"] == sum(len(play.laid) for play in plays) / deals


def test_a_hand_without_cards_always_closes():
    row = of_machiavelli.closing(of_machiavelli.ClosingParams(table=20, hand=0, deals=5), Random(1))
    assert row["closed"] == 5


@pytest.mark.parametrize("rule6", [False, True])
def test_errors_of_the_published_program_are_those_of_the_question(rule6):
    pytest.importorskip("ortools")
    params = of_machiavelli.PublishedParams(6, "heap", rule6)
    for seed in range(6):
        row = of_machiavelli.published(params, Random(seed))
        table = generate(Params(6, kind="heap", ace="wrap" if rule6 else "low"), Random(seed))
        said = machiavelli.arrange(table, method="ilp-published").status.value
        truth = machiavelli.arrange(table, method="reference").status.value
        assert row["errs"] == (said != truth)


@pytest.mark.parametrize("encoding", ["corrected", "position", "run"])
def test_formulas_are_those_of_the_question_and_their_verdicts_those_of_the_exact_method(encoding):
    pytest.importorskip("pysat")
    for seed in range(3):
        row = of_cards.encode(of_cards.EncodingParams(8, "any", encoding=encoding), Random(seed))
        deal = of_cards.generate(of_cards.Params(8, "any"), Random(seed))
        size = cards.encode(deal, encoding=encoding, method="built").result()
        assert (row["variables"], row["clauses"]) == (size.variables, size.clauses)
        assert row["satisfiable"] == (cards.order(deal).status.value == "solved")


def test_a_distance_of_ones_own_takes_the_place_of_the_generators():
    pytest.importorskip("pysat")
    params = of_cards.EncodingParams(9, "any", D=1)
    assert of_cards.encode(params, Random(1))["satisfiable"] is False  # two maxima have a minimum between them


def test_a_limit_decides_nothing():
    pytest.importorskip("pysat")
    from passatempo.core.limits import Limits

    row = of_cards.encode(of_cards.EncodingParams(10, encoding="published"), Random(2), Limits(nodes=1))
    assert (row["decided"], row["satisfiable"]) in ((False, None), (True, True), (True, False))


def test_who_is_named_first_changes_the_side_of_the_share_only():
    params = ("5,5,4", "corrado", "engine:level=1", 200, 200)
    turned = ("5,5,4", "engine:level=1", "corrado", 200, 200)
    for seed in range(3):
        row, other = (of_mnk.pair(of_mnk.PairParams(*words), Random(seed)) for words in (params, turned))
        assert row["share"] == 1 - other["share"]
        assert (row["wins"], row["losses"], row["draws"]) == (other["losses"], other["wins"], other["draws"])


@pytest.mark.parametrize("words", [("5,5", "corrado"), ("5,5,x", "corrado"), ("5,5,5", "corado"), ("2,2,2", "proof")])
def test_a_pair_that_cannot_play_is_refused(words):
    with pytest.raises(UsageError):
        of_mnk.pair(of_mnk.PairParams(*words, opening=4), Random(1))


def test_policies_meet_the_same_minefields():
    """On a beginner's field most games need no guess, and are won by every policy alike."""
    rows = [
        of_minesweeper.win_rate(of_minesweeper.WinParams("beginner-9", "opening", policy, 400), Random(3))
        for policy in ("least-chance", "two-step")
    ]
    again = of_minesweeper.win_rate(of_minesweeper.WinParams("beginner-9", "opening", "two-step", 400), Random(3))
    assert again["wins"] == rows[1]["wins"]
    assert all(330 < row["wins"] < 400 for row in rows)  # published rates lie about 91 %
    assert abs(rows[0]["wins"] - rows[1]["wins"]) < 15  # four standard errors of unpaired games would be 32
