"""The command `replay` on records of every game: shown, judged, and the bots asked again.

Tests: cli/games/replay.py
"""

import json
from dataclasses import replace

import pytest

from passatempo.cli.main import run
from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.core.registry import names, pastime
from passatempo.games.players import make_players, person
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import EndLine, TurnLine, UndoLine, write_record
from passatempo.games.values import Deal

GAMES = [pastime(name) for name in names() if pastime(name).game]
games = pytest.mark.parametrize("one", GAMES, ids=lambda one: one.name)
WITH_BOTS = [one for one in GAMES if one.game.bots]


def recorded(one, seed=3):
    """Return the record of a random game, of a bot where there is one."""
    game = one.game
    number = game.wiring.seats_of(game.wiring.rules()) if game.wiring.seats_of else game.seats[0]
    if game.bots:
        found = Playthrough(one, make_players(one, [game.bots[0].name] * number), deal=Deal(seed))
        list(found.replies())
        return found.record
    found, random = Playthrough(one, tuple(person(f"p{n}") for n in range(number)), deal=Deal(seed)), Random(seed)
    while found.result is None:
        found.play(random.choice(game.wiring.moves(found.view(found.seat))))
    return found.record


@pytest.fixture
def replayed(capsys, tmp_path):
    """Return a function that replays a record, or lines, with flags."""

    def told(one, record, *flags, code=0):
        file = tmp_path / "game.jsonl"
        file.write_text(record if isinstance(record, str) else write_record(record), encoding="utf-8")
        assert run([one.name, "replay", str(file), *flags]) == code
        found = capsys.readouterr()
        return found.out if code < 2 else found.err

    return told


@games
def test_every_game_is_shown(one, replayed):
    record = recorded(one)
    told = replayed(one, record)
    assert told.count("\n") >= len(record.turns)
    assert "  1  " in told
    steps = replayed(one, record, "--step")
    assert len(steps) > len(told)
    assert replayed(one, record, "--format", "svg").startswith("<svg")
    found = json.loads(replayed(one, record, "--format", "json"))
    assert [turn["move"] for turn in found["turns"]] == [line.move for line in record.turns]
    assert found["result"] == record.end.result


@games
def test_part_of_a_game_is_shown(one, replayed):
    record = recorded(one)
    found = json.loads(replayed(one, record, "--to", "1", "--format", "json"))
    assert (len(found["turns"]), found["result"]) == (1, None)
    assert "--to 999999: the record has" in replayed(one, record, "--to", "999999", code=2)
    assert "--seat 9: the game has" in replayed(one, record, "--seat", "9", code=2)


@games
def test_a_sound_record_is_accepted(one, replayed):
    assert "no rule is broken" in replayed(one, recorded(one), "--check")


@games
def test_a_broken_record_is_refused(one, replayed):
    record = recorded(one)
    end = record.lines[-1]
    assert isinstance(end, EndLine)
    scores = [score + 100 for score in end.result["scores"]]
    broken = replace(record, lines=(*record.lines[:-1], replace(end, result={**end.result, "scores": scores})))
    assert "scores" in replayed(one, broken, "--check", code=1)


@games
def test_turns_taken_back_are_left_out(one, replayed):
    record = recorded(one)
    first = record.lines[0]
    assert isinstance(first, TurnLine)
    lines = (first, UndoLine(1), *record.lines)
    assert "no rule is broken" in replayed(one, replace(record, lines=lines), "--check")
    found = json.loads(replayed(one, replace(record, lines=lines), "--format", "json"))
    assert len(found["turns"]) == len(record.turns)


@pytest.mark.parametrize("one", WITH_BOTS, ids=lambda one: one.name)
def test_bots_are_asked_again(one, replayed):
    record = recorded(one)
    assert "The bots would make the same moves." in replayed(one, record, "--check", "--bots")
    head = replace(record.head, timed=True)
    assert "cannot be compared" in replayed(one, replace(record, head=head), "--check", "--bots")


def test_bots_are_asked_again_with_the_limit_they_had(replayed):
    """With one state in a move the perfect bot is greedy; without that limit it moves otherwise."""
    one = pastime("optimiza")
    found = Playthrough(one, make_players(one, ["perfect"]), deal=Deal(3), limits=Limits(nodes=1))
    list(found.replies())
    assert found.record.head.nodes == 1
    assert "The bots would make the same moves." in replayed(one, found.record, "--check", "--bots")
    free = replace(found.record, head=replace(found.record.head, nodes=None))
    assert "perfect would play" in replayed(one, free, "--check", "--bots", code=1)


def test_a_bot_that_moves_otherwise_is_named(replayed):
    one = pastime("optimiza")
    record = recorded(one)
    head = replace(record.head, seats=[{"name": "perfect", "bot": "greedy"}])
    assert "seat 1: perfect would play" in replayed(one, replace(record, head=head), "--bots", code=1)


def test_what_is_no_record_of_this_game_is_told_in_one_sentence(replayed):
    cards, record = pastime("cards"), recorded(pastime("cards"))
    for text, words in (
        ("", "empty"),
        ("{}\n", "no key 'record'"),
        (write_record(record).replace('"cards"', '"mnk"'), "the record is of 'mnk', not of cards"),
        (write_record(record).replace('"mountains"', '"moutains"'), "did you mean 'mountains'"),
        (write_record(replace(record, head=replace(record.head, deal={"cards": "1 X"}))), "cannot read card 'X'"),
    ):
        for flags in ((), ("--check",)):
            told = replayed(cards, text, *flags, code=2)
            assert words in told
            assert told.count("\n") == 1


def test_a_record_cut_short_is_shown_with_a_warning(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    file.write_text(write_record(recorded(pastime("cards")))[:-9], encoding="utf-8")
    assert run(["cards", "replay", str(file)]) == 0
    assert "warning: the last line was cut short" in capsys.readouterr().err


VALUES = [None, True, -1, 0, 2, 99, 10**20, "x", "", [], [1], [1, 1], {}, {"a": 1}, 2.5, [[1]], ["*."]]
MUTATED = 20  # records of each game


def mutated(raw, random):
    """Take a part of decoded JSON away, or put another value in its place."""
    paths = [[]]
    for path in paths:
        part = raw
        for key in path:
            part = part[key]
        keys = part if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        paths += [[*path, key] for key in keys]
    *above, last = random.choice(paths[1:])
    part = raw
    for key in above:
        part = part[key]
    if random.below(5):
        part[last] = random.choice(VALUES)
    else:
        del part[last]


@games
def test_a_record_that_says_nonsense_is_judged_or_refused_but_never_a_bug(one, replayed, tmp_path):
    random, base = Random(8, one.name), write_record(recorded(one)).splitlines()
    for _ in range(MUTATED):
        rows = [json.loads(row) for row in base]
        mutated(rows[random.below(len(rows)) * random.below(2)], random)
        file = tmp_path / "mutated.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        for flags in (("--check",), ()):
            assert run([one.name, "replay", str(file), *flags]) in (0, 1, 2), file.read_text(encoding="utf-8")
