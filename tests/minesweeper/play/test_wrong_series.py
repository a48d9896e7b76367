"""The second program refuses series of games that were not played so; guesses are counted here over all layouts.

Tests: minesweeper/game/match/checker.py
"""

import json
import random
from itertools import combinations

import pytest

from passatempo.core.limits import Stopped
from passatempo.minesweeper.game.match import checker
from passatempo.minesweeper.game.match.checker import check
from passatempo.minesweeper.surface import KING

LINE = {"index": 1, "layout": [".*..."], "clicks": [[1, 5], [1, 1]], "guesses": 0, "won": True}
LUCK = {"index": 1, "layout": ["*..*"], "clicks": [[1, 2], [1, 3]], "guesses": 1, "won": True}


def told(*games):
    return check("".join(json.dumps(game) + "\n" for game in games))


def test_sound_games():
    """The zero at the end opens all up to the 1, whose mine is the only one; of two cells beside a 1 one is a guess."""
    assert told(LINE) == told(LUCK) == ()
    assert told(LUCK | {"layout": ["..**"], "won": False}) == ()
    assert told(LINE, LINE | {"index": 2}) == ()
    assert told(LINE | {"index": 7}, LINE | {"index": 8}) == ()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"won": False}, "it is won, not lost"),
        ({"guesses": 1}, "0 guesses, not 1"),
        ({"index": 0}, "index 0: games count from 1"),
        ({"clicks": [[1, 5]]}, "the game is not over"),
        ({"clicks": []}, "the game is not over"),
        ({"clicks": [[1, 2]]}, "the first click, which is promised to be safe, hits a mine"),
        ({"clicks": [[1, 5], [1, 3], [1, 1]]}, "click 2 at (1, 3): it is open"),
        ({"clicks": [[1, 5], [1, 1], [1, 2]]}, "click 3 at (1, 2): the game was over"),
        ({"clicks": [[1, 5], [1, 2], [1, 1]]}, "click 3 at (1, 1): the game was over"),
        ({"clicks": [[1, 5], [0, 1]]}, "click 2 at (0, 1): it is outside the field"),
        ({"clicks": [[1, 5], [2, 1]]}, "click 2 at (2, 1): it is outside the field"),
        ({"clicks": [[1, 5], [1, 0]]}, "click 2 at (1, 0): it is outside the field"),
        ({"clicks": [[1, 5], [1, 6]]}, "click 2 at (1, 6): it is outside the field"),
        ({"clicks": [[1, 5], [1, 2]], "guesses": 1}, "it is lost, not won"),
    ],
)
def test_games_that_cannot_be(changed, words):
    assert told(LINE | changed) == (f"line 1: {words}",)


def test_a_guess_is_counted_in_words():
    assert told(LUCK | {"guesses": 0}) == ("line 1: 1 guess, not 0",)
    assert told(LUCK | {"guesses": 2}) == ("line 1: 1 guess, not 2",)


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ({"index": 3}, "index 3 follows 1"),
        ({"index": 1}, "index 1 follows 1"),
        ({"layout": [".*...", "....."]}, "another size than in the game before"),
        ({"layout": [".*.*."], "clicks": [[1, 5], [1, 1]]}, "another number of mines than in the game before"),
        ({"variant": "knight"}, "another neighbourhood than in the game before"),
        ({"clicks": [[1, 4], [1, 1]]}, "another first click than in the game before"),
    ],
)
def test_games_that_do_not_follow(second, words):
    found = told(LINE, {**LINE, "index": 2, **second})
    assert found[0] == f"line 2: {words}"
    assert len(found) == 1


def test_what_is_no_file_of_games():
    for text in ("", "nonsense\n", json.dumps(LINE | {"won": 1}) + "\n", json.dumps(LINE | {"layout": ["x"]}) + "\n"):
        assert len(check(text)) == 1, text
    assert len(check(json.dumps(LINE) + "\nnonsense\n")) == 1


def test_guesses_that_there_is_no_time_for_are_not_judged(monkeypatch):
    def stopped(*_):
        raise Stopped

    monkeypatch.setattr(checker._ReplayField, "is_certain", stopped)
    assert told(LINE | {"guesses": 7}) == ()
    assert told(LINE | {"won": False}) == ("line 1: it is won, not lost",)


def test_twenty_faults_are_told():
    assert len(told(*[LINE | {"won": False, "index": index} for index in range(1, 20)])) == 19
    assert len(told(*[LINE | {"won": False, "index": index} for index in range(1, 26)])) == 20
    assert len(told(*[LINE | {"index": index} for index in range(1, 26)], LINE | {"index": 9})) == 1


# ---- Guesses, over all layouts ----


def beside(size, cell):
    rows, columns = size
    row, column = divmod(cell, columns)
    places = [(row + down, column + right) for down, right in KING]
    return [i * columns + j for i, j in places if 0 <= i < rows and 0 <= j < columns]


def played(size, count, dice):
    """Play cells without a mine, or now and then any, in any order; count the guesses over all layouts."""
    cells = range(size[0] * size[1])
    near = [set(beside(size, cell)) for cell in cells]
    mines = set(dice.sample(cells, count))
    layouts = [set(one) for one in combinations(cells, count)]
    opened, clicks, guesses = set(), [], 0
    while not opened & mines and len(opened) + count < len(cells):
        free = [
            cell for cell in cells if cell not in opened and (cell not in mines or (clicks and not dice.randrange(9)))
        ]
        cell = dice.choice(free)
        if clicks:
            shown = opened - mines
            layouts = [
                one
                for one in layouts
                if not one & shown and all(len(one & near[at]) == len(mines & near[at]) for at in shown)
            ]
            guesses += any(cell in one for one in layouts)
        clicks.append([cell // size[1] + 1, cell % size[1] + 1])
        ahead = [cell]
        while ahead:
            at = ahead.pop()
            if at not in opened:
                opened.add(at)
                ahead += near[at] if not near[at] & mines and at not in mines else []
    signs = "".join(".*"[cell in mines] for cell in cells)
    layout = [signs[at : at + size[1]] for at in range(0, len(signs), size[1])]
    return {"index": 1, "layout": layout, "clicks": clicks, "guesses": guesses, "won": not opened & mines}


@pytest.mark.parametrize(
    ("size", "mines", "games"), [((1, 12), 4, 60), ((3, 4), 3, 60), ((2, 7), 4, 40), ((1, 19), 5, 12), ((4, 4), 6, 20)]
)
def test_guesses_over_all_layouts(size, mines, games):
    dice, seen = random.Random(str(size)), set()
    for _ in range(games):
        game = played(size, mines, dice)
        seen.add(game["guesses"])
        assert told(game) == (), game
        assert len(told(game | {"guesses": game["guesses"] + 1})) == 1
    assert len(seen) > 2
