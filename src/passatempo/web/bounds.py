"""How much a visitor, and all visitors together, may ask of the server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from passatempo.core.limits import MEMORY_MB


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a server.

    A job that is answered within `patience` costs nobody anything. One that takes longer needs a *seat*; there are few
    of them, so that jobs without end cannot take the processor from the quick ones. A visitor whose jobs of some kind
    have been long has the others of that kind wait behind all else that he asks, and one worker takes none of them.

    Parameters
    ----------
    workers
        Processes that stand ready for jobs of which nobody knows yet how long they take.
    quick
        Further ones, which only take jobs that are presumed to be quick.
    patience
        Seconds after which a job needs a seat.
    seats, seats_each
        Long jobs at the same time, of all visitors and of one.
    waiting, waiting_each
        Jobs that may wait for a worker, of all visitors and of one.
    seconds
        The longest time limit of a job.
    grace
        Seconds that a method has to stop by itself once it was told to; then its process is ended.
    body
        Bytes of an instance.
    answer, shown, file
        Characters of what a worker may hand over: an outcome, one in words and as a picture, and a file.
    memory_mb
        Memory that a job may take; a job that does not keep to it is ended a little later.
    followed, followed_each
        Jobs at the same time whose progress is followed, of all visitors and of one.
    """

    workers: int = field(default_factory=lambda: max(2, min(8, os.cpu_count() or 2)))
    quick: int = 2
    patience: float = 0.25
    seats: int = 6
    seats_each: int = 3
    waiting: int = 512
    waiting_each: int = 128
    seconds: float = 60.0
    grace: float = 0.2
    body: int = 2**20
    answer: int = 2**25
    shown: int = 2**21
    file: int = 2**23
    memory_mb: int = MEMORY_MB
    followed: int = 64
    followed_each: int = 16
