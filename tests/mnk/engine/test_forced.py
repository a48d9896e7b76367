"""A forced end that the engine's search tells is one, also where it was cut short: against the exact solver.

The solver shares no code with the search. Left out: boards above 49 cells, and positions it does not solve in time.

Tests: engine/search.py, proof/methods.py
"""

from collections import Counter
from dataclasses import dataclass

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
            engine.clear_table()
            best = engine.search_to_level(position.cells, position.to_move, Limits(nodes=nodes)).lines[0]
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
        engine.clear_table()
        end = value_of_score(
            engine.search_to_level(position.cells, position.to_move, Limits(nodes=nodes)).lines[0].score
        )
        assert end is None or end[0] == truth


def test_where_one_move_is_left_the_search_still_goes_on():
    position = read("m: 15\nn: 15\nk: 5\nmoves: h8 h7 h9 a3 h10 a5 h11")  # only h12 holds the four
    thought = Engine(position.rules, PLAIN).search_to_level(position.cells, position.to_move, Limits(nodes=20_000))
    assert write_place(position.place(thought.lines[0].cells[0])) == "h12"
    assert thought.node_count > 10_000 or value_of_score(thought.lines[0].score)


@dataclass(frozen=True)
class Stretch:
    """Cells that win once all are a player's, while those at the ends are not his: there are some where k is exact."""

    cells: tuple[int, ...]
    ends: tuple[int, ...]


def stretches(rules: Rules) -> list[Stretch]:
    """Every line of the board, from the rules alone."""
    m, n, k = rules.m, rules.n, rules.k

    def cell(row: int, column: int) -> int | None:
        return row * n + column if 0 <= row < m and 0 <= column < n else None

    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(m):
            for column in range(n):
                around = [cell(row + i * down, column + i * right) for i in range(-1, k + 1)]
                if None not in around[1:-1]:
                    ends = [end for end in (around[0], around[-1]) if end is not None and rules.exact]
                    found.append(Stretch(tuple(around[1:-1]), tuple(ends)))
    return found


def completing(cells: bytes, player: int, lines: list[Stretch]) -> set[int]:
    """The empty cells that complete one of these lines of the player's."""
    found = set()
    for line in lines:
        marks = [cells[cell] for cell in line.cells]
        if marks.count(player) == len(marks) - 1 and 0 in marks and all(cells[end] != player for end in line.ends):
            found.add(line.cells[marks.index(0)])
    return found


def marked(cells: bytes, cell: int, player: int) -> bytes:
    return cells[:cell] + bytes([player]) + cells[cell + 1 :]


def fours(cells: bytes, player: int, through: list[list[Stretch]]) -> list[set[int]]:
    """What completes a line after each mark of a player's who completes none now: of lines through the mark alone."""
    return [
        set() if cells[cell] else completing(marked(cells, cell, player), player, through[cell])
        for cell in range(len(cells))
    ]


def wins_in_three(cells: bytes, player: int, through: list[list[Stretch]]) -> bool:
    """Whether some mark of a player's who completes no line now leaves two cells that complete one."""
    return any(len(four) > 1 for four in fours(cells, player, through))


@pytest.mark.quick(2)
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("board", [(6, 7, 4), (9, 9, 5), (8, 8, 6), (9, 10, 7)])
def test_a_threat_of_a_win_in_three_is_met_where_it_is_spoiled_or_by_a_four_and_nowhere_else(board, exact):
    rules = Rules(*board, exact=exact)
    lines = stretches(rules)
    through = [[line for line in lines if cell in line.cells] for cell in range(rules.size)]
    engine, seen = Engine(rules, EngineSettings(exact=False, table=4, multipv=rules.size)), Counter()
    for seed in range(400):
        position = drawn_by_lot(rules, seed)
        cells, me = position.cells, position.to_move
        you = 3 - me
        if completing(cells, me, lines) or completing(cells, you, lines) or not wins_in_three(cells, you, through):
            continue
        own = fours(cells, me, through)
        meets = {
            cell for cell in position.legal if own[cell] or not wins_in_three(marked(cells, cell, me), you, through)
        }
        if meets:
            assert {line.cells[0] for line in engine.search_to_depth(cells, me, 1, Limits()).lines} == meets, position
        else:  # whatever is marked, an open four follows, and the end
            assert value_of_score(engine.search_to_depth(cells, me, 4, Limits()).lines[0].score) == ("loss", 4), (
                position
            )
        seen[bool(meets)] += 1
    assert seen[True] >= 4
