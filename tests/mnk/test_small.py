"""Small positions against brute force: values, lengths and moves under every option.

Left out: how fast the full search is.

Tests: proof/full.py
"""

import json
import random
from pathlib import Path

import pytest

from passatempo.cli.main import run
from passatempo.core.json import dump_outcome, encode, load_question
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.mnk import Position, Rules, ValueAsk, reference
from passatempo.mnk.formats.notation import write_place
from passatempo.mnk.lines import windows
from passatempo.mnk.proof import full
from passatempo.mnk.reference import ends, landing, undecided

from . import kernel
from .oracle import OPTIONS, Oracle, rank

GAME = pastime("mnk")
VALUE, MOVE = GAME.problem("value"), GAME.problem("move")
CASES = json.loads((Path(__file__).parents[1] / "data" / "mnk" / "solver.json").read_text(encoding="utf-8"))["cases"]
WORTH = {"win": 1, "draw": 0, "loss": -1}
# Boards on which the keys of states clashed, and others under each option.
TORUS = [(2, 5, 4), (2, 6, 4), (2, 7, 4), (2, 8, 4), (3, 4, 3), (3, 5, 4)]
PLAIN = [(2, 5, 3), (5, 2, 3), (2, 6, 3), (6, 2, 3), (2, 7, 3)]
BOARDS = [(size, {"torus": True}) for size in TORUS] + [(size, {}) for size in PLAIN]
BOARDS += [(size, {option: True}) for size in ((3, 3, 3), (3, 4, 3), (4, 3, 3)) for option in OPTIONS]


@pytest.mark.parametrize("part", range(5))
def test_cases(part):
    for case in CASES[part::5]:
        question = load_question(GAME, VALUE, {**case["instance"], "all_moves": True}, {})
        outcome = ask(VALUE, question)
        answer = outcome.answer
        assert (answer.value, answer.plies, outcome.checked) == (case["value"], case["plies"], True), case
        assert {write_place(place): [worth, plies] for place, worth, plies in answer.moves} == case["moves"], case


def drawn(count, rng, most=9):
    """Yield positions with 5 to 9 empty cells, or to `most`, each with what every move is worth."""
    oracles = {}
    while count:
        size, options = rng.choice(BOARDS)
        if rng.random() < 0.3:
            options = {option: rng.random() < 0.4 for option in OPTIONS}
        rules = Rules(*size, **options)
        oracle = oracles.setdefault(rules, Oracle(*size, **options))
        board = oracle.position(rng.randint(5, min(most, rules.size)), rng)
        if board is not None:
            count -= 1
            yield Position(rules, bytes(board)), oracle.moves(board)


def told(moves, position):
    """Return the moves of an answer as the oracle gives them."""
    return {row * position.rules.n + column: (WORTH[worth], plies or 0) for (row, column), worth, plies in moves}


def judge(position, truth):
    """Hold the table of moves, the value alone, and the default move against brute force."""
    best = max(truth.values(), key=rank)
    outcome = ask(VALUE, Question(position, ValueAsk(all_moves=True)))
    assert told(outcome.answer.moves, position) == truth, position
    assert WORTH[outcome.answer.value] == outcome.value == best[0]
    brief = ask(VALUE, Question(position, ValueAsk())).answer
    assert WORTH[brief.value] == best[0]
    for row, column in brief.best_moves:
        assert truth[row * position.rules.n + column][0] == best[0], position
    choice = ask(MOVE, position).answer
    row, column = choice.move
    assert truth[row * position.rules.n + column] == best, (position, choice)
    assert (WORTH[choice.proven], choice.plies or 0) == best, (position, choice)


@pytest.mark.quick(1)
@pytest.mark.parametrize("part", range(3))
def test_random_positions(part):
    for position, truth in drawn(100, random.Random(), 7):
        judge(position, truth)


@pytest.mark.long
def test_many_random_positions():
    for position, truth in drawn(5000, random.Random("small positions")):
        judge(position, truth)


@pytest.mark.quick(5)
@pytest.mark.parametrize("seed", range(50))
def test_the_full_search_is_the_reference(seed):
    """The value alone, the best moves and the table of moves, at any depth of the game."""
    rng = random.Random(seed)
    for position, _ in drawn(4, rng, 8):
        table = reference.value(Question(position, ValueAsk(all_moves=True))).answer
        truth = told(table.moves, position)
        found = {wanted: full.search_values(position, wanted, Limits()).reply["moves"] for wanted in full.ValueQuery}
        assert {move.cell: (move.value, move.plies) for move in found[full.ValueQuery.ALL]} == truth
        best = {cell: worth for cell, worth in truth.items() if worth == max(truth.values(), key=rank)}
        assert {move.cell: (move.value, move.plies) for move in found[full.ValueQuery.BEST]} == best
        (one,) = found[full.ValueQuery.VALUE]
        assert truth[one.cell][0] == one.value == WORTH[table.value]


def test_a_limit_leaves_what_was_proved():
    """The value, then the best moves, then the table: each stage that was finished is reported."""
    position = Position(Rules(4, 3, 3, misere=True), bytes(12))
    whole = full.value(Question(position, ValueAsk(all_moves=True)), Limits()).answer
    seen = set()
    for nodes in range(0, 70_000, 3000):
        outcome = full.value(Question(position, ValueAsk(all_moves=True)), Limits(nodes=nodes))
        seen.add(outcome.status)
        if outcome.answer is None:
            assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.NODES)
            continue
        assert outcome.answer.value == whole.value
        assert outcome.answer.plies in (None, whole.plies)
        assert set(outcome.answer.best_moves) <= {place for place, worth, _ in whole.moves if worth == whole.value}
        if outcome.answer.plies is not None:
            assert set(outcome.answer.best_moves) == set(whole.best_moves)
    assert seen == {Status.UNKNOWN, Status.FEASIBLE, Status.SOLVED}


def test_what_the_kernel_does_not_take_is_left_to_the_reference():
    blocked = Position(Rules(9, 9, 9, misere=True), bytes([1, 2, *[0] * 79]))
    assert not full.suits_kernel(blocked)
    assert full.value(Question(blocked, ValueAsk()), Limits(nodes=5)).status is Status.UNKNOWN
    long_line = Position(Rules(2, 3, 9, exact=True), bytes(6))
    assert full.move(long_line, Limits()).answer.proven == "draw"
    dead = Position(Rules(1, 60, 31, exact=True), bytes([*[0] * 29, 1, 2, *[0] * 29]))
    assert full.value(Question(dead, ValueAsk()), Limits(nodes=1000)).answer.value == "draw"


@pytest.mark.parametrize(
    ("size", "options", "cells", "wanted"),
    [
        ((0, 3, 3), [0] * 5, 0, 0),
        ((3, 3, 3), [0] * 5, 8, 0),
        ((3, 3, 3), [0] * 5, 9, 3),
        ((9, 9, 3), [0] * 5, 81, 0),
        ((200, 200, 3), [0] * 5, 40_000, 0),
    ],
    ids=str,
)
def test_the_kernel_refuses_what_it_cannot_search(size, options, cells, wanted):
    with pytest.raises(ValueError, match=r"needed|searched"):
        kernel.told("full", 1.0, 10, position=((*size, *options), bytes(cells)), wanted=wanted)


@pytest.mark.parametrize("board", [bytes([1, 1, 1, 2, 2, 0, 0, 0, 0]), bytes([1, 1, 0, 0, 0, 0, 0, 0, 0]), b"\x03" * 9])
def test_the_kernel_refuses_boards_that_cannot_be(board):
    with pytest.raises(ValueError, match="cells"):
        kernel.told("full", 1.0, 10, position=(kernel.board(3, 3, 3), board), wanted=1)


def lines_of(rules, board):
    """Return the open lines: the cells to fill, and whether X and O may fill them."""
    found = set()
    for window in windows(rules.m, rules.n, rules.k, rules.torus):
        marks = {board[cell] for cell in window} - {0}
        empty = frozenset(cell for cell in window if not board[cell])
        if len(marks) < 2 and empty:
            found.add((empty, 2 not in marks, 1 not in marks and not rules.maker_breaker))
    return found


def weight(lines, board, rules, mark):
    """Return how much more the lines weigh that are open to a side."""
    total = 0
    for empty, for_x, for_o in lines:
        marks = [board[cell] for cell in empty if board[cell]]
        worth = [256, 64, 16, 4, 1][max(0, len(empty) - len(marks) - 1) :][:1] or [0]
        total += worth[0] * ((for_x and 2 not in marks) - (for_o and 1 not in marks))
    return total if (mark == 1) != rules.misere else -total


def end_of(rules, board, cell, mark):
    """Return what a move that ends the game scores for the side that makes it; None where it goes on."""
    after = board[:cell] + bytes([mark]) + board[cell + 1 :]
    if ends(rules, after, cell):
        return -29_999 if rules.misere else 29_999
    if 0 in after:
        return None
    over = undecided(rules)
    return 0 if over == "draw" else 29_999 if over == ".XO"[mark] else -29_999


def score(rules, lines, board, plies):
    """Return the score so many plies ahead by trying every move; at the horizon lines are weighed."""
    mark = 1 + (board.count(1) > board.count(2))
    alive = any(
        (for_x and all(board[c] != 2 for c in empty)) or (for_o and all(board[c] != 1 for c in empty))
        for empty, for_x, for_o in lines
    )
    if not alive:
        over, left = undecided(rules), board.count(0)
        return 0 if over == "draw" else 30_000 - left if over == ".XO"[mark] else left - 30_000
    best, goes_on = -99_999, False
    for cell in landing(rules, board):
        found = end_of(rules, board, cell, mark)
        if found is None and plies:
            found = score(rules, lines, board[:cell] + bytes([mark]) + board[cell + 1 :], plies - 1)
            found = 1 - found if found > 0 else -1 - found if found < 0 else 0
        goes_on |= found is None
        best = max(best, -99_999 if found is None else found)
    return max(best, weight(lines, board, rules, mark)) if goes_on else best


@pytest.mark.quick(8)
@pytest.mark.parametrize("seed", range(40))
def test_a_search_to_a_depth_is_plain_minimax(seed):
    """The score of the move that is played, and of no other is it greater."""
    rng = random.Random(f"depth {seed}")
    options = {option: rng.random() < 0.4 for option in OPTIONS}
    rules = Rules(*rng.choice([(4, 4, 3), (4, 5, 4), (5, 5, 4), (3, 6, 4)]), **options)
    position = Position(rules, bytes(rules.size))
    for _ in range(rng.randint(2, 8)):
        after = position.play(rng.choice(position.legal))
        position = position if after.result else after
    lines, plies = lines_of(rules, position.cells), rng.randint(1, 3)
    choice = full.play_to_depth(position, plies, Limits()).answer
    truth = score(rules, lines, position.cells, choice.depth)
    assert choice.depth == min(plies, position.empty) or abs(truth) > 29_000
    assert choice.score == truth
    (row, column), mark = choice.move, position.to_move
    cell = row * rules.n + column
    after = position.cells[:cell] + bytes([mark]) + position.cells[cell + 1 :]
    reply = end_of(rules, position.cells, cell, mark)
    if reply is None:
        reply = score(rules, lines, after, choice.depth - 1)
        reply = 1 - reply if reply > 0 else -1 - reply if reply < 0 else 0
    assert reply == truth


@pytest.mark.parametrize("option", OPTIONS)
def test_a_search_to_a_depth_is_repeated_exactly_and_plays_at_once(option):
    for size in ((6, 6, 4), (11, 11, 5), (40, 40, 40)):
        position = Position(Rules(*size, **{option: True}), bytes(size[0] * size[1]))
        for _ in range(4):
            first, again = (full.play_to_depth(position, 100, Limits(nodes=2000)) for _ in range(2))
            assert first == again
            assert full.play_to_depth(position, 100, Limits(nodes=1)).answer.move in map(position.place, position.legal)
            position = position.play(first.answer.move[0] * size[1] + first.answer.move[1])


def asked(capsys, *words):
    """Return the answer of a command as JSON."""
    assert run(["mnk", *words, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)["answer"]


@pytest.mark.parametrize(
    ("words", "moves"),
    [
        ("--m 2 --n 6 --k 4 --torus --board ...O.X/.X....", {"1,1": "draw", "1,2": "win 5", "2,4": "loss 6"}),
        ("--m 2 --n 5 --k 3 --board ...X./X..O.", {"1,1": "loss 4", "2,3": "win 3", "2,5": "loss 6"}),
        ("--m 5 --n 2 --k 3 --board .X/../../X./.O", {}),
        ("--m 2 --n 6 --k 3 --board ...X.O/X.O.X.", {"1,1": "loss 4", "2,2": "loss 6", "2,4": "draw"}),
    ],
)
def test_values_of_commands_that_were_wrong(words, moves, capsys):
    table = asked(capsys, "value", *words.split(), "--all-moves")["moves"]
    rules = dict(zip(words.split()[0:6:2], map(int, words.split()[1:6:2]), strict=True))
    oracle = Oracle(rules["--m"], rules["--n"], rules["--k"], torus="--torus" in words)
    truth = oracle.moves(tuple(".XO".index(mark) for mark in words.split()[-1].replace("/", "")))
    written = {1: "win", 0: "draw", -1: "loss"}
    assert table == {
        f"{cell // oracle.n + 1},{cell % oracle.n + 1}": f"{written[value]} {plies}" if value else "draw"
        for cell, (value, plies) in truth.items()
    }
    assert moves.items() <= table.items()


def test_a_move_that_keeps_a_won_misere_game(capsys):
    answer = asked(capsys, "move", "--m", "3", "--n", "3", "--k", "3", "--misere", "--board", ".X./OO./..X")
    assert (answer["move"], answer["proven"], answer["plies"]) == ([3, 2], "win", 4)
    lower = asked(capsys, "move", "--example", "misere", "--method", "engine:level=3")
    assert lower["proven"] is None


def test_the_published_evaluation_refuses_the_options_that_it_does_not_know(capsys):
    for option in ("misere", "exact", "maker-breaker"):
        assert (
            run(["mnk", "evaluate", "--m", "3", "--n", "3", "--k", "3", "--board", "X../.O./...", f"--{option}"]) == 2
        )
        out, err = capsys.readouterr()
        assert (out, err.count("\n"), option.replace("-", "_") in err) == ("", 1, True)
    assert run(["mnk", "evaluate", "--m", "3", "--n", "3", "--k", "3", "--board", "X../.O./...", "--torus"]) == 0


def test_the_cases_survive_a_round_trip():
    for case in CASES[::60]:
        question = load_question(GAME, VALUE, {**case["instance"], "all_moves": True}, {})
        written = json.loads(encode(dump_outcome(VALUE, ask(VALUE, question))))
        assert written["answer"]["value"] == case["value"]
