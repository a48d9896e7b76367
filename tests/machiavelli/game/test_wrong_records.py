"""The second program refuses records of games that were not played so: its sentences, on deals of a few cards.

Tests: game/checker.py
"""

from contextlib import nullcontext

import pytest

from passatempo.core.errors import FormatError, quote
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.records import EndLine, EventLine, Head, Record, TurnLine
from passatempo.games.replays import resume_game
from passatempo.machiavelli.game.checker import check_record

DRAW, PASS = {"draw": True}, {"pass": True}


def lay(laid, table):
    """Return the move that lays cards, with the table as it lies then."""
    return {"lay": laid.split(), "table": [group.split() for group in table.split("|")]}


def record(hands, moves, result=None, stock="", crosses="", preset="house", **rules):
    """Return a record of a deal that is given: the seats take turns."""
    deal = {"hands": hands, "stock": stock, "crosses": crosses}
    said = {"preset": preset, "crosses": len(crosses.split()), **rules}
    head = Head(1, "machiavelli", "0", said, [{"name": "a"}] * len(hands), "1", deal)
    turns, number = [], 0
    for move in moves:
        if "hand" in move or "crosses" in move:
            turns.append(EventLine(move))
            continue
        turns.append(TurnLine(number + 1, (number + rules.get("first", 1) - 1) % len(hands) + 1, move))
        number += 1
    return Record(head, (*turns, *([EndLine(result, number)] if result else [])))


RUN = lay("3S 4S 5S", "3S 4S 5S")


@pytest.mark.parametrize(
    ("hands", "moves", "winners", "scores", "how", "rules"),
    [
        (["3S 4S 5S", "9H"], [RUN], [1], [9, -9], "closed", {}),
        (["3S 4S 5S", "9H AS", "2D"], [RUN], [1], [22, -20, -2], "closed", {}),
        (["3S 4S 5S", "9H AS", "2D"], [RUN], [1], [1, 0, 0], "closed", {"score": "one"}),
        (["3S 4S 5S", "9H"], [RUN], [1], [40, -40], "closed", {"points": {"9": 40}}),
        (["3S 4S 5S", "JK"], [RUN], [1], [25, -25], "closed", {"jokers": 1}),
        (["2S", "9H"], [PASS, PASS], [1], [7, -7], "blocked", {}),
        (["9S", "2H"], [PASS, PASS], [2], [-7, 7], "blocked", {}),
        (["9S", "9H"], [PASS, PASS], [1, 2], [0, 0], "blocked", {}),
        (["9S", "9H", "TH"], [PASS] * 3, [1, 2], [1, 0, -1], "blocked", {}),
        (["AS", "9S 2S", "JK"], [PASS] * 3, [1], [14, 0, -14], "blocked", {"jokers": 1}),  # one card, and 11 points
        (["9S", "2H"], [DRAW], [2], [-9, 9], "finished", {"end": "stock", "stock": "2D"}),
        (["9S", "2H"], [PASS, PASS], [2], [-7, 7], "blocked", {"first": 2}),
        (["9S", "2H"], [PASS] * 4, [2], [-6, 6], "blocked", {"stock": "3D 4D", "draw": "start"}),  # 12 and 6
    ],
)
def test_results(hands, moves, winners, scores, how, rules):
    result = {"winners": winners, "scores": scores, "how": how}
    assert check_record(record(hands, moves, result, **rules)) == ()
    for key, wrong in (("winners", [7]), ("scores", [7]), ("how", "lost")):
        told = f"the result: {key} is {quote(wrong)}, but {quote(result[key])} by the rules"
        assert check_record(record(hands, moves, {**result, key: wrong}, **rules)) == (told,)


HANDS = ["3S 4S 5S 9C", "9H 9D 6S"]
TIME, FIRST = {"penalty": 3, "why": "time"}, {"first_turn": "draw"}


@pytest.mark.parametrize(
    ("moves", "told", "rules"),
    [
        ([RUN], [], {}),
        ([RUN, TIME], [], {"penalty": 3, "stock": "KH KD KC QC"}),
        ([RUN, {"penalty": 3, "why": "gave-up"}, DRAW], [], {"penalty": 3, "stock": "KH KD KC QC"}),
        ([RUN, TIME, DRAW], ["there is nothing to draw (empty-lay)"], {"penalty": 3, "stock": "KH KD KC"}),
        ([RUN, TIME, PASS], [], {"penalty": 3, "stock": "KH KD"}),
        ([TIME, PASS, DRAW], ["turn 3, seat 1: the game was over (over)"], {"penalty": 3}),
        ([RUN, TIME], ["their penalty is 2 cards (wrong-penalty)"], {"penalty": 2, "stock": "KH KD KC QC"}),
        ([RUN, TIME], ["they have no penalty (wrong-penalty)"], {"stock": "KH KD KC QC"}),
        ([{"penalty": 3, "why": "tired"}], ["(wrong-penalty)"], {"penalty": 3, "stock": "KH KD KC QC"}),
        ([RUN], ["turn 1, seat 1: the first turn of the game only draws (first-turn)"], {**FIRST, "stock": "KH"}),
        ([DRAW, lay("9H 9D 9S", "9H 9D 9S")], ["9S is not in the hand (not-in-hand)"], {**FIRST, "stock": "KH"}),
        ([DRAW, DRAW, RUN], [], {**FIRST, "stock": "KH KD", "waits": 0}),
        ([DRAW, DRAW, DRAW], ["turn 3, seat 1: a card can be"], {**FIRST, "stock": "KH KD KC", "waits": 0}),
        ([DRAW, DRAW, DRAW, DRAW, DRAW], ["turn 5, seat 1: a card can be"], {**FIRST, "stock": "KH KD KC 9D 2C"}),
        ([PASS, PASS, RUN], [], {**FIRST, "stock": "KH KD KC", "draw": "start"}),
        ([RUN], ["(first-turn)"], {**FIRST, "stock": "KH KD KC", "draw": "start"}),
        ([RUN, lay("6S", "3S 4S 5S 6S")], [], {}),
        ([RUN, DRAW], ["turn 2, seat 2: there is nothing to draw (empty-lay)"], {}),
        ([DRAW, DRAW], ["turn 2, seat 2: there is nothing to draw (empty-lay)"], {"stock": "KH"}),
        (
            [PASS],
            ["turn 1, seat 1: the stock has 1 cards: a player who plays nothing must draw (empty-lay)"],
            {"stock": "KH"},
        ),
        ([PASS], [], {"stock": "KH KD", "draw": "start"}),
        (
            [DRAW],
            ["turn 1, seat 1: the turn began with a draw: a player who plays nothing must pass (empty-lay)"],
            {"stock": "KH KD", "draw": "start"},
        ),
        ([PASS, PASS, PASS], ["turn 3, seat 1: the game was over (over)"], {}),
        ([PASS] * 3, ["turn 3, seat 1: the game was over (over)"], {"stock": "", "draw": "start"}),
        ([PASS] * 5, ["turn 5, seat 1: the game was over (over)"], {"stock": "KH KD", "draw": "start"}),
        ([lay("", "3S 4S 5S")], ["no card is played (empty-lay)", "3S", "4S", "5S"], {}),
        ([lay("3S 4S 9S", "3S 4S 9S")], ["9S is not in the hand (not-in-hand)", "'3S 4S 9S' is neither"], {}),
        ([RUN, lay("6S", "4S 5S 6S")], ["turn 2, seat 2: 3S has left the table (taken-back)"], {}),
        (
            [RUN, lay("6S", "2S 3S 4S 5S 6S")],
            ["turn 2, seat 2: 2S is on the table, but was neither there before nor in the hand (foreign-card)"],
            {},
        ),
        ([lay("3S 4S", "3S 4S")], ["turn 1, seat 1: '3S 4S' has fewer than three cards (bad-meld)"], {}),
        ([RUN], ["3 cards are played, but a turn may play at most 2 (too-many-new)"], {"most_new": 2}),
        ([RUN], ["3 cards are played, but a turn may play at most 1 (too-many-new)"], {"most_new": 1}),
        ([RUN], [], {"most_new": 3}),
        ([lay("3S 4S 5S 9C", "3S 4S 5S")], ["9C has left the table (taken-back)"], {}),
        ([DRAW, PASS, PASS], [], {"stock": "KH"}),  # who draws does not pass
        ([RUN], [], {"opening": "points:12"}),
        ([RUN], ["hand are worth 12, but you need 13 to open (not-opened)"], {"opening": "points:13"}),
        ([RUN], [], {"opening": "own-group"}),
        (
            [RUN, lay("6S", "3S 4S 5S 6S")],
            ["group 1 has changed, but before you open you may only play your own groups (not-opened)"],
            {"opening": "own-group"},
        ),
        ([{"dig": 1}], [f"turn 1, seat 1: {quote({'dig': 1})} is no move (bad-move)"], {}),
        ([{"draw": False}], [f"turn 1, seat 1: {quote({'draw': False})} is no move (bad-move)"], {}),
        ([{"lay": ["XX"], "table": []}], ["is no move (bad-move)"], {}),
        ([{"hand": "9S", "seat": 1}], ["an event: the deal is known, so events are not allowed (bad-event)"], {}),
    ],
)
def test_turns(moves, told, rules):
    """The kernel refuses the same records."""
    found = check_record(record(HANDS, moves, **rules))
    assert len(found) == len(told)
    assert all(words in sentence for words, sentence in zip(told, found, strict=True)), found
    with pytest.raises(FormatError) if told else nullcontext():
        resume_game(pastime("machiavelli"), record(HANDS, moves, **rules))


def test_the_other_seat_is_to_move():
    sound = record(HANDS, [RUN])
    wrong = Record(sound.head, (TurnLine(1, 2, RUN),))
    assert check_record(wrong) == ("turn 1, seat 2: seat 1 is to move, not 2 (wrong-seat)",)


def test_an_end_that_has_not_come():
    result = {"winners": [1], "scores": [1, -1], "how": "closed"}
    assert check_record(record(HANDS, [RUN], result)) == ("the record has a result, but the game is not over",)


WAITED = "a card can be played, and this player has drawn instead {} times in a row (must-lay)"


@pytest.mark.parametrize(
    ("waits", "moves", "told"),
    [
        (1, [DRAW, DRAW], ()),
        (1, [DRAW, DRAW, DRAW], (f"turn 3, seat 1: {WAITED.format(1)}",)),
        (0, [DRAW], (f"turn 1, seat 1: {WAITED.format(0)}",)),
        (0, [RUN, lay("6S", "3S 4S 5S 6S")], ()),
        (
            1,
            [RUN, DRAW, DRAW, DRAW],
            (f"turn 4, seat 2: {WAITED.format(1)}",),
        ),
        (2, [RUN, DRAW, DRAW, DRAW], ()),
        ("none", [DRAW] * 4, ()),
    ],
)
def test_who_can_lay_may_draw_so_often_in_a_row(waits, moves, told):
    """The first seat can lay from the beginning, the second once the run lies."""
    assert check_record(record(HANDS, moves, stock="KH KD QC JH 7D", waits=waits)) == told


def test_to_lay_ends_the_waiting():
    hands = ["3S 4S 5S 9C 9S 9H KC", "2H 2D 7C"]
    moves = [DRAW, DRAW, RUN, DRAW, DRAW]
    assert check_record(record(hands, moves, stock="KH KD QC JH 7D", waits=1)) == ()


def test_a_draw_without_a_choice_ends_the_waiting():
    """The second seat can lay its 6S, cannot once another lies there, and can again once the run goes on to 8S."""
    hands = ["3S 4S 5S 6S 7S 8S KC", "6S 9D"]
    moves = [RUN, DRAW, lay("6S", "3S 4S 5S 6S"), DRAW, lay("7S 8S", "3S 4S 5S 6S 7S 8S"), DRAW]
    assert check_record(record(hands, moves, stock="KH KD QC JH", waits=1)) == ()
    (fault,) = check_record(record(hands, [*moves, DRAW, DRAW], stock="KH KD QC JH TC", waits=1))
    assert fault.startswith("turn 8, seat 2: a card can be played")


def test_to_lay_opens_and_is_no_pass():
    moves = [RUN, DRAW, lay("6S", "3S 4S 5S 6S")]
    assert check_record(record(["3S 4S 5S 6S KC", "9D"], moves, stock="KH KD", opening="own-group")) == ()
    assert check_record(record(["KC", "3S 4S 5S 9D"], [PASS, RUN, PASS, PASS])) == ()
    (fault,) = check_record(record(["KC", "3S 4S 5S 9D"], [PASS, RUN, PASS, PASS, PASS]))
    assert "the game was over" in fault


def test_two_groups_of_the_same_cards_both_stay():
    first = lay("3S 4S 5S 3S 4S 5S", "3S 4S 5S | 3S 4S 5S")
    second = lay("9H 9D 9S", "3S 4S 5S | 3S 4S 5S | 9H 9D 9S")
    hands = ["3S 4S 5S 3S 4S 5S KC", "9H 9D 9S 2C"]
    assert check_record(record(hands, [first, second], opening="own-group")) == ()


def test_the_points_of_an_opening_with_a_joker_are_those_of_its_card():
    hands, rules = ["5S JK 7S KC", "9D"], {"jokers": 1}
    named, bare = lay("5S JK=6S 7S", "5S JK=6S 7S"), lay("5S JK 7S", "5S JK 7S")
    assert check_record(record(hands, [named], opening="points:18", **rules)) == ()
    (fault,) = check_record(record(hands, [named], opening="points:19", **rules))
    assert "the groups of the hand are worth 18, but you need 19 to open (not-opened)" in fault
    assert [one.rpartition(" ")[2] for one in check_record(record(hands, [bare], opening="points:20", **rules))] == [
        "(bad-meld)"
    ]


def test_a_joker_that_is_laid_stays():
    hands = ["3S 4S 5S JK", "9D"]
    for joker in ("exact", "free"):
        (fault,) = check_record(record(hands, [lay("3S 4S 5S JK", "3S 4S 5S")], jokers=1, joker=joker))
        assert fault == "turn 1, seat 1: JK has left the table (taken-back)"


@pytest.mark.parametrize("seed", ["7", "8", None])
def test_the_deal_of_a_seed(seed):
    """As `tests/machiavelli/game/test_game.py` has it: two packs in order, shuffled; without a seed that of 0."""
    ranks = "A23456789TJQK"
    pack = [rank + suit for _ in "12" for suit in "SHDC" for rank in ranks]
    dealt = Random(int(seed or 0), "machiavelli", "deal").shuffle_copy(pack)[:26]
    for card in pack[:52]:
        head = Head(1, "machiavelli", "0", {"preset": "house"}, [{"name": "a"}] * 2, seed)
        found = check_record(Record(head, (TurnLine(1, 1, lay(card, card)),)))
        assert any("not-in-hand" in one for one in found) == (card not in dealt[:13])
        turns = (TurnLine(1, 1, DRAW), TurnLine(2, 2, lay(card, card)))
        assert any("not-in-hand" in one for one in check_record(Record(head, turns))) == (card not in dealt[13:])


def test_crosses_of_one_card():
    run = lay("3S 4S 5S", "7S | 7S | 3S 4S 5S")
    assert check_record(record(["3S 4S 5S 9C", "9D"], [run], crosses="7S 7S")) == ()
    third = lay("7S", "7S | 2H | 7S")
    (fault,) = check_record(record(["7S 9C", "9D"], [third], crosses="7S 2H"))
    assert fault == "turn 1, seat 1: '7S' has fewer than three cards (bad-meld)"


def test_crosses_are_told_before_anything_is_laid():
    moves = [lay("3S 4S 5S", "7S | 2H | 3S 4S 5S"), {"crosses": "7S 2H"}]
    (fault,) = check_record(record(["3S 4S 5S 9C", "9D"], moves, crosses="7S 2H", stock="??"))
    assert fault == "an event: 2 open cards are given, but the deal has 2 (bad-event)"


def test_crosses_lie_alone():
    moves = [lay("5S 6S", "2H | 5S 6S 7S")]
    assert check_record(record(["5S 6S 9C", "9H KC"], moves, crosses="7S 2H")) == ()
    after = [*moves, lay("9H", "2H | 5S 6S 7S | 9H")]
    (fault,) = check_record(record(["5S 6S 9C", "9H KC"], after, crosses="7S 2H"))
    assert "'9H' has fewer than three cards (bad-meld)" in fault
    moved = [*moves, lay("9H", "2H | 5S 6S | 7S | 9H")]
    assert len(check_record(record(["5S 6S 9C", "9H KC"], moved, crosses="7S 2H"))) == 3


def test_a_joker_stands_until_its_card_is_laid():
    first = lay("5S JK=6S 7S", "5S JK=6S 7S")
    hands = ["5S 7S JK 9C", "6S 8S TC"]
    rules = {"jokers": 1, "joker": "exact"}
    moved = lay("8S", "5S JK=6S 7S 8S")
    freed = lay("6S 8S", "5S 6S 7S 8S JK=9S")
    other = lay("8S", "JK=5S 7S 8S | 5S")
    assert check_record(record(hands, [first, moved], **rules)) == ()
    assert check_record(record(hands, [first, freed], **rules)) == ()
    found = check_record(record(hands, [first, other], **rules))
    assert any("the joker that stood for 6S is moved, but nothing freed it (joker-not-freed)" in one for one in found)
    turned = lay("8S", "5S 7S 8S JK=6S")
    assert check_record(record(hands, [first, turned], **rules)) == ()


# ---- The head ----


@pytest.mark.parametrize(
    ("hands", "rules", "words"),
    [
        (["3S 3S 3S", "9H"], {}, "the head: the deal has 3S 3 times"),
        (["3S 3S", "9H"], {"decks": 1}, "the head: the deal has 3S 2 times"),
        (["3S JK", "9H"], {}, "the head: the deal has JK 1 times"),
        (["3S XX", "9H"], {}, "the head: the deal has 'XX', which is not a card that is known"),
        (["3S JK=3S", "9H"], {"jokers": 1}, "the head: the deal has 'JK=3S', which is not a card that is known"),
        (["3S", "9H"], {"preset": "none"}, "the head: 'none' is not a set of rules"),
    ],
)
def test_deals_that_cannot_be(hands, rules, words):
    assert check_record(record(hands, [], **rules)) == (words,)


def test_a_deal_names_the_hands_of_all_seats():
    sound = record(HANDS, [])
    for deal in ({"hands": HANDS[:1]}, {"hands": "3S"}, [], {}):
        head = Head(1, "machiavelli", "0", {"preset": "house"}, sound.head.seats, "1", deal)
        assert check_record(Record(head, ())) == (
            f"the head: the deal {quote(deal)} does not name the hands of 2 seats",
        )


# ---- A real table, whose cards nobody here saw ----

HIDDEN = ["3S 4S 5S", "?? ?? ??"]


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ([], []),
        ([DRAW, lay("9H 9D 9C", "9H 9D 9C")], []),  # they may be in the hand that is not known
        ([DRAW, lay("9H 9D 9C 9S", "9H 9D 9C 9S")], ["9C is not in the hand (not-in-hand)"]),
        ([{"hand": "9H 9D 9C", "seat": 2}], []),
        ([{"hand": "9H 9D 9C", "seat": 2}, DRAW, lay("2H 2D 2C", "2H 2D 2C")], ["not-in-hand"] * 3),
        ([{"hand": "9H 9D 9C 9S KH KD KC KS", "seat": 2}], ["8 cards are in a hand that had 3, and the stock less"]),
        ([{"hand": "AS AS AS", "seat": 2}], ["AS would be out 3 times (bad-event)"]),
        ([{"hand": "AS AS", "seat": 2}], []),
        ([{"hand": "9H", "seat": 9}], ["has no cards of a player (bad-event)"]),
        ([{"hand": "XX", "seat": 2}], ["has no cards of a player (bad-event)"]),
        ([{"hand": 9, "seat": 2}], ["has no cards of a player (bad-event)"]),
        ([{"crosses": "9H"}], ["1 open cards are given, but the deal has 0 (bad-event)"]),
        ([{"crosses": ""}], []),
    ],
)
def test_a_table_that_is_followed(moves, told):
    found = check_record(record(HIDDEN, moves, stock="?? ?? ??"))
    assert len(found) == len(told), found
    assert all(words in sentence for words, sentence in zip(told, found, strict=True)), found


def test_what_hands_that_are_not_known_are_worth_is_not_judged():
    result = {"winners": [2], "scores": [-99, 99], "how": "closed"}
    assert check_record(record(HIDDEN, [RUN], result)) == ()
    hidden = record(HIDDEN, [{"hand": "9H 9D 9C", "seat": 2}, RUN], result)
    assert len(check_record(hidden)) == 2  # the winners and the scores
    assert check_record(record(["3S 4S 5S", "??"], [DRAW], stock="?? ??", waits=0)) != ()
    assert check_record(record(["?? ?? ??", "9H"], [DRAW], stock="?? ??", waits=0)) == ()


def test_the_crosses_may_be_told_later():
    moves = [{"crosses": "7S 2H"}, lay("5S 6S", "2H | 5S 6S 7S")]
    hands = ["5S 6S 9C", "?? ??"]
    assert check_record(record(hands, moves, crosses="?? ??", stock="??")) == ()
    assert check_record(record(hands, [{"crosses": "7S"}], crosses="?? ??", stock="??")) == (
        "an event: 1 open cards are given, but the deal has 2 (bad-event)",
    )
