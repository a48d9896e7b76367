"""Games of each preset judged by a small program of its own, from the rules as their sources state them.

It shares nothing with the package but the shuffled pack and the record: cards are their names, and whether a player
could have laid anything is an integer program over all melds. Left out: how the pack is shuffled.

Tests: machiavelli/sources.py, machiavelli/game/rules.py, machiavelli/game/bots.py
"""

from collections import Counter
from itertools import chain, combinations, product

import pytest

from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.players import make_players
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import EndLine
from passatempo.games.values import Deal
from passatempo.machiavelli.game.rules import PRESETS

GAME = pastime("machiavelli")
RANKS, SUITS = "A23456789TJQK", "SHDC"
USUAL = {"ace": "both", "jokers": 0, "deal": 13, "crosses": 0, "opening": 0, "continues": False, "most_new": 0}
USUAL |= {"first_draw": False, "waits": None, "joker": "free", "stock": False, "ace_points": 11, "joker_points": 25}
BGA = {"most_new": 13, "stock": True}
SOURCES = {  # what differs from the usual; an opening of 1 is any meld of the hand
    "house": {"waits": 1},
    "published": {"ace": "low"},
    "published-rule6": {"ace": "wrap"},
    "wikipedia": {"deal": 15},
    "wikipedia-36": {"deal": 15, "opening": 36},
    "wikipedia-draw": {"deal": 15, "first_draw": True},
    "wikipedia-open": {"deal": 6, "crosses": 4},
    "bga": {"deal": 15, **BGA},
    "bga-it": BGA,
    "bga-jokers": {"jokers": 2, **BGA},
    "bga-wrap": {"ace": "wrap", **BGA},
    "catsatcards": {"deal": 15},
    "peteg": {"ace": "high", "deal": 14, "opening": 1, "continues": True},
    "casinohex": {"ace": "wrap", "jokers": 4, "deal": 9, "waits": 0},
    "giocodigitale": {"opening": 1, "first_draw": True},
    "tattoomuse": {"jokers": 4, "joker": "hand"},
    "makiaveli": {"deal": 5, "crosses": 4},
    "studenti": {"deal": 3},
    "rummikub": {"ace": "low", "jokers": 2, "joker": "table", "opening": 30, "deal": 14}
    | {"ace_points": 1, "joker_points": 30, "numbers": True},
}


def face(card):
    """Return the card that a joker on the table stands for."""
    return card.removeprefix("JK=")


def points(rules, card):
    """Return what a card is worth, as the source counts."""
    if card == "JK":
        return rules["joker_points"]
    rank = RANKS.index(card[0]) + 1
    return rules["ace_points"] if rank == 1 else rank if rules.get("numbers") else min(rank, 10)


def runs(ace):
    """List the runs of ranks of each length: an ace is low, high, either, or in the middle too."""
    circle = {"low": RANKS, "high": RANKS[1:] + "A", "both": RANKS + "A", "wrap": RANKS * 2}[ace]
    found = {circle[at : at + size] for size in range(3, 14) for at in range(len(circle) - size + 1)}
    return {run for run in found if len(set(run)) == len(run)}


def is_meld(rules, group):
    """Tell whether cards, jokers named, are a set or a run in any order."""
    cards = list(map(face, group))
    if len(set(cards)) < len(cards) or "JK" in cards or len(cards) < 3:
        return False
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    return len(ranks) == 1 or (len(suits) == 1 and ranks in map(set, runs(rules["ace"])))


def kind(card):
    return "JK" if card.startswith("JK") else card


def kinds(cards):
    return Counter(map(kind, cards))


def opens(rules, table, laid, after):
    """Tell whether the first play of a seat is what the source asks for."""
    if rules["continues"]:
        return any(is_meld(rules, three) for three in combinations(laid, 3))
    untouched = Counter(tuple(sorted(map(kind, group))) for group in table)
    untouched -= Counter(tuple(sorted(map(kind, group))) for group in after)
    return not untouched and sum(points(rules, face(card)) for card in laid) >= rules["opening"]


def freed(rules, table, laid, after):
    """Tell whether each joker of the table that stands for another card now was freed by a card of its own."""
    stands = Counter(card for group in after for card in group if card.startswith("JK="))
    moved = []
    for group in table:
        for card in group:
            if card.startswith("JK="):
                names = {card}
                if rules["joker"] == "table" and len(group) == 3 and len({face(one)[0] for one in group}) == 1:
                    names |= {f"JK={card[3]}{s}" for s in SUITS} - {f"JK={face(one)}" for one in group}
                moved.append([face(name) for name in names])
    cards = Counter(card for card in laid if not card.startswith("JK"))
    if rules["joker"] == "table":
        cards += Counter(card for group in table for card in group if not card.startswith("JK"))
    there = cards + Counter({face(card): number for card, number in stands.items()})
    return any(not Counter(choice) - there for choice in product(*moved))


def could_lay(rules, table, hand):
    """Ask an integer program over all melds of three to five cards whether any card of the hand can be laid."""
    model_of = pytest.importorskip("ortools.sat.python.cp_model")
    model, solver = model_of.CpModel(), model_of.CpSolver()
    melds = [[rank + s for s in suits] for rank in RANKS for n in (3, 4) for suits in combinations(SUITS, n)]
    melds += [[rank + s for rank in run] for run in runs(rules["ace"]) if len(run) <= 5 for s in SUITS]
    times = [model.new_int_var(0, 2 + rules["jokers"], "") for _ in melds]
    lying, held = kinds(card for group in table for card in group), Counter(hand)
    own, stand = model.new_int_var(0, held["JK"], ""), []
    new = [own]
    for card in (rank + suit for rank in RANKS for suit in SUITS):
        laid, joker = model.new_int_var(0, held[card], ""), model.new_int_var(0, rules["jokers"], "")
        model.add(sum(t for t, meld in zip(times, melds, strict=True) if card in meld) == lying[card] + laid + joker)
        new.append(laid)
        stand.append(joker)
    model.add(sum(stand) == lying["JK"] + own)
    model.add(sum(new) >= 1)
    solver.parameters.num_workers = 1
    return solver.solve(model) in (model_of.OPTIMAL, model_of.FEASIBLE)


def turn(rules, game, move):
    """Judge a turn, and make it."""
    seat, hand, table = game["seat"], game["hands"][game["seat"]], game["table"]
    begun = rules["first_draw"] and bool(game["stock"])
    if begun:
        hand.append(game["stock"].pop(0))
    if "lay" in move:
        laid, after = move["lay"], move["table"]
        alone = [group[0] for group in after if len(group) == 1]
        assert laid
        assert not kinds(laid) - Counter(hand)
        assert kinds(chain(*table)) + kinds(laid) == kinds(chain(*after))
        assert all(is_meld(rules, group) for group in after if len(group) > 1)
        assert not Counter(alone) - Counter(game["crosses"])
        assert not rules["most_new"] or len(laid) <= rules["most_new"]
        assert rules["joker"] == "free" or freed(rules, table, laid, after)
        assert not rules["opening"] or seat in game["opened"] or opens(rules, table, laid, after)
        game |= {"table": after, "crosses": alone, "opened": game["opened"] | {seat}, "passes": 0}
        game["hands"][seat] = list((Counter(hand) - kinds(laid)).elements())
        game["waited"][seat] = 0
    elif "draw" in move:
        assert game["stock"]
        assert not rules["first_draw"]
        if rules["waits"] is not None:
            able = could_lay(rules, table, hand)
            assert not able or game["waited"][seat] < rules["waits"]
            game["waited"][seat] = game["waited"][seat] + 1 if able else 0
        hand.append(game["stock"].pop(0))
        game["passes"] = 0
    else:
        assert move == {"pass": True}
        assert rules["first_draw"] or not game["stock"]
        game["passes"] = 0 if begun else game["passes"] + 1
    game["seat"] = (seat + 1) % len(game["hands"])


def end(rules, game):
    """Return how a game is over and the scores, or None."""
    how = "closed" if not all(game["hands"]) else ""
    if not how and rules["stock"]:
        how = "" if game["stock"] else "finished"
    elif not how:
        how = "blocked" if game["passes"] == len(game["hands"]) else ""
    if not how:
        return None
    held = [(bool(hand), sum(points(rules, card) for card in hand), len(hand)) for hand in game["hands"]]
    winners = [seat for seat, one in enumerate(held) if one == min(held)]
    lost = [min(held)[1] - one[1] for one in held]
    if len(winners) == 1:
        lost[winners[0]] = -sum(lost)
    return how, [seat + 1 for seat in winners], lost


@pytest.mark.quick(4)
@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("preset", SOURCES)
def test_games_of_bots_keep_the_rules_of_their_sources(preset, number):
    rules = USUAL | SOURCES[preset]
    bots = [("greedy", "patient", "novice", "points")[(number + seat) % 4] for seat in range(2 + number % 3)]
    found = Playthrough(GAME, make_players(GAME, bots), PRESETS[preset].rules, preset, Deal(7000 + number))
    list(found.replies())
    pack = [rank + suit for suit in SUITS for rank in RANKS] * 2 + ["JK"] * rules["jokers"]
    stock = Random(7000 + number, "machiavelli", "deal").shuffle_copy(pack)
    hands = [[stock.pop(0) for _ in range(rules["deal"])] for _ in bots]
    crosses = [stock.pop(0) for _ in range(rules["crosses"])]
    game = {"seat": 0, "hands": hands, "table": [[card] for card in crosses], "stock": stock, "crosses": crosses}
    game |= {"opened": set(), "waited": [0] * len(bots), "passes": 0}
    for line in found.moves:
        assert end(rules, game) is None
        assert line.seat == game["seat"] + 1
        turn(rules, game, line.move)
    how, winners, scores = end(rules, game)
    (last,) = [line for line in found.lines if isinstance(line, EndLine)]
    assert (last.result["how"], last.result["winners"]) == (how, winners)
    if len(winners) == 1:
        assert last.result["scores"] == scores
