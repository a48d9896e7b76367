"""The time of a move: budgets that keep a margin, answers at the last moment."""

import threading
from dataclasses import replace

import pytest

from passatempo.core.limits import Limits
from passatempo.core.outcome import StopReason
from passatempo.mnk import clock as clocks
from passatempo.mnk.clock import Clock, ask_for_short_slices
from passatempo.mnk.engine import Engine, Line, Thought
from passatempo.mnk.model import Rules
from passatempo.mnk.player import OTHER, Player
from passatempo.mnk.punctual import FIRST_SHARE, Punctual


@pytest.fixture
def idle(monkeypatch):
    monkeypatch.setattr(clocks, "busy", lambda: 0.0)


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("limit", [0.01, 0.2, 1.0, 10.0, 60.0])
def test_the_budget_ends_before_the_last_moment_and_that_before_the_limit(limit):
    clock = Clock(turn=limit)
    assert 0 < clock.budget() < clock.last_moment() < limit
    if limit >= 0.2:
        assert clock.budget() >= 0.8 * limit


@pytest.mark.usefixtures("idle")
def test_a_delay_that_was_seen_is_kept_in_hand_and_forgiven_in_time():
    clock = Clock(turn=1.0)
    before = clock.last_moment()
    clock.note(0.3)
    after = clock.last_moment()
    assert after <= 0.7 < before
    for _ in range(600):
        clock.note(-0.1)
    assert clock.last_moment() == pytest.approx(before, abs=0.01)


def test_a_busy_machine_gets_a_wider_margin(monkeypatch):
    moments = []
    for load in (0.0, 0.02, 0.05):
        monkeypatch.setattr(clocks, "busy", lambda load=load: load)
        moments.append((Clock(turn=0.2).budget(), Clock(turn=0.2).last_moment()))
    assert moments == sorted(moments, reverse=True)
    assert len(set(moments)) == 3


def test_the_rest_of_a_game_is_shared_among_its_moves():
    assert Clock(turn=5.0, left=10.0).limit() == pytest.approx(0.5)
    assert Clock(turn=5.0, left=0.01).limit() == pytest.approx(0.005)


def test_asking_for_short_slices_never_fails():
    granted = []
    asking = threading.Thread(target=lambda: granted.append(ask_for_short_slices()))  # not of the tests' own thread
    asking.start()
    asking.join()
    assert granted in ([True], [False])


class Slow:
    """An engine whose second search only ends when it is cancelled."""

    def __init__(self, *, second: bool = False) -> None:
        self.second, self.asked, self.cancelled = second, [], threading.Event()

    def think(self, cells, mark, limits):
        self.asked.append(limits)
        if len(self.asked) > 1 and not self.second:
            while not limits.cancel.thrown:
                pass
            self.cancelled.set()
        return Thought((Line(len(self.asked), (0,)),), 1, 1, 1, proved=False, stopped=StopReason.SECONDS)


def test_what_was_found_first_is_taken_at_the_last_moment():
    engine = Slow()
    punctual = Punctual(engine)
    assert punctual.think(bytes(9), 1, Limits(seconds=10.0), 0.01).lines[0].score == 1
    punctual.settle()
    assert engine.cancelled.is_set()
    assert engine.asked[0] == Limits(seconds=10.0 * FIRST_SHARE)


def test_a_search_that_is_ready_is_taken():
    assert Punctual(Slow(second=True)).think(bytes(9), 1, Limits(seconds=10.0), 60.0).lines[0].score == 2


def test_a_search_that_has_nothing_left_to_do_is_not_begun_again():
    engine = Engine(Rules(9, 9, 5))
    asked = []
    think = engine.think
    engine.think = lambda *question: asked.append(question) or replace(think(*question), stopped=StopReason.DONE)
    Punctual(engine).think(bytes(81), 1, Limits(seconds=0.5), 60.0)
    assert len(asked) == 1


def test_a_player_on_a_large_board_answers_between_searches_of_two_moves():
    player = Player(Rules(12, 12, 5), clock=Clock(turn=0.1))
    for cell in (60, 20):
        player.mark(cell, OTHER)
        player.clock.start()
        assert player.cells[player.play()] == 1


def test_getting_ready_proves_what_the_first_move_needs():
    spent = []
    for seconds in (2.0, 0.0):
        player = Player(Rules(5, 5, 4))
        player.prepare(seconds)
        traps = player.engine.traps
        assert traps is not None
        _, nodes, value, _ = traps._values.value(bytes(25), 1, *Limits().kernel)
        assert value == 0
        spent.append(nodes)
    assert spent[0] < spent[1] / 2
