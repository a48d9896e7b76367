"""Interfaces of kernels: what is packed is unpacked by the kernel, what does not fit is refused with a sentence.

Tests: core/interface.py
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import ModuleType

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.core.outcome import StopReason
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.game.rules import GameRules

MACHIAVELLI = Interface.of("machiavelli")
LINE = (0, 14, False)
RULES = GameRules().numbers


def test_lists_records_and_numbers_go_there_and_back():
    asked = MACHIAVELLI.ask("judge", groups=[(0, 1, 2), (5, 18, 31), [0, 13]], line=LINE)
    assert asked.stop is StopReason.DONE
    verdicts = [(one.verdict, one.ordered) for one in asked.reply["judgements"]]
    assert verdicts == [(0, (0, 1, 2)), (1, (5, 18, 31)), (3, ())]


def test_a_record_may_be_packed_before():
    plain = MACHIAVELLI.ask("deal", rules=RULES, seats=3, seed=b"7")
    assert MACHIAVELLI.ask("deal", rules=MACHIAVELLI.pack("Rules", RULES), seats=3, seed=b"7") == plain


def test_a_record_of_a_reply_is_one_of_a_request():
    game = MACHIAVELLI.ask("deal", rules=RULES, seats=2, seed=b"1").reply["game"]
    assert MACHIAVELLI.ask("result", rules=RULES, game=game).reply["end"].over is False


@pytest.mark.parametrize(
    ("question", "request_", "sentence"),
    [
        ("judge", {"groups": [(116,)], "line": LINE}, "cards: a number from 0 to 115 is needed"),
        ("judge", {"groups": [()], "line": LINE}, "cards: too many or too few"),
        ("judge", {"groups": [], "line": (13, 13, False)}, "first: a number from 0 to 12 is needed"),
        ("judge", {"groups": [], "line": (256, 13, False)}, "a number does not fit"),
        ("deal", {"rules": (RULES[0], 21, *RULES[2:]), "seats": 2, "seed": b"1"}, "deal: a number from 3 to 20"),
        ("deal", {"rules": RULES, "seats": 9, "seed": b"1"}, "seats: a number from 2 to 8 is needed"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_field(question, request_, sentence):
    with pytest.raises(ValueError, match=sentence):
        MACHIAVELLI.ask(question, **request_)


def test_unknown_fields_are_refused():
    with pytest.raises(TypeError, match="judge takes no aces"):
        MACHIAVELLI.ask("judge", groups=[], line=LINE, aces=1)


def test_a_damaged_request_is_refused():
    request = bytes(16) + b"\1\0\0\0" + b"\3\0\0\0\0\1\2" + bytes(LINE)
    assert _kernel.call("judge", request, None)[0] == 1  # no seconds, but understood
    for size in range(len(request)):
        with pytest.raises(ValueError, match="the request is cut short"):
            _kernel.call("judge", request[:size], None)
    with pytest.raises(ValueError, match="the request is too long"):
        _kernel.call("judge", request + b"\0", None)
    with pytest.raises(ValueError, match="there is no such question"):
        _kernel.call("nothing", request, None)


def test_limits_stop_a_kernel():
    game = {"rules": RULES, "bots": (3, 2), "seed": b"3"}
    assert MACHIAVELLI.ask("games", Limits(nodes=10), **game).stop is StopReason.NODES
    assert MACHIAVELLI.ask("games", Limits(seconds=0), **game).stop is StopReason.SECONDS
    assert MACHIAVELLI.ask("games", **game).reply["end"].over


def test_a_kernel_of_another_build_is_refused(monkeypatch):
    other = replace(MACHIAVELLI, digest="0123456789abcdef")
    with pytest.raises(UsageError, match=r"interface\.toml and _kernel are of different builds"):
        other.ask("judge", groups=[], line=LINE)
    monkeypatch.setitem(sys.modules, "passatempo.machiavelli._kernel", ModuleType("older"))
    with pytest.raises(UsageError, match="of different builds"):
        replace(MACHIAVELLI).ask("judge", groups=[], line=LINE)


def test_a_package_without_its_kernel_says_so():
    with pytest.raises(UsageError, match="the kernel of nothing is missing: install again"):
        replace(MACHIAVELLI, pastime="nothing").ask("judge", groups=[], line=LINE)


@pytest.mark.parametrize("often", [200, pytest.param(10_000, marks=pytest.mark.long)])
def test_threads_get_the_replies_of_one(often):
    game = MACHIAVELLI.ask("deal", rules=RULES, seats=3, seed=b"5").reply["game"]
    alone = MACHIAVELLI.ask("play", rules=RULES, game=game, move=(1, (), (), 0))
    packed = MACHIAVELLI.pack("Rules", RULES)

    def asked(_):
        said = {"rules": packed, "game": game, "move": (1, (), (), 0)}
        return all(MACHIAVELLI.ask("play", **said) == alone for _ in range(often))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(asked, range(8)))
