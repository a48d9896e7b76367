"""The checkers refuse what is wrong: each answer is right at first, then spoiled."""

from dataclasses import replace

import pytest

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.pastime import Question
from passatempo.core.registry import pastime
from passatempo.optimiza import PathAsk, RoutesAsk, TrailAsk, checks, read
from passatempo.optimiza.certificate import check_certificate, make_certificate
from passatempo.optimiza.checker import check, check_verdict
from passatempo.optimiza.generate import Params
from passatempo.optimiza.model import Number, Route
from passatempo.optimiza.statistics import exhaust
from passatempo.optimiza.symmetry import board_named
from passatempo.optimiza.text import board_of

GAME = pastime("optimiza")
BOARD = read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")


def rules(violations):
    return [violation.rule for violation in violations]


def answer(question, asked=BOARD):
    return GAME.problem(question).answer(asked).answer


def test_a_spoiled_path():
    route = answer("best")
    assert check(BOARD, route) == []
    assert rules(check(BOARD, Route(route.places[::-1]))) == ["not-straight"]
    assert rules(check(BOARD, Route((*route.places, (9, 9))))) == ["off-board"]
    assert rules(check(BOARD, Route(()))) == ["empty-path"]
    assert rules(check(BOARD, Route(((1, 0), (3, 3), (1, 0))))) in (["smaller"], ["used"], ["not-straight"])


def test_a_spoiled_verdict():
    question = Question(BOARD, PathAsk([(2, 1), (2, 1)]))
    verdict = answer("judge", question)
    assert check_verdict(question, verdict) == []
    assert rules(check_verdict(question, replace(verdict, score=7))) == ["wrong-verdict"]
    assert rules(check_verdict(question, replace(verdict, finished=not verdict.finished))) == ["wrong-verdict"]


def test_spoiled_levels():
    levels = answer("levels")
    assert checks.check_levels(BOARD, levels) == []
    assert "wrong-x" in rules(checks.check_levels(BOARD, replace(levels, x=levels.x - 1)))
    assert "disordered" in rules(checks.check_levels(BOARD, replace(levels, z=levels.y - 1)))


def test_a_spoiled_count():
    board = read("2 1\n1 1")
    assert checks.check_number(board, answer("count", board)) == []
    assert rules(checks.check_number(board, Number(7))) == ["wrong-count"]
    assert rules(checks.check_number(BOARD, Number(0))) == ["no-path"]


def test_spoiled_lists_and_hints():
    question = Question(BOARD, RoutesAsk())
    routes = answer("enumerate", question)
    assert checks.check_routes(question, routes) == []
    twice = replace(routes, routes=routes.routes[:1] * 2)
    assert rules(checks.check_routes(question, twice)) == ["twice"]
    assert rules(checks.check_routes(Question(BOARD, RoutesAsk(1)), routes)) == ["too-many"]
    question = Question(BOARD, PathAsk([(2, 1)]))
    hint = answer("hint", question)
    assert rules(checks.check_hint(question, replace(hint, next=(3, 3)))) == ["wrong-next"]
    assert "another-beginning" in rules(checks.check_hint(Question(BOARD, PathAsk([(4, 4)])), hint))


def test_a_spoiled_trail():
    question = Question(BOARD, TrailAsk())
    route = answer("trail", question)
    assert checks.check_trail(question, route) == []
    assert rules(checks.check_trail(question, Route(route.places * 2))) != []
    assert rules(checks.check_trail(Question(BOARD, TrailAsk("undirected")), route)) == ["used"]


def test_a_spoiled_duel():
    duel = answer("duel")
    assert checks.check_duel(BOARD, duel) == []
    flipped = replace(duel, mover_wins=tuple(1 - wins for wins in duel.mover_wins))
    assert "dead-start" in rules(checks.check_duel(BOARD, flipped))
    assert rules(checks.check_duel(BOARD, replace(duel, least_live=1))) == ["wrong-least"]
    assert rules(checks.check_duel(BOARD, replace(duel, points=()))) == ["wrong-length"]


def test_a_spoiled_certificate():
    page = make_certificate(BOARD)
    assert check_certificate(BOARD, page) == ([], 0)
    page["components"][1]["sums"][0] += 1
    faults, _ = check_certificate(BOARD, page)
    assert any("the greatest sum from a cell is" in fault for fault in faults)
    page = make_certificate(BOARD)
    del page["components"][2]
    assert check_certificate(BOARD, page)[0]


@pytest.mark.parametrize(
    ("rows", "variant", "said", "word"),
    [
        ([[1, 1], [1, 2]], "torus", None, "torus-queen"),
        ([], "torus-queen", None, "empty"),
        ([[1, 1], [1, 2]], "torus-queen", 3, "N = 2"),
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
    with pytest.raises(FormatError):
        board_named(name)


def test_wrong_sizes():
    with pytest.raises(ValueError, match="at least 2"):
        Params(1)
    with pytest.raises(UsageError, match="too many"):
        exhaust(5)
