"""Jobs: their names, seeds and shards, and their execution in a process.

A job is a cell of the grid and a repetition. Its name is a hash of the plan's hash, the cell as canonical JSON and the
repetition. Its random stream depends on the plan's seed, on the keys of the cell that select instances, except the
paired one, and on the repetition. The process, the order and the number of other jobs have no influence.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from passatempo.campaigns.schedules import Cell, Plan, read_plan
from passatempo.core.errors import PassatempoError, UsageError, quote
from passatempo.core.json import decode, encode
from passatempo.core.limits import collect_garbage
from passatempo.core.random import Random

DONE, FAILED = "done", "failed"
NAME_BYTES = 16
LONGEST_SENTENCE = 300  # characters of an error that are stored


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job.

    Parameters
    ----------
    name
        The job's name.
    number
        The job's number in the plan: the cell's number times the repetitions, plus the repetition.
    state
        `DONE` or `FAILED`.
    row
        JSON of the row, or the sentence of the failure.
    seconds
        Seconds that the job took.
    """

    job_name: bytes
    job_number: int
    state: str
    row_json: str
    seconds: float


def canonical_json(cell: Cell) -> str:
    """Write a cell as canonical JSON, with sorted keys, so that the order of keys in the plan does not matter.

    >>> canonical_json({"method": "exact", "N": 4})
    '{"N":4,"method":"exact"}'
    """
    return encode(dict(sorted(cell.items())))


def name_of(plan: Plan, cell: str, repetition: int) -> bytes:
    """Return the name of a job, 16 bytes; `cell` is canonical."""
    return sha256(f"{plan.hash}/{cell}/{repetition}".encode()).digest()[:NAME_BYTES]


def stream_of(plan: Plan, cell: Cell, repetition: int) -> Random:
    """Return the random stream of a job: the same for all levels of the paired key, to reduce the variance.

    >>> from passatempo.campaigns.schedules import EXAMPLE
    >>> exact, greedy = ({"N": 4, "method": name} for name in ("exact", "greedy"))
    >>> stream_of(EXAMPLE, exact, 1).next_word() == stream_of(EXAMPLE, greedy, 1).next_word()
    True
    >>> stream_of(EXAMPLE, exact, 1).next_word() == stream_of(EXAMPLE, exact, 2).next_word()
    False
    """
    shared = {key: level for key, level in plan.act.stream_levels(cell).items() if key != plan.layout.pair}
    return Random(plan.seed, "campaign", canonical_json(shared), repetition)


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the jobs, selected by their names.

    Examples
    --------
    >>> Shard.read("3/40"), str(Shard()), Shard(1, 1).holds(bytes(16))
    (Shard(part_number=3, part_count=40), '', True)
    """

    part_number: int = 1
    part_count: int = 1

    @classmethod
    def read(cls, text: str) -> "Shard":
        """Read ``3/40``; raises `UsageError`."""
        if not text:
            return cls()
        part, _, parts = text.partition("/")
        if not (part.isascii() and part.isdecimal() and parts.isascii() and parts.isdecimal() and len(text) < 16):
            raise UsageError(f"--shard: {quote(text)} is not like 3/40")
        shard = cls(int(part), int(parts))
        if not 1 <= shard.part_number <= shard.part_count:
            raise UsageError(f"--shard: {quote(text)}: the part is from 1 to {parts}")
        return shard

    def __str__(self) -> str:
        return "" if self.part_count == 1 else f"{self.part_number}/{self.part_count}"

    def holds(self, name: bytes) -> bool:
        """Return whether a job belongs to this shard."""
        return int.from_bytes(name[:8], "big") % self.part_count == self.part_number - 1


def pending_jobs(plan: Plan, shard: Shard, finish_flags: bytearray) -> Iterator[int]:
    """Yield the numbers of the unfinished jobs, in order.

    >>> from passatempo.campaigns.schedules import EXAMPLE
    >>> list(pending_jobs(EXAMPLE, Shard(), bytearray([1] * 16 + [0, 1])))
    [16]
    """
    for cell in range(plan.cells):
        first = cell * plan.repeat
        if finish_flags.find(0, first, first + plan.repeat) < 0:
            continue
        text = canonical_json(plan.cell(cell)) if shard.part_count > 1 else ""
        for repetition in range(plan.repeat):
            if not finish_flags[first + repetition] and (
                shard.part_count == 1 or shard.holds(name_of(plan, text, repetition))
            ):
                yield first + repetition


# ---- In a worker process ----


@lru_cache(maxsize=2)
def _read_plan(text: str) -> Plan:
    """Read the plan once per process."""
    collect_garbage()
    return read_plan(text)


@lru_cache(maxsize=256)
def _plan_cell(text: str, number: int) -> tuple[Cell, str]:
    cell = _read_plan(text).cell(number)
    return cell, canonical_json(cell)


def perform_jobs(text: str, numbers: Sequence[int]) -> list[JobResult]:
    """Run some jobs of a plan in turn; a failure is a result, too."""
    return [_perform_job(text, number) for number in numbers]


def _perform_job(text: str, number: int) -> JobResult:
    plan = _read_plan(text)
    cell, cell_json = _plan_cell(text, number // plan.repeat)
    repetition = number % plan.repeat
    name = name_of(plan, cell_json, repetition)
    began = time.perf_counter()
    try:
        row = plan.act(cell, stream_of(plan, cell, repetition), plan.plan_limits.limits)
        state, row_json = DONE, encode(_check_row(row))
    except Exception as error:  # one of many thousands; it is recorded, the others continue, and the report counts it
        state, row_json = FAILED, _error_sentence(error)
    return JobResult(name, number, state, row_json, time.perf_counter() - began)


def _check_row(row: dict[str, Any]) -> dict[str, Any]:
    """Refuse a row that cannot be stored, because JSON has no infinite numbers."""
    for key, content in row.items():
        if isinstance(content, float) and not -1e308 <= content <= 1e308:
            raise UsageError(f"the row's {key} is {content}")
    return row


def _error_sentence(error: Exception) -> str:
    """Write an error on one line."""
    error_message = str(error) if isinstance(error, PassatempoError) else f"{type(error).__name__}: {error}"
    return " ".join(error_message.split())[:LONGEST_SENTENCE]


def is_time(name: str) -> bool:
    """Return whether a column is a time.

    >>> is_time("method_seconds"), is_time("stats.solve_seconds"), is_time("nodes")
    (True, True, False)
    """
    return name.endswith("seconds")


def drop_times(row: str) -> str:
    """Return a row without its times.

    >>> drop_times('{"wins":1,"method_seconds":0.5}')
    '{"wins":1}'
    """
    row_content: Any = decode(row) if row.startswith("{") else row
    return (
        encode({key: content for key, content in row_content.items() if not is_time(key)})
        if isinstance(row_content, dict)
        else row
    )
