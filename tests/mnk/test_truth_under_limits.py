"""What is proved within a limit is what is proved without one: values, lengths, moves, on positions and boards.

Tests: mnk/proof/methods.py, mnk/proof/prover.py, mnk/reference.py
"""

import json
import os
import stat
import threading
from functools import cache
from pathlib import Path

import pytest

from passatempo.cli.main import run
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, comparison_key
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.mnk import Position, Rules, ValueAsk, reference
from passatempo.mnk.commands import verify
from passatempo.mnk.proof import methods as proof
from passatempo.mnk.proof.known_values import board_values
from passatempo.mnk.text import position_of

from . import kernel

VALUE, MOVE = pastime("mnk").problem("value"), pastime("mnk").problem("move")
NODES = [*range(51), 64, 100, 1000, 4000, 4001]
SECONDS = [0.0, 1e-9, 1e-6, 1e-4]
ASKS = [ValueAsk(), ValueAsk(shortest=True), ValueAsk(all_moves=True)]
BOARDS = [(3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 3, 3), (2, 6, 3), (3, 4, 2)]
OPTIONS = [{}, {}, {}, {"torus": True}, {"maker_breaker": True}, {"misere": True}, {"gravity": True}, {"exact": True}]
# Where the length was known before its first move, and where a move was given that nobody had looked at.
FOUND = [position_of(4, 4, 3, moves=[(4, 2), (1, 2), (2, 3), (4, 1)])]


@cache
def small():
    """Return fifty open positions of at most eight empty cells, under all rules."""
    found = list(FOUND)
    for seed in range(1000):
        rng = Random(seed, "under limits")
        rules = Rules(*rng.choice(BOARDS), **rng.choice(OPTIONS))
        position = Position(rules, bytes(rules.size))
        while position.empty > 8 or (not position.result and position.empty > 3 and rng.below(4)):
            if position.result:
                break
            position = position.play(position.legal[rng.below(len(position.legal))])
        if not position.result:
            found.append(position)
        if len(found) == 50:
            return found
    raise AssertionError("too few positions")


@cache
def truth(position):
    """Return the table of the full search: value, and for every move its value and plies."""
    return reference.value(Question(position, ValueAsk(all_moves=True))).answer


def holds(position, wanted, outcome):
    """Hold an outcome of `value` against the full search."""
    right = truth(position)
    if outcome.status is Status.UNKNOWN:
        assert outcome.stopped is not StopReason.DONE
        return
    table = {place: (worth, plies) for place, worth, plies in right.moves}
    answer = outcome.answer
    assert answer.value == right.value
    assert all(table[place][0] == right.value for place in answer.best_moves), answer
    assert answer.plies in (None, right.plies)
    if outcome.status is Status.SOLVED and (wanted.shortest or wanted.all_moves):
        assert answer.plies == right.plies
        assert set(answer.best_moves) == set(right.best_moves)
        assert not wanted.all_moves or set(answer.moves) == set(right.moves)


def limits_of(rng):
    """Return some of the limits: all node limits stand in the long test."""
    return [Limits(nodes=rng.choice(NODES)) for _ in range(3)] + [Limits(seconds=rng.choice(SECONDS))]


@pytest.mark.quick(1)
@pytest.mark.parametrize("method", ["proof", "reference"])
def test_values_and_moves_within_some_limits(method):
    for number, position in enumerate(small()):
        for limits in [*limits_of(Random(number, method)), Limits()]:
            _judge(position, method, limits, ASKS[number % 3])


def _judge(position, method, limits, wanted):
    holds(position, wanted, ask(VALUE, Question(position, wanted), method=method, limits=limits))
    outcome = ask(MOVE, position, method=method, limits=limits)
    if outcome.answer is not None:
        table = {place: (worth, plies) for place, worth, plies in truth(position).moves}
        assert outcome.answer.proven == truth(position).value
        assert table[outcome.answer.move][0] == outcome.answer.proven


@pytest.mark.long
@pytest.mark.parametrize("method", ["proof", "reference"])
def test_values_and_moves_within_all_limits(method):
    for position in small():
        for limits in [*(Limits(nodes=nodes) for nodes in NODES), *(Limits(seconds=seconds) for seconds in SECONDS)]:
            for wanted in ASKS:
                _judge(position, method, limits, wanted)


@pytest.mark.parametrize("size", [(10, 3, 3), (11, 3, 3), (12, 3, 3)], ids=str)
def test_a_length_without_a_first_move_is_no_answer(size):
    """The glance found how soon X wins, and its nodes ended before it had a move: a wrong answer, it was said."""
    outcome = ask(VALUE, Question(Position(Rules(*size), bytes(size[0] * size[1])), ValueAsk()))
    assert (outcome.status, outcome.value) == (Status.SOLVED, 1)


def test_the_kernel_gives_cells_with_every_length():
    position = Position(Rules(10, 3, 3), bytes(30))
    lines = [list(window) for window in _windows(position)]
    for nodes in range(0, 6000, 97):
        found = kernel.told("shortest", 1e18, nodes, graph=kernel.graph(30, lines, lines), most=4)
        assert bool(found.moves) == bool(found.cells)


def _windows(position):
    from passatempo.mnk.lines import windows

    return windows(position.rules.m, position.rules.n, position.rules.k)


def test_a_value_without_a_move_that_keeps_it_is_no_answer():
    """Under each limit the value comes with a move that was looked at; any cell was given where a limit came."""
    position = position_of(5, 5, 4, moves=[(3, 3), (2, 2)])
    whole = proof.value(Question(position, ValueAsk(all_moves=True))).answer
    keeping = {place for place, worth, _ in whole.moves if worth == whole.value}
    needed = proof.value(Question(position, ValueAsk())).stats["nodes"]
    for nodes in range(0, needed + 200, max(1, needed // 150)):
        outcome = proof.value(Question(position, ValueAsk()), Limits(nodes=nodes))
        assert outcome.answer is None or set(outcome.answer.best_moves) <= keeping, nodes


@pytest.mark.parametrize("line", ['{"m":10,"n":3,"k":3}', '{"m":4,"n":4,"k":3,"moves":[[4,2],[1,2],[2,3],[4,1]]}'])
@pytest.mark.parametrize("words", [["value"], ["move", "--method", "proof"]], ids=lambda words: words[0])
def test_the_command_line_ends_in_0_or_3(line, words, tmp_path, capsys):
    file = tmp_path / "instance.json"
    file.write_text(line, encoding="utf-8")
    for nodes in (0, 1, 2, 5, 8, 9, 10, 11, 12, 100, 4000, 4001):
        assert run(["mnk", *words, str(file), "--nodes", str(nodes)]) in (0, 3), capsys.readouterr()
    assert run(["mnk", *words, str(file)]) == 0


@pytest.mark.long
@pytest.mark.parametrize("m", range(1, 13))
@pytest.mark.parametrize("k", range(3, 7))
def test_all_boards_to_twelve_by_twelve(m, k):
    """A second each: what is said is checked, no known value is contradicted, and a board turned has the same value."""
    for n in range(1, m + 1):
        said = {}
        for rows, columns in {(m, n), (n, m)}:
            question = Question(Position(Rules(rows, columns, k), bytes(m * n)), ValueAsk())
            outcome = ask(VALUE, question, limits=Limits(seconds=1.0 if m == n else 0.5))
            if outcome.answer is not None:
                said[rows, columns] = outcome.answer.value
        known = [one.value for one in board_values() if said and (one.m, one.n, one.k) == (max(m, n), min(m, n), k)]
        assert len({*said.values(), *known}) <= 1, (m, n, k, said)


@pytest.mark.quick(2)
@pytest.mark.parametrize("number", [1, 0, 2, 3])  # the first of all takes longest
def test_the_key_is_what_exact_methods_share(number):
    for wanted in ASKS:
        question = Question(small()[number], wanted)
        keys = [comparison_key(VALUE, question, ask(VALUE, question, method=m)) for m in ("proof", "reference")]
        assert keys[0] == keys[1]


def test_a_search_tells_how_it_stands():
    """B13: five reports a second, and the numbers of the root in the outcome that a limit ended."""
    told = []
    question = Question(Position(Rules(8, 7, 5), bytes(56)), ValueAsk())
    outcome = proof.value(question, Limits(seconds=1.3), told.append)
    assert len(told) >= 3
    assert "proof number" in told[-1].text
    assert "table" in told[-1].text
    assert outcome.status is Status.UNKNOWN
    assert outcome.stats["proof"] > 0
    assert outcome.stats["disproof"] > 0
    assert 0 < outcome.stats["table"] < 1


def test_the_limit_that_is_told_is_the_one_that_came_first():
    """A large board fills no memory while its lines are written down: the time ends it, and else its size."""
    question = Question(Position(Rules(512, 512, 5), bytes(2**18)), ValueAsk())
    assert proof.value(question, Limits(seconds=0.2)).stopped is StopReason.SECONDS
    assert proof.value(question, Limits(memory_mb=1)).stopped is StopReason.MEMORY
    outcome = proof.value(Question(Position(Rules(23, 23, 5), bytes(529)), ValueAsk()))
    assert (outcome.stopped, outcome.reason[:36]) == (StopReason.DONE, "the board is too large for a proof: ")


def test_tables_keep_to_the_memory_limit():
    """The table doubles while it fills; with both halves side by side it keeps to what the limit leaves."""
    question = Question(Position(Rules(8, 8, 5), bytes(64)), ValueAsk())
    full = []
    for memory in (16, 256):
        outcome = proof.value(question, Limits(memory_mb=memory, nodes=4000))
        assert outcome.stopped is StopReason.NODES
        full.append(outcome.stats["table"])
    assert full[0] >= 8 * full[1] > 0  # the same entries, in a table that may become a sixteenth as large


def test_sizes_beyond_every_board_are_refused_by_the_kernel():
    for size in (2**18 + 1, 2**31, 2**40):
        with pytest.raises(ValueError, match=r"262144|does not fit"):
            kernel.told("solve", 1.0, 10, graph=kernel.graph(size, [], []), attacking=True, use=[1] * 8)
    line = [[0, 1]]
    assert kernel.told("shortest", 1.0, 10**6, graph=kernel.graph(9, line, []), most=2**31 - 1).moves == 0
    lines = kernel.graph(9, line, [], megabytes=2**63)
    assert kernel.told("solve", 1.0, 10, graph=lines, attacking=True, use=[1] * 8).verdict == 2


def test_a_report_that_fails_ends_the_search_with_its_error():
    def fail(progress):
        raise RuntimeError("no room")

    with pytest.raises(RuntimeError, match="no room"):
        proof.value(Question(Position(Rules(8, 7, 5), bytes(56)), ValueAsk()), Limits(seconds=5), fail)


def test_proofs_go_through_links_and_pipes_and_to_no_folder(tmp_path):
    question = Question(Position(Rules(4, 3, 3), bytes(12)), ValueAsk())
    plain, link, pipe = (tmp_path / name for name in ("plain", "link", "pipe"))
    link.symlink_to(plain)
    assert proof.value(question, Limits(proof=link)).proof == link
    assert link.is_symlink()
    assert verify(plain).conclusion == "With best play X wins."
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    proof.value(question, Limits(proof=str(pipe)))
    reader.join()
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert read == [plain.read_text(encoding="utf-8")]
    for target, fault in ((tmp_path, "is a folder"), (tmp_path / "missing" / "proof.txt", "No such file or directory")):
        outcome = proof.value(question, Limits(proof=target))
        assert (outcome.status, outcome.proof) == (Status.SOLVED, None)
        assert fault in outcome.warnings[0]


def test_a_limit_while_a_proof_is_written_leaves_no_file(tmp_path):
    question = Question(Position(Rules(5, 5, 4), bytes(25)), ValueAsk())
    stats = proof.value(question).stats
    needed = stats["nodes"] + stats["probes"] + 10
    counts = needed, needed + 50, 2 * needed, 20 * needed
    for nodes in counts:
        file = tmp_path / f"{nodes}.txt"
        outcome = proof.value(question, Limits(nodes=nodes, proof=file))
        assert outcome.answer.value == "draw"
        assert file.exists() == (outcome.proof is not None)
        if file.exists():
            assert verify(file).conclusion == "With best play the game is a draw."
    assert {path.name for path in tmp_path.iterdir()} <= {f"{nodes}.txt" for nodes in counts}
    assert file.exists()


def test_an_endless_proof_is_refused_in_bounded_memory(tmp_path):
    """B17: `yes | passatempo mnk verify /dev/stdin` and an endless proof, in a process of 300 MB."""
    import subprocess
    import sys

    code = (
        "import sys\n"
        "from passatempo.cli.main import run\n"
        "code = run(['mnk', 'verify', '/dev/stdin'])\n"
        "most = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "assert int(most.split()[1]) < 300 * 1024, most\n"
        "sys.exit(code)\n"
    )
    head = f"passatempo mnk proof 1\n{json.dumps({'m': 3, 'n': 3, 'k': 3})}\nclaim X wins\n"
    for text in ("y\n" * 35_000_000, head + "1\n" * 10_000_000):
        done = subprocess.run([sys.executable, "-c", code], input=text.encode(), capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), done.stderr
        assert b"bytes that can be read" in done.stderr or b"lines" in done.stderr


def test_every_value_of_the_signatures_has_another_source():
    """G13: counts of nodes are our own; the value found on each board stands in the course's ranking sheet."""
    data = Path(__file__).parents[1] / "data"
    sizes = json.loads((data / "signatures.json").read_text(encoding="utf-8"))["mnk proof"]
    cases = json.loads((data / "mnk" / "values.json").read_text(encoding="utf-8"))["cases"]
    sheet = {(case["m"], case["n"], case["k"]): case["value"] for case in cases if case["kind"] == "value"}
    for size in sizes:
        m, n, k = map(int, size.split(","))
        outcome = proof.value(Question(Position(Rules(m, n, k), bytes(m * n)), ValueAsk()))
        assert outcome.answer.value == {"first": "win", "draw": "draw"}[sheet[m, n, k]]
