"""Games played in the terminal are kept, once, and told by `stats`.

Tests: cli/games/stats.py
"""

import csv
import io
import json
import sqlite3

import pytest

from passatempo.cli.games.stats import file_of_games
from passatempo.cli.main import run

WON = "b2\na1\nc2\nb1\na2\n"  # two people at noughts and crosses: X wins
CARDS = ("--cards", "1 1 1 2 2", "--D", "2")
LAID = "1 = 1\n2 = 2\n3 = 1\n4 = 2\n5 = 1\n"


@pytest.fixture
def played(monkeypatch, capsys, tmp_path):
    """Return a function that runs a command with lines of input, in a data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def lines(text, *arguments, code=0):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert run([*arguments]) == code
        told = capsys.readouterr()
        return told.out + told.err

    return lines


def rows():
    """Return all rows of the database."""
    if not file_of_games().exists():
        return []
    connection = sqlite3.connect(file_of_games())
    found = connection.execute("SELECT pastime, rules, seats, seat, how, won, score, summary, practice FROM games")
    listed = found.fetchall()
    connection.close()
    return listed


def test_a_finished_game_is_one_row(played):
    assert played("", "cards", "stats") == "No game of cards has been finished on this machine.\n"
    played(LAID, "cards", "play", *CARDS)
    assert rows() == [("cards", '{"D":2,"N":5,"preset":"mountains"}', "you", 1, "won", 1, 1, '{"moves":5,"laid":5}', 0)]
    told = played("", "cards", "stats")
    assert '{"D":2,"N":5,"preset":"mountains"}, you\n  1 game, 1 won: 100 % (21 to 100 %)\n' in told
    assert "score: best 1, median 1" in told
    assert "won in a row: 1 now, 1 at most" in told


def test_a_game_counts_once_however_often_it_ends(played, tmp_path):
    file = tmp_path / "game.jsonl"
    played(LAID + "undo\n5 = 1\nshow\n", "cards", "play", *CARDS, "--record", str(file))
    assert len(rows()) == 1
    played("show\nquit\n", "cards", "play", str(file))  # it is only looked at
    assert len(rows()) == 1


def test_a_new_game_counts_anew(played):
    told = played("stop\nnew\nstop\n", "cards", "play", "--seed", "1")
    assert "seed " in told
    assert [row[4] for row in rows()] == ["finished", "finished"]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (LAID, ("cards", "play", *CARDS, "--no-stats")),
        ("1 = 1\nquit\n", ("cards", "play", *CARDS)),
        (WON, ("mnk", "play", "--two")),
    ],
)
def test_what_is_not_kept(played, text, arguments):
    played(text, *arguments)
    assert rows() == []


def test_practice_is_marked_and_counts_for_nothing(played):
    text = "\n".join(f"{r} {c}" for r in range(1, 5) for c in range(1, 5)) + "\n"
    played(text, "minesweeper", "play", "--rows", "4", "--columns", "4", "--mines", "2", "--practice", "--seed", "1")
    assert [row[-1] for row in rows()] == [1]
    found = json.loads(played("", "minesweeper", "stats", "--format", "json"))
    assert found == {"pastime": "minesweeper", "practice": 1, "totals": []}


def test_a_game_against_a_bot_is_told_by_its_table(played):
    played("1 1\n" * 3 + "quit\n", "optimiza", "play", "--N", "2", "--duel", "--bots", "random", "--seed", "2")
    found = list(csv.DictReader(io.StringIO(played("", "optimiza", "stats", "--format", "csv"))))
    assert [row["seats"] for row in found] == ["you,random"] * len(rows())


def test_games_are_forgotten(played):
    played(LAID, "cards", "play", *CARDS)
    assert played("", "mnk", "stats", "--forget") == "0 games of mnk deleted.\n"
    assert played("", "cards", "stats", "--forget") == "1 game of cards deleted.\n"
    assert rows() == []


def test_a_folder_that_cannot_be_written_costs_one_warning(played, tmp_path):
    (tmp_path / "data").write_text("a file where the folder should be", encoding="utf-8")
    told = played(LAID, "cards", "play", *CARDS)
    assert "The row is right, in 5 moves." in told
    assert told.count("warning: the game is missing in the statistics: ") == 1


def test_a_damaged_database_is_told_in_one_sentence(played):
    file_of_games().parent.mkdir(parents=True)
    file_of_games().write_text("no database at all, but a letter to somebody " * 20, encoding="utf-8")
    told = played("", "cards", "stats", code=2)
    assert "cannot be read: file is not a database" in told
    assert told.count("\n") == 1
