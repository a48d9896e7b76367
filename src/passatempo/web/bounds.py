"""The limits of the server, for one visitor and for all visitors together."""

import ipaddress
import os
from dataclasses import dataclass, field

from passatempo.core.limits import MEMORY_MB

MOST_ADDRESSES = 4096  # remembered; beyond that the least recent one is forgotten


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a server.

    A job that ends within `seatless_seconds` uses no seat. A longer one needs a *seat*. There are few seats, so that
    long jobs cannot take the processor from quick ones. If a visitor's jobs of some kind have been long, further jobs
    of that kind wait behind all other jobs of this visitor, and one worker takes none of them.

    Parameters
    ----------
    worker_count
        Processes ready for jobs of unknown length.
    quick_workers
        Further processes, which only take jobs that are presumed to be quick.
    seatless_seconds
        Seconds after which a job needs a seat.
    seats, seats_each
        Simultaneous long jobs, of all visitors and of one.
    queue_limit, queue_limit_each
        Jobs that may wait for a worker, of all visitors and of one.
    seconds
        The longest time limit of a job.
    grace_seconds
        Seconds that a method has to stop by itself after a request to stop; then its process is ended.
    body_size, answer_size, display_size, file_size
        Bytes of an instance, of a worker's outcome, of an outcome with text and picture, and of a file.
    memory_mb
        Memory that a job may use; a job that exceeds it is ended a little later.
    stream_limit, stream_limit_each
        Jobs whose progress is streamed at the same time, of all visitors and of one.
    requests, files
        Requests of one network to the API, and for files of the app, as arguments of `Quota`.
    embed
        Whether other sites may show addresses with ``?embed`` in a frame.
    """

    worker_count: int = field(default_factory=lambda: max(2, min(8, os.cpu_count() or 2)))
    quick_workers: int = 2
    seatless_seconds: float = 0.25
    seats: int = 6
    seats_each: int = 3
    queue_limit: int = 512
    queue_limit_each: int = 128
    seconds: float = 60.0
    grace_seconds: float = 0.2
    body_size: int = 2**20
    answer_size: int = 2**25
    display_size: int = 2**21
    file_size: int = 2**23
    embed: bool = False
    memory_mb: int = MEMORY_MB
    stream_limit: int = 64
    stream_limit_each: int = 16
    requests: tuple[int, int, float] = (200, 50, 0.0)
    files: tuple[int, int, float] = (2000, 500, 1.0)


def network_of(address: str) -> str:
    """Return the network that counts as one visitor: an IPv4 address, or the IPv6 /64 that a subscriber gets.

    >>> network_of("2001:db8::7"), network_of("::ffff:192.0.2.1"), network_of("unknown")
    ('2001:db8::/64', '192.0.2.1', 'unknown')
    """
    try:
        ip_address = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip_address, ipaddress.IPv4Address):
        return str(ip_address)
    return str(ip_address.ipv4_mapped or ipaddress.IPv6Network((int(ip_address), 64), strict=False))


class Quota:
    """A token bucket for each address.

    Parameters
    ----------
    burst, rate
        Requests allowed at once, and further ones per second.
    max_wait
        Seconds that a request may wait for its token.

    Examples
    --------
    >>> quota = Quota(burst=2, rate=2, max_wait=0.0)
    >>> [quota.take_token("10.0.0.1", now) for now in (0.0, 0.0, 0.0, 0.5)]
    [0.0, 0.0, 0.25, 0.0]
    """

    def __init__(self, burst: int, rate: int, max_wait: float) -> None:
        self.burst, self.rate, self.max_wait = burst, rate, max_wait
        self.full_times: dict[str, float] = {}  # when the bucket of an address is full again and can be dropped

    def take_token(self, address: str, current_time: float) -> float:
        """Return the seconds until a token is available; take it, unless they exceed `max_wait`."""
        full = max(self.full_times.pop(address, current_time), current_time)
        wait = max(
            0.0, full - current_time - (self.burst - 0.5) / self.rate
        )  # a half, so that rounding never costs a token
        self.full_times[address] = full + 1 / self.rate if wait <= self.max_wait else full
        while (
            self.full_times[oldest := next(iter(self.full_times))] <= current_time
            or len(self.full_times) > MOST_ADDRESSES
        ):
            del self.full_times[oldest]
        return wait
