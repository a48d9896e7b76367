"""The checkers refuse what is wrong: each answer is right at first, then spoiled."""

import json
from dataclasses import replace

import pytest

from passatempo.core.errors import FormatError, InvalidInstance, UsageError
from passatempo.core.json import decode
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import Evidence
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, comparison_key
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.optimiza import JudgeAsk, PathAsk, RoutesAsk, TrailAsk, checker, read
from passatempo.optimiza.certificates import check_certificate
from passatempo.optimiza.checker import check, check_verdict
from passatempo.optimiza.exact.boards import exhaust, full_tour
from passatempo.optimiza.exact.levels import make_certificate
from passatempo.optimiza.formats import id as short_name
from passatempo.optimiza.generate import Params
from passatempo.optimiza.model import Number, Route, Routes
from passatempo.optimiza.text import board_of

GAME = pastime("optimiza")
BOARD = read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")


def rules(violations):
    return [violation.rule for violation in violations]


def answer(question, asked=BOARD):
    return ask(GAME.problem(question), asked).answer


def test_a_spoiled_path():
    route = answer("best")
    assert check(BOARD, route) == []
    assert rules(check(BOARD, Route(route.places[::-1]))) == ["not-straight"]
    assert rules(check(BOARD, Route((*route.places, (9, 9))))) == ["off-board"]
    assert rules(check(BOARD, Route(()))) == ["empty-path"]
    assert rules(check(BOARD, Route(((1, 0), (3, 3), (1, 0))))) in (["smaller"], ["used"], ["not-straight"])


def test_a_spoiled_verdict():
    question = Question(BOARD, JudgeAsk([(2, 1), (2, 1)]))
    verdict = answer("judge", question)
    assert check_verdict(question, verdict) == []
    assert rules(check_verdict(question, replace(verdict, score=7))) == ["wrong-verdict"]
    assert rules(check_verdict(question, replace(verdict, finished=not verdict.finished))) == ["wrong-verdict"]


def test_spoiled_levels():
    levels = answer("levels")
    assert checker.check_levels(BOARD, levels) == []
    assert "wrong-x" in rules(checker.check_levels(BOARD, replace(levels, x=levels.x - 1)))
    assert "wrong-y" in rules(checker.check_levels(BOARD, replace(levels, y=levels.y + 1)))
    assert "disordered" in rules(checker.check_levels(BOARD, replace(levels, z=levels.y - 1)))


def test_a_spoiled_count():
    board = read("2 1\n1 1")
    assert checker.check_number(board, answer("count", board)) == []
    assert rules(checker.check_number(board, Number(7))) == ["wrong-count"]
    assert rules(checker.check_number(BOARD, Number(0))) == ["no-path"]


def test_spoiled_lists_and_hints():
    question = Question(BOARD, RoutesAsk())
    routes = answer("enumerate", question)
    assert checker.check_routes(question, routes) == []
    twice = replace(routes, routes=routes.routes[:1] * 2)
    assert rules(checker.check_routes(question, twice)) == ["twice"]
    assert rules(checker.check_routes(Question(BOARD, RoutesAsk(1)), routes)) == ["too-many"]
    small = Question(read("2 1\n1 1"), RoutesAsk())
    routes = answer("enumerate", small)
    assert checker.check_routes(small, routes) == []
    assert rules(checker.check_routes(small, replace(routes, routes=routes.routes[1:]))) == ["incomplete"]
    worse = Routes((Route(((0, 1), (0, 0))),), complete=False)
    assert rules(checker.check_routes(small, worse)) == ["not-best"]
    question = Question(BOARD, PathAsk([(2, 1)]))
    hint = answer("hint", question)
    assert rules(checker.check_hint(question, replace(hint, next=(3, 3)))) == ["wrong-next"]
    assert "another-beginning" in rules(checker.check_hint(Question(BOARD, PathAsk([(4, 4)])), hint))


def test_a_spoiled_trail():
    question = Question(BOARD, TrailAsk())
    route = answer("trail", question)
    assert checker.check_trail(question, route) == []
    assert rules(checker.check_trail(question, Route(route.places * 2))) != []
    assert rules(checker.check_trail(Question(BOARD, TrailAsk("undirected")), route)) == ["used"]


def test_a_spoiled_duel():
    duel = answer("duel")
    assert checker.check_duel(BOARD, duel) == []
    flipped = replace(duel, mover_wins=tuple(1 - wins for wins in duel.mover_wins))
    assert "dead-start" in rules(checker.check_duel(BOARD, flipped))
    assert rules(checker.check_duel(BOARD, replace(duel, least_live=1))) == ["wrong-least"]
    assert rules(checker.check_duel(BOARD, replace(duel, points=()))) == ["wrong-length"]


def test_a_spoiled_certificate():
    page = make_certificate(BOARD)
    assert check_certificate(BOARD, page) == ([], 0)
    page["components"][1]["sums"][0] += 1
    faults, _ = check_certificate(BOARD, page)
    assert any("the greatest sum from a cell is" in fault for fault in faults)
    page = make_certificate(BOARD)
    del page["components"][2]
    assert check_certificate(BOARD, page)[0]


def test_a_certificate_that_is_damaged_anywhere_is_refused_or_told():
    page = json.dumps(make_certificate(BOARD))
    for seed in range(400):
        random = Random(seed, "certificate")
        at = random.below(len(page))
        damaged = (
            page[:at] + random.choice(["", "0", "-", "9", "]", "[]", "null", "1e9"]) + page[at + random.below(3) :]
        )
        try:
            claimed = decode(damaged)
            faults, _ = check_certificate(BOARD, claimed)
        except FormatError as error:
            assert "\n" not in str(error)
        else:
            assert faults or same_claims(claimed, json.loads(page))


def same_claims(one, other):
    """Compare what a certificate proves: the bounds of components are no claim of it."""
    strip = [{k: v for k, v in part.items() if k != "bounds"} for part in one["components"]]
    return one["value"] == other["value"] and strip == [
        {k: v for k, v in part.items() if k != "bounds"} for part in other["components"]
    ]


def test_what_each_check_looks_at_is_said():
    said = {problem.name: problem.evidence_of_check for problem in GAME.problems}
    assert said == {
        "best": Evidence.VALUE,
        "trail": Evidence.VALUE,
        "judge": Evidence.OBJECT,
        "levels": Evidence.CONSEQUENCES,
        "count": Evidence.CONSEQUENCES,
        "enumerate": Evidence.CONSEQUENCES,
        "hint": Evidence.CONSEQUENCES,
        "duel": Evidence.CONSEQUENCES,
    }


def test_a_hint_is_compared_by_what_it_says_of_the_beginning():
    question = Question(BOARD, PathAsk([(2, 1)]))
    outcome = ask(GAME.problem("hint"), question)
    assert comparison_key(GAME.problem("hint"), question, outcome) is True


def test_a_check_ends_when_there_is_no_time_for_it():
    board, route = full_tour(97, "torus-queen")
    over = Deadline(Limits(seconds=0))
    with pytest.raises(Stopped):
        check(board, route, over)
    with pytest.raises(Stopped):
        checker.value_of_route(board, route, over)
    assert check(BOARD, answer("best"), over) == []  # small work is done whatever the clock says


@pytest.mark.parametrize(
    ("rows", "variant", "said", "word"),
    [
        ([[1, 1], [1, 2]], "torus", None, "torus-queen"),
        ([], "torus-queen", None, "empty"),
        ([[1, 1], [1, 2]], "torus-queen", 3, "size 2"),
        ([[1], [1, 2]], "hex-tri", None, ""),
        ([[1, 1, 2]], "hex-torus", 3, ""),
        ([[1, 1], [1, 2], [2]], "hex-tri", None, "row 1 has 2 cells, expected 1"),
        ([[1, 1, 2, 2], [1, 1, 2, 2]], "hex-torus", None, "2 rows of 4"),
    ],
)
def test_shapes_are_told(rows, variant, said, word):
    if not word:
        if said is None:
            assert board_of(rows, variant, said).n == 2
        else:
            with pytest.raises(ValueError, match="N"):
                board_of(rows, variant, said)
        return
    with pytest.raises(FormatError, match=word):
        board_of(rows, variant, said)


@pytest.mark.parametrize("name", ["TQ4", "ZZ4-1", "TQ4-", "TQ4-!", "TQ1-1", "TQ4-ZZZZZZ", "TQ99-1"])
def test_wrong_names_of_boards(name):
    with pytest.raises((FormatError, InvalidInstance)):
        short_name.read(name)


def test_wrong_sizes():
    with pytest.raises(ValueError, match="at least 2"):
        Params(1)
    with pytest.raises(UsageError, match="too many"):
        exhaust(5)
