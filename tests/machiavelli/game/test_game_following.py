"""What follows a game from outside: a view through public events, and the review of a record.

Tests: machiavelli/game/table_events.py, machiavelli/game/companion.py, machiavelli/game/analysis.py
"""

import io
import json
from dataclasses import replace
from itertools import pairwise

import pytest

from passatempo import machiavelli
from passatempo.core.errors import PassatempoError, UsageError
from passatempo.core.messages import retranslate_error
from passatempo.core.registry import pastime
from passatempo.games.records import EventLine, Record, read_record, write_record
from passatempo.games.replays import resume_game
from passatempo.machiavelli.formats.notation import tokens, write_card, write_cards, write_groups
from passatempo.machiavelli.game.analysis import review_turns
from passatempo.machiavelli.game.checker import check_record
from passatempo.machiavelli.game.companion import Companion, companion, head_of
from passatempo.machiavelli.game.play import follow, view
from passatempo.machiavelli.game.rules import PRESETS
from passatempo.machiavelli.game.state import Draw, Lay, Pass, load_move
from passatempo.machiavelli.game.table_events import EVENTS, QUESTIONS
from passatempo.machiavelli.model import UNKNOWN

from .test_game_bots import played


def drawn(before, after):
    """Return the card that has come to a hand; None where none has."""
    left = list(after)
    for card in before:
        if card in left:
            left.remove(card)
    return left[0] if left else None


@pytest.mark.parametrize("games", [2, pytest.param(28, marks=pytest.mark.long)])  # 36 or 504 with all presets
@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_that_follows_the_events_is_the_view_of_the_state(preset, games):
    for seed in range(games):
        states = played(preset, 2 + seed % 2, seed).states
        seat = seed % 2
        at = view(states[0], seat)
        for before, after in pairwise(states):
            at = follow(at, move_of(before, after))
            if UNKNOWN in at.hand:
                at = replace(at, hand=after.hands[seat])
            assert at == view(after, seat)


def move_of(before, after):
    """Return the move that led from a state to the next."""
    event = after.history[len(before.history)]
    return Lay(event.new_cards, event.table) if event.new_cards else Draw() if event.draw_count else Pass()


def test_a_review_tells_what_could_have_gone(tmp_path):
    record = played("house", 3, 0).record
    file = tmp_path / "game.jsonl"
    file.write_text(write_record(record))
    found = machiavelli.review(file, seat=1)
    assert found == machiavelli.review(record, seat=1) == machiavelli.review(file.read_text(), seat=1)
    lines = str(found).splitlines()
    turns = review_turns(record, 0)
    assert len([line for line in lines if line.lstrip()[:1].isdecimal()]) == len(turns)
    assert all(len(one.most) >= len(one.laid) and one.most_points >= one.points for one in turns)
    told = found.to_json()
    assert [one["turn"] for one in told["turns"]] == [one.turn for one in turns]
    with pytest.raises(UsageError, match="seat 9 is not one of the 3 seats"):
        machiavelli.review(file, seat=9)


def test_a_review_tells_how_likely_rivals_could_close(tmp_path):
    """The chance is small while rivals hold many cards, and there at the turn before one of them closed."""
    record = played("house", 2, 4).record
    turns = review_turns(record, 0, odds=True)
    assert all(0 <= one.rivals.chance <= 1 for one in turns)
    assert turns[0].rivals.chance < 0.01 < max(one.rivals.chance for one in turns)
    assert [one._replace(rivals=None) for one in turns] == review_turns(record, 0)
    file = tmp_path / "game.jsonl"
    file.write_text(write_record(record))
    assert " %  " in str(machiavelli.review(file, seat=1, odds=True)).splitlines()[1]


def test_a_companion_says_how_likely_others_can_close():
    """Of one card that lay on a table where it could go, the chance is 6 in the unseen cards; counted by hand."""
    table = Companion(PRESETS["published"].rules, ("me", "bob"))
    for line in ("I hold 2H 4H 6H 8H TH QH 2C 4C 6C 8C TC QC KH", "I draw KD", "bob lays 3S 4S 5S", "bob has 1"):
        table.read_event(line)
    told = table.answer("odds bob").splitlines()
    assert told[0].startswith("bob, 1 card: wins now with chance ")
    chance = float(told[0].split(" chance ")[1].split()[0])
    assert abs(chance - 100 * 4 / 87) < 4  # 2S and 6S, two of each
    with pytest.raises(PassatempoError, match="odds are about the other players"):
        table.answer("odds me")


HELD = "I hold AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bob draws", "me is to move, not bob"),
        ("eve draws", "'eve' is not a player"),
        ("I draw", "only the player who draws a card names it"),
        ("I jump", "is not an event"),
        ("I pass", "the stock has 78 cards"),
        ("I lay 4H 5H 6H", "4H is not in the hand"),
        ("bob has many", "'many' is not a number of cards"),
        ("I hold AS AS AS", "3 copies of AS would be in play, but the game has 2"),
    ],
)
def test_an_event_that_cannot_be_changes_nothing(line, words):
    table = Companion(PRESETS["house"].rules, ("me", "bob"))
    table.read_event(HELD)
    before = table.view
    with pytest.raises(PassatempoError, match=words):
        table.read_event(line)
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
    assert "> lay\n" in told  # what comes over a pipe is echoed
    assert (tmp_path / "table.jsonl").read_text().splitlines()[-1] == '{"undo":1}'


# ---- A whole game at a real table ----

VERBS = {
    "en": ("I hold", "I draw", "lays", "draws", "passes", "crosses"),
    "it": ("io ho", "io pesco", "cala", "pesca", "passa", "scoperte"),
    "es": ("yo tengo", "yo robo", "baja", "roba", "pasa", "abiertas"),
}


def followed(preset, seats, seed, locale):
    """Type a game of bots as its first seat sees it; returns the companion, its record, and the game."""
    game = played(preset, seats, seed)
    hold, draw, lays, draws, passes, crosses = VERBS[locale]
    names = ("me", *[f"bob{k}" for k in range(1, seats)])
    table = Companion(PRESETS[preset].rules, names, locale)
    locale, kept = table.locale, []  # with tiles, where the rules name cards so

    def hear(text):
        kept.extend(table.read_event(text))

    first = game.states[0]
    if first.crosses:
        hear(f"{crosses} {write_cards(sum(first.table, ()), locale)}")
    hear(f"{hold} {write_cards(first.hands[0], locale)}")
    for line, before, after in zip(game.moves, game.states, game.states[1:], strict=False):
        move, who = load_move(line.move), names[line.seat - 1]
        if isinstance(move, Lay):
            hear(f"{who} {lays} {write_cards(move.new_cards, locale)} = {write_groups(move.table, locale)}")
        elif isinstance(move, Draw):
            card = drawn(before.hands[0], after.hands[0])
            hear(f"{draw} {write_card(card, locale)}" if line.seat == 1 else f"{who} {draws}")
        else:
            hear(f"{who} {passes}")
        begun = drawn(table.view.hand, after.hands[0])
        if begun is not None:
            hear(f"{draw} {write_card(begun, locale)}")
        assert (table.view.table, table.view.hand) == (after.table, after.hands[0])
        assert table.view.hand_sizes == tuple(map(len, after.hands))
    return table, Record(head_of(table, {"preset": preset}), tuple(kept)), game


@pytest.mark.quick(8)
@pytest.mark.parametrize(
    ("preset", "locale"), [(preset, ("en", "it", "es")[at % 3]) for at, preset in enumerate(PRESETS)]
)
def test_a_companion_keeps_a_record_that_is_replayed_judged_and_reviewed(preset, locale):
    """It knows what the record says that its seat knows; the review is that of the game with all cards known."""
    table, record, game = followed(preset, 2 + len(locale) % 2 + len(preset) % 2, len(preset), locale)
    again, _ = read_record(write_record(record))
    assert again == record
    assert view(resume_game(pastime("machiavelli"), record).state, 0) == table.view
    assert check_record(record) == ()
    assert review_turns(record, 0) == review_turns(game.record, 0)
    assert review_turns(record, 1) == []  # nothing of that hand is known


def test_undone_events_are_undone_in_the_record_too():
    table = Companion(PRESETS["house"].rules, ("me", "bob"))
    lines, views = [], [table.view]
    for text in (HELD, "I draw 4H", "bob has 12", "bob lays 4H 5H 6H", "= 4H 5H 6H", "I draw 2D", "bob holds 3D 3S"):
        lines += table.read_event(text)
        views += [table.view] if text[0] != "=" else []
    for before in reversed(views[:-1]):
        lines += table.read_event("undo")
        assert table.view == before
        assert (
            view(
                resume_game(pastime("machiavelli"), Record(head_of(table, {"preset": "house"}), tuple(lines))).state, 0
            )
            == before
        )
    with pytest.raises(UsageError, match="no event to undo"):
        table.read_event("undo")


def test_a_table_that_lies_otherwise_is_corrected_by_steps():
    """7H may lie with the run or begin another: the steps take it where it lies at the real table."""
    table = Companion(PRESETS["published"].rules, ("me", "bob"))
    for text in (HELD, "I draw 2D", "bob lays 4H 5H 6H 7H 8H 9H", "2: 4H > 2"):
        if text[0] == "2":
            with pytest.raises(PassatempoError, match="there is no meld 2"):
                table.read_event(text)
        else:
            table.read_event(text)
    before = table.view
    assert table.read_event("split 1 7H") == ()
    assert "4H 5H 6H" in table.answer("table")
    undo, turn = table.read_event("end")
    assert (undo.undo, turn.turn, turn.seat) == (1, 2, 2)
    assert (before.table, table.view.table) == (((16, 17, 18, 19, 20, 21),), ((16, 17, 18), (19, 20, 21)))
    table.read_event("I draw 3D")
    with pytest.raises(PassatempoError, match="right after cards were played"):
        table.read_event("= 4H 5H 6H 7H 8H 9H")


def test_a_correction_that_cannot_be_changes_nothing():
    table = Companion(PRESETS["published"].rules, ("me", "bob"))
    for text in (HELD, "I draw 2D", "bob lays 4H 5H 6H"):
        table.read_event(text)
    before = list(table.event_steps)
    with pytest.raises(PassatempoError, match="neither a set nor a run"):
        table.read_event("= 4H 5H 7H")
    assert table.event_steps == before


def test_who_must_lay_and_draws_is_reminded_at_a_real_table():
    table = Companion(PRESETS["house"].rules, ("me", "bob"))
    told = []
    for text in (HELD, "I draw 4H", "bob draws", "I draw 5H", "bob draws", "I draw 9D"):
        table.read_event(text)
        told.append(bool(table.reminder()))
    assert told == [False, False, False, True, False, True]


def test_a_game_that_is_over_takes_no_more_turns():
    table = Companion(PRESETS["house"].rules, ("me", "bob"))
    for text in (HELD, "I draw 4H", "bob has 3", "bob lays 4H 5H 6H"):
        table.read_event(text)
    assert table.end_reason == "closed"
    with pytest.raises(PassatempoError, match="the game is over"):
        table.read_event("I draw 5H")


def test_files_of_before_are_read_and_written_anew(tmp_path, monkeypatch, capsys):
    """An older companion kept the sentences that were typed, in no turns."""
    file = tmp_path / "old.jsonl"
    deal = {"hands": [" ".join(["??"] * 13)] * 2, "stock": " ".join(["??"] * 78)}
    head = {"record": 1, "pastime": "machiavelli", "version": "0.1.0", "rules": {"preset": "house"}}
    head |= {"seats": [{"name": "me"}, {"name": "bob"}], "seed": None, "deal": deal, "practice": False}
    said = (HELD, "I draw 4H", "bob lays 4H 5H 6H", "undo", "bob lays 4D 5D 6D")
    events = [{"event": {"said": one, "locale": "en"}} for one in said]
    file.write_text("".join(json.dumps(one) + "\n" for one in (head, *events)))
    monkeypatch.setattr("sys.stdin", io.StringIO("table\n"))
    assert companion(str(file), locale="en") == 0
    assert "4D 5D 6D" in capsys.readouterr().out
    record, _ = read_record(file.read_text())
    assert [line.turn for line in record.turns] == [1, 2]
    assert check_record(record) == ()


def test_no_word_of_the_companion_reads_as_a_card():
    for locale in ("en", "it", "es"):
        words = {*EVENTS[locale], *QUESTIONS[locale]}
        assert not {word.upper() for word in words} & tokens(locale).keys()


def test_a_card_too_many_in_a_corrupted_record_is_found():
    _, record, _ = followed("house", 2, 3, "en")
    told = next(line.event for line in record.lines if isinstance(line, EventLine))
    told["hand"] = "AS AS AS 2S"
    assert "AS would be out 3 times" in check_record(record)[0]


def test_what_is_wrong_is_said_again_with_the_letters_of_the_language():
    """Where a catalogue lacks a sentence it stays English; the cards in it change all the same."""
    table = Companion(PRESETS["house"].rules, ("me", "bob"), "it")
    for text in ("io ho AP 2P 3P 4P 5P 6P 7P 8P 9P 10P FP DP RP", "io pesco 4C", "bob cala 4C 5C 6C"):
        table.read_event(text)
    with pytest.raises(PassatempoError) as caught:
        table.read_event("io calo FC")
    assert str(caught.value) == "JH is not in the hand"
    assert "FC" in retranslate_error(caught.value, "it")
    assert "JC" in retranslate_error(caught.value, "es")
