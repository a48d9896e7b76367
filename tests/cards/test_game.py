"""Cards in the terminal, driven over standard input, and what a record of a game must keep.

Tests: game/rules.py, game/play.py, game/presentation.py, game/bots.py, game/checker.py
"""

import io
from dataclasses import replace

import pytest

from passatempo.cards.checker import list_solutions
from passatempo.cards.exact.placements import PlacementScan
from passatempo.cards.game.bots import advice, blocking_cards, complete_row, place_cards
from passatempo.cards.game.checker import check
from passatempo.cards.game.play import (
    GameState,
    Move,
    deal_cards,
    instance,
    judge,
    moves,
    opening,
    play,
    result,
    rules_of,
    start,
)
from passatempo.cards.game.presentation import faults
from passatempo.cards.game.rules import PRESETS, GameRules
from passatempo.cards.model import Deal as Cards
from passatempo.cards.model import Distance
from passatempo.cli.main import run
from passatempo.core.errors import InvalidInstance
from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.players import make_players
from passatempo.games.playthrough import Playthrough
from passatempo.games.values import Deal

CARDS = pastime("cards")
EQUAL = 2  # the rule of the kernel that neighbours differ
FIVE = Cards((1, 1, 1, 2, 2), (Distance(1, 3, "=", 2),))  # 1 2 1 2 1 and nothing else


@pytest.fixture
def played(monkeypatch, capsys):
    """Return a function that plays lines of input and returns what was printed."""

    def lines(text, *arguments, code=0):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert run(["cards", "play", *arguments]) == code
        told = capsys.readouterr()
        return told.out if code == 0 else told.err

    return lines


FLAGS = ("--cards", "1 1 1 2 2", "--D", "2")


def test_a_row_is_laid(played):
    told = played("hint\n1 = 1\n2 = 2\n3 = 1\n4 = 2\n5 = 1\n", *FLAGS)
    for words in (
        "1 = 1: the row can be completed in 1 way.",
        "left: 1 1 1 2 2",
        "up, down, up, down; the peaks 2 apart; no end of the row is a turning point",
        " 1 2 3 4 5\n 1 2 1 2 1\n   ^ v ^\n",
        "The row is right, in 5 moves.",
        "over> ",
    ):
        assert words in told


def test_a_card_that_must_go_is_named(played):
    told = played("why\n1 = 1\n3 = 2\nhint\nwhy\n3 =\nwhy\nstop\n", *FLAGS)
    for words in (
        "No card needs to go: the row can be completed.",
        "3 =: the row cannot be completed as it is.",
        "Remove 3 = 2: without it, the row can be completed.",
        "You stopped; the row is unfinished.",
    ):
        assert words in told


def test_what_cannot_be_played_is_told(played):
    told = played("1 = 2\n1 = 1\n2 = 3\n9 = 1\n4 =\n2 = 2\n3 = 2\nnonsense\nundo\nundo\nredo\n", *FLAGS)
    for words in (
        "position 1 has the card 2: remove it first.",
        "there is no card 3.",
        "there is no position 9: the row has 5.",
        "position 4 is empty.",
        "every 2 is in the row already.",
        "'nonsense' is not a move.",
    ):
        assert words in told


def laid(cards, row):
    """Lay cards, 0 for an empty position."""
    return GameState(rules_of(cards), cards, tuple((at, card) for at, card in enumerate(row, 1) if card))


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ((2, 1, 0, 0, 0), "The row must begin by rising: position 1 has 2, position 2 has 1."),
        ((0, 1, 1, 0, 0), "Neighbouring cards must differ: positions 2 and 3 both have 1."),
        ((0, 0, 0, 1, 2), "From position 4 to 5 the row rises from 1 to 2, where UDUD falls."),
        ((1, 2, 1, 2, 0), ""),
        ((0, 0, 0, 0, 0), ""),
        ((1, 2, 1, 0, 2), ""),
    ],
)
def test_the_demand_that_is_broken_is_told(row, words):
    assert faults(laid(FIVE, row), "en") == ([words] if words else [])


def test_demands_of_a_whole_row():
    seven = Cards((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),))
    assert faults(laid(seven, (1, 3, 2, 4, 3, 2, 1)), "en") == ["The peaks are 2 apart, not 4."]
    assert faults(laid(seven, (1, 2, 3, 4, 3, 2, 1)), "en") == ["The row changes direction too few times for UDUD."]
    assert faults(laid(replace(seven, last=3), (1, 4, 3, 1, 2, 3, 2)), "en")
    three = Cards((1, 1, 2, 2, 3), pattern="UD", ends="open", first=3)
    assert faults(laid(three, (1, 2, 3, 2, 1)), "en") == ["The first card is 1, not 3."]


def test_no_fault_is_told_of_a_row_that_can_be_completed():
    """Against every order that there is, by the definition: what is taken out of one breaks nothing."""
    random = Random(3)
    for seed in range(6):
        cards = deal_cards(GameRules(7), seed)
        for sequence, _ in list_solutions(cards):
            kept = [card if random.below(2) else 0 for card in sequence]
            assert faults(laid(cards, kept), "en") == []
            assert faults(laid(cards, sequence), "en") == []


def test_completions_are_those_of_the_definition():
    random = Random(5)
    for seed in range(5):
        cards = deal_cards(GameRules(7), seed)
        every = [sequence for sequence, _ in list_solutions(cards)]
        for _ in range(10):
            laying = laid(cards, [card if random.below(3) else 0 for card in random.shuffle_copy(cards.cards)])
            row = laying.row
            fitting = [one for one in every if all(one[at - 1] == card for at, card in row.items())]
            found = complete_row(instance(laying))
            assert found[0] == len(fitting)
            assert not fitting or found[1] in fitting
            if not fitting:
                kept = {at: card for at, card in row.items() if at not in blocking_cards(laying)}
                assert any(all(one[at - 1] == card for at, card in kept.items()) for one in every)


@pytest.mark.quick(1)
@pytest.mark.parametrize("pattern", ["UDUD", "UDUDUD", "DUDUD"])
def test_a_row_found_depth_first_is_there_exactly_where_the_count_says(pattern):
    random, found = Random(8), set()
    for seed in range(4):
        cards = deal_cards(GameRules(9, pattern=pattern), seed)
        for _ in range(8):
            laying = laid(cards, [card if not random.below(3) else 0 for card in random.shuffle_copy(cards.cards)])
            asked = instance(laying)
            row = PlacementScan(asked, Deadline(Limits()), counting=False).first_ordering()
            there = PlacementScan(asked, Deadline(Limits())).sequences > 0
            assert (row is not None) == there
            assert row is None or laid(cards, row.sequence).is_right
            found.add(there)
    assert found == {True, False}


@pytest.mark.parametrize("pattern", ["UDUD", "DUD"])
def test_a_hint_for_twenty_cards_is_found_within_its_states(pattern):
    """A row of which many orders are left is not counted, but one of them is known."""
    laying = start(GameRules(20, pattern=pattern), 1, Deal(1))
    for _ in range(3):
        move = place_cards(laying, Random(0), Limits())
        assert move.kind == "put"
        laying = play(laying, move)
        assert "can be completed" in advice(laying, place_cards(laying, Random(0), Limits()), "en")


@pytest.mark.parametrize("rules", [{}, {"N": 13}, {"M": 4}, {"D": 6}, {"ends": "open"}, {"pattern": "DUD"}, {"N": 20}])
def test_what_is_dealt_can_be_laid(rules):
    for seed in range(5):
        rule = GameRules(**rules)
        cards = deal_cards(rule, seed)
        assert rules_of(cards) == replace(rule, D=rules_of(cards).D)
        assert rule.D in (None, rules_of(cards).D)
        assert max(cards.cards) <= (rule.M or max(cards.cards))
        assert rule.N > 13 or complete_row(cards)[0] > 0


def test_given_cards_stay():
    cards = replace(FIVE, given=((2, 2),))
    laying = start(rules_of(cards), 1, Deal(deal_content=cards))
    assert Move("take", 2) not in moves(laying)
    for position, card in ((1, 1), (3, 1), (4, 2), (5, 1)):
        laying = play(laying, Move("put", position, card))
    assert result(laying).how == "won"


def test_cards_must_be_of_the_rules():
    with pytest.raises(InvalidInstance, match="other rules"):
        start(GameRules(), 1, Deal(deal_content=FIVE))
    assert opening(FIVE, {}).deal.deal_content is FIVE


def test_cards_that_cannot_be_laid_are_told(played):
    told = played("hint\nwhy\n", "--cards", "1 1 1 1 1")
    assert told.count("These cards cannot be played under the rules.") == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--N", "21"], "N is too large: it must be <= 20, it is 21"),
        (["--D", "9"], "no row UDUD of 9 cards was found, D = 9"),
        (["--pattern", "UUD"], "it must be U and D in turn"),
        (["--rules", "smal"], "did you mean 'small'"),
        (["--pattern", "UD", "--D", "2"], "is for the pattern UDUD only"),
    ],
)
def test_wrong_usage_is_one_sentence(played, arguments, words):
    told = played("", *arguments, code=2)
    assert words in told
    assert told.count("\n") == 1


def test_what_may_be_done_is_what_is_no_fault():
    """Every put and take of rows with given cards: the moves listed, and no others, are legal."""
    cards = replace(FIVE, given=((2, 2),))
    for row in ((0, 0, 0, 0, 0), (1, 0, 2, 0, 0), (0, 0, 1, 1, 1)):
        laying = laid(cards, row)
        legal = {Move("stop")}
        for position in range(-1, 7):
            tried = [Move("take", position), *(Move("put", position, card) for card in range(-1, 4))]
            legal |= {move for move in tried if not judge(laying, move)}
        assert set(moves(laying)) == legal


@pytest.mark.parametrize("number", [10**30, -(10**30), 2**63])
def test_numbers_beyond_the_kernel_are_no_positions_and_no_cards(number):
    laying = laid(FIVE, (0,) * 5)
    assert judge(laying, Move("put", number, 1))[0].text == f"there is no position {number}: the row has 5"
    assert judge(laying, Move("put", 1, number))[0].text == f"there is no card {number}"


# ---- The checker ----


def recorded(**changed):
    """Return the record of a game of the bot."""
    rules = replace(PRESETS["mountains"].rules, **changed)
    found = Playthrough(CARDS, make_players(CARDS, ["placing"]), rules, "mountains", Deal(4))
    list(found.replies())
    return found.record


@pytest.mark.parametrize("rules", [{}, {"N": 12}, {"M": 4}, {"D": 4}, {"ends": "open"}, {"pattern": "DU"}])
def test_games_of_the_bot_are_accepted_and_won(rules):
    record = recorded(**rules)
    assert check(record) == ()
    assert record.end.result["how"] == "won"


@pytest.mark.parametrize("seed", [-5, 2**64, 10**39])
def test_seeds_of_any_length_deal_what_the_checker_deals(seed):
    found = Playthrough(CARDS, make_players(CARDS, ["placing"]), GameRules(), "mountains", Deal(seed))
    list(found.replies())
    assert check(found.record) == ()


def test_every_broken_rule_is_found():
    record = recorded()
    lines = record.lines

    def found(changed, head=record.head):
        return check(replace(record, head=head, lines=tuple(changed)))

    end = lines[-1]
    assert "scores" in found([*lines[:-1], replace(end, result={**end.result, "scores": [2]})])[0]
    assert "position 10 is not free" in found([replace(lines[0], move={"put": [10, 1]})])[0]
    assert "no card 99 is left" in found([replace(lines[0], move={"put": [1, 99]})])[0]
    assert "no card of the person" in found([replace(lines[0], move={"take": 1})])[0]
    assert "no move" in found([replace(lines[0], move={"dig": 1})])[0]
    assert "seat 1 is to move" in found([replace(lines[0], seat=2)])[0]
    assert "the game is not over" in found([lines[0], replace(end, turns=1)])[0]
    assert "the game was over" in found([*lines[:-1], replace(lines[0], turn=len(lines))])[0]
    assert "2 seats" in found(lines, replace(record.head, seats=[{"name": "a"}, {"name": "b"}]))[0]
    assert "N is too large: it must be <= 20, it is 99" in found(lines, replace(record.head, rules={"N": 99}))[0]
    assert found(lines, replace(record.head, seed="5"))


def test_a_game_by_a_wrong_rule_is_refused(monkeypatch):
    """A game that is won where neighbours may be equal; the second program says that it is not over."""
    right = Interface.ask

    def wrong(self, question, **request):
        found = right(self, question, **request)
        if question == "judge" and len(request["row"]) == len(FIVE.cards):
            found.reply["faults"] = tuple(fault for fault in found.reply["faults"] if fault.rule != EQUAL)
        return found

    monkeypatch.setattr(Interface, "ask", wrong)
    game = Playthrough(CARDS, make_players(CARDS, ["you"]), rules_of(FIVE), "mountains", Deal(deal_content=FIVE))
    for position, card in enumerate((1, 2, 2, 1, 1), 1):
        game.play(Move("put", position, card))
    assert game.record.end.result["how"] == "won"
    assert check(game.record) == ("the record has a result, but the game is not over",)
