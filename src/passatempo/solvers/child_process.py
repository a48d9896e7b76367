"""Child processes for engines that cannot be interrupted: the process can be killed.

A service is a function that takes the parts of a task one by one and yields results. Both are sent as pickles, one part
at a time, so that limits are checked between parts.
"""

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from passatempo.core.limits import Deadline, memory_of_process
from passatempo.core.methods import resolve
from passatempo.core.outcome import StopReason
from passatempo.solvers.runs import attend

_CHILD = "import sys; from passatempo.solvers.child_process import serve; serve(sys.argv[1], sys.argv[2])"
_MEGABYTE = 1 << 20
_END = "end"  # the last message of a service that completed
_OUT_OF_MEMORY = (-6, -9)  # aborted for lack of memory, or killed by the system


def run_service(service: str, parts: Iterable[Any], deadline: Deadline, on_message: Callable[[Any], object]) -> bool:
    """Run a service on a task in a process of its own.

    Parameters
    ----------
    service
        Reference to the function.
    parts
        The parts of the task, in order.
    deadline
        The limits. The process is killed when one is reached, and its memory is limited too.
    on_message
        Called with each result, in another thread.

    Returns
    -------
    bool
        Whether the service completed.

    Raises
    ------
    RuntimeError
        If the process ended for an unknown reason.
    """
    words = [sys.executable, "-c", _CHILD, service, str(deadline.limits.memory_mb or 0)]
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    # Ctrl-C is sent to the whole foreground process group. The child gets its own, and this process ends it.
    child = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=none, process_group=0)
    last_message: list[Any] = []

    def work() -> None:
        ours, theirs = child.stdin, child.stdout
        assert ours is not None
        assert theirs is not None
        with contextlib.suppress(OSError, EOFError, pickle.UnpicklingError), ours, theirs:
            for part in parts:
                ours.write(pickle.dumps(part))
            ours.close()
            while True:
                last_message[:] = [pickle.load(theirs)]
                if last_message[0] != _END and not isinstance(last_message[0], MemoryError):
                    on_message(last_message[0])

    try:
        attend(work, child.kill, deadline)
    finally:
        child.kill()
        code = child.wait()
    if last_message == [_END]:
        return True
    if deadline.stop_reason is StopReason.DONE:
        if not (last_message and isinstance(last_message[0], MemoryError)) and code not in _OUT_OF_MEMORY:
            raise RuntimeError(f"the process of {service} ended with code {code}")
        deadline.stop_reason = StopReason.MEMORY
    return False


def serve(service: str, megabytes: str) -> None:
    """Run one task, in the child process."""
    function = resolve(service)
    _limit_memory(int(megabytes))
    stdout_buffer = sys.stdout.buffer
    try:
        for answer in function(_read_parts()):
            pickle.dump(answer, stdout_buffer)
            stdout_buffer.flush()
        pickle.dump(_END, stdout_buffer)
    except MemoryError as error:
        pickle.dump(error, stdout_buffer)
    stdout_buffer.flush()


def _read_parts() -> Iterator[Any]:
    """Yield the parts of the task."""
    with contextlib.suppress(EOFError):
        while True:
            yield pickle.load(sys.stdin.buffer)


def _limit_memory(megabytes: int) -> None:
    """Limit the memory that this process may use beyond its current size, if the system supports it."""
    memory_size, _ = memory_of_process()
    if not megabytes or not memory_size:
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory_size + megabytes * _MEGABYTE,) * 2)
