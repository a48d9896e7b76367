"""Progress bars and Ctrl-C while a method runs."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType

from passatempo.cli.notes import is_quiet
from passatempo.core.interrupt import InterruptWatch
from passatempo.core.limits import Cancel, Report, collect_garbage, silent
from passatempo.core.limits import Progress as Reported

BAR_DELAY = 1.0  # seconds before a bar appears; shorter work needs none


@contextlib.contextmanager
def interruptible(cancel: Cancel, *, at_once: bool = False, starts: bool = False) -> Iterator[None]:
    """Let the first Ctrl-C end the run cleanly, even inside a kernel, and the second one at once.

    A run that does not end within the time limits of `passatempo.core.interrupt` is aborted with the same message and
    exit code. With `at_once` the first Ctrl-C acts like a second, for work that polls no switch. Garbage collection
    begins here, unless `starts` is set.
    """
    if not starts:
        collect_garbage()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupt_watch = InterruptWatch(cancel, give_up)
    is_final = [at_once]

    def stop(number: int, frame: FrameType | None) -> None:
        cancel.cancel()
        if _imports(frame):
            give_up()
        if is_final[0] or interrupt_watch.is_insisting:
            raise KeyboardInterrupt
        is_final[0] = True

    before = signal.signal(signal.SIGINT, stop)
    try:
        with interrupt_watch:
            yield
    finally:
        signal.signal(signal.SIGINT, before)


def _imports(frame: FrameType | None) -> bool:
    """Return whether a module is being imported, where an exception may be printed, lost or replaced."""
    while frame is not None and frame.f_code.co_filename != "<frozen importlib._bootstrap>":
        frame = frame.f_back
    return frame is not None


def give_up() -> None:
    """Exit at once, even from the watching thread if the main thread hangs. All child processes are killed."""
    if "multiprocessing" in sys.modules:
        for child in sys.modules["multiprocessing"].active_children():
            child.kill()
    with contextlib.suppress(OSError):
        os.write(2, b"passatempo: cancelled\n")
    os._exit(3)


@contextlib.contextmanager
def progress_bar(title: str) -> "Iterator[Bar]":
    """Show a bar on standard error after a second of work, on a terminal only."""
    collect_garbage()
    bar = Bar(title)
    try:
        yield bar
    finally:
        bar.hide_bar()


class Bar:
    """A progress report that opens a bar after a delay."""

    def __init__(self, title: str) -> None:
        self.bar_title = title
        self.is_terminal = not is_quiet() and sys.stderr.isatty()
        self.start_time = time.monotonic()
        self.exit_stack = contextlib.ExitStack()
        self.update_bar = silent

    def __call__(self, progress: Reported, /) -> None:
        """Show the progress of the run."""
        if self.is_terminal and self.update_bar is silent and time.monotonic() - self.start_time > BAR_DELAY:
            self.update_bar = self._open_bar()
        self.update_bar(progress)

    def hide_bar(self) -> None:
        """Hide the bar, so that something can be printed. The next report shows it again."""
        self.exit_stack.close()
        self.update_bar = silent

    def _open_bar(self) -> Report:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        bar_columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        bar = Progress(*bar_columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
        task = bar.add_task(self.bar_title, total=None)
        bar.tasks[0].start_time = self.start_time  # the bar appears late, or again
        self.exit_stack.enter_context(bar)

        def update(progress: Reported) -> None:
            value_suffix = "" if progress.value is None else f" value {progress.value}"
            bound = "" if progress.bound is None else f" bound {progress.bound}"
            text = f"{self.bar_title} {progress.text}{value_suffix}{bound}"
            bar.update(task, description=text, total=progress.total, completed=progress.done or 0)

        return update
