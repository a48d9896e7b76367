"""What happens while a method runs: a progress bar for people who wait, and Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

from passatempo.cli.notes import is_quiet
from passatempo.core.interrupt import InterruptWatch
from passatempo.core.limits import collect_garbage, silent

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from passatempo.core.limits import Cancel, Report
    from passatempo.core.limits import Progress as Reported

BAR_DELAY = 1.0  # seconds before a bar appears: shorter work needs none


@contextlib.contextmanager
def interruptible(cancel: Cancel, *, at_once: bool = False, starts: bool = False) -> Iterator[None]:
    """Let the first Ctrl-C end the run in good order, also inside a kernel, and the second at once.

    What does not end within the patience of `passatempo.core.interrupt` is left with the same sentence and exit code.
    With `at_once` the first Ctrl-C is like a second, for work that asks no switch. The start-up is over here, unless
    it `starts`.
    """
    if not starts:
        collect_garbage()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupt_watch = InterruptWatch(cancel, give_up)
    is_final = [at_once]

    def stop(number: int, frame: FrameType | None) -> None:
        cancel.throw()
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
    """Tell whether a module is being imported: what is raised there is printed, lost, or told as another error."""
    while frame is not None and frame.f_code.co_filename != "<frozen importlib._bootstrap>":
        frame = frame.f_back
    return frame is not None


def give_up() -> None:
    """Leave at once, also from the watching thread where the main one does not come back; no process stays behind."""
    if "multiprocessing" in sys.modules:
        for child in sys.modules["multiprocessing"].active_children():
            child.kill()
    with contextlib.suppress(OSError):
        os.write(2, b"passatempo: cancelled\n")
    os._exit(3)


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Bar]:
    """Show a bar on standard error once the work has taken a second, on a terminal only."""
    collect_garbage()
    bar = Bar(title)
    try:
        yield bar
    finally:
        bar.hide_bar()


class Bar:
    """A report that opens a bar when the patience is over."""

    def __init__(self, title: str) -> None:
        self.bar_title = title
        self.is_terminal = not is_quiet() and sys.stderr.isatty()
        self.start_time = time.monotonic()
        self.exit_stack = contextlib.ExitStack()
        self.update_bar = silent

    def __call__(self, progress: Reported, /) -> None:
        """Show how far the run has come."""
        if self.is_terminal and self.update_bar is silent and time.monotonic() - self.start_time > BAR_DELAY:
            self.update_bar = self._open_bar()
        self.update_bar(progress)

    def hide_bar(self) -> None:
        """Wipe the bar out, so that something can be printed; the next report shows it again."""
        self.exit_stack.close()
        self.update_bar = silent

    def _open_bar(self) -> Report:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        bar_columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        bar = Progress(*bar_columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
        task = bar.add_task(self.bar_title, total=None)
        bar.tasks[0].start_time = self.start_time  # the bar is shown late, or anew
        self.exit_stack.enter_context(bar)

        def update(progress: Reported) -> None:
            value_suffix = "" if progress.value is None else f" value {progress.value}"
            bound = "" if progress.bound is None else f" bound {progress.bound}"
            text = f"{self.bar_title} {progress.text}{value_suffix}{bound}"
            bar.update(task, description=text, total=progress.total, completed=progress.done or 0)

        return update
