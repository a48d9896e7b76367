"""Ctrl-C, also while the main thread is inside a kernel.

A signal handler written in Python runs between two bytecodes of the main thread, so not before a kernel returns. But
the interpreter writes the signal's number to a descriptor at once (`signal.set_wakeup_fd`), and a thread that watches
it throws the run's `Cancel`, which kernels poll. The handler then runs as ever: it raises `KeyboardInterrupt`, or does
what the command line set it to.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import select
import signal
import socket
import threading
import time
from typing import TYPE_CHECKING

from passatempo.core.limits import Cancel, Limits, load_average

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

LOOK = 0.01  # seconds between two looks at how much of the processor an interrupted run has had
INSIST_SECONDS = 0.15  # after which Python code that does not poll is interrupted between two bytecodes
CATCH_UP_SECONDS = 0.1  # the most that an interrupted run waits for its watch
MARK = 0  # no signal has this number
GIVE_UP_SECONDS = 0.25  # after which the command line leaves even a library that holds the interpreter's lock seldom


class _Watch:
    """The thread that hears signals, and the run that it stops; one for the process, begun when first needed."""

    def __init__(self) -> None:
        self.reader, self.writer = socket.socketpair()
        self.writer.setblocking(False)
        self.descriptor = self.writer.fileno()
        self.run: Watched | None = None
        self.heard = threading.Event()
        threading.Thread(target=self._listen, name="passatempo-watch", daemon=True).start()

    def _listen(self) -> None:
        """Heed signals; what was heard stays in the socket until it was heeded, so `catch_up` knows of it."""
        if hasattr(signal, "pthread_sigmask"):  # taken by this thread, a signal does not wake the main one
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        while True:
            numbers = self.reader.recv(64, socket.MSG_PEEK)
            self._heed(numbers.replace(bytes([MARK]), b""))
            self.reader.recv(len(numbers))
            if MARK in numbers:
                self.heard.set()

    def _heed(self, signals: bytes) -> None:
        run = self.run
        if run is None or not signals:
            return
        if run.before >= 0:  # somebody else listened: tell him too
            with contextlib.suppress(OSError):
                os.write(run.before, signals)
        if signal.SIGINT in signals:
            run.stop()

    def catch_up(self) -> None:
        """Wait until the thread has heeded all that was sent: a signal of this run must not end the next one."""
        if select.select([self.reader], [], [], 0)[0]:
            self.heard.clear()
            with contextlib.suppress(OSError):
                self.writer.send(bytes([MARK]))
                self.heard.wait(CATCH_UP_SECONDS)


class _Watches:
    """Holds the one watch; forgotten in a forked child, whose thread did not come along."""

    watch: _Watch | None = None

    @classmethod
    def get(cls) -> _Watch:
        if cls.watch is None:
            cls.watch = _Watch()
        return cls.watch

    @classmethod
    def forget(cls) -> None:
        cls.watch = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_Watches.forget)


class Watched:
    """Let Ctrl-C throw a switch while this is entered; does nothing outside the main thread.

    Parameters
    ----------
    cancel
        The switch.
    give_up
        Called by the watching thread where the run has not ended `GIVE_UP_SECONDS` of the processor after Ctrl-C; with
        it, Python code that polls nothing is interrupted before. Without it the handler decides what else happens.

    Examples
    --------
    >>> with Watched(Cancel()):
    ...     pass
    """

    __slots__ = ("before", "cancel", "give_up", "insisting", "outer", "over", "watch")

    def __init__(self, cancel: Cancel, give_up: Callable[[], object] | None = None) -> None:
        self.cancel, self.give_up = cancel, give_up
        self.insisting = False  # Ctrl-C came some time ago and the run has not ended
        self.before = -1  # the descriptor of who listened before
        self.over = None if give_up is None else threading.Event()
        self.outer: Watched | None = None
        self.watch: _Watch | None = None

    def stop(self) -> None:
        """Throw the switch; where it is not heeded, insist; called by the watching thread."""
        self.cancel.throw()
        if self.over is None or self.give_up is None or _ends(self.over, INSIST_SECONDS):
            return
        self.insisting = True
        if hasattr(signal, "pthread_kill"):  # it ends waiting for a lock, too
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        else:
            _thread.interrupt_main()
        if not _ends(self.over, GIVE_UP_SECONDS - INSIST_SECONDS):
            self.give_up()

    def __enter__(self) -> None:
        """Begin to listen."""
        if not _in_main_thread():
            return
        watch = self.watch = _Watches.get()
        self.outer = watch.run
        self.before = signal.set_wakeup_fd(watch.descriptor, warn_on_full_buffer=False)
        if self.outer is not None and self.before == watch.descriptor:
            self.before = self.outer.before
        watch.run = self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the descriptor as it was found."""
        if self.over is not None:
            self.over.set()
        if self.watch is not None:
            signal.set_wakeup_fd(self.before if self.outer is None else self.watch.descriptor)
            self.watch.catch_up()
            self.watch.run = self.outer


def _ends(over: threading.Event, seconds: float) -> bool:
    """Wait for a run to end; tell whether it has, within so many seconds of the processor or of a clock."""
    used, began, patience = time.process_time(), time.monotonic(), _patience()
    while time.process_time() - used < seconds and time.monotonic() - began < seconds * patience:
        if over.wait(LOOK):
            return True
    return over.is_set()


def _patience() -> float:
    """Return how many times as long as alone a run may take on this machine: others may want its processors too."""
    return min(max(1.0, 2 * load_average() / (os.cpu_count() or 1)), 20.0)


def leave() -> None:
    """Leave as a run is left that does not end by itself: there is nothing to tidy up."""
    if _Watches.watch and _Watches.watch.run and _Watches.watch.run.give_up:
        _Watches.watch.run.give_up()


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it is for this one, which hears it when it knows them, and ends them.

    >>> with deaf():
    ...     pass
    """
    if not hasattr(signal, "pthread_sigmask"):  # such systems let processes start as they do
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it is started with the first process, and clears the mask then
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _in_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident


class OpenToInterrupt:
    """Give a run limits whose switch Ctrl-C throws, unless a caller has seen to it.

    Examples
    --------
    >>> with OpenToInterrupt(Limits(seconds=1.0)) as limits:
    ...     limits.cancel is not None
    True
    """

    __slots__ = ("limits", "watched")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.watched: Watched | None = None
        watch = _Watches.watch
        if not _in_main_thread():
            return
        cancel = limits.cancel
        if cancel is None:
            cancel = Cancel()
            self.limits = limits.with_cancel(cancel)
        elif watch is not None and watch.run is not None and cancel is watch.run.cancel:
            return
        self.watched = Watched(cancel)

    def __enter__(self) -> Limits:
        """Begin to listen; the limits to use inside."""
        if self.watched is not None:
            self.watched.__enter__()
        return self.limits

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        if self.watched is not None:
            self.watched.__exit__(kind, error, trace)
