"""The Machiavelli module of the app against the package: the same answers on the same tables, hands and games.

Tests: app/modules.py, machiavelli/game/ruling.py
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from app.modules import ROOT, Refused, module
from passatempo.core.json import load_question
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.core.play.values import Deal
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.machiavelli import steps
from passatempo.machiavelli.checker import check_play
from passatempo.machiavelli.exact.arrange import arrange
from passatempo.machiavelli.exact.arrangements import count
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.game import bots, fast, lays, turns
from passatempo.machiavelli.game.judging import judge
from passatempo.machiavelli.game.rivals import holds_back
from passatempo.machiavelli.game.rules import PRESETS, GameRules, enough
from passatempo.machiavelli.game.ruling import ruling
from passatempo.machiavelli.game.strong import strong
from passatempo.machiavelli.groups import kinds, named
from passatempo.machiavelli.model import ACES, JOKER, WILD, LayAsk, Rules, Turn, name, rank_of, suit_of
from passatempo.machiavelli.rules import fault
from passatempo.machiavelli.text import read

KERNEL = "machiavelli"
CASES = json.loads((ROOT / "tests/data/machiavelli/cases.json").read_text(encoding="utf-8"))["cases"]
PREFER = ("cards", "points", "least-change")
BOTS = {name: getattr(bots, name) for name in fast.BOTS} | {"strong": strong}  # in the order of the kernel
MADE = 60  # tables of each kind


def table_of(turn):
    return {
        "groups": [{"cards": group} for group in turn.table],
        "hand": turn.hand,
        "decks": turn.rules.decks,
        "jokers": turn.rules.jokers,
        "ace": ACES.index(turn.rules.ace),
    }


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
            cards = [13 * suit + rank for suit in random.sample(range(4), random.between(3, 4))]
        else:
            suit, start, size = random.below(4), random.below(13), random.between(3, 6)
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
        table = melds_of(random, rules, pool)[: random.between(1, 12)]
        held = Counter(min(card, JOKER) for group in table for card in group)
        left = Counter(list(range(JOKER)) * rules.decks + [JOKER] * rules.jokers) - held
        hand = random.sample(sorted(left.elements()), random.between(0, 13))
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
        told = module(KERNEL).ask("lay", table=table_of(turn), prefer=k)
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

    before, after = cut(random.shuffled(cards)), cut(random.shuffled(cards))
    laid = random.sample(cards, 4)
    told = module(KERNEL).ask("plan", before=grouped(before), after=grouped(after), laid=laid)
    wanted = steps.plan(before, after, laid)
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
        size = random.between(1, 6) if seed % 20 else random.between(12, 16)
        suit, start = random.below(4), random.below(13)
        cards = [13 * suit + (start + step) % 13 for step in range(size)]
        for _ in range(random.below(3)):
            cards[random.below(size)] = random.choice([random.below(52), JOKER, 13 * random.below(4) + start])
        if seed % 3 == 0:
            cards = [13 * random.below(4) + start if card != JOKER else card for card in cards]
        yield tuple(random.shuffled(cards))


@pytest.mark.parametrize("ace", ACES)
def test_judge(ace):
    """The verdict is the package's; what is said of the cards follows from trying everything."""
    judged_alike(ace)


def judged_alike(ace, first=0):
    groups = list(groups_of_all_kinds(first))
    told = module(KERNEL).ask("judge", groups=grouped(groups), ace=ACES.index(ace))["judgements"]
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


# ---- The game ----

CODES = (
    *("empty-lay", "not-in-hand", "taken-back", "foreign-card", "bad-meld", "must-lay", *("empty-lay",) * 3),
    *("too-many-new", "not-opened", "not-opened", "joker-not-freed"),
)
CARDS, GROUPS, JOKER_NOT_FREED = (1, 2, 3), (4, 10), 12  # the codes that say a card, or the number of a group
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
    told = ruling(rules)
    flags = {name: bool(told[name]) for name in ("draws_first", "exact", "ends_with_stock", "one_point")}
    return told | flags | {"card_points": list(rules.worths) if rules.points else []}


def past_of(state, seat):
    """What the turns of a seat have told, as `rivals` has it."""
    own = [event for event in state.history if event.seat == seat]
    begins = state.rules.draw == "start"
    turned = [event for event in own if not (begins and event.drew)]
    bare = [replace(event, seat=0) for event in own]
    then, drawn = None, 0
    for event in own:
        if begins and event.drew:
            drawn += 1
            continue
        limited = state.rules.most_new and len(event.laid) >= state.rules.most_new
        drawn, then = event.drew, None if limited else event.table
    return {
        "drew": bool(turned and turned[-1].drew),
        "holds_back": holds_back(bare, state.rules),
        "known": then is not None,
        "drawn": drawn,
        "then": grouped(then or ()),
    }


def game_of(state):
    begun = turns.drawn_now(state.history, state.seat, state.rules)
    return {
        "seat": state.seat,
        "hands": [{"cards": list(hand)} for hand in state.hands],
        "groups": [{"cards": list(group)} for group in state.table],
        "stock": list(state.stock),
        "waits": list(state.waits),
        "opened": list(map(int, state.opened)),
        "crosses": list(state.crosses),
        "pasts": [past_of(state, seat) for seat in range(len(state.hands))],
        "passes": state.passes,
        "begun": begun,
    }


def plainly(told):
    """A game as told, with tuples as lists."""
    return json.loads(json.dumps(told))


def move_of(move):
    if isinstance(move, turns.Lay):
        return {"did": 0, "laid": move.laid, "table": grouped(move.table)}
    return {"did": 1 if isinstance(move, turns.Draw) else 2, "laid": [], "table": []}


def end_of(result):
    if result is None:
        return {"over": False, "how": 0, "winners": [], "scores": []}
    how = fast.ENDS.index(result.how)
    return {"over": True, "how": how, "winners": list(result.winners), "scores": list(result.scores)}


@EACH
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deal(rules, seats):
    """The same seed, the same deal."""
    if enough(rules, seats):
        with pytest.raises(Refused, match="too few cards"):
            module(KERNEL).ask("deal", rules=ruled(rules), seats=seats, seed=5)
        return
    for seed in (0, 7, 2**32, 2**64 - 1):
        dealt_alike(rules, seats, seed)


def dealt_alike(rules, seats, seed):
    told = module(KERNEL).ask("deal", rules=ruled(rules), seats=seats, seed=seed)
    assert told["game"] == game_of(turns.start(rules, seats, Deal(seed)))


def bots_agree(rules, names, seed):
    """Play a game with the package's bots; the module makes the same moves, with the same state after each."""
    state = turns.start(rules, len(names), Deal(seed))
    for turn in range(400):
        if turns.result(state) is not None:
            return turn
        seat = state.seat
        stream = Random(seed, "machiavelli", "bot", seat, turn)
        move = BOTS[names[seat]](turns.view(state, seat), stream, Limits())
        asked = {"rules": ruled(rules), "game": game_of(state), "bot": [*BOTS].index(names[seat])}
        told = module(KERNEL).ask("answer", **asked, seed=seed, turn=turn)
        assert plainly(told["move"]) == plainly(move_of(move)), (turn, state)
        state = turns.play(state, move)
        assert plainly(told["game"]) == plainly(game_of(state))
        assert told["end"] == end_of(turns.result(state))
    return 0


@EACH
@pytest.mark.parametrize("names", [("novice", "patient"), ("greedy", "points", "patient")], ids=str)
def test_games_of_bots(rules, names):
    """Turn by turn as the package in plain Python."""
    if enough(rules, len(names)):
        names = names[:2]
    assert bots_agree(rules, names, 11) > 3


@pytest.mark.parametrize("name", PRESETS)
def test_games_of_every_preset(name):
    assert bots_agree(PRESETS[name].rules, ("greedy", "patient", "novice"), 23) > 3


@pytest.mark.parametrize("name", ["house", "published", "wikipedia-draw", "studenti"])
def test_the_strong_bot(name):
    """The candidates, the play-outs and what follows from them, to the last move of a game."""
    assert bots_agree(PRESETS[name].rules, ("strong", "greedy"), 5) > 3


def test_the_strong_bot_with_jokers():
    """Where the package plays the games out in plain Python."""
    assert bots_agree(GameRules(jokers=1, decks=1, deal=4, waits=1), ("strong", "greedy"), 2) > 3


def test_strong_settles_doubt_as_the_package():
    """The order of errors and gains, from many games by points: shares of a win have their own unit."""
    assert bots_agree(GameRules(score="one", deal=7), ("strong", "patient", "greedy"), 3) > 3


def tried(random, state):
    """Make moves of all kinds, most of them illegal in one way or another."""
    hand, table = state.hands[state.seat], state.table
    laid = tuple(sorted(random.sample(hand, min(len(hand), random.between(0, 3)))))
    groups = [*table, laid] if laid else list(table)
    kind = random.below(7)
    if kind == 0:
        return turns.Draw()
    if kind == 1:
        return turns.Pass()
    if kind == 2 and groups:
        groups[random.below(len(groups))] += (random.below(JOKER),)
    if kind == 3 and groups:
        groups.pop(random.below(len(groups)))
    if kind == 4:
        laid = (*laid, random.below(JOKER))
    if kind == 5:  # a joker stands for something else
        groups = [tuple([card if card < WILD else WILD + random.below(JOKER) for card in group]) for group in groups]
    return turns.Lay(laid, tuple([tuple(group) for group in groups if 0 < len(group) < 14]))


def placed(code, where):
    """What a fault says beside its rule, as the package has it."""
    if code == JOKER_NOT_FREED:
        return name(WILD + where)
    return name(where) if code in CARDS else where if code in GROUPS else ""


@EACH
def test_moves_of_people(rules):
    """Legal moves do what the package says, others break the same rules at the same places."""
    assert moved_alike(rules, 3) > 9


def moved_alike(rules, seed):
    random, state = Random(seed, "app", "moves"), turns.start(rules, 2, Deal(seed))
    for number in range(120):
        if turns.result(state) is not None:
            break
        here = turns.view(state, state.seat)
        good = bots.greedy(here, random, Limits()) if number % 2 else bots.patient(here, random, Limits())
        for move in [tried(random, state) for _ in range(4)] + [good]:
            told = module(KERNEL).ask("play", rules=ruled(rules), game=game_of(state), move=move_of(move))
            wanted = judge(here, move)
            faults = [(one["rule"], one["where"]) for one in told["faults"]]
            assert Counter(CODES[code] for code, _ in faults) == Counter(one.rule for one in wanted)
            with_place = Counter((CODES[code], placed(code, where)) for code, where in faults if placed(code, where))
            assert with_place == Counter((one.rule, one.where) for one in wanted if one.where)
            after = state if wanted else turns.play(state, move)
            assert plainly(told["game"]) == plainly(game_of(after))
            assert told["end"] == end_of(turns.result(after))
        state = turns.play(state, good)
    return number


@EACH
def test_a_turn_that_is_laid(rules):
    """Jokers as they lie on the table are named, and the move is the one the package makes of the new table."""
    assert drafted_alike(rules, 9) > 3


def drafted_alike(rules, seed):
    random, state, seen = Random(seed, "app", "draft"), turns.start(rules, 2, Deal(seed)), 0
    for _ in range(80):
        if turns.result(state) is not None:
            break
        move = bots.greedy(turns.view(state, state.seat), random, Limits())
        if isinstance(move, turns.Lay):
            free = [tuple([min(card, JOKER) for card in group]) for group in move.table]
            lying = move.table if rules.joker == "exact" else free
            told = module(KERNEL).ask("draft", rules=ruled(rules), game=game_of(state), groups=grouped(lying))
            verdicts = [one["verdict"] for one in told["judgements"]]
            assert all(one in (RUN, SET, ALONE) for one in verdicts)
            assert [one == ALONE for one in verdicts] == [len(group) == 1 for group in move.table]
            table = piles(told["move"]["table"])
            assert [tuple(sorted(kinds(group))) for group in table] == [
                tuple(sorted(group)) for group in map(kinds, free)
            ]
            assert all(len(group) == 1 or fault(group, rules.ace) is None for group in table)
            made = turns.Lay(tuple(told["move"]["laid"]), table)
            assert made.laid == lays.laid_of(state.table, table)
            faults = module(KERNEL).ask("play", rules=ruled(rules), game=game_of(state), move=move_of(made))["faults"]
            assert not faults or rules.opening_points
            seen += 1
        state = turns.play(state, move)
    return seen


# ---- What is refused ----

GOOD = {"groups": [{"cards": [0, 1, 2]}], "hand": [3], "decks": 2, "jokers": 0, "ace": 1}
FAULTS = [
    ({"ace": 4}, "ace: a number from 0 to 3 is needed"),
    ({"decks": 0}, "decks: a number from 1 to 10 is needed"),
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
        more = {"prefer": 0} if question == "lay" else {}
        with pytest.raises(Refused, match=why):
            module(KERNEL).ask(question, table=GOOD | changed, **more)


def test_refusals():
    kernel, rules = module(KERNEL), ruled(GameRules())
    with pytest.raises(Refused, match="one is no meld, so it cannot stay"):
        kernel.ask("lay", table=GOOD | {"groups": [{"cards": [0, 1, 2]}, {"cards": [5, 9]}]}, prefer=2)
    with pytest.raises(Refused, match="with jokers arrangements are not counted"):
        kernel.ask("count", table=GOOD | {"groups": [{"cards": [0, 1, JOKER]}], "jokers": 1})
    with pytest.raises(Refused, match="first: a seat that nobody sits at"):
        kernel.ask("deal", rules=rules | {"first": 3}, seats=2, seed=0)
    game = kernel.ask("deal", rules=rules, seats=2, seed=0)["game"]
    hands = game["hands"]
    for changed, why in (
        ({"seat": 5}, "seat: nobody sits there"),
        ({"waits": [0, 0, 0]}, "seat: nobody sits there"),
        ({"stock": game["stock"][1:]}, "each deck has one of each"),
        ({"groups": grouped([hands[0]["cards"][:2]])}, "groups: one is no meld"),
        ({"hands": [{"cards": [JOKER + 1]}, *hands[1:]]}, "hands: a card from 0 to 52 is needed"),
        ({"hands": [{"cards": [JOKER]}, *hands[1:]]}, "each deck has one of each"),
        ({"groups": grouped([hands[0]["cards"][:1]]), "hands": [{"cards": hands[0]["cards"][1:]}, hands[1]]}, "alone"),
        ({"pasts": [game["pasts"][0] | {"then": grouped([[0, 1, 2]] * 3)}, *game["pasts"][1:]]}, "pasts: more cards"),
        ({"hands": hands * 5}, "hands: too many or too few"),
        ({"passes": 2}, "game: it is over"),
    ):
        with pytest.raises(Refused, match=why):
            kernel.ask("answer", rules=rules, game=game | changed, bot=2, seed=0, turn=0)
    with pytest.raises(Refused, match="at most 13 cards in a meld"):
        kernel.ask("play", rules=rules, game=game, move={"did": 0, "laid": [], "table": grouped([range(14)])})
    with pytest.raises(Refused, match="the opening asks for none"):
        kernel.ask("deal", rules=rules | {"opening_points": 30}, seats=2, seed=0)
    assert kernel.ask("lay", table=GOOD, prefer=0)["value"] == 1


def test_damaged_requests_are_sentences():
    """Each byte of good requests changed, cut, lengthened: an answer, or a refusal with its reason."""
    kernel, random = module(KERNEL), Random(1, "app", "damage")
    game = kernel.ask("deal", rules=ruled(GameRules()), seats=3, seed=1)["game"]
    good = {
        "judge": {"groups": GOOD["groups"], "ace": 1},
        "lay": {"table": GOOD, "prefer": 2},
        "plan": {"before": GOOD["groups"], "after": grouped([[0, 1, 2, 3]]), "laid": [3]},
        "unlock": {"table": GOOD},
        "arrange": {"table": GOOD},
        "count": {"table": GOOD},
        "deal": {"rules": ruled(GameRules()), "seats": 3, "seed": 1},
        "play": {"rules": ruled(GameRules()), "game": game, "move": {"did": 1, "laid": [], "table": []}},
        "draft": {"rules": ruled(GameRules()), "game": game, "groups": GOOD["groups"]},
        "answer": {"rules": ruled(GameRules()), "game": game, "bot": 4, "seed": 1, "turn": 0},
    }
    refused = 0
    for question, asked in good.items():
        place, found = next((k, one) for k, one in enumerate(kernel.face.questions) if one.name == question)
        whole = bytes(8) + b"\xff" * 8 + kernel.packed(found.asks, asked)  # no seconds: what is asked may be long
        for _ in range(300):
            request = bytearray(whole)
            for _ in range(random.between(0, 3)):
                request[random.below(len(request) - 16) + 16] = random.below(256)
            if random.below(3) == 0:
                del request[random.below(len(request)) :]
            try:
                kernel.raw(place, bytes(request))
            except Refused as refusal:
                refused += 1
                assert not str(refusal).startswith("wasm trap"), refusal
    assert refused > 900
