"""Handle Ctrl-C even while the main thread is inside a kernel.

A signal handler written in Python runs between two bytecodes of the main thread, so not before a kernel returns. But
the interpreter writes the signal's number to a descriptor at once (`signal.set_wakeup_fd`). A thread that watches it
sets the run's `Cancel`, which kernels poll. Then the handler runs as usual: it raises `KeyboardInterrupt`, or does what
the command line set it to do.
"""

import _thread
import contextlib
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import wraps
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from passatempo.core.limits import Cancel, Limits, load_average

P = ParamSpec("P")
T = TypeVar("T")

LOOK = 0.01  # seconds between two checks of an interrupted run's processor time
INSIST_SECONDS = 0.15  # after this, Python code that does not poll is interrupted between two bytecodes
CATCH_UP_SECONDS = 0.1  # the maximum time that an interrupted run waits for its watch
MARK = 0  # no signal has this number
GIVE_UP_SECONDS = 0.25  # after this, the command line abandons even a library that rarely holds the interpreter lock


class _SignalThread:
    """The thread that receives signals and stops the current run. There is one per process, started on first use."""

    def __init__(self) -> None:
        self.reader, self.writer = socket.socketpair()
        self.writer.setblocking(False)
        self.wakeup_descriptor = self.writer.fileno()
        self.current_run: InterruptWatch | None = None
        self.sync_event = threading.Event()
        threading.Thread(target=self._listen, name="passatempo-watch", daemon=True).start()

    def _listen(self) -> None:
        """Handle signals. They stay in the socket until they are handled, so that `catch_up` sees them."""
        if hasattr(signal, "pthread_sigmask"):  # a signal that this thread takes does not wake the main thread
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
        if run.outer_descriptor >= 0:  # another listener was set: forward the signals
            with contextlib.suppress(OSError):
                os.write(run.outer_descriptor, signals)
        if signal.SIGINT in signals:
            run.stop()

    def catch_up(self) -> None:
        """Wait until the thread has handled all signals. A signal of this run must not end the next one."""
        if select.select([self.reader], [], [], 0)[0]:
            self.sync_event.clear()
            with contextlib.suppress(OSError):
                self.writer.send(bytes([MARK]))
                self.sync_event.wait(CATCH_UP_SECONDS)


class _SignalThreadHolder:
    """Holder of the one signal thread. A forked child drops it, since threads do not survive a fork."""

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
    """Set a cancel switch on Ctrl-C while this context is active; does nothing outside the main thread.

    Parameters
    ----------
    cancel
        The switch.
    give_up
        Called by the watching thread if the run has not ended `GIVE_UP_SECONDS` of processor time after Ctrl-C. If it
        is given, Python code that does not poll is interrupted before that. Otherwise the handler decides.

    Examples
    --------
    >>> with InterruptWatch(Cancel()):
    ...     pass
    """

    __slots__ = ("cancel", "end_event", "give_up", "is_insisting", "outer_descriptor", "outer_run", "signal_thread")

    def __init__(self, cancel: Cancel, give_up: Callable[[], object] | None = None) -> None:
        self.cancel, self.give_up = cancel, give_up
        self.is_insisting = False  # the run has not ended some time after Ctrl-C
        self.outer_descriptor = -1  # the descriptor of the previous listener
        self.end_event = None if give_up is None else threading.Event()
        self.outer_run: InterruptWatch | None = None
        self.signal_thread: _SignalThread | None = None

    def stop(self) -> None:
        """Set the switch, and insist if the run ignores it. The watching thread calls this."""
        self.cancel.cancel()
        if self.end_event is None or self.give_up is None or _run_ends(self.end_event, INSIST_SECONDS):
            return
        self.is_insisting = True
        if hasattr(signal, "pthread_kill"):  # this also ends waiting for a lock
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        else:
            _thread.interrupt_main()
        if not _run_ends(self.end_event, GIVE_UP_SECONDS - INSIST_SECONDS):
            self.give_up()

    def __enter__(self) -> None:
        """Start listening."""
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
        """Restore the previous descriptor."""
        if self.end_event is not None:
            self.end_event.set()
        if self.signal_thread is not None:
            signal.set_wakeup_fd(
                self.outer_descriptor if self.outer_run is None else self.signal_thread.wakeup_descriptor
            )
            self.signal_thread.catch_up()
            self.signal_thread.current_run = self.outer_run


def _run_ends(over: threading.Event, seconds: float) -> bool:
    """Return whether a run ends within this many seconds of processor time, or of wall time scaled for the load."""
    used, began, time_factor = time.process_time(), time.monotonic(), _machine_slowdown()
    while time.process_time() - used < seconds and time.monotonic() - began < seconds * time_factor:
        if over.wait(LOOK):
            return True
    return over.is_set()


def _machine_slowdown() -> float:
    """Return the factor by which a run may take longer on this machine, whose processors others may use as well."""
    return min(max(1.0, 2 * load_average() / (os.cpu_count() or 1)), 20.0)


def leave_run() -> None:
    """Leave a run that does not end by itself. There is nothing to clean up."""
    if (
        _SignalThreadHolder.signal_thread
        and _SignalThreadHolder.signal_thread.current_run
        and _SignalThreadHolder.signal_thread.current_run.give_up
    ):
        _SignalThreadHolder.signal_thread.current_run.give_up()


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach. This process receives it and ends them.

    >>> with without_interrupts():
    ...     pass
    """
    if not hasattr(signal, "pthread_sigmask"):  # these systems cannot block signals
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it starts with the first process, and clears the mask then
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _in_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident


class OpenToInterrupt:
    """Give a run limits whose switch Ctrl-C sets, unless a caller already did.

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
        """Start listening, and return the limits to use inside."""
        if self.interrupt_watch is not None:
            self.interrupt_watch.__enter__()
        return self.limits

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop listening."""
        if self.interrupt_watch is not None:
            self.interrupt_watch.__exit__(kind, error, trace)


def open_to_interrupt(function: Callable[P, T]) -> Callable[P, T]:
    """Let Ctrl-C stop a public function that takes `cancel`, even inside a kernel.

    >>> open_to_interrupt(lambda *, cancel=None: cancel is not None)()
    True
    """

    @wraps(function)
    def called(*positionals: P.args, **keys: P.kwargs) -> T:
        cancel: Any = keys.get("cancel")
        with OpenToInterrupt(Limits(cancel=cancel)) as limits:
            keys["cancel"] = limits.cancel
            return function(*positionals, **keys)

    return called
