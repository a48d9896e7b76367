"""Traps: values and expectations of the kernel against plain Python on small boards, limits, bad questions."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from passatempo.core.json import decode
from passatempo.core.limits import Cancel, Limits
from passatempo.mnk.engine.search import Grade, TrapOracle
from passatempo.mnk.lines import windows
from passatempo.mnk.model import Position
from passatempo.mnk.proof.prover import symmetries
from passatempo.mnk.rules import Rules
from passatempo.mnk.text import position_of

from . import kernel

POSITIONS = decode((Path(__file__).parents[1] / "data" / "mnk" / "positions.json").read_text())["cases"]
LONG = 6  # plies to the end of a lost position that an opponent may not see
FAR = 1000  # more plies than there are
DEEPEST, FEWEST = 6, 4  # own moves looked ahead; moves that are looked at more deeply
SEEN = (1, 1, 1, 1, 0.99, 0.97, 0.93, 0.85, 0.75, 0.6)  # the chance that an end so many plies away is seen


@cache
def lines_of(rules: Rules) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, windows(rules.m, rules.n, rules.k, rules.torus)))


def marks_of(position: Position) -> tuple[frozenset[int], frozenset[int]]:
    me = position.to_move
    own = frozenset(cell for cell, mark in enumerate(position.cells) if mark == me)
    return own, frozenset(cell for cell, mark in enumerate(position.cells) if mark not in (0, me))


class Plain:
    """The values and the expectations, as `kernel/traps` defines them, by full search."""

    def __init__(self, rules: Rules) -> None:
        self.cells, self.lines = frozenset(range(rules.size)), lines_of(rules)
        self.columns = rules.n
        self.known = cache(self.known)

    def beside(self, one, other):
        (a, b), (c, d) = divmod(one, self.columns), divmod(other, self.columns)
        return max(abs(a - c), abs(b - d)) == 1

    def completes(self, own, cell):
        return any(line <= own | {cell} for line in self.lines)

    def known(self, own, other):
        """The value for the side to move, and the plies to a forced end."""
        best = None
        for cell in self.cells - own - other:
            if self.completes(own, cell):
                return 1, 1
            value, plies = self.known(other, own | {cell})
            key = -value * (1000 - plies) if value else 0
            if best is None or key > best[0]:
                best = key, -value, plies + 1 if value else 0
        return best[1:] if best else (0, 0)

    def near(self, own, other):
        value, plies = self.known(own, other)
        return value, plies if plies <= 8 else 0

    def live(self, own, other):
        edges = {line - own for line in self.lines if not line & other}
        return [edge for edge in edges if not any(smaller < edge for smaller in edges)]

    def worth(self, own, other):
        both = [*self.live(own, other), *self.live(other, own)]
        return {cell: sum(6.0 ** -len(edge) for edge in both if cell in edge) for cell in self.cells - own - other}

    def ordered(self, own, other):
        worth = self.worth(own, other)
        cells = sorted(worth, key=lambda cell: (-worth[cell], cell))
        used = sum(1 for cell in cells if worth[cell] > 0)
        return cells[: used + 1]

    def rest(self, own, other):
        value, plies = self.near(own, other)
        if value:
            return 1 if value > 0 else -1 if plies else -0.85
        open_to_us = sum(2.0 ** -len(edge) for edge in self.live(own, other))
        return 0.1 * open_to_us / (1 + open_to_us)

    def likely(self, own, other, drawn):
        """The cells that draw a player but the last twentieth; with them a win that he sees, and one that holds."""
        here, length = self.near(own, other)
        left, unlikely, winning = sum(drawn.values()), 0.05 * sum(drawn.values()), here <= 0 or not length
        holding = here < 0
        for cell in sorted(drawn, key=lambda cell: -drawn[cell]):
            if left <= unlikely and winning and holding:
                return
            left -= drawn[cell]
            wins = self.completes(own, cell) or self.near(other, own | {cell}) == (-1, length - 1)
            winning = winning or wins
            holding = holding or self.completes(own, cell) or self.near(other, own | {cell})[0] <= 0
            yield cell

    def answers(self, own, other):
        """Cell, whether it ends the game, chance; the likeliest first."""
        worth, found, best, sight_of_best = self.worth(own, other), [], None, 0
        cells = self.ordered(own, other)
        most = max(max(worth[cell] for cell in cells), 1e-300)
        drawn = {}
        for cell in cells:
            crowd = sum(1 for mark in own | other if self.beside(cell, mark))
            drawn[cell] = max(worth[cell] / most, 0.05) ** 0.75 * (1.5 ** min(crowd, 5) if crowd else 0.15)
        for cell in self.likely(own, other, drawn):
            chance = drawn[cell]
            value, plies = (-1, 0) if self.completes(own, cell) else self.near(other, own | {cell})
            sight = 1 if self.completes(own, cell) else 0.15 if not plies or plies + 1 >= len(SEEN) else SEEN[plies + 1]
            if value > 0:
                chance *= 1 - sight
            if value < 0 and sight > sight_of_best:
                best, sight_of_best = cell, sight
            found.append([cell, value, chance])
        total = sum(chance for *_, chance in found)
        for answer in found:
            answer[2] = (1 - sight_of_best) * (answer[2] / total if total else 1 / len(found))
            answer[2] += sight_of_best if answer[0] == best else 0
        return sorted(found, key=lambda answer: -answer[2])

    def theirs(self, own, other, depth):
        total, seen, number, least = 0, 0, 0, 1
        for cell, value, chance in self.answers(own, other):
            if self.completes(own, cell):
                hope = -1
            elif depth > 1 and number < 4 and seen < 0.9:
                hope = self.ours(other, own | {cell}, depth - 1)
            else:
                hope = self.rest(other, own | {cell})
            number += value <= 0
            seen += chance
            total += chance * hope
            least = min(least, hope)
        return (total + least) / 2

    def ours(self, own, other, depth):
        value, plies = self.near(own, other)
        if value > 0 or plies:
            return self.rest(own, other)
        kept = [
            cell
            for cell in self.ordered(own, other)
            if not self.completes(own, cell) and self.near(other, own | {cell})[0] == -value
        ]
        return max((self.theirs(other, own | {cell}, depth) for cell in kept[:6]), default=self.rest(own, other))


def weigh(traps, position, moves, depth, limits=Limits()):
    """Ask what may be hoped of moves."""
    return traps.ask_kernel("weigh", position, limits, moves=moves, depth=depth)["moves"]


def best(traps, position, moves):
    """Weigh moves further and further ahead, fewer and fewer of them."""
    moves = distinct(position, moves)
    for depth in range(1, DEEPEST + 1):
        hopes = weigh(traps, position, moves, depth)
        moves = [cell for cell, _ in hopes[: max(FEWEST, len(hopes) // 2)]]
    return hopes[0][0]


def distinct(position, moves):
    """Return the moves without those that another becomes when the board is turned or reflected."""
    cells, rules = position.cells, position.rules
    same = [image for image in symmetries(rules.m, rules.n) if bytes(cells[there] for there in image) == cells]
    kept = []
    for cell in moves:
        if not any(image[cell] in kept for image in same):
            kept.append(cell)
    return kept


def keeping(graded, value):
    """Return the moves that keep a value; of won ones the shortest, of lost ones the longest first.

    An end whose plies are not told is far. Lost moves whose end everybody sees are left out where there are others."""
    kept = {cell: grade.plies or FAR for cell, grade in graded.items() if grade.value == value}
    if value > 0:
        return [cell for cell, plies in kept.items() if plies == min(kept.values())]
    longest = max(kept.values(), default=0) if value < 0 else 0
    moves = [cell for cell, plies in kept.items() if plies >= min(longest, LONG)]
    return sorted(moves, key=lambda cell: -kept[cell])


def some_positions(rules: Rules, marks: range, count: int) -> list[Position]:
    rng, found = random.Random(8), []
    while len(found) < count:
        position = Position(rules, bytes(rules.size))
        for cell in rng.sample(range(rules.size), rng.choice(marks)):
            if position.result is None:
                position = position.play(cell)
        if position.result is None:
            found.append(position)
    return found


@pytest.mark.parametrize(
    ("rules", "marks"), [(Rules(3, 3, 3), range(7)), (Rules(4, 3, 3), range(4, 9)), (Rules(4, 4, 4), range(8, 13))]
)
def test_values_and_expectations_are_those_of_plain_python(rules, marks):
    plain, traps = Plain(rules), TrapOracle()
    for position in some_positions(rules, marks, 30):
        own, other = marks_of(position)
        value, plies = plain.near(own, other)
        assert traps.position_value(position, Limits()) == Grade(value, plies)
        graded, moves = traps.move_grades(position, value, Limits())
        for cell, grade in graded.items():
            won = plain.completes(own, cell)
            found, length = (1, 1) if won else plain.near(other, own | {cell})
            assert grade == (Grade(1, 1) if won else Grade(-found, length + 1 if length else 0))
        assert moves == keeping(graded, value)
        if value > 0:
            continue
        for depth in (1, 2):
            for cell, hope in weigh(traps, position, moves, depth):
                full = position.empty == 1
                assert hope == pytest.approx(0 if full else plain.theirs(other, own | {cell}, depth))
        assert traps.best_trap(position, moves, Limits()) == best(traps, position, moves)


@pytest.mark.parametrize("case", [c for c in POSITIONS if c.get("value") in ("draw", "loss")], ids=lambda c: c["id"])
def test_the_moves_that_keep_the_value_are_found(case):
    position = position_of(case["m"], case["n"], case["k"], case["board"], None, None)
    value = {"draw": 0, "loss": -1}[case["value"]]
    traps = TrapOracle()
    graded, moves = traps.move_grades(position, value, Limits())
    kept = [list(position.place(cell)) for cell, grade in graded.items() if grade.value == value]
    assert all(cell in case["value_moves"] for cell in kept)
    assert kept
    assert moves == keeping(graded, value)
    assert traps.best_trap(position, moves, Limits(nodes=20_000)) in graded


def test_of_moves_alike_by_symmetry_the_first_is_kept():
    empty = Position(Rules(3, 3, 3), bytes(9))
    assert distinct(empty, list(range(9))) == [0, 1, 4]
    assert distinct(empty, [8, 4, 0, 3]) == [8, 4, 3]
    assert distinct(empty.play(0), [1, 3, 4, 8, 5, 7]) == [1, 4, 8, 5]
    assert distinct(empty.play(0).play(1), [3, 6, 8]) == [3, 6, 8]


def test_moves_that_lose_far_away_come_first():
    assert keeping({1: Grade(-1, 4), 2: Grade(-1, LONG), 3: Grade(-1, 0)}, -1) == [3, 2]


def test_the_tables_are_kept_from_question_to_question():
    position = Position(Rules(7, 4, 4), bytes(28))
    values = kernel.Values(7, 4, 4)
    first, again = (values.ask("known", position.cells, fresh=False) for _ in range(2))
    assert first.reply == again.reply == {"value": 0, "plies": 0, "score": 0}
    assert again.node_count < first.node_count / 10


def test_limits_and_the_cancel_switch_stop_a_question():
    position = Position(Rules(7, 7, 5), bytes(49))
    traps = TrapOracle()
    assert traps.position_value(position, Limits(nodes=100)) is None
    cancel = Cancel()
    cancel.cancel()
    assert traps.position_value(position, Limits(cancel=cancel)) is None
    assert weigh(traps, position, [0, 1], 1, Limits(nodes=10)) == ()


def test_limits_stop_also_where_every_position_is_settled_at_a_glance():
    position = Position(Rules(6, 6, 6), bytes(36))
    traps = TrapOracle()
    assert traps.position_value(position, Limits()) == Grade(0, 0)
    assert len(weigh(traps, position, range(36), 2, Limits(nodes=500))) < 36


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"m": 13, "n": 5}, "64 cells"),
        ({"torus": True}, "plain ones"),
        ({"exact": True}, "no proof knows exact"),
        ({"m": 2}, "one for each cell"),
    ],
)
def test_boards_that_the_oracle_does_not_take_are_refused(change, said):
    rules = Rules(3, 3, 3)
    position = replace(rules, **change).numbers, bytes(65 if "n" in change else 9)
    with pytest.raises(ValueError, match=said):
        kernel.ask("known", position=position, fresh=False)


def test_bad_questions_are_refused():
    values = kernel.Values(3, 3, 3)
    for cells, moves in ((bytes(8), [0]), (bytes([3] + [0] * 8), [1]), (bytes([1] + [0] * 8), [0]), (bytes(9), [9])):
        with pytest.raises(ValueError, match="needed"):
            values.ask("weigh", cells, moves=moves, depth=1)
    with pytest.raises(ValueError, match="completes a line"):
        values.ask("trap", bytes([1, 1, 0, 2, 2, 0, 0, 0, 0]), moves=[2])
