"""Openings for matches: a few marks after which the game is even, as judged by the engine or several programs.

The player with the initiative wins most random openings, whatever his strength, and such pairs of games show nothing.
The last mark of an opening is therefore chosen among several for an even value, and the opening is kept only if a
deeper search still finds it even. Having the move is worth much, so the value is the mean over two depths.

Engines disagree about even positions. A judge is the engine or an outside program, ``gomocup:COMMAND``, that prints its
value while it searches. The protocol has no command for values, but programs print them in MESSAGE lines before their
move. The judge reads the last number after ``ev``, ``eval``, ``score`` or ``value`` (``Eval -39``), or a forced end if
the number begins with an M (``+M13``). Values are those of the side to move, each in the unit of the judge. Every cell
near some random marks is tried as the last mark. The judges take turns, from a short search to the full one. After
each turn the openings too far from even are dropped, and the few nearest to even remain. A set holds one of the eight
images of a board. One side may still win every game of an opening if all judges err alike: `mnk match` reports the
pairs that were split.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from passatempo.core.errors import InvalidInstance, UsageError, quote
from passatempo.core.limits import Cancel, Limits, Stopped
from passatempo.core.random import Random
from passatempo.mnk.engine.search import DECIDED, MATE, Engine, suits_engine
from passatempo.mnk.lines import Cell
from passatempo.mnk.matches.seats import EngineSeat, GomocupSeat, SeatFailure, check_switch, make_seat
from passatempo.mnk.model import Position, played
from passatempo.mnk.proof.prover import symmetries
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import EngineSettings

EVEN = 80  # accepted values: by the weights, the side to move wins at most three games of five
SPREAD = 4  # maximum distance of the marks in rows and columns
TRIED = 12  # candidate cells for the last mark
FIRST_LOOK, SECOND_LOOK = 3, 8  # depths
MOST_NODES = 200_000
JUDGED = 32  # candidate cells for the last mark
ROUNDS = ((64, 4, 4), (8, 2, 2), (1, 1, 1))  # the divisor of the nodes, the bound in units of `even`, openings to keep
MOST_SECONDS = 60.0  # for a program per position, if nodes are the limit
_VALUE = re.compile(r"\b(?:ev|eval|score|value)\b\s*[:=]?\s*([+-]?)\s*(M?)(\d{1,9})", re.IGNORECASE)


def even_openings(rules: Rules, seed: int = 0, cancel: Cancel | None = None) -> Iterator[tuple[Cell, ...]]:
    """Yield openings of three to six marks that are even by the engine's search; none once `cancel` is set.

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
    while cancel is None or not cancel.cancelled:
        number += 1
        rng = Random(seed, "openings", number)
        moves = scatter_marks(rules, rng)
        tries = [[*moves, cell] for cell in nearby_cells(rules, moves, rng)[:TRIED]]
        tries = [moves for moves in tries if not is_over(rules, moves)]
        if not tries:
            continue
        imbalance, moves = min(
            (abs(_mean_score(engines[FIRST_LOOK], moves, FIRST_LOOK, limits)), moves) for moves in tries
        )
        if imbalance <= 2 * EVEN and abs(_mean_score(engines[SECOND_LOOK], moves, SECOND_LOOK, limits)) <= EVEN:
            yield tuple(moves)


def nearby_cells(rules: Rules, moves: Sequence[Cell], rng: Random) -> list[Cell]:
    """Return free cells around the first mark, in random order."""
    row, column = divmod(moves[0], rules.n)
    rows = range(max(0, row - SPREAD), min(rules.m, row + SPREAD + 1))
    columns = range(max(0, column - SPREAD), min(rules.n, column + SPREAD + 1))
    return rng.shuffle_copy([i * rules.n + j for i in rows for j in columns if i * rules.n + j not in moves])


def scatter_marks(rules: Rules, rng: Random) -> list[Cell]:
    """Draw two to five random marks; the first is not at the edge of a large board."""
    margin = 3 if min(rules.m, rules.n) > 8 else 0
    row, column = rng.below(rules.m - 2 * margin) + margin, rng.below(rules.n - 2 * margin) + margin
    first = row * rules.n + column
    return [first, *nearby_cells(rules, [first], rng)[: 1 + rng.below(4)]]


def _marks_of(rules: Rules, moves: Sequence[Cell]) -> bytes:
    cells = bytearray(rules.size)
    for number, cell in enumerate(moves):
        cells[cell] = 1 + number % 2
    return bytes(cells)


def is_over(rules: Rules, moves: Sequence[Cell]) -> bool:
    """Return whether the moves end a game, or leave no cell."""
    try:
        return played(rules, moves).result is not None
    except InvalidInstance:
        return True


def _mean_score(engine: Engine, moves: list[Cell], depth: int, limits: Limits) -> int:
    """Return the mean value of two depths for the side to move; a forced end is far from even."""
    total = 0
    for plies in (depth, depth + 1):
        engine.clear_table()
        search_report = engine.search_to_depth(_marks_of(engine.rules, moves), 1 + len(moves) % 2, plies, limits)
        score = search_report.lines[0].score
        total += score if abs(score) < DECIDED else 10 * (EVEN if score > 0 else -EVEN)
    return total // 2


class OpeningJudge(Protocol):
    """A player or program that evaluates positions."""

    name: str

    def evaluate_position(self, position: Position, nodes: int) -> int:
        """Return the value for the side to move after a search of `nodes` nodes."""

    def close(self) -> None:
        """Release all resources."""


class EngineJudge:
    """The engine with its table cleared between positions, so that values do not depend on their order."""

    def __init__(self, name: str, rules: Rules, settings: EngineSettings, cancel: Cancel) -> None:
        if not suits_engine(rules):
            raise UsageError(f"{quote(name)} does not support these rules")
        self.name, self.cancel = name, cancel
        self.engine = Engine(rules, settings)

    def evaluate_position(self, position: Position, nodes: int) -> int:
        """Search."""
        self.engine.clear_table()
        search_report = self.engine.search_to_level(
            position.cells, position.to_move, Limits(nodes=nodes, cancel=self.cancel)
        )
        check_switch(self.cancel)
        return search_report.lines[0].score

    def close(self) -> None:
        """Do nothing, since there are no resources to release."""


class ProgramJudge:
    """A program of the Gomocup protocol; the judge reads the value that it prints while it searches for a move."""

    def __init__(self, name: str, rules: Rules, command: str, cancel: Cancel) -> None:
        self.name, self.rules, self.command, self.cancel = name, rules, command, cancel
        self._seat: GomocupSeat | None = None

    def evaluate_position(self, position: Position, nodes: int) -> int:
        """Request a move; if that fails, restart the program and try once more."""
        if self._seat is not None:
            try:
                return self._ask_program(self._seat, position, nodes)
            except SeatFailure:
                self.close()
        self._seat = GomocupSeat(self.command, MOST_SECONDS, self.cancel, nodes)
        self._seat.begin_game(position, first=True)
        return self._ask_program(self._seat, position, nodes)

    def _ask_program(self, program: GomocupSeat, position: Position, nodes: int) -> int:
        program.restart_board()
        program.bound_nodes(nodes)
        program.unread_lines.clear()
        program.move(position)
        program_scores = [score for line in program.unread_lines if (score := parse_value(line)) is not None]
        if not program_scores:
            raise UsageError(f"{quote(self.command)} gives no value: a line such as MESSAGE eval 12 is expected")
        return program_scores[-1]

    def close(self) -> None:
        """Terminate the program."""
        if self._seat is not None:
            self._seat.close()
            self._seat = None


def parse_value(line: str) -> int | None:
    """Return the value on a line of output, or None.

    >>> parse_value("MESSAGE Depth 9-13 | Eval -39 | Time 4ms"), parse_value("MESSAGE ev +M13"), parse_value("7,9")
    (-39, 29987, None)
    """
    value_match = _VALUE.search(line) if line.upper().startswith("MESSAGE") else None
    if value_match is None:
        return None
    size = MATE - min(int(value_match[3]), MATE) if value_match[2] else int(value_match[3])
    return -size if value_match[1] == "-" else size


def make_judge(name: str, rules: Rules, cancel: Cancel) -> OpeningJudge:
    """Return a judge from the name of a player: ``engine`` with its settings, or ``gomocup:COMMAND``.

    Raises
    ------
    UsageError
        If such a player reports no value.

    Examples
    --------
    >>> from passatempo.core.limits import Cancel
    >>> from passatempo.mnk import Position, Rules
    >>> rules = Rules(3, 3, 3)
    >>> won = Position(rules, bytes([1, 1, 0, 2, 2, 0, 0, 0, 0]))
    >>> make_judge("engine", rules, Cancel()).evaluate_position(won, 1000)
    29999
    """
    kind, _, command = name.partition(":")
    if kind == "gomocup":
        make_seat(name, MOST_SECONDS)  # reports an invalid command at once
        return ProgramJudge(name, rules, command, cancel)
    player = make_seat(name, MOST_SECONDS)
    if not isinstance(player, EngineSeat):
        raise UsageError(f"{quote(name)} is not a judge: engine or gomocup:COMMAND is expected")
    return EngineJudge(name, rules, player.settings, cancel)


@dataclass(frozen=True, slots=True)
class OpeningVerdict:
    """An opening, and each judge's value of it for the side to move."""

    moves: tuple[Cell, ...]
    judge_scores: tuple[int, ...]


def consensus_openings(
    rules: Rules, judges: Sequence[OpeningJudge], even: int, nodes: int, seed: int = 0, cancel: Cancel | None = None
) -> Iterator[OpeningVerdict]:
    """Yield openings of three to six marks that every judge finds even; none once `cancel` is set.

    Parameters
    ----------
    rules
        The rules of the game.
    judges
        The judges, which must agree.
    even
        Values are even from -even to even, in the unit of each judge.
    nodes
        The nodes of the last search of each judge.
    seed
        The random seed of the marks.

    Examples
    --------
    >>> from passatempo.core.limits import Cancel
    >>> from passatempo.mnk.rules import Rules
    >>> rules = Rules(9, 9, 5)
    >>> found = next(consensus_openings(rules, [make_judge("engine", rules, Cancel())], 45, 2000))
    >>> len(found.judge_scores), abs(found.judge_scores[0]) <= 45
    (1, True)
    """
    opening_keys: set[tuple[frozenset[Cell], ...]] = set()
    number = 0
    while cancel is None or not cancel.cancelled:
        number += 1
        rng = Random(seed, "judged openings", number)
        moves = scatter_marks(rules, rng)
        tries = [(*moves, cell) for cell in nearby_cells(rules, moves, rng)[:JUDGED]]
        try:
            opening_verdict = _nearest_to_even(rules, [t for t in tries if not is_over(rules, t)], judges, even, nodes)
        except Stopped:
            return
        if opening_verdict is not None and (name := _canonical_key(rules, opening_verdict.moves)) not in opening_keys:
            opening_keys.add(name)
            yield opening_verdict


def _nearest_to_even(
    rules: Rules, tries: Sequence[tuple[Cell, ...]], judges: Sequence[OpeningJudge], even: int, nodes: int
) -> OpeningVerdict | None:
    """Return the opening that all judges find most even; None if they disagree on all."""
    candidates = [OpeningVerdict(moves, ()) for moves in tries]
    for part, width, keep_count in ROUNDS:
        candidates = [OpeningVerdict(each.moves, ()) for each in candidates]
        for judge in judges:
            next_candidates = [
                OpeningVerdict(
                    each.moves,
                    (*each.judge_scores, judge.evaluate_position(played(rules, each.moves), max(1, nodes // part))),
                )
                for each in candidates
            ]
            candidates = [each for each in next_candidates if abs(each.judge_scores[-1]) <= width * even]
        candidates = sorted(
            candidates, key=lambda each: (sum(score * score for score in each.judge_scores), each.moves)
        )[:keep_count]
    return candidates[0] if candidates else None


def _canonical_key(rules: Rules, moves: tuple[Cell, ...]) -> tuple[frozenset[Cell], ...]:
    """Return the canonical image of an opening, the least of its images, as the sets of both sides."""
    images = [moves, *[tuple([image[cell] for cell in moves]) for image in symmetries(rules.m, rules.n)]]
    canonical_image = min(images, key=lambda image: (sorted(image[::2]), sorted(image[1::2])))
    return frozenset(canonical_image[::2]), frozenset(canonical_image[1::2])
