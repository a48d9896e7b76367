"""Openings for matches: a few marks after which neither side is much better off, by the engine or by several judges.

Who has the initiative wins most openings drawn by lot, whatever his strength, and such pairs of games say nothing. The
last mark of an opening is therefore chosen among several for an even value, and the opening is kept only where a deeper
search still finds it even. Having the move is worth much, so the value is the mean over two depths.

What one engine calls even another does not. A judge is the engine or an outside program, ``gomocup:COMMAND``, that
tells its value while it thinks: the protocol has no word for it, but programs tell it in MESSAGE lines before their
move, and of these the last number behind ``ev``, ``eval``, ``score`` or ``value`` is read (``Eval -39``), a forced end
where an M stands before it (``+M13``). Values are those of the side to move, each judge's in its own unit. Every cell
near some marks drawn is tried as the last mark, and the judges take turns, from a short search to the whole one: after
each of them what lies too far from even is dropped, and the few that are nearest to even go on. A set holds one of the
eight images of a board. An opening that all judges call even may still be won by one side in every game, if they err
alike: `mnk match` tells the pairs that were split.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from passatempo.core.errors import InvalidInstance, UsageError, quote
from passatempo.core.limits import Limits, Stopped
from passatempo.core.random import Random
from passatempo.mnk.engine.search import DECIDED, MATE, Engine, suits
from passatempo.mnk.matches.seats import EngineSeat, Failed, GomocupSeat, seat, unless_stopped
from passatempo.mnk.model import played
from passatempo.mnk.proof.prover import symmetries
from passatempo.mnk.settings import EngineSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.core.limits import Cancel
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Position
    from passatempo.mnk.rules import Rules

EVEN = 80  # values within it are kept: the side to move wins three games of five at most, as the weights tell
SPREAD = 4  # rows and columns that the marks lie apart at most
TRIED = 12  # cells for the last mark
FIRST_LOOK, SECOND_LOOK = 3, 8  # depths
MOST_NODES = 200_000
JUDGED = 32  # cells for the last mark
ROUNDS = ((64, 4, 4), (8, 2, 2), (1, 1, 1))  # the part of the nodes, how far from even in its units, how many go on
MOST_SECONDS = 60.0  # that a program may take for a position, where nodes are the limit
_VALUE = re.compile(r"\b(?:ev|eval|score|value)\b\s*[:=]?\s*([+-]?)\s*(M?)(\d{1,9})", re.IGNORECASE)


def even_openings(rules: Rules, seed: int = 0, cancel: Cancel | None = None) -> Iterator[tuple[Cell, ...]]:
    """Yield openings of three to six marks that are even by the engine's own search; none once `cancel` is thrown.

    Examples
    --------
    >>> from passatempo.mnk.rules import Rules
    >>> opening = next(even_openings(Rules(9, 9, 5), seed=1))
    >>> 3 <= len(opening) <= 6
    True
    """
    engines = {depth: Engine(rules, EngineSettings(table=8)) for depth in (FIRST_LOOK, SECOND_LOOK)}
    number = 0
    limits = Limits(nodes=MOST_NODES, cancel=cancel)
    while cancel is None or not cancel.thrown:
        number += 1
        rng = Random(seed, "openings", number)
        moves = scattered(rules, rng)
        tries = [[*moves, cell] for cell in near(rules, moves, rng)[:TRIED]]
        tries = [moves for moves in tries if not over(rules, moves)]
        if not tries:
            continue
        value, moves = min((abs(_value(engines[FIRST_LOOK], moves, FIRST_LOOK, limits)), moves) for moves in tries)
        if value <= 2 * EVEN and abs(_value(engines[SECOND_LOOK], moves, SECOND_LOOK, limits)) <= EVEN:
            yield tuple(moves)


def near(rules: Rules, moves: Sequence[Cell], rng: Random) -> list[Cell]:
    """Return free cells around the first mark, in random order."""
    row, column = divmod(moves[0], rules.n)
    rows = range(max(0, row - SPREAD), min(rules.m, row + SPREAD + 1))
    columns = range(max(0, column - SPREAD), min(rules.n, column + SPREAD + 1))
    return rng.shuffle_copy([i * rules.n + j for i in rows for j in columns if i * rules.n + j not in moves])


def scattered(rules: Rules, rng: Random) -> list[Cell]:
    """Draw two to five marks; the first not at the edge of a large board."""
    margin = 3 if min(rules.m, rules.n) > 8 else 0
    row, column = rng.below(rules.m - 2 * margin) + margin, rng.below(rules.n - 2 * margin) + margin
    first = row * rules.n + column
    return [first, *near(rules, [first], rng)[: 1 + rng.below(4)]]


def _cells(rules: Rules, moves: Sequence[Cell]) -> bytes:
    cells = bytearray(rules.size)
    for number, cell in enumerate(moves):
        cells[cell] = 1 + number % 2
    return bytes(cells)


def over(rules: Rules, moves: Sequence[Cell]) -> bool:
    """Tell whether the moves end a game, or leave no cell."""
    try:
        return played(rules, moves).result is not None
    except InvalidInstance:
        return True


def _value(engine: Engine, moves: list[Cell], depth: int, limits: Limits) -> int:
    """Return the mean value of two depths for the side to move; a forced end counts as far from even."""
    total = 0
    for plies in (depth, depth + 1):
        engine.forget()
        found = engine.search(_cells(engine.rules, moves), 1 + len(moves) % 2, plies, limits)
        score = found.lines[0].score
        total += score if abs(score) < DECIDED else 10 * (EVEN if score > 0 else -EVEN)
    return total // 2


class Judge(Protocol):
    """Who says what a position is worth."""

    name: str

    def value(self, position: Position, nodes: int) -> int:
        """Return the value for the side to move after a search of some nodes."""

    def close(self) -> None:
        """Leave."""


class EngineJudge:
    """The engine, which forgets between two positions: so what it says does not hang on their order."""

    def __init__(self, name: str, rules: Rules, settings: EngineSettings, cancel: Cancel) -> None:
        if not suits(rules):
            raise UsageError(f"{quote(name)} does not support these rules")
        self.name, self.cancel = name, cancel
        self.engine = Engine(rules, settings)

    def value(self, position: Position, nodes: int) -> int:
        """Search."""
        self.engine.forget()
        found = self.engine.think(position.cells, position.to_move, Limits(nodes=nodes, cancel=self.cancel))
        unless_stopped(self.cancel)
        return found.lines[0].score

    def close(self) -> None:
        """Nothing is held."""


class ProgramJudge:
    """A program of the Gomocup protocol, asked for its move; what it says of the value is kept."""

    def __init__(self, name: str, rules: Rules, command: str, cancel: Cancel) -> None:
        self.name, self.rules, self.command, self.cancel = name, rules, command, cancel
        self._seat: GomocupSeat | None = None

    def value(self, position: Position, nodes: int) -> int:
        """Ask for a move, and once more from a new start where that fails."""
        if self._seat is not None:
            try:
                return self._ask(self._seat, position, nodes)
            except Failed:
                self.close()
        self._seat = GomocupSeat(self.command, MOST_SECONDS, self.cancel, nodes)
        self._seat.begin(position, first=True)
        return self._ask(self._seat, position, nodes)

    def _ask(self, program: GomocupSeat, position: Position, nodes: int) -> int:
        program.forget()
        program.bound(nodes)
        program.heard.clear()
        program.move(position)
        said = [value for line in program.heard if (value := value_said(line)) is not None]
        if not said:
            raise UsageError(f"{quote(self.command)} gives no value: a line such as MESSAGE eval 12 is expected")
        return said[-1]

    def close(self) -> None:
        """End the program."""
        if self._seat is not None:
            self._seat.close()
            self._seat = None


def value_said(line: str) -> int | None:
    """Return the value that a line tells; None where it tells none.

    >>> value_said("MESSAGE Depth 9-13 | Eval -39 | Time 4ms"), value_said("MESSAGE ev +M13"), value_said("7,9")
    (-39, 29987, None)
    """
    found = _VALUE.search(line) if line.upper().startswith("MESSAGE") else None
    if found is None:
        return None
    size = MATE - min(int(found[3]), MATE) if found[2] else int(found[3])
    return -size if found[1] == "-" else size


def judge(name: str, rules: Rules, cancel: Cancel) -> Judge:
    """Make a judge from the name of a player: ``engine`` with its settings, or ``gomocup:COMMAND``.

    Raises
    ------
    UsageError
        If such a player tells no value.

    Examples
    --------
    >>> from passatempo.core.limits import Cancel
    >>> from passatempo.mnk import Position, Rules
    >>> rules = Rules(3, 3, 3)
    >>> won = Position(rules, bytes([1, 1, 0, 2, 2, 0, 0, 0, 0]))
    >>> judge("engine", rules, Cancel()).value(won, 1000)
    29999
    """
    kind, _, command = name.partition(":")
    if kind == "gomocup":
        seat(name, MOST_SECONDS)  # a command that cannot be is told at once
        return ProgramJudge(name, rules, command, cancel)
    player = seat(name, MOST_SECONDS)
    if not isinstance(player, EngineSeat):
        raise UsageError(f"{quote(name)} is not a judge: engine or gomocup:COMMAND is expected")
    return EngineJudge(name, rules, player.settings, cancel)


@dataclass(frozen=True, slots=True)
class Judged:
    """An opening, and what each judge says that it is worth to the side to move."""

    moves: tuple[Cell, ...]
    values: tuple[int, ...]


def judged_openings(
    rules: Rules, judges: Sequence[Judge], even: int, nodes: int, seed: int = 0, cancel: Cancel | None = None
) -> Iterator[Judged]:
    """Yield openings of three to six marks of which every judge says that they are even; none once `cancel` is thrown.

    Parameters
    ----------
    rules
        What is played.
    judges
        Who must agree.
    even
        Values are even from -even to even, in the unit of each judge.
    nodes
        Of the last search of each judge.
    seed
        Of the marks drawn.

    Examples
    --------
    >>> from passatempo.core.limits import Cancel
    >>> from passatempo.mnk.rules import Rules
    >>> rules = Rules(9, 9, 5)
    >>> found = next(judged_openings(rules, [judge("engine", rules, Cancel())], 45, 2000))
    >>> len(found.values), abs(found.values[0]) <= 45
    (1, True)
    """
    seen: set[tuple[frozenset[Cell], ...]] = set()
    number = 0
    while cancel is None or not cancel.thrown:
        number += 1
        rng = Random(seed, "judged openings", number)
        moves = scattered(rules, rng)
        tries = [(*moves, cell) for cell in near(rules, moves, rng)[:JUDGED]]
        try:
            found = _most_even(rules, [t for t in tries if not over(rules, t)], judges, even, nodes)
        except Stopped:
            return
        if found is not None and (name := _name(rules, found.moves)) not in seen:
            seen.add(name)
            yield found


def _most_even(
    rules: Rules, tries: Sequence[tuple[Cell, ...]], judges: Sequence[Judge], even: int, nodes: int
) -> Judged | None:
    """Return the opening that all judges call even, and most so; None where there is none."""
    found = [Judged(moves, ()) for moves in tries]
    for part, width, most in ROUNDS:
        found = [Judged(each.moves, ()) for each in found]
        for judge in judges:
            valued = [
                Judged(each.moves, (*each.values, judge.value(played(rules, each.moves), max(1, nodes // part))))
                for each in found
            ]
            found = [each for each in valued if abs(each.values[-1]) <= width * even]
        found = sorted(found, key=lambda each: (sum(value * value for value in each.values), each.moves))[:most]
    return found[0] if found else None


def _name(rules: Rules, moves: tuple[Cell, ...]) -> tuple[frozenset[Cell], ...]:
    """Return what the images of an opening have in common: the least of them, each as the sets of both sides."""
    images = [moves, *[tuple([image[cell] for cell in moves]) for image in symmetries(rules.m, rules.n)]]
    least = min(images, key=lambda image: (sorted(image[::2]), sorted(image[1::2])))
    return frozenset(least[::2]), frozenset(least[1::2])
