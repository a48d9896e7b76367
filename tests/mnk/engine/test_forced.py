"""A forced end that the engine's search tells is one, also where it was cut short: against the exact solver.

The solver shares no code with the search. Left out: boards above 49 cells, and positions it does not solve in time.

Tests: engine/search.py, proof/methods.py
"""

from collections import Counter

import pytest

from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.mnk import Position, Rules, ValueAsk
from passatempo.mnk.engine.search import Engine, value_of_score
from passatempo.mnk.formats.notation import write_place
from passatempo.mnk.proof import methods as proof
from passatempo.mnk.settings import EngineSettings
from passatempo.mnk.text import read

PLAIN = EngineSettings(exact=False, table=4)
BOARDS = [(4, 4, 3), (5, 5, 4), (6, 6, 4), (7, 6, 4), (7, 7, 4), (7, 7, 5), (1, 12, 3)]


def drawn_by_lot(rules: Rules, seed: int) -> Position:
    """An open position after up to half of the cells were marked at random."""
    rng = Random(seed, "forced", *(str(size) for size in (rules.m, rules.n, rules.k)))
    while True:
        position = Position(rules, bytes(rules.size))
        for _ in range(2 + rng.below(rules.size // 2)):
            position = position.play(position.legal[rng.below(len(position.legal))])
            if position.result:
                break
        if not position.result:
            return position


@pytest.mark.parametrize("board", BOARDS)
def test_no_forced_end_is_wrong(board):
    rules = Rules(*board)
    engine, seen = Engine(rules, PLAIN), Counter()
    for seed in range(40):
        position = drawn_by_lot(rules, seed)
        for nodes in (60, 800, 3000):
            engine.forget()
            best = engine.think(position.cells, position.to_move, Limits(nodes=nodes)).lines[0]
            end = value_of_score(best.score)
            if end is None:
                continue
            answer = proof.value(Question(position, ValueAsk()), Limits(nodes=200_000)).answer
            if answer is None:
                continue
            assert answer.value == end[0], (position, best)
            seen[end[0]] += 1
    assert seen.total() >= 4  # else it would say nothing


@pytest.mark.parametrize(
    ("board", "moves"),
    [
        ((5, 5, 4), "b3 e1 e2 b4 e4"),
        ((7, 6, 4), "d3 e5 f4"),
        ((7, 7, 4), "g4 b6 a2 e6 b3 f3"),
        ((7, 7, 4), "g6 e6"),
        ((7, 7, 5), "b5 b4 c4 f3 e2 d5 d6 a2 b7 f2 e4 c1 c3 g2 g6"),
    ],
)
def test_a_move_that_loses_says_nothing_of_those_not_looked_at(board, moves):
    m, n, k = board
    position = read(f"m: {m}\nn: {n}\nk: {k}\nmoves: {moves}")
    truth = proof.value(Question(position, ValueAsk())).answer.value
    engine = Engine(position.rules, PLAIN)
    for nodes in (*range(30, 200, 10), 800, 1500, 3000):
        engine.forget()
        end = value_of_score(engine.think(position.cells, position.to_move, Limits(nodes=nodes)).lines[0].score)
        assert end is None or end[0] == truth


def test_where_one_move_is_left_the_search_still_goes_on():
    position = read("m: 15\nn: 15\nk: 5\nmoves: h8 h7 h9 a3 h10 a5 h11")  # only h12 holds the four
    thought = Engine(position.rules, PLAIN).think(position.cells, position.to_move, Limits(nodes=20_000))
    assert write_place(position.place(thought.lines[0].cells[0])) == "h12"
    assert thought.nodes > 10_000 or value_of_score(thought.lines[0].score)


def completing(cells: bytes, player: int, windows: list[list[int]]) -> set[int]:
    """The empty cells that complete a line of the player's, from the rules alone."""
    found = set()
    for window in windows:
        marks = [cells[cell] for cell in window]
        if marks.count(player) == len(window) - 1 and 0 in marks:
            found.add(window[marks.index(0)])
    return found


def marked(cells: bytes, cell: int, player: int) -> bytes:
    return cells[:cell] + bytes([player]) + cells[cell + 1 :]


def wins_in_three(cells: bytes, player: int, windows: list[list[int]]) -> bool:
    """Whether some mark of the player's leaves two cells that complete a line."""
    return any(
        cells[cell] == 0 and len(completing(marked(cells, cell, player), player, windows)) > 1
        for cell in range(len(cells))
    )


@pytest.mark.parametrize("board", [(6, 7, 4), (9, 9, 5), (8, 8, 6), (9, 10, 7)])
def test_a_threat_of_a_win_in_three_is_met_where_it_is_spoiled_or_by_a_four_and_nowhere_else(board):
    rules = Rules(*board)
    m, n, k = board
    windows = [
        [(row + i * down) * n + column + i * right for i in range(k)]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in range(m)
        for column in range(n)
        if row + (k - 1) * down < m and 0 <= column + (k - 1) * right < n
    ]
    engine, seen = Engine(rules, EngineSettings(exact=False, table=4, multipv=rules.size)), 0
    for seed in range(260):
        position = drawn_by_lot(rules, seed)
        cells, me = position.cells, position.to_move
        you = 3 - me
        if completing(cells, me, windows) or completing(cells, you, windows) or not wins_in_three(cells, you, windows):
            continue
        meets = {
            cell
            for cell in position.legal
            if completing(marked(cells, cell, me), me, windows)
            or not wins_in_three(marked(cells, cell, me), you, windows)
        }
        if meets:
            lines = engine.search(cells, me, 1, Limits()).lines
            assert {line.cells[0] for line in lines} == meets, position
            seen += 1
    assert seen >= 4
