"""Tournaments of bots, in every game that has them: seatings, figures, records, processes, a bot that breaks a rule.

Tests: games/tournaments.py, cli/games/tournament.py
"""

import json
from dataclasses import replace

import pytest

from passatempo.cli.main import run
from passatempo.cli.overview import common_commands
from passatempo.core.errors import UsageError
from passatempo.core.registry import names, pastime
from passatempo.games import tournaments
from passatempo.games.players import Player, player
from passatempo.games.records import read_record
from passatempo.games.shapes import presets_of
from passatempo.games.tournaments import IllegalMove, TournamentPlan, play_games, tournament_table
from passatempo.machiavelli.game import bots
from passatempo.machiavelli.game.rules import PRESETS
from passatempo.machiavelli.game.state import Lay

HOUSE = PRESETS["house"].rules
THREE = ("greedy", "points", "patient")


def plan(words=THREE, **changed):
    return TournamentPlan(**{"pastime": "machiavelli", "bots": words, "rules": HOUSE, "preset": "house"} | changed)


def test_it_is_offered_where_bots_of_a_game_can_meet():
    offered = {name for name in names() if "tournament" in common_commands(pastime(name))}
    assert "machiavelli" in offered
    assert "minesweeper" not in offered


def test_each_bot_sits_at_each_seat_of_each_deal():
    played = list(play_games(plan(deal_count=4), records=True))
    assert len(played) == 12
    deals = {}
    for one in played:
        head = read_record(one.record_text)[0].head
        deals.setdefault(one.deal_index, set()).add(head.seed)
        assert [seat["bot"] for seat in head.seats] == [THREE[bot] for bot in plan().seating(one.seat_shift)]
    assert sorted(deals) == [0, 1, 2, 3]
    assert all(len(seeds) == 1 for seeds in deals.values())


def test_shares_sum_to_one_and_points_to_nothing():
    table = tournament_table(plan(deal_count=6), play_games(plan(deal_count=6)))
    assert sum(one.wins.mean for one in table.standings) == pytest.approx(1)
    assert sum(one.points.mean for one in table.standings) == pytest.approx(0)
    assert sum(table.seats) == pytest.approx(1)
    assert table.games == 18


def test_equal_bots_draw_level_to_the_last_game():
    """In all cyclic seatings of a deal each of two equal bots gets the same."""
    table = tournament_table(
        plan(("greedy", "greedy"), deal_count=5), play_games(plan(("greedy", "greedy"), deal_count=5))
    )
    assert [one.name for one in table.standings] == ["greedy 1", "greedy 2"]
    assert [one.wins.mean for one in table.standings] == [0.5, 0.5]
    assert [one.points.half for one in table.standings] == [None, None]  # equal games do not show their spread


def test_the_kernel_and_python_tell_the_same():
    quick, slow = plan(deal_count=5), plan(deal_count=5, is_plain=True)
    assert list(play_games(quick, records=True)) == list(play_games(slow, records=True))


@pytest.mark.parametrize("name", [name for name in names() if "tournament" in common_commands(pastime(name))])
def test_records_are_sound(name):
    """Each is accepted by the checker, a second program, in every pastime whose bots can meet."""
    game = pastime(name).game
    seats = max(2, game.seats[0])
    rules = next(iter(presets_of(game).values())).rules
    if hasattr(rules, "duel"):
        rules = replace(rules, duel=True)
    words = tuple([bot.name for bot in game.bots if not bot.settings][:seats])
    words += words[:1] * (seats - len(words))
    preset = next(iter(presets_of(game)))
    for one in play_games(TournamentPlan(name, words, rules, preset, seed=5, deal_count=1), records=True):
        record, warnings = read_record(one.record_text)
        assert not warnings
        assert record.end is not None
        assert not list(game.wiring.checker(record))


def test_the_same_bytes_for_any_number_of_processes(capsys, tmp_path):
    given = ["machiavelli", "tournament", *THREE, "--games", "20", "--seed", "3", "--format", "json"]
    texts = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        assert run([*given, "--workers", workers, "--record", str(folder)]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / workers).iterdir()} for workers in "12")
    assert one == two
    assert len(one) == 60
    found = json.loads(texts[0])
    assert found["deals"] == 20
    assert found["rules"] == {"preset": "house"}


def test_the_table_is_for_people_and_the_time_goes_elsewhere(capsys):
    assert run(["machiavelli", "tournament", "greedy", "patient", "--games", "3", "--waits", "none"]) == 0
    said = capsys.readouterr()
    assert "points a game" in said.out
    assert "6 games" in said.out
    assert "ms a game" in said.err
    assert "ms" not in said.out


def test_with_one_deal_there_is_no_interval(capsys):
    assert run(["machiavelli", "tournament", "greedy", "patient", "--games", "1"]) == 0
    assert "±" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["greedy"], "two or more bots"),
        (["greedy", "pateint"], "did you mean 'patient'"),
        (["greedy", "you"], "'you' is not a bot"),
        (["greedy", "patient", "--games", "0"], "not a number of deals"),
        (["greedy", "patient", "--workers", "0"], "workers: 0 is not a number of processes (1 to 256)"),
        (["greedy", "patient", "--decks", "1", "--deal", "20", "--crosses", "8", "points"], "would do"),
        (["greedy", "patient", "--rules", "hause"], "house"),
    ],
)
def test_bad_input_is_one_sentence(given, told, capsys):
    assert run(["machiavelli", "tournament", *given]) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert said.out == ""
    assert said.err.count("\n") == 1


def test_an_illegal_move_ends_it_with_the_record(monkeypatch, tmp_path, capsys):
    def cheat(view, random, limits, report):
        return Lay(view.hand[:1], ()) if len(view.history) > 5 else bots.greedy(view, random, limits)

    def seated(game, word):
        return Player(word, word, cheat) if word == "points" else player(game, word)

    monkeypatch.setattr(tournaments, "player", seated)
    with pytest.raises(IllegalMove, match="points made an illegal move"):
        list(play_games(plan(is_plain=True)))
    folder = tmp_path / "records"
    given = [*THREE, "--games", "1", "--plain", "--record", str(folder)]
    assert run(["machiavelli", "tournament", *given]) == 4
    assert "illegal move" in capsys.readouterr().err
    record, _ = read_record((folder / "illegal.jsonl").read_text())
    assert len(record.turns) >= 6
    assert record.end is None


def test_progress_is_told():
    heard = []
    list(play_games(plan(deal_count=20), report=heard.append))
    assert [(one.done, one.total) for one in heard] == [(1, 3), (2, 3), (3, 3)]


def test_a_figure_is_a_mean_over_deals():
    """By hand: deviations -1, 0, 1 of three deals, standard error 1 / sqrt 3."""
    found = tournaments.mean_figure([1.0, 2.0, 3.0])
    assert found.mean == 2
    assert found.half == pytest.approx(1.959964 / 3**0.5)


def test_seats_that_the_game_does_not_have_are_refused():
    with pytest.raises(UsageError):
        plan(())
