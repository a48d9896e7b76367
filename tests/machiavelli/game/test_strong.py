"""The bot `strong` and the odds: what they know, what they compare, and that their estimates are true.

Tests: machiavelli/game/bots.py, machiavelli/game/odds.py, machiavelli/commands.py
"""

import json
import struct
from dataclasses import replace

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance, UsageError
from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.values import Deal
from passatempo.machiavelli import read
from passatempo.machiavelli.game import bots, odds
from passatempo.machiavelli.game.play import best, final_result, judge, play, start, view
from passatempo.machiavelli.game.rules import PRESETS, GameRules, StrongSettings
from passatempo.machiavelli.game.state import FixedDeal, Lay

FREE = Limits()


def states(rules, seats, seed, who=bots.greedy):
    state = start(rules, seats, Deal(seed))
    while final_result(state) is None:
        yield state
        state = play(state, who(view(state, state.active_seat), Random(0), FREE))


# ---- What the turns of others tell ----


def told(state, seat):
    """Return what the turns of a seat tell, as a caller keeps it: flags, cards drawn since, groups."""
    at, pasts = 0, state.pasts
    for _ in range(seat + 1):
        flags, drawn, number = struct.unpack_from("<BHH", pasts, at)
        at, groups = at + 5, []
        for _ in range(number):
            groups.append(tuple(pasts[at + 1 : at + 1 + pasts[at]]))
            at += 1 + pasts[at]
    return flags & 2 > 0, drawn, tuple(groups) if flags & 4 else None


def test_a_greedy_rival_could_lay_nothing_then():
    """The truth itself keeps the condition that samples are drawn under."""
    looked = 0
    for rules in (GameRules(), GameRules(draw="start"), GameRules(waits=0)):
        for state in states(rules, 3, 6):
            for seat in odds.rivals(view(state, state.active_seat)):
                holds_back, drawn, then = told(state, seat)
                assert not holds_back
                if then is None or drawn:
                    continue
                assert not best(replace(view(state, seat), table=then))
                looked += 1
    assert looked > 50


def test_before_its_first_turn_nothing_is_known_of_a_rival():
    assert [told(start(GameRules(), 4, Deal(1)), seat)[2] for seat in range(4)] == [None] * 4


def test_a_limit_of_new_cards_leaves_nothing_known():
    given = FixedDeal(((0, 1, 2, 3), (20, 40)), (), (5, 6, 7))
    for most, then in ((3, None), (0, ((0, 1, 2),))):
        state = play(start(GameRules(most_new=most), 2, Deal(None, given)), Lay((0, 1, 2), ((0, 1, 2),)))
        assert told(state, 0)[2] == then


def test_a_patient_rival_is_seen_to_hold_back_and_a_greedy_one_never():
    def seen(who, **rules):
        return any(
            told(state, 0)[0] for seed in range(6) for state in states(GameRules(**{"waits": 2} | rules), 2, seed, who)
        )

    assert seen(bots.patient)
    assert not seen(bots.greedy)
    assert not seen(bots.patient, draw="start")  # who always draws tells nothing by it


# ---- The bot ----


@pytest.mark.parametrize("preset", ["house", "wikipedia-draw", "tattoomuse", "makiaveli", "peteg"])
def test_it_makes_legal_moves_under_all_rules(preset):
    """The last three presets have jokers, crosses, openings: they are not played by counts."""
    rules = PRESETS[preset].rules
    settings = StrongSettings(deals=2)
    for number, state in enumerate(states(rules, 2, 4)):
        if number % 9 == 0:
            here = view(state, state.active_seat)
            move = bots.strong(here, Random(number), FREE, settings)
            assert not judge(here, move)


def test_it_answers_the_same_to_the_same():
    here = next(
        view(state, state.active_seat) for number, state in enumerate(states(GameRules(), 3, 2)) if number == 20
    )
    settings = StrongSettings(deals=16)
    assert bots.strong(here, Random(1), FREE, settings) == bots.strong(here, Random(1), FREE, settings)


def test_it_never_peeks():
    """The others' hands and the stock exchanged among themselves: it sees the same and moves the same."""
    state = list(states(GameRules(), 3, 12))[25]
    here = state.active_seat
    pool = Random(3).shuffle_copy([*state.hands[(here + 1) % 3], *state.hands[(here + 2) % 3], *state.stock])
    hands = list(state.hands)
    for seat in ((here + 1) % 3, (here + 2) % 3):
        hands[seat], pool = tuple(sorted(pool[: len(hands[seat])])), pool[len(hands[seat]) :]
    other = replace(state, hands=tuple(hands), stock=tuple(pool))
    settings = StrongSettings(deals=8)
    moves = [bots.strong(view(one, here), Random(5), FREE, settings) for one in (state, other)]
    assert moves[0] == moves[1]


def test_with_one_point_for_the_winner_wins_count():
    assert StrongSettings().aim == "points"
    with pytest.raises(ValueError, match="aim=luck"):
        StrongSettings(aim="luck")


def test_settings_are_read_from_the_name():
    bot, settings = pastime("machiavelli").game.find_bot("strong:deals=16,aim=wins")
    assert (bot.name, settings) == ("strong", StrongSettings(16, "wins"))
    with pytest.raises(UsageError, match="aim=luck"):
        pastime("machiavelli").game.find_bot("strong:aim=luck")


# ---- Odds ----


def test_the_chance_of_one_card_is_counted_out():
    """Six of the 98 unseen cards go on: both 2S, both 6S, both 9S."""
    here = odds.view_of(read("3S 4S 5S | 9H 9D 9C"), 1)
    found = odds.estimate_odds(here, 0, 20_000, Random(1), is_conditioned=False)
    assert abs(found.chance - 6 / 98) < 4 * found.error


def test_jokers_are_drawn_too():
    """Of 100 unseen cards the same six and two jokers go on."""
    here = odds.view_of(read("3S 4S 5S | 9H 9D 9C", jokers=2), 1)
    found = odds.estimate_odds(here, 0, 1500, Random(1), is_conditioned=False)
    assert abs(found.chance - 8 / 100) < 4 * found.error


def test_a_hand_that_could_lay_nothing_then_closes_never_on_the_same_table():
    here = odds.view_of(read("3S 4S 5S | 9H 9D 9C"), 1)
    uniform, given = odds.of_hand(here, here.table, 0, 400, Random(1))
    assert uniform.closed_count > 0
    assert given.closed_count == 0
    assert given.is_conditioned


@pytest.mark.long
def test_odds_of_a_game_are_calibrated():
    """What is expected of greedy rivals who are to move next is what comes: sums over a few games."""
    expected = uniform = true = spread = 0.0
    for seed in range(25):
        for state in states(GameRules(waits=1), 3, seed):
            seat = (state.active_seat + 2) % 3  # the seat that has just moved looks at the one that is to move
            here = view(state, seat)
            if state.history and len(state.hands[state.active_seat]) <= 4:
                told = odds.estimate_odds(here, 0, 40, Random(seed, len(state.history)), is_conditioned=True)
                expected += told.chance
                uniform += odds.estimate_odds(here, 0, 40, Random(seed), is_conditioned=False).chance
                spread += told.chance * (1 - told.chance)
                true += len(best(view(state, state.active_seat))) == len(state.hands[state.active_seat])
    assert abs(expected - true) < 4 * max(1.0, spread) ** 0.5
    assert uniform > 2 * expected


def test_the_word_says_which_of_the_two():
    state = list(states(GameRules(), 3, 3))[30]
    text = odds.answer_odds(view(state, state.active_seat), "", "en")
    assert text.count("all hands equally likely") == 2
    assert "given what was not played" in text
    other = (state.active_seat + 1) % 3 + 1
    assert all(
        line.startswith(f"player {other},")
        for line in odds.answer_odds(view(state, state.active_seat), str(other), "en").split("\n")
    )
    with pytest.raises(FormatError, match="not another seat"):
        odds.answer_odds(view(state, state.active_seat), str(state.active_seat + 1), "en")


def test_the_command_says_which_of_the_two(capsys):
    assert run(["machiavelli", "odds", "3S 4S 5S | 9H 9D 9C", "--cards", "2", "--samples", "500"]) == 0
    assert "if all hands are equally likely (500 samples)" in capsys.readouterr().out
    table = "3S 4S 5S"
    given = ["machiavelli", "odds", "3S 4S 5S | 9H 9D 9C", "--cards", "2", "--after", table, "--format", "json"]
    assert run(given) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["hands"] for one in found["odds"]] == ["uniform", "conditioned"]


@pytest.mark.parametrize("flags", [["--cards", "0"], ["--cards", "99"], ["--cards", "2", "--samples", "0"]])
def test_numbers_out_of_range_are_refused(flags, capsys):
    assert run(["machiavelli", "odds", "3S 4S 5S | 9H 9D 9C", *flags]) == 2
    assert "is not in 1 to" in capsys.readouterr().err


def test_more_cards_than_are_unseen_are_refused():
    with pytest.raises(InvalidInstance, match="number of cards that are not seen"):
        odds.view_of(read("3S 4S 5S"), 102)
