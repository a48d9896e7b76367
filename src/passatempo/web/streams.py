"""Streams of jobs: each has a secret name, sends server-sent events, and is dropped when nobody listens."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from passatempo.core.json import encode
from passatempo.core.limits import Progress
from passatempo.core.messages import translate
from passatempo.web.jobs import Job, Pool, RequestError

UNHEARD = 5.0  # seconds that a job continues, and its answer is stored, while nobody listens
ALIVE = 10.0  # seconds of silence before a comment is sent, so that proxies keep the connection open


@dataclass(eq=False, slots=True)
class JobStream:
    """A job with its listeners; `write_ending` writes its last event."""

    write_ending: Callable[[Job], Awaitable[tuple[str, bytes]]]
    job: Job = field(init=False)
    listener_count: int = 0
    latest_progress: Progress | None = None
    news_event: asyncio.Event = field(default_factory=asyncio.Event)
    drop_timer: asyncio.TimerHandle | None = None

    def report(self, progress: Progress, /) -> None:
        """Store the latest progress; a slow listener skips earlier reports."""
        self.latest_progress = progress
        self.news_event.set()
        self.news_event = asyncio.Event()


class Streams:
    """The jobs with a stream."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self.bounds = pool, pool.bounds
        self.job_streams: dict[str, JobStream] = {}

    def admit_visitor(self, visitor: str) -> None:
        """Refuse another stream if the visitor, or all visitors together, have too many."""
        jobs = [stream.job for stream in self.job_streams.values()]
        if sum(job.visitor == visitor for job in jobs) >= self.bounds.stream_limit_each:
            message = translate("{number} of your questions are followed already", number=self.bounds.stream_limit_each)
            raise RequestError(429, kind="too-many", message=message)
        if len(jobs) >= self.bounds.stream_limit:
            raise RequestError(
                503, kind="busy", message=translate("too many questions are followed: try again in a moment")
            )

    def add_stream(self, job_stream: JobStream) -> str:
        """Store a job until its end has been sent; return its name, which only the sender of the question learns."""
        name = secrets.token_urlsafe(18)
        self.job_streams[name] = job_stream
        self._start_timer(name)
        return name

    def stop_job(self, name: str) -> None:
        """Stop a job, which may still return what it has found."""
        if (job_stream := self.job_streams.get(name)) is not None:
            self.pool.stop(job_stream.job)

    def _start_timer(self, name: str) -> None:
        self.job_streams[name].drop_timer = asyncio.get_running_loop().call_later(UNHEARD, self.drop_stream, name)

    def drop_stream(self, name: str) -> None:
        """Drop a job for which nobody waits any more."""
        job_stream = self.job_streams.pop(name, None)
        if job_stream is not None:
            if job_stream.drop_timer is not None:
                job_stream.drop_timer.cancel()
            self.pool.stop(job_stream.job)

    async def write_events(self, name: str) -> AsyncIterator[bytes]:
        """Yield the events of a job: `progress` while it runs, and one `outcome` or `refused` at the end."""
        job_stream = self.job_streams[name]
        if job_stream.drop_timer is not None:
            job_stream.drop_timer.cancel()
        job_stream.listener_count += 1
        try:
            previous_report = None
            while not job_stream.job.answer_future.done():
                if (latest := job_stream.latest_progress) is not None and latest is not previous_report:
                    previous_report = latest
                    yield event_bytes("progress", encode(progress_fields(latest)).encode())
                elif not await self._wait_for_news(job_stream):
                    yield b": still at it\n\n"
            yield event_bytes(*await job_stream.write_ending(job_stream.job))
            self.drop_stream(name)
        finally:
            job_stream.listener_count -= 1
            if not job_stream.listener_count and name in self.job_streams:
                self._start_timer(name)

    async def _wait_for_news(self, job_stream: JobStream) -> bool:
        """Wait for progress or the end; return whether either came."""
        waiting = asyncio.ensure_future(job_stream.news_event.wait())
        ready_futures, _ = await asyncio.wait(
            {waiting, job_stream.job.answer_future}, timeout=ALIVE, return_when=asyncio.FIRST_COMPLETED
        )
        waiting.cancel()
        return bool(ready_futures)


def event_bytes(kind: str, content: bytes) -> bytes:
    r"""Encode one event; JSON has no line breaks.

    >>> event_bytes("progress", b"{}")
    b'event: progress\ndata: {}\n\n'
    """
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), content)


def progress_fields(progress: Progress) -> dict[str, Any]:
    """Return the progress of a job as data, without unknown values."""
    progress_json = asdict(progress)
    return {
        key: str(content) if key in ("value", "bound") else content
        for key, content in progress_json.items()
        if content is not None
    }
