"""HTTP with little patience: so many connections an address, so long for a request to arrive, no sockets."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

CONNECTIONS_EACH = 192  # a class of thirty that share an address, with six each as browsers have
AHEAD = 4096  # bytes that are read at once: eight requests as browsers write them
ARRIVAL = 20.0  # seconds for a whole request, from its first byte; as long for the first byte of the first one
LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Patient(H11Protocol, asyncio.BufferedProtocol):
    """One connection; it is not read from while a request of it waits for its answer and another has come.

    Parameters
    ----------
    opened
        How many connections each address has, of all of one server.
    each
        How many it may have; None where all come through one proxy.
    arrival
        Seconds for a whole request.
    """

    opened: ClassVar[Counter[str]]
    each: ClassVar[int | None]
    arrival: ClassVar[float]
    clock: asyncio.TimerHandle | None = None
    address = ""

    def connection_made(self, transport: Any) -> None:
        """Take a connection, unless its address has enough of them."""
        super().connection_made(transport)
        self.buffer = bytearray(AHEAD)
        self.address = self.client[0] if self.client else ""
        self.opened[self.address] += 1
        if self.each is not None and self.opened[self.address] > self.each:
            transport.abort()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection, and an address that has none left."""
        self._rest()
        self.opened[self.address] -= 1
        if not self.opened[self.address]:
            del self.opened[self.address]
        super().connection_lost(exc)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Say where to read to."""
        return self.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take what was read."""
        self.data_received(bytes(self.buffer[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Take bytes; the clock runs from the first one of a request to its last."""
        super().data_received(data)
        if not self._arriving():
            self._rest()
        elif self.clock is None:
            self._watch()

    def on_response_complete(self) -> None:
        """Go on to the next request; one may have come half already."""
        super().on_response_complete()
        if self.clock is None and self._arriving():
            self._watch()

    def _arriving(self) -> bool:
        """Tell whether a request has come in part only."""
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def _watch(self) -> None:
        self._rest()
        self.clock = self.loop.call_later(self.arrival, self._late)

    def _rest(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def _late(self) -> None:
        """Close a connection whose request does not come."""
        if self.conn.their_state is h11.IDLE:
            self.transport.write(LATE)
        self.transport.close()


def patient(each: int | None = CONNECTIONS_EACH, arrival: float = ARRIVAL) -> Callable[..., asyncio.Protocol]:
    """Make what uvicorn calls for each connection of one server."""
    return type("Patience", (Patient,), {"opened": Counter(), "each": each, "arrival": arrival})
