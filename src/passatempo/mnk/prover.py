"""The kernel's questions about one position: its lines, its limits, its claims."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from passatempo.core.json import encode
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import STOPS, Outcome, StopReason
from passatempo.mnk import _kernel
from passatempo.mnk.json import POSITION
from passatempo.mnk.lines import windows
from passatempo.mnk.pairing import pairing
from passatempo.mnk.proof_file import HEADER
from passatempo.mnk.rules import EMPTY, MARKS, O, X, no_line

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Place, Position, Worth
    from passatempo.mnk.rules import Mark

A = TypeVar("A")

GLANCE = 4000  # nodes of a look for a short win: some milliseconds
MEMORY_MB = 512  # of the tables, which begin small
MOST_CELLS = 10_000  # beyond, even the lines of a board take longer to write than short questions may
WORTH: dict[int, Worth] = {1: "win", 0: "draw", -1: "loss"}
UNKNOWN = 2


@dataclass(frozen=True, slots=True)
class Live:
    """The lines still open to the side to move and to the opponent, as their empty cells."""

    own: list[list[Cell]]
    other: list[list[Cell]]


def live_lines(position: Position) -> Live:
    r"""Return the lines that each side can still complete.

    >>> from passatempo.mnk.text import read
    >>> live_lines(read("k: 3\n. . O\n. . X\nX O ."))
    Live(own=[[3, 4], [0, 3], [0, 4, 8]], other=[[0, 1], [1, 4], [0, 4, 8]])
    """
    rules, cells, mover = position.rules, position.cells, position.to_move
    open_to: dict[Mark, list[list[Cell]]] = {X: [], O: []}
    for window in windows(rules.m, rules.n, rules.k, rules.torus):
        marks = {cells[cell] for cell in window}
        empty = [cell for cell in window if cells[cell] == EMPTY]
        if O not in marks:
            open_to[X].append(empty)
        if X not in marks and not rules.maker_breaker:
            open_to[O].append(empty)
    return Live(open_to[mover], open_to[O if mover == X else X])


@lru_cache(maxsize=32)
def symmetries(m: int, n: int) -> list[list[Cell]]:
    """Return the turns and reflections of a board but the identity: for every cell its image.

    >>> len(symmetries(3, 3)), symmetries(1, 3)[0]
    (7, [2, 1, 0])
    """
    flips = [(up, left, turned) for turned in (False, True)[: 1 + (m == n)] for up in (0, 1) for left in (0, 1)]

    def image(cell: Cell, up: int, left: int, turned: bool) -> Cell:
        row, column = divmod(cell, n)
        row, column = m - 1 - row if up else row, n - 1 - column if left else column
        return column * n + row if turned else row * n + column

    return [[image(cell, *flip) for cell in range(m * n)] for flip in flips[1:]]


def claims_of(position: Position, value: int) -> list[tuple[Mark, bool]]:
    r"""Return what must be shown for a value: which sides win or cannot win.

    >>> from passatempo.mnk.text import read
    >>> claims_of(read("k: 3\n. . O\n. . X\nX O ."), 0)
    [(1, False), (2, False)]
    """
    mover, other = position.to_move, O if position.to_move == X else X
    if position.rules.maker_breaker:
        return [(X, (value > 0) == (mover == X))]
    return {1: [(mover, True)], 0: [(X, False), (O, False)], -1: [(other, True)]}[value]


class Prover:
    """The kernel's questions about one position, within limits that they share."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.limits = position, limits
        self.deadline = Deadline(limits)
        self.rules = position.rules
        self.memory = MEMORY_MB if limits.memory_mb is None else limits.memory_mb
        small = self.rules.size <= MOST_CELLS
        self.fits = small or self.rules.hopeless  # of a board without lines nothing need be written
        self.live = live_lines(position) if small else Live([], [])
        self.images = symmetries(self.rules.m, self.rules.n) if small else []
        self.stopped = StopReason.DONE if self.fits else StopReason.MEMORY
        self.probes = 0
        self.without_marks = not any(position.cells) and not self.rules.maker_breaker

    def paired(self, lines: list[list[Cell]]) -> list[tuple[Cell, Cell]] | None:
        """Return pairs that keep a side from all its lines, where nine in a row and more make them likely."""
        return pairing(self.rules, self.position.cells, lines) if self.rules.k >= 9 else None

    @property
    def hopeless(self) -> bool:
        """Whether pairs keep both sides from winning, whatever is played next."""
        return self.paired(self.live.own) is not None and self.paired(self.live.other) is not None

    @property
    def stats(self) -> dict[str, int | float]:
        """The nodes spent."""
        return {"nodes": self.deadline.nodes, "probes": self.probes}

    def left(self, nodes: int | None = None) -> tuple[float, int, bytearray | memoryview | None]:
        """Return what may still be spent, by a question that gets so many nodes at most."""
        rest = None if self.limits.nodes is None else max(0, self.limits.nodes - self.deadline.nodes)
        most = min((count for count in (rest, nodes) if count is not None), default=None)
        return replace(self.limits, seconds=self.deadline.left, nodes=most).kernel

    def spent(self, stop: int, nodes: int, *, whole: bool = True) -> None:
        """Note what a question has spent, and whether a limit ended it that holds for all."""
        self.deadline.nodes += nodes
        if self.fits and (whole or STOPS[stop] is not StopReason.NODES):
            self.stopped = STOPS[stop]

    def glance(self) -> tuple[int, list[Cell]]:
        """Look for a short win: the moves it takes and the first moves, or 0."""
        stop, nodes, moves, cells = _kernel.shortest(
            self.rules.size, self.live.own, self.live.other, 4, self.memory, *self.left(GLANCE)
        )
        self.spent(stop, nodes, whole=False)
        return moves, cells

    def shortest(self) -> tuple[int, list[Cell]]:
        """Find the shortest win of a won position: the moves it takes and the first moves, or 0 at a limit."""
        most = (self.position.empty + 1) // 2
        stop, nodes, moves, cells = _kernel.shortest(
            self.rules.size, self.live.own, self.live.other, most, self.memory, *self.left()
        )
        self.spent(stop, nodes)
        return moves, cells

    def decide(self) -> tuple[int, Cell]:
        """Find the value and a move that keeps it."""
        stop, nodes, probes, value, cell = _kernel.decide(
            self.rules.size, self.live.own, self.live.other, self.images, self.without_marks, self.memory, *self.left()
        )
        self.spent(stop, nodes)
        self.probes += probes
        return value, self.cell(cell) if value != UNKNOWN else cell

    def grade(self, nodes: int | None = None) -> dict[Cell, tuple[int, int]]:
        """Return value and plies of every legal move."""
        stop, spent, graded = _kernel.grade(
            self.rules.size, self.live.own, self.live.other, self.images, self.memory, *self.left(nodes)
        )
        self.spent(stop, spent, whole=nodes is None)
        table = {cell: (value, length) for cell, value, length in graded}
        return {cell: table.get(cell, table[-1]) for cell in self.position.legal} if table else {}

    def documented(self, outcome: Outcome[A]) -> Outcome[A]:
        """Write the proof of an answer where one is asked for; without it where a limit comes first."""
        if self.rules.hopeless:
            outcome = replace(outcome, reason=no_line(self.rules))
        if self.limits.proof is None or outcome.value is None:
            return outcome
        claims = [self.claim(*claim) for claim in claims_of(self.position, int(outcome.value))]
        if not all(claims):
            return replace(outcome, stats=self.stats)
        text = "\n".join([HEADER, encode(POSITION.dump(self.position)), *(line for claim in claims for line in claim)])
        self.limits.proof.write_text(text + "\n", encoding="utf-8")
        return replace(outcome, proof=self.limits.proof, stats=self.stats)

    def claim(self, side: Mark, wins: bool) -> list[str]:
        """Write what is claimed of a side and its proof; nothing where a limit came first."""
        told = f"claim {MARKS[side]} {'wins' if wins else 'cannot win'}"
        if not wins and side == O and self.without_marks:
            return [told]  # an extra mark never hurts, so the second player cannot have a winning strategy to copy
        moving = side == self.position.to_move
        attacker, defender = (self.live.own, self.live.other) if moving else (self.live.other, self.live.own)
        pairs = self.paired(attacker)
        if pairs is not None:
            return [told, "E 0", " ".join(["T", *(str(cell + 1) for pair in pairs for cell in pair), "0"])]
        stop, nodes, written = _kernel.trace(
            self.rules.size, attacker, defender, moving, self.images, wins, self.memory, *self.left()
        )
        self.spent(stop, nodes)
        return [told, *written] if written else []

    def cell(self, cell: Cell) -> Cell:
        """Return the cell itself, or for -1 the first that is in no live line; where there is none, the first."""
        if cell >= 0:
            return cell
        used = {cell for line in (*self.live.own, *self.live.other) for cell in line}
        legal = self.position.legal
        return next((cell for cell in legal if cell not in used), legal[0])

    @property
    def middle(self) -> Cell:
        """The empty cell nearest to the middle."""
        m, n = self.rules.m, self.rules.n

        def distance(cell: Cell) -> int:
            row, column = divmod(cell, n)
            return (2 * row + 1 - m) ** 2 + (2 * column + 1 - n) ** 2

        return min(self.position.legal, key=distance)

    def places(self, cells: list[Cell]) -> tuple[Place, ...]:
        """Return rows and columns of cells, in reading order."""
        return tuple(self.position.place(cell) for cell in sorted(cells))

    def told(self, value: int, plies: int) -> tuple[Worth, int | None]:
        """Write a value of the kernel; where a full board is O's win, no draw is left."""
        if value == 0 and self.rules.maker_breaker:
            return "loss" if self.position.to_move == X else "win", self.position.empty
        return WORTH[value], plies or None
