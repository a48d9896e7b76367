"""`python -m passatempo`: the same as the command `passatempo`."""

import contextlib
import gc
import os
import signal
import sys
import threading


def main() -> int:
    """Run the command line on this process's arguments."""
    gc.disable()  # nothing made while starting is garbage: 4 % of a cold start
    sys.warnoptions.append("ignore:resource_tracker")  # of multiprocessing: it tidies up after us without a word
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a shell has it ignored in the background
        signal.signal(signal.SIGINT, lambda *_: cancel())
    from passatempo.cli.main import run

    code = run(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is printed
    if threading.active_count() > 1:
        leave(code)
    return code


def cancel() -> None:
    """End the process as a run that Ctrl-C stopped: while this starts there is nothing to tidy up."""
    with contextlib.suppress(OSError):  # the stream may be closed
        os.write(2, b"passatempo: cancelled\n")
    os._exit(3)


def leave(code: int) -> None:
    """End the process now where a thread could keep it: an engine that was left behind, or one of a stopped run."""
    if code == 3 or any(thread.name.startswith("passatempo-engine") for thread in threading.enumerate()):
        with contextlib.suppress(OSError, AttributeError, ValueError):  # streams may be closed
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
