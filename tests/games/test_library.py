"""Records as values: replayed, judged and summed up by a program as by the command line.

Tests: games/replays.py, games/tallies.py, games/tournaments.py, games/playthrough.py
"""

import json

import pytest

from passatempo import games, mnk
from passatempo.cli.main import run
from passatempo.core.errors import PassatempoError
from passatempo.core.registry import names
from passatempo.games.tallies import GameTally, file_of_games, store


def played(name="mnk"):
    """Play a short game against a bot, or alone."""
    match = games.play("mnk", ["you", "corrado"], k=3, seed=2) if name == "mnk" else games.play(name, seed=2)
    if name == "mnk":
        match.submit("b2")
        list(match.replies())
        match.submit(next(f"{'abc'[at % 3]}{at // 3 + 1}" for at, mark in enumerate(match.view().cells) if not mark))
    return match


@pytest.mark.parametrize("name", names())
def test_a_record_is_replayed_from_its_text_its_file_or_itself(name, tmp_path, capsys):
    match, file = played(name), tmp_path / "game.jsonl"
    file.write_text(str(match.record), encoding="utf-8")
    again = [games.replay(given) for given in (match.record, str(match.record), file)]
    assert {str(one) for one in again} == {str(match)}
    assert {str(one.record) for one in again} == {str(match.record)}
    assert run([name, "replay", str(file), "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    told = json.loads(json.dumps(again[0].to_json()))
    assert {key: shown[key] for key in told} == told
    assert again[0].svg().startswith("<svg")
    assert all(len(repr(value)) <= 120 for value in (match, match.record))
    assert games.check(match.record) == games.check(file, bots=True) == []


def test_a_game_is_replayed_up_to_a_turn():
    match = played()
    assert [len(games.replay(match.record, to=k).moves) for k in (0, 1, 2, 3)] == [0, 1, 2, 3]
    assert games.replay(match.record, locale="it").locale == "it"


def test_a_wrong_move_and_another_move_of_a_bot_are_found():
    head, first, *_ = str(played().record).splitlines()
    [fault, *_] = games.check("\n".join([head, first, first.replace('"turn":1,"seat":1', '"turn":2,"seat":2'), ""]))
    assert fault.rule == "record"
    assert fault.text.startswith("turn 2, seat 2: ")
    match = games.play("optimiza", ["greedy", "random"], seed=2, preset="duel")
    moves = match.game.wiring.moves(match.view(0))
    chosen = match.reply().move
    assert games.check(match.record, bots=True) == []
    for move in moves:
        other = games.play("optimiza", ["greedy", "random"], seed=2, preset="duel")
        other.play(move)
        faults = [fault.rule for fault in games.check(other.record, bots=True)]
        assert faults == ([] if move == chosen else ["bot"])


def test_statistics_are_those_of_the_command(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert games.statistics() == []
    tally = GameTally("mnk", "{}", "you,corrado", 1, "7", "won", True, 1, 9.5, "{}", False, "2026-11-22")
    store(file_of_games(), tally)
    store(file_of_games(), GameTally(*["cards", *(getattr(tally, name) for name in tally.__slots__[1:])]))
    totals = games.statistics()
    assert [(total.pastime, total.games, total.wins, total.best_seconds) for total in totals] == [
        ("cards", 1, 1, 9.5), ("mnk", 1, 1, 9.5),
    ]  # fmt: skip
    [total] = games.statistics("mnk")
    assert run(["mnk", "stats"]) == 0
    assert capsys.readouterr().out == f"{total}\n"
    assert run(["mnk", "stats", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["totals"] == [total.to_json()]
    file_of_games().write_text("no database " * 100, encoding="utf-8")
    with pytest.raises(PassatempoError, match="cannot be read"):
        games.statistics()


def test_a_table_writes_itself_and_its_records(tmp_path, capsys):
    table = games.tournament("optimiza", ["greedy", "random"], games=2, seed=3, preset="duel", record=tmp_path / "all")
    words = ["optimiza", "tournament", "greedy", "random", "--games", "2", "--seed", "3", "--preset", "duel"]
    assert run(words) == 0
    assert capsys.readouterr().out == str(table)
    assert run([*words, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(table.to_json()))
    files = sorted((tmp_path / "all").iterdir())
    assert [file.name for file in files] == ["1-1.jsonl", "1-2.jsonl", "2-1.jsonl", "2-2.jsonl"]
    assert all(games.check(file) == [] for file in files)
    mine = games.tournament("mnk", [lambda view, random, limits: "b2", "corrado"], games=1, k=1)
    assert mine.to_json()["bots"] == ["<lambda>", "corrado"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: games.replay("x"), "cut short"),
        (lambda: games.replay(3), "record: expected"),
        (lambda: games.replay(played().record, to=9), "the record has 3 turns"),
        (lambda: games.replay(str(played().record).replace("mnk", "chess")), "'chess' is not a pastime"),
        (lambda: games.check(""), "the record is empty"),
        (lambda: games.statistics("chess"), "'chess' is not a pastime"),
        (lambda: games.tournament("mnk", ["corrado", "corrado"], record=3), "record: expected"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(call, words):
    with pytest.raises(PassatempoError) as caught:
        call()
    assert words in str(caught.value)


def test_a_record_cut_short_is_a_warning():
    text = str(mnk.play(k=3).record)
    with pytest.warns(UserWarning, match="the last line was cut short") as found:
        assert games.check(text + '{"turn":1') == []
    assert found[0].filename == __file__
