"""How many jobs travel together: as many as take about a second, measured on those that are done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

AIM = 1.0  # seconds a chunk: a message and a transaction cost a thousandth of it, a kill no more than that
UNKNOWN = 4  # jobs of cells that were never measured which go into one chunk: they may take much longer
MOST = 5000  # jobs in a chunk, however short


@dataclass(slots=True)
class Chunks:
    """Jobs in chunks.

    Parameters
    ----------
    numbers
        The jobs to be done, in order.
    repeat
        Repetitions of a cell.
    aim
        Seconds a chunk.

    Examples
    --------
    >>> chunks = Chunks(iter(range(100)), 50, 1.0)
    >>> chunks.next()
    [0]
    >>> chunks.learn(0, 0.2)
    >>> chunks.next(), chunks.next()
    ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    """

    numbers: Iterator[int]
    repeat: int
    aim: float = AIM
    ahead: int | None = None
    took: dict[int, tuple[int, float]] = field(default_factory=dict)  # a cell's jobs and seconds; the latest cells
    latest: float | None = None

    def learn(self, number: int, seconds: float) -> None:
        """Take note of how long a job took."""
        cell = number // self.repeat
        count, total = self.took.pop(cell, (0, 0.0))
        self.took[cell] = count + 1, total + seconds
        if len(self.took) > 1000:
            del self.took[next(iter(self.took))]
        self.latest = seconds if self.latest is None else 0.9 * self.latest + 0.1 * seconds

    def next(self) -> list[int]:
        """Return the next chunk; empty at the end."""
        chunk: list[int] = []
        planned, new = 0.0, 0
        while len(chunk) < MOST:
            number = self.ahead if self.ahead is not None else next(self.numbers, None)
            self.ahead = None
            if number is None:
                break
            known = self.took.get(number // self.repeat)
            new += known is None
            expected = known[1] / known[0] if known else self.aim if self.latest is None else self.latest
            if chunk and (planned + expected > self.aim * 1.001 or new > UNKNOWN):
                self.ahead = number
                break
            chunk.append(number)
            planned += expected
        return chunk
