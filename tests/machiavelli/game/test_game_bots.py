"""Bots of the card game: they see no hidden card, play by all rules, and their games stay as they were.

Tests: machiavelli/game/bots.py, machiavelli/game/play.py, machiavelli/game/sweep.py
"""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.players import make_players
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import Record, TurnLine, write_line
from passatempo.games.shapes import load_move
from passatempo.games.tournaments import TournamentPlan, play_games
from passatempo.games.values import Deal
from passatempo.machiavelli.game.bots import games as whole_games
from passatempo.machiavelli.game.checker import check_record
from passatempo.machiavelli.game.play import ask_kernel, best, fit_lay, judge, start, view, visible_game
from passatempo.machiavelli.game.rules import PRESETS, GameRules, seat_faults
from passatempo.machiavelli.game.state import FixedDeal
from passatempo.machiavelli.game.sweep import (
    can_lay,
    can_lay_by_ranks,
    could_lay,
    is_arrangeable,
    pack_cards,
    short_melds,
)
from passatempo.machiavelli.model import JOKER
from passatempo.machiavelli.rules import LINES, Line

from ..turn.plain_search import list_plays

GAME = pastime("machiavelli")
NAMES = [bot.name for bot in GAME.game.bots if bot.name != "strong"]
GOLDEN = Path(__file__).parents[2] / "data" / "machiavelli" / "games.jsonl"


def played(preset, seats, seed, changed=()):
    """Let the bots play a game of a preset, in turn."""
    bots = [NAMES[(seed + seat) % len(NAMES)] for seat in range(seats)]
    rules = replace(PRESETS[preset].rules, **dict(changed))
    found = Playthrough(GAME, make_players(GAME, bots), rules, preset, Deal(seed))
    list(found.replies())
    return found


def kept(preset, seats, seed):
    """Return what is kept of a game that the bots play."""
    return kept_of(played(preset, seats, seed), preset, seats, seed)


def kept_of(found, preset, seats, seed):
    """Return what is kept of a game: its moves as they are typed, its result, and the digest of all its lines."""
    lines = [write_line(replace(line, ms=None) if isinstance(line, TurnLine) else line) for line in found.lines]
    typed = []
    for state, line in zip(found.states, found.moves, strict=False):
        before = view(state, state.active_seat)
        typed.append(GAME.game.wiring.write(before, load_move(GAME.game, line.move), "en"))
    digest = sha256("\n".join(lines).encode()).hexdigest()
    return {
        "preset": preset,
        "seats": seats,
        "seed": seed,
        "moves": typed,
        "end": found.record.end.result,
        "is": digest,
    }


def golden():
    """Return five games of each preset, with two to four seats."""
    return [kept(preset, 2 + seed % 3, seed) for preset in PRESETS for seed in range(5)]


def test_games_are_as_they_were():
    rows = [json.loads(row) for row in GOLDEN.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 5 * len(PRESETS)
    for row in rows:
        game = row["preset"], row["seats"], row["seed"]
        found = played(*game)
        assert kept_of(found, *game) == row
        assert check_record(found.record) == ()


def test_a_game_is_the_same_in_another_process():
    code = (
        "import json,sys;sys.path.insert(0,'tests');from machiavelli.game.test_game_bots import kept;"
        "print(json.dumps(kept('house',3,11)))"
    )
    root = Path(__file__).parents[3]
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert json.loads(run.stdout) == kept("house", 3, 11)


@pytest.mark.quick(8)
@pytest.mark.parametrize("preset", PRESETS)
def test_records_of_bots_are_accepted(preset):
    for seats in range(2, 6):
        if not seat_faults(PRESETS[preset].rules, seats):
            assert check_record(played(preset, seats, seats).record) == (), seats


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("preset", PRESETS)
def test_many_records_of_bots_are_accepted(preset, seats):
    for seed in range(140 if not seat_faults(PRESETS[preset].rules, seats) else 0):
        assert check_record(played(preset, seats, seed).record) == (), seed


OPTIONS = [
    {"waits": 0},
    {"waits": 2, "opening": "own-group"},
    {"waits": 1, "opening": "points:30"},
    {"waits": 1, "crosses": 3, "deal": 6},
    {"waits": 1, "jokers": 2, "deal": 6},
    {"waits": 1, "jokers": 2, "joker": "exact", "deal": 6},
    {"waits": 0, "jokers": 4, "joker": "table", "deal": 5},
    {"waits": 1, "opening": "own-group", "opening_turn": "continues", "deal": 6},
    {"waits": 0, "first_turn": "draw", "deal": 5},
    {"waits": 1, "most_new": 2},
    {"waits": 0, "ace": "wrap", "deal": 5},
    {"end": "stock"},
    {"draw": "start", "end": "stock", "score": "one"},
    {"first": 2, "points": {"A": 1, "JK": 50}},
]


@pytest.mark.quick(5)
@pytest.mark.parametrize("changed", OPTIONS, ids=str)
def test_records_under_each_option_are_accepted(changed):
    for seed in range(3):
        found = played("house", 2 + seed, seed, tuple(changed.items()))
        assert check_record(found.record) == ()
        assert check_record(Record(found.record.head, tuple(found.moves))) == ()


# ---- Nobody peeks ----


def permuted(state, seat, random):
    """Return a state with the cards that a seat does not see dealt anew among the others and the stock."""
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    cards = random.shuffle_copy([*hidden, *state.stock])
    hands = []
    for other, hand in enumerate(state.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(cards[: len(hand)])))
            del cards[: len(hand)]
    return replace(state, hands=tuple(hands), stock=tuple(cards))


@pytest.mark.parametrize("preset", ["house", "tattoomuse", "wikipedia-open", "peteg"])
def test_no_bot_peeks(preset):
    random = Random(5, "peek")
    for state in played(preset, 3, 4).states[:-1]:
        other = permuted(state, state.active_seat, random)
        seen = view(state, state.active_seat)
        assert view(other, state.active_seat) == seen
        for name in NAMES:
            think = GAME.game.wiring.bots[name]
            move = think(seen, Random(1), Limits())
            assert think(view(other, state.active_seat), Random(1), Limits()) == move
            assert judge(seen, move) == ()


# ---- Whether anything can be laid, three ways ----


def able(here):
    """Ask the kernel whether the seat of a view can lay."""
    return ask_kernel("can_lay", here.rules, game=visible_game(here))["able"]


def small_tables(random):
    """Make a table of melds and a hand, from one suit's end and a few ranks, so that much can be rearranged."""
    every = [
        meld
        for meld in short_melds(LINES["both"]).all_melds
        if all(card % 13 in (0, 1, 2, 3, 4, 11, 12) for card in meld)
    ]
    table = random.choice(every) + (random.choice(every) if random.below(2) else ())
    left = Counter(card for card in list(range(52)) * 2 if card % 13 in (0, 1, 2, 3, 11, 12)) - Counter(table)
    hand = tuple(random.sample(sorted(left.elements()), random.in_range(1, 4)))
    return table, hand


def test_what_can_be_laid_is_the_same_by_ranks_by_covering_and_by_every_choice():
    random = Random(9, "tables")
    for _ in range(150):
        table, hand = small_tables(random)
        counts = [tuple(cards.count(card) for card in range(52)) for cards in (table, hand)]
        for line in (*list(LINES.values())[:3], Line(1, 12), Line(3, 9)):
            if not is_arrangeable(table, line):
                continue
            found = any(sum(cards) for cards, _ in list_plays(*counts, line, 0, 0))
            assert can_lay_by_ranks(table, hand, line) == found
            assert can_lay(table, hand, line) == found


@pytest.mark.quick(2)
@pytest.mark.parametrize("changed", OPTIONS[1:11], ids=str)
def test_whether_a_seat_could_lay_is_the_same_by_the_kernel_and_without_it(changed):
    rules = replace(PRESETS["house"].rules, **changed)
    for seed in range(2):
        for state in played("house", 2, seed, tuple(changed.items())).states[:-1]:
            seat = state.active_seat
            hand, crosses = Counter(state.hands[seat]), Counter(state.crosses)
            told = could_lay(rules, state.table, hand, crosses, has_opened=state.open_seats[seat])
            here = view(state, seat)
            assert told == able(here), (state.table, hand)
            assert told == bool(best(here, is_limited=True)), (state.table, hand)


def test_a_laid_joker_names_its_card():
    rules = GameRules(jokers=2)
    state = start(rules, 2, Deal(3))
    seen = replace(view(state, 0), hand=(4, 5, JOKER))
    move = fit_lay(seen, best(seen))
    assert JOKER not in move.new_cards
    assert pack_cards(move.table[0][:2]) == pack_cards((4, 5)) or len(move.table[0]) == 3


def test_with_jokers_an_opening_counts_what_they_stand_for():
    """K K and a joker are 30 points; the judge and the second program agree on random hands of every size."""
    rules, random = GameRules(decks=2, jokers=4, opening="points:36", waits=0), Random(4)
    told = Counter()
    for _ in range(60):
        hand = tuple(sorted([*random.sample(range(52), random.in_range(2, 9)), *[JOKER] * random.in_range(1, 3)]))
        given = FixedDeal((hand, (0, 1, 2)), (), (5, 6, 7))
        here = view(start(rules, 2, Deal(None, given)), 0)
        can = able(here)
        assert can == could_lay(rules, [], Counter(hand), Counter(), has_opened=False), hand
        assert not can or not judge(here, fit_lay(here, best(here)))
        told[can] += 1
    assert min(told[True], told[False]) > 5


@pytest.mark.parametrize("seed", range(2))
def test_games_that_open_with_jokers_are_accepted(seed):
    changed = {"jokers": 4, "waits": 1, "deal": 9}
    found = played("wikipedia-36", 2, seed, changed)
    assert found.result is not None
    assert check_record(found.record) == ()


# ---- Integer games of the kernel ----


@pytest.mark.quick(3)
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_are_those_that_are_played_turn_by_turn(preset):
    for words in (("novice", "patient"), ("greedy", "points", "patient")):
        if not seat_faults(PRESETS[preset].rules, len(words)):
            plans = [
                TournamentPlan("machiavelli", words, PRESETS[preset].rules, preset, 5, 1, plain)
                for plain in (False, True)
            ]
            quick, slow = ([one.record_text for one in play_games(plan, records=True)] for plan in plans)
            assert quick == slow


def test_a_strong_bot_is_asked_turn_by_turn():
    assert whole_games(GameRules(), ("greedy", "strong"), [Deal(1)]) is None


def test_nodes_end_a_whole_game():
    with pytest.raises(MemoryError):
        whole_games(GameRules(), ("greedy", "patient"), [Deal(1)], Limits(nodes=10))
