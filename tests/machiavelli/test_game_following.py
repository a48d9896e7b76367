"""What follows a game from outside: a view through public events, and the review of a record.

Tests: machiavelli/game/following.py, machiavelli/game/companion.py, machiavelli/game/reviewing.py
"""

import io
import json
from itertools import pairwise

import pytest

from passatempo.core.errors import PassatempoError, UsageError
from passatempo.core.play.record import write_record
from passatempo.machiavelli.game.companion import Companion, companion
from passatempo.machiavelli.game.following import follow
from passatempo.machiavelli.game.reviewing import review, turns_of
from passatempo.machiavelli.game.rules import PRESETS
from passatempo.machiavelli.game.turns import view

from .test_game_bots import played


def drawn(before, after):
    """Return the card that has come to a hand; None where none has."""
    left = list(after)
    for card in before:
        if card in left:
            left.remove(card)
    return left[0] if left else None


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_that_follows_the_events_is_the_view_of_the_state(preset):
    for seed in range(28):  # 504 games with all presets
        states = played(preset, 2 + seed % 2, seed).states
        seat = seed % 2
        at = view(states[0], seat)
        for before, after in pairwise(states):
            hand = before.hands[seat]
            for event in after.history[len(before.history) :]:
                at = follow(at, event, drawn(hand, after.hands[seat]) if event.drew and event.seat == seat else None)
                hand = at.hand
            assert at == view(after, seat)


def test_a_review_tells_what_could_have_gone(tmp_path):
    record = played("house", 3, 0).record
    file = tmp_path / "game.jsonl"
    file.write_text(write_record(record))
    lines = list(review(str(file), seat=1))
    turns = turns_of(record, 0)
    assert len([line for line in lines if line.lstrip()[:1].isdecimal()]) == len(turns)
    assert all(len(one.most) >= len(one.laid) and one.most_points >= one.points for one in turns)
    told = json.loads("".join(review(str(file), seat=1, format="json")))
    assert [one["turn"] for one in told["turns"]] == [one.turn for one in turns]
    with pytest.raises(UsageError, match="seat 9 is not one of the 3 seats"):
        list(review(str(file), seat=9))


def test_a_review_tells_how_likely_rivals_could_close(tmp_path):
    """The chance is small while rivals hold many cards, and there at the turn before one of them closed."""
    record = played("house", 3, 0).record
    turns = turns_of(record, 0, odds=True)
    assert all(0 <= one.rivals <= 1 for one in turns)
    assert turns[0].rivals < 0.01
    assert [one._replace(rivals=None) for one in turns] == turns_of(record, 0)
    file = tmp_path / "game.jsonl"
    file.write_text(write_record(record))
    assert " %  " in list(review(str(file), seat=1, odds=True))[1]


def test_a_companion_says_how_likely_others_can_close():
    """Of one card that lay on a table where it could go, the chance is 6 in the unseen cards; counted by hand."""
    table = Companion(PRESETS["published"].rules, ("me", "bob"))
    for line in ("I hold 2H 4H 6H 8H TH QH 2C 4C 6C 8C TC QC KH", "I draw KD", "bob lays 3S 4S 5S", "bob has 1"):
        table.hear(line)
    told = table.answer("odds bob").splitlines()
    assert told[0].startswith("seat 2, 1 card: could close now in ")
    chance = float(told[0].split(" in ")[1].split()[0])
    assert abs(chance - 100 * 4 / 87) < 4  # 2S and 6S, two of each
    with pytest.raises(PassatempoError, match="odds are of other seats"):
        table.answer("odds me")


HELD = "I hold AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bob draws", "me is to move, not bob"),
        ("eve draws", "'eve' is at no seat"),
        ("I draw", "a drawn card is named"),
        ("I jump", "is no event"),
        ("I pass", "the stock has 78 cards"),
        ("I lay 4H 5H 6H", "4H is not in the hand"),
        ("bob has many", "'many' is not a number of cards"),
        ("I hold AS AS AS", "3 copies of AS would be out, the game has 2"),
    ],
)
def test_an_event_that_cannot_be_changes_nothing(line, words):
    table = Companion(PRESETS["house"].rules, ("me", "bob"))
    table.hear(HELD)
    before = table.view
    with pytest.raises(PassatempoError, match=words):
        table.hear(line)
    assert table.view == before


def test_a_companion_goes_on_where_its_file_ended(tmp_path, monkeypatch, capsys):
    file = str(tmp_path / "table.jsonl")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{HELD}\nI draw 4H\nbob lays 4H 5H 6H\nbob lays 7H\n"))
    assert companion(file, locale="en") == 0
    assert "me is to move, not bob" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("lay\nundo\ntable\nquit\n"))
    assert companion(file, locale="en") == 0
    told = capsys.readouterr().out
    assert "4S 5S" in told
    assert "The table is empty." in told
    assert len((tmp_path / "table.jsonl").read_text().splitlines()) == 5
