"""A worker process: it takes one task after another, reports on the way, and can be told to stop.

A task is a reference to a function ``(arguments, limits, report) -> result`` with its arguments. The cancel switch is a
byte of shared memory, which kernels poll without the interpreter lock.
"""

from __future__ import annotations

import contextlib
import signal
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, PassatempoError, SolverUnavailable, WrongAnswer
from passatempo.core.limits import Cancel, Limits
from passatempo.core.methods import resolve

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from passatempo.core.progress import Progress

REPORT_EVERY = 0.1  # seconds: no eye follows faster figures
BEYOND = 512  # megabytes between the limit that methods keep by themselves and the one that the system holds them to


class ProgressSender:
    """A report that sends what it hears to the server, not more often than an eye can follow."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe, self.last = pipe, 0.0

    def __call__(self, progress: Progress, /) -> None:
        """Send a report if the last one was long enough ago."""
        now = time.monotonic()
        if now - self.last >= REPORT_EVERY:
            self.last = now
            self.pipe.send(("progress", progress))


def work(pipe: Connection, switch: Any, memory_mb: int) -> None:
    """Take tasks from a pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes the pipes
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    bound_memory(memory_mb + BEYOND)
    cancel = Cancel(memoryview(switch).cast("B"))
    with contextlib.suppress(EOFError, OSError):
        pipe.send(("ready", None))
        while True:
            where, arguments, limits, most = pipe.recv()
            said = done(where, arguments, replace(limits, cancel=cancel, memory_mb=memory_mb), ProgressSender(pipe))
            pipe.send(bounded(said, most))


def bound_memory(megabytes: int) -> None:
    """Let no task take more memory than this, where the system can say so."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))


def done(where: str, arguments: Any, limits: Limits, report: ProgressSender) -> tuple[str, Any]:
    """Run a task and say how it ended: with a result, with bad input, or with a bug of ours."""
    try:
        return "result", resolve(where)(arguments, limits, report)
    except WrongAnswer as error:
        return "bug", f"{error} (internal error: please report it with {_saved(arguments, error)})"
    except PassatempoError as error:
        return "refused", refusal(error)
    except MemoryError:
        return "refused", {"kind": "memory", "message": "this needs more memory than the server allows"}
    except Exception as error:  # the last resort: a bug of ours must not end the worker
        return "bug", f"{type(error).__name__}: {error} (internal error: please report it)"


def bounded(said: tuple[str, Any], most: int) -> tuple[str, Any]:
    """Refuse a result of more characters than the server takes: it has to stay quick for the others.

    >>> bounded(("result", "abc"), 3), bounded(("result", {"text": "abc"}), 2)[0]
    (('result', 'abc'), 'refused')
    """
    result = said[1]
    texts = result.values() if isinstance(result, dict) else [result]
    length = sum(len(text) for text in texts if isinstance(text, str))
    if said[0] != "result" or length <= most:
        return said
    message = f"the answer has {length} characters, more than the {most} that the server sends: use the command line"
    return "refused", {"kind": "too-long", "message": message}


def refusal(error: PassatempoError) -> dict[str, Any]:
    """Describe an error of this package as data."""
    said: dict[str, Any] = {"kind": error.kind, "message": str(error), "line": None, "column": None}
    if isinstance(error, FormatError):
        said |= {"line": error.line or None, "column": error.column or None}
    if isinstance(error, SolverUnavailable):
        said |= {"extra": error.extra}
    return said


def _saved(arguments: Any, error: WrongAnswer) -> Any:
    from passatempo.core.registry import pastime
    from passatempo.core.report import save_report

    return save_report(pastime(arguments["pastime"]), error)
