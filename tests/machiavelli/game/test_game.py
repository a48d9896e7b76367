"""The card game: each rule broken by hand and found, by the judge and by the second program; scores; what is typed.

Tests: machiavelli/game/play.py, machiavelli/game/state.py, machiavelli/game/rules.py, machiavelli/game/checker.py
"""

import json
from dataclasses import replace
from functools import cache

import pytest

from passatempo.core.errors import InvalidInstance
from passatempo.core.json import plain_data
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.players import make_players
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import Head, Record, TurnLine, read_record, write_record
from passatempo.games.shapes import dump_rules, rules_of
from passatempo.games.values import Deal
from passatempo.machiavelli.game.checker import check_record
from passatempo.machiavelli.game.play import final_result, judge, play, start, view
from passatempo.machiavelli.game.rules import PRESETS, GameRules
from passatempo.machiavelli.game.state import MOVE as GAME_SHAPE
from passatempo.machiavelli.game.state import Draw, FixedDeal, Lay, Pass
from passatempo.machiavelli.model import JOKER, RANKS, WILD
from passatempo.machiavelli.text import read_groups

GAME = pastime("machiavelli")
BOTS = ("greedy", "points", "patient", "novice")


def cards(text):
    """Read cards."""
    return sum(read_groups(text), ())


def groups(text):
    """Read groups."""
    return read_groups(text)


@cache
def bot_game(preset, bots, seed):
    """Let bots play a game to its end."""
    found = Playthrough(GAME, make_players(GAME, bots), PRESETS[preset].rules, preset, Deal(seed))
    list(found.replies())
    return found


def dealt(hands, rules=GameRules(), stock="AC 2C", crosses=""):
    """Begin a game with known hands."""
    given = FixedDeal(tuple(map(cards, hands)), cards(crosses), cards(stock))
    return start(rules, len(hands), Deal(None, given))


# ---- The eight rules, one broken after the other ----

SPOILT = {
    "empty-lay": lambda state, move: Lay((), state.table),
    "not-in-hand": lambda state, move: replace(move, new_cards=(*move.new_cards[1:], absent(state))),
    "taken-back": lambda state, move: replace(move, table=move.table[1:]),
    "foreign-card": lambda state, move: replace(move, table=(*move.table, (0, 1, 2))),
    "bad-meld": lambda state, move: replace(move, table=(*move.table[:-1], move.table[-1][:2], move.table[-1][2:])),
}


def absent(state):
    """Return a card that is not in the hand of the seat to move."""
    return next(card for card in range(52) if card not in state.hands[state.active_seat])


def spoilt(found, number, move):
    """Return the record of a game with one turn replaced."""
    raw = [json.loads(row) for row in write_record(found.record).splitlines()]
    raw[number + 1]["move"] = plain_data(GAME_SHAPE.dump(move))
    record, _ = read_record("".join(json.dumps(row) + "\n" for row in raw[: number + 2]))
    return record


@pytest.mark.quick(3)
@pytest.mark.parametrize("rule", SPOILT)
def test_a_broken_rule_is_found_and_named_in_fifty_records(rule):
    for seed in range(50):
        found = bot_game("published", ("greedy", "points", "greedy"), seed)
        number, (state, move) = next(
            (k, (state, move))
            for k, (state, move) in enumerate(zip(found.states, moves(found), strict=False))
            if isinstance(move, Lay) and (state.table or rule not in ("taken-back", "bad-meld"))
        )
        wrong = SPOILT[rule](state, move)
        assert rule in [one.rule for one in judge(view(state, state.active_seat), wrong)]
        told = check_record(spoilt(found, number, wrong))
        assert any(
            f"({rule})" in text and text.startswith(f"turn {number + 1}, seat {state.active_seat + 1}: ")
            for text in told
        )


def moves(found):
    """Return the moves of a game."""
    return [GAME_SHAPE.load(line.move) for line in found.moves]


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    ("rule", "changed", "preset", "bots"),
    [
        ("too-many-new", {"most_new": 3}, "published", ("greedy", "points", "greedy")),
        ("not-opened", {"opening": "own-group"}, "published", ("greedy",) * 5),
        ("not-opened", {"opening": "points:200"}, "published", ("greedy", "points", "greedy")),
        ("must-lay", {"waits": 1}, "published", ("patient", "patient")),
    ],
)
def test_a_rule_that_was_not_played_by_is_found_and_named_in_fifty_records(rule, changed, preset, bots):
    seen = 0
    for seed in range(150):
        found = bot_game(preset, bots, seed)
        told = check_record(with_rules(found, **changed))
        if told:
            seen += 1
            assert all(f"({rule})" in text for text in told), told
            number = int(told[0].split()[1].rstrip(",")) - 1
            assert check_record(with_rules(found, number - 1, **changed)) == ()
        if seen == 50:
            return
    raise AssertionError(f"only {seen} records break it")


def with_rules(found, last=10**6, **changed):
    """Return the record of a game up to a turn under other rules."""
    preset, rules = rules_of(GAME.game, found.record.head.rules)
    head = replace(found.record.head, rules=dump_rules(GAME.game, preset, replace(rules, **changed)))
    return Record(head, tuple(found.moves[: last + 1]))


def test_a_joker_moved_without_its_card_is_found_and_named():
    rules = replace(PRESETS["tattoomuse"].rules, jokers=2)
    for k in range(50):
        suit, first = "SHDC"[k % 4], k // 4 % 9
        two = [f"{RANKS[first + 1]}{suit}", f"{RANKS[first + 2]}{suit}"]
        lacks, other = f"{RANKS[first]}{suit}", f"{RANKS[first + 3]}{suit}"
        state = dealt([f"{two[0]} {two[1]} JK 9S", f"{other} {lacks} 9H"], rules, stock="")
        state = play(state, Lay(cards(f"{' '.join(two)} JK={lacks}"), groups(f"JK={lacks} {' '.join(two)}")))
        free = Lay(cards(other), groups(f"{' '.join(two)} {other} JK={RANKS[first + 4]}{suit}"))
        assert [one.rule for one in judge(view(state, 1), free)] == ["joker-not-freed"]
        freed = Lay(cards(lacks), groups(f"{lacks} {' '.join(two)} JK={other}"))
        assert judge(view(state, 1), freed) == ()
        deal = {"hands": [f"{two[0]} {two[1]} JK 9S", f"{other} {lacks} 9H"], "stock": ""}
        said = {"preset": "tattoomuse", "jokers": 2}
        head = Head(1, "machiavelli", "0", said, [{"name": "a"}, {"name": "b"}], None, deal)
        first_turn = TurnLine(1, 1, {"lay": [*two, f"JK={lacks}"], "table": [[f"JK={lacks}", *two]]})
        assert check_record(Record(head, (first_turn, TurnLine(2, 2, plain_data(GAME_SHAPE.dump(freed)))))) == ()
        told = check_record(Record(head, (first_turn, TurnLine(2, 2, plain_data(GAME_SHAPE.dump(free))))))
        assert len(told) == 1
        assert told[0].endswith("(joker-not-freed)")


# ---- Records that were changed ----


def mutated(record, random):
    """Change a card, a seat or a score of a record, or swap two turns."""
    rows = [json.loads(row) for row in write_record(record).splitlines()]
    turns = list(range(1, len(rows) - 1))
    how = random.below(4)
    if how == 0:
        row = rows[random.choice([k for k in turns if "lay" in rows[k]["move"]])]
        at = random.below(len(row["move"]["lay"]))
        row["move"]["lay"][at] = "AS" if row["move"]["lay"][at] != "AS" else "KH"
    elif how == 1:
        row = rows[random.choice(turns)]
        row["seat"] = row["seat"] % len(rows[0]["seats"]) + 1
    elif how == 2:
        scores = rows[-1]["result"]["scores"]
        scores[random.below(len(scores))] += 1
    else:
        at = random.choice([k for k in turns[:-1] if rows[k]["move"] != rows[k + 1]["move"]])
        rows[at]["move"], rows[at + 1]["move"] = rows[at + 1]["move"], rows[at]["move"]
    return read_record("".join(json.dumps(row) + "\n" for row in rows))[0]


def test_changed_records_are_refused():
    random = Random(3, "mutants")
    for seed in range(15):
        record = bot_game("published", ("greedy", "points", "greedy"), seed).record
        assert check_record(record) == ()
        for _ in range(10):
            assert check_record(mutated(record, random)), seed


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_ten_thousand_changed_records_are_refused(preset):
    """Over all sets of rules, 18 x 560: a card, a seat or a score changed, or two turns swapped."""
    random = Random(4, "mutants", preset)
    for seed in range(56):
        record = bot_game(preset, ("greedy", "points", "greedy"), seed).record
        for _ in range(10):
            changed = mutated(record, random)
            assert check_record(changed), (seed, write_record(changed))


# ---- Deals, results ----


def test_the_deal_is_that_of_the_rules():
    shuffled = Random(7, "machiavelli", "deal").shuffle_copy(
        [13 * suit + rank for _ in "12" for suit in range(4) for rank in range(13)]
    )
    state = start(PRESETS["wikipedia-open"].rules, 3, Deal(7))
    assert [list(hand) for hand in state.hands] == [sorted(shuffled[6 * seat : 6 * seat + 6]) for seat in range(3)]
    assert [list(group) for group in state.table] == [[card] for card in shuffled[18:22]]
    assert list(state.stock) == shuffled[22:]


@pytest.mark.parametrize(
    ("changed", "seats", "words"),
    [
        (
            {"decks": 1, "deal": 15},
            4,
            "4 seats of 15 cards need 60 cards and one for the stock; 1 deck has 52, 2 would do",
        ),
        ({"deal": 13}, 8, "8 seats of 13 cards need 104 cards and one for the stock; 2 decks have 104, 3 would do"),
        ({"first": 3}, 2, "seat 3 is not one of the 2 seats"),
    ],
)
def test_deals_that_cannot_be_are_refused(changed, seats, words):
    with pytest.raises(InvalidInstance, match=words):
        start(GameRules(**changed), seats, Deal(1))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"deal": 2}, "deal: 2 is not in 3 to 20"),
        ({"opening": "points:x"}, "'points:x' is not one of"),
        ({"points": {"Z": 1}}, "'Z' is neither a rank"),
        ({"ace": "x"}, "ace"),
    ],
)
def test_rules_out_of_range_are_refused(changed, words):
    with pytest.raises(InvalidInstance, match=words):
        GameRules(**changed)


@pytest.mark.parametrize(
    ("hands", "how", "winners", "scores"),
    [
        (["", "AS KH", "9S"], "closed", (0,), (30, -21, -9)),
        (["AS", "9S 2S", "JK"], "blocked", (0,), (14, 0, -14)),  # 11, 11 and 25: one card is fewer than two
        (["5S", "5H", "7C 9S"], "blocked", (0, 1), (6, 5, -11)),
    ],
)
def test_scores(hands, how, winners, scores):
    for score in ("hands", "one"):
        state = dealt(hands, GameRules(jokers=1, score=score), stock="")
        while final_result(state) is None:
            state = play(state, Pass())
        found = final_result(state)
        expected = scores if score == "hands" else tuple(int(seat in winners) for seat in range(3))
        assert (found.winners, found.scores, found.how) == (winners, expected, how)


def test_a_game_is_blocked_after_one_lap_of_passes():
    state = dealt(["2S 5H", "9D KC"], stock="")
    state = play(state, Pass())
    assert final_result(state) is None
    assert final_result(play(state, Pass())).how == "blocked"


def test_with_end_stock_the_last_card_ends_the_game():
    state = dealt(["2S 5H", "9D KC"], GameRules(end="stock"), stock="JH")
    assert final_result(play(state, Draw())).how == "finished"


def test_a_turn_that_begins_with_a_draw_tells_of_it():
    state = dealt(["2S 5H", "9D KC"], GameRules(draw="start"))
    assert [(event.seat, event.draw_count) for event in state.history] == [(0, 1)]
    assert len(state.hands[0]) == 3
    assert [one.rule for one in judge(view(state, 0), Draw())] == ["empty-lay"]
    state = play(state, Pass())
    assert [(event.seat, event.draw_count) for event in state.history] == [(0, 1), (0, 0), (1, 1)]


def test_a_cross_may_lie_alone_and_no_other_card():
    state = dealt(["5S 6S 9D", "9H KC KD"], GameRules(crosses=2), crosses="7S 2H")
    assert judge(view(state, 0), Lay(cards("5S 6S"), groups("2H | 5S 6S 7S"))) == ()
    after = play(state, Lay(cards("5S 6S"), groups("2H | 5S 6S 7S")))
    assert after.crosses == cards("2H")
    assert "bad-meld" in [one.rule for one in judge(view(after, 1), Lay(cards("9H"), groups("2H | 5S 6S 7S | 9H")))]


def test_a_joker_of_the_table_is_not_taken_back():
    state = dealt(["JK 5S 6S 7H", "7S 9H 2C"], GameRules(jokers=1))
    state = play(state, Lay(cards("5S 6S JK=7S"), groups("5S 6S JK=7S")))
    taken = Lay(cards("7S"), groups("5S 6S 7S"))
    assert [one.rule for one in judge(view(state, 1), taken)] == ["taken-back"]
    assert state.table[0][2] == WILD + cards("7S")[0]
    assert JOKER not in state.hands[0]
