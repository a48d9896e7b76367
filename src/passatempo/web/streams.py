"""Jobs that somebody follows: named by a secret, heard of by server-sent events, gone as soon as nobody listens."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from passatempo.core.json import encode
from passatempo.core.words import say
from passatempo.web.jobs import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from passatempo.core.limits import Progress
    from passatempo.web.jobs import Job, Pool

UNHEARD = 5.0  # seconds that a job goes on, and its answer is kept, while nobody listens
ALIVE = 10.0  # seconds of silence after which a word is sent, so that what stands between keeps the line open


@dataclass(eq=False, slots=True)
class Followed:
    """A job with those who listen; `ending` writes its last event."""

    ending: Callable[[Job], Awaitable[tuple[str, bytes]]]
    job: Job = field(init=False)
    listeners: int = 0
    latest: Progress | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    timer: asyncio.TimerHandle | None = None

    def report(self, progress: Progress, /) -> None:
        """Take what the method says; whoever is slow to listen hears the latest only."""
        self.latest = progress
        self.news.set()
        self.news = asyncio.Event()


class Streams:
    """The jobs that are followed."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self.bounds = pool, pool.bounds
        self.kept: dict[str, Followed] = {}

    def admit(self, visitor: str) -> None:
        """Refuse one more where a visitor, or all together, follow too many."""
        jobs = [found.job for found in self.kept.values()]
        if sum(job.visitor == visitor for job in jobs) >= self.bounds.followed_each:
            message = say("{number} of your questions are followed already", number=self.bounds.followed_each)
            raise Refused(429, kind="too-many", message=message)
        if len(jobs) >= self.bounds.followed:
            raise Refused(503, kind="busy", message=say("too many questions are followed: try again in a moment"))

    def keep(self, followed: Followed) -> str:
        """Keep a job until somebody has heard its end; return its name, which only who asked is told."""
        name = secrets.token_urlsafe(18)
        self.kept[name] = followed
        self._wait(name)
        return name

    def stop(self, name: str) -> None:
        """Stop a job, which may still answer with what it has found."""
        if (found := self.kept.get(name)) is not None:
            self.pool.stop(found.job)

    def _wait(self, name: str) -> None:
        self.kept[name].timer = asyncio.get_running_loop().call_later(UNHEARD, self.drop, name)

    def drop(self, name: str) -> None:
        """Forget a job; nobody waits for it any more."""
        found = self.kept.pop(name, None)
        if found is not None:
            if found.timer is not None:
                found.timer.cancel()
            self.pool.stop(found.job)

    async def events(self, name: str) -> AsyncIterator[bytes]:
        """Write the events of a job: `progress` on the way, and one `outcome` or `refused` at the end."""
        found = self.kept[name]
        if found.timer is not None:
            found.timer.cancel()
        found.listeners += 1
        try:
            seen = None
            while not found.job.answered.done():
                if (latest := found.latest) is not None and latest is not seen:
                    seen = latest
                    yield event("progress", encode(told(latest)).encode())
                elif not await self._news(found):
                    yield b": still at it\n\n"
            yield event(*await found.ending(found.job))
            self.drop(name)
        finally:
            found.listeners -= 1
            if not found.listeners and name in self.kept:
                self._wait(name)

    async def _news(self, found: Followed) -> bool:
        """Wait for progress or the end; tell whether either came."""
        waiting = asyncio.ensure_future(found.news.wait())
        done, _ = await asyncio.wait({waiting, found.job.answered}, timeout=ALIVE, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        return bool(done)


def event(kind: str, data: bytes) -> bytes:
    r"""Write one event; JSON has no line breaks.

    >>> event("progress", b"{}")
    b'event: progress\ndata: {}\n\n'
    """
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), data)


def told(progress: Progress) -> dict[str, Any]:
    """Say how far a job has come as data, without what is not known."""
    said = asdict(progress)
    return {key: str(value) if key in ("value", "bound") else value for key, value in said.items() if value is not None}
