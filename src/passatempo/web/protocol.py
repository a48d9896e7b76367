"""HTTP with little patience: so many connections an address, so long for a request to arrive, no sockets."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

CONNECTIONS_EACH = 64
ARRIVAL = 20.0  # seconds for a whole request, from its first byte; as long for the first byte of the first one
LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def patient(each: int | None = CONNECTIONS_EACH, arrival: float = ARRIVAL) -> Callable[..., asyncio.Protocol]:
    """Make what uvicorn calls for each connection; `each` is None where all come through one proxy."""
    opened: Counter[str] = Counter()

    class Patient(H11Protocol):
        """One connection."""

        clock: asyncio.TimerHandle | None = None
        address = ""

        def connection_made(self, transport: Any) -> None:
            """Take a connection, unless its address has enough of them."""
            super().connection_made(transport)
            self.address = self.client[0] if self.client else ""
            opened[self.address] += 1
            if each is not None and opened[self.address] > each:
                transport.abort()
            else:
                self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget a connection, and an address that has none left."""
            self._rest()
            opened[self.address] -= 1
            if not opened[self.address]:
                del opened[self.address]
            super().connection_lost(exc)

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
            self.clock = self.loop.call_later(arrival, self._late)

        def _rest(self) -> None:
            if self.clock is not None:
                self.clock.cancel()
                self.clock = None

        def _late(self) -> None:
            """Close a connection whose request does not come."""
            if self.conn.their_state is h11.IDLE:
                self.transport.write(LATE)
            self.transport.close()

    return Patient
