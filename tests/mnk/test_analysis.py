"""Analysis of games, and puzzles.

Tests: commands.py, matches/review.py
"""

import json
import random
import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from passatempo import mnk
from passatempo.cli.main import run as cli
from passatempo.core.errors import InvalidInstance, PassatempoError, Unanswered
from passatempo.core.limits import Cancel, Limits
from passatempo.core.pastime import Question
from passatempo.mnk.engine.search import DECIDED, MATE, Engine
from passatempo.mnk.formats import moves
from passatempo.mnk.matches import analysis as analysis_module
from passatempo.mnk.matches.analysis import analyse_game, shift_score
from passatempo.mnk.matches.review import winning_chance
from passatempo.mnk.model import Position, ValueAsk
from passatempo.mnk.proof.known_values import board_values
from passatempo.mnk.reference import value
from passatempo.mnk.rules import OPTIONS, Rules
from passatempo.mnk.settings import EngineSettings
from passatempo.mnk.text import read

LOST = "m: 3\nn: 3\nk: 3\nmoves: b2 b1 a1 c3 a3 c1 a2"
NODES = Limits(nodes=20_000)


def test_values_and_the_turning_point_are_those_of_a_full_search():
    analysis = analyse_game(read(LOST), NODES)
    game = read(LOST)
    for number, step in enumerate(analysis.steps):
        position = Position(game.rules, bytes(9))
        for cell in game.moves[:number]:
            position = position.play(cell)
        truth = value(Question(position, ValueAsk(all_moves=True))).answer
        assert (step.proof_value or truth.value) == truth.value
    assert analysis.decisive_step.number == 2
    assert analysis.decisive_step.best_move != analysis.decisive_step.move


def test_a_game_without_moves_cannot_be_analysed():
    with pytest.raises(InvalidInstance, match="moves"):
        analyse_game(read("k: 3\nX . .\n. O .\n. . ."))


@pytest.mark.parametrize("option", OPTIONS)
def test_an_analysis_knows_exact_and_refuses_other_options_by_name(option):
    game = read(f"m: 2\nn: 5\nk: 3\nmoves: a2 a1 b2 b1 d2 e2 c2\n{option}: true")
    if option == "exact":  # four are not three: the game goes on
        assert analyse_game(game).result is None
    else:
        with pytest.raises(InvalidInstance, match=f"{option}: the engine plays plain rules or exact"):
            analyse_game(game)


def test_a_drawn_game_has_no_loser():
    analysis = analyse_game(read("m: 3\nn: 3\nk: 3\nmoves: b2 a1 c1 a3 a2 c2 b1 b3 c3"), NODES)
    assert analysis.result == "draw"
    assert analysis.decisive_step is None


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


def lost_game(seed):
    """A game that somebody loses; on small boards one in many is drawn, and which depends on the engine."""
    rules = Rules(*[(15, 15, 5), (9, 9, 5), (7, 7, 4), (11, 8, 5)][seed % 4])
    games = (uneven_game(rules, random.Random(f"{seed} {attempt}"), 1 + seed % 2) for attempt in range(5))
    return next(game for game in games if game.result != "draw")


def uneven_game(rules, rng, strong):
    """A game of the engine at a few hundred nodes against a player who draws lots near the marks."""
    engine = Engine(rules, EngineSettings(exact=False, table=1))
    position = Position(rules, bytes(rules.size))
    while position.result is None:
        if position.to_move == strong or rng.random() < 0.6:
            limits = Limits(nodes=300 if position.to_move == strong else 40)
            cell = engine.search_to_level(position.cells, position.to_move, limits).lines[0].cells[0]
        else:
            row, column = divmod(position.last if position.moves else rules.size // 2, rules.n)
            near = [c for c in position.legal if abs(c // rules.n - row) <= 2 and abs(c % rules.n - column) <= 2]
            cell = rng.choice(near or position.legal)
        position = position.play(cell)
    return position


def forced(score):
    return (score > DECIDED) - (score < -DECIDED)


@pytest.mark.quick(4)
@pytest.mark.parametrize("seed", range(20))
def test_the_values_of_a_lost_game_are_one_table(seed):
    game = lost_game(seed)
    analysis = analyse_game(game, Limits(nodes=2000))
    steps = analysis.steps
    assert len(steps) == len(game.moves)
    assert steps[-1].score_after == MATE
    for step, following in pairwise(steps):
        assert step.score_after == -following.score_before
    for step in steps:
        if step.best_move == step.move:  # no forced end turns into another value along the best moves
            assert step.score_before == shift_score(step.score_after)
            assert forced(step.score_before) == forced(step.score_after)
        else:
            assert step.score_before > shift_score(step.score_after)
            assert game.place(game.moves[step.number - 1]) == step.move
    turning = analysis.decisive_step
    assert turning is not None
    assert turning.mark == analysis.loser
    later = [step for step in steps if step.mark == analysis.loser and step.number > turning.number]
    if analysis.lost_from_the_start:
        assert all(step.score_before <= -DECIDED for step in steps if step.mark == analysis.loser)
    else:
        assert turning.best_move != turning.move
        assert turning.score_before > -DECIDED >= turning.score_after
        assert all(step.score_before <= -DECIDED for step in later)


def test_the_move_that_was_made_is_never_the_better_one(tmp_path, capsys):
    file = tmp_path / "game.txt"
    for seed in (1, 2, 3):
        file.write_text(moves.write(lost_game(seed)))
        assert cli(["mnk", "analyse", str(file), "--nodes", "1000"]) == 0
        said = capsys.readouterr().out.splitlines()[-1]
        found = re.fullmatch(r"Move \d+, (\w+), lost the game; (\w+) was better \(.*instead of loss \d+\).*", said)
        assert found is not None or "was lost from the start" in said, said
        assert found is None or found[1] != found[2]


def contradictions(game, analysis):
    """What cannot hold together in an analysis, by the rules and by arithmetic alone."""
    found, steps = [], analysis.steps
    for step, following in pairwise(steps):
        if step.score_after != -following.score_before:
            found.append(("one position, two values", step.number))
    for step in steps:
        made = shift_score(step.score_after)
        if step.best_move == step.move and (step.best_line or step.score_before != made):
            found.append(("the best move was made, and something is better", step.number))
        if step.best_move != step.move and (step.score_before <= made or step.best_line[0] != step.best_move):
            found.append(("what is better is not worth more", step.number))
        if step.changes_course and step.best_move == step.move:
            found.append(("a turning move that was the best", step.number))
    position = Position(game.rules, bytes(game.rules.size))
    for step in steps:
        here = position
        for number, place in enumerate(step.best_line):
            cell = place[0] * game.rules.n + place[1]
            if cell not in here.legal:
                found.append(("a line that cannot be played", step.number, number))
                break
            here = here.play(cell)
        position = position.play(step.move[0] * game.rules.n + step.move[1])
    loses = [step.number for step in steps if step.loses_game and step.mark == analysis.loser]
    turning = analysis.decisive_step
    if loses and (turning is None or turning.number != loses[-1]):
        found.append(("not the last losing move", loses))
    return found


@pytest.mark.quick(5)
@pytest.mark.parametrize("seed", range(20, 32))
def test_an_analysis_does_not_contradict_itself(seed):
    game = lost_game(seed)
    assert contradictions(game, analyse_game(game, Limits(nodes=500))) == []


def test_the_checker_of_contradictions_sees_them():
    game = lost_game(21)
    analysis = analyse_game(game, Limits(nodes=500))
    steps = list(analysis.steps)
    wrong = [
        replace(steps[3], score_after=steps[3].score_after + 1),
        replace(steps[3], best_move=steps[3].move, best_line=((0, 0),)),
        replace(steps[3], best_move=(0, 0), best_line=((0, 0),), score_before=shift_score(steps[3].score_after)),
    ]
    for step in wrong:
        assert contradictions(game, replace(analysis, steps=(*steps[:3], step, *steps[4:])))


def test_the_move_that_lost_is_looked_at_longer(monkeypatch):
    asked = []
    real = analysis_module.choose_move

    def watched(engine, position, limits):
        asked.append((position.moves, limits.nodes))
        return real(engine, position, limits)

    monkeypatch.setattr(analysis_module, "choose_move", watched)
    game = lost_game(1)
    found = analyse_game(game, Limits(nodes=300))
    longer = [len(moves) + 1 for moves, nodes in asked if nodes == 300 * analysis_module.LONGER]
    assert found.decisive_step is not None
    assert not found.lost_from_the_start
    assert min(longer) == found.decisive_step.number  # the position before it, and the one after the better move
    order = [len(moves) for moves, nodes in asked if nodes == 300]
    assert order == sorted(order, reverse=True)  # from the end backwards


@pytest.mark.parametrize("form", ["svg", "print"])
def test_the_course_of_a_game_is_drawn(form, tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text(LOST)
    assert cli(["mnk", "analyse", str(file), "--nodes", "5000", "--format", form]) == 0
    drawn = capsys.readouterr().out
    root = ElementTree.fromstring(drawn)
    words = ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")]
    assert "2 b1" in words  # the move that decided carries its number and name
    assert ("prefers-color-scheme:dark" in drawn) == (form == "svg")
    assert {"X wins", "even", "O wins"} <= set(words)


def test_the_graph_goes_with_the_values():
    assert [winning_chance(score) for score in (0, MATE - 3, 7 - MATE)] == [0.5, 1.0, 0.0]
    values = [winning_chance(score) for score in range(-900, 901, 50)]
    assert values == sorted(values)


def test_many_games_are_summed_up(tmp_path, capsys):
    games = tmp_path / "games.jsonl"
    lost = {"m": 3, "n": 3, "k": 3, "moves": [[2, 2], [1, 2], [1, 1], [3, 3], [3, 1], [1, 3], [2, 1]]}
    drawn = {"m": 3, "n": 3, "k": 3, "moves": [[2, 2], [1, 1], [1, 3], [3, 1], [2, 1], [2, 3], [1, 2], [3, 2], [3, 3]]}
    record = {"opening": 1, "first": "ann", "second": "bob", "winner": "bob", "end": "line"}
    games.write_text("".join(json.dumps(game) + "\n" for game in ({**lost, **record}, {**drawn, **record}, lost)))
    assert cli(["mnk", "analyse", "--batch", str(games), "--nodes", "5000", "--format", "json"]) == 0
    *rows, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["turning"] for row in rows] == [2, None, 2]
    summary = last["summary"]
    assert summary["results"] == {"X": 2, "O": 0, "draw": 1, "open": 0}
    assert summary["deciding_move"]["median"] == 2
    assert summary["players"]["ann"] == {"games": 2, "losses": 1, "lost_from_the_start": 0, "turning_moves": 1}
    assert summary["players"]["bob"]["losses"] == 0
    assert cli(["mnk", "analyse", "--batch", str(games), "--nodes", "5000"]) == 0
    assert "3 games: X 2, O 0, draw 1, open 0" in capsys.readouterr().out
    games.write_text(json.dumps(lost) + "\n{}\n")
    assert cli(["mnk", "analyse", "--batch", str(games), "--nodes", "100"]) == 2
    assert "line 2" in capsys.readouterr().err
    for words in (["--batch", str(games), "x.txt"], [], ["--batch", str(games), "--format", "svg"]):
        assert cli(["mnk", "analyse", *words]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_who_was_lost_from_the_start_is_told_so(tmp_path, capsys):
    # X wins 3 x 4 with three in a row whatever O does; O's first move here shortens it.
    file = tmp_path / "game.txt"
    file.write_text("m: 3\nn: 4\nk: 3\nmoves: b2 d1 c2 d2 a2")
    assert cli(["mnk", "analyse", str(file), "--nodes", "20000"]) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said.startswith("O was lost from the start: move ")


def test_the_values_of_a_small_game_are_those_of_a_full_search_by_steps():
    game = read("m: 3\nn: 3\nk: 3\nmoves: b2 b1 a1 c3 a3 c1 a2")
    position = Position(game.rules, bytes(9))
    for step in analyse_game(game, NODES).steps:
        truth = {
            place: (worth, plies)
            for place, worth, plies in value(Question(position, ValueAsk(all_moves=True))).answer.moves
        }
        worth, plies = truth[step.move]
        if worth == "draw":
            assert step.score_after == 0
        elif plies < 9:
            assert step.score_after == (MATE - (plies - 1) if worth == "win" else plies - 1 - MATE)
        position = position.play(step.move[0] * 3 + step.move[1])


def test_an_analysis_that_is_cancelled_says_nothing():
    cancel = Cancel()
    cancel.cancel()
    assert analyse_game(read(LOST), Limits(nodes=1000, cancel=cancel)).steps == ()


def test_a_game_is_read_from_standard_input_and_nothing_endless_is(tmp_path):
    words = [sys.executable, "-m", "passatempo", "mnk", "analyse", "-", "--nodes", "300"]
    found = subprocess.run(words, input=LOST.encode(), capture_output=True, check=True)
    assert b"lost the game" in found.stdout
    for text, code in ((b"\xff\xfe", 2), (b"m: 3\n" * 2_000_000, 2)):
        found = subprocess.run(words, input=text, capture_output=True, check=False)
        assert (found.returncode, found.stdout) == (code, b"")
        assert found.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "flags", ["--seconds inf", "--seconds 0", "--seconds nan", "--nodes 0", "--nodes -1", "--level 11"]
)
def test_limits_of_an_analysis_out_of_range_are_refused(flags, tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text(LOST)
    assert cli(["mnk", "analyse", str(file), *flags.split()]) == 2
    assert flags.split()[0] in capsys.readouterr().err


def test_puzzles_out_of_range_are_refused(capsys):
    for flags in ("--k 30", "--m 3 --n 3 --k 4", "--moves 1", "--count 0", "--seed -1", "--m 0"):
        assert cli(["mnk", "puzzle", *flags.split()]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_analyses_are_values_that_the_command_prints(tmp_path, capsys):
    game, keys, parts = "moves: a1 b2 c3 a3 b1 c1", {"m": 3, "n": 3, "k": 3}, []
    found = mnk.analyse(game, nodes=500, **keys)
    assert found == mnk.analyse({**keys, "moves": [[1, 1], [2, 2], [3, 3], [3, 1], [1, 2], [1, 3]]}, nodes=500)
    assert cli(["mnk", "analyse", "m: 3/n: 3/k: 3/" + game, "--nodes", "500"]) == 0
    assert capsys.readouterr().out == f"{found}\n"
    assert [step["number"] for step in found.to_json()["steps"]] == [step.number for step in found.steps]
    assert found.svg().startswith("<svg")
    file = tmp_path / "games.jsonl"
    file.write_text(
        '{"m":3,"n":3,"k":3,"moves":[[1,1],[2,2]]}\n\n{"m":3,"n":3,"k":3,"moves":[[2,2]]}\n', encoding="utf-8"
    )
    many = mnk.analyse_games(file, nodes=500, report=lambda progress: parts.append(progress.part))
    assert [each.line for each in many] == [1, 3]
    assert parts == [*many]
    assert many.summary["games"] == 2
    assert many.to_json()[-1] == {"summary": many.summary}
    assert cli(["mnk", "analyse", "--batch", str(file), "--nodes", "500", "--format", "json"]) == 0
    assert capsys.readouterr().out == f"{many.json_text()}\n"
    for wrong, name in (
        ({"nodes": 0}, "nodes"),
        ({"level": 11}, "level"),
        ({"seconds": -1}, "seconds"),
        ({"q": 1}, "q"),
    ):
        with pytest.raises(PassatempoError, match=rf"\b{name}\b"):
            mnk.analyse(game, **keys, **wrong)
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Unanswered, match="stopped"):
        mnk.analyse_games(file, cancel=cancel)


def test_known_values_are_listed_by_k():
    assert {board.k for board in mnk.known(5)} == {5}
    assert len(mnk.known()) == len([*board_values()])
    assert [board.value for board in mnk.known(3) if (board.m, board.n) == (3, 3)] == ["draw"]  # noughts and crosses
    assert mnk.known(99) == []
