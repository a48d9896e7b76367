"""The Machiavelli module of the app against the package: the same answers on the same tables, hands and games.

Tests: app/modules.py
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise

import pytest

from app.modules import ROOT, Refused, module
from passatempo.core.json import load_question
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.machiavelli import _kernel, steps
from passatempo.machiavelli.checker import check_play
from passatempo.machiavelli.exact.arrange import arrange, count
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.game.play import past_of
from passatempo.machiavelli.game.rules import PRESETS, GameRules, seat_faults
from passatempo.machiavelli.groups import fault, kinds, named
from passatempo.machiavelli.model import ACES, JOKER, WILD, LayAsk, Rules, Turn, rank_of, suit_of
from passatempo.machiavelli.rules import LINES
from passatempo.machiavelli.text import read

KERNEL = "machiavelli"
TURN_RULES = ["decks", "line", "jokers", "joker", "opening", "opening_points", "continues"]
TURN_RULES += ["most_new", "crosses", "card_points"]
MATCH_RULES = ["deal", "draws_first", "waits", "ends_with_stock", "one_point", "first_turn_draws", "penalty", "first"]
CASES = json.loads((ROOT / "tests/data/machiavelli/cases.json").read_text(encoding="utf-8"))["cases"]
PREFER = ("cards", "points", "least-change")
MADE = 60  # tables of each kind


def turn_ruled(rules):
    """Return the rules of a turn as the module takes them: an object with the names of the interface."""
    told = dict(zip(TURN_RULES, rules.numbers, strict=True))
    return told | {"line": LINES[rules.ace]._asdict(), "card_points": list(rules.card_points)}


def table_of(turn):
    groups = [{"cards": group} for group in turn.table]
    return {"groups": groups, "hand": turn.hand, "rules": turn_ruled(turn.rules), "opened": turn.opened}


def piles(groups):
    return tuple([tuple(group["cards"]) for group in groups])


def grouped(piles):
    return [{"cards": pile} for pile in piles]


def melds_of(random, rules, pool):
    """Take random melds out of a pool of cards, some with a joker in the place of a card."""
    found = []
    for _ in range(30):
        if random.below(2):
            rank = random.below(13)
            cards = [13 * suit + rank for suit in random.sample(range(4), random.in_range(3, 4))]
        else:
            suit, start, size = random.below(4), random.below(13), random.in_range(3, 6)
            cards = [13 * suit + (start + step) % 13 for step in range(size)]
        if fault(tuple(cards), rules.ace):
            continue
        if pool[JOKER] and random.below(4) == 0:
            at = random.below(len(cards))
            cards[at] = WILD + cards[at] if random.below(2) else JOKER
        wanted = Counter(min(card, JOKER) for card in cards)
        if len(found) < 12 and all(pool[card] >= number for card, number in wanted.items()):
            pool.subtract(wanted)
            found.append(tuple(cards))
    return found


def made_turns(*seeds):
    """Make tables of melds with a hand; every fifth has a card that lies wrong, or lies in a heap."""
    for k in seeds or range(MADE):
        random = Random(k, "app", "table")
        rules = Rules(1 + k % 3 if k % 10 else 10, ACES[k % 4], (0, 0, 1, 3)[k // 4 % 4])
        pool = Counter(list(range(JOKER)) * rules.decks + [JOKER] * rules.jokers)
        table = melds_of(random, rules, pool)[: random.in_range(1, 12)]
        held = Counter(min(card, JOKER) for group in table for card in group)
        left = Counter(list(range(JOKER)) * rules.decks + [JOKER] * rules.jokers) - held
        hand = random.sample(sorted(left.elements()), random.in_range(0, 13))
        if k % 5 == 0 and hand:
            table = [*table, (hand.pop(),)] if k % 2 else [tuple(sum(table, ()))]
        yield Turn(tuple(table), tuple(sorted(hand)), rules)


def case_turns():
    """Read the tables of the verified cases."""
    game = pastime("machiavelli")
    for case in CASES:
        keys = {key: case[key] for key in ("table", "hand") if case.get(key)}
        if "table" in keys:
            for ace in ACES:
                yield load_question(game, game.problem("arrange"), keys | case["rules"] | {"ace": ace}, {})


MADE_TURNS = list(made_turns())
NAMED = [  # a search names the jokers of the first otherwise; that of the second is taken from its group
    read("QS JK=KS JK=AS | 2H 3H 4H\nhand: AH", jokers=2),
    read("3S 4S 5S JK=6S\nhand: QH KH", jokers=1),
]
TURNS = [*MADE_TURNS, *NAMED, *[turn for k, turn in enumerate(case_turns()) if k % 3 == 0]]
NUMBERED = [pytest.param(turn, id=str(k)) for k, turn in enumerate(TURNS)]


def plain(native):
    """Return the melds, cards laid and bounds of an outcome of `lay`, as the module tells them."""
    play = native.answer
    kept = -1 if play.groups_kept is None else play.groups_kept
    return [tuple(play.laid), tuple(play.melds), native.value, kept]


@pytest.mark.parametrize("turn", NUMBERED)
def test_lay(turn):
    """Value, cards, melds, groups kept and steps are those of the package, and its checker accepts them.

    Nodes are not compared: a search keeps its table of states from question to question, here as there.
    """
    for k, prefer in enumerate(PREFER):
        if prefer == "least-change" and any(named(group, turn.rules.ace) is None for group in turn.table):
            continue
        question = Question(turn, LayAsk(prefer=prefer))
        native = lay(question)
        told = module(KERNEL).ask("lay", table=table_of(turn), prefer=k, weights=[])
        assert told["found"] == (native.answer is not None)
        assert told["stop"] == "done"
        if not told["found"]:
            continue
        assert [tuple(told["laid"]), piles(told["melds"]), told["value"], told["kept"]] == plain(native), prefer
        if prefer == "least-change" and "cards_moved" in native.stats:
            assert told["moved"] == native.stats["cards_moved"]
        else:
            assert told["bound"] == native.bound
        plan = module(KERNEL).ask("plan", before=grouped(turn.table), after=told["melds"], laid=told["laid"])
        assert followed(turn, plan["steps"]) == [step.places for step in native.answer.steps]
        for one, step in zip(plan["steps"], native.answer.steps, strict=True):
            assert (tuple(one["take"]), one["source"], one["target"]) == (step.take, step.source, step.target)
            if step.source:
                gone = steps.surplus(step.before[step.source - 1], step.places[step.source - 1])
                assert sorted(one["was"]) == sorted(gone)
        assert check_play(question, native.answer) == []


def followed(turn, told):
    """Take steps one by one; return what lies where after each."""
    places, after = list(turn.table), []
    for step in told:
        while len(places) < step["target"]:
            places.append(())
        if step["source"]:
            places[step["source"] - 1] = tuple(step["left"])
        places[step["target"] - 1] = tuple(step["grown"])
        after.append(tuple(places))
    return after


@pytest.mark.parametrize("seed", range(40))
def test_plan(seed):
    """Any groups to any melds, jokers, copies and cards that fit nowhere among them."""
    random = Random(seed, "app", "plan")
    cards = [random.choice([random.below(JOKER), JOKER, WILD + random.below(JOKER)]) for _ in range(8)]
    cards += [random.below(20) for _ in range(40)]

    def cut(cards):
        ends = sorted(random.sample(range(1, len(cards)), 9))
        return [tuple(cards[a:b]) for a, b in zip([0, *ends], [*ends, len(cards)], strict=True)]

    before, after = cut(random.shuffle_copy(cards)), cut(random.shuffle_copy(cards))
    laid = random.sample(cards, 4)
    told = module(KERNEL).ask("plan", before=grouped(before), after=grouped(after), laid=laid)
    wanted = steps.plan_steps(before, after, laid)
    assert [(tuple(one["take"]), one["source"], one["target"]) for one in told["steps"]] == [
        (step.take, step.source, step.target) for step in wanted
    ]
    assert followed(Turn((), (), Rules()), []) == []
    assert [one[: len(step.places)] for one, step in zip(_from(before, told["steps"]), wanted, strict=True)] == [
        step.places for step in wanted
    ]


def _from(before, told):
    class Lying:
        table = tuple(before)

    return followed(Lying, told)


@pytest.mark.parametrize("turn", NUMBERED)
def test_unlock_arrange_count(turn):
    native, told = unlock(turn), module(KERNEL).ask("unlock", table=table_of(turn))
    drawing = native.answer.single
    assert (told["now"], told["good"], told["unseen"]) == (native.answer.closes_now, drawing.good, drawing.unseen)
    assert [((card,), copies) for card, copies in zip(told["cards"], told["copies"], strict=True)] == list(
        drawing.cards
    )
    native, told = arrange(turn), module(KERNEL).ask("arrange", table=table_of(turn))
    assert told["found"] == (native.answer is not None)
    if told["found"]:
        assert piles(told["melds"]) == native.answer.melds
    if JOKER not in [min(card, JOKER) for card in turn.cards] and turn.rules.decks <= 2:
        digits = bytes(module(KERNEL).ask("count", table=table_of(turn))["digits"])
        assert int(digits, 16) == count(turn).answer.arrangements


# ---- Which rule fails ----

RUN, SET, IDENTICAL, SHORT, LONG, GAP, ACE, MIXED, ALONE = range(9)


def groups_of_all_kinds(first=0):
    for seed in range(first, first + 600):
        random = Random(seed, "app", "judge")
        size = random.in_range(1, 6) if seed % 20 else random.in_range(12, 16)
        suit, start = random.below(4), random.below(13)
        cards = [13 * suit + (start + step) % 13 for step in range(size)]
        for _ in range(random.below(3)):
            cards[random.below(size)] = random.choice([random.below(52), JOKER, 13 * random.below(4) + start])
        if seed % 3 == 0:
            cards = [13 * random.below(4) + start if card != JOKER else card for card in cards]
        yield tuple(random.shuffle_copy(cards))


@pytest.mark.parametrize("ace", ACES)
def test_judge(ace):
    """The verdict is the package's; what is said of the cards follows from trying everything."""
    judged_alike(ace)


def judged_alike(ace, first=0):
    groups = list(groups_of_all_kinds(first))
    told = module(KERNEL).ask("judge", groups=grouped(groups), line=LINES[ace]._asdict())["judgements"]
    seen = Counter(one["verdict"] for one in told)
    assert len(seen) == (8 if ace != "wrap" else 7), seen
    for group, one in zip(groups, told, strict=True):
        meld = named(group, ace)
        verdict, cards = one["verdict"], one["cards"]
        assert (verdict in (RUN, SET)) == (meld is not None), group
        if meld is not None:
            assert tuple(one["named"]) == meld
            assert_in_order(group, meld, one["ordered"], verdict)
            assert (verdict == SET) == (len({rank_of(card) for card in meld}) == 1)
            continue
        fixed = [card for card in group if card != JOKER]
        copies = sorted({card for card in fixed if fixed.count(card) > 1})
        suits, ranks = {suit_of(card) for card in fixed}, {rank_of(card) for card in fixed}
        assert (verdict == IDENTICAL) == bool(copies)
        if verdict == IDENTICAL:
            assert cards == copies
        elif len(group) < 3:
            assert verdict == SHORT
        elif len(group) > 13 or len(ranks) == 1:
            assert verdict == LONG
        elif len(suits) > 1:
            assert verdict == MIXED
            rest = [card for card in fixed if card not in cards]
            assert len({suit_of(card) for card in rest}) == 1 or len({rank_of(card) for card in rest}) == 1
            for fewer in combinations(fixed, len(fixed) - len(cards) + 1):
                assert len({suit_of(card) for card in fewer}) > 1
                assert len({rank_of(card) for card in fewer}) > 1
        elif any(named(group, other) for other in ACES):
            assert verdict == ACE
        else:
            assert verdict == GAP
            (suit,) = suits
            assert named((*fixed, *cards), ace) is not None
            others = [13 * suit + rank for rank in range(13) if rank not in ranks]
            for fewer in range(len(cards)):
                assert not any(named((*fixed, *more), ace) for more in combinations(others, fewer))


def assert_in_order(group, meld, ordered, verdict):
    """The same cards; each of a run is one above the one before it, those of a set go by suit."""
    assert sorted(ordered) == sorted(group)
    stands = dict(zip(group, meld, strict=True))  # one of the free jokers, where there are several
    if group.count(JOKER) > 1:
        return
    cards = [stands[card] for card in ordered]
    for card, following in pairwise(cards):
        if verdict == RUN:
            assert (rank_of(card) + 1) % 13 == rank_of(following)
        else:
            assert suit_of(card) < suit_of(following)


# ---- The game: the module and the package are one program, compiled twice ----

ALONE_AS_WELL = (RUN, SET, ALONE)
RULES = {
    "house": PRESETS["house"].rules,
    "draw first": GameRules(draw="start", end="stock", waits=2),
    "one deck": GameRules(decks=1, deal=5, ace="wrap", waits=0, first=2, score="one"),
    "three decks": GameRules(decks=3, deal=20, ace="low"),
    "jokers": GameRules(jokers=4, deal=9, waits=1),
    "bound jokers": GameRules(jokers=4, joker="exact", waits=1),
    "open cards": GameRules(deal=6, crosses=4, waits=2),
    "points open": GameRules(deal=15, opening="points:36", waits=1),
    "points open with jokers": GameRules(deal=12, opening="points:30", jokers=2, draw="start"),
    "own group opens": GameRules(deal=14, ace="high", opening="own-group", waits=0),
    "own points": GameRules(
        deal=12, opening="points:40", points={"2": 30, "A": 1, "AH": 20, "QS": 13, "JK": 50}, jokers=2, waits=1
    ),
    "few at a time": GameRules(most_new=3, jokers=2, waits=1),
    "all at once": GameRules(
        deal=7, crosses=3, jokers=3, joker="exact", opening="own-group", most_new=5, waits=1, ace="wrap"
    ),
}
EACH = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def ruled(rules):
    """Return rules as the module takes them, each record an object with the names of the interface."""
    return {"turn": turn_ruled(rules.turn)} | dict(zip(MATCH_RULES, rules.numbers[1:], strict=True))


def alike(question, **asked):
    """Ask the module and the package the same bytes; the reply of both, byte for byte."""
    kernel = module(KERNEL)
    told = kernel.ask(question, seconds=1e18, **asked)
    assert kernel.last == _kernel.call(question, kernel.request, None)
    return told


def dealt(rules, seats, seed):
    game = alike("deal", rules=ruled(rules), seats=seats, seed=str(seed).encode())["game"]
    alike("begin", rules=ruled(rules), **{name: game[name] for name in ("hands", "crosses", "stock")})
    return game


def answered(rules, game, bot, turn=0, seed=b"1"):
    return alike("answer", rules=ruled(rules), game=game, bot=bot, seed=seed, turn=turn)


@EACH
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deal(rules, seats):
    """Where the package refuses a deal the module does, with its reason."""
    if seat_faults(rules, seats):
        with pytest.raises(Refused, match="too few cards"):
            module(KERNEL).ask("deal", rules=ruled(rules), seats=seats, seed=b"5")
        return
    for seed in (0, 7, 2**64 - 1):
        dealt(rules, seats, seed)


def bots_agree(rules, bots, seed):
    """Let bots play a game; returns how many turns it has."""
    game = dealt(rules, len(bots), seed)
    for turn in range(400):
        told = answered(rules, game, bots[game["seat"]], turn, str(seed).encode())
        if told["end"]["over"]:
            return turn
        game = told["game"]
    return 0


@EACH
@pytest.mark.parametrize("bots", [(0, 3), (2, 1, 3)], ids=str)
def test_games_of_bots(rules, bots):
    bots = bots[:2] if seat_faults(rules, len(bots)) else bots
    assert bots_agree(rules, bots, 11) > 3
    whole_games_agree(rules, bots, 11)


def whole_games_agree(rules, bots, seed):
    told = alike("games", rules=ruled(rules), bots=list(bots), seed=str(seed).encode())
    assert told["end"]["over"]


@pytest.mark.parametrize("name", PRESETS)
def test_games_of_every_preset(name):
    assert bots_agree(PRESETS[name].rules, (2, 3, 0), 23) > 3


@pytest.mark.parametrize(
    "rules",
    [
        *[PRESETS[name].rules for name in ("house", "wikipedia-draw")],
        GameRules(jokers=1, decks=1, deal=4, waits=1),
        GameRules(score="one", deal=7),
    ],
    ids=str,
)
def test_the_strong_bot(rules):
    """Its play-outs and what follows from them, square roots too, at the first turns of a game."""
    assert strong_agrees(rules, 5) > 2


def strong_agrees(rules, seed):
    game = dealt(rules, 2, seed)
    for turn in range(12):
        asked = {"rules": ruled(rules), "game": game, "bot": 4, "state": turn, "deals": 8, "wins": turn % 2 == 1}
        alike("choose", **asked)
        told = answered(rules, game, 2, turn)
        if told["end"]["over"]:
            break
        game = told["game"]
    return turn


def tried(random, game):
    """Make moves of all kinds, most of them illegal in one way or another."""
    hand, table = game["hands"][game["seat"]]["cards"], [group["cards"] for group in game["groups"]]
    laid = sorted(random.sample(hand, min(len(hand), random.in_range(0, 3))))
    groups = [list(group) for group in [*table, *([laid] if laid else [])]]
    kind = random.below(7)
    if kind < 2:
        return {"did": kind + 1, "laid": [], "table": [], "penalty": 0}
    if kind == 2 and groups:
        groups[random.below(len(groups))].append(random.below(JOKER))
    if kind == 3 and groups:
        groups.pop(random.below(len(groups)))
    if kind == 4:
        laid.append(random.below(JOKER))
    if kind == 5:  # a joker stands for something else
        groups = [[card if card < WILD else WILD + random.below(JOKER) for card in group] for group in groups]
    return {"did": 0, "laid": laid, "table": grouped(groups), "penalty": 0}


@EACH
def test_moves_of_people(rules):
    """Legal moves and wrong ones; what is asked of a view as well."""
    assert moved_alike(rules, 3) > 9


def moved_alike(rules, seed):
    random, game = Random(seed, "app", "moves"), dealt(rules, 2, seed)
    for number in range(120):
        at = {"rules": ruled(rules), "game": game}
        for _ in range(4):
            move = tried(random, game)
            assert alike("faults", **at, move=move)["faults"] == alike("play", **at, move=move)["faults"]
        hand = game["hands"][game["seat"]]["cards"]
        cards = alike("best", **at, cards=hand, points=number % 2 == 1, limited=True)["cards"]
        assert alike("can_lay", **at)["able"] == bool(cards)
        assert alike("fit", **at, cards=cards)["found"] or not cards
        assert not alike("result", **at)["end"]["over"]
        if number % 20 == 0:
            alike("closings", **at, rival=0, conditioned=True, states=[number, number + 1])
        told = answered(rules, game, 2 + number % 2, number)
        if told["end"]["over"]:
            break
        game = told["game"]
    return number


@EACH
def test_a_turn_that_is_laid(rules):
    """Jokers as they lie on the table are named, and the move is the one that makes the new table."""
    assert drafted_alike(rules, 9) > 3


def drafted_alike(rules, seed):
    game, seen = dealt(rules, 2, seed), 0
    for turn in range(80):
        told = answered(rules, game, 2, turn)
        move = told["move"]
        if move["did"] == 0:
            free = [[min(card, JOKER) for card in group["cards"]] for group in move["table"]]
            lying = grouped(free) if rules.joker == "free" else move["table"]
            drafted = alike("draft", rules=ruled(rules), game=game, groups=lying)
            verdicts = [one["verdict"] for one in drafted["judgements"]]
            assert all(one in ALONE_AS_WELL for one in verdicts)
            assert [one == ALONE for one in verdicts] == [len(group) == 1 for group in free]
            table = piles(drafted["move"]["table"])
            assert [sorted(kinds(group)) for group in table] == list(map(sorted, free))
            assert all(len(group) == 1 or fault(group, rules.ace) is None for group in table)
            laid = alike("laid", before=game["groups"], after=grouped(table))["cards"]
            assert laid == drafted["move"]["laid"]
            faults = alike("play", rules=ruled(rules), game=game, move=drafted["move"])["faults"]
            assert not faults or rules.opening_points
            seen += 1
        if told["end"]["over"]:
            break
        game = told["game"]
    return seen


# ---- What is refused ----

LINE = LINES["both"]._asdict()
TURN = turn_ruled(Rules())
GOOD = {"groups": [{"cards": [0, 1, 2]}], "hand": [3], "rules": TURN, "opened": True}
FAULTS = [
    ({"rules": TURN | {"line": LINE | {"first": 13}}}, "first: a number from 0 to 12 is needed"),
    (
        {"rules": TURN | {"line": LINE | {"circular": True}}},
        "line: a first rank 0 to 12 and 7 to 14 places, or 13 on a circle",
    ),
    ({"rules": TURN | {"decks": 0}}, "decks: a number from 1 to 100 is needed"),
    ({"rules": TURN | {"joker": 3}}, "joker: a number from 0 to 2 is needed"),
    ({"rules": TURN | {"opening_points": 30}}, "the opening asks for none"),
    ({"rules": TURN | {"card_points": [1] * 52}}, "card_points: too many or too few"),
    ({"hand": [53]}, "hand: a number from 0 to 52 is needed"),
    ({"hand": [0, 0]}, "cards: more copies than the decks have"),
    ({"hand": [JOKER]}, "jokers: more than there are"),
    ({"groups": [{"cards": [60]}]}, "cards: a number from 0 to 52 or from 64 to 115 is needed"),
    ({"groups": [{"cards": []}]}, "cards: too many or too few"),
    ({"hand": [0] * 1141}, "hand: too many or too few"),
]


@pytest.mark.parametrize(("changed", "why"), FAULTS, ids=[why for _, why in FAULTS])
def test_tables_that_cannot_be(changed, why):
    for question in ("lay", "unlock", "arrange", "count"):
        more = {"prefer": 0, "weights": []} if question == "lay" else {}
        with pytest.raises(Refused, match=why):
            module(KERNEL).ask(question, table=GOOD | changed, **more)


def test_refusals():
    kernel, rules = module(KERNEL), ruled(GameRules())
    with pytest.raises(Refused, match="one is no meld, so it cannot stay"):
        kernel.ask("lay", table=GOOD | {"groups": [{"cards": [0, 1, 2]}, {"cards": [5, 9]}]}, prefer=2, weights=[])
    with pytest.raises(Refused, match="with jokers arrangements are not counted"):
        kernel.ask("count", table=GOOD | {"groups": [{"cards": [0, 1, JOKER]}], "rules": TURN | {"jokers": 1}})
    with pytest.raises(Refused, match="first: a seat that nobody sits at"):
        kernel.ask("deal", rules=rules | {"first": 3}, seats=2, seed=b"0")
    game = kernel.ask("deal", rules=rules, seats=2, seed=b"0")["game"]
    hands = game["hands"]
    for changed, why in (
        ({"seat": 5}, "seat: nobody sits there"),
        ({"waits": [0, 0, 0]}, "seat: nobody sits there"),
        ({"stock": [*game["stock"], 0]}, "cards: more than the decks have"),
        (
            {"groups": grouped([hands[0]["cards"][:2]]), "hands": [{"cards": hands[0]["cards"][2:]}, hands[1]]},
            "no meld",
        ),
        ({"hands": [{"cards": [JOKER + 1]}, *hands[1:]]}, "hands: a card of the seat to move is not known"),
        ({"hands": [{"cards": [JOKER]}, *hands[1:]]}, "cards: more than the decks have"),
        ({"groups": grouped([hands[0]["cards"][:1]]), "hands": [{"cards": hands[0]["cards"][1:]}, hands[1]]}, "alone"),
        ({"pasts": past_of(0, [(0, 1, 2)] * 3) + bytes(5)}, "pasts: more cards"),
        ({"pasts": bytes(9)}, "pasts: one is cut short"),
        ({"hands": hands * 5}, "hands: too many or too few"),
        ({"passes": 2}, "game: it is over"),
    ):
        with pytest.raises(Refused, match=why):
            kernel.ask("answer", rules=rules, game=game | changed, bot=2, seed=b"0", turn=0)
    made = {"did": 0, "laid": [], "table": grouped([range(14), []]), "penalty": 0}
    wrong = kernel.ask("play", rules=rules, game=game, move=made)
    assert [(one["rule"], one["where"]) for one in wrong["faults"]][-2:] == [(4, 1), (4, 2)]  # neither is a meld
    with pytest.raises(Refused, match="the opening asks for none"):
        kernel.ask("deal", rules=rules | {"turn": rules["turn"] | {"opening_points": 30}}, seats=2, seed=b"0")
    assert kernel.ask("lay", table=GOOD, prefer=0, weights=[])["value"] == 1


def test_damaged_requests_are_sentences():
    """Each byte of good requests changed, cut, lengthened: an answer, or a refusal with its reason."""
    kernel, random = module(KERNEL), Random(1, "app", "damage")
    game = kernel.ask("deal", rules=ruled(GameRules()), seats=3, seed=b"1")["game"]
    good = {
        "judge": {"groups": GOOD["groups"], "line": LINE},
        "lay": {"table": GOOD, "prefer": 2, "weights": []},
        "plan": {"before": GOOD["groups"], "after": grouped([[0, 1, 2, 3]]), "laid": [3]},
        "unlock": {"table": GOOD},
        "arrange": {"table": GOOD},
        "count": {"table": GOOD},
        "deal": {"rules": ruled(GameRules()), "seats": 3, "seed": b"1"},
        "play": {"rules": ruled(GameRules()), "game": game, "move": {"did": 1, "laid": [], "table": [], "penalty": 0}},
        "draft": {"rules": ruled(GameRules()), "game": game, "groups": GOOD["groups"]},
        "answer": {"rules": ruled(GameRules()), "game": game, "bot": 4, "seed": b"1", "turn": 0},
    }
    refused = 0
    for question, asked in good.items():
        place, found = [*kernel.interface.questions].index(question), kernel.interface.questions[question]
        whole = (
            bytes(8) + b"\xff" * 8 + kernel.packed(found.request_type, asked)
        )  # no seconds: what is asked may be long
        for _ in range(300):
            request = bytearray(whole)
            for _ in range(random.in_range(0, 3)):
                request[random.below(len(request) - 16) + 16] = random.below(256)
            if random.below(3) == 0:
                del request[random.below(len(request)) :]
            try:
                kernel.raw(place, bytes(request))
            except Refused as refusal:
                refused += 1
                assert not str(refusal).startswith("wasm trap"), refusal
    assert refused > 900
