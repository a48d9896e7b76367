"""The kernel's questions about one position: its lines, its limits, its claims, its checkpoints.

A checkpoint of a search begins with two lines that identify the owner of the kernel's table after them:

passatempo mnk checkpoint 1
{"search": 3, "position": {"m": 10, ...}}     the version of the search, and the position with its rules
"""

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from passatempo.core.errors import UsageError, describe_fault, quote
from passatempo.core.interface import Interface, KernelAnswer
from passatempo.core.json import encode
from passatempo.core.limits import Deadline, Limits, Progress, Report, Stopped, silent
from passatempo.core.outcome import Outcome, StopReason
from passatempo.core.output import atomic_file, collect_write_faults, sole_writer
from passatempo.mnk.certificates.file import SEALED, seal_line
from passatempo.mnk.json import POSITION
from passatempo.mnk.lines import Cell, each_window
from passatempo.mnk.model import GAME_VALUES, GameValue, Place, Position
from passatempo.mnk.proof.pairing import pairing
from passatempo.mnk.rules import EMPTY, MARKS, Mark, O, X, no_line

A = TypeVar("A")

GLANCE = 4000  # nodes to find a short win, some milliseconds
MEMORY_MB = 1024  # of the tables, which start small, without a limit
WIDEST = 512  # cells in live lines: a state of the kernel has no more (proof/lines.hpp)
MOST_NEAR = 70  # rows, columns and k up to which the kernel gets the board itself, before its lines are listed
MOST_SYMMETRIC = 128  # cells in live lines; above it the kernel looks for no symmetries
UNKNOWN = 2
ANY = 2**32 - 1  # a cell that is in no live line
SLICE = 5000  # cells of lines to list between two polls of the clock, a millisecond
FIRST = "passatempo mnk checkpoint 1"
SEARCH = 3  # increase it whenever the table's numbers or the names of states change their meaning
SECONDS = 60.0  # between two writes, or twenty times the duration of one if that is longer
DAMAGED = 2  # of the kernel: a checkpoint that is truncated or changed


@dataclass(frozen=True, slots=True)
class LiveLines:
    """The lines still open to the side to move and to the opponent, as their empty cells."""

    mover_lines: list[list[Cell]]
    opponent_lines: list[list[Cell]]


def live_lines(position: Position, deadline: Deadline | None = None) -> LiveLines:
    r"""Return the lines that each side can still complete.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> live_lines(read("k: 3\n. . O\n. . X\nX O ."))
    LiveLines(mover_lines=[[3, 4], [0, 3], [0, 4, 8]], opponent_lines=[[0, 1], [1, 4], [0, 4, 8]])
    """
    rules, cells, mover = position.rules, position.cells, position.to_move
    open_to: dict[Mark, list[list[Cell]]] = {X: [], O: []}
    cell_count = 0
    for window in each_window(rules.m, rules.n, rules.k, rules.torus):
        cell_count += rules.k
        if deadline is not None and cell_count > SLICE:
            cell_count = 0
            deadline.check()
        marks = {cells[cell] for cell in window}
        empty = [cell for cell in window if cells[cell] == EMPTY]
        if O not in marks:
            open_to[X].append(empty)
        if X not in marks and not rules.maker_breaker:
            open_to[O].append(empty)
    return LiveLines(open_to[mover], open_to[O if mover == X else X])


def flatten_lines(lines: list[list[Cell]]) -> list[int]:
    """Return lists one after the other, each after its length, in the format of the kernel.

    >>> flatten_lines([[3, 4], [], [8]])
    [2, 3, 4, 0, 1, 8]
    """
    flat_cells: list[int] = []
    for line in lines:
        flat_cells.append(len(line))
        flat_cells += line
    return flat_cells


def table_megabytes(limits: Limits) -> int:
    """Return the megabytes of the tables: half of the limit of the process, since they double as they fill.

    >>> table_megabytes(Limits(memory_mb=100)), table_megabytes(Limits(memory_mb=None))
    (50, 1024)
    """
    return MEMORY_MB if limits.memory_mb is None else max(1, limits.memory_mb // 2)


@lru_cache(maxsize=32)
def symmetries(m: int, n: int) -> list[list[Cell]]:
    """Return the rotations and reflections of a board without the identity, as the image of every cell.

    >>> len(symmetries(3, 3)), symmetries(1, 3)[0]
    (7, [2, 1, 0])
    """
    flips = [
        (up, left, is_transposed) for is_transposed in (False, True)[: 1 + (m == n)] for up in (0, 1) for left in (0, 1)
    ]

    def image(cell: Cell, up: int, left: int, is_transposed: bool) -> Cell:
        row, column = divmod(cell, n)
        row, column = m - 1 - row if up else row, n - 1 - column if left else column
        return column * n + row if is_transposed else row * n + column

    return [[image(cell, *flip) for cell in range(m * n)] for flip in flips[1:]]


def claims_of(position: Position, game_value: int) -> list[tuple[Mark, bool]]:
    r"""Return the claims that establish a value: which sides win or cannot win.

    >>> from passatempo.mnk.text import read
    >>> claims_of(read("k: 3\n. . O\n. . X\nX O ."), 0)
    [(1, False), (2, False)]
    """
    mover, other = position.to_move, O if position.to_move == X else X
    if position.rules.maker_breaker:
        return [(X, (game_value > 0) == (mover == X))]
    return {1: [(mover, True)], 0: [(X, False), (O, False)], -1: [(other, True)]}[game_value]


def checkpoint_head(position: Position) -> str:
    r"""Return the first lines of the checkpoint of a position.

    >>> from passatempo.mnk.text import read
    >>> checkpoint_head(read("m: 3\nn: 3\nk: 3")).splitlines()[0]
    'passatempo mnk checkpoint 1'
    """
    return f"{FIRST}\n{_second_line(position)}\n"


def _second_line(position: Position) -> str:
    return encode({"search": SEARCH, "position": POSITION.dump(position)})


def require_fitting(path: Path, position: Position) -> None:
    """Reject an existing file that is not a checkpoint of this position, before it is read or replaced.

    Raises
    ------
    UsageError
        If it is not a checkpoint, or belongs to another position or another version of the search.
    OSError
        If it cannot be read.
    """
    position_head = checkpoint_head(position).encode()
    try:
        with path.open("rb") as file:
            file_head = file.read(len(position_head) + 1)
    except FileNotFoundError:
        return
    first, _, rest = file_head.partition(b"\n")
    if first != FIRST.encode():
        raise UsageError(f"{quote(path)} is not a checkpoint: its first line is not {quote(FIRST)}")
    if file_head.startswith(position_head):
        return
    version = re.match(rb'\{"search":(\d{1,9}),', rest)
    if version is None or int(version[1]) != SEARCH:
        age = "an earlier" if version is not None and int(version[1]) < SEARCH else "another"
        text = f"{quote(path)} is a checkpoint of {age} version of the search"
        raise UsageError(f"{text}: delete it or name another file, and the search starts again")
    if position_head.startswith(file_head):
        raise damage_error(path)
    raise UsageError(f"{quote(path)} is a checkpoint of another position or of other rules")


def damage_error(path: Path) -> UsageError:
    """Return the error of a checkpoint that is truncated or changed."""
    return UsageError(f"{quote(path)} is damaged or cut off and cannot be used")


@contextlib.contextmanager
def checkpoint_limits(position: Position, limits: Limits) -> Iterator[tuple[Limits, list[str]]]:
    """Lock the checkpoint for this program; if it cannot be written, warn and continue without it.

    Raises
    ------
    UsageError
        If another program uses it, or it is for another position.
    """
    path, warnings = limits.checkpoint, list[str]()
    with contextlib.ExitStack() as stack:
        try:
            if path is not None:
                stack.enter_context(sole_writer(path))
                require_fitting(path, position)
        except OSError as error:
            warnings.append(describe_fault(error))
            limits = replace(limits, checkpoint=None)
        yield limits, warnings


class Prover:
    """The kernel's questions about one position, within shared limits.

    Raises
    ------
    Stopped
        If a limit comes before the lines are listed.
    """

    def __init__(self, position: Position, limits: Limits, deadline: Deadline, report: Report = silent) -> None:
        self.position, self.limits, self.deadline, self.report = position, limits, deadline, report
        self.rules = position.rules
        self.table_memory = table_megabytes(limits)
        self.stop_reason = StopReason.DONE
        self.probe_count = 0
        self.save_interval = SECONDS
        self.warnings: list[str] = []  # of extra files that could not be written
        self.earlier_effort: dict[str, int] = {}  # the effort of the runs before a checkpoint
        self.progress: dict[str, int | float] = {}  # of a search that a limit ended
        self.without_marks = not any(position.cells) and not self.rules.maker_breaker

    @cached_property
    def open_lines(self) -> LiveLines:
        """The lines that are still open."""
        return live_lines(self.position, self.deadline)

    @cached_property
    def line_cells(self) -> set[Cell]:
        """The cells of these lines."""
        return set[int]().union(*self.open_lines.mover_lines, *self.open_lines.opponent_lines)

    @cached_property
    def graph_bytes(self) -> bytes:
        """The lines and the symmetries of the board, packed for the kernel."""
        images = symmetries(self.rules.m, self.rules.n) if 0 < len(self.line_cells) <= MOST_SYMMETRIC else []
        mover_lines, opponent_lines, flat_images = map(
            flatten_lines, (self.open_lines.mover_lines, self.open_lines.opponent_lines, images)
        )
        return Interface.of("mnk").pack(
            "Graph", (self.rules.size, mover_lines, opponent_lines, flat_images, self.table_memory)
        )

    def find_pairs(self, lines: list[list[Cell]]) -> list[tuple[Cell, Cell]] | None:
        """Return pairs that block all lines of a side; nine in a row and more make them likely."""
        if self.rules.k < 9:
            return None
        return pairing(self.rules, self.position.cells, lines, self.deadline)

    @property
    def hopeless(self) -> bool:
        """Whether pairs prevent both sides from winning, whatever is played next."""
        if self.rules.k < 9 or self.rules.hopeless:
            return self.rules.k >= 9  # without lines any pairs suffice, and a large board has many
        return (
            self.find_pairs(self.open_lines.mover_lines) is not None
            and self.find_pairs(self.open_lines.opponent_lines) is not None
        )

    @property
    def stats(self) -> dict[str, int | float]:
        """The nodes used, and the progress of a search that a limit ended."""
        return {"nodes": self.deadline.node_count, "probes": self.probe_count, **self.earlier_effort, **self.progress}

    def report_progress(self, progress_figures: list[float]) -> None:
        """Report the progress of a search of the kernel."""
        nodes, probes, proof, disproof, megabytes = map(int, progress_figures[:-1])
        numbers = f", proof number {proof:,}, disproof number {disproof:,}" if proof or disproof else ""
        weak = f" and {probes:,} of weak games" if probes else ""
        table = f"table of {megabytes:,} MB, {progress_figures[-1]:.0%} full"
        text = f"{self.deadline.node_count + nodes:,} nodes{weak}{numbers}, {table}"
        self.report(Progress(self.deadline.run_seconds, text=text))

    def ask_kernel(self, question: str, bound: int | None = None, **parameters: Any) -> KernelAnswer:
        """Query the kernel about the lines, for at most `bound` nodes, and note whether a limit ended it for all."""
        left = self.deadline.kernel[1]
        limits = replace(self.deadline.remaining_limits, nodes=left if bound is None else min(left, bound))
        interface = Interface.of("mnk")
        if "position" not in parameters:
            parameters["graph"] = self.graph_bytes
        interface_answer = interface.ask(question, limits, interface.keep(self.report_progress), **parameters)
        self.deadline.node_count += interface_answer.reply.get("searched", interface_answer.node_count)
        if bound is None or interface_answer.stop is not StopReason.NODES:
            self.stop_reason = interface_answer.stop
        return interface_answer

    def find_short_win(self) -> tuple[int, list[Cell]]:
        """Look for a short win; return its length in moves and the first moves, or 0."""
        if max(self.rules.m, self.rules.n, self.rules.k) > MOST_NEAR:
            return self._short_win("shortest", GLANCE, most=4)
        kernel_position = self.rules.numbers, self.position.cells
        return self._short_win("near", GLANCE, most=4, position=kernel_position, megabytes=self.table_memory)

    def find_shortest_win(self) -> tuple[int, list[Cell]]:
        """Find the shortest win of a won position; return its length in moves and the first moves, or 0 at a limit."""
        return self._short_win("shortest", most=(self.position.empty + 1) // 2)

    def _short_win(self, question: str, bound: int | None = None, **parameters: Any) -> tuple[int, list[Cell]]:
        moves, cells = self.ask_kernel(question, bound, **parameters).reply.values()
        return moves, list(cells)

    def decide_value(self) -> tuple[int, Cell]:
        """Compute the value and a move that keeps it."""
        search_options = {
            "without_marks": self.without_marks,
            "every": self.save_interval,
            "threads": self.limits.threads,
        }
        decide_reply = self.ask_kernel("decide", None, file=self.checkpoint_file, **search_options).reply
        self._judge_checkpoint(decide_reply)
        self.probe_count += decide_reply["probes"]
        if decide_reply["value"] == UNKNOWN:
            full = round(decide_reply["full"], 6)
            self.progress = {"proof": decide_reply["proof"], "disproof": decide_reply["disproof"], "table": full}
            return UNKNOWN, decide_reply["cell"]
        return decide_reply["value"], self.outer_cell(decide_reply["cell"])

    @property
    def checkpoint_file(self) -> tuple[bytes, bytes]:
        """The checkpoint for the kernel and its first lines; both are empty without a checkpoint."""
        file = self.limits.checkpoint
        return (
            (b"", b"")
            if file is None
            else (os.fsencode(os.path.realpath(file)), checkpoint_head(self.position).encode())
        )

    def _judge_checkpoint(self, decide_reply: dict[str, Any]) -> None:
        """Note the effort of earlier runs; reject a damaged checkpoint, and warn of one that cannot be written."""
        if self.limits.checkpoint is None:
            return
        if decide_reply["found"] == DAMAGED:
            raise damage_error(self.limits.checkpoint)
        if not decide_reply["kept"]:
            self.warnings.append(f"{quote(self.limits.checkpoint)} cannot be written as a checkpoint")
        self.earlier_effort = {"nodes_before": decide_reply["before"], "probes_before": decide_reply["probes_before"]}

    def grade_moves(self, nodes: int | None = None) -> dict[Cell, tuple[int, int]]:
        """Return value and plies of every legal move."""
        table = {
            cell: (kernel_value, plies) for cell, kernel_value, plies in self.ask_kernel("grade", nodes).reply["moves"]
        }
        return {cell: table.get(cell, table[ANY]) for cell in self.position.legal} if table else {}

    def write_proof(self, outcome: Outcome[A]) -> Outcome[A]:
        """Write the proof of an answer if requested; omit it if a limit comes first."""
        if self.rules.hopeless:
            outcome = replace(outcome, reason=no_line(self.rules, self.position.full_result))
        if self.limits.proof is None or outcome.value is None or not self.rules.listable:
            return outcome
        try:
            claims = [self.claim_lines(*claim) for claim in claims_of(self.position, int(outcome.value))]
        except Stopped:
            claims = [[]]
        if not all(claims) or self.deadline.poll():
            return replace(outcome, stats=self.stats)
        with collect_write_faults(self.limits.proof) as warnings, atomic_file(self.limits.proof) as file:
            lines = [SEALED, encode(POSITION.dump(self.position)), *(line for claim in claims for line in claim)]
            file.writelines(f"{line}\n" for line in lines)
            file.write(f"{seal_line(lines)}\n")
        self.warnings += warnings
        return replace(outcome, proof=None if warnings else self.limits.proof, stats=self.stats)

    def claim_lines(self, side: Mark, wins: bool) -> list[str]:
        """Write a claim about a side and its proof; nothing if a limit came first."""
        claim_line = f"claim {MARKS[side]} {'wins' if wins else 'cannot win'}"
        if not wins and side == O and self.without_marks:
            return [
                claim_line
            ]  # an extra mark never harms, so the second player cannot have a winning strategy to copy
        is_mover = side == self.position.to_move
        pairs = self.find_pairs(self.open_lines.mover_lines if is_mover else self.open_lines.opponent_lines)
        if pairs is not None:
            return [claim_line, "E 0", " ".join(["T", *(str(cell + 1) for pair in pairs for cell in pair), "0"])]
        trace_reply = self.ask_kernel("trace", attacking=is_mover, wins=wins, file=self.checkpoint_file).reply["text"]
        return [claim_line, *bytes(trace_reply).decode().splitlines()] if trace_reply else []

    def outer_cell(self, cell: Cell) -> Cell:
        """Return the cell itself, or for `ANY` the first cell in no live line; if there is none, the first cell."""
        if cell != ANY:
            return cell
        legal = self.position.legal
        return next((cell for cell in legal if cell not in self.line_cells), legal[0])

    @property
    def middle_cell(self) -> Cell:
        """The empty cell nearest to the middle, the first of equal ones; the scan of rows starts in the middle."""
        m, n = self.rules.m, self.rules.n
        best: tuple[int, Cell] | None = None
        for row in sorted(range(m), key=lambda row: (2 * row + 1 - m) ** 2):
            down = (2 * row + 1 - m) ** 2
            if best is not None and down > best[0]:
                break
            marks = self.position.cells[row * n : (row + 1) * n]
            for column in (marks.rfind(EMPTY, 0, (n + 1) // 2), marks.find(EMPTY, n // 2)):
                if column >= 0:
                    cell_distance = down + (2 * column + 1 - n) ** 2, row * n + column
                    best = cell_distance if best is None else min(best, cell_distance)
        if best is None:
            raise ValueError("the board is full")
        return best[1]

    def places_of(self, cells: list[Cell]) -> tuple[Place, ...]:
        """Return rows and columns of cells, in reading order."""
        places = []
        for number, cell in enumerate(sorted(cells)):
            if number % 4096 == 4095:
                self.deadline.check()
            places.append(self.position.place(cell))
        return tuple(places)

    def game_value(self, kernel_value: int, plies: int) -> tuple[GameValue, int | None]:
        """Convert a value of the kernel; if O wins a full board, there are no draws."""
        if kernel_value == 0 and self.rules.maker_breaker:
            return "loss" if self.position.to_move == X else "win", self.position.empty
        return GAME_VALUES[kernel_value], plies or None
