"""Jobs: their names, their seeds, their shares, and what a process does with some of them.

A job is a cell of the grid and a repetition. Its name is a hash of the plan's hash, the cell as canonical JSON and the
repetition; its random stream is named by the plan's seed and the same words, without what is paired. Nothing else
settles its row: neither the process, nor the order, nor how many others there are.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from passatempo.campaigns.schedules import read_plan
from passatempo.core.errors import PassatempoError, UsageError, quote
from passatempo.core.json import decode, encode
from passatempo.core.limits import collect_garbage
from passatempo.core.random import Random

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.campaigns.schedules import Cell, Plan


DONE, FAILED = "done", "failed"
NAME_BYTES = 16
LONGEST_SENTENCE = 300  # letters of a failure that are kept


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a job.

    Parameters
    ----------
    name
        The job's name.
    number
        Its number in the plan: cell times repetitions and repetition.
    state
        `DONE` or `FAILED`.
    row
        JSON of the row; of a failure its sentence.
    seconds
        How long it took.
    """

    name: bytes
    number: int
    state: str
    row: str
    seconds: float


def canonical(cell: Cell) -> str:
    """Write a cell as canonical JSON: keys in order, so that nothing depends on how the plan lists them.

    >>> canonical({"method": "exact", "N": 4})
    '{"N":4,"method":"exact"}'
    """
    return encode(dict(sorted(cell.items())))


def name_of(plan: Plan, cell: str, repetition: int) -> bytes:
    """Return the name of a job, 16 bytes; `cell` is canonical."""
    return sha256(f"{plan.hash}/{cell}/{repetition}".encode()).digest()[:NAME_BYTES]


def stream_of(plan: Plan, cell: Cell, repetition: int) -> Random:
    """Return the random stream of a job: the same for all levels of what is paired, so that they meet the same luck.

    >>> from passatempo.campaigns.schedules import EXAMPLE
    >>> exact, greedy = ({"N": 4, "method": name} for name in ("exact", "greedy"))
    >>> stream_of(EXAMPLE, exact, 1).word() == stream_of(EXAMPLE, greedy, 1).word()
    True
    >>> stream_of(EXAMPLE, exact, 1).word() == stream_of(EXAMPLE, exact, 2).word()
    False
    """
    shared = {key: value for key, value in plan.act.drawn(cell).items() if key != plan.layout.pair}
    return Random(plan.seed, "campaign", canonical(shared), repetition)


@dataclass(frozen=True, slots=True)
class Shard:
    """A share of the jobs: those whose name says so.

    Examples
    --------
    >>> Shard.read("3/40"), str(Shard()), Shard(1, 1).holds(bytes(16))
    (Shard(part=3, parts=40), '', True)
    """

    part: int = 1
    parts: int = 1

    @classmethod
    def read(cls, text: str) -> Shard:
        """Read ``3/40``; raises `UsageError`."""
        if not text:
            return cls()
        part, _, parts = text.partition("/")
        if not (part.isascii() and part.isdecimal() and parts.isascii() and parts.isdecimal() and len(text) < 16):
            raise UsageError(f"--shard: {quote(text)} is not like 3/40")
        shard = cls(int(part), int(parts))
        if not 1 <= shard.part <= shard.parts:
            raise UsageError(f"--shard: {quote(text)}: the part is from 1 to {parts}")
        return shard

    def __str__(self) -> str:
        return "" if self.parts == 1 else f"{self.part}/{self.parts}"

    def holds(self, name: bytes) -> bool:
        """Tell whether a job falls into this share."""
        return int.from_bytes(name[:8], "big") % self.parts == self.part - 1


def pending(plan: Plan, shard: Shard, done: bytearray) -> Iterator[int]:
    """Yield the numbers of the jobs that are still to be done, in order.

    >>> from passatempo.campaigns.schedules import EXAMPLE
    >>> list(pending(EXAMPLE, Shard(), bytearray([1] * 16 + [0, 1])))
    [16]
    """
    for cell in range(plan.cells):
        first = cell * plan.repeat
        if done.find(0, first, first + plan.repeat) < 0:
            continue
        text = canonical(plan.cell(cell)) if shard.parts > 1 else ""
        for repetition in range(plan.repeat):
            if not done[first + repetition] and (shard.parts == 1 or shard.holds(name_of(plan, text, repetition))):
                yield first + repetition


# ---- What a process does ----


@lru_cache(maxsize=2)
def _plan(text: str) -> Plan:
    """Read the plan once in a process."""
    collect_garbage()
    return read_plan(text)


@lru_cache(maxsize=256)
def _cell(text: str, number: int) -> tuple[Cell, str]:
    cell = _plan(text).cell(number)
    return cell, canonical(cell)


def perform(text: str, numbers: Sequence[int]) -> list[Result]:
    """Do some jobs of a plan, one after the other; a failure is a result, too."""
    return [_perform(text, number) for number in numbers]


def _perform(text: str, number: int) -> Result:
    plan = _plan(text)
    cell, written = _cell(text, number // plan.repeat)
    repetition = number % plan.repeat
    name = name_of(plan, written, repetition)
    began = time.perf_counter()
    try:
        row = plan.act(cell, stream_of(plan, cell, repetition), plan.limited.limits)
        state, told = DONE, encode(_plain(row))
    except Exception as error:  # one of many thousands: it is told, the others go on, and the report counts it
        state, told = FAILED, _sentence(error)
    return Result(name, number, state, told, time.perf_counter() - began)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """Refuse a row that cannot be kept: JSON has no infinite numbers."""
    for key, value in row.items():
        if isinstance(value, float) and not -1e308 <= value <= 1e308:
            raise UsageError(f"the row's {key} is {value}")
    return row


def _sentence(error: Exception) -> str:
    """Write an error on one line."""
    told = str(error) if isinstance(error, PassatempoError) else f"{type(error).__name__}: {error}"
    return " ".join(told.split())[:LONGEST_SENTENCE]


def is_time(name: str) -> bool:
    """Tell whether a column is a time.

    >>> is_time("method_seconds"), is_time("stats.solve_seconds"), is_time("nodes")
    (True, True, False)
    """
    return name.endswith("seconds")


def timeless(row: str) -> str:
    """Return a row without its times.

    >>> timeless('{"wins":1,"method_seconds":0.5}')
    '{"wins":1}'
    """
    said: Any = decode(row) if row.startswith("{") else row
    return encode({key: value for key, value in said.items() if not is_time(key)}) if isinstance(said, dict) else row
