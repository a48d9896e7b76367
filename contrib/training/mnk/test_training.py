"""Games of the engine against itself, and weights fitted to them."""

import math
from dataclasses import replace

import pytest
from selfplay import SelfPlay, fit, known_classes, openings
from tune import tune, write_weights

from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.mnk.engine.search import Engine
from passatempo.mnk.engine.weights import CLASSES, load_weights, read_weights
from passatempo.mnk.model import Position, played, replay_moves
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import EngineSettings


def test_weights_are_read_as_they_are_written():
    weights = load_weights(5)
    assert read_weights(write_weights(weights, known_classes(5), "a head")) == weights


def test_a_stopped_run_is_resumed(tmp_path):
    out, record = tmp_path / "5.txt", tmp_path / "games.jsonl"
    words = {"m": 9, "n": 9, "games": 25, "nodes": 50, "epochs": 2, "last": 60, "threads": 2, "record": str(record)}
    said = list(tune(str(out), rounds=2, **words))
    assert any("60 games, " in line for line in said)
    lines, weights = record.read_text().splitlines(keepends=True), out.read_bytes()
    assert len(lines) == 100
    record.write_text("".join(lines[:33]))
    list(tune(str(out), rounds=2, resume=True, **words))
    assert (record.read_text(), out.read_bytes()) == ("".join(lines), weights)


def test_the_classes_of_k_are_those_that_lines_can_have():
    assert {CLASSES[c] for c in known_classes(3)} == {"five", "four", "open_four", "three", "open_three", "dead"}
    assert "needs_5" not in {CLASSES[c] for c in known_classes(5)}
    assert "needs_9" in {CLASSES[c] for c in known_classes(10)}


def test_a_fit_tells_more_than_an_even_chance_and_is_repeated_exactly():
    games = [game for batch in SelfPlay(11, 11, 5, None, 400).games(200, seed=8) for game in batch]
    tuned = fit(11, 11, 5, games, epochs=20)
    assert tuned.loss_before == pytest.approx(math.log(2))
    assert tuned.loss_after < 0.6
    assert tuned.first_after > 0.4
    assert fit(11, 11, 5, games, epochs=20) == tuned
    without = fit(11, 11, 5, [(*game[:4], []) for game in games], epochs=1)
    assert without.positions < tuned.positions


def lie_behind(rules, leaves, begun):
    """Tell whether leaves are positions that a game may reach which began so, each with a value."""
    for marks, said in leaves:
        sides = [{frozenset(game[0::2]), frozenset(game[1::2])} for game in (marks, begun)]
        behind = all(any(first <= mine for mine in sides[0]) for first in sides[1])
        if not behind or played(rules, marks).result is not None or abs(said) > 30000:
            return False
    return True


def test_leaves_come_from_the_games_and_games_begin_from_leaves():
    """Where a drawn move fell, a leaf may lie before it: of the opening two marks are sure."""
    rules = Rules(11, 11, 5)
    games = [game for batch in SelfPlay(11, 11, 5, None, 200).games(40, seed=8) for game in batch]
    assert sum(len(game[4]) for game in games) > 60
    assert all(lie_behind(rules, leaves, moves[:2]) for moves, _, _, _, leaves in games)
    starts = openings(games)
    assert 0 < len(starts) < sum(len(game[4]) for game in games)
    play = SelfPlay(11, 11, 5, None, 200)
    later = [game for batch in play.games(30, 9, starts) for game in batch]
    assert sum(len(game[4]) for game in later) > 60
    assert all(lie_behind(rules, leaves, moves[:given]) for moves, given, _, _, leaves in later)
    assert {tuple(moves[:given]) for moves, given, *_ in later} <= set(map(tuple, starts))
    assert len({tuple(moves[:given]) for moves, given, *_ in later}) > 10
    again = [game for batch in replace(play, threads=2).games(30, 9, starts) for game in batch]
    assert again == later


def test_moves_are_drawn_by_lot_in_three_of_five_games_from_openings():
    """An opening has eight marks at most; of the games with drawn moves some end before one falls."""
    play = SelfPlay(15, 15, 5, None, 200)
    games = [game for batch in play.games(200, seed=8) for game in batch]
    assert 0.3 < sum(given > 8 for _, given, *_ in games) / len(games) < 0.6
    assert all(len(values) == len(moves) - given for moves, given, values, *_ in games)
    later = [game for batch in play.games(50, 9, openings(games)) for game in batch]
    assert all(len(values) == len(moves) - given for moves, given, values, *_ in later)


def test_a_move_drawn_by_lot_is_seldom_the_one_that_a_search_finds():
    """The last drawn move of a game, and the move after it, against a search of as many nodes from an empty table."""
    rules = Rules(15, 15, 5)
    games = [game for batch in SelfPlay(15, 15, 5, None, 400).games(200, seed=8) for game in batch]
    engine = Engine(rules, EngineSettings(weights="hand"))

    def found(moves):
        engine.clear_table()
        cells = replay_moves(rules, moves)
        return (
            engine.search_to_level(cells, 1 + len(moves) % 2, Limits(nodes=400)).lines[0].cells[0]
            == moves_of[len(moves)]
        )

    drawn, searched = [], []
    for moves_of, given, *_ in games:
        if given > 8 and len(moves_of) > given:
            drawn.append(found(moves_of[: given - 1]))
            searched.append(found(moves_of[:given]))
    assert len(drawn) > 60
    assert sum(drawn) < 0.4 * len(drawn)
    assert sum(searched) > 0.6 * len(searched)


def test_a_game_goes_on_where_the_nodes_do_not_reach_to_value_a_move():
    rules = Rules(15, 15, 5)
    games = [game for batch in SelfPlay(15, 15, 5, None, 1).games(20, seed=8) for game in batch]
    for moves, _, values, winner, _ in games:
        assert len(moves) > 8
        assert winner >= 0 or played(rules, moves).result or len(moves) == 160
        assert all(abs(value) <= 30000 for value in values)


def evaluation(position, weights):
    """Return the engine's evaluation of a position for the side to move, in parts of a unit."""
    said = {"cells": position.cells, "mark": position.to_move, "steps": [-2]}
    found = Interface.of("mnk").ask("look", rules=position.rules.numbers, weights=weights, **said)
    return found.reply["noted"][0]


def test_a_fit_sees_results_and_leaves_from_the_side_that_they_are_told_for():
    """The evaluation by fitted weights has the sign of what was fitted, of either part alone."""
    games = [game for batch in SelfPlay(11, 11, 5, None, 200).games(300, seed=8) for game in batch]

    def right(told, some):
        weights = fit(11, 11, 5, some, epochs=20).weights
        positions = [(Position(Rules(11, 11, 5), replay_moves(Rules(11, 11, 5), moves)), good) for moves, good in told]
        return sum((evaluation(position, weights) > 0) == good for position, good in positions) / len(positions)

    leaves = [(marks, said > 0) for game in games for marks, said in game[4] if abs(said) > 300]
    assert len(leaves) > 300
    assert right(leaves[:300], [(moves[:given], given, [], -1, found) for moves, given, _, _, found in games]) > 0.9
    won = [(*game[:4], []) for game in games if game[3] >= 0 and len(game[0]) > game[1] + 4]
    assert len(won) > 100
    assert right([(moves[:-4], len(moves) % 2 == winner) for moves, _, _, winner, _ in won], won) > 0.7
