"""What every game promises, from its registration alone: rules, records, views, and what junk does.

Tests: core/game.py, games/values.py, games/shapes.py, games/playthrough.py, games/players.py,
games/records.py, games/values.py, games/replays.py, games/values.py, cards/game/record.py,
machiavelli/game/record.py, minesweeper/game/record.py, mnk/game/record.py, optimiza/game/record.py
"""

import json
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passatempo.core.errors import FormatError, PassatempoError
from passatempo.core.limits import Limits
from passatempo.core.messages import LOCALES, retranslate_error, translate
from passatempo.core.random import Random
from passatempo.core.registry import names, pastime
from passatempo.games.players import make_players, person
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import Head, Record, TurnLine, read_record, write_line, write_record
from passatempo.games.replays import resume_game
from passatempo.games.shapes import dump_move, dump_rules, load_move, rules_of
from passatempo.games.values import Deal, Part

GAMES = [pastime(name) for name in names() if pastime(name).game]
games = pytest.mark.parametrize("one", GAMES, ids=lambda one: one.name)
FEW, MANY = 10, 200  # random games of each kind, quick and long: each is judged
TURNS = 24  # of a game of bots: whole ones are played in the tests of their pastimes


def begun(one, seed, seats=None):
    """Begin a game of the default rules."""
    game = one.game
    number = seats or (game.wiring.seats_of(game.wiring.rules()) if game.wiring.seats_of else game.seats[0])
    return Playthrough(one, tuple(person(f"p{seat}") for seat in range(number)), deal=Deal(seed))


def some_move(found, random):
    """Return a random legal move."""
    game, view = found.game, found.view(found.seat)
    return random.choice(game.wiring.moves(view)) if game.wiring.moves else game.wiring.sample(view, random)


def played(one, seed):
    """Play a random game to its end."""
    found, random = begun(one, seed), Random(seed, "moves")
    while found.result is None:
        found.play(some_move(found, random))
    return found


@games
def test_random_games_end_and_go_on_from_their_records(one):
    for seed in range(FEW):
        found = played(one, seed)
        record, warnings = read_record(write_record(found.record))
        assert not warnings
        again = resume_game(one, record)
        assert again.state == found.state
        assert write_record(again.record) == write_record(found.record)
        assert one.game.wiring.checker(record) == (), seed


@games
@pytest.mark.parametrize("locale", [one for one in LOCALES if one != "en"])
def test_help_and_the_answer_to_an_unreadable_move_are_translated(one, locale):
    texts = [one.rules, one.game.instruction, *(word.summary for word in one.game.words)]
    assert [text for text in texts if translate(text, locale) == text] == []
    with pytest.raises(PassatempoError) as caught:
        begun(one, 1).submit("nonsense")
    assert retranslate_error(caught.value, locale) != retranslate_error(caught.value, "en")


@pytest.mark.long
@games
def test_many_random_games_end_and_their_records_are_accepted(one):
    for seed in range(MANY):
        assert one.game.wiring.checker(played(one, seed).record) == (), seed


@games
def test_a_move_is_written_as_it_is_read(one):
    for seed in range(20):
        found, random = begun(one, seed), Random(seed, "moves")
        while found.result is None:
            move, view = some_move(found, random), found.view(found.seat)
            for locale in ("en", "it", "es"):
                written = one.game.wiring.write(view, move, locale)
                assert one.game.wiring.read(view, written, locale) == move, (written, locale)
            assert load_move(one.game, dump_move(one.game, move)) == move
            found.play(move)


@games
def test_a_game_typed_in_any_language_is_the_same_game(one):
    records = []
    for locale in ("en", "it", "es"):
        found, random = begun(one, 11), Random(11, "moves")
        found.locale = locale
        while found.result is None:
            said = found.submit(one.game.wiring.write(found.view(found.seat), some_move(found, random), locale))
            assert said[-1].text
        records.append([(line.seat, line.move) for line in found.moves])
    assert records[0] == records[1] == records[2]


@games
@settings(max_examples=200)
@given(text=st.text(max_size=30), seed=st.integers(0, 5))
def test_junk_changes_nothing(one, text, seed):
    found = begun(one, seed)
    before, drafts = found.state, list(found.drafts)
    try:
        said = found.submit(text)
    except PassatempoError as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        if said and said[-1].move is not None:
            return  # it was a move after all
    assert found.state == before
    assert isinstance(found.drafts, list)
    assert len(found.drafts) <= len(drafts) + 1


@games
def test_rules_are_written_as_what_differs(one):
    game = one.game
    for name, preset in (game.wiring.presets if game.wiring.presets else {}).items():
        said = dump_rules(game, name, preset.rules)
        assert said == {"preset": name}
        assert rules_of(game, said) == (name, preset.rules)


@games
def test_a_whole_turn_is_taken_back_and_made_again(one):
    found = begun(one, 3)
    found.practice = True
    random, states = Random(3, "moves"), [found.state]
    while found.result is None and len(states) < 10:
        found.play(some_move(found, random))
        states.append(found.state)
    for state in reversed(states[:-1]):
        assert found.undo()
        assert found.state == state
    assert not found.undo()
    for state in states[1:]:
        assert found.redo()
        assert found.state == state
    record, _ = read_record(write_record(found.record))
    assert resume_game(one, record).state == found.state


@games
def test_bots_play_legal_turns_that_repeat(one):
    game = one.game
    for bot in game.bots:
        assert bot.summary
        number = game.wiring.seats_of(game.wiring.rules()) if game.wiring.seats_of else game.seats[0]
        records = []
        for _ in range(2):
            found = Playthrough(one, make_players(one, [bot.name] * number), deal=Deal(7))
            for _ in islice(found.replies(), TURNS):
                pass
            assert found.result is not None or len(found.moves) == TURNS
            records.append([write_line(TurnLine(line.turn, line.seat, line.move)) for line in found.moves])
        assert records[0] == records[1], bot.name


PRESETS = [(one, name) for one in GAMES for name in (one.game.wiring.presets if one.game.wiring.presets else ("",))]


@pytest.mark.quick(8)
@pytest.mark.parametrize(("one", "preset"), PRESETS, ids=lambda one: getattr(one, "name", one))
def test_games_of_every_bot_under_every_preset_are_judged(one, preset):
    game = one.game
    name, rules = rules_of(game, {"preset": preset} if preset else {})
    number = game.wiring.seats_of(rules) if game.wiring.seats_of else game.seats[0]
    bots = [f"{bot.name}:deals=2" if bot.name == "strong" else bot.name for bot in game.bots]
    for first in range(0, len(bots), number):
        words = [bots[(first + seat) % len(bots)] for seat in range(number)]
        found = Playthrough(one, make_players(one, words), rules, name, Deal(first), limits=Limits(nodes=2_000))
        for _ in islice(found.replies(), TURNS):
            pass
        assert game.wiring.checker(found.record) == (), words


# ---- Games of before, played again move for move ----

BEFORE = json.loads((Path(__file__).parents[1] / "data" / "games" / "games.json").read_text(encoding="utf-8"))


def played_again(kept):
    one = pastime(kept["pastime"])
    name, rules = rules_of(one.game, {"preset": kept["rules"]} | kept["changes"])
    found = Playthrough(one, make_players(one, kept["players"]), rules, name, Deal(kept["seed"]))
    list(found.replies())
    return one, found


@pytest.mark.quick(6)
@pytest.mark.parametrize("kept", BEFORE, ids=lambda kept: f"{kept['pastime']}-{kept['seed']}")
def test_games_of_before_are_played_again_move_for_move(kept):
    one, found = played_again(kept)
    moves = [line.move for line in found.moves]
    assert moves == kept["moves"]
    text = json.dumps(moves, sort_keys=True, separators=(",", ":"))
    assert sha256(text.encode()).hexdigest() == kept["sha256_of_moves"]
    assert (list(found.result.winners), list(found.result.scores)) == (kept["winners"], kept["scores"])
    assert found.result.how == kept["how"]
    assert one.game.wiring.checker(found.record) == ()


@pytest.mark.parametrize("kept", BEFORE[::3], ids=lambda kept: f"{kept['pastime']}-{kept['seed']}")
def test_a_planted_wrong_move_is_found(kept):
    """A move made twice in a row: where the judge refuses it the second program names its turn."""
    one, found = played_again(kept)
    lines, wrong = list(found.record.lines), 0
    for at in range(1, len(found.moves)):
        other = replace(found.moves[at], move=found.moves[at - 1].move)
        view = one.game.wiring.view(found.states[at], other.seat - 1)
        if not one.game.wiring.judge(view, load_move(one.game, other.move)):
            continue  # drawing twice is legal
        wrong += 1
        told = one.game.wiring.checker(Record(found.record.head, (*lines[:at], other)))
        assert any(f"turn {at + 1}" in text for text in told), (at, told)
    assert wrong


HEAD = write_line(Head(1, "mnk", "0", {"preset": "tictactoe"}, [{"name": "a"}, {"name": "b"}]))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "empty"),
        (["{}"], "no key 'record'"),
        (['{"record": 9}'], "'9' is an unknown version"),
        ([HEAD, "x"], "record line 2"),
        ([HEAD, '{"turn":2,"seat":1,"move":[1,1]}'], "turn 2 instead of turn 1"),
        ([HEAD, '{"undo":1}'], "1 turns are undone of 0"),
        ([HEAD, '{"turn":1,"seat":1,"move":[1,1],"more":1}'], "unknown key 'more'"),
        ([HEAD, '{"result":{},"turns":0}', '{"undo":1}'], "undone"),
        ([HEAD, '{"result":{},"turns":0}', '{"turn":1,"seat":1,"move":[1,1]}'], "follows the result"),
    ],
)
def test_damaged_records_are_refused_with_their_line(rows, words):
    with pytest.raises(FormatError, match=words.replace("(", r"\(")):
        read_record("".join(f"{row}\n" for row in rows))


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([(1, 2, [1, 1])], "seat 1 is to move, not 2"),
        ([(1, 1, [4, 1])], "turn 1, seat 1: a4 is outside"),
        ([(1, 1, "x")], "turn 1, seat 1"),
    ],
)
def test_a_record_that_breaks_the_rules_is_refused_with_its_turn(turns, words):
    rows = [HEAD, *(write_line(TurnLine(*turn)) for turn in turns)]
    record, _ = read_record("".join(f"{row}\n" for row in rows))
    with pytest.raises(FormatError, match=words):
        resume_game(pastime("mnk"), record)


def test_a_piece_of_a_move_is_a_part():
    assert Part("view").sentence == ""
