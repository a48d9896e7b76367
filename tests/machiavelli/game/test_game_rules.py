"""The rules of a game beyond its turns: the first turn, the clock, penalties, hints, and what `rules` prints.

Left out: how long a real turn takes; the clock is turned back instead.

Tests: machiavelli/game/play.py, machiavelli/game/notation.py, machiavelli/game/commentary.py, games/playthrough.py,
cli/games/table.py, machiavelli/game/companion.py
"""

import time

import pytest

from passatempo.cli.games import table as tables
from passatempo.cli.games.table import TerminalGame
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.registry import pastime
from passatempo.games.players import make_players
from passatempo.games.playthrough import Playthrough
from passatempo.games.replays import resume_game
from passatempo.games.values import Deal
from passatempo.machiavelli.game.checker import check_record
from passatempo.machiavelli.game.companion import Companion
from passatempo.machiavelli.game.play import final_result, judge, play, start, summary, view
from passatempo.machiavelli.game.rules import PRESETS, GameRules, describe_rules
from passatempo.machiavelli.game.state import Draw, FixedDeal, Lay, Pass, Penalty, load_move
from passatempo.machiavelli.text import read_groups

GAME = pastime("machiavelli")


def cards(text):
    return sum(read_groups(text), ())


def begun(hands, stock="KH KD KC QC", bots=("you", "you B!"), **rules):
    """Begin a game of a deal that is given."""
    given = FixedDeal(tuple(map(cards, hands)), (), cards(stock))
    return Playthrough(GAME, make_players(GAME, bots), GameRules(**rules), "house", Deal(0, given))


def faults(state, move):
    """Name the rules that a move of the seat to move breaks."""
    return [one.rule for one in judge(view(state, state.active_seat), move)]


# ---- The first turn ----

FIRST = ["3S 4S 5S 9C", "9H 9D 9S 6S"]
RUN, NINES = Lay(cards("3S 4S 5S"), read_groups("3S 4S 5S")), Lay(cards("9H 9D 9S"), read_groups("9H 9D 9S"))


def test_the_first_turn_of_the_game_only_draws():
    """Also where a seat that can lay must lay; the second seat lays in its first turn, the first in its second."""
    state = begun(FIRST, first_turn="draw", waits=0).state
    assert faults(state, RUN) == ["first-turn"]
    assert faults(state, Draw()) == []
    state = play(state, Draw())
    assert faults(state, NINES) == []
    assert faults(state, Draw()) == ["must-lay"]
    state = play(state, NINES)
    assert faults(state, Lay(RUN.new_cards, NINES.table + RUN.table)) == []


def test_a_first_turn_that_begins_with_a_draw_passes():
    state = begun(FIRST, first_turn="draw", draw="start").state
    assert [len(hand) for hand in state.hands] == [5, 4]
    assert faults(state, RUN) == ["first-turn"]
    assert faults(state, Draw()) == ["empty-lay"]
    assert faults(play(state, Pass()), NINES) == []


@pytest.mark.parametrize("bots", [("greedy", "patient"), ("novice", "points", "greedy"), ("strong:deals=2", "greedy")])
def test_bots_draw_first(bots):
    found = Playthrough(GAME, make_players(GAME, bots), GameRules(first_turn="draw"), "house", Deal(3))
    list(found.replies())
    assert found.moves[0].move == {"draw": True}
    assert check_record(found.record) == ()
    assert resume_game(GAME, found.record).state == found.state


# ---- Penalties ----


def test_a_penalty_draws_what_the_stock_has():
    """Three cards, then the one that is left; from an empty stock it is a pass, and two of these end the game."""
    state = begun(FIRST, penalty=3).state
    late = Penalty(3, "time")
    assert faults(state, Penalty(2, "time")) == ["wrong-penalty"]
    state = play(play(state, late), Penalty(3, "gave-up"))
    assert [len(hand) for hand in state.hands] == [7, 5]
    assert [event.draw_count for event in state.history] == [3, 1]
    assert final_result(play(state, late)) is None
    assert final_result(play(play(state, late), late)).how == "blocked"
    assert faults(begun(FIRST).state, late) == ["wrong-penalty"]


def test_a_penalty_ends_a_row_of_draws_by_choice():
    state = begun(FIRST, waits=1, penalty=1).state
    for _ in range(2):
        state = play(state, Draw())
    assert faults(state, Draw()) == ["must-lay"]
    assert play(state, Penalty(1, "time")).wait_counts == (0, 1)


def test_penalties_are_turns_of_the_statistics():
    """Cards drawn as a turn begins are none."""
    state = begun(FIRST, draw="start", penalty=2, stock="KH KD KC QC QD QH JC").state
    assert summary(play(play(state, Penalty(2, "time")), Pass())) == {"turns": 2, "table": 0}


@pytest.mark.parametrize(
    "raw", [{"penalty": 0, "why": "time"}, {"penalty": True, "why": "time"}, {"penalty": 3, "why": "late"}]
)
def test_penalties_that_cannot_be_are_refused(raw):
    with pytest.raises(FormatError):
        load_move(raw)


def test_a_turn_is_given_up_by_drawing_after_cards_of_the_table_were_moved():
    """Cards of the hand that were laid are only taken back, and rules without a penalty have a draw."""
    for rules, moved, kind in (
        ({"penalty": 2}, "1: 5S > new", Penalty(2, "gave-up")),
        ({"penalty": 2}, "6S > 1", Draw()),
        ({}, "1: 5S > new", Draw()),
    ):
        found = begun(FIRST, **rules)
        found.submit("3S 4S 5S")
        found.submit(moved)
        assert found.submit("draw")[0].move == kind
        assert found.state.table == RUN.table
        assert check_record(found.record) == ()


# ---- The clock ----


def late(found, seconds):
    """Turn the clock of a turn back."""
    found.began = time.monotonic() - seconds


def test_a_turn_whose_time_is_over_draws_the_penalty_whatever_was_typed():
    found = begun(FIRST, penalty=3, timer=60)
    found.submit("3S 4S 5S > new")
    assert found.expire() is None
    late(found, 61)
    said = found.expire()
    assert said.text.startswith("Your time is over. Penalty: 3 cards. The cards drawn are")
    assert found.moves[0].move == {"penalty": 3, "why": "time"}
    assert (found.state.table, len(found.state.hands[0]), found.seat) == ((), 7, 1)
    assert check_record(found.record) == ()


def test_a_replay_reads_no_clock():
    """Turns that took longer than the rules allow stay as they are."""
    found = begun(FIRST, penalty=3, timer=1)
    late(found, 100)
    found.submit("3S 4S 5S")
    assert resume_game(GAME, found.record).state == found.state
    assert check_record(found.record) == ()


def test_without_a_penalty_a_timer_has_one_of_one_card():
    found = begun(FIRST, timer=60)
    late(found, 61)
    assert found.expire().move == Penalty(1, "time")
    assert [begun(FIRST, **rules).seconds_left is None for rules in ({}, {"timer": 60})] == [True, False]


def test_the_prompt_shows_the_seconds_left(monkeypatch, capsys):
    prompts, lines = [], ["3S 4S 5S", "quit"]
    monkeypatch.setattr(tables, "read_line", lambda prompt: prompts.append(prompt) or lines.pop(0))
    monkeypatch.setattr(tables, "collect_garbage", lambda: None)
    found = begun(["3S 4S 5S 9C", "9H KD 2S 6C"], timer=100, bots=("you", "greedy"))
    late(found, 58.5)
    TerminalGame(found).run()
    assert prompts[0] == "[0:42] you> "
    assert prompts[1] == "[1:40] you> "
    lines[:] = ["3S 4S 5S", "quit"]
    late(found, 101)
    TerminalGame(found).run()
    assert found.moves[-2].move == {"penalty": 1, "why": "time"}
    assert "Your time is over. Penalty: 1 card." in capsys.readouterr().out


# ---- Hints and rules ----

HINTS = {  # on the table lie 3S 4S 5S and 9H 9D 9S
    "6S 9C KD": ("There is a play.", "Melds that change: 1, 2.", "One card to play is 6S.", "6S 9C"),
    "2H 2D 2C KD": (
        "There is a play.",
        "No meld changes: the cards are new melds.",
        "One card to play is 2H.",
        "2H 2D 2C",
    ),
    "KD": ("There is no play: draw.",) * 3 + ("draw",),
}


@pytest.mark.parametrize("hand", HINTS)
def test_hints_of_four_levels(hand):
    found = begun([f"3S 4S 5S {hand}", "9H 9D 9S JH"])
    found.submit("3S 4S 5S")
    found.submit("9H 9D 9S")
    assert tuple([GAME.game.wiring.hint(found.view(), level, "en") for level in (1, 2, 3, 4)]) == HINTS[hand]


def test_where_nothing_can_be_drawn_the_hint_is_to_pass():
    found = begun(["KD QC 2S", "9H JH 3C"], draw="start")
    assert GAME.game.wiring.hint(found.view(), 1, "en") == "There is no play: pass."


def test_rules_in_a_game_and_in_the_companion_are_those_of_the_command(capsys, monkeypatch):
    run(["machiavelli", "rules", "peteg"])
    printed = capsys.readouterr().out
    rules = PRESETS["peteg"].rules
    found = Playthrough(GAME, make_players(GAME, ["you", "greedy"]), rules, "peteg", Deal(3))
    lines = ["rules", "hint", "hint 4", "hint 5", "quit"]
    monkeypatch.setattr(tables, "read_line", lambda prompt: lines.pop(0))
    TerminalGame(found).run()
    said = capsys.readouterr().out
    assert printed in said
    assert "hint 5: the levels are 1 to 4." in said
    assert Companion(rules, ("me", "bob"), preset_name="peteg").answer("rules") + "\n" == printed
    assert "deal          9           your own" in describe_rules("peteg", GameRules(ace="high", deal=9))


def test_a_deal_with_other_open_cards_than_the_rules_have_is_refused():
    given = FixedDeal((cards("3S"), cards("4S")), cards("9H"), cards("KH"))
    with pytest.raises(InvalidInstance, match="the deal has 1 open cards, but the rules have 0"):
        start(GameRules(), 2, Deal(None, given))
