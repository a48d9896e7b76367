"""Searches on several threads share a table: `make tsan` runs these tests under ThreadSanitizer."""

import threading

import pytest

from passatempo.core.limits import Cancel, Limits
from passatempo.mnk.engine.search import Engine, TrapOracle
from passatempo.mnk.model import Position
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import EngineSettings

SMALL = EngineSettings(table=1, exact=False)  # a table so small that the threads meet in it


def marked(rules):
    """A position with a few marks in the middle."""
    cells = bytearray(rules.size)
    middle = rules.m // 2 * rules.n + rules.n // 2
    for number, step in enumerate((0, 1, rules.n + 1, -rules.n, 2)):
        cells[middle + step] = 1 + number % 2
    return bytes(cells)


@pytest.mark.parametrize("board", [(15, 15, 5), (12, 10, 6), (30, 30, 9), (9, 9, 12)])
def test_two_threads_search_one_tree(board):
    rules = Rules(*board)
    engine, cells = Engine(rules, SMALL), marked(rules)
    for nodes in (5000, 20_000):
        thought = engine.search_to_level(cells, 2, Limits(nodes=nodes, threads=2))
        assert cells[thought.lines[0].cells[0]] == 0
        assert thought.node_count >= 1000 or thought.is_proof


def test_a_search_on_two_threads_can_be_stopped_from_another():
    engine, cells, cancel = Engine(Rules(15, 15, 5), SMALL), marked(Rules(15, 15, 5)), Cancel()
    timer = threading.Timer(0.1, cancel.cancel)
    timer.start()
    thought = engine.search_to_level(cells, 2, Limits(threads=2, cancel=cancel))
    assert thought.stop_reason.value == "cancelled"
    timer.join()


def test_who_forgets_waits_for_the_search():
    engine, cells = Engine(Rules(15, 15, 5), SMALL), marked(Rules(15, 15, 5))
    first = engine.search_to_level(cells, 2, Limits(nodes=3000))
    engine.clear_table()
    at_work = threading.Thread(target=lambda: engine.search_to_level(cells, 2, Limits(nodes=20_000, threads=2)))
    at_work.start()
    engine.clear_table()
    at_work.join()
    engine.clear_table()
    assert engine.search_to_level(cells, 2, Limits(nodes=3000)) == first


def test_more_threads_than_there_are_processors_find_a_move():
    engine, cells = Engine(Rules(9, 9, 5), SMALL), marked(Rules(9, 9, 5))
    assert cells[engine.search_to_level(cells, 2, Limits(nodes=2000, threads=12)).lines[0].cells[0]] == 0


def test_values_are_asked_by_two_threads_in_turn():
    position = Position(Rules(4, 4, 4), bytes(16))
    traps, found = TrapOracle(), []
    askers = [threading.Thread(target=lambda: found.append(traps.position_value(position, Limits()))) for _ in range(2)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert [grade.value for grade in found] == [0, 0]
