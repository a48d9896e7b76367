"""The time of a move: budgets that keep a margin, answers at the last moment.

Tests: model.py, engine/clock.py, engine/player.py
"""

import subprocess
import sys
import threading
import time

import pytest

from passatempo.core.interface import Interface
from passatempo.core.limits import Cancel, Limits, Stopped
from passatempo.mnk.engine import clock as clocks
from passatempo.mnk.engine import player as players
from passatempo.mnk.engine.clock import Clock, PunctualSearch, Reply, ask_for_short_slices
from passatempo.mnk.engine.player import OTHER, Player, reply_at_glance, reply_by_search
from passatempo.mnk.engine.search import MATE, Engine
from passatempo.mnk.rules import Rules


@pytest.fixture
def idle(monkeypatch):
    monkeypatch.setattr(clocks, "scheduling_delay", lambda: 0.0)
    monkeypatch.setattr(clocks, "is_crowded", lambda: False)


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("limit", [0.01, 0.2, 1.0, 10.0, 60.0])
def test_the_budget_ends_before_the_last_moment_and_that_before_the_limit(limit):
    clock = Clock(turn_seconds=limit)
    assert 0 < clock.search_budget() < clock.last_moment() < limit
    if limit >= 0.2:
        assert clock.search_budget() >= 0.91 * limit  # nothing is in the way


@pytest.mark.parametrize(
    ("load", "many", "worst"), [(0.02, False, 0.002), (0.0, True, 0.002), (0.0, False, 0.03), (0.02, True, 0.03)]
)
def test_whoever_is_in_the_way_costs_a_part_of_the_limit(load, many, worst):
    for limit in (0.2, 1.0):
        wary = Clock(turn_seconds=limit, delay=lambda: load, is_crowded=lambda: many, worst_delay=worst)
        assert wary.last_moment() <= max(clocks.SHORT_SHARE * limit, limit - clocks.PAUSE)
        assert wary.last_moment() < Clock(turn_seconds=limit, delay=lambda: 0.0, is_crowded=lambda: False).last_moment()


@pytest.mark.parametrize(
    ("text", "many"), [("0.1 0 0 2/300 9", False), ("0.1 0 0 3/300 9", True), ("rubbish", True), (None, True)]
)
def test_more_threads_than_processors_are_a_crowd(monkeypatch, tmp_path, text, many):
    monkeypatch.setattr(clocks, "processor_count", lambda: 2)
    if text is not None:
        (tmp_path / "loadavg").write_text(text)
    told = clocks.running_threads(tmp_path / "loadavg")
    monkeypatch.setattr(clocks, "running_threads", lambda: told)
    assert clocks.is_crowded() == many


@pytest.mark.usefixtures("idle")
def test_a_delay_that_was_seen_is_kept_in_hand_and_forgiven_in_time():
    clock = Clock(turn_seconds=1.0)
    before = clock.last_moment()
    clock.note_delay(0.3 * clocks.SEVERE)
    for sure in (0.5, 0.2):  # the share of a short limit hides small delays
        assert (
            Clock(turn_seconds=sure, worst_delay=clock.worst_delay).last_moment()
            <= Clock(turn_seconds=sure).last_moment()
        )
    assert clock.worst_delay == 0.3 * clocks.SEVERE
    for _ in range(600):
        clock.note_delay(-0.1)
    assert clock.worst_delay == clocks.FIRST_DELAY
    assert clock.last_moment() == before


@pytest.mark.usefixtures("idle")
def test_a_severe_delay_is_never_forgiven():
    clock = Clock(turn_seconds=1.0)
    clock.note_delay(0.3)
    for _ in range(600):
        clock.note_delay(-0.1)
    assert clock.last_moment() == pytest.approx(1.0 - 0.3 - clocks.MARGIN)


def test_a_probe_learns_how_late_a_sleeper_is_woken():
    now = [0.0]

    def sleep(seconds):
        now[0] += seconds + 0.03

    clock = Clock(turn_seconds=1.0)
    clock.probe_delay(sleep, lambda: now[0])
    assert clock.worst_delay == pytest.approx(0.03)
    slept = now[0]
    clock.probe_delay(sleep, lambda: now[0])
    assert now[0] == slept  # not again within some seconds


def test_the_load_counts_by_the_processors_that_may_be_used(monkeypatch):
    monkeypatch.setattr(clocks, "load_average", lambda: 8.0)
    monkeypatch.setattr(clocks, "running_threads", lambda: 5)
    found = []
    for processors, share in ((8, 0.0), (2, 0.0), (8, 2.0), (8, 0.5)):
        monkeypatch.setattr(clocks, "processor_count", lambda processors=processors: processors)
        monkeypatch.setattr(clocks, "processor_quota", lambda share=share: share)
        found.append(clocks.scheduling_delay())
    one = clocks.DELAY_OF_ONE
    assert found == pytest.approx([one, 4 * one, 4 * one, 16 * one + clocks.PERIOD / 2])
    monkeypatch.setattr(clocks, "running_threads", lambda: 21)  # the load of a minute lags behind
    assert clocks.scheduling_delay() == pytest.approx(40 * one + clocks.PERIOD / 2)


@pytest.mark.parametrize(
    ("files", "share"),
    [
        ({"cpu.max": "max 100000\n"}, 0.0),
        ({"cpu.max": "50000 100000\n"}, 0.5),
        ({"cpu/cpu.cfs_quota_us": "150000\n", "cpu/cpu.cfs_period_us": "100000\n"}, 1.5),
        ({"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"}, 0.0),
        ({"cpu.max": "rubbish"}, 0.0),
        ({"cpu.max": "5 0"}, 0.0),
        ({}, 0.0),
    ],
)
def test_the_share_of_a_control_group_is_read(tmp_path, files, share):
    (tmp_path / "cpu").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert clocks.processor_quota(tmp_path, tmp_path / "none") == share


@pytest.mark.parametrize(
    ("own", "files", "share"),
    [
        ("0::/a/b\n", {"a/cpu.max": "50000 100000", "a/b/cpu.max": "max 100000"}, 0.5),  # by the one around it
        ("0::/a/b\n", {"a/cpu.max": "150000 100000", "a/b/cpu.max": "25000 100000"}, 0.25),
        ("0::/\n", {"cpu.max": "200000 100000"}, 2.0),
        ("0::/../../x\n", {"x/cpu.max": "200000 100000"}, 2.0),  # never outside the tree
        ("4:cpu,cpuacct:/d\n", {"cpu,cpuacct/d/cpu.cfs_quota_us": "5", "cpu,cpuacct/d/cpu.cfs_period_us": "10"}, 0.5),
        ("4:cpuset:/d\n", {"cpuset/d/cpu.max": "5 10"}, 0.0),
        ("rubbish", {"a/cpu.max": "5 10"}, 0.0),
    ],
)
def test_the_groups_around_the_own_one_count_too(tmp_path, own, files, share):
    (tmp_path / "own").write_text(own)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert clocks.processor_quota(tmp_path, tmp_path / "own") == share


def test_a_busy_machine_gets_a_wider_margin(monkeypatch):
    moments = []
    monkeypatch.setattr(clocks, "is_crowded", lambda: True)
    for load in (0.0, 0.02, 0.05):
        monkeypatch.setattr(clocks, "scheduling_delay", lambda load=load: load)
        moments.append((Clock(turn_seconds=0.2).search_budget(), Clock(turn_seconds=0.2).last_moment()))
    assert moments == sorted(moments, reverse=True)
    assert len(set(moments)) == 3


def test_the_rest_of_a_game_is_shared_among_its_moves():
    assert Clock(turn_seconds=5.0, seconds_left=10.0).turn_limit() == pytest.approx(0.5)
    assert Clock(turn_seconds=5.0, seconds_left=0.01).turn_limit() == pytest.approx(0.005)


def test_asking_for_short_slices_never_fails():
    granted = []
    asking = threading.Thread(target=lambda: granted.append(ask_for_short_slices()))  # not of the tests' own thread
    asking.start()
    asking.join()
    assert granted in ([True], [False])


NOW = Reply(0, 0)


class Slow:
    """Who answers the first question at once, and the second only when it is cancelled."""

    def __init__(self) -> None:
        self.asked, self.cancelled = [], threading.Event()

    def briefly(self, limits):
        self.asked.append(limits.seconds)
        return Reply(1, 1)

    def whole(self, limits):
        while not limits.cancel.cancelled:
            pass
        self.cancelled.set()
        return Reply(2, 2)


def test_the_best_reply_by_the_last_moment_is_taken():
    slow, punctual = Slow(), PunctualSearch()
    assert punctual.answer_in_time(lambda: NOW, slow.briefly, slow.whole, Limits(seconds=10.0), 0.3, 0.5) == Reply(1, 1)
    assert slow.cancelled.wait(10)
    assert slow.asked == [pytest.approx(3.0, abs=0.5)]


def test_the_reply_of_a_moment_is_taken_where_no_other_is_ready():
    slow, punctual = Slow(), PunctualSearch()
    assert punctual.answer_in_time(lambda: NOW, slow.whole, slow.whole, Limits(seconds=10.0), 0.3, 0.01) == NOW
    assert slow.cancelled.wait(10)


def test_a_question_that_comes_while_another_is_still_at_work_is_answered_on_time():
    punctual, free = PunctualSearch(), threading.Event()

    def deaf(limits):
        free.wait(10)
        return Reply(5, 5)

    assert punctual.answer_in_time(lambda: NOW, deaf, deaf, Limits(seconds=0.01), 0.3, 0.01) == NOW
    assert punctual.answer_in_time(lambda: Reply(3, 0), deaf, deaf, Limits(seconds=0.01), 0.3, 0.01) == Reply(3, 0)
    free.set()


def test_a_reply_that_is_ready_is_taken():
    slow = Slow()
    found = PunctualSearch().answer_in_time(
        lambda: NOW, slow.briefly, lambda limits: Reply(3, 3), Limits(seconds=10.0), 0.3, 60.0
    )
    assert found == Reply(3, 3)


def test_after_a_final_reply_nothing_more_is_asked():
    slow = Slow()
    final = Reply(4, 4, final=True)
    assert (
        PunctualSearch().answer_in_time(lambda: NOW, lambda limits: final, slow.whole, Limits(seconds=10.0), 0.3, 60.0)
        == final
    )
    assert not slow.cancelled.is_set()


def test_what_fails_in_the_thread_fails_here():
    def wrong(limits):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        PunctualSearch().answer_in_time(lambda: NOW, wrong, wrong, Limits(seconds=10.0), 0.3, 60.0)


def test_a_switch_from_outside_stops_the_waiting():
    slow, switch = Slow(), Cancel()
    switch.cancel()
    with pytest.raises(Stopped):
        PunctualSearch(switch).answer_in_time(lambda: NOW, slow.whole, slow.whole, Limits(seconds=10.0), 0.3, 60.0)
    assert slow.cancelled.wait(10)


def test_the_age_of_a_process_is_that_since_it_began():
    program = "import time; time.sleep(0.2); from passatempo.mnk.engine.clock import process_age; print(process_age())"
    began = time.monotonic()
    told = float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout)
    assert told == 0.0 or 0.15 < told < time.monotonic() - began + 0.05


def test_a_search_is_final_where_nothing_is_left_to_do():
    engine = Engine(Rules(9, 9, 5))
    four = bytes([1, 1, 1, 1, 0]) + bytes(76)
    assert reply_by_search(engine, four, Limits(seconds=10.0)) == Reply(4, MATE - 1, final=True)
    assert not reply_by_search(engine, bytes(81), Limits(nodes=100)).final
    assert not reply_at_glance(engine, four, Limits(seconds=10.0)).final


def test_a_player_on_a_small_board_asks_for_proofs_after_a_search_that_has_nothing_left_to_do(monkeypatch):
    monkeypatch.setattr(players, "reply_by_choice", lambda engine, position, limits: Reply(8, position.to_move))
    player = Player(Rules(3, 3, 3), clock=Clock(turn_seconds=20.0))
    assert reply_by_search(player.engine, bytes(9), Limits()).final
    assert player.choose_move() == (8, 1)


def test_a_player_on_a_large_board_answers_between_searches_of_two_moves():
    player = Player(Rules(12, 12, 5), clock=Clock(turn_seconds=0.1))
    for cell in (60, 20):
        player.add_mark(cell, OTHER)
        player.clock.start_turn()
        assert player.cells[player.play_move()] == 1


def test_getting_ready_proves_what_the_first_move_needs():
    spent = []
    for seconds in (2.0, 0.0):
        player = Player(Rules(5, 5, 4))
        player.prepare_engine(seconds)
        traps = player.engine.trap_oracle
        assert traps is not None
        said = Rules(5, 5, 4).numbers, bytes(25)
        known = Interface.of("mnk").ask("known", kernel_state=traps._kernel_handle, position=said, fresh=False)
        assert known.reply["value"] == 0
        spent.append(known.node_count)
    assert spent[0] < spent[1] / 2
