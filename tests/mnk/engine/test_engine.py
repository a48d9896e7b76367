"""The engine: its tables against plain Python, forced wins, repeatable searches, limits.

Tests: engine/search.py, model.py, engine/weights.py, proof/prover.py
"""

import random
import re
from array import array
from itertools import product
from pathlib import Path

import pytest

from passatempo.core.errors import InvalidInstance, UsageError
from passatempo.core.json import decode
from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.mnk import PASTIME
from passatempo.mnk.checker import check_choice
from passatempo.mnk.engine.search import Engine, TrapOracle, move, value_of_score
from passatempo.mnk.engine.weights import WORDS, load_weights, read_weights
from passatempo.mnk.model import Position
from passatempo.mnk.proof.prover import live_lines
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import LEVELS, EngineSettings
from passatempo.mnk.text import position_of, read

from .. import kernel
from .plain import PLAIN, STEEP, classes, classify, evaluate, extended

DATA = Path(__file__).parents[2] / "data"
POSITIONS = decode((DATA / "mnk" / "positions.json").read_text())["cases"]
SIGNATURES = decode((DATA / "signatures.json").read_text())["mnk engine"]
QUIET = "m: 15\nn: 15\nk: 5\nmoves: h8 i9 i7 g9"


def scattered(rules: Rules, marks: int, seed: int) -> Position:
    """A position with marks in turn on random cells, nobody having a line."""
    rng = random.Random(seed)
    while True:
        cells = bytearray(rules.size)
        for number, cell in enumerate(rng.sample(range(rules.size), marks)):
            cells[cell] = 1 + number % 2
        try:
            position = Position(rules, bytes(cells))
        except InvalidInstance:
            continue
        if position.result is None:
            return position


@pytest.mark.parametrize(
    ("m", "n", "k", "marks"),
    [
        (3, 3, 3, 4),
        (5, 4, 3, 6),
        (4, 6, 4, 9),
        (7, 7, 4, 14),
        (15, 15, 5, 60),
        (6, 9, 5, 20),
        (9, 9, 6, 40),
        (8, 11, 7, 30),
        (1, 9, 5, 3),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_the_kernel_sees_the_classes_of_plain_python(m, n, k, marks, exact):
    for seed in range(3):
        position = scattered(Rules(m, n, k, exact=exact), marks, seed)
        look = kernel.look(m, n, k, position.cells, position.to_move, load_weights(k), exact)
        for player, codes in ((1, look.first), (2, look.second)):
            for cell, code in enumerate(codes):
                if position.cells[cell]:
                    assert code == -1
                else:
                    assert tuple(code >> 4 * d & 15 for d in range(4)) == classes(position, player, cell)
        plain = evaluate(position, extended(load_weights(k), k))
        assert look.evaluation == int(plain / 16)  # whole units, towards 0


def random_walk(start: Position, length: int, seed: int) -> tuple[list[int], list[Position]]:
    """Steps of a walk that make and take back marks, and the positions whose value they ask for."""
    rng, steps, line, noted = random.Random(seed), [], [start], []
    while len(steps) < length:
        here = line[-1]
        roll = rng.random()
        if roll < 0.3:
            steps.append(-2)
            noted.append(here)
        elif roll < 0.55:
            if len(line) > 1:
                steps.append(-1)
                line.pop()
        elif free := [cell for cell, mark in enumerate(here.cells) if mark == 0]:
            cell = rng.choice(free)
            after = Position(here.rules, here.cells[:cell] + bytes([here.to_move]) + here.cells[cell + 1 :])
            if after.result is None:
                steps.append(cell)
                line.append(after)
    return steps, noted


@pytest.mark.quick(7)
@pytest.mark.parametrize("own", [False, True], ids=["fitted", "drawn by lot"])
@pytest.mark.parametrize(
    ("m", "n", "k", "marks"),
    [(3, 4, 3, 0), (5, 6, 4, 6), (15, 15, 5, 30), (6, 9, 5, 20), (9, 12, 6, 30), (8, 11, 7, 20), (9, 20, 9, 40)],
)
def test_values_kept_up_to_date_by_moves_are_those_of_plain_python(m, n, k, marks, own):
    weights = load_weights(k)
    if own:  # also what no fit has made: every multiset with features, units of all signs
        rng = random.Random(m * n)
        cells = array("h", (rng.randrange(-900, 900) for _ in range(len(array("h", weights)) - WORDS)))
        weights = (cells + array("h", (rng.randrange(-90, 90) for _ in range(WORDS)))).tobytes()
    start = scattered(Rules(m, n, k), marks, 7)
    steps, noted = random_walk(start, 60, 11)
    assert len(noted) > 5
    values = kernel.look(m, n, k, start.cells, start.to_move, weights, steps=steps).noted
    assert list(values) == [evaluate(position, extended(weights, k)) for position in noted]


@pytest.mark.parametrize("k", [8, 10, 11])
def test_long_lines_are_seen_as_by_plain_python_where_one_mark_is_lacking(k):
    position = scattered(Rules(3, 2 * k, k), k, 1)
    row = position.cells
    for gap in range(k):
        line = bytearray(len(row))
        for column in range(k):
            if column != gap:
                line[column] = 1
        others = [c for c in range(2 * k, len(row)) if c % 2][: k - 1]
        for cell in others:
            line[cell] = 2
        position = Position(Rules(3, 2 * k, k), bytes(line))
        first = kernel.look(3, 2 * k, k, position.cells, 1).first
        assert first[gap] & 15 == classes(position, 1, gap)[0] == 14


def test_classes_of_short_lines_by_enumeration_of_their_definition():
    # By hand, k = 3: with the mark in the middle made, how many cells complete three?
    for line in product((0, 1, 2), repeat=4):
        whole = (line[0], line[1], 1, line[2], line[3])
        if 2 in (line[1], line[2]) and 2 not in (line[1],) and line[0] == 2:
            continue
        completing = sum(
            whole[i] == 0 and any(set((*whole[:i], 1, *whole[i + 1 :])[s : s + 3]) == {1} for s in range(3))
            for i in range(5)
        )
        done = any(set(whole[s : s + 3]) == {1} for s in range(3))
        found = classify(3, whole)
        assert (found == 14) == done
        if not done:
            assert (found == 13) == (completing >= 2)
            assert (found == 12) == (completing == 1)


@pytest.mark.quick(12)
@pytest.mark.parametrize(
    "case", [c for c in POSITIONS if c.get("value") == "win" or c["kind"] == "mate"], ids=lambda c: c["id"]
)
def test_a_forced_win_is_played(case):
    position = position_of(case["m"], case["n"], case["k"], case["board"], None, None)
    outcome = move(position, Limits(nodes=400_000))
    assert not check_choice(position, outcome.answer)
    winning = case.get("value_moves") or case["winning_moves"]
    assert list(outcome.answer.move) in winning or outcome.answer.proven == "win"


@pytest.mark.parametrize("case", [c for c in POSITIONS if c.get("value") in ("draw", "loss")], ids=lambda c: c["id"])
def test_a_small_position_is_not_spoiled(case):
    position = position_of(case["m"], case["n"], case["k"], case["board"], None, None)
    answer = move(position, Limits(nodes=200_000)).answer
    assert list(answer.move) in case["value_moves"]
    assert answer.proven == case["value"]


def test_the_same_nodes_give_the_same_search():
    for name, text in (
        ("quiet", QUIET),
        ("six", "m: 12\nn: 10\nk: 6\nmoves: e5 f6 e6 e7"),
        ("ten", "m: 30\nn: 30\nk: 10\nmoves: o15 p16"),
    ):
        position = read(text)
        engine = Engine(position.rules)
        first = engine.search_to_depth(position.cells, position.to_move, 6, Limits())
        engine.clear_table()
        again = engine.search_to_depth(position.cells, position.to_move, 6, Limits())
        assert first == again
        assert first.node_count == SIGNATURES[f"{name} depth 6"]


def test_two_threads_give_a_legal_move():
    position = read(QUIET)
    outcome = move(position, Limits(nodes=50_000, threads=2))
    assert not check_choice(position, outcome.answer)
    assert outcome.status is Status.FEASIBLE


def test_several_lines_are_told_best_first():
    position = read(QUIET)
    thought = Engine(position.rules, EngineSettings(multipv=3)).search_to_depth(position.cells, 1, 5, Limits())
    scores = [line.score for line in thought.lines]
    assert scores == sorted(scores, reverse=True)
    assert len({line.cells[0] for line in thought.lines}) == 3


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_every_level_completes_a_line(level):
    position = read("k: 5\nX X X X . .\nO O O . . .\nO . . . . .\n. . . . . .\n. . . . . .\n. . . . . .")
    assert move(position, Limits(nodes=1000), settings=EngineSettings(level=level)).answer.move == (0, 4)


def test_a_lower_level_looks_less_deep():
    position = read(QUIET)
    depths = [
        move(position, Limits(nodes=50_000), settings=EngineSettings(level=level)).answer.depth for level in (1, 3, 6)
    ]
    assert depths == sorted(set(depths))


@pytest.mark.parametrize(
    "part", ["threats=false", "ordering=false", "reductions=false", "table=0", "weights=hand", "exact=false"]
)
def test_every_part_can_be_switched_off(part):
    choice = PASTIME.problem("move").choose(f"engine:{part}")
    position = read(QUIET)
    assert not check_choice(position, choice.load_solver()(position, Limits(nodes=2000)).answer)


def test_wrong_settings_are_refused():
    for settings in ("level=0", "level=11", "multipv=0", "table=-1", "weights=best"):
        with pytest.raises(UsageError, match=settings.split("=")[0]):
            PASTIME.problem("move").choose(f"engine:{settings}")


@pytest.mark.parametrize(
    ("m", "n", "k"), [(1, 1, 1), (1, 2, 2), (2, 2, 2), (1, 9, 3), (3, 3, 5), (2, 40, 20), (5, 5, 40), (90, 3, 3)]
)
def test_odd_boards_are_played(m, n, k):
    position = Position(Rules(m, n, k), bytes(m * n))
    for _ in range(6):
        if position.result:
            break
        answer = move(position, Limits(nodes=2000)).answer
        assert not check_choice(position, answer)
        position = position.play(answer.move[0] * n + answer.move[1])


@pytest.mark.parametrize("option", ["exact", "misere", "gravity", "torus", "maker_breaker"])
def test_other_rules_are_played_by_the_full_search(option):
    position = Position(Rules(5, 6, 4, **{option: True}), bytes(30))
    while position.result is None:
        answer = move(position, Limits(nodes=1000)).answer
        assert not check_choice(position, answer)
        position = position.play(answer.move[0] * 6 + answer.move[1])


def test_a_cancelled_search_still_moves():
    cancel = Cancel()
    cancel.cancel()
    outcome = move(read(QUIET), Limits(cancel=cancel))
    assert outcome.stopped is StopReason.CANCELLED
    assert outcome.answer is not None


@pytest.mark.parametrize(("size", "nodes"), [(5, 1024), (15, 1024), (64, 64), (255, 4)])
def test_the_greater_the_board_the_fewer_nodes_lie_between_two_looks(size, nodes):
    """Where a node takes 50 us, a thousand of them would be half of a limit of a tenth of a second."""
    cancel = Cancel()
    cancel.cancel()
    position = Position(Rules(size, size, 5), bytes(size * size))
    thought = Engine(position.rules).search_to_level(position.cells, position.to_move, Limits(cancel=cancel))
    assert thought.stop_reason is StopReason.CANCELLED
    assert thought.node_count in (nodes, nodes + 1)  # one may be begun before all know of the end


def test_what_the_kernel_cannot_hold_is_refused():
    for arguments in ((300, 300, 5), (15, 15, 30), (0, 5, 5)):
        with pytest.raises(ValueError, match="needed"):
            kernel.Engine(*arguments)
    with pytest.raises(ValueError, match="weights"):
        kernel.Engine(5, 5, 5, b"123")
    engine = kernel.Engine(3, 3, 3)
    for cells, mark in ((bytes(8), 1), (bytes([3] * 9), 1), (bytes(9), 0)):
        with pytest.raises(ValueError, match="needed"):
            engine.think(cells, mark, 1, 1, 1, 0, 15, [], 1.0, 100)


def test_weights_that_no_line_names_are_nothing():
    few = memoryview(read_weights("five open_three dead dead 1 -2 3 -4\n# a remark\nbias 9\n")).cast("h")
    assert (len(few), sorted(set(few))) == (20 * 3060 + WORDS, [-4, -2, 0, 1, 3, 9])


def test_scores_tell_the_plies_to_the_end():
    assert value_of_score(30000 - 5) == ("win", 5)
    assert value_of_score(6 - 30000) == ("loss", 6)
    assert value_of_score(500) is None


def test_the_position_of_the_demo_is_answered():
    outcome = move(read("m: 15\nn: 15\nk: 5\nmoves: h8 i9 i7 g9 h9 h10 j6 g7 h6 h7"), Limits(nodes=50_000))
    assert re.fullmatch(r"feasible|solved", outcome.status.value)


def test_a_search_among_some_moves_keeps_to_them():
    position = read(QUIET)
    engine = Engine(position.rules)
    for cell in (0, 100, 224):
        thought = engine.search_to_depth(position.cells, position.to_move, 4, Limits(), [cell])
        assert thought.lines[0].cells[0] == cell
    taken = next(cell for cell, mark in enumerate(position.cells) if mark)
    with pytest.raises(ValueError, match="among"):
        engine.search_to_depth(position.cells, position.to_move, 4, Limits(), [taken])


@pytest.mark.parametrize(
    "cells",
    [
        [1, 1, 0, 2, 2, 0, 0, 0, 0],  # one mark completes a line
        [1, 0, 0, 0, 2, 0, 0, 2, 1],  # two threats at once win
        [2, 2, 0, 2, 1, 0, 0, 0, 1],  # the other threatens two lines
    ],
)
def test_a_search_among_some_moves_keeps_to_them_where_another_ends_the_game(cells):
    engine = Engine(Rules(3, 3, 3))
    for cell in (cell for cell, mark in enumerate(cells) if not mark):
        assert engine.search_to_depth(bytes(cells), 1, 9, Limits(nodes=10_000), [cell]).lines[0].cells[0] == cell


def test_every_mark_that_ends_the_game_is_told_as_a_win_in_one():
    thought = Engine(Rules(3, 3, 3), EngineSettings(multipv=3)).search_to_level(bytes([1, 1, 0, 1, 2, 0, 0, 2, 2]), 1)
    assert [line.cells for line in thought.lines if line.score == 29999] == [(2,), (6,)]


def test_a_lost_position_is_defended_where_the_opponent_must_see_far():
    position = Position(Rules(6, 5, 4), bytes(30)).play(17)
    answer = move(position, Limits(nodes=50_000)).answer
    assert answer.proven == "loss"
    after = position.play(answer.move[0] * 5 + answer.move[1])
    assert kernel.told("shortest", graph=kernel.graph(30, *_open_lines(after)), most=3).moves == 0  # no win in three


def test_a_draw_of_which_no_move_is_proved_is_no_proved_draw(monkeypatch):
    monkeypatch.setattr(TrapOracle, "move_grades", lambda *question: ({}, []))
    position = Position(Rules(4, 4, 4), bytes(16))
    outcome = move(position, Limits(nodes=5000))
    assert (outcome.status, outcome.answer.proven) == (Status.FEASIBLE, None)


def _open_lines(position: Position) -> tuple[list[list[int]], list[list[int]]]:
    live = live_lines(position)
    return live.mover_lines, live.opponent_lines


def test_a_board_without_lines_is_a_draw_at_once():
    outcome = move(Position(Rules(30, 40, 41), bytes(1200)), Limits(nodes=1))
    assert (outcome.status, outcome.answer.proven) == (Status.SOLVED, "draw")
    assert outcome.reason == "k > max(m,n): no line exists, draw"


def test_each_mark_more_in_a_long_line_is_worth_more():
    for column in range(PLAIN):
        worth = [STEEP[c][column] for c in (*range(7), 8)]  # open and closed ones each for themselves
        assert worth == sorted(worth)
        assert STEEP[7][column] < STEEP[9][column]
