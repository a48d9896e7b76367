"""Games by counts: the kernel's against those that Python plays move by move, its samples and play-outs against a twin.

Tests: machiavelli/game/fast.py, machiavelli/game/sampling.py
"""

import pytest

from passatempo.core.limits import Limits
from passatempo.core.play.playthrough import Playthrough
from passatempo.core.play.record import write_record
from passatempo.core.play.values import Deal
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.tournament import Plan, games
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.game import bots, fast, sampling
from passatempo.machiavelli.game.rivals import Rival, rivals
from passatempo.machiavelli.game.rules import PRESETS, GameRules
from passatempo.machiavelli.game.turns import Draw, Lay, play, result, start, view
from passatempo.machiavelli.model import JOKER

FREE = Limits()
MEETINGS = (
    ("novice", "patient"),
    ("greedy", "points", "patient"),
    ("points", "patient", "novice", "greedy"),
)
PLAYED = [name for name, preset in PRESETS.items() if fast.played_by_kernel(preset.rules)]
OWN_RULES = (
    GameRules(end="stock"),
    GameRules(draw="start", end="stock"),
    GameRules(score="one", waits=0),
    GameRules(decks=3, ace="low", first=2, waits=2),
    GameRules(decks=1, deal=5, points={"A": 0, "QS": 40}),
)


def both(rules, preset, words, seed):
    """Play a game by the kernel and by Python; return both records as they are written."""
    found = [
        list(games(Plan("machiavelli", words, rules, preset, seed, 1, plain), records=True)) for plain in (False, True)
    ]
    return [[one.record for one in part] for part in found]


@pytest.mark.quick(1)
@pytest.mark.parametrize("preset", PLAYED)
def test_records_are_the_same_byte_for_byte(preset):
    """Over all presets some 200 games, each bot at each seat."""
    for number, words in enumerate(MEETINGS):
        for seed in (number, number + 7):
            quick, slow = both(PRESETS[preset].rules, preset, words, seed)
            assert quick == slow


@pytest.mark.quick(1)
@pytest.mark.parametrize("rules", OWN_RULES, ids=str)
def test_records_are_the_same_under_rules_of_ones_own(rules):
    for words in MEETINGS[:2]:
        quick, slow = both(rules, "house", words, 5)
        assert quick == slow


def test_a_game_of_the_kernel_is_the_game_of_a_playthrough():
    (one, *_) = games(Plan("machiavelli", ("greedy", "patient"), PRESETS["house"].rules, "house", 3), records=True)
    assert '"ms"' not in one.record
    assert one.record.startswith('{"record":1,"pastime":"machiavelli"')
    assert '"rules":{"preset":"house"}' in one.record


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", sorted(set(PRESETS) - set(PLAYED)))
def test_options_that_the_kernel_lacks_go_the_python_way(name):
    assert fast.games(PRESETS[name].rules, ("greedy", "patient"), [Deal(1)]) is None


def test_a_bot_that_the_kernel_lacks_goes_the_python_way():
    assert fast.games(GameRules(), ("greedy", "strong"), [Deal(1)]) is None


def positions(rules, seats, seed, every=7):
    """Yield views and states of a game of different bots, every so many turns."""
    state, turn = start(rules, seats, Deal(seed)), 0
    order = (bots.greedy, bots.patient, bots.points)
    while result(state) is None:
        here = view(state, state.seat)
        if turn % every == every - 1:
            yield here, state
        state = play(state, order[state.seat % 3](here, Random(0), FREE))
        turn += 1


def moves_of(here):
    found = {
        sampling.cards_of(bot(here, Random(0), FREE)): bot(here, Random(0), FREE) for bot in (bots.greedy, bots.patient)
    }
    if here.may_wait:
        found[()] = Draw()
    return found


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("rules", "seats"),
    [(GameRules(), 3), (GameRules(waits=1), 2), (GameRules(draw="start", end="stock"), 3), (GameRules(score="one"), 4)],
    ids=str,
)
def test_play_outs_are_those_of_the_twin(rules, seats):
    looked = 0
    for here, _ in positions(rules, seats, 11):
        others = rivals(here)
        moves = moves_of(here)
        states = [Random(looked, "deal", number).word() for number in range(2)]
        slow = sampling.play_outs(here, others, list(moves.values()), states)
        quick = fast.play_outs(here, sampling.unseen(here), others, list(moves), states, FREE)
        assert quick == slow
        looked += 1
    assert looked > 3


def test_closings_are_those_of_the_twin():
    seen = 0
    for here, _ in positions(GameRules(), 3, 4, every=5):
        others = [Rival(one.seat, min(one.cards, 3), min(one.drawn, 3), one.then) for one in rivals(here)]
        states = [Random(9, number).word() for number in range(12)]
        done, closed = fast.closings(here, sampling.unseen(here), others, 1, states, FREE)
        dealt = [sampling.sample(here, others, sampling.stream_at(state)) for state in states]
        assert done == 12
        assert closed == sum(sampling.closes(one, others[1].seat) for one in dealt)
        seen += closed
    assert seen


def test_a_sampled_hand_could_lay_nothing_then():
    """Known by construction: the sum of all cards stays the same, and refused hands do not come."""
    for here, state in positions(GameRules(), 3, 2):
        others = rivals(here)
        dealt = sampling.sample(here, others, Random(5))
        everything = sorted([*sum(dealt.hands, ()), *dealt.stock, *sum(dealt.table, ())])
        assert everything == sorted([*sum(state.hands, ()), *state.stock, *sum(state.table, ())])
        for one in others:
            hand = dealt.hands[one.seat]
            assert len(hand) == one.cards
            if one.then is not None and one.drawn == 0 and len(hand) < 12:
                assert not sampling.could_lay(here, one, hand)


def test_a_move_that_closes_is_worth_the_others_hands():
    state = next(state for here, state in positions(GameRules(), 2, 3, every=20))
    here = view(state, state.seat)
    closing = Lay(here.hand, ())
    ((worth,),) = sampling.play_outs(here, [Rival(one.seat, one.cards) for one in rivals(here)], [closing], [3])
    assert worth[1] == sampling.WHOLE_WIN
    assert worth[0] > 0


def test_nodes_and_the_switch_end_a_game():
    limits = Limits(nodes=10)
    with pytest.raises(MemoryError):
        fast.games(GameRules(), ("greedy", "patient"), [Deal(1)], limits)


HOSTILE = [
    ("seats", b"\x02"),
    ("seats", b"\x02\x09"),
    ("pack", bytes([52] * 60)),
    ("pack", bytes(20)),
    ("cards", 0),
    ("first", 2),
]


@pytest.mark.quick(1)
@pytest.mark.parametrize(("key", "value"), HOSTILE)
def test_hostile_arguments_are_refused(key, value):
    given = {
        "rules": fast.ruling(GameRules()),
        "seats": b"\x02\x03",
        "pack": bytes(range(JOKER)),
        "cards": 13,
        "first": 0,
        "seconds": 1.0,
        "nodes": 10**9,
        "cancel": None,
    }
    assert _kernel.play_game(**given).stop == 0
    with pytest.raises(ValueError, match=r"\w"):
        _kernel.play_game(**given | {key: value})


@pytest.mark.quick(1)
@pytest.mark.parametrize(("key", "value"), [("ace", 7), ("ace", -1), ("points", (-1,) * 52)])
def test_hostile_rules_are_refused(key, value):
    given = {"ace": 1, "most_waits": -1, "draws_first": False, "ends_with_stock": False, "one_point": False}
    given["points"] = (1,) * 52
    _kernel.GameRules(**given)
    with pytest.raises(ValueError, match=key):
        _kernel.GameRules(**given | {key: value})
    with pytest.raises(TypeError):
        _kernel.GameRules(**given | {"points": (1,) * 51})


def test_hostile_situations_are_refused():
    here = next(here for here, _ in positions(GameRules(), 2, 1))
    unseen, others = sampling.unseen(here), rivals(here)
    with pytest.raises(ValueError, match="not in the hand"):
        fast.play_outs(here, unseen, others, [(0, 0)], [1], FREE)
    with pytest.raises(ValueError, match="more cards than are unseen"):
        fast.play_outs(here, unseen[:3], others, [()], [1], FREE)
    with pytest.raises(ValueError, match="none of that number"):
        fast.closings(here, unseen, others, 1, [1], FREE)


def test_a_playthrough_and_the_kernel_tell_of_the_same_end():
    game = pastime("machiavelli")
    (one,) = fast.games(GameRules(), ("greedy", "patient"), [Deal(8)])
    from passatempo.core.play.players import seated

    table = Playthrough(game, seated(game, ["greedy", "patient"]), GameRules(), "published", Deal(8))
    list(table.replies())
    assert table.result == one[1]
    assert len(table.moves) == len(one[0])
    assert write_record(table.record)
