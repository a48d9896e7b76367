"""What follows a game from outside: a view through public events, and the review of a record.

Tests: machiavelli/game/following.py, machiavelli/game/reviewing.py
"""

import json
from itertools import pairwise

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.play.record import write_record
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
