"""The checkers refuse what is wrong: each answer is right at first, then spoiled.

Tests: propagation.py
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.minesweeper import ChancesAsk, read
from passatempo.minesweeper.checker import check_certain, check_chances, check_click

GAME = pastime("minesweeper")
BOARD = read(GAME.example("flags"))


def rules(violations):
    return {violation.rule for violation in violations}


def test_spoiled_certain_cells():
    found = ask(GAME.problem("safe"), BOARD).answer
    assert check_certain(BOARD, found) == []
    assert "wrong-flags" in rules(check_certain(BOARD, replace(found, wrong_flags=())))
    assert "both" in rules(check_certain(BOARD, replace(found, sure_mines=found.safe)))
    assert "order" in rules(check_certain(BOARD, replace(found, safe=found.safe[::-1])))
    assert "not-covered" in rules(check_certain(BOARD, replace(found, safe=((1, 1),))))
    swapped = replace(found, safe=found.sure_mines, sure_mines=found.safe, wrong_flags=found.sure_mines[:2])
    assert "number" in rules(check_certain(BOARD, swapped))
    assert "mines" in rules(check_certain(replace(BOARD, mines=9), found))


def test_spoiled_clicks():
    board = replace(BOARD, click=(0, 1))
    click = ask(GAME.problem("click"), board).answer
    assert (click.verdict, check_click(board, click)) == ("sure_mine", [])
    assert "probability" in rules(check_click(board, replace(click, verdict="may_be_mine")))
    assert "open" in rules(check_click(replace(board, click=(1, 1)), click))
    assert "range" in rules(check_click(replace(board, click=(9, 1)), click))
    for wrong in (click.witness[1:], click.witness.replace("*", "#", 1), "*" * 5 + click.witness[5:]):
        assert "witness" in rules(check_click(board, replace(click, witness=wrong)))


def test_spoiled_chances():
    board = read("1##/###", mines=2)
    chances = ask(GAME.problem("chances"), Question(board, ChancesAsk())).answer
    assert check_chances(board, chances) == []
    near = dict(chances.near)
    place = next(iter(near))
    assert "number" in rules(check_chances(board, replace(chances, near={**near, place: Fraction(1, 7)})))
    assert "cells" in rules(check_chances(board, replace(chances, near={k: near[k] for k in near if k != place})))
    assert "other" in rules(check_chances(board, replace(chances, other=None)))
    assert "mines" in rules(check_chances(board, replace(chances, other=Fraction(1, 3))))
    assert "other" in rules(check_chances(replace(board, mines=None), replace(chances, other=Fraction(1, 3))))
    assert "chance" in rules(check_chances(board, replace(chances, other=Fraction(4, 3))))


@pytest.mark.parametrize("example", GAME.examples)
def test_answers_to_another_board_are_refused(example):
    board = read(GAME.example(example))
    outcome = ask(GAME.problem("safe"), board)
    if outcome.answer is None or not outcome.answer.safe:
        return
    safe = board.cell(*outcome.answer.safe[0])
    assert check_certain(
        replace(board, cells=board.cells[:safe] + bytes([1]) + board.cells[safe + 1 :]), outcome.answer
    )
