"""Analysis of games, puzzles, and tuning."""

import json
import math

import pytest

from passatempo.cli.main import run as cli
from passatempo.core.errors import InvalidInstance
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.mnk.analyse import analyse
from passatempo.mnk.classes import CLASSES
from passatempo.mnk.model import Position, Rules, ValueAsk
from passatempo.mnk.puzzles import only_first_move, puzzles
from passatempo.mnk.reference import value
from passatempo.mnk.text import read
from passatempo.mnk.tune import fit, known_classes, self_play
from passatempo.mnk.weights import read_weights

LOST = "m: 3\nn: 3\nk: 3\nmoves: b2 b1 a1 c3 a3 c1 a2"
NODES = Limits(nodes=20_000)


def test_values_and_the_turning_point_are_those_of_a_full_search():
    analysis = analyse(read(LOST), NODES)
    game = read(LOST)
    for number, step in enumerate(analysis.steps):
        position = Position(game.rules, bytes(9))
        for cell in game.moves[:number]:
            position = position.play(cell)
        truth = value(Question(position, ValueAsk(all_moves=True))).answer
        assert (step.proved or truth.value) == truth.value
    assert analysis.turning.number == 2
    assert analysis.turning.best != analysis.turning.move


def test_a_game_without_moves_cannot_be_analysed():
    with pytest.raises(InvalidInstance, match="moves"):
        analyse(read("k: 3\nX . .\n. O .\n. . ."))
    with pytest.raises(InvalidInstance, match="options"):
        analyse(read("m: 3\nn: 3\nk: 3\nmisere: true\nmoves: b2 a1"))


def test_a_drawn_game_has_no_loser():
    analysis = analyse(read("m: 3\nn: 3\nk: 3\nmoves: b2 a1 c1 a3 a2 c2 b1 b3 c3"), NODES)
    assert analysis.result == "draw"
    assert analysis.turning is None


def test_the_command_tells_text_and_json(tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text(LOST)
    assert cli(["mnk", "analyse", str(file), "--nodes", "5000"]) == 0
    assert "Move 2, b1, lost the game" in capsys.readouterr().out
    assert cli(["mnk", "analyse", str(file), "--nodes", "5000", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["result"] == "X"
    assert told["turning"] == 2
    assert cli(["mnk", "analyse", str(tmp_path / "none.txt")]) == 2


def test_a_puzzle_has_one_shortest_first_move_by_a_full_search():
    found = only_first_move(read("k: 3\n. . O\n. . X\nX O ."), 2)
    truth = value(Question(read("k: 3\n. . O\n. . X\nX O ."), ValueAsk())).answer
    assert truth.best_moves == ((1, 0),)
    assert divmod(found, 3) == truth.best_moves[0]
    assert only_first_move(read("k: 3\n. . .\n. X .\n. . O"), 2) is None  # more than one, or none so short


def test_puzzles_are_repeatable_and_open():
    rules = Rules(7, 7, 4)
    first, second = (next(puzzles(rules, 3, seed=2)) for _ in range(2))
    assert first == second
    assert first.position.result is None
    assert first.position.cells[first.first] == 0
    assert only_first_move(first.position, 2) is None


def test_the_classes_of_k_are_those_that_lines_can_have():
    assert {CLASSES[c] for c in known_classes(3)} == {"five", "four", "open_four", "three", "open_three", "dead"}
    assert "needs_5" not in {CLASSES[c] for c in known_classes(5)}
    assert "needs_9" in {CLASSES[c] for c in known_classes(10)}


def test_tuning_writes_weights_that_can_be_read(tmp_path, capsys):
    out, record = tmp_path / "5.txt", tmp_path / "games.jsonl"
    options = "--m 9 --n 9 --k 5 --games 25 --nodes 50 --epochs 2 --rounds 2 --last 30 --threads 2"
    words = ["mnk", "tune", str(out), *options.split()]
    assert cli([*words, "--record", str(record)]) == 0
    said = capsys.readouterr().out
    assert "25 games, " in said
    assert "30 games, " in said
    assert any(read_weights(out.read_text()))
    assert len(record.read_text().splitlines()) == 50


def test_a_fit_tells_more_than_an_even_chance_and_is_repeated_exactly():
    games = [game for batch in self_play(11, 11, 5, None, 150, 50, seed=8) for game in batch]
    tuned = fit(11, 11, 5, games, epochs=40)
    assert tuned.loss_before == pytest.approx(math.log(2))
    assert tuned.loss_after < 0.6
    assert tuned.first_after > 0.4
    assert fit(11, 11, 5, games, epochs=40) == tuned
