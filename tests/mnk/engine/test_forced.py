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
