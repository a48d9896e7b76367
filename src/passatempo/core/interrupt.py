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


class _SignalThread:
    """The thread that hears signals, and the run that it stops; one for the process, begun when first needed."""

    def __init__(self) -> None:
        self.reader, self.writer = socket.socketpair()
        self.writer.setblocking(False)
        self.wakeup_descriptor = self.writer.fileno()
        self.current_run: InterruptWatch | None = None
        self.sync_event = threading.Event()
        threading.Thread(target=self._listen, name="passatempo-watch", daemon=True).start()

    def _listen(self) -> None:
        """Heed signals; what was heard stays in the socket until it was heeded, so `catch_up` knows of it."""
        if hasattr(signal, "pthread_sigmask"):  # taken by this thread, a signal does not wake the main one
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        while True:
            numbers = self.reader.recv(64, socket.MSG_PEEK)
            self._heed_signals(numbers.replace(bytes([MARK]), b""))
            self.reader.recv(len(numbers))
            if MARK in numbers:
                self.sync_event.set()

    def _heed_signals(self, signals: bytes) -> None:
        run = self.current_run
        if run is None or not signals:
            return
        if run.outer_descriptor >= 0:  # somebody else listened: tell him too
            with contextlib.suppress(OSError):
                os.write(run.outer_descriptor, signals)
        if signal.SIGINT in signals:
            run.stop()

    def catch_up(self) -> None:
        """Wait until the thread has heeded all that was sent: a signal of this run must not end the next one."""
        if select.select([self.reader], [], [], 0)[0]:
            self.sync_event.clear()
            with contextlib.suppress(OSError):
                self.writer.send(bytes([MARK]))
                self.sync_event.wait(CATCH_UP_SECONDS)


class _SignalThreadHolder:
    """Holds the one watch; forgotten in a forked child, whose thread did not come along."""

    signal_thread: _SignalThread | None = None

    @classmethod
    def get(cls) -> _SignalThread:
        if cls.signal_thread is None:
            cls.signal_thread = _SignalThread()
        return cls.signal_thread

    @classmethod
    def forget(cls) -> None:
        cls.signal_thread = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_SignalThreadHolder.forget)


class InterruptWatch:
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
    >>> with InterruptWatch(Cancel()):
    ...     pass
    """

    __slots__ = ("cancel", "end_event", "give_up", "is_insisting", "outer_descriptor", "outer_run", "signal_thread")

    def __init__(self, cancel: Cancel, give_up: Callable[[], object] | None = None) -> None:
        self.cancel, self.give_up = cancel, give_up
        self.is_insisting = False  # Ctrl-C came some time ago and the run has not ended
        self.outer_descriptor = -1  # the descriptor of who listened before
        self.end_event = None if give_up is None else threading.Event()
        self.outer_run: InterruptWatch | None = None
        self.signal_thread: _SignalThread | None = None

    def stop(self) -> None:
        """Throw the switch; where it is not heeded, insist; called by the watching thread."""
        self.cancel.throw()
        if self.end_event is None or self.give_up is None or _run_ends(self.end_event, INSIST_SECONDS):
            return
        self.is_insisting = True
        if hasattr(signal, "pthread_kill"):  # it ends waiting for a lock, too
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        else:
            _thread.interrupt_main()
        if not _run_ends(self.end_event, GIVE_UP_SECONDS - INSIST_SECONDS):
            self.give_up()

    def __enter__(self) -> None:
        """Begin to listen."""
        if not _in_main_thread():
            return
        watch = self.signal_thread = _SignalThreadHolder.get()
        self.outer_run = watch.current_run
        self.outer_descriptor = signal.set_wakeup_fd(watch.wakeup_descriptor, warn_on_full_buffer=False)
        if self.outer_run is not None and self.outer_descriptor == watch.wakeup_descriptor:
            self.outer_descriptor = self.outer_run.outer_descriptor
        watch.current_run = self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the descriptor as it was found."""
        if self.end_event is not None:
            self.end_event.set()
        if self.signal_thread is not None:
            signal.set_wakeup_fd(
                self.outer_descriptor if self.outer_run is None else self.signal_thread.wakeup_descriptor
            )
            self.signal_thread.catch_up()
            self.signal_thread.current_run = self.outer_run


def _run_ends(over: threading.Event, seconds: float) -> bool:
    """Wait for a run to end; tell whether it has, within so many seconds of the processor or of a clock."""
    used, began, time_factor = time.process_time(), time.monotonic(), _machine_slowdown()
    while time.process_time() - used < seconds and time.monotonic() - began < seconds * time_factor:
        if over.wait(LOOK):
            return True
    return over.is_set()


def _machine_slowdown() -> float:
    """Return how many times as long as alone a run may take on this machine: others may want its processors too."""
    return min(max(1.0, 2 * load_average() / (os.cpu_count() or 1)), 20.0)


def leave_run() -> None:
    """Leave as a run is left that does not end by itself: there is nothing to tidy up."""
    if (
        _SignalThreadHolder.signal_thread
        and _SignalThreadHolder.signal_thread.current_run
        and _SignalThreadHolder.signal_thread.current_run.give_up
    ):
        _SignalThreadHolder.signal_thread.current_run.give_up()


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it is for this one, which hears it when it knows them, and ends them.

    >>> with without_interrupts():
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

    __slots__ = ("interrupt_watch", "limits")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.interrupt_watch: InterruptWatch | None = None
        watch = _SignalThreadHolder.signal_thread
        if not _in_main_thread():
            return
        cancel = limits.cancel
        if cancel is None:
            cancel = Cancel()
            self.limits = limits.with_cancel(cancel)
        elif watch is not None and watch.current_run is not None and cancel is watch.current_run.cancel:
            return
        self.interrupt_watch = InterruptWatch(cancel)

    def __enter__(self) -> Limits:
        """Begin to listen; the limits to use inside."""
        if self.interrupt_watch is not None:
            self.interrupt_watch.__enter__()
        return self.limits

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        if self.interrupt_watch is not None:
            self.interrupt_watch.__exit__(kind, error, trace)
